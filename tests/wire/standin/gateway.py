"""The gateway: sessions that are opened, kept alive and resumed."""

import asyncio
import json
from typing import Any

from aiohttp import WSMsgType, web

from tests.wire.standin.base import Base
from tests.wire.standin.broken import FRAME, LATE, NEVER, Broken, spoilt
from tests.wire.standin.faults import GUILD_LATE
from tests.wire.standin.faults import INVALID as INVALID_SESSION
from tests.wire.standin.things import (
    HEARD,
    HEARTBEAT,
    HELLO,
    IDENTIFY,
    INVALID,
    RECONNECT,
    RESUME,
    Guild,
    Session,
    remember,
)


class Gateway(Base):
    """Sends the bot events; each shard has its own session."""

    @property
    def gateway(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    @property
    def connected(self) -> bool:
        return bool(self.connected_shards)

    @property
    def connected_shards(self) -> set[int]:
        return {each.shard for each in self.sessions.values() if each.socket is not None}

    async def reconnect(self) -> None:
        self.note_break()
        await self._say_all({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tells the bot that its sessions are invalid; they are lost where it cannot resume."""
        self.note_break()
        await self._say_all({"op": INVALID, "d": resumable})
        if not resumable:
            self.sessions.clear()

    async def _say_all(self, said: dict[str, Any]) -> None:
        for session in list(self.sessions.values()):
            if session.socket is not None and not session.socket.closed:
                await session.socket.send_json(said)

    def hang_up(self, shard: int | None = None) -> None:
        """Breaks the connection of a shard, or of all, without a close frame."""
        for session in self.sessions.values():
            if session.socket is not None and shard in (None, session.shard):
                transport = session.socket._req.transport  # type: ignore[union-attr]
                session.socket = None
                if transport is not None:
                    transport.abort()
        self.note_break()

    def note_break(self) -> None:
        """Called when a connection breaks and events may be lost with it."""
        raise NotImplementedError

    def note_lost(self, event: dict[str, Any]) -> None:
        """Called when an event that was sent never reaches the bot."""
        raise NotImplementedError

    async def converse(self, request: web.Request) -> web.StreamResponse:
        """A connection of the bot, until it ends."""
        if self.gateway_is_cut:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        session: Session | None = None
        async for message in socket:
            if message.type != WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == HEARTBEAT:
                await socket.send_json({"op": HEARD, "d": None})
            elif said["op"] == IDENTIFY:
                self.sessions_left -= 1
                if self.sessions_left < 0:
                    self.token = "another one"
                if said["d"]["token"] != self.token:
                    await socket.close(code=4004)
                    break
                session = self._identify(socket, said["d"].get("shard") or [0, 1])
            elif said["op"] == RESUME:
                session = await self._resume(socket, said["d"])
        if session is not None and session.socket is socket:
            session.socket = None
        return socket

    def _identify(self, socket: web.WebSocketResponse, shard: list[int]) -> Session:
        self.identified += 1
        number, shards = shard
        for other in list(self.sessions.values()):  # one whose owner is gone, and its events too
            same = other.shard == number or other.shards != shards
            if same and (other.socket is None or other.socket.closed):
                del self.sessions[other.id]
        session = Session(self.snowflake(), number, shards, socket)
        self.sessions[session.id] = session
        guilds = [each for each in self.guilds.values() if each.there and session.meant(each.id)]
        ready = {
            "v": 10,
            "user": self.me,
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.gateway,
            "application": {"id": self.application, "flags": 0},
            "shard": shard,
        }
        self._tell(session, "READY", ready)
        later = asyncio.get_running_loop().call_later
        for guild in guilds:
            late_s = self.faults.lateness() if self.faults.strikes(GUILD_LATE) else 0.0
            if late_s := late_s or self.guilds_late_s:
                later(late_s, self._make_available, session, guild)
            else:
                self._make_available(session, guild)
        return session

    def _make_available(self, session: Session, guild: Guild) -> None:
        self._tell(session, "GUILD_CREATE", self.about(guild))

    async def _resume(self, socket: web.WebSocketResponse, asked: dict[str, Any]) -> Session | None:
        session = self.sessions.get(asked["session_id"])
        if session is not None and self.faults.strikes(INVALID_SESSION):
            self._lose(session, asked["seq"])
            session = None
        if session is None or asked["token"] != self.token:
            await socket.send_json({"op": INVALID, "d": False})
            return None
        self.resumed += 1
        session.socket = socket
        for seq, event in list(session.events):
            if seq > asked["seq"]:
                await socket.send_str(event)
        self._tell(session, "RESUMED", {})
        return session

    def _lose(self, session: Session, heard: int) -> None:
        """Ends a session; the events after `heard` are lost."""
        del self.sessions[session.id]
        for seq, event in session.events:
            if seq > heard:
                self.note_lost(json.loads(event))

    def tell(self, guild: str | None, name: str, data: dict[str, Any]) -> None:
        """Sends an event to its shard; one that is not connected gets it when it resumes."""
        for session in list(self.sessions.values()):
            if session.meant(guild):
                self._tell(session, name, data)

    def _tell(self, session: Session, name: str, data: dict[str, Any]) -> None:
        session.seq += 1
        known = {"op": 0, "t": name, "s": session.seq, "d": data}
        part = self._broken_part(name, data)
        if part is not None:
            self.note_lost(known)
        event = json.dumps(known if part is None else spoilt(part.how, known))
        if part is not None and part.how == FRAME:
            event = event[: len(event) // 2]
        if part is not None and part.how == NEVER:
            return
        remember(session.events, (session.seq, event), 1000)
        if part is not None and part.how == LATE:
            asyncio.get_running_loop().call_later(part.slow_s, self._put, session, event)
        else:
            self._put(session, event)

    def _broken_part(self, name: str, data: dict[str, Any]) -> Broken | None:
        """The part that spoils an event, if any does."""
        guild = data.get("guild_id") or (data["id"] if name.startswith("GUILD") else "")
        channel = data.get("channel_id") or (data.get("id", "") if "guild_id" in data else "")
        for part in self.broken:
            if part.breaks_event(name, channel, guild):
                part.struck += 1
                return part
        return None

    def _put(self, session: Session, event: str) -> None:
        if session.socket is not None and not session.socket.closed:
            task = asyncio.ensure_future(session.socket.send_str(event))
            task.add_done_callback(lambda done: done.exception())
