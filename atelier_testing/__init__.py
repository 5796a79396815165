"""The tests that every game must pass, for the project that the game is in.

A module of tests that imports all from `every` has them: of the rules, secrets, files, pictures,
pages, cards, lesson and translations. `python -m atelier_testing` runs them, and
checks style, types and how much the tests notice. What they need of a project is what
`python -m games new` writes: `tests/games/test_NAME.py` with `pieces(g)`, and playthroughs in
`tests/playthroughs/NAME`.
"""

from contextlib import suppress

PARTS = (
    "beginners",
    "cards",
    "games",
    "leaks",
    "pages",
    "past",
    "pictures",
    "plans",
    "played",
    "premoves",
    "presses",
    "secrets",
    "seen",
    "structure",
    "texts",
    "words",
)

with suppress(ImportError):  # the command says what is missing
    import pytest

    pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in PARTS))
