"""Brick & Mortar, chapters 1 and 2: what is said of the draft."""

from __future__ import annotations

from functools import partial
from itertools import accumulate

from games.brick_and_mortar.components import CARD, contents, name
from games.brick_and_mortar.rules.setup import pick
from games.brick_and_mortar.state import Brick, Player
from games.kernel import Said, listed, phrase

MAX_LINE_CHARS = 84
"""The most characters shown of a card's text in the draft."""


@pick.says
def picking(g: Brick, p: Player, store: str) -> Said:
    label = phrase("Keep the {store} (${cost})", store=name(store), cost=CARD[store].cost)
    return Said(label, partial(text_of, store), [store])


def text_of(store: str) -> str:
    """What the card says, as many lines of it as are soon read."""
    card = CARD[store]
    holds = [phrase("Holds {crates}.", crates=contents(card.capacity))] if card.capacity else []
    lines = [*holds, *(each.text for each in card.modifiers)]
    ends = accumulate(len(line) + 1 for line in lines)
    shown = [line for line, end in zip(lines, ends, strict=True) if end <= MAX_LINE_CHARS]
    return listed(shown if shown == lines else [*shown, "..."], "words")
