"""Whose a seat is at the end of a game. The log knows who made each move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.store import CLOCK, COMPUTER, MoveRow
from bot.table.lines import kept_lines
from bot.table.table import STAND_IN_LEVEL, Person, Table


def handed_over(people: Sequence[Person], rows: Sequence[MoveRow]) -> dict[int, str]:
    """The seats of people that are not theirs at the end of a game, each with the level of the
    computer player whose result it is; `rows` is the whole log.

    A seat is its person's if they were there at the end and made at least half of its decisions
    that still count. An answer in advance and the only answer that the bot gave for them are
    theirs; what a computer player answered, because they were late or away, is not, nor what
    somebody decided who had the seat before.
    """
    lines = kept_lines(rows)
    found: dict[int, str] = {}
    for seat, person in enumerate(people):
        if person.user is None:
            continue
        decisions = _decisions(lines, seat)
        levels = Counter(level for line in decisions if (level := _computer(line)))
        own = sum(line.seq >= person.since and not _computer(line) for line in decisions)
        if person.stand_in or 2 * own < len(decisions):
            most = levels.most_common(1)
            found[seat] = person.stand_in or (most[0][0] if most else STAND_IN_LEVEL)
    return found


async def handed_over_at(table: Table) -> dict[int, str]:
    """The seats that were handed over at a table; none before the game has ended."""
    if table.row.status != "over":
        return {}
    return handed_over(table.people, await table.store.moves.of(table.id))


def _decisions(lines: Sequence[MoveRow], seat: int) -> list[MoveRow]:
    """The lines with the answers of a seat: the last one to each question that was open."""
    found: dict[int, MoveRow] = {}
    question = 0
    for line in lines:
        if line.seat == seat and line.kind in ("move", "end"):
            found[question] = line
        question = line.question
    return [*found.values()]


def _computer(line: MoveRow) -> str:
    """The level of the computer player that made a move; "" if a person did."""
    token = line.token or ""
    if token.startswith(CLOCK):
        return STAND_IN_LEVEL
    if not token.startswith(COMPUTER):
        return ""
    level = token.split(":")[3:]
    return level[0] if level else STAND_IN_LEVEL
