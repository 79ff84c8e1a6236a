"""Whether the elements within blocks are such as Slack would take."""

from __future__ import annotations

from collections.abc import Callable, Collection

from tests.slack.refusal import Json, Wrong

CHOOSING = frozenset({"static_select", "users_select", "radio_buttons", "checkboxes"})
INTERACTIVE = CHOOSING | {"button", "overflow"}
INPUTS = CHOOSING | {"plain_text_input", "number_input"}
ALL = INTERACTIVE | INPUTS
"""Elements this server knows; Slack has more, of which the dealer uses none."""


def check_text(
    wrong: Wrong, one: object, path: str, most: int, *, plain: bool = False, least: int = 1
) -> bool:
    """A text object of so many characters; `plain` where markup is not taken."""
    if not wrong.unless(isinstance(one, dict), path, "must be a text object"):
        return False
    assert isinstance(one, dict)
    kinds = ("plain_text",) if plain else ("plain_text", "mrkdwn")
    wrong.unless(one.get("type") in kinds, f"{path}/type", f"must be {' or '.join(kinds)}")
    allowed = "text emoji" if one.get("type") == "plain_text" else "text verbatim"
    wrong.known(one, path, allowed)
    return wrong.text(one.get("text"), f"{path}/text", most, least)


def check_element(wrong: Wrong, one: object, path: str, allowed: Collection[str]) -> None:
    """An element with which a person does something."""
    if not wrong.unless(isinstance(one, dict), path, "must be an element"):
        return
    assert isinstance(one, dict)
    kind = str(one.get("type"))
    if not wrong.unless(kind in allowed, path, f"unsupported type: {kind}"):
        return
    if "action_id" in one:
        wrong.text(one["action_id"], f"{path}/action_id", 255)
    if "placeholder" in one:
        check_text(wrong, one["placeholder"], f"{path}/placeholder", 150, plain=True)
    if "confirm" in one:
        _check_confirm(wrong, one["confirm"], f"{path}/confirm")
    _ELEMENTS[kind](wrong, one, path)


def _check_confirm(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(one, path, "title text confirm deny style")
    check_text(wrong, one.get("title"), f"{path}/title", 100, plain=True)
    check_text(wrong, one.get("text"), f"{path}/text", 300)
    check_text(wrong, one.get("confirm"), f"{path}/confirm", 30, plain=True)
    check_text(wrong, one.get("deny"), f"{path}/deny", 30, plain=True)


def _button(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(one, path, "text action_id url value style confirm accessibility_label")
    check_text(wrong, one.get("text"), f"{path}/text", 75, plain=True)
    if "value" in one:
        wrong.text(one["value"], f"{path}/value", 2000)
    if "url" in one:
        wrong.text(one["url"], f"{path}/url", 3000)
    if "accessibility_label" in one:
        wrong.text(one["accessibility_label"], f"{path}/accessibility_label", 75)
    style = one.get("style", "primary")
    wrong.unless(style in ("primary", "danger"), f"{path}/style", "must be primary or danger")


def _select(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(
        one,
        path,
        "action_id placeholder options option_groups initial_option confirm focus_on_load",
    )
    groups = one.get("option_groups")
    wrong.unless((groups is None) != ("options" not in one), path, "options or option_groups")
    options: list[Json] = []
    if groups is None:
        options = one.get("options") or []
        _check_options(wrong, options, f"{path}/options", 100)
    else:
        wrong.unless(1 <= len(groups) <= 100, f"{path}/option_groups", "no more than 100")
        for at, group in enumerate(groups):
            check_text(wrong, group.get("label"), f"{path}/option_groups/{at}", 75, plain=True)
            inside = group.get("options") or []
            _check_options(wrong, inside, f"{path}/option_groups/{at}/options", 100)
            options += inside
    _check_initial(wrong, one, options, path)


def _check_options(
    wrong: Wrong, options: list[Json], path: str, most: int, *, plain: bool = True
) -> None:
    wrong.unless(options, path, "must have at least 1 item")
    wrong.unless(len(options) <= most, path, f"no more than {most} items allowed")
    for at, option in enumerate(options):
        wrong.known(option, f"{path}/{at}", "text value description url")
        check_text(wrong, option.get("text"), f"{path}/{at}/text", 75, plain=plain)
        wrong.text(option.get("value"), f"{path}/{at}/value", 150)
        if "description" in option:
            where = f"{path}/{at}/description"
            check_text(wrong, option["description"], where, 75, plain=plain)


def _check_initial(wrong: Wrong, one: Json, options: list[Json], path: str) -> None:
    if "initial_option" in one:
        known = one["initial_option"] in options
        wrong.unless(known, f"{path}/initial_option", "must exactly match one of the options")
    for option in one.get("initial_options") or ():
        known = option in options
        wrong.unless(known, f"{path}/initial_options", "must exactly match one of the options")


def _users(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(one, path, "action_id placeholder initial_user confirm focus_on_load")


def _overflow(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(one, path, "action_id options confirm")
    _check_options(wrong, one.get("options") or [], f"{path}/options", 5)


def _choices(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(one, path, "action_id options initial_option initial_options confirm focus_on_load")
    options = one.get("options") or []
    _check_options(wrong, options, f"{path}/options", 10, plain=False)
    _check_initial(wrong, one, options, path)


def _typed(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(
        one, path,
        "action_id placeholder initial_value multiline min_length max_length "
        "dispatch_action_config focus_on_load",
    )  # fmt: skip
    least, most = one.get("min_length", 0), one.get("max_length", 3000)
    wrong.unless(0 <= least <= 3000, f"{path}/min_length", "must be from 0 to 3000")
    wrong.unless(1 <= most <= 3000 and least <= most, f"{path}/max_length", "must be 1 to 3000")
    if "initial_value" in one:
        wrong.text(one["initial_value"], f"{path}/initial_value", most, least=0)


def _number(wrong: Wrong, one: Json, path: str) -> None:
    wrong.known(
        one, path,
        "action_id placeholder initial_value is_decimal_allowed min_value max_value "
        "dispatch_action_config focus_on_load",
    )  # fmt: skip
    decimal = one.get("is_decimal_allowed")
    wrong.unless(isinstance(decimal, bool), path, "missing required field: is_decimal_allowed")
    for name in ("initial_value", "min_value", "max_value"):
        if name in one:
            wrong.text(one[name], f"{path}/{name}", 100)


_ELEMENTS: dict[str, Callable[[Wrong, Json, str], None]] = {
    "button": _button,
    "static_select": _select,
    "users_select": _users,
    "overflow": _overflow,
    "radio_buttons": _choices,
    "checkboxes": _choices,
    "plain_text_input": _typed,
    "number_input": _number,
}
