"""Whether a guess can be true: all that everybody saw before it could have happened.

A guess says what is hidden now. It is carried back through a game, move by move: what everybody
saw leave a hidden list was in it before, what they saw come was not, and what moved unseen may have
been any thing that is there now. With what was hidden then, each move must have been open and must
have shown the same, as far as chance does not decide that.

What one seat alone has seen is no part of this, nor are numbers that a guess changes a little
(`hidden(fuzz=...)`), values that belong to no pool, and pools with a list of hidden length.
"""

import dataclasses
import itertools
import random
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from atelier_testing.played import TABLES, every_game, games_played, replay
from atelier_testing.secrets import hides_something
from games._kernel.state import LENGTH
from games.kernel import Game, known, players

Place = tuple[int | None, str]
"""A hidden list or value: its seat (None: of the state) and its name."""
Pools = dict[str, dict[Place, list[Any]]]
"""By pool, what is in each of its places."""
Move = tuple[int, str]

MOVES_BACK = 40
"""How many moves a guess is carried back."""
MOMENTS = 3
"""Guesses in a game, of one seat after another."""
MOST_WRONG = 0.2
"""The share of guesses that may be wrong: not everything is worth to be remembered. Above that
there is a fact that `sees`, `may_hold` or `can_be` should know.
"""
WAYS, STEPS = 4, 12
"""How many ways back are tried, and for each move of one, how often what was not seen moves."""
OTHER_CHANCE = 3
"""How often a move is made with other chance, to see what chance decides of its look."""
OTHER_MOVES = 40
"""How many moves are tried in place of one whose words nobody else has seen."""


def hidden_in(g: Any) -> Pools:
    """What is in the pools of which everybody sees how much lies where."""
    found: Pools = {}
    stretched = set[str]()
    for place in (g, *players(g)):
        owner = getattr(place, "seat", None)
        for each in dataclasses.fields(place):
            held = getattr(place, each.name)
            pool = each.metadata.get("pool") or each.metadata.get("among", ("", ""))[1]
            if pool:
                spots = found.setdefault(pool.format(seat=owner), {})
                spots[owner, each.name] = [*held] if isinstance(held, list) else [held]
                if not each.metadata.get(LENGTH, True):
                    stretched.add(pool.format(seat=owner))
    return {pool: spots for pool, spots in found.items() if pool not in stretched}


def with_hidden(game: Game[Any], g: Any, pools: Pools) -> Any:
    """A state in which this is in the pools, in the order of the true one where it can be."""
    g = game.playout(g, random.Random(0), most=0)
    for spots in pools.values():
        for (owner, name), things in spots.items():
            place = g if owner is None else players(g)[owner]
            held = getattr(place, name)
            if not isinstance(held, list):
                setattr(place, name, things[0])
                continue
            true = Counter(held) & Counter(things)
            others = [*(Counter(things) - true).elements()]
            for i, thing in enumerate(held):
                held[i] = thing if true[thing] else others.pop()
                true[thing] -= 1
    return g


def leaves(view: Any) -> dict[str, Any]:
    """The single values of a view by their paths; of a list also its length."""
    found, left = dict[str, Any](), [("", view)]
    for path, part in left:
        if isinstance(part, dict | list):
            inside = part.items() if isinstance(part, dict) else enumerate(part)
            left += [(f"{path}/{key}", each) for key, each in inside]
            part = len(part)
        found[path] = part
    return found


@dataclass
class Line:
    """A move of a game, the state in which it was made, and the one after it."""

    game: Game[Any]
    g: Any
    seat: int
    move: str
    after: Any

    @cached_property
    def before(self) -> Pools:
        """What was hidden before it."""
        return hidden_in(self.g)

    @cached_property
    def hidden(self) -> Pools:
        """What was hidden after it."""
        return hidden_in(self.after)

    @cached_property
    def facts(self) -> dict[Place, Counter[Any]]:
        """What everybody knew to be in each place before it."""
        places = {getattr(place, "seat", None): place for place in (self.g, *players(self.g))}
        return {
            (owner, name): Counter(known(self.g, None, places[owner], name))
            for spots in self.before.values()
            for owner, name in spots
        }

    def seen_after(self, g: Any, move: str) -> dict[str, Any]:
        """What everybody sees after a move of the one who is asked."""
        return leaves(self.game.view(self.game.play(g, self.seat, move), None))

    @cached_property
    def look(self) -> dict[str, Any]:
        """What everybody sees after this line, but for what chance decides."""
        look = leaves(self.game.view(self.after, None))
        for number in range(OTHER_CHANCE if self.after.rng != self.g.rng else 0):
            other = self.seen_after(dataclasses.replace(self.g, rng=number), self.move)
            look = dict(look.items() & other.items())
        return look

    def contradicts(self, guess: Any, chance: random.Random) -> str:
        """Why it could not be made in a guess of its state, or would look otherwise; "" if not.

        What somebody has said that names what was not seen may have been another move. Of answers
        of several that are shown together, only those that could be given are looked at.
        """
        moves = self.game.legal(guess, self.seat)
        answers = {seat: move for seat, move in self.g.answers.items() if seat != self.seat}
        if any(move not in self.game.legal(guess, seat) for seat, move in answers.items()):
            return ""
        if self.move in moves:
            path = self.differing(guess, self.move)
            why = f"“{self.move}” of seat {self.seat} would show another “{path}”" if path else ""
        else:
            why = f"“{self.move}” of seat {self.seat} would not be open"
        others = chance.sample(moves, min(OTHER_MOVES, len(moves)))
        return why if why and all(self.differing(guess, other) for other in others) else ""

    def differing(self, guess: Any, move: str) -> str:
        """The path of something that looks otherwise after a move in a guess; "" if nothing."""
        seen = self.seen_after(guess, move)
        return next((path for path, each in self.look.items() if seen.get(path, ...) != each), "")


