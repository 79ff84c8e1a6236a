"""Whether a message or a modal is one that Discord would take: every length, every count."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from tests.discord.refusal import Json, Refusal, Wrong

EPHEMERAL, SUPPRESS_EMBEDS, SILENT, LAYOUT = 1 << 6, 1 << 2, 1 << 12, 1 << 15
FILE_MOST = 10 * 1024 * 1024
ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18


class File(NamedTuple):
    """An upload: `files[n]` of a form."""

    number: int
    name: str
    data: bytes


class Sent(NamedTuple):
    """A body of a request: its JSON and the files that came with it."""

    json: Json
    files: tuple[File, ...] = ()


def check_message(
    sent: Sent, *, allowed: int, emoji: Collection[int], kept: Sequence[Json] = (), new: bool = True
) -> None:
    """Refuse a message body that the API would refuse.

    `allowed` are the flags that may be set here, `kept` the attachments an edited message has.
    """
    wrong, body = Wrong(), sent.json
    flags = body.get("flags") or 0
    wrong.unless(isinstance(flags, int) and not flags & ~allowed, "flags", "Invalid flags")
    content = body.get("content")
    if content is not None:
        wrong.text(content, "content", 0, 2000)
    _check_mentions(wrong, body.get("allowed_mentions"))
    if "nonce" in body:
        wrong.text(str(body["nonce"]), "nonce", 1, 25)
    names = _check_files(wrong, sent, kept)
    embeds = body.get("embeds") or []
    if wrong.unless(isinstance(embeds, list) and len(embeds) <= 10, "embeds", "At most 10"):
        _check_embeds(wrong, embeds, names)
    components = body.get("components") or []
    if flags & LAYOUT:
        plain = content or embeds or body.get("poll") or body.get("sticker_ids")
        wrong.unless(not plain, "content", "Cannot be used with IS_COMPONENTS_V2")
        _check_layout(wrong, components, emoji)
    else:
        _check_rows(wrong, components, emoji)
    wrong.refuse()
    empty = not (content or embeds or sent.files or (flags & LAYOUT and components))
    if new and empty:
        raise Refusal(50006)


def _check_mentions(wrong: Wrong, mentions: Json | None) -> None:
    if mentions is None:
        return
    parse = mentions.get("parse", [])
    wrong.unless(set(parse) <= {"roles", "users", "everyone"}, "allowed_mentions.parse", "Unknown")
    for kind in ("users", "roles"):
        listed = mentions.get(kind) or []
        wrong.unless(len(listed) <= 100, f"allowed_mentions.{kind}", "Must be 100 or fewer")
        both = kind in parse and listed
        wrong.unless(not both, "allowed_mentions", f"parse: {kind!r} and {kind} exclude each other")


def _check_files(wrong: Wrong, sent: Sent, kept: Sequence[Json]) -> set[str]:
    """The names of the attachments the message will have."""
    if any(len(file.data) > FILE_MOST for file in sent.files):
        raise Refusal(40005)
    wrong.unless(len(sent.files) <= 10, "attachments", "At most 10")
    uploads = {file.number: file.name for file in sent.files}
    by_id = {int(one["id"]): str(one["filename"]) for one in kept}
    listed = sent.json.get("attachments")
    if listed is None:
        return {*uploads.values(), *by_id.values()}
    names = set()
    for at, one in enumerate(listed):
        number = int(one["id"])
        known = number in uploads or number in by_id
        wrong.unless(known, f"attachments.{at}.id", "No such file or attachment")
        names.add(one.get("filename") or uploads.get(number) or by_id.get(number, ""))
        if one.get("description"):
            wrong.text(one["description"], f"attachments.{at}.description", 0, 1024)
    missing = set(uploads) - {int(one["id"]) for one in listed}
    wrong.unless(not missing, "attachments", "An uploaded file is not listed")
    return names


def _check_embeds(wrong: Wrong, embeds: Sequence[Json], names: set[str]) -> None:
    total = 0
    for at, embed in enumerate(embeds):
        path = f"embeds.{at}"
        fields = embed.get("fields") or []
        wrong.unless(len(fields) <= 25, f"{path}.fields", "Must be 25 or fewer in length.")
        texts = [
            ("title", embed.get("title"), 256),
            ("description", embed.get("description"), 4096),
        ]
        texts.append(("footer.text", (embed.get("footer") or {}).get("text"), 2048))
        texts.append(("author.name", (embed.get("author") or {}).get("name"), 256))
        for name, text, most in texts:
            if text is not None:
                wrong.text(text, f"{path}.{name}", 0, most)
                total += len(str(text))
        for number, field in enumerate(fields):
            # A name or value of blanks alone is refused like an empty one.
            for name, most in (("name", 256), ("value", 1024)):
                text = str(field.get(name) or "")
                wrong.text(text.strip() and text, f"{path}.fields.{number}.{name}", 1, most)
                total += len(text)
        for name in ("image", "thumbnail"):
            _check_address(wrong, (embed.get(name) or {}).get("url"), f"{path}.{name}.url", names)
        _check_address(wrong, embed.get("url"), f"{path}.url", names)
        shows = texts[0][1] or texts[1][1] or fields or embed.get("image") or texts[2][1]
        wrong.unless(shows or texts[3][1] or embed.get("thumbnail"), path, "Embed is empty")
    wrong.unless(total <= 6000, "embeds", "Embed size exceeds maximum size of 6000")


def _check_address(wrong: Wrong, url: str | None, path: str, names: set[str]) -> None:
    if url is None:
        return
    if url.startswith("attachment://"):
        wrong.unless(url[13:] in names, path, f"No attachment is called {url[13:]}")
    else:
        wrong.unless(re.match(r"https?://\S+$", url), path, "Scheme must be http or https")


# --- components ------------------------------------------------------------------------------


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, those within others too."""
    for one in components:
        yield one
        yield from walk(one.get("components") or ())
        for name in ("accessory", "component"):
            if isinstance(one.get(name), dict):
                yield from walk([one[name]])


