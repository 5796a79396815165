"""The channel of a test: who is asked there, what they do, and whether its board is up to date."""

from typing import Any

from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import Interaction, until


async def types(bot: Home, where: str = "") -> Interaction:
    """The player who is asked types a move."""
    person, move = whose_turn(bot)
    return bot.discord.command(person, "move", where=where, move=move)


def messages_of(bot: Home) -> str:
    """The path of the messages in the channel of this test; each test has its own."""
    return f"/channels/{bot.discord.channel}/messages"


def whose_turn(bot: Home) -> tuple[dict[str, Any], str]:
    """Who is asked in the channel, and a move that they can make."""
    table = newest(bot)
    seat = table.state.asked[0]
    return bot.people[table.people[seat]["name"]], table.game.legal(table.state, seat)[0]


def newest(bot: Home) -> ledger.Standing:
    with ledger.reading(bot.database) as db:
        table = ledger.newest(db, bot.discord.channel)
    assert table is not None
    return table


async def shown(bot: Home) -> dict[str, Any]:
    """The board of the channel, once it shows the newest state and the outbox is empty."""
    with ledger.reading(bot.database) as db:
        return await until(lambda: board(bot, db), "the newest state is shown")


def board(bot: Home, db: Any) -> dict[str, Any] | None:
    """The board of the channel if it is up to date."""
    table, message = ledger.newest(db, bot.discord.channel), bot.standing("My hand", "Move")
    if ledger.unshown(db) or table is None or message is None:
        return None
    there = [each["filename"] for each in message["attachments"]]
    return message if table.picture in there else None


def is_made(bot: Home, interaction: Interaction) -> bool:
    """Whether an interaction made a move; fails if one made two."""
    tokens = [token for *_, token in bot.moves() if token]
    assert len(set(tokens)) == len(tokens)
    return interaction.id in tokens
