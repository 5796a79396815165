"""What every game must keep of what it tells players besides its rules."""

from atelier_testing.texts import *
