"""Logs: lines of text or JSON that name the table they are about, and nobody's secrets.

The text of an error may quote a name, a move or a stored state, and so may the things that
libraries log. So of an error only its kind is said and where it arose, of a thing only its kind,
and what looks like a token or the number of a person is left out, wherever it was logged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import discord
from pydantic import ValidationError

log = logging.getLogger(__name__)
OURS = ("bot", "cogs")
"""The loggers that heed a level below INFO; at DEBUG libraries log all that is sent and stored."""
PLAIN = (str, int, float, type(None))
SECRET = re.compile(r"(?=[\w.-]*\d)[\w-][\w.-]{19,}|(?<!\bclient_id=)\b\d{15,19}\b")
"""Tokens, the numbers of sessions, and those of people, servers, channels and messages; the bot's
own number may be read in its invitation link.
"""


class Quotable(Exception):
    """An error whose text quotes nothing that people or games have made, so it is logged."""


_table: ContextVar[int | None] = ContextVar("table", default=None)


def begin(level: str, form: str, stream: TextIO | None = None) -> logging.Handler:
    """Has all that is logged from now on be written to a stream, the standard one for errors where
    none is named.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FORMS[form]())
    numbers = logging.getLevelNamesMapping()
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(max(numbers[level], logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    return handler


def about(table_id: int) -> None:
    """Has the lines that follow in this task name a table."""
    _table.set(table_id)


@contextmanager
def concerning(table_id: int) -> Generator[None]:
    """Within it lines name a table."""
    before = _table.set(table_id)
    try:
        yield
    finally:
        _table.reset(before)


def heard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Logs what the event loop complains of; its own way quotes errors and what tasks came to."""
    log.error("the event loop: %s", context["message"], exc_info=context.get("exception"))


# --- What is said ---------------------------------------------------------------------------------


def why(error: BaseException) -> str:
    """The kind of an error, and what no person or game has put into it."""
    kind = type(error).__name__
    match error:
        case discord.HTTPException():
            return f"{kind} (status {error.status}, code {error.code})"
        case discord.ConnectionClosed():
            return f"{kind} (code {error.code})"
        case ValidationError():
            return f"{kind} ({', '.join(sorted({each['type'] for each in error.errors()}))})"
        case Quotable() | sqlite3.Error():
            return f"{kind} ({error})"
        case OSError(strerror=str(reason)):
            return f"{kind} ({reason})"
        case _:
            return kind


def message(record: logging.LogRecord) -> str:
    """What a record says, with nothing in it that a person or a game has put there."""
    args = record.args
    if isinstance(args, tuple) and args:
        said = str(_plain(record.msg)) % tuple(_plain(each) for each in args)
    else:
        said = str(_plain(record.msg))
    return SECRET.sub("…", said)


def table_of(record: logging.LogRecord) -> int | None:
    """The table that a record is about: the one it names, else the one that is being worked on."""
    return getattr(record, "table", None) or _table.get()


def _plain(thing: Any) -> Any:
    if isinstance(thing, BaseException):
        return why(thing)
    return thing if isinstance(thing, PLAIN) else type(thing).__name__


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """The error of a record and those it came from, the first cause first."""
    error = record.exc_info[1] if record.exc_info else None
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    yield from reversed(found)


# --- How it is written ----------------------------------------------------------------------------


class Text(logging.Formatter):
    """A line for people to read, and below it where an error arose."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as lines of text."""
        table = table_of(record)
        place = record.name if table is None else f"{record.name} [table {table}]"
        lines = [f"{self.formatTime(record)} {record.levelname} {place}: {message(record)}"]
        for error in _errors(record):
            frames = traceback.format_list(traceback.extract_tb(error.__traceback__))
            lines += ["Traceback (most recent call last):", *map(str.rstrip, frames), why(error)]
        return "\n".join(lines)


class Json(logging.Formatter):
    """A line for programs to read."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message(record),
        }
        if (table := table_of(record)) is not None:
            line["table"] = table
        if errors := [_written(error) for error in _errors(record)]:
            line["errors"] = errors
        return json.dumps(line, ensure_ascii=False)


FORMS: Final[dict[str, type[logging.Formatter]]] = {"text": Text, "json": Json}


def _written(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return {"kind": why(error), "where": where}
