"""A crowd at many tables on a light stand-in for Discord: REST and the gateway of one bot, each
table in a channel of its own.

The bot is measured, so this does as little as possible: payloads are strings, and pictures are not
read. Whether the bot is correct is tested in `tests.wire`, not here.
"""

import asyncio
import json
import math
import random
import re
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.stored import GUILD, MESSAGES, SEATS, channel_of, dm_of, seat_of, user_of
from tests.wire.standin import parts
from tests.wire.standin.things import ALL_PERMISSIONS

APPLICATION, PANELS, EMOJI = 103 << 50, 104 << 50, 105 << 50
COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
"""Types of interactions."""
BUTTON, SELECT = 2, 3
HEARTBEAT, IDENTIFY, HELLO, HEARD = 1, 2, 10, 11
JSON = {"Content-Type": "application/json"}
UNKNOWN_CHANNEL = {"code": 10003, "message": "Unknown Channel"}
PER_CHANNEL, PERIOD_S = 5, 5.0
"""How many messages, and how many edits, a channel accepts in how many seconds."""
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.not-a-real.token"
ME = {
    "id": str(APPLICATION),
    "username": "atelier",
    "discriminator": "0",
    "avatar": None,
    "bot": True,
}
BOARD = [
    {"type": BUTTON, "style": 2, "label": action, "custom_id": f"{action}:%d:"}
    for action in ("hand", "panel", "rules", "log")
]

Control = tuple[str, str]
"""The custom_id of a button or a select, and the picked values, joined by SEVERAL ("" for a
button).
"""
PICKS, SEVERAL = "pick-picks:", ","


@dataclass(slots=True)
class Act:
    kind: str
    table: int
    seat: int
    sent: float
    message: int = 0
    """The message that it was done on."""
    channel: int = 0
    """Where it was done."""


@dataclass
class Panel:
    """The panel of one person, with its channel and message."""

    message: int
    components: Any
    channel: int
    moves: list[Control] = field(init=False)

    def __post_init__(self) -> None:
        self.moves = list(controls(self.components))


