"""Votes: to end, pause or resume a game, to change its pace or give more time once, to take moves
back, and to go on without somebody who does not answer.
"""

from __future__ import annotations

import re
import time

from bot.table import extensions, pauses, seating, undo
from bot.table.errors import Refused
from bot.table.pace import Pace, parse_pace, sentence, stored_pace
from bot.table.table import Table
from bot.texts.languages import _

END, UNDO, OUT, PAUSE, RESUME = "end", "undo", "out", "pause", "resume"
PACE, EXTEND = "pace", "extend"
"""What a proposal is about. UNDO, OUT and EXTEND end with the number of the open question."""
PROPOSAL = re.compile(
    "end|resume|pause [0-9]{1,3}|out [0-9]{1,3} [0-9]{1,9}|undo [0-9]{1,9} [0-9]{1,9}"
    "|pace [A-Za-z0-9:/_+ -]{2,80}|extend [0-9]{1,2} [0-9]{1,9}"
)
OPEN_S = 3 * 86400.0
"""The votes of a table end so long after the newest of them began."""
SILENT_AFTER_S = 3 * 86400.0
"""At a table without deadlines, a player who has not answered for this time counts as silent."""


async def agree(table: Table, user: int, proposal: str) -> bool:
    """Counts a vote for a proposal, and carries the proposal out if that was the last vote it
    needed; returns whether it was. Raises Refused if nobody can vote on it now.
    """
    async with table.lock:
        if table.row.status not in ("lobby", "running"):
            raise Refused(_("This game has ended already."))
        table.own_seat(user)
        await _must_be_open(table, user, proposal)
        still_open = await proposals(table)
        agreed = {*still_open.get(proposal, []), user}
        votes = still_open | {proposal: sorted(agreed)}
        if len(agreed & voters(table, proposal)) < votes_needed(table, proposal):
            if proposal not in still_open:  # a vote without its end would stay open for ever
                await table.store.waits.begin(table.id, "vote", time.time())
            await table.save(votes=votes)
            return False
        await _carry_out(table, proposal, votes)
        return True


async def refuse(table: Table, user: int, proposal: str) -> None:
    """Drops a proposal, because a player is against it; raises Refused if it is not open."""
    async with table.lock:
        table.own_seat(user)
        votes = await proposals(table)
        if proposal not in votes or user not in voters(table, proposal):
            raise Refused(_("That is no longer asked."))
        del votes[proposal]
        await table.save(votes=votes)
        who = await table.named(table.own_seat(user))
        await table.say("{name:text} does not agree: nothing changes.", name=who)


async def end_at(table: Table) -> float | None:
    """When the open votes of a table end; None without one."""
    began = (await table.store.waits.of(table.id)).get("vote")
    return None if began is None else began + OPEN_S


async def end_due(table: Table, now: float) -> None:
    """Ends the votes of a table if their time is up by now; nothing changes then."""
    async with table.lock:
        end = await end_at(table)
        if end is None or end > now:
            return
        if await proposals(table):
            await table.say("The vote has ended: not enough have agreed, so nothing changes.")
        await table.save(votes={})
        await table.store.waits.end(table.id, "vote")


async def vote_to_abandon(table: Table, user: int) -> bool:
    """Counts a player's vote to end the game unfinished; returns whether the game has ended."""
    return await agree(table, user, END)


async def propose_undo(table: Table, user: int, question: int) -> bool:
    """Proposes to take back the move that opened a question, and all after it; returns whether that
    was done at once.
    """
    return await agree(table, user, f"{UNDO} {question} {table.question}")


async def propose_without(table: Table, user: int, seat: int) -> bool:
    """Proposes to go on without the player of a seat; returns whether that was done at once."""
    return await agree(table, user, f"{OUT} {seat} {table.question}")


async def propose_pause(table: Table, user: int, days: int) -> bool:
    """Proposes to pause the game for so many days; returns whether it is paused."""
    return await agree(table, user, f"{PAUSE} {days}")


async def propose_resume(table: Table, user: int) -> bool:
    """Proposes to resume a paused game; returns whether it goes on."""
    return await agree(table, user, RESUME)


async def propose_pace(table: Table, user: int, pace: Pace) -> bool:
    """Proposes another pace for a running game; returns whether it has it now."""
    return await agree(table, user, f"{PACE} {pace}")


async def propose_extension(table: Table, user: int, days: int) -> bool:
    """Proposes so many days more for the answers that are due; returns whether they have them."""
    return await agree(table, user, f"{EXTEND} {days} {table.question}")


async def proposals(table: Table) -> dict[str, list[int]]:
    """The open proposals, with the users who voted for each."""
    if not table.votes or table.row.status not in ("lobby", "running"):
        return {}
    return {
        proposal: users
        for proposal, users in table.votes.items()
        if await _is_open(table, proposal)
    }


async def _is_open(table: Table, proposal: str) -> bool:
    """Whether a proposal that somebody made can still be agreed to."""
    if not PROPOSAL.fullmatch(proposal):  # of another release
        return False
    kind, *rest = proposal.split()
    if kind in (END, RESUME) or table.row.paused:
        return kind == END or (kind == RESUME and table.row.paused > 0)
    if kind in (PAUSE, PACE):
        return kind == PAUSE or " ".join(rest) != table.row.pace
    is_current = rest[-1] == str(table.question)
    return is_current and (kind != OUT or await _is_silent(table, int(rest[0])))


