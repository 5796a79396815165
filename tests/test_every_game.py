"""What every game must keep."""

from atelier_testing.games import *
from atelier_testing.premoves import *
from atelier_testing.secrets import *
