"""The front page, and the table that it shows: people, their rooms and their messages."""

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

from bot.offline import kept
from bot.offline.places import HOST, Place, beside
from bot.offline.world import World
from bot.pages.samples import position
from bot.pictures.pictures import Pictures
from games import discover
from games.kernel import Game

log = logging.getLogger(__name__)
log = logging.getLogger(__name__)
START, IN_A_THREAD = "Start", "Open it in a thread"
"""What the buttons say that lead from a command to a game."""
SERVER, ROOM = "Atelier", "game-room"
TOPIC = "The room everybody sees. Type /game new to open a table."
LOOK_EVERY = 0.15
"""Seconds between two looks for something new to show."""
SAVE_EVERY = 2.0
"""Seconds between two times at which what is kept is written."""
APPEARS_WITHIN = 20.0
"""Seconds for which a message is waited for that a press brings."""


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
            "owner": self.member.id == self.member.guild.owner.id,
            "letters": self.letters.url,
            "unread": self.letters.unread,
            "rooms": rooms,
        }


class Front:
    """The one address: a page that offers the games and shows the table's places side by side."""

    def __init__(self, table: Table, pictures: Pictures, listening: socket.socket) -> None:
        """Takes the table, what draws the games, and a socket that listens."""
        self.table = table
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
        self._refuse_strangers(request)
        people = [person.card() for person in self.table.people]
        games = [{"name": game.name, "title": game.title} for game in discover().values()]
        nonce = secrets.token_urlsafe(12)
        text = beside("front.html")
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
        self._refuse_strangers(request)
        for person in self.table.people:
            if person.name == request.query.get("reads"):
                person.letters.unread = False
        return web.json_response([person.card() for person in self.table.people])

    async def _picture(self, request: web.Request) -> web.Response:
        """A position of a game as the bot draws it, drawn when somebody first looks."""
        self._refuse_strangers(request)
        name = request.match_info["name"]
        if name not in discover():
            raise web.HTTPNotFound
        drawn = await self._pictures.view(await asyncio.to_thread(position, name))
        headers = {"Cache-Control": "private, max-age=3600"}
        return web.Response(body=drawn.png, content_type="image/png", headers=headers)

    async def _play(self, request: web.Request) -> web.Response:
        """Starts a game as a person; the room where it stands, or where the bot says why not."""
        self._refuse_strangers(request)
        asked = await request.json()
        people = {person.name: person for person in self.table.people}
        person, game = people.get(asked["you"]), discover().get(asked["game"])
        if person is None or game is None:
            raise web.HTTPNotFound
        return web.json_response({"room": str(await self.table.play(person, game))})

    def _refuse_strangers(self, request: web.Request) -> None:
        """Turns away a web page elsewhere: one whose name was made to point at this machine, and
        one that sends something here.
        """
        hosts = (f"{HOST}:{self.port}", f"localhost:{self.port}")
        origins = [f"http://{host}" for host in hosts]
        if request.headers.get("Host") not in hosts:
            raise web.HTTPForbidden
        if request.method != "GET" and request.headers.get("Origin") not in origins:
            raise web.HTTPForbidden


class Table:
    """A server with one room and its people, and a page for every place."""

    def __init__(
        self, world: World, house: contextlib.AsyncExitStack, folder: Path | None = None
    ) -> None:
        """Takes the world in which it stands, the house that closes its pages at the end, and the
        folder that keeps what is played, if one does.
        """
        self.world = world
        self.people: list[Person] = []
        self._house = house
        self._folder = folder
        self._saved_at = 0.0
        self._is_new = True
        self._room: ChannelHandle

    async def seat(self, names: list[str]) -> None:
        """Lets people in and opens their pages; the server belongs to the first who ever came."""
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
            person.letters = await self._open(Place(self.world, user.dm_channel, [user], title))
        for channel in (self._room, *self._room.threads):
            await self._open_room(channel)

    async def play(self, person: Person, game: Game[Any]) -> int:
        """Starts a game of a person against computer players in all other seats, by the command
        and the buttons that they would use; the channel in which it stands.

        Where the bot refuses it says why in the room, and nothing further is pressed.
        """
        seats = max(2, game.seats[0])
        options = {"game": game.name, "seats": seats, "computers": seats - 1}
        labels = [START, IN_A_THREAD]
        since = self.world.backend.snowflake()
        async with self.world.turn:
            await person.member.slash(self._room, "game new", **options)
        place = self._room.id
        end = time.monotonic() + APPEARS_WITHIN
        while time.monotonic() < end:
            message, label = self._button(person, since, labels)
            if message is not None:
                async with self.world.turn:
                    with contextlib.suppress(SetupError, BackendError):  # it has just changed
                        await person.member.click(ResponseMessage(self.world, message), label=label)
                        labels.remove(label)
                        place = message.channel_id
            elif START not in labels and place in [room.channel.id for room in person.rooms]:
                break
            await asyncio.sleep(LOOK_EVERY)
        return place

    def _button(self, person: Person, since: int, labels: list[str]) -> tuple[Message | None, str]:
        """A message since then with a button of one of these labels for a person, and which."""
        for channel in (self._room, *self._room.threads):
            messages = self.world.backend.messages.get(channel.id, {})
            for number in [number for number in messages if number > since]:
                if messages[number].visible_to(person.member.id):
                    for component in walk_components(messages[number].components):
                        if component.get("label") in labels and not component.get("disabled"):
                            return messages[number], component["label"]
        return None, ""

    async def keep_current(self) -> None:
        """Shows on every page what changed anywhere, and whose messages have something new."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            news = self.world.news()
            if time.monotonic() - self._saved_at > SAVE_EVERY:
                self.save()
            if news is None:
                continue
            async with self.world.turn:
                await self._open_threads()
                for person in self.people:
                    person.letters.unread |= person.letters.channel.id in news
                    for place in (person.letters, *person.rooms):
                        place.show_news()
            self.world.forget_pictures()
            self._is_new = True

    def save(self) -> None:
        """Writes what the folder keeps, if there is one and something is new."""
        if self._folder is None or not self._is_new:
            return
        self._saved_at = time.monotonic()
        try:
            kept.save(self.world.backend, self._folder)
            self._is_new = False
        except OSError as error:
            log.warning("the table cannot be kept: %s", error)

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
