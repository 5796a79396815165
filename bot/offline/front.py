"""The front page, and the server that it shows: people, their channels and their messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import socket
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from aiohttp import web
from simcord.actors import MemberActor
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.components import walk_components
from simcord.results import ResponseMessage

from bot.offline import saved
from bot.offline.channel_pages import HOST, ChannelPage, read_file
from bot.offline.world import World
from bot.pages.lobby import facts
from bot.pictures.pictures import Pictures
from bot.pictures.samples import position
from games import discover
from games.kernel import Game

log = logging.getLogger(__name__)
START_LABEL, THREAD_LABEL = "Start", "Open it in a thread"
COMPUTER_LABEL = "Add computer player"
"""The labels of the buttons that lead from the command to a running game."""
SERVER, ROOM = "Atelier", "game-room"
TOPIC = "The room everybody sees. Type /game new to open a table."
POLL_S = 0.15
"""How often pages are checked for changes."""
SAVE_EVERY_S = 2.0
"""How often the world is saved."""
APPEAR_TIMEOUT_S = 20.0
"""How long to wait for the message that a press brings."""


class Person:
    """Somebody on the offline server, with the pages of the channels and of their DMs."""

    def __init__(self, name: str, member: MemberActor) -> None:
        self.name = name
        self.member = member
        self.dms: ChannelPage
        self.rooms: list[ChannelPage] = []

    def as_json(self) -> dict[str, Any]:
        """As the front page's script reads it."""
        rooms = [
            {"id": str(room.channel.id), "name": room.channel.name, "url": room.url}
            for room in self.rooms
        ]
        return {
            "name": self.name,
            "owner": self.member.id == self.member.guild.owner.id,
            "letters": self.dms.url,
            "unread": self.dms.unread,
            "rooms": rooms,
        }


class FrontPage:
    """The front page: it offers the games and shows the pages of channels side by side."""

    def __init__(self, server: OfflineServer, pictures: Pictures, listening: socket.socket) -> None:
        self.server = server
        self._pictures = pictures
        self._listening = listening
        self.port = listening.getsockname()[1]

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncGenerator[str]:
        """Serves the page on loopback and yields its address."""
        app = web.Application()
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/news", self._news),
                web.get("/games/{name}.png", self._picture),
                web.post("/play", self._play),
                web.post("/learn", self._learn),
            ]
        )
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.SockSite(runner, self._listening).start()
        try:
            yield f"http://{HOST}:{self.port}/"
        finally:
            await runner.cleanup()

    async def _page(self, request: web.Request) -> web.Response:
        self._refuse_other_sites(request)
        people = [person.as_json() for person in self.server.people]
        games = [
            {
                "name": game.name,
                "title": game.title,
                "about": game.about,
                "facts": facts(game),
                "weight": game.weight,
            }
            for game in sorted(discover().values(), key=lambda game: (game.weight, game.title))
        ]
        nonce = secrets.token_urlsafe(12)
        text = read_file("front.html")
        for place, value in {"$people": people, "$games": games}.items():
            text = text.replace(place, json.dumps(value).replace("<", "\\u003c"))
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; "
            f"img-src 'self'; connect-src 'self'; frame-src http://{HOST}:*; "
            "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        return web.Response(
            text=text.replace("$nonce", nonce),
            content_type="text/html",
            headers={"Content-Security-Policy": policy, "Cache-Control": "no-store"},
        )

    async def _news(self, request: web.Request) -> web.Response:
        self._refuse_other_sites(request)
        for person in self.server.people:
            if person.name == request.query.get("reads"):
                person.dms.unread = False
        return web.json_response([person.as_json() for person in self.server.people])

    async def _picture(self, request: web.Request) -> web.Response:
        """A sample position of a game, drawn on the first request."""
        self._refuse_other_sites(request)
        name = request.match_info["name"]
        if name not in discover():
            raise web.HTTPNotFound
        drawn = await self._pictures.view(await asyncio.to_thread(position, name))
        headers = {"Cache-Control": "private, max-age=3600"}
        return web.Response(body=drawn.png, content_type="image/png", headers=headers)

    async def _play(self, request: web.Request) -> web.Response:
        """Starts a game as a person; returns the channel of its board, or of the refusal."""
        return web.json_response({"room": str(await self.server.play(*await self._asked(request)))})

    async def _learn(self, request: web.Request) -> web.Response:
        """Starts the tutorial of a game as a person; returns the channel with the answer."""
        learns = self.server.learn(*await self._asked(request))
        return web.json_response({"room": str(await learns)})

    async def _asked(self, request: web.Request) -> tuple[Person, Game[Any]]:
        """The person and the game of a request."""
        self._refuse_other_sites(request)
        asked = await request.json()
        people = {person.name: person for person in self.server.people}
        person, game = people.get(asked["you"]), discover().get(asked["game"])
        if person is None or game is None:
            raise web.HTTPNotFound
        return person, game

    def _refuse_other_sites(self, request: web.Request) -> None:
        """Refuses requests from other web sites: those whose host name was pointed at this machine
        (DNS rebinding), and those that send something here.
        """
        hosts = (f"{HOST}:{self.port}", f"localhost:{self.port}")
        origins = [f"http://{host}" for host in hosts]
        if request.headers.get("Host") not in hosts:
            raise web.HTTPForbidden
        if request.method != "GET" and request.headers.get("Origin") not in origins:
            raise web.HTTPForbidden


