"""The page for watchers of a table: the public board and the latest news."""

from __future__ import annotations

from typing import Any

from bot.pages.board import end_in_short, recent_news, result
from bot.pages.names import (
    asked_in_public,
    heading,
    invited_line,
    paused_text,
    seat_name,
    table_name,
    with_bold_label,
)
from bot.pages.news import join_sentences
from bot.pages.page import Button, Page, Row, page, picture
from bot.pictures.pictures import Pictures
from bot.table import Table, format_names
from bot.table.story import course_of, with_course
from bot.texts.languages import _, translate


async def watch_page(table: Table, pictures: Pictures) -> Page:
    """The page of watchers, who see what everybody may see."""
    table = table.snapshot()
    stop = Button("unwatch", table.id, label=_("Stop watching"))
    if table.row.status == "lobby":
        return page(
            heading(table),
            _(
                "At the table: {names:text}. I will show you the game once it starts.",
                names=format_names(table.escaped_names),
            ),
            Row(stop),
        )
    if table.g is None or table.row.status not in ("running", "over"):
        ended = _("This table has ended unfinished.")
        return page(heading(table), ended, notification=f"{table_name(table)}: {ended}")
    view = table.view(None)
    over = view["scores"] is not None
    shown = picture(pictures, with_course(view, await course_of(table)))
    state = await result(table, view) if over else asked_line(table, view)
    rings = await end_in_short(table, view) if over else asked_in_public(table)
    if table.row.paused:
        state = paused_text(table)
        rings = f"{table_name(table)}: {_('The game is paused.')}"
    buttons = [Button("log", table.id, label=_("Log")), Button("rules", table.id, label=_("Rules"))]
    return page(
        heading(table),
        shown,
        state,
        *await recent_news(table),
        Row(*([] if over else [stop]), *buttons),
        question=table.question,
        notification=rings,
    )


def seated_page(table: Table) -> Page:
    """The last page of a watcher who has joined the table."""
    return page(heading(table), _("You sit at this table now."))


def asked_line(table: Table, view: dict[str, Any]) -> str:
    """For whom the table waits, and what they are asked."""
    who = format_names([seat_name(table, seat) for seat in view["asked"]])
    asked = with_bold_label(who, translate(view["question"]["prompt"], table.escaped_names))
    return join_sentences(filter(None, [asked, invited_line(table)]))


def web_buttons(table_id: int, address: str) -> list[Row]:
    """The button for the web page of a table; [] if the bot has no `address` for web pages."""
    return [Row(Button("page", table_id, label=_("Web page")))] if address else []


def link_page(table: Table, link: str, *, seated: bool) -> Page:
    """The link of a table's web page, with a button to close it for those `seated`."""
    told = _(
        "{link:text}\nAnybody who has this link sees the board of table {n} as it changes, and its"
        " past, without Discord. Secrets are not shown there.",
        link=link,
        n=table.id,
    )
    if not seated:
        return page(told)
    close = Button("close-page", table.id, label=_("Close the web page"), style="danger")
    return page(told, Row(close))
