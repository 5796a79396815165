"""Runs every command of the papers, then every step of the workflows, once in a fresh clone:
`python -m tests.documented`.

It prints what each did, and why some are not run. `--list` runs nothing, `--only WORDS` runs what
has these words, and `--venv FOLDER` takes an environment that is there instead of a new one.
"""

import argparse
import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tests import test_docs, test_workflows
from tests.upgrades.__main__ import make
from tests.wire.home import TOKEN
from tests.wire.standin import StandIn

ROOT = Path(__file__).parent.parent
PAPERS = [
    "README.md",  # first, as a newcomer reads
    *(paper for paper in test_docs.PAPERS if paper not in ("README.md", "CHANGELOG.md")),
    *(f"tests/{folder}/README.md" for folder in ("playthroughs", "upgrades")),
]
COMMAND = re.compile(
    r"(?:0 \* \* \* \* +)?((?:make|python3?|\.venv/bin/\w+|uv|git|docker|sudo|systemctl|journalctl"
    r"|litestream|curl|cp|cd|nice|pre-commit|pg_dump) .+)"
)
"""A line of a block, or a piece of code in a sentence, that is a command."""
ENDS_S = 1500.0
"""How long a command may take to end, or to say that it is ready."""
SHOWN = 3000
"""How many characters of the output of a command that failed are shown."""

NOT_RUN = {
    "*docker login *": "needs a registry",
    "docker *": "needs a Docker daemon",
    "sudo *": "changes the users and services of the machine",
    "systemctl *": "needs systemd",
    "journalctl *": "needs systemd",
    "litestream *": "needs Litestream",
    "* -m tests.documented": "is this program",
    "pre-commit *": "needs pre-commit",
    "pg_dump *": "needs a PostgreSQL with games",
    "curl *": "needs a running bot: test_metrics.py",
    "uv run *": "is for a package: test_written_package.py",
    ".venv/bin/python -m atelier_testing": "is for a package: test_written_package.py",
    ".venv/bin/python -m pip install ../*": "is for a package: test_packages.py",
    ".venv/bin/python -m pip install -e *": "gets a gigabyte from the network",
    "git show v*": "needs an earlier release",
    "make test": "is the whole suite",
    "python* atelier.py test": "is the whole suite",
    "*python -m tests.container docker": "needs a Docker daemon",
    ".venv/bin/python -m bot.backup move *": "needs an empty PostgreSQL: test_postgres.py",
    ".venv/bin/python -m bot.backup restore": "stands without the name of a file",
    ".venv/bin/python -m games verify": "stands without the name of a file",
    ".venv/bin/python -m games": "stands without what it should do",
    ".venv/bin/python -m games verify FILE": "stands for any file",
}
"""Commands that are not run here, and why."""
READY = {
    "make play": "Atelier is ready",
    "python3 atelier.py play*": "Atelier is ready",
    "make run": "add the bot to a server",
    "python3 atelier.py run": "add the bot to a server",
    ".venv/bin/python -m bot": "add the bot to a server",
    ".venv/bin/python -m games play NAME --browser": "http://",
}
"""Commands that run until somebody ends them, and what they print once they work."""
INSTEAD = [
    (r"^version=", "GITHUB_REF_NAME=$(git describe --abbrev=0)\nversion="),
    (r"^cd \S+ && ", ""),
    (r"^cd /srv/atelier$", "true"),
    ("/srv/atelier", "."),
    ("/backups", "backups"),
    ("/mnt/elsewhere", "elsewhere"),
    (r"^(python3 -m venv) \.venv", r"\1 another"),
    (r"new NAME --package \.\./atelier-NAME", "new beacon --package ../atelier-beacon"),
    (r"\bNAME\b", "lantern"),
    (r"\bGAME\b", "wigs"),
    (r"restore back\.", "restore backups/atelier."),
    (r"--seed 1 2 3 --count 100", "--seed 1 --count 1"),
    (r"--count 100", "--count 1"),
    (r"--kills 1000", "--kills 2"),
]
"""What stands for something of the reader's own, or takes hours, and what is run instead."""


@dataclass
class Written:
    paper: str
    text: str

    @property
    def reason(self) -> str:
        """Why it is not run; "" if it is."""
        return of(self.text, NOT_RUN)

    @property
    def ready(self) -> str:
        """What it prints once it works, if it then runs on; "" for one that ends."""
        return of(self.text, READY)

    @property
    def run(self) -> str:
        """What is run for it."""
        text = self.text
        for pattern, other in INSTEAD:
            text = re.sub(pattern, other, text)
        return text


