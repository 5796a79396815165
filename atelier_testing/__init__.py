"""The tests that every game must pass, for the project that the game is in.

A module of tests with one line, `from atelier_testing import *`, has them all: of the rules, of the
pictures and of the cards. What they need of a project is what `python -m games new` writes:
`tests/games/test_NAME.py` with `pieces(g)`, and playthroughs in `tests/playthroughs/NAME`.
"""

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in ("games", "pictures", "cards")))

from atelier_testing.cards import *  # noqa: E402
from atelier_testing.games import *  # noqa: E402
from atelier_testing.pictures import *  # noqa: E402
