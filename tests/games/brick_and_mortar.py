"""Positions and play of Brick & Mortar for its tests.

Players are A, B, C and D, in this turn order unless a position says otherwise.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD, KINDS, MARKET
from games.brick_and_mortar.rules.sale import same_as_selling_all
from games.brick_and_mortar.state import Brick, Player, Store
from games.kernel import IllegalMove, Step
from games.words import news_text
from tests.games.scenarios import Kit, Seats, each_player, panel, with_premoves

rule = pytest.mark.rule

LETTERS = "ABCD"
asked = Seats(game, LETTERS).asked
KIND = {kind[0].upper(): kind for kind in KINDS}
ROW = ["gadget_shop", "corner_grocery", "art_gallery", "mall_gallery"]
ON_DECK = "souvenir_stand"
FIVE = ["m01 m02 m03 m04 m05", "m11 m12 m13 m14 m15"]
"""Hands of Market Cards."""


def crates(text: str) -> dict[str, int]:
    """Numbers by kind: "F5 J2" is five food and two jewelry."""
    return dict.fromkeys(KINDS, 0) | {KIND[word[0]]: int(word[1:]) for word in text.split()}


def store(text: str) -> Store:
    """An open store: "jeweler J1/0/2" has a crate on the top shelf and two on the third."""
    card, *held = text.split()
    items = {kind: [0] * CARD[card].shelves for kind in CARD[card].capacity}
    for word in held:
        shelves = [int(n) for n in word[1:].split("/")]
        items[KIND[word[0]]][: len(shelves)] = shelves
    return Store(card, items)


def position(
    *steps: str | Step,
    stores: Sequence[str] = (),
    money: Sequence[int] = (),
    points: Sequence[int] = (),
    debt: Sequence[int] = (),
    hands: Sequence[str] = (),
    cards: Sequence[str] = (),
    order: str = "",
    market: str = "",
    boxes: str = "",
    seats: int = 2,
    month: int = 2,
    **fields: Any,
) -> Brick:
    """A small position in which these steps come next, and nothing after them.

    Stores read "jeweler J1/0/2, exporter F4" per player; hands and cards are ids. The
    Demand Cards show just these boxes of the kinds that are named. The rest lies in the decks.
    """
    g = Brick(seats=seats, rng=0, goal=45, last_month=10, month=month)
    g.players = [Player(seat, points=10, money=15) for seat in range(seats)]
    for name, values in (("money", money), ("points", points), ("debt", debt)):
        for p, value in zip(g.players, values, strict=False):
            setattr(p, name, value)
    for p, text in zip(g.players, stores, strict=False):
        p.stores = [store(each) for each in text.split(", ") if each]
    for p, text in zip(g.players, hands, strict=False):
        p.hand = text.split()
    for p, text in zip(g.players, cards, strict=False):
        p.cards = text.split()
    g.order = [LETTERS.index(each) for each in order or LETTERS[:seats]]
    g.market, g.demand = crates(market), cards_that_show(boxes)
    for name, value in fields.items():
        setattr(g, name, value)
    put_the_rest_away(g)
    g.then(*steps)
    return game._stack.advance(g)


def put_the_rest_away(g: Brick) -> None:
    """Lays every card that is nowhere yet into its deck, Starting Stores out of the game."""
    used = pieces(g)
    for card in CARD:
        if not used[f"store {card}"]:
            (g.gone if CARD[card].players else g.store_deck).append(card)
    g.market_deck += [card for card in MARKET if not used[f"market {card}"]]
    assert {*pieces(g).values()} == {1}, "a position uses each card once"


@cache
def found(wanted: tuple[tuple[str, int], ...], start: int = 0) -> tuple[str, ...] | None:
    """Market Cards with these numbers of these kinds, from a place in the list on."""
    if not any(n for _, n in wanted):
        return ()
    cards = list(MARKET)
    for i in range(start, len(cards)):
        shown = MARKET[cards[i]]
        left = tuple((kind, n - shown.get(kind, 0)) for kind, n in wanted)
        if left != wanted and all(n >= 0 for _, n in left):
            rest = found(left, i + 1)
            if rest is not None:
                return (cards[i], *rest)
    return None


def cards_that_show(boxes: str) -> list[str]:
    """Market Cards with just these numbers of the kinds named in "C5 J0"; others may be on them."""
    cards = found(tuple((KIND[word[0]], int(word[1:])) for word in boxes.split()))
    assert cards is not None, boxes
    return list(cards)


# --- Phases ---------------------------------------------------------------------------------------


def building(**facts: Any) -> Brick:
    """The Building Phase of a later month."""
    return position("building_phase", **({"row": [*ROW], "on_deck": ON_DECK} | facts))


advertisement = partial(position, "advertisement_phase")
supply = partial(position, "supply_phase")
sale = partial(position, "sale_phase")
sale_and_all_after_it = partial(position, "sale_phase", "investment_phase", "end_month")
inventory = partial(position, "inventory_phase")
utilities = partial(position, "utilities_phase")
investment = partial(position, "investment_phase")
last_scoring = partial(position, "end_month", month=10)


# --- What is there --------------------------------------------------------------------------------


def pieces(g: Brick) -> Counter[str]:
    """All Market Cards and Store Cards of a game, wherever they are."""
    stores = [*g.starting, *g.row, *g.store_deck, *g.draft_leftovers, *g.store_discards, *g.gone]
    stores += [g.on_deck] if g.on_deck else []
    market = [*g.market_deck, *g.market_discards, *g.put_away, *g.supply, *g.demand]
    market += g.shown_demand
    for p in g.players:
        stores += [*p.hand, *p.pack, *([p.bought] if p.bought else [])]
        stores += [each.card for each in p.stores]
        market += p.cards
    return Counter([f"store {card}" for card in stores] + [f"market {card}" for card in market])


def play(g: Brick, *moves: str) -> Brick:
    """The state after moves like "A bid 9": in Supply such a bid leaves the number for later."""
    for move in moves:
        who, text = move.split(" ", 1)
        if choice(g) == "supply_bid" and len(text.split()) == 2:
            text += " 0"
        g = with_premoves(game, game.play(g, LETTERS.index(who), only_move(g, who, text)))
    return g


def only_move(g: Brick, who: str, text: str) -> str:
    """The move that does the same, where a question has only one for both."""
    if choice(g) == "sell" and text in same_as_selling_all(g, player(g, who)):
        return "sell all" if "sell all" in legal(g, who) else text
    if choice(g) == "stock" and text.startswith("stock 0 "):
        return text if text in legal(g, who) else "done"
    return text


def legal(g: Brick, who: str = "A", start: str = "") -> list[str]:
    """The moves open to a player that begin so."""
    return [move for move in game.legal(g, LETTERS.index(who)) if move.startswith(start)]


def numbers(g: Brick, who: str, verb: str) -> list[int]:
    """The numbers that a player may say after this word; to stock 0 may be "done"."""
    said = [move.split(" ")[1] for move in legal(g, who, f"{verb} ")]
    said += ["0"] if verb == "stock" and "done" in legal(g, who) else []
    return sorted({int(word) for word in said if word.isdigit()})


def choice(g: Brick) -> str:
    """The question that is open; "" for none."""
    return game.view(g, None)["question"]["name"]


def refused(g: Brick, *moves: str) -> bool:
    """Whether each of these moves is refused by itself."""
    for move in moves:
        with pytest.raises(IllegalMove):
            play(g, move)
    return True


def order(g: Brick) -> str:
    return "".join(LETTERS[seat] for seat in g.order)


def money(g: Brick) -> list[int]:
    return [p.money for p in g.players]


def points(g: Brick) -> list[int]:
    return [p.points for p in g.players]


def debt(g: Brick) -> list[int]:
    return [p.debt for p in g.players]


def stores(g: Brick, who: str = "A") -> str:
    """A player's open stores in the notation of `position`, empty kinds left out."""
    return ", ".join(" ".join([each.card, *on_shelves(each)]) for each in player(g, who).stores)


