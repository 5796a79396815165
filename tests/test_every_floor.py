"""What every game must keep of the floor plan."""

from atelier_testing.floors import *
