"""Games played out after a move, and how the points of every seat came about in each.

Two moves are compared from the same deals with the same chance, as the strong player does.
Everything is played from guesses, so a course tells nothing that the seat cannot know.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.players.levels import strong
from bot.players.reasons import SEATS, News
from games.kernel import HEADING, KIND, WORTH, Game, State, teams
from games.words import Phrase

PAIRS = 24
"""How often both moves are played out."""
ROUND = "round"
"""A value of news that sum a round up."""
Part = tuple[str, tuple[tuple[str, Any], ...]]
"""A template, and its values but for the number."""
REST: Part = ("", ())
"""The points of a seat that the game does not say more of."""

Amounts = dict[Part, float]
"""What the points of a seat are made of, or what it has to spend."""


@dataclass(slots=True)
class Change:
    """A part of a seat's points that changed, and what told of it."""

    who: int
    part: Part
    n: float
    news: News | None


@dataclass(slots=True)
class Move:
    """A move of the seat, and what became of it in the game after the other move."""

    choice: str
    text: str
    turn: int
    during: News | None
    label: str = ""
    """Where the same text may say something else later."""
    is_done: bool = False
    """Whether it was made in the same part of the game."""
    is_asked: bool = False
    """Whether the same question was asked."""
    is_open: bool = False
    """Whether it was legal by the same turn, or made at all."""
    barred: str = ""
    """Why the rulebook forbade it last by then, if it did and tells."""
    prompt: str = ""
    """What was asked, of the moves after the first."""
    had: Amounts = field(default_factory=dict[Part, float])
    """What the seat had to spend when it was asked."""

    def asks_like(self, other: Move) -> bool:
        """Whether the same was asked in the same part of the game."""
        return (self.choice, self.during) == (other.choice, other.during)

    @property
    def is_closed(self) -> bool:
        return self.is_asked and not self.is_open


@dataclass(slots=True)
class Step:
    """What one move told and changed."""

    turn: int
    """How many turns the seat had begun since the first step, the move that is compared."""
    news: list[News]
    changes: list[Change]
    moves: int = 0
    """How many moves the seat had made."""
    is_own: bool = False
    """Whether a move of the seat led to it."""
    during: News | None = None
    """The heading of the part of the game, if another one has begun since the first step."""
    parts: list[News | None] = field(default_factory=list[News | None])
    """The same for each of the news, where another part begins among them."""
    has: Amounts = field(default_factory=dict[Part, float])
    """What the seat then has to spend."""

    def place(self, news: News | None) -> int:
        """Where news are among those of the step; -1 for none of them."""
        return self.news.index(news) if news in self.news else -1

    def part(self, n: int) -> News | None:
        """The heading that holds for the news at a place."""
        return self.parts[n] if self.parts and n >= 0 else self.during


@dataclass(slots=True)
class Course:
    """One game after a move."""

    steps: list[Step] = field(default_factory=list[Step])
    turns: int = 0
    """How many turns the seat has had since."""
    final: list[float] = field(default_factory=list[float])
    """Everybody's points at the end."""
    teams: list[int] = field(default_factory=list[int])
    """The team of each seat."""
    moves: list[Move] = field(default_factory=list[Move])
    """Those of the seat, from the one that is compared on."""

    def rivals(self, seat: int) -> dict[int, float]:
        """The points at the end of the seats of other teams."""
        return {s: n for s, n in enumerate(self.final) if self.teams[s] != self.teams[seat]}

    def best_rival(self, seat: int) -> int | None:
        """The best of them; None if all play together."""
        rivals = self.rivals(seat)
        return max(rivals, key=rivals.__getitem__, default=None)

    def hindrance(self, step: Step) -> str | None:
        """What kept the seat, in the game after the other move, from what it did in a turn up to a
        step: the reason of the rulebook, "" if it tells none, as where somebody else was there
        first; None if nothing did.
        """
        found = None
        for each in self.moves[1 : step.moves] if step.is_own else []:
            if (each.turn, each.during) == (step.turn, step.during):
                if each.is_closed and (found is None or (each.turn and not each.barred)):
                    found = each.barred
                elif not each.is_closed and not each.is_done:
                    break
        return found

    def shortage(self, step: Step, other: Course) -> Amounts:
        """How much of what the seat spent in its turn up to a step it lacked in the game after the
        other move when asked the same, or else in that part of the game: for the last move that
        spent something.
        """
        moves = self.moves[1 : step.moves] if step.is_own else []
        left = [*(it.had for it in moves[1:]), step.has]
        for each, after in reversed([*zip(moves, left, strict=False)]):
            if (each.turn, each.during) != (step.turn, step.during):
                break
            spent = {it: n for it, had in each.had.items() if (n := had - after.get(it, 0)) > 0}
            if not spent:
                continue
            same = [it for it in other.moves[1:] if it.asks_like(each)]
            same = [it for it in same if it.turn == each.turn] or same
            owned = [it.had for it in same]
            owned = owned or [it.has for it in other.steps if it.during == each.during]
            lacks = {
                it: n - max((has.get(it, 0) for has in owned), default=n) for it, n in spent.items()
            }
            return {it: n for it, n in lacks.items() if n > 0}
        return {}

    def moved(self, n: int) -> Amounts:
        """How much more the seat had to spend after a step than before."""
        had, has = self.steps[n - 1].has if n else self.moves[0].had, self.steps[n].has
        return {thing: has.get(thing, 0) - had.get(thing, 0) for thing in had | has}

    @property
    def is_weighed(self) -> bool:
        """Whether the game said how much something brought."""
        return any(WORTH in values for step in self.steps for _text, values in step.news)

    def changes(self) -> Iterator[Change]:
        return (change for step in self.steps for change in step.changes)


