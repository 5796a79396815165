"""Positions and play of Rokoko for its tests.

Players are P1 to P5; worked examples, K01 and so on, are rows of rokoko.scenarios.md. Where a
rule is in the source text, its test names the place: Phase 1 A to D, Phase 2 with its example.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import pytest

from games.kernel import State, Step
from games.rokoko import scoring
from games.rokoko.components import DRESSES, EMPLOYEES, FACTS
from games.rokoko.rules.actions import silk_of
from games.rokoko.rules.setup import BASE
from games.rokoko.state import Player, Rokoko, board_of, game
from tests.games.scenarios import Kit, Seats, each_player, panel

rule = pytest.mark.rule

SEATS = ("P1", "P2", "P3", "P4", "P5")
BY_NAME = Seats(game, SEATS)
play, legal, told, refusal = BY_NAME.play, BY_NAME.legal, BY_NAME.told, BY_NAME.refusal
STOP = ("choose", (1,))
"""A question to P2, so that a position stands still when the turn is over."""


def position(
    *steps: str | Step,
    seats: int = 3,
    number: int = 2,
    owns: dict[str, dict[str, Any]] | None = None,
    rents: dict[str, str] | None = None,
    funds: dict[str, str] | None = None,
    warehouse: Sequence[str] = (),
    windows: str = "",
    hire: str = "",
    chance: int = 1,
    **fields: Any,
) -> Rokoko:
    """A small position in which these steps come next.

    `owns` gives fields of players, cards and tiles as words; `rents` places dresses, "H1M D09 H2a
    D15"; `funds` markers, "ST1 FU2"; a segment or the workshop reads "R01 - R05".
    """
    g = Rokoko(seats=seats, rng=chance, round=number)
    g.players = [Player(seat, supply=list(BASE)) for seat in range(seats)]
    for who, facts in (owns or {}).items():
        for name, value in facts.items():
            setattr(player(g, who), name, value.split() if isinstance(value, str) else value)
    for who, text in (rents or {}).items():
        words = text.split()
        for space, dress in zip(words[::2], words[1::2], strict=True):
            g.rented[space], g.markers[space] = dress, SEATS.index(who)
    for who, text in (funds or {}).items():
        g.markers |= dict.fromkeys(text.split(), SEATS.index(who))
    board = board_of(g)
    rows = [row(text, board.tiles) for text in warehouse]
    g.warehouse = rows + [[""] * board.tiles for _ in range(FACTS["segments"] - len(rows))]
    g.windows = row(windows, len(board.windows))
    g.hire = row(hire, FACTS["new_employees"])
    g.stack = [[] for _ in range(6)]
    for name, value in fields.items():
        setattr(g, name, value)
    g.then(*steps)
    return game._stack.advance(g)


def row(text: str, length: int) -> list[str]:
    """A row of places; "-" is an empty one, and what is not said is empty."""
    found = ["" if word == "-" else word for word in text.split()]
    return found + [""] * (length - len(found))


def turn(card: str, rest: str = "", **facts: Any) -> Rokoko:
    """A position in which P1 has just played a card; `rest` stays in hand."""
    own = {"hand": f"{card} {rest}", **facts.pop("own", {})}
    owns = {**facts.pop("owns", {}), "P1": own}
    g = position(("next_turn", 0), STOP, owns=owns, **facts)
    return play(g, f"P1 play {card}") if rest else g


def player(g: Rokoko, who: str = "P1") -> Player:
    return g.players[SEATS.index(who)]


def p1(g: Rokoko, *moves: str) -> Rokoko:
    return play(g, *[f"P1 {move}" for move in moves])


def opened(g: Rokoko, verb: str, who: str = "P1") -> list[str]:
    """What may follow a verb."""
    return [move.removeprefix(f"{verb} ") for move in legal(g, who) if move.split()[0] == verb]


def asked(g: Rokoko) -> str:
    """Who has to move, and what about."""
    return f"{' '.join(SEATS[seat] for seat in g.asked)} {g.agenda[-1][0] if g.asked else ''}"


def cards(g: Rokoko, who: str = "P1") -> tuple[str, str, str]:
    """Hand, supply and discard of a player."""
    p = player(g, who)
    return " ".join(p.hand), " ".join(p.supply), " ".join(p.discard)


@cache
def chance_that_draws(pile: tuple[str, ...], *wanted: str) -> int:
    """A state of chance in which these things are drawn from a pile, in this order."""
    seed = 0
    while True:
        g, left = State(seats=0, rng=seed), list(pile)
        if [g.draw(left) for _ in wanted] == list(wanted):
            return seed
        seed += 1


def named(first: str, count: int) -> list[str]:
    """That many ids from the first one on, R20 R21 R22."""
    return [f"{first[0]}{int(first[1:]) + i:02}" for i in range(count)]


def shown(g: Rokoko, who: str = "") -> dict[str, Any]:
    """The view of a player, or else of a spectator."""
    return game.view(g, SEATS.index(who) if who else None)


def scores(g: Rokoko, part: str) -> list[int]:
    """One part of everybody's score as it stands."""
    return [sheet[part] for sheet in scoring.score_sheets(g)]


