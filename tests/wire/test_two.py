"""Two processes on one PostgreSQL: one gets the events of the channel, the other those of DMs."""

import asyncio
import itertools
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from bot.table import Table
from games.kernel import IllegalMove
from tests.databases import ask
from tests.wire.home import TOKEN, Home, Process
from tests.wire.standin import Interaction, StandIn, labels, text, until
from tests.wire.test_league import THREADS, above, sign_up, threads

pytestmark = pytest.mark.sampled(one_in=3)

MESSAGES = r"/channels/\d+/messages(/\d+)?"
REFUSED = ("nothing changed", "was not made", "not your turn", "is not open to you")
"""Parts of the refusals of a move that came too late; which one depends on the process."""
ENOUGH_MOVES = 10
"""After this many moves, channel and DMs have both been used enough."""
PairT = TypeVar("PairT", bound="Pair")


class Pair(Home):
    """Two processes: shard 0, which gets direct messages, and shard 1 with the channel."""

    async def start(self) -> None:
        """Starts both at the same moment, on an empty database."""
        self.shards = [await self._start(shard) for shard in (0, 1)]
        await until(lambda: self.discord.connected_shards == {0, 1}, "both connect", 60)

    async def _start(self, shard: int) -> Process:
        return await self.launch(**self.settings(shard))

    def settings(self, shard: int) -> dict[str, str]:
        """The settings of one of both."""
        return {
            "DATABASE_URL": self.database,
            "SHARD_COUNT": "2",
            "SHARD_IDS": str(shard),
            "LOG_LEVEL": "INFO",
        }

    async def kill(self, shard: int) -> None:
        with suppress(ProcessLookupError):
            self.shards[shard].send_signal(signal.SIGKILL)
        await self.shards[shard].wait()
        self.discord.hang_up(shard)

    async def close(self) -> None:
        for process in self.shards:
            if process.returncode is None:
                process.kill()
            await process.wait()
        await self.discord.close()

    async def log(self) -> list[tuple[Any, ...]]:
        """The moves in the database: seat, move, token."""
        return await ask(
            self.database,
            "SELECT seat, move, token FROM moves WHERE kind IN ('move', 'end') ORDER BY seq",
        )

    def asked_privately(self, name: str, label: str) -> dict[str, Any] | None:
        """The direct message of somebody that has this button."""
        there = self.discord.dm_of(self.people[name]).messages.values()
        return next((each for each in reversed(there) if label in labels(each)), None)


@asynccontextmanager
async def running(kind: type[PairT], folder: Path, database: str) -> AsyncIterator[PairT]:
    """Two processes that are connected; at the end their output must have no errors."""
    discord = StandIn(TOKEN)
    await discord.start()
    if (int(discord.guild) >> 22) % 2 == 0:
        discord.guild = discord.add_guild("The guild of shard 1")
        discord.channel = discord.add_channel("lounge", discord.guild)
    made = kind(folder, discord)
    made.database, made.shards = database, []
    made.people = {name: discord.person(name) for name in ("Ada", "Ben")}
    try:
        await made.start()
        yield made
        assert discord.unknown == []
        assert made.broken == "", made.broken
    finally:
        await made.close()


@pytest_asyncio.fixture
async def pair(tmp_path: Path, postgres: str) -> AsyncIterator[Pair]:
    """Two processes on one database."""
    async with running(Pair, tmp_path, postgres) as made:
        yield made


async def test_two_processes_play_one_game_and_what_one_leaves_the_other_finishes(pair: Pair):
    await pair.begin()
    ways = [await a_move(pair) for _ in range(ENOUGH_MOVES)]
    assert {"channel", "dm"} == {*ways}
    await a_race(pair)
    await once_each(pair)
    await one_dies(pair)
    await once_each(pair)


async def a_move(pair: Pair) -> str:
    """Somebody who is asked moves, by DM if asked there; "dm" or "channel"."""
    table = await pair.table()
    seat = table.state.asked[0]
    name, move = table.names[seat], table.game.default(table.state, seat)
    label = table.game.label(table.state, seat, move)
    await pair.shown()
    secret = table.view(None)["question"]["secret"]
    if secret:
        message = await until(lambda: pair.asked_privately(name, label), "they are asked privately")
    else:
        message = await pair.panel(name)
    pressed = await pair.answered(pair.discord.press(pair.people[name], message, label))
    assert (seat, move, pressed.id) in await pair.log(), text(pressed.response)
    return "dm" if secret else "channel"


