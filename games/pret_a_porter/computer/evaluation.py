"""Prêt-à-Porter: how a position is judged, in points of the final score."""

from __future__ import annotations

from games.pret_a_porter.calendar import ROUNDS, is_exhibition, quarter_of
from games.pret_a_porter.company import debts, payable_upkeep
from games.pret_a_porter.components import CARDS, DESIGNS
from games.pret_a_porter.computer.estimates import OF, QUARTERS, STAKES, contract_value, side_value
from games.pret_a_porter.judging import POINTS
from games.pret_a_porter.making import makeable, powers_of, stock_of
from games.pret_a_porter.state import House, Player, game

COUNTED_SHARE = 0.4
"""The part of what cards may bring that is counted on."""


def cards_value(p: Player, month: int) -> float:
    """What the cards of a company will still bring."""
    now = quarter_of(month)
    return sum(
        contract_value(card, side, now)
        if CARDS[card].kind == "contract"
        else side_value(card, side, now)
        for card, side in p.cards.items()
    )


def designs_value(p: Player, month: int) -> float:
    """What the designs and materials of a company will still bring."""
    left = QUARTERS + 1 - quarter_of(month)
    stock, powers = stock_of(p), powers_of(p)
    styles: dict[str, int] = {}
    ready = 0.0
    for design in p.designs:
        style = DESIGNS[design].style
        styles[style] = styles.get(style, 0) + 1
        ready += 3.0 * makeable((design,), stock, powers)
    together = max(styles.values(), default=0)
    usable = min(len(p.designs), 4 * left)
    return ready + 2.0 * usable + 3.0 * min(together, 5) + 3.2 * min(sum(stock), 2 * usable)


def prestige_value(g: House, p: Player) -> float:
    """What prestige will bring: points, and before its sale dollars."""
    return p.prestige * (POINTS[g.seats] + (p.shown if g.phase in ("awards", "sales") else 0))


def tokens_value(p: Player, month: int) -> float:
    """What the tokens of a company bring at the next awards."""
    return STAKES[quarter_of(month)] * sum(OF[name] * n for name, n in p.tokens.items())


@game.evaluation
def expected_scores(g: House) -> list[float]:
    months = ROUNDS + 1 - g.round
    values: list[float] = []
    for p in g.players:
        value = p.cash + p.vp - debts(p) + prestige_value(g, p)
        if g.phase != "end":
            value += (
                designs_value(p, g.round)
                + COUNTED_SHARE * cards_value(p, g.round)
                + tokens_value(p, g.round)
            )
            value += sum(DESIGNS[design].price for design in p.collection)
            value -= 1.0 * months + (p.loans * 4 if not is_exhibition(g.round) else p.loans * 10)
            value -= max(0, payable_upkeep(p) + debts(p) - p.cash - 40) * 0.2
        values.append(float(value))
    return values
