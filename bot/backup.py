"""Backup and restore of the database: `python -m bot.backup`, as operators' scripts call it."""

import sys

from bot.store.backup import main

if __name__ == "__main__":
    sys.exit(main())