def differing_resources(first: Course, second: Course) -> list[Part]:
    """What two moves change differently of what the seat has to spend."""
    one, two = first.moved(0), second.moved(0)
    return [it for it in {**one, **two} if one.get(it, 0) != two.get(it, 0)]


Sides = tuple[list[Course], list[Course]]
"""The games after the better move and after the other."""


def play_out(
    game: Game[Any], g: Any, seat: int, better: str, other: str, rng: random.Random, pairs: int
) -> Sides:
    sides: Sides = [], []
    for _pair in range(pairs):
        deal, seed = game.guess(g, seat, rng), rng.getrandbits(64)
        sides[0].append(_course(game, deal, seat, better, seed))
        sides[1].append(_course(game, deal, seat, other, seed, sides[0][-1].moves))
    return sides


def _course(
    game: Game[Any], deal: Any, seat: int, move: str, seed: int, plan: Sequence[Move] = ()
) -> Course:
    """One game. The `plan` are the moves of the game after the better move."""
    it, heard, accounts = Course(), list[News](), _accounts(game, deal, seat)
    last, counts = seat, game.points_of(deal) is not None
    during: News | None = None

    def note(g: Any) -> None:
        """Notes what is new; the news stand until all who are asked have answered."""
        nonlocal heard, accounts, during
        known, heard = heard, _heard(g, seat)
        now, during = during, _heading(g) or during
        news = [each for each in heard if each not in known]
        if not news and it.steps and g.scores is None:
            return
        before, accounts = accounts, _accounts(game, g, seat)
        changes = _changes(before, accounts, news if counts else [])
        step = Step(it.turns, news, [*changes], len(it.moves), last == seat, now)
        step.has = _resources(game, g, seat)
        if now != during and it.steps:
            later = _since_heading(g, seat)
            step.parts = [during if each in later else now for each in news]
        it.steps.append(step)

    def watch(g: Any, who: int, chosen: str) -> None:
        nonlocal last
        note(g)
        it.turns += who == seat and last != seat
        last = who
        if who == seat:
            choice, _seat, *args = g.agenda[-1]
            prompt = game.choices[choice].prompt_text(g, args, seat)
            _try_out(
                [each for each in plan if each.prompt in ("", prompt)], game, g, seat, it.turns
            )
            had = _resources(game, g, seat)
            it.moves.append(Move(choice, chosen, it.turns, during, prompt=prompt, had=had))

    root = Move(deal.agenda[-1][0], move, 0, None, game.label(deal, seat, move))
    root.had = _resources(game, deal, seat)
    it.moves.append(root)
    g = game.play(deal, seat, move)
    g = game.playout(
        g,
        random.Random(seed),
        strong.MAX_PLAYOUT_MOVES,
        1.0,
        game.expert,
        seat,
        watch,
    )
    note(g)
    for each in plan:
        same = [its for its in it.moves if (its.choice, its.text) == (each.choice, each.text)]
        each.is_open = each.is_open or bool(same)
        each.is_done = any(its.during == each.during for its in same)
    it.final, it.teams = [sum(each.values()) for each in accounts], teams(g)
    return it


