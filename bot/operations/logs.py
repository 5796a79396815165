"""Logs: lines of text or JSON that name the table they are about, and hold nobody's secrets.

The text of an error may quote a name, a move or a stored state, and so may the objects that
libraries log. So the log has of an error only its type and traceback, and of an object only its
type. Whatever looks like a token or the id of a user is replaced, wherever it was logged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import discord
from pydantic import ValidationError

log = logging.getLogger(__name__)
OWN_LOGGERS = ("bot", "cogs")
"""Only these may log below INFO; at DEBUG libraries log everything that is sent or stored."""
SAFE_TYPES = (str, int, float, type(None))
SECRET = re.compile(r"(?=[\w.-]*\d)[\w-][\w.-]{19,}|(?<!\bclient_id=)\b\d{15,19}\b")
"""Tokens, session ids, and the ids of users, servers, channels and messages. The application's own
id, in its invite link, is allowed.
"""

REPEAT_S = 60.0
"""How long a warning or error that is repeated is only counted."""
MAX_ALIKE, MAX_TEMPLATES = 20, 500
"""How many different lines of one template are logged within this time, and of how many templates
this is known.
"""


class LoggableError(Exception):
    """An error whose text may be logged: it quotes nothing from people or games."""


_table: ContextVar[int | None] = ContextVar("table", default=None)


def configure(level: str, form: str, stream: TextIO | None = None) -> logging.Handler:
    """Writes all logs from now on to a stream, by default stderr, in one of `FORMATTERS`."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FORMATTERS[form]())
    handler.addFilter(Repeats())
    numbers = logging.getLevelNamesMapping()
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(max(numbers[level], logging.INFO))
    for name in OWN_LOGGERS:
        logging.getLogger(name).setLevel(level)
    return handler


def set_log_table(table_id: int) -> None:
    """Sets the table that later log lines of this task name."""
    _table.set(table_id)


@contextmanager
def log_table(table_id: int) -> Generator[None]:
    """Within it, log lines name a table."""
    before = _table.set(table_id)
    try:
        yield
    finally:
        _table.reset(before)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The event loop's exception handler; that of asyncio would quote errors and results."""
    log.error("the event loop: %s", context["message"], exc_info=context.get("exception"))


# --- What a line says -----------------------------------------------------------------------------


def describe_error(error: BaseException) -> str:
    """The type of an error, and those of its details that come from no person or game."""
    kind = type(error).__name__
    match error:
        case discord.HTTPException():
            return f"{kind} (status {error.status}, code {error.code})"
        case discord.ConnectionClosed():
            return f"{kind} (code {error.code})"
        case ValidationError():
            return f"{kind} ({', '.join(sorted({each['type'] for each in error.errors()}))})"
        case LoggableError() | sqlite3.Error():
            return f"{kind} ({error})"
        case OSError(strerror=str(reason)):
            return f"{kind} ({reason})"
        case _:
            return kind


def safe_message(record: logging.LogRecord) -> str:
    """The message of a record, without anything that comes from a person or a game."""
    args = record.args
    if isinstance(args, tuple) and args:
        text = str(_safe(record.msg)) % tuple(_safe(each) for each in args)
    else:
        text = str(_safe(record.msg))
    repeats = getattr(record, "repeats", 0)
    return SECRET.sub("…", f"{text} (left out since the last one: {repeats})" if repeats else text)


def table_of(record: logging.LogRecord) -> int | None:
    """The table that a record is about: the one it names, else the one of the current task."""
    return getattr(record, "table", None) or _table.get()


def _safe(thing: Any) -> Any:
    if isinstance(thing, BaseException):
        return describe_error(thing)
    return thing if isinstance(thing, SAFE_TYPES) else type(thing).__name__


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """The error of a record and those that caused it, the first cause first."""
    error = record.exc_info[1] if record.exc_info else None
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    yield from reversed(found)


# --- Which lines are left out ---------------------------------------------------------------------


@dataclass(slots=True)
class _Minute:
    """What one template has logged since its first line."""

    began: float
    left_out: int = 0
    lines: set[str] = field(default_factory=set[str])


class Repeats(logging.Filter):
    """Leaves out warnings and errors that were logged in the last minute, and counts them; the next
    line of the same template has the count. So nobody can fill the disk with a fault.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` counts seconds."""
        super().__init__()
        self._clock = clock
        self._minutes: OrderedDict[tuple[str, int, str], _Minute] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        errors = [describe_error(error) for error in _errors(record)]
        line = f"{table_of(record)} {safe_message(record)} {errors}"
        now, kind = self._clock(), (record.name, record.levelno, str(_safe(record.msg)))
        minute = self._minutes.get(kind)
        if minute is None or now - minute.began >= REPEAT_S:
            record.repeats = minute.left_out if minute else 0
            minute = self._minutes[kind] = _Minute(now)
            self._minutes.move_to_end(kind)
            if len(self._minutes) > MAX_TEMPLATES:
                self._minutes.popitem(last=False)
        if line in minute.lines or len(minute.lines) >= MAX_ALIKE:
            minute.left_out += 1
            return False
        minute.lines.add(line)
        return True


# --- Formatters -----------------------------------------------------------------------------------


class TextFormatter(logging.Formatter):
    """Lines for people to read: the message, and below it the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        table = table_of(record)
        place = record.name if table is None else f"{record.name} [table {table}]"
        lines = [f"{self.formatTime(record)} {record.levelname} {place}: {safe_message(record)}"]
        for error in _errors(record):
            frames = traceback.format_list(traceback.extract_tb(error.__traceback__))
            lines += [
                "Traceback (most recent call last):",
                *map(str.rstrip, frames),
                describe_error(error),
            ]
        return "\n".join(lines)


class JsonFormatter(logging.Formatter):
    """One line of JSON for programs to read."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": safe_message(record),
        }
        if (table := table_of(record)) is not None:
            line["table"] = table
        if errors := [_error_as_json(error) for error in _errors(record)]:
            line["errors"] = errors
        return json.dumps(line, ensure_ascii=False)


FORMATTERS: Final[dict[str, type[logging.Formatter]]] = {
    "text": TextFormatter,
    "json": JsonFormatter,
}


def _error_as_json(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return {"kind": describe_error(error), "where": where}
