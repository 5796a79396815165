"""What a seat does not see: views leave it out, and guesses deal it at random."""

from __future__ import annotations

import dataclasses
import random
import typing
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from games._kernel.state import FROM, LENGTH, State, known, players

PRIVATE = {"rng", "edition", "agenda", "answers", "premoves", "plans", "seen", "tie_breaks"}
"""Fields of a state that no view shows."""
PLAIN = {int, str, bool, type(None)}
MIXES = 3
"""How often each thing is offered another place after things were moved to where they fit."""
Home = tuple[int | None, str]
"""Where a hidden thing is: the seat (None: the state itself) and the name of the field."""
Place = tuple[int | None, str, int]
"""The same with the place in its list, 0 where no order matters."""


def visible_to(g: State, thing: Any, seat: int | None, *, everything: bool = False) -> Any:
    """What a seat (None: a watcher) may know of a part of the state, as plain JSON-able data. With
    `everything` it includes hidden fields.
    """
    if isinstance(thing, (list, tuple)):
        return [
            each if type(each) in PLAIN else visible_to(g, each, seat, everything=everything)
            for each in typing.cast("Iterable[Any]", thing)
        ]
    if isinstance(thing, dict):
        return {
            str(key): each
            if type(each) in PLAIN
            else visible_to(g, each, seat, everything=everything)
            for key, each in typing.cast("dict[Any, Any]", thing).items()
        }
    fields = _fields_of(typing.cast("Any", type(thing)))
    if not fields:
        return thing
    found: dict[str, Any] = {}
    for name, how in fields:
        if thing is g and name in PRIVATE:
            continue
        value = getattr(thing, name)
        if not how or everything or _sees(how, getattr(thing, "seat", None), seat):
            plain = type(value) in PLAIN
            found[name] = value if plain else visible_to(g, value, seat, everything=everything)
        elif "among" in how:
            found[name] = value if value in known(g, seat, thing, name) else None
        elif "fuzz" in how:
            found[name] = None
        else:
            found[name] = len(value) if how.get(LENGTH, True) else None
            found[f"{name}_seen"] = sorted(known(g, seat, thing, name))
    return found


@lru_cache
def _fields_of(kind: Any) -> list[tuple[str, Mapping[str, Any]]]:
    """The fields of a dataclass, each with how it is hidden, if it is; [] for other types."""
    found = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    return [(each.name, each.metadata) for each in found]


def _sees(how: Mapping[str, Any], owner: int | None, seat: int | None) -> bool:
    """Whether a seat (None: a watcher) sees a field that is hidden so, and is this owner's."""
    if owner is None or seat is None:
        return False
    return (seat == owner) != (how.get(FROM) == "owner")


def check_hidden(state: type) -> None:
    """Raises TypeError, with field and reason, if a field is hidden that cannot be."""
    listed = typing.get_args(typing.get_type_hints(state).get("players"))
    for kind in _dataclasses_in(state):
        hints = typing.get_type_hints(kind)
        for each in dataclasses.fields(kind):
            reason = ""
            if each.metadata and kind is not state and kind not in listed:
                reason = "only the state and its players have hidden fields"
            elif each.metadata and kind is not state and "seat" not in hints:
                reason = "its player has no field “seat”, so nobody would see it"
            elif FROM in each.metadata and (kind is state or each.metadata[FROM] != "owner"):
                reason = 'from_="owner" is for a field of a player'
            elif LENGTH in each.metadata and "pool" not in each.metadata:
                reason = "length=False is for hidden(pool)"
            elif len(each.metadata.keys() - {FROM, LENGTH}) > 1:
                reason = "say one of hidden(pool), hidden(among=...) and hidden(fuzz=...)"
            elif "pool" in each.metadata and hints[each.name] not in (list[int], list[str]):
                reason = "hidden(pool) is for list[int] and list[str]"
            elif "among" in each.metadata and not _is_one_of(hints[each.name], each.metadata):
                reason = "hidden(among=...) is for an int or a str that is one of these values"
            elif "fuzz" in each.metadata and (kind is state or hints[each.name] is not int):
                reason = "hidden(fuzz=...) is for an int of a player"
            if reason:
                raise TypeError(f"{kind.__name__}.{each.name} cannot be hidden: {reason}.")


def _is_one_of(kind: Any, metadata: Mapping[str, Any]) -> bool:
    """Whether a hidden field has the type of its `among` values."""
    values, _pool = metadata["among"]
    return kind in (int, str) and {type(value) for value in values} == {kind}


