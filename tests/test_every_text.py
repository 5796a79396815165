"""What every game must keep of what it tells players besides its rules."""

from atelier_testing.texts import *
from tests.sampling import sampled

sampled(5, test_each_verb_of_a_player_has_a_form_for_you)
