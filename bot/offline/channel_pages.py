"""Pages in the browser that show a channel or somebody's DMs as Discord would."""

# SimCord has no public interface for several pages or a running clock, so its version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import asyncio
import json
import re
import struct
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Self
from zoneinfo import ZoneInfo

from aiohttp import web
from simcord.actors import _component_interaction
from simcord.backend.errors import SetupError
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.preview import Preview
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._server import PreviewServer

from bot.offline import quick_pages
from bot.offline.world import World

quick_pages.install()
HOST = "127.0.0.1"
MAX_PICTURES = 40
"""How many pictures a page keeps, with those that were replaced."""
MAX_REVISIONS = 20
"""A press is understood if it was made on one of this many latest revisions of a page."""
QUIET_ANSWERS = 2
"""After this many answers without news a page waits for its next one."""
NEWS_TIMEOUT_S = 2.0
"""How long it waits if there are none."""
MENTION = re.compile(r"<[@#]\d+>")
PNG = b"\x89PNG\r\n\x1a\n"
STYLE, SCRIPT = "page.css", "page.js"
"""Files in this folder that are added to every page."""

Control = tuple[str, int]
"""A button or select: its custom_id and its component type."""


class ChannelServer(PreviewServer):
    """Serves a channel page without SimCord's tools around it, and lets the front page frame it."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,
        f"/{STYLE}": STYLE,
        f"/{SCRIPT}": SCRIPT,
    }

    def __init__(self, place: ChannelPage) -> None:
        """Takes the next port above that of the front page."""
        front = place.world.port
        super().__init__(place, next(place.world.ports))
        self._place = place
        frames = f"frame-ancestors http://{HOST}:{front} http://localhost:{front}"
        headers = dict(PreviewServer._SECURITY_HEADERS)
        del headers["X-Frame-Options"]
        policy = headers["Content-Security-Policy"]
        headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", frames)
        self._SECURITY_HEADERS = headers  # pyright: ignore[reportAttributeAccessIssue]
        self._title = escape(place.title)

    async def start(self) -> None:
        """Listens at its port, or at a free one if that is taken."""
        try:
            await super().start()
        except SetupError:
            await self.close()
            self._requested_port = 0
            await super().start()

    async def close(self) -> None:
        """Answers the pages that wait, and ends."""
        self._place.news.set()
        await super().close()

    async def _state(self, request: web.Request) -> web.Response:
        await self._place.wait_for_news(request.headers.get("X-Simcord-Context", ""))
        return await super()._state(request)

    async def _static(self, request: web.Request) -> web.Response:
        if request.path == f"/{STYLE}":
            return self._text(read_file(STYLE), "text/css")
        if request.path == f"/{SCRIPT}":
            return self._text(read_file(SCRIPT), "application/javascript")
        response = await super()._static(request)
        if request.path == "/":
            return self._text(self._add_files(response.text), "text/html")
        response.headers["Cache-Control"] = "private, max-age=3600"
        del response.headers["Pragma"]  # with it, Chromium would not use its cache
        return response

    def _text(self, text: str, kind: str) -> web.Response:
        return web.Response(text=text, content_type=kind, headers=self._SECURITY_HEADERS)

    def _add_files(self, page: str) -> str:
        added = (
            f"<title>{self._title}</title>"
            f'<link rel="stylesheet" href="/{STYLE}">'
            f'<script type="module" src="/{SCRIPT}"></script></head>'
        )
        return page.replace("<title>SimCord Preview</title>", "").replace("</head>", added)


class ChannelPage(Preview):
    """The page of one channel, a server's or a DM, that keeps itself up to date."""

    _PAGE_LEASE_SECONDS = 24 * 3600.0
    _MAX_PAGES = 64

    def __init__(
        self, world: World, channel: ChannelHandle, viewers: Sequence[Any], title: str
    ) -> None:
        """Shows a channel to its viewers, at first as the first of them sees it."""
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
        self.news = asyncio.Event()
        self._server = ChannelServer(self)
        self._shown: dict[str, str] = {}
        self._sent: dict[str, deque[int]] = {}
        self._revisions: dict[str, deque[tuple[int, dict[str, Control]]]] = {}
        self._pictures: dict[str, tuple[str, bytes, str]] = {}

    async def __aenter__(self) -> Self:
        """Opens the page, also while others are open."""
        await super().__aenter__()
        self.world._preview = None  # SimCord would allow only one
        return self

    def messages(self) -> list[Message]:
        """Oldest first."""
        stored = self.world.backend.messages.get(self.channel.id, {})
        return [stored[key] for key in sorted(stored)]

    def show_news(self) -> None:
        """Publishes every open view of the page that is out of date."""
        for page in list(self._pages.values()):
            if page is not self._python and self._visible_messages(page) != self._shown.get(
                page.id
            ):
                self._publish(page, reason="refresh")
        for page_id in self._shown.keys() - self._pages.keys():
            del self._shown[page_id]
            del self._revisions[page_id]
            self._sent.pop(page_id, None)

    async def wait_for_news(self, page_id: str) -> None:
        """Waits until a page is out of date, at most for a while. SimCord's pages ask twice a
        second, which is much work where nothing happens; one whose person has just acted is
        answered at once.
        """
        page = self._pages.get(page_id)
        if page is None:
            return
        sent = self._sent.setdefault(page_id, deque(maxlen=QUIET_ANSWERS))
        if sent.count(page.revision) == QUIET_ANSWERS:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), NEWS_TIMEOUT_S)
        sent.append(page.revision)

    def _visible_messages(self, page: Any) -> str:
        """What a viewer can see in the channel, as text to compare."""
        seen = [message for message in self.messages() if message.visible_to(page.viewer.id)]
        return repr(seen[-60:])

    def _publish(self, page: Any, **options: Any) -> None:
        self._advance_presentation_time()
        self.world.dismiss_old_answers(self.channel.id)
        super()._publish(page, **options)
        if self.channel.guild is None:
            page.snapshot = self._with_names(page.snapshot)
        self._shown[page.id] = self._visible_messages(page)
        drawn = self._revisions.setdefault(page.id, deque(maxlen=MAX_REVISIONS))
        drawn.append((page.revision, self._controls()))
        self._keep_pictures(page)
        self.news.set()
        self.news = asyncio.Event()

    def _with_names(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """Replaces mentions by names, which SimCord does only in channels of a server."""
        backend = self.world.backend
        names = {
            f"<@{user.id}>": f"@{user.global_name or user.name}" for user in backend.users.values()
        }
        names |= {f"<#{channel.id}>": f"#{channel.name}" for channel in backend.channels.values()}
        text = MENTION.sub(
            lambda found: json.dumps(names.get(found[0], found[0]))[1:-1], json.dumps(snapshot)
        )
        return json.loads(text)

    def _initial_target(self, viewer: Any, channel_id: int) -> None:
        """Names no message to start at, so that the page opens at the newest one and follows."""

    def _controls(self) -> dict[str, Control]:
        """The custom_id and type of each button and select, by the key that the page uses."""
        found: dict[str, Control] = {}
        for message in self.messages():
            for index, root in enumerate(message.components):
                for path, component in _component_paths(root, str(index)):
                    key = _component_key(component, path, message.id)
                    if key is not None and "custom_id" in component:
                        found[key] = (component["custom_id"], component["type"])
        return found

    def _keep_pictures(self, page: Any) -> None:
        """Keeps the latest pictures: a browser may ask for one just after it was replaced."""
        for key, asset in page.assets.items():
            if asset.digest not in self._blobs:
                continue
            picture = self._blobs[asset.digest].data
            self._pictures.pop(key, None)
            self._pictures[key] = (asset.contentType, picture, asset.filename)
            if picture.startswith(PNG):
                asset.width, asset.height = struct.unpack(">II", picture[16:24])
                asset.validated = True
        for key in list(self._pictures)[:-MAX_PICTURES]:
            del self._pictures[key]

    def _authorize_asset(self, page: Any, asset_id: str, *, content: bool = True) -> Any:
        """Allows a page its pictures until its next revision, even those just replaced."""
        if asset_id in page.assets and asset_id in self._pictures:
            return page.assets[asset_id]
        return super()._authorize_asset(page, asset_id, content=content)

    async def _prepare_asset(
        self, context_id: str | None, asset_id: str, **options: Any
    ) -> tuple[str, bytes, str]:
        """Serves a picture as the bot drew it; SimCord would decode it in another process."""
        self._get_page(context_id)
        if asset_id in self._pictures:
            return self._pictures[asset_id]
        return await super()._prepare_asset(context_id, asset_id, **options)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Waits for other operations, and accepts actions on a recent revision of the page."""
        async with self.world.operation_lock:
            page = self._pages.get(context_id or "")
            if page is not None and "published_revision" in body:
                seen = body["published_revision"]
                body = {**body, "published_revision": page.revision, "seen_revision": seen}
            self.world._preview = self
            try:
                return await super()._action(context_id, body)
            finally:
                self.world._preview = None
                self._sent.pop(context_id or "", None)

    def _prepare_action(self, page: Any, kind: str, body: Mapping[str, Any]) -> Any:
        """Presses what the person saw, as Discord does, even if the message was edited just now.

        A page knows a control only by its position. Where another control has that position now,
        the bot still gets the custom_id that the person saw, and can say that it is out of date.
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
        for revision, controls in self._revisions[page.id]:
            if revision == body.get("seen_revision"):
                return controls.get(str(body.get("control_key")))
        return None


def read_file(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def timezone() -> str:
    """The machine's time zone, or UTC where it is not known."""
    name = Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, KeyError):
        return "UTC"
