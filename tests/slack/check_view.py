"""Whether a modal or a Home tab, or the answer to one, is such as Slack would take."""

from __future__ import annotations

import json

from tests.slack.check_blocks import HOME, MODAL, FileFits, check_blocks
from tests.slack.check_elements import check_text
from tests.slack.refusal import Json, Refusal, Wrong

VIEW_BYTES = 250_000


def check_view(view: object, kind: str, shows: FileFits) -> Json:
    """The view, where Slack would take it. Raises Refusal."""
    if not isinstance(view, dict):
        raise Refusal("invalid_arguments", "must be an object [json-pointer:/view]")
    if len(json.dumps(view).encode()) > VIEW_BYTES:
        raise Refusal("view_too_large")
    wrong = Wrong("invalid_arguments")
    wrong.unless(view.get("type") == kind, "/view/type", f"must be {kind}")
    for name, most in (("private_metadata", 3000), ("callback_id", 255), ("external_id", 255)):
        if name in view:
            wrong.text(view[name], f"/view/{name}", most, least=0)
    if kind == MODAL:
        _check_modal(wrong, view)
    else:
        wrong.known(view, "/view", "blocks private_metadata callback_id external_id")
    wrong.refuse()
    check_blocks(view.get("blocks"), kind, shows, "invalid_arguments")
    return view


def _check_modal(wrong: Wrong, view: Json) -> None:
    wrong.known(
        view, "/view",
        "title blocks close submit private_metadata callback_id external_id clear_on_close "
        "notify_on_close submit_disabled",
    )  # fmt: skip
    check_text(wrong, view.get("title"), "/view/title", 24, plain=True)
    for name in ("close", "submit"):
        if view.get(name) is not None:
            check_text(wrong, view[name], f"/view/{name}", 24, plain=True)
    blocks = view.get("blocks") or []
    asks = any(isinstance(one, dict) and one.get("type") == "input" for one in blocks)
    wrong.unless(view.get("submit") or not asks, "/view", "missing required field: submit")


def check_action(answer: Json, view: Json, shows: FileFits) -> str:
    """What an app answers to a form that was sent: "", errors, update, push or clear."""
    action = answer.get("response_action", "")
    if action == "errors":
        asked = {one.get("block_id") for one in view["blocks"] if one["type"] == "input"}
        errors = answer.get("errors") or {}
        if not errors or not set(errors) <= asked:
            raise Refusal("invalid_arguments", f"errors of {set(errors)}, blanks are {asked}")
    elif action in ("update", "push"):
        check_view(answer.get("view"), MODAL, shows)
    elif action not in ("", "clear") or (not action and answer):
        raise Refusal("invalid_arguments", f"no such response_action: {answer}")
    return str(action)


__all__ = ["HOME", "MODAL", "check_action", "check_view"]
