"""Forms and the Home tab: the server refuses what Slack refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.slack.desk import Deed
from tests.slack.refusal import Json
from tests.slack.scene import Scene, blank, button, modal, plain, row, section
from tests.slack.users import Impossible


async def opened(scene: Scene, *blocks: Json, **more: object) -> Deed:
    """Ann presses a button that opens a form."""

    async def hear(body: Json) -> None:
        if body.get("type") == "block_actions":
            view = modal(*blocks, **more)
            await scene.client.views_open(trigger_id=body["trigger_id"], view=view)

    scene.bare.hear = hear
    return await scene.pressed()


async def test_a_form_is_filled_in_sent_and_closed(scene: Scene) -> None:
    deed = await opened(scene)
    await scene.ann.sends(deed.modal, {"Amount": "300"})
    told = scene.bare.heard[-1]
    assert told["view"]["state"]["values"]["amount"]["typed"]["value"] == "300"
    assert deed.modal
    assert not deed.modal.open
    with pytest.raises(Impossible):
        await scene.ann.sends(deed.modal, {"Amount": "300"})


async def test_a_form_that_is_answered_with_errors_stays(scene: Scene) -> None:
    deed = await opened(scene)

    async def hear(body: Json) -> Json:
        return {"response_action": "errors", "errors": {"amount": "too much"}}

    scene.bare.hear = hear
    sent = await scene.ann.sends(deed.modal, {"Amount": "9000"})
    assert sent.errors == {"amount": "too much"}
    assert deed.modal
    assert deed.modal.open


async def test_a_trigger_is_good_once_and_for_three_seconds(scene: Scene) -> None:
    await opened(scene)
    again: Any = {"trigger_id": scene.bare.heard[-1]["trigger_id"], "view": modal()}
    await scene.bare.refuses("exchanged_trigger_id", scene.client.views_open(**again))
    await scene.ann.types("/poker help", scene.channel)
    scene.slack.clock.advance(3.1)
    late: Any = {"trigger_id": scene.bare.heard[-1]["trigger_id"], "view": modal()}
    await scene.bare.refuses("expired_trigger_id", scene.client.views_open(**late))
    made_up: Any = {"trigger_id": "1.2.3", "view": modal()}
    await scene.bare.refuses("invalid_trigger_id", scene.client.views_open(**made_up))


@pytest.mark.parametrize(
    "view",
    [
        modal(title=plain("x" * 25)),
        modal(submit=plain("x" * 25)),
        modal(close=plain("x" * 25)),
        modal(private_metadata="x" * 3001),
        modal(callback_id="x" * 256),
        modal(*[section()] * 101),
        {"type": "modal", "title": plain("x"), "blocks": [blank()]},
        modal(blank(label=plain("x" * 2001))),
        modal(blank(element={"type": "plain_text_input", "max_length": 3001})),
        modal(blank(element={"type": "number_input"})),
        modal(blank(element=button())),
        modal(colour="red"),
    ],
)
async def test_a_form_that_is_too_much_is_refused(scene: Scene, view: Json) -> None:
    await scene.ann.types("/poker help", scene.channel)
    trigger = scene.bare.heard[-1]["trigger_id"]
    opening = scene.client.views_open(trigger_id=trigger, view=view)
    await scene.bare.refuses("invalid_arguments", opening)


async def test_forms_lie_on_top_of_each_other_three_high(scene: Scene) -> None:
    deed = await opened(scene, section(), row(button("More")))
    view = deed.modal
    assert view

    async def hear(body: Json) -> None:
        await scene.client.views_push(
            trigger_id=body["trigger_id"], view=modal(section(), row(button("More")))
        )

    for _ in range(2):
        scene.bare.hear = hear
        pushed = await scene.ann.presses("More", view)
        view = pushed.modal
        assert view
    scene.bare.hear = None
    await scene.ann.presses("More", view)
    trigger = scene.bare.heard[-1]["trigger_id"]
    pushing = scene.client.views_push(trigger_id=trigger, view=modal())
    await scene.bare.refuses("push_limit_reached", pushing)


async def test_a_form_that_is_closed_is_told_of_where_it_asks_to_be(scene: Scene) -> None:
    deed = await opened(scene, notify_on_close=True)
    assert deed.modal
    scene.bare.hear = None
    await scene.ann.closes(deed.modal)
    assert scene.bare.heard[-1]["type"] == "view_closed"
    update = scene.client.views_update(view_id=deed.modal.id, view=modal())
    await scene.bare.refuses("not_found", update)


async def test_a_home_tab_is_published_and_its_buttons_work(scene: Scene) -> None:
    view = {"type": "home", "blocks": [section("Your tables"), row(button())]}
    scene.ann.opens_home()
    assert (await scene.bare.next())["event"]["tab"] == "home"
    await scene.client.views_publish(user_id=scene.ann.id, view=view)
    home = scene.ann.home()
    assert home
    assert home.words() == "Your tables"
    await scene.ann.presses("Go", home)
    assert scene.bare.heard[-1]["container"]["type"] == "view"
    wrong = scene.client.views_publish(user_id=scene.ann.id, view=modal())
    await scene.bare.refuses("invalid_arguments", wrong)
