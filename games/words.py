"""News as sentences: templates over plain values, filled in where somebody reads them."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from babel import Locale

ENGLISH = Locale("en")


class _Teller(string.Formatter):
    """`{who:seat}` is the name of a seat, `{n:tile|tiles}` a count with its noun."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "seat":
            return str(self.names[value])
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{value} {one if ENGLISH.plural_form(value) == 'one' else many}"
        return super().format_field(value, format_spec)


def tell(template: str, values: dict[str, Any], names: Sequence[str]) -> str:
    """The sentence a template makes of its values, for these names of the seats."""
    return _Teller(names).vformat(template, (), values)


def seat_names(seats: int) -> list[str]:
    """Names for seats that nobody has: "Player 1" and so on."""
    return [f"Player {seat + 1}" for seat in range(seats)]
