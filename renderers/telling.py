"""How a position is told at length: sections with short headings, a line for each thing."""

from collections.abc import Iterable, Mapping

Section = tuple[str, Iterable[str]]
"""A heading, and the lines below it."""


def told(*sections: Section) -> str:
    """Return sections as text, a blank line between them; what is empty is left out."""
    found = [(heading, [line for line in lines if line]) for heading, lines in sections]
    return "\n\n".join("\n".join([heading, *lines]) for heading, lines in found if lines)


def amounts(found: Mapping[str, int]) -> str:
    """Return how much there is of each thing, as in "2 red, 1 lace"; "" for nothing."""
    return ", ".join(f"{n} {what}" for what, n in found.items() if n)


def joined(*parts: str, between: str = "; ") -> str:
    """Return the parts that say something as one line."""
    return between.join(part for part in parts if part)
