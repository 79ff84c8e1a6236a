"""Who may come in, as whom, and who hosts."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest

from adapters.web import Web
from tests.adapters.guest import Guest, open_house
from tests.adapters.toy import Shelves, ToyDealer

PAGE = Path(__file__).parents[2] / "adapters/page"
NAMESPACE = "http://www.w3.org/2000/svg"
"""A name for elements of drawings; nothing is loaded from there."""


async def test_a_browser_stays_a_person_over_a_restart() -> None:
    memory = Shelves()
    async with open_house(memory) as house, Guest(house) as ann:
        tab = await ann.sit()
        await tab.tell("name", name="Ann")
        assert (await tab.until("me"))["me"]["name"] == "Ann"
        kept = ann.cookies
        first = tab.me["id"]
        await tab.close()
    async with open_house(memory) as house, Guest(house) as back:
        back.bring(kept)
        tab = await back.sit()
        assert tab.me == {"id": first, "name": "Ann", "language": "en", "chosen": True}
        await tab.close()


async def test_two_browsers_are_two_persons() -> None:
    async with open_house() as house, Guest(house) as ann, Guest(house) as bob:
        one, other = await ann.sit(), await bob.sit()
        assert one.me["id"] != other.me["id"]
        await one.close()
        await other.close()


async def test_a_forged_cookie_is_nobody() -> None:
    async with open_house() as house, Guest(house) as ann, Guest(house) as eve:
        tab = await ann.sit()
        ((name, value),) = ann.cookies.items()
        signature = eve.cookies.get(name, value).partition(".")[2]
        for forged in (f"web:{'0' * 16}.{signature}", value[:-1], value + "0", "é.é", tab.me["id"]):
            async with eve.session.ws_connect(
                f"{house.url}/socket?v=1",
                headers={"Origin": house.url, "Cookie": f"{name}={forged}"},
            ) as socket:
                assert await socket.receive_json() == {"kind": "error", "error": "who"}
        await tab.close()


async def test_cookies_are_out_of_reach_of_scripts_and_other_sites() -> None:
    async with open_house() as house, Guest(house) as ann:
        async with ann.session.get(f"{house.url}/") as page:
            ((_, cookie),) = page.cookies.items()
            assert cookie["httponly"]
            assert cookie["samesite"] == "Lax"
            policy = page.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert page.headers["X-Content-Type-Options"] == "nosniff"
        async with ann.session.get(f"{house.url}/nowhere") as nowhere:
            assert nowhere.status == 404
            assert nowhere.headers["X-Frame-Options"] == "DENY"


async def test_the_page_brings_nothing_inline_and_nothing_from_elsewhere() -> None:
    async with open_house() as house, Guest(house) as ann:
        _, page = await ann.get("/")
        assert "style=" not in page
        assert "<script>" not in page
        assert "onclick" not in page
        parts = [*PAGE.glob("*.js"), *PAGE.glob("*.css")]
        assert len(parts) > 10
        for part in parts:
            status, text = await ann.get(f"/page/{part.name}")
            assert status == 200
            assert "innerHTML" not in text
            assert "://" not in text.replace(NAMESPACE, "")
        assert (await ann.get("/page/..%2Fweb.py"))[0] == 404


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://[", None]
)
async def test_a_socket_opens_only_from_the_page_itself(origin: str | None) -> None:
    async with open_house() as house, Guest(house) as ann:
        await ann.get("/")
        headers = {} if origin is None else {"Origin": origin}
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await ann.session.ws_connect(f"{house.url}/socket?v=1", headers=headers)
        assert refused.value.status == 403


async def test_a_name_pointed_at_loopback_is_refused() -> None:
    async with open_house() as house, Guest(house) as ann:
        port = house.web.port
        for name in (f"evil.example:{port}", "192.168.1.5", "[::", "localhost.evil.example"):
            assert (await ann.get("/", headers={"Host": name}))[0] == 403
        for name in (f"localhost:{port}", f"[::1]:{port}", "127.0.0.1"):
            assert (await ann.get("/", headers={"Host": name}))[0] == 200


async def test_loopback_hosts_and_needs_no_link() -> None:
    async with open_house() as house, Guest(house) as ann:
        tab = await ann.sit()
        assert tab.state["host"] is True
        await tab.ask("say", text="/deal")
        assert house.dealer.lines[0].host is True
        assert house.web.invite_link is None
        assert house.web.host_link is None
        await tab.close()


async def test_a_request_through_a_proxy_is_not_local() -> None:
    async with open_house() as house, Guest(house) as ann:
        assert (await ann.get("/", headers={"X-Forwarded-For": "203.0.113.9"}))[0] == 403


async def test_on_loopback_behind_a_public_address_the_page_wants_an_invite() -> None:
    async with open_house(url="https://cards.example") as house, Guest(house) as ann:
        public = {"Host": "cards.example", "X-Forwarded-For": "203.0.113.9"}
        assert (await ann.get("/", headers=public))[0] == 403
        assert (await ann.get("/"))[0] == 403
        path = str(house.web.invite_link).removeprefix("https://cards.example")
        async with ann.session.get(
            house.url + path, headers=public, allow_redirects=False
        ) as entered:
            assert entered.status == 303
            assert all(cookie["secure"] for cookie in entered.cookies.values())
            shown = "; ".join(f"{name}={c.value}" for name, c in entered.cookies.items())
        headers = {"Origin": "https://cards.example", "Cookie": shown}
        socket = await ann.session.ws_connect(f"{house.url}/socket?v=1", headers=headers)
        state = await socket.receive_json()
        assert (state["kind"], state["host"]) == ("state", False)


async def test_bound_elsewhere_the_page_wants_an_invite() -> None:
    async with open_house(host="0.0.0.0") as house, Guest(house, "ja") as eve:
        for path in ("/", "/c/lobby", "/page/page.js", "/picture/0.png", "/socket"):
            assert (await eve.get(path))[0] == 403
        _, page = await eve.get("/")
        assert 'lang="ja"' in page
        assert "招待" in page
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await eve.session.ws_connect(f"{house.url}/socket?v=1", headers={"Origin": house.url})
        assert refused.value.status == 403
        status, page = await eve.get("/join/not-the-right-one")
        assert status == 403
        assert "招待リンク" in page
        assert eve.cookies == {}


async def test_the_invite_link_lets_in_as_a_guest_and_the_host_link_as_a_host() -> None:
    async with open_house(host="0.0.0.0") as house:
        assert house.web.invite_link is not None
        assert house.web.host_link is not None
        invite, host = (
            link.partition("://")[2].partition("/")[2]
            for link in (house.web.invite_link, house.web.host_link)
        )
        async with Guest(house) as ann, Guest(house) as hal:
            assert (await ann.get(f"/{invite}"))[0] == 200
            assert (await hal.get(f"/{host}"))[0] == 200
            guest, manager = await ann.sit(), await hal.sit()
            assert guest.state["host"] is False
            assert manager.state["host"] is True
            await guest.ask("say", text="/deal")
            assert house.dealer.lines[0].host is False
            await guest.close()
            await manager.close()


async def test_a_pass_is_no_use_to_another_person_and_ends_with_its_invite() -> None:
    memory = Shelves()
    old, new = "first-invite-0123456789", "other-invite-0123456789"
    async with (
        open_house(memory, host="0.0.0.0", invite=old) as house,
        Guest(house) as ann,
        Guest(house) as eve,
    ):
        await ann.get(f"/join/{old}")
        kept = ann.cookies
        await eve.get(f"/join/{old}")
        pass_name = next(name for name in kept if "pass" in name)
        eve.bring({pass_name: kept[pass_name]})
        assert (await eve.get("/"))[0] == 403
    async with open_house(memory, host="0.0.0.0", invite=new) as house, Guest(house) as ann:
        ann.bring(kept)
        assert (await ann.get("/"))[0] == 403


async def test_the_invite_lasts_over_a_restart() -> None:
    memory = Shelves()
    links = []
    for _ in range(2):
        async with open_house(memory, host="0.0.0.0", url="https://cards.example/") as house:
            links.append((house.web.invite_link, house.web.host_link))
    assert links[0] == links[1]
    assert str(links[0][0]).startswith("https://cards.example/join/")


async def test_an_invite_that_could_be_guessed_is_refused() -> None:
    for invite in ("short", "with spaces in the middle", "slash/slash/slash/slash"):
        page = Web(ToyDealer(), Shelves(), port=0, invite=invite)
        with pytest.raises(ValueError, match="invite"):
            await page.start()


async def test_a_taken_port_is_an_error_and_leaves_nothing_open() -> None:
    async with open_house() as house:
        second = Web(ToyDealer(), Shelves(), port=house.web.port)
        with pytest.raises(OSError, match="address"):
            await second.start()
