"""What `tell` leaves out of a view, and why."""

GROUPS = {
    "not in the picture either": """
        players.*.five accents layout redraw passes moved least_supply st*_rounds
    """,
    "follows from what is told": """
        players.*.seat question.name scores.* winners.* sales.*.gold sales.*.held
    """,
    "stands beside the words in each message": """
        question.prompt question.secret
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""The reason by the path of a value in the view; a star stands for any part of a path."""
