"""Plans: a turn that is made on a copy is carried out as it was read, or its player is asked."""

import dataclasses
import random
from collections import Counter
from typing import Any
from unittest.mock import patch

from atelier_testing.played import LONGEST_GAME, Table, every_table, some_options
from atelier_testing.premoves import same_for_others
from games.kernel import Game, State

GAMES_WITH_PLANS = 4
"""Random games for each number of seats in which turns are planned."""
PLANNED = 0.4
"""How often a seat without a plan makes one before a move."""
MOST_PLANNED = 8


@every_table
def test_a_plan_is_carried_out_as_it_was_read_or_stops_with_a_sentence(table: Table) -> None:
    game, found = table.game, Counter[str]()
    for seed in range(GAMES_WITH_PLANS):
        chance = random.Random(seed)
        g = game.new(table.seats, seed, some_options(game, seed, chance))
        for _ in range(LONGEST_GAME):
            if g.scores is not None:
                break
            seat = chance.randrange(table.seats)
            if seat not in g.plans and chance.random() < PLANNED:
                moves = some_turn(game, g, seat, chance)
                set_ = game.play(g, seat, f"plan {' / '.join(moves)}")
                same_for_others(game, g, set_, seat)
                g, found["plans"] = set_, found["plans"] + bool(moves)
            seat = chance.choice(g.asked)
            sensible = chance.random() < 0.8
            move = game.default(g, seat) if sensible else chance.choice(game.legal(g, seat))
            after = game.play(g, seat, move)
            for owner, plan in g.plans.items():
                if owner != seat:
                    found += Counter(what_became_of(game, g, after, (seat, move), owner, plan))
            g = after
    assert table.seats == 1 or found["plans"], "no turn can be planned"


def some_turn(game: Game[Any], g: Any, seat: int, chance: random.Random) -> list[str]:
    """The moves of a planned turn; [] where it cannot be planned."""
    moves: list[str] = []
    it = game.rehearse(g, seat)
    while it.question and len(moves) < MOST_PLANNED:
        sensible = chance.random() < 0.6
        moves.append(it.question.default() if sensible else chance.choice(it.question.moves))
        it = game.rehearse(g, seat, moves)
        assert not it.left, f"“{moves[-1]}” is open and cannot be planned"
    assert it.question or it.end, "nothing says why the plan ends"
    return moves


def what_became_of(
    game: Game[Any], g: Any, after: Any, made: tuple[int, str], owner: int, plan: Any
) -> list[str]:
    """Checks the plan of a seat after a move of another one: "given" for each step that was carried
    out, "ended" if it ends.
    """
    if after.scores is not None:
        return []
    told = [text for text, _, to in after.news if to == owner]
    given = sum(text.startswith("As you planned") for text in told)
    ended = sum(text.startswith("Your plan") for text in told)
    left = after.plans.get(owner)
    gone = len(plan.steps) - len(left.steps if left else ())
    assert ended <= 1 and (ended or gone == given or given == len(plan.steps)), told
    asked = game.load(game.dump(g), game.version)
    asked.plans = {seat: its for seat, its in g.plans.items() if seat != owner}
    with patch.object(State, "reveal"):  # after one, chance would fall otherwise
        after, asked = game.play(g, *made), game.play(asked, *made)
        for step in plan.steps[:given]:
            question = game.question(asked, owner)
            if question is None or step.move not in question:
                continue  # the only answer, which is given anyway
            said = (question.said(step.move).label, question.alarm(step.move))
            for each in (*said, question.consequence(step.move)):
                assert each in step.read, f"the planner of “{step.move}” did not read “{each}”"
            asked = game.play(asked, owner, step.move)
    same = without_plans(game, asked) == without_plans(game, after)
    assert same or not given, f"by hand {plan.steps[:given]} go otherwise"
    return ["given"] * given + ["ended"] * ended


def without_plans(game: Game[Any], g: Any) -> bytes:
    """The state without plans, chance and news."""
    return game.dump(dataclasses.replace(g, plans={}, news=[], rng=0))
