"""The container image: what enters it is enough to run the bot, and nothing secret enters it.

No container engine is needed here: the steps are read from the Dockerfile and done in a folder.
"""

import ast
import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

import pytest

from bot.operations.config import Settings
from tests.wire.home import TOKEN, home
from tests.wire.standin import until
from tests.wire.test_watched import free_port

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
IGNORED = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")


def instructions(name: str) -> list[str]:
    """What follows each instruction of this name in the Dockerfile."""
    return re.findall(rf"^{name} +(.+)$", DOCKERFILE, re.MULTILINE)


def command(name: str) -> list[str]:
    """The command of the only CMD or HEALTHCHECK, for the Python that runs this test."""
    [line] = instructions(name)
    python, *arguments = json.loads(line[line.index("[") :])
    assert python == "python"
    return [sys.executable, *arguments]


def enters(path: PurePosixPath) -> bool:
    """Whether .dockerignore lets a file into the build; the last line that fits decides."""
    decided = True
    for line in IGNORED:
        pattern = line.removeprefix("!")
        if line.startswith("#"):
            continue
        for each in [path, *path.parents]:
            name = each.name if pattern.startswith("**/") else str(each)
            if fnmatchcase(name, pattern.removeprefix("**/")):
                decided = line.startswith("!")
    return decided


def copied() -> Iterator[Path]:
    """The files that the Dockerfile copies from the project, relative to it."""
    for line in instructions("COPY"):
        *sources, _ = shlex.split(line)
        if sources[0].startswith("--from"):
            continue
        for source in sources:
            found = [ROOT / source, *(ROOT / source).rglob("*")]
            names = [path.relative_to(ROOT) for path in found if path.is_file()]
            entered = [name for name in names if enters(PurePosixPath(name.as_posix()))]
            assert entered, f"nothing of {source} enters the build"
            yield from entered


# --- What is in it --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *(".env", "bot/.env", ".env.example", ".git/config", ".venv/bin/python"),
        *("atelier.sqlite3", "atelier.sqlite3-wal", "games/atelier.sqlite3.before-20260301"),
        *("tests/test_container.py", "docs/hosting.md", "bot/__pycache__/app.cpython-313.pyc"),
        *("bot/offline/front.py", "requirements-test.txt"),
    ],
)
def test_secrets_databases_and_what_the_bot_does_not_need_stay_out(path: str):
    assert not enters(PurePosixPath(path))


def test_the_image_runs_the_bot_as_a_user_without_rights_from_pinned_packages():
    *_, user = instructions("USER")
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user), "a number, which a host can check"
    assert DOCKERFILE.rindex("\nUSER") < DOCKERFILE.rindex("\nCMD")
    [base] = [line for line in instructions("ARG") if line.startswith("BASE=")]
    assert re.fullmatch(r"BASE=python:3\.\d+-slim(@sha256:[0-9a-f]{64})?", base)
    assert {line.split()[0] for line in instructions("FROM")} == {"${BASE}"}
    assert ":latest" not in DOCKERFILE + COMPOSE
    [install] = [line for line in instructions("RUN") if " install " in line and "pip" in line]
    assert "--require-hashes" in install and install.endswith("-r /tmp/requirements.txt")


def test_the_check_of_its_health_needs_the_standard_library_alone():
    *_, program = command("HEALTHCHECK")
    imports = [node for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Import)]
    names = {name.name.partition(".")[0] for node in imports for name in node.names}
    assert names and names <= sys.stdlib_module_names


# --- How it runs ----------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
async def test_what_is_copied_runs_the_bot_and_is_only_read(tmp_path: Path):
    tree, port = tmp_path / "image", free_port()
    for name in copied():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)
    [compile_all] = [line for line in instructions("RUN") if "compileall" in line]
    _, *arguments = [each for each in shlex.split(compile_all) if not each.startswith("/opt")]
    subprocess.run([sys.executable, *arguments], cwd=tree, check=True)
    before = stamps(tree)
    env = dict(each.split("=", 1) for line in instructions("ENV") for each in shlex.split(line))
    assert env["DATABASE_URL"].startswith("sqlite:////data/") and env["METRICS_PORT"].isdigit()
    env |= {"PATH": os.environ["PATH"], "METRICS_PORT": str(port), "DISCORD_TOKEN": TOKEN}
    async with home(tmp_path) as bot:
        env |= {"DISCORD_API_URL": bot.discord.api, "DISCORD_GATEWAY_URL": bot.discord.gateway}
        env["DATABASE_URL"] = f"sqlite:///{bot.database}"
        with (tmp_path / "output").open("wb") as output:
            bot.process = await asyncio.create_subprocess_exec(
                *command("CMD"), cwd=tree, env=env, stdout=output, stderr=output
            )
        await until(lambda: bot.discord.connected, "the bot connects", 30)
        async with asyncio.timeout(30):
            while (found := await checked(env))[0] != 0:
                pass
        assert found == (0, {"healthy": True, "reasons": []})
        await bot.open()
        assert await bot.end() == 0
        assert bot.broken == "" and bot.discord.unknown == []
        assert (await checked(env))[0] != 0
    assert stamps(tree) == before


async def checked(env: dict[str, str]) -> tuple[int | None, object]:
    """The exit status of the health check, and what it prints."""
    process = await asyncio.create_subprocess_exec(
        *command("HEALTHCHECK"),
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    printed, _ = await process.communicate()
    return process.returncode, json.loads(printed or "null")


def stamps(tree: Path) -> dict[Path, int]:
    """When each file and folder was last written."""
    return {path: path.stat().st_mtime_ns for path in [tree, *tree.rglob("*")]}


# --- With a database beside it --------------------------------------------------------------------


def service(name: str) -> str:
    [found] = re.findall(rf"^  {name}:\n((?:    .*\n|\n)+)", COMPOSE, re.MULTILINE)
    return found


def test_compose_sets_what_the_example_explains_and_opens_no_port():
    known = {name.upper() for name in Settings.model_fields}
    assert set(re.findall(r"\$\{?(\w+)", COMPOSE)) <= known
    environment = dict(re.findall(r"^      ([A-Z_]+): (.+)$", service("bot"), re.MULTILINE))
    assert {"DATABASE_URL", "METRICS_PORT"} <= environment.keys() <= known
    settings = {name.lower(): value.strip('"') for name, value in environment.items()}
    address = Settings(_env_file=None, discord_token=TOKEN, **settings).database  # type: ignore[arg-type]
    assert isinstance(address, str)
    folder = address.partition("?host=")[2]
    for name in ("bot", "database"):
        assert f'"socket:{folder}"' in service(name)
        assert "<<: *every-service" in service(name)
    assert "env_file: .env\n" in service("bot") and "network_mode: none\n" in service("database")
    assert "ports:" not in COMPOSE


def test_compose_takes_from_every_service_what_it_does_not_need():
    [shared] = re.findall(r"^x-every-service:.*\n((?:  .*\n)+)", COMPOSE, re.MULTILINE)
    for line in ("read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'):
        assert f"  {line}\n" in shared
    assert len(re.findall(r"^    mem_limit: \d+m$", COMPOSE, re.MULTILINE)) == 2