class OfflineServer:
    """A simulated server with one channel, its threads and people, and a page for each channel."""

    def __init__(
        self, world: World, stack: contextlib.AsyncExitStack, folder: Path | None = None
    ) -> None:
        """`stack` closes the pages at the end; `folder` keeps the world, if it is given."""
        self.world = world
        self.people: list[Person] = []
        self._stack = stack
        self._folder = folder
        self._saved_at = 0.0
        self._is_new = True
        self._room: ChannelHandle

    async def admit(self, names: list[str]) -> None:
        """Adds people and opens their pages; the first person ever added owns the server."""
        backend = self.world.backend
        known = {user.name: UserHandle(self.world, user) for user in backend.users.values()}
        users = [
            known.get(name.lower()) or self.world.create_user(name.lower(), global_name=name)
            for name in names
        ]
        if backend.guilds:
            server = GuildHandle(self.world, next(iter(backend.guilds.values())))
            self._room = server.channels[ROOM]
        else:
            server = self.world.create_guild(SERVER, owner=users[0])
            self._room = server.create_text_channel(ROOM, topic=TOPIC)
        members = backend.guilds[server.id].members
        for name, user in zip(names, users, strict=True):
            is_member = user.id in members
            member = MemberActor(self.world, server, user) if is_member else server.add_member(user)
            self.people.append(Person(name, member))
        for person in self.people:
            user = person.member.user
            title = f"Messages · {person.name}"
            person.dms = await self._open(ChannelPage(self.world, user.dm_channel, [user], title))
        for channel in (self._room, *self._room.threads):
            await self._open_room(channel)

    async def play(self, person: Person, game: Game[Any]) -> int:
        """Starts a game of a person against computer players, by the command and the buttons that
        the person would use. Returns the channel of the board.

        Where the bot refuses, it says why in the channel, and nothing else is pressed.
        """
        seats = game.fewest_seats
        labels = [THREAD_LABEL, *[COMPUTER_LABEL] * (seats - 1), START_LABEL]
        since = self.world.backend.snowflake()
        async with self.world.operation_lock:
            await person.member.slash(self._room, "game new", game=game.name, seats=seats)
        place = self._room.id
        end = time.monotonic() + APPEAR_TIMEOUT_S
        while time.monotonic() < end:
            wanted = [one for one in labels if one != START_LABEL or COMPUTER_LABEL not in labels]
            message, label = self._button(person, since, wanted)
            if message is not None:
                async with self.world.operation_lock:
                    with contextlib.suppress(SetupError, BackendError):  # it has just changed
                        await person.member.click(ResponseMessage(self.world, message), label=label)
                        labels.remove(label)
                        place = message.channel_id
            elif START_LABEL not in labels and place in [room.channel.id for room in person.rooms]:
                break
            await asyncio.sleep(POLL_S)
        return place

    async def learn(self, person: Person, game: Game[Any]) -> int:
        """Starts the tutorial of a game in the DMs of a person; returns the channel in which the
        bot answers.
        """
        async with self.world.operation_lock:
            await person.member.slash(self._room, "tutorial", game=game.name)
        return self._room.id

    def _button(self, person: Person, since: int, labels: list[str]) -> tuple[Message | None, str]:
        """A message after `since` with a button of one of these labels, and the label."""
        for channel in (self._room, *self._room.threads):
            messages = self.world.backend.messages.get(channel.id, {})
            for number in [number for number in messages if number > since]:
                if messages[number].visible_to(person.member.id):
                    for component in walk_components(messages[number].components):
                        if component.get("label") in labels and not component.get("disabled"):
                            return messages[number], component["label"]
        return None, ""

    async def keep_up_to_date(self) -> None:
        """Keeps every page up to date, and marks people who have new messages."""
        while True:
            await asyncio.sleep(POLL_S)
            news = self.world.news()
            if time.monotonic() - self._saved_at > SAVE_EVERY_S:
                self.save()
            if news is None:
                continue
            async with self.world.operation_lock:
                await self._open_threads()
                for person in self.people:
                    person.dms.unread |= person.dms.channel.id in news
                    for place in (person.dms, *person.rooms):
                        place.show_news()
            self.world.forget_pictures()
            self._is_new = True

    def save(self) -> None:
        """Saves the world in the folder, if there is one and something has changed."""
        if self._folder is None or not self._is_new:
            return
        self._saved_at = time.monotonic()
        try:
            saved.save(self.world.backend, self._folder)
            self._is_new = False
        except OSError as error:
            log.warning("the world cannot be saved: %s", error)

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
            person.rooms.append(await self._open(ChannelPage(self.world, channel, viewers, title)))

    async def _open(self, place: ChannelPage) -> ChannelPage:
        return await self._stack.enter_async_context(place)
