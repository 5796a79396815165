"""Discord's markdown, as pages have it, as HTML. What is no markdown is plain text."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import escape

from babel.dates import format_datetime

from bot.texts.languages import reader

INLINE = re.compile(
    r"\\(?P<plain>[^\w\s])"
    r"|(?P<bold>\*\*)"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<label>[^]]*)\]\(https?://[^)\s]+\)"
    r"|<t:(?P<moment>\d{1,11}):\w>"
)
"""What is something else than itself within a line; of links the page shows only the words."""
BLOCKS = {"### ": "h3", "## ": "h3", "-# ": "small", "· ": "li"}
"""How lines begin, and the elements that they become; any other one is a paragraph."""


def html(text: str) -> str:
    """Returns a text of a page as HTML."""
    written: list[str] = []
    for line in filter(None, text.split("\n")):
        sign, element = next(
            ((sign, element) for sign, element in BLOCKS.items() if line.startswith(sign)),
            ("", "p"),
        )
        said = inline(line.removeprefix(sign))
        if element == "small":
            written.append(f"<p><small>{said}</small></p>")
        elif element != "li":
            written.append(f"<{element}>{said}</{element}>")
        elif written and written[-1].endswith("</ul>"):
            written[-1] = f"{written[-1].removesuffix('</ul>')}<li>{said}</li></ul>"
        else:
            written.append(f"<ul><li>{said}</li></ul>")
    return "".join(written)


def listed(lines: list[str]) -> str:
    """Returns lines of a page as a list of HTML."""
    return f"<ul>{''.join(f'<li>{inline(line)}</li>' for line in lines)}</ul>"


def inline(line: str) -> str:
    """Returns a line of a page as HTML that can stand within a line."""
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
                written.append(time(int(found["moment"])))
            case _:
                written.append(escape(found["plain"]))
    written.append(escape(line[end:]))
    return "".join([*written, "</strong>" if is_bold else ""])


def time(moment: float) -> str:
    """Returns a moment in universal time, which the page says in the time of its reader."""
    when = datetime.fromtimestamp(moment, UTC)
    said = format_datetime(when, "medium", locale=reader().locale)
    return f'<time datetime="{when:%Y-%m-%dT%H:%M:%SZ}">{escape(said)} UTC</time>'
