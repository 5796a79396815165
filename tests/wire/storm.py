"""A storm: faults strike at many tables at once, and the database proves nothing is wrong."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import discover
from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import BUTTON, EPHEMERAL, Interaction, StandIn, labels, parts, until
from tests.wire.standin import faults as wrong
from tests.wire.standin.things import ACKNOWLEDGE_S, SELECT, Place
from tests.wire.tries import REDO, Try, is_claimed, is_waited_for, move_of

GUILDS = 4
STRANGERS = 5
MAX_PANELS = 4
"""How many panels of a table are remembered, so that old ones are pressed too."""
PRESS_ANYWAY_SHARE = 0.1
"""The share of people who still act while the bot is away, each tenth of a second."""
RETRY_S = 0.1
"""How often people look for a message that is not there yet."""
JUDGE_AFTER_S = 20.0
"""An interaction is judged after this time, when nothing more can come of it."""
CALM_S = 120.0
"""Everything must be shown so soon after the faults, beside what Discord had the bot wait."""
AFTER_DELETION = 12
"""How many interactions follow at a table whose channel was deleted."""
DONE = {"panel": 14, "control": 40, "typed": 14, "old": 8, "stranger": 8, "look": 8, "list": 4}
DONE |= {"complete": 4}
"""What people do, and how many times in a hundred."""


@dataclass
class Report:
    interactions: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    over: int = 0
    lines: int = 0
    """Lines of all logs."""
    moves: int = 0
    """Moves that people were told of, or that the log has of them."""
    unharmed: int = 0
    """How many interactions reached the bot in time, with no fault on their acknowledgement."""
    slow: list[str] = field(default_factory=list)
    """How many of those were not acknowledged in time."""
    waits: list[float] = field(default_factory=list)
    """The seconds until those were acknowledged."""
    seconds: float = 0.0
    boards_shown_s: float = 0.0
    """The seconds until every board was shown after the faults ended."""
    own_board_wait_s: float = 0.0
    """The longest part of this time in which Discord did not make the bot wait for that board."""
    own_wait_s: float = 0.0
    """The same of everything that is shown."""
    calmed: float = 0.0
    """The seconds until everything was shown, with direct messages that earlier refusals delay."""
    calm_requests: int = 0
    """The requests in this time that count for the limit of the bot."""


@dataclass
class Seating:
    """A channel where people play one table after another."""

    storm: Storm
    place: Place
    title: str
    people: list[dict[str, Any]]
    computers: int
    doomed: int = -1
    """After so many interactions its channel is deleted; never where it is negative."""
    acts: int = 0
    panels: deque[tuple[dict[str, Any], dict[str, Any]]] = field(
        default_factory=lambda: deque(maxlen=MAX_PANELS)
    )
    """The latest panels, and whose they are."""

    @property
    def discord(self) -> StandIn:
        return self.storm.home.discord

    @property
    def exists(self) -> bool:
        return self.place.id in self.discord.places

    @property
    def open(self) -> bool:
        """Whether people can act there."""
        guild = self.discord.guilds[self.place.guild or ""]
        writable = not self.place.archived and not self.place.locked
        return self.exists and guild.there and writable

    async def until_it_runs(self) -> None:
        """Starts a game before the faults begin, so that the bot has drawn each title once."""
        while (table := ledger.newest(self.storm.db, self.place.id)) is None or (
            table.status == "lobby"
        ):
            await self.act()

    async def play(self) -> None:
        """People play one game after another, until the storm ends or the channel is gone."""
        while self.storm.goes_on:
            if not self.exists and self.acts > self.doomed + AFTER_DELETION:
                return
            await self.act()
            self.acts += 1
            if self.acts == self.doomed:
                self.discord.delete_channel(self.place.parent or self.place.id)

    async def act(self) -> None:
        table = ledger.newest(self.storm.db, self.place.id)
        if table is None or table.status not in ("lobby", "running"):
            await (self.begin() if self.open else self.lists())
        elif table.status == "lobby":
            await self.gather(table)
        else:
            await self.go_on(table)

    async def begin(self) -> None:
        seats = discover()[self.title].seats[0] + self.computers
        await self.typed(self.people[0], "game new", game=self.title, seats=seats)

    async def gather(self, table: ledger.Standing) -> None:
        """The host seats computer players, somebody joins, or the host starts the game."""
        lacks = sum(bool(person["level"]) for person in table.people) < self.computers
        all_there = len(table.people) >= discover()[self.title].seats[0] + self.computers
        label = "Start" if all_there else "Add computer player" if lacks else "Join"
        message = self.message(label) if self.open else None
        if message is None:
            await self.waits()
            return
        sitting = {person["user"] for person in table.people}
        free = [each for each in self.people if int(each["id"]) not in sitting]
        who = self.people[0] if label != "Join" else self.storm.rng.choice(free or self.people)
        if label == "Join" and self.storm.faults.strikes(wrong.CLOSED):
            self.discord.closed.add(who["id"])
        await self.storm.did("lobby", Try(self.discord.press(who, message, label), who["id"]))

    async def go_on(self, table: ledger.Standing) -> None:
        """Somebody plays, looks, or presses what they should not."""
        rng = self.storm.rng
        if not self.open:
            await (self.types_a_move(table) if rng.random() < 0.7 else self.lists())
            return
        [kind] = rng.choices(list(DONE), DONE.values())
        ways: dict[str, Callable[[], Any]] = {
            "panel": lambda: self.presses("Move", self.mostly_asked(table), "panel"),
            "control": lambda: self.presses_a_control(table, 0),
            "old": lambda: self.presses_a_control(table, rng.randrange(MAX_PANELS)),
            "stranger": self.stranger_presses,
            "look": lambda: self.presses(
                rng.choice(("My hand", "Log", "Rules")), rng.choice(self.people), "look"
            ),
            "list": self.lists,
            "complete": self.completes,
            "typed": lambda: self.types_a_move(table),
        }
        await ways[kind]()

    # --- single things ---------------------------------------------------------------------------

    async def typed(self, user: dict[str, Any], name: str, **options: Any) -> None:
        typed = self.discord.command(user, name, where=self.place.id, **options)
        await self.storm.did(name, Try(typed, user["id"]))

    async def waits(self) -> None:
        """Waits for a message, or has people look elsewhere where none can come."""
        await (asyncio.sleep(RETRY_S) if self.open else self.lists())

    async def lists(self) -> None:
        """Somebody lists in a direct message the tables that wait for them."""
        user = self.storm.rng.choice(self.people)
        typed = self.discord.command(user, "turns", where=self.discord.dm_of(user).id)
        await self.storm.did("list", Try(typed, user["id"]))

    async def completes(self) -> None:
        """Somebody begins to type a move and gets completions."""
        user = self.storm.rng.choice(self.people)
        typing = self.discord.complete(user, "move", "move", where=self.place.id, move="")
        await self.storm.did("complete", Try(typing, user["id"]))

    async def types_a_move(self, table: ledger.Standing) -> None:
        """Somebody who is asked types a move: in the channel, or in a direct message."""
        state = table.state
        asked = [seat for seat in state.asked if table.people[seat]["user"] is not None]
        if not asked:
            await self.lists()
            return
        seat = self.storm.rng.choice(asked)
        user = self.person_on(table, seat)
        move = self.storm.rng.choice(table.game.legal(state, seat))
        where = self.place.id if self.open else self.discord.dm_of(user).id
        typed = self.discord.command(user, "move", where=where, move=move, game=str(table.id))
        await self.storm.did("typed", Try(typed, user["id"], move))
        self.change_channel()

    def person_on(self, table: ledger.Standing, seat: int) -> dict[str, Any]:
        return next(p for p in self.people if int(p["id"]) == table.people[seat]["user"])

    def mostly_asked(self, table: ledger.Standing) -> dict[str, Any]:
        """A player, mostly one who is asked."""
        asked = [seat for seat in table.state.asked if table.people[seat]["user"] is not None]
        if not asked or self.storm.rng.random() < 0.2:
            return self.storm.rng.choice(self.people)
        return self.person_on(table, self.storm.rng.choice(asked))

    async def presses(self, label: str, user: dict[str, Any], kind: str) -> None:
        message = self.message(label)
        if message is None:
            await self.waits()
            return
        pressed = self.discord.press(user, message, label)
        await self.storm.did(kind, Try(pressed, user["id"]))
        response = pressed.response
        if label == "Move" and pressed.confirmed and response and response["flags"] & EPHEMERAL:
            self.panels.append((user, dict(response)))

    async def presses_a_control(self, table: ledger.Standing, back: int) -> None:
        """Somebody uses any control of their panel, or of one that they opened earlier."""
        if len(self.panels) <= back:
            await self.presses("Move", self.mostly_asked(table), "panel")
            return
        user, message = self.panels[-1 - back]
        response = await self.uses(user, message, "old" if back else "control")
        if response is not None:
            self.panels.append((user, dict(response)))
            self.change_channel()

    async def stranger_presses(self) -> None:
        """Somebody who does not play presses a button of the players."""
        await self.presses("Move", self.storm.rng.choice(self.storm.strangers), "stranger")

    async def uses(
        self, user: dict[str, Any], message: dict[str, Any], kind: str
    ) -> dict[str, Any] | None:
        """Somebody uses a control of a message; returns the message afterwards."""
        there = [part for part in parts(message) if part["type"] in (BUTTON, SELECT)]
        found = [part for part in there if not part.get("disabled")]
        if not found:
            await self.lists()
            return None
        part = self.storm.rng.choice(found)
        values = None
        if part["type"] == SELECT:
            values = [self.storm.rng.choice(part["options"])["value"]]
        pressed = self.discord.use(user, message, part, values)
        await self.storm.did(kind, Try(pressed, user["id"], move_of(part, values)))
        return pressed.response if pressed.confirmed else None

    def message(self, label: str) -> dict[str, Any] | None:
        """The newest message with a button."""
        found = reversed(self.discord.messages(self.place.id))
        return next((each for each in found if label in labels(each)), None)

    def change_channel(self) -> None:
        """After a move, somebody may delete the board, or archive or lock the thread."""
        faults = self.storm.faults
        if not self.open:
            return
        if faults.strikes(wrong.GONE) and (board := self.message("Move")):
            self.discord.delete_message(board)
        if self.place.parent and faults.strikes(wrong.ARCHIVED):
            self.discord.archive(self.place.id)
        elif self.place.parent and faults.strikes(wrong.LOCKED):
            self.discord.lock(self.place.id)
            after_s = self.storm.rng.uniform(0.5, 3.0)
            self.storm.later(after_s, lambda: self.discord.lock(self.place.id, locked=False))


class Storm:
    """One run over the tables of one bot."""

    def __init__(
        self,
        home: Home,
        tables: int,
        rate: float,
        seed: int,
        without: Collection[str] = (),
        titles: Sequence[str] = (),
    ) -> None:
        """Takes the tables, the rate of each fault, a seed, faults left out, and titles."""
        self.home, self.rate, self.rng = home, rate, random.Random(seed)
        self.classes = [each for each in wrong.OCCASIONS if each not in without]
        home.expected_errors.append(r".*Discord refuses a message of the table:.* code 400001\)")
        self.faults = home.discord.faults
        self.faults.rng = random.Random(seed + 1)
        self.report = Report()
        self.most = 0
        self.titles = [*titles] or [*discover()]
        self._db: sqlite3.Connection | None = None
        self.tries: dict[str, Try] = {}
        """The interactions that may have made a move."""
        self._open: deque[Try] = deque()
        self._pictures: dict[tuple[int, int | None], str] = {}
        """The file names of boards, by table and line of the log."""
        discord = home.discord
        self.guilds = [discord.guild, *(discord.add_guild(f"G{n}") for n in range(1, GUILDS))]
        self.strangers = [discord.person(f"Stranger {n}") for n in range(STRANGERS)]
        self.seatings = [self._seating(n) for n in range(tables)]
        self._later: set[asyncio.Task[None]] = set()

    def _seating(self, n: int) -> Seating:
        """A table of each title in turn, in channels and threads, some with computers."""
        discord, titles = self.home.discord, self.titles
        channel = discord.add_channel(f"room {n}", self.guilds[n % GUILDS])
        place = discord.add_thread(f"aside {n}", channel) if n % 3 == 2 else discord.places[channel]
        title = titles[n % len(titles)]
        people = [discord.person(f"P{n}.{k}") for k in range(discover()[title].seats[0])]
        return Seating(self, place, title, people, computers=n // len(titles) % 2)

    @property
    def goes_on(self) -> bool:
        return self.report.interactions < self.most

    @property
    def db(self) -> sqlite3.Connection:
        """The database, as others read it."""
        if self._db is None:
            self._db = ledger.opened(self.home.database)
        return self._db

    def close_database(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None

    async def run(self, interactions: int, tell: Callable[[str], None] = str) -> None:
        """Makes so many interactions while faults strike, then ends these and proves all."""
        self.most = interactions
        try:
            await asyncio.gather(*(s.until_it_runs() for s in self.seatings[: len(self.titles)]))
            self.faults.begin(self.rate, *self.classes)
            for seating in self.seatings:
                if self.faults.strikes(wrong.DELETED):
                    seating.doomed = self.rng.randrange(20, 20 + interactions // len(self.seatings))
            began = time.monotonic()
            others = [asyncio.create_task(self.strike()), asyncio.create_task(self._tell(tell))]
            try:
                await self.play()
            finally:
                for task in others:
                    task.cancel()
                done = await asyncio.gather(*others, return_exceptions=True)
            for error in done:
                if isinstance(error, Exception):
                    raise error
            self.report.seconds = time.monotonic() - began
            await self._calm(tell)
            self._settle(all_of_them=True)
            self._prove()
        finally:
            self.close_database()

    async def play(self) -> None:
        """People play at all tables, until the storm ends."""
        await asyncio.gather(*(seating.play() for seating in self.seatings))

    async def did(self, kind: str, tried: Try) -> None:
        """Notes what somebody did, and waits a little for what comes of it."""
        self.report.interactions += 1
        self.report.acts[kind] += 1
        self._open.append(tried)
        if tried.move:
            self.tries[tried.interaction.id] = tried
        while is_waited_for(tried.interaction):
            await asyncio.sleep(0.01)
        while not self.home.discord.connected and self.rng.random() > PRESS_ANYWAY_SHARE:
            await asyncio.sleep(0.1)
        self._settle()

    async def strike(self) -> None:
        """Each second, draws the faults of the connection and the guilds."""
        discord, faults = self.home.discord, self.faults
        while True:
            await asyncio.sleep(1.0)
            if discord.connected and faults.strikes(wrong.DROPPED):
                discord.hang_up()
            elif discord.connected and faults.strikes(wrong.MOVED):
                await discord.reconnect()
            guild = self.rng.choice(self.guilds)
            if discord.guilds[guild].there and faults.strikes(wrong.REMOVED):
                discord.remove_bot(guild)
                self.later(
                    self.rng.uniform(0.5, 3.0), lambda guild=guild: discord.return_bot(guild)
                )

    def later(self, after_s: float, mend: Callable[[], None]) -> None:
        """Calls `mend` after `after_s`."""

        async def wait() -> None:
            await asyncio.sleep(after_s)
            mend()

        self._later.add(asyncio.create_task(wait()))

    async def _tell(self, tell: Callable[[str], None]) -> None:
        """Reports the progress from time to time."""
        began, said = time.monotonic(), 0
        while True:
            await asyncio.sleep(1.0)
            made = self.report.interactions
            if made - said >= 5000:
                said = made - made % 5000
                rate = made / (time.monotonic() - began)
                tell(f"{made:,} interactions, {rate:.0f} a second, {len(self.report.slow)} slow")

    def _settle(self, all_of_them: bool = False) -> None:
        """Judges the interactions of which nothing more can come."""
        now = time.monotonic()
        while self._open and (all_of_them or now - self._open[0].interaction.sent > JUDGE_AFTER_S):
            self._judge(self._open.popleft())

    def _judge(self, tried: Try) -> None:
        """Counts whether an interaction without faults was acknowledged in time."""
        interaction = tried.interaction
        self.judged(interaction)
        if interaction.faults:
            return
        self.report.unharmed += 1
        if interaction.acknowledged is None or interaction.acknowledged > ACKNOWLEDGE_S:
            data = interaction.payload["data"]
            self.report.slow.append(f"{data.get('custom_id', data.get('name'))}")
        else:
            self.report.waits.append(interaction.acknowledged)

    def judged(self, interaction: Interaction) -> None:
        """Called with each interaction once nothing more can come of it."""

    # --- after the faults ------------------------------------------------------------------------

    def end_faults(self) -> None:
        self.faults.end()

    async def _calm(self, tell: Callable[[str], None]) -> None:
        """Ends all faults, and waits until each table is shown and the outbox is empty."""
        self.end_faults()
        await asyncio.gather(*self._later)
        await until(lambda: self.home.discord.connected, "the bot is connected", 60)
        await asyncio.sleep(2 * ACKNOWLEDGE_S)  # what was delivered late has come
        tell("nothing goes wrong any more; one more move at each table")
        await asyncio.gather(*(seating_moves(seating) for seating in self.seatings))
        limits, report, began = self.home.discord.limits, self.report, time.monotonic()
        hidden, unshown, counted = self.seatings, ledger.unshown(self.db), limits.counted
        while hidden or unshown:
            now = time.monotonic()
            boards = [now - max(began, self._demanded(each.place.id)) for each in hidden]
            tables = [now - max(began, self._demanded(*each)) for each in unshown]
            report.own_board_wait_s = max(report.own_board_wait_s, *boards, 0.0)
            report.own_wait_s = max(report.own_wait_s, *boards, *tables, 0.0)
            assert report.own_wait_s < CALM_S, self._not_shown(hidden)
            if hidden:
                report.boards_shown_s = now - began
            await asyncio.sleep(0.2)
            # The other tables are looked at again when these are shown: it takes much time.
            hidden = self._hidden(hidden) or self._hidden(self.seatings)
            unshown = ledger.unshown(self.db)
        report.calmed = time.monotonic() - began
        report.calm_requests = limits.counted - counted

    def _demanded(self, channel: str, *users: str) -> float:
        """Until when Discord made the bot wait in a channel, or in direct messages to users."""
        dms = [self.home.discord.dms.get(each, "") for each in users]
        return self.home.discord.limits.demanded_of([channel, *dms, *[""][: len(dms)]])

    def _hidden(self, seatings: Iterable[Seating]) -> list[Seating]:
        return [each for each in seatings if not self._is_shown(each)]

    def _not_shown(self, hidden: Iterable[Seating]) -> str:
        tables = "; ".join(map(self._about, hidden))
        return f"not shown: {tables}; {len(ledger.unshown(self.db))} in the outbox"

    def _about(self, seating: Seating) -> str:
        """What a channel shows, for the report of a failure."""
        table, messages = ledger.newest(self.db, seating.place.id), seating.place.messages
        assert table is not None
        standing = {n: [each["filename"] for each in m["attachments"]] for n, m in messages.items()}
        wanted = f"{table.picture} on {ledger.board(self.db, table.id)}"
        return f"table {table.id} in {seating.place.id}: not {wanted}, but {standing}"

    def _is_shown(self, seating: Seating) -> bool:
        table = ledger.newest(self.db, seating.place.id)
        if table is None or table.status != "running" or not seating.exists:
            return True
        board = seating.place.messages.get(ledger.board(self.db, table.id))
        names = [each["filename"] for each in board["attachments"]] if board else []
        position = table.id, table.last and table.last.seq
        if position not in self._pictures:
            self._pictures[position] = table.picture
        return self._pictures[position] in names

    def _prove(self) -> None:
        """Every log leads to its state, and has what was confirmed and nothing else."""
        made: dict[str, tuple[int, str]] = {}
        for (number,) in self.db.execute("SELECT id FROM tables ORDER BY id").fetchall():
            table = ledger.numbered(self.db, number)
            self.report.tables += 1
            self.report.over += table.status == "over"
            if table.last is None:
                continue
            proof = ledger.Proof(table)
            proof.follow(self.db)
            self.report.lines += proof.seq + 1
            users = {each["name"]: each["user"] for each in table.people}
            for token, (name, move) in proof.tokens.items():
                if token.isdigit():
                    assert token not in made, f"{token} was carried out at two tables"
                    made[token] = (users[name], move or "")
        for token, (user, move) in made.items():
            tried = self.tries.get(token)
            if tried is not None and tried.move:
                made_by_it = str(user) == tried.user and tried.move in (move, REDO)
                assert made_by_it, f"{token} is another move"
        for token, tried in self.tries.items():
            claimed = f"{tried.move} is lost: {tried.interaction}"
            assert token in made or not is_claimed(tried.interaction), claimed
            refused = tried.interaction.kind is None
            assert not (token in made and refused), f"{tried.move} was made though it had failed"
        self.report.moves = len(made)


async def seating_moves(seating: Seating) -> None:
    """Makes one more move at a table, so that a deleted board is posted again."""
    for _ in range(20):
        table = ledger.newest(seating.storm.db, seating.place.id)
        if table is None or table.status != "running" or not seating.exists:
            return
        before = table.last and table.last.seq
        await seating.types_a_move(table)
        await asyncio.sleep(0.3)
        after = ledger.newest(seating.storm.db, seating.place.id)
        if after and after.last and after.last.seq != before:
            return
    raise AssertionError(f"nobody can move at {seating.title}")
