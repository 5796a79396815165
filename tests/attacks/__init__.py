"""Attacks by strangers, and what held.

Each module here has `async def attack(folder: Path) -> list[str]`, which attacks a bot whose files
are in that empty folder, raises AssertionError if something does not hold, and returns a line with
figures for each thing that did. `python -m tests.attacks` runs all of them, `make test` what is
quick.
"""
