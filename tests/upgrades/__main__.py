"""Keeps a database of this release: `python -m tests.upgrades NAME`, once when it is released; and
what the rules of its games do: `python -m tests.upgrades --rules`.

In it every title gathers players, is at its beginning, in its middle, before its end and at a
secret question, and is over. Beside it is the SQL that makes a PostgreSQL for the same rows.
Later releases open both, go on with them and finish them; see test_upgrades.py.
"""

import argparse
import asyncio
import itertools
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atelier_testing.project import own_games
from bot.store import PingRow, PostRow, Store
from bot.table import (
    NewTable,
    Person,
    Refused,
    Table,
    Tables,
    lobby,
    moderation,
    seating,
    undo,
    votes,
)
from bot.table.names import Named
from games import discover
from tests.databases import started
from tests.upgrades import kept, rules

NAMES = {101: "Ada", 102: "Ben", 103: "Cleo", 104: "Dora", 105: "Emil"}
GUILD = 900
LEVEL = "quick"
MIDDLE = 30
"""Moves up to the middle of a game."""
EARLY, LATE = 0.05, 0.95
"""How much of a game is played."""
RETURNS = 40
"""Moves of a game in which many are taken back."""
LONG = 2000
THINNED = 40
"""Of a game that is over, so many of the latest states are kept; of older ones every twentieth."""


