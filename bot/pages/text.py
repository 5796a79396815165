"""A table as text, for /game text: all that its pictures show."""

from __future__ import annotations

from bot.operations.markdown import escape_markdown
from bot.pages import panels
from bot.pages.board import together_lines
from bot.pages.names import invited_line, outlook, with_bold_label
from bot.pages.page import MAX_TEXT, Page, page
from bot.pages.plans import plan_line
from bot.pages.premoves import noted, premoves_of
from bot.pictures.drawing import describe_fully
from bot.table import Table
from bot.table.story import course_of, with_course
from bot.table.together import together
from bot.texts.languages import _


async def text_pages(table: Table, user: int) -> list[Page]:
    """Pages with all that a user can see of a table, in as many messages as that takes."""
    seat = table.seat_of(user)
    view = with_course(table.view(seat), await course_of(table))
    asked = (
        "" if seat is None else with_bold_label(_("You"), panels.question_text(table, view, seat))
    )
    ahead = [] if seat is None else outlook(view, table.escaped_names)
    set_ = noted(premoves_of(table, seat), view) if seat is not None and view.get("ahead") else []
    plan = plan_line(table, seat) if seat is not None and "plan" in view else ""
    memo = "" if seat is None else await panels.own_note(table, seat)
    half_hour = together_lines(table, await together(table))
    below = [*ahead, asked, invited_line(table), *half_hour, "\n".join(set_), plan, memo]
    first, *sections = [_marked(section) for section in describe_fully(view).split("\n\n")]
    return [page(text) for text in split_text([first, *below, *sections], MAX_TEXT)]


def _marked(section: str) -> str:
    """A section with its first line as a heading, so that a screen reader can jump to it."""
    heading, _newline, lines = escape_markdown(section).partition("\n")
    return f"### {heading}\n{lines}" if lines else heading


def split_text(sections: list[str], max_length: int) -> list[str]:
    """The sections in texts of at most so many characters, split between lines."""
    found = [""]
    for section in sections:
        if len(found[-1]) + len(section) > max_length:
            found.append("")
        for line in section.splitlines():
            if len(found[-1]) + len(line) > max_length:
                found.append("")
            found[-1] += f"{line}\n"
    return [text.rstrip("\n") for text in found if text]
