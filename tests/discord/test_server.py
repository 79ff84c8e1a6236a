"""The server itself refuses what Discord refuses, with its numbers; a bare client asks."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord as library
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.discord.check_message import LAYOUT
from tests.discord.clock import Clock
from tests.discord.refusal import Json
from tests.discord.server import Discord, loopback
from tests.discord.users import Impossible, User
from tests.discord.world import Channel

Hear = Callable[[library.Interaction], Awaitable[None]]


async def defer(interaction: library.Interaction) -> None:
    await interaction.response.defer()


class Bare(library.AutoShardedClient):
    """A client that does with interactions what a test tells it to."""

    def __init__(self) -> None:
        intents = library.Intents(guilds=True, guild_messages=True)
        super().__init__(intents=intents, max_ratelimit_timeout=30.0)
        self.heard: list[library.Interaction] = []
        self.hear: Hear | None = None

    async def on_interaction(self, interaction: library.Interaction) -> None:
        self.heard.append(interaction)
        if self.hear:
            await self.hear(interaction)


class Scene:
    def __init__(self, discord: Discord, client: Bare, user: User, channel: Channel) -> None:
        self.discord, self.client, self.user, self.channel = discord, client, user, channel

    async def post(self, **parts: Any) -> library.Message:
        return await self.client.get_partial_messageable(self.channel.id).send(**parts)

    async def raw(self, **body: Any) -> Any:
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=self.channel.id)
        return await self.client.http.request(route, json=body)

    async def put(self, commands: list[Json]) -> Any:
        application = self.client.application_id
        assert application
        return await self.client.http.bulk_upsert_global_commands(application, payload=commands)

    async def refused(self, code: int, work: Awaitable[object]) -> None:
        """It must be refused with this code, and be complained of."""
        with pytest.raises(library.HTTPException) as caught:
            await work
        assert caught.value.code == code
        assert str(code) in self.discord.complaints.pop()

    async def pressed(self, hear: Hear | None = None, *, wait: bool = True) -> Any:
        """Somebody presses a button; gives the library's interaction."""
        button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
        await self.raw(content="x", components=[{"type": 1, "components": [button]}])
        self.client.hear = hear
        await self.user.press(self.user.last(self.channel), "Go", wait=wait)
        await self.discord.until(lambda: self.client.heard)
        return self.client.heard.pop()


@pytest.fixture
async def scene(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    async with loopback(Discord(Clock())) as discord:
        monkeypatch.setattr(Route, "BASE", discord.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(discord.gateway_url))
        user = discord.user("Ann")
        guild = discord.guild("Casino", user)
        client = Bare()
        life = asyncio.create_task(client.start(discord.token))
        await discord.until(lambda: discord.gateway.alive)
        yield Scene(discord, client, user, next(iter(guild.channels.values())))
        await client.close()
        await asyncio.gather(life, return_exceptions=True)


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def button(number: int) -> Json:
    return {"type": 2, "style": 1, "label": f"b{number}", "custom_id": f"id{number}"}


def select(options: int) -> Json:
    offered = [{"label": f"o{number}", "value": f"v{number}"} for number in range(options)]
    return {"type": 3, "custom_id": "which", "options": offered}


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2001},
        {"embeds": [{"title": "x" * 257}]},
        {"embeds": [{"description": "x" * 4097}]},
        {"embeds": [{"title": "x", "fields": [{"name": "n", "value": "v"}] * 26}]},
        {"embeds": [{"fields": [{"name": "n", "value": " "}]}]},
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3001}]},
        {"embeds": [{"title": "x", "image": {"url": "attachment://no.png"}}]},
        {"content": "x", "components": [{"type": 1, "components": []}]},
        {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1}]}]},
        {
            "content": "x",
            "components": [
                {"type": 1, "components": [
                    {"type": 2, "style": 1, "label": "a", "custom_id": "same"},
                    {"type": 2, "style": 1, "label": "b", "custom_id": "same"},
                ]}
            ],
        },
        {"embeds": [{"title": "x", "fields": [{"name": "n" * 257, "value": "v"}]}]},
        {"embeds": [{"title": "x", "fields": [{"name": "n", "value": "v" * 1025}]}]},
        {"content": "x", "components": [row(button(0))] * 6},
        {"content": "x", "components": [row(*map(button, range(6)))]},
        {"content": "x", "components": [row(select(26))]},
        {"content": "x", "components": [row(select(2), button(0))]},
        {"content": "x", "components": [row(button(0) | {"label": "x" * 81})]},
        {"content": "x", "components": [row(button(0) | {"custom_id": "x" * 101})]},
        {"content": "x", "components": [row(button(0) | {"custom_id": ""})]},
        {"content": "x", "flags": LAYOUT, "components": [{"type": 10, "content": "x"}]},
        {"flags": LAYOUT, "components": [{"type": 10, "content": "x"}] * 41},
        {"content": "x", "flags": 64},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    ],
)  # fmt: skip
async def test_a_message_that_is_too_much_is_refused(scene: Scene, body: dict[str, Any]) -> None:
    await scene.refused(50035, scene.raw(**body))


