"""The state of a running game as plain data, and what rules do with it.

A state has what is planned, who is asked, the answers, all chance, and what each seat has seen of
hidden things.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from games._kernel import chance

EVERYBODY = None
"""All seats, in place of a single one: in a plan, in news, or in what was seen."""
KIND, HEADING, ASIDE, AHEAD = "is", "heading", "aside", "ahead"
"""The name of a value of news, beside those of its template, and what it can be."""
WORTH = "worth"
"""The name of a value of news that tells in points what it brings `who`, or costs if it is below 0.
Reasons show such news, asides too.
"""
FROM, LENGTH = "from", "length"
"""More that is said of a hidden field, beside the way in which it is hidden."""

Step = tuple[Any, ...]
News = tuple[str, dict[str, Any], int | None]


class IllegalMove(ValueError):
    """A move that is not open; its text is a sentence for the player."""


class LaterRelease(ValueError):
    """A stored state is of a later version or edition of its game."""


def hidden(
    pool: str = "",
    *,
    among: Iterable[int] | Iterable[str] = (),
    fuzz: int = 0,
    from_: Literal["others", "owner"] = "others",
    length: bool = True,
) -> Any:
    """Declares a field that only its player sees; nobody sees hidden fields of the state itself.

    `pool` is for a list and names the kind of thing in it. `guess` shuffles what a seat cannot see
    among all lists of a pool; with "{seat}" in its name, each player has a separate pool. `among`
    is for a single number or text and has its possible values: it begins as the first, and `guess`
    takes any of them; with a `pool`, such as roles that are dealt, it shuffles the value with all
    that is in the pool. `fuzz` is for a number: `guess` changes it by at most that much, but not
    below 0.

    Hidden `from_="owner"`, a field is seen by all other players, and not by the player whose it is;
    the board, which that player reads, does not show it either. Without `length` nobody but who
    sees a list knows how long it is: `guess` moves things between all such lists of a pool, so
    what is put in and taken out has a list of that kind where it comes from and goes to.

    Only the state and its players, which have a `seat`, may have hidden fields; `Game` raises
    TypeError for others.
    """
    values = [*among]
    kind: dict[str, Any] = {"among": (values, pool)} if values else {"pool": pool}
    ways = {"fuzz": fuzz, **kind}
    how = {name: said for name, said in ways.items() if said} or {"pool": pool}
    how |= {FROM: from_} if from_ != "others" else {}
    how |= {} if length else {LENGTH: length}
    if values:
        return field(default=values[0], metadata=how)
    if "fuzz" in how:
        return field(default=0, metadata=how)
    return field(default_factory=list[Any], metadata=how)


@dataclass(slots=True)
class Planned:
    """A step of a plan."""

    question: str
    """The choice and the arguments that ask it."""
    move: str
    label: Any
    """What people read for the move, packed."""
    read: str
    """What the planner has read of it: its label, its alarm and its consequence."""
    waits: bool
    """Whether others come before it."""


@dataclass(slots=True)
class Plan:
    """What a seat will do in its next turns."""

    steps: list[Planned]
    used: bool
    """Whether it is carried out; else its owner only keeps it."""


@dataclass(slots=True)
class State:
    """Everything there is to know about a running game, as plain data; games add their fields."""

    seats: int
    rng: int
    """The state of chance, see `chance`. A move that changed it has revealed something."""
    edition: int = 1
    """The edition of the figures with which the game began."""
    agenda: list[Step] = field(default_factory=list[Step])
    """What is planned, the next step last."""
    asked: list[int] = field(default_factory=list[int])
    """Seats that must answer now."""
    answers: dict[int, str] = field(default_factory=dict[int, str])
    """Answers to a question to several seats, secret until the last one is in."""
    premoves: Annotated[dict[int, dict[str, str]], Field(alias="ahead")] = field(
        default_factory=dict[int, dict[str, str]]
    )
    """Answers in advance, by seat and question; only their owner knows them."""
    plans: dict[int, Plan] = field(default_factory=dict[int, Plan])
    """The plan of each seat; only its owner knows it."""
    news: list[News] = field(default_factory=list[News])
    """What the last move did: template, values, and the seat that reads it (None: all)."""
    seen: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    """What seats know of hidden lists, by viewer, owner and field: "all/2/hand", "0/-/deck"."""
    scores: list[int] | None = None
    """A number for each seat, more is better; once it is set, the game is over."""
    tie_breaks: list[int] = field(default_factory=list[int])
    """Breaks ties of the scores: a number for each seat, more is better."""

    def can_win(self, seat: int) -> bool:
        """Whether a seat may win; if none may, nobody wins. A game may override this."""
        return True

    def team(self, seat: int) -> Hashable:
        """Whom a seat wins with: seats with an equal team win and lose together, and have the same
        score. A game of partners, roles or one common aim overrides this.
        """
        return seat

    def may_hold(self, seat: int | None, name: str, thing: Any) -> bool:
        """Whether this thing may be in the hidden field `name` of a seat (None: of the state), by
        what everybody knows; else no guess deals it there. A game in which somebody shows what they
        do not have overrides this. It is asked in guesses, so it must not read hidden fields.
        """
        return True

    def may_hold_at(self, seat: int | None, name: str, at: int, thing: Any) -> bool:
        """The same for a place in a list whose order matters, counted from 0: somebody knows where
        a thing is, which `sees` does not say.
        """
        return self.may_hold(seat, name, thing)

    def can_be(self) -> bool:
        """Whether this may be the state, by what everybody knows; else it is no guess. A game with
        something that `may_hold` cannot say, such as how many things of a kind there are somewhere,
        overrides this.
        """
        return True

    def then(self, *steps: str | Step) -> None:
        """Plans these steps next, in this order, before everything that is planned already."""
        for step in reversed(steps):
            self.agenda.append((step,) if isinstance(step, str) else step)

    def skip(self, name: str) -> None:
        """Drops every planned step of this name."""
        self.agenda = [step for step in self.agenda if step[0] != name]

    def queue(self, step: Step) -> None:
        """Plans a step after the last planned one of its name, or next if there is none."""
        places = (i for i, planned in enumerate(self.agenda) if planned[0] == step[0])
        self.agenda.insert(next(places, len(self.agenda)), step)

    def below(self, n: int) -> int:
        """A random number in range(n)."""
        number, self.rng = chance.below(self.rng, n)
        return number

    def draw(self, pile: list[Any]) -> Any:
        """Takes a random thing from a pile; the order of the pile changes. IndexError if it is
        empty.
        """
        if not pile:
            raise IndexError("g.draw was given an empty pile")
        i = self.below(len(pile))
        pile[i], pile[-1] = pile[-1], pile[i]
        return pile.pop()

    def reveal(self, *, by: int | None = None) -> None:
        """Marks that something was revealed or became final, so that undo needs a vote. Plans end
        there, too; that of a seat goes on where everything was revealed `by` it.
        """
        if by is None or self.rng != chance.rehearsed(by):
            self.rng = chance.advance(self.rng)

    def say(self, template: str, to: int | None = EVERYBODY, /, **values: Any) -> None:
        """Adds news for one seat or all: a template of `games.words` and its values."""
        self.news.append((template, values, to))

    def heading(self, template: str, /, **values: Any) -> None:
        """Adds the name of a part of the game that begins, such as "Round {n}": a heading of the
        log.
        """
        self.say(template, **values, **{KIND: HEADING})

    def aside(self, template: str, to: int | None = EVERYBODY, /, **values: Any) -> None:
        """Adds news of housekeeping, such as a row that is filled up: only the log shows it."""
        self.say(template, to, **values, **{KIND: ASIDE})

    def sees(self, watcher: int | None, place: Any, name: str, thing: Any) -> None:
        """Records that a seat (None: all) saw this thing go into the list `name` of `place`."""
        self.seen.setdefault(_seen_key(watcher, place, name), []).append(thing)

    def left(self, place: Any, name: str, thing: Any) -> None:
        """Records that everybody saw this thing leave that hidden list."""
        for key in _seen_keys_of(self, place, name):
            if thing in self.seen[key]:
                self.seen[key].remove(thing)

    def left_unseen(self, place: Any, name: str) -> None:
        """Records that something unseen left that list; it may be any thing that is known there."""
        for key in _seen_keys_of(self, place, name):
            for thing in set(self.seen[key]):
                self.seen[key].remove(thing)


def _seen_key(watcher: int | None, place: Any, name: str) -> str:
    return _key(watcher, getattr(place, "seat", None), name)


@lru_cache(maxsize=1024)
def _key(watcher: int | None, owner: int | None, name: str) -> str:
    return f"{'all' if watcher is None else watcher}/{'-' if owner is None else owner}/{name}"


def _seen_keys_of(g: State, place: Any, name: str) -> list[str]:
    owner = getattr(place, "seat", None)
    keys = [_key(watcher, owner, name) for watcher in (EVERYBODY, *range(g.seats))]
    return [key for key in keys if key in g.seen]


def known(g: State, watcher: int | None, place: Any, name: str) -> list[Any]:
    """What a seat (None: a watcher) knows of a hidden list that it does not see."""
    shared = g.seen.get(_seen_key(EVERYBODY, place, name), [])
    own = [] if watcher is None else list(g.seen.get(_seen_key(watcher, place, name), []))
    for thing in shared:
        if thing in own:
            own.remove(thing)
    return shared + own


def asks(who: int | Iterable[int] | None, seat: int) -> bool:
    """Whether a question to these seats asks this seat."""
    return who is None or (who == seat if isinstance(who, int) else seat in who)


def players(g: Any) -> list[Any]:
    """The players of a state, by seat."""
    return g.players


def places(g: State, behind: Collection[int] = ()) -> list[int]:
    """The place of each seat, 1 for the best; [] before the end.

    A team has one place, and teams with equal score and tie-break share it. Seats that cannot win
    come after those that can; the seats `behind` come last, whatever their team has. If nobody can
    win, the best place is 2.
    """
    if g.scores is None:
        return []
    ranks = zip(g.scores, g.tie_breaks or [0] * g.seats, strict=True)
    worth = [
        (0, False, 0, 0) if seat in behind else (1, g.can_win(seat), *rank)
        for seat, rank in enumerate(ranks)
    ]
    best, team = 2 if max(worth)[:2] == (1, False) else 1, teams(g)
    return [
        best + len({team[seat] for seat, other in enumerate(worth) if other > own}) for own in worth
    ]


def winners(g: State) -> list[int]:
    """The seats in the first place; none if nobody can win."""
    return [seat for seat, place in enumerate(places(g)) if place == 1]


def teams(g: State) -> list[int]:
    """The team of each seat: the first seat that is in it."""
    first: dict[Hashable, int] = {}
    return [first.setdefault(g.team(seat), seat) for seat in range(g.seats)]


def lead(g: State, values: Sequence[float], seat: int) -> float:
    """How far the team of a seat is ahead of the best other team, by the mean of their seats'
    values; the mean itself if there is no other team.
    """
    team = teams(g)
    sums: dict[int, list[float]] = {}
    for each, value in zip(team, values, strict=True):
        sums.setdefault(each, []).append(value)
    means = {each: sum(several) / len(several) for each, several in sums.items()}
    own = means.pop(team[seat])
    return own - max(means.values(), default=0.0)


def victory_shares(g: State) -> list[float]:
    """The share of each seat in the victory: teams share it, and partners have it in common."""
    best, team = winners(g), teams(g)
    parts = len({team[seat] for seat in best})
    return [1 / parts if seat in best else 0.0 for seat in range(g.seats)]
