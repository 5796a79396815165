"""People at a distance, simulated: how often a game passes to somebody who is not there (a stop),
and how many days it takes, with each help alone and with all of them.

The people sleep from 23 to 8 h, look after a median of 40 minutes, and are away on one day of
twenty. All helps are measured on the same random numbers; the ratios count, not the days. Yet with
other answers a game has more or fewer rounds: compare stops no closer than their standard error.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from statistics import mean, pstdev
from typing import Any

from benchmarks.figures import figure
from games import discover
from games.kernel import Game, Question

GAMES, SEATS = 20, (3, 4)


@dataclass(frozen=True)
class Help:
    """What people do beyond answering when they are asked, each as a share of the chances."""

    premoves: float = 0.0
    answers: int = 3
    """How many answers in advance they give to one question: the first that is open counts."""
    limits: float = 0.0
    """How often they set the most that they bid."""
    together: float = 0.0
    """How often those who are invited to answer early look as soon as those who are asked."""
    plans: float = 0.0
    """How often they plan their whole next turn."""
    evenings: float = 0.0
    """How often they are there for half an hour, every second evening."""
    waits: float = 1.0
    """How long it takes until they look, as a part of what it takes without help."""


HALF = Help(premoves=0.5, limits=0.5)
HELPS = {
    "no help": Help(),
    "half of the premoves": replace(HALF, answers=1),
    "half of the premoves, with else": HALF,
    "every premove, with else": Help(premoves=1.0, limits=1.0),
    "limits": Help(limits=1.0),
    "asked together": Help(together=1.0),
    "half of the plans": Help(plans=0.5),
    "half an hour together": Help(evenings=0.8),
    "looking twice as fast": Help(waits=0.5),
    "all, half used": replace(HALF, together=0.5, plans=0.5, evenings=0.4, waits=0.75),
}
GIVEN_S = (120.0, 1200.0)
"""The bot gives what is set for a secret question after a time between these."""
HOUR_S, DAY_S = 3600.0, 86400.0
WAKES_H, SLEEPS_H = 8, 23
EVENING_S = (20 * HOUR_S, 20.5 * HOUR_S)
MEDIAN_LOOK_S, SPREAD = 40 * 60.0, 1.3
"""How long until somebody awake looks: log-normal, and the deviation of its logarithm."""
THINKS_S, STAYS_S = 45.0, 300.0
"""How long an answer takes, and how long somebody is there after it."""
SHARE_AWAY = 0.05
"""The share of days on which a person does not look at all."""
MOST_STEPS = 6
"""Of a plan."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of players")
    parser.add_argument("--help-used", default="", help="only helps whose name has this in it")


def run(name: str, chosen: argparse.Namespace) -> None:
    """Prints stops and days of a game for each help."""
    game = discover()[name]
    tables = [(n, seed) for n in SEATS if n in game.seats for seed in range(chosen.games)]
    before = 0.0
    for said, used in HELPS.items():
        if chosen.help_used not in said and used != Help():
            continue
        played = [Distance(game, seats, seed, used).play() for seats, seed in tables]
        days = mean(each.now for each in played) / DAY_S
        before = before or days
        stops = [each.stops for each in played]
        error = pstdev(stops) / math.sqrt(len(stops))
        figure(f"stops, {said}", mean(stops), "", note=f"± {error:.1f}")
        figure(f"days, {said}, to none", days / before, "×")


