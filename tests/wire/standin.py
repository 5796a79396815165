"""A stand-in for Discord on loopback: REST v10 and the gateway, only what the bot needs.

It is strict: a request that it does not know is answered 404 and noted in `unknown`, a message that
Discord would refuse is refused. Nothing here knows the bot.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

EPOCH = 1420070400000
COMMAND, COMPONENT = 2, 3
"""Types of interactions."""
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
"""Types of answers to an interaction."""
ROW, BUTTON, SELECT, TEXT, GALLERY, FILE = 1, 2, 3, 10, 12, 13
"""Types of components."""
EPHEMERAL, COMPONENTS = 1 << 6, 1 << 15
"""Flags of messages."""
ALL_PERMISSIONS = str((1 << 53) - 1)
HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, HEARD = 1, 2, 6, 7, 9, 10, 11
LOST = 0
"""Instead of a status: the request is carried out, but the connection breaks before the answer."""
TO_ACKNOWLEDGE = 3.0
"""Seconds after which an interaction that was not acknowledged is gone."""


class Problem(Exception):
    """What Discord answers instead of doing it."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        """Takes status, error code and message; `more` goes into the body."""
        super().__init__(message)
        self.status, self.body = status, {"code": code, "message": message, **more}


@dataclass
class Interaction:
    """Something that a person typed or pressed, and what came of it."""

    payload: dict[str, Any]
    sent: float
    acknowledged: float | None = None
    """Seconds between its delivery and its acknowledgement."""
    kind: int | None = None
    response: dict[str, Any] | None = None
    """The message that answers it: a new one, or the one it was pressed on."""
    confirmed: bool = False
    """The answer was filled in after it had been put off."""
    followups: list[dict[str, Any]] = field(default_factory=list)

    @property
    def id(self) -> str:
        """Its number."""
        return self.payload["id"]


@dataclass
class Session:
    """A session of the gateway, which outlives its connections."""

    id: str
    events: list[dict[str, Any]] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None


@dataclass
class Trouble:
    """Answers that the next requests of a kind get instead of what they want."""

    method: re.Pattern[str]
    path: re.Pattern[str]
    answers: list[tuple[int, float]]
    """Status, and for 429 the seconds to wait."""


class StandIn:
    """One server of Discord with one channel; open it with `start`, end it with `close`."""

    def __init__(self, token: str) -> None:
        """Takes the token that the bot must name."""
        self.token = token
        self.port = 0
        self._count = 0
        self.application = self.snowflake()
        self.guild, self.channel = self.snowflake(), self.snowflake()
        self.me = {**self.person("Atelier", self.application), "bot": True}
        self.commands: list[dict[str, Any]] = []
        self.channels: dict[str, dict[str, dict[str, Any]]] = {self.channel: {}}
        self.dms: dict[str, str] = {}
        self.interactions: dict[str, Interaction] = {}
        self.sessions: dict[str, Session] = {}
        self.nonces: dict[tuple[str, str], str] = {}
        self.log: list[tuple[str, str, int]] = []
        """Every request to REST: method, path, status of the answer."""
        self.sends: list[dict[str, Any]] = []
        """The body of every message that was sent, repeated ones too."""
        self.unknown: list[str] = []
        self.troubles: list[Trouble] = []
        self.identified = self.resumed = 0
        self._runner: web.AppRunner | None = None
        api = r"/api/v10"
        self._routes: list[tuple[str, re.Pattern[str], Callable[..., Any]]] = [
            (method, re.compile(f"{api}{path}"), run)
            for method, path, run in (
                ("GET", r"/users/@me", self._get_me),
                ("GET", r"/oauth2/applications/@me", self._get_application),
                ("GET", r"/gateway/bot", self._get_gateway),
                ("PUT", r"/applications/(\d+)/commands", self._put_commands),
                ("POST", r"/users/@me/channels", self._open_dm),
                ("GET", r"/channels/(\d+)/messages", self._history),
                ("POST", r"/channels/(\d+)/messages", self._send),
                ("PATCH", r"/channels/(\d+)/messages/(\d+)", self._edit),
                ("DELETE", r"/channels/(\d+)/messages/(\d+)", self._delete),
                ("POST", r"/interactions/(\d+)/([^/]+)/callback", self._acknowledge),
                ("PATCH", r"/webhooks/(\d+)/([^/]+)/messages/@original", self._answer),
                ("POST", r"/webhooks/(\d+)/([^/]+)", self._follow_up),
            )
        ]

    # --- what a test does and sees ---------------------------------------------------------------

    async def start(self) -> None:
        """Listens on a free port."""
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stops listening."""
        for session in self.sessions.values():
            if session.socket is not None:
                await session.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        """Where REST is."""
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway(self) -> str:
        """Where the gateway is."""
        return f"ws://127.0.0.1:{self.port}/"

    @property
    def connected(self) -> bool:
        """Whether a bot is there to be told of things."""
        return any(each.socket is not None for each in self.sessions.values())

    def person(self, name: str, number: str | None = None) -> dict[str, Any]:
        """A user."""
        known = {"discriminator": "0", "avatar": None, "global_name": name}
        return {"id": number or self.snowflake(), "username": name.lower(), **known}

    def command(
        self, user: dict[str, Any], name: str, *, again: str | None = None, **options: Any
    ) -> Interaction:
        """Somebody types a command, such as "game new", in the channel."""
        first, *rest = name.split()
        [registered] = [each for each in self.commands if each["name"] == first]
        types = {str: 3, int: 4, bool: 5}
        given = [
            {"name": key, "type": types[type(value)], "value": value}
            for key, value in options.items()
        ]
        for word in reversed(rest):
            given = [{"name": word, "type": 1, "options": given}]
        data = {"id": registered["id"], "name": first, "type": 1, "options": given}
        return self._interact(COMMAND, user, self.channel, data)

    def press(self, user: dict[str, Any], message: dict[str, Any], wanted: str) -> Interaction:
        """Somebody presses a button, or picks an option, by its label."""
        for part in parts(message):
            data: dict[str, Any] = {"component_type": part["type"], "id": part["id"]}
            if part["type"] == BUTTON and part["label"] == wanted and not part.get("disabled"):
                data["custom_id"] = part["custom_id"]
                break
            values = [o["value"] for o in part.get("options", ()) if o["label"] == wanted]
            if values:
                data |= {"custom_id": part["custom_id"], "values": values}
                break
        else:
            raise LookupError(f"no {wanted!r} among {labels(message)}")
        return self._interact(COMPONENT, user, message["channel_id"], data, message=message)

    def deliver_again(self, interaction: Interaction) -> None:
        """The same interaction reaches the bot once more."""
        self._dispatch("INTERACTION_CREATE", interaction.payload)

    def messages(self, channel: str | None = None) -> list[dict[str, Any]]:
        """What stands in a channel, oldest first."""
        return list(self.channels[channel or self.channel].values())

    def refuse(self, method: str, path: str, *answers: int | tuple[int, float]) -> None:
        """The next requests like this fail: with a status, with LOST, or (429, seconds to wait)."""
        pairs = [each if isinstance(each, tuple) else (each, 0.0) for each in answers]
        self.troubles.append(Trouble(re.compile(method), re.compile(f"/api/v10{path}"), pairs))

    async def reconnect(self) -> None:
        """Asks the bot to come back over a new connection."""
        for session in self.sessions.values():
            if session.socket is not None:
                await session.socket.send_json({"op": RECONNECT, "d": None})

    def hang_up(self) -> None:
        """Breaks the connection without a word."""
        for session in self.sessions.values():
            if session.socket is not None:
                transport = session.socket._req.transport  # type: ignore[union-attr]
                session.socket = None
                if transport is not None:
                    transport.abort()

    # --- the gateway -----------------------------------------------------------------------------

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._converse(request)
        status, body = await self._ask(request)
        self.log.append((request.method, request.path, status))
        if status == LOST and request.transport is not None:
            request.transport.abort()
            return web.Response(status=500)
        headers = {}
        if status == 429:
            headers = {"Retry-After": str(math.ceil(body["retry_after"])), "Via": "1.1 stand-in"}
        if status == 204:
            return web.Response(status=204)
        # aiohttp's json_response would add a charset, and then discord.py takes it for text.
        text = json.dumps(body).encode()
        return web.Response(
            body=text, status=status, headers={"Content-Type": "application/json", **headers}
        )

    async def _converse(self, request: web.Request) -> web.WebSocketResponse:
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
                if said["d"]["token"] != self.token:
                    await socket.close(code=4004)
                    break
                session = self._identify(socket)
            elif said["op"] == RESUME:
                session = await self._resume(socket, said["d"])
        if session is not None and session.socket is socket:
            session.socket = None
        return socket

    def _identify(self, socket: web.WebSocketResponse) -> Session:
        self.identified += 1
        self.sessions.clear()  # the bot that had the last one is gone, and its events with it
        session = Session(self.snowflake(), socket=socket)
        self.sessions[session.id] = session
        application = {"id": self.application, "flags": 0}
        guilds = [{"id": self.guild, "unavailable": True}]
        self._dispatch(
            "READY",
            {
                "v": 10,
                "user": self.me,
                "guilds": guilds,
                "session_id": session.id,
                "resume_gateway_url": self.gateway,
                "application": application,
                "shard": [0, 1],
            },
        )
        self._dispatch("GUILD_CREATE", self._guild())
        return session

    async def _resume(self, socket: web.WebSocketResponse, asked: dict[str, Any]) -> Session | None:
        session = self.sessions.get(asked["session_id"])
        if session is None or asked["token"] != self.token:
            await socket.send_json({"op": INVALID, "d": False})
            return None
        self.resumed += 1
        session.socket = socket
        for event in session.events[asked["seq"] :]:
            await socket.send_json(event)
        self._dispatch("RESUMED", {})
        return session

    def _dispatch(self, name: str, data: dict[str, Any]) -> None:
        """Tells the bot; where it is not connected it hears of it when it resumes."""
        for session in self.sessions.values():
            seq = len(session.events) + 1
            event = {"op": 0, "t": name, "s": seq, "d": json.loads(json.dumps(data))}
            session.events.append(event)
            if session.socket is not None and not session.socket.closed:
                task = asyncio.ensure_future(session.socket.send_json(event))
                task.add_done_callback(lambda done: done.exception())

    def _guild(self) -> dict[str, Any]:
        everyone = {"name": "@everyone", "permissions": ALL_PERMISSIONS, "position": 0, "color": 0}
        role = {"id": self.guild, "hoist": False, "managed": False, "mentionable": False}
        return {
            "id": self.guild,
            "name": "The guild",
            "owner_id": "1",
            "roles": [everyone | role],
            "channels": [self._room()],
            "members": [],
            "threads": [],
            "emojis": [],
            "features": [],
            "member_count": 3,
            "large": False,
            "unavailable": False,
            "preferred_locale": "en-US",
            "afk_timeout": 0,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            "joined_at": "2024-01-01T00:00:00+00:00",
        }

    def _room(self) -> dict[str, Any]:
        about = {"name": "salon", "type": 0, "position": 0, "permission_overwrites": []}
        return {"id": self.channel, "guild_id": self.guild, "nsfw": False, "topic": None, **about}

    def _interact(
        self, kind: int, user: dict[str, Any], channel: str, data: dict[str, Any], **more: Any
    ) -> Interaction:
        number = self.snowflake()
        payload = {
            "id": number,
            "application_id": self.application,
            "type": kind,
            "token": f"token-{number}",
            "version": 1,
            "data": data,
            "channel_id": channel,
            "app_permissions": ALL_PERMISSIONS,
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": self.guild},
            "attachment_size_limit": 10 * 2**20,
            **more,
        }
        if channel == self.channel:
            member = {"roles": [], "joined_at": "2024-01-01T00:00:00+00:00", "flags": 0}
            payload["member"] = {"user": user, "permissions": ALL_PERMISSIONS, **member}
            payload |= {"guild_id": self.guild, "channel": self._room(), "context": 0}
        else:
            payload |= {"user": user, "channel": {"id": channel, "type": 1}, "context": 1}
        interaction = self.interactions[payload["token"]] = Interaction(payload, time.monotonic())
        self._dispatch("INTERACTION_CREATE", payload)
        return interaction

    # --- REST ------------------------------------------------------------------------------------

    async def _ask(self, request: web.Request) -> tuple[int, Any]:
        for method, pattern, run in self._routes:
            found = pattern.fullmatch(request.path)
            if method != request.method or not found:
                continue
            body, files = await read(request)
            by_token = "/webhooks/" in request.path or "/interactions/" in request.path
            if not by_token and request.headers.get("Authorization") != f"Bot {self.token}":
                return 401, {"code": 0, "message": "401: Unauthorized"}
            status, wait = self._refusal(request)
            if status != LOST and status != 200:
                return status, {"message": "trouble", "retry_after": wait, "global": False}
            try:
                answer = run(*found.groups(), body, files, request)
            except Problem as problem:
                return problem.status, problem.body
            if status == LOST:
                return LOST, None
            return (204, None) if answer is None else (200, answer)
        self.unknown.append(f"{request.method} {request.path}")
        return 404, {"code": 0, "message": "404: Not Found"}

    def _refusal(self, request: web.Request) -> tuple[int, float]:
        """What was planned for such a request; 200 where nothing was."""
        for trouble in self.troubles:
            meant = trouble.method.fullmatch(request.method)
            if trouble.answers and meant and trouble.path.fullmatch(request.path):
                return trouble.answers.pop(0)
        return 200, 0.0

    def _get_me(self, *_: Any) -> Any:
        return self.me

    def _get_application(self, *_: Any) -> Any:
        known = {"name": "Atelier", "icon": None, "description": "", "bot_public": True}
        more = {"bot_require_code_grant": False, "verify_key": "", "flags": 0, "team": None}
        return {"id": self.application, "owner": self.person("Owner"), **known, **more}

    def _get_gateway(self, *_: Any) -> Any:
        limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        return {"url": self.gateway, "shards": 1, "session_start_limit": limit}

    def _put_commands(self, _: str, body: Any, *__: Any) -> Any:
        self.commands = [
            {**each, "id": self.snowflake(), "application_id": self.application, "version": "1"}
            for each in body
        ]
        return self.commands

    def _open_dm(self, body: Any, *_: Any) -> Any:
        channel = self.dms.setdefault(body["recipient_id"], self.snowflake())
        self.channels.setdefault(channel, {})
        recipient = self.person("Somebody", body["recipient_id"])
        return {"id": channel, "type": 1, "recipients": [recipient], "last_message_id": None}

    def _in(self, channel: str) -> dict[str, dict[str, Any]]:
        if channel not in self.channels:
            raise Problem(404, 10003, "Unknown Channel")
        return self.channels[channel]

    def _history(self, channel: str, _: Any, __: Any, request: web.Request) -> Any:
        after = int(request.query.get("after", 0))
        newer = [each for number, each in self._in(channel).items() if int(number) > after]
        return newer[: int(request.query.get("limit", 50))][::-1]

    def _send(self, channel: str, body: Any, files: dict[str, bytes], _: Any) -> Any:
        there = self._in(channel)
        self.sends.append({**body, "channel_id": channel})
        nonce = str(body.get("nonce", ""))
        if len(nonce) > 25:
            raise Problem(400, 50035, "Invalid Form Body: nonce")
        known = self.nonces.get((channel, nonce))
        if nonce and body.get("enforce_nonce") and known in there:
            return there[known]
        message = self._message(channel, body, files)
        there[message["id"]] = message
        self.nonces[channel, nonce] = message["id"]
        return message

    def _edit(self, channel: str, number: str, body: Any, files: dict[str, bytes], _: Any) -> Any:
        there = self._in(channel)
        if number not in there:
            raise Problem(404, 10008, "Unknown Message")
        there[number].update(self._message(channel, body, files, number))
        return there[number]

    def _delete(self, channel: str, number: str, *_: Any) -> Any:
        if self._in(channel).pop(number, None) is None:
            raise Problem(404, 10008, "Unknown Message")

    def _acknowledge(
        self, number: str, token: str, body: Any, files: dict[str, bytes], _: Any
    ) -> Any:
        interaction = self.interactions.get(token)
        late = interaction and time.monotonic() - interaction.sent > TO_ACKNOWLEDGE
        if interaction is None or interaction.id != number or late:
            raise Problem(404, 10062, "Unknown interaction")
        if interaction.kind is not None:
            raise Problem(400, 40060, "Interaction has already been acknowledged.")
        interaction.acknowledged = time.monotonic() - interaction.sent
        interaction.kind, data = body["type"], body.get("data") or {}
        channel = interaction.payload["channel_id"]
        if interaction.kind in (MESSAGE, DEFERRED_MESSAGE):
            interaction.response = self._message(channel, data, files)
            if not interaction.response["flags"] & EPHEMERAL:
                self.channels[channel][interaction.response["id"]] = interaction.response
        elif interaction.kind in (DEFERRED_UPDATE, UPDATE):
            interaction.response = self._pressed(interaction)
            if interaction.kind == UPDATE:
                self._change(interaction, data, files)
        interaction.confirmed = interaction.kind in (MESSAGE, UPDATE)
        about = {"id": number, "type": interaction.payload["type"]}
        resource = {"type": interaction.kind, "message": interaction.response}
        return {"interaction": about, "resource": resource}

    def _pressed(self, interaction: Interaction) -> dict[str, Any]:
        """The message that a control was pressed on: it may be gone, or ephemeral."""
        message = interaction.payload["message"]
        return self.channels[message["channel_id"]].get(message["id"], message)

    def _change(self, interaction: Interaction, body: Any, files: dict[str, bytes]) -> None:
        message = interaction.response
        assert message is not None
        flags = message["flags"]
        message.update(self._message(message["channel_id"], body, files, message["id"]))
        message["flags"] |= flags & EPHEMERAL
        interaction.confirmed = True

    def _of(self, token: str) -> Interaction:
        interaction = self.interactions.get(token)
        if interaction is None or interaction.kind is None:
            raise Problem(404, 10015, "Unknown Webhook")
        return interaction

    def _answer(self, _: str, token: str, body: Any, files: dict[str, bytes], __: Any) -> Any:
        interaction = self._of(token)
        if interaction.response is None:
            raise Problem(404, 10008, "Unknown Message")
        self._change(interaction, body, files)
        return interaction.response

    def _follow_up(self, _: str, token: str, body: Any, files: dict[str, bytes], __: Any) -> Any:
        interaction = self._of(token)
        message = self._message(interaction.payload["channel_id"], body, files)
        interaction.followups.append(message)
        return message

    def _message(
        self, channel: str, body: Any, files: dict[str, bytes], number: str | None = None
    ) -> dict[str, Any]:
        """A message as Discord would make it of this body, or a Problem."""
        parted = list(parts(body))
        flags = body.get("flags") or 0
        if parted and any(part["type"] in (TEXT, GALLERY) for part in parted):
            flags |= COMPONENTS
        if flags & COMPONENTS and (body.get("content") or body.get("embeds")):
            raise Problem(400, 50035, "Invalid Form Body: content beside components")
        ids = [part["custom_id"] for part in parted if "custom_id" in part]
        if len(parted) > 40 or len(set(ids)) < len(ids) or any(len(each) > 100 for each in ids):
            raise Problem(400, 50035, "Invalid Form Body: components")
        for n, part in enumerate(parted, 1):
            part.setdefault("id", n)
        attachments = self._attachments(channel, body, files)
        for part in parted:
            named = [part["file"]] if part["type"] == FILE else []
            named += [item["media"] for item in part.get("items", ())]
            for media in named:
                name = media["url"].removeprefix("attachment://")
                if name not in attachments:
                    raise Problem(400, 50035, f"Invalid Form Body: no attachment {name}")
                media |= {"proxy_url": attachments[name]["url"], "content_type": "image/png"}
        return {
            "id": number or self.snowflake(),
            "channel_id": channel,
            "author": self.me,
            "content": body.get("content") or "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None if number is None else "2026-01-01T00:00:00+00:00",
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": list(attachments.values()),
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": flags,
            "components": body.get("components") or [],
        }

    def _attachments(
        self, channel: str, body: Any, files: dict[str, bytes]
    ) -> dict[str, dict[str, Any]]:
        listed: dict[str, dict[str, Any]] = {}
        for each in body.get("attachments") or ():
            if f"files[{each['id']}]" not in files:
                raise Problem(400, 50035, f"Invalid Form Body: no file for {each}")
            number, name = self.snowflake(), each["filename"]
            url = f"http://127.0.0.1:{self.port}/attachments/{channel}/{number}/{name}"
            size = len(files[f"files[{each['id']}]"])
            listed[name] = {"id": number, "filename": name, "size": size, "url": url}
            listed[name] |= {"proxy_url": url, "description": each.get("description")}
        if len(files) > len(listed):
            raise Problem(400, 50035, "Invalid Form Body: a file that is not listed")
        return listed

    def snowflake(self) -> str:
        """A number as Discord gives them, later ones larger."""
        self._count += 1
        return str(((int(time.time() * 1000) - EPOCH) << 22) + self._count)


