"""Work for worker processes: apart, since each of them loads this module."""

import os
import sys
import time
from pathlib import Path


def process_after(seconds: float) -> int:
    """The number of this process, after a while."""
    time.sleep(seconds)
    return os.getpid()


def loaded(names: list[str]) -> set[str]:
    return {*names} & {*sys.modules}


def slow_result(ready: Path, seconds: float = 0.1) -> bytes:
    """More than fits into a pipe, after a while."""
    ready.touch()
    time.sleep(seconds)
    return bytes(2**20)
