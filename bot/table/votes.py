"""Votes: to end a game, to take moves back, and to go on without a silent player."""

from __future__ import annotations

import re
import time

from bot.operations.markdown import escaped
from bot.table import seating, undo
from bot.table.errors import Refused
from bot.table.table import Table
from bot.texts.languages import _

END, UNDO, OUT = "end", "undo", "out"
PROPOSAL = re.compile("end|out [0-9]{1,3}|undo [0-9]{1,9} [0-9]{1,9}")
SILENT_AFTER_S = 3 * 86400.0
"""After this time a player counts as silent at a table without deadlines."""


async def agree(table: Table, user: int, proposal: str) -> bool:
    """Counts a player's vote for a proposal, carries it out if the majority is reached, and returns
    whether it was. Raises Refused if nobody can vote on it now.
    """
    async with table.lock:
        if table.row.status not in ("lobby", "running"):
            raise Refused(_("This game has ended already."))
        table.own_seat(user)
        await _must_be_open(table, user, proposal)
        agreed = {*table.votes.get(proposal, []), user}
        votes = table.votes | {proposal: sorted(agreed)}
        if len(agreed & asked_about(table, proposal)) < majority(table, proposal):
            await table.save(votes=votes)
            return False
        await _carry_out(table, proposal, votes)
        return True


async def refuse(table: Table, user: int, proposal: str) -> None:
    """Drops a proposal because a player votes against it; raises Refused if it is not open."""
    async with table.lock:
        table.own_seat(user)
        if proposal not in table.votes or user not in asked_about(table, proposal):
            raise Refused(_("That is no longer asked."))
        votes = {each: users for each, users in table.votes.items() if each != proposal}
        await table.save(votes=votes)
        name = table.people[table.own_seat(user)].name
        await table.note("{name:text} does not agree: nothing changes.", name=name)


async def vote_to_abandon(table: Table, user: int) -> bool:
    """Counts a player's vote to end the game unfinished; returns whether the game has ended."""
    return await agree(table, user, END)


async def propose_undo(table: Table, user: int, question: int) -> bool:
    """Proposes to take back all moves from the one that opened a question; returns whether that was
    done at once.
    """
    return await agree(table, user, f"{UNDO} {question} {table.question}")


async def proposals(table: Table) -> dict[str, list[int]]:
    """The open proposals, with the users who voted for each."""
    if not table.votes or table.row.status not in ("lobby", "running"):
        return {}
    at = str(table.question)
    return {
        proposal: users
        for proposal, users in table.votes.items()
        if not proposal.startswith(UNDO) or proposal.split()[-1] == at
    }


def asked_about(table: Table, proposal: str) -> set[int]:
    """The users whose votes count: those who play themselves, without the one it is about."""
    if table.row.status == "lobby" and proposal == END:
        return {table.row.host}
    about = int(proposal.split()[1]) if proposal.startswith(OUT) else None
    return {
        person.user
        for seat, person in enumerate(table.people)
        if person.user and not person.stand_in and seat != about
    }


def majority(table: Table, proposal: str) -> int:
    """How many of them must agree: all of them, or more than half to go on without a player."""
    people = len(asked_about(table, proposal))
    return people // 2 + 1 if proposal.startswith(OUT) else people


async def what(table: Table, proposal: str) -> str:
    """The proposal as a question to the table."""
    kind, *rest = proposal.split()
    if kind == UNDO:
        brought = int(rest[0])
        line = next((row for row in await table.kept_lines() if row.question == brought), None)
        told = undo.told_of(table, line) if line else ""
        return _(
            "Take back: {move:text}, and every move after it? Later draws and rolls will "
            "be different.",
            move=told,
        )
    if kind == OUT:
        name = table.names[int(rest[0])]
        return _("Go on without {name:text}? A computer player takes the seat.", name=name)
    return _("End this game early?")


async def _must_be_open(table: Table, user: int, proposal: str) -> None:
    if not PROPOSAL.fullmatch(proposal):
        raise Refused(_("That is no longer asked."))
    kind, *rest = proposal.split()
    if kind == END:
        return
    table.must_run()
    if kind == OUT:
        await _must_be_silent(table, user, int(rest[0]))
    elif kind != UNDO or rest[1] != str(table.question):
        raise Refused(_("The game has moved on since; nothing was taken back."))
    elif int(rest[0]) not in [question for question, _told in await undo.targets(table)]:
        raise Refused(_("That move was taken back already, or is too far back."))


async def _must_be_silent(table: Table, user: int, seat: int) -> None:
    """Raises Refused if the seat still has time to answer, or is the voter's own."""
    person = table.people[seat] if 0 <= seat < len(table.people) else None
    if person is None or person.user in (None, user):
        raise Refused(_("There is nobody in that seat to remove."))
    turn = (await table.store.turns.of(table.id)).get(seat)
    due = (turn.due or turn.since + SILENT_AFTER_S) if turn else None
    if due is None or due > time.time():
        raise Refused(
            _(
                "{name:text} still has time; the table can vote once it is up.",
                name=escaped(person.name),
            )
        )


async def _carry_out(table: Table, proposal: str, votes: dict[str, list[int]]) -> None:
    kind, *rest = proposal.split()
    left = {each: users for each, users in votes.items() if each != proposal}
    if kind == END:
        await table.save(votes=votes, status="abandoned")
    elif kind == UNDO:
        # In this order: after a crash in between, the vote is void because the game has moved on.
        await undo.rewind(table, int(rest[0]), f"vote:{proposal}")
        await table.save(votes=left)
    else:
        await seating.put_out(table, int(rest[0]))
        await table.save(votes=left)
