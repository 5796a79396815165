"""The rows of the database, as plain dataclasses."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, fields
from typing import Annotated, Any, Generic, Literal, TypeVar, cast

from pydantic import Field, TypeAdapter

from bot.operations.logs import LoggableError
from games.reading import read_json
from games.words import unpack

Status = Literal["lobby", "running", "over", "abandoned", "broken"]
Dms = Literal["wanted", "unwanted", "closed"]
DueReason = Literal["", "away", "quiet", "off", "reserve", "gap", "agreed"]
"""Why an answer is due when it is: as the pace says, or later because of an absence, quiet hours,
days off, a reserve, a time without the bot, or an agreement of the table.
"""
LateRule = Literal["wait", "once", "seat"]
"""What a computer player does for a late player: nothing, one answer, or all until they return."""
Seating = Literal["listed", "lot"]
"""The order of the seats: that of the list of players, or by lot when the game starts."""
NotifyMode = Literal["now", "grouped", "daily", "none"]
NotifyPlace = Literal["channel", "dm"]
Confirm = Literal["never", "final", "always"]
"""Before which moves a person is asked once more: none, those they cannot take back, or all."""
InvitationNotice = Literal["message", "lobby", "nothing"]
"""How a guest learns of an invitation: by a message of its own, by the lobby's message, or not."""
LeagueStatus = Literal["signup", "running", "over", "ended"]
"""A season gathers people, is played, or is over; a league that has ended has no more seasons."""
MemberState = Literal["active", "leaving", "left"]
"""A member who is leaving still has seats that a computer player must take over."""

WaitKind = Literal["vote", "gone", "asked", "stays", "together", "meeting"]
"""What waits at a table: a vote; a channel that is gone, then the question whether to go on
without it, then the end of a game that does; or half an hour together, then its end.
"""