def pieces(g: Rokoko) -> Counter[str]:
    """Every employee, dress and tile that is somewhere."""
    found = Counter(card for level in g.stack for card in level)
    found.update([*g.hire, *g.gone, *g.resources, *g.used, *g.bag, *g.sold, *g.windows])
    found.update(tile for segment in g.warehouse for tile in segment)
    found.update(g.rented.values())
    for p in g.players:
        found.update([*p.supply, *p.hand, *p.discard, *p.tiles])
    if g.now:
        found.update([g.now.card, *({g.now.dress} - {*g.windows})])
    del found[""]
    return found


@cache
def played_through(seats: int, seed: int) -> list[Rokoko]:
    """Every state of a game with moves at random, half of them defaults."""
    chance = random.Random(seed)
    states = [game.new(seats, seed)]
    while states[-1].scores is None:
        g = states[-1]
        seat = chance.choice(g.asked)
        usual = chance.random() < 0.5
        move = game.default(g, seat) if usual else chance.choice(game.legal(g, seat))
        states.append(game.play(g, seat, move))
    return states


def starts_of_rounds(seats: int, seed: int) -> list[Rokoko]:
    found: dict[int, Rokoko] = {}
    for g in played_through(seats, seed):
        found.setdefault(g.round, g)
    return list(found.values())


def level_cards(level: int) -> list[str]:
    return [it.id for it in EMPLOYEES.values() if it.level == level]


def selection(supply: str = "B1 B2 B3 B4 B5", discard: str = "", seats: int = 2) -> Rokoko:
    """Phase 2 for P1 with these cards; P2 chooses of five."""
    own = {"supply": supply, "discard": discard}
    return position("take_hands", ("begin_turns"), seats=seats, owns={"P1": own})


def workshop(windows: str, bag: str, *wanted: str, sold: str = "") -> Rokoko:
    """The workshop after step D, with these dresses drawn from the bag."""
    pile = tuple(bag.split())
    chance = chance_that_draws(pile, *wanted)
    return position(
        "fill_workshop", windows=windows, bag=list(pile), sold=sold.split(), chance=chance
    )


def at_hall(seats: int, hall: int, rents: dict[str, str], funds: str = "") -> Rokoko:
    """Dresses on these spaces of a hall, "c d" or "M c", and its musician with this owner."""
    dresses = iter(DRESSES)
    placed = {
        who: " ".join(f"H{hall}{space} {next(dresses)}" for space in spaces.split())
        for who, spaces in rents.items()
    }
    return position(seats=seats, rents=placed, funds={funds: f"MUS{hall}"} if funds else None)


def points(g: Rokoko, hall: int) -> list[int]:
    return shown(g)["halls"][hall - 1]["points"]


# --- Worked examples -----------------------------------------------------------------------------


def drawing(windows: str, bag: str, drawn: str) -> Rokoko:
    return workshop(windows, bag, *drawn.split())


