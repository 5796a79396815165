"""What `describe` leaves unsaid of a view, and why."""

GROUPS = {
    "not in the picture either": """
        *_deck discards.* removed.* pieces.* shows.* spaces.* tops.* last_* by_points done
        extra_cards tight_spaces errand.* growth.* grid.* awards.*.category awards.*.first
        players.*.set_aside.* players.*.shown players.*.takings players.*.used.*
        players.*.wins_ties.* players.*.collection.* runway.* month.number words.*
        locations.*.acted locations.*.id standings.*.counts.* companies.*.possible_collection
        companies.*.severance.* companies.*.total companies.*.due_month
    """,
    "follows from what is told": """
        at players.*.seat companies.*.buildings.* companies.*.contracts.*
        companies.*.employees.* companies.*.track companies.*.places quarters.*
        prospects.*.*.counts.* prospects.*.*.designs.* prospects.*.*.lines.* players.*.cards.*
    """,
    "stands beside the words in each message": """
        secret
    """,
    "the labels of the moves tell it": """
        locations.*.name locations.*.own_prices.* locations.*.pieces.* locations.*.prices.*
        locations.*.quality locations.*.spaces locations.*.text
    """,
    "/card reads it out": """
        facts.*.bonus.* facts.*.can_turn facts.*.cost facts.*.kind facts.*.materials.*
        facts.*.price facts.*.sides.* facts.*.type
    """,
    "in the picture alone: a thousand characters have no room for it": """
        companies.*.upkeep_lines.* companies.*.credit_room companies.*.loans_to_come decks.*
        prizes.*
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""Kinds of values in a view, a star for any part of their path, with the reason."""