def on_shelves(each: Store) -> list[str]:
    """What is in a store: ["J1/0/2"], without the empty shelves below."""
    found: list[str] = []
    for kind, shelves in each.items.items():
        last = max((i for i, n in enumerate(shelves) if n), default=-1)
        if last >= 0:
            found.append(kind[0].upper() + "/".join(map(str, shelves[: last + 1])))
    return found


def heap(numbers: dict[str, int]) -> str:
    """Numbers by kind in the notation of `crates`, zeros left out."""
    return " ".join(f"{kind[0].upper()}{n}" for kind, n in numbers.items() if n)


def player(g: Brick, who: str) -> Player:
    return g.players[LETTERS.index(who)]


def figure(card: str, word: str, name: str) -> int:
    """A number on a card: of the modifier with this word, the figure of this name."""
    return next(m[name] for m in CARD[card].modifiers if m.word == word)


def told(g: Brick, who: str = "") -> list[str]:
    """The news of the last move as a player, or else a spectator, reads them."""
    view = game.view(g, LETTERS.index(who) if who else None)
    return [news_text(text, values, LETTERS) for text, values in view["news"]]


def drafted(seats: int = 2, seed: int = 1) -> Brick:
    """A new game after the draft, in which everybody has kept the first card of each pack."""
    g = game.new(seats, seed)
    while choice(g) == "draft":
        g = play(g, f"{asked(g)[0]} {legal(g, asked(g)[0])[0]}")
    return g


