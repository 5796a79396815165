"""What every game must keep of the words in its pictures."""

from atelier_testing.words import *
