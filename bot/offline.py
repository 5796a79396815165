"""The same bot in a simulated Discord, seen and clicked in the browser: no token, no network.

`python -m bot.offline` starts the bot inside a SimCord world and prints one address: a page that shows the
game room and each person's messages side by side. SimCord is made for tests, where the clock stands still and one
page is open; here are the few lines that let it run in real time, for hours, with several pages. Everything
listens on 127.0.0.1 only, and every start begins a new world with an empty database.
"""

# SimCord has no public door for a second preview or a running clock; its version is pinned for this module's sake.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import argparse
import asyncio
import contextlib
import contextvars
import json
import logging
import secrets
import signal
import socket
import tempfile
import webbrowser
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import discord
from aiohttp import web
from pydantic import SecretStr
from simcord import Env
from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord.backend import Backend
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle
from simcord.preview import Preview
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._server import PreviewServer

HOST = "127.0.0.1"
PORT = 8770
PEOPLE = "Ada,Ben,Cleo"
ROOM = "game-room"
TOPIC = "The room everybody sees. Type /game new to open a table."
ANSWER_WITHIN = 3.0  # seconds: Discord's own limit for the first answer to a press
LINGER = 0.3  # how long a press waits for the work that follows its answer
LOOK_EVERY = 0.15  # how often the pages look for something new
MOONLIGHT = (
    ".preview-brand, #messages-toggle, #messages-sidebar, #refresh, #capture-open, #inspector-toggle,"
    ".session-menu, #back-activity, #view-action-output, #inspector-panel { display: none !important }"
    ".preview-toolbar { height: auto !important; min-height: 40px; padding: 4px 12px }"
    ".preview-shell { --toolbar-height: 40px !important } #action-status { flex: 1 1 8rem !important }"
)
TYPING = """
addEventListener("message", ({source, data}) => {
  const input = document.getElementById("channel-composer-input");
  if (source !== parent || parent === window || typeof data?.type !== "string" || !input) return;
  input.focus();
  input.value = data.type;
  input.dispatchEvent(new InputEvent("input", {bubbles: true}));
});
"""


class WallClock(Clock):
    """The real time, where a test's clock stands still until it is told to move."""

    def __init__(self) -> None:
        pass

    @property
    def elapsed(self) -> float:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Return seconds on the machine's own monotonic clock."""
        return real_monotonic()

    def now(self) -> datetime:
        """Return the present moment."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Do nothing: nobody can push this clock."""


