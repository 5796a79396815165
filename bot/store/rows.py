"""The rows of the database, as plain dataclasses."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Literal

Status = Literal["lobby", "running", "over", "abandoned", "broken"]
Dms = Literal["wanted", "unwanted", "closed"]
Pace = Literal["none", "relaxed", "daily", "fast"]
Late = Literal["wait", "once", "seat"]
"""What a computer player does for a late player: nothing, one answer, or all until they return."""
Seating = Literal["listed", "lot"]
"""The order of the seats: that of the list of players, or by lot when the game starts."""
How = Literal["now", "grouped", "daily", "none"]
Place = Literal["channel", "dm"]
Confirm = Literal["never", "final", "always"]
"""Before which moves a person is asked once more: none, those they cannot take back, or all."""
Notice = Literal["message", "lobby", "nothing"]
"""What tells a guest of an invitation: a message of its own, that of the lobby, or nothing."""
LeagueStatus = Literal["signup", "running", "over", "ended"]
"""A season gathers people, is played, or is over; a league that has ended has no more seasons."""
MemberState = Literal["active", "leaving", "left"]
"""A member who is leaving still has seats that a computer player has to take."""


CLOCK, FORCED = "clock:", "forced:"
"""Begin the tokens of answers that the bot gave for a person: because time was up, and because they
had no other answer and had asked for that.
"""


@dataclass(slots=True)
class TableRow:
    """A table as it is stored; `people` and `options` are JSON."""

    id: int
    game: str
    guild: int | None
    channel: int
    status: Status
    host: int
    seats: int
    people: str
    options: str
    votes: str
    seed: str
    salt: str
    version: int
    made: float
    pace: Pace = "none"
    late: Late = "wait"
    paused: int = 0
    lesson: int = 0
    """Whether the bot explains its first questions."""
    touched: float = 0
    """When somebody last changed something but the game itself: sat down, left, set an option."""
    seating: Seating = "listed"
    starts_full: int = 0
    """Whether the game starts by itself when the last seat is taken."""
    private: int = 0
    """Whether only people who are invited may join."""
    rematch_of: int = 0
    """The finished table of which this one is the rematch; 0 for none."""
    hints: int = 0
    """Whether players can ask for hints; the game is not rated then."""


@dataclass(slots=True)
class MoveRow:
    """A line of a table's log; `state` is dumped and compressed.

    A start opens a game, and an end is the move that closes it; with both the status of the table
    changes in the same transaction. Three kinds return to an earlier line: with an undo a player
    takes back their own last move, with a redo they play it again, and with a rewind the table
    takes moves back by a vote and goes on with new chance.
    """

    table_id: int
    seq: int
    kind: Literal["start", "move", "end", "undo", "redo", "rewind"]
    seat: int | None
    move: str | None
    """What was played; the new chance of a rewind; "lot" and the order in which the players sat
    down, seat by seat, for a start that drew lots; None for the other kinds."""
    token: str | None
    question: int
    """The number of the question that is open after it."""
    back_to: int | None
    """The line whose state stands again with an undo, a redo or a rewind."""
    version: int
    state: bytes | None
    news: str
    made: float
    label: str | None = None
    """What the move was called for people."""
    asked: str | None = None
    """The seats that are asked after it, as JSON; None in lines of earlier releases."""
    unnoticed: int = 0
    """Whether only its own seat can tell that it was written: it set something in advance, changed
    a secret answer, or took that back."""
    dropped: str = "[]"
    """The lines of other seats that an undo or a redo loses, because they are not legal in the
    earlier state, as JSON."""


@dataclass(slots=True)
class PostRow:
    """A place where a message shows a table."""

    table_id: int
    place: str
    channel: int
    message: int
    """The message that stands there; 0 where the first one is being sent."""
    shown: str
    """The digest of what it shows; "" where that is not known."""
    question: int
    made: float
    """When the message was sent, or when the one that is being sent was first tried."""
    next: str = ""
    """The nonce of the message that is being sent; "" where none is."""
    token: str = ""
    """The token of the interaction by which an ephemeral message is edited, which only one person
    sees; "" for all other messages. `made` is when Discord gave it.
    """


@dataclass(slots=True)
class NoteRow:
    """A note of something that is no move; `words` is a packed phrase."""

    table_id: int
    seq: int
    """The line of the log after which it was written."""
    words: str
    made: float


@dataclass(slots=True)
class MemoRow:
    """What a user has written down for themselves at a table."""

    table_id: int
    user: int
    text: str
    made: float


@dataclass(slots=True)
class TurnRow:
    """A seat that is asked; times are seconds since 1970."""

    table_id: int
    seat: int
    user: int
    question: int
    since: float
    due: float | None
    next: float | None
    """When the clock must act on it next; None if it need not."""
    call: float | None = None
    """When the user is told of it in a direct message; None if they are not."""
    stage: int = 0
    """How often the clock has acted on it."""
    forced: float | None = None
    """When the bot gives the only answer there is; None where the person gives it."""


@dataclass(slots=True)
class PersonRow:
    """The settings of a user."""

    user: int
    dms: Dms = "wanted"
    language: str = ""
    """A code, or "" for the language of their Discord."""
    locale: str = ""
    """The language of their Discord when they last did something."""
    zone: str = ""
    quiet: str = ""
    """Hours without calls in their time zone, such as "22:00-07:00", or ""."""
    away: float = 0
    """Until when they are away."""
    told: float = 0
    """When they were last told which tables wait for them."""
    dm_channel: int = 0
    """The channel of their direct messages; 0 where the bot has opened none."""
    invitable: int = 1
    """Whether others may invite them to tables."""
    confirm: Confirm = "never"
    forced: int = 0
    """Whether the bot gives their answer where they have only one."""
    honours: int = 1
    """Whether others may see their honours."""

    @property
    def reads(self) -> str:
        """The code of the language in which the bot writes to them."""
        return self.language or self.locale or "en"


@dataclass(slots=True)
class PingRow:
    """How a user wants to be called, by all tables (0) or by one."""

    user: int
    table_id: int = 0
    how: How = "now"
    place: Place = "channel"
    minutes: int = 60
    early: int = 0


@dataclass(slots=True)
class OfferRow:
    """A seat that is offered to a user; `made` is in seconds since 1970."""

    table_id: int
    seat: int
    user: int
    moderator: int
    """Whether a moderator offers it, and not the player who sits there."""
    made: float


@dataclass(slots=True)
class InvitationRow:
    """A user who is invited to a table; `made` is in seconds since 1970."""

    table_id: int
    user: int
    made: float
    declined: int = 0
    notice: Notice = "message"


@dataclass(slots=True)
class ResultRow:
    """The result of one seat of a finished game."""

    table_id: int
    seat: int
    game: str
    guild: int | None
    user: int | None
    """None for a computer player, and for a user who had their data deleted."""
    level: str
    """The level of a computer player; "" for a person."""
    score: int
    rank: int
    """1 for the winners; equal places are shared."""
    resigned: int
    """Whether this user left, and a computer player finished the game for them."""
    seats: int
    made: float
    in_time: int = 0
    """Whether the game had a time limit, and this user's time never ran out; 0 where that is not
    known."""


ALL_TENTHS = 10
"""The tenths of the work of a review that is done."""


@dataclass(slots=True)
class ReviewRow:
    """The review of a finished game; `found` is JSON."""

    table_id: int
    seq: int
    """The last line of the game's log."""
    version: int
    """The version of the reviewer."""
    made: float
    """When it was asked for, in seconds since 1970."""
    spent: float = 0.0
    """Seconds of work so far."""
    tenths: int = 0
    """How much of it is done."""
    shared: int = 0
    """Whether it is shown in the channel of the table."""
    found: str = "[]"


