"""Settings: all that can be set is explained, and what does not fit is said in one sentence."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.operations.config import Settings, SettingsError, read_settings
from tests import forked
from tests.test_setup import as_somebody_lesser
from tests.wire.standin import StandIn

ROOT = Path(__file__).parent.parent
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.never.to-be-printed"
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
NAMES = [name.upper() for name in Settings.model_fields]


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An environment without settings of ours, in an empty folder."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


# --- What can be set ------------------------------------------------------------------------------


def test_every_setting_stands_in_the_example_once_and_nothing_else_does():
    assert sorted(re.findall(r"^#? ?([A-Z_]+)=", EXAMPLE, re.MULTILINE)) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_in_the_example_has_a_comment_above_it(name: str):
    [paragraph] = [part for part in EXAMPLE.split("\n\n") if f"\n{name}=" in f"\n{part}"]
    comment, *_ = paragraph.split(f"{name}=")
    assert comment.startswith("# ") and len(comment) > 30


def test_the_example_itself_does_once_the_token_is_filled_in(tmp_path: Path):
    filled = EXAMPLE.replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={TOKEN}")
    (tmp_path / ".env").write_text(filled, encoding="utf-8")
    defaults = Settings(_env_file=None, discord_token=TOKEN)  # type: ignore[call-arg]
    assert read_settings() == defaults


def test_the_environment_comes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nBOARD_SECONDS=3\nPATH=x\n")
    assert read_settings().board_seconds == 3
    monkeypatch.setenv("BOARD_SECONDS", "4")
    assert read_settings().board_seconds == 4


def test_settings_print_neither_the_token_nor_a_password():
    address = "postgresql://atelier:silk-and-lace@somewhere/atelier"
    settings = Settings(_env_file=None, discord_token=f" {TOKEN}\n", database_url=address)  # type: ignore[call-arg]
    assert TOKEN not in f"{settings} {settings!r}" and "silk" not in f"{settings} {settings!r}"
    assert settings.discord_token.get_secret_value() == TOKEN and settings.database == address


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("sqlite:///atelier.sqlite3", "atelier.sqlite3"),
        ("sqlite:///./here.sqlite3", "here.sqlite3"),
        ("sqlite:////tmp/atelier.sqlite3", "/tmp/atelier.sqlite3"),
    ],
)
def test_three_slashes_name_a_file_here_and_four_a_file_anywhere(
    address: str, file: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", address)
    assert read_settings().database == Path(file)


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("LOG_LEVEL", "debug", "DEBUG"),
        ("SHARD_COUNT", "", None),
        ("SHARD_IDS", "", None),
        ("DISCORD_API_URL", "http://127.0.0.1:1/api/v10/", "http://127.0.0.1:1/api/v10"),
        ("BOARD_SECONDS", "0", 0.0),
        ("DM_SECONDS", "0.5", 0.5),
        ("DM_RETRY_SECONDS", "90", 90.0),
        ("THINKING_SECONDS", "60", 60.0),
    ],
)
def test_a_setting_means_what_it_says(
    name: str, value: str, meant: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    assert getattr(read_settings(), name.lower()) == meant


def test_shards_are_numbers_with_commas_between(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "0, 2")
    assert read_settings().shard_ids == [0, 2]


# --- What does not fit ----------------------------------------------------------------------------

WRONG: dict[str, tuple[dict[str, str | None], str]] = {
    "no token": ({"DISCORD_TOKEN": None}, "DISCORD_TOKEN is missing"),
    "an empty token": ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not usable: it is empty"),
    "a blank token": ({"DISCORD_TOKEN": "  "}, "DISCORD_TOKEN is not usable: it is empty"),
    "another database": ({"DATABASE_URL": "mysql://a:b@c/d"}, "DATABASE_URL is not usable"),
    "no database": ({"DATABASE_URL": ""}, "DATABASE_URL is not usable"),
    "two slashes": ({"DATABASE_URL": "sqlite://atelier.sqlite3"}, "DATABASE_URL is not usable"),
    "only slashes": ({"DATABASE_URL": "sqlite:///"}, "DATABASE_URL is not usable"),
    "no such folder": ({"DATABASE_URL": "sqlite:///not/there.db"}, "folder that does not exist"),
    "no such folder anywhere": (
        {"DATABASE_URL": "sqlite:////not/there.db"},
        "folder that does not exist: /not",
    ),
    "a port for web pages alone": ({"WEB_PORT": "8080"}, "WEB_PORT needs WEB_URL beside it: "),
    "no port": ({"WEB_PORT": "http"}, "WEB_PORT is not usable"),
    "no address of web pages": ({"WEB_URL": "watch.example"}, "WEB_URL is not usable: it must be"),
    "a query in an address": ({"WEB_URL": "https://a.b/?c"}, "WEB_URL is not usable: it must be"),
    "a word for a number": ({"THINKING_SECONDS": "abc"}, "THINKING_SECONDS is not usable"),
    "a negative number": ({"THINKING_SECONDS": "-1"}, "THINKING_SECONDS is not usable"),
    "no number": ({"THINKING_SECONDS": "nan"}, "THINKING_SECONDS is not usable"),
    "for ever": ({"BOARD_SECONDS": "inf"}, "BOARD_SECONDS is not usable"),
    "shards without a count": ({"SHARD_IDS": "0,1"}, "SHARD_IDS needs SHARD_COUNT"),
    "shards that are no numbers": (
        {"SHARD_IDS": "0;1", "SHARD_COUNT": "2"},
        "SHARD_IDS is not usable",
    ),
    "a shard beyond the count": ({"SHARD_IDS": "0,2", "SHARD_COUNT": "2"}, "SHARD_IDS"),
    "a negative shard": ({"SHARD_IDS": "-1", "SHARD_COUNT": "2"}, "SHARD_IDS"),
    "no shard at all": ({"SHARD_COUNT": "0"}, "SHARD_COUNT is not usable"),
    "an unknown level": ({"LOG_LEVEL": "loud"}, "LOG_LEVEL is not usable"),
    "no address": ({"DISCORD_API_URL": "discord.com"}, "DISCORD_API_URL is not usable"),
    "no page": ({"SOURCE_URL": "our shelf"}, "SOURCE_URL is not usable: it must be the address"),
    "no address of a page": ({"PRIVACY_URL": "example.org"}, "PRIVACY_URL is not usable"),
    "no gateway": ({"DISCORD_GATEWAY_URL": "localhost:1"}, "DISCORD_GATEWAY_URL is not usable"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_setting_is_named_in_one_sentence(case: str, monkeypatch: pytest.MonkeyPatch):
    settings, sentence = WRONG[case]
    for name, value in {"DISCORD_TOKEN": TOKEN, **settings}.items():
        if value is not None:
            monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refusal:
        read_settings()
    said = str(refusal.value)
    assert sentence in said and TOKEN not in said
    assert said.endswith(".") and "\n" not in said and "pydantic" not in said
    # a cause that is printed with it would hold the value that was refused
    assert refusal.value.__suppress_context__ or refusal.value.__context__ is None


def test_a_file_that_is_no_text_is_named_in_one_sentence(tmp_path: Path):
    (tmp_path / ".env").write_bytes(f"DISCORD_TOKEN={TOKEN}\n# für später\n".encode("latin-1"))
    with pytest.raises(SettingsError, match=r"\.env is not plain text in UTF-8\.$"):
        read_settings()


# --- The process ----------------------------------------------------------------------------------


def run(
    folder: Path,
    first: Callable[[], None] | None = None,
    module: str = "bot",
    **settings: str | None,
) -> subprocess.CompletedProcess[str]:
    """The bot's process in a folder, when it has ended; `first` runs before all else."""
    env = {name: value for name, value in os.environ.items() if name not in NAMES}
    env |= {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN}
    for name, value in settings.items():
        if value is None:
            del env[name]
        else:
            env[name] = value
    if first is None:
        return forked.run(module, cwd=folder, env=env)
    return subprocess.run(
        [sys.executable, "-m", module],
        cwd=folder,
        env=env,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        preexec_fn=first,
    )


