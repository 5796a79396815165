"""Makes a release: `python3 atelier.py release 0.2.0`; or only the pins: `release --pins`.

A release raises the version in pyproject.toml, dates the Unreleased section of CHANGELOG.md, makes
the pinned requirements, keeps a database of this release in tests/upgrades, commits all of it and
tags the commit. Nothing is pushed.
"""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from uv import find_uv_bin

ROOT = Path(__file__).parent.parent
PYPROJECT, CHANGELOG = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
VERSION = re.compile(r"\d+\.\d+\.\d+")
UNRELEASED = "## Unreleased"
OLDEST_PYTHON = "3.11"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = ("linux", "aarch64-unknown-linux-gnu", "macos", "x86_64-apple-darwin", "windows")
PINS = {
    "requirements.txt": "postgres",
    "requirements-play.txt": "play",
    "requirements-test.txt": "test",
}
"""The pins, each with the extra that it adds; a later file keeps the versions before it."""


class NotReleased(Exception):
    """A release cannot be made; its text is one sentence that says why."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="atelier.py release", description=__doc__)
    parser.add_argument("version", nargs="?", help="the new version, such as 0.2.0")
    parser.add_argument("--pins", action="store_true", help="make only the pinned requirements")
    parser.add_argument("--upgrade", action="store_true", help="pin the newest versions")
    chosen = parser.parse_args()
    if chosen.pins == bool(chosen.version):
        parser.error("name the new version, or --pins")
    try:
        if chosen.pins:
            make_pins(chosen.upgrade)
            check_wheels()
        else:
            release(chosen.version, chosen.upgrade)
    except NotReleased as error:
        sys.exit(str(error))


def release(version: str, upgrade: bool) -> None:
    """Make a release; NotReleased before anything is changed where it cannot be made."""
    now = current_version()
    changelog = CHANGELOG.read_text(encoding="utf-8")
    if not VERSION.fullmatch(version) or as_numbers(version) <= as_numbers(now):
        raise NotReleased(f"The version must look like 0.2.0 and come after {now}.")
    dated = date_unreleased(changelog, version, datetime.now(UTC).date().isoformat())
    if output("git", "status", "--porcelain"):
        raise NotReleased("There are changes that are not committed; commit or remove them first.")
    if output("git", "tag", "--list", f"v{version}"):
        raise NotReleased(f"There is a tag v{version} already.")
    make_pins(upgrade)
    check_wheels()
    run(sys.executable, "-m", "tests.upgrades", version)
    text = PYPROJECT.read_text(encoding="utf-8")
    PYPROJECT.write_text(with_version(text, version), encoding="utf-8", newline="\n")
    CHANGELOG.write_text(dated, encoding="utf-8", newline="\n")
    run("git", "add", "--all")
    run("git", "commit", "--quiet", "--message", f"release {version}")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Atelier {version}")
    print(f"Atelier {version} is committed and tagged. Run `make test`, then push both.")


def current_version() -> str:
    return tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]


def as_numbers(version: str) -> list[int]:
    """Return a version as numbers, which compare as versions do."""
    return [int(part) for part in version.split(".")]


def with_version(pyproject: str, version: str) -> str:
    return re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', pyproject, count=1)


def date_unreleased(changelog: str, version: str, day: str) -> str:
    """Return the changelog with what is unreleased under a version and a day (YYYY-MM-DD)."""
    before, heading, after = changelog.partition(f"{UNRELEASED}\n")
    entries = after.partition("\n## ")[0]
    if not heading or not entries.strip():
        raise NotReleased(f"CHANGELOG.md has nothing under “{UNRELEASED}”.")
    return f"{before}{heading}\n## {version} · {day}\n{after}"


def make_pins(upgrade: bool = False) -> None:
    """Write the pinned requirements, with the hashes of every platform and Python."""
    done: list[str] = []
    for file, extra in PINS.items():
        arguments = ["--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes"]
        arguments += ["--no-emit-index-url", "--no-emit-find-links", "--extra", extra]
        arguments += [each for before in done for each in ("--constraint", before)]
        arguments += ["--upgrade"] if upgrade else []
        uv("pip", "compile", "--quiet", *arguments, "--output-file", file, "pyproject.toml")
        done.append(file)


def check_wheels() -> None:
    """Raise NotReleased unless all pins can be installed everywhere without a compiler."""
    for python in PYTHONS:
        for platform in PLATFORMS:
            where = ("--python-version", python, "--python-platform", platform)
            try:
                uv("pip", "compile", "--only-binary", ":all:", "--no-deps", *where, [*PINS][-1])
            except NotReleased as error:
                raise NotReleased(f"Python {python} on {platform}: {error}") from None


def uv(*arguments: str) -> None:
    """Run uv; NotReleased with its words where it fails."""
    environment = os.environ | {"UV_CUSTOM_COMPILE_COMMAND": "python3 atelier.py release --pins"}
    done = subprocess.run(
        [find_uv_bin(), *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise NotReleased(done.stderr.strip())


def run(*command: str) -> None:
    """Run a command in the project; NotReleased where it fails."""
    if subprocess.run(command, cwd=ROOT).returncode:
        raise NotReleased(f"This failed: {' '.join(command)}. `git restore .` takes back the rest.")


def output(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise NotReleased(done.stderr.strip())
    return done.stdout.strip()


if __name__ == "__main__":
    main()
