"""Growth phase (source text, Working Round 3), and the firing before the upkeep of a show."""

from __future__ import annotations

from collections.abc import Iterator

from games.pret_a_porter.company import dismissible, owned
from games.pret_a_porter.components import CARDS, FLIPPED, FRESH, NAME, Ability
from games.pret_a_porter.effects import growth_of, price_to_turn, sale_price, unused, use
from games.pret_a_porter.rules.card_questions import sell_unmade
from games.pret_a_porter.rules.offices import fire
from games.pret_a_porter.state import Growth, House, Player, game

VERB = {"employee": "train", "building": "upgrade"}
NEVER = "pass always"
"""Passes now and is not asked again until the player wants to be."""


@game.step
def growth_turn(g: House, seat: int) -> None:
    """Fixes what a player may turn over, then asks."""
    p = g.players[seat]
    g.phase, g.growth = "growth", Growth(seat)
    if p.skips_growth:
        return
    helpers = [each for each in unused(p, "growth") if not each.has("sell_design")]
    g.then(*[use(p, each) for each in helpers], ("grow", seat))


def improvable(p: Player, kind: str) -> list[str]:
    """The cards of a kind that lie on their first side and have a second."""
    return [
        card for card in owned(p, kind) if p.cards[card] == FRESH and FLIPPED in CARDS[card].sides
    ]


def turnable(g: House, p: Player) -> Iterator[str]:
    """The trainings and upgrades that are left to a player who can pay them."""
    growth = growth_of(g)
    left = {"employee": growth.train, "building": growth.upgrade}
    for kind, verb in VERB.items():
        if left[kind] or growth.either:
            for card in improvable(p, kind):
                if price_to_turn(g, card) <= p.cash:
                    yield f"{verb} {card}"


def sales_abilities(p: Player) -> list[Ability]:
    """The abilities with which a player sells designs in the growth phase."""
    return [each for each in unused(p, "growth") if each.has("sell_design")]


@game.choice("Growth: train, upgrade, or pass.", they="{who:seat} trains or upgrades")
def grow(g: House, p: Player) -> list[str]:
    """What can be turned over, what can be sold, who can be fired; or never again to be asked.

    Where there is nothing but firing, it is offered to those who want to be asked for it.
    """
    sold = [f"sell {design}" for design in p.designs] if sales_abilities(p) else []
    found = [*turnable(g, p), *sold]
    if found or p.asks_firing:
        found += [f"fire {card}" for card in dismissible(p)]
    return [*found, NEVER, "pass"] if found else ["pass"]


@grow.does("train {card}")
def train(g: House, p: Player, card: str) -> None:
    cost = turn_over(g, p, card, "train")
    g.say("{who:seat trains|You trained} {card}.", who=p.seat, card=NAME[card], worth=-cost)


@grow.does("upgrade {card}")
def upgrade(g: House, p: Player, card: str) -> None:
    cost = turn_over(g, p, card, "upgrade")
    g.say("{who:seat upgrades|You upgraded} {card}.", who=p.seat, card=NAME[card], worth=-cost)


def turn_over(g: House, p: Player, card: str, what: str) -> int:
    """Pays for a card and turns it; its new abilities have not worked yet. Returns the price."""
    growth, cost = growth_of(g), price_to_turn(g, card)
    p.cash -= cost
    if growth.discounts:
        growth.discounts.remove(max(growth.discounts))
    if getattr(growth, what):
        setattr(growth, what, getattr(growth, what) - 1)
    else:
        growth.either -= 1
    flip(p, card)
    g.then(("grow", p.seat))
    return cost


def flip(p: Player, card: str) -> None:
    """Turns the second side of a card up, whose abilities are unused."""
    p.cards[card] = FLIPPED
    p.used = [key for key in p.used if key.split("/")[0] != card]


@grow.does("fire {card}")
def fire_in_growth(g: House, p: Player, card: str) -> None:
    fire(g, p, card)
    g.then(("grow", p.seat))


@grow.does("sell {card}")
def sell_in_growth(g: House, p: Player, card: str) -> None:
    ability, price = growth_sale(p, card)
    p.used.append(ability.key)
    sell_unmade(g, p, card, price)
    g.then(("grow", p.seat))


def growth_sale(p: Player, card: str) -> tuple[Ability, int]:
    """The ability that sells a design in the growth phase, and its price."""
    ability = sales_abilities(p)[0]
    return ability, sale_price(ability.do[0], card)


@grow.does("pass [{always}]")
def no_growth(g: House, p: Player, always: str = "") -> None:
    """Ends the growth of this month, and perhaps has the player asked for no other."""
    g.growth = None
    if always:
        p.skips_growth = True


# --- Before the upkeep of an exhibition round ----------------------------------------------------


@game.step
def staff_turn(g: House, seat: int) -> None:
    """Lets a player who wants to be asked fire before the payments (ruling)."""
    g.phase = "upkeep"
    if g.players[seat].asks_firing:
        g.then(("staff", seat))


@game.choice("Before upkeep: fire an employee, or go on.", they="{who:seat} may fire before upkeep")
def staff(g: House, p: Player) -> list[str]:
    """Those whose severance can be paid; or never again to be asked."""
    found = [f"fire {card}" for card in dismissible(p)]
    return [*found, NEVER, "pass"] if found else ["pass"]


@staff.does("fire {card}")
def fire_before_upkeep(g: House, p: Player, card: str) -> None:
    fire(g, p, card)
    g.then(("staff", p.seat))


@staff.does("pass [{always}]")
def fire_nobody(g: House, p: Player, always: str = "") -> None:
    """Goes on, and perhaps has the player asked no more where there is only firing to do."""
    if always:
        p.asks_firing = False
