"""Settings of users that cannot be read: an earlier release, another machine or a hand has stored
them. Their defaults count until they can be read; what is stored stays.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import MISSING, Field, fields
from math import isfinite
from typing import Any, Generic, TypeVar, get_args, get_type_hints
from zoneinfo import ZoneInfo

from bot.store.rows import PersonRow, PingRow

log = logging.getLogger(__name__)
Row = TypeVar("Row", PersonRow, PingRow)
WALL_TIME = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
QUIET = re.compile(rf"(?!(.*)-\1$){WALL_TIME}-{WALL_TIME}")
"""Quiet hours, which begin and end at different times."""


class SettingsReader(Generic[Row]):
    """Reads the settings of users. The log says once of each user and setting if one cannot be
    read.
    """

    def __init__(self, kind: type[Row]) -> None:
        types = get_type_hints(kind)
        self._kind = kind
        self._fields: list[tuple[Field[Any], Any]] = [(it, types[it.name]) for it in fields(kind)]
        self._warned: set[tuple[int, str]] = set()

    def read(self, columns: Sequence[Any]) -> Row:
        """A row with these values of its fields, in their order."""
        values = [*columns]
        for place, (each, type_) in enumerate(self._fields):
            if each.default is MISSING or _is_readable(each.name, type_, values[place]):
                continue
            values[place] = each.default
            if (values[0], each.name) not in self._warned:
                self._warned.add((values[0], each.name))
                log.warning(
                    "the setting “%s” of somebody cannot be read; its default counts", each.name
                )
        return self._kind(*values)


def _is_readable(name: str, type_: Any, value: Any) -> bool:
    if name == "zone" and value:
        return _is_zone(value)
    if name == "quiet" and value:
        return isinstance(value, str) and QUIET.fullmatch(value) is not None
    if allowed := get_args(type_):  # a Literal
        return value in allowed
    if type_ is str:
        return isinstance(value, str)
    return isinstance(value, (int, float)) and isfinite(value)


def _is_zone(name: Any) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError, TypeError):
        return False
    return True
