"""Opening tables, and the buttons of lobbies, seats and votes, which count once imported."""

from cogs._tables import lobby, seats

__all__ = ["lobby", "seats"]
