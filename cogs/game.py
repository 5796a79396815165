"""Tables: opening, finding, looking at, leaving and ending them; /game."""

from __future__ import annotations

from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.controls import as_number, one_of, pressed
from bot.interactions.replies import Interaction, acknowledge, escaped, show
from bot.outbox.layout import send_arguments
from bot.pages import panels
from bot.pages.board import board_page
from bot.pages.lobby import option_values, value_label
from bot.pages.page import Button, Row, clamp, page
from bot.players.levels import levels
from bot.store import Pace
from bot.table import (
    STAND_IN,
    Busy,
    Refused,
    Table,
    joined,
    not_started,
    seating,
    votes,
)
from bot.table.votes import END, OUT
from bot.texts.languages import _
from cogs._finding import (
    atelier,
    complete_game,
    complete_own_table,
    game_named,
    is_asked,
    own_tables,
    table_here,
)
from cogs._lobby import check_place, offer_thread, open_table, read_options, say_done
from cogs._telling import text_pages

PACES = [
    app_commands.Choice(name="No limit", value="none"),
    app_commands.Choice(name="Relaxed: three days for an answer", value="relaxed"),
    app_commands.Choice(name="Daily: a day for an answer", value="daily"),
    app_commands.Choice(name="Fast: an hour for an answer", value="fast"),
]
LEVELS = [
    app_commands.Choice(name=clamp(f"{level}: {about}", 100), value=level)
    for level, (_, about) in levels().items()
]


