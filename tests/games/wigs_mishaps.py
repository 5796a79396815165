"""Powdered Wigs: what can go wrong for a player, by the name of the alarm that must warn of it."""

from games.wigs.state import Wigs


def nothing_to_sell(before: Wigs, after: Wigs, seat: int) -> bool:
    """The only wig is worn, so the turn to sell is skipped."""
    return before.phase == "wear" != after.phase and len(before.players[seat].tiles) == 1


def worthless(before: Wigs, after: Wigs, seat: int) -> bool:
    """A wig is bought where nobody may have a round to sell it in."""
    spent = after.players[seat].gold < before.players[seat].gold
    rich = any(p.gold >= before.end_gold for p in before.players)
    return before.phase == "buy" and spent and (rich or not before.supply)


MISHAPS = {"nothing_to_sell": nothing_to_sell, "worthless": worthless}
