"""Computer players: their levels, the process in which they think, and what wakes them."""