def of(text: str, known: dict[str, str]) -> str:
    """What is known of a command, by the pattern that it fits."""
    return next((said for pattern, said in known.items() if fnmatchcase(text, pattern)), "")


def commands() -> list[Written]:
    """The commands of all papers, each once in a paper, in their order."""
    found: dict[tuple[str, str], Written] = {}
    for paper in PAPERS:
        text = (ROOT / paper).read_text(encoding="utf-8").replace("\\\n", " ")
        prose = re.sub(r"(?ms)^```\w.*?^```", "", text)
        for line, code in re.findall(r"^ {4,}(.+)|(?<!`)`([^`]+)`", prose, re.MULTILINE):
            words = " ".join((line or code).removeprefix("$ ").partition("   #")[0].split())
            if match := COMMAND.fullmatch(words):
                found.setdefault((paper, match[1]), Written(paper, match[1]))
    return [*found.values(), *steps()]


def steps() -> Iterator[Written]:
    """The scripts of the workflows."""
    for file in test_workflows.WORKFLOWS:
        text = file.read_text(encoding="utf-8")
        for found in re.finditer(test_workflows.SCRIPT, text):
            yield Written(file.name, test_workflows.script(found))


async def prepare(clone: Path, venv: Path | None) -> None:
    """Makes a clone with a database and the record of a game, as a host has them."""
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    for branch in ("main", "work"):
        subprocess.run(
            ["git", "switch", "--quiet", "--force-create", branch], cwd=clone, check=True
        )
    (clone / ".git" / "info" / "exclude").write_text("record.txt\nbackups\nelsewhere\n")
    for name in ("backups", "elsewhere"):
        (clone / name).mkdir()
    record = next((clone / "tests" / "playthroughs" / "wigs").glob("*.txt"))
    (clone / "record.txt").write_bytes(record.read_bytes())
    if venv:
        (clone / ".venv").symlink_to(venv.absolute())
    await make(clone / "atelier.sqlite3")


async def run(command: Written, clone: Path, output: Path, **more: str) -> str:
    """Runs a command; what went wrong, or "" if nothing did."""
    with output.open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            *("bash", "-eo", "pipefail", "-c", f"{'exec ' * bool(command.ready)}{command.run}"),
            cwd=clone,
            env=os.environ | more,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    ended = asyncio.create_task(process.wait())
    words, until = command.ready, time.monotonic() + ENDS_S
    while not ended.done() and time.monotonic() < until:
        if words and words in output.read_text(errors="replace"):
            words = ""
            os.killpg(process.pid, signal.SIGTERM)
            until = time.monotonic() + 30
        await asyncio.sleep(0.1)
    if not ended.done():
        os.killpg(process.pid, signal.SIGKILL)
        await ended
        return "It does not end."
    if words or (process.returncode and not command.ready):
        return f"Its status is {process.returncode}."
    return ""


async def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.documented", description=__doc__)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", metavar="WORDS", default="")
    parser.add_argument("--venv", metavar="FOLDER", type=Path)
    chosen = parser.parse_args()
    written = [each for each in commands() if chosen.only in each.text]
    failed, done = 0, set[str]()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as another user
        clone, output = Path(folder) / "atelier", Path(folder) / "output"
        async with StandIn(TOKEN) as discord:
            settings = {
                "DISCORD_TOKEN": TOKEN,
                "DISCORD_API_URL": discord.api,
                "DISCORD_GATEWAY_URL": discord.gateway,
                "BROWSER": "true",
                "GITHUB_ENV": "/dev/null",
                "PYTHONDONTWRITEBYTECODE": "",
            }
            if not chosen.list:
                await prepare(clone, chosen.venv)
            for each in written:
                if chosen.list or each.reason or each.run in done:
                    print(f"{each.paper}: {each.text}\n    {each.reason or 'is run'}")
                    continue
                done.add(each.run)
                commit(clone)
                began = time.monotonic()
                wrong = await run(each, clone, output, **settings)
                print(f"{each.paper}: {each.text}\n    {wrong or 'works'}", end="", flush=True)
                print(f" ({time.monotonic() - began:.0f} s)", flush=True)
                if wrong:
                    failed += 1
                    print(output.read_text(errors="replace")[-SHOWN:], flush=True)
    left_out = sum(bool(each.reason) for each in written)
    print(f"{len(written)} commands: {len(done)} run, {failed} failed, {left_out} cannot run here.")
    return min(failed, 1)


def commit(clone: Path) -> None:
    """Commits what earlier commands left: a release wants a clean folder."""
    subprocess.run(["git", "add", "--all"], cwd=clone, check=True)
    subprocess.run(["git", "commit", "--quiet", "--allow-empty", "-m", "so far"], cwd=clone)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
