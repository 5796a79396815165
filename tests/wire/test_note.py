"""Forms on the wire: one that was opened before a kill is accepted after it."""

import signal

from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import EPHEMERAL, text

WORDS = "Ben hoards silk"


async def test_a_note_that_was_opened_before_a_kill_is_saved_after_it(bot: Home):
    await bot.begin()
    panel = await bot.panel("Ada")
    opened = bot.discord.press(bot.people["Ada"], panel, "Note")
    await bot.answered(opened)
    assert opened.form is not None and opened.form["custom_id"] == "form-note:1:"
    await bot.end(signal.SIGKILL)
    await bot.start()
    sent = await bot.answered(bot.discord.submit(opened, text=WORDS))
    assert f"> {WORDS}" in "\n".join([*sent.said, text(sent.response)])
    with ledger.reading(bot.database) as db:
        assert db.execute("SELECT text FROM memos").fetchall() == [(WORDS,)]
    typed = bot.discord.command(bot.people["Ada"], "note")
    await bot.answered(typed)
    assert typed.form is not None
    [label] = typed.form["components"]
    assert label["component"]["value"] == WORDS
    gone = await bot.answered(bot.discord.submit(typed, text=""))
    assert gone.response is not None and gone.response["flags"] & EPHEMERAL
    assert WORDS not in text(gone.response) and WORDS not in bot.output
