"""Rokoko between computer players that each follow a strategy: who wins, and from which seat.

`python -m tests.games.test_rokoko_balance --games 1000` measures; the test only sees that it can.
With 1,000 games for each number of seats every place in the first round's order wins within 3.0
points of an even share, and no strategy more than 1.36 times its fair share.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from games.kernel import winners
from games.rokoko import halls, scoring
from games.rokoko.components import DRESSES, EMPLOYEES, FACTS, FIREWORKS, Space, Tile
from games.rokoko.computer import prestige_of
from games.rokoko.rules import actions, dressmaking
from games.rokoko.state import Player, Rokoko, Turn, board_of, game, turn_of

STRATEGIES: dict[str, dict[str, float]] = {
    "balanced": {},
    "renter": {"rent": 1.6},
    "seller": {"sell": 1.6},
    "statues": {"statue": 2.0},
    "fireworks": {"fireworks": 1.8},
    "musicians": {"musician": 1.8},
    "fountain": {"fountain": 2.5},
    "hirer": {"hire": 2.0},
}
"""How much more than their worth a player gives for some things."""
NOISE = 0.6
"""Points by which a player may misjudge a move."""
COMMON = ("take ", "fund ")
Weights = dict[str, float]


# --- What a move is worth, in points -------------------------------------------------------------


def livre(g: Rokoko) -> float:
    """What a Livre is worth: much while there is time to spend it."""
    return 0.12 + 0.055 * (FACTS["rounds"] - g.round)


def worth_of_bonus(g: Rokoko, card: str) -> float:
    """About what the bonus of an employee brings when it is used once."""
    bonus = EMPLOYEES[card].bonus
    match bonus.get("word"):
        case "gain":
            goods = bonus.get("yarn", 0) + bonus.get("lace", 0)
            return bonus.get("prestige", 0) + 0.7 * goods + livre(g) * bonus.get("livre", 0)
        case "gain_per":
            return 2.5 * (bonus.get("prestige", 0) + livre(g) * bonus.get("livre", 0))
        case "make_dress":
            return 3.0
        case "fund":
            return 1.0 + livre(g) * bonus["discount"]
        case "acquire":
            return 1.2 + livre(g) * bonus["discount"]
        case "choose" | "trade":
            return 1.0
        case _:
            return 0.0


def worth_of_card(g: Rokoko, p: Player, card: str) -> float:
    """What it is worth to own an employee from now on."""
    it = EMPLOYEES[card]
    if it.level == 6:
        return it.bonus["prestige"] * scoring.COUNTED[it.bonus["what"]](g, p)
    grade = {"master": 1.2, "journeyman": 0.9, "apprentice": 0.3}[it.grade]
    return (grade + worth_of_bonus(g, card)) * (FACTS["rounds"] - g.round) / 3


def worth_of_place(g: Rokoko, p: Player, space: Space, dress: str) -> float:
    """What it is worth to rent a dress out on a space."""
    hall, there = board_of(g).halls[space.hall], halls.strengths(g)[space.hall]
    master = g.markers.get(hall.spaces[0].id)
    now = halls.majority(halls.places_of(g, hall), there, master)[p.seat]
    there[p.seat] += 1
    breaks = p.seat if space.master else master
    then = halls.majority(halls.places_of(g, hall), there, breaks)[p.seat]
    fireworks = len(halls.funded(g, p.seat)[FIREWORKS])
    terrace = 1.0 if fireworks > len(halls.dresses_of(g, p.seat)) else 0.3
    new = 0.0 if space.hall in halls.halls_present(g, p.seat) or p.all_halls else 0.8
    bonus = sum(
        n * (livre(g) if name == "livre" else 0.7 if name in ("yarn", "lace") else 1.0)
        for name, n in space.bonus.items()
    )
    return DRESSES[dress].prestige * (1 + terrace) + 0.6 * (then - now) + new + bonus


def best_use(g: Rokoko, p: Player, dress: str, weights: Weights) -> float:
    """What a finished dress is worth, sold or on the best space."""
    turn = turn_of(g)
    sale = weights.get("sell", 1) * livre(g) * DRESSES[dress].value
    if turn.must_sell:
        return sale
    spaces = [
        space
        for space in board_of(g).spaces.values()
        if space.id not in g.markers and (turn.maker == "master" or not space.master)
    ]
    rents = [worth_of_place(g, p, space, dress) for space in spaces[::3]]
    return max(sale, weights.get("rent", 1) * max(rents, default=0))


def worth_of_tile(g: Rokoko, p: Player, tile: Tile, use: str) -> float:
    """What it is worth to keep a tile, or its goods: also the best dress it makes possible."""
    if use == "silk":
        helped = [d for d in g.windows if d and tile.silk.keys() & DRESSES[d].silk.keys()]
        base = 0.3 * sum(tile.silk.values())
    else:
        helped = [
            d for d in g.windows if d and any(getattr(DRESSES[d], name) for name in tile.goods)
        ]
        base = 0.6 * sum(1 / (1 + getattr(p, name)) for name in tile.goods)
    silk = actions.silk_of(p)
    more = actions.material_with(p, silk, tile, use)
    gains = [
        DRESSES[dress].value
        for dress in helped
        if actions.material_suffices(dress, *more)
        and not actions.material_suffices(dress, silk, p.yarn, p.lace)
    ]
    return base + 0.12 * max(gains, default=0)


def worth_of_decoration(g: Rokoko, p: Player, name: str, weights: Weights) -> float:
    """What a decoration brings until the end, weighed by the strategy."""
    it = board_of(g).decorations[name]
    base = prestige_of(g, p, it)
    return base * weights.get(it.kind, 1)


def worth_of_playing(
    g: Rokoko, p: Player, card: str, weights: Weights, common: dict[str, float]
) -> float:
    """What the best action is worth that the card could take, less what a better card could do.

    Actions that are worth the same for every card are kept in `common`.
    """
    grade, best = EMPLOYEES[card].grade, 0.0
    g.now = Turn(p.seat, card, grade)
    for move in actions.act.options(g, p):
        if move not in common and move.startswith(COMMON):
            common[move] = worth(g, p, move, weights)
        best = max(best, common[move] if move in common else worth(g, p, move, weights))
    g.now = None
    return best - {"master": 0.8, "journeyman": 0.4, "apprentice": 0.0}[grade]


def worth(g: Rokoko, p: Player, move: str, weights: Weights) -> float:
    """What a move is worth."""
    _, _, *args = g.agenda[-1]
    verb, *words = move.split(" ")
    discount = args[0] if args else 0
    match verb:
        case "choose":
            return sum(
                {"master": 1.2, "journeyman": 0.8, "apprentice": 0.2}[EMPLOYEES[card].grade]
                + worth_of_bonus(g, card)
                for card in words
            )
        case "favor":
            return 5 * livre(g) + (3 if g.round == FACTS["rounds"] else 0.5)
        case "take":
            segment = g.warehouse[actions.SEGMENTS.index(words[0])]
            tile = actions.tile_at(g, words[0], int(words[1]))
            price = actions.tile_price(segment, discount)
            return worth_of_tile(g, p, tile, words[2]) - livre(g) * price
        case "make":
            price = actions.window_price(g, words[0])
            return best_use(g, p, words[0], weights) - livre(g) * price - 1.0
        case "hire":
            extra = 0.4 if EMPLOYEES[words[0]].grade == "apprentice" else 1.0
            value = worth_of_card(g, p, words[0]) + worth_of_bonus(g, words[0]) + extra
            return weights.get("hire", 1) * value - livre(g) * actions.hire_price(g)
        case "depute":
            card = turn_of(g).card
            last = g.round == FACTS["rounds"] and EMPLOYEES[card].level < 6
            kept = 0.0 if last else 1.5 + worth_of_card(g, p, card)
            return livre(g) * actions.DEPUTED[EMPLOYEES[card].grade] - kept
        case "fund":
            price = max(0, board_of(g).decorations[words[0]].cost - discount)
            return worth_of_decoration(g, p, words[0], weights) - livre(g) * price
        case "using":
            return -float(sum(dressmaking.bales(words[0].split("+")).values()))
        case "rent":
            space = board_of(g).by_key[words[0], words[1]]
            return weights.get("rent", 1) * worth_of_place(g, p, space, turn_of(g).dress)
        case "sell":
            return weights.get("sell", 1) * livre(g) * DRESSES[turn_of(g).dress].value
        case "bonus":
            return 0.9
        case _:
            return 0.0


def choose(g: Rokoko, seat: int, weights: Weights, chance: random.Random) -> str:
    """The move that looks best to a player, who may misjudge it a little."""
    p = g.players[seat]
    common: dict[str, float] = {}

    def value(move: str) -> float:
        if move.startswith("play "):
            return worth_of_playing(g, p, move.removeprefix("play "), weights, common)
        return worth(g, p, move, weights)

    return max(game.legal(g, seat), key=lambda move: value(move) + NOISE * chance.random())


# --- Games ---------------------------------------------------------------------------------------


def contest(seats: int, lineup: Callable[[random.Random], list[str]], seed: int) -> Rokoko:
    """The end of a game between these strategies, by seat."""
    chance = random.Random(seed)
    names = lineup(chance)
    g = game.new(seats, seed)
    while g.scores is None:
        seat = g.asked[0]
        g = game.play(g, seat, choose(g, seat, STRATEGIES[names[seat]], chance))
    return g


def equals(seats: int, chance: random.Random) -> list[str]:
    """Everybody plays alike."""
    return ["balanced"] * seats


def mixed(seats: int, chance: random.Random) -> list[str]:
    """Different strategies at one table."""
    return chance.sample(list(STRATEGIES), seats)


def by_seat(seats: int, seed: int) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Who won among equals, counted by distance from the first starting player, and by seat."""
    g = contest(seats, partial(equals, seats), seed)
    start = game.new(seats, seed).starting
    won: Counter[str] = Counter()
    for seat in winners(g):
        won[f"turn {(seat - start) % seats + 1}"] += 1 / len(winners(g))
        won[f"seat {seat + 1}"] += 1 / len(winners(g))
    parts: Counter[str] = Counter()
    for sheet in scoring.score_sheets(g):
        parts.update({name: n / seats for name, n in sheet.items()})
    parts["Livre left"] = sum(p.livre for p in g.players) / seats
    parts["winner"] = max(g.scores or [0])
    return won, parts, Counter()


