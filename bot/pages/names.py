"""How messages name tables, seats and moments."""

from __future__ import annotations

from typing import Any

from bot.store import TurnRow
from bot.table import Table
from bot.texts.languages import _, reader, spoken

TOKENS = "🔵🔶🟩🔺⭐"
"""Color and shape of the seats, as in the pictures."""


def seat_name(table: Table, seat: int, mention: bool = False) -> str:
    """Returns a seat's token and its player, mentioned or by name."""
    person = table.people[seat]
    name = f"<@{person.user}>" if mention and person.user else table.escaped_names[seat]
    return f"{TOKENS[seat]} {name}"


def when(moment: float, style: str = "R") -> str:
    """Returns a moment as each reader's own Discord shows it."""
    return f"<t:{int(moment)}:{style}>"


def due(turn: TurnRow | None) -> str:
    """Returns until when an answer is due, as the end of a line; "" without a limit."""
    return _(" · due {when:text}", when=when(turn.due)) if turn and turn.due else ""


def link(table: Table, message: int = 0) -> str:
    """Returns the address of a table's channel, or of a message there."""
    where = f"https://discord.com/channels/{table.row.guild or '@me'}/{table.row.channel}"
    return f"{where}/{message}" if message else where


def heading(table: Table) -> str:
    """Returns the first line of a private page: which game this is, and where."""
    return f"### {table.game.title} · [{_('table {n}', n=table.id)}]({link(table)})"


def with_bold_label(label: str, text: str) -> str:
    """Returns a text after its bold label, with the colon of the reader's language."""
    return f"**{label}{reader().sign(': ').rstrip()}** {text}"


def last_round(view: dict[str, Any]) -> str:
    """Returns that the last round of a game is played, as a line of its own; "" before."""
    return f"**{spoken(view['last_round'])}**\n" if "last_round" in view else ""