async def test_an_empty_message_is_refused(scene: Scene) -> None:
    await scene.refused(50006, scene.raw(content=""))


async def test_a_file_too_large_is_refused(scene: Scene) -> None:
    large = library.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "large.png")
    await scene.refused(40005, scene.post(file=large))


def command(number: int = 0, **parts: Any) -> Json:
    return {"name": f"command{number}", "description": "does", "type": 1} | parts


@pytest.mark.parametrize(
    ("code", "commands"),
    [
        (30032, [command(number) for number in range(101)]),
        (50035, [command(name="x" * 33)]),
        (50035, [command(name="Upper")]),
        (50035, [command(description="x" * 101)]),
        (50035, [command(), command()]),
        (50035, [command(name_localizations={"ja": "空 白"})]),
        (50035, [command(description_localizations={"xx": "no such language"})]),
    ],
)
async def test_commands_that_are_wrong_are_refused(
    scene: Scene, code: int, commands: list[Json]
) -> None:
    await scene.refused(code, scene.put(commands))


async def test_so_many_new_commands_a_day_are_too_many(scene: Scene) -> None:
    for hundred in range(2):
        await scene.put([command(100 * hundred + number) for number in range(100)])
    with pytest.raises(library.RateLimited):
        await scene.put([command(999)])
    assert "30034" in scene.discord.complaints.pop()


async def test_an_application_has_room_for_so_many_emoji(scene: Scene) -> None:
    scene.discord.own_emoji(*(f"e{number}" for number in range(2000)))
    image = b"\x89PNG\r\n\x1a\n"
    await scene.refused(30008, scene.client.create_application_emoji(name="more", image=image))


async def test_from_so_many_servers_on_one_shard_is_not_enough(scene: Scene) -> None:
    guild = next(iter(scene.discord.world.guilds.values()))
    many = {guild.id + (number << 22): guild for number in range(2501)}
    scene.discord.world.guilds.update(many)
    scene.discord.clock.advance(10)
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(scene.discord.gateway_url) as line,
    ):
        await line.receive_json()
        asked = {"token": scene.discord.token, "intents": 1, "shard": [0, 1]}
        await line.send_json({"op": 2, "d": asked})
        await line.receive()
        assert line.close_code == 4011
    assert "4011" in scene.discord.complaints.pop()
    for made in many:
        del scene.discord.world.guilds[made]


async def test_an_address_that_was_refused_too_often_is_shut_out(scene: Scene) -> None:
    for _ in range(10_000):
        scene.discord.limits.invalid(403)
    with pytest.raises(library.HTTPException) as caught:
        await scene.post(content="x")
    assert caught.value.status == 429
    assert "banned" in scene.discord.complaints.pop()
    scene.discord.clock.advance(600)
    await scene.post(content="x")


async def test_the_bot_sends_so_many_requests_a_second_and_answers_besides(scene: Scene) -> None:
    interaction = await scene.pressed(defer)
    limits, now = scene.discord.limits, scene.discord.clock.now() + 1
    limits.clock = Clock(lambda: now)
    took = [limits.take("GET", f"/guilds/{number}/members/1")[0] for number in range(51)]
    assert [one.status for one in took if one] == [429]
    assert json.loads(next(one.body for one in took if one))["global"] is True
    assert limits.exceeded.pop().startswith("global")
    # What a press may edit counts against no limit of the bot's.
    await interaction.edit_original_response(content="still")


async def test_an_interaction_is_answered_once_and_in_time(scene: Scene) -> None:
    interaction = await scene.pressed(defer)
    again = library.InteractionResponse(interaction)
    await scene.refused(40060, again.send_message("twice"))
    late = await scene.pressed(None, wait=False)
    scene.discord.clock.advance(3.5)
    await scene.refused(10062, late.response.defer())


