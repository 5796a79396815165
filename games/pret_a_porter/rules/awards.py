"""Awards (source text, Exhibition Round 3)."""

from __future__ import annotations

from games.kernel import Step
from games.pret_a_porter.calendar import quarter_of
from games.pret_a_porter.components import SHOWS, TOKEN_NAME
from games.pret_a_porter.effects import unused, use
from games.pret_a_porter.judging import (
    POINTS,
    count,
    lines_that_count,
    places,
    prestige,
    strength,
)
from games.pret_a_porter.state import Award, House, game


@game.step
def judge(g: House) -> None:
    """Plans the awards: who wins ties, all lines, the prestige of cards."""
    g.phase = "awards"
    ties: list[Step] = []
    more: list[Step] = []
    for seat in g.order:
        p = g.players[seat]
        p.wins_ties = []
        for each in unused(p, "awards"):
            (ties if each.has("win_ties") else more).append(use(p, each))
    g.then(*ties, "judge_shows", *more)


@game.step
def judge_shows(g: House) -> None:
    """Judges every line that counts of every show of the quarter, and tells the sums."""
    quarter = quarter_of(g.round)
    for show in g.shows[quarter - 1]:
        for line in range(1, lines_that_count(g, quarter) + 1):
            judge_line(g, show, line)
    for p in g.players:
        if n := sum(award.prestige[p.seat] for award in g.awards):
            g.say("{who:seat wins|You won} {n} prestige in the shows.", who=p.seat, n=n)


def judge_line(g: House, show: str, line: int) -> None:
    """Gives the prestige of a line."""
    category = SHOWS[show].lines[line - 1]
    counts = [count(p, category) for p in g.players]
    strong = [strength(n, category in p.wins_ties) for n, p in zip(counts, g.players, strict=True)]
    won, place = prestige(strong, line), places(strong)
    first = place.index(1) if 1 in place else -1
    g.awards.append(Award(show, line, category, counts, won, first))
    for p, n in zip(g.players, won, strict=True):
        if n:
            p.prestige += n
            g.aside(
                "{city}, {what} {own} to {other}: {n} prestige for {who:seat|you}.",
                city=SHOWS[show].city,
                what=TOKEN_NAME[category],
                own=counts[p.seat],
                other=max(counts[: p.seat] + counts[p.seat + 1 :]),
                n=n,
                who=p.seat,
                worth=n * POINTS[g.seats],
            )
