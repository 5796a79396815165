"""What every game's pictures must keep."""

import pytest

from atelier_testing.pictures import *
from renderers import for_game
from tests.sampling import sampled


def test_a_game_without_a_renderer_is_named_in_the_error():
    for name in ("faro", "canvas", "cards", "../wigs", ""):
        with pytest.raises(LookupError, match="no pictures"):
            for_game(name)


sampled(
    4,
    test_the_final_picture_shows_every_shared_victory,
    test_text_and_picture_are_functions_of_the_view_and_leave_it_alone,
    test_a_picture_tells_nothing_that_its_viewer_does_not_know,
    test_different_positions_have_different_pictures_and_words,
    test_a_player_sees_something_of_their_own,
    test_every_picture_has_a_text_twin_short_enough_for_its_alt_text,
    test_an_alt_text_has_names_before_codes,
)
sampled(
    16,
    test_every_view_is_drawn_as_a_png_small_enough_to_send,
    test_names_of_any_kind_can_be_drawn_and_told,
    test_the_pieces_of_a_move_are_ringed_where_it_changes_the_picture,
)
sampled(10, test_the_cache_holds_the_parts_of_a_game_s_pictures)
