"""The door of the web page: who may come in, as whom, and who hosts.

A browser is a person by a signed cookie. A local page (bound to loopback, with no other address
of its own) lets everyone in, as hosts; elsewhere the secret link `/join/<secret>` lets in, and
`/host/<secret>` lets in as a host.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
from urllib.parse import urlsplit

from aiohttp import web

from bot.chat import Memory

SHELF = "web.secret"
YEAR = 365 * 24 * 3600
OTHER = re.compile("[2-9]")
PERSON = re.compile(r"web:[0-9a-f]{16}")
INVITE = re.compile(r"[A-Za-z0-9_-]{16,100}")


class Door:
    """Signs and checks the cookies. `open_door` makes one with secrets that outlast a restart."""

    def __init__(self, key: bytes, invite: str, host: str, *, local: bool, url: str | None) -> None:
        self.invite = invite
        self.host = host
        self._key = key
        self._local = local
        self._url = urlsplit(url or "")
        # Browsers share cookies between the ports of one machine, so each house has its own names.
        mark = self._sign("cookie")[:8]
        self._person_cookie = f"croupier_{mark}"
        self._pass_cookie = f"croupier_pass_{mark}"

    def person(self, request: web.Request) -> str | None:
        """The person whose cookie this is; None without one, or where it is forged."""
        id_, _, signature = request.cookies.get(self._cookie(request), "").partition(".")
        if PERSON.fullmatch(id_) and self._same(signature, self._sign("person", id_)):
            return id_
        return None

    def _cookie(self, request: web.Request) -> str:
        """The cookie that says who they are; `?as=2` to `?as=9` is somebody else, for more tabs."""
        other = request.query.get("as", "")
        return f"{self._person_cookie}_{other}" if OTHER.fullmatch(other) else self._person_cookie

    def admits(self, request: web.Request) -> bool:
        """Whether this request may see the page."""
        return (
            self._is_local(request)
            or self._passes(request, "join", self.invite)
            or (self._passes(request, "host", self.host))
        )

    def hosts(self, request: web.Request) -> bool:
        """Whether who asks may manage."""
        return self._is_local(request) or self._passes(request, "host", self.host)

    def knows(self, role: str, secret: str) -> bool:
        """Whether `secret` is that of the link of `role`: "join" or "host"."""
        return self._same(secret, self._secret(role))

    def welcome(self, request: web.Request, response: web.StreamResponse, role: str = "") -> None:
        """Sets the cookies: who they are (kept where known), and the pass of `role`, if any."""
        person = self.person(request) or f"web:{secrets.token_hex(8)}"
        signed = f"{person}.{self._sign('person', person)}"
        self._set(response, self._cookie(request), signed)
        if role:
            self._set(response, self._pass_cookie, self._pass(role, self._secret(role), person))

    def right_host(self, request: web.Request) -> bool:
        """False where a local page is asked for by a name that is not the machine's own.

        A stranger's site may point its name at 127.0.0.1; the name then gives it away.
        """
        return not self._local or is_loopback(_name_of(request.host))

    def same_origin(self, request: web.Request) -> bool:
        """Whether a socket is opened by this very page: browsers always say by which."""
        try:
            origin = urlsplit(request.headers.get("Origin", "")).netloc
        except ValueError:
            return False
        return origin != "" and origin in (request.host, self._url.netloc)

    def _is_local(self, request: web.Request) -> bool:
        """Over loopback, and not through a proxy, which would make everyone look local."""
        forwarded = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
        return self._local and not forwarded

    def _passes(self, request: web.Request, role: str, secret: str) -> bool:
        person = self.person(request)
        shown = request.cookies.get(self._pass_cookie, "")
        return person is not None and self._same(shown, self._pass(role, secret, person))

    def _secret(self, role: str) -> str:
        return self.host if role == "host" else self.invite

    def _pass(self, role: str, secret: str, person: str) -> str:
        # The secret is signed with it: a new invite closes the door to those of the old one.
        return self._sign("pass", role, secret, person)

    def _set(self, response: web.StreamResponse, name: str, value: str) -> None:
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=self._url.scheme == "https",
        )

    def _sign(self, *parts: str) -> str:
        return hmac.new(self._key, "\n".join(parts).encode(), hashlib.sha256).hexdigest()

    @staticmethod
    def _same(one: str, other: str) -> bool:
        return hmac.compare_digest(one.encode(errors="replace"), other.encode())


async def open_door(
    memory: Memory, *, key: bytes | None, invite: str | None, local: bool, url: str | None
) -> Door:
    """A door whose secrets are those given, or those kept, or new ones that are kept from now on.

    Raises ValueError for an invite that could be guessed or would not fit into a link.
    """
    if invite is not None and not INVITE.fullmatch(invite):
        raise ValueError("an invite is 16 to 100 letters, digits, - or _")
    return Door(
        key or bytes.fromhex(await _kept(memory, "key", secrets.token_hex(32))),
        invite or await _kept(memory, "invite", secrets.token_urlsafe(18)),
        await _kept(memory, "host", secrets.token_urlsafe(18)),
        local=local,
        url=url,
    )


def is_loopback(host: str) -> bool:
    """Whether a host's name or address can only mean this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def _kept(memory: Memory, key: str, fresh: str) -> str:
    kept = await memory.get(SHELF, key)
    if kept is None:
        await memory.put(SHELF, key, fresh)
    return kept or fresh


def _name_of(host: str) -> str:
    """A Host header without its port: "[::1]:8080" is "::1"."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
