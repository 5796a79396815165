"""Two tables at which everybody sees the same being played, and somebody at one of them does what
nobody notices; and all that the bot sends and answers there.

The bot's own pages, outbox, clock and store are at work; what stands in for Discord only notes what
it is sent. No game is named here.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import aiohttp

from atelier_testing.leaks import Found, differences, not_open
from atelier_testing.played import some_options
from atelier_testing.worlds import another
from bot.operations.work import WorkQueue
from bot.outbox.layout import send_arguments
from bot.outbox.outbox import Outbox
from bot.pages import notifications, panels, plans, premoves, questions, watching
from bot.pages.board import board_page, log_page
from bot.pages.page import Page
from bot.pages.text import text_pages
from bot.pictures.drawing import Drawn, describe, describe_chart
from bot.pictures.pictures import Pictures, picture_key
from bot.pictures.replays import Replays
from bot.store import PingRow, Store
from bot.table import NewTable, Person, Refused, Table, Tables, lobby, together, undo
from bot.table.clock import Clock
from bot.table.history import read_history
from bot.web.content import NOW as NEWEST
from bot.web.pages import Pages
from bot.web.server import Server
from cogs.history import history_page
from games import discover
from tests.databases import empty, scratch

ROOM, DM = 7, 1000
"""The channel of the table; that of a person's direct messages is so much above their number."""
WATCHER = 99
NOON = 1_790_000_000.0
STEPS = 12
"""Moves at a pair of tables between two looks at everything."""
LONGEST_GAME = 150
"""Lines after which another game begins."""
STATE_WORLDS = 3
"""Other states laid on the second table at each look."""

Content = dict[str, Any]


class Time:
    """The time at all tables. It goes on before whatever somebody does at one or both of them."""

    now = NOON

    @classmethod
    def time(cls) -> float:
        return cls.now

    @classmethod
    def pass_by(cls) -> None:
        """More than a minute passes, since moments are shown to the minute."""
        cls.now += 97.0


# --- What stands in for Discord -------------------------------------------------------------------


@dataclass
class Desk:
    """Where a bot writes: it notes what is sent, edited and deleted, channel by channel."""

    sent: dict[int, list[Any]] = field(default_factory=dict[int, list[Any]])

    def get_guild(self, _guild: int) -> None:
        """No server is known: it speaks English."""

    @property
    def http(self) -> Any:
        """What requests go through: this very desk."""
        return self

    async def start_private_message(self, user: int) -> Any:
        """The channel of somebody's direct messages."""
        return {"id": str(DM + user)}

    def get_partial_messageable(self, channel: int) -> Place:
        return Place(channel, self.sent.setdefault(channel, []))


@dataclass
class Place:
    """A channel, or a message there."""

    id: int
    noted: list[Any]
    message: int = 0

    async def send(self, **page: Any) -> Any:
        self.noted.append(("new", content(page)))
        return SimpleNamespace(id=len(self.noted), components=[])

    def get_partial_message(self, message: int) -> Place:
        return Place(self.id, self.noted, message)

    async def edit(self, **page: Any) -> Any:
        self.noted.append(("edit", self.message, content(page)))
        return SimpleNamespace(id=self.message, components=[])

    async def delete(self) -> None:
        self.noted.append(("delete", self.message))


def content(page: dict[str, Any]) -> Content:
    """All of a message that can be seen, or found in its data."""
    files = page.get("files", page.get("attachments", []))
    return {
        "content": page.get("content"),
        "components": page["view"].to_components(),
        "files": [(file.filename, file.description, file.fp.read()) for file in files],
        "mentions": page["allowed_mentions"].to_dict(),
        "silent": page.get("silent"),
        "nonce": page.get("nonce"),
    }


class Named(Pictures):
    """Pictures that are not drawn: in place of one stands its name, and what it shows in words."""

    async def view(self, view: dict[str, Any], key: str = "", **how: Any) -> Drawn:
        return Drawn((key or picture_key(view)).encode(), describe(view))

    async def chart(self, points: dict[str, Any], **how: Any) -> Drawn:
        return Drawn(picture_key(points).encode(), describe_chart(points))


# --- A table and its twin -------------------------------------------------------------------------