class Maker:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables = Tables(store, lambda table: None)
        self.channels = itertools.count(1000)
        self.chance = random.Random(1)

    async def lobby(self, title: str, seats: int, **more: Any) -> Table:
        """A table that gathers its players; all but one seat are taken."""
        table = await self.tables.open(
            NewTable(
                discover()[title],
                guild=GUILD,
                channel=next(self.channels),
                people=[Person("Ada", user=101)],
                seats=seats,
                **more,
            )
        )
        for user in list(NAMES)[1 : seats - 1]:
            await lobby.join(table, user, NAMES[user])
        return table

    async def game(self, title: str, seats: int, computer: bool = False, **more: Any) -> Table:
        """A game that has begun."""
        table = await self.lobby(title, seats, **more)
        if computer:
            await lobby.add_computer(table, 101, LEVEL)
        else:
            user = list(NAMES)[seats - 1]
            await lobby.join(table, user, NAMES[user])
        await lobby.start(table, 101)
        return table

    async def move(self, table: Table, wild: bool) -> None:
        """A move of somebody who is asked, at random or a sensible one."""
        seat = self.chance.choice(table.state.asked)
        legal = table.game.legal(table.state, seat)
        move = self.chance.choice(legal) if wild else table.game.default(table.state, seat)
        await table.submit(seat, move, f"{table.id}:{table.seq}")

    async def middle(self, title: str) -> Table:
        """A game in its middle: its last move is taken back, and something is set in advance."""
        table = await self.game(title, discover()[title].seats[-1])
        for _ in range(MIDDLE):
            await self.move(table, wild=True)
        for user in NAMES:
            try:
                await undo.undo(table, user, f"back {user}")
            except Refused:
                continue
        await self.set_premove(table)
        return table

    async def come_to(self, title: str, share: float) -> None:
        """A game of which this share is played."""
        table = await self.game(title, discover()[title].seats[0])
        g, moves = table.state, list[tuple[int, str]]()
        while g.scores is None:
            seat = g.asked[0]
            moves.append((seat, table.game.default(g, seat)))
            g = table.game.play(g, *moves[-1])
        for n, (seat, move) in enumerate(moves[: int(share * len(moves))]):
            await table.submit(seat, move, f"{table.id}:{n}")

    async def set_premove(self, table: Table) -> None:
        """Somebody who can sets something in advance."""
        game = table.game
        for seat in range(table.state.seats if hasattr(game, "premoves") else 0):
            for question, moves in list(game.premoves(table.state, seat).items())[:1]:
                move = f"ahead {question} {moves[-1]}"
                await table.submit(seat, move, f"ahead {table.id}:{table.seq}:{seat}")

    async def secret(self, title: str) -> Table:
        """A game in which some have answered a question to several; else its middle."""
        table = await self.game(title, discover()[title].seats[0])
        for n in range(LONG):
            if n > MIDDLE // 2 and table.state.answers:
                break
            await self.move(table, wild=False)
            if table.state.scores is not None:
                table = await self.game(title, discover()[title].seats[0])
                for _ in range(MIDDLE // 2):
                    await self.move(table, wild=False)
                break
        return table

    async def over(self, title: str) -> Table:
        table = await self.game(title, discover()[title].seats[0], computer=True)
        while table.state.scores is None:
            await self.move(table, wild=self.chance.random() < 0.3)
        return table

    async def returns(self, title: str) -> None:
        """A game in which moves are taken back and played again in every way, also unnoticed."""
        table = await self.game(title, discover()[title].seats[-1])
        for n in range(RETURNS):
            await self.move(table, wild=True)
            if table.state.scores is not None or table.last is None:
                return
            mover = table.last.seat or 0
            changed = table.game.legal(table.state, mover)
            if changed and mover not in table.state.asked:  # its secret answer
                await table.submit(mover, changed[-1], f"changed {n}")
            for seat in range(table.state.seats):
                later = list(table.game.premoves(table.state, seat).items())
                if seat != mover and later:
                    question, moves = self.chance.choice(later)
                    await table.submit(seat, f"ahead {question} {moves[-1]}", f"ahead {n} {seat}")
                    await self.back_and_forth(table, seat)
            await self.back_and_forth(table, mover)
            if n == RETURNS // 2 and (targets := await undo.rewind_targets(table)):
                for user in list(NAMES)[: table.state.seats]:
                    await votes.propose_undo(table, user, targets[-1][0])

    async def back_and_forth(self, table: Table, seat: int) -> None:
        """A seat may take its last move back, and may play it again."""
        if self.chance.random() < 0.5 and await undo.can_undo(table, seat):
            await undo.undo(table, 101 + seat, f"back {table.seq}")
            if self.chance.random() < 0.5:
                await undo.redo(table, 101 + seat, f"again {table.seq}")

    async def settle(self) -> None:
        """What people, servers and tables settle beside the games."""
        title = min(own_games(), key=lambda game: game.minutes).name
        await self.store.people.save(101, dms="closed", language="de", zone="Europe/Berlin")
        await self.store.people.save(102, dms="unwanted", quiet="22:00-07:00", away=2e9)
        await self.store.pings.save(PingRow(102, 0, "daily", "dm"))
        await self.store.servers.save(GUILD, language="fr")
        table = await self.game(title, 2, pace="daily", late="seat")
        await self.move(table, wild=False)
        await self.store.watchers.add(table.id, 105, 1.7e9)
        await self.store.posts.save(PostRow(table.id, "board", table.row.channel, 1, "", 0, 1.7e9))
        while not (targets := await undo.rewind_targets(table)):
            await self.move(table, wild=False)
        await votes.propose_undo(table, 101, targets[0][0])
        left = await self.game(title, 2)
        await seating.leave(left, 102)
        await seating.hand_over(left, 101)
        paused = await self.game(title, 2)
        await moderation.pause(paused, Named(105, "Emil"))
        back = await self.game(title, 2)
        for _ in range(4):
            await self.move(back, wild=False)
        line = (await undo.rewind_targets(back))[-1][0]
        await votes.propose_undo(back, 101, line)
        await votes.propose_undo(back, 102, line)
        await self.lobby(title, 2, lesson=1)


async def make(database: Path) -> None:
    store = await Store.open(database)
    try:
        await fill(Maker(store))
    finally:
        await store.close()


async def fill(maker: Maker) -> None:
    """Makes tables of every title, in every state, and what people have set."""
    for title in sorted(discover()):
        await maker.lobby(title, discover()[title].seats[-1])
        for share in (EARLY, LATE):
            await maker.come_to(title, share)
        await maker.middle(title)
        await maker.secret(title)
        await maker.over(title)
        await maker.returns(title)
    given_up = await maker.game(next(iter(discover())), 2)
    for user in (101, 102):
        await votes.vote_to_abandon(given_up, user)
    await maker.settle()


def thin(database: Path) -> None:
    """Leaves out states as the store does in long games, that the file be small."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute(
            "UPDATE moves SET state = NULL WHERE seq % 20 != 0 AND seq < ("
            "SELECT MAX(seq) FROM moves AS own WHERE own.table_id = moves.table_id) - ?",
            (THINNED,),
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.upgrades", description=__doc__)
    parser.add_argument("name", nargs="?", help="the release; files are sorted by it")
    parser.add_argument("--rules", action="store_true", help="keep what the rules do")
    chosen = parser.parse_args()
    if chosen.rules:
        sys.exit("\n".join(rules.keep()) or None)
    if not chosen.name:
        parser.error("name the release, or --rules")
    file = kept.FOLDER / f"{chosen.name}{kept.ENDING}"
    with TemporaryDirectory() as folder:
        database = Path(folder) / "atelier.sqlite3"
        asyncio.run(make(database))
        thin(database)
        with started(f"release-{chosen.name}") as server:
            address = server.format("postgres")
            kept.write(database, file, asyncio.run(kept.postgresql(address)))
    print(f"{file}: {file.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main()
