"""What every game must keep of the words in its pictures."""

from atelier_testing.words import *
from tests.sampling import sampled

sampled(8, test_names_of_any_kind_fit_into_a_picture_and_stay_apart)
sampled(5, test_pictures_keep_nothing_in_another_language)
sampled(
    4,
    test_every_word_of_a_picture_is_translated,
    test_longer_words_stay_on_a_picture_and_apart,
    test_words_fit_into_a_picture_in_every_language,
)
