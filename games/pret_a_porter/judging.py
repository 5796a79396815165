"""Prêt-à-Porter: who wins what on a line of a fashion show; does not change the state."""

from __future__ import annotations

from games.pret_a_porter.components import DATA, SIZE
from games.pret_a_porter.state import House, Player

PRIZES: dict[int, list[list[int]]] = {
    int(seats): prizes for seats, prizes in DATA["awards"]["prizes"].items()
}
LINES: dict[int, int] = {int(n): lines for n, lines in DATA["awards"]["lines"].items()}
POINTS: dict[int, int] = {int(n): points for n, points in DATA["awards"]["points"].items()}
"""What a prestige is worth, by the number of players."""
LAST_QUARTER = 4


def lines_that_count(g: House, quarter: int) -> int:
    """How many lines of each show are judged in a quarter."""
    return min(LINES[quarter], g.last_lines) if quarter == LAST_QUARTER else LINES[quarter]


def count(p: Player, category: str) -> int:
    return p.shown if category == SIZE else p.tokens[category]


def places(strengths: list[int]) -> list[int]:
    """The place of each player on a line, 0 for those with nothing (source text, Awards).

    Two who are equal fall one place, more of them two, and push down whoever is behind.
    """
    found: list[int] = []
    for strength in strengths:
        ahead = sum(each > strength for each in strengths)
        pushed = min(2, strengths.count(strength) - 1)
        found.append(1 + ahead + pushed if strength > 0 else 0)
    return found


def prestige(strengths: list[int], line: int) -> list[int]:
    """What a line, counted from 1, brings each player."""
    prizes = PRIZES[len(strengths)][line - 1]
    return [prizes[each - 1] if 0 < each <= len(prizes) else 0 for each in places(strengths)]


def strength(n: int, wins_ties: bool) -> int:
    """Twice what a player has in a category, and one more where a card wins ties."""
    return 2 * n + (wins_ties and n > 0)
