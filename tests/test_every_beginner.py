"""Beginners are warned of what goes wrong, in every game."""

from atelier_testing.beginners import *