Content = TypeVar("Content")
MAX_STATE_BYTES = 16 * 2**20
"""No state is nearly as large; a damaged one may claim to be."""
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What reading a stored text may raise if it is damaged."""
CLOCK, FORCED, COMPUTER = "clock:", "forced:", "computer:"
"""Prefixes of the tokens of answers that the bot gave: for a person because time was up, or because
they had only one answer and want the bot to give it; and for a computer player, whose level follows
the number of the line and the seat.
"""


BY_BOT = (CLOCK, FORCED, COMPUTER)
OF_USER = "_user"


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
    pace: str
    """How long an answer may take, as `bot.table.pace` writes it."""
    late: LateRule
    paused: int
    """When the pause of the game ends; 0 for a game that is not paused."""
    lesson: int
    """Whether the bot explains its first questions."""
    touched: float
    """When somebody last changed the lobby: sat down, left, set an option."""
    seating: Seating
    starts_full: int
    """Whether the game starts by itself when the last seat is taken."""
    private: int
    """Whether only people who are invited may join."""
    rematch_of: int
    """The finished table that this one repeats; 0 if it is no rematch."""
    hints: int
    """Whether players can ask for hints; the game is not rated then."""


@dataclass(slots=True)
class MoveRow:
    """A line of a table's log; `state` is dumped and compressed.

    "start" opens a game, and "end" is the move that closes it; both change the status of the table
    in the same transaction. Two kinds return to an earlier line: "undo" takes back a player's own
    last move, and "rewind" takes moves back after a vote, with new chance.
    """

    table_id: int
    seq: int
    kind: Literal["start", "move", "end", "undo", "rewind"]
    seat: int | None
    move: str | None
    """What was played, or taken back by an undo. For a rewind, the new chance. For a start that
    drew lots, "lot" and the order in which the players sat down, seat by seat."""
    token: str | None
    question: int
    """The number of the question that is open after this line."""
    back_to: int | None
    """The line to whose state an undo or a rewind returns."""
    version: int
    state: bytes | None
    news: str
    made: float
    label: str | None = None
    """What people read of the move."""
    asked: str = "[]"
    """The seats that are asked after this line, as JSON."""
    unnoticed: int = 0
    """Whether only its own seat knows of this line: a premove, a changed secret answer, or the undo
    of one."""
    undone: str = "[]"
    """The lines that an undo or a rewind takes back, as JSON. Beside its own an undo takes back
    those of other seats that are not legal in the earlier state."""
    by_hand: int = 0
    """Whether everybody knows that the person of the seat gave this answer themselves: the question
    is one that the bot answers for nobody without saying so."""


@dataclass(slots=True)
class PostRow:
    """The message that shows a table at one place."""

    table_id: int
    place: str
    channel: int
    message: int
    """The message that stands there; 0 where the first one is being sent."""
    shown: str
    """The digest of what it shows; "" where that is not known."""
    question: int
    made: float
    """When the message was sent, or last pressed if there is a token, or when the one that is being
    sent was first tried.
    """
    next: str = ""
    """The nonce of the message that is being sent; "" where none is."""
    token: str = ""
    """The token of the last press on the message, which edits and deletes it, as long as Discord
    accepts the token; "" where none is known.
    """


@dataclass(slots=True)
class NoteRow:
    """Something that happened at a table and is no move."""

    table_id: int
    seq: int
    """The line of the log after which the note was written."""
    words: str
    """A packed phrase. Beside a value that is somebody's name, it has their user number under the
    name of that value and `OF_USER`.
    """
    made: float


@dataclass(slots=True)
class MemoRow:
    """What a user has written down for themselves at a table."""

    table_id: int
    user: int
    text: str
    made: float


ASKED_NEXT = "/next"
"""In place of questions to which a seat is invited: it is told that it is probably asked next."""


@dataclass(slots=True)
class TurnRow:
    """A seat that is asked, invited to answer later questions, or told early that it will be asked;
    times are POSIX seconds.
    """

    table_id: int
    seat: int
    user: int
    question: int
    since: float
    due: float | None
    next: float | None
    """When the clock must act on this turn next; None if it need not."""
    call: float | None = None
    """When the bot notifies the user by a direct message that lists their turns; None if it does
    not."""
    stage: int = 0
    """How often the clock has acted on this turn."""
    forced: float | None = None
    """When the bot gives the answer; None where the person gives it."""
    why: DueReason = ""
    invited: str = ""
    """The names of the questions to which a seat that is not asked is invited, a line each; or
    ASKED_NEXT.
    """


@dataclass(slots=True)
class PersonRow:
    """The settings of a user."""

    user: int
    dms: Dms = "wanted"
    language: str = ""
    """A language code, or "" for that of their Discord."""
    locale: str = ""
    """The language of their Discord when they last did something."""
    zone: str = ""
    """Their time zone, such as "Europe/Berlin", or ""."""
    quiet: str = ""
    """Hours without notifications in their time zone, such as "22:00-07:00", or ""."""
    away: float = 0
    """Until when they are away."""
    told: float = 0
    """When a direct message last listed the tables that wait for them."""
    dm_channel: int = 0
    """Their DM channel; 0 where the bot has opened none."""
    invitable: int = 1
    """Whether others may invite them to tables."""
    confirm: Confirm = "never"
    forced: int = 0
    """Whether the bot answers for them where they have only one legal answer."""

    @property
    def reading_language(self) -> str:
        """The code of the language in which the bot writes to them."""
        return self.language or self.locale or "en"


@dataclass(slots=True)
class PingRow:
    """How a user is notified, by all tables (0) or by one."""

    user: int
    table_id: int = 0
    how: NotifyMode = "now"
    place: NotifyPlace = "channel"
    minutes: int = 60
    """With "grouped": at most one direct message in this many minutes."""
    early: int = 0
    """Whether they are also told when they are probably next."""


@dataclass(slots=True)
class OfferRow:
    """A seat that is offered to a user."""

    table_id: int
    seat: int
    user: int
    moderator: int
    """Whether a moderator offers the seat, and not the player who sits there."""
    made: float


@dataclass(slots=True)
class InvitationRow:
    """A user who is invited to a table."""

    table_id: int
    user: int
    made: float
    declined: int = 0
    notice: InvitationNotice = "message"


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
    """The level of the computer player whose result it is; "" for a person."""
    score: int
    rank: int
    """1 for the winners; ties share a rank."""
    resigned: int
    """Whether this user left, and a computer player finished the game for them."""
    seats: int
    made: float
    in_time: int = 0
    """Whether the game had a time limit, and this user's time never ran out; 0 where that is not
    known."""
    answer_s: float | None = None
    """The median time in which this user answered, in seconds; None if they never did."""
    team: int = -1
    """The first seat of those who win together with this one; -1 in results of early releases."""

    @property
    def handed_over(self) -> bool:
        """Whether this user had the seat, and a computer player played for them: the result is not
        theirs.
        """
        return self.user is not None and bool(self.level)


ALL_TENTHS = 10
"""The `tenths` of a review that is finished."""


@dataclass(slots=True)
class ReviewRow:
    """The review of a finished game; `found` is JSON."""

    table_id: int
    seq: int
    """The last line of the game's log."""
    version: int
    """The version of the reviewer."""
    made: float
    """When somebody asked for the review."""
    spent: float = 0.0
    """Seconds of work so far."""
    tenths: int = 0
    """How many tenths of the work are done."""
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
    pace: str
    days: int
    """After this many days the next round opens, even if tables are still running; 0 for never."""
    division_size: int
    """How many people a division has; 0 where there is one division."""
    seed: str
    made: float
    status: LeagueStatus = "signup"
    season: int = 1
    round: int = 0
    """The newest round of the season; 0 before the first one."""
    due: float | None = None
    """When the next round opens at the latest; None where all tables must end first."""
    trouble: str = ""
    """Why the bot could not open a table, as a packed phrase; "" where it could."""
    next: float | None = 0.0
    """When the bot looks at the league next; None for not before something changes."""
    ticket: int = 0
    """Counts the changes."""


