"""Makes small mistakes in the rules of a game, or in a part of the house, and tells which of them
the tests let pass: `python -m tests.mutants --game NAME --seed N --count 100`, or `--part NAME`.

Those that change nothing in a part are listed in `tests/mutants/NAME_equivalent_mutants.toml`.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from atelier_testing.mutants.__main__ import run
from tests.mutants.subjects import PARTS, part


@contextmanager
def shared_database() -> Iterator[None]:
    """A PostgreSQL for the tests of all mutants, if one can be started here."""
    with ExitStack() as stack:
        with suppress(Exception):
            from tests.databases import STARTED, started

            os.environ[STARTED] = stack.enter_context(started(f"mutants-{os.getpid()}"))
        yield


if __name__ == "__main__":
    run({name: part(Path.cwd(), name) for name in PARTS}, shared_database())
