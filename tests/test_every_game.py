"""What every game must keep."""

from atelier_testing.games import *
from atelier_testing.premoves import *
from atelier_testing.secrets import *
from tests.sampling import sampled

sampled(6, test_what_is_carried_out_without_a_question_was_set_for_this_question)
sampled(
    2,
    test_a_playthrough_still_plays_as_it_did,
    test_replay_equals_play,
    test_no_piece_is_made_or_lost,
    test_a_view_tells_only_what_its_seat_may_know,
    test_play_goes_on_after_storage,
    test_play_never_touches_its_argument,
    test_views_are_plain_and_show_nothing_private,
    test_a_guess_can_be_played_to_the_end,
)
