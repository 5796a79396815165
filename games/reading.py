"""Reads what people write: whole numbers and JSON, within bounds."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, cast

MAX_ID = 2**63 - 1
"""The largest number that the store can hold."""
MAX_DEPTH = 100
"""The most objects and lists of JSON inside each other. Python's own limit differs by version, and
parsing allows more of them than functions that walk through the data.
"""


def whole_number(text: str, most: int = MAX_ID) -> int | None:
    """The number from 0 to `most` that these ASCII digits write; None for any other text, also one
    with a sign, spaces or leading zeros, so that a number has one form.
    """
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most and (text[0] != "0" or text == "0") else None


def read_json(text: str) -> Any:
    """JSON as data; ValueError for all that JSON does not allow or leaves open: NaN, infinite
    numbers, keys that come twice, and nesting that is too deep to read.
    """
    try:
        data = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_float=_finite,
            parse_constant=_finite,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    inside = [data]
    for _ in range(MAX_DEPTH + 1):
        inside = [each for value in inside for each in _parts(value)]
        if not inside:
            return data
    raise ValueError("it is nested too deeply")


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).values()
    return cast("list[Any]", value) if isinstance(value, list) else ()


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key comes twice")
    return found


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError("a number is not finite")
    return number
