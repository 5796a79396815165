"""Prêt-à-Porter: what cards do; a small function for each effect word that acts.

The words that merely stand, such as `housing`, are read in company.py. Where an effect leaves a
choice its function plans the question, which is in rules/card_questions.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from games.kernel import Phrase, Step, phrase
from games.pret_a_porter.company import abilities, owned
from games.pret_a_porter.components import (
    CARDS,
    DESIGNS,
    FLIPPED,
    NAME,
    SIZE,
    TOKEN_NAME,
    TOKENS,
    Ability,
    Effect,
)
from games.pret_a_porter.judging import POINTS
from games.pret_a_porter.state import Errand, Growth, House, Player, Runway, deck, game

Act = Callable[[House, Player, str, Effect], None]
ACTS: dict[str, Act] = {}
"""The effect words that act, each with what it does for the ability with this key."""
RANKS = (
    *("extra_type", "count_as_type"),
    *("gain", "gain_per", "choice"),
    *("sell_design", "buy_material", "take_design", "exchange", "swap_design"),
)
"""In this order a player's abilities work where several answer to one event."""
CASH_STEP = 5


def act(run: Act) -> Act:
    """Registers the function as what the effect word of its name does."""
    ACTS[run.__name__] = run
    return run


# --- Abilities -----------------------------------------------------------------------------------


def ability_of(p: Player, key: str) -> Ability:
    card, number = key.split("/")
    return CARDS[card].sides[p.cards[card]].abilities[int(number)]


def card_of(key: str) -> str:
    return key.split("/")[0]


def unused(p: Player, on: str) -> list[Ability]:
    """The abilities that answer to an event and have not worked this round, in their order."""
    found = [each for each in abilities(p, on) if each.key not in p.used and p.shown >= each.shown]
    return sorted(found, key=rank) if len(found) > 1 else found


def rank(ability: Ability) -> tuple[int, bool, str]:
    """What abilities are sorted by: the kind of their first effect, then the card.

    Clothing types with a limit come last of their kind: so all types together bring the most.
    """
    first = ability.do[0]
    word = first["do"]
    return RANKS.index(word) if word in RANKS else len(RANKS), "max_tokens" in first, ability.key


def use(p: Player, ability: Ability) -> Step:
    return ("carry_out", p.seat, ability.key, 0)


@game.step
def carry_out(g: House, seat: int, key: str, number: int) -> None:
    """Does the effects of an ability one after the other, from this one on."""
    p = g.players[seat]
    if card_of(key) not in p.cards or (number == 0 and key in p.used):
        return
    ability = ability_of(p, key)
    if number == 0:
        p.used.append(key)
    if number == len(ability.do):
        return
    g.then(("carry_out", seat, key, number + 1))
    effect = ability.do[number]
    if effect["do"] in ACTS:
        ACTS[effect["do"]](g, p, key, effect)


def forgo(g: House, p: Player, key: str) -> None:
    """Leaves an ability unused with all of its effects."""
    assert g.agenda[-1][0] == "carry_out"
    g.agenda.pop()
    p.used.remove(key)


# --- Getting -------------------------------------------------------------------------------------


def receive(p: Player, res: str, n: int) -> None:
    """Adds dollars, tokens, prestige or points."""
    if res in TOKENS:
        p.tokens[res] += n
    else:
        setattr(p, res, getattr(p, res) + n)


def get(g: House, p: Player, key: str, res: str, n: int) -> None:
    """Gives a player what a card brings, if anything, with news for all."""
    if n:
        receive(p, res, n)
        points = {"cash": n, "vp": n, "prestige": n * POINTS[g.seats]}.get(res, 0)
        g.say(
            "{card} brings {who:seat|you} {what}.",
            card=NAME[card_of(key)],
            who=p.seat,
            what=amount(res, n),
            worth=points,
        )
    elif len(ability_of(p, key).do) == 1:
        card = NAME[card_of(key)]
        g.aside("{card} brings {who:seat|you} nothing.", card=card, who=p.seat, worth=0)


@act
def gain(g: House, p: Player, key: str, effect: Effect) -> None:
    """Gains an amount of something; the player chooses each unit of material."""
    if effect["res"] == "material":
        g.then(*[("material", p.seat, key, 0)] * effect["n"])
    else:
        get(g, p, key, effect["res"], effect["n"])


@act
def gain_per(g: House, p: Player, key: str, effect: Effect) -> None:
    """Gains an amount of something for each of something else, up to a limit."""
    count = min(COUNTS[effect["per"]](g, p), effect.get("max_count", 99))
    get(g, p, key, effect["res"], effect["n"] * count)


COUNTS: dict[str, Callable[[House, Player], int]] = {
    "collection_card": lambda g, p: p.shown,
    "final_collection_card": lambda g, p: p.shown,
    "first_place": lambda g, p: sum(award.first == p.seat for award in g.awards),
    "building": lambda g, p: len(owned(p, "building")),
    "improved_card": lambda g, p: sum(
        side == FLIPPED and CARDS[card].kind != "contract" for card, side in p.cards.items()
    ),
    "prestige_token": lambda g, p: p.last_prestige,
    "cash_5": lambda g, p: p.cash // CASH_STEP,
    "leftover_material": lambda g, p: sum(p.material.values()),
    "leftover_design": lambda g, p: len(p.designs),
}
"""What `gain_per` counts."""


@act
def choice(g: House, p: Player, key: str, effect: Effect) -> None:
    g.then(("option", p.seat, key))


