"""Brick & Mortar: arithmetic added to a view, from what its seat sees."""

from __future__ import annotations

from typing import Any

from games.brick_and_mortar.components import DATA, HIGHEST, HIGHEST_SUPPLY_BID, KINDS, LOWEST
from games.brick_and_mortar.lookup import Shown, card
from games.brick_and_mortar.money import tokens_for, utility_bill
from games.brick_and_mortar.points import sheet
from games.brick_and_mortar.rules.month_end import is_last
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import (
    held,
    private_boxes,
    rooms,
    sellable,
    stockers,
)
from games.kernel import known, phrase


@game.last_round
def last_round_text(g: Brick) -> str:
    return phrase("This is the last month.") if is_last(g) else ""


@game.derived
def arithmetic(g: Brick, seat: int | None) -> dict[str, Any]:
    """Public sums for everybody, and what depends on money for its owner alone."""
    return {
        "cards": in_sight(g, seat),
        "lowest": LOWEST,
        "highest": HIGHEST,
        "highest_bid": HIGHEST_SUPPLY_BID,
        "point_prices": DATA["investment"]["prices"],
        "point_sale": DATA["investment"]["sale"],
        "bills": [utility_bill(p) for p in g.players],
        "trade": {kind: trade_in(g, kind) for kind in KINDS},
        "own": {} if seat is None else own_sums(g.players[seat]),
        "sheets": [final_sheet(p) for p in g.players] if g.scores is not None else [],
    }


def trade_in(g: Brick, kind: str) -> dict[str, Any]:
    """What everybody holds and can hold of a kind, and what of it can be sold."""
    return {
        "held": [sum(held(store, kind) for store in p.stores) for p in g.players],
        "room": [rooms(p, kind) for p in g.players],
        "sellable": [sellable(g, p, kind) for p in g.players],
        "own_boxes": [sum(n for _, n in private_boxes(p, kind)) for p in g.players],
        "stockers": stockers(g, kind),
    }


def own_sums(p: Player) -> dict[str, int]:
    """What a player can count on, whatever happens."""
    return {
        "after_bill": max(0, p.money - utility_bill(p)),
        "tokens_for_bill": tokens_for(max(0, utility_bill(p) - p.money)),
    }


def final_sheet(p: Player) -> dict[str, int]:
    """The lines of the final score; those that are subtracted are positive."""
    lines = sheet(p)
    return lines | {"empty": -lines["empty"], "debt": -lines["debt"]}


def in_sight(g: Brick, seat: int | None) -> dict[str, Shown]:
    """The cards that a seat (None: a spectator) has before it, by id."""
    found: list[str] = [*g.starting, *g.row, *g.supply, *g.shown_demand]
    found += known(g, seat, g, "demand")
    for p in g.players:
        found += [store.card for store in p.stores]
        found += [p.bought] if p.bought else []
        found += [*p.hand, *p.pack, *p.cards] if p.seat == seat else []
    found += [g.on_deck] if g.on_deck else []
    found += [g.auction.store] if g.auction else []
    return {name: card(name) for name in dict.fromkeys(found)}