@dataclass
class Distance:
    """A game of people who are seldom there."""

    game: Game[Any]
    seats: int
    seed: int
    used: Help
    now: float = 10 * HOUR_S
    """Seconds since a midnight."""
    stops: int = 0
    _there: dict[int, float] = field(default_factory=dict[int, float])
    """Until when each seat is there."""
    _looks: dict[int, float] = field(default_factory=dict[int, float])
    """When each seat that was notified looks."""
    _calls: dict[int, int] = field(default_factory=dict[int, int])

    def play(self) -> Distance:
        g = self.game.new(self.seats, self.seed)
        agenda, waited_for = [], set[int]()
        while g.scores is None:
            if agenda != g.agenda:
                agenda, waited_for = [*g.agenda], set[int]()
            asked = self.game.seats_asked(g)
            given = {seat: move for seat in asked if (move := self.game.answer_in_advance(g, seat))}
            there = [seat for seat in asked if seat not in given and self._is_there(seat)]
            if there:
                g = self._answer(g, there[0])
                continue
            awaited = [seat for seat in asked if seat not in given]
            if not awaited:
                self.now += self._drawn("given", g.rng).uniform(*GIVEN_S)
            elif not {*awaited} <= waited_for:
                self.stops += 1  # who answers together is one stop
                waited_for = {*awaited}
            if given:
                g = self.game.play(g, *next(iter(given.items())))
                continue
            seat = self._wait(g, awaited)
            g = self._answer(g, seat)
        return self

    def _wait(self, g: Any, asked: list[int]) -> int:
        """Waits until somebody looks who is asked, or is invited and comes."""
        invited = [
            seat
            for seat in (self.game.invited(g) if self.used.together else ())
            if self.game.invitation(g, seat)
            and self._drawn("comes", seat, g.rng).random() < self.used.together
        ]
        for seat in {*asked, *invited}:
            if self._looks.get(seat, 0.0) < self.now:
                self._looks[seat] = self._next_look(seat)
        seat = min({*asked, *invited}, key=lambda seat: (self._looks[seat], seat))
        self.now = max(self.now, self._looks[seat])
        return seat

    def _answer(self, g: Any, seat: int) -> Any:
        """What a person does who is there: answers, and sets what comes later."""
        self.now += THINKS_S
        self._there[seat] = self.now + STAYS_S
        if seat in g.asked:
            g = self.game.play(g, seat, self.game.expert(g, seat))
        early = self.game.invitation(g, seat) if self.used.together else []
        for _ in range(self.used.answers if g.scores is None else 0):
            for premove in self._premoves(g, seat, early):
                g = self.game.play(g, seat, premove)
        if g.scores is None and self._drawn("plans", seat, g.rng).random() < self.used.plans:
            g = self._plan(g, seat)
        return g

    def _premoves(self, g: Any, seat: int, early: list[str]) -> Iterator[str]:
        """The answers in advance that a person gives."""
        given = set(g.premoves.get(seat, {}).values())
        for question in self.game.questions(g, seat):
            if not question.name or question.name == "passing" or question.given:
                continue
            limits = [move for move in question if question.choice.is_order(move)]
            share = self.used.limits if limits else self.used.premoves
            if question.name in early or question.name.endswith(" else"):
                share = 1.0
            chance = self._drawn(seat, question.called, len(g.agenda), g.rng)
            moves = [move for move in limits[:9] or question if move not in given]
            if moves and chance.random() < share:
                yield question.answer(_sensible(question, moves, chance))

    def _plan(self, g: Any, seat: int) -> Any:
        """The state with a plan for the next turn of a seat, if it has none."""
        if seat in g.asked or seat in g.plans:
            return g
        moves: list[str] = []
        while (question := self.game.rehearse(g, seat, moves).question) and len(moves) < MOST_STEPS:
            try:
                moves.append(question.expert())
            except Exception:  # noqa: BLE001  (the rule looks at what is not there yet)
                break
        return self.game.play(g, seat, f"plan {' / '.join(moves)}") if moves else g

    def _is_there(self, seat: int) -> bool:
        day, second = divmod(self.now, DAY_S)
        in_evening = EVENING_S[0] <= second < EVENING_S[1]
        return self._there.get(seat, -1.0) >= self.now or (in_evening and self._agrees(seat, day))

    def _agrees(self, seat: int, day: float) -> bool:
        """Whether a seat is there in the evening of a day."""
        return day % 2 == 1 and self._drawn("evening", seat, day).random() < self.used.evenings

    def _next_look(self, seat: int) -> float:
        """When somebody who is called looks: the same moments whatever else is simulated."""
        self._calls[seat] = self._calls.get(seat, 0) + 1
        chance = self._drawn(seat, self._calls[seat])
        moment = self.now + self.used.waits * MEDIAN_LOOK_S * math.exp(chance.gauss(0, SPREAD))
        while True:
            day, hour = divmod(moment / HOUR_S, 24)
            away = self._drawn(seat, "away", day).random() < SHARE_AWAY
            if WAKES_H <= hour < SLEEPS_H and not away:
                break
            next_day = day + (1 if hour >= WAKES_H else 0)
            moment = (24 * next_day + WAKES_H) * HOUR_S + chance.random() * HOUR_S
        days = range(int(self.now // DAY_S), int(moment // DAY_S) + 1)
        evenings = (day * DAY_S + EVENING_S[0] for day in days if self._agrees(seat, day))
        return min([moment, *(each for each in evenings if each > self.now)])

    def _drawn(self, *of: Any) -> random.Random:
        """The chance for something, in every simulation the same."""
        return random.Random("/".join(map(str, (self.seed, *of))))


def _sensible(question: Question, moves: list[str], chance: random.Random) -> str:
    """What a good player would answer, if that can be said already, else any useful move."""
    asked = question.g, question.seat, question.args
    try:
        if (move := question.expert()) in moves:
            return move
        moves = question.choice.candidate_moves(*asked, moves)
    except Exception:  # noqa: BLE001  (a rule looks at what is not there yet)
        pass
    return chance.choice(moves)
