"""The language of a table's channel."""

from __future__ import annotations

from bot.store import Store, TableRow


async def language_of(store: Store, table: TableRow) -> str:
    """Returns the language for the channel of a table: as set for its server, else that of the
    server as Discord last told it, else that of the host.
    """
    server = await store.servers.get(table.guild or 0)
    return server.language or server.locale or (await store.people.get(table.host)).reading_language