@dataclass(slots=True)
class LeagueMemberRow:
    id: int
    league_id: int
    user: int | None
    """None for somebody who had their data deleted."""
    name: str
    made: float
    state: MemberState = "active"
    two_rounds: int = 0
    """Whether they play in a new round while a table of an earlier one is still running."""
    season: int = 0
    """The last season in which they played; 0 for none."""
    division: int = 0
    """Where they began that season: 0 is the highest division."""
    place: int = 0
    """Their place in the division at the start of that season."""


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
    """The seat of a member in a round."""

    league_id: int
    season: int
    round: int
    member_id: int
    number: int
    """The number of the table; 0 for a member who sits out."""
    seat: int


def _columns(row: type[Any]) -> str:
    """The columns of a kind of row, quoted because `user` is a reserved word of PostgreSQL."""
    return ", ".join(f'"{each.name}"' for each in fields(row))


TABLE, MOVE, POST, NOTE = map(_columns, (TableRow, MoveRow, PostRow, NoteRow))
TURN, PERSON, PING, RESULT = map(_columns, (TurnRow, PersonRow, PingRow, ResultRow))
OFFER, INVITATION, REVIEW = map(_columns, (OfferRow, InvitationRow, ReviewRow))
LEAGUE, LEAGUE_MEMBER = map(_columns, (LeagueRow, LeagueMemberRow))
LEAGUE_TABLE, LEAGUE_SEAT = map(_columns, (LeagueTableRow, LeagueSeatRow))


def objects_of(text: str) -> list[dict[str, Any]]:
    """The objects of a JSON list, such as the people of a table seat by seat; {} in place of what
    is none, [] if nothing can be read.
    """
    try:
        found = read_json(text)
    except (ValueError, TypeError):
        return []
    several = cast("list[Any]", found) if isinstance(found, list) else []
    return [each if isinstance(each, dict) else {} for each in several]


class Damaged(LoggableError, ValueError):
    """Stored data cannot be read; the text quotes none of it, so logs may have it."""


class Column(Generic[Content]):
    """What a column holds as JSON: the one door through which it is read."""

    def __init__(self, content: type[Content]) -> None:
        """`content` is the type of the data."""
        self._adapter = TypeAdapter(content)

    def read(self, text: str) -> Content:
        """The data of a stored text; raises Damaged if it is something else."""
        try:
            return self._adapter.validate_python(read_json(text), strict=True)
        except (ValueError, TypeError) as error:
            raise Damaged("a stored text cannot be read") from error


NEWS = Column(list[Annotated[list[Any], Field(min_length=3, max_length=3)]])
"""Sentences: template, packed values, and the seat that is told or None."""
NUMBERS = Column(list[int])
"""Seats, or numbers of lines."""
OBJECT = Column(dict[str, Any])
OBJECTS = Column(list[dict[str, Any]])


def phrase_of(text: str) -> str:
    """A stored text or phrase; raises Damaged if it is neither."""
    try:
        if isinstance(found := unpack(read_json(text)), str):
            return found
    except UNREADABLE as error:
        raise Damaged("a stored sentence cannot be read") from error
    raise Damaged("a stored sentence is no text")


def decompressed(stored: bytes) -> bytes:
    """A stored state; zlib.error if it is damaged, or larger than any state is."""
    reader = zlib.decompressobj()
    data = reader.decompress(stored, MAX_STATE_BYTES)
    if not reader.eof or reader.unused_data:
        raise zlib.error("the state is cut off, or too large")
    return data


def to_json(value: Any) -> str:
    """A value as compact JSON, for a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
