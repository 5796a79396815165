"""The data of one person: /mydata."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

from bot.interactions import Context, command, extension, group, pressed
from bot.pages.page import Button, FileLink, Row
from bot.standings.ratings import course
from bot.standings.results import store_results
from bot.standings.statistics import games_csv
from bot.table import STAND_IN_LEVEL, Refused
from bot.texts.languages import _

GROUP = group("mydata", "What is stored about you")
MAX_FILE_BYTES = 8_000_000
"""A file of this size can be sent in every server; larger ones are compressed."""


def data_file(found: dict[str, Any], user: int) -> FileLink:
    data = json.dumps(found, ensure_ascii=False, indent=1).encode(errors="backslashreplace")
    if len(data) > MAX_FILE_BYTES:
        return FileLink(f"atelier-{user}.json.gz", gzip.compress(data))
    return FileLink(f"atelier-{user}.json", data)


@pressed("erase", table=False)
async def press_erase(ctx: Context) -> None:
    """Deletes everything about the person who pressed."""
    bot, user = ctx.bot, ctx.user
    erased = await bot.store.privacy.erase(user.id, STAND_IN_LEVEL)
    bot.store.people.uncache(user.id)
    bot.tables.mark_outdated(erased.tables)
    bot.leagues.wake()
    for table_id in erased.open:
        try:
            bot.tables.on_change(await bot.tables.get(table_id))
        except Refused:  # it is set aside
            continue
    await ctx.reply(_("Everything I had stored about you is gone."))
    for post in erased.posts:
        await bot.outbox.take_down(post)


async def games_file(ctx: Context) -> FileLink | None:
    """A person's results as a table; None if there are none."""
    user = ctx.user.id
    rows = await ctx.bot.store.results.of_user(user)
    courses: dict[tuple[int | None, str], dict[int, float]] = {}
    for place in {(row.guild, row.game) for row in rows}:
        known, _ratings = await ctx.bot.ratings.of(*place)
        courses[place] = await asyncio.to_thread(course, known, user)
    return FileLink(f"atelier-{user}.csv", games_csv(rows, courses)) if rows else None


@command(GROUP)
async def export(ctx: Context) -> None:
    """Get a file with everything I have stored about you, and your results as a table."""
    user = ctx.user.id
    file = data_file(await ctx.bot.store.privacy.export(user), user)
    await store_results(ctx.bot.store)
    said = _("### Your data\nThis is everything I have stored about you; nobody else sees it.")
    files = [file, *filter(None, [await games_file(ctx)])]
    await ctx.reply(said, *files)


@command(GROUP)
async def delete(ctx: Context) -> None:
    """Delete everything I have stored about you (asks first)."""
    yes = Button("erase", 0, label=_("Delete everything"), style="danger")
    text = "\n".join(
        [
            _("### Delete everything about you?"),
            _("· In games that run, computer players take your seats, for good."),
            _("· You leave the tables that still gather players, and watch none any more."),
            _("· You leave your leagues."),
            _("· Finished games stay, and show you as Player 1 or similar."),
            _("· What others decided stays: bans by moderators, and block lists of others."),
            _("· Your settings, and your place in statistics and ratings, are gone."),
            _("That cannot be taken back. /mydata export gives you a copy first."),
        ]
    )
    await ctx.reply(text, Row(yes))


setup = extension(GROUP)
