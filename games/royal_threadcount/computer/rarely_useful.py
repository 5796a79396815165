"""Royal Threadcount: moves that computer players need not think about."""

from __future__ import annotations

from games.royal_threadcount.components import TURNS
from games.royal_threadcount.rules import market, sow
from games.royal_threadcount.state import turn_of

sow.rarely_useful({"sow {space:d}": lambda g, p, space: bool(g.cubes)})
# In the last turn silk has no other use, and new offers cover what the next player may want.
market.rarely_useful({"refresh": lambda g, p: turn_of(g).number < TURNS, "arrange": True})
