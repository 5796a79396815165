"""Replies that Discord does not take, for now or in this form: people read something anyway."""

import pytest

from tests.wire.home import Home
from tests.wire.standin import UNANSWERED, FaultStrike, Interaction, text, until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.sampled(one_in=2)]
ORIGINAL = r"/webhooks/\d+/[^/]+/messages/@original"
UPLOADS_LIMITED = FaultStrike("", 400, {"code": 400001, "message": "Uploads are limited"})


@pytest.fixture
def bot(elsewhere: Home) -> Home:
    """The bot that all tests here share, in a new channel."""
    return elsewhere


async def asks(bot: Home) -> Interaction:
    """Ada lists the games that wait for them, and the bot acknowledges that."""
    typed = bot.discord.command(bot.people["Ada"], "turns")
    await until(lambda: typed.acknowledged is not None, "it is acknowledged", 5)
    return typed


async def test_a_reply_whose_token_is_not_known_yet_is_shown_soon(bot: Home):
    bot.discord.tokens_late_s = 2.0
    try:
        typed = await asks(bot)
        await until(lambda: typed.confirmed, "it is answered")
    finally:
        bot.discord.tokens_late_s = 0.0
    assert not typed.followups


@pytest.mark.parametrize("answer", [(429, 600.0), 503, UNANSWERED])
async def test_a_reply_that_cannot_be_shown_for_long_is_sent_anew(
    bot: Home, answer: int | tuple[int, float]
):
    bot.discord.refuse("PATCH", ORIGINAL, *[answer] * 50)
    typed = await asks(bot)
    await until(lambda: typed.followups, "it is answered in another way", 20)
    assert text(typed.response)


async def test_a_reply_whose_pictures_are_refused_is_sent_in_words(bot: Home):
    await bot.begin()
    bot.discord.refuse("PATCH", ORIGINAL, UPLOADS_LIMITED)
    pressed = await bot.press("Ada", "My hand")
    await until(lambda: pressed.followups, "it is answered in another way")
    [told] = pressed.followups
    assert not told["attachments"] and "describe this one in words" in text(told)