def by_strategy(seats: int, seed: int) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Who won among different strategies, and what each would have won with luck alone."""
    g = contest(seats, partial(mixed, seats), seed)
    names = mixed(seats, random.Random(seed))
    won, points = Counter[str](), Counter[str]()
    for seat in winners(g):
        won[names[seat]] += 1 / len(winners(g))
    for seat, name in enumerate(names):
        points[name] += (g.scores or [])[seat]
    return won, Counter(dict.fromkeys(names, 1)), points


def test_strategies_can_be_played_against_each_other() -> None:
    won, played, points = by_strategy(3, 1)
    assert sum(won.values()) == 1 and len(played) == 3
    assert all(points[name] > 20 for name in played), "they beat players who move at random"


def total(results: list[tuple[Counter[str], Counter[str], Counter[str]]]) -> list[Counter[str]]:
    sums = [Counter[str](), Counter[str](), Counter[str]()]
    for result in results:
        for whole, part in zip(sums, result, strict=True):
            whole.update(part)
    return sums


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, nargs="*", default=list(game.seats))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for seats in asked.seats:
            count = asked.games
            seeds = range(count)
            won, parts, _ = total(list(pool.map(by_seat, [seats] * count, seeds, chunksize=8)))
            print(f"{seats} seats, {count} games each")
            print("  points  ", {name: round(n / count, 1) for name, n in parts.items()})
            print("  by seat ", {k: round(100 * won[k] / count, 1) for k in sorted(won)})
            won, played, points = total(
                list(pool.map(by_strategy, [seats] * count, seeds, chunksize=8))
            )
            for name in sorted(played, key=lambda name: -won[name] / played[name]):
                share = won[name] * seats / played[name]
                print(
                    f"  {name:<10} {share:5.2f} of a fair share, {points[name] / played[name]:.0f}"
                )


if __name__ == "__main__":
    main()
