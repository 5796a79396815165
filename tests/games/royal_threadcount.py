"""Positions and play of Royal Threadcount for its tests.

Players are A, B, C, D and E and take their turns in this order. A board is the list of its cubes.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from games.kernel import State, Step
from games.royal_threadcount import scoring
from games.royal_threadcount.components import COLOURS, DATA, HUES, PATTERNS
from games.royal_threadcount.state import Player, Threadcount, Turn, game
from tests.games.scenarios import Kit, Seats, each_player, panel

rule = pytest.mark.rule

LETTERS = "ABCDE"
BY_LETTER = Seats(game, LETTERS)
play, legal, label = BY_LETTER.play, BY_LETTER.legal, BY_LETTER.label
told, refusal = BY_LETTER.told, BY_LETTER.refusal
SHORT = {"R": "red", "Y": "yellow", "B": "blue"}

FACES = ("red", "yellow", "blue", "white")
STOP = ("place", 1)
"""A question to B, so that a position stands still after A's turn."""
GAMES_OF_TWO = 60
"""Games in which a good player shows that they are one."""


def position(
    *steps: str | Step,
    seats: int = 2,
    cubes: Sequence[int] = (),
    silk: Sequence[int] = (),
    dye: Sequence[str] = (),
    outfits: Sequence[str] = (),
    slots: Sequence[str] = ("uroko", "kikko", "asanoha"),
    deck: Sequence[str] = (),
    dice: str = "",
    draws: Sequence[str] = (),
    turn: int = 1,
    favourites: Sequence[str] = ("red", "violet", "green", "blue", "yellow"),
    pattern: str = "karakusa",
    chance: int | None = None,
    **fields: Any,
) -> Threadcount:
    """A small position in which these steps come next; without any, A's turn, then B is asked.

    Dye reads "R2 B1", an outfit "red karakusa, violet -, spare kikko", a slot has its offer last.
    Dice ("red 3 5 8") come first, then `draws` from the deck, in this order.
    """
    g = Threadcount(seats=seats, rng=0)
    g.players = [Player(seat, favourite=[favourites[seat]]) for seat in range(seats)]
    for p, n in zip(g.players, silk, strict=False):
        p.silk = n
    for p, text in zip(g.players, dye, strict=False):
        p.dye.update({SHORT[each[0]]: int(each[1:]) for each in text.split()})
    for p, text in zip(g.players, outfits, strict=False):
        dress(p, text)
    g.cubes, g.slots = list(cubes), [pile.split() for pile in slots]
    g.deck = list(deck) if deck else list(draws)
    g.piles = {hue["id"]: hue["copies"] for hue in DATA["dye"]}
    g.undealt = [colour for colour in COLOURS if colour not in favourites[:seats]]
    g.favourite_pattern, g.unpicked = [pattern], [each for each in PATTERNS if each != pattern]
    g.order, g.rolls = list(range(seats)), [9 - seat for seat in range(seats)]
    for name, value in fields.items():
        setattr(g, name, value)
    g.rng = rng_that_gives(dice, tuple(g.deck), tuple(draws)) if chance is None else chance
    g.now = Turn(0, turn)
    g.then(*(steps or [("sow", 0), ("spend", 0), ("end_turn", 0), STOP]))
    return game._stack.advance(g)


def dress(p: Player, text: str) -> None:
    """Gives a player the cards of an outfit like "red karakusa, - kikko, spare violet uroko"."""
    garments = [part.split() for part in text.split(", ") if part]
    if garments and garments[-1][0] == "spare":
        for card in garments.pop()[1:]:
            (p.spare_hues if card in HUES else p.spare_patterns).append(card)
    for i, (hue, pattern) in enumerate(garments):
        p.hues[i], p.patterns[i] = hue.strip("-"), pattern.strip("-")


