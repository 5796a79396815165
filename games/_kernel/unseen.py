"""What a seat does not see: views leave it out, and guesses deal it at random."""

from __future__ import annotations

import dataclasses
import random
import typing
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from games._kernel.state import State, known, players

PRIVATE = {"rng", "edition", "agenda", "answers", "premoves", "seen", "tie_breaks"}
"""Fields of a state that no view shows."""
PLAIN = {int, str, bool, type(None)}
MIXES = 3
"""How often each thing is offered another place after things were moved to where they fit."""
Home = tuple[int | None, str]
"""Where a hidden thing is: the seat (None: the state itself) and the name of the field."""


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
    fields = _hidden_fields(typing.cast("Any", type(thing)))
    if fields is None:
        return thing
    owner: int | None = getattr(thing, "seat", None)
    seen = everything or (seat is not None and owner == seat)
    found: dict[str, Any] = {}
    for name, how in fields:
        if thing is g and name in PRIVATE:
            continue
        value = getattr(thing, name)
        if seen or not how:
            plain = type(value) in PLAIN
            found[name] = value if plain else visible_to(g, value, seat, everything=everything)
        elif how == "among":
            found[name] = value if value in known(g, seat, thing, name) else None
        elif how == "fuzz":
            found[name] = None
        else:
            found[name] = len(value)
            found[f"{name}_seen"] = sorted(known(g, seat, thing, name))
    return found


@lru_cache
def _hidden_fields(kind: Any) -> list[tuple[str, str]] | None:
    """The fields of a dataclass, each with the way it is hidden or ""; None for other types."""
    if not dataclasses.is_dataclass(kind):
        return None
    return [(each.name, next(iter(each.metadata), "")) for each in dataclasses.fields(kind)]


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
            elif len(each.metadata) > 1:
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
    pools: dict[str, list[tuple[list[Any], list[Any]]]] = {}
    singles: list[tuple[Any, str, list[Any]]] = []
    for place in (g, *players(g)):
        owner: int | None = getattr(place, "seat", None)
        if seat is not None and owner == seat:
            continue
        for name, pool in _hidden_by(place, "pool"):
            facts = sorted(known(g, seat, place, name))
            pools.setdefault(pool.format(seat=owner), []).append((getattr(place, name), facts))
        for name, values, pool in _unknown_values(g, seat, place):
            singles.append((place, name, [getattr(place, name) if pool else values[0]]))
            if pool:
                pools.setdefault(pool.format(seat=owner), []).append((singles[-1][-1], []))
        for name, _fuzz in _hidden_by(place, "fuzz"):
            setattr(place, name, 0 if seat is None else getattr(players(g)[seat], name))
    for spots in pools.values():
        unseen = sorted(things[i] for things, facts in spots for i in _unknown(things, facts))
        for things, facts in spots:
            more = len(things) - len(facts)
            things[:] = facts + unseen[:more]
            del unseen[:more]
    for place, name, [value] in singles:
        setattr(place, name, value)


def forget_private(g: State, seat: int | None) -> None:
    """Takes out chance and what the others alone have answered, been told and seen."""
    g.rng = 0
    watchers = ("all", str(seat))
    g.seen = {key: seen for key, seen in g.seen.items() if key.split("/")[0] in watchers}
    g.news = [item for item in g.news if item[2] is None or item[2] == seat]
    g.premoves = {own: answers for own, answers in g.premoves.items() if own == seat}
    g.answers = {own: answer if own == seat else "" for own, answer in g.answers.items()}


def deal_unseen(g: State, seat: int, rng: random.Random) -> None:
    """Deals what a seat cannot see at random, within each pool, and to nobody what they cannot
    have; what fits nowhere may be anywhere.
    """
    pools: dict[str, list[tuple[Home, list[Any], list[int]]]] = {}
    singles: list[tuple[Any, str, list[Any]]] = []
    for place in (g, *players(g)):
        owner: int | None = getattr(place, "seat", None)
        if owner == seat:
            continue
        for name, pool in _hidden_by(place, "pool"):
            things: list[Any] = getattr(place, name)
            free = _unknown(things, known(g, seat, place, name))
            pools.setdefault(pool.format(seat=owner), []).append(((owner, name), things, free))
        for name, values, pool in _unknown_values(g, seat, place):
            if pool:
                singles.append((place, name, [getattr(place, name)]))
                spot = ((owner, name), singles[-1][-1], [0])
                pools.setdefault(pool.format(seat=owner), []).append(spot)
                continue
            fitting = [value for value in values if g.may_hold(owner, name, value)]
            setattr(place, name, rng.choice(fitting or values))
        for name, fuzz in _hidden_by(place, "fuzz"):
            about = getattr(place, name) + rng.randint(-fuzz, fuzz)
            setattr(place, name, max(0, about))
    for spots in pools.values():
        unseen = [things[i] for _, things, free in spots for i in free]
        rng.shuffle(unseen)
        if type(g).may_hold is not State.may_hold:
            homes = [home for home, _, free in spots for _ in free]
            _move_to_where_they_fit(g, unseen, homes[::-1], rng)
        for _, things, free in spots:
            for i in free:
                things[i] = unseen.pop()
    for place, name, [value] in singles:
        setattr(place, name, value)


def _move_to_where_they_fit(
    g: State, things: list[Any], homes: list[Home], rng: random.Random
) -> None:
    """Moves things, each in the home of the same index, so that as many as possible fit.

    Where one does not, things move on in the shortest ring or chain that ends at a home whose own
    thing does not fit (an augmenting path, so no greedy choice leaves a thing over). Swaps at
    random after that make the deals that are left about as likely as each other.
    """

    @cache
    def fits(home: Home, thing: Any) -> bool:
        return g.may_hold(*home, thing)

    for start, home in enumerate(homes):
        if fits(home, things[start]):
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
    for _ in range(MIXES):
        for one, other in enumerate(rng.sample(range(len(homes)), len(homes))):
            if fits(homes[one], things[other]) and fits(homes[other], things[one]):
                things[one], things[other] = things[other], things[one]


def holds_secrets(place: Any) -> bool:
    """Whether a player has anything that others may not see."""
    if _hidden_by(place, "among") or _hidden_by(place, "fuzz"):
        return True
    return any(getattr(place, name) for name, _pool in _hidden_by(place, "pool"))


def _hidden_by(place: Any, how: str) -> list[tuple[str, Any]]:
    """The fields of a state or a player that are hidden in one way, each with the argument of
    `hidden`.
    """
    return _hidden_in(typing.cast("Any", type(place)), how)


def _unknown_values(g: State, seat: int | None, place: Any) -> Iterator[tuple[str, Any, str]]:
    """Name, possible values and pool of each single value of a place that a seat cannot know."""
    for name, (values, pool) in _hidden_by(place, "among"):
        if getattr(place, name) not in known(g, seat, place, name):
            yield name, values, pool


@lru_cache
def _hidden_in(kind: Any, how: str) -> list[tuple[str, Any]]:
    found = [each for each in dataclasses.fields(kind) if how in each.metadata]
    return [(each.name, each.metadata[how]) for each in found]


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
