"""The news of a table in the language of a reader, and receipts: what players read of a move of
their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.store import CLOCK, UNREADABLE, MoveRow
from bot.table.lines import Told, label_of, told_by
from bot.table.table import Table
from bot.texts.languages import _, reader
from games.kernel import AHEAD, KIND
from games.reading import read_json
from games.words import names_for, news_text, phrase, translate_into, unpack

OF_SEAT = "{who:seat"
"""How news that tell of a seat name it."""


@dataclass(slots=True, frozen=True)
class Sentence:
    """A piece of news in the language of the reader."""

    seq: int
    """The line of the log that it belongs to."""
    text: str
    to: int | None = None
    """The seat that it is for; None: all."""
    subject: int | None = None
    """The seat that it is about, if any."""
    predicate: str = ""
    """The text without the name of that seat; "" unless the text begins with it."""
    kind: str = ""
    """HEADING, ASIDE or AHEAD; "" for other news."""
    said: str = ""
    """The same as a phrase, for those who look what it is about."""


async def news_of(
    table: Table, newest: int = 60, since: int = 0, seat: int | None = None
) -> list[Sentence]:
    """The latest news from line `since` on, oldest first, in the language of the reader. For a
    `seat`: without what others were told in private, and with "you" for itself.
    """
    found: list[Sentence] = []
    rows = await table.store.moves.with_news(table.id, newest)
    for row in rows:
        if row.seq >= since:
            found += _news_of_line(table, row, seat)
    first = max(since, rows[0].seq if rows else 0) or -1
    for note in await table.store.notes.of(table.id, first):
        with suppress(*UNREADABLE):  # a damaged note is left out
            words = translate_into(unpack(read_json(note.words)), reader(), table.names)
            found.append(Sentence(note.seq, str(words)))
    if seat is not None:
        found = [*with_premoves([each for each in found if each.to in (None, seat)])]
    return sorted(found, key=lambda each: each.seq)


def with_premoves(told: list[Sentence]) -> Iterator[Sentence]:
    """These news, what a premove of the reader did in the sentence that says so."""
    before: Sentence | None = None
    for each in told:
        if before and (each.seq, each.subject, each.kind) == (before.seq, before.to, ""):
            each = replace(
                each, text=_("As you chose in advance: {news:text}", news=each.text), predicate=""
            )
        elif before:
            yield replace(before, kind="")
        before = each if each.kind == AHEAD else None
        if not before:
            yield each
    if before:
        yield replace(before, kind="")


def told_in_private(table: Table, row: MoveRow, seat: int) -> list[str]:
    """What a line of the log told a seat alone."""
    return [each.text for each in _news_of_line(table, row, seat) if each.to == seat]


def receipt_of(table: Table, row: MoveRow) -> str:
    """What a player reads of a move of their own, or of its undo."""
    label = label_of(row)
    said = translate_into(label, reader(), table.names)
    return _("You took back: {move:text}", move=said) if row.kind == "undo" else said


def _news_of_line(table: Table, row: MoveRow, seat: int | None) -> list[Sentence]:
    """The news of a line of the log, in the words for a seat (None: for everybody)."""
    found = [_sentence(table.names, row.seq, each, seat) for each in told_by(row)]
    text = ""
    if row.back_to is not None and not row.unnoticed:
        text = _news_of_return(table, row, seat)
    elif (row.token or "").startswith(CLOCK):
        name = table.names[row.seat or 0]
        text = _("Time is up for {name:text}: a computer player answers this once.", name=name)
    elif row.kind == "start" and row.move:
        names = reader().sign(", ").join(table.names)
        text = _("The seats are drawn by lot: {names:text}.", names=names)
    return [Sentence(row.seq, text), *found] if text else found


def _sentence(names: list[str], seq: int, told: Told, seat: int | None) -> Sentence:
    template, values, to = told
    lexicon = reader()
    subject: int | None = values.get("who") if OF_SEAT in template else to
    text = news_text(template, values, names_for(seat, names), lexicon)
    name = "" if subject is None else names[subject]
    named_first = lexicon.template(template).startswith(OF_SEAT) and text.startswith(name)
    predicate = text.removeprefix(name) if named_first else ""
    said = phrase(template, **values)
    return Sentence(seq, text, to, subject, predicate, values.get(KIND, ""), said)


def _news_of_return(table: Table, row: MoveRow, seat: int | None) -> str:
    if seat is not None and row.seat == seat:
        return receipt_of(table, row)
    if row.kind == "rewind":
        label = translate_into(label_of(row), reader(), table.names).rstrip(".")
        return _(
            "The table takes back: {move:text}. Later draws and rolls will be different.",
            move=label,
        )
    return _("{name:text} takes the last move back.", name=table.names[row.seat or 0])
