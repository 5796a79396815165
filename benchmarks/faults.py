"""Faults: many tables are played over the wire while all kinds of faults strike.

`python -m benchmarks faults --interactions 100000` is the long run.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from benchmarks.figures import figure, percentile, worked_s
from tests.wire.home import home
from tests.wire.standin import until
from tests.wire.standin.faults import OCCASIONS
from tests.wire.standin.things import ACKNOWLEDGE_S
from tests.wire.storm import Report, Storm

SETTINGS = {
    "BOARD_SECONDS": "5",
    "PRESENT_SECONDS": "5",
    "DRAWING_PROCESSES": "",
    "LOG_LEVEL": "WARNING",
}
"""The settings of an operator with many tables."""
LAST_CHARACTERS = 4000
"""How much of the bot's output is printed if a storm fails without an error in it: its end."""
INTERACTIONS_PER_S = 150
"""The target rate of interactions."""


def run(chosen: argparse.Namespace) -> None:
    storm, broken = asyncio.run(run_storm(chosen))
    tell(storm)
    assert storm.report.slow == [], f"not acknowledged in time: {storm.report.slow[:20]}"
    assert broken == "", broken


async def run_storm(chosen: argparse.Namespace) -> tuple[Storm, str]:
    """Runs a storm; returns it and the bot's output from its first error on."""
    with tempfile.TemporaryDirectory(prefix="atelier-faults-") as folder:
        async with home(Path(folder), forks=False) as made:
            made.hasten_dms()
            storm = Storm(made, chosen.tables, chosen.rate, chosen.seed)
            await made.launch(**SETTINGS)
            await until(lambda: made.discord.connected, "the bot connects", 60)
            try:
                await storm.run(chosen.interactions, lambda line: print(f"  {line}", flush=True))
            except AssertionError:
                print(made.broken or made.output[-LAST_CHARACTERS:])
                raise
            assert made.process is not None
            cost = worked_s(made.process.pid) / storm.report.interactions * 1e3
            figure("processor time of the bot per interaction", cost, "ms")
            limits = made.discord.limits
            figure("requests over the limit of the bot", limits.refused, "")
            figure("requests over the limits of channels", len(limits.exceeded), "")
            assert made.discord.unknown == []
            return storm, made.broken


def tell(storm: Storm) -> None:
    report = storm.report
    figure("interactions", report.interactions, "", note=f"at {report.tables} tables")
    figure("a second", report.interactions / report.seconds, "", least=INTERACTIONS_PER_S)
    figure("moves of people", report.moves, "", note=f"of {report.lines} lines, all played again")
    figure("games over", report.over, "")
    figure("reached the bot unharmed", report.unharmed, "")
    figure("of these not acknowledged in 3 s", len(report.slow), "", 0)
    if report.waits:
        figure("acknowledged after, median", percentile(report.waits, 0.5) * 1e3, "ms")
        figure("acknowledged after, p99", percentile(report.waits, 0.99) * 1e3, "ms")
        figure("acknowledged after, max", max(report.waits), "s", ACKNOWLEDGE_S)
    tell_shown(report)
    figure("requests that Discord had told to wait", storm.home.discord.limits.early, "", 0)
    for fault, occasion in OCCASIONS.items():
        struck, chances = storm.faults.struck[fault], storm.faults.chances[fault]
        figure(fault, struck, "", note=f"of {chances:,}, each {occasion}")
    for kind, made in report.acts.most_common():
        figure(f"what people did: {kind}", made, "")


def tell_shown(report: Report) -> None:
    waits = "with the waits that Discord demanded"
    figure("boards shown once nothing goes wrong, after", report.boards_shown_s, "s", note=waits)
    figure("all shown once nothing goes wrong, after", report.calmed, "s", note=waits)
    figure("boards shown once Discord allows it, after", report.own_board_wait_s, "s", 10)
    figure("all shown once Discord allows it, after", report.own_wait_s, "s", 10)
    figure("requests in this time", report.calm_requests, "", note="Discord allows 50 a second")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--interactions", type=int, default=2000, help="how many there are")
    parser.add_argument("--tables", type=int, default=100, help="tables that are played")
    parser.add_argument("--rate", type=float, default=0.1, help="occasions at which faults strike")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with")
