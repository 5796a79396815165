"""The parts of the house in which mistakes are made, and which tests should notice them."""

import re
from dataclasses import dataclass
from pathlib import Path

from atelier_testing.mutants.subjects import Subject, dotted

HOUSE = "bot", "cogs", "tests.", "attacks"
"""How the names of modules begin that may import a part of the bot."""


@dataclass(frozen=True)
class Part:
    """A part of the house, by patterns of files."""

    package: str
    modules: tuple[str, ...]
    """In the folder of the package."""
    tests: str
    """The modules that run it, each for seconds and not for minutes: "a" is `tests/test_a.py`."""
    importing: tuple[str, ...] = HOUSE


PARTS = {
    "kernel": Part(
        "games",
        ("_kernel/*.py", "reading.py", "record.py", "words.py"),
        "kernel* chance commitment dials editions games_command hidden_information invited"
        " languages names numbers open_questions passing picks planning plans premoves sizes teams"
        " typed_rules",
        ("bot", "cogs", "games", "renderers", "tests."),
    ),
    "bot/table": Part(
        "bot.table",
        ("*.py",),
        "table table_cache table_lobby table_undo answer_times broken_tables clock confirming"
        " forced gathering gone half_hour history league* leaving lobby load names news"
        " notifications open_questions pace peace reach rematch results seats servers story"
        " together undo wall_time",
    ),
    "bot/outbox": Part(
        "bot.outbox",
        ("*.py",),
        "automod clock direct_messages emoji gathering gone half_hour latest_messages layout"
        " league* messages note notifications open_questions outage pages_meanwhile panels peace"
        " posts restart review seats shown_again standing_messages table_workers unnoticed"
        " uploads wanted watch wire/emoji wire/healing wire/locale wire/opening",
    ),
    "bot/store": Part(
        "bot.store",
        ("*.py",),
        "store* alarms clock league mydata next_table note numbers outage pace peace postgres posts"
        " reach results servers settings shown_again statistics stats table table_cache"
        " table_undo turns wall_time watch attacks/refusals attacks/rows attacks/set_back"
        " wire/backup",
    ),
}


def part(root: Path, name: str) -> Subject:
    """A part of the house, by its name in PARTS."""
    known = PARTS[name]
    folder = root.joinpath(*known.package.split("."))
    files = sorted(path for each in known.modules for path in folder.glob(each))
    tests = root / "tests"
    found = [path for each in known.tests.split() for path in tests.glob(file_of(each))]
    return Subject(
        root,
        name,
        known.package,
        {dotted(path.relative_to(folder)): path for path in files},
        tuple(sorted({path.relative_to(root).as_posix() for path in found})),
        known.importing,
        tests / "mutants" / f"{name.replace('/', '_')}_equivalent_mutants.toml",
        85,
    )


def file_of(test: str) -> str:
    """The file of a module of tests of a part, or the pattern of several, in `tests/`."""
    return re.sub(r"(\w+\*?)$", r"test_\1.py", test)
