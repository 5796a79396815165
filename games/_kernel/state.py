"""The state of a running game as plain data, and what a game's rules do with it.

A state knows what is planned, who is asked, what was answered, all chance there is, and what each
seat has seen of hidden things.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field

from games._kernel import chance

EVERYBODY = None
"""All seats, in place of one: all are asked at once in secret, all get the news, all have seen the
card.
"""

Step = tuple[Any, ...]
News = tuple[str, dict[str, Any], int | None]


class IllegalMove(ValueError):
    """A move that is not open; its text is a sentence for the player who tried it."""


def hidden(pool: str = "", *, among: Iterable[int] | Iterable[str] = (), fuzz: int = 0) -> Any:
    """Declares a list or a single value that only the owner of its dataclass sees (nobody, on the
    state itself).

    `pool` names the kind of thing in a list: `guess` deals what a seat cannot see afresh among all
    lists of one pool; where its name says "{seat}", every owner has one alone. A single number or
    text is one `among` these values: `guess` takes any of them, and it begins as the first. A
    number that runs up and down has a `fuzz` instead: `guess` takes one that is at most so far off,
    and not below 0. An owner is the `seat` of the dataclass that has the field, and only the state
    and its players have such fields. `Game` refuses what cannot be hidden, and names the field.
    """
    ways: dict[str, Any] = {"among": [*among], "fuzz": fuzz, "pool": pool}
    how = {name: said for name, said in ways.items() if said} or {"pool": pool}
    if "among" in how:
        return field(default=how["among"][0], metadata=how)
    if "fuzz" in how:
        return field(default=0, metadata=how)
    return field(default_factory=list[Any], metadata=how)


@dataclass(slots=True)
class State:
    """Everything there is to know about a running game, as plain data; games add their fields."""

    seats: int
    rng: int
    """The state of the random numbers, see `chance`. If a move changed it, the move revealed
    something.
    """
    agenda: list[Step] = field(default_factory=list[Step])
    """What is planned, the next step last."""
    asked: list[int] = field(default_factory=list[int])
    """Seats that must answer now."""
    answers: dict[int, str] = field(default_factory=dict[int, str])
    """Answers to a question put to several seats, secret until the last one is in."""
    premoves: Annotated[dict[int, dict[str, str]], Field(alias="ahead")] = field(
        default_factory=dict[int, dict[str, str]]
    )
    """Answers to questions not asked yet, by seat and question; only their owner knows them."""
    news: list[News] = field(default_factory=list[News])
    """What the last move brought: template, values, and the seat it is for (None: all)."""
    seen: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    """What is known of hidden lists, by watcher, owner and field: "all/2/hand", "0/-/deck"."""
    scores: list[int] | None = None
    """Set once, a number per seat, more is better: the game is over."""
    tie_breaks: list[int] = field(default_factory=list[int])
    """Set with the scores where equal ones are told apart: a number per seat, more is better."""

    def can_win(self, seat: int) -> bool:
        """Whether a seat may win at all; if none may, nobody wins. A game's state may say less."""
        return True

    def then(self, *steps: str | Step) -> None:
        """Plans these steps next, in this order, before whatever was planned already."""
        for step in reversed(steps):
            self.agenda.append((step,) if isinstance(step, str) else step)

    def skip(self, name: str) -> None:
        """Drops every planned step of this name."""
        self.agenda = [step for step in self.agenda if step[0] != name]

    def queue(self, step: Step) -> None:
        """Plans a step behind the last planned one of its name, or next where there is none."""
        places = (i for i, planned in enumerate(self.agenda) if planned[0] == step[0])
        self.agenda.insert(next(places, len(self.agenda)), step)

    def below(self, n: int) -> int:
        """A random number in range(n)."""
        number, self.rng = chance.below(self.rng, n)
        return number

    def draw(self, pile: list[Any]) -> Any:
        """A thing taken at random from an unordered pile."""
        i = self.below(len(pile))
        pile[i], pile[-1] = pile[-1], pile[i]
        return pile.pop()

    def reveal(self) -> None:
        """Marks that something was revealed or fixed for good, so free undo stops here."""
        self.rng = chance.advance(self.rng)

    def say(self, template: str, to: int | None = EVERYBODY, /, **values: Any) -> None:
        """Tells one seat, or all, what happened; templates are read by `games.words`."""
        self.news.append((template, values, to))

    def sees(self, watcher: int | None, place: Any, name: str, thing: Any) -> None:
        """Notes that a seat (None: all) saw this thing go into the list `name` of `place`."""
        self.seen.setdefault(_known_as(watcher, place, name), []).append(thing)

    def left(self, place: Any, name: str, thing: Any) -> None:
        """Records that everybody saw this thing leave that hidden list, so they know one fewer
        there.
        """
        for key in _known_of(self, place, name):
            if thing in self.seen[key]:
                self.seen[key].remove(thing)

    def left_unseen(self, place: Any, name: str) -> None:
        """Notes that something left that list unseen: it may have been any that is known there."""
        for key in _known_of(self, place, name):
            for thing in set(self.seen[key]):
                self.seen[key].remove(thing)


def _known_as(watcher: int | None, place: Any, name: str) -> str:
    return _key(watcher, getattr(place, "seat", None), name)


@lru_cache(maxsize=1024)
def _key(watcher: int | None, owner: int | None, name: str) -> str:
    return f"{'all' if watcher is None else watcher}/{'-' if owner is None else owner}/{name}"


def _known_of(g: State, place: Any, name: str) -> list[str]:
    owner = getattr(place, "seat", None)
    keys = [_key(watcher, owner, name) for watcher in (EVERYBODY, *range(g.seats))]
    return [key for key in keys if key in g.seen]


def known(g: State, watcher: int | None, place: Any, name: str) -> list[Any]:
    """What a seat (None: a spectator) knows to lie in a hidden list that it does not see."""
    shared = g.seen.get(_known_as(EVERYBODY, place, name), [])
    own = [] if watcher is None else list(g.seen.get(_known_as(watcher, place, name), []))
    for thing in shared:
        if thing in own:
            own.remove(thing)
    return shared + own


def players(g: Any) -> list[Any]:
    """The players of a state, by seat."""
    return g.players


def places(g: State, behind: Collection[int] = ()) -> list[int]:
    """The place of each seat, 1 for the best, shared where score and tie-break are equal; seats
    that cannot win come behind those that can, and `behind` share the one after all others. Where
    nobody can win the best place is 2. [] before the end.
    """
    if g.scores is None:
        return []
    ranks = zip(g.scores, g.tie_breaks or [0] * g.seats, strict=True)
    worth = [
        (0, False, 0, 0) if seat in behind else (1, g.can_win(seat), *rank)
        for seat, rank in enumerate(ranks)
    ]
    best = 2 if max(worth)[:2] == (1, False) else 1
    return [best + sum(other > own for other in worth) for own in worth]


def winners(g: State) -> list[int]:
    """The seats with the best score of those that can win, and of these the ones that no tie-break
    puts behind; none where nobody can win.
    """
    return [seat for seat, place in enumerate(places(g)) if place == 1]