class World(Env):
    """A SimCord world that runs in real time and never waits for the bot to fall silent."""

    def __init__(self, bot: discord.Client) -> None:
        sharded = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        super().__init__(bot, check_errors=False, shard_count=1 if sharded else None)
        self.backend = Backend(clock=WallClock())
        self.backend.bot_user.name = "Atelier"
        self.turn = asyncio.Lock()  # SimCord allows one operation at a time
        self._question: Interaction | None = None
        self._register_dispatch_observer(self._remember)

    def _remember(self, interaction: Interaction) -> None:
        self._question = interaction

    def _schedule_timer(
        self, record: Any, callback: Any, args: Any, schedule_context: contextvars.Context | None
    ) -> None:
        """Let the event loop fire the bot's timers, also those a test would fire by `advance_time`."""

        def fire() -> None:
            if record in self._work.callbacks and not record.handle.cancelled():
                record.handle._run()

        assert self._runtime is not None
        self._runtime.call_at(record.when, fire, context=contextvars.Context())

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Return once the press is answered and at most a moment later, whatever the bot still does."""
        question, self._question = self._question, None
        patience = real_monotonic() + ANSWER_WITHIN
        while question is not None and not question.responded and real_monotonic() < patience:
            await asyncio.sleep(0.01)
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(timeout=LINGER, idle=0.02, dispatch=dispatch)

    def news(self) -> set[int] | None:
        """Return the channels with new or changed messages since the last call, or None if nothing happened."""
        happened, self.backend.transcript[:] = list(self.backend.transcript), []
        self.backend.http_requests.clear()
        if not happened:
            return None
        messages = [data for kind, event, data in happened if kind == "GATEWAY" and event.startswith("MESSAGE_")]
        return {int(data["channel_id"]) for data in messages}

    def forget_pictures(self) -> None:
        """Drop the pictures that no message shows any more: a board is drawn anew with every move."""
        shown = {
            attachment["url"]
            for messages in self.backend.messages.values()
            for message in messages.values()
            for attachment in message.attachments
        }
        blobs = self.backend.cdn._blobs
        for url in [url for url in blobs if "/attachments/" in url and url not in shown]:
            del blobs[url]


class PlaceServer(PreviewServer):
    """Serves one place without the workbench around it, and lets the front page frame it."""

    _STATIC_FILES = {  # noqa: RUF012
        **PreviewServer._STATIC_FILES,
        "/house.css": "house.css",
        "/house.js": "house.js",
    }

    def __init__(self, place: Place, port: int, front: int) -> None:
        super().__init__(place, port)
        headers = {k: v for k, v in PreviewServer._SECURITY_HEADERS.items() if k != "X-Frame-Options"}
        frames = f"frame-ancestors http://{HOST}:{front} http://localhost:{front}"
        policy = headers["Content-Security-Policy"].replace("frame-ancestors 'none'", frames)
        self._SECURITY_HEADERS = headers | {"Content-Security-Policy": policy}  # pyright: ignore
        self.title = place.title

    async def _static(self, request: web.Request) -> web.Response:
        match request.path:
            case "/house.css":
                return self._text(MOONLIGHT, "text/css")
            case "/house.js":
                return self._text(TYPING, "application/javascript")
            case "/":
                page = await super()._static(request)
                return self._text(self._furnish(page.text or ""), "text/html")
            case _:
                return await super()._static(request)

    def _text(self, text: str, kind: str) -> web.Response:
        return web.Response(text=text, content_type=kind, headers=self._SECURITY_HEADERS)

    def _furnish(self, page: str) -> str:
        extra = '<link rel="stylesheet" href="/house.css"><script type="module" src="/house.js"></script>'
        page = page.replace("<title>SimCord Preview</title>", f"<title>{escape(self.title)}</title>")
        return page.replace("</head>", extra + "</head>")


class Place(Preview):
    """One place in the browser, the room or somebody's messages, kept up to date by itself."""

    _PAGE_LEASE_SECONDS = 24 * 3600.0
    _MAX_PAGES = 64

    def __init__(
        self, world: World, channel: ChannelHandle, viewers: tuple[Any, ...], title: str, port: int, front: int
    ) -> None:
        super().__init__(
            world,
            channel,
            viewers,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=timezone(),
            presentation_time=None,
            assets=None,
            port=port,
        )
        self.world = world
        self.title = title
        self.unread = False
        self._server = PlaceServer(self, port, front)
        self._shown: dict[str, str] = {}
        self._controls: dict[str, deque[tuple[int, dict[str, str]]]] = {}

    async def __aenter__(self) -> Place:
        await super().__aenter__()
        self.world._preview = None  # SimCord's guard against a second preview
        return self

    def _initial_target(self, viewer: Any, channel_id: int) -> None:
        """Open at the newest message, and stay there."""

    def _get_page(self, context_id: str | None) -> Any:
        self.unread = False
        return super()._get_page(context_id)

    def _publish(self, page: Any, **options: Any) -> None:
        self._advance_presentation_time()
        super()._publish(page, **options)
        self._shown[page.id] = self._look(page)
        self._controls.setdefault(page.id, deque(maxlen=20)).append((page.revision, self._buttons()))

    def _look(self, page: Any) -> str:
        """Return everything this page's viewer can see here, as text to compare."""
        stored = self.world.backend.messages.get(self.channel.id, {})
        return repr([stored[key] for key in sorted(stored) if stored[key].visible_to(page.viewer.id)][-60:])

    def _buttons(self) -> dict[str, str]:
        """Return the custom_id behind each control, by the key under which the page knows it."""
        found: dict[str, str] = {}
        for message in self.world.backend.messages.get(self.channel.id, {}).values():
            for index, root in enumerate(message.components):
                for path, component in _component_paths(root, str(index)):
                    key = _component_key(component, path, message.id)
                    if key is not None and isinstance(component.get("custom_id"), str):
                        found[key] = component["custom_id"]
        return found

    def show_news(self) -> None:
        """Publish every open page that no longer shows what there is to see."""
        for page in tuple(self._pages.values()):
            if page is not self._python and self._look(page) != self._shown.get(page.id):
                self._publish(page, reason="refresh")
        gone = self._shown.keys() - self._pages.keys()
        for page_id in gone:
            self._shown.pop(page_id)
            self._controls.pop(page_id, None)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self.world.turn:
            self.world._preview = self
            try:
                return await super()._action(context_id, self._as_seen(context_id, body))
            finally:
                self.world._preview = None

    def _as_seen(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Press what the person saw, as Discord does, even if the message was edited a moment ago.

        A control is known to the page by its position; the custom_id that stood there when the page was
        drawn is looked up in the message as it is now. If it is gone, the press is refused as out of date.
        """
        page = self._pages.get(context_id or "")
        if page is None or not isinstance(body.get("published_revision"), int):
            return body
        key, now = body.get("control_key"), self._buttons()
        if not isinstance(key, str) or body.get("kind") not in ("click", "select"):
            return {**body, "published_revision": page.revision}
        shown = next((was for revision, was in self._controls[page.id] if revision == body["published_revision"]), {})
        message = key.split(":")[1]
        same = [k for k, custom_id in now.items() if k.split(":")[1] == message and custom_id == shown.get(key)]
        if not same:
            return {**body, "published_revision": 0}
        return {**body, "published_revision": page.revision, "control_key": same[0]}


class Person:
    """Somebody at the offline table: their view of the room, and their messages with the bot."""

    def __init__(self, name: str, room: Place, letters: Place) -> None:
        self.name = name
        self.room = room
        self.letters = letters

    def card(self) -> dict[str, str]:
        """Return what the front page needs to know about this person."""
        return {"name": self.name, "room": self.room.url, "letters": self.letters.url}


class Front:
    """The one address: a page that explains the table, lists its places and shows two side by side."""

    def __init__(self, people: list[Person], port: int) -> None:
        self.people = people
        self.port = port

    @contextlib.asynccontextmanager
    async def serve(self) -> AsyncIterator[str]:
        """Serve the page on loopback and yield its address."""
        app = web.Application()
        app.add_routes([web.get("/", self._page), web.get("/news", self._news)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, HOST, self.port).start()
        try:
            yield f"http://{HOST}:{self.port}/"
        finally:
            await runner.cleanup()

    def _refuse_strangers(self, request: web.Request) -> None:
        if request.headers.get("Host") not in (f"{HOST}:{self.port}", f"localhost:{self.port}"):
            raise web.HTTPForbidden

    async def _page(self, request: web.Request) -> web.Response:
        self._refuse_strangers(request)
        house = {"room": ROOM, "people": [person.card() for person in self.people]}
        nonce = secrets.token_urlsafe(12)
        text = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
        text = text.replace("$house", json.dumps(house).replace("<", "\\u003c")).replace("$nonce", nonce)
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self';"
            f" frame-src http://{HOST}:*; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
        return web.Response(text=text, content_type="text/html", headers=headers)

    async def _news(self, request: web.Request) -> web.Response:
        self._refuse_strangers(request)
        return web.json_response({person.name: person.letters.unread for person in self.people})


def timezone() -> str:
    """Return the name of the machine's time zone, or UTC where it cannot be told."""
    name = Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError):
        return "UTC"


