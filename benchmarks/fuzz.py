"""Random actions of people and of Discord, as many as you like: nothing may break."""

import argparse
import asyncio
import logging
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import simcord

from benchmarks.figures import figure
from bot.app import Atelier
from tests.conftest import settings
from tests.sim_server import SimServer
from tests.test_fuzz_interactions import pressed_at_random, typed_at_random
from tests.test_fuzz_table import fuzz

STEPS, PRESSES, COMMANDS = 40, 150, 60
"""Steps of an example at its tables; presses and commands of one simulated Discord."""
A_SALON = 20
"""There is one simulated Discord for this many examples with tables."""


class Bugs(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@asynccontextmanager
async def simulated() -> AsyncIterator[simcord.Env]:
    """A new simulated Discord; fails if an error is logged."""
    bugs = Bugs()
    logging.getLogger().addHandler(bugs)
    with tempfile.TemporaryDirectory(prefix="atelier-sim-") as folder:
        bot = Atelier(settings(Path(folder)))
        try:
            async with simcord.run(bot, settle_timeout=120) as env:
                yield env
        finally:
            await bot.close()
            logging.getLogger().removeHandler(bugs)
    assert not bugs.found, "\n".join(bugs.found)


async def _act(act: Callable[[SimServer, int, int], Awaitable[None]], n: int, seed: int) -> None:
    async with simulated() as env:
        await act(SimServer.of(env, "Ada", "Ben", "Cleo"), n, seed)


def run(chosen: argparse.Namespace) -> None:
    """Runs examples with tables, presses and commands; without a seed, others each time."""
    bugs, examples = Bugs(), chosen.examples
    seed = random.randrange(10**6) if chosen.seed is None else chosen.seed
    logging.getLogger().addHandler(bugs)
    print(f"fuzz: seed {seed}")
    for n in range(0, examples, A_SALON):
        began = time.perf_counter()
        fuzz(min(A_SALON, examples - n), STEPS, seed + n)
        asyncio.run(_act(pressed_at_random, PRESSES, seed + n))
        asyncio.run(_act(typed_at_random, COMMANDS, seed + n))
        took = time.perf_counter() - began
        figure(f"seed {seed + n}: {A_SALON} examples, {PRESSES} presses", took, "s")
        assert not bugs.found, "\n".join(bugs.found)
    figure("errors logged", len(bugs.found), "", 0)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--examples", type=int, default=40, help="how many are tried")
    parser.add_argument("--seed", type=int, help="what is tried; else something else each time")
