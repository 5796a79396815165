"""Brick & Mortar, chapter 4 of RULES.md: playing Market Cards as supply or as demand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from games.brick_and_mortar.components import DATA, HAND, contents, crates_alone, crates_on, total
from games.brick_and_mortar.decks import draw_market, put_away
from games.brick_and_mortar.points import in_order
from games.brick_and_mortar.state import ALWAYS, Brick, Player, game
from games.kernel import EVERYBODY, do_nothing, known, phrase

REDRAW_SLOT: int = DATA["building"]["redraw_slot"]
THIRD_CARD_SLOT: int = DATA["building"]["third_card_slot"]
PILES = ("supply", "demand")
ALL = "all"
BEFORE, AFTER = "before", "after"
"""When Market Cards may be exchanged: before playing, or after it."""


@game.step
def advertisement_phase(g: Brick) -> None:
    """Has everybody play cards, with the bonuses and stores around that."""
    g.phase = "advertisement"
    g.then(
        ("open_window", "advertisement_before"),
        ("offer_redraw", BEFORE),
        ("play", EVERYBODY),
        ("offer_redraw", AFTER),
        "gather_cards",
        ("open_window", "advertisement_during"),
        "refill_hands",
    )


@game.choice(
    lambda g, n: phrase("Put {n} of your Market Cards away.", n=n),
    secret=True,
    menu="discard {card} …",
)
def research(g: Brick, p: Player, count: int) -> list[str]:
    """Every pair of cards in hand."""
    return [f"discard {' '.join(pair)}" for pair in combinations(sorted(p.cards), count)]


@research.does("discard {card} {another}")
def discard_two(g: Brick, p: Player, count: int, card: str, another: str) -> None:
    put_away(g, p, card)
    put_away(g, p, another)


# --- 4.3 The third slot --------------------------------------------------------------------------


@game.step
def offer_redraw(g: Brick, when: str) -> None:
    """Asks everybody who may still exchange cards: before playing, and after it who wanted so."""
    seats = [p.seat for p in g.players if may_redraw(p)]
    if seats:
        g.reveal()  # who keeps their cards in every month is seen not to be asked
        g.then(("redraw", tuple(seats), when))


def may_redraw(p: Player) -> bool:
    """Whether a player has a store in the third slot, and has done nothing yet of its bonus."""
    return len(p.stores) >= REDRAW_SLOT and not p.redrawn and not p.keeps_cards


def prompt_redraw(g: Brick, when: str) -> str:
    """What may be exchanged, and whether this is the last chance."""
    if when != BEFORE:
        return phrase("Exchange one or all of your Market Cards, or none.")
    return phrase("Exchange one or all of your Market Cards, or none, or decide after playing.")


@game.choice(prompt_redraw, always=True)
def redraw(g: Brick, p: Player, when: str) -> Iterator[str]:
    """Each card, all of them, none now or ever, or to be asked after playing."""
    yield "pass"
    yield f"pass {ALWAYS}"
    if when == BEFORE:
        yield "redraw later"
    if len(p.cards) > 1:
        yield from (f"redraw {card}" for card in sorted(p.cards))
    yield f"redraw {ALL}"


decide_later = redraw.does("redraw later")(do_nothing)


@redraw.does("redraw {card}")
def exchange(g: Brick, p: Player, when: str, card: str) -> None:
    """Puts away one Market Card, or all, and draws as many."""
    old = list(p.cards) if card == ALL else [card]
    for each in old:
        put_away(g, p, each)
    new = [draw_market(g) for _ in old]
    p.cards += new
    p.redrawn = len(new)
    g.say("{who:seat exchanges|You exchanged} {n:card|cards}.", who=p.seat, n=len(new))
    g.say("You draw {cards:commas}.", p.seat, cards=[crates_alone(card) for card in new])


@redraw.does("pass [{always}]")
def exchange_nothing(g: Brick, p: Player, when: str, always: str = "") -> None:
    """Exchanges no Market Cards, this month or in any."""
    if always:
        redraw.set_premove(g, p.seat, "pass", when, stays=True)
    p.keeps_cards = True


# --- 4.1, 4.2, 4.4 Playing cards -----------------------------------------------------------------


@game.choice(
    "Play Market Cards as supply or as demand: two, or up to three with four stores.",
    menu="play {card} {pile} …",
)
def play(g: Brick, p: Player) -> Iterator[str]:
    """Two cards in every mix; three too where the fourth slot is taken."""
    ways = [[f"{card} {pile}" for pile in PILES] for card in sorted(p.cards)]
    counts = (2, 3) if len(p.stores) >= THIRD_CARD_SLOT else (2,)
    return (
        f"play {' '.join(each)}"
        for count in counts
        for some in combinations(ways, count)
        for each in product(*some)
    )


@play.does("play {card} {pile} {card_2} {pile_2} [{card_3} {pile_3}]")
def play_cards(
    g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str, card_3: str = "",
    pile_3: str = "",
) -> None:  # fmt: skip
    """Lays down two or three Market Cards, each as supply or as demand."""
    lay_down(g, p, card, pile)
    lay_down(g, p, card_2, pile_2)
    if card_3:
        lay_down(g, p, card_3, pile_3)


def lay_down(g: Brick, p: Player, card: str, pile: str) -> None:
    """Puts a card of the hand on a pile, for demand face down."""
    p.cards.remove(card)
    if pile == "supply":
        g.supply.append(card)
    else:
        g.demand.append(card)
        g.sees(p.seat, g, "demand", card)


@game.step
def gather_cards(g: Brick) -> None:
    """Shows the Supply Cards; nobody sees whose they were."""
    g.supply.sort()
    g.say("Supply: {crates}.", crates=contents(total(g.supply)))
    g.aside("{n:Demand Card lies|Demand Cards lie} face down.", n=len(g.demand))


# --- 13.24 The Advertisement Agency --------------------------------------------------------------


@game.choice(
    "Look at a pile of cards played, and perhaps add a card to it.",
    they="{who:seat} may look at a pile",
)
def look(g: Brick, p: Player) -> list[str]:
    return ["pass", *(f"look {pile}" for pile in PILES)]


@look.does("look {pile}")
def look_at(g: Brick, p: Player, pile: str) -> None:
    """Shows the player the supply or the demand played, and asks for a card to add."""
    p.looked = pile
    g.say("{who:seat looks|You looked} at the {pile}.", who=p.seat, pile=pile)
    if pile == "demand":
        g.reveal()
        unknown = [card for card in g.demand if card not in known(g, p.seat, g, "demand")]
        for card in unknown:
            g.sees(p.seat, g, "demand", card)
        g.say("The demand is {crates}.", p.seat, crates=contents(total(g.demand)))
    g.then(("add", p.seat, pile))


look_at_nothing = look.does("pass")(do_nothing)


def prompt_add(g: Brick, pile: str) -> str:
    return phrase("Add a Market Card to the {pile}, or none.", pile=pile)


@game.choice(prompt_add, secret=True)
def add(g: Brick, p: Player, pile: str) -> list[str]:
    """Each card in hand, or none."""
    return ["pass", *(f"add {card}" for card in sorted(p.cards))]


@add.does("add {card}")
def add_card(g: Brick, p: Player, pile: str, card: str) -> None:
    g.reveal(by=p.seat)
    lay_down(g, p, card, pile)
    g.supply.sort()
    if pile == "supply":
        g.say("{who:seat adds|You added} {card} to the supply.", who=p.seat, card=crates_on(card))
    else:
        g.say("{who:seat adds|You added} a card to the demand.", who=p.seat)


@add.does("pass")
def add_nothing(g: Brick, p: Player, pile: str) -> None:
    g.say("{who:seat adds|You added} no card.", who=p.seat)


@game.step
def refill_hands(g: Brick) -> None:
    """Has everybody draw back to a full hand."""
    for p in in_order(g):
        p.cards += [draw_market(g) for _ in range(HAND - len(p.cards))]
