"""Reasons why a move is better than another one, as data; `explaining` finds them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from games.words import Phrase, pack, unpack

News = tuple[str, dict[str, Any]]
"""A template and its values."""


SEATS = ("who", "whose")
"""The values of news that are numbers of seats."""


@dataclass(slots=True)
class Reason:
    """Why a seat had better make one move than another one."""

    seat: int
    taken_by: int | None = None
    """The seat that mostly makes the better move itself if it is left, and then it is gone."""
    taken: list[str] = field(default_factory=list[str])
    """That move, by its label."""
    can_wait: bool = False
    """Whether the other move mostly comes afterwards all the same, and not the other way round."""
    ends: bool | None = None
    """Whether the better move mostly ends the game before the seat's next turn, unlike the other
    one; False the other way round.
    """
    more: list[Phrase] = field(default_factory=list[Phrase])
    """Of what the seat mostly has more at the end."""
    less: list[Phrase] = field(default_factory=list[Phrase])
    """Of what it has less."""
    at_once: int = 0
    """How many points more it brings at once, if that is much of the gain; how many fewer, as a
    negative number.
    """
    at_once_of: list[Phrase] = field(default_factory=list[Phrase])
    """The parts of these points that the move itself brings, the largest first."""
    costs_of: list[Phrase] = field(default_factory=list[Phrase])
    """The parts of these points that the other move itself costs."""
    cheaper: int = 0
    """How many points less than the other move it costs at once, where others would take it."""
    saves: int = 0
    """How many points the other move costs at once, if that is much of the gain."""
    is_difference: bool = False
    """Whether what differs in `then` and `otherwise` is most of the gain."""
    then: list[News] = field(default_factory=list[News])
    """What mostly brings it after the better move, in this order."""
    otherwise: list[News] = field(default_factory=list[News])
    """The same after the other move, with smaller numbers."""
    games: int = 0
    """How many games were played from here."""
    lead: int = 0
    """By how much more the seat leads at their end after the better move, on average."""

    @property
    def says_nothing(self) -> bool:
        """Whether there is no cause in it: that the other move brings more is none."""
        facts = replace(self, at_once=max(0, self.at_once), games=0, lead=0)
        return facts == Reason(self.seat)

    def data(self) -> Any:
        """As JSON, for `read_reason`."""
        return pack(asdict(self))


def read_reason(data: Any) -> Reason:
    """A reason from its data; ValueError or TypeError if they are damaged."""
    found = Reason(**unpack(data))
    found.then, found.otherwise = (
        [(str(template), dict(values)) for template, values in each]
        for each in (found.then, found.otherwise)
    )
    return found