def _dataclasses_in(kind: Any, found: tuple[Any, ...] = ()) -> tuple[Any, ...]:
    """The dataclasses in a type, after those that are found already."""
    inner = list(typing.get_args(kind))
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind not in found:
        found = (*found, kind)
        inner += typing.get_type_hints(kind).values()
    for each in inner:
        found = _dataclasses_in(each, found)
    return found


def hide_unknown(g: State, seat: int | None) -> None:
    """Replaces what a seat cannot see, so that states which it cannot tell apart become equal:
    lists are sorted, values become the first possible one, numbers those of the seat itself, or 0.
    """
    pools: dict[str, list[tuple[list[Any], list[Any], bool]]] = {}
    singles: list[tuple[Any, str, list[Any]]] = []
    for place in (g, *players(g)):
        owner: int | None = getattr(place, "seat", None)
        for name, pool, has_length in _unseen_lists(place, seat):
            facts = sorted(known(g, seat, place, name))
            spot = getattr(place, name), facts, has_length
            pools.setdefault(pool.format(seat=owner), []).append(spot)
        for name, values, pool in _unknown_values(g, seat, place):
            singles.append((place, name, [getattr(place, name) if pool else values[0]]))
            if pool:
                pools.setdefault(pool.format(seat=owner), []).append((singles[-1][-1], [], True))
        for name, _fuzz in _unseen_by(place, "fuzz", seat):
            setattr(place, name, 0 if seat is None else getattr(players(g)[seat], name))
    for spots in pools.values():
        unseen = sorted(things[i] for things, facts, _ in spots for i in _unknown(things, facts))
        for things, facts, has_length in spots:
            more = len(things) - len(facts) if has_length else 0
            things[:] = facts + unseen[:more]
            del unseen[:more]
        for things, _, has_length in spots:
            if not has_length:
                things += unseen
                break
    for place, name, [value] in singles:
        setattr(place, name, value)


def forget_private(g: State, seat: int | None) -> None:
    """Takes out chance and what the others alone have answered, been told and seen."""
    g.rng = 0
    watchers = ("all", str(seat))
    g.seen = {key: seen for key, seen in g.seen.items() if key.split("/")[0] in watchers}
    g.news = [item for item in g.news if item[2] is None or item[2] == seat]
    g.premoves = {own: answers for own, answers in g.premoves.items() if own == seat}
    g.plans = {own: plan for own, plan in g.plans.items() if own == seat}
    g.answers = {own: answer if own == seat else "" for own, answer in g.answers.items()}


def deal_unseen(g: State, seat: int | None, rng: random.Random) -> None:
    """Deals what a seat cannot see at random, within each pool, and to nobody what they cannot
    have; what fits nowhere may be anywhere.
    """
    pools: dict[str, list[tuple[Home, list[Any], list[int]]]] = {}
    stretched: dict[str, list[tuple[Home, list[Any], list[int]]]] = {}
    singles: list[tuple[Any, str, list[Any]]] = []
    for place in (g, *players(g)):
        owner: int | None = getattr(place, "seat", None)
        for name, pool, has_length in _unseen_lists(place, seat):
            things: list[Any] = getattr(place, name)
            free = _unknown(things, known(g, seat, place, name))
            spot = (owner, name), things, free
            pools.setdefault(pool.format(seat=owner), []).append(spot)
            if not has_length:
                stretched.setdefault(pool.format(seat=owner), []).append(spot)
        for name, values, pool in _unknown_values(g, seat, place):
            if pool:
                singles.append((place, name, [getattr(place, name)]))
                spot = ((owner, name), singles[-1][-1], [0])
                pools.setdefault(pool.format(seat=owner), []).append(spot)
                continue
            fitting = [value for value in values if g.may_hold(owner, name, value)]
            setattr(place, name, rng.choice(fitting or values))
        for name, fuzz in _unseen_by(place, "fuzz", seat):
            about = getattr(place, name) + rng.randint(-fuzz, fuzz)
            setattr(place, name, max(0, about))
    for spots in stretched.values():
        _draw_lengths(g, spots, rng)
    for spots in pools.values():
        unseen = [things[i] for _, things, free in spots for i in free]
        rng.shuffle(unseen)
        by_place = type(g).may_hold_at is not State.may_hold_at
        if by_place or type(g).may_hold is not State.may_hold:
            homes = [(*home, i * by_place) for home, _, free in spots for i in free]
            _move_to_where_they_fit(g, unseen, homes[::-1], rng)
        for _, things, free in spots:
            for i in free:
                things[i] = unseen.pop()
    for place, name, [value] in singles:
        setattr(place, name, value)


