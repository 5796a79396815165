"""Brick & Mortar, chapter 4 of RULES.md: playing Market Cards as supply or as demand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from games.brick_and_mortar.cards import DATA, HAND, KINDS, contents, crates_on, total
from games.brick_and_mortar.decks import draw_market, put_away
from games.brick_and_mortar.expectation import outlets, together, worth_of_cards
from games.brick_and_mortar.points import in_order
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import held, rooms
from games.kernel import EVERYBODY, do_nothing, known, phrase

REDRAW_SLOT: int = DATA["building"]["redraw_slot"]
THIRD_CARD_SLOT: int = DATA["building"]["third_card_slot"]
PILES = ("supply", "demand")
ALL = "all"


@game.step
def advertisement_phase(g: Brick) -> None:
    """Has everybody play cards, with the bonuses and stores around that ("Advertisement Phase")."""
    g.phase = "advertisement"
    g.then(
        ("open_window", "advertisement_before"),
        ("offer_redraw", "before"),
        ("play", EVERYBODY),
        ("offer_redraw", "after"),
        "gather_cards",
        ("open_window", "advertisement_during"),
        "refill_hands",
    )


@game.choice(lambda g, n: phrase("Put {n} of your Market Cards away.", n=n), secret=True)
def research(g: Brick, p: Player, count: int) -> list[str]:
    """Every pair of cards in hand."""
    return [f"discard {' '.join(pair)}" for pair in combinations(sorted(p.cards), count)]


@research.does(
    "discard {card} {another}",
    label=lambda g, p, count, card, another: phrase(
        "Put away {card}, {another}", card=crates_on(card), another=crates_on(another)
    ),
)
def discard_two(g: Brick, p: Player, count: int, card: str, another: str) -> None:
    """Puts two of the Market Cards away."""
    put_away(g, p, card)
    put_away(g, p, another)


# --- The bonus of the third slot -----------------------------------------------------------------


@game.step
def offer_redraw(g: Brick, when: str) -> None:
    """Asks everybody with a store in the third slot who has exchanged nothing this month."""
    seats = [p.seat for p in g.players if len(p.stores) >= REDRAW_SLOT and not p.redrawn]
    if seats:
        g.then(("redraw", tuple(seats), when))


def prompt_redraw(g: Brick, when: str) -> str:
    """What may be exchanged, and whether this is the last chance."""
    if when != "before":
        return phrase("Exchange one or all of your Market Cards, or none.")
    return phrase(
        "Exchange one or all of your Market Cards, or none; you may still do so after playing."
    )


@game.choice(prompt_redraw, always=True)
def redraw(g: Brick, p: Player, when: str) -> Iterator[str]:
    """Each card, all of them, or none."""
    yield "pass"
    if len(p.cards) > 1:
        yield from (f"redraw {card}" for card in sorted(p.cards))
    yield f"redraw {ALL}"


def label_exchange(g: Brick, p: Player, when: str, card: str) -> str:
    """The card, or how many."""
    if card == ALL:
        return phrase("Exchange all {n:card|cards}", n=len(p.cards))
    return phrase("Exchange {card}", card=crates_on(card))


@redraw.does("redraw {card}", label=label_exchange)
def exchange(g: Brick, p: Player, when: str, card: str) -> None:
    """Puts away one Market Card, or all, and draws as many."""
    old = list(p.cards) if card == ALL else [card]
    for each in old:
        put_away(g, p, each)
    new = [draw_market(g) for _ in old]
    p.cards += new
    p.redrawn = len(new)
    g.say("{who:seat} exchanges {n:card|cards}.", who=p.seat, n=len(new))
    g.say("You draw {cards:commas}.", p.seat, cards=[crates_on(card) for card in new])


redraw.does("pass", label="Exchange nothing now")(do_nothing)


@redraw.default
def redraw_nothing(g: Brick, p: Player, when: str) -> str:
    """Keeps the hand."""
    return "pass"


@redraw.premove("exchange {0} playing")
def redraw_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[str], list[str]]]:
    """Keeping all cards, before or after playing."""
    if len(p.stores) >= REDRAW_SLOT and not p.redrawn:
        waiting = [step[1] for step in g.agenda if step[0] == "offer_redraw"]
        now = [step[2] for step in g.agenda if step[0] == "redraw" and p.seat in g.asked]
        yield from (((when,), ["pass"]) for when in now + waiting[::-1])


@redraw.refuses
def cannot_redraw(g: Brick, p: Player, when: str, words: list[str]) -> str | None:
    """That it is one card or all."""
    if words[0] != "redraw":
        return None
    return phrase("Exchange one of your Market Cards, or all of them.")


# --- Playing cards -------------------------------------------------------------------------------


@game.choice("Play two Market Cards as supply or demand, with a full building two or three.")
def play(g: Brick, p: Player) -> Iterator[str]:
    """Two cards in every mix; three too where the fourth slot is taken."""
    for count in (2, 3) if len(p.stores) >= THIRD_CARD_SLOT else (2,):
        for cards in combinations(sorted(p.cards), count):
            for piles in product(PILES, repeat=count):
                played = zip(cards, piles, strict=True)
                yield f"play {' '.join(f'{card} {pile}' for card, pile in played)}"


def label_two(g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str) -> str:
    """What is played as supply, and what as demand; as short as the labels of three cards."""
    short = len(p.stores) >= THIRD_CARD_SLOT
    return piles_as_words([(card, pile), (card_2, pile_2)], short)


def piles_as_words(played: list[tuple[str, str]], short: bool) -> str:
    """Cards by what they are played as: "Supply m05 4 food 2 electronics; demand ..."."""
    supply = [crates_on(card, short) for card, pile in played if pile == "supply"]
    demand = [crates_on(card, short) for card, pile in played if pile == "demand"]
    if not demand:
        return phrase("Supply {supply:commas}", supply=supply)
    if not supply:
        return phrase("Demand {demand:commas}", demand=demand)
    return phrase("Supply {supply:commas}; demand {demand:commas}", supply=supply, demand=demand)


def outlook_play(g: Brick, p: Player, *words: str) -> str:
    """How many of the own crates the demand is for, and how many of the supply find room."""
    cards = dict(zip(words[::2], words[1::2], strict=True))
    piles = {pile: total(card for card, where in cards.items() if where == pile) for pile in PILES}
    stock = {kind: sum(held(store, kind) for store in p.stores) for kind in KINDS}
    numbers = {
        "wanted": sum(min(n, stock[kind]) for kind, n in piles["demand"].items()),
        "own": sum(stock.values()),
        "fitting": sum(min(n, rooms(p, kind)) for kind, n in piles["supply"].items()),
        "new": sum(piles["supply"].values()),
    }
    if not numbers["new"]:
        return phrase("Boxes for {wanted} of your {own:crate|crates}", **numbers)
    if not any(piles["demand"].values()):
        return phrase("Room for {fitting} of {new:crate|crates}", **numbers)
    return phrase(
        "Boxes for {wanted} of your {own:crate|crates}; room for {fitting} of {new:crate|crates}",
        **numbers,
    )


@play.does("play {card} {pile} {card_2} {pile_2}", label=label_two, outlook=outlook_play)
def play_two(g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str) -> None:
    """Lays down two Market Cards, each as supply or as demand."""
    lay_down(g, p, card, pile)
    lay_down(g, p, card_2, pile_2)


def label_three(
    g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str, card_3: str, pile_3: str
) -> str:
    """What is played as supply, and what as demand, in short words."""
    return piles_as_words([(card, pile), (card_2, pile_2), (card_3, pile_3)], short=True)


@play.does(
    "play {card} {pile} {card_2} {pile_2} {card_3} {pile_3}",
    label=label_three,
    outlook=outlook_play,
)
def play_three(
    g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str, card_3: str, pile_3: str
) -> None:
    """Lays down three Market Cards, each as supply or as demand."""
    play_two(g, p, card, pile, card_2, pile_2)
    lay_down(g, p, card_3, pile_3)


def lay_down(g: Brick, p: Player, card: str, pile: str) -> None:
    """Puts a card of the hand on a pile, for demand face down."""
    p.cards.remove(card)
    if pile == "supply":
        g.supply.append(card)
    else:
        g.demand.append(card)
        g.sees(p.seat, g, "demand", card)


@play.default
def serve_oneself(g: Brick, p: Player) -> str:
    """The two cards and piles with which own crates, room and boxes fit best."""
    where, best, move = outlets(g, p), -1.0, ""
    for one, two in combinations(sorted(p.cards), 2):
        for first, second in product(("supply", "demand"), repeat=2):
            supply = together(one * (first == "supply"), two * (second == "supply"))
            demand = together(one * (first == "demand"), two * (second == "demand"))
            worth = worth_of_cards(where, supply, demand)
            if worth > best:
                best, move = worth, f"play {one} {first} {two} {second}"
    return move


@play.refuses
def cannot_play(g: Brick, p: Player, words: list[str]) -> str | None:
    """How many cards are to be played."""
    if len(p.stores) >= THIRD_CARD_SLOT:
        return phrase(
            "Play two or three cards of your hand, each followed by supply or demand, in the order"
            " listed."
        )
    return phrase(
        "Play two cards of your hand, each followed by supply or demand, in the order listed."
    )


@game.step
def gather_cards(g: Brick) -> None:
    """Shows the Supply Cards; nobody sees whose they were."""
    g.supply.sort()
    g.say("Supply: {crates}.", crates=contents(total(g.supply)))
    g.say("{n:Demand Card lies|Demand Cards lie} face down.", n=len(g.demand))


# --- The Advertisement Agency --------------------------------------------------------------------


@game.choice("Look at a pile of cards played, and perhaps add a card to it.")
def look(g: Brick, p: Player) -> list[str]:
    """Either pile, or none."""
    return ["pass", *(f"look {pile}" for pile in PILES)]


@look.does("look {pile}", label="Look at the {pile}, then add a card or not")
def look_at(g: Brick, p: Player, pile: str) -> None:
    """Shows the player the supply or the demand played, and asks for a card to add."""
    p.looked = pile
    g.say("{who:seat} looks at the {pile}.", who=p.seat, pile=pile)
    if pile == "demand":
        g.reveal()
        unknown = [card for card in g.demand if card not in known(g, p.seat, g, "demand")]
        for card in unknown:
            g.sees(p.seat, g, "demand", card)
        g.say("The demand is {crates}.", p.seat, crates=contents(total(g.demand)))
    g.then(("add", p.seat, pile))


look.does("pass", label="Add no card")(do_nothing)


@look.default
def leave_piles(g: Brick, p: Player) -> str:
    """Looks at nothing."""
    return "pass"


def prompt_add(g: Brick, pile: str) -> str:
    """The pile."""
    return phrase("Add a Market Card to the {pile}, or none.", pile=pile)


@game.choice(prompt_add, secret=True)
def add(g: Brick, p: Player, pile: str) -> list[str]:
    """Each card in hand, or none."""
    return ["pass", *(f"add {card}" for card in sorted(p.cards))]


def label_add(g: Brick, p: Player, pile: str, card: str) -> str:
    """The card and the pile."""
    return phrase("Add {card} to the {pile}", card=crates_on(card), pile=pile)


@add.does("add {card}", label=label_add)
def add_card(g: Brick, p: Player, pile: str, card: str) -> None:
    """Lays a Market Card on the pile that the player looked at."""
    g.reveal()
    lay_down(g, p, card, pile)
    g.supply.sort()
    if pile == "supply":
        g.say("{who:seat} adds {card} to the supply.", who=p.seat, card=crates_on(card))
    else:
        g.say("{who:seat} adds a card to the demand.", who=p.seat)


@add.does("pass", label="Add no card")
def add_nothing(g: Brick, p: Player, pile: str) -> None:
    """Adds no card."""
    g.say("{who:seat} adds no card.", who=p.seat)


@add.default
def keep_hand(g: Brick, p: Player, pile: str) -> str:
    """Adds nothing."""
    return "pass"


@game.step
def refill_hands(g: Brick) -> None:
    """Has everybody draw back to a full hand."""
    for p in in_order(g):
        p.cards += [draw_market(g) for _ in range(HAND - len(p.cards))]
