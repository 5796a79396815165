"""Rokoko: what goes wrong for beginners, by the name of the alarm that has to warn of it."""

from collections.abc import Callable

from games.rokoko.components import APPRENTICE, EMPLOYEES, FACTS
from games.rokoko.halls import dresses_of
from games.rokoko.state import Rokoko, game, owned


def few_turns(before: Rokoko, after: Rokoko, seat: int) -> bool:
    """An employee leaves who is missed in a later round."""
    own = len(owned(before, before.players[seat]))
    left = len(owned(after, after.players[seat]))
    return before.round < FACTS["rounds"] and left < min(own, FACTS["hand"])


def no_money(before: Rokoko, after: Rokoko, seat: int) -> bool:
    """An employee acts, and nothing can be paid for; an apprentice needs a tile for that."""
    if before.asked != [seat] or before.agenda[-1][0] != "act" or before.now is None:
        return False
    if before.now.maker == APPRENTICE and not any(map(any, before.warehouse)):
        return False
    return {move.split()[0] for move in game.legal(before, seat)} <= {"depute", "pass"}


def no_dress(before: Rokoko, after: Rokoko, seat: int) -> bool:
    """The game is over, and no hall has a dress of the player."""
    return after.scores is not None and not dresses_of(after, seat)


def last_dress(before: Rokoko, after: Rokoko, seat: int) -> bool:
    """The last one who could make a dress did something else."""
    if before.round < FACTS["rounds"] or before.asked != [seat] or before.agenda[-1][0] != "act":
        return False
    makes = [move for move in game.legal(before, seat) if move.startswith("make ")]
    grades = {EMPLOYEES[card].grade for card in before.players[seat].hand}
    made = after.now is not None and (after.now.dress or after.sold != before.sold)
    return bool(makes) and grades <= {APPRENTICE} and not made and after.rented == before.rented


MISHAPS: dict[str, Callable[[Rokoko, Rokoko, int], bool]] = {
    "few_turns": few_turns,
    "no_money": no_money,
    "no_dress": no_dress,
    "last_dress": last_dress,
}
