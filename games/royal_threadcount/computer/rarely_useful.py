"""Royal Threadcount: moves that computer players need not think about."""

from __future__ import annotations

from games.royal_threadcount.rules import market, sow

sow.rarely_useful({"sow {space:d}": lambda g, p, space: bool(g.cubes)})
market.rarely_useful({"refresh": True, "arrange": True})
