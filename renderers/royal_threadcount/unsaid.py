"""What `tell` leaves out of a view, and why."""

GROUPS = {
    "not in the picture either": """
        favourite_pattern* players.*.by_hand players.*.finished players.*.favourite
        players.*.favourite_seen.* colours_known.* dye_cap idle_doubles slots.* undealt unpicked
        offers.*.beneath.* now.arranged now.before.* now.bought.* now.lost_silk now.refreshed
        now.sown.* previous.arranged previous.before.* previous.bought.* previous.lost_silk
        previous.number previous.refreshed previous.sown.* piles.* sheets.*.tie.*
        zero_outcomes.*.*.*
    """,
    "follows from what is told": """
        asked.* players.*.seat scores.* scoring previous.refilled.* previous.zeros.* sheets.*.seat
        sheets.*.garments.*.complete sheets.*.garments.*.garment sheets.*.garments.*.hue
        sheets.*.garments.*.pattern
    """,
    "stands beside the words in each message": """
        question.prompt question.secret
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""The reason by the path of a value in the view; a star stands for any part of a path."""
