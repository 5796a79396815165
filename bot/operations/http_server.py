"""The HTTP server of both ports: everything that a stranger can hold of it is counted and timed.

A connection is busy while the bot works on its request and writes the response; otherwise it is
idle. If there are too many, the one that has been idle for the longest time is closed, so idle
connections never keep a reader out.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from aiohttp import web

from bot.operations.descriptors import descriptor_limit

SILENT_LOGGER = logging.getLogger(f"{__name__}.library")
"""aiohttp would log malformed requests with the addresses of their senders; this drops them."""
SILENT_LOGGER.setLevel(logging.CRITICAL)
MAX_SHARE = 4
"""A port has at most this part, a quarter, of all descriptors."""
BACKLOG = 16
"""How many connections are accepted at a time; asyncio opens all of them before they are counted.
"""
IDLE_S = 10.0
"""How long a connection may take to send the head of its first request, or of another one."""
LINGER_S = 1.0
"""How long the bot waits after its response for the rest of a request's body, which it ignores."""
WRITE_S = 60.0
"""How long a reader may take to receive a response."""
LIFE_S = 960.0
"""How long any connection may last."""
MAX_RECEIVED = 16_384
"""How many bytes a connection may send before the bot begins with its next request: one head, a
body, or further requests.
"""
MAX_LINE_BYTES = 2048
BUSY, TOO_LARGE = (
    f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    for status in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
)
"""Responses without aiohttp."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class HttpServer:
    """Serves an application to at most so many connections."""

    def __init__(self, app: web.Application, max_connections: int) -> None:
        self._app = app
        app.middlewares.insert(0, self._respond)
        self._wanted = max_connections
        self._most = max_connections
        self._idle: OrderedDict[asyncio.BaseProtocol, _Connection] = OrderedDict()
        """The idle connections by aiohttp's protocol, the one that is idle for longest first."""
        self._busy: dict[asyncio.BaseProtocol, _Connection] = {}
        self._runner: web.AppRunner | None = None
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        assert self._server is not None
        return self._server.sockets[0].getsockname()[1]

    async def start(self, host: str, port: int) -> None:
        """Raises OSError where it cannot listen."""
        self._most = min(self._wanted, descriptor_limit() // MAX_SHARE)
        self._runner = web.AppRunner(
            self._app,
            access_log=None,
            logger=SILENT_LOGGER,
            shutdown_timeout=1,
            keepalive_timeout=IDLE_S,
            lingering_time=LINGER_S,
            max_line_size=MAX_LINE_BYTES,
        )
        await self._runner.setup()
        made = self._runner.server
        assert made is not None
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: _Connection(self, made()), host, port, backlog=BACKLOG
        )

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        if self._runner is not None:
            await self._runner.cleanup()
        for each in [*self._idle.values(), *self._busy.values()]:
            each.abort()

    # --- connections -----------------------------------------------------------------------------

    def admit(self, connection: _Connection) -> bool:
        """Counts a new connection; False if all others are busy."""
        if len(self._idle) + len(self._busy) >= self._most:
            if not self._idle:
                return False
            _protocol, longest_idle = self._idle.popitem(last=False)
            longest_idle.abort()
        self._idle[connection.protocol] = connection
        return True

    def is_idle(self, connection: _Connection) -> bool:
        """Whether the bot works on no request of a connection."""
        return connection.protocol in self._idle

    def forget(self, connection: _Connection) -> None:
        self._idle.pop(connection.protocol, None)
        self._busy.pop(connection.protocol, None)

    @web.middleware
    async def _respond(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Responds to a request, and closes the connection after a refusal."""
        connection = self._idle.pop(request.protocol, None)
        if connection is None:
            return web.Response(status=503)  # nobody gets it: the connection has been closed
        self._busy[request.protocol] = connection
        connection.received = 0
        try:
            try:
                answer = await handler(request)
            except web.HTTPException as refusal:
                answer = web.Response(status=refusal.status, text=refusal.text)
            if not answer.prepared:
                await _send(answer, request, connection)
            return answer
        finally:
            if self._busy.pop(request.protocol, None):
                self._idle[request.protocol] = connection


async def _send(answer: web.StreamResponse, request: web.Request, connection: _Connection) -> None:
    if answer.status >= HTTPStatus.BAD_REQUEST:
        answer.force_close()
    try:
        async with asyncio.timeout(WRITE_S):
            await answer.prepare(request)
            await answer.write_eof()
    except (TimeoutError, ConnectionError):
        connection.abort()


class _Connection(asyncio.Protocol):
    """A connection whose bytes and time are limited; aiohttp's protocol does everything else."""

    def __init__(self, server: HttpServer, protocol: asyncio.Protocol) -> None:
        self._server, self.protocol = server, protocol
        self.received = 0
        """How many bytes it has sent since the bot began with its last request."""
        self._transport: asyncio.Transport | None = None
        self._end: asyncio.TimerHandle | None = None
        self._admitted = False

    def abort(self) -> None:
        """Closes the connection at once, also if the other side does not read."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins, or refuses the connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._admitted = self._server.admit(self)
        if self._admitted:
            self._end = asyncio.get_running_loop().call_later(LIFE_S, self.abort)
            self.protocol.connection_made(transport)
        else:
            self._refuse(BUSY)

    def data_received(self, data: bytes) -> None:
        """Passes on what has come, or closes a connection that sends too much."""
        self.received += len(data)
        if self.received > MAX_RECEIVED:
            self._refuse(TOO_LARGE if self._server.is_idle(self) else "")
        elif self._admitted:
            self.protocol.data_received(data)

    def _refuse(self, answer: str) -> None:
        if self._transport is not None:
            self._transport.write(answer.encode())
        self.abort()

    def eof_received(self) -> bool | None:
        return self.protocol.eof_received()

    def pause_writing(self) -> None:
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        self.protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self._server.forget(self)
        if self._admitted:
            self.protocol.connection_lost(exc)
