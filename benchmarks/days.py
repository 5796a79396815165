"""People at a distance, simulated: how often a game passes to somebody who is not there (a stop),
and how many days it takes, without and with answers in advance.

The people sleep from 23 to 8 h, look after a median of 40 minutes, and are away on one day of
twenty. All helps are measured on the same random numbers; the ratios count, not the days.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from benchmarks.figures import figure
from games import discover
from games.kernel import Game, Question

GAMES, SEATS = 20, (3, 4)
HELPS = {
    "no help": (0.0, 0),
    "half of the premoves": (0.5, 1),
    "half of the premoves, with else": (0.5, 3),
    "every premove, with else": (1.0, 3),
}
"""The share of the chances to answer in advance that people use, and how many answers they give to
one question: the first that is open counts.
"""
GIVEN_S = (120.0, 1200.0)
"""The bot gives what is set for a secret question after a time between these."""
HOUR_S, DAY_S = 3600.0, 86400.0
WAKES_H, SLEEPS_H = 8, 23
MEDIAN_LOOK_S, SPREAD = 40 * 60.0, 1.3
"""How long a person who is awake takes to look: log-normal, with this standard deviation of its
logarithm.
"""
STAYS_S = 300.0
"""How long somebody is there after an answer."""
SHARE_AWAY = 0.05
"""The share of days on which a person does not look at all."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of players")


def run(name: str, chosen: argparse.Namespace) -> None:
    """Prints stops and days of a game for each help."""
    game = discover()[name]
    tables = [(n, seed) for n in SEATS if n in game.seats for seed in range(chosen.games)]
    before = 0.0
    for help_, (share, answers) in HELPS.items():
        played = [Distance(game, seats, seed, share, answers).play() for seats, seed in tables]
        days = mean(each.now for each in played) / DAY_S
        before = before or days
        figure(f"stops, {help_}", mean(each.stops for each in played), "")
        figure(f"days, {help_}, to none", days / before, "×")


@dataclass
class Distance:
    """A game of people who are seldom there."""

    game: Game[Any]
    seats: int
    seed: int
    share: float
    answers: int
    now: float = 10 * HOUR_S
    """Seconds since a midnight."""
    stops: int = 0
    _there: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    """Until when each seat is there."""
    _looked: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def play(self) -> Distance:
        g = self.game.new(self.seats, self.seed)
        waited_for: tuple[Any, set[int]] = (None, set())
        while g.scores is None:
            asked = self.game.seats_asked(g)
            there = [seat for seat in asked if self._there[seat] >= self.now]
            if given := next(filter(None, (self._given(g, seat) for seat in asked)), None):
                if len(asked) == 1 and not there:
                    self.now += random.Random(f"{self.seed}/{g.rng}").uniform(*GIVEN_S)
                g = self.game.play(g, *given)
                continue
            if not there:
                looks = {seat: self._next_look(seat) for seat in asked}
                same = waited_for[0] == g.agenda and set(asked) < waited_for[1]
                self.stops += not same  # who answers together is one stop
                waited_for = [*g.agenda], set(asked)
                seat = min(looks, key=looks.__getitem__)
                self.now = looks[seat]
                there = [seat]
            for seat in there:
                g = self._answer(g, seat)
                if g.scores is not None:
                    break
        return self

    def _given(self, g: Any, seat: int) -> tuple[int, str] | None:
        """What a seat has set in advance for the question that is asked."""
        move = self.game.answer_in_advance(g, seat)
        return (seat, move) if move else None

    def _answer(self, g: Any, seat: int) -> Any:
        self._there[seat] = self.now + STAYS_S
        if seat in g.asked:
            g = self.game.play(g, seat, self.game.expert(g, seat))
        for _ in range(self.answers if g.scores is None else 0):
            for premove in self._premoves(g, seat):
                g = self.game.play(g, seat, premove)
        return g

    def _premoves(self, g: Any, seat: int) -> Iterator[str]:
        """The answers in advance that a person who is there gives."""
        given = set(g.premoves.get(seat, {}).values())
        for question in self.game.questions(g, seat):
            chance = random.Random(f"{self.seed}/{seat}/{question.called}/{len(g.agenda)}/{g.rng}")
            usable = question.name and question.name != "passing" and not question.given
            share = 1.0 if question.name.endswith(" else") else self.share
            moves = [move for move in question if move not in given] if usable else []
            if moves and chance.random() < share:
                yield question.answer(_sensible(question, moves, chance))

    def _next_look(self, seat: int) -> float:
        """When somebody who is not there looks: the same moments whatever else is simulated."""
        self._looked[seat] += 1
        chance = random.Random(f"{self.seed}/{seat}/{self._looked[seat]}")
        moment = self.now + MEDIAN_LOOK_S * math.exp(chance.gauss(0, SPREAD))
        while True:
            day, hour = divmod(moment / HOUR_S, 24)
            away = random.Random(f"{self.seed}/{seat}/day {day}").random() < SHARE_AWAY
            if WAKES_H <= hour < SLEEPS_H and not away:
                return moment
            next_day = day + (1 if hour >= WAKES_H else 0)
            moment = (24 * next_day + WAKES_H) * HOUR_S + chance.random() * HOUR_S


def _sensible(question: Question, moves: list[str], chance: random.Random) -> str:
    """What a good player would answer, if that can be said already, else any of these moves."""
    try:
        move = question.expert()
    except Exception:  # noqa: BLE001  (the rule looks at what is not there yet)
        move = ""
    return move if move in moves else chance.choice(moves)
