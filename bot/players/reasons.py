"""Reasons why a move is better than another one, as data; `explaining` finds them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from games.words import Phrase, pack, unpack

News = tuple[str, dict[str, Any]]
"""A template and its values."""


@dataclass(slots=True)
class Reason:
    """Why a seat had better make one move than another one."""

    seat: int
    taken_by: int | None = None
    """The seat that mostly makes the better move itself if it is left, and then it is gone."""
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
    own: int = 0
    """How many points more the seat mostly has at the end."""
    rival: int | None = None
    """The seat that mostly ends with fewer points, if that is most of the gain."""
    rival_loses: int = 0
    """By how many points."""
    then: list[News] = field(default_factory=list[News])
    """What mostly happens after the better move alone, in this order."""
    otherwise: list[News] = field(default_factory=list[News])
    """What mostly happens after the other move alone."""

    @property
    def says_nothing(self) -> bool:
        return self == Reason(self.seat)

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
