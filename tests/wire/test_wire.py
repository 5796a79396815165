"""The bot as a process with a stand-in for Discord: what an in-process simulation cannot show."""

import pytest

from tests.wire.home import Home, runs
from tests.wire.standin import labels, text, until


@pytest.mark.parametrize("forks", [False])
async def test_a_table_is_opened_gathered_and_played_and_the_bot_ends_when_told(bot: Home):
    discord = bot.discord
    assert {"game", "move", "hand", "rules"} <= {each["name"] for each in discord.commands}
    assert "Ada" in text(await bot.open(seats=3))
    await bot.press("Ben", "Join")
    await until(lambda: "Ben" in text(discord.messages()[-1]), "Ben sits there")
    await bot.press("Ben", "Add computer player")
    await until(lambda: "Start" in labels(discord.messages()[-1]), "three sit there")
    await bot.press("Ada", "Start")
    await until(lambda: bot.standing("My hand", "Move"), "the board stands there")
    table = await bot.until_people_are_asked()
    name = table.names[table.state.asked[0]]
    panel = await bot.panel(name)
    seat = table.state.asked[0]
    move = table.game.legal(table.state, seat)[0]
    pressed = discord.press(bot.people[name], panel, table.game.label(table.state, seat, move))
    await bot.answered(pressed)
    assert text(pressed.response).count("✓") == 1
    assert (seat, move, pressed.id) in bot.moves()
    made = len([each for each in bot.moves() if each[0] == seat])
    discord.deliver_again(pressed)
    typed = discord.command(bot.people[name], "move", move="take 99")
    await bot.answered(typed)
    assert "✓" not in text(typed.followups[0] if typed.followups else typed.response)
    assert len([each for each in bot.moves() if each[0] == seat]) == made
    await bot.shown()
    await until(lambda: len(discord.messages()) == 1, "one board stands there")
    for interaction in discord.interactions.values():
        assert interaction.acknowledged is not None and interaction.acknowledged < 3
    thinking = await bot.thinkers()
    assert await bot.end() == 0
    await until(lambda: not any(map(runs, thinking)), "the thinking process ends as well")


async def test_a_connection_that_breaks_is_taken_up_again_and_no_press_is_lost(bot: Home):
    discord = bot.discord
    await bot.begin()
    table = await bot.table()
    seat = table.state.asked[0]
    name = table.names[seat]
    panel = await bot.panel(name)
    move, other = table.game.legal(table.state, seat)[:2]
    discord.hang_up()
    pressed = discord.press(bot.people[name], panel, table.game.label(table.state, seat, move))
    discord.deliver_again(pressed)
    late = discord.press(bot.people[name], panel, table.game.label(table.state, seat, other))
    await until(lambda: discord.resumed == 1, "the session is resumed")
    await bot.answered(pressed)
    await bot.answered(late)
    assert bot.moves() == [(seat, move, pressed.id)]
    assert "✓" not in text(late.response) or late.response is pressed.response
    await bot.shown()
    await discord.reconnect()
    await until(lambda: discord.resumed == 2 and discord.connected, "it is resumed again")
    await bot.shown()
    assert discord.identified == 1


async def test_what_was_pressed_is_finished_before_the_bot_ends(bot: Home):
    await bot.begin()
    await bot.shown()
    board = bot.standing("My hand", "Move")
    assert board is not None
    pressed = [
        bot.discord.press(bot.people[name], board, label)
        for label in ("My hand", "Move", "Log", "Move")
        for name in ("Ada", "Ben")
    ]
    await until(lambda: all(each.acknowledged for each in pressed), "all are acknowledged")
    assert await bot.end() == 0
    assert all(each.response and text(each.response) for each in pressed)
    assert bot.broken == ""
