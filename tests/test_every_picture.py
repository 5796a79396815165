"""What every game's pictures must keep."""

import pytest

from atelier_testing.pictures import *
from renderers import for_game


def test_a_game_without_a_renderer_is_named_in_the_error():
    for name in ("faro", "canvas", "cards", "../wigs", ""):
        with pytest.raises(LookupError, match="no pictures"):
            for_game(name)
