"""The language of a guild that is unavailable at first and comes late."""

from pathlib import Path

import pytest

from bot.texts.languages import translate, using_language
from tests.wire.home import Home, home
from tests.wire.standin import text, until

LATE_S, NEVER_S = 4.0, 600.0
"""Both are longer than discord.py waits for guilds before it is ready."""
WORDS = "Ready: anybody at the table may press Start."


def says(bot: Home, language: str) -> bool:
    """Whether the newest message of the channel is in a language."""
    with using_language(language):
        words = translate(WORDS)
    return words in text(bot.discord.messages()[-1])


@pytest.mark.sampled(one_in=3)
async def test_a_channel_is_spoken_to_in_the_language_of_its_server(tmp_path: Path):
    async with home(tmp_path) as bot:
        discord = bot.discord
        discord.guilds[discord.guild].locale, discord.guilds_late_s = "de", LATE_S
        await bot.start()
        typed = discord.command(bot.people["Ada"], "game new", game="wigs", seats=3)
        await bot.answered(typed)
        discord.press(bot.people["Ada"], discord.messages()[-1], "Add computer player")
        await until(lambda: says(bot, "en"), "the host's language, as long as nothing is known")
        await until(lambda: says(bot, "de"), "the guild has told its language", 3 * LATE_S)
        discord.speak(discord.guild, "fr")
        await until(lambda: says(bot, "fr"), "the server changes its language")
        await bot.end()
        discord.guilds_late_s = NEVER_S
        await bot.start()
        with using_language("fr"):
            join = translate("Join")
        discord.press(bot.people["Ben"], discord.messages()[-1], join)
        await until(lambda: "Ben" in text(discord.messages()[-1]), "Ben sits there")
        assert says(bot, "fr") and bot.broken == "" and discord.unknown == []