async def test_a_form_may_not_follow_an_acknowledgement_or_a_form(scene: Scene) -> None:
    form = library.ui.Modal(title="Form", custom_id="form")
    form.add_item(library.ui.Label(text="Blank", component=library.ui.TextInput(custom_id="b")))
    deferred = await scene.pressed(defer)
    second = library.InteractionResponse(deferred)
    await scene.refused(40060, second.send_modal(form))


async def test_a_token_lasts_a_quarter_of_an_hour(scene: Scene) -> None:
    interaction = await scene.pressed(defer)
    await interaction.edit_original_response(content="still")
    scene.discord.clock.advance(15 * 60)
    await scene.refused(50027, interaction.edit_original_response(content="too late"))


async def test_the_first_answer_after_thinking_takes_its_place_and_stays_hidden(
    scene: Scene,
) -> None:
    async def hear(one: library.Interaction) -> None:
        await one.response.defer(ephemeral=True, thinking=True)
        await one.followup.send("here", ephemeral=False)

    await scene.pressed(hear)
    await scene.discord.until(lambda: scene.user.last(scene.channel).content == "here")
    assert scene.user.last(scene.channel).only is scene.user.account


async def test_who_closed_their_messages_or_left_cannot_be_written_to(scene: Scene) -> None:
    dm = await scene.client.create_dm(library.Object(scene.user.id))
    scene.user.close_dms()
    await scene.refused(50007, dm.send("hello"))
    guild = scene.channel.guild
    assert guild
    scene.discord.leave(guild, scene.user)
    await scene.refused(50278, dm.send("hello"))


async def test_what_is_gone_or_forbidden_says_so(scene: Scene) -> None:
    message = await scene.post(content="x")
    scene.discord.moderate(scene.user.last(scene.channel))
    await scene.refused(10008, message.edit(content="y"))
    scene.discord.deny(scene.channel, scene.discord.bot, 1 << 11)
    await scene.refused(50013, scene.post(content="x"))
    scene.discord.deny(scene.channel, scene.discord.bot, 1 << 10)
    await scene.refused(50001, scene.post(content="x"))
    scene.discord.remove_channel(scene.channel)
    await scene.refused(10003, scene.post(content="x"))


async def test_an_archived_thread_takes_no_edits_and_a_locked_one_nothing(scene: Scene) -> None:
    thread = scene.discord.thread(scene.channel, "talk")
    place = scene.client.get_partial_messageable(thread.id)
    message = await place.send("x")
    thread.archived = True
    await scene.refused(50083, message.edit(content="y"))
    await place.send("woken")
    assert not thread.archived
    thread.archived = thread.locked = True
    await scene.refused(50083, place.send("no"))


async def test_old_messages_take_few_edits(scene: Scene) -> None:
    message = await scene.post(content="x")
    scene.discord.clock.advance(3700)
    for number in range(5):
        await message.edit(content=str(number))
    with pytest.raises(library.RateLimited):
        await message.edit(content="one more")
    assert "30046" in scene.discord.complaints.pop()


async def test_the_same_nonce_makes_one_message(scene: Scene) -> None:
    first = await scene.post(content="x", nonce="once")
    again = await scene.post(content="x", nonce="once")
    assert first.id == again.id
    scene.discord.clock.advance(600)
    assert (await scene.post(content="x", nonce="once")).id != first.id


async def test_too_many_requests_are_turned_away_and_counted(scene: Scene) -> None:
    # Without the library's patience: it would keep to the headers.
    url = f"{scene.discord.api_url}/channels/{scene.channel.id}/messages"
    headers = {"Authorization": f"Bot {scene.discord.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(6):
            async with session.post(url, json={"content": "x"}) as answer:
                assert answer.headers["X-RateLimit-Limit"] == "5"
                assert answer.status == (200 if number < 5 else 429)
                body = await answer.json()
    assert 0 < body["retry_after"] <= 5
    assert scene.discord.limits.exceeded.pop().startswith("post")


async def test_people_cannot_do_what_their_client_would_not_let_them(scene: Scene) -> None:
    await scene.post(content="x")
    with pytest.raises(Impossible):
        await scene.user.press(scene.user.last(scene.channel), "Nothing")
    with pytest.raises(Impossible):
        await scene.user.type(scene.channel, "nothing")
