"""The gateway: sessions that are identified, kept alive, resumed and lost; events out to shards."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from tests.discord.clock import Clock
from tests.discord.refusal import Json
from tests.discord.world import Account, Channel, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
CHUNKS, INVALID, HELLO, ACK = 8, 9, 10, 11
GUILDS, MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | CONTENT
BEAT = 41.25
"""Seconds between heartbeats."""
FRAMES, WITHIN = 120, 60.0
"""What a connection may send."""
SHARD_MUST = 2500
KEPT = 1000
"""Events a session that is away is kept for."""


class Closed(Exception):
    """A client broke the rules of the gateway and is closed with a code."""

    def __init__(self, code: int, why: str) -> None:
        self.code = code
        self.why = why
        super().__init__(f"{code} {why}")


@dataclass(eq=False)
class Session:
    """What a client that identified is told; it lives on a while when its connection drops."""

    id: str
    intents: int
    shard: tuple[int, int]
    line: Connection | None = None
    seq: int = 0
    sent: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))

    def tell(self, event: str, data: Json) -> None:
        """Dispatch an event, or keep it until the client has resumed."""
        self.seq += 1
        frame = json.dumps({"op": DISPATCH, "t": event, "s": self.seq, "d": data})
        self.sent.append(frame)
        if self.line:
            self.line.put(frame)


class Connection:
    """One socket, with the compression of the whole stream that the client asked for."""

    def __init__(self, ws: web.WebSocketResponse, compress: str) -> None:
        self.ws = ws
        self.session: Session | None = None
        self.beaten = 0.0
        self.ended = False
        self.frames: deque[float] = deque()
        self._zlib = zlib.compressobj() if compress == "zlib-stream" else None
        self._queue: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self._pump = asyncio.create_task(self._send_all())

    def put(self, frame: str) -> None:
        self._queue.put_nowait(frame)

    def say(self, op: int, data: object = None) -> None:
        self.put(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def end(self, code: int, why: str = "") -> None:
        """Close after what is queued."""
        self.ended = True
        self._queue.put_nowait((code, why))

    async def stop(self) -> None:
        self._pump.cancel()
        await asyncio.gather(self._pump, return_exceptions=True)

    async def _send_all(self) -> None:
        while True:
            frame = await self._queue.get()
            if isinstance(frame, tuple):
                await self.ws.close(code=frame[0], message=frame[1].encode())
                return
            try:
                if self._zlib:
                    data = self._zlib.compress(frame.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(data)
                else:
                    await self.ws.send_str(frame)
            except ConnectionError:
                return


class Gateway:
    """`complaints` is where a breach of the rules is entered; `url` is known once it is served."""

    def __init__(self, world: World, clock: Clock, bot: Account, token: str,
                 complain: Callable[[str], None]) -> None:  # fmt: skip
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.lines: set[Connection] = set()
        self.privileged = 0
        """Privileged intents that were granted in the developer portal."""
        self.shards = 1
        self.concurrency = 1
        self.identified = 0
        self.resumed = 0
        self._world = world
        self._clock = clock
        self._bot = bot
        self._token = token
        self._complain = complain
        self._identifies: dict[int, float] = {}

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A client's connection, from hello to goodbye."""
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        line = Connection(ws, request.query.get("compress", ""))
        self.lines.add(line)
        line.beaten = time.monotonic()
        line.say(HELLO, {"heartbeat_interval": int(BEAT * 1000)})
        try:
            async for frame in ws:
                if frame.type is WSMsgType.TEXT:
                    await self._hear(line, json.loads(frame.data))
        except Closed as closed:
            self._complain(f"the gateway closed the connection: {closed}")
            await ws.close(code=closed.code, message=closed.why.encode())
        finally:
            self.lines.discard(line)
            if line.session and line.session.line is line:
                line.session.line = None
                # A client that says goodbye for good has no session to resume.
                if ws.close_code in (1000, 1001) and not line.ended:
                    self.sessions.pop(line.session.id, None)
            await line.stop()
        return ws

    async def _hear(self, line: Connection, frame: Json) -> None:
        now = self._clock.now()
        line.frames.append(now)
        while line.frames[0] <= now - WITHIN:
            line.frames.popleft()
        if len(line.frames) > FRAMES:
            raise Closed(4008, "Rate limited.")
        op = frame.get("op")
        hears: dict[object, Callable[[Connection, Json], Awaitable[None]]] = {
            IDENTIFY: self._identify, RESUME: self._resume,
        }  # fmt: skip
        if op == HEARTBEAT:
            line.beaten = time.monotonic()
            line.say(ACK)
        elif op in hears:
            await hears[op](line, frame["d"])
        elif line.session is None:
            raise Closed(4003, "Not authenticated.")
        elif op not in (PRESENCE, CHUNKS):
            raise Closed(4001, "Unknown opcode.")

    async def _identify(self, line: Connection, asked: Json) -> None:
        if line.session:
            raise Closed(4005, "Already authenticated.")
        if asked.get("token") != self._token:
            raise Closed(4004, "Authentication failed.")
        shard = asked.get("shard") or [0, 1]
        if not 0 <= shard[0] < shard[1]:
            raise Closed(4010, "Invalid shard.")
        guilds = [g for g in self._world.guilds.values() if not g.left and on_shard(g.id, shard)]
        if len(guilds) > SHARD_MUST:
            raise Closed(4011, "Sharding required.")
        intents = asked["intents"]
        if intents & PRIVILEGED & ~self.privileged:
            raise Closed(4014, "Disallowed intent(s).")
        if not self._may_identify(shard[0]):
            line.say(INVALID, False)
            return
        self.identified += 1
        session = Session(secrets.token_hex(16), intents, (shard[0], shard[1]), line)
        line.session = self.sessions[session.id] = session
        session.tell("READY", self._ready(session, [g.id for g in guilds]))
        for guild in guilds:
            session.tell("GUILD_CREATE", guild.json(self._bot))

    def _may_identify(self, shard: int) -> bool:
        """One identify in five seconds for each key of concurrency."""
        key, now = shard % self.concurrency, self._clock.now()
        if now - self._identifies.get(key, -1e18) < 5:
            return False
        self._identifies[key] = now
        return True

    def _ready(self, session: Session, guilds: list[int]) -> Json:
        return {
            "v": 10, "user": self._bot.json(), "session_id": session.id,
            "guilds": [{"id": str(one), "unavailable": True} for one in guilds],
            "resume_gateway_url": self.url, "shard": list(session.shard),
            "application": {"id": str(self._bot.id), "flags": 0},
        }  # fmt: skip

    async def _resume(self, line: Connection, asked: Json) -> None:
        if asked.get("token") != self._token:
            raise Closed(4004, "Authentication failed.")
        session = self.sessions.get(asked.get("session_id", ""))
        seq = asked.get("seq") or 0
        if session is None or session.seq - seq > len(session.sent):
            line.say(INVALID, False)
            return
        if seq > session.seq:
            raise Closed(4007, "Invalid seq.")
        if session.line:
            session.line.end(4000, "resumed elsewhere")
        self.resumed += 1
        missed = list(session.sent)[len(session.sent) - (session.seq - seq) :]
        session.line, line.session = line, session
        for frame in missed:
            line.put(frame)
        session.tell("RESUMED", {"_trace": []})

    # --- events ------------------------------------------------------------------------------

    def tell_guild(self, guild: int, intent: int, event: str, data: Json) -> None:
        """An event of a server, to the session of its shard that wants it."""
        for session in list(self.sessions.values()):
            if on_shard(guild, session.shard) and (not intent or session.intents & intent):
                session.tell(event, data)

    def tell_first(self, intent: int, event: str, data: Json) -> None:
        """An event outside of servers: it comes on shard 0."""
        for session in list(self.sessions.values()):
            if session.shard[0] == 0 and (not intent or session.intents & intent):
                session.tell(event, data)

    def tell_message(self, event: str, channel: Channel, data: Json) -> None:
        """An event of a message; its content only for who may read it."""
        if channel.guild is None:
            self.tell_first(DIRECT_MESSAGES, event, data)
            return
        mine = data.get("author", {}).get("id") == str(self._bot.id)
        for session in list(self.sessions.values()):
            if not (on_shard(channel.guild.id, session.shard) and session.intents & GUILD_MESSAGES):
                continue
            if "content" in data and not mine and not session.intents & CONTENT:
                hidden = {"content": "", "embeds": [], "components": [], "attachments": []}
                session.tell(event, data | hidden)
            else:
                session.tell(event, data)

    # --- trouble -----------------------------------------------------------------------------

    @property
    def alive(self) -> list[Session]:
        """The sessions that have a connection now."""
        return [session for session in self.sessions.values() if session.line]

    def drop(self, code: int = 4000) -> None:
        """Cut every connection; sessions live on and can be resumed."""
        for line in list(self.lines):
            line.end(code)

    def abort(self) -> None:
        """Cut every connection without a word, as a broken network does."""
        for line in list(self.lines):
            transport = line.ws._req.transport if line.ws._req else None
            if transport:
                transport.abort()

    def ask_to_reconnect(self) -> None:
        for line in list(self.lines):
            line.say(RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is over; unless resumable, it is."""
        for line in list(self.lines):
            if not resumable and line.session:
                self.sessions.pop(line.session.id, None)
            line.say(INVALID, resumable)

    def forget_sessions(self) -> None:
        """Nobody can resume any more."""
        for session in list(self.sessions.values()):
            if not session.line:
                del self.sessions[session.id]

    def check_beats(self) -> None:
        """Close who has not sent a heartbeat for two intervals, by the clock on the wall."""
        for line in list(self.lines):
            if time.monotonic() - line.beaten > 2 * BEAT:
                self._complain("a client stopped sending heartbeats")
                line.end(4009, "Session timed out.")


def on_shard(guild: int, shard: tuple[int, int] | list[int]) -> bool:
    return (guild >> 22) % shard[1] == shard[0]