@cache
def rng_that_gives(dice: str, deck: tuple[str, ...], draws: tuple[str, ...]) -> int:
    """A state of chance in which these dice are rolled, then these patterns drawn."""
    wanted = [FACES.index(dice.split()[0]), *map(int, dice.split()[1:])] if dice else []
    seed = 0
    while True:
        chance, pile = State(seats=0, rng=seed), list(deck)
        rolled = all(chance.below(10 if i else 4) == n for i, n in enumerate(wanted))
        if rolled and [chance.draw(pile) for _ in draws] == list(draws):
            return seed
        seed += 1


def asked(g: Threadcount) -> str:
    """Who has to move, and what about."""
    return f"{''.join(LETTERS[seat] for seat in g.asked)} {g.agenda[-1][0] if g.asked else ''}"


def spaces(g: Threadcount, verb: str = "sow") -> list[int]:
    """The spaces that a move of A with this verb may name."""
    return [int(move.split(" ")[1]) for move in legal(g) if move.startswith(f"{verb} ")]


def brings(g: Threadcount, move: str) -> str:
    """What a legal move is called, then what it would bring."""
    who, text = move.split(" ", 1)
    return f"{label(g, move)} · {game.consequence(g, LETTERS.index(who), text)}"


def warned(g: Threadcount, move: str = "", who: str = "A") -> str:
    """The alarms that hold for a player, or that of a move."""
    seat = LETTERS.index(who)
    if move:
        question = game.question(g, seat)
        assert question
        return question.alarm(move)
    return " ".join(game.view(g, seat).get("alarms", {}).values())


def default(g: Threadcount) -> str:
    """What an absent player does, which has to be legal."""
    move = game.default(g, g.asked[0])
    assert move in game.legal(g, g.asked[0])
    return move


def outfit(g: Threadcount, seat: int = 0) -> str:
    """An outfit in the notation of `position`."""
    p = g.players[seat]
    worn = [f"{hue or '-'} {cloth or '-'}" for hue, cloth in zip(p.hues, p.patterns, strict=True)]
    while worn and worn[-1] == "- -":
        worn.pop()
    spare = [*p.spare_hues, *p.spare_patterns]
    return ", ".join([*worn, f"spare {' '.join(spare)}"] if spare else worn)


def dyes(g: Threadcount, seat: int = 0) -> str:
    """A player's dyes in the notation of `position`."""
    return " ".join(f"{k[0].upper()}{n}" for k, n in g.players[seat].dye.items() if n)


def shopping(**facts: Any) -> Threadcount:
    """A position in which A is in the market, or would be if anything could be done there."""
    return position(("spend", 0), ("end_turn", 0), STOP, **facts)


def to_the_end(g: Threadcount, seed: int = 0) -> Threadcount:
    """The state after random moves, arrangements and all, to the end."""
    chance = random.Random(seed)
    while g.scores is None:
        g = game.play(g, g.asked[0], chance.choice(game.legal(g, g.asked[0])))
    return g


def scored(outfits: Sequence[str], pattern: str = "asanoha", **facts: Any) -> Threadcount:
    """The end of a game with these outfits."""
    facts = {"seats": max(2, len(outfits)), "turn": 10, **facts}
    return position("present_outfits", outfits=outfits, pattern=pattern, **facts)


def pieces(g: Threadcount) -> Counter[str]:
    cards = [f"pattern {card}" for card in g.deck]
    cards += [f"pattern {card}" for pile in g.slots for card in pile]
    cards += [f"hue {hue}" for hue, n in g.piles.items() for _ in range(n)]
    cards += [f"colour {colour}" for colour in g.undealt]
    cards += [f"favourite {card}" for card in (*g.favourite_pattern, *g.unpicked)]
    for p in g.players:
        cards += [f"pattern {card}" for card in scoring.owned_patterns(p)]
        cards += [f"hue {hue}" for hue in scoring.owned_hues(p)]
        cards += [f"colour {colour}" for colour in p.favourite]
    return Counter(cards)


def rolling(*rolls: int, seats: int) -> Threadcount:
    """The state after the roll for the order with these dice, re-rolls included."""
    dice = iter(rolls)
    with pytest.MonkeyPatch.context() as loaded:
        loaded.setattr(State, "below", lambda g, n: next(dice))
        g = position("roll_for_order", seats=seats)
    assert not list(dice), "these dice are not rolled any more"
    return g