def _draw_lengths(
    g: State, spots: list[tuple[Home, list[Any], list[int]]], rng: random.Random
) -> None:
    """Moves what is free in some lists, so that each is as long as chance has it."""
    loose = [things[i] for _, things, free in spots for i in free]
    for _, things, free in spots:
        things[:] = [thing for i, thing in enumerate(things) if i not in free]
        free.clear()
    for thing in loose:
        fitting = [spot for spot in spots if g.may_hold(*spot[0], thing)]
        _, things, free = rng.choice(fitting or spots)
        free.append(len(things))
        things.append(thing)


def _move_to_where_they_fit(
    g: State, things: list[Any], homes: list[Place], rng: random.Random
) -> None:
    """Moves things, each in the home of the same index, so that as many as possible fit.

    Where one does not, things move on in the shortest ring or chain that ends at a home whose own
    thing does not fit (an augmenting path, so no greedy choice leaves a thing over). Swaps at
    random after that make the deals that are left about as likely as each other; a deal that fits
    at once needs none.
    """

    @cache
    def fits(home: Place, thing: Any) -> bool:
        return g.may_hold_at(*home, thing)

    wrong = [i for i, home in enumerate(homes) if not fits(home, things[i])]
    for start in wrong:
        if fits(homes[start], things[start]):
            continue
        order = rng.sample(range(len(homes)), len(homes))
        came: dict[int, int] = {}
        reached = [start]
        for at in reached:
            nexts = [to for to in order if to not in came and fits(homes[at], things[to])]
            came.update(dict.fromkeys(nexts, at))
            reached += nexts
            end = next((to for to in nexts if not fits(homes[to], things[to])), None)
            if end is not None:
                ring = [end, came[end]]
                while ring[-1] != start:
                    ring.append(came[ring[-1]])
                passed = [things[i] for i in (ring[-1], *ring[:-1])]
                for i, thing in zip(ring, passed, strict=True):
                    things[i] = thing
                break
    for _ in range(MIXES if wrong else 0):
        for one, other in enumerate(rng.sample(range(len(homes)), len(homes))):
            if fits(homes[one], things[other]) and fits(homes[other], things[one]):
                things[one], things[other] = things[other], things[one]


def sees_secrets(g: State, seat: int) -> bool:
    """Whether a seat sees anything that another one may not see: if nobody knows how long a list
    is, it counts even if it is empty.
    """
    return any(
        getattr(place, name) or "pool" not in how or LENGTH in how
        for place in players(g)
        for name, how in _fields_of(typing.cast("Any", type(place)))
        if how and _sees(how, place.seat, seat)
    )


def _unseen_by(place: Any, way: str, seat: int | None) -> Iterator[tuple[str, Any]]:
    """The fields of a state or a player that are hidden in one way and that a seat does not see,
    each with the argument of `hidden`.
    """
    owner: int | None = getattr(place, "seat", None)
    for name, how in _hidden_in(typing.cast("Any", type(place)), way):
        if not _sees(how, owner, seat):
            yield name, how[way]


def _unseen_lists(place: Any, seat: int | None) -> Iterator[tuple[str, str, bool]]:
    """Name and pool of each list that a seat does not see, and whether everybody sees its
    length.
    """
    lengths = dict(_hidden_in(typing.cast("Any", type(place)), LENGTH))
    for name, pool in _unseen_by(place, "pool", seat):
        yield name, pool, name not in lengths


def _unknown_values(g: State, seat: int | None, place: Any) -> Iterator[tuple[str, Any, str]]:
    """Name, possible values and pool of each single value of a place that a seat cannot know."""
    for name, (values, pool) in _unseen_by(place, "among", seat):
        if getattr(place, name) not in known(g, seat, place, name):
            yield name, values, pool


@lru_cache
def _hidden_in(kind: Any, way: str) -> list[tuple[str, Mapping[str, Any]]]:
    return [(name, how) for name, how in _fields_of(kind) if way in how]


def _unknown(things: list[Any], facts: list[Any]) -> list[int]:
    """The indexes of a hidden list whose things are not known."""
    facts = list(facts)
    places: list[int] = []
    for i, thing in enumerate(things):
        if thing in facts:
            facts.remove(thing)
        else:
            places.append(i)
    return places
