"""A table is one game from lobby to score, and the only writer of it; `Tables` keeps a bounded
number of them at hand.

The store is the truth: what a table holds in memory is a copy, thrown away when a write fails. The
lock of a table covers legality, play and commit, never a request to Discord.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from bot.store import MoveRow, NoteRow, Store, TableRow, Taken, plain
from games import discover, record
from games.kernel import Game, IllegalMove, State
from games.words import packed, phrase, tell

log = logging.getLogger(__name__)
AT_HAND = 512
"""Tables kept in memory; the others are read again when they are needed."""
LARGEST_ID = 2**63
BUSY = "A game is open in this channel already."


class Refused(Exception):
    """Something that cannot be done; its text is a sentence for the person who tried."""


class Stale(Refused):
    """An answer to a question that is no longer open."""


@dataclass(slots=True)
class Person:
    """Who sits on a seat: a person by his user number, or a computer player by its level."""

    name: str
    user: int | None = None
    level: str = ""


@dataclass(slots=True)
class Receipt:
    """What became of a submitted move."""

    seat: int
    move: str
    label: str
    seq: int
    repeated: bool = False
    """The interaction had been carried out before; nothing changed now."""


@dataclass(slots=True)
class Table:
    """One table; read its fields freely, change it through its methods only."""

    row: TableRow
    store: Store
    game: Game[Any]
    people: list[Person]
    options: dict[str, Any]
    g: State | None = None
    seq: int = -1
    question: int = -1
    """The line of the log with which the open question arose; a button carries it."""
    last: MoveRow | None = None
    outdated: bool = False
    """Another process wrote meanwhile: what is at hand here is old and is read again."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: Callable[[Table], None] = lambda table: None

    # --- what it is ------------------------------------------------------------------------------

    @property
    def id(self) -> int:
        """The number of the table."""
        return self.row.id

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [person.name for person in self.people]

    @property
    def state(self) -> State:
        """The state of the running or finished game; Refused before it starts."""
        if self.g is None:
            raise Refused("The game has not started yet: somebody at the table presses Start.")
        return self.g

    @property
    def votes(self) -> list[int]:
        """The users who have agreed to end the game unfinished."""
        return json.loads(self.row.votes)

    def seat_of(self, user: int) -> int | None:
        """The seat of a person; None for somebody who only watches."""
        return next((s for s, person in enumerate(self.people) if person.user == user), None)

    def own_seat(self, user: int) -> int:
        """The seat of a person; Refused for somebody who does not play here."""
        seat = self.seat_of(user)
        if seat is None:
            raise Refused(f"You do not play at this table; {joined(self.names)} do.")
        return seat

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, with the names of the seats."""
        return self.game.view(self.state, seat) | {"names": self.names}

    def waiting_people(self) -> list[int]:
        """The seats that must answer now and belong to a person."""
        asked = self.g.asked if self.g else []
        return [seat for seat in asked if self.people[seat].user is not None]

    def waiting_computers(self) -> list[int]:
        """The seats that must answer now and belong to a computer player."""
        runs = self.row.status == "running" and not self.row.paused
        asked = self.g.asked if self.g and runs else []
        return [seat for seat in asked if self.people[seat].level]

    def commitment(self) -> str:
        """The SHA-256 of salt and seed: shown at the start, it proves at the end that the shuffle
        was fair.
        """
        return hashlib.sha256(f"{self.row.salt}:{self.row.seed}".encode()).hexdigest()

    # --- the lobby -------------------------------------------------------------------------------

    async def join(self, user: int, name: str) -> None:
        """Seats a person; Refused where there is no free seat."""
        async with self.lock:
            self._must_be_lobby()
            if self.seat_of(user) is not None:
                raise Refused("You sit at this table already.")
            self._must_have_room()
            await self._save(people=[*self.people, Person(name, user=user)])

    async def add_computer(self, user: int, level: str = "") -> None:
        """Seats a computer player, of the level of the last one if none is named."""
        async with self.lock:
            self._must_be_lobby()
            self.own_seat(user)
            self._must_have_room()
            taken = self.names
            level = level or next((p.level for p in reversed(self.people) if p.level), STAND_IN)
            name = next(n for n in COMPUTER_NAMES if n not in taken)
            await self._save(people=[*self.people, Person(name, level=level)])

    async def leave(self, user: int) -> None:
        """Frees a seat in the lobby; in a running game a computer player takes it over.

        An empty lobby, or a game without people, is abandoned.
        """
        async with self.lock:
            seat = self.own_seat(user)
            people = list(self.people)
            if self.row.status == "lobby":
                del people[seat]
            elif self.row.status == "running":
                people[seat] = Person(people[seat].name, level=STAND_IN)
            else:
                raise Refused("This game has ended; there is nothing to leave.")
            if not any(person.user for person in people):
                await self._save(people=people, status="abandoned")
                return
            host = self.row.host
            if host == user:
                host = next(person.user for person in people if person.user)
            await self._save(people=people, host=host)

    async def set_option(self, user: int, name: str, value: Any) -> None:
        """Settles an option of the lobby; Refused for others than the host."""
        async with self.lock:
            self._must_be_lobby()
            if user != self.row.host:
                raise Refused("Only the host of the table settles its options.")
            options = checked_options(self.game, self.options | {name: value})
            await self._save(options=options)

    async def start(self, user: int) -> None:
        """Starts the game with those who are there; Refused where they are too few."""
        async with self.lock:
            self._must_be_lobby()
            seat = self.own_seat(user)
            few = self.game.seats[0]
            if len(self.people) < few:
                raise Refused(
                    f"{self.game.title} needs at least {few} players; here sit {len(self.people)}."
                    " Others can join, or add a computer player."
                )
            try:
                g = self.game.new(len(self.people), int(self.row.seed), self.options)
            except ValueError as error:
                raise Refused(str(error)) from error
            self.row.version = self.game.version
            await self._save(seats=len(self.people))
            await self._append(g, kind="start", seat=seat, question=0)

    async def vote_to_abandon(self, user: int) -> bool:
        """Counts a person's consent to end the game unfinished; whether all have given it."""
        async with self.lock:
            if self.row.status not in ("lobby", "running"):
                raise Refused("This game has ended already.")
            self.own_seat(user)
            votes = {*self.votes, user}
            needed = {person.user for person in self.people if person.user}
            if self.row.status == "lobby" and user == self.row.host:
                needed = {user}
            done = needed <= votes
            await self._save(votes=sorted(votes), status="abandoned" if done else self.row.status)
            return done

    # --- the game --------------------------------------------------------------------------------

    async def submit(
        self, seat: int, move: str, token: str, question: int | None = None
    ) -> Receipt:
        """Plays and commits a move; Refused where it is not open, Stale where `question` has
        passed.

        `token` names the interaction: delivered again, it is answered and not played twice.
        """
        async with self.lock:
            before = await self.store.move_of_token(self.id, token)
            if before is not None:
                return Receipt(before.seat or 0, before.move or "", "", before.seq, repeated=True)
            self._must_run()
            if question is not None and question != self.question:
                raise Stale(
                    "This was asked earlier; the game has moved on since, and nothing changed."
                )
            g = self.state
            try:
                after = self.game.play(g, seat, move)
            except IllegalMove as error:
                raise Refused(self._explain(g, seat, move, error)) from error
            label = self.game.label(g, seat, move)
            same = after.rng == g.rng and after.answers.get(seat) == move
            same = same or self.game.is_ahead(move)
            kind = "move" if after.scores is None else "end"
            await self._append(
                after,
                kind=kind,
                seat=seat,
                move=move,
                label=label,
                token=token,
                question=self.question if same else self.seq + 1,
            )
            return Receipt(seat, move, label, self.seq)

    async def undo(self, user: int, token: str) -> str:
        """Takes back a person's own last move; the label of that move. Refused once something was
        revealed.
        """
        async with self.lock:
            if await self.store.move_of_token(self.id, token) is not None:
                return ""
            self._must_run()
            seat = self.own_seat(user)
            taken, before = await self._own_last_move(seat)
            g = self.open_line(before)
            label = self.game.label(g, seat, taken.move or "")
            others = {s: set_ for s, set_ in self.state.ahead.items() if s != seat}
            g.ahead = others | {s: set_ for s, set_ in g.ahead.items() if s == seat}
            await self._append(
                g,
                kind="undo",
                seat=seat,
                label=label,
                token=token,
                question=before.question,
                back_to=before.seq,
            )
            return label

    async def can_undo(self, seat: int) -> bool:
        """Whether the seat's own last move may be taken back now."""
        if self.row.status != "running":
            return False
        try:
            await self._own_last_move(seat)
        except Refused:
            return False
        return True

    async def _own_last_move(self, seat: int) -> tuple[MoveRow, MoveRow]:
        """The line of the move that may be taken back, and the line before it."""
        top = await self._effective(self.last)
        while top is not None and top.seat != seat and self._is_ahead(top):
            top = await self._effective(await self.store.move(self.id, top.seq - 1))
        if top is None or top.kind != "move" or top.seat != seat:
            raise Refused("You can take back only your own last move, before anybody else moved.")
        before = await self._effective(await self.store.move(self.id, top.seq - 1))
        if before is None or before.state is None or top.state is None:
            raise Refused("That move lies too far back to be taken back.")
        try:
            same = self.open_line(before).rng == self.open_line(top).rng
        except ValueError as error:
            raise Refused("The position before that move can no longer be read.") from error
        if not same:
            raise Refused(
                "Your move brought something unknown to light, so it cannot be taken back."
            )
        return top, before

    def _is_ahead(self, row: MoveRow) -> bool:
        """Whether a line only set something in advance: others know nothing of it."""
        return row.kind == "move" and self.game.is_ahead(row.move or "")

    async def _effective(self, row: MoveRow | None) -> MoveRow | None:
        """The line whose state stands after this line: itself, or where an undo returned to."""
        while row is not None and row.kind == "undo":
            row = await self.store.move(self.id, row.back_to or 0)
        return row

    async def news(self, newest: int = 60) -> list[tuple[int, str, int | None]]:
        """What happened lately, oldest first: line of the log, sentence, and the seat it is for
        (None: all).
        """
        told: list[tuple[int, str, int | None]] = []
        for row in await self.store.moves(self.id, newest):
            if row.kind == "undo" and row.seat is not None:
                told.append((row.seq, f"{self.names[row.seat]} takes the last move back.", None))
                continue
            for template, values, to in json.loads(row.news):
                told.append((row.seq, tell(template, values, self.names), to))
        return told

    async def record(self) -> str:
        """The game so far, for `python -m games verify`; what was taken back is left out."""
        lines: list[MoveRow] = []
        for row in await self.store.moves(self.id):
            if row.kind == "undo":
                lines = [
                    line
                    for line in lines
                    if line.seq <= (row.back_to or 0)
                    or (self._is_ahead(line) and line.seat != row.seat)
                ]
            else:
                lines.append(row)
        moves = [(row.seat or 0, row.move or "") for row in lines if row.kind != "start"]
        return await asyncio.to_thread(
            record.write,
            self.game,
            len(self.people),
            int(self.row.seed),
            self.options,
            moves,
            self.row.salt,
        )

    # --- machinery -------------------------------------------------------------------------------

    def _must_be_lobby(self) -> None:
        if self.row.status != "lobby":
            raise Refused("This table is no longer gathering players.")

    def _must_run(self) -> None:
        if self.row.status != "running":
            raise Refused(
                {
                    "lobby": "The game has not started yet: somebody at the table presses Start.",
                    "broken": f"Table {self.id} is set aside: its stored state cannot be read.",
                }.get(self.row.status, "This game has ended.")
            )
        if self.row.paused:
            raise Refused("This game is paused; whoever looks after the server can resume it.")

    def _must_have_room(self) -> None:
        if len(self.people) >= self.row.seats:
            raise Refused(f"All {self.row.seats} seats of this table are taken.")

    def _explain(self, g: State, seat: int, move: str, error: IllegalMove) -> str:
        if self.game.legal(g, seat) or self.game.is_ahead(move):
            return str(error)
        waiting = joined([self.names[s] for s in g.asked])
        return f"It is not your turn: the table waits for {waiting}."

    def open_line(self, row: MoveRow) -> State:
        """The state of a line of the log; ValueError where it is damaged."""
        if row.state is None:
            raise ValueError(f"line {row.seq} of table {self.id} has no state")
        try:
            return self.game.load(zlib.decompress(row.state), row.version)
        except (zlib.error, ValidationError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(
                f"line {row.seq} of table {self.id} cannot be read: {error}"
            ) from error

    async def _append(self, g: State, **line: Any) -> None:
        """Commits a line of the log with the state after it, then takes it over."""
        row = MoveRow(
            table_id=self.id,
            seq=self.seq + 1,
            kind=line["kind"],
            seat=line.get("seat"),
            move=line.get("move"),
            label=line.get("label"),
            token=line.get("token"),
            question=line["question"],
            back_to=line.get("back_to"),
            version=self.game.version,
            state=zlib.compress(self.game.dump(g), 1),
            news=plain([] if line["kind"] == "undo" else g.news),
            made=time.time(),
        )
        try:
            await self.store.add_move(row)
        except Taken as error:
            self.outdated = True
            raise Stale("The game has moved on meanwhile; nothing changed.") from error
        self.g, self.seq, self.question, self.last = g, row.seq, row.question, row
        if row.kind == "start":
            self.row.status = "running"
        elif row.kind == "end":
            self.row.status = "over"
        self.changed(self)

    async def _save(self, **fields: Any) -> None:
        """Commits a change of the table itself, then takes it over."""
        people: list[Person] = fields.pop("people", self.people)
        options: dict[str, Any] = fields.pop("options", self.options)
        votes: Iterable[int] = fields.pop("votes", self.votes)
        row = TableRow(**(asdict(self.row) | fields))
        row.people = plain([asdict(person) for person in people])
        row.options, row.votes = plain(options), plain(votes)
        try:
            await self.store.save_table(row, self.row)
        except Taken as error:
            self.outdated = True
            raise Stale(
                "The table has changed meanwhile; nothing changed. Try once more."
            ) from error
        self.row, self.people, self.options = row, people, options
        self.changed(self)

    async def save(self, **fields: Any) -> None:
        """Commits a change of the table itself; the caller holds the lock."""
        await self._save(**fields)

    async def note(self, template: str, **values: Any) -> None:
        """Writes beside the log what happened, for all to read."""
        words = plain(packed(phrase(template, **values)))
        await self.store.add_note(NoteRow(self.id, self.seq, words, time.time()))


COMPUTER_NAMES = ("Pierrot", "Colombine", "Scaramouche", "Mezzetin", "Pantalone", "Zerbinette")
STAND_IN = "steady"
"""The level of the computer player that takes over the seat of somebody who left."""


def joined(names: list[str]) -> str:
    """Names in a sentence: "Odile, Marcel and Lucie"."""
    return (
        names[0]
        if len(names) == 1
        else f"{', '.join(names[:-1])} and {names[-1]}"
        if names
        else "nobody"
    )


def checked_options(game: Game[Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options as the game takes them; Refused with a sentence that names the wrong one."""
    known = game.options.model_fields
    for name in options:
        if name not in known:
            raise Refused(f"{game.title} has no option “{name}”; it has {joined(sorted(known))}.")
    try:
        return game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Refused(
            f"The option “{first['loc'][0]}” does not take that: {first['msg']}."
        ) from error


class Tables:
    """All tables of a bot: opened, found and read from the store, a bounded number kept at hand."""

    def __init__(self, store: Store, changed: Callable[[Table], None]) -> None:
        """Takes the store, and what is called after every commit of a table."""
        self.store = store
        self.changed = changed
        self._at_hand: OrderedDict[int, Table] = OrderedDict()
        self._reading: dict[int, asyncio.Lock] = {}

    async def open(
        self,
        game: Game[Any],
        *,
        guild: int | None,
        channel: int,
        host: Person,
        seats: int,
        options: dict[str, Any],
        lesson: int = 0,
    ) -> Table:
        """A new lobby with its host seated; Refused where the channel is busy or the seats do not
        fit.
        """
        if seats not in game.seats:
            raise Refused(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players.")
        row = TableRow(
            id=0,
            game=game.name,
            guild=guild,
            channel=channel,
            status="lobby",
            host=host.user or 0,
            seats=seats,
            people=plain([asdict(host)]),
            options=plain(checked_options(game, options)),
            votes="[]",
            seed=str(secrets.randbits(64)),
            salt=secrets.token_hex(16),
            version=game.version,
            made=time.time(),
            lesson=lesson,
        )
        try:
            table = await self.get(await self.store.add_table(row))
        except Taken as error:
            raise Refused(BUSY) from error
        self.changed(table)
        return table

    async def get(self, table_id: int) -> Table:
        """A table by its number; Refused where there is none or its state cannot be read."""
        if not 0 < table_id < LARGEST_ID:
            raise Refused("There is no such table.")
        lock = self._reading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                table = self._at_hand.get(table_id)
                if table is None or table.outdated:
                    table = await self._read(table_id)
                    self._at_hand[table_id] = table
        finally:
            self._reading.pop(table_id, None)
        self._at_hand.move_to_end(table_id)
        self._let_go()
        return table

    def outdate(self, table_ids: Iterable[int]) -> None:
        """Has these tables be read again: they were written behind their backs."""
        for table_id in table_ids:
            if table_id in self._at_hand:
                self._at_hand[table_id].outdated = True

    async def in_channel(self, channel: int) -> Table:
        """The open table of a channel, else its last one; Refused where there never was one."""
        row = await self.store.open_table_in(channel) or await self.store.last_table_in(channel)
        if row is None:
            raise Refused("There is no table in this channel; /game new opens one.")
        return await self.get(row.id)

    async def _read(self, table_id: int) -> Table:
        row = await self.store.table(table_id)
        if row is None:
            raise Refused(f"There is no table {table_id}.")
        last = await self.store.last_move(table_id)
        try:
            return self._laid(row, last)
        except (ValueError, TypeError, KeyError) as error:
            await self._set_aside(row, error)
            raise Refused(
                f"Table {table_id} is set aside, because its stored state cannot be read."
                " Its log is kept; the channel is free for a new game."
            ) from error

    def _laid(self, row: TableRow, last: MoveRow | None) -> Table:
        """The table of a stored row and the last line of its log; an error where it is damaged."""
        if row.game not in discover():
            raise ValueError(f"this release has no game {row.game}")
        people = [Person(**person) for person in json.loads(row.people)]
        options: dict[str, Any] = dict(json.loads(row.options))
        table = Table(row, self.store, discover()[row.game], people, options, changed=self.changed)
        if last is not None:
            table.g = table.open_line(last)
            table.seq, table.question, table.last = last.seq, last.question, last
            if len(people) != table.g.seats:
                raise ValueError(f"{len(people)} people sit on {table.g.seats} seats")
        return table

    async def _set_aside(self, row: TableRow, error: Exception) -> None:
        """Marks a table whose stored state is damaged; the outbox tells its channel."""
        log.error("table %s is set aside: %s", row.id, error)
        if row.status != "broken":
            with contextlib.suppress(Taken):
                await self.store.save_table(replace(row, status="broken"), row)

    def _let_go(self) -> None:
        """Forgets the tables that were used least lately; the store has them."""
        for table_id in list(self._at_hand):
            if len(self._at_hand) <= AT_HAND:
                return
            if not self._at_hand[table_id].lock.locked():
                del self._at_hand[table_id]
