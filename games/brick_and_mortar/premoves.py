"""Brick & Mortar: what can be answered before it is asked, beside what stands with its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.brick_and_mortar.cards import ACTING
from games.brick_and_mortar.rules.advertisement import play
from games.brick_and_mortar.rules.building import starting_store
from games.brick_and_mortar.rules.supply import produce
from games.brick_and_mortar.state import Brick, Player
from games.kernel import EVERYBODY

WINDOW = "supply_before"
"""When factories add to the market."""
Upcoming = Iterator[tuple[tuple[str, ...], Iterable[str]]]


@starting_store.premove("starting store")
def starting_store_premoves(g: Brick, p: Player) -> Upcoming:
    """A Starting Store that is still there."""
    if ("starting_store", p.seat) in g.agenda:
        yield (), starting_store.options(g, p)


@play.premove("advertisement")
def play_premoves(g: Brick, p: Player) -> Upcoming:
    """Market Cards of this month, as long as they are in hand."""
    if g.phase == "building" or ("play", EVERYBODY) in g.agenda:
        yield (), list(play.options(g, p))


@produce.premove("factory {0}")
def produce_premoves(g: Brick, p: Player) -> Upcoming:
    """What a factory adds to the market this month."""
    coming = g.phase in ("building", "advertisement")
    if coming or ("use_modifiers", p.seat, WINDOW, False) in g.agenda:
        for store in p.stores:
            if any(m.word == "supply_market" for m in ACTING.get((store.card, WINDOW), ())):
                yield (store.card,), produce.options(g, p, store.card)
