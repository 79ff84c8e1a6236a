"""What the API answers when it refuses, in Slack's own words."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

_NAMES = """
    account_inactive alt_txt_too_large cannot_dm_bot cant_delete_message cant_update_message
    channel_not_found duplicate_external_id exchanged_trigger_id expired_trigger_id expired_url
    file_deleted file_not_found hash_conflict internal_error invalid_arguments invalid_auth
    invalid_blocks invalid_blocks_format invalid_form_data invalid_json invalid_post_type
    invalid_trigger_id invalid_users is_archived is_inactive message_not_found
    messages_tab_disabled method_not_supported_for_channel_type missing_argument missing_scope
    msg_blocks_too_long msg_too_long name_taken no_text not_allowed_token_type not_authed
    not_enabled not_found not_in_channel posting_to_channel_denied push_limit_reached ratelimited
    restricted_action restricted_action_read_only_channel token_revoked unknown_method used_url
    user_disabled user_not_found user_not_in_channel user_not_visible users_list_not_supplied
    view_too_large
"""
ERRORS = frozenset(_NAMES.split())
"""Names of errors as the methods' own pages give them, and the few that others have met."""


class Refusal(Exception):
    """An answer that is not ok. `details` say what is wrong and where, `more` joins the body."""

    def __init__(self, error: str, *details: str, **more: object) -> None:
        assert error in ERRORS, f"Slack has no error {error}"
        self.error = error
        self.details = details
        self.more = more
        super().__init__(" ".join([error, *details]))

    def body(self) -> Json:
        body: Json = {"ok": False, "error": self.error, **self.more}
        if self.details:
            messages = [f"[ERROR] {one}" for one in self.details]
            body["response_metadata"] = {"messages": messages}
            if self.error == "invalid_blocks":
                body["errors"] = list(self.details)
        return body


class Wrong:
    """Collects what is wrong with blocks or a view, each with its place, and refuses it at once."""

    def __init__(self, error: str = "invalid_blocks") -> None:
        self.error = error
        self.found: list[str] = []

    def unless(self, fine: object, path: str, why: str) -> bool:
        """Note that what stands at `path` is wrong unless it is fine; says whether it is."""
        if not fine:
            self.found.append(f"{why} [json-pointer:{path}]")
        return bool(fine)

    def text(self, value: object, path: str, most: int, least: int = 1) -> bool:
        """A text of so many characters."""
        if not self.unless(isinstance(value, str), path, "must be a string"):
            return False
        assert isinstance(value, str)
        return self.unless(
            len(value) >= least, path, f"must be more than {least - 1} characters"
        ) and self.unless(len(value) <= most, path, f"must be less than {most + 1} characters")

    def known(self, one: Json, path: str, allowed: str) -> None:
        """Nothing may stand in an object that the reference does not know."""
        for name in set(one) - set(allowed.split()) - {"type"}:
            self.unless(False, path, f"additional property {name} not allowed")

    def refuse(self) -> None:
        if self.found:
            raise Refusal(self.error, *self.found)
