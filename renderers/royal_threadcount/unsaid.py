"""What `describe` leaves unsaid of a view, and why."""

GROUPS = {
    "not in the picture either": """
        favourite_pattern* players.*.by_hand players.*.finished players.*.favourite
        players.*.favourite_seen.* colours_known.* dye_cap idle_doubles scoring slots.* undealt
        unpicked offers.*.slot offers.*.beneath.* now.arranged now.before.* now.bought.*
        now.lost_silk now.refreshed now.sown.* previous.arranged previous.before.*
        previous.bought.* previous.cleared.* previous.filled.* previous.lines.*
        previous.lost_silk previous.number previous.refilled.* previous.refreshed
        previous.sown.* previous.zeros.* grid.* piles.* sheets.*.sets.* sheets.*.tie.*
        sheets.*.garments.* outcome.after.* outcome.filled.* outcome.cleared.*
        outcome.refilled.* zero_outcomes.*
    """,
    "stands beside the words in each message": """
        prompt secret
    """,
    "follows from what is told": """
        players.*.seat sheets.*.seat weeks now.filled.* now.cleared.* dyes.*.payable
        offers.*.payable outcome.lines.*
    """,
    "the labels of the moves tell it": """
        sowable.* outcome.silk
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""Kinds of values in a view, a star for any part of their path, with the reason."""
