"""Simulated tables at each kind of pace: how long somebody waits at most, how many days a game
takes, and how many answers the computer player gives.
"""

from statistics import median, quantiles

from benchmarks.figures import figure
from bot.table.pace import DAY_S, HOUR_S, parse_pace
from tests.clocks import ANSWERS, PACES, simulate

TABLES = 1000


def run() -> None:
    """Prints the figures of all kinds of paces."""
    for text in PACES:
        found = simulate(parse_pace(text), TABLES)
        figure(f"{text}: longest wait", max(found.waits) / DAY_S, "days")
        figure(f"{text}: wait beyond what is allowed", max(found.beyond, 0.0) / HOUR_S, "h", 0.01)
        figure(f"{text}: a game of {ANSWERS} answers, median", median(found.days), "days")
        figure(f"{text}: one game of twenty takes", quantiles(found.days, n=20)[-1], "days")
        share = 100 * found.late / found.answers
        figure(f"{text}: answers by the computer player", share, "%")