async def a_race(pair: Pair) -> None:
    """A person makes two moves at once in different processes; checks that one counts."""
    table = await openly_asked(pair)
    seat = table.state.asked[0]
    name, before = table.names[seat], len(await pair.log())
    first, second = rivals(table, seat)
    person, panel = pair.people[name], await pair.panel(name)
    here = pair.discord.press(person, panel, table.game.label(table.state, seat, first))
    there = pair.discord.command(person, "move", where=pair.discord.dm_of(person).id, move=second)
    await asyncio.gather(pair.answered(here), pair.answered(there))
    [made] = (await pair.log())[before:]
    assert made in [(seat, first, here.id), (seat, second, there.id)]
    lost, late = (there, second) if made[2] == here.id else (here, first)
    rule = refusal(table, seat, made[1], late)
    assert any(why in answer(lost) for why in (*REFUSED, rule)), answer(lost)
    await pair.shown()


def rivals(table: Table, seat: int) -> tuple[str, str]:
    """Two moves of a seat, neither of which is legal after the other."""
    game, g = table.game, table.state
    return next(
        (one, two)
        for one, two in itertools.combinations(game.legal(g, seat), 2)
        if two not in game.legal(game.play(g, seat, one), seat)
        and one not in game.legal(game.play(g, seat, two), seat)
    )


def refusal(table: Table, seat: int, made: str, late: str) -> str:
    """The refusal of a move that comes after another one."""
    after = table.game.play(table.state, seat, made)
    with pytest.raises(IllegalMove) as refused:
        table.game.play(after, seat, late)
    return str(refused.value)


async def openly_asked(pair: Pair) -> Table:
    """The table once somebody is asked in the channel, with a choice."""
    for _ in range(ENOUGH_MOVES):
        table = await pair.table()
        open_moves = table.game.legal(table.state, table.state.asked[0])
        if not table.view(None)["question"]["secret"] and len(open_moves) > 1:
            await pair.shown()
            return table
        await a_move(pair)
    raise AssertionError("nobody is asked in the channel")


def answer(interaction: Interaction) -> str:
    return text(interaction.followups[-1] if interaction.followups else interaction.response)


async def one_dies(pair: Pair) -> None:
    """The process with the channel commits a move and is killed before it can show it."""
    table = await openly_asked(pair)
    seat = table.state.asked[0]
    name, move = table.names[seat], table.game.default(table.state, seat)
    panel = await pair.panel(name)
    pair.discord.refuse("POST|PATCH", MESSAGES, *[500] * 50)
    label = table.game.label(table.state, seat, move)
    pressed = await pair.answered(pair.discord.press(pair.people[name], panel, label))
    assert (await pair.log())[-1] == (seat, move, pressed.id)
    await pair.kill(1)
    pair.discord.troubles.clear()
    await until(lambda: pair.discord.connected_shards == {0}, "one is left")
    assert await ask(pair.database, "SELECT COUNT(*) FROM outbox") == [(1,)]
    await pair.shown()


async def once_each(pair: Pair) -> None:
    """Checks that no message is posted twice."""
    await until(lambda: len(pair.discord.messages()) == 1, "one board stands there")
    nonces = [sent["nonce"] for sent in pair.discord.sends]
    assert len(nonces) == len(set(nonces))
    for person in pair.people.values():
        said = [
            str(labels(each)) + text(each) for each in pair.discord.dm_of(person).messages.values()
        ]
        assert len(said) == len(set(said))


async def test_a_round_of_a_league_that_one_process_opens_the_other_finishes(pair: Pair):
    pair.people["Cleo"] = pair.discord.person("Cleo")
    await sign_up(pair)
    pair.discord.refuse("POST", THREADS, *[500] * 50)
    started = pair.discord.command(pair.people["Ada"], "league start")
    await until(lambda: above(pair), "the first table is being opened")
    assert started.acknowledged is not None
    await pair.kill(1)
    pair.discord.troubles.clear()
    await until(lambda: len(threads(pair)) == 2, "both tables are opened", 30)
    unopened = "SELECT COUNT(*) FROM league_tables WHERE table_id = 0"
    while await ask(pair.database, unopened) != [(0,)]:
        await asyncio.sleep(0.05)
    numbers = await ask(pair.database, "SELECT table_id, number FROM league_tables ORDER BY 1")
    assert len(numbers) == len({*numbers}) == 2 and len(above(pair)) == 2
    assert await ask(pair.database, "SELECT COUNT(*) FROM tables") == [(2,)]
