"""How messages write seats, tables and times."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from contextlib import suppress
from typing import Any

from bot.store import DueReason, TurnRow
from bot.table import Table, format_names
from bot.table.clock import MINUTE_S
from bot.table.pace import short, stored_pace
from bot.texts.languages import _, current_language, reader, translate, using_language
from bot.texts.rulebook import rulebook
from games.kernel import Game

ALARM = "⚠"
"""Stands before what a player would regret."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=。)(?=.)")
TOKENS = "🔵🔶🟩🔺⭐💧🖤🔔"
"""A color and shape for each seat, as in the pictures."""


def seat_name(table: Table, seat: int, mention: bool = False) -> str:
    """The token of a seat, with the mention or the name of its player."""
    person = table.people[seat]
    name = f"<@{person.user}>" if mention and person.user else table.escaped_names[seat]
    return f"{TOKENS[seat]} {name}"


def when(moment: float, style: str = "R") -> str:
    """A timestamp that Discord shows in the time zone of each reader. It is to the minute: a copy
    of the text has all digits, and seconds might tell how long somebody thought.
    """
    return f"<t:{int(moment // MINUTE_S * MINUTE_S)}:{style}>"


def paused_text(table: Table) -> str:
    moment = table.row.paused
    return _(
        "**This game is paused.** It goes on by itself {until:text} ({when:text}).",
        until=when(moment, "f"),
        when=when(moment),
    )


def due_suffix(table: Table, turn: TurnRow | None) -> str:
    """Until when somebody may answer, and why, as the end of a line; "" without a deadline."""
    if turn is None or turn.due is None:
        return ""
    return _(
        " · until {when:text} ({why:text})", when=when(turn.due, "f"), why=_reason(table, turn.why)
    )


def _reason(table: Table, why: DueReason) -> str:
    reasons: dict[DueReason, str] = {
        "": short(stored_pace(table.row.pace)),
        "away": _("later because of an absence"),
        "quiet": _("later because of quiet hours"),
        "off": _("days off do not count"),
        "reserve": _("with the reserve"),
        "gap": _("later because I was away"),
        "agreed": _("later because the table agreed"),
    }
    return reasons[why]


def link(table: Table, message: int = 0) -> str:
    """The link of a table's channel, or of a message there."""
    where = f"https://discord.com/channels/{table.row.guild or '@me'}/{table.row.channel}"
    return f"{where}/{message}" if message else where


def table_name(table: Table) -> str:
    """The game and the number of a table, without Markdown."""
    return f"{table.game.title}, {_('table {n}', n=table.id)}"


def asked_in_public(table: Table) -> str:
    """The table and what it asks, as everybody may read it, without Markdown."""
    prompt: str = table.view(None)["question"]["prompt"]
    return f"{table_name(table)}: {translate(prompt, table.escaped_names)}"


def invited_line(table: Table, notified: Container[int | None] = ()) -> str:
    """Who can answer already though others are asked; it mentions the users `notified`."""
    seats = table.invited_people()
    names = [seat_name(table, s, mention=table.people[s].user in notified) for s in seats]
    return _("{names:text} can answer already.", names=format_names(names)) if names else ""


def aim(game: Game[Any]) -> str:
    """How a game ends and who wins: the last sentence of its rules at a glance; "" if it has no
    rules.
    """
    with suppress(FileNotFoundError), using_language(current_language(), game.name):
        return SENTENCE_END.split(translate(rulebook(game.name).glance).strip())[-1]
    return ""


def heading(table: Table) -> str:
    """The first line of a private page: the game, and a link to the table."""
    return f"### {table.game.title} · [{_('table {n}', n=table.id)}]({link(table)})"


def with_bold_label(label: str, text: str) -> str:
    """A text after its bold label, with the colon of the reader's language."""
    return f"**{label}{reader().sign(': ').rstrip()}** {text}"


def outlook(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """What endangers the player whose view this is, and what comes next, each as a line."""
    told = [f"{ALARM} {translate(each, names)}" for each in view.get("alarms", {}).values()]
    if "forecast" in view:
        told.append(f"-# {translate(view['forecast'], names)}")
    return told


def last_round(view: dict[str, Any]) -> str:
    """A line that says that the last round is played; "" before it."""
    return f"**{translate(view['last_round'])}**\n" if "last_round" in view else ""
