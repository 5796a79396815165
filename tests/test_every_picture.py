"""What every game's pictures must keep."""

import pytest

from atelier_testing.pictures import *
from renderers import for_game
from tests.sampling import sampled


def test_a_game_without_a_renderer_is_named_in_the_error():
    for name in ("faro", "canvas", "cards", "../wigs", ""):
        with pytest.raises(LookupError, match="no pictures"):
            for_game(name)


sampled(4, test_the_final_picture_shows_every_shared_victory)
sampled(
    8,
    test_every_view_is_drawn_as_a_png_small_enough_to_send,
    test_names_of_any_kind_can_be_drawn_and_told,
)
