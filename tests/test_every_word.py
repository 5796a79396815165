"""What every game must keep of the words in its pictures."""

from atelier_testing.words import *
from tests.sampling import sampled

sampled(16, test_names_of_any_kind_fit_into_a_picture_and_stay_apart)
sampled(5, test_pictures_keep_nothing_in_another_language)
sampled(
    4,
    test_every_word_that_describes_a_picture_is_translated,
    test_a_name_of_usual_length_is_never_cut_and_a_long_one_keeps_its_beginning,
    test_what_decides_a_move_is_legible_in_a_narrow_message,
    test_every_word_of_a_picture_is_translated,
    test_longer_words_stay_on_a_picture_and_apart,
    test_words_fit_into_a_picture_in_every_language,
)
