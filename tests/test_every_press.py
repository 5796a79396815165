"""How many presses each decision of a game takes."""

from atelier_testing.presses import *
