"""A table: one game from lobby to score, and the only writer of it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from babel.lists import format_list
from pydantic import ValidationError

from bot.operations.markdown import escape_markdown
from bot.store import (
    BY_BOT,
    OF_USER,
    Conflict,
    InvitationRow,
    MoveRow,
    NoteRow,
    OutOfService,
    Store,
    TableRow,
    to_json,
)
from bot.store.rows import decompressed
from bot.table.errors import Damaged, Refused, Stale
from bot.table.lines import kept_lines
from bot.table.names import Named, plain_name
from bot.texts.languages import _, reader
from games.kernel import Game, IllegalMove, State
from games.reading import read_json
from games.words import pack, phrase, told_apart, translate_into

log = logging.getLogger(__name__)
MAX_ANSWERS = 50
"""Answers to an open question among which an earlier one is looked for."""
STAND_IN_LEVEL = "steady"
"""The level of a computer player that takes over a seat, if nobody chooses another one."""


@dataclass(slots=True)
class Person:
    """A player: a person, who has a user number, or a computer player, who has a level."""

    name: str
    user: int | None = None
    level: str = ""
    stand_in: str = ""
    """The level of the computer player that plays until this person returns; "" if none does."""
    vacant: bool = False
    """The player has left: a computer player plays on, and anybody may take the seat."""
    since: int = 0
    """The line of the log from which on the moves of the seat are this person's: 0, or later if
    they took the seat of somebody else.
    """

    def __post_init__(self) -> None:
        self.name = plain_name(self.name)

    @property
    def key(self) -> str:
        """Identifies this player in a lobby, where no two computer players have one name."""
        return str(self.user or f"@{self.name}")

    @property
    def computer(self) -> str:
        """The level of the computer player that answers for this seat; "" if a person does."""
        return self.level or self.stand_in


@dataclass(slots=True)
class Receipt:
    """The result of a submitted move."""

    seat: int
    move: str
    label: str
    seq: int
    repeated: bool = False
    """Discord has delivered this interaction before, so nothing changed now."""


@dataclass
class Table:
    """One table. Only the functions of this package change its fields."""

    row: TableRow
    store: Store
    game: Game[Any]
    people: list[Person]
    options: dict[str, Any]
    g: State | None = None
    seq: int = -1
    question: int = -1
    """The number of the open question; a button carries it."""
    newest_question: int = -1
    """The highest number of a question so far. Players can see these numbers in buttons, so they
    count questions and not lines: else they would show how often others did something unnoticed.
    """
    last: MoveRow | None = None
    outdated: bool = False
    """Another process has changed the table, so it must be read again."""
    newest_names: dict[int, str] = field(default_factory=dict[int, str])
    """By user, names that differ from those at the table; see `learn_name`."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    on_change: Callable[[Any], None] = lambda table: None
    """Called after every commit."""
    on_write_failure: Callable[[Any], None] = lambda table: None
    """Called when the database did not take a commit."""

    # --- reading ----------------------------------------------------------------------------------

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def names(self) -> list[str]:
        """The names of the seats, as plain text; no two of them look the same. Everything that
        names a seat takes its name from here.
        """
        return told_apart([person.name for person in self.people])

    @property
    def escaped_names(self) -> list[str]:
        """The names of the seats, with Discord's markdown escaped."""
        return [escape_markdown(name) for name in self.names]

    @property
    def state(self) -> State:
        """The state of the running or finished game; raises Refused before it starts."""
        if self.g is None:
            raise Refused(not_started_text())
        return self.g

    @property
    def votes(self) -> dict[str, list[int]]:
        """The users who voted for each proposal: "end", "pause DAYS", "resume", "pace PACE",
        "extend DAYS AT", "undo QUESTION AT" or "out SEAT AT".
        """
        return dict(read_json(self.row.votes))

    def check_votes(self) -> None:
        """Raises Damaged if the stored votes cannot be read."""
        votes: dict[str, Any] = {**self.votes}
        voters = [user for users in votes.values() for user in users]
        if not all(isinstance(user, int) for user in voters):
            raise Damaged("the votes cannot be read")

    def seat_of(self, user: int) -> int | None:
        """The seat of a user; None if they do not play here."""
        return next((s for s, person in enumerate(self.people) if person.user == user), None)

    def own_seat(self, user: int) -> int:
        """The seat of a user; raises Refused if they do not play here."""
        seat = self.seat_of(user)
        if seat is None:
            raise Refused(
                _(
                    "You do not play at this table. Its players: {names:text}.",
                    names=format_names(self.escaped_names),
                )
            )
        return seat

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a watcher) may see, with the names of the seats."""
        return self.game.view(self.state, seat) | {"names": self.names}

    def snapshot(self) -> Table:
        """A copy for pages: it stays as it is if the game goes on before the page is made."""
        return replace(self)

    def waiting_people(self) -> list[int]:
        """The seats that must answer now and belong to a person; none while the game is paused."""
        asked = self.g.asked if self.g and not self.row.paused else []
        return [seat for seat in asked if not self.people[seat].computer]

    def invited_people(self) -> dict[int, list[str]]:
        """The later questions to which people are invited who are not asked, by seat; none while
        the game is paused.
        """
        if self.g is None or self.row.status != "running" or self.row.paused:
            return {}
        invited = self.game.invited(self.g)
        return {seat: it for seat, it in invited.items() if not self.people[seat].computer}

    def next_people(self) -> list[int]:
        """The seats of people who are probably asked next and can answer nothing now; none while
        the game is paused.
        """
        if self.g is None or self.row.status != "running" or self.row.paused:
            return []
        found, invited = self.game.asked_next(self.g), self.invited_people()
        return [seat for seat in found if not self.people[seat].computer and seat not in invited]

    def waiting_computers(self) -> list[int]:
        """The seats that must answer now and belong to a computer player; none while the game is
        paused.
        """
        asked = self.g.asked if self.g and self.row.status == "running" else []
        if self.row.paused:
            return []
        return [seat for seat in asked if self.people[seat].computer]

    async def asked_since(self, question: int) -> set[int]:
        """The seats that an open question asked already when it had this number: each answer gives
        it another one, and they need not be told again.
        """
        rows = await self.store.moves.of(self.id, MAX_ANSWERS)
        row = next((each for each in reversed(rows) if each.question == question), None)
        line = row and await self.store.moves.get(self.id, row.seq)
        if line is None or line.state is None:
            return set()
        before = self.state_after(line)
        return (
            {*before.asked} & {*self.state.asked}
            if self.game.asks_on(before, self.state)
            else set()
        )

    @property
    def seed(self) -> int:
        return int(self.row.seed)

    def commitment(self) -> str:
        """The SHA-256 of salt and seed. Shown at the start, it lets everybody check at the end that
        the shuffle was fair.
        """
        return hashlib.sha256(f"{self.row.salt}:{self.row.seed}".encode()).hexdigest()

    # --- writing ----------------------------------------------------------------------------------

    def learn_name(self, user: int, name: str) -> None:
        """Takes the name that a user has now. It is stored and shown with the next change that
        everybody may notice: else a board that changes would tell that its player has been here.
        """
        seat = self.seat_of(user)
        if seat is not None and self.people[seat].name != (name := plain_name(name)):
            self.newest_names[user] = name
        else:
            self.newest_names.pop(user, None)

    def _with_newest_names(self, people: Sequence[Person]) -> list[Person]:
        newest = self.newest_names
        return [replace(each, name=newest.get(each.user or 0, each.name)) for each in people]

    def must_be_lobby(self) -> None:
        if self.row.status != "lobby":
            raise Refused(_("This table is no longer gathering players."))

    def must_be_running(self) -> None:
        """Raises Refused unless a game is running, which may be paused."""
        if self.row.status != "running":
            raise Refused(
                {
                    "lobby": not_started_text(),
                    "broken": _(
                        "Table {n} is set aside: its stored state cannot be read.", n=self.id
                    ),
                }.get(self.row.status, _("This game has ended."))
            )

    def must_run(self) -> None:
        """Raises Refused unless a game is running and nobody has paused it."""
        self.must_be_running()
        if self.row.paused:
            raise Refused(
                _(
                    "This game is paused until {when:text}; /game resume asks the table to go"
                    " on sooner.",
                    when=f"<t:{self.row.paused}:f>",
                )
            )

    def must_have_room(self) -> None:
        if len(self.people) >= self.row.seats:
            raise Refused(_("All {n} seats of this table are taken.", n=self.row.seats))

    def must_have_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.people):
            raise Refused(_("This table has no such seat."))

    def state_after(self, row: MoveRow) -> State:
        """The state after a line of the log; raises Damaged if it cannot be read."""
        if row.state is None:
            raise Damaged(f"line {row.seq} has no state")
        try:
            return self.game.load(decompressed(row.state), row.version)
        except (zlib.error, ValidationError, KeyError, TypeError, AttributeError) as error:
            raise Damaged(f"line {row.seq} cannot be read") from error

    async def append(self, g: State, **line: Any) -> None:
        """Stores a line of the log with the state after it, then updates this table."""
        row = self.new_line(g, **line)
        people = self.people if row.unnoticed else self._with_newest_names(self.people)
        changed = self.row if people == self.people else self._changed_row(people=people)
        with self._writing(_("The game has moved on, so nothing changed.")):
            await self.store.moves.add(row, self.row, changed)
        self.row, self.people = changed, people
        self._advance(g, row)

    async def start(
        self, g: State, people: Sequence[Person], user: int, lot: Sequence[int] | None
    ) -> None:
        """Commits the start of the game together with who sits where, then updates this table.
        `user` started it. If the seats were drawn by lot, `lot` has each seat's earlier place in
        the list.
        """
        seat = next(s for s, person in enumerate(people) if person.user == user)
        move = " ".join(["lot", *map(str, lot)]) if lot else None
        row = self.new_line(g, kind="start", seat=seat, move=move, question=0)
        people = self._with_newest_names(people)
        changed = self._changed_row(people=people, seats=len(people), version=self.game.version)
        with self._writing(_changed_meanwhile()):
            await self.store.moves.add(row, self.row, changed)
        self.row, self.people = changed, people
        self._advance(g, row)

    def new_line(self, g: State, **line: Any) -> MoveRow:
        return MoveRow(
            table_id=self.id,
            seq=self.seq + 1,
            kind=line["kind"],
            seat=line.get("seat"),
            move=line.get("move"),
            label=to_json(pack(line["label"])) if line.get("label") else None,
            token=line.get("token"),
            question=line["question"],
            back_to=line.get("back_to"),
            version=self.game.version,
            state=zlib.compress(self.game.dump(g), 1),
            news=to_json(line.get("news", pack(g.news))),
            made=time.time(),
            asked=to_json(g.asked),
            unnoticed=int(line.get("unnoticed", False)),
            undone=to_json(line.get("undone", [])),
            by_hand=int(line.get("by_hand", False)),
        )

    @contextmanager
    def _writing(self, conflict: str) -> Generator[None]:
        """Wraps a write; raises Stale with this sentence if somebody else was first."""
        try:
            yield
        except Conflict as error:
            self.outdated = True
            raise Stale(conflict) from error
        except OutOfService:
            self.on_write_failure(self)
            raise

    def _advance(self, g: State, row: MoveRow) -> None:
        self.g, self.seq, self.question, self.last = g, row.seq, row.question, row
        self.newest_question = max(self.newest_question, row.question)
        if status := {"start": "running", "end": "over"}.get(row.kind):
            self.row = replace(self.row, status=status)
        self._committed(unnoticed=bool(row.unnoticed))

    async def save(self, *, sent_away: InvitationRow | None = None, **fields: Any) -> None:
        """Stores a change of the table's row, and in the same commit who was sent away, then
        updates this table.
        """
        people = self._with_newest_names(fields.get("people", self.people))
        row = self._changed_row(**fields | {"people": people})
        with self._writing(_changed_meanwhile()):
            await self.store.tables.save(row, self.row, sent_away)
        self.row, self.people = row, people
        self.options = fields.get("options", self.options)
        self._committed()

    def _committed(self, *, unnoticed: bool = False) -> None:
        """After a commit. The log tells of it unless it is one that others cannot notice."""
        if not unnoticed:
            log.debug("a change is committed", extra={"table": self.id})
        self.on_change(self)

    def _changed_row(self, **fields: Any) -> TableRow:
        people: Sequence[Person] = fields.pop("people", self.people)
        options: dict[str, Any] = fields.pop("options", self.options)
        votes: dict[str, list[int]] = fields.pop("votes", self.votes)
        row = TableRow(**(asdict(self.row) | fields))
        row.touched, row.host = time.time(), self._host_among(people)
        row.people = to_json([asdict(person) for person in people])
        row.options, row.votes = to_json(options), to_json(votes)
        return row

    def _host_among(self, people: Sequence[Person]) -> int:
        """The host of these people. If the host has left, the one who got their seat is the next
        one, else the first person of the list; the last one stays host of an empty table.
        """
        users, seat = [person.user for person in people], self.seat_of(self.row.host)
        if self.row.host in users or seat is None:
            return self.row.host
        heir = users[seat] if len(users) == len(self.people) else None
        return heir or next(filter(None, users), self.row.host)

    async def named(self, seat: int) -> Named:
        """The player of a seat, for a line of news; of a seat that somebody left, that person."""
        user = self.people[seat].user or await self.store.tables.who_vacated(self.id, seat)
        return Named(user or 0, self.names[seat])

    async def say(self, template: str, **values: str | Named) -> None:
        """Adds a line to the news that everybody can read."""
        packed: dict[str, Any] = {}
        for key, value in values.items():
            if isinstance(value, Named):
                packed |= {key: value.name, f"{key}{OF_USER}": value.user}
            else:
                packed[key] = value
        words = to_json(pack(phrase(template, **packed)))
        await self.store.notes.add(NoteRow(self.id, self.seq, words, time.time()))

    async def kept_lines(self) -> list[MoveRow]:
        """The lines of the log that were not taken back, oldest first, without their states. A
        rewind is one of them, because it renewed chance.
        """
        return kept_lines(await self.store.moves.of(self.id))

    async def submit(
        self, seat: int, move: str, token: str, question: int | None = None
    ) -> Receipt:
        """Plays and commits a move; raises Refused if it is illegal, and Stale if `question` is no
        longer open.

        `token` identifies the interaction: if Discord delivers it twice, the move is played once.
        """
        async with self.lock:
            before = await self.store.moves.of_token(self.id, token)
            if before is not None:
                return Receipt(before.seat or 0, before.move or "", "", before.seq, repeated=True)
            self.must_run()
            if question is not None and question != self.question:
                raise Stale(
                    _("That question has passed: the game has moved on, and nothing changed.")
                )
            g = self.state
            try:
                after = self.game.play(g, seat, move)
            except IllegalMove as error:
                raise Refused(self._why_illegal(g, seat, move, error)) from error
            label = self.game.label(g, seat, move)
            premove = self.game.is_premove(move)
            same = premove or (after.rng == g.rng and after.answers.get(seat) == move)
            is_hidden = self.game.hides_answer(g)
            unnoticed = premove or (same and seat in g.answers)
            kind = "move" if after.scores is None else "end"
            await self.append(
                after,
                kind=kind,
                seat=seat,
                move=move,
                label=label,
                token=token,
                question=self.question if same else self.newest_question + 1,
                unnoticed=unnoticed,
                by_hand=not token.startswith(BY_BOT) and not (premove or is_hidden),
                news=[] if unnoticed else pack(after.news),
            )
            return Receipt(seat, move, label, self.seq)

    def _why_illegal(self, g: State, seat: int, move: str, error: IllegalMove) -> str:
        if self.game.legal(g, seat) or self.game.is_premove(move):
            return translate_into(error.args[0], reader(), self.escaped_names)
        waiting = [self.escaped_names[s] for s in g.asked]
        return _(
            "It is not your turn: the table waits for {names:text}.", names=format_names(waiting)
        )


def _changed_meanwhile() -> str:
    return _("Somebody changed the table just now, so your change was not made. Try again.")


def not_started_text() -> str:
    """What somebody reads who wants to see or play a game before it starts."""
    return _("The game has not started yet: somebody at the table presses Start.")


def format_names(names: list[str]) -> str:
    """Names as a list in the language of the reader: "Odile, Marcel and Lucie"."""
    return str(format_list(names, locale=reader().locale)) if names else _("nobody")
