"""What every game must keep of the files that `games/README.md` lists."""

from atelier_testing.structure import *
