"""Royal Threadcount: moves that computer players need not think about."""

from __future__ import annotations

from games.royal_threadcount.components import TURNS
from games.royal_threadcount.rules import open_wardrobe, refresh, sow_silk
from games.royal_threadcount.state import turn_of

sow_silk.rarely_useful(lambda g, p, space: bool(g.cubes))
# In the last turn silk has no other use, and new offers cover what the next player may want.
refresh.rarely_useful(lambda g, p: turn_of(g).number < TURNS)
open_wardrobe.rarely_useful()
