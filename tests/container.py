"""Runs the image of the Dockerfile beside the stand-in Discord, with all rights taken away.

    docker build --tag atelier .
    python -m tests.container docker

An assertion fails where the image does not do what docs/hosting/container.md says. The container
uses the network of this machine, where the stand-in listens.
"""

import argparse
import asyncio
import shlex
import tempfile
import time
from pathlib import Path

from tests.test_container import command
from tests.wire.home import TOKEN, Home, home
from tests.wire.standin import until

NAME = "atelier-tried"
MAX_STOP_S = 8.0
"""Engines kill a container that has not ended ten seconds after SIGTERM."""


class Engine:
    """Docker, or a program with the same commands."""

    def __init__(self, engine: str, options: str, image: str) -> None:
        self._engine, self._options = shlex.split(engine), shlex.split(options)
        self._image = image

    async def call(self, *arguments: str) -> tuple[int | None, str]:
        """The exit status of a command, and what it prints."""
        process = await asyncio.create_subprocess_exec(
            *(*self._engine, *arguments),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        printed, _ = await process.communicate()
        return process.returncode, printed.decode().strip()

    async def run(self, bot: Home) -> None:
        """Starts the bot and waits until it is healthy."""
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": bot.discord.api,
            "DISCORD_GATEWAY_URL": bot.discord.gateway,
        }
        status, _ = await self.call(
            *("run", "--detach", "--name", NAME, "--network", "host", "--volume", f"{NAME}:/data"),
            *("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"),
            *("--security-opt", "no-new-privileges", *self._options),
            *(f"--env={name}={value}" for name, value in settings.items()),
            self._image,
        )
        assert status == 0, "the container does not start"
        await until(lambda: bot.discord.connected, "the bot connects", 30)
        _, *check = command("HEALTHCHECK")
        async with asyncio.timeout(30):
            while (await self.call("exec", NAME, "python", *check))[0] != 0:
                await asyncio.sleep(0.5)

    async def stop(self) -> None:
        """Ends the bot with SIGTERM and removes its container."""
        begun = time.monotonic()
        await self.call("stop", NAME)
        took = time.monotonic() - begun
        assert await self.call("inspect", "--format", "{{.State.ExitCode}}", NAME) == (0, "0")
        assert took < MAX_STOP_S
        print(f"stopped in {took:.1f} s with status 0")
        await self.call("rm", NAME)


async def try_image(engine: Engine) -> None:
    """Starts the bot twice on one volume; a table of the first run goes on in the second."""
    with tempfile.TemporaryDirectory() as folder:
        async with home(Path(folder)) as bot:
            await engine.run(bot)
            user = (await engine.call("exec", NAME, "id", "-u"))[1]
            assert user.isdigit() and user != "0"
            assert (await engine.call("exec", NAME, "touch", "/srv/atelier/file"))[0] != 0
            assert (await engine.call("exec", NAME, "touch", "/data/file", "/tmp/file"))[0] == 0
            print(f"healthy; user {user} writes to /data and /tmp alone")
            await bot.open()
            await engine.stop()
            await engine.run(bot)
            await bot.press("Ben", "Join")
            await until(lambda: bot.standing("Start"), "two people are at the table")
            await bot.press("Ada", "Start")
            await until(lambda: bot.standing("My hand", "Move"), "the board is posted", 30)
            print("a table of the first container went on in the second")
            await engine.stop()
            assert bot.discord.unknown == []


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.container", description=__doc__)
    parser.add_argument("engine", help="docker, podman, or a command that takes the same commands")
    parser.add_argument("--options", default="", help="more options for `run`, in one word")
    parser.add_argument("--image", default="atelier")
    chosen = parser.parse_args()
    engine = Engine(chosen.engine, chosen.options, chosen.image)
    try:
        await try_image(engine)
    finally:
        await engine.call("rm", "--force", NAME)
        await engine.call("volume", "rm", NAME)


if __name__ == "__main__":
    asyncio.run(main())
