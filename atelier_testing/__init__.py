"""The tests that every game must pass, for the project that the game is in.

A module of tests with one line, `from atelier_testing import *`, has them all: of the rules,
secrets, files, pictures, cards, lesson and translations. What they need of a project is what
`python -m games new` writes: `tests/games/test_NAME.py` with `pieces(g)`, and playthroughs in
`tests/playthroughs/NAME`.
"""

import pytest

PARTS = (
    "cards",
    "games",
    "pictures",
    "played",
    "premoves",
    "secrets",
    "structure",
    "texts",
    "words",
)
pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in PARTS))

from atelier_testing.cards import *  # noqa: E402
from atelier_testing.games import *  # noqa: E402
from atelier_testing.pictures import *  # noqa: E402
from atelier_testing.premoves import *  # noqa: E402
from atelier_testing.secrets import *  # noqa: E402
from atelier_testing.structure import *  # noqa: E402
from atelier_testing.texts import *  # noqa: E402
from atelier_testing.words import *  # noqa: E402
