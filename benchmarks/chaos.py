"""Chaos: parts of Discord do not work for a while, each in its own way, while tables are played.

`python -m benchmarks chaos --interactions 10000` is the long run.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from benchmarks.faults import LAST_CHARACTERS, SETTINGS, tell_shown
from benchmarks.figures import figure
from tests.wire.chaos import Chaos
from tests.wire.home import home
from tests.wire.standin import until

UNREAD = "cannot be read; further ones are counted"
CALM_AFTER_S = 20.0
"""How long requests are counted once everything is mended and shown."""


def run(chosen: argparse.Namespace) -> None:
    asyncio.run(run_chaos(chosen))


async def run_chaos(chosen: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="atelier-chaos-") as folder:
        async with home(Path(folder), forks=False) as made:
            made.hasten_dms()
            chaos = Chaos(made, chosen.tables, chosen.seed, chosen.at_once)
            await made.launch(**SETTINGS)
            await until(lambda: made.discord.connected, "the bot connects", 60)
            try:
                await chaos.run(chosen.interactions, lambda line: print(f"  {line}", flush=True))
            except AssertionError:
                print(made.broken or made.output[-LAST_CHARACTERS:])
                raise
            finally:
                tell(chaos)
            rates = await chaos.measured(asyncio.sleep(CALM_AFTER_S))
            figure("requests a second, afterwards", rates.requests / rates.seconds, "")
            figure("errors in the log", errors(made.output), "", 0)
            assert made.discord.unknown == []


def errors(output: str) -> int:
    """How many errors a log has, beside those of events that cannot be read."""
    return sum(" ERROR " in line and UNREAD not in line for line in output.splitlines())


def tell(chaos: Chaos) -> None:
    report, outcome = chaos.report, chaos.outcome
    figure("interactions", report.interactions, "", note=f"at {report.tables} tables")
    figure("moves of people", report.moves, "", note=f"of {report.lines} lines, all played again")
    figure("games over", report.over, "")
    figure("acted, with no fault on the answer itself", outcome.acted, "")
    figure("of these read something within 3 s", outcome.in_3_s, "")
    figure("of these read something within 10 s", outcome.in_10_s, "", least=outcome.acted)
    for what, count in outcome.unread.most_common():
        figure(f"nothing to read: {what}", count, "")
    for name, rates in zip(("before", "during"), outcome.requests, strict=False):
        figure(f"requests a second, {name}", rates.requests / rates.seconds, "")
        figure("of these count for Discord's limit", rates.counted / rates.seconds, "", 50)
    figure("invalid requests while parts were broken", outcome.invalid, "")
    tell_shown(report)
    for name, struck in sorted(outcome.struck.items()):
        figure(name, struck, "")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--interactions", type=int, default=1000, help="how many there are")
    parser.add_argument("--tables", type=int, default=40, help="tables that are played")
    parser.add_argument("--at-once", type=int, default=6, help="parts that are broken at once")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with")
