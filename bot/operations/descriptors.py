"""File descriptors: how many this process may have open."""

from __future__ import annotations

import sys
from contextlib import suppress

OPEN_MAX = 10_240
"""macOS has no hard limit, and accepts no soft limit above this."""
WITHOUT_LIMIT = 1024
"""What counts as the limit on Windows, which knows none."""


def descriptor_limit() -> int:
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return OPEN_MAX if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Raises the soft limit to the hard one."""
    if sys.platform == "win32":
        return
    import resource

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_MAX if hard == resource.RLIM_INFINITY else hard
    with suppress(ValueError, OSError):  # the bot works with the soft limit, too
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
