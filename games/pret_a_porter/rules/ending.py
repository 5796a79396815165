"""End Game (source text)."""

from __future__ import annotations

from games.kernel import Phrase, phrase
from games.pret_a_porter.company import FINANCE, debts
from games.pret_a_porter.components import Ability
from games.pret_a_porter.effects import unused, use
from games.pret_a_porter.judging import POINTS
from games.pret_a_porter.rules.show import exchange
from games.pret_a_porter.state import House, Player, game

REPAY = FINANCE["repay_loan"]


@game.step
def final_exchange(g: House) -> None:
    """Exchanges prestige once more, then plans what the end still brings."""
    g.phase = "end"
    for p in g.players:
        p.last_prestige = p.prestige
    exchange(g)
    cash = [use(p, each) for p in in_order(g) for each in unused(p, "game_end") if is_cash(each)]
    g.then(*cash, "repay_loans", "count_points", "score")


def in_order(g: House) -> list[Player]:
    return [g.players[seat] for seat in g.order]


def is_cash(ability: Ability) -> bool:
    """Whether an ability brings money, which may still pay a loan."""
    return any(effect["res"] == "cash" for effect in ability.do)


@game.step
def repay_loans(g: House) -> None:
    """Everybody repays as many loans as their cash allows; a player left with one is bankrupt."""
    for p in g.players:
        paid = min(p.loans, p.cash // REPAY)
        p.cash -= paid * REPAY
        p.loans -= paid
        p.bankrupt = p.loans > 0
        if p.bankrupt:
            g.say(
                "{who:seat cannot|You could not} repay {n:loan|loans}: bankrupt.",
                who=p.seat,
                n=p.loans,
            )


@game.step
def count_points(g: House) -> None:
    """Lets cards bring their last points."""
    g.then(*[use(p, each) for p in in_order(g) for each in unused(p, "game_end")])


@game.points
def points_now(g: House) -> list[int]:
    """Cash and points, less the debts; prestige is what it will be turned into."""
    return [p.cash + points_of(g, p) - debts(p) for p in g.players]


def points_of(g: House, p: Player) -> int:
    return p.vp + p.prestige * POINTS[g.seats]


@game.parts
def points_by_kind(g: House, p: Player) -> list[Phrase]:
    return [
        phrase("{n:point|points} for prestige and cards", n=points_of(g, p)),
        phrase("${n}", n=p.cash - debts(p)),
    ]


@game.step
def score(g: House) -> None:
    """Adds cash and points; most points of the board come first among equals."""
    g.scores = points_now(g)
    g.tie_breaks = [p.vp for p in g.players]
    for p in g.players:
        g.say("{who:seat has|You have} {n:point|points}.", who=p.seat, n=g.scores[p.seat])
