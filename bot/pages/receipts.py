"""Receipts: the result of a player's last move, and the news since then."""

from __future__ import annotations

from bot.operations.markdown import escape_markdown
from bot.pages.board import MAX_NEWS_ROWS
from bot.pages.news import lines_of
from bot.pages.page import MAX_TEXT
from bot.store import MoveRow
from bot.table import Table, undo
from bot.table.news import news_of, receipt_of
from bot.texts.languages import _
from games.kernel import ASIDE

ROOM_FOR_HEADING = 90
"""Characters of the heading of the news and of what was left out, at most."""
SINCE_LINES = 12
"""Lines of news since the last move that a panel shows."""


async def since_own_move(
    table: Table, seat: int, *, others: bool = True, room: int = MAX_TEXT
) -> list[str]:
    """The receipt of a seat's last move, unless it was undone, and with `others` the news since
    then: the latest ones, as far as there is `room` for so many characters.
    """
    own = await table.store.moves.last_of_seat(table.id, seat)
    undone = await undo.undone_by(table, own) if own else None
    since = undone.seq if undone else own.seq if own else 0
    told = await news_of(table, MAX_NEWS_ROWS, since, seat)
    told = [each for each in told if each.kind != ASIDE]
    came = [each for each in told if each.seq == since and (own or each.to == seat)]
    happened = [each for each in told if each.seq > since and (each.to == seat or (own and others))]
    lines: list[str] = []
    if undone:
        came, happened = [], [*came, *happened] if others else happened
    elif came and came[0].subject == seat and came[0].to is None:
        receipt, *more = lines_of(came, table.game.name)
        lines += [f"✓ {receipt.removeprefix('· ')}", *more]
        came = []
    elif own and own.label and not _may_be_changed(table, own):
        receipt = receipt_of(table, own)
        done = receipt if own.kind == "undo" else _("You chose: {move:text}", move=receipt)
        lines.append(f"✓ {escape_markdown(done)}")
        came = [each for each in came if each.text != receipt]
        happened = [each for each in happened if each.text != receipt]
    lines += lines_of(came, table.game.name)
    if happened:
        all_lines = lines_of(happened, table.game.name)
        shown = all_lines[-SINCE_LINES:]
        while shown and len("\n".join([*lines, *shown])) + ROOM_FOR_HEADING > room:
            shown.pop(0)
        left_out = len(all_lines) - len(shown)
        before = [_("-# … {n:line|lines} before, in the log", n=left_out)] if left_out else []
        if shown or len("\n".join([*lines, *before])) + ROOM_FOR_HEADING <= room:
            lines += [_("**Since your last move**"), *before, *shown]
    return ["\n".join(lines)] if lines else []


def _may_be_changed(table: Table, own: MoveRow) -> bool:
    """Whether a move answers the open question, whose prompt shows it already."""
    return own.move is not None and table.state.answers.get(own.seat or 0) == own.move
