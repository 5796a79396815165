"""The page for somebody who watches a table: the public board, and what happened lately."""

from __future__ import annotations

from typing import Any

import discord

from bot.pages import menus, pages
from bot.pages.menus import Press
from bot.pages.pages import Page
from bot.pictures.pictures import Pictures
from bot.table import Table, joined
from bot.texts.languages import _, spoken


async def news(table: Table, pictures: Pictures) -> Page:
    """What somebody who watches is shown: never more than everybody may know."""
    stop = Press("unwatch", table.id, label=_("Stop watching"))
    if table.row.status == "lobby":
        return pages.page(
            pages.heading(table),
            _("Here sit {names}. I show you the game when it has started.", names=_who(table)),
            menus.row(stop),
        )
    if table.g is None or table.row.status not in ("running", "over"):
        return pages.page(pages.heading(table), _("This table has ended unfinished."))
    view = table.view(None)
    over = view["scores"] is not None
    gallery, file = pages.picture(pictures, view)
    state = pages.result(table, view) if over else _asked(table, view)
    buttons = [Press("log", table.id, label=_("Log")), Press("rules", table.id, label=_("Rules"))]
    told = [f"· {line}" for line in await pages.public_news(table)]
    return pages.page(
        pages.heading(table),
        gallery,
        state,
        *(["\n".join([_("**Lately**"), *told])] if told else []),
        menus.row(*([] if over else [stop]), *buttons),
        files=[file],
        question=table.question,
    )


def seated(table: Table) -> Page:
    """What the message of a watcher becomes who has sat down at the table."""
    return pages.page(pages.heading(table), _("You sit at this table now."))


def _who(table: Table) -> str:
    return joined([discord.utils.escape_markdown(name) for name in table.names])


def _asked(table: Table, view: dict[str, Any]) -> str:
    """Whom the table waits for, and what they are asked."""
    who = joined([pages.seat_name(table, seat) for seat in view["asked"]])
    return f"**{who}:** {spoken(view['prompt'], table.names)}"
