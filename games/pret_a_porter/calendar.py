"""Prêt-à-Porter: twelve months in four quarters, the third month of each an exhibition."""

from __future__ import annotations

ROUNDS, MONTHS_PER_QUARTER = 12, 3
FIRST_MONTH_OF_LAST_QUARTER = 10
"""The month from which on the cards of the last quarter are laid out."""


def is_exhibition(month: int) -> bool:
    return month % MONTHS_PER_QUARTER == 0


def quarter_of(month: int) -> int:
    """From 1."""
    return (month + MONTHS_PER_QUARTER - 1) // MONTHS_PER_QUARTER


def next_exhibition(month: int) -> int:
    """The month of the next shows, this one included."""
    return quarter_of(month) * MONTHS_PER_QUARTER
