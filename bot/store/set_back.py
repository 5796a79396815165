"""What follows when a database was set back to an earlier state: by a restore, or by a failover to
a server that lacks the last transactions.

Messages in Discord may show what the database no longer knows. So everything open is posted anew,
numbers that may have been given are skipped, and messages from before are refused
(`interactions.controls`).
"""

from __future__ import annotations

SKIPPED_IDS = 1000
"""So many numbers of tables are skipped."""
RESTORED = "SELECT COALESCE(MAX(made), 0) FROM restores"
"""Query: when the database was last set back; 0 if it never was."""
OPEN = "SELECT id FROM tables WHERE status IN ('lobby', 'running')"


def statements(now: float, nonce: str) -> list[str]:
    """The statements that have the bot post every open table, show every league and register its
    commands again, and that store the time. `nonce` is the SQL for a new nonce.
    """
    return [
        f"INSERT INTO restores (made) VALUES ({now!r})",
        f"UPDATE posts SET next = {nonce} WHERE table_id IN ({OPEN})",
        f"INSERT INTO outbox (table_id, ticket) SELECT id, 1 FROM ({OPEN}) AS opened WHERE true"
        " ON CONFLICT (table_id) DO UPDATE SET ticket = outbox.ticket + 1",
        "UPDATE league_posts SET shown = ''",
        "UPDATE leagues SET next = 0, ticket = ticket + 1 WHERE status != 'ended'",
        "DELETE FROM registrations",
    ]
