"""Simulated tables at each kind of pace: how long somebody waits at most, how many days a game
takes, and how many answers the computer player gives.

People answer when they are awake, mostly within hours, now and then only after days. Some are away
for a while. The computer player gives late answers.
"""

import math
import random
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.store import PersonRow
from bot.table.deadlines import due_at, reserve_after
from bot.table.pace import AT_LEAST_S, DAY_S, HOUR_S, Pace
from bot.table.wall_time import after_quiet

PACES = (
    *("10m", "1h", "1d", "36h", "3d", "30d", "1h reserve 12h", "1d reserve 5d"),
    *("21:00 Europe/Paris", "1d off sat sun Europe/Paris", "21:00 off sat sun Europe/Paris"),
)
PEOPLE, ANSWERS = 3, 60
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "")
NIGHTS = ("22:00-07:00", "23:30-06:00", "")
SWEEP_S = 60.0
"""So late after its deadline an answer is given by the computer player at most."""
USUAL_S, SPREAD = 1.5 * HOUR_S, 1.2
"""The median of the time that somebody takes who is awake, and the deviation of its logarithm."""
BUSY, AWAY = 0.04, 0.01
"""How often somebody takes days for an answer, or leaves for days."""


@dataclass
class Simulated:
    waits: list[float] = field(default_factory=list[float])
    """The longest wait of each table, in seconds."""
    beyond: float = -math.inf
    """How much longer than its pace allows somebody waited, in seconds; less than 0 if nobody did.
    """
    days: list[float] = field(default_factory=list[float])
    """How long each game took."""
    answers: int = 0
    late: int = 0
    """Answers by the computer player."""


def simulate(pace: Pace, tables: int, seed: int = 1) -> Simulated:
    found, rng = Simulated(), random.Random(f"{pace} {seed}")
    for _ in range(tables):
        _play(found, rng, pace)
    return found


def _play(found: Simulated, rng: random.Random, pace: Pace) -> None:
    people = [PersonRow(n, zone=rng.choice(ZONES), quiet=rng.choice(NIGHTS)) for n in range(PEOPLE)]
    reserves = [float(pace.reserve_s)] * PEOPLE
    begun = now = 1.77e9 + rng.random() * 365 * DAY_S
    longest = 0.0
    for n in range(ANSWERS):
        seat = n % PEOPLE
        person, since = people[seat], now
        if rng.random() < AWAY:
            person = people[seat] = replace(person, away=now + rng.randrange(1, 15) * DAY_S)
        due = due_at(since, pace, person, reserves[seat])
        now = _answered(since, person, rng)
        found.answers += 1
        if now >= due:
            now = due + rng.random() * SWEEP_S
            found.late += 1
        reserves[seat] = reserve_after(since, now, pace, person, reserves[seat])
        longest = max(longest, now - since)
        found.beyond = max(found.beyond, now - since - SWEEP_S - _allowed(since, now, pace))
    found.waits.append(longest)
    found.days.append((now - begun) / DAY_S)


def _answered(since: float, person: PersonRow, rng: random.Random) -> float:
    """When somebody answers if they have for ever."""
    usual = rng.lognormvariate(math.log(USUAL_S), SPREAD)
    taken = rng.uniform(1, 6) * DAY_S if rng.random() < BUSY else usual
    return after_quiet(after_quiet(since, person) + taken, person)


def _allowed(since: float, until: float, pace: Pace) -> float:
    """The longest wait that a pace allows: quiet hours and absence add a day at most, and a day of
    the calendar may have 25 hours.
    """
    most = pace.answer_s + pace.reserve_s + DAY_S
    if pace.at:
        most = AT_LEAST_S + 2 * DAY_S + HOUR_S
    day = datetime.fromtimestamp(since, pace.tz).replace(hour=0, minute=0, second=0, microsecond=0)
    while day.timestamp() < until:
        after = day + timedelta(days=1)
        if day.weekday() in pace.off:
            most += min(after.timestamp(), until) - max(day.timestamp(), since)
        day = after
    return most