def assert_one_sentence(
    ended: subprocess.CompletedProcess[str], sentence: str, status: int = 2
) -> None:
    """It ended with this status and a sentence that says this, and nothing else."""
    assert ended.returncode == status
    said = [
        line for line in ended.stderr.splitlines() if not re.match(r"\d{4}-.* (INFO|WARN)", line)
    ]
    assert len(said) == 1 and sentence in said[0] and said[0].endswith(".")
    assert ended.stdout == "" and "Traceback" not in ended.stderr
    assert TOKEN not in ended.stderr


@pytest.mark.parametrize("case", ["no token", "another database", "a word for a number"])
def test_the_bot_ends_with_one_sentence_where_a_setting_does_not_fit(case: str, tmp_path: Path):
    settings, sentence = WRONG[case]
    assert_one_sentence(run(tmp_path, **settings), sentence)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sampled(one_in=3)
@pytest.mark.skipif(not forked.POSSIBLE, reason="processes are forked on Linux alone")
def test_a_forked_process_says_what_the_command_says_and_ends_as_it_does(tmp_path: Path):
    command, fork = (run(tmp_path, first, DATABASE_URL="") for first in (as_somebody_lesser, None))
    assert command.args != fork.args
    ended = (command.returncode, command.stdout, command.stderr)
    assert ended == (fork.returncode, fork.stdout, fork.stderr) and ended[0] == 2


