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


def refuse_newer(number: int, known: list[tuple[int, str]]) -> None:
    """Raises NotOpened if a newer release has migrated the database."""
    if number > known[-1][0]:
        raise NotOpened("the database was written by a newer release of Atelier")


def newest() -> int:
    """The number of the last migration."""
    return scripts()[-1][0]
