"""What `tell` leaves out of a view, and why."""

GROUPS = {
    "not in the picture either": """
        bag.* gone.* stack.* side resources.* sold.* used.* hire.* warehouse.* windows.*
        markers.* rented.* making.guest makeable.* now.deputed now.must_sell order.*
        statue_table.* players.*.all_halls players.*.hand players.*.hand_seen.*
        players.*.prestige players.*.prestige_before players.*.seat players.*.supply
        players.*.tiles.*
        tables.*.face_down.* tables.*.present.* tables.*.ready faces.*.level hiring.*.level
        decorations.*.id decorations.f*.income decorations.l*.income decorations.s*.income
        decorations.statue.*.prestige decorations.upper.*.prestige halls.*.musician.id
        halls.*.musician.income halls.*.musician.prestige halls.*.dress.guest halls.*.dress.id
        halls.*.dress.master halls.*.dress.prestige halls.*.dress.silk.* halls.*.dress.value
        segments.*.tiles.*.id tables.*.tiles.*.goods.* workshop.*.dress.guest
    """,
    "follows from what is told": """
        scores.* discount now.maker tables.*.seat faces.*.bonus.* faces.*.id hiring.cards.*.bonus.*
    """,
    "stands beside the words in each message": """
        question.secret
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""The reason by the path of a value in the view; a star stands for any part of a path."""
