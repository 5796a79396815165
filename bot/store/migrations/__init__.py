"""The numbered SQL files that create and migrate a database."""

from __future__ import annotations

from importlib.resources import files

from bot.store.database import NotOpened


def scripts(*folder: str) -> list[tuple[int, str]]:
    """Number and text of the SQL files in `migrations/`, or in a folder of it, in order."""
    found = files("bot.store.migrations").joinpath(*folder).iterdir()
    return sorted(
        (int(each.name.split("_")[0]), each.read_text(encoding="utf-8"))
        for each in found
        if each.name.endswith(".sql")
    )


def refuse_foreign(number: int, known: list[tuple[int, str]]) -> None:
    """Raises NotOpened if this release cannot read a database with this number; 0 is a new one."""
    if number > known[-1][0]:
        raise NotOpened("the database was written by a newer release of Atelier")
    if 0 < number < known[0][0]:
        raise NotOpened(
            "the database was written by a release before 1.0.0, which this release cannot read;"
            " it stays as it is, and DATABASE_URL must name a new one"
        )
