"""Powdered Wigs: the figures of cards.toml, as tables; no rules."""

from __future__ import annotations

from games.kernel import figures

DATA = figures(__name__)
NAME = {wig["id"]: wig["name"] for wig in DATA["wig"]}
PLURAL = {wig["id"]: wig["plural"] for wig in DATA["wig"]}
COUNT = {wig["id"]: wig["count"] for wig in DATA["wig"]}
BON_VIVANT, TRENDSETTER, BARON, SCHOLAR, BUCCANEER = NAME
COLUMNS = ("I", "II", "III")
PRICES: dict[tuple[str, bool], dict[str, list[int]]] = {
    (name, two): {c: layout["two_players"].get(c, layout[c]) if two else layout[c] for c in COLUMNS}
    for name, layout in DATA["layout"].items()
    for two in (False, True)
}
"""Per layout, and whether two play, the prices of each column's squares, bottom first."""
