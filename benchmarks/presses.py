"""How many presses a decision takes, and a table before its first turn."""

import asyncio
from collections import Counter

from atelier_testing.golden import Decision, decisions, playthroughs
from atelier_testing.presses import MOST, OFTEN, SHARE, counted, presses, share_within
from benchmarks.figures import figure
from benchmarks.fuzz import simulated
from benchmarks.players import scripts_of
from games import discover
from tests.presses import GUEST, HOST, lobby

GAMES = 9
"""In how many games a player's presses are counted."""


def presses_a_player(name: str) -> float:
    """The average presses of a player, by default moves or the `brief` script of a title."""
    game, pressed, players = discover()[name], 0.0, 0
    play = getattr(scripts_of(name), "brief", game.default)
    for n in range(GAMES):
        seats = game.seats[n % len(game.seats)]
        g, players = game.new(seats, n), players + seats
        while g.scores is None:
            it = Decision(game, g, g.asked[0], play(g, g.asked[0]))
            pressed += presses(it)
            g = game.play(g, it.seat, it.move)
    return pressed / players


async def before_the_first_turn(name: str) -> Counter[str]:
    """Commands and presses of host and guest."""
    async with simulated() as env:
        return await lobby(env, name)


def run(name: str) -> None:
    """Prints how many presses the decisions of a game need, and which need many."""
    found = counted(it for path in playthroughs(name) for it in decisions(path))
    total = sum(each.total() for each in found.values())
    print(f"{name}: {total} decisions in {len(playthroughs(name))} golden games")
    figure(f"decisions in at most {OFTEN} presses", share_within(found, OFTEN), "%", least=SHARE)
    figure("presses of the longest decision", max(found), "presses", MOST)
    for n, questions in sorted(found.items()):
        named = ", ".join(f"{what} {count}" for what, count in questions.most_common(4))
        print(f"    {n:g} presses{100 * questions.total() / total:>7.1f} %  {named}")
    figure("presses of a player in a game", presses_a_player(name), "presses")
    acted = asyncio.run(before_the_first_turn(name))
    figure("from nothing to the first turn, the host", acted["host"], "presses", HOST)
    figure("from nothing to the first turn, a guest", acted["guest"], "presses", GUEST)
