"""What Discord refuses, and how long requests wait after that.

Discord locks out a bot with 10,000 invalid requests in ten minutes. So no request is made that
Discord has just said it would refuse, and while it refuses all requests of one kind, only one at a
time tries whether that is over. A request that must wait for long raises Held, and its caller
tries again later. Each caller is told a time of its own, so that one comes for each attempt; the
first success ends all these waits.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

from bot.operations.discord_errors import NO_RESPONSE, TOO_MANY_EDITS
from bot.operations.request_limit import is_counted

log = logging.getLogger(__name__)
TIME_LIMIT: Final = aiohttp.ClientTimeout(total=300.0, sock_connect=10.0, sock_read=20.0)
"""The response must begin within `sock_read` after the whole request was sent, so an upload has
longer by its size.
"""
SHORT_S = 5.0
"""A request waits for so long at most; if it had to wait longer, it raises Held."""
MAX_IN_A_ROW = 20
"""So many refusals in a row, without a success, hold back all requests of a kind."""
MAX_PAUSE_S, MAX_FAILED_PAUSE_S = 60.0, 8.0
"""The pause between two attempts then: it doubles each time, from one second up to this. The second
holds while Discord fails instead of refusing, which it does not count as invalid.
"""
MAX_HELD_S = 60.0
"""Callers are told times up to this one, and then from the earliest on again."""
FORGOTTEN_S = 120.0
"""A refusal that long ago is no longer one in a row."""
MAX_INVALID, WINDOW_S = 10_000, 600.0
"""So many invalid requests within this time lock a bot out."""
INVALID: Final = {401, 403, 429}
EVERYTHING = "everything"
"""In place of a route: all requests that count against the limits of the bot."""
MAX_ROUTES = 1000
"""How many routes are remembered before those are dropped that wait no more."""
NUMBERED = re.compile(r"/(messages|members|thread-members)/\d+")
"""What a route has numbers of, although Discord limits them together."""
NAMED = re.compile(r"[a-z@-]+")
"""A part of a path that is not a number or a token."""
TO_PEOPLE: Final = {
    "POST interactions/*/*/callback",
    "PATCH webhooks/*/*/messages/@original",
    "POST webhooks/*/*",
}
"""Kinds of requests that answer somebody: these are always tried."""


class Held(discord.RateLimited):
    """A request was refused for some time, or not made because others like it were."""


@dataclass
class _Kind:
    """Requests of one kind, in all channels: how many were refused in a row, and until when all
    wait.
    """

    refused: int = 0
    latest: float = 0.0
    pause_s: float = 0.0
    held_until: float = 0.0
    next_turn: float = 0.0
    """When the next caller that is held should come."""

    def hold(self, now: float) -> Held:
        """Gives a caller the next time for an attempt."""
        if not self.held_until <= self.next_turn <= now + MAX_HELD_S:
            self.next_turn = self.held_until
        turn, self.next_turn = self.next_turn, self.next_turn + self.pause_s
        return Held(turn - now)


class Breaker:
    """Watches the responses of Discord to this process, and holds back requests.

    `share` is the part of Discord's limits that this process may use, from 0 to 1.
    """

    def __init__(self, share: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self._max_invalid, self._now = MAX_INVALID * share, now
        self._routes: dict[str, float] = {}
        """Until when the requests of a route wait."""
        self._kinds: dict[str, _Kind] = {}
        self._invalid: deque[float] = deque()
        """When invalid requests were made, within WINDOW_S."""
        self.on_accepted: Callable[[], None] = lambda: None
        """Called when Discord accepts requests again of a kind that was held back."""

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        trace.on_request_start.append(self._before)
        trace.on_request_end.append(self._after)
        trace.on_request_exception.append(self._failed)

    @property
    def invalid(self) -> int:
        """How many invalid requests were made in the last ten minutes."""
        while self._invalid and self._invalid[0] <= self._now() - WINDOW_S:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def refused_kinds(self) -> list[str]:
        """The kinds of requests that Discord refuses in all channels, as their routes."""
        return [name for name, kind in self._kinds.items() if kind.refused >= MAX_IN_A_ROW]

    async def _before(
        self,
        session: aiohttp.ClientSession,
        about: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        # discord.py makes the session, and has no setting for its limit of time.
        session._timeout = TIME_LIMIT  # pyright: ignore[reportPrivateUsage]  # noqa: SLF001
        path = request.url.path.partition("/api/v10/")[2]
        about.route = NUMBERED.sub(r"/\1/*", f"{request.method} {path}")
        about.kind = f"{request.method} {'/'.join(map(_without_number, path.split('/')))}"
        about.counted, about.tries = is_counted(request), False
        if not path:  # the gateway
            about.kind = ""
            return
        wait_s = self._wait_s(about)
        if wait_s > SHORT_S:
            raise Held(wait_s)
        if wait_s > 0:
            await asyncio.sleep(wait_s)
        kind = self._kinds.get(about.kind)
        if kind is not None and kind.refused >= MAX_IN_A_ROW:
            if (now := self._now()) < kind.held_until:
                raise kind.hold(now)
            about.tries, kind.held_until = True, now + MAX_PAUSE_S

    def _wait_s(self, about: SimpleNamespace) -> float:
        until = [self._routes.get(about.route, 0.0)]
        until += [self._routes.get(EVERYTHING, 0.0)] if about.counted else []
        return max(until) - self._now()

    async def _after(
        self,
        _: aiohttp.ClientSession,
        about: SimpleNamespace,
        answer: aiohttp.TraceRequestEndParams,
    ) -> None:
        if not about.kind:
            return
        status, headers = answer.response.status, answer.response.headers
        shared = headers.get("X-RateLimit-Scope") == "shared"
        if status in INVALID and not shared:
            self._note_invalid()
        if status in INVALID or status >= 500:
            self._note_refusal(about, MAX_PAUSE_S if status in INVALID else MAX_FAILED_PAUSE_S)
        elif (kind := self._kinds.pop(about.kind, None)) and kind.refused >= MAX_IN_A_ROW:
            log.warning("Discord accepts requests of this kind again: %s", about.kind)
            self.on_accepted()
        if status == 429:
            await self._hold_route(about, answer.response)

    async def _failed(
        self,
        _: aiohttp.ClientSession,
        about: SimpleNamespace,
        failure: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if about.kind and isinstance(failure.exception, NO_RESPONSE):
            self._note_refusal(about, MAX_FAILED_PAUSE_S)

    async def _hold_route(self, about: SimpleNamespace, response: aiohttp.ClientResponse) -> None:
        """Holds back a route for as long as Discord says; raises Held if that is long."""
        body: dict[str, Any] = {}
        if "Via" in response.headers:  # else Cloudflare sends a page
            body = await response.json(content_type=None)
        if body.get("code") == TOO_MANY_EDITS:  # that is about one message, not the route
            return
        wait_s = float(body.get("retry_after", response.headers.get("Retry-After", MAX_PAUSE_S)))
        everything = body.get("global", not body)
        route = EVERYTHING if everything and about.counted else about.route
        now = self._now()
        if len(self._routes) >= MAX_ROUTES:
            self._routes = {key: until for key, until in self._routes.items() if until > now}
        self._routes[route] = max(self._routes.get(route, 0.0), now + wait_s)
        if wait_s > SHORT_S:
            log.warning("Discord refuses requests for %.0f s: %s", wait_s, about.kind)
            raise Held(wait_s)

    def _note_refusal(self, about: SimpleNamespace, max_pause_s: float) -> None:
        """Counts a refusal; after too many in a row, all requests of this kind wait."""
        if about.kind in TO_PEOPLE:
            return
        now, kind = self._now(), self._kinds.setdefault(about.kind, _Kind())
        if kind.refused >= MAX_IN_A_ROW and not about.tries:
            return  # it was made before
        if now - kind.latest > FORGOTTEN_S:
            kind.refused = 0
        kind.refused, kind.latest = kind.refused + 1, now
        if kind.refused == MAX_IN_A_ROW:
            log.warning("Discord refuses all requests of one kind: %s", about.kind)
        if kind.refused >= MAX_IN_A_ROW:
            kind.pause_s = min(2.0 ** (kind.refused - MAX_IN_A_ROW), max_pause_s)
            kind.held_until = now + kind.pause_s

    def _note_invalid(self) -> None:
        """Counts an invalid request. From half of what Discord allows, each one makes all wait so
        long that the rest lasts.
        """
        self._invalid.append(self._now())
        left = max(self._max_invalid - self.invalid, 1)
        if left < self._max_invalid / 2:
            self._routes[EVERYTHING] = self._now() + WINDOW_S / left


def _without_number(part: str) -> str:
    return part if NAMED.fullmatch(part) else "*"
