"""Positions and play of Powdered Wigs for its tests.

Players are A, B, C and D. A market reads "I 4 4, II _ 2": squares from the bottom up, `_` is empty.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import Any

import pytest

from games.kernel import State, Step
from games.wigs.state import Player, Wigs, game
from games.words import translate
from tests.games.scenarios import Kit, Seats, each_player, panel

rule = pytest.mark.rule

LETTERS = "ABCD"
BY_LETTER = Seats(game, LETTERS)
play, legal, asked, label = BY_LETTER.play, BY_LETTER.legal, BY_LETTER.asked, BY_LETTER.label
told, refusal = BY_LETTER.told, BY_LETTER.refusal
DEBUT = (2, 3, 4)


def position(
    *steps: str | Step,
    seats: int = 0,
    gold: Sequence[int] = (),
    tiles: Sequence[list[int]] = (),
    worn: Sequence[int] = (),
    market: str = "",
    draws: Sequence[int] = (),
    supply: Sequence[int] | None = None,
    **fields: Any,
) -> Wigs:
    """A small position in which these steps come next; `draws` come from the supply in this order.

    Unless said otherwise a player has 2 gold, nothing behind the screen and wears a Trendsetter,
    which has no ability while others wear it too.
    """
    seats = seats or max(len(gold), len(tiles), len(worn)) or 3
    wigs = list(supply) if supply is not None else [*draws, 1, 2, 3, 4, 5]
    g = Wigs(seats=seats, rng=rng_that_draws(wigs, draws), supply=wigs, least_supply=len(wigs))
    g.round, g.phase = 1, ""
    for name, value in fields.items():
        setattr(g, name, list(value) if isinstance(value, list | tuple) else value)
    g.players = [
        Player(
            seat,
            gold=gold[seat] if gold else 2,
            tiles=list(tiles[seat]) if tiles else [],
            worn=worn[seat] if worn else 2,
        )
        for seat in range(seats)
    ]
    g.market = {column: [0] * len(prices) for column, prices in prices_of(g).items()}
    for squares in filter(None, market.split(", ")):
        column, *wigs_on_it = squares.split(" ")
        for square, wig in enumerate(wigs_on_it):
            g.market[column][square] = 0 if wig == "_" else int(wig)
    g.fresh = {column: [0] * len(squares) for column, squares in g.market.items()}
    g.then(*steps)
    return game._stack.advance(g)


def rng_that_draws(supply: Sequence[int], draws: Sequence[int]) -> int:
    """A state of chance in which these wigs come from this supply one after another."""
    for seed in count():
        chance, pile = State(seats=0, rng=seed), list(supply)
        if [chance.draw(pile) for _ in draws] == list(draws):
            return seed
    raise AssertionError


def prices_of(g: Wigs) -> dict[str, list[int]]:
    """The prices as the specification gives them, bottom up."""
    side = [1, 2, 3, 4] if g.layout == "stepped" else [1, 2, 3, 4, 5]
    return {"I": side, "II": [2, 3, 4] if g.seats == 2 else [1, 2, 3, 4, 5], "III": side}


def selling(*seats: int) -> list[Step]:
    """The steps of these seats' turns to sell; of A's, if none is named."""
    return [
        step
        for seat in seats or [0]
        for step in (("turn_to_sell", seat, 0), ("after_selling", seat))
    ]


def ranked(g: Wigs) -> str:
    """The order of the running phase."""
    return "".join(LETTERS[seat] for seat in g.order)


def market(g: Wigs) -> str:
    """The market in the notation of `position`."""
    texts = (
        f"{column} {' '.join(str(wig or '_') for wig in squares)}"
        for column, squares in g.market.items()
        if any(squares)
    )
    return ", ".join(text.rstrip("_ ") for text in texts)


def gold(g: Wigs) -> list[int]:
    return [p.gold for p in g.players]


def brings(g: Wigs, move: str) -> str:
    """What a legal move would bring."""
    who, text = move.split(" ", 1)
    return game.consequence(g, LETTERS.index(who), text)


def warned(g: Wigs, who: str, move: str = "") -> str:
    """The alarms that hold for a player, or that of a move."""
    seat = LETTERS.index(who)
    if not move:
        return " ".join(game.view(g, seat).get("alarms", {}).values())
    question = game.question(g, seat)
    assert question
    return question.alarm(move)


def default(g: Wigs, who: str) -> str:
    """What an absent player does, which has to be legal."""
    move = game.default(g, LETTERS.index(who))
    assert move in legal(g, who)
    return move


def after_draft(seats: int, seed: int = 1, **options: Any) -> Wigs:
    """A game at its first choice of a wig to wear, drafted by default."""
    g = game.new(seats, seed, options)
    while g.phase == "draft":
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    return g


def pieces(g: Wigs) -> Counter[str]:
    """All wigs of a game, wherever they are, by type."""
    wigs = [*g.supply, *g.debut, *g.offer, *(wig for column in g.market.values() for wig in column)]
    for p in g.players:
        wigs += [*p.tiles, *p.five, p.worn]
    return Counter(f"wig {wig}" for wig in wigs if wig)


def came_out(g: Wigs, *moves: str) -> bool:
    """Whether the last of these moves brought out something unknown."""
    before = play(g, *moves[:-1])
    return play(before, moves[-1]).rng != before.rng


# --- Worked examples -----------------------------------------------------------------------------


def wigs_each(text: str) -> list[list[int]]:
    """The wigs of each player: "4 4 / -"."""
    return [[int(wig) for wig in part.split()] for part in each_player(text)]


KIT = Kit(
    positions={
        "new game": lambda seats, **options: game.new(seats, 1, options),
    }
    | {
        name: partial(position, *steps)
        for name, steps in {
            "market": ("set_market", "return_wigs"),
            "market, then round's end": ("set_market", "return_wigs", "end_round"),
            "selling": ("sell_wigs",),
            "turn to sell": selling(),
            "turn to sell, then buying": (*selling(), "buy_wigs"),
            "buying": ("buy_wigs",),
            "buying, then the market": ("buy_wigs", "set_market"),
            "buying, then round's end": ("buy_wigs", "end_round"),
            "turn to sell, then round's end": (*selling(), "buy_wigs", "end_round"),
            "round": ("start_round",),
            "draft": (("draft", 0), ("draft", 1)),
            "draft of three": (("draft", 0), ("draft", 1), ("draft", 2)),
            "draft, twice": (("draft", 0), ("draft", 1)) * 2,
            "A's draft, then turn to sell": (("draft", 0), ("draft", 0), *selling()),
            "wearing": (("wear", None),),
            "market, then turn to sell": ("set_market", *selling()),
            "market, then turns to sell": ("set_market", "return_wigs", *selling(0, 1)),
            "selling twice": ("sell_wigs", "sell_wigs"),
            "turns of all to sell": selling(0, 1, 2),
            "buying, then turn to sell": ("buy_wigs", *selling()),
            "round's end": ("end_round",),
        }.items()
    },
    read={
        "market": str,
        **dict.fromkeys(("seats", "stale_rounds", "still_rounds", "end_gold"), int),
        **dict.fromkeys(("phase", "layout", "unplaceable"), str),
        "redraw": "yes".__eq__,
        "supply": lambda text: [int(wig) for wig in text.strip("-").split()],
        "tiles": wigs_each,
    },
    play=play,
    legal=legal,
    facts={
        **panel(game, LETTERS),
        "alarm": lambda g, who, *move: warned(g, who, " ".join(move)),
        "asked": asked,
        "brings": lambda g, *move: brings(g, " ".join(move)),
        "done": lambda g, who: g.players[LETTERS.index(who)].done,
        "expert": lambda g, who: game.expert(g, LETTERS.index(who)),
        "forecast": lambda g, who: translate(game.view(g, LETTERS.index(who))["forecast"], LETTERS),
        "earned": lambda g, who: g.players[LETTERS.index(who)].earned,
        "gold": gold,
        "label": lambda g, *move: label(g, " ".join(move)),
        "legal": lambda g, who: ", ".join(legal(g, who)),
        "market": market,
        "order": ranked,
        "refusal": lambda g, *move: refusal(g, " ".join(move)),
        "seen": lambda g, who: game.view(g, None)["players"][LETTERS.index(who)]["tiles_seen"],
        "sold": lambda g, who: g.players[LETTERS.index(who)].sold,
        "supply": lambda g: sorted(g.supply),
        "tiles": lambda g, who: g.players[LETTERS.index(who)].tiles,
        "told": lambda g, who="": " ".join(told(g, who)),
        "winners": lambda g: "".join(LETTERS[seat] for seat in game.view(g, None)["winners"]),
        "worn": lambda g: [p.worn for p in g.players],
    },
)
