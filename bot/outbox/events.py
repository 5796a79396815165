"""Shows the rounds of leagues as scheduled events of their servers, where the bot may create some.

A line at the end of its description says which round an event is of, so it is found again whatever
is lost. What somebody deletes or ends stays so, and what Discord refuses is not tried again until
the event changes.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.operations.discord_errors import is_refused
from bot.outbox.wanted import NO_QUESTION
from bot.pages.leagues import RoundEvent, round_events
from bot.pictures.pictures import digest
from bot.standings.season import Season
from bot.store import PostRow
from bot.store.posts import PostRepository

log = logging.getLogger(__name__)
PLACE: Final = "event:"
"""How the place of an event begins, among those of a league's messages."""
EXTERNAL, GUILD_ONLY = 3, 2
SCHEDULED, ACTIVE = 1, 2
SOON_S = 60.0
"""A round that is being played begins so much later in a new event: Discord takes no past start."""


class RoundEvents:
    """The scheduled events of leagues. Their row among the posts of a league has the number of the
    event as `message`.
    """

    def __init__(self, client: discord.Client, rows: PostRepository) -> None:
        self._client, self._rows = client, rows

    async def show(self, season: Season, now: float) -> None:
        """Makes the events of a league what its rounds are now, if the bot may."""
        league = season.league
        guild = self._client.get_guild(league.guild)
        events = round_events(season, now) if _is_seen(guild, league.channel) else []
        wanted = {f"{PLACE}{e.season}:{e.number}": e for e in events}
        rows = {p: r for p, r in (await self._rows.of(league.id)).items() if p.startswith(PLACE)}
        if guild is None or guild.unavailable or not guild.me.guild_permissions.create_events:
            return
        for place in rows.keys() - wanted.keys():
            await self._remove(league.guild, rows[place])
        for place, event in wanted.items():
            new = PostRow(league.id, place, league.channel, 0, "", NO_QUESTION, now)
            row = rows.get(place, new)
            state = digest([event.name, event.description, event.location, event.begins, event.end])
            if row.shown == state:
                continue
            if row is new:
                await self._rows.save(row)
            try:
                row.message = await self._bring(league.guild, row, event, now)
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
                log.info("Discord refuses an event of a league: %s", error)
            row.shown = state
            await self._rows.save(row)

    async def _bring(self, guild: int, row: PostRow, event: RoundEvent, now: float) -> int:
        """Creates an event, or changes the one that is there; returns its number."""
        number = row.message or await self._find(guild, row)
        if not number:
            start = now + SOON_S if event.begins is None else event.begins
            await self._client.http.create_guild_scheduled_event(
                guild,
                **_payload(row, event),
                entity_type=EXTERNAL,
                privacy_level=GUILD_ONLY,
                scheduled_start_time=_iso(start),
            )
            return await self._find(guild, row)
        there = await self._client.http.get_scheduled_event(guild, number, False)
        if there["status"] in (SCHEDULED, ACTIVE):
            payload = _payload(row, event)
            if there["status"] == SCHEDULED:
                begins = event.begins
                payload |= {"scheduled_start_time": _iso(begins)} if begins else {"status": ACTIVE}
            await self._client.http.edit_scheduled_event(guild, number, **payload)
        return number

    async def _find(self, guild: int, row: PostRow) -> int:
        """The number of the event of a row that was created already; 0 if none was. discord.py
        repeats a request whose response is lost, so there may be more of them: those are deleted.
        """
        assert self._client.user is not None
        own, marker = str(self._client.user.id), _marker(row)
        first, *others = [
            *(
                int(each["id"])
                for each in await self._client.http.get_scheduled_events(guild, False)
                if each.get("creator_id") == own
                and (each.get("description") or "").endswith(marker)
            ),
            0,
        ]
        for number in filter(None, others):
            await self._client.http.delete_scheduled_event(guild, number)
        return first

    async def _remove(self, guild: int, row: PostRow) -> None:
        """Deletes the event of a round that is over, or that there will not be."""
        if number := row.message or await self._find(guild, row):
            try:
                await self._client.http.delete_scheduled_event(guild, number)
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
                log.info("an event of a league stays or is gone: %s", error)
        await self._rows.remove(row.table_id, row.place)


def _is_seen(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether everybody sees a channel: an event is seen by the whole server."""
    channel = guild.get_channel(channel_id) if guild else None
    return channel is not None and channel.permissions_for(channel.guild.default_role).view_channel


def _marker(row: PostRow) -> str:
    """The last line of the description of an event: the numbers of league, season and round."""
    return f"({row.table_id}:{row.place.removeprefix(PLACE)})"


def _payload(row: PostRow, event: RoundEvent) -> dict[str, Any]:
    return {
        "name": event.name,
        "description": f"{event.description}\n{_marker(row)}",
        "entity_metadata": {"location": event.location},
        "scheduled_end_time": _iso(event.end),
    }


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
