"""Seats in a running game: leaving, handing over, taking back, replacing."""

from __future__ import annotations

from dataclasses import replace

from bot.table.base import STAND_IN, Person, Refused, TableBase
from bot.texts.languages import _


class Seats(TableBase):
    """Who sits where, once a game runs."""

    async def leave(self, user: int) -> None:
        """Frees a seat in the lobby; in a running game a computer player takes it over, and
        anybody may take it from there.

        An empty lobby, or a game without people, is abandoned.
        """
        async with self.lock:
            seat = self.own_seat(user)
            if self.row.status == "lobby":
                await self._without(seat, [p for s, p in enumerate(self.people) if s != seat])
                return
            if self.row.status != "running":
                raise Refused(_("This game has ended; there is nothing to leave."))
            await self._vacate(seat)
            await self.note(
                "{name:text} leaves; a computer player holds the seat until somebody takes it.",
                name=self.people[seat].name,
            )

    async def put_out(self, seat: int) -> None:
        """Has a computer player hold the seat of somebody who stays away, as the table voted.

        The caller holds the lock.
        """
        await self._vacate(seat)
        await self.note(
            "The table goes on without {name:text}; a computer player holds the seat until"
            " somebody takes it.",
            name=self.people[seat].name,
        )

    async def hand_over(self, user: int, level: str = STAND_IN) -> None:
        """Has a computer player answer for a person until he takes his seat back."""
        async with self.lock:
            self.must_run()
            seat = self.own_seat(user)
            if self.people[seat].stand_in:
                raise Refused(_("A computer player holds your seat already."))
            await self._seat(seat, replace(self.people[seat], stand_in=level))
            await self.note(
                "A computer player plays for {name:text} until he returns.",
                name=self.people[seat].name,
            )

    async def stand_in_for(self, seat: int) -> None:
        """Has a computer player answer for somebody who is late, until he returns."""
        async with self.lock:
            person = self.people[seat]
            if self.row.status != "running" or person.computer:
                return
            await self._seat(seat, replace(person, stand_in=STAND_IN))
            await self.note(
                "Time is up for {name:text}: a computer player plays on until he returns.",
                name=person.name,
            )

    async def take_back(self, user: int) -> bool:
        """Gives a person who returns his seat back; whether a computer player had held it."""
        async with self.lock:
            seat = self.own_seat(user)
            if not self.people[seat].stand_in or self.row.status != "running":
                return False
            await self._seat(seat, replace(self.people[seat], stand_in=""))
            await self.note("{name:text} is back.", name=self.people[seat].name)
            return True

    async def take(self, user: int, name: str, seat: int) -> None:
        """Seats a person on a seat that somebody left; Refused where it is not free."""
        async with self.lock:
            self.must_run()
            self._must_not_sit(user)
            if not 0 <= seat < len(self.people) or not self.people[seat].vacant:
                raise Refused(_("That seat is not free."))
            before = self.people[seat].name
            await self._seat(seat, Person(name, user=user))
            await self.note(
                "{name:text} takes the seat of {before:text}.", name=name, before=before
            )

    async def succeed(self, giver: int, user: int, name: str) -> None:
        """Seats a person in place of another who gave his seat to him; Refused where that is not
        open any more.
        """
        async with self.lock:
            self.must_run()
            self._must_not_sit(user)
            seat = self.seat_of(giver)
            if seat is None:
                raise Refused(_("Whoever offered this seat has left it meanwhile."))
            before = self.people[seat].name
            await self._seat(seat, Person(name, user=user))
            await self.note(
                "{name:text} takes the seat of {before:text}.", name=name, before=before
            )

    def _must_not_sit(self, user: int) -> None:
        if self.seat_of(user) is not None:
            raise Refused(_("You sit at this table already."))

    async def _vacate(self, seat: int) -> None:
        person = Person(self.people[seat].name, level=STAND_IN, vacant=True)
        people = [person if s == seat else p for s, p in enumerate(self.people)]
        await self._without(seat, people)

    async def _without(self, seat: int, people: list[Person]) -> None:
        """Commits that a person is gone: the next one is host, a table of nobody is given up."""
        users = [person.user for person in people if person.user]
        if not users:
            await self.save(people=people, status="abandoned")
            return
        host = self.row.host if self.row.host in users else users[0]
        await self.save(people=people, host=host)

    async def _seat(self, seat: int, person: Person) -> None:
        """Commits who sits on a seat; the host stays a person of the table."""
        users = {self.people[seat].user: person.user or self.row.host}
        people = [person if s == seat else p for s, p in enumerate(self.people)]
        await self.save(people=people, host=users.get(self.row.host, self.row.host))