# --- Worked examples ------------------------------------------------------------------------------

KIT = Kit(
    positions={
        "advertisement": advertisement,
        "building": building,
        "supply": supply,
        "sale": sale,
        "sale to the end of the month": sale_and_all_after_it,
        "inventory": inventory,
        "utilities": utilities,
        "investment": investment,
        "last month's end": last_scoring,
        "sale, then inventory": partial(position, "sale_phase", "inventory_phase"),
        "investment to the end of the month": partial(position, "investment_phase", "end_month"),
        "month's end": partial(position, "end_month"),
        "building, then advertisement": partial(position, "building_phase", "advertisement_phase"),
        "advertisement, then supply": partial(position, "advertisement_phase", "supply_phase"),
        "advertisement, then sale": partial(position, "advertisement_phase", "sale_phase"),
    },
    read=dict.fromkeys(("stores", "hands", "cards"), each_player)
    | dict.fromkeys(("row", "supply", "demand", "market_discards", "gone"), str.split)
    | dict.fromkeys(("seats", "month", "last_month"), int)
    | {"cards": lambda text: FIVE if text == "five each" else each_player(text)}
    | {"goal_taken": "yes".__eq__, "phase": str, "on_deck": lambda text: text.strip("-")},
    play=play,
    legal=legal,
    facts={
        **panel(game, LETTERS),
        "all_boxes": lambda g: heap(g.all_boxes),
        "asked": asked,
        "bought": lambda g, who: player(g, who).bought,
        "boxes": lambda g: heap(g.boxes),
        "choice": choice,
        "choices": lambda g, who: len(legal(g, who)),
        "debt": debt,
        "expert": lambda g, who: game.expert(g, LETTERS.index(who)),
        "fill": lambda g: legal(g, "A", "stock all"),
        "held": lambda g, who: len(player(g, who).cards),
        "score": lambda g, who: g.scores[LETTERS.index(who)],
        "ended": lambda g: g.scores is not None,
        "legal": legal,
        "market": lambda g: heap(g.market),
        "market_discards": lambda g: sorted(g.market_discards),
        "money": money,
        "numbers": numbers,
        "order": order,
        "points": points,
        "secret": lambda g: game.view(g, None)["question"]["secret"],
        "new": lambda g, *_: g.on_deck not in ("", ON_DECK),
        "stores": stores,
        "told": lambda g, word="": [line for line in told(g) if word in line],
        "told_to": lambda g, who: told(g, who),
        "winners": lambda g: [LETTERS[seat] for seat in game.view(g, None)["winners"]],
    },
)
