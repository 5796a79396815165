"""The bot, as the handlers of interactions see it."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.interactions.cooldowns import Cooldowns
from bot.interactions.mentions import Mentions
from bot.interactions.registration import Registration
from bot.interactions.rivals import Rivals
from bot.interactions.typed import Typed
from bot.interactions.unreadable import UnreadableEvents
from bot.operations.breaker import Breaker
from bot.operations.config import Settings
from bot.operations.discord_errors import SeenInteractions
from bot.operations.work import WorkQueue
from bot.outbox.leagues import Leagues
from bot.outbox.outbox import Outbox
from bot.pictures.pictures import Pictures
from bot.pictures.replays import Replays
from bot.players.hints import Hints
from bot.players.pool import Thinkers
from bot.players.review import Reviewer
from bot.standings.ratings import Ratings
from bot.store import Store
from bot.table import Tables
from bot.table.clock import Clock


class Client(commands.AutoShardedBot):
    """What handlers may use of the bot; `bot.app` makes it."""

    settings: Settings
    breaker: Breaker
    store: Store
    tables: Tables
    clock: Clock
    outbox: Outbox
    pictures: Pictures
    replays: Replays
    thinkers: Thinkers
    hints: Hints
    ratings: Ratings
    reviewer: Reviewer
    leagues: Leagues
    work: WorkQueue
    seen_interactions: SeenInteractions
    mentions: Mentions
    registration: Registration
    rivals: Rivals
    unreadable: UnreadableEvents
    cooldowns: Cooldowns
    typed: Typed
    restored_at: float
    """When the data was restored from a backup, in seconds since 1970; 0.0 if never."""

    async def refresh(self, table_id: int) -> None:
        """Brings the messages of a table up to date, although the table has not changed."""
        await self.store.outbox.add(table_id)
        self.outbox.kick(table_id)


Interaction = discord.Interaction[Client]