def _try_out(plan: Sequence[Move], game: Game[Any], g: Any, seat: int, turn: int) -> None:
    """Notes which moves that answer the same question are legal when the seat is asked in this turn
    of the other game, and no later than they were made.
    """
    choice, legal = g.agenda[-1][0], list[str]()
    for each in plan:
        if each.choice == choice and (turn <= each.turn or not each.is_asked):
            legal = legal or game.legal(g, seat)
            each.is_asked = True
            if each.text in legal:
                is_same = each.label in ("", game.label(g, seat, each.text))
                each.is_open = each.is_open or is_same
            else:
                each.barred = game.forbids(g, seat, each.text) or ""


def _accounts(game: Game[Any], g: Any, seat: int) -> list[Amounts]:
    """The points of everybody, of the seat by their parts; at the end the scores."""
    accounts: list[Amounts] = [{REST: total} for total in game.points_of(g) or [0] * g.seats]
    parts = _amounts(game.parts_of(g, seat))
    accounts[seat] |= parts
    accounts[seat][REST] -= sum(parts.values())
    return accounts


def _resources(game: Game[Any], g: Any, seat: int) -> Amounts:
    return _amounts(game.resources_of(g, seat))


def _amounts(phrases: list[Phrase]) -> Amounts:
    found = Amounts()
    for each in phrases:
        others = ((name, value) for name, value in each.values.items() if name != "n")
        found[each.template, tuple(others)] = each.values["n"]
    return found


def _heard(g: State, seat: int) -> list[News]:
    """The news for a seat, without headings, final scores and housekeeping of unknown worth."""
    return [
        (text, dict(values))
        for text, values, to in g.news
        if ROUND not in values
        and (KIND not in values or WORTH in values)
        and (to is None or to == seat)
        and not (g.scores and "who" in values and g.scores[values["who"]] in values.values())
    ]


def _since_heading(g: State, seat: int) -> list[News]:
    """The news for a seat after the last heading."""
    kinds = [values.get(KIND) for _text, values, _to in g.news]
    return _heard(replace(g, news=g.news[len(kinds) - kinds[::-1].index(HEADING) :]), seat)


def _heading(g: State) -> News | None:
    """The last heading of the news, which comes after what it does not hold for."""
    found = [(text, values) for text, values, _to in g.news if values.get(KIND) == HEADING]
    text, values = found[-1] if found else ("", {})
    return (text, {name: value for name, value in values.items() if name != KIND}) if text else None


def _changes(before: list[Amounts], after: list[Amounts], news: list[News]) -> Iterator[Change]:
    for who, (old, new) in enumerate(zip(before, after, strict=True)):
        for part in {**old, **new}:
            if n := new.get(part, 0) - old.get(part, 0):
                yield Change(who, part, n, _source(who, part, n, news))


def _source(who: int, part: Part, n: float, news: list[News]) -> News | None:
    """What of the news of one moment tells of a change, if that is clear: news of its seat, or of
    nobody if they name the thing, or else of another one; what names the thing, or the amount, or
    the nearest amount of the same unit, or most. A seat loses what it pays, or what somebody else
    takes; news of another one tell of a gain only if they name it.
    """
    own = [each for each in news if each[1].get("who") == who]
    if any(WORTH in each[1] for each in own):
        return None
    others = [each for each in news if each not in own and "who" in each[1]]
    others = [each for each in others if WORTH not in each[1]]
    unit = unit_of(part[0], "n")

    def alike(each: News) -> list[float]:
        return [value for name, value in numbers(each).items() if unit_of(each[0], name) == unit]

    def is_amount(each: News) -> bool:
        known = alike(each) if unit else numbers(each).values()
        return abs(n) in known or f"{abs(n)} {unit}" in str([*each[1].values()])

    def named(each: News) -> int:
        return sum(item in each[1].items() for item in part[1])

    def fit(each: News) -> tuple[int, bool, float, int]:
        known = alike(each) if part == REST else []
        near = max((-abs(value - n) for value in known), default=-float("inf"))
        things = sum(isinstance(value, str) for value in each[1].values())
        return named(each), is_amount(each), near, things

    own += [each for each in news if "who" not in each[1] and named(each)]
    found = own or [each for each in others if n < 0 or is_amount(each) or named(each)]
    if n < 0 and others:
        paid = [each for each in own if is_amount(each)]
        found = paid or (others if part == REST else [each for each in others if named(each)])
    return max(found, key=fit, default=None)


def unit_of(template: str, name: str) -> str:
    """What stands before or after a number in a template."""
    found = re.search(r"(\$?)\{" + name + r"(?::\w+\|(\w+))?\}(?: (\w+))?", template)
    return next(filter(None, found.groups()), "") if found else ""


def numbers(news: News) -> dict[str, float]:
    return {
        name: value
        for name, value in news[1].items()
        if name not in (*SEATS, WORTH) and isinstance(value, int | float)
    }
