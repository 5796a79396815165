"""Reasons why a move is better than another one, as data; `explaining` finds them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from games.words import Phrase, pack, unpack

News = tuple[str, dict[str, Any]]
"""A template and its values."""
SEATS = ("who", "whose")
"""The values of news that are numbers of seats."""
OFTENER = 0.5
"""An event differs that comes in so many more of the games after one move than after the other."""


@dataclass(slots=True)
class Share:
    """How much more of something there is, rounded."""

    n: int
    of: Phrase | None = None
    """The amount without its sign; None for the points of which the game says no more."""


@dataclass(slots=True)
class Event:
    """What mostly happens after one of the moves alone, or with other numbers: of the seat later
    after the better move, or of another one before the seat's next turn after the other move.
    """

    then: Phrase | None
    """A typical one after the better move, and in how many games it comes."""
    n_then: int
    otherwise: Phrase | None
    n_otherwise: int
    barred: str = ""
    """Why the rulebook mostly forbids it after the other move."""
    instead: Phrase | None = None
    """What somebody else mostly does instead after the other move."""
    is_weighed: bool = False
    """Whether it is of a typical pair of games, of which the game says how much it brings."""
    own: int = 0
    """How many more points that is for the seat after the better move, on average."""
    rival: int = 0
    """The same for the best of the others."""
    is_sum: bool = False
    """Whether other events of the kind are counted in these points."""

    def oftener(self, games: int) -> int:
        """In how many more games it comes after the better move, or fewer, if that is clear."""
        more = self.n_then - self.n_otherwise
        return more if abs(more) >= OFTENER * games else 0


@dataclass(slots=True)
class Entry:
    """What brings the seat points in a typical game."""

    told: Phrase | None
    """The news that tell of it; None for all that is too small to tell."""
    brings: list[Share]
    barred: str = ""
    """Why the rulebook forbade it in the game after the other move."""
    lacks: list[Share] = field(default_factory=list[Share])
    """How much the seat lacks there."""

    @property
    def n(self) -> int:
        return sum(each.n for each in self.brings)


@dataclass(slots=True)
class Average:
    """What the seat does in all, from the move to the end of the game, on average."""

    then: Phrase
    otherwise: Phrase
    """After the other move."""
    n: int
    """How many more points that makes after the better move."""


@dataclass(slots=True)
class Trade:
    """What a seat buys and sells of a good, in a game or on average, and what it has at the end."""

    bought: float = 0
    paid: float = 0
    sold: float = 0
    earned: float = 0
    left: float = 0

    @property
    def gain(self) -> float:
        return self.earned - self.paid


@dataclass(slots=True)
class Trades:
    """What becomes of a good from a move to the end of the game, on average."""

    good: str
    then: Trade
    otherwise: Trade
    """After the other move."""
    barred: str = ""
    """Why the rulebook mostly forbids such sales there."""

    @property
    def gain(self) -> float:
        """How many more points that makes after the better move."""
        return self.then.gain - self.otherwise.gain


@dataclass(slots=True)
class Reason:
    """Why a seat had better make one move than another one."""

    seat: int
    games: int = 0
    """How many games were played after each move."""
    own: int = 0
    """How many more points the seat has at their end after the better move, on average."""
    rival: int = 0
    """The same for the best of the others."""
    rival_seat: int | None = None
    """Who that is in most games."""
    parts: list[Share] = field(default_factory=list[Share])
    """What the seat surely has much more or less of at the end."""
    at_once: tuple[list[Share], list[Share]] = field(default_factory=lambda: ([], []))
    """What each move itself changes of the seat's points."""
    at_end: tuple[list[Share], list[Share]] = field(default_factory=lambda: ([], []))
    """How much more or less the seat has at the end than before, after each move, of the same: what
    differs most, and what the moves themselves change differently.
    """
    is_direct: bool = False
    """Whether much of the gain is what the better move itself brings, or for what it names."""
    ends: bool | None = None
    """Whether the better move mostly ends the game before the seat's next turn, unlike the other
    one; False the other way round.
    """
    ahead: int | None = None
    """How many points the seat is then ahead of the best of the others at the end, on average;
    1.0.0 did not store it.
    """
    events: list[Event] = field(default_factory=list[Event])
    """What differs, the most important first."""
    entries: tuple[list[Entry], list[Entry]] = field(default_factory=lambda: ([], []))
    """What brings points in a typical game after each move, as far as the two games differ."""
    left_at_once: tuple[list[Share], list[Share]] = field(default_factory=lambda: ([], []))
    """What each move itself leaves the seat to spend, as far as that differs."""
    averages: list[Average] = field(default_factory=list[Average])
    """What differs in what the seat does in all, where it buys points."""
    trades: list[Trades] = field(default_factory=list[Trades])
    """What the seat buys and sells, where it pays with points."""

    @property
    def lead(self) -> int:
        return self.own - self.rival

    @property
    def is_weighed(self) -> bool:
        """Whether the events say how much they bring."""
        return any(each.is_weighed for each in self.events)

    @property
    def own_elsewhere(self) -> int:
        """How many more points the seat has that are none of the parts."""
        return self.own - sum(each.n for each in self.parts)

    @property
    def own_told(self) -> int:
        """How many more points the seat has by what is told, with what the moves bring at once."""
        better, other = (sum(each.n for each in shares) for shares in self.at_once)
        return better - other + sum(each.own for each in self.events)

    @property
    def rival_told(self) -> int:
        return sum(each.rival for each in self.events)

    @property
    def says_nothing(self) -> bool:
        """Whether there is no cause in it; to end the game is none for who is behind then."""
        told = any(self.entries) or self.events or self.averages or self.trades
        ends = self.ends is not None and not (self.ends and (self.ahead or 0) < 0)
        return not (told or self.is_direct or ends)

    def data(self) -> Any:
        """As JSON, for `read_reason`."""
        return pack(asdict(self))


def read_reason(data: Any) -> Reason:
    """A reason from its data; ValueError or TypeError if they are damaged."""
    values: dict[str, Any] = unpack(data)
    try:
        better, other = values["at_once"]
        values["parts"], *at_once = (
            [Share(**each) for each in shares] for shares in (values["parts"], better, other)
        )
        values["at_once"] = (*at_once,)
        values["events"] = [Event(**each) for each in values["events"]]
        for name in ("entries", "left_at_once", "at_end"):
            read = _read_entry if name == "entries" else _read_share
            sides = values.get(name, ((), ()))
            values[name] = (*([read(each) for each in side] for side in sides),)
        values["averages"] = [Average(**each) for each in values.get("averages", ())]
        values["trades"] = [
            Trades(it["good"], Trade(**it["then"]), Trade(**it["otherwise"]), it["barred"])
            for it in values.get("trades", ())
        ]
    except KeyError as error:
        raise ValueError(*error.args) from None
    return Reason(**values)


def _read_share(data: dict[str, Any]) -> Share:
    return Share(**data)


def _read_entry(data: dict[str, Any]) -> Entry:
    brings = [Share(**each) for each in data["brings"]]
    lacks = [Share(**each) for each in data["lacks"]]
    return Entry(data["told"], brings, data["barred"], lacks)