@dataclass(slots=True)
class LeagueRow:
    """A league; `options` is JSON."""

    id: int
    guild: int
    channel: int
    name: str
    game: str
    options: str
    seats: int
    """How many people a table has, if possible."""
    rounds: int
    """The rounds of a season."""
    pace: Pace
    days: int
    """After so many days the next round opens although tables are not done; 0 for never."""
    division_size: int
    """How many people a division has; 0 where there is one division."""
    seed: str
    made: float
    status: LeagueStatus = "signup"
    season: int = 1
    round: int = 0
    """The newest round of the season; 0 before the first one."""
    due: float | None = None
    """When the next round opens at the latest; None where all tables have to end first."""
    trouble: str = ""
    """Why the bot could not open a table, as a packed phrase; "" where it could."""
    next: float | None = 0.0
    """When the bot looks at the league next; None for when something has changed."""
    ticket: int = 0
    """Counts what has changed."""


@dataclass(slots=True)
class LeagueMemberRow:
    """A member of a league."""

    id: int
    league_id: int
    user: int | None
    """None for somebody who had their data deleted."""
    name: str
    made: float
    state: MemberState = "active"
    two_rounds: int = 0
    """Whether they play in a new round although a table of an earlier one has not ended."""
    season: int = 0
    """The last season in which they played; 0 for none."""
    division: int = 0
    """Where they began that season: 0 is the highest division."""
    place: int = 0
    """Their place in the division at its beginning."""


@dataclass(slots=True)
class LeagueTableRow:
    """A table of a round."""

    league_id: int
    season: int
    round: int
    number: int
    """Counts the tables of a round, from 1 on."""
    division: int
    seats: int
    table_id: int = 0
    """0 until the table is opened."""


@dataclass(slots=True)
class LeagueSeatRow:
    """Where a member sits in a round."""

    league_id: int
    season: int
    round: int
    member_id: int
    number: int
    """The number of the table; 0 for somebody who sits out."""
    seat: int


def _columns(row: type[Any]) -> str:
    """The columns of a kind of rows, quoted, because `user` is a word of PostgreSQL."""
    return ", ".join(f'"{each.name}"' for each in fields(row))


TABLE, MOVE, POST, NOTE = map(_columns, (TableRow, MoveRow, PostRow, NoteRow))
TURN, PERSON, PING, RESULT = map(_columns, (TurnRow, PersonRow, PingRow, ResultRow))
OFFER, INVITATION, REVIEW = map(_columns, (OfferRow, InvitationRow, ReviewRow))
LEAGUE, LEAGUE_MEMBER = map(_columns, (LeagueRow, LeagueMemberRow))
LEAGUE_TABLE, LEAGUE_SEAT = map(_columns, (LeagueTableRow, LeagueSeatRow))


def plain(value: Any) -> str:
    """Compact JSON for a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
