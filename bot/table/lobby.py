"""The lobby: who plays, with which options, and the start."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from bot.store import Late, Pace
from bot.table.base import STAND_IN, Person, Refused, TableBase
from bot.texts.languages import _
from games.kernel import Game

COMPUTER_NAMES = ("Pierrot", "Colombine", "Scaramouche", "Mezzetin", "Pantalone", "Zerbinette")


class Lobby(TableBase):
    """A table that gathers its players."""

    async def join(self, user: int, name: str) -> None:
        """Seats a person; Refused where there is no free seat."""
        async with self.lock:
            self.must_be_lobby()
            if self.seat_of(user) is not None:
                raise Refused(_("You sit at this table already."))
            self.must_have_room()
            await self.save(people=[*self.people, Person(name, user=user)])

    async def add_computer(self, user: int, level: str = "") -> None:
        """Seats a computer player, of the level of the last one if none is named."""
        async with self.lock:
            self.must_be_lobby()
            self.own_seat(user)
            self.must_have_room()
            taken = self.names
            level = level or next((p.level for p in reversed(self.people) if p.level), STAND_IN)
            name = next(n for n in COMPUTER_NAMES if n not in taken)
            await self.save(people=[*self.people, Person(name, level=level)])

    async def set_option(self, user: int, name: str, value: Any) -> None:
        """Settles an option of the lobby; Refused for others than the host."""
        async with self.lock:
            self.must_be_lobby()
            self.must_be_host(user)
            options = checked_options(self.game, self.options | {name: value})
            await self.save(options=options)

    async def start(self, user: int) -> None:
        """Starts the game with those who are there; Refused where they are too few."""
        async with self.lock:
            self.must_be_lobby()
            seat = self.own_seat(user)
            few = self.game.seats[0]
            if len(self.people) < few:
                raise Refused(
                    _(
                        "{game} needs at least {few} players; here sit {n}. Others can join, or"
                        " add a computer player.",
                        game=self.game.title,
                        few=few,
                        n=len(self.people),
                    )
                )
            try:
                g = self.game.new(len(self.people), int(self.row.seed), self.options)
            except ValueError as error:
                raise Refused(str(error)) from error
            self.row.version = self.game.version
            await self.save(seats=len(self.people))
            await self.append(g, kind="start", seat=seat, question=0)

    async def set_pace(self, user: int, pace: Pace | None = None, late: Late | None = None) -> None:
        """Settles how long an answer may take and what is done for somebody who is late; Refused
        for others than the host.
        """
        async with self.lock:
            self.must_be_lobby()
            self.must_be_host(user)
            await self.save(pace=pace or self.row.pace, late=late or self.row.late)

    async def set_level(self, user: int, level: str) -> None:
        """Settles how the computer players play; Refused for others than the host."""
        async with self.lock:
            self.must_be_lobby()
            self.must_be_host(user)
            people = [Person(p.name, level=level) if p.level else p for p in self.people]
            await self.save(people=people)

    def must_be_host(self, user: int) -> None:
        """Refused for others than the host."""
        if user != self.row.host:
            raise Refused(_("Only the host of the table settles its options."))


def checked_options(game: Game[Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options as the game takes them; Refused with a sentence that names the wrong one."""
    known = game.options.model_fields
    for name in options:
        if name not in known:
            raise Refused(
                _(
                    "{game} has no option “{name:text}”; it has {options:text}.",
                    game=game.title,
                    name=name,
                    options=", ".join(sorted(known)) or "none",
                )
            )
    try:
        return game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Refused(
            _(
                "The option “{name:text}” does not take that: {why:text}.",
                name=str(first["loc"][0]),
                why=first["msg"],
            )
        ) from error
