"""Playing: the private panel, its buttons, /move and /hand."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.controls import as_number, picked, pressed
from bot.interactions.replies import Interaction, acknowledge, show, tell, unstored
from bot.pages import panels
from bot.pages.board import log_page
from bot.pages.dials import set_dial
from bot.pages.menus import AHEAD
from bot.pages.page import clamp
from bot.table import Refused, Stale, Table, seating, undo, votes
from bot.texts.languages import _
from cogs._finding import atelier, complete_own_table, table_here


async def show_panel(
    interaction: Interaction, table: Table, seat: int, warning: str = "", prefix: str = ""
) -> None:
    """Puts the player's panel where the interaction was deferred to; in their direct messages the
    outbox notes it as shown.
    """
    bot = atelier(interaction)
    page = await panels.panel(table, seat, bot.pictures, warning=warning, prefix=prefix)
    shown, message = await show(interaction, page), interaction.message
    if shown and message is not None and interaction.guild_id is None:
        await bot.outbox.note_shown(table.id, interaction.user.id, message.id, page)


async def play(
    interaction: Interaction, table: Table, move: str, question: int | None = None
) -> None:
    """Submits a move for the person who acted, and shows what came of it."""
    seat = table.own_seat(interaction.user.id)
    warning = ""
    await seating.reclaim(table, interaction.user.id)
    try:
        await table.submit(seat, move, str(interaction.id), question)
    except Stale as error:
        warning = str(error)
        table = await atelier(interaction).tables.get(table.id)
    await show_panel(interaction, table, seat, warning)


@pressed("move")
async def press_move(interaction: Interaction, table_id: int, rest: str) -> None:
    """A move on a button or in a select, for now or in advance."""
    await acknowledge(interaction)
    question, _colon, move = rest.partition(":")
    table = await atelier(interaction).tables.get(table_id)
    if question.startswith(AHEAD):
        await set_ahead(interaction, table, f"ahead {question.removeprefix(AHEAD)} {move}")
    else:
        await play(interaction, table, move, as_number(question))


@picked("move")
async def pick_move(interaction: Interaction, table_id: int, rest: str, value: str) -> None:
    """A move, or a step into the menu, in a select."""
    await acknowledge(interaction)
    kind, _colon, words = value.partition(":")
    question = rest.partition(":")[0]
    run = press_move if kind == "move" else press_into
    await run(interaction, table_id, f"{question}:{words}")


@pressed("into")
async def press_into(interaction: Interaction, table_id: int, rest: str) -> None:
    """A step into a long menu, or back to its top."""
    await acknowledge(interaction)
    question, _colon, prefix = rest.partition(":")
    table = await atelier(interaction).tables.get(table_id)
    seat = table.own_seat(interaction.user.id)
    if question.startswith(AHEAD):
        page = await panels.advance(table, seat, question.removeprefix(AHEAD), prefix)
        await show(interaction, page)
    elif as_number(question) != table.question:
        await show_panel(
            interaction, table, seat, _("The game has moved on since; this is asked now.")
        )
    else:
        await show_panel(interaction, table, seat, prefix=prefix)


@picked("dial")
async def pick_number(interaction: Interaction, table_id: int, rest: str, value: str) -> None:
    """A number on a dial: the draft shows it, and nothing is answered yet."""
    await acknowledge(interaction)
    question, dial, draft = [*rest.split(":", 2), "", ""][:3]
    table = await atelier(interaction).tables.get(table_id)
    seat, g = table.own_seat(interaction.user.id), table.state
    if question.startswith(AHEAD):
        name = question.removeprefix(AHEAD)
        moves, pattern = (
            table.game.ahead(g, seat).get(name, []),
            table.game.dials_ahead(g, seat, name),
        )
    else:
        moves, pattern = table.game.legal(g, seat), table.view(seat).get("dials", "")
    draft = set_dial(moves, pattern, draft, as_number(dial), as_number(value)) if pattern else ""
    await press_into(interaction, table_id, f"{question}:{draft}")


async def set_ahead(interaction: Interaction, table: Table, move: str) -> None:
    """Sets or forgets an answer in advance for the person who acted, and shows what is set."""
    seat = table.own_seat(interaction.user.id)
    await table.submit(seat, move, str(interaction.id))
    await show(interaction, await panels.advance(table, seat))


@pressed("advance")
async def press_advance(interaction: Interaction, table_id: int, rest: str) -> None:
    """Opens the page for answers in advance."""
    await acknowledge(interaction)
    await pick_advance(interaction, table_id, rest, "")


@picked("advance")
async def pick_advance(interaction: Interaction, table_id: int, rest: str, value: str) -> None:
    """A question that is to be answered in advance."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await show(interaction, await panels.advance(table, table.own_seat(interaction.user.id), value))