@dataclass
class Twin:
    """A table with the bot around it."""

    store: Store
    table: Table
    desk: Desk
    outbox: Outbox
    clock: Clock
    pictures: Pictures
    pages: Pages
    web: aiohttp.ClientSession
    logged: list[str] = field(default_factory=list[str])
    steps: Iterator[int] = field(default_factory=count)

    async def act(self, work: Any) -> str:
        """Does something at the table and shows what came of it; the sentence of a refusal."""
        refused = ""
        with noted(self.logged):
            try:
                await work
            except Refused as error:
                refused = str(error)
            self.outbox.kick(self.table.id)
            while self.outbox.tasks:
                await asyncio.gather(*self.outbox.tasks)
        return refused

    async def submit(self, seat: int, move: str) -> str:
        """A move; the sentence of a refusal."""
        return await self.act(self.table.submit(seat, move, f"test:{next(self.steps)}"))

    async def refusals(self, seat: int, moves: list[str]) -> list[str]:
        """The sentences with which moves are refused, or their receipts."""
        found: list[str] = []
        with noted(self.logged):
            for move in moves:
                try:
                    found.append(repr(await self.table.submit(seat, move, "a try")))
                except Refused as error:
                    found.append(str(error))
        return found

    async def undo(self, seat: int) -> str:
        """Takes a seat's last move back; the sentence of a refusal."""
        return await self.act(undo.undo(self.table, seat + 1, f"test:{next(self.steps)}"))

    async def redo(self, seat: int) -> str:
        """Makes the move after all that a seat took back; the sentence of a refusal."""
        return await self.act(undo.redo(self.table, seat + 1, f"test:{next(self.steps)}"))


@contextmanager
def noted(lines: list[str]) -> Iterator[None]:
    """Within it all that the bot logs is added to these lines."""

    class Noting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    house, handler = logging.getLogger("bot"), Noting()
    house.addHandler(handler)
    level = house.level
    house.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        house.setLevel(level)
        house.removeHandler(handler)


@asynccontextmanager
async def twin(name: str, seats: int, options: Any, seed: int) -> AsyncIterator[Twin]:
    """A started game of people who want every call, and somebody who watches."""
    with (
        patch("bot.table.table.time", Time),
        patch("bot.table.tables.time", Time),
        scratch() as folder,
    ):
        store = await Store.open(empty(Path(folder) / "atelier.sqlite3"))
        tables, desk, drawn = Tables(store, lambda table: None), Desk(), Named()
        outbox = Outbox(cast(Any, desk), store, tables, drawn, WorkQueue(), 0, 0, 1, 0)
        clock = Clock(store, tables, show=nothing, answer=nothing, notify=nothing, now=Time.time)
        pages = Pages(store, tables, drawn, WorkQueue())
        server = Server(pages, Replays())
        outbox.update_turns = clock.update_turns
        outbox._posts.now = lambda: NOON
        outbox._posts.new_nonce = lambda: "0" * 24
        try:
            await server.serve("127.0.0.1", 0)
            game = discover()[name]
            table = await tables.open(
                NewTable(
                    game,
                    guild=None,
                    channel=ROOM,
                    people=[Person("Ada", user=1)],
                    seats=seats,
                    options=options,
                    pace="relaxed",
                )
            )
            for user in range(2, seats + 1):
                await lobby.join(table, user, f"Guest {user}")
            await table.save(seed=str(seed), salt="salt")
            for user in range(1, seats + 1):
                await store.pings.save(PingRow(user, early=1))
            await store.watchers.add(table.id, WATCHER, NOON * 2)
            address = f"http://127.0.0.1:{server.port}"
            with patch("secrets.token_hex", lambda size: "5a" * size):
                await store.pages.open(table.id)
            async with aiohttp.ClientSession(address) as web:
                found = Twin(store, table, desk, outbox, clock, drawn, pages, web)
                await found.act(lobby.start(table, 1))
                yield found
        finally:
            await server.close()
            await outbox.close()
            await store.close()


async def nothing(*_any: Any) -> None:
    """Nobody is called by the clock here."""


# --- All that somebody is shown -------------------------------------------------------------------


async def everything(it: Twin, viewer: int | None, tried: list[str]) -> Content:
    """All that a seat (None: somebody who watches) was sent, and is answered whatever they ask."""
    user = WATCHER if viewer is None else viewer + 1
    found: Content = {
        "the channel": list(it.desk.sent[ROOM]),
        "direct messages": list(it.desk.sent.get(DM + user, [])),
        "the log": list(it.logged),
        "the turns": [vars_of(turn) for turn in (await it.store.turns.of(it.table.id)).values()],
    }
    found |= await answers(it, viewer, user)
    if viewer is not None:
        found |= await own_answers(it, viewer, user, tried)
    return found