def free_port(wanted: int) -> int:
    """Return the wanted port if nobody has it, else any free one."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, wanted))
        except OSError:
            probe.bind((HOST, 0))
        return probe.getsockname()[1]


async def furnish(world: World, names: list[str], front: int, house: contextlib.AsyncExitStack) -> list[Person]:
    """Build a server with one room, its people, and a page for every place."""
    server = world.create_guild("Atelier")
    channel = server.create_text_channel(ROOM, topic=TOPIC)
    members = [server.add_member(world.create_user(name.lower(), global_name=name)) for name in names]
    people: list[Person] = []
    for number, (name, member) in enumerate(zip(names, members, strict=True)):
        viewers = (member, *(other for other in members if other is not member))
        room = Place(world, channel, viewers, f"#{ROOM} · {name}", free_port(front + 2 * number + 1), front)
        await house.enter_async_context(room)
        port = free_port(front + 2 * number + 2)
        letters = Place(world, member.user.dm_channel, (member.user,), f"Messages · {name}", port, front)
        await house.enter_async_context(letters)
        people.append(Person(name, room, letters))
    return people


async def keep_current(world: World, people: list[Person]) -> None:
    """Show on every page what changed anywhere, and say whose messages have something new."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        news = world.news()
        if news is None:
            continue
        async with world.turn:
            for person in people:
                person.letters.unread |= person.letters.channel.id in news
                person.letters.show_news()
                person.room.show_news()
        world.forget_pictures()


