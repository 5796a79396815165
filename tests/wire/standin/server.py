"""The server: where requests come in, and what is refused on purpose."""

import asyncio
import json
import math
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from aiohttp import web

from atelier_testing.discord_payloads import errors_of, wrong_in
from tests.wire.standin.broken import ANSWERS, GARBLES, HANGS, LIMITS, LOSES, SLOW, Broken
from tests.wire.standin.faults import BY_TOKEN, FaultStrike
from tests.wire.standin.limits import Limits
from tests.wire.standin.people import People
from tests.wire.standin.things import COMPONENTS, DM, LOST, UNANSWERED, Problem, remember

API = "/api/v10"


@dataclass
class Trouble:
    """Responses that the next requests of a kind get instead of their own."""

    method: re.Pattern[str]
    path: re.Pattern[str]
    answers: list[FaultStrike]


class StandIn(People):
    """A Discord with one guild and one channel, to which tests add more."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.limits = Limits()
        self.troubles: list[Trouble] = []
        self._runner: web.AppRunner | None = None
        self._routes: list[tuple[str, re.Pattern[str], str, Callable[..., Any]]] = [
            (method, re.compile(f"{API}{path}"), kind, getattr(self, f"_{kind}"))
            for method, path, kind in (
                ("POST", r"/interactions/(\d+)/([^/]+)/callback", "acknowledge"),
                ("PATCH", r"/webhooks/(\d+)/([^/]+)/messages/@original", "answer"),
                ("PATCH", r"/webhooks/(\d+)/([^/]+)/messages/(\d+)", "edit_by_token"),
                ("DELETE", r"/webhooks/(\d+)/([^/]+)/messages/(\d+)", "delete_by_token"),
                ("PATCH", r"/channels/(\d+)/messages/(\d+)", "edit"),
                ("POST", r"/channels/(\d+)/messages", "send"),
                ("DELETE", r"/channels/(\d+)/messages/(\d+)", "delete"),
                ("GET", r"/channels/(\d+)/messages", "history"),
                ("POST", r"/webhooks/(\d+)/([^/]+)", "follow_up"),
                ("POST", r"/users/@me/channels", "open_dm"),
                ("POST", r"/channels/(\d+)/threads", "make_thread"),
                ("POST", r"/channels/(\d+)/messages/(\d+)/threads", "make_thread_of"),
                ("PUT", r"/channels/(\d+)/thread-members/@me", "join_thread"),
                ("PUT", r"/channels/(\d+)/thread-members/(\d+)", "add_to_thread"),
                ("PATCH", r"/channels/(\d+)", "edit_channel"),
                ("GET", r"/channels/(\d+)", "get_channel"),
                ("GET", r"/guilds/(\d+)/members/(\d+)", "get_member"),
                ("GET", r"/guilds/(\d+)/scheduled-events", "list_events"),
                ("POST", r"/guilds/(\d+)/scheduled-events", "create_event"),
                ("GET", r"/guilds/(\d+)/scheduled-events/(\d+)", "get_event"),
                ("PATCH", r"/guilds/(\d+)/scheduled-events/(\d+)", "edit_event"),
                ("DELETE", r"/guilds/(\d+)/scheduled-events/(\d+)", "delete_event"),
                ("GET", r"/users/@me", "get_me"),
                ("GET", r"/oauth2/applications/@me", "get_application"),
                ("GET", r"/gateway/bot", "get_gateway"),
                ("PUT", r"/applications/(\d+)/commands", "put_commands"),
                ("GET", r"/applications/(\d+)/commands", "get_commands"),
                ("GET", r"/applications/(\d+)/emojis", "list_emoji"),
                ("POST", r"/applications/(\d+)/emojis", "create_emoji"),
                ("PATCH", r"/applications/(\d+)/emojis/(\d+)", "rename_emoji"),
                ("DELETE", r"/applications/(\d+)/emojis/(\d+)", "delete_emoji"),
            )
        ]

    async def __aenter__(self) -> Self:
        """Listens until the end of the `async with` block."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        for session in list(self.sessions.values()):
            if session.socket is not None:
                await session.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}{API}"

    def refuse(
        self, method: str, path: str, *answers: int | tuple[int, float] | FaultStrike
    ) -> None:
        """Plans the next responses: a status, LOST, UNANSWERED, (429, s) or a FaultStrike."""
        blows = [planned(each) for each in answers]
        self.troubles.append(Trouble(re.compile(method), re.compile(f"{API}{path}"), blows))

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.converse(request)
        status, body, headers = await self._ask(request)
        self.requests += 1
        self.invalid += status in (401, 403, 429)
        remember(self.log, (request.method, request.path, status))
        if status == UNANSWERED:
            await asyncio.Event().wait()
        if status == LOST and request.transport is not None:
            request.transport.abort()
            return web.Response(status=500)
        if status == 429:
            wait = str(math.ceil(body["retry_after"]))
            headers = {**headers, "Retry-After": wait, "Via": "1.1 stand-in"}
        if status == 204:
            return web.Response(status=204, headers=headers)
        # aiohttp's json_response would add a charset, and then discord.py takes it for text.
        headers = {"Content-Type": "application/json", **headers}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return web.Response(body=data, status=status, headers=headers)

    async def _ask(self, request: web.Request) -> tuple[int, Any, dict[str, str]]:
        """Status, body and headers of the response."""
        for method, pattern, kind, run in self._routes:
            found = pattern.fullmatch(request.path)
            if method != request.method or not found:
                continue
            self.kinds[kind] += 1
            given = (*found.groups(), *await read(request))
            by_token = kind in BY_TOKEN
            if not by_token and request.headers.get("Authorization") != f"Bot {self.token}":
                return 401, {"code": 0, "message": "401: Unauthorized"}, {}
            if by_token:
                return *await self._respond(request, kind, run, given), {}
            major = (*found.groups(), "")[0]
            self.limits.note_early(kind, major)
            if wait := self.limits.take_of_bot():
                return 429, _limited(wait, everywhere=True), {"X-RateLimit-Global": "true"}
            headers, wait = self.limits.take(kind, major)
            if wait:
                return 429, _limited(wait), headers
            status, answer = await self._respond(request, kind, run, given)
            if status == 429 and "code" not in answer:  # with a code it is about one message
                self.limits.demand(kind, major, answer["retry_after"], answer["global"])
            return status, answer, headers
        self.unknown.append(f"{request.method} {request.path}")
        return 404, {"code": 0, "message": "404: Not Found"}, {}

    async def _respond(
        self, request: web.Request, kind: str, run: Callable[..., Any], given: tuple[Any, ...]
    ) -> tuple[int, Any]:
        """Status and body of the response to a request that is within the limits."""
        if part := self._broken_for(kind, given):
            return await self._spoil(part, request, kind, run, given)
        return self._carry_out(request, kind, run, given)

    def _broken_for(self, kind: str, given: tuple[Any, ...]) -> Broken | None:
        """The part in which a request goes wrong, if it does in any."""
        first, second, body, files = *[*given[:-2], "", ""][:2], *given[-2:]
        interaction = self.interactions.get(second) if kind in BY_TOKEN else None
        channel = interaction.payload["channel_id"] if interaction else first
        place = self.places.get(channel)
        for part in self.broken:
            guild = place.guild or "" if place else ""
            if part.breaks_request(kind, channel, guild, body, bool(files)):
                part.struck += 1
                if interaction is not None:
                    interaction.faults.append(part.how)
                return part
        return None

    async def _spoil(
        self,
        part: Broken,
        request: web.Request,
        kind: str,
        run: Callable[..., Any],
        given: tuple[Any, ...],
    ) -> tuple[int, Any]:
        """Status and body of the response to a request in a broken part."""
        if part.how in ANSWERS:
            return ANSWERS[part.how]
        if part.how == LIMITS:
            return 429, _limited(part.limit_s)
        if part.how == HANGS:
            while part in self.broken:
                await asyncio.sleep(0.05)
            return LOST, None
        if part.how == SLOW:
            await asyncio.sleep(part.slow_s)
        status, body = self._carry_out(request, kind, run, given)
        if part.how == GARBLES and body is not None:
            garbled = json.dumps(body).encode()
            return status, garbled[: len(garbled) // 2]
        return (LOST, None) if part.how == LOSES else (status, body)

    def _carry_out(
        self, request: web.Request, kind: str, run: Callable[..., Any], given: tuple[Any, ...]
    ) -> tuple[int, Any]:
        """Status and body of the response to an allowed request."""
        place = self.places.get(given[0]) if kind == "send" else None
        occasion = "send_dm" if place is not None and place.kind == DM else kind
        strike = self._planned(request) or self.faults.of_request(occasion, bool(given[-1]))
        interaction = self.interactions.get(given[1]) if kind == "acknowledge" else None
        if interaction is not None:
            interaction.asked += 1
            interaction.faults += [strike.fault] if strike else []
        if strike and not strike.after:
            return strike.status, strike.body
        path = request.path.removeprefix(API)
        if wrong := wrong_in(request.method, path, given[-2]):
            return 400, {
                "code": 50035,
                "message": f"Invalid Form Body: {wrong}",
                "errors": errors_of(wrong),
            }
        try:
            answer = run(*given, request)
        except Problem as problem:
            return problem.status, problem.body
        if strike:
            return strike.status, strike.body
        if isinstance(answer, dict) and answer.get("flags", 0) & COMPONENTS:
            answer = {**answer, "attachments": []}  # as components show them
        return (204, None) if answer is None else (200, answer)

    def _planned(self, request: web.Request) -> FaultStrike | None:
        """What `refuse` has planned for such a request."""
        for trouble in self.troubles:
            meant = trouble.method.fullmatch(request.method)
            if trouble.answers and meant and trouble.path.fullmatch(request.path):
                return trouble.answers.pop(0)
        return None

    def _get_me(self, *_: Any) -> Any:
        return self.me

    def _get_application(self, *_: Any) -> Any:
        known = {"name": "Atelier", "icon": None, "description": "", "bot_public": True}
        more = {"bot_require_code_grant": False, "verify_key": "", "flags": 0, "team": None}
        return {"id": self.application, "owner": self.person("Owner"), **known, **more}

    def _get_gateway(self, *_: Any) -> Any:
        limit = {"total": 1000, "remaining": self.sessions_left, "max_concurrency": 16}
        limit["reset_after"] = round(self.sessions_reset_s * 1000)
        return {"url": self.gateway, "shards": self.shards, "session_start_limit": limit}

    def _put_commands(self, _: str, body: Any, *__: Any) -> Any:
        known = {each["name"]: each["id"] for each in self.commands}
        more = {"application_id": self.application, "version": "1"}
        self.commands = [  # one in a menu has an empty description
            {"description": "", **each, **more, "id": known.get(each["name"]) or self.snowflake()}
            for each in body
        ]
        return self.commands

    def _get_commands(self, *_: Any) -> Any:
        return self.commands


def planned(answer: int | tuple[int, float] | FaultStrike) -> FaultStrike:
    if isinstance(answer, FaultStrike):
        return answer
    status, wait = answer if isinstance(answer, tuple) else (answer, 0.0)
    return FaultStrike("planned", status, _limited(wait), after=status == LOST)


def _limited(wait: float, everywhere: bool = False) -> dict[str, Any]:
    return {"message": "trouble", "retry_after": wait, "global": everywhere}


async def read(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    """The body of a request and the files beside it."""
    data = await request.read()
    kind, _, boundary = request.headers.get("Content-Type", "").partition("boundary=")
    if not kind.startswith("multipart/form-data"):
        return (json.loads(data) if data else {}), {}
    body: Any = {}
    files: dict[str, bytes] = {}
    for part in data.split(b"--" + boundary.strip('"').encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        [name] = re.findall(rb'[; ]name="([^"]*)"', head)
        if name == b"payload_json":
            body = json.loads(content)
        else:
            files[name.decode()] = content.removesuffix(b"\r\n")
    return body, files


async def until(there: Callable[[], Any], what: str, seconds: float = 30.0) -> Any:
    """Waits until `there` returns something true, and returns it; else raises AssertionError."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(LookupError):
            if found := there():
                return found
        await asyncio.sleep(0.01)
    raise AssertionError(f"it never came to this: {what}")
