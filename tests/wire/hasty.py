"""The bot with short pauses before it tries again what Discord refused."""

import runpy

from bot import app
from bot.outbox import refusals

if __name__ == "__main__":
    refusals.REFUSED_WAITS_S = (1.0,)  # pyright: ignore[reportConstantRedefinition]
    app.ALONE_POLL_S = 0.2  # pyright: ignore[reportConstantRedefinition]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
