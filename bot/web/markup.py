"""Turns Discord's markdown, as it is used in pages, into HTML."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import escape

from babel.dates import format_date, format_time

from bot.pages.names import TOKENS
from bot.pages.signs import without_signs
from bot.texts.languages import reader

INLINE = re.compile(
    r"\\(?P<plain>[^\w\s]|_)"
    r"|(?P<bold>\*\*)"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<label>[^]]*)\]\(https?://[^)\s]+\)"
    r"|<t:(?P<moment>[0-9]{1,11}):\w>"
    rf"|(?P<seat>[{TOKENS}])"
)
"""The markdown within a line; of a link only the label is shown."""
BLOCKS = {"### ": "h3", "## ": "h3", "-# ": "small", "· ": "li"}
"""The HTML element for each beginning of a line; any other line is a paragraph."""


def html(text: str) -> str:
    """Discord's emoji are left out."""
    written: list[str] = []
    for line in filter(None, without_signs(text).split("\n")):
        sign, element = next(
            ((sign, element) for sign, element in BLOCKS.items() if line.startswith(sign)),
            ("", "p"),
        )
        content = inline(line.removeprefix(sign))
        if element == "small":
            written.append(f"<p><small>{content}</small></p>")
        elif element != "li":
            written.append(f"<{element}>{content}</{element}>")
        elif written and written[-1].endswith("</ul>"):
            written[-1] = f"{written[-1].removesuffix('</ul>')}<li>{content}</li></ul>"
        else:
            written.append(f"<ul><li>{content}</li></ul>")
    return "".join(written)


def html_list(lines: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{inline(line)}</li>' for line in lines)}</ul>"


def inline(line: str) -> str:
    written: list[str] = []
    end, is_bold = 0, False
    for found in INLINE.finditer(line):
        written.append(escape(line[end : found.start()]))
        end = found.end()
        match found.lastgroup:
            case "bold":
                is_bold = not is_bold
                written.append("<strong>" if is_bold else "</strong>")
            case "code":
                written.append(f"<code>{escape(found['code'])}</code>")
            case "label":
                written.append(inline(found["label"]))
            case "moment":
                written.append(time_element(int(found["moment"])))
            case "seat":
                seat = TOKENS.index(found["seat"]) + 1
                written.append(f'<span class="seat seat-{seat}">{found["seat"]}</span>')
            case _:
                written.append(escape(found["plain"]))
    written.append(escape(line[end:]))
    return "".join([*written, "</strong>" if is_bold else ""])


def time_element(moment: float) -> str:
    """A moment in UTC, to the minute; a script shows it in the reader's time zone."""
    when, locale = datetime.fromtimestamp(moment, UTC), reader().locale
    day, clock = format_date(when, locale=locale), format_time(when, "short", locale=locale)
    return f'<time datetime="{when:%Y-%m-%dT%H:%MZ}">{escape(f"{day}, {clock}")} UTC</time>'
