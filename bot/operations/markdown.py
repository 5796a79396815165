"""Discord's markdown: text that somebody typed is shown as it is."""

from __future__ import annotations

from discord.utils import escape_markdown, escape_mentions


def escaped(text: str) -> str:
    """Returns a text in which nothing is formatted and nobody is mentioned."""
    return escape_mentions(escape_markdown(text))
