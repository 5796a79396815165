"""The HTTP server of the web pages: routes, headers and limits."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from html import escape
from importlib.resources import files
from io import BytesIO
from string import Template

from aiohttp import web

from bot.operations.discord_errors import log_error
from bot.operations.http_server import HttpServer
from bot.pictures.replays import Replays
from bot.store import OutOfService
from bot.table import Refused
from bot.texts.languages import LANGUAGES, _, use_language, using_language
from bot.web.content import NOW, Content
from bot.web.pages import Pages
from games.reading import whole_number

log = logging.getLogger(__name__)
MAX_CONNECTIONS = 400
MAX_READERS_OF_TABLE, MAX_READERS, MAX_REQUESTS = 50, 200, 100
"""How many browsers may follow one table and all tables, and how many requests run at a time."""
MAX_DRAWINGS = 2
"""How many pictures are made at a time for all readers, so that players' pictures need not wait."""
POLL_S, HEARTBEAT_S, STREAM_S = 1.0, 15.0, 900.0
"""How often a page is checked for changes, how often a stream without changes sends a comment, and
after what time a browser must connect again.
"""
REQUEST_S, WRITE_S = 60.0, 10.0
"""How long the bot may work on a response, and how long a reader may take to receive a line of a
stream.
"""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src"
    " 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
CACHE_FOREVER = "private, max-age=31536000, immutable"
STATIC_FILES = {
    "page.css": "text/css",
    "page.js": "text/javascript",
    "page.svg": "image/svg+xml",
}
"""The files that all pages share, with their content types."""
TOKEN, LANGUAGE = "{token:[0-9a-f]{40}}", f"{{language:{'|'.join(LANGUAGES)}}}"
MAX_STEP = 999_999
PLACE, NAME = f"{{place:{NOW}|[0-9]{{1,6}}}}", r"{name:[\w.-]+}"
QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")
"""How a browser weighs a language, from 0 to 1."""
Answer = Awaitable[web.StreamResponse]