def _check_rows(wrong: Wrong, rows: Sequence[Json], emoji: Collection[int]) -> None:
    wrong.unless(len(rows) <= 5, "components", "Must be 5 or fewer in length.")
    for at, row in enumerate(rows):
        if wrong.unless(row.get("type") == ROW, f"components.{at}", "Only action rows here"):
            _check_row(wrong, row, f"components.{at}", emoji)
    _check_unique(wrong, rows)


def _check_row(wrong: Wrong, row: Json, path: str, emoji: Collection[int]) -> None:
    inside = row.get("components") or []
    wrong.unless(1 <= len(inside) <= 5, f"{path}.components", "Must be between 1 and 5 in length.")
    kinds = {one.get("type") for one in inside}
    lonely = not kinds & set(SELECTS) or len(inside) == 1
    wrong.unless(lonely, path, "A select stands alone in its row")
    for number, one in enumerate(inside):
        where = f"{path}.components.{number}"
        if one.get("type") == BUTTON:
            _check_button(wrong, one, where, emoji)
        elif one.get("type") in SELECTS:
            _check_select(wrong, one, where)
        else:
            wrong.unless(False, where, "Not allowed in an action row")


def _check_button(wrong: Wrong, one: Json, path: str, emoji: Collection[int]) -> None:
    style, label = one.get("style"), one.get("label")
    wrong.unless(style in (1, 2, 3, 4, 5, 6), f"{path}.style", "Unknown style")
    if label is not None:
        wrong.text(label, f"{path}.label", 0, 80)
    wrong.unless(label or one.get("emoji"), path, "A label or an emoji is required")
    if one.get("emoji", {}).get("id"):
        known = int(one["emoji"]["id"]) in emoji
        wrong.unless(known, f"{path}.emoji.id", "Invalid emoji")
    if style == 5:
        wrong.unless(one.get("url") and "custom_id" not in one, path, "A link has a url, no id")
        wrong.text(one.get("url"), f"{path}.url", 1, 512)
    else:
        wrong.text(one.get("custom_id"), f"{path}.custom_id", 1, 100)


