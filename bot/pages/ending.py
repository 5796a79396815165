"""The end of a game: how it went, and the proof that nothing was changed."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.pages.page import FileLink, Page, page
from bot.table import Table, format_names, story
from bot.table.lines import Told
from bot.table.records import record_of
from bot.table.story import Course
from bot.table.whose import handed_over_at
from bot.texts.languages import _, reader
from games.record import NeedsRelease, verify
from games.words import news_text


def story_lines(table: Table, view: dict[str, Any], course: Course | None) -> list[str]:
    """By how much somebody won, the round that decided it, and the best single move."""
    lines: list[str] = []
    if first_two := story.leaders(view):
        winner, second = first_two
        names = {"name": team_names(table, view, winner), "other": team_names(table, view, second)}
        if ahead := view["scores"][winner] - view["scores"][second]:
            lines.append(_("Won by {n}: {name:text}, ahead of {other:text}.", n=ahead, **names))
        else:
            lines.append(
                _("{name:text} and {other:text} are equal; the tie-break counts.", **names)
            )
        if course and (decided := story.deciding_round(course, winner, second)):
            lines.append(
                _(
                    "Decisive, {round:text}: {name:text} gained {n} on {other:text}.",
                    round=_without_stop(_told(table, decided.round.heading)),
                    n=decided.gained,
                    **names,
                )
            )
    if course and (best := story.best_move(course)):
        move = _without_stop(_told(table, best.told))
        lines.append(_("Best single move: {move:text} (+{n}).", move=move, n=best.gain))
    return lines


def team_names(table: Table, view: dict[str, Any], seat: int) -> str:
    """The names of those who play with a seat in a finished game, its own among them."""
    team = view["teams"]
    return format_names(
        [name for s, name in enumerate(table.escaped_names) if team[s] == team[seat]]
    )


def _told(table: Table, told: Told) -> str:
    template, values, _to = told
    return news_text(template, values, table.escaped_names, reader())


def _without_stop(sentence: str) -> str:
    return sentence.rstrip(".。")


async def record(table: Table) -> FileLink:
    """The record of a finished game, with which anybody can verify it."""
    written = await record_of(table, await handed_over_at(table))
    return FileLink(f"table-{table.id}.txt", written.encode())


async def proof_page(table: Table) -> Page:
    """How anybody can verify that the shuffle was fair: the seal, and at the end all that it takes
    to play the whole game again.
    """
    title = _("### Proof of table {n}", n=table.id)
    seal = _("The shuffle was sealed before the first move: `{seal:text}`", seal=table.commitment())
    if table.row.status != "over":
        promise = _(
            "Keep this seal, and you can check at the end that nothing was changed: seed and salt"
            " are shown then."
        )
        return page("\n".join([title, seal, promise]))
    facts = [
        _("Seed: `{seed:text}`", seed=table.row.seed),
        _("Salt: `{salt:text}`", salt=table.row.salt),
        _("The seal is the SHA-256 of salt, colon and seed."),
    ]
    file = await record(table)
    verified = await asyncio.to_thread(_is_verified, (await file.read()).decode())
    played = (
        _("✓ I have played the whole game again from them: moves, draws and scores are right.")
        if verified
        else _("This game was played with several releases, so I cannot play all of it again.")
    )
    how = _("The file holds the whole game; `python -m games verify FILE` plays it again.")
    return page("\n".join([title, seal, *facts, played, how]), file)


def _is_verified(written: str) -> bool:
    try:
        verify(written)
    except NeedsRelease:
        return False
    return True
