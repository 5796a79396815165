"""The same bot in a simulated Discord, seen and clicked in the browser: no token, no network.

`python -m bot.offline` starts the bot inside a SimCord world and prints one address: a page that
shows the game room and each person's messages side by side. SimCord is made for tests, where the
clock stands still and one page is open; here are the few lines that let it run in real time, for
hours, with many pages. Everything listens on 127.0.0.1 only, and every start begins a new world
with an empty database, because the simulated people and channels are new ones too.
"""

# SimCord has no public door for a second page or a running clock, so its version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import argparse
import asyncio
import contextlib
import contextvars
import json
import logging
import re
import secrets
import signal
import socket
import struct
import tempfile
import webbrowser
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from itertools import count
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import discord
from aiohttp import web
from pydantic import SecretStr
from simcord import Env
from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord.actors import MemberActor, _component_interaction
from simcord.backend import Backend
from simcord.backend.errors import SetupError
from simcord.backend.models import Interaction, Message
from simcord.builders import ChannelHandle
from simcord.preview import Preview
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._server import PreviewServer

HOST = "127.0.0.1"
PORT = 8770
PEOPLE = "Ada,Ben,Cleo"
ROOM = "game-room"
TOPIC = "The room everybody sees. Type /game new to open a table."
ANSWER_WITHIN = 3.0
"""Seconds that Discord gives a bot for its first answer to a press."""
LINGER = 0.3
"""Seconds that a press waits for what follows its answer."""
LOOK_EVERY = 0.15
"""Seconds between two looks for something new to show."""
PICTURES_KEPT = 40
"""In each place, counting those that were replaced."""
DRAWINGS_KEPT = 20
"""Of each page: how long ago a press may have been aimed."""
ANSWERS_SHOWN = 3
"""In the room, of those that only one person can see."""
EPHEMERAL = 1 << 6
MENTION = re.compile(r"<[@#]\d+>")
PNG = b"\x89PNG\r\n\x1a\n"

HOUSE_CSS = """
.preview-brand, #messages-toggle, #messages-sidebar, #refresh, #capture-open, #inspector-toggle,
.session-menu, #back-activity, #view-action-output, #inspector-panel, .framed .viewer-control {
  display: none !important;
}
.preview-shell { --toolbar-height: 40px !important; }
.preview-toolbar { height: auto !important; min-height: 40px; padding: 4px 12px; }
.framed .preview-toolbar {
  position: fixed; inset: 8px 8px auto auto; min-height: 0; padding: 0; border: 0;
}
.framed #action-status {
  padding: 2px 10px; color: #fff; background: #8c2f26; border-radius: 9px;
}
#action-status.routine { display: none; }
.component-gallery:has(> :only-child) .media-lightbox-trigger { width: 100%; }
"""
HOUSE_JS = """
document.documentElement.classList.toggle("framed", parent !== window);

// "Callback completed" is no news to a player; "Action was not completed" is.
const trouble = /not completed|uncertain|interrupted|unavailable|ended|closed/i;
const status = document.getElementById("action-status");
const weigh = () => status.classList.toggle("routine", !trouble.test(status.textContent));
new MutationObserver(weigh).observe(status, {childList: true, characterData: true, subtree: true});
weigh();

// A picture on its way keeps its room, or the page would jump to the top with every move.
new MutationObserver(() => {
  for (const image of document.querySelectorAll("img[width]:not([src])"))
    image.style.aspectRatio = `${image.getAttribute("width")} / ${image.getAttribute("height")}`;
}).observe(document.getElementById("channel-message-list"), {childList: true, subtree: true});

// Links into Discord lead nowhere: this table is not there.
addEventListener("click", (event) => {
  if (event.target.closest?.('a[href^="https://discord.com/"]')) event.preventDefault();
}, true);

// The front page may type a command for a newcomer, but never send it.
addEventListener("message", ({source, data}) => {
  const input = document.getElementById("channel-composer-input");
  if (source !== parent || parent === window || typeof data?.type !== "string" || !input) return;
  input.focus();
  input.value = data.type;
  input.dispatchEvent(new InputEvent("input", {bubbles: true}));
});
"""

Control = tuple[str, int]
"""A button or select: its custom_id and its component type."""


