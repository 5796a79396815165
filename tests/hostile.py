"""Texts that people, or programs, may send where a number or JSON is expected."""

from __future__ import annotations

from collections.abc import Iterator


def hostile_numbers() -> Iterator[str]:
    """Texts that look like numbers, and numbers that are far too large."""
    yield from ("9" * 19, "9" * 20, "9" * 79, "9" * 4300, "9" * 4301, "1" * 100_000)
    yield from ("²", "٣", "१२", "\N{FULLWIDTH DIGIT THREE}", "Ⅷ", "½", "१" * 4301)
    yield from ("1_000", "+1", "-1", "--1", " 1", "1 ", "1\n", "1\u200b", "\u20281", "01", "007")
    yield from ("1e3", "1e999", "1.0", "1.", "0x1", "0b1", "0o7", "1,000", "1/2", "NaN", "inf")
    yield from ("-inf", "-0", "None", "true", "", "0" * 4301, str(2**63), str(-(2**63) - 1))


def hostile_json() -> Iterator[str]:
    """Texts that are no JSON, or JSON that nobody would write."""
    yield from ("[" * 100_000, '{"a":' * 100_000, "[" * 5000 + "]" * 5000, "{" * 99, "]", '"')
    yield from ("NaN", "Infinity", "-Infinity", "1e999", "null", "true", "7", '"text"', "[]")
    yield from ("[7]", "[null]", "[[]]", '[{"user": []}]', '{"a": 1, "a": 2}', '{"a": NaN}')
    yield from ('{"": {}}', '{"user": {"user": 1}}', '"\\ud800"', "\ufeff{}", "'a'", "{a: 1}")
    yield from ('{"say": 7, "of": 8}', '{"say": "{x} {0}", "of": {}}', '{"say": "{", "of": {}}')
    yield from (f'{{"a": {"9" * 4301}}}', f"[{'9' * 5000}]", '{"a": 1e400}')
