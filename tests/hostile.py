"""Hostile values: what people, programs and files may send where something else is expected."""

import random
import re
from collections.abc import Iterator

WORD = re.compile(rb"[\w.+-]+")

KINDS_OF_NUMBERS = ("9" * 4301, "-1", "٣", " 1", "1e9", "", "+1")
"""One of each kind, for what takes long to try."""


def hostile_numbers() -> Iterator[str]:
    """Texts that look like numbers, and numbers that are far too large."""
    yield from KINDS_OF_NUMBERS
    yield from ("1e3", "01", "1.0", "9" * 19, "NaN")
    yield from ("9" * 20, "9" * 79, "9" * 4300, "1" * 100_000, "१" * 4301, "0" * 4301)
    yield from ("²", "१२", "\N{FULLWIDTH DIGIT THREE}", "Ⅷ", "½", "1_000", "--1", "1 ", "1\n")
    yield from ("1\u200b", "\u20281", "007", "1e999", "1.", "0x1", "0b1", "0o7", "1,000", "1/2")
    yield from ("inf", "-inf", "-0", "None", "true", str(2**63), str(-(2**63) - 1))


def hostile_json() -> Iterator[str]:
    """Texts that are no JSON, or JSON that nobody would write."""
    yield from ("[" * 100_000, '{"a":' * 100_000, "[" * 5000 + "]" * 5000, "{" * 99, "]", '"')
    yield from ("NaN", "Infinity", "-Infinity", "1e999", "null", "true", "7", '"text"', "[]")
    yield from ("[7]", "[null]", "[[]]", '[{"user": []}]', '{"a": 1, "a": 2}', '{"a": NaN}')
    yield from ('{"": {}}', '{"user": {"user": 1}}', '"\\ud800"', "\ufeff{}", "'a'", "{a: 1}")
    yield from ('{"say": 7, "of": 8}', '{"say": "{x} {0}", "of": {}}', '{"say": "{", "of": {}}')
    yield from (f'{{"a": {"9" * 4301}}}', f"[{'9' * 5000}]", '{"a": 1e400}')


def hostile_texts() -> Iterator[str]:
    """Texts that are shown, stored, quoted or run by somebody else."""
    yield from (
        "\x00",
        "\x00\x01\x1b[31m\x7f",
        "\ud800",
        "\u202eright to left",
        "\u200b\ufeff" * 50,
    )
    yield from (
        "🎩👩‍👩‍👧" * 300,
        "漢字かな" * 900,
        "e" + "\u0301" * 999,
        " ",
        "\t",
        "a\nb\r\nc",
        "␀",
    )
    yield from (
        "@everyone <@1> <@&1> <#1> [a](b)",
        "**__~~`" * 800,
        "\\" * 999,
        "a" * 59 + "*" * 99,
    )
    yield from (
        "{0}",
        "{x:text}",
        "{",
        "%s%d%n",
        "${HOME}",
        "$(id)",
        "' OR 1=1 --",
        '"; DROP TABLE',
    )
    yield from (
        "../../etc/passwd",
        "..\\..\\con",
        "/dev/zero",
        "file:///etc/passwd",
        "~root",
        "-rf",
    )
    yield from (
        "<script>alert(1)</script>",
        "<!--",
        "]]>",
        "&#0;",
        "javascript:alert(1)",
        "x" * 6000,
    )
    yield from (":", "::", ":::", "x:y:z", "__proto__", "None", "null", "x\r\nSet-Cookie: a=b")


def hostile_values() -> Iterator[str]:
    yield from hostile_numbers()
    yield from hostile_texts()
    yield from hostile_json()


def damaged(whole: bytes, chance: random.Random) -> Iterator[bytes]:
    """Without end: the bytes with parts cut, repeated, reversed, exchanged, or hostile."""
    values = [each.encode("utf-8", "surrogatepass") for each in hostile_values()]
    values = [each for each in values if len(each) < 10_000]
    words = [each.span() for each in WORD.finditer(whole[:1_000_000])] or [(0, len(whole))]
    while True:
        made = bytearray(whole)
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            start, end = chance.choice(words)
            if chance.random() < 0.4:
                start = chance.randrange(len(made) + 1)
                end = start + chance.choice((0, 1, 9, 99, len(made)))
            part = bytes(made[start:end])
            other = slice(*chance.choice(words))
            new = [b"", part * 2, part[::-1], chance.randbytes(len(part)), whole[other]]
            made[start:end] = chance.choice([*new, *chance.choices(values, k=len(new))])
        yield bytes(made)
