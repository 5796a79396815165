"""Watching: those who do not play have the public board of a table, and its news, as a private
message.

One message a table is kept up to date without a sound. A new one, which calls, comes when the game
has ended, and at most once a day while it goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.operations.discord_errors import is_closed
from bot.outbox.posts import Posts
from bot.pages import watching
from bot.pages.page import Page
from bot.pictures.pictures import Pictures
from bot.store import PostRow, Store
from bot.table import Refused, Table, Tables
from bot.texts.languages import speaking

log = logging.getLogger(__name__)
DAY = 86400.0
MOST_WATCHERS = 25
"""Of a table: each has a message that follows every move."""
OPEN = ("lobby", "running")


def place(user: int) -> str:
    """Where the message of a watcher stands among those of a table."""
    return f"watch:{user}"


async def show(
    table_id: int,
    store: Store,
    tables: Tables,
    pictures: Pictures,
    dm: Callable[[int], Awaitable[int]],
    posts: Posts,
) -> None:
    """Brings the messages of all who watch a table up to date; who has closed his DMs, or sits
    down at the table, watches no more.
    """
    watchers = await store.watchers.of(table_id)
    if not watchers:
        return
    try:
        table = await tables.get(table_id)
    except Refused:  # set aside; its channel has been told
        return
    over = table.row.status not in OPEN
    standing = await posts.of(table_id)
    people = await store.people.of(watchers)
    for user, told in watchers.items():
        person = people.get(user)
        with speaking(person.reads if person else "en"):
            seated = table.seat_of(user) is not None
            page = watching.seated(table) if seated else await watching.news(table, pictures)
        calls = over or discord.utils.utcnow().timestamp() - told >= DAY
        page.silent = not calls
        post = standing.get(place(user))
        changed = post is None or post.shown != page.digest
        if await _reached(table, user, page, calls, standing, dm, posts):
            if changed and calls:
                await store.watchers.add(table_id, user, discord.utils.utcnow().timestamp())
            if not over and table.seat_of(user) is None:
                continue
        await store.watchers.remove(table_id, user)


async def _reached(
    table: Table,
    user: int,
    page: Page,
    calls: bool,
    standing: dict[str, PostRow],
    dm: Callable[[int], Awaitable[int]],
    posts: Posts,
) -> bool:
    """Puts a page into a watcher's DM; whether it is there."""
    post = standing.get(place(user))
    try:
        channel = post.channel if post else await dm(user)
        await posts.put(table.id, channel, place(user), standing, page, page.question, anew=calls)
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        log.info("a watcher cannot be reached: %s", error)
        return False
    return True