def spread(seats: int, hall: int, spaces: Sequence[str], musician: str = "") -> Rokoko:
    """Dresses of P1, P2 and so on in a hall."""
    return at_hall(seats, hall, dict(zip(SEATS, spaces, strict=False)), musician)


def acting(
    card: str, hand: str = "", rents: Sequence[str] = (), funds: Sequence[str] = (), **facts: Any
) -> Rokoko:
    """P1 has played a card, and owns these things."""
    own = {name: facts.pop(name) for name in OWN if name in facts}
    return turn(card, hand, own=own, rents=by_player(rents), funds=by_player(funds), **facts)


def scored(
    rents: Sequence[str] = (), funds: Sequence[str] = (), supply: str = "", **facts: Any
) -> Rokoko:
    """What counts at the end."""
    owns = {"P1": {"supply": supply}}
    return position(owns=owns, rents=by_player(rents), funds=by_player(funds), **facts)


def income(rents: Sequence[str], funds: Sequence[str], number: int) -> Rokoko:
    owned = {"rents": by_player(rents), "funds": by_player(funds)}
    return position("collect_income", number=number, **owned)


def playing(hand: str) -> Rokoko:
    """P1 is to play one of these cards."""
    return position(("next_turn", 0), STOP, owns={"P1": {"hand": hand}})


def decorating(less: int, livre: int) -> Rokoko:
    """P1 may fund one more decoration, so much cheaper."""
    return position(("extra_decoration", 0, less), STOP, owns={"P1": {"livre": livre}})


def two_turns(**facts: Any) -> Rokoko:
    """P1 has played a card, and P2 has two to come."""
    owns = {"P2": {"hand": "B1 B3", "supply": "B2 B4 B5 E01", "livre": 9}}
    return turn("B5", "B4", owns=owns, seats=2, **facts)


def by_player(texts: Sequence[str]) -> dict[str, str]:
    return dict(zip(SEATS, texts, strict=False))


OWN = ("livre", "yarn", "lace", "tiles", "supply")
KIT = Kit(
    positions={
        "return of the card": partial(position, "return_favor"),
        "workshop": drawing,
        "hall": spread,
        "choosing": selection,
        "turn": acting,
        "table": scored,
        "income": income,
        "playing": playing,
        "decoration by a bonus": decorating,
        "two turns": two_turns,
        "waiting": lambda supply, number: position(
            STOP, number=number, owns={"P1": {"supply": supply}}
        ),
    },
    read={
        **dict.fromkeys(("starting", "favor"), SEATS.index),
        **dict.fromkeys(("seats", "hall", "livre", "yarn", "lace", "number", "less"), int),
        **dict.fromkeys(("spaces", "rents", "funds", "warehouse"), each_player),
        "supply": lambda text: "" if text == "-" else text,
        "gone": str.split,
    },
    play=play,
    legal=legal,
    facts={
        **panel(game, SEATS),
        "favor": lambda g: "" if g.favor is None else SEATS[g.favor],
        "asked": asked,
        "crowned": lambda g, who, card: scoring.card_points(g, player(g, who))[card],
        "guest": lambda g, space: g.rented[space],
        "livre": lambda g, *who: player(g, *who).livre if who else [p.livre for p in g.players],
        "may": opened,
        "moves": lambda g, who: len(legal(g, who)),
        "owner": lambda g, place: SEATS[g.markers[place]],
        "score": scores,
        "seen": lambda g, who: shown(g)["players"][SEATS.index(who)]["hand_seen"],
        "shelf": lambda g, name: g.warehouse[int(name[1:]) - 1],
        "silk": lambda g, who, colour: silk_of(player(g, who))[colour],
        "told": told,
        "verbs": lambda g: sorted({move.split()[0] for move in legal(g)}),
        "why": lambda g, *move: refusal(g, " ".join(move)),
        **{
            name: lambda g, who, name=name: getattr(player(g, who), name)
            for name in ("hand", "supply", "discard", "tiles", "yarn", "lace", "prestige")
        },
        "points": lambda g, hall: points(g, int(hall)),
        "starting": lambda g: SEATS[g.starting],
        "worth": lambda g: board_of(g).windows,
    },
)
