"""What `tell` leaves out of a view, and why."""

GROUPS = {
    "not in the picture either": """
        *_deck discards.* removed.* pieces.* shows.* spaces.* last_lines by_points done extra_cards
        last_contract* last_building* last_employee*
        tight_spaces errand.* growth.* awards.*.category awards.*.first
        players.*.asks_firing players.*.skips_growth
        players.*.set_aside.* players.*.shown players.*.used.*
        runway.patched runway.style runway.dyed.*
        month.number words.* standings.*.counts.* companies.*.possible_collection
        companies.*.severance.* companies.*.total
    """,
    "follows from what is told": """
        players.*.seat players.*.looked_at companies.*.buildings.* companies.*.contracts.*
        quarters.*.quarter quarters.*.shows.*.id prospects.*.*.counts.* prospects.*.lines.*.line
        facts.*.sides.a.cost facts.*.sides.*.short.* wardrobe.*.designs.*
    """,
    "stands beside the words in each message": """
        question.name question.secret credits.*.* turns.*
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""The reason by the path of a value in the view; a star stands for any part of a path."""
