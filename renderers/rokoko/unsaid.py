"""What `describe` leaves unsaid of a view, and why."""

GROUPS = {
    "not in the picture either": """
        bag.* gone.* stack.* side resources.* sold.* used.* hire.* warehouse.* windows.*
        markers.* rented.* making.colour making.guest making.lace making.master making.silk.blue
        making.yarn makeable.* now.deputed now.must_sell order.*
        statue_table.* players.*.all_halls players.*.hand players.*.hand_seen.*
        players.*.prestige players.*.seat players.*.supply players.*.tiles.*
        tables.*.face_down.* tables.*.present.* tables.*.ready faces.*.level hiring.*.level
        halls.*.majority.* tie_steps.*
    """,
    "stands beside the words in each message": """
        secret
    """,
    "follows from what is told": """
        tables.*.seat halls.*.strength.* halls.*.key now.maker now.seat
    """,
    "the labels of the moves tell it": """
        workshop.*.dark segments.*.tiles.*
    """,
    "/card reads it out": """
        faces.* hiring.cards.*.bonus.* hiring.cards.*.grade hiring.cards.*.name
        hiring.cards.*.text workshop.*.dress.colour workshop.*.dress.guest
        workshop.*.dress.master workshop.*.dress.prestige workshop.*.dress.value
        halls.*.spaces.*.dress.*
    """,
    "in the picture alone: a thousand characters have no room for it": """
        all_halls.* decorations.* favor halls.*.musician.* halls.*.spaces.* hiring.prices.*
        tables.*.income tables.*.tiles.*
    """,
}
UNSAID = {kind: why for why, kinds in GROUPS.items() for kind in kinds.split()}
"""Kinds of values in a view, a star for any part of their path, with the reason."""
