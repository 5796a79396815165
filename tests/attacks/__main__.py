"""Runs all attacks, or those that are named, and prints what held: `python -m tests.attacks`."""

import asyncio
import pkgutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from tests import attacks


def main(names: list[str]) -> int:
    """Runs attacks, and returns 1 if one succeeded."""
    found = [each.name for each in pkgutil.iter_modules(attacks.__path__)]
    ours = [name for name in found if not name.startswith(("_", "test_"))]
    status = 0
    for name in names or ours:
        module = import_module(f"tests.attacks.{name}")
        with tempfile.TemporaryDirectory(prefix="atelier-") as folder:
            try:
                lines = asyncio.run(module.attack(Path(folder)))
            except AssertionError as error:
                status, lines = 1, [f"did NOT hold: {error}"]
        for line in lines:
            print(f"{name}: {line}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
