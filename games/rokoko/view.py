"""Rokoko: arithmetic added to a view, from what its seat sees."""

from __future__ import annotations

from typing import Any

from games.kernel import phrase
from games.rokoko.components import (
    DRESSES,
    EMPLOYEES,
    FACTS,
    GUESTS,
    STATUES,
    TILES,
    Board,
    Decoration,
    Dress,
    Employee,
    Hall,
    Space,
    Tile,
)
from games.rokoko.halls import dresses_of, halls_present, majorities, places_of, strengths
from games.rokoko.rules.actions import (
    HIRE_PRICE,
    SEGMENTS,
    hire_price,
    material_suffices,
    silk_of,
    tile_price,
)
from games.rokoko.rules.closing import income_of
from games.rokoko.rules.selection import chosen_at_once, missing
from games.rokoko.scoring import STEPS, card_points, score_sheet, tie_steps
from games.rokoko.state import Player, Rokoko, board_of, game, owned


@game.last_round
def last_round_text(g: Rokoko) -> str:
    return phrase("This is the last round.") if g.round == FACTS["rounds"] else ""


@game.derived
def arithmetic(g: Rokoko, seat: int | None) -> dict[str, Any]:
    """The table as pictures need it, and the scores as they stand."""
    board, halls = board_of(g), majorities(g)
    strength = strengths(g)
    return {
        "side": board.side,
        "halls": [
            {
                **hall_facts(g, hall),
                "strength": strength[number],
                "points": halls[number],
            }
            for number, hall in enumerate(board.halls)
        ],
        "decorations": {kind: decorations(g, board, kind) for kind in ("statue", "fireworks")}
        | {row: decorations(g, board, row) for row in ("upper", "lower")},
        "all_halls": [{"value": n, "owner": owner_of_all_halls(g, n)} for n in board.all_halls],
        "workshop": workshop(g, board),
        "making": dress_facts(DRESSES[g.now.dress]) if g.now and g.now.dress else None,
        "discount": discount(g),
        "segments": segments(g),
        "hiring": {
            "price": hire_price(g) if any(g.hire) else None,
            "prices": HIRE_PRICE[1:],
            "cards": [employee_facts(EMPLOYEES[card]) if card else None for card in g.hire],
        },
        "statue_table": STATUES,
        "tables": [player_facts(g, p) for p in g.players],
        "score_sheets": [score_sheet(g, p, halls) for p in g.players],
        "steps": list(STEPS),
        "tie_steps": tie_steps(g) if g.scores is not None else [],
        "faces": {card: employee_facts(EMPLOYEES[card]) for card in visible(g)},
        "makeable": {} if seat is None else makeable(g, g.players[seat]),
        "order": [(g.starting + i) % g.seats for i in range(g.seats)],
        "rounds": FACTS["rounds"],
    }


# --- The table -----------------------------------------------------------------------------------


def hall_facts(g: Rokoko, hall: Hall) -> dict[str, Any]:
    return {
        "key": hall.key,
        "name": hall.name,
        "majority": list(places_of(g, hall)),
        "musician": decoration_facts(g, hall.musician),
        "spaces": [space_facts(g, space) for space in hall.spaces],
    }


def space_facts(g: Rokoko, space: Space) -> dict[str, Any]:
    dress = g.rented.get(space.id)
    return {
        "id": space.id,
        "key": space.key,
        "master": space.master,
        "bonus": space.bonus,
        "owner": g.markers.get(space.id),
        "dress": dress_facts(DRESSES[dress]) if dress else None,
    }


def decorations(g: Rokoko, board: Board, kind: str) -> list[dict[str, Any]]:
    """The decorations of a kind, or of a row of the fountain."""
    return [
        decoration_facts(g, each)
        for each in board.decorations.values()
        if kind in (each.kind, each.row)
    ]


def decoration_facts(g: Rokoko, it: Decoration) -> dict[str, Any]:
    return {
        "id": it.id,
        "cost": it.cost,
        "prestige": it.prestige,
        "income": it.income,
        "owner": g.markers.get(it.id),
    }


def owner_of_all_halls(g: Rokoko, value: int) -> int | None:
    return next((p.seat for p in g.players if p.all_halls == value), None)


def workshop(g: Rokoko, board: Board) -> list[dict[str, Any]]:
    """The windows left to right with price and dress."""
    dark = len(board.windows) - FACTS["dark_windows"]
    return [
        {
            "price": price,
            "dark": window >= dark,
            "dress": dress_facts(DRESSES[dress]) if dress else None,
        }
        for window, (price, dress) in enumerate(zip(board.windows, g.windows, strict=True))
    ]


def discount(g: Rokoko) -> int:
    """How much cheaper a bonus makes what is asked for."""
    return sum(args) if g.asked and (args := g.agenda[-1][2:]) else 0


def segments(g: Rokoko) -> list[dict[str, Any]]:
    """The segments of the warehouse with the price of a tile."""
    return [
        {
            "name": name,
            "price": tile_price(segment) if any(segment) else None,
            "tiles": [tile_facts(TILES[tile]) if tile else None for tile in segment],
        }
        for name, segment in zip(SEGMENTS, g.warehouse, strict=True)
    ]


# --- Cards and tiles -----------------------------------------------------------------------------


def employee_facts(it: Employee) -> dict[str, Any]:
    return {
        "id": it.id,
        "name": it.name,
        "level": it.level,
        "grade": it.grade,
        "text": it.text,
        "bonus": it.bonus,
    }


def dress_facts(it: Dress) -> dict[str, Any]:
    return {
        "id": it.id,
        "colour": it.colour,
        "guest": GUESTS[it.colour],
        "silk": it.silk,
        "yarn": it.yarn,
        "lace": it.lace,
        "master": it.master,
        "value": it.value,
        "prestige": it.prestige,
    }


def tile_facts(it: Tile) -> dict[str, Any]:
    return {"id": it.id, "silk": it.silk, "goods": it.goods}


def visible(g: Rokoko) -> list[str]:
    """The employees whose faces can be seen or worked out."""
    found = {card for card in g.hire if card} | set(g.gone)
    for p in g.players:
        found.update(owned(g, p))
    if g.now:
        found.add(g.now.card)
    return sorted(found)


# --- Players -------------------------------------------------------------------------------------


def player_facts(g: Rokoko, p: Player) -> dict[str, Any]:
    """What all can see or work out about a player."""
    chosen = chosen_at_once(len(p.supply), missing(p)) if p.seat in g.answers else 0
    return {
        "seat": p.seat,
        "ready": p.seat in g.answers,
        "hand": len(p.hand) + chosen,
        "supply": len(p.supply) - chosen,
        "face_down": sorted(p.hand + p.supply),
        "silk": silk_of(p),
        "tiles": [tile_facts(TILES[tile]) for tile in p.tiles],
        "present": sorted(halls_present(g, p.seat)),
        "dresses": len(dresses_of(g, p.seat)),
        "income": income_of(g, p),
        "card_points": card_points(g, p),
    }


def makeable(g: Rokoko, p: Player) -> dict[str, dict[str, bool]]:
    """For each dress in a window: whether a player has the material, and the Livre."""
    silk, windows = silk_of(p), board_of(g).windows
    return {
        dress: {
            "material": material_suffices(dress, silk, p.yarn, p.lace),
            "livre": price <= p.livre,
        }
        for dress, price in zip(g.windows, windows, strict=True)
        if dress
    }
