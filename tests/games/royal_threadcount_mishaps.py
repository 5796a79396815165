"""Royal Threadcount: what can go wrong for a player, by the alarm that must warn of it."""

from games.royal_threadcount.components import GARMENTS
from games.royal_threadcount.scoring import complete
from games.royal_threadcount.state import Threadcount
from games.royal_threadcount.terms import completable


def silk_lost(before: Threadcount, after: Threadcount, seat: int) -> bool:
    """A turn ends with more silk than is kept."""
    ended = [turn for turn in (after.previous, after.now) if turn and turn.seat == seat]
    known = [turn.number for turn in (before.previous, before.now) if turn and turn.lost_silk]
    return any(turn.lost_silk and turn.number not in known for turn in ended)


def unfinished(before: Threadcount, after: Threadcount, seat: int) -> bool:
    """A garment that lacks a card is presented."""
    p = after.players[seat]
    return is_over(after) and len(complete(p)) + completable(p) < len(GARMENTS)


def uncompleted(before: Threadcount, after: Threadcount, seat: int) -> bool:
    """A garment is presented that own cards would have completed."""
    return is_over(after) and completable(after.players[seat]) > 0


def is_over(g: Threadcount) -> bool:
    return g.scores is not None


MISHAPS = {"silk_lost": silk_lost, "unfinished": unfinished, "uncompleted": uncompleted}
