"""Every scene on every platform: taken, readable, with all that can be pressed, and only words."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest

from adapters import slack_views
from bot.chat import Message
from bot.text import LANGUAGES
from tests.adapters.conformance.eyes import FORMS, LOOKS, PEN, Seen
from tests.adapters.conformance.scenes import Play, every_scene
from tests.slack.check_view import check_view

LOG_LINES = 3
"""So many of the newest lines of a log must be there, however full a message is."""

platforms = pytest.mark.parametrize("platform", sorted(LOOKS))
languages = pytest.mark.parametrize("language", LANGUAGES)


@cache
def played(language: str) -> Play:
    return asyncio.run(every_scene(language))


def squeezed(text: str) -> str:
    """A text without its blanks and marks of direction, which platforms set as they like."""
    return "".join(text.replace("\u2068", "").replace("\u2069", "").split())


def missing(message: Message, seen: Seen) -> list[str]:
    """What must be readable and is not."""
    told = [message.title, message.headline, *message.log[-LOG_LINES:]]
    told += [part for pair in message.fields for part in pair]
    told += [link.label for link in message.links]
    for cards in message.cards:
        told += [*cards.faces, cards.note, cards.label if cards.faces or cards.note else ""]
    if message.picture:
        # Then the text says only what it shows.
        told.append(message.picture.alt.split("\n")[0])
    else:
        told += message.text.split("\n")
    shown = squeezed(seen.words)
    return [one for one in told if squeezed(one) not in shown]


@languages
@platforms
def test_everything_that_matters_can_be_read(platform: str, language: str) -> None:
    for name, message, public in played(language).scenes:
        seen = LOOKS[platform](message, public)
        assert missing(message, seen) == [], name
        assert seen.risky == [], name


@languages
@platforms
def test_everything_that_may_be_pressed_can_be_and_nothing_else(
    platform: str, language: str
) -> None:
    for name, message, public in played(language).scenes:
        seen = LOOKS[platform](message, public)
        may = {b.token for row in message.rows for b in row if not b.disabled}
        assert set(seen.buttons) == may, name
        choices = [choice.value for choice in message.select.choices] if message.select else []
        assert seen.choices == choices, name


@languages
@platforms
def test_every_form_can_be_filled_in(platform: str, language: str) -> None:
    for name, form in played(language).forms:
        seen = FORMS[platform](form)
        assert seen.blanks == [blank.name for blank in form.blanks], name
        assert all(squeezed(blank.label) in squeezed(seen.words) for blank in form.blanks), name


@languages
def test_the_overview_fits_a_tab_and_a_modal(language: str) -> None:
    for _, seen in played(language).overviews:
        blocks = slack_views.overview(PEN, seen)
        check_view(slack_views.home(blocks), "home", lambda key: True)
        check_view(slack_views.modal(blocks, language), "modal", lambda key: True)


@languages
def test_the_scenes_are_of_every_kind(language: str) -> None:
    scenes = played(language).scenes
    messages = [scene.message for scene in scenes]
    assert len(played(language).forms) >= 2
    assert any(message.select for message in messages)
    assert any(message.picture for message in messages)
    assert any(message.clock for message in messages)
    assert any(button.disabled for m in messages for row in m.rows for button in row)
    assert {message.tone for message in messages} >= {"", "turn", "won", "lost", "refused"}
    assert {message.language for message in messages} == {language}
