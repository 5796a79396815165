"""Rokoko, Phase 4 and the final scoring."""

from __future__ import annotations

from games.rokoko.components import FACTS, FOUNTAIN
from games.rokoko.halls import dresses_of, funded
from games.rokoko.scoring import score_sheets, tie_breaks
from games.rokoko.state import Player, Rokoko, board_of, game


def income_of(g: Rokoko, p: Player) -> int:
    """What a round brings: a fixed sum, and what the own spaces of the fountain add."""
    own = [board_of(g).decorations[each] for each in funded(g, p.seat)[FOUNTAIN]]
    upper = sum(each.income for each in own)
    lower = any(each.row == "lower" for each in own)
    return FACTS["income"] + upper + lower * len(dresses_of(g, p.seat))


@game.step
def collect_income(g: Rokoko) -> None:
    for p in g.players:
        income = income_of(g, p)
        p.livre += income
        now = prestige_now(g)[p.seat]
        g.say(
            "{who:seat has|You have} {prestige} prestige after round {round} ({gain}), and"
            " {who:they gets|get} {income} Livre.",
            who=p.seat,
            prestige=now,
            round=g.round,
            gain=f"{now - p.prestige_before:+}",
            income=income,
        )


@game.points
def prestige_now(g: Rokoko) -> list[int]:
    return [sheet["total"] for sheet in score_sheets(g)]


@game.step
def score(g: Rokoko) -> None:
    """Counts everybody's prestige; ties are broken by Livre, then by rented dresses."""
    g.scores = prestige_now(g)
    g.tie_breaks = tie_breaks(g)
