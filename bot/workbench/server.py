"""Serves the page of the workbench on this machine, and reads code again that has changed."""

from __future__ import annotations

import json
import sys
import traceback
import webbrowser
from collections.abc import Iterable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module, invalidate_caches
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

from bot.texts.languages import LANGUAGES

HOST, PORT = "127.0.0.1", 8780
ROOT = Path(__file__).parents[2]
READ = {".py", ".po", ".md", ".json", ".toml"}
"""The files of a game that count, by their suffix."""
MAX_BYTES = 1 << 20


class Code:
    """The code of the games, read anew after a file was saved."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._folders = [ROOT / "games", ROOT / "renderers"]
        self._lock = Lock()
        self._read = self.stamp()

    def stamp(self) -> str:
        """Changes when a file of the games or their pictures does."""
        found = [
            (str(path), path.stat().st_mtime_ns)
            for folder in self._folders
            for path in folder.rglob("*")
            if path.suffix in READ
        ]
        return format(hash(tuple(sorted(found))), "x")

    def position(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """What the page shows; {"error": ...} with a traceback if the code fails."""
        with self._lock:
            try:
                if (stamp := self.stamp()) != self._read:
                    _forget(["bot", "games", "renderers", *self._packages()])
                    self._read = stamp
                positions = import_module("bot.workbench.positions")
                self._folders = [*{*self._folders, *positions.folders(self.name)}]
                self._read = self.stamp()
                return positions.position(positions.Wanted(**{**wanted, "name": self.name}))
            except Exception:  # noqa: BLE001  (the page shows what fails in a game)
                return {"error": traceback.format_exc()}

    def _packages(self) -> Iterable[str]:
        """The top modules of the game and its pictures, where a package brings them."""
        names = {f"games.{self.name}", f"renderers.{self.name}"}
        for module in [*sys.modules.values()]:
            place = getattr(module, "__file__", None)
            if place and any(Path(place).is_relative_to(each) for each in self._folders):
                names.add(module.__name__.partition(".")[0])
        return names


def _forget(tops: Iterable[str]) -> None:
    """Unloads these modules and all below them, except this one."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in tops and name not in ("__main__", __name__):
            del sys.modules[name]
    invalidate_caches()


class Handler(BaseHTTPRequestHandler):
    """Answers the page: `/` is the page, `/stamp` says whether code changed, and a POST to
    `/position` asks for a position.
    """

    def __init__(self, code: Code, first: dict[str, Any], *args: Any) -> None:
        self._code, self._first = code, first
        super().__init__(*args)

    def do_GET(self) -> None:
        if not self._is_from_here():
            return
        if self.path == "/stamp":
            self._send("text/plain", self._code.stamp())
        elif self.path == "/":
            page = files("bot.workbench").joinpath("page.html").read_text(encoding="utf-8")
            first = json.dumps(self._first).replace("<", "\\u003c")
            self._send("text/html", page.replace("{{FIRST}}", first))
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        if self.path != "/position" or size > MAX_BYTES:
            self.send_error(404)
        elif self._is_from_here():
            wanted = json.loads(self.rfile.read(size))
            self._send("application/json", json.dumps(self._code.position(wanted)))

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""

    def _is_from_here(self) -> bool:
        """Whether the page itself asks, and no other page that a browser has open."""
        own = {f"{host}:{self.connection.getsockname()[1]}" for host in (HOST, "localhost")}
        origin = self.headers.get("Origin") or f"http://{self.headers.get('Host')}"
        if self.headers.get("Host") in own and origin.removeprefix("http://") in own:
            return True
        self.send_error(403)
        return False

    def _send(self, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)


def open_server(first: dict[str, Any], port: int = PORT) -> ThreadingHTTPServer:
    """A server whose page begins with this table of a game; at a free port if this one is taken."""
    handler = partial(Handler, Code(first["name"]), first | {"languages": LANGUAGES})
    try:
        return ThreadingHTTPServer((HOST, port), handler)
    except OSError:
        return ThreadingHTTPServer((HOST, 0), handler)


def serve(first: dict[str, Any]) -> None:
    """Opens the page of a table in a browser, until Ctrl-C ends it."""
    with open_server(first) as server:
        address = f"http://{HOST}:{server.server_address[1]}/"
        print(f"Open {address} in a browser. Ctrl-C ends it.", flush=True)
        webbrowser.open(address)
        server.serve_forever()
