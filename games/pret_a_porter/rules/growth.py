"""Growth phase (source text, Working Round 3), and the firing before the upkeep of a show."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Phrase, phrase
from games.pret_a_porter import instinct, outlook
from games.pret_a_porter.cards import CARDS, FLIPPED, FRESH, NAME, Ability
from games.pret_a_porter.company import dismissible, owned
from games.pret_a_porter.effects import growth_of, price_to_turn, sale_price, unused, use
from games.pret_a_porter.rules.card_questions import sell_unmade
from games.pret_a_porter.rules.offices import cannot_fire, fire
from games.pret_a_porter.state import Growth, House, Player, game

VERB = {"employee": "train", "building": "upgrade"}


@game.step
def growth_turn(g: House, seat: int) -> None:
    """Fixes what a player may turn over, then asks."""
    p = g.players[seat]
    g.phase, g.growth = "growth", Growth(seat)
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


@game.choice("Growth: train, upgrade, or pass.", may_pass="No growth this month")
def grow(g: House, p: Player) -> list[str]:
    """What can be turned over, who can be fired, what can be sold."""
    sold = [f"sell {design}" for design in p.designs] if sales_abilities(p) else []
    return [*turnable(g, p), *sold, *[f"fire {card}" for card in dismissible(p)]]


@grow.premove("growth")
def growth_premoves(g: House, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Growth of this round: none, or a card that could be turned over."""
    if any(step[:2] == ("growth_turn", p.seat) for step in g.agenda):
        cards = [f"{verb} {card}" for kind, verb in VERB.items() for card in improvable(p, kind)]
        yield (), ["pass", *cards]


@grow.does(
    "train {card}",
    label=outlook.label_of_turning,
    outlook=outlook.of_turning,
    rarely_useful=instinct.is_rash,
)
def train(g: House, p: Player, card: str) -> None:
    """Trains an employee."""
    turn_over(g, p, card, "train")
    g.say("{who:seat} trains {card}.", who=p.seat, card=NAME[card])


@grow.does(
    "upgrade {card}",
    label=outlook.label_of_turning,
    outlook=outlook.of_turning,
    rarely_useful=instinct.is_rash,
)
def upgrade(g: House, p: Player, card: str) -> None:
    """Upgrades a building."""
    turn_over(g, p, card, "upgrade")
    g.say("{who:seat} upgrades {card}.", who=p.seat, card=NAME[card])


def turn_over(g: House, p: Player, card: str, what: str) -> None:
    """Pays for a card and turns it; its new abilities have not worked yet."""
    growth = growth_of(g)
    p.cash -= price_to_turn(g, card)
    if growth.discounts:
        growth.discounts.remove(max(growth.discounts))
    if getattr(growth, what):
        setattr(growth, what, getattr(growth, what) - 1)
    else:
        growth.either -= 1
    flip(p, card)
    g.then(("grow", p.seat))


def flip(p: Player, card: str) -> None:
    """Turns the second side of a card up, whose abilities are unused."""
    p.cards[card] = FLIPPED
    p.used = [key for key in p.used if key.split("/")[0] != card]


@grow.does(
    "fire {card}", label=outlook.label_of_firing, outlook=outlook.of_firing, rarely_useful=True
)
def fire_in_growth(g: House, p: Player, card: str) -> None:
    """Fires an employee, and asks again."""
    fire(g, p, card)
    g.then(("grow", p.seat))


@grow.does(
    "sell {card}",
    label=lambda g, p, card: phrase(
        "Sell {card} for ${price}", card=NAME[card], price=growth_sale(p, card)[1]
    ),
    rarely_useful=True,
)
def sell_in_growth(g: House, p: Player, card: str) -> None:
    """Sells a design that is in no collection, and asks again."""
    ability, price = growth_sale(p, card)
    p.used.append(ability.key)
    sell_unmade(g, p, card, price)
    g.then(("grow", p.seat))


def growth_sale(p: Player, card: str) -> tuple[Ability, int]:
    """The ability that sells a design in the growth phase, and its price."""
    ability = sales_abilities(p)[0]
    return ability, sale_price(ability.do[0], card)


@grow.passes
def no_growth(g: House, p: Player) -> None:
    """Ends the growth of this month."""
    g.growth = None


@grow.default
def usual_growth(g: House, p: Player) -> str:
    """Turns over what pays for itself."""
    return instinct.growth(g, p, list(grow.options(g, p)))


@grow.refuses
def cannot_grow(g: House, p: Player, words: list[str]) -> Phrase | None:
    """Why a card cannot be turned or an employee not be fired."""
    card = words[-1]
    if len(words) != 2 or card not in CARDS:
        return None
    if words[0] == "fire":
        return cannot_fire(p, card)
    if words[0] not in VERB.values():
        return None
    kind = CARDS[card].kind
    trained = words[0] == "train"
    if VERB.get(kind) != words[0] or card not in improvable(p, kind):
        return phrase(
            "{card} is nothing you can train." if trained else "{card} is nothing you can upgrade.",
            card=NAME[card],
        )
    if price_to_turn(g, card) > p.cash:
        cost = price_to_turn(g, card)
        return phrase("That costs ${cost}, and you have ${cash}.", cost=cost, cash=p.cash)
    return phrase(
        "You may train no more this month." if trained else "You may upgrade no more this month."
    )


# --- Before the upkeep of an exhibition round ----------------------------------------------------


@game.step
def staff_turn(g: House, seat: int) -> None:
    """Lets a player fire before the payments (ruling)."""
    g.phase = "upkeep"
    g.then(("staff", seat))


@game.choice("Before upkeep: fire an employee, or go on.", may_pass="Fire nobody")
def staff(g: House, p: Player) -> list[str]:
    """Those whose severance can be paid."""
    return [f"fire {card}" for card in dismissible(p)]


@staff.premove("firing")
def staff_premoves(g: House, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Fires nobody in this exhibition round."""
    if any(step[:2] == ("staff_turn", p.seat) for step in g.agenda):
        yield (), ["pass"]


@staff.does(
    "fire {card}", label=outlook.label_of_firing, outlook=outlook.of_firing, rarely_useful=True
)
def fire_before_upkeep(g: House, p: Player, card: str) -> None:
    """Fires an employee, and asks again."""
    fire(g, p, card)
    g.then(("staff", p.seat))


@staff.default
def usual_staff(g: House, p: Player) -> str:
    """Fires nobody."""
    return "pass"


@staff.refuses
def cannot_dismiss(g: House, p: Player, words: list[str]) -> Phrase | None:
    """Why an employee cannot be fired."""
    if len(words) == 2 and words[0] == "fire" and words[1] in CARDS:
        return cannot_fire(p, words[1])
    return None
