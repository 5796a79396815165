"""What `describe` leaves unsaid of a view, and why."""

GROUPS = {
    "not in the picture either": """
        players.*.five accents layout redraw passes moved least_supply st*_rounds last.*
    """,
    "stands beside the words in each message": """
        prompt secret
    """,
    "follows from what is told": """
        players.*.seat answered.* choice winners.* sales.*.gold sales.*.held sales.*.squares.*
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""Kinds of values in a view, a star for any part of their path, with the reason."""
