"""Beginners are warned of what goes wrong, in every game."""

from atelier_testing.beginners import *
from tests.sampling import sampled

sampled(4, test_nothing_goes_wrong_for_a_beginner_without_a_warning)
