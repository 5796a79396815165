"""Rokoko: who is present in which hall, from the markers on the board."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import phrase
from games.rokoko.components import HALLS, KINDS, MASTER, Hall
from games.rokoko.state import Rokoko, board_of


def hall_called(hall: Hall) -> str:
    """A hall in the middle of a sentence."""
    return phrase("the King's hall") if hall.key == "king" else hall.name


def halls_present(g: Rokoko, seat: int) -> set[int]:
    """The halls in which a player has a dress or the musician."""
    hall_of = board_of(g).hall_of
    return {
        hall_of[place] for place, owner in g.markers.items() if owner == seat and place in hall_of
    }


def strengths(g: Rokoko) -> list[list[int]]:
    """By hall and seat: dresses and musicians."""
    hall_of = board_of(g).hall_of
    found = [[0] * g.seats for _ in HALLS]
    for place, owner in g.markers.items():
        if place in hall_of:
            found[hall_of[place]][owner] += 1
    return found


def places_of(g: Rokoko, hall: Hall) -> tuple[int, int]:
    """What the first and the second place of a hall are worth; two players have no second."""
    return hall.majority if g.seats > 2 else (hall.majority[0], 0)


def majority(values: Sequence[int], strength: Sequence[int], breaks_ties: int | None) -> list[int]:
    """What a hall brings, by seat: those who tie share the places they fill, rounded down.

    Whoever has the dress on the master space wins a tie alone.
    """
    points = [0] * len(strength)
    left = {seat for seat, n in enumerate(strength) if n}
    place = 0
    while left and place < len(values):
        most = max(strength[seat] for seat in left)
        group = [seat for seat in left if strength[seat] == most]
        if breaks_ties in group:
            group = [breaks_ties]
        for seat in group:
            points[seat] = sum(values[place : place + len(group)]) // len(group)
        place += len(group)
        left.difference_update(group)
    return points


def majorities(g: Rokoko) -> list[list[int]]:
    """By hall and seat, what the majorities bring as they stand."""
    return [
        majority(places_of(g, hall), strength, g.markers.get(hall.spaces[0].id))
        for hall, strength in zip(board_of(g).halls, strengths(g), strict=True)
    ]


def funded(g: Rokoko, seat: int) -> dict[str, list[str]]:
    """The decorations of a player, by kind."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    on_board = board_of(g).decorations
    for place, owner in g.markers.items():
        if owner == seat and place in on_board:
            found[on_board[place].kind].append(place)
    return found


def dresses_of(g: Rokoko, seat: int) -> list[str]:
    return [dress for space, dress in g.rented.items() if g.markers[space] == seat]


def free_spaces(g: Rokoko, maker: str) -> list[str]:
    """The moves to the free guest spaces; to master spaces only with the work of a master."""
    return [
        f"rent {hall} {key}"
        for (hall, key), space in board_of(g).by_key.items()
        if space.id not in g.markers and (maker == MASTER or not space.master)
    ]
