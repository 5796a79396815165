"""Votes: what a table can only decide together."""

from __future__ import annotations

import re
import time

from bot.table.base import Refused
from bot.table.seats import Seats
from bot.table.undo import Back
from bot.texts.languages import _

END, UNDO, OUT = "end", "undo", "out"
PROPOSAL = re.compile("end|out [0-9]{1,3}|undo [0-9]{1,9} [0-9]{1,9}")
SILENT = 3 * 86400.0
"""Seconds after which somebody counts as silent where answers have no limit."""


class Votes(Back, Seats):
    """Proposals, each a text: "end", "out SEAT", "undo QUESTION AT": the question that the first
    move taken back had brought, and the one that was open.
    """

    async def agree(self, user: int, proposal: str) -> bool:
        """Counts a person's consent to a proposal, and carries it out with the last one; whether
        that happened. Refused where it is not open.
        """
        async with self.lock:
            if self.row.status not in ("lobby", "running"):
                raise Refused(_("This game has ended already."))
            self.own_seat(user)
            await self._must_be_open(user, proposal)
            agreed = {*self.votes.get(proposal, []), user}
            votes = self.votes | {proposal: sorted(agreed)}
            if len(agreed & self.asked_about(proposal)) < self.majority(proposal):
                await self.save(votes=votes)
                return False
            await self._carry_out(proposal, votes)
            return True

    async def refuse(self, user: int, proposal: str) -> None:
        """Ends a proposal because a person does not agree; Refused where it is not open."""
        async with self.lock:
            self.own_seat(user)
            if proposal not in self.votes or user not in self.asked_about(proposal):
                raise Refused(_("That is no longer asked."))
            votes = {each: users for each, users in self.votes.items() if each != proposal}
            await self.save(votes=votes)
            name = self.people[self.own_seat(user)].name
            await self.note("{name:text} does not agree: it stays as it is.", name=name)

    async def vote_to_abandon(self, user: int) -> bool:
        """Counts a person's consent to end the game unfinished; whether all have given it."""
        return await self.agree(user, END)

    async def propose_undo(self, user: int, question: int) -> bool:
        """Proposes to take back everything from the move on that brought a question; whether that
        was done at once.
        """
        return await self.agree(user, f"{UNDO} {question} {self.question}")

    async def proposals(self) -> dict[str, list[int]]:
        """The proposals that are open, with who agrees."""
        if not self.votes or self.row.status not in ("lobby", "running"):
            return {}
        at = str(self.question)
        return {
            proposal: users
            for proposal, users in self.votes.items()
            if not proposal.startswith(UNDO) or proposal.split()[-1] == at
        }

    def asked_about(self, proposal: str) -> set[int]:
        """The people whose consent counts: those who are there, without the one it is about."""
        if self.row.status == "lobby" and proposal == END:
            return {self.row.host}
        about = int(proposal.split()[1]) if proposal.startswith(OUT) else None
        return {
            person.user
            for seat, person in enumerate(self.people)
            if person.user and not person.stand_in and seat != about
        }

    def majority(self, proposal: str) -> int:
        """How many of them must agree: all, or for putting somebody out more than half."""
        people = len(self.asked_about(proposal))
        return people // 2 + 1 if proposal.startswith(OUT) else people

    async def what(self, proposal: str) -> str:
        """What is proposed, as a question to the table."""
        kind, *rest = proposal.split()
        if kind == UNDO:
            brought = int(rest[0])
            line = next((row for row in await self.standing() if row.question == brought), None)
            told = self.told_of(line) if line else ""
            return _("Take back: {move:text}? Chance is drawn anew from there.", move=told)
        if kind == OUT:
            name = self.names[int(rest[0])]
            return _("Go on without {name:text}? A computer player takes the seat.", name=name)
        return _("Shall this game end unfinished?")

    async def _must_be_open(self, user: int, proposal: str) -> None:
        if not PROPOSAL.fullmatch(proposal):
            raise Refused(_("That is no longer asked."))
        kind, *rest = proposal.split()
        if kind == END:
            return
        self.must_run()
        if kind == OUT:
            await self._must_be_silent(user, int(rest[0]))
        elif kind != UNDO or rest[1] != str(self.question):
            raise Refused(_("The game has moved on since; nothing was taken back."))
        elif int(rest[0]) not in [question for question, _told in await self.targets()]:
            raise Refused(_("That move does not stand any more, or lies too far back."))

    async def _must_be_silent(self, user: int, seat: int) -> None:
        """Refused where the seat has been asked for less than its time, or is the voter's own."""
        person = self.people[seat] if 0 <= seat < len(self.people) else None
        if person is None or person.user in (None, user):
            raise Refused(_("Nobody sits there whom the table could go on without."))
        turn = (await self.store.turns.of(self.id)).get(seat)
        due = (turn.due or turn.since + SILENT) if turn else None
        if due is None or due > time.time():
            raise Refused(
                _("{name:text} still has time; the table can vote once it is up.", name=person.name)
            )

    async def _carry_out(self, proposal: str, votes: dict[str, list[int]]) -> None:
        kind, *rest = proposal.split()
        left = {each: users for each, users in votes.items() if each != proposal}
        if kind == END:
            await self.save(votes=votes, status="abandoned")
        elif kind == UNDO:
            # In this order: who is stopped between finds a vote about a game that has moved on.
            await self.rewind(int(rest[0]), f"vote:{proposal}")
            await self.save(votes=left)
        else:
            await self.put_out(int(rest[0]))
            await self.save(votes=left)