async def play(make_bot: Callable[[Path], discord.Client], names: list[str], wanted: int, browser: bool) -> None:
    """Run the offline table until somebody ends it."""
    ended = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(ending, ended.set)
    port = free_port(wanted)
    if port != wanted:
        print(f"Port {wanted} is taken; using {port} instead.")
    with tempfile.TemporaryDirectory(prefix="atelier-offline-") as folder:
        async with contextlib.AsyncExitStack() as house:
            bot = make_bot(Path(folder))
            house.push_async_callback(bot.close)
            world = World(bot)
            await world.start()
            house.push_async_callback(close, world)
            people = await furnish(world, names, port, house)
            address = await house.enter_async_context(Front(people, port).serve())
            current = asyncio.create_task(keep_current(world, people))
            house.callback(current.cancel)
            print(f"The table is laid: open {address} in a browser. Ctrl-C ends it.", flush=True)
            if browser:
                webbrowser.open(address)
            await asyncio.wait([asyncio.create_task(ended.wait()), current], return_when=asyncio.FIRST_COMPLETED)
            print("\nClearing the table …", flush=True)


async def close(world: World) -> None:
    """End the world, even if a computer player is still thinking."""
    with contextlib.suppress(TimeoutError):
        await world.shutdown()


def atelier(folder: Path) -> discord.Client:
    """Return the real bot with an empty database."""
    from bot.app import Atelier
    from bot.config import Settings

    database = f"sqlite:///{folder / 'atelier.sqlite3'}"
    return Atelier(Settings(discord_token=SecretStr("offline"), database_url=database, _env_file=None))


def guests(text: str) -> list[str]:
    """Return the names in a comma-separated list, each once."""
    names = list(dict.fromkeys(name.strip()[:32] for name in text.split(",") if name.strip()))
    if not 1 <= len(names) <= 8:
        raise argparse.ArgumentTypeError("one to eight different names, separated by commas")
    return names


def main(make_bot: Callable[[Path], discord.Client] = atelier) -> None:
    """Read the command line and run the offline table."""
    parser = argparse.ArgumentParser(prog="python -m bot.offline", description="Play Atelier in a simulated Discord.")
    parser.add_argument("--port", type=int, default=PORT, help=f"of the front page (default {PORT})")
    parser.add_argument("--people", type=guests, default=guests(PEOPLE), help=f"who may sit down (default {PEOPLE})")
    parser.add_argument("--browser", action="store_true", help="open the page at once")
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    asyncio.run(play(make_bot, options.people, options.port, options.browser))
    print("The table is cleared.")


if __name__ == "__main__":
    main()