def _check_select(wrong: Wrong, one: Json, path: str) -> None:
    wrong.text(one.get("custom_id"), f"{path}.custom_id", 1, 100)
    if one.get("placeholder") is not None:
        wrong.text(one["placeholder"], f"{path}.placeholder", 0, 150)
    if one["type"] != SELECT:
        return
    options = one.get("options") or []
    wrong.unless(1 <= len(options) <= 25, f"{path}.options", "Must be between 1 and 25 in length.")
    values = [option.get("value") for option in options]
    wrong.unless(len(set(values)) == len(values), f"{path}.options", "Values must be unique")
    chosen = sum(bool(option.get("default")) for option in options)
    wrong.unless(chosen <= one.get("max_values", 1), f"{path}.options", "Too many defaults")
    for number, option in enumerate(options):
        for name in ("label", "value"):
            wrong.text(option.get(name), f"{path}.options.{number}.{name}", 1, 100)
        if option.get("description") is not None:
            wrong.text(option["description"], f"{path}.options.{number}.description", 0, 100)


def _check_unique(wrong: Wrong, components: Sequence[Json]) -> None:
    ids = [one["custom_id"] for one in walk(components) if one.get("custom_id")]
    wrong.unless(
        len(set(ids)) == len(ids), "components", "Component custom id cannot be duplicated"
    )


def _check_layout(wrong: Wrong, components: Sequence[Json], emoji: Collection[int]) -> None:
    """Components of the second version: 40 in all, 4000 characters of text."""
    every = list(walk(components))
    wrong.unless(every, "components", "This field is required")
    wrong.unless(len(every) <= 40, "components", "Must be 40 or fewer in total.")
    text = sum(len(one.get("content", "")) for one in every if one.get("type") == TEXT)
    wrong.unless(text <= 4000, "components", "Displayable text exceeds 4000")
    top = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}
    for at, one in enumerate(components):
        wrong.unless(one.get("type") in top, f"components.{at}", "Not allowed at the top")
    for at, one in enumerate(every):
        if one.get("type") == ROW:
            _check_row(wrong, one, f"components.{at}", emoji)
        elif one.get("type") == TEXT:
            wrong.text(one.get("content"), f"components.{at}.content", 1, 4000)
    _check_unique(wrong, components)


def check_modal(modal: Json) -> None:
    """Refuse a form that the API would refuse."""
    wrong = Wrong()
    wrong.text(modal.get("title"), "title", 1, 45)
    wrong.text(modal.get("custom_id"), "custom_id", 1, 100)
    rows = modal.get("components") or []
    wrong.unless(1 <= len(rows) <= 5, "components", "Must be between 1 and 5 in length.")
    for at, row in enumerate(rows):
        path = f"components.{at}"
        if row.get("type") == LABEL:
            wrong.text(row.get("label"), f"{path}.label", 1, 45)
            if row.get("description") is not None:
                wrong.text(row["description"], f"{path}.description", 0, 100)
            _check_input(wrong, row.get("component") or {}, f"{path}.component", labelled=True)
        elif row.get("type") == ROW:
            inside: list[Json] = row.get("components") or [{}]
            for one in inside:
                _check_input(wrong, one, f"{path}.components.0", labelled=False)
        else:
            wrong.unless(row.get("type") == TEXT, path, "Not allowed in a modal")
    _check_unique(wrong, rows)
    wrong.refuse()


def _check_input(wrong: Wrong, one: Json, path: str, *, labelled: bool) -> None:
    wrong.text(one.get("custom_id"), f"{path}.custom_id", 1, 100)
    if one.get("type") in SELECTS:
        _check_select(wrong, one, path)
        return
    wrong.unless(one.get("type") == INPUT, path, "Not allowed in a modal")
    wrong.unless(one.get("style") in (1, 2), f"{path}.style", "Unknown style")
    if labelled:
        wrong.unless(not one.get("label"), f"{path}.label", "The label stands outside")
    else:
        wrong.text(one.get("label"), f"{path}.label", 1, 45)
    if one.get("placeholder") is not None:
        wrong.text(one["placeholder"], f"{path}.placeholder", 0, 100)
    if one.get("value") is not None:
        wrong.text(one["value"], f"{path}.value", 0, one.get("max_length") or 4000)
    least, most = one.get("min_length") or 0, one.get("max_length") or 4000
    wrong.unless(0 <= least <= most <= 4000, f"{path}.max_length", "Must be between 1 and 4000")
