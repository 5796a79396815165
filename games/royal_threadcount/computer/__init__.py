"""Royal Threadcount: what computer players do."""

from games.royal_threadcount.computer import absent, expert, rarely_useful

__all__ = ["absent", "expert", "rarely_useful"]
