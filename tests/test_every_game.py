"""What every game must keep."""

from atelier_testing.games import *
from atelier_testing.premoves import *
from atelier_testing.secrets import *
from tests.sampling import sampled

sampled(6, test_what_is_carried_out_without_a_question_was_set_for_this_question)
sampled(2, test_a_playthrough_still_plays_as_it_did)