async def complete_options(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """The options of the chosen game as name=value, behind those written already."""
    try:
        game = game_named(getattr(interaction.namespace, "game", None) or "")
    except Refused:
        return []
    written, _, last = current.rpartition(" ")
    choices: list[app_commands.Choice[str]] = []
    for name, known in game.options.model_fields.items():
        for value in option_values(known.annotation):
            text = f"{name}={value_label(value)}"
            if last.lower() in text and f"{name}=" not in written:
                full = f"{written} {text}".strip()
                choices.append(app_commands.Choice(name=clamp(full, 100), value=full[:100]))
    return choices[:25]


def still_to_agree(table: Table, user: int) -> list[str]:
    """The names of the others who must agree before a table ends early; Refused where it has ended,
    or where only they can do something now.
    """
    if table.row.status not in ("lobby", "running"):
        raise Refused(_("This game has ended already."))
    agreed = table.votes.get(END, [])
    missing = votes.asked_about(table, END) - {*agreed, user}
    names = [person.name for person in table.people if person.user in missing]
    if user in agreed and names:
        raise Refused(
            _("You have agreed already. It still takes a yes from {names:list}.", names=names)
        )
    return names


@pressed("abandon")
async def press_abandon(interaction: Interaction, table_id: int, rest: str) -> None:
    """Ends a table early, or asks the others; `rest` is how it stood at the question, and who was
    asked.
    """
    await acknowledge(interaction)
    status, _colon, asked = rest.partition(":")
    if interaction.user.id != as_number(asked):
        raise Refused(_("Somebody else was asked this. Type /game abandon to end the game."))
    table = await atelier(interaction).tables.get(table_id)
    still_to_agree(table, interaction.user.id)
    if table.row.status != one_of(status, ("lobby", "running")):
        raise Refused(_("The game has started since you were asked, so it was not ended."))
    done = await votes.vote_to_abandon(table, interaction.user.id)
    waits = _("The others are asked; the vote stands at the table.")
    await say_done(interaction, _("Table {n} was given up.", n=table.id) if done else waits)


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class GameCommands(
    commands.GroupCog, group_name="game", group_description="Open, find and look after tables"
):
    """The commands of a table."""

    @app_commands.command()
    @app_commands.describe(
        game="What to play",
        seats="For how many; else as many as the game takes",
        computers="Computer players to seat at once",
        level="How they play",
        options="As name=value; the lobby shows them too",
        pace="How long an answer may take; the lobby shows it too",
    )
    @app_commands.choices(level=LEVELS, pace=PACES)
    @app_commands.autocomplete(game=complete_game, options=complete_options)
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 10] | None = None,
        computers: app_commands.Range[int, 0, 9] = 0,
        level: str = STAND_IN,
        options: str | None = None,
        pace: str = "relaxed",
    ) -> None:
        """Open a table in this channel."""
        await acknowledge(interaction, ephemeral=True)
        meant = game_named(game)
        check_place(interaction)
        places = seats or meant.seats[-1]
        if places not in meant.seats:
            raise Refused(
                _(
                    "{game} is for {few} to {most} players, not {n}.",
                    game=meant.title,
                    few=meant.seats[0],
                    most=meant.seats[-1],
                    n=places,
                )
            )
        if computers >= places:
            raise Refused(
                _(
                    "With {n} seats there is room for at most {most} computer players beside you.",
                    n=places,
                    most=places - 1,
                )
            )
        chosen = read_options(meant, options)
        automata = [level] * computers
        assert interaction.channel_id is not None
        try:
            table = await open_table(
                interaction,
                meant,
                interaction.channel_id,
                places,
                automata,
                chosen,
                cast(Pace, pace),
            )
        except Busy:
            await offer_thread(interaction, meant, places, automata, options or "")
            return
        await say_done(
            interaction,
            _(
                "Table {n} is open: {game} for {seats}. Others press Join below.",
                n=table.id,
                game=meant.title,
                seats=places,
            ),
        )

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """Show the open tables of this server, or yours in a DM."""
        await acknowledge(interaction, ephemeral=True)
        bot = atelier(interaction)
        if interaction.guild_id is None:
            tables = await own_tables(interaction)
            lines = [self._line(table, interaction.user.id) for table in tables]
        else:
            lines: list[str] = []
            for row in await bot.store.tables.open(guild=interaction.guild_id):
                try:
                    lines.append(self._line(await bot.tables.get(row.id), interaction.user.id))
                except Refused as error:
                    lines.append(f"· {error}")
        text = "\n".join(lines[:40]) or _("No table is open. /game new opens one.")
        await say_done(interaction, f"{_('### Open tables')}\n{text}")

    def _line(self, table: Table, user: int) -> str:
        if table.row.status == "lobby":
            state = _("gathers players, {n} of {seats}", n=len(table.people), seats=table.row.seats)
        elif is_asked(table, user):
            state = _("**waits for you**")
        else:
            names = joined([table.names[s] for s in table.state.asked])
            state = _("waits for {names:text}", names=names)
        where = f"<#{table.row.channel}>"
        return _(
            "· {game}, table {n} in {where:text}: {state:text}",
            game=table.game.title,
            n=table.id,
            where=where,
            state=state,
        )

    @app_commands.command()
    async def board(self, interaction: Interaction) -> None:
        """Show the board of this channel's table to yourself."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction)
        if table.g is None:
            raise Refused(not_started())
        shown = await board_page(table, atelier(interaction).pictures, [])
        await show(interaction, shown)

    @app_commands.command()
    @app_commands.describe(game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def text(self, interaction: Interaction, game: str | None = None) -> None:
        """Read the table as text: all that is public and, if you play, what you alone see."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction, game)
        first, *more = text_pages(table, interaction.user.id)
        await show(interaction, first)
        for further in more:
            await interaction.followup.send(**await send_arguments(further), ephemeral=True)

    @app_commands.command()
    @app_commands.describe(game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def leave(self, interaction: Interaction, game: str | None = None) -> None:
        """Leave a table: the lobby at once, a running game after you say yes."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction, game)
        table.own_seat(interaction.user.id)
        if table.row.status != "running":
            await seating.leave(table, interaction.user.id)
            shown = page(_("You have left table {n}.", n=table.id))
        else:
            button = Button("resign", table.id, label=_("Leave the game"), style="danger")
            shown = page(
                _(
                    "Leave table {n}, {game}, for good? A computer player takes your seat"
                    " ({about}), until somebody takes it.",
                    n=table.id,
                    game=table.game.title,
                    about=levels()[STAND_IN][1],
                ),
                Row(button),
            )
        await show(interaction, shown)

    @app_commands.command()
    async def abandon(self, interaction: Interaction) -> None:
        """End this channel's game early, if everybody at the table agrees (asks first)."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction)
        user, status = interaction.user.id, table.row.status
        table.own_seat(user)
        if others := still_to_agree(table, user):
            question = _(
                "End table {n}, {game}, before it is finished? It also takes a yes from"
                " {names:text}.",
                n=table.id,
                game=table.game.title,
                names=escaped(joined(others)),
            )
            label = _("Yes, ask them")
        elif status == "lobby":
            question = _(
                "Close table {n}, {game}, before it starts? Everybody who joined loses their seat.",
                n=table.id,
                game=table.game.title,
            )
            label = _("Close the table")
        else:
            question = _(
                "End table {n}, {game}, before it is finished? It ends at once, and that cannot be"
                " undone.",
                n=table.id,
                game=table.game.title,
            )
            label = _("End the game")
        button = Button("abandon", table.id, f"{status}:{user}", label=label, style="danger")
        await show(interaction, page(question, Row(button)))

    @app_commands.command()
    @app_commands.describe(game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def undo(self, interaction: Interaction, game: str | None = None) -> None:
        """Ask the table to take moves back; your own last move you take back with a button."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction, game)
        table.own_seat(interaction.user.id)
        await show(interaction, await panels.further(table))

    @app_commands.command()
    @app_commands.describe(
        returning="Whether you take your seat back; else a computer player plays for you",
        level="How the computer player plays",
        game="Which of your games",
    )
    @app_commands.choices(level=LEVELS)
    @app_commands.autocomplete(game=complete_own_table)
    async def handover(
        self,
        interaction: Interaction,
        returning: bool = False,
        level: str = STAND_IN,
        game: str | None = None,
    ) -> None:
        """Have a computer player play for you for a while, or take your seat back."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction, game)
        if returning:
            back = await seating.reclaim(table, interaction.user.id)
            done = _("Your seat is yours again.") if back else _("Nobody holds your seat but you.")
        else:
            await seating.hand_over(table, interaction.user.id, level)
            done = _(
                "A computer player plays for you at table {n}. You take your seat back with any"
                " press of **Move**.",
                n=table.id,
            )
        await say_done(interaction, done)

    @app_commands.command()
    @app_commands.describe(to="Who shall have your seat", game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def give(
        self, interaction: Interaction, to: discord.Member, game: str | None = None
    ) -> None:
        """Give your seat in a running game to somebody else, who has to say yes."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction, game)
        giver = interaction.user.id
        table.own_seat(giver)
        table.must_run()
        if to.bot or table.seat_of(to.id) is not None:
            raise Refused(_("{name:text} cannot take your seat.", name=to.display_name))
        button = Button("succeed", table.id, f"{giver}:{to.id}", label=_("Take the seat"))
        offer = page(
            _(
                "{to:text}, {giver:text} offers you the seat at table {n}, {game}.",
                to=to.mention,
                giver=interaction.user.mention,
                n=table.id,
                game=table.game.title,
            ),
            Row(button),
            mentions=[to.id],
        )
        # Discord makes an answer that only the giver sees of the next message, whatever it is.
        await say_done(interaction, _("{name:text} is asked here.", name=to.display_name))
        await interaction.followup.send(**await send_arguments(offer))

    @app_commands.command()
    @app_commands.describe(player="Who does not answer any more", game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def without(
        self, interaction: Interaction, player: discord.User, game: str | None = None
    ) -> None:
        """Vote to go on without somebody who has let his time run out."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction, game)
        seat = table.seat_of(player.id)
        if seat is None:
            raise Refused(_("{name:text} does not play here.", name=player.display_name))
        done = await votes.agree(table, interaction.user.id, f"{OUT} {seat}")
        asked = _("The others are asked; the vote stands at the table.")
        await say_done(interaction, _("A computer player has the seat now.") if done else asked)

    @app_commands.command()
    @app_commands.describe(
        wanted="Whether I may write to you in private when you are asked for a secret"
    )
    async def dms(self, interaction: Interaction, wanted: bool) -> None:
        """Choose whether I ask for secrets in a DM, or only behind the button of the board."""
        await acknowledge(interaction, ephemeral=True)
        bot = atelier(interaction)
        await bot.store.people.save_dms(interaction.user.id, "wanted" if wanted else "unwanted")
        for table in await own_tables(interaction):
            await bot.store.outbox.add(table.id)
            bot.outbox.kick(table.id)
        how = (
            _("Noted. I write to you when you are asked for a secret.")
            if wanted
            else _("Noted. Press **Move** at the table instead.")
        )
        await say_done(interaction, how)


async def setup(bot: Atelier) -> None:
    """Adds the commands."""
    await bot.add_cog(GameCommands())
