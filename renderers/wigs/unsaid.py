"""What `tell` leaves unsaid of a view, and why."""

GROUPS = {
    "not in the picture either": """
        players.*.five accents layout redraw passes moved least_supply st*_rounds
    """,
    "follows from what is told": """
        players.*.seat choice scores.* winners.* sales.*.gold sales.*.held
    """,
    "stands beside the words in each message": """
        prompt secret
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""Kinds of values in a view, a star for any part of their path, with the reason."""