def ints(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


# --- Worked examples -----------------------------------------------------------------------------


def presented(**facts: Any) -> Threadcount:
    """The end of a game of as many as have a favourite colour."""
    return scored(**{"seats": len(facts["favourites"]), **facts})


def sheet(g: Threadcount, who: str) -> list[int]:
    """A player's points for garments, dyes and patterns, and their sum."""
    found = game.view(g, None)["sheets"][LETTERS.index(who)]
    return [found[it] for it in ("garment_points", "dye_points", "pattern_points", "total")]


def tie_steps(g: Threadcount) -> list[Any]:
    return game.view(g, None)["tie_steps"]


KIT = Kit(
    positions={
        "turn": position,
        "market": shopping,
        "scoring": presented,
        "order": lambda rolls, seats: rolling(*rolls, seats=seats),
    },
    read={
        **dict.fromkeys(("dye", "outfits", "slots"), each_player),
        **dict.fromkeys(("deck", "draws", "favourites"), str.split),
        **dict.fromkeys(("dice", "pattern", "scoring"), str),
        **dict.fromkeys(("dye_cap", "seats", "turn", "weeks"), int),
        "idle_doubles": "yes".__eq__,
        "piles": lambda text: {**dict.fromkeys(HUES, 2), text.removeprefix("without "): 0},
    },
    play=play,
    legal=legal,
    facts={
        **panel(game, LETTERS),
        "asked": asked,
        "before": lambda g: g.now.before,
        "alarm": lambda g, who, *move: warned(g, " ".join(move), who),
        "beneath": lambda g, slot: game.view(g, None)["offers"][int(slot) - 1]["beneath"],
        "brings": lambda g, *move: brings(g, " ".join(move)),
        "by_hand": lambda g, who: g.players[LETTERS.index(who)].by_hand,
        "candidates": lambda g, who: ", ".join(game.candidate_moves(g, LETTERS.index(who))),
        "deck": lambda g: len(g.deck),
        "dye": lambda g, who: dyes(g, LETTERS.index(who)),
        "expert": lambda g, who: game.expert(g, LETTERS.index(who)),
        "forecast": lambda g, who: game.view(g, LETTERS.index(who))["forecast"],
        "gained": lambda g: g.now.dye,
        "label": lambda g, *move: label(g, " ".join(move)),
        "legal": lambda g, who: ", ".join(legal(g, who)),
        "market": lambda g: " / ".join(" ".join(pile) or "-" for pile in g.slots),
        "moves": lambda g, who: len(legal(g, who)),
        "menu": lambda g, row: game.question(g, g.asked[0]).menu[int(row) - 1],
        "on_offer": lambda g: [len(pile) for pile in g.slots],
        "outcome": lambda g, word: game.view(g, None)["outcome"][word],
        "outfit": lambda g, who: outfit(g, LETTERS.index(who)),
        "pile": lambda g, hue: g.piles[hue],
        "refusal": lambda g, *move: refusal(g, " ".join(move)),
        "resolved": lambda g: g.now.resolved,
        "rolled": lambda g: [g.now.face, *g.now.dice] if g.now.dice else "",
        "score": lambda g, who: g.scores[LETTERS.index(who)],
        "sheet": sheet,
        "silk": lambda g, who: g.players[LETTERS.index(who)].silk,
        "tone": lambda g, who, *move: game.question(g, LETTERS.index(who)).tone(" ".join(move)),
        "sown": lambda g: g.now.sown,
        "spaces": lambda g, verb: spaces(g, verb),
        "steps": lambda g: [step["why"].split(":")[0] for step in tie_steps(g)],
        "told": lambda g, who="": " ".join(told(g, who)),
        "values": lambda g, n: [*tie_steps(g)[int(n) - 1]["values"].values()],
        "winners": lambda g: "".join(LETTERS[seat] for seat in game.view(g, None)["winners"]),
        "won": lambda g: g.now.silk,
        "zeros": lambda g: g.now.zeros,
    },
)