class Crowd:
    """The stand-in with the panels of its people; `start` opens it and `close` ends it."""

    def __init__(self, tables: int, seed: int = 1) -> None:
        """Takes how many tables there are, numbered from 1."""
        self.tables, self.rng = tables, random.Random(seed)
        self.waits: list[tuple[str, float]] = []
        """Kinds of interactions, and the seconds until each was acknowledged."""
        self.answers: list[tuple[str, float]] = []
        """Kinds of interactions, and the seconds until each was answered in full."""
        self.requests: Counter[str] = Counter()
        """Requests by kind."""
        self.refused = 0
        """Requests that came too fast for a channel."""
        self.emoji: dict[str, Any] = {}
        """The emoji of the application by id."""
        self.ready = asyncio.Event()
        self.panels: dict[tuple[int, int], Panel] = {}
        self._boards: dict[int, Any] = {}
        self._latest: dict[int, int] = {}
        """The latest message of each channel, where it is not the first board."""
        self._acts: dict[int, Act] = {}
        self._acknowledged = 0
        self._open: set[int] = set()
        self._number = 200 << 50
        self._events = 0
        self._socket: web.WebSocketResponse | None = None
        self._runner: web.ServerRunner | None = None
        self._spent: dict[tuple[str, str], deque[float]] = defaultdict(deque)

    async def start(self) -> None:
        self._runner = web.ServerRunner(web.Server(self._handle))
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def environment(self) -> dict[str, str]:
        """The settings that connect a bot to this stand-in."""
        assert self._runner is not None
        where = f"127.0.0.1:{self._runner.addresses[0][1]}"
        return {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": f"http://{where}/api/v10",
            "DISCORD_GATEWAY_URL": f"ws://{where}/",
            "SHARD_COUNT": "1",
        }

    @property
    def waiting(self) -> int:
        """How many interactions are not acknowledged yet."""
        return len(self._acts) - self._acknowledged

    @property
    def unanswered(self) -> int:
        """How many interactions are acknowledged but not answered."""
        return len(self._open)

    def begin(self) -> None:
        """Starts to count and measure."""
        self.waits.clear()
        self.answers.clear()
        self.requests.clear()
        self.refused = 0

    # --- what people do --------------------------------------------------------------------------

    def press(
        self, kind: str, table: int, seat: int, control: Control, own: Panel | None = None
    ) -> None:
        """Somebody uses a control of the board, or of their own panel."""
        custom_id, value = control
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if value:
            data |= {"component_type": SELECT, "values": value.split(SEVERAL)}
        channel = channel_of(table)
        if own:
            message, components, channel = own.message, own.components, own.channel
        else:
            message = MESSAGES + table
            components = self._boards.get(table) or board(table)
        ephemeral = bool(own) and channel == channel_of(table)
        standing = json.dumps(a_message(message, channel, components, own=ephemeral))
        act = Act(kind, table, seat, 0, message, channel)
        self._send(act, COMPONENT, data, f',"message":{standing}')

    def command(self, kind: str, table: int, seat: int, name: str, **options: str) -> None:
        """Somebody types a command, or only a letter of it for autocomplete."""
        letter = kind == "letter"
        given = [
            {"name": key, "type": 3, "value": value, **({"focused": True} if letter else {})}
            for key, value in options.items()
        ]
        data = {"id": "1", "name": name, "type": 1, "options": given}
        act = Act(kind, table, seat, 0, channel=channel_of(table))
        self._send(act, AUTOCOMPLETE if letter else COMMAND, data, "")

    def _send(self, act: Act, kind: int, data: dict[str, Any], more: str) -> None:
        assert self._socket is not None
        self._number += 1
        self._events += 1
        channel = act.channel
        latest = self._latest.get(channel, MESSAGES + act.table)
        user = (
            f'{{"id":"{user_of(act.table, act.seat)}","username":"p","discriminator":"0",'
            f'"avatar":null,"global_name":"P"}}'
        )
        here = (
            f'"guild_id":"{GUILD}","context":0,"authorizing_integration_owners":{{"0":"{GUILD}"}},'
            f'"channel":{{"id":"{channel}","type":0,"name":"t{act.table}",'
            f'"last_message_id":"{latest}"}},'
            f'"member":{{"user":{user},"roles":[],"flags":0,'
            f'"permissions":"{ALL_PERMISSIONS}","joined_at":"2024-01-01T00:00:00+00:00"}},'
        )
        in_private = (
            f'"context":1,"authorizing_integration_owners":{{"0":"0"}},'
            f'"channel":{{"id":"{channel}","type":1}},"user":{user},'
        )
        text = (
            f'{{"op":0,"t":"INTERACTION_CREATE","s":{self._events},"d":{{"id":"{self._number}",'
            f'"application_id":"{APPLICATION}","type":{kind},"token":"t{self._number}",'
            f'"version":1,"channel_id":"{channel}","locale":"en-US",'
            f"{here if channel == channel_of(act.table) else in_private}"
            f'"app_permissions":"{ALL_PERMISSIONS}","entitlements":[],'
            f'"attachment_size_limit":10485760,"data":{json.dumps(data)}{more}}}}}'
        )
        self._acts[self._number] = act
        if kind != AUTOCOMPLETE:
            self._open.add(self._number)
        act.sent = time.perf_counter()
        task = asyncio.ensure_future(self._socket.send_str(text))
        task.add_done_callback(lambda done: done.exception())

    # --- the gateway -----------------------------------------------------------------------------

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._converse(request)
        body = await request.read()
        kind, run, found = next(
            (kind, run, found)
            for method, pattern, kind, run in ROUTES
            if method == request.method and (found := pattern.fullmatch(request.path))
        )
        self.requests[kind] += 1
        headers = self._bucket(request.method, *found.groups()[:1]) if "channel" in kind else {}
        if headers.get("Retry-After"):
            self.refused += 1
            body = json.dumps({"retry_after": float(headers["Retry-After"]), "global": False})
            return web.Response(status=429, body=body.encode(), headers=JSON | headers)
        said = run(self, *found.groups(), payload(body))
        if said is None:
            return web.Response(status=204, headers=headers)
        if said == UNKNOWN_CHANNEL:
            return web.Response(status=404, body=json.dumps(said).encode(), headers=JSON)
        return web.Response(body=json.dumps(said).encode(), headers=JSON | headers)

    def _bucket(self, method: str, channel: str) -> dict[str, str]:
        """The rate limit headers of such a request."""
        spent, now = self._spent[method, channel], time.monotonic()
        while spent and now - spent[0] >= PERIOD_S:
            spent.popleft()
        after = PERIOD_S - (now - spent[0]) if spent else PERIOD_S
        headers = {
            "X-RateLimit-Limit": str(PER_CHANNEL),
            "X-RateLimit-Remaining": str(max(0, PER_CHANNEL - len(spent) - 1)),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": f"{method}-message",
        }
        if len(spent) >= PER_CHANNEL:
            return headers | {"Retry-After": str(math.ceil(after)), "Via": "1.1 crowd"}
        spent.append(now)
        return headers

    async def _converse(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type != WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == HEARTBEAT:
                await socket.send_json({"op": HEARD, "d": None})
            elif said["op"] == IDENTIFY:
                await self._welcome(socket)
        self.ready.clear()
        return socket

    async def _welcome(self, socket: web.WebSocketResponse) -> None:
        session = {
            "v": 10,
            "user": ME,
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": "1",
            "resume_gateway_url": self.environment["DISCORD_GATEWAY_URL"],
            "application": {"id": str(APPLICATION), "flags": 0},
            "shard": [0, 1],
        }
        for name, data in (("READY", session), ("GUILD_CREATE", a_guild(self.tables))):
            self._events += 1
            await socket.send_json({"op": 0, "t": name, "s": self._events, "d": data})
        self._socket = socket
        self.ready.set()

    # --- REST ------------------------------------------------------------------------------------

    def _application(self, *_: Any) -> Any:
        known = {"name": "Atelier", "icon": None, "description": "", "bot_public": True}
        more = {"bot_require_code_grant": False, "verify_key": "", "flags": 0, "team": None}
        return {"id": str(APPLICATION), "owner": {**ME, "id": "1"}, **known, **more}

    def _gateway(self, *_: Any) -> Any:
        limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        url = self.environment["DISCORD_GATEWAY_URL"]
        return {"url": url, "shards": 1, "session_start_limit": limit}

    def _commands(self, _: str, body: Any) -> Any:
        mine = {"application_id": str(APPLICATION), "version": "1"}
        body = [{"description": "", **each} for each in body]  # entries of menus have none
        return [{**each, **mine, "id": str(n)} for n, each in enumerate(body, 1)]

    def _find_emoji(self, *_: Any) -> Any:
        return {"items": list(self.emoji.values())}

    def _emoji(self, _: str, body: Any) -> Any:
        number = str(EMOJI + len(self.emoji))
        known = {"roles": [], "require_colons": True, "managed": False, "animated": False}
        made = {"id": number, "name": body["name"], "user": ME, "available": True, **known}
        self.emoji[number] = made
        return made

    def _dm(self, body: Any) -> Any:
        recipient = {**ME, "id": str(body["recipient_id"]), "bot": False}
        channel = str(dm_of(int(body["recipient_id"])))
        return {"id": channel, "type": 1, "recipients": [recipient], "last_message_id": None}

    def _channel(self, *_: Any) -> Any:
        """The bot asks for channels that its server does not have."""
        return UNKNOWN_CHANNEL

    def _history(self, *_: Any) -> Any:
        return []

    def _post(self, channel: str, body: Any) -> Any:
        self._number += 1
        self._latest[int(channel)] = self._number
        return self._stands(channel, self._number, body)

    def _edit(self, channel: str, message: str, body: Any) -> Any:
        return self._stands(channel, int(message), body)

    def _stands(self, channel: str, number: int, body: Any) -> Any:
        table = int(channel) - channel_of(0)
        if 0 < table <= self.tables:
            self._boards[table] = numbered(body)
        else:
            self._asks_in_private(Panel(number, numbered(body), int(channel)))
        return a_message(number, int(channel), body.get("components") or [])

    def _asks_in_private(self, panel: Panel) -> None:
        """Somebody's panel is now the message that asked them last; a message without a question
        becomes their panel only if it was that before.
        """
        place = seat_of(panel.channel)
        standing = self.panels.get(place)
        if panel.moves or (standing and standing.message == panel.message):
            self.panels[place] = panel

    def _delete(self, *_: Any) -> None:
        """Nothing is kept that could be removed."""

    def _acknowledge(self, number: str, _token: str, body: Any) -> Any:
        act = self._acts[int(number)]
        self.waits.append((act.kind, time.perf_counter() - act.sent))
        self._acknowledged += 1
        data = body.get("data") or {}
        if data.get("components"):
            self._answered(int(number), act, data)
        message = a_message(act.message or PANELS + int(number), act.channel, [])
        resource = {"type": body["type"], "message": message}
        return {"interaction": {"id": number, "type": COMPONENT}, "resource": resource}

    def _answer(self, token: str, body: Any) -> Any:
        number = int(token[1:])
        act = self._acts[number]
        self._answered(number, act, body)
        return a_message(act.message or PANELS + number, act.channel, [])

    def _renew(self, token: str, message: str, body: Any) -> Any:
        """Updates the panel that an interaction showed."""
        act = self._acts[int(token[1:])]
        panel = Panel(int(message), numbered(body), act.channel)
        if panel.channel == channel_of(act.table):
            self.panels[act.table, act.seat] = panel
        else:
            self._asks_in_private(panel)
        return a_message(panel.message, panel.channel, [])

    def _answered(self, number: int, act: Act, body: Any) -> None:
        self._open.discard(number)
        self.answers.append((act.kind, time.perf_counter() - act.sent))
        if act.kind not in ("panel", "move", "stale", "typed"):
            return
        old = self.panels.get((act.table, act.seat))
        message = old.message if old and act.message == old.message else PANELS + number
        self.panels[act.table, act.seat] = Panel(message, numbered(body), act.channel)


API = "/api/v10"
ROUTES: list[tuple[str, re.Pattern[str], str, Callable[..., Any]]] = [
    (method, re.compile(API + path), kind, run)
    for method, path, kind, run in (
        ("POST", r"/interactions/(\d+)/([^/]+)/callback", "acknowledge", Crowd._acknowledge),
        ("PATCH", r"/webhooks/\d+/([^/]+)/messages/@original", "answer", Crowd._answer),
        ("PATCH", r"/webhooks/\d+/([^/]+)/messages/(\d+)", "edit a panel", Crowd._renew),
        ("DELETE", r"/webhooks/\d+/[^/]+/messages/(\d+)", "delete a panel", Crowd._delete),
        ("POST", r"/webhooks/\d+/([^/]+)", "follow up", Crowd._answer),
        ("GET", r"/channels/(\d+)", "look for a channel", Crowd._channel),
        ("GET", r"/channels/(\d+)/messages", "read a channel", Crowd._history),
        ("POST", r"/channels/(\d+)/messages", "send to a channel", Crowd._post),
        ("PATCH", r"/channels/(\d+)/messages/(\d+)", "edit in a channel", Crowd._edit),
        ("DELETE", r"/channels/(\d+)/messages/(\d+)", "delete in a channel", Crowd._delete),
        ("POST", r"/users/@me/channels", "open a DM", Crowd._dm),
        ("GET", r"/users/@me", "log in", lambda *_: ME),
        ("GET", r"/oauth2/applications/@me", "log in", Crowd._application),
        ("GET", r"/gateway/bot", "log in", Crowd._gateway),
        ("PUT", r"/applications/(\d+)/commands", "log in", Crowd._commands),
        ("GET", r"/applications/(\d+)/emojis", "log in", Crowd._find_emoji),
        ("POST", r"/applications/(\d+)/emojis", "log in", Crowd._emoji),
    )
]


def payload(body: bytes) -> Any:
    """The JSON of a request, with or without files."""
    if body.startswith(b"--"):
        boundary, begin = body.partition(b"\r\n")[0], body.index(b'name="payload_json"')
        begin = body.index(b"\r\n\r\n", begin) + 4
        body = body[begin : body.index(b"\r\n" + boundary, begin)]
    return json.loads(body) if body else {}


def numbered(body: Any) -> Any:
    """The components of a message, each with an id, as Discord assigns them."""
    for n, part in enumerate(parts(body), 1):
        part.setdefault("id", n)
    return body.get("components") or []


def controls(components: Any) -> list[Control]:
    """The controls that make a move."""
    found: list[Control] = []
    for part in parts({"components": components}):
        custom_id = part.get("custom_id") or ""
        if custom_id.startswith("move:") and not part.get("disabled"):
            found.append((custom_id, ""))
        if custom_id.startswith("pick-move:"):
            values = [option["value"] for option in part["options"]]
            found += [(custom_id, value) for value in values if value.startswith("move:")]
        if custom_id.startswith(PICKS):
            each = {option["value"].split(" ")[0]: option["value"] for option in part["options"]}
            found.append((custom_id, SEVERAL.join([*each.values()][: part["min_values"]])))
    return found


def board(table: int) -> Any:
    """A board before the bot has edited it."""
    row = [
        part | {"custom_id": part["custom_id"] % table, "id": n + 2} for n, part in enumerate(BOARD)
    ]
    return [{"type": 1, "id": 1, "components": row}]


def a_message(number: int, channel: int, components: Any, own: bool = False) -> dict[str, Any]:
    """A message of the bot; `own` if it is ephemeral."""
    return {
        "id": str(number),
        "channel_id": str(channel),
        "author": ME,
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 1 << 15 | (1 << 6 if own else 0),
        "components": components,
    }


def a_guild(tables: int) -> dict[str, Any]:
    """A server with a channel for each table."""
    everyone = {"id": str(GUILD), "name": "@everyone", "permissions": ALL_PERMISSIONS}
    role = {"position": 0, "color": 0, "hoist": False, "managed": False, "mentionable": False}
    channels = [
        {"id": str(channel_of(n)), "type": 0, "name": f"t{n}", "position": n, "nsfw": False}
        | {"guild_id": str(GUILD), "permission_overwrites": []}
        for n in range(1, tables + 1)
    ]
    return {
        "id": str(GUILD),
        "name": "The guild",
        "owner_id": "1",
        "roles": [everyone | role],
        "channels": channels,
        "members": [],
        "threads": [],
        "emojis": [],
        "features": [],
        "member_count": SEATS * tables,
        "preferred_locale": "en-US",
        "joined_at": "2024-01-01T00:00:00+00:00",
    }
