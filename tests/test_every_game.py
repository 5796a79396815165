"""What every game must keep."""

from atelier_testing.games import *
from atelier_testing.past import *
from atelier_testing.plans import *
from atelier_testing.premoves import *
from atelier_testing.secrets import *
from tests.sampling import sampled

sampled(
    10,
    test_no_two_moves_of_a_question_have_one_effect,
    test_orders_are_kept_while_open_given_while_set_and_seen_by_their_owner,
    test_a_guess_can_be_true_by_all_that_everybody_saw,
)
sampled(8, test_a_playthrough_still_plays_as_it_did)
sampled(
    17,
    test_a_plan_is_carried_out_as_it_was_read_or_stops_with_a_sentence,
    test_what_is_carried_out_without_a_question_was_set_for_this_question,
)
sampled(
    3,
    test_a_seat_that_is_asked_has_moves_and_no_other_seat_has,
    test_an_invited_answer_does_what_it_does_in_turn,
    test_who_is_asked_next_is_foreseen_more_often_than_not,
    test_labels_are_short_and_differ,
    test_every_choice_and_every_effect_occurs,
    test_games_end,
    test_garbage_is_refused,
    test_moves_that_were_open_before_are_refused_now,
    test_labels_of_later_questions_are_short_and_differ,
    test_what_only_asks_about_a_state_leaves_it_alone,
    test_what_hides_the_unknown_is_the_same_in_all_states_it_cannot_tell_apart,
    test_a_move_that_can_be_taken_back_tells_its_maker_nothing,
    test_a_spectator_sees_what_every_seat_sees_but_no_hand,
    test_an_answer_can_be_changed_until_the_last_is_in_and_nobody_sees_it,
)
sampled(
    4,
    test_replay_equals_play,
    test_no_piece_is_made_or_lost,
    test_a_view_tells_only_what_its_seat_may_know,
    test_play_goes_on_after_storage,
    test_play_never_touches_its_argument,
    test_views_are_plain_and_show_nothing_private,
    test_a_guess_can_be_played_to_the_end,
)