async def answers(it: Twin, viewer: int | None, user: int) -> Content:
    """What everybody may ask for."""
    table, drawn = it.table, it.pictures
    targets = [question for question, _told in await undo.rewind_targets(table)]
    proposals = {f"undo {question} {table.question}": [1] for question in targets}
    turns = (await it.store.turns.of(table.id)).values()
    reminded = [notifications.reminder_page(table, turn) for turn in turns]
    found = {
        "/game board": await page(await board_page(table, drawn, [])),
        "the message of a watcher": await page(await watching.watch_page(table, drawn)),
        "the log of the table": await page(await log_page(table, viewer)),
        "/game text": [await page(each) for each in await text_pages(table, user)],
        "/turns": await page(await notifications.waiting_page(it.store, tables_of(it), user)),
        "reminders": [await page(each) for each in reminded],
        "votes": await page(await notifications.vote_page(table, proposals)),
        "half an hour together": await together.best_half_hour(table, Time.now),
        "/game undo": await page(await panels.rewind_page(table)),
    }
    steps = len((await read_history(table, viewer)).steps)
    for step in {0, steps // 2, steps - 1}:
        found[f"/history, {step}"] = await page(await history_page(table, viewer, drawn, step))
    public = len((await read_history(table, None)).steps)
    return found | await web_answers(it, [NEWEST, "0", str(public // 2), str(public - 1)])


async def web_answers(it: Twin, steps: list[str]) -> Content:
    """What the web server answers for these steps, and for the files on the newest page."""
    it.pages._cache.clear()  # else a page stays though the state was exchanged behind its back
    token, found = await it.store.pages.token(it.table.id), Content()
    for step in steps:
        found[f"the web page, {step}"] = await response(it, f"/t/{token}?step={step}")
    _status, _headers, newest = found[f"the web page, {NEWEST}"]
    for file in dict.fromkeys(re.findall(rf'"({token}/[^"]+)"', newest.decode())):
        found[f"the web page, {file}"] = await response(it, f"/t/{file}")
    return found


async def response(it: Twin, path: str) -> tuple[int, dict[str, str], bytes]:
    """What the web server sends, but for the date."""
    async with it.web.get(path) as answer:
        headers = {name: value for name, value in answer.headers.items() if name != "Date"}
        return answer.status, headers, await answer.read()


async def own_answers(it: Twin, seat: int, user: int, tried: list[str]) -> Content:
    """What somebody who plays may ask for."""
    table, drawn = it.table, it.pictures
    found: Content = {
        "/hand": await page(await panels.panel_page(table, seat, drawn, hand_only=True)),
        "panel": await page(await panels.panel_page(table, seat, drawn)),
        "settled panel": await page(await panels.answered_page(table, seat)),
        "/move completes": list(questions.labelled_moves(table, seat).items()),
        "/move ahead completes": list(questions.labelled_premoves(table, seat).items()),
        "plan": await page(await plans.plan_page(table, seat, drawn)),
        "/plan completes": list(plans.labelled_plans(table, seat, "plan").items()),
        "taking back": (await undo.can_undo(table, seat), await undo.can_redo(table, seat)),
        "/mydata": {**await it.store.privacy.export(user), "messages": []},
    }
    for question in ("", *table.game.premoves(table.state, seat)):
        found[f"in advance {question}"] = await page(
            await premoves.premoves_page(table, seat, question)
        )
    refusals = await it.refusals(seat, tried)
    return found | {
        f"the refusal of {move}": said for move, said in zip(tried, refusals, strict=True)
    }


async def page(it: Page) -> Any:
    return [content(await send_arguments(it)), it.digest, it.mentions, it.question]


def vars_of(turn: Any) -> list[Any]:
    """A turn of the clock, as it decides about calls."""
    return [turn.seat, turn.user, turn.question, turn.since, turn.due, turn.next, turn.stage]


def tables_of(it: Twin) -> Tables:
    return it.outbox._tables


# --- Playing --------------------------------------------------------------------------------------


@dataclass
class Round:
    """Two tables at which a viewer is shown the same, until something leaks."""

    open: Twin
    secret: Twin
    """The one where others do what that seat cannot notice."""
    viewer: int | None
    chance: random.Random
    owed: dict[int, str] = field(default_factory=dict[int, str])
    """What others have chosen otherwise at the second table, until all have chosen."""
    earlier: list[str] = field(default_factory=list[str])

    @property
    def others(self) -> list[int]:
        """The seats that are not the viewer's."""
        return [seat for seat in range(self.open.table.state.seats) if seat != self.viewer]

    async def both(self, what: str, *args: Any) -> None:
        """Something that everybody notices, at both tables."""
        Time.pass_by()
        refusals = [await getattr(it, what)(*args) for it in (self.open, self.secret)]
        assert refusals == ["", ""], f"{what} {args}: {refusals}"

    async def step(self) -> None:
        """A move that everybody notices: an answer, or one taken back."""
        table = self.open.table
        seat = self.chance.choice(table.state.asked)
        move = self.chance.choice(table.game.legal(table.state, seat))
        self.earlier.append(move)
        if len(table.state.asked) > 1 and seat in self.others:
            self.owed[seat] = move
            otherwise = self.chance.choice(table.game.legal(table.state, seat))
            Time.pass_by()
            await self.open.submit(seat, move)
            await self.secret.submit(seat, otherwise)
            return
        if len(table.state.asked) == 1:
            await self.settle()
        await self.both("submit", seat, move)
        if await undo.can_undo(table, seat) and self.chance.random() < 0.5:
            await self.behind_backs(but=seat)
            await self.both("undo", seat)
            await self.forget()  # else the move made again would carry it out, for all to see
            if self.chance.random() < 0.5:
                await self.both("redo", seat)

    async def settle(self) -> None:
        """Has everybody at the second table choose the same as at the first."""
        for seat, move in self.owed.items():
            if self.secret.table.state.answers.get(seat) != move:
                Time.pass_by()
                await self.secret.submit(seat, move)
        self.owed.clear()

    async def behind_backs(self, but: int | None = None) -> None:
        """Others at the second table, but for one, change secret answers and set things."""
        it = self.secret
        for seat in set(self.others) - {but}:
            state, game = it.table.state, it.table.game
            if seat in self.owed and seat in state.answers:
                Time.pass_by()
                await it.submit(seat, self.chance.choice(game.legal(state, seat)))
            questions = game.premoves(state, seat)
            if questions and not state.premoves.get(seat):
                question = self.chance.choice(list(questions))
                move = self.chance.choice(questions[question])
                Time.pass_by()
                await it.submit(seat, f"ahead {question} {move}")
                if self.chance.random() < 0.5 and not await it.undo(seat):
                    await it.redo(seat)
            turn = game.rehearse(it.table.state, seat).question
            if turn and not it.table.state.plans.get(seat):
                Time.pass_by()
                await it.submit(seat, f"plan {self.chance.choice(turn.moves)}")

    async def forget(self) -> None:
        """Others take back what they set in advance at the second table alone."""
        for seat in self.others:
            if self.secret.table.state.plans.get(seat):
                Time.pass_by()
                await self.secret.submit(seat, "plan")
            ahead = [it.table.view(seat).get("ahead", {}) for it in (self.open, self.secret)]
            for question in [each for each in ahead[1] if each not in ahead[0]]:
                Time.pass_by()
                await self.secret.submit(seat, f"forget {question}")

    async def look(self, found: Found, where: str) -> None:
        """Compares all that the viewer was and is shown, of these tables and of other states."""
        table = self.open.table
        tried = not_open(table.game, table.state, self.viewer, self.earlier, self.chance)
        truth = await everything(self.open, self.viewer, tried)
        state, table = self.secret.table.state, self.secret.table
        worlds = [another(table.game, state, self.viewer, self.chance) for _ in range(STATE_WORLDS)]
        for g in [state, *filter(None, worlds)]:
            if table.last is not None and table.last.seat == self.viewer:
                # What they may take back drew nothing: the line before it has the same chance.
                g.rng = state.rng
            table.g = g
            found.pairs += 1
            there = await everything(self.secret, self.viewer, tried)
            for what in differences(truth, there):
                found.leaks[f"{where}: {what}"] += 1
        table.g = state

    async def play(self, found: Found, where: str, pairs: int) -> None:
        """Plays on, and looks now and then, until the game ends or there are so many pairs."""
        table = self.open.table
        while found.pairs < pairs and table.seq < LONGEST_GAME:
            for _ in range(self.chance.randrange(1, STEPS)):
                await self.step()
                if table.row.status != "running":
                    return  # what was sealed is shown now, and the whole record with it
            await self.behind_backs()
            await self.look(found, f"{where}, {table.view(None)['question']['name']}")
            await self.forget()


async def sit(name: str, pairs: int, seed: int) -> Found:
    """Compares all that some viewer is shown, at tables of all sizes and options."""
    game, found = discover()[name], Found()
    for number in count():
        chance = random.Random(f"twins {name} {seed} {number}")
        seats = game.seats[(number + seed) % len(game.seats)]
        Time.now = NOON
        laid = name, seats, some_options(game, number + seed, chance), chance.getrandbits(64)
        async with twin(*laid) as one, twin(*laid) as two:
            viewer = chance.choice([None, *range(seats)])
            await Round(one, two, viewer, chance).play(found, f"{name}, {seats} seats", pairs)
        if found.pairs >= pairs:
            return found
    raise AssertionError


def at_tables(name: str, pairs: int, seed: int) -> Found:
    """As `sit`, where there is no event loop."""
    return asyncio.run(sit(name, pairs, seed))
