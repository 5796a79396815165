"""The context that handlers and autocompletions get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord

from bot.interactions import replies
from bot.interactions.client import Client, Interaction
from bot.operations.markdown import clean_line
from bot.pages.page import Answers, Entries, Form, Page, Part, page
from bot.table import Table
from bot.texts.languages import use_words_of


def name_of(user: discord.abc.User) -> str:
    """What somebody is called: their name in the server, else their display name, cleaned; the user
    name, which has letters, if nothing of these can be seen.
    """
    return clean_line(user.display_name) or user.name


@dataclass(slots=True)
class Context:
    """An interaction, with what its handler needs of it."""

    interaction: Interaction
    number: int = 0
    """The number in a custom_id: of a table, if the component belongs to one."""
    rest: str = ""
    """The rest of the custom_id, behind that number."""
    values: Sequence[str] = ()
    """The values picked in a select."""
    answers: Answers = field(default_factory=dict[str, Sequence[str]])
    """What the fields of a form were given."""
    table: Table = field(init=False, repr=False)
    """Set where the decorator of the handler asks for `table` or `seat`; see `use_table`."""
    seat: int = field(init=False, repr=False)
    """The seat of the person who acts; set where the decorator asks for `seat`."""

    @property
    def value(self) -> str:
        """The value picked in a select with one choice."""
        return next(iter(self.values), "")

    def answer(self, name: str = "text") -> str:
        """The text of a field of a form, or the value picked in it."""
        return next(iter(self.answers.get(name, ())), "")

    @property
    def bot(self) -> Client:
        """The bot that got the interaction."""
        return self.interaction.client

    @property
    def user(self) -> discord.User | discord.Member:
        """The person who acts."""
        return self.interaction.user

    @property
    def name(self) -> str:
        """What the person who acts is called here."""
        return name_of(self.user)

    @property
    def guild_id(self) -> int | None:
        """The server; None in a DM, and in a server that has not installed the bot, to which the
        person brings it along.
        """
        it = self.interaction
        brought_along = it.is_user_integration() and not it.is_guild_integration()
        return None if brought_along else it.guild_id

    def typed(self, option: str) -> str:
        """What has been typed so far for an option of a command."""
        return str(getattr(self.interaction.namespace, option, None) or "")

    def use_table(self, table: Table, *, seat: bool = False) -> None:
        """Makes this the table of the interaction, and speaks in the words of its game. With
        `seat`, raises Refused if the person has no seat there. The table learns the name that the
        person has in its server today; in a DM they may have another one.
        """
        self.table = table
        if self.guild_id == table.row.guild:
            table.learn_name(self.user.id, self.name)
        use_words_of(table.game.name)
        if seat:
            self.seat = table.own_seat(self.user.id)

    async def open_form(self, form: Form) -> None:
        """Opens a form, in a handler that `opens_form`, with what the person typed if it was
        refused.
        """
        typed = self.bot.typed.of(self.user.id, form.custom_id)
        await replies.open_form(self.interaction, form.filled(typed))

    async def reply(self, answer: Page | Part | Entries, *more: Part | Entries) -> int:
        """Replies with a page, or with its parts; returns the number of the message, or 0."""
        shown = answer if isinstance(answer, Page) else page(answer, *more)
        return await replies.reply(self.interaction, shown)