def test_the_bot_ends_with_one_sentence_where_its_file_is_no_text(tmp_path: Path):
    (tmp_path / ".env").write_bytes(b"\xff\xfe" + f"DISCORD_TOKEN={TOKEN}".encode("utf-16-le"))
    assert_one_sentence(run(tmp_path), ".env is not plain text")


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[StandIn]:
    """A Discord that knows the token."""
    async with StandIn(TOKEN) as standin:
        yield standin


def not_a_database(path: Path) -> None:
    """A file of something else."""
    path.write_text("These are the minutes of the guild of wig makers.\n" * 50)


def newer(path: Path) -> None:
    """A database of a release to come."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9999")


def locked_away(path: Path) -> None:
    """A folder where the file should be."""
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (not_a_database, "it is damaged; stop the bot and restore a backup"),
        (newer, "newer release"),
        (locked_away, "unable to open"),
    ],
)
async def test_the_bot_ends_with_one_sentence_where_its_database_does_not_fit(
    spoil: Callable[[Path], None], sentence: str, tmp_path: Path, discord: StandIn
):
    spoil(tmp_path / "atelier.sqlite3")
    ended = await asyncio.to_thread(
        run, tmp_path, DISCORD_API_URL=discord.api, DISCORD_GATEWAY_URL=discord.gateway
    )
    assert_one_sentence(ended, sentence, status=1)
    assert "DATABASE_URL is not usable" in ended.stderr and not discord.connected


@pytest.mark.parametrize("token", ["wrong.token.here", "with spaces", "t\x01ken", "töken"])
async def test_the_bot_ends_with_one_sentence_where_discord_refuses_its_token(
    token: str, tmp_path: Path, discord: StandIn
):
    ended = await asyncio.to_thread(run, tmp_path, DISCORD_TOKEN=token, DISCORD_API_URL=discord.api)
    assert_one_sentence(ended, "DISCORD_TOKEN is not usable: Discord does not know this token")
    assert token not in ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (503, "Discord has trouble (status 503)"),
        (403, "Discord does not let the bot in (status 403, code 0)"),
        ((429, 500.0), "Discord gets too many requests"),
    ],
)
async def test_the_bot_ends_with_one_sentence_where_discord_does_not_let_it_in(
    answer: int | tuple[int, float], sentence: str, tmp_path: Path, discord: StandIn
):
    discord.refuse("GET", "/users/@me", answer)
    ended = await asyncio.to_thread(run, tmp_path, DISCORD_API_URL=discord.api)
    assert_one_sentence(ended, sentence, status=1)


async def test_the_bot_ends_with_one_sentence_without_a_network(tmp_path: Path):
    ended = await asyncio.to_thread(run, tmp_path, DISCORD_API_URL="http://127.0.0.1:9/api/v10")
    assert_one_sentence(ended, "Discord cannot be reached", status=1)


@pytest.mark.sampled(one_in=3)
@pytest.mark.skipif(sys.platform != "linux", reason="rights are taken from root on Linux")
def test_the_bot_ends_with_one_sentence_where_its_settings_cannot_be_read(tmp_path: Path):
    (tmp_path / ".env").write_text("A=1\n")
    (tmp_path / ".env").chmod(0)
    ended = run(tmp_path, as_somebody_lesser)
    assert_one_sentence(ended, "The file .env cannot be read: Permission denied.")
