"""Checks the package of a game in whose folder it is started, and prints what it found:
`python -m atelier_testing`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from atelier_testing.project import entry_points_of, seed_of_day

CHECKS = {
    "style": (("ruff", "check", "."), ("ruff", "format", "--check", ".")),
    "types": (("pyright", "--pythonpath", sys.executable),),
    "tests": (("pytest",),),
    "mutants": (("atelier_testing.mutants",),),
}
"""Modules to run with their arguments, by what they check."""
FOUND = re.compile(
    r"All checks passed|Found \d+ errors?|\d+ files? .*formatted|\d+ errors?, \d+ warnings?"
    r"|\d+ of \d+ mutants killed|\d+ \w+(?:, \d+ \w+)* in \d[\d.]*s"
)
"""In what words these programs sum up what they found."""
MUTANTS = 20


def main(arguments: list[str]) -> int:
    """Runs the checks; returns 1 if one found something, 2 if one cannot be made."""
    parser = argparse.ArgumentParser("python -m atelier_testing", description=__doc__)
    parser.add_argument("checks", nargs="*", help=f"some of {', '.join(CHECKS)}; all if not given")
    parser.add_argument("--count", type=int, default=MUTANTS, help="small mistakes to make")
    given = parser.parse_args(arguments)
    if unknown := sorted({*given.checks} - {*CHECKS}):
        parser.error(f"There is no check “{unknown[0]}”; there are: {', '.join(CHECKS)}.")
    try:
        games = entry_points_of(Path("pyproject.toml"))
    except LookupError as sorry:
        parser.error(str(sorry))
    if not games:
        parser.error("This pyproject.toml offers no game as an entry point of atelier.games.")
    ends = {each: checked(each, [*games], given.count) for each in given.checks or CHECKS}
    print()
    for check, (_, sentence) in ends.items():
        print(f"{check:9}{sentence}")
    return max(status for status, _ in ends.values())


def checked(check: str, games: list[str], count: int) -> tuple[int, str]:
    """How a check ends: its status, and a sentence."""
    said: list[str] = []
    for module, *words in CHECKS[check]:
        if not is_installed(module):
            return 2, f"is left out: {module} is not installed; “uv sync” installs it."
        if check == "mutants" and not hasattr(os, "fork"):
            return 2, "is left out: this system cannot fork processes; run it on Linux or macOS."
        for more in of_mutants(games, count) if check == "mutants" else ([],):
            done = subprocess.run(
                [sys.executable, "-m", module, *words, *more],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            print(done.stdout, end="", flush=True)
            summed = FOUND.findall(done.stdout)
            said += summed[-1:]
            if done.returncode:
                return 1, f"failed: {said[-1] if summed else 'see above'}"
    return 0, f"passed: {', '.join(said)}"


def is_installed(module: str) -> bool:
    """Whether a module can be started."""
    try:
        return find_spec(module) is not None
    except ValueError:  # it was ruled out
        return False


def of_mutants(games: list[str], count: int) -> list[list[str]]:
    """What mistakes are made: others every day."""
    seed = str(seed_of_day())
    return [["--game", name, "--seed", seed, "--count", str(count)] for name in games]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
