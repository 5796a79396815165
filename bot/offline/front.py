"""The front page, and the table that it shows: people, their rooms and their messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
from collections.abc import AsyncGenerator
from typing import Any

from aiohttp import web
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.offline.places import HOST, Place, beside
from bot.offline.world import World

ROOM = "game-room"
TOPIC = "The room everybody sees. Type /game new to open a table."
LOOK_EVERY = 0.15
"""Seconds between two looks for something new to show."""


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
        text = beside("front.html")
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