class Server:
    """Serves the pages of tables."""

    def __init__(self, pages: Pages, replays: Replays) -> None:
        self._pages, self._replays = pages, replays
        self._readers: Counter[str] = Counter()
        self._requests = 0
        self._drawing = asyncio.Semaphore(MAX_DRAWINGS)
        self._replaying = asyncio.Lock()
        self._closed = asyncio.Event()
        self._http = HttpServer(self._app(), MAX_CONNECTIONS)

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.on_response_prepare.append(_set_headers)
        for path, answer in {
            f"/t/{TOKEN}": self._page,
            f"/t/{TOKEN}/events": self._events,
            f"/t/{TOKEN}/{LANGUAGE}/{PLACE}/replay.gif": self._replay,
            f"/t/{TOKEN}/{LANGUAGE}/{PLACE}/{NAME}": self._file,
            f"/{{name:{'|'.join(STATIC_FILES)}}}": self._static,
        }.items():
            app.router.add_get(path, answer, allow_head=False)
        return app

    @property
    def port(self) -> int:
        return self._http.port

    async def serve(self, host: str, port: int) -> None:
        """Raises OSError where it cannot listen."""
        await self._http.start(host, port)

    async def close(self) -> None:
        self._closed.set()
        await self._http.close()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Answer]
    ) -> web.StreamResponse:
        """Handles a request in the reader's language and within `REQUEST_S`. What does not exist
        and what the reader may not see get the same response.
        """
        use_language(_language(request))
        if request.path.endswith("/events"):
            return await self._handle(request, handler)
        if self._requests >= MAX_REQUESTS:
            return _busy()
        self._requests += 1
        try:
            async with asyncio.timeout(REQUEST_S):
                return await self._handle(request, handler)
        except TimeoutError:
            return _busy()
        finally:
            self._requests -= 1

    async def _handle(
        self, request: web.Request, handler: Callable[[web.Request], Answer]
    ) -> web.StreamResponse:
        try:
            return await handler(request)
        except (web.HTTPException, Refused):
            return _not_found()
        except OutOfService:
            return _busy()
        except Exception as error:  # noqa: BLE001  (readers must not see the text of an error)
            log_error(log, "a web page cannot be shown", error)
            return web.Response(status=500, text="500\n")

    # --- pages and files -------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        token, language = request.match_info["token"], _language(request)
        step = whole_number(request.query.get("step", NOW), MAX_STEP)
        place = NOW if step is None else str(step)
        found = await self._pages.get(token, language, place)
        if found is None:
            return _not_found()
        return web.Response(
            text=_document(found, token, language),
            content_type="text/html",
            headers={"Cache-Control": "no-store", "Vary": "Accept-Language"},
        )

    async def _file(self, request: web.Request) -> web.StreamResponse:
        asked = request.match_info
        found = await self._pages.get(asked["token"], asked["language"], asked["place"])
        file = found and found.files.get(asked["name"])
        if not file:
            return _not_found()
        if isinstance(file.data, bytes):
            headers = {"Cache-Control": "no-store", "Content-Disposition": "attachment"}
            return web.Response(body=file.data, content_type="text/plain", headers=headers)
        if _has_cached(request, asked["name"]):
            return _unchanged(asked["name"])
        async with self._drawing:
            drawn = await file.data(urgent=False)
        return _cacheable(drawn.png, "image/png", asked["name"])

    async def _replay(self, request: web.Request) -> web.StreamResponse:
        table = await self._pages.table(request.match_info["token"])
        if table is None or table.row.status != "over":
            return _not_found()
        language = request.match_info["language"]
        name = f"{table.id}-{table.seq}-{language}"
        if _has_cached(request, name):
            return _unchanged(name)
        if self._replaying.locked():
            return _busy()
        async with self._replaying:
            with using_language(language, table.game.name):
                film = await self._replays.gif(table)
        return _cacheable(film, "image/gif", name)

    async def _static(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        content, version = _read_file(name)
        headers = {"Cache-Control": CACHE_FOREVER, "ETag": f'"{version}"'}
        return web.Response(text=content, content_type=STATIC_FILES[name], headers=headers)

    # --- events ----------------------------------------------------------------------------------

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Streams the digest of the page: at once, and whenever it changes."""
        token, language = request.match_info["token"], _language(request)
        if await self._pages.get(token, language, old_s=POLL_S) is None:
            return _not_found()
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        stream = web.StreamResponse(headers=headers)
        stream.force_close()
        stream.content_type, stream.charset = "text/event-stream", "utf-8"
        sentence = self._why_full(token)
        self._readers[token] += 1
        try:
            await stream.prepare(request)
            if sentence:
                await _send_event(stream, "full", sentence)
            else:
                await self._follow(request, stream, token, language)
        except Exception as error:  # noqa: BLE001  (a browser connects again)
            if not isinstance(error, TimeoutError | ConnectionError):
                log_error(log, "a web page is followed no longer", error)
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._readers[token] -= 1
            self._readers += Counter()  # drops tokens without readers
        return stream

    def _why_full(self, token: str) -> str:
        """A sentence that says why nobody else can follow this page now; "" if they can."""
        if self._readers[token] >= MAX_READERS_OF_TABLE or self._readers.total() >= MAX_READERS:
            return _(
                "Too many people are watching here at the moment. This page does not change by"
                " itself; reload it to see what is new."
            )
        return ""

    async def _follow(
        self, request: web.Request, stream: web.StreamResponse, token: str, language: str
    ) -> None:
        """Sends the digest of a page whenever it changes, until the reader has gone."""
        began = wrote = time.monotonic()
        known = ""
        while time.monotonic() - began < STREAM_S:
            found = await self._pages.get(token, language, old_s=POLL_S)
            if found is None:
                sentence = _("This page was closed by the people at the table.")
                await _send_event(stream, "closed", sentence)
                return
            if found.digest != known:
                known, wrote = found.digest, time.monotonic()
                await _send_event(stream, "message", known)
            elif time.monotonic() - wrote >= HEARTBEAT_S:
                wrote = time.monotonic()
                await _write(stream, ":\n\n")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), POLL_S)
            if self._closed.is_set() or request.transport is None:
                return


async def _send_event(stream: web.StreamResponse, event: str, data: str) -> None:
    await _write(stream, f"event: {event}\ndata: {data}\n\n")


async def _write(stream: web.StreamResponse, text: str) -> None:
    async with asyncio.timeout(WRITE_S):
        await stream.write(text.encode())


async def _set_headers(_request: web.Request, answer: web.StreamResponse) -> None:
    answer.headers.update(HEADERS)
    answer.headers.pop("Server", None)


def _not_found() -> web.Response:
    """The response for what does not exist, or what the reader may not see."""
    sentence = _("There is no such page. Somebody may have closed it.")
    return web.Response(status=404, text=f"{sentence}\n", headers={"Cache-Control": "no-store"})


def _busy() -> web.Response:
    sentence = _("I am too busy to show that now. Please try again in a minute.")
    return web.Response(status=503, text=f"{sentence}\n", headers={"Retry-After": "60"})


def _has_cached(request: web.Request, name: str) -> bool:
    """Whether a browser has this file in its cache."""
    return any(each.value == name for each in request.if_none_match or ())


def _unchanged(name: str) -> web.Response:
    return web.Response(status=304, headers={"ETag": f'"{name}"', "Cache-Control": CACHE_FOREVER})


def _cacheable(body: bytes, kind: str, name: str) -> web.Response:
    """A file that a browser may cache, because its name changes with its content."""
    headers = {"ETag": f'"{name}"', "Cache-Control": CACHE_FOREVER}
    # Sent piece by piece, so that the whole of it does not wait in memory for each reader.
    return web.Response(body=BytesIO(body), content_type=kind, headers=headers)


def _language(request: web.Request) -> str:
    """The language that a reader has chosen, or else the one that their browser prefers."""
    chosen = request.match_info.get("language") or request.query.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    return preferred(request.headers.get("Accept-Language", ""))


def preferred(header: str) -> str:
    """The language of the bot that a browser prefers; English if there is none."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        code, _sign, quality = part.strip().partition(";q=")
        if QUALITY.fullmatch(quality := quality.strip() or "1"):
            wishes.append((float(quality), code.split("-")[0].lower()))
    known = [(quality, code) for quality, code in wishes if quality > 0 and code in LANGUAGES]
    return max(known, key=lambda wish: wish[0], default=(1.0, "en"))[1]


def _document(found: Content, token: str, language: str) -> str:
    languages = " ".join(
        f"<b>{name}</b>"
        if code == language
        else f'<a href="?lang={code}" lang="{code}" hreflang="{code}">{name}</a>'
        for code, name in LANGUAGES.items()
    )
    texts = {
        "title": found.title,
        "language": language,
        "token": token,
        "digest": found.digest,
        "which": _("Language"),
        "skip": _("Skip to the game"),
        "lost": _("The connection is lost. This page tries again by itself."),
        "new": _("The game has moved on."),
        "reload": _("Reload this page to see what is new."),
        "public": _("This page shows what everybody at the table sees, and no secrets."),
    }
    safe = {name: escape(text) for name, text in texts.items()}
    versions = {name.removeprefix("page."): _read_file(name)[1] for name in STATIC_FILES}
    return Template(_read_file("page.html")[0]).substitute(
        safe, main=found.main, languages=languages, **versions
    )


@cache
def _read_file(name: str) -> tuple[str, str]:
    """The text of a file in this folder, and a short hash of it."""
    text = files("bot.web").joinpath(name).read_text(encoding="utf-8")
    return text, hashlib.sha256(text.encode()).hexdigest()[:16]