def voters(table: Table, proposal: str) -> set[int]:
    """The users who can vote: those who play themselves, except the player to be replaced."""
    if table.row.status == "lobby" and proposal == END:
        return {table.row.host}
    replaced = int(proposal.split()[1]) if proposal.startswith(OUT) else None
    return {
        person.user
        for seat, person in enumerate(table.people)
        if person.user and not person.stand_in and seat != replaced
    }


def votes_needed(table: Table, proposal: str) -> int:
    """How many voters must agree: all, or more than half of them to go on without a player."""
    people = len(voters(table, proposal))
    return people // 2 + 1 if proposal.startswith(OUT) else people


async def proposal_text(table: Table, proposal: str) -> str:
    """The proposal as a question to the table."""
    kind, *rest = proposal.split()
    if kind == UNDO:
        opened = int(rest[0])
        line = next((row for row in await table.kept_lines() if row.question == opened), None)
        label = undo.public_label(table, line) if line else ""
        return _(
            "Take back: {move:text}, and every move after it? Later draws and rolls will "
            "be different.",
            move=label,
        )
    if kind == OUT:
        name = table.names[int(rest[0])]
        return _("Go on without {name:text}? A computer player takes the seat.", name=name)
    if kind == PAUSE:
        return _(
            "Pause the game for {n:day|days}? Nobody can move and no time runs until then.",
            n=int(rest[0]),
        )
    if kind == RESUME:
        return _("Resume the game now?")
    if kind == PACE:
        return _(
            "Change the pace? {pace:text} All who are asked then have the whole time again.",
            pace=sentence(stored_pace(" ".join(rest))),
        )
    if kind == EXTEND:
        return _("Give {n:day|days} more for this answer?", n=int(rest[0]))
    return _("End this game early?")


async def _must_be_open(table: Table, user: int, proposal: str) -> None:
    if not PROPOSAL.fullmatch(proposal):
        raise Refused(_("That is no longer asked."))
    kind, *rest = proposal.split()
    if kind == END:
        return
    if kind == RESUME:
        pauses.must_be_paused(table)
        return
    if kind == PAUSE:
        pauses.must_not_be_paused(table)
    table.must_run()
    if kind == PAUSE:
        if not 1 <= int(rest[0]) <= pauses.MAX_DAYS:
            raise Refused(_("That is no longer asked."))
    elif kind == PACE:
        await _must_be_another_pace(table, " ".join(rest))
    elif kind == EXTEND:
        if rest[1] != str(table.question) or not 1 <= int(rest[0]) <= extensions.MAX_DAYS:
            raise Refused(_("That is no longer asked."))
        await extensions.must_be_extendable(table)
    elif kind == OUT:
        await _must_be_silent(table, user, int(rest[0]))
        if rest[1] != str(table.question):
            raise Refused(_("That is no longer asked."))
    elif rest[1] != str(table.question):
        raise Refused(_("The game has moved on since; nothing was taken back."))
    elif int(rest[0]) not in [question for question, _told in await undo.rewind_targets(table)]:
        raise Refused(_("That move was taken back already, or is too far back."))


async def _must_be_another_pace(table: Table, text: str) -> None:
    pace = parse_pace(text)
    if str(pace) == table.row.pace:
        raise Refused(_("The game has this pace already."))
    if not pace.is_limited and await table.store.leagues.has_table(table.id):
        raise Refused(_("A league needs a limit of time: one table could hold it up for ever."))


async def _must_be_silent(table: Table, user: int, seat: int) -> None:
    """Raises Refused if the seat still has time to answer, or is the user's own."""
    person = table.people[seat] if 0 <= seat < len(table.people) else None
    if person is None or person.user in (None, user):
        raise Refused(_("There is nobody in that seat to remove."))
    if not await _is_silent(table, seat):
        raise Refused(
            _(
                "{name:text} still has time; the table can vote once it is up.",
                name=table.escaped_names[seat],
            )
        )


async def _is_silent(table: Table, seat: int) -> bool:
    """Whether the person on a seat is asked and has not answered in time."""
    turn = (await table.store.turns.of(table.id)).get(seat)
    if turn is None or seat not in table.waiting_people():
        return False
    due = turn.due or turn.since + SILENT_AFTER_S
    return due <= await table.store.heartbeats.latest_reached(table.row.guild, time.time())


async def _carry_out(table: Table, proposal: str, votes: dict[str, list[int]]) -> None:
    kind, *rest = proposal.split()
    left = {each: users for each, users in votes.items() if each != proposal}
    if kind == END:
        await table.save(votes=votes, status="abandoned")
    elif kind == PAUSE:
        await table.save(votes=left, paused=pauses.end_of(int(rest[0])))
        await table.say("The table pauses the game.")
    elif kind == RESUME:
        await table.save(votes=left, paused=0)
        await table.say("The table resumes the game.")
    elif kind == PACE:
        pace = str(stored_pace(" ".join(rest)))
        await table.save(votes=left, pace=pace)
        await table.say("The table agrees on another pace: {pace:text}.", pace=pace)
    elif kind == EXTEND:
        # In this order: if the bot crashes in between, the vote is void, as the time is given.
        await extensions.extend(table, int(rest[0]))
        await table.save(votes=left)
        await table.say("The table gives more time for this answer.")
    elif kind == UNDO:
        # In this order: if the bot crashes in between, the vote is void, as the game has moved on.
        await undo.rewind(table, int(rest[0]), f"vote:{proposal}")
        await table.save(votes=left)
    else:
        await seating.replace_silent(table, int(rest[0]))
        await table.save(votes=left)
