"""A bot that is killed while a rematch is opened: nothing is lost, nothing is done twice."""

import signal

import pytest

from bot.store import Store
from bot.table import Table, Tables
from tests.sim_server import sensible_moves
from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import FaultStrike, labels, text, until

MESSAGES = r"/channels/\d+/messages"


async def finish(bot: Home) -> None:
    """Plays the only table to its end while the bot is stopped, and waits for its final board."""
    await bot.begin("Ben", "Cleo")
    await bot.shown()
    await bot.end()
    store = await Store.open(bot.database)
    table: Table = await Tables(store, lambda table: None).get(1)
    for seat, move in sensible_moves(table):
        await table.submit(seat, move, f"test:{table.seq}")
    await store.close()
    await bot.start()
    await until(lambda: bot.standing("Rematch"), "the final board stands there")


@pytest.mark.parametrize("arrives", [False, True])
async def test_a_bot_killed_while_a_rematch_is_posted_posts_it_once(bot: Home, arrives: bool):
    await finish(bot)
    calls = len(bot.discord.sends)
    strike = FaultStrike("", 502, {}, after=arrives)
    bot.discord.refuse("POST", MESSAGES, *[strike] * (1 if arrives else 9))
    pressed = await bot.press("Ada", "Rematch")
    with ledger.reading(bot.database) as db:
        count = "SELECT COUNT(*) FROM posts WHERE table_id = 2 AND next != ''"
        await until(lambda: db.execute(count).fetchone()[0], "the lobby is being sent")
        if arrives:
            await until(lambda: bot.standing("Join"), "the lobby stands there")
        await bot.end(signal.SIGKILL)
        bot.discord.troubles.clear()
        assert db.execute("SELECT COUNT(*) FROM invitations").fetchone() == (2,)
    await bot.start()
    await until(lambda: bot.standing("Join", "Decline"), "the lobby stands there")
    await bot.everything_shown()
    lobbies = [each for each in bot.discord.messages() if "Join" in labels(each)]
    assert len(lobbies) == 1
    nonces = {each["nonce"] for each in bot.discord.sends[calls:]}
    assert len(nonces) == 1, "each sending is the same message"
    wanted = {int(bot.people[name]["id"]) for name in ("Ben", "Cleo")}
    for sent in bot.discord.sends[calls:]:
        assert {*sent["allowed_mentions"]["users"]} == wanted
    assert pressed.acknowledged is not None
    again = bot.discord.press(bot.people["Ben"], bot.discord.messages()[0], "Rematch")
    await bot.answered(again)
    assert "open already" in "\n".join([*again.said, text(again.response)])
    assert len([each for each in bot.discord.messages() if "Join" in labels(each)]) == 1
