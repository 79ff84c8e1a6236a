"""Whether blocks are such as Slack would take: every length, every count, every place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tests.slack import check_elements
from tests.slack.check_elements import INPUTS, INTERACTIVE, check_element, check_text
from tests.slack.refusal import Json, Refusal, Wrong

MESSAGE, MODAL, HOME = "message", "modal", "home"
BLOCKS_MOST = {MESSAGE: 50, MODAL: 100, HOME: 100}
TEXT_MOST, BLOCK_COSTS = 13_200, 120
"""What blocks of a message may hold in all, and what each costs besides its text (observed)."""
FILE_ID = re.compile(r"F[A-Z0-9]{8,}")

FileFits = Callable[[str], bool]
"""Whether a file of this id can be shown in an image block now."""


def check_blocks(
    blocks: object, surface: str, shows: FileFits, error: str = "invalid_blocks"
) -> list[Json]:
    """The blocks, where Slack would take them. Raises Refusal."""
    if not isinstance(blocks, list) or not all(isinstance(one, dict) for one in blocks):
        raise Refusal("invalid_blocks_format")
    wrong = Wrong(error)
    most = BLOCKS_MOST[surface]
    wrong.unless(len(blocks) <= most, "/blocks", f"no more than {most} items allowed")
    for at, block in enumerate(blocks):
        _check_block(wrong, block, f"/blocks/{at}", surface, shows)
    _check_unique(wrong, blocks)
    wrong.refuse()
    if surface == MESSAGE and weight(blocks) > TEXT_MOST:
        raise Refusal("msg_blocks_too_long")
    return blocks


def weight(blocks: Sequence[Json]) -> int:
    """What the blocks of a message count for: their texts, and something for each."""
    texts = sum(len(one["text"]) for one in walk(blocks) if isinstance(one.get("text"), str))
    return texts + BLOCK_COSTS * len(blocks)


def walk(node: object) -> Iterator[Json]:
    """Every object of some blocks, those within others too."""
    if isinstance(node, dict):
        yield node
        for inner in node.values():
            yield from walk(inner)
    elif isinstance(node, list | tuple):
        for inner in node:
            yield from walk(inner)


def _check_block(wrong: Wrong, block: Json, path: str, surface: str, shows: FileFits) -> None:
    kind = block.get("type")
    check = _BLOCKS.get(kind) if isinstance(kind, str) else None
    if not wrong.unless(check, path, f"unsupported type: {kind}") or check is None:
        return
    if "block_id" in block:
        wrong.text(block["block_id"], f"{path}/block_id", 255)
    if kind == "image":
        _check_picture(wrong, block, path, shows)
    check(wrong, block, path)
    for at, one in enumerate(block.get("elements") or ()):
        if kind == "context" and isinstance(one, dict) and one.get("type") == "image":
            _check_picture(wrong, one, f"{path}/elements/{at}", shows)
    accessory = block.get("accessory")
    if isinstance(accessory, dict) and accessory.get("type") == "image":
        _check_picture(wrong, accessory, f"{path}/accessory", shows)


def _section(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id text fields accessory expand")
    text, fields = block.get("text"), block.get("fields")
    wrong.unless(text or fields, path, "missing required field: text or fields")
    if text is not None:
        check_text(wrong, text, f"{path}/text", 3000)
    if fields is not None and wrong.unless(isinstance(fields, list), path, "fields is a list"):
        wrong.unless(1 <= len(fields) <= 10, f"{path}/fields", "no more than 10 items allowed")
        for at, field in enumerate(fields):
            check_text(wrong, field, f"{path}/fields/{at}", 2000)
    accessory = block.get("accessory")
    if accessory is not None and accessory.get("type") != "image":
        check_element(wrong, accessory, f"{path}/accessory", INTERACTIVE)


def _actions(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id elements")
    elements = block.get("elements")
    if not wrong.unless(isinstance(elements, list) and elements, path, "missing elements"):
        return
    assert isinstance(elements, list)
    wrong.unless(len(elements) <= 25, f"{path}/elements", "no more than 25 items allowed")
    for at, one in enumerate(elements):
        check_element(wrong, one, f"{path}/elements/{at}", INTERACTIVE)


def _context(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id elements")
    elements = block.get("elements")
    if not wrong.unless(isinstance(elements, list) and elements, path, "missing elements"):
        return
    assert isinstance(elements, list)
    wrong.unless(len(elements) <= 10, f"{path}/elements", "no more than 10 items allowed")
    for at, one in enumerate(elements):
        if one.get("type") != "image":
            check_text(wrong, one, f"{path}/elements/{at}", 3000)


def _header(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id text level")
    check_text(wrong, block.get("text"), f"{path}/text", 150, plain=True)


def _divider(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id")


def _image(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id image_url slack_file alt_text title")
    if block.get("title") is not None:
        check_text(wrong, block["title"], f"{path}/title", 2000, plain=True)


def _check_picture(wrong: Wrong, one: Json, path: str, shows: FileFits) -> None:
    """An image, as a block or within one: what it shows and the words that say the same."""
    wrong.text(one.get("alt_text"), f"{path}/alt_text", 2000)
    file, url = one.get("slack_file"), one.get("image_url")
    wrong.unless((file is None) != (url is None), path, "needs one of image_url and slack_file")
    if url is not None:
        wrong.text(url, f"{path}/image_url", 3000)
    if not isinstance(file, dict):
        return
    key = file.get("id")
    if "url" in file:
        key = next(iter(FILE_ID.findall(str(file["url"]))), "")
    elif not wrong.unless(
        isinstance(key, str) and FILE_ID.fullmatch(key), f"{path}/slack_file/id",
        "input must match regex pattern: ^[F][A-Z0-9]{8,}$",
    ):  # fmt: skip
        return
    wrong.unless(shows(str(key)), f"{path}/slack_file", "invalid slack file")


def _input(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id label element hint optional dispatch_action")
    check_text(wrong, block.get("label"), f"{path}/label", 2000, plain=True)
    if block.get("hint") is not None:
        check_text(wrong, block["hint"], f"{path}/hint", 2000, plain=True)
    check_element(wrong, block.get("element"), f"{path}/element", INPUTS)


def _markdown(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id text")
    wrong.text(block.get("text"), f"{path}/text", 12_000)


def _rich_text(wrong: Wrong, block: Json, path: str) -> None:
    wrong.known(block, path, "block_id elements")
    allowed = {"rich_text_section", "rich_text_list", "rich_text_preformatted", "rich_text_quote"}
    for at, one in enumerate(block.get("elements") or ()):
        wrong.unless(one.get("type") in allowed, f"{path}/elements/{at}", "unsupported type")


_BLOCKS: dict[str, Callable[[Wrong, Json, str], None]] = {
    "section": _section,
    "actions": _actions,
    "context": _context,
    "header": _header,
    "divider": _divider,
    "image": _image,
    "input": _input,
    "markdown": _markdown,
    "rich_text": _rich_text,
}


def _check_unique(wrong: Wrong, blocks: Sequence[Json]) -> None:
    """A block's id is its own in the message, an action's in its block."""
    seen: set[str] = set()
    for at, block in enumerate(blocks):
        key = block.get("block_id")
        if isinstance(key, str):
            wrong.unless(key not in seen, f"/blocks/{at}/block_id", "block_id already exists")
            seen.add(key)
        actions = [str(one["action_id"]) for one in elements_of(block) if "action_id" in one]
        wrong.unless(len(set(actions)) == len(actions), f"/blocks/{at}", "action_id already exists")


def elements_of(block: Json) -> list[Json]:
    """The elements of a block with which a person can do something."""
    found = [block.get("accessory"), block.get("element"), *(block.get("elements") or ())]
    return [
        one for one in found
        if isinstance(one, dict) and one.get("type") in check_elements.ALL
    ]  # fmt: skip