class WallClock(Clock):
    """The real time, where a test's clock stands still until it is told to move."""

    def __init__(self) -> None:
        """Needs nothing to start from."""

    @property
    def elapsed(self) -> float:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Seconds on the machine's own monotonic clock."""
        return real_monotonic()

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Does nothing: nobody can push this clock."""


class World(Env):
    """A SimCord world that runs in real time and never waits for the bot to fall silent."""

    def __init__(self, bot: discord.Client, port: int) -> None:
        """Takes the bot that lives in it and the port of its front page."""
        shards = 1 if isinstance(bot, discord.AutoShardedClient) and not bot.shard_count else None
        super().__init__(bot, check_errors=False, shard_count=shards)
        self.backend = Backend(clock=WallClock())
        self.backend.bot_user.name = "Atelier"
        self.port = port
        self.ports = count(port + 1)
        self.turn = asyncio.Lock()  # SimCord allows one operation at a time
        self._question: Interaction | None = None
        self._register_dispatch_observer(self._remember)

    def _remember(self, interaction: Interaction) -> None:
        self._question = interaction

    def _schedule_timer(
        self,
        record: Any,
        callback: Any,
        args: Any,
        schedule_context: contextvars.Context | None,
    ) -> None:
        """Lets the event loop fire all the bot's timers; a test would wait for `advance_time`."""

        def fire() -> None:
            if record in self._work.callbacks and not record.handle.cancelled():
                record.handle._run()

        assert self._runtime is not None
        self._runtime.call_at(record.when, fire, context=contextvars.Context())

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Returns soon after a press is answered, whatever the bot is still doing."""
        question, self._question = self._question, None
        patience = real_monotonic() + ANSWER_WITHIN
        while question is not None and not question.responded and real_monotonic() < patience:
            await asyncio.sleep(0.01)
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(timeout=LINGER, idle=0.02, dispatch=dispatch)

    def news(self) -> set[int] | None:
        """The channels with new or changed messages since the last call; None for no event at all.

        The record that SimCord keeps of everything is read and emptied, so it does not grow.
        """
        happened = self.backend.transcript[:]
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        if not happened:
            return None
        return {
            int(data["channel_id"])
            for kind, event, data in happened
            if kind == "GATEWAY" and event.startswith("MESSAGE_")
        }

    def forget_pictures(self) -> None:
        """Drops the pictures that no message shows any more: every move draws a new board."""
        shown = {
            attachment["url"]
            for messages in self.backend.messages.values()
            for message in messages.values()
            for attachment in message.attachments
        }
        blobs = self.backend.cdn._blobs
        for url in [url for url in blobs if "/attachments/" in url and url not in shown]:
            del blobs[url]

    async def close(self) -> None:
        """Ends the bot and then the world around it, even while a computer player thinks."""
        await self.bot.close()
        with contextlib.suppress(TimeoutError):
            await self.shutdown()


class PlaceServer(PreviewServer):
    """Serves a place without the workbench around it, and lets the front page frame it."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,
        "/house.css": "house.css",
        "/house.js": "house.js",
    }

    def __init__(self, place: Place) -> None:
        """Takes the next port above that of the front page."""
        front = place.world.port
        super().__init__(place, next(place.world.ports))
        frames = f"frame-ancestors http://{HOST}:{front} http://localhost:{front}"
        headers = dict(PreviewServer._SECURITY_HEADERS)
        del headers["X-Frame-Options"]
        policy = headers["Content-Security-Policy"]
        headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", frames)
        self._SECURITY_HEADERS = headers  # pyright: ignore[reportAttributeAccessIssue]
        self._title = escape(place.title)

    async def start(self) -> None:
        """Listens at its port, or at a free one if somebody has that."""
        try:
            await super().start()
        except SetupError:
            await self.close()
            self._requested_port = 0
            await super().start()

    async def _static(self, request: web.Request) -> web.Response:
        if request.path == "/house.css":
            return self._text(HOUSE_CSS, "text/css")
        if request.path == "/house.js":
            return self._text(HOUSE_JS, "application/javascript")
        response = await super()._static(request)
        if request.path == "/":
            return self._text(self._furnish(response.text), "text/html")
        response.headers["Cache-Control"] = "private, max-age=3600"
        return response

    def _text(self, text: str, kind: str) -> web.Response:
        return web.Response(text=text, content_type=kind, headers=self._SECURITY_HEADERS)

    def _furnish(self, page: str) -> str:
        house = (
            f"<title>{self._title}</title>"
            '<link rel="stylesheet" href="/house.css">'
            '<script type="module" src="/house.js"></script></head>'
        )
        return page.replace("<title>SimCord Preview</title>", "").replace("</head>", house)


