"""The dealer's commands as Discord registers them, and what was typed as the dealer takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from adapters.discord_tables import PREFIX
from bot.chat import Line, Parameter, Person, Place, Usage

Json = dict[str, Any]

TEXT, WHOLE, USER, ROLE = 3, 4, 6, 8
GUILD, DIRECT = 0, 1
ANYWHERE = ("rules", "help", "language", "reach")
"""Commands that need no server."""
SHOWN = ("open", "table")
"""Commands that show a table to everybody where they are typed."""
FIXED = ("amount", "number", "person", "role", "title")
"""Kinds of words for which nothing can be suggested."""
ABOUT, MOST = 100, 25


def registered(english: Sequence[Usage], japanese: Sequence[Usage]) -> list[Json]:
    """Every command as the API takes it: described, typed, completed, in both languages."""
    return [_command(en, ja) for en, ja in zip(english, japanese, strict=True)]


def _command(en: Usage, ja: Usage) -> Json:
    words = sorted(zip(en.parameters, ja.parameters, strict=True), key=lambda w: not w[0].needed)
    command: Json = {
        "name": en.name,
        "name_localizations": {"ja": ja.called},
        "description": en.about[:ABOUT],
        "description_localizations": {"ja": ja.about[:ABOUT]},
        "options": [_option(*pair) for pair in words],
        "contexts": [GUILD, DIRECT] if en.name in ANYWHERE else [GUILD],
        "integration_types": [0],
        "type": 1,
        "default_member_permissions": None,
    }
    if en.manager:
        command["default_member_permissions"] = str(discord.Permissions(manage_guild=True).value)
    return command


def _option(en: Parameter, ja: Parameter) -> Json:
    option: Json = {
        "name": en.name,
        "name_localizations": {"ja": ja.called},
        "description": en.about[:ABOUT],
        "description_localizations": {"ja": ja.about[:ABOUT]},
        "type": {"person": USER, "role": ROLE, "number": WHOLE}.get(en.kind, TEXT),
        "required": en.needed,
    }
    if en.choices and not en.open:
        labels = zip(en.choices, en.labels, ja.labels, strict=True)
        option["choices"] = [
            {"name": label, "name_localizations": {"ja": other}, "value": choice}
            for choice, label, other in labels
        ]
    elif en.kind == "number":
        option |= {"min_value": 1, "max_value": 999_999}
    elif en.kind not in FIXED:
        option["autocomplete"] = True
    return option


def differ(wanted: Sequence[Json], there: Sequence[Json]) -> bool:
    """Whether what is registered is not what is wanted; registering anew is limited."""
    return sorted(map(_essence, wanted)) != sorted(map(_essence, there))


_KEPT = ("name", "name_localizations", "description", "description_localizations", "contexts",
         "default_member_permissions")  # fmt: skip
_OF_OPTION = ("name", "name_localizations", "description", "description_localizations", "type",
              "min_value", "max_value")  # fmt: skip


def _essence(command: Mapping[str, Any]) -> str:
    """What matters of a command; the API adds ids and leaves out what is false or empty."""
    plain: Json = {name: command.get(name) for name in _KEPT}
    plain["options"] = [
        {
            **{name: option.get(name) for name in _OF_OPTION},
            "required": bool(option.get("required")),
            "autocomplete": bool(option.get("autocomplete")),
            "choices": [
                [one["name"], one.get("name_localizations"), one["value"]]
                for one in option.get("choices") or ()
            ],
        }
        for option in command.get("options") or ()
    ]
    return json.dumps(plain, sort_keys=True)


def person_of(user: discord.User | discord.Member, language: str = "en") -> Person:
    roles = user.roles if isinstance(user, discord.Member) else ()
    named = tuple(f"{PREFIX}{role.id}" for role in roles)
    return Person(f"{PREFIX}{user.id}", user.display_name, language, named)


def line_of(
    interaction: discord.Interaction, person: Person, place: Place, usage: Usage | None
) -> Line:
    """A command as it was typed. Who is let use a manager's command is one, says Discord."""
    data: Any = interaction.data or {}
    values = {one["name"]: _value(one) for one in data.get("options", ()) if "value" in one}
    host = interaction.permissions.manage_guild or bool(usage and usage.manager)
    resolved = data.get("resolved") or {}
    roles = {f"{PREFIX}{key}": f"@{one['name']}" for key, one in resolved.get("roles", {}).items()}
    return Line(
        str(interaction.id), person, place, str(data.get("name", "")), "", host, values,
        tuple(_named(resolved)), roles,
    )  # fmt: skip


def lacking(interaction: discord.Interaction) -> list[str]:
    """The permissions we lack to show a table where a command asks for one.

    A command comes in from channels, too, in which we may neither read nor write.
    """
    data: Any = interaction.data or {}
    if data.get("name") not in SHOWN:
        return []
    chosen = {one["name"]: one.get("value") for one in data.get("options", ())}
    in_thread = isinstance(interaction.channel, discord.Thread) or chosen.get("thread") == "on"
    send = "send_messages_in_threads" if in_thread else "send_messages"
    needed = ("view_channel", send, "embed_links", "attach_files")
    return [one for one in needed if not getattr(interaction.app_permissions, one)]


def _value(option: Mapping[str, Any]) -> str:
    text = str(option["value"])
    return f"{PREFIX}{text}" if option["type"] in (USER, ROLE) else text


def _named(resolved: Mapping[str, Any]) -> list[Person]:
    """The people a command names, under the names the server knows them by."""
    found = []
    for key, user in (resolved.get("users") or {}).items():
        member = (resolved.get("members") or {}).get(key) or {}
        name = member.get("nick") or user.get("global_name") or user["username"]
        roles = tuple(f"{PREFIX}{role}" for role in member.get("roles", ()))
        bot = bool(user.get("bot"))
        found.append(Person(f"{PREFIX}{key}", name, roles=roles, bot=bot))
    return found


def focused(interaction: discord.Interaction) -> tuple[str, str]:
    """(name, what is typed so far) of the option that is being typed."""
    data: Any = interaction.data or {}
    for option in data.get("options", ()):
        if option.get("focused"):
            return str(option["name"]), str(option.get("value", ""))
    return "", ""


def fitting(offered: Sequence[str], typed: str) -> list[str]:
    """At most as many as Discord shows, those that begin so first."""
    wanted = typed.casefold().lstrip("/#")
    begins = [one for one in offered if one.casefold().startswith(wanted)]
    within = [one for one in offered if wanted in one.casefold() and one not in begins]
    return [one for one in [*begins, *within] if one and len(one) <= 100][:MOST]
