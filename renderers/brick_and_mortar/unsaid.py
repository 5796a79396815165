"""What `tell` leaves out of a view, and why."""

GROUPS = {
    "not in the picture either": """
        auction.starter cards.*.id cards.*.kind deals.* draft_leftovers* first_game
        gone.* market_d* players.*.acted players.*.cards players.*.hand players.*.hand_seen.*
        players.*.keeps_cards players.*.kinds_sold.* players.*.looked players.*.pack
        players.*.pack_seen.* players.*.redrawn players.*.says_how players.*.sold.*
        players.*.stocked.* put_away* says_payment shown_demand.* sold_publicly store_d* to_place
        trade.*.held.* trade.*.own_boxes.* trade.*.stockers.* turns.*
    """,
    "said of the moves": """
        ladder.* lots.*
    """,
    "follows from what is told": """
        scores.* cards.*.modifiers.*.drawn cards.*.modifiers.*.short cards.*.facts.* cards.*.text.*
    """,
    "stands beside the words in each message": """
        question.they
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""The reason by the path of a value in the view; a star stands for any part of a path."""
