"""The lobby: who plays, with which settings, and the start."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from bot.store import InvitationRow
from bot.table import invitations, rematch, seating
from bot.table.computers import with_computers
from bot.table.errors import Refused
from bot.table.new_table import NewTable
from bot.table.settings import LOT, TableSetting
from bot.table.table import STAND_IN_LEVEL, Person, Table
from bot.texts.languages import _
from games.kernel import Game, draw_lots


async def join(table: Table, user: int, name: str) -> None:
    """Seats a player; raises Refused if there is no free seat, or if they are not invited."""
    async with table.lock:
        table.must_be_lobby()
        if table.seat_of(user) is not None:
            raise Refused(_("You sit at this table already."))
        await invitations.must_be_welcome(table, user)
        table.must_have_room()
        await _seat(table, await rematch.with_player(table, Person(name, user=user)), user)


async def add_computer(table: Table, user: int, level: str = "") -> None:
    """Seats a computer player: of this level, else of the level of the last one."""
    async with table.lock:
        table.must_be_lobby()
        table.own_seat(user)
        table.must_have_room()
        level = level or next((p.level for p in reversed(table.people) if p.level), STAND_IN_LEVEL)
        await _seat(table, with_computers(table.people, [level]), user)


async def remove_computer(table: Table, user: int) -> None:
    """Frees the seat of the computer player who sat down last."""
    async with table.lock:
        table.must_be_lobby()
        table.own_seat(user)
        seats = [seat for seat, person in enumerate(table.people) if person.level]
        if not seats:
            raise Refused(_("No computer player sits at this table."))
        await table.save(people=[p for seat, p in enumerate(table.people) if seat != seats[-1]])


async def free_seat(table: Table, user: int, key: str) -> None:
    """Frees the seat of a player, by their `key`; they come back only if they are invited. Raises
    Refused for anybody but the host.
    """
    async with table.lock:
        table.must_be_lobby()
        must_be_host(table, user)
        others = [person for person in table.people if person.key != key]
        freed = next((person for person in table.people if person.key == key), None)
        if freed is None or freed.user == user:
            raise Refused(_("Nothing changed: they have left the table already."))
        sent_away = freed.user and InvitationRow(
            table.id, freed.user, time.time(), declined=invitations.SENT_AWAY, notice="nothing"
        )
        await table.save(people=others, sent_away=sent_away or None)


async def free_absent(table: Table, absent: Collection[int]) -> list[str]:
    """Frees the seats of people who have left the server, or are banned, and returns their names.
    After the start it changes nothing.
    """
    async with table.lock:
        gone = {seat for seat, person in enumerate(table.people) if person.user in absent}
        if not gone or table.row.status != "lobby":
            return []
        names = [table.escaped_names[seat] for seat in sorted(gone)]
        left = [person for seat, person in enumerate(table.people) if seat not in gone]
        await seating.save_remaining(table, left)
        return names


async def close(table: Table) -> None:
    async with table.lock:
        table.must_be_lobby()
        await table.save(status="abandoned")


async def choose(table: Table, user: int, *chosen: tuple[TableSetting, str]) -> None:
    """Changes settings in one commit; raises Refused for anybody but the host."""
    async with table.lock:
        table.must_be_lobby()
        must_be_host(table, user)
        new, changes = NewTable.of(table), dict[str, Any]()
        for setting, value in chosen:
            changes |= setting.change(new, value)
            new = replace(new, **changes)
        if changes:
            await table.save(**changes)


async def start(table: Table, user: int) -> None:
    """Starts the game with those who are seated; raises Refused if they are too few."""
    async with table.lock:
        must_be_ready(table, user)
        await _start(table, table.people, user)


def must_be_ready(table: Table, user: int) -> None:
    table.must_be_lobby()
    table.own_seat(user)
    if len(table.people) < table.game.seats[0]:
        raise Refused(
            _(
                "{game} is for {players}; this table has {n}. Wait, or add a computer player.",
                game=table.game.title,
                players=table.game.sizes,
                n=len(table.people),
            )
        )


async def _seat(table: Table, people: Sequence[Person], user: int) -> None:
    """Stores the people of a table after a user has changed them. If the host wished so, the last
    seat starts the game in the same commit, so it starts only once.
    """
    if table.row.starts_full and len(people) == table.row.seats:
        await _start(table, people, user)
    else:
        await table.save(people=[*people])


async def _start(table: Table, people: Sequence[Person], user: int) -> None:
    """Starts the game with these people, in this order or drawn by lot; the caller holds
    the lock.
    """
    order = draw_lots(table.seed, len(people)) if table.row.seating == LOT else None
    try:
        g = table.game.new(len(people), table.seed, table.options)
    except ValueError as error:
        raise Refused(str(error)) from error
    seated = people if order is None else [people[place] for place in order]
    await table.start(g, seated, user, order)


async def move_up(table: Table, user: int, key: str) -> None:
    """Moves a player, by their `key`, one place up in the list; raises Refused for anybody but the
    host.
    """
    async with table.lock:
        table.must_be_lobby()
        must_be_host(table, user)
        people = [*table.people]
        seat = next((s for s, person in enumerate(people) if person.key == key), 0)
        if not seat:
            raise Refused(_("Nothing changed: they are first already, or have left the table."))
        people[seat - 1], people[seat] = people[seat], people[seat - 1]
        await table.save(people=people)


def must_be_host(table: Table, user: int) -> None:
    if user != table.row.host:
        raise Refused(_("Only the host of the table can change its options."))


def check_seats(game: Game[Any], seats: int) -> None:
    """Raises Refused if a game cannot be played by so many."""
    if seats not in game.seats:
        raise Refused(
            _(
                "{game} is for {players}, not {n}.",
                game=game.title,
                players=game.sizes,
                n=seats,
            )
        )