class Place(Preview):
    """One place in the browser, the room or somebody's messages, kept up to date by itself."""

    _PAGE_LEASE_SECONDS = 24 * 3600.0
    _MAX_PAGES = 64

    def __init__(
        self, world: World, channel: ChannelHandle, viewers: Sequence[Any], title: str
    ) -> None:
        """Shows a channel to its viewers, first of all to the first of them."""
        super().__init__(
            world,
            channel,
            tuple(viewers),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=timezone(),
            presentation_time=None,
            assets=None,
            port=0,
        )
        self.world = world
        self.title = title
        self.unread = False
        self._server = PlaceServer(self)
        self._shown: dict[str, str] = {}
        self._drawn: dict[str, deque[tuple[int, dict[str, Control]]]] = {}
        self._pictures: dict[str, tuple[str, bytes, str]] = {}

    async def __aenter__(self) -> Place:
        """Opens the place, whichever others are open."""
        await super().__aenter__()
        self.world._preview = None  # SimCord's guard against a second one
        return self

    def messages(self) -> list[Message]:
        """Every message here, oldest first, as the simulated Discord keeps it."""
        stored = self.world.backend.messages.get(self.channel.id, {})
        return [stored[key] for key in sorted(stored)]

    def show_news(self) -> None:
        """Publishes every open page that does not show what there is to see."""
        for page in list(self._pages.values()):
            if page is not self._python and self._look(page) != self._shown.get(page.id):
                self._publish(page, reason="refresh")
        for page_id in self._shown.keys() - self._pages.keys():
            del self._shown[page_id]
            del self._drawn[page_id]

    def _look(self, page: Any) -> str:
        """What the page's viewer can see here, as text to compare."""
        seen = [message for message in self.messages() if message.visible_to(page.viewer.id)]
        return repr(seen[-60:])

    def _publish(self, page: Any, **options: Any) -> None:
        self._advance_presentation_time()
        super()._publish(page, **options)
        if self.channel.guild is None:
            page.snapshot = self._with_names(page.snapshot)
        self._dismiss_old_answers(page.snapshot)
        self._shown[page.id] = self._look(page)
        drawn = self._drawn.setdefault(page.id, deque(maxlen=DRAWINGS_KEPT))
        drawn.append((page.revision, self._controls()))
        self._keep_pictures(page)

    def _with_names(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """The same with names for mentions, which SimCord resolves only inside a server."""
        backend = self.world.backend
        names = {
            f"<@{user.id}>": f"@{user.global_name or user.name}" for user in backend.users.values()
        }
        names |= {f"<#{channel.id}>": f"#{channel.name}" for channel in backend.channels.values()}
        text = MENTION.sub(
            lambda found: json.dumps(names.get(found[0], found[0]))[1:-1], json.dumps(snapshot)
        )
        return json.loads(text)

    def _dismiss_old_answers(self, snapshot: dict[str, Any]) -> None:
        """Leaves out all but the last private answers, which a person would dismiss one by one."""
        private = [i for i in snapshot["timeline"] if snapshot["messages"][i]["flags"] & EPHEMERAL]
        for message in private[:-ANSWERS_SHOWN]:
            snapshot["timeline"].remove(message)
            del snapshot["messages"][message]

    def _initial_target(self, viewer: Any, channel_id: int) -> None:
        """Names no message to begin with, so that a page opens at the newest one and follows."""

    def _controls(self) -> dict[str, Control]:
        """What is behind each button and select, by the key under which a page knows it."""
        found: dict[str, Control] = {}
        for message in self.messages():
            for index, root in enumerate(message.components):
                for path, component in _component_paths(root, str(index)):
                    key = _component_key(component, path, message.id)
                    if key is not None and "custom_id" in component:
                        found[key] = (component["custom_id"], component["type"])
        return found

    def _keep_pictures(self, page: Any) -> None:
        """Holds the last pictures: a browser may ask for one just after it was replaced."""
        for key, asset in page.assets.items():
            if asset.digest not in self._blobs:
                continue
            picture = self._blobs[asset.digest].data
            self._pictures.pop(key, None)
            self._pictures[key] = (asset.contentType, picture, asset.filename)
            if picture.startswith(PNG):
                asset.width, asset.height = struct.unpack(">II", picture[16:24])
                asset.validated = True
        for key in list(self._pictures)[:-PICTURES_KEPT]:
            del self._pictures[key]

    def _authorize_asset(self, page: Any, asset_id: str, *, content: bool = True) -> Any:
        """Lets a page keep its pictures until it is drawn anew, even those just replaced."""
        if asset_id in page.assets and asset_id in self._pictures:
            return page.assets[asset_id]
        return super()._authorize_asset(page, asset_id, content=content)

    async def _prepare_asset(
        self, context_id: str | None, asset_id: str, **options: Any
    ) -> tuple[str, bytes, str]:
        """Serves a picture just as the bot drew it; SimCord would decode it in a process."""
        self._get_page(context_id)
        if asset_id in self._pictures:
            return self._pictures[asset_id]
        return await super()._prepare_asset(context_id, asset_id, **options)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Waits for its turn, and accepts what was done on a page drawn a moment ago."""
        async with self.world.turn:
            page = self._pages.get(context_id or "")
            if page is not None and "published_revision" in body:
                seen = body["published_revision"]
                body = {**body, "published_revision": page.revision, "seen_revision": seen}
            self.world._preview = self
            try:
                return await super()._action(context_id, body)
            finally:
                self.world._preview = None

    def _prepare_action(self, page: Any, kind: str, body: Mapping[str, Any]) -> Any:
        """Presses what the person saw, as Discord does, even if the message was edited just now.

        A page knows a control by its position only. Where another one has taken that position,
        the bot gets the custom_id that the person saw, and can say that it is out of date.
        """
        seen = self._seen_control(page, body) if kind in ("click", "select") else None
        if seen is None or seen == self._controls().get(body["control_key"]):
            return super()._prepare_action(page, kind, body)
        message = self._target_message(page, self._target_id(body.get("target_id"), page.viewer))
        data: dict[str, Any] = {"custom_id": seen[0], "component_type": seen[1]}
        if kind == "select":
            data["values"] = body.get("values")

        async def press(action: Any, cursor: int) -> dict[str, Any]:
            pressing = _component_interaction(page.viewer, message, data)
            return await self._run_interaction_action(page, action, cursor, pressing)

        return press

    def _seen_control(self, page: Any, body: Mapping[str, Any]) -> Control | None:
        for revision, controls in self._drawn[page.id]:
            if revision == body.get("seen_revision"):
                return controls.get(str(body.get("control_key")))
        return None


class Person:
    """Somebody at the offline table: the rooms as they see them, and their messages."""

    def __init__(self, name: str, member: MemberActor) -> None:
        """Takes the name that is shown and the member behind it."""
        self.name = name
        self.member = member
        self.letters: Place
        self.rooms: list[Place] = []

    def card(self) -> dict[str, Any]:
        """What the front page needs to know about this person."""
        rooms = [
            {"id": str(room.channel.id), "name": room.channel.name, "url": room.url}
            for room in self.rooms
        ]
        return {
            "name": self.name,
            "letters": self.letters.url,
            "unread": self.letters.unread,
            "rooms": rooms,
        }


class Front:
    """The one address: a page that explains the table and shows its places side by side."""

    def __init__(self, people: list[Person], listening: socket.socket) -> None:
        """Takes the people and a socket that listens."""
        self.people = people
        self._listening = listening
        self.port = listening.getsockname()[1]

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncGenerator[str]:
        """Serves the page on loopback and yields its address."""
        app = web.Application()
        app.add_routes([web.get("/", self._page), web.get("/news", self._news)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.SockSite(runner, self._listening).start()
        try:
            yield f"http://{HOST}:{self.port}/"
        finally:
            await runner.cleanup()

    async def _page(self, request: web.Request) -> web.Response:
        self._refuse_strangers(request)
        people = [person.card() for person in self.people]
        nonce = secrets.token_urlsafe(12)
        text = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
        text = text.replace("$people", json.dumps(people).replace("<", "\\u003c"))
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; "
            f"connect-src 'self'; frame-src http://{HOST}:*; frame-ancestors 'none'; "
            "base-uri 'none'; form-action 'none'"
        )
        return web.Response(
            text=text.replace("$nonce", nonce),
            content_type="text/html",
            headers={"Content-Security-Policy": policy, "Cache-Control": "no-store"},
        )

    async def _news(self, request: web.Request) -> web.Response:
        self._refuse_strangers(request)
        for person in self.people:
            if person.name == request.query.get("you"):
                person.letters.unread = False
        return web.json_response([person.card() for person in self.people])

    def _refuse_strangers(self, request: web.Request) -> None:
        """Turns away a web page elsewhere whose name was made to point at this machine."""
        if request.headers.get("Host") not in (f"{HOST}:{self.port}", f"localhost:{self.port}"):
            raise web.HTTPForbidden


def timezone() -> str:
    """The name of the machine's time zone, or UTC where it cannot be told."""
    name = Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, KeyError):
        return "UTC"


