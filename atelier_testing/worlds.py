"""Other worlds: states that one viewer cannot tell from the real one, for every game.

How they are made is written anew, beside what the kernel does for computer players, so that each
judges the other.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from typing import Any

from atelier_testing.secrets import has_length, held_though_ruled_out, is_seen
from games.kernel import Game, known, players

MOST_DEALS = 30
"""Tries to deal a world in which everybody who is asked has a move."""
MOST_MONEY = 60

Spots = list[tuple[list[Any], list[int]]]


def another(
    game: Game[Any], g: Any, viewer: int | None, chance: random.Random, *, decks: bool = True
) -> Any:
    """A state that differs in all that a seat (None: a watcher) cannot know; None where no deal
    turns up. Without `decks` what lies on the table, and the chance to come, stay as they are.
    """
    for _ in range(MOST_DEALS):
        world = game.load(game.dump(g), game.version)
        if not game.is_open(g):
            deal_afresh(world, viewer, chance, decks=decks)
        moves = {seat: game.legal(world, seat) for seat in (*world.asked, *world.answers)}
        if all(moves.values()) and not held_though_ruled_out(world):
            break
    else:
        return None
    watchers = ("all", str(viewer))
    world.seen = {key: it for key, it in world.seen.items() if key.split("/")[0] in watchers}
    world.news = [line for line in world.news if line[2] in (None, viewer)]
    for seat, answer in world.answers.items():
        if seat != viewer and (decks or answer not in moves[seat]):
            world.answers[seat] = chance.choice(moves[seat])
    ahead = {*world.premoves, *world.plans}
    if not decks and not all(may_plan(game, world, seat) for seat in ahead):
        return None
    if decks:
        world.rng = chance.getrandbits(64)
        world.premoves = {seat: own for seat, own in world.premoves.items() if seat == viewer}
        world.plans = {seat: plan for seat, plan in world.plans.items() if seat == viewer}
        for seat in set(range(world.seats)) - {viewer}:
            world = plans(game, world, seat, chance)
    return world


def deal_afresh(world: Any, viewer: int | None, chance: random.Random, *, decks: bool) -> None:
    """Deals the lists of each pool that a viewer does not see, and makes up hidden numbers."""
    pools: dict[str, Spots] = {}
    stretched: dict[str, list[tuple[list[Any], list[int], list[Any]]]] = {}
    for place in [*([world] if decks else []), *players(world)]:
        owner = getattr(place, "seat", None)
        for each in dataclasses.fields(place):
            if not each.metadata or is_seen(place, each, viewer):
                continue
            if "pool" in each.metadata:
                things = getattr(place, each.name)
                facts = known(world, viewer, place, each.name)
                free = unknown(things, facts)
                pool = each.metadata["pool"].format(seat=owner)
                pools.setdefault(pool, []).append((things, free))
                if not has_length(place, each.name):
                    stretched.setdefault(pool, []).append((things, free, facts))
            elif "among" in each.metadata:
                if not known(world, viewer, place, each.name):
                    setattr(place, each.name, chance.choice(each.metadata["among"][0]))
            elif "fuzz" in each.metadata:
                setattr(place, each.name, another_number(getattr(place, each.name), chance))
    for spots in stretched.values():
        ends = [things for things, _, _ in spots]
        for things, free, _ in spots:
            for i in reversed(free):
                chance.choice(ends).append(things.pop(i))
        for things, free, facts in spots:
            free[:] = unknown(things, facts)
    for spots in pools.values():
        loose = [things[i] for things, free in spots for i in free]
        chance.shuffle(loose)
        for things, free in spots:
            for i in free:
                things[i] = loose.pop()


def unknown(things: list[Any], facts: list[Any]) -> list[int]:
    """The places of a hidden list that hold what its viewer does not know."""
    left = Counter(facts)
    free: list[int] = []
    for i, thing in enumerate(things):
        if left[thing]:
            left[thing] -= 1
        else:
            free.append(i)
    return free


def another_number(truth: int, chance: random.Random) -> int:
    """Nothing, hardly anything, nearly the same, or any other number."""
    return chance.choice([0, 1, truth // 2, truth, truth + 1, chance.randrange(MOST_MONEY)])


def plans(game: Game[Any], g: Any, seat: int, chance: random.Random) -> Any:
    """The state in which a seat may have set something in advance, and planned its turn."""
    questions, turn = game.premoves(g, seat), game.rehearse(g, seat).question
    after = g
    if questions and chance.random() < 0.5:
        question = chance.choice(list(questions))
        after = game.play(g, seat, f"ahead {question} {chance.choice(questions[question])}")
    if turn and chance.random() < 0.5:
        after = game.play(g, seat, f"plan {chance.choice(turn.moves)}")
    after.news = g.news
    return after


def may_plan(game: Game[Any], g: Any, seat: int) -> bool:
    """Whether a seat could have set in advance what it has."""
    questions, view = game.premoves(g, seat), game.view(g, seat)
    own: dict[str, str] = view.get("ahead", {})
    turn = view["plan"]["moves"] if "plan" in view else []
    is_open = all(move in questions.get(question, []) for question, move in own.items())
    return is_open and not game.rehearse(g, seat, turn).left


def hidden(game: Game[Any], g: Any) -> Any:
    """A state without the chance to come."""
    return json.loads(game.dump(g)) | {"rng": 0}
