"""A web page of a bot that is killed: the browser reconnects and gets the newest state."""

import re
import signal

import aiohttp

from tests.site import digest, event, part, words
from tests.wire.home import Home
from tests.wire.standin import text, until
from tests.wire.test_watched import free_port


async def test_a_page_goes_on_after_a_kill_with_what_was_played_meanwhile(bot: Home):
    await bot.end()
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    web = {"WEB_PORT": str(port), "WEB_URL": f"{site}/", "LOG_LEVEL": "DEBUG"}
    await bot.launch(**web)
    await until(lambda: bot.discord.connected, "the bot connects")
    await bot.begin()
    typed = await bot.answered(bot.discord.command(bot.people["Cleo"], "watch", page=True))
    [link] = re.findall(rf"{site}/t/\w+", text(typed.response))
    async with aiohttp.ClientSession() as session:

        async def read() -> str:
            async with session.get(link) as answer:
                assert answer.status == 200
                return await answer.text()

        async with session.get(f"{link}/events") as stream:
            assert await event(stream) == f"data: {digest(await read())}"
            await bot.end(signal.SIGKILL)
        await bot.launch(**web)
        await until(lambda: bot.discord.connected, "the bot connects again")
        async with session.get(f"{link}/events") as stream:
            before = await event(stream)
            table = await bot.table()
            seat = table.state.asked[0]
            move, name = table.game.default(table.state, seat), table.names[seat]
            await bot.answered(bot.discord.command(bot.people[name], "move", move=move))
            assert await event(stream) not in (before, "")
        page = await read()
    table = await bot.table()
    assert table.names[table.state.asked[0]] in words(part(page, "status"))
    assert link.rpartition("/")[2] not in bot.output
