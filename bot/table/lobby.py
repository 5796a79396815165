"""The lobby: who plays, with which options, and the start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from bot.store import Late, Pace
from bot.table.errors import Refused
from bot.table.table import STAND_IN, Person, Table
from bot.texts.languages import _
from games.kernel import Game

COMPUTER_NAMES = ("Pierrot", "Colombine", "Scaramouche", "Mezzetin", "Pantalone", "Zerbinette")


async def join(table: Table, user: int, name: str) -> None:
    """Seats a player; raises Refused if no seat is free."""
    async with table.lock:
        table.must_be_lobby()
        if table.seat_of(user) is not None:
            raise Refused(_("You sit at this table already."))
        table.must_have_room()
        await table.save(people=[*table.people, Person(name, user=user)])


def with_computers(people: list[Person], levels: Iterable[str]) -> list[Person]:
    """Returns people and, behind them, a computer player of each of these levels."""
    names = (name for name in COMPUTER_NAMES if name not in {person.name for person in people})
    return [*people, *(Person(next(names), level=level) for level in levels)]


async def add_computer(table: Table, user: int, level: str = "") -> None:
    """Seats a computer player, with the level of the last one if no level is given."""
    async with table.lock:
        table.must_be_lobby()
        table.own_seat(user)
        table.must_have_room()
        level = level or next((p.level for p in reversed(table.people) if p.level), STAND_IN)
        await table.save(people=with_computers(table.people, [level]))


async def close(table: Table) -> None:
    """Closes a lobby."""
    async with table.lock:
        table.must_be_lobby()
        await table.save(status="abandoned")


async def set_option(table: Table, user: int, name: str, value: Any) -> None:
    """Changes an option of the game; raises Refused for anybody but the host."""
    async with table.lock:
        table.must_be_lobby()
        must_be_host(table, user)
        options = checked_options(table.game, table.options | {name: value})
        await table.save(options=options)


async def start(table: Table, user: int) -> None:
    """Starts the game with the players who are seated; raises Refused if they are too few."""
    async with table.lock:
        table.must_be_lobby()
        seat = table.own_seat(user)
        few = table.game.seats[0]
        if len(table.people) < few:
            raise Refused(
                _(
                    "{game} needs at least {few} players; here sit {n}. Others can join, or"
                    " add a computer player.",
                    game=table.game.title,
                    few=few,
                    n=len(table.people),
                )
            )
        try:
            g = table.game.new(len(table.people), table.seed, table.options)
        except ValueError as error:
            raise Refused(str(error)) from error
        table.row.version = table.game.version
        await table.save(seats=len(table.people))
        await table.append(g, kind="start", seat=seat, question=0)


async def set_pace(
    table: Table, user: int, pace: Pace | None = None, late: Late | None = None
) -> None:
    """Changes how long an answer may take, and what is done for late players; raises Refused for
    anybody but the host.
    """
    async with table.lock:
        table.must_be_lobby()
        must_be_host(table, user)
        await table.save(pace=pace or table.row.pace, late=late or table.row.late)


async def set_level(table: Table, user: int, level: str) -> None:
    """Changes the level of all computer players; raises Refused for anybody but the host."""
    async with table.lock:
        table.must_be_lobby()
        must_be_host(table, user)
        people = [Person(p.name, level=level) if p.level else p for p in table.people]
        await table.save(people=people)


def must_be_host(table: Table, user: int) -> None:
    """Raises Refused for anybody but the host."""
    if user != table.row.host:
        raise Refused(_("Only the host of the table settles its options."))


def checked_options(game: Game[Any], options: dict[str, Any]) -> dict[str, Any]:
    """Returns the options as the game stores them; raises Refused with the name of a wrong one."""
    known = game.options.model_fields
    for name in options:
        if name not in known:
            raise Refused(
                _(
                    "{game} has no option “{name:text}”; it has {options:text}.",
                    game=game.title,
                    name=name,
                    options=", ".join(f"`{each}`" for each in sorted(known)) or _("none"),
                )
            )
    try:
        return game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        name = str(error.errors(include_url=False)[0]["loc"][0])
        values = [f"`{value_label(value)}`" for value in option_values(known[name].annotation)]
        if not values:
            raise Refused(_("Option “{name:text}” cannot have that value.", name=name)) from error
        raise Refused(
            _(
                "Option “{name:text}” must be one of: {values:text}.",
                name=name,
                values=", ".join(values),
            )
        ) from error


def option_values(annotation: Any) -> list[Any]:
    """Returns the values an option may take: those of a Literal, or no and yes; else none."""
    return [False, True] if annotation is bool else list(getattr(annotation, "__args__", ()))


def value_label(value: Any) -> str:
    """Returns an option's value as people write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
