"""What `describe` leaves unsaid of a view, and why."""

GROUPS = {
    "not in the picture either": """
        all_boxes.* auction.starter auction.store cards.*.id cards.*.kind cards.*.figures.*
        cards.*.kinds.* cards.*.word deals.* draft_leftovers* first_game gone.* market_d*
        players.*.acted players.*.cards players.*.hand players.*.hand_seen.*
        players.*.kinds_sold.* players.*.looked players.*.pack players.*.pack_seen.*
        players.*.redrawn players.*.sold.* players.*.stocked.* put_away* shown_demand.*
        demand_seen.* sold_publicly store_d* to_place trade.art.* trade.clothing.*
        trade.electronics.* trade.food.held.* trade.food.own_boxes.* trade.food.room.*
        trade.food.stockers.* trade.jewelry.* turns.*
    """,
    "follows from what is told": """
        choice supply.* scores.* highest_bid
    """,
    "stands beside the words in each message": """
        dials
    """,
    "the labels of the moves tell it": """
        point_* highest.art highest.electronics highest.food highest.jewelry lowest.art
        lowest.clothing lowest.food
    """,
    "/card reads it out": """
        cards.*.facts.* cards.*.text* cards.*.modifiers.* cards.*.points cards.*.shelves
        cards.*.utilities
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""Kinds of values in a view, a star for any part of their path, with the reason."""
