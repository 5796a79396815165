"""What everybody must see and read of every game."""

from atelier_testing.seen import *
from tests.sampling import sampled

sampled(20, test_the_long_text_says_all_that_pictures_show_but_what_their_module_lists)
sampled(
    5,
    test_every_text_stands_out_from_what_is_under_it,
    test_nothing_inside_the_border_of_a_sprite_is_transparent,
)
