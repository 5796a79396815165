"""What handlers and autocompletions are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord

from bot.interactions import replies
from bot.interactions.client import Client, Interaction
from bot.pages.page import Entries, Form, Page, Part, page
from bot.table import Table
from bot.texts.languages import speak_of


@dataclass(slots=True)
class Context:
    """An interaction, and what its handler has asked for."""

    interaction: Interaction
    number: int = 0
    """The number in the custom_id of a button or a select: of its table, if it belongs to one."""
    rest: str = ""
    """What the custom_id carries behind that number."""
    values: Sequence[str] = ()
    """The values picked in a select, or the text of a form."""
    table: Table = field(init=False, repr=False)
    """Set where the decorator of the handler asks for `table` or `seat`; see `turn_to`."""
    seat: int = field(init=False, repr=False)
    """The seat of the person who acts; set where the decorator asks for `seat`."""

    @property
    def value(self) -> str:
        """The value picked in a select of which one is picked, or the text of a form."""
        return next(iter(self.values), "")

    @property
    def bot(self) -> Client:
        """The bot that the interaction came to."""
        return self.interaction.client

    @property
    def user(self) -> discord.User | discord.Member:
        """The person who acts."""
        return self.interaction.user

    @property
    def guild_id(self) -> int | None:
        """The server where the person acts; None in a DM."""
        return self.interaction.guild_id

    def typed(self, option: str) -> str:
        """Returns what has been typed so far for an option of a command."""
        return str(getattr(self.interaction.namespace, option, None) or "")

    def turn_to(self, table: Table, *, seat: bool = False) -> None:
        """Makes a table the one of this interaction, which is said with the words of its game; with
        `seat`, Refused where the person has none there.
        """
        self.table = table
        speak_of(table.game.name)
        if seat:
            self.seat = table.own_seat(self.user.id)

    async def open_form(self, form: Form) -> None:
        """Opens a form, as the first response of a handler that `opens_form`."""
        await replies.open_form(self.interaction, form)

    async def reply(self, answer: Page | Part | Entries, *more: Part | Entries) -> int:
        """Shows a page, or its parts, as the reply; returns the message that shows it, or 0."""
        shown = answer if isinstance(answer, Page) else page(answer, *more)
        return await replies.reply(self.interaction, shown)