async def read(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    """The body of a request and the files beside it."""
    files: dict[str, bytes] = {}
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (json.loads(text) if text else {}), files
    body: Any = {}
    async for part in await request.multipart():
        data = await part.read(decode=False)  # type: ignore[union-attr]
        if part.name == "payload_json":  # type: ignore[union-attr]
            body = json.loads(data)
        else:
            files[part.name] = bytes(data)  # type: ignore[union-attr, index]
    return body, files


def parts(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones too."""
    waiting = list(message.get("components") or ())
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting[:0] = part.get("components") or ()


def labels(message: Any) -> list[str]:
    """The labels of all that can be pressed or picked."""
    found: list[str] = []
    for part in parts(message):
        if part["type"] == BUTTON and not part.get("disabled"):
            found.append(part["label"])
        found += [option["label"] for option in part.get("options", ())]
    return found


def text(message: Any) -> str:
    """All that a message says."""
    said = [part["content"] for part in parts(message) if part["type"] == TEXT]
    return "\n".join([message["content"], *said]).strip()


async def until(there: Callable[[], Any], what: str, seconds: float = 10.0) -> Any:
    """What `there` returns once it is true; AssertionError where it never is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(LookupError):
            if found := there():
                return found
        await asyncio.sleep(0.01)
    raise AssertionError(f"it never came to this: {what}")