@act
def exchange(g: House, p: Player, key: str, effect: Effect) -> None:
    """Something for dollars, where the player can pay them and likes to."""
    if p.cash < effect["pay"]:
        return
    [wanted] = effect["get"]
    questions = {
        ("gain", "material"): ("material", p.seat, key, effect["pay"]),
        ("gain", "prestige"): ("donate", p.seat, key),
        ("take_design", None): ("peek", p.seat, key),
    }
    question = questions.get((wanted["do"], wanted.get("res")))
    if question:
        g.then(question)


# --- Buying --------------------------------------------------------------------------------------


def errand_of(g: House) -> Errand:
    assert g.errand is not None
    return g.errand


def will_act(g: House, p: Player, location: int) -> bool:
    """Whether a pawn of the player at a location has its action still to come this month."""
    if p.seat not in (*g.spaces[location], *g.card_spaces[location]):
        return False
    if g.phase == "planning":
        return True
    waiting = (("resolve", location), ("pawns", location), ("errand", p.seat, location))
    return any(step in g.agenda for step in waiting)


@act
def discount(g: House, p: Player, key: str, effect: Effect) -> None:
    errand_of(g).discount += effect["per_unit"]


@act
def raise_limit(g: House, p: Player, key: str, effect: Effect) -> None:
    """More credits, or more units of each colour, in this action."""
    errand_of(g).raised += effect["n"]


@act
def buy_material(g: House, p: Player, key: str, effect: Effect) -> None:
    """A purchase without a pawn."""
    g.then(("free_purchase", p.seat, key))


# --- Designs and contracts -----------------------------------------------------------------------


@act
def take_design(g: House, p: Player, key: str, effect: Effect) -> None:
    """One more design, from the deck or from anywhere."""
    g.then(*[("extra_design", p.seat, key)] * effect["n"])


@act
def swap_design(g: House, p: Player, key: str, effect: Effect) -> None:
    """An own design for another one; not where there is none to be had."""
    pools = {"display": g.rows["design"], "discard": g.discards["design"]}
    there = pools.get(effect["source"]) or (
        effect["source"] == "deck" and (deck(g, "design") or g.discards["design"])
    )
    if p.designs and there:
        g.then(("swap", p.seat, key))


@act
def take_contract(g: House, p: Player, key: str, effect: Effect) -> None:
    """The contract on top of the deck."""
    g.then(("extra_contract", p.seat, key))


@act
def sell_design(g: House, p: Player, key: str, effect: Effect) -> None:
    """Designs for dollars, one after the other."""
    g.then(*[("sell", p.seat, key)] * effect["n"])


def sale_price(effect: Effect, design: str) -> int:
    return DESIGNS[design].price if effect["cash"] == "printed" else effect["cash"]


# --- Growth --------------------------------------------------------------------------------------


def growth_of(g: House) -> Growth:
    """What may still be turned over in the running growth turn."""
    assert g.growth is not None
    return g.growth


def price_to_turn(g: House, card: str) -> int:
    """What turning a card over costs, less the largest discount."""
    growth = growth_of(g)
    return max(0, CARDS[card].sides[FLIPPED].cost - max(growth.discounts, default=0))


@act
def growth_extra(g: House, p: Player, key: str, effect: Effect) -> None:
    """More cards to turn over in this growth turn."""
    field = {"train": "train", "upgrade": "upgrade", "any": "either"}[effect["kind"]]
    setattr(growth_of(g), field, getattr(growth_of(g), field) + effect["n"])


@act
def growth_discount(g: House, p: Player, key: str, effect: Effect) -> None:
    growth_of(g).discounts.append(effect["amount"])


# --- The show ------------------------------------------------------------------------------------


def runway_of(g: House) -> Runway:
    assert g.runway is not None
    return g.runway


def untyped(g: House) -> list[str]:
    """The shown designs that gave no trend token for a clothing type."""
    runway = runway_of(g)
    return [design for design in runway.shown if design not in runway.typed]


def give_trend(g: House, p: Player, key: str, designs: list[str]) -> None:
    """A trend token for each of these designs."""
    runway_of(g).typed += designs
    get(g, p, key, "T", len(designs))


@act
def extra_type(g: House, p: Player, key: str, effect: Effect) -> None:
    """Further clothing types that give trend: those with most designs, alphabetically."""
    types = Counter(DESIGNS[design].type for design in untyped(g))
    best = sorted(types, key=lambda kind: (-types[kind], kind))[: effect["n"]]
    fitting = [design for design in untyped(g) if DESIGNS[design].type in best]
    give_trend(g, p, key, fitting[: effect.get("max_tokens", len(fitting))])


@act
def count_as_type(g: House, p: Player, key: str, effect: Effect) -> None:
    """Further designs that give trend, whatever their type."""
    give_trend(g, p, key, untyped(g)[: effect["n"]])


@act
def win_ties(g: House, p: Player, key: str, effect: Effect) -> None:
    """Categories in which the player wins ties; of one the player says which."""
    if effect["categories"] == "choose_one":
        g.then(("category", p.seat, key))
        return
    every = effect["categories"] == "all"
    p.wins_ties += [*TOKENS, SIZE] if every else effect["categories"]


def amount(res: str, n: int) -> Phrase:
    """In words; dollars have their sign."""
    if res == "cash":
        return phrase("${n}", n=n)
    if res == "vp":
        return phrase("{n:point|points}", n=n)
    return phrase("{n} {gain}", n=n, gain=TOKEN_NAME.get(res, res))


def units(colours: Iterable[str]) -> list[str]:
    """Units of these colours, with the number of equal ones."""
    return [
        phrase("{n} {colour}", n=n, colour=colour) if n > 1 else colour
        for colour, n in Counter(colours).items()
    ]