def door(wanted: int) -> socket.socket:
    """A socket that listens on this machine only: at the wanted port, or at a free one."""
    with contextlib.suppress(OSError, OverflowError):
        return socket.create_server((HOST, wanted))
    return socket.create_server((HOST, 0))


class Table:
    """A server with one room and its people, and a page for every place."""

    def __init__(self, world: World, house: contextlib.AsyncExitStack) -> None:
        """Takes the world in which it stands, and the house that closes its pages at the end."""
        self.world = world
        self.people: list[Person] = []
        self._house = house
        self._server = world.create_guild("Atelier")
        self._room = self._server.create_text_channel(ROOM, topic=TOPIC)

    async def seat(self, names: list[str]) -> None:
        """Lets people in and opens their pages."""
        for name in names:
            user = self.world.create_user(name.lower(), global_name=name)
            self.people.append(Person(name, self._server.add_member(user)))
        for person in self.people:
            user = person.member.user
            title = f"Messages · {person.name}"
            person.letters = await self._open(Place(self.world, user.dm_channel, [user], title))
        await self._open_room(self._room)

    async def keep_current(self) -> None:
        """Shows on every page what changed anywhere, and whose messages have something new."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            news = self.world.news()
            if news is None:
                continue
            async with self.world.turn:
                await self._open_threads()
                for person in self.people:
                    person.letters.unread |= person.letters.channel.id in news
                    for place in (person.letters, *person.rooms):
                        place.show_news()
            self.world.forget_pictures()

    async def _open_threads(self) -> None:
        known = {place.channel.id for place in self.people[0].rooms}
        for thread in self._room.threads:
            if thread.id not in known:
                await self._open_room(thread)

    async def _open_room(self, channel: ChannelHandle) -> None:
        members = [person.member for person in self.people]
        for person in self.people:
            viewers = sorted(members, key=lambda member: member is not person.member)
            title = f"#{channel.name} · {person.name}"
            person.rooms.append(await self._open(Place(self.world, channel, viewers, title)))

    async def _open(self, place: Place) -> Place:
        return await self._house.enter_async_context(place)


async def play(bot: discord.Client, names: list[str], wanted: int, browser: bool) -> None:
    """Runs the offline table until somebody ends it."""
    ended = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(ending, ended.set)
    listening = door(wanted)
    port = listening.getsockname()[1]
    if wanted not in (0, port):
        print(f"Port {wanted} is taken; the table is at {port} instead.")
    async with contextlib.AsyncExitStack() as house:
        house.callback(listening.close)
        world = World(bot, port)
        house.push_async_callback(world.close)
        await world.start()
        # Rooms that open later still close after the front page, which shows them to its end.
        table = Table(world, await house.enter_async_context(contextlib.AsyncExitStack()))
        await table.seat(names)
        address = await house.enter_async_context(Front(table.people, listening).open())
        current = asyncio.create_task(table.keep_current())
        house.callback(current.cancel)
        print(f"The table is laid: open {address} in a browser. Ctrl-C ends it.", flush=True)
        if browser:
            webbrowser.open(address)
        waiting = asyncio.create_task(ended.wait())
        await asyncio.wait([waiting, current], return_when=asyncio.FIRST_COMPLETED)
        if current.done():
            current.result()
        print("\nClearing the table …", flush=True)


def atelier(folder: Path) -> discord.Client:
    """The real bot with an empty database in a folder; it need not spare Discord's limits."""
    from bot.app import Atelier
    from bot.config import Settings

    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        discord_token=SecretStr("offline"),
        database_url=f"sqlite:///{folder / 'atelier.sqlite3'}",
        board_seconds=0.2,
    )
    return Atelier(settings)


def guests(text: str) -> list[str]:
    """The names in a comma-separated list, each once."""
    names = list(dict.fromkeys(name.strip()[:32] for name in text.split(",") if name.strip()))
    if not 1 <= len(names) <= 8:
        raise argparse.ArgumentTypeError("one to eight different names, with commas between")
    return names


def main(make_bot: Callable[[Path], discord.Client] = atelier) -> None:
    """Reads the command line and runs the offline table."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.offline", description="Play Atelier in a simulated Discord."
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"where the table is laid (default {PORT})"
    )
    parser.add_argument(
        "--people", type=guests, default=guests(PEOPLE), help=f"who plays (default {PEOPLE})"
    )
    parser.add_argument("--browser", action="store_true", help="open the page at once")
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    folder = tempfile.TemporaryDirectory(prefix="atelier-")
    with folder as path, contextlib.suppress(KeyboardInterrupt):
        bot = make_bot(Path(path))
        asyncio.run(play(bot, options.people, options.port, options.browser))
    print("The table is cleared.")


if __name__ == "__main__":
    main()
