"""The language of a table's channel."""

from __future__ import annotations

from bot.store import Store, TableRow


async def language_of(store: Store, table: TableRow) -> str:
    """Returns the language of a table's channel: the setting of its server, else what Discord last
    said of the server, else the language of the host.
    """
    server = await store.servers.get(table.guild or 0)
    return server.language or server.locale or (await store.people.get(table.host)).reading_language
