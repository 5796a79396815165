"""What every game must keep."""

from atelier_testing.games import *
