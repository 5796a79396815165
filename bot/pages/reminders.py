"""Calls: what people are sent because something waits for them, beside the board itself."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import discord

from bot.pages import menus
from bot.pages.menus import Press
from bot.pages.pages import Page, due, escaped, page, seat_name, when
from bot.store import Store, TurnRow
from bot.table import Refused, Table, Tables, joined, votes
from bot.table.votes import OUT
from bot.texts.languages import _

MOST_LINES = 25
MOST_PROPOSALS = 9
"""Proposals that a message has room for; others wait until one of these is decided."""


def link(table: Table, message: int = 0) -> str:
    """The address of a table's channel, or of a message there."""
    where = f"https://discord.com/channels/{table.row.guild or '@me'}/{table.row.channel}"
    return f"{where}/{message}" if message else where


def reminder(table: Table, turn: TurnRow) -> Page:
    """That an answer is due soon, or overdue, in the channel."""
    who = seat_name(table, turn.seat, mention=True)
    if turn.due is None or turn.stage > 2:
        text = _("⏰ {who:text}: this table still waits for you.", who=who)
    else:
        text = _(
            "⏰ {who:text}: your answer is due {when:text}.",
            who=who,
            when=when(turn.due),
        )
    button = Press("panel", table.id, label=_("Move"), style=discord.ButtonStyle.primary)
    return page(text, menus.row(button), mentions=[turn.user])


def heads_up(table: Table) -> Page:
    """That a person is probably asked next."""
    return page(
        _(
            "You are probably next at [{game:text}, table {n}]({link:text}).",
            game=table.game.title,
            n=table.id,
            link=link(table),
        )
    )


def is_next(table: Table, seat: int) -> bool:
    """Whether a seat is asked next if everybody does what is usual, as far as the seat can tell.

    Nothing hidden has a part in it: who knows how this is guessed could else tell what is true.
    """
    game, asked = table.game, table.state.asked
    if not asked or seat in asked:
        return False
    supposed = game.suppose(table.state, seat)
    g = game.guess(supposed, seat, random.Random(table.question))
    if not all(game.legal(g, other) for other in asked):
        return False
    for other in list(asked):
        if other in g.asked:
            g = game.play(g, other, game.default(g, other))
    return seat in g.asked


async def vote(table: Table, proposals: dict[str, list[int]]) -> Page:
    """What the table is asked to decide together, and who has still to say so."""
    parts: list[Any] = [_("### Table {n}: a vote", n=table.id)]
    mentions: set[int] = set()
    for proposal, agreed in list(proposals.items())[:MOST_PROPOSALS]:
        missing = sorted(votes.asked_about(table, proposal) - set(agreed))
        mentions.update(missing)
        names = [p.name for p in table.people if p.user in agreed]
        lines = [
            f"**{escaped(await votes.what(table, proposal))}**",
            _(
                "{names:text} would like that. {missing:text} can agree as well.",
                names=discord.utils.escape_markdown(joined(names)),
                missing=joined([f"<@{user}>" for user in missing]),
            ),
        ]
        if proposal.startswith(OUT):
            lines.append(_("More than half of the others must agree."))
        buttons = [
            Press("agree", table.id, proposal, label=_("Agree")),
            Press("refuse", table.id, proposal, label=_("No")),
        ]
        parts += ["\n".join(lines), menus.row(*buttons)]
    return page(*parts, mentions=sorted(mentions))


async def waiting(store: Store, tables: Tables, user: int) -> Page:
    """All that waits for a person anywhere, what waits longest first, with links."""
    lines: list[str] = []
    asked: set[int] = set()
    for turn in await store.turns.of_user(user):
        with contextlib.suppress(Refused):
            table = await tables.get(turn.table_id)
            if turn.seat in table.waiting_people():
                asked.add(table.id)
                lines.append(await _waiting_line(store, table, turn))
    others: list[str] = []
    for row in await store.tables.open(user=user):
        if row.id not in asked and row.status == "running":
            with contextlib.suppress(Refused):
                others.append(_other_line(await tables.get(row.id)))
    parts = [_("### Waiting for you"), "\n".join(lines[:MOST_LINES]) or _("Nothing.")]
    if len(lines) > MOST_LINES:
        parts.append(_("-# and {n} more", n=len(lines) - MOST_LINES))
    if others:
        parts += [_("### Your other games"), "\n".join(others[:MOST_LINES])]
    return page(*parts)


async def _waiting_line(store: Store, table: Table, turn: TurnRow) -> str:
    board = (await store.posts.of(table.id)).get("board")
    return _(
        "· [{game:text}, table {n}]({link:text}) · asked {since:text}{due:text}",
        game=table.game.title,
        n=table.id,
        link=link(table, board.message if board else 0),
        since=when(turn.since),
        due=due(turn),
    )


def _other_line(table: Table) -> str:
    asked = [table.names[seat] for seat in table.state.asked]
    return _(
        "· [{game:text}, table {n}]({link:text}): waits for {names:text}",
        game=table.game.title,
        n=table.id,
        link=link(table),
        names=discord.utils.escape_markdown(joined(asked)),
    )