def lines_of(game: Game[Any], states: list[Any], moves: list[Move]) -> list[Line]:
    """The lines of a game with these states."""
    return [
        Line(game, g, *move, after)
        for (g, after), move in zip(itertools.pairwise(states), moves, strict=True)
    ]


def step_back(line: Line, guessed: Pools, chance: random.Random, faithful: bool) -> Pools | None:
    """What was hidden before a line, if `guessed` was after it; None if that cannot be.

    What moved unseen is any thing that is there now, if this is `faithful` the true one where it
    can be.
    """
    found: Pools = {}
    for pool, was in line.before.items():
        now, facts = line.hidden[pool], line.facts
        guess = {place: Counter(held) for place, held in guessed[pool].items()}
        left = {place: Counter(was[place]) - Counter(now[place]) for place in was}
        came = {place: Counter(now[place]) - Counter(was[place]) for place in was}
        moved = sum(left.values(), Counter[Any]()) & sum(came.values(), Counter[Any]())
        possible = sum(map(Counter, was.values()), Counter[Any]())
        passed: list[Any] = []
        for place, thing, seen in moves_of(came, moved):
            if seen and not guess[place][thing]:
                return None
            free = guess[place] - facts[place]
            if not seen and not (faithful and free[thing]):
                strange = [each for each in free if not possible[each]]
                thing = chance.choice(strange or [*(free or guess[place]).elements()])
            guess[place][thing] -= 1
            passed += [] if seen else [thing]
        for place, thing, seen in moves_of(left, moved):
            if not seen:
                wanted = [each for each in passed if facts[place][each] > guess[place][each]]
                true = [thing] if faithful and thing in passed else passed
                thing = chance.choice(wanted or true)
                passed.remove(thing)
            guess[place][thing] += 1
        if any(facts[place] - held for place, held in guess.items()):
            return None
        if +sum(guess.values(), Counter[Any]()) != possible:
            return None
        found[pool] = {place: [*held.elements()] for place, held in guess.items()}
    return found


def moves_of(
    several: dict[Place, Counter[Any]], moved: Counter[Any]
) -> list[tuple[Place, Any, bool]]:
    """Place and thing of each move, and whether it was seen; those that were come first."""
    unseen, found = moved.copy(), list[tuple[Place, Any, bool]]()
    for place, things in several.items():
        for thing in things.elements():
            found.append((place, thing, not unseen[thing]))
            unseen[thing] -= unseen[thing] > 0
    return sorted(found, key=lambda each: not each[2])


def contradiction(lines: list[Line], seat: int, chance: random.Random) -> str:
    """Why a guess of a seat after some lines cannot be true; "" if it can."""
    game, why = lines[-1].game, ""
    guess = hidden_in(game.guess(lines[-1].after, seat, chance))
    for _ in range(WAYS):
        now: Pools | None = guess
        for back, line in enumerate(reversed(lines), 1):
            now, why = line_back(line, now, chance)
            if now is None:
                why = f"{back} moves back: {why}"
                break
        else:
            return ""
    return why


def line_back(line: Line, after: Pools, chance: random.Random) -> tuple[Pools | None, str]:
    """What was hidden before a line and explains it, or None and why nothing does."""
    why = ""
    for turn in range(STEPS):
        before = step_back(line, after, chance, faithful=turn % 2 == 0)
        if before is None:
            why = why or "something was seen to be elsewhere"
        elif not (why := line.contradicts(with_hidden(line.game, line.g, before), chance)):
            return before, ""
    return None, why


@every_game
def test_a_guess_can_be_true_by_all_that_everybody_saw(game: Game[Any]) -> None:
    if not hides_something(game):
        return
    chance, guesses, wrong = random.Random(14), 0, list[str]()
    for table in (each for each in TABLES if each.game is game):
        several = games_played(table)
        for played in (several[0], several[-1]):
            lines = lines_of(game, [*replay(table, played, game.play)], played.log)
            for _ in range(MOMENTS):
                end, seat = chance.randint(1, len(lines)), guesses % table.seats
                if lines[end - 1].after.scores is None:
                    guesses += 1
                    why = contradiction(lines[max(0, end - MOVES_BACK) : end], seat, chance)
                    wrong += [f"seed {played.seed}, seat {seat}, move {end}, {why}"] if why else []
    assert len(wrong) <= guesses * MOST_WRONG, "\n".join(wrong)