@pressed("forget")
async def press_forget(interaction: Interaction, table_id: int, rest: str) -> None:
    """Takes an answer in advance back."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await set_ahead(interaction, table, f"forget {rest}")


@pressed("return")
async def press_return(interaction: Interaction, table_id: int, rest: str) -> None:
    """Goes back to the panel."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await show_panel(interaction, table, table.own_seat(interaction.user.id))


@pressed("undo")
async def press_undo(interaction: Interaction, table_id: int, rest: str) -> None:
    """Takes back the person's own last move."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    seat = table.own_seat(interaction.user.id)
    if rest and as_number(rest) != table.question:
        raise Stale(_("The game has moved on since; nothing was taken back."))
    await undo.undo(table, interaction.user.id, str(interaction.id))
    await show_panel(interaction, table, seat)


@pressed("redo")
async def press_redo(interaction: Interaction, table_id: int, rest: str) -> None:
    """Makes the move after all that the person just took back."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    seat = table.own_seat(interaction.user.id)
    if rest and as_number(rest) != table.question:
        raise Stale(_("The game has moved on since; nothing changed."))
    await undo.redo(table, interaction.user.id, str(interaction.id))
    await show_panel(interaction, table, seat)


@pressed("further")
async def press_further(interaction: Interaction, table_id: int, rest: str) -> None:
    """Shows which moves the table can vote to take back."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    table.own_seat(interaction.user.id)
    await show(interaction, await panels.further(table))


@picked("further")
async def pick_further(interaction: Interaction, table_id: int, rest: str, value: str) -> None:
    """Proposes to take back everything from a move on."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    seat = table.own_seat(interaction.user.id)
    done = await votes.propose_undo(table, interaction.user.id, as_number(value))
    asked = "" if done else _("The others are asked; the vote stands at the table.")
    await show_panel(interaction, table, seat, asked)


@pressed("panel")
async def press_panel(interaction: Interaction, table_id: int, rest: str) -> None:
    """Opens the panel for the person who pressed, seen by nobody else."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    table = await atelier(interaction).tables.get(table_id)
    seat = table.own_seat(interaction.user.id)
    await seating.reclaim(table, interaction.user.id)
    await show_panel(interaction, table, seat)


@pressed("hand")
async def press_hand(interaction: Interaction, table_id: int, rest: str) -> None:
    """Shows the person's own hand."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await show_hand(interaction, await atelier(interaction).tables.get(table_id))


async def show_hand(interaction: Interaction, table: Table) -> None:
    """The own picture of a player, where the interaction was deferred to."""
    seat = table.own_seat(interaction.user.id)
    await show(
        interaction, await panels.panel(table, seat, atelier(interaction).pictures, hand_only=True)
    )


@pressed("log")
async def press_log(interaction: Interaction, table_id: int, rest: str) -> None:
    """Shows the log as the person may know it."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    table = await atelier(interaction).tables.get(table_id)
    await show(interaction, await log_page(table, table.seat_of(interaction.user.id)))


@pressed("again")
async def press_again(interaction: Interaction, table_id: int, rest: str) -> None:
    """Takes a note of an outage down, where it stood longer than the bot that wrote it; whoever
    asks while the outage lasts is told so.
    """
    await acknowledge(interaction)
    if await atelier(interaction).store.is_writable():
        await interaction.delete_original_response()
    else:
        await tell(interaction, unstored())


async def complete_move(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The legal moves of the person, found by their labels or their words."""
    try:
        table = await table_here(interaction, getattr(interaction.namespace, "game", None))
        seat = table.own_seat(interaction.user.id)
        moves = panels.labelled(table, seat)
        if table.game.is_ahead(current):
            moves = panels.labelled_ahead(table, seat)
    except Refused:
        return []
    wanted = current.lower().split()
    return [
        app_commands.Choice(name=clamp(label, 100), value=move)
        for move, label in moves.items()
        if all(word in f"{label} {move}".lower() for word in wanted) and len(move) <= 100
    ][:25]


class Play(commands.Cog):
    """The commands of a player at the table."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(
        move="What you do; the list shows what is open to you", game="Which of your games"
    )
    @app_commands.autocomplete(move=complete_move, game=complete_own_table)
    async def move(self, interaction: Interaction, move: str, game: str | None = None) -> None:
        """Make a move."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_here(interaction, game)
        await play(interaction, table, " ".join(move.split()))

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def hand(self, interaction: Interaction, game: str | None = None) -> None:
        """Look at your own hand; nobody else sees it."""
        await acknowledge(interaction, ephemeral=True)
        await show_hand(interaction, await table_here(interaction, game))


async def setup(bot: Atelier) -> None:
    """Adds the commands."""
    await bot.add_cog(Play())
