"""Royal Threadcount: the figures of cards.toml, as tables; no rules."""

from __future__ import annotations

from games.kernel import figures

DATA = figures(__name__)
SPACES = range(1, 10)
LINES: list[tuple[int, ...]] = [tuple(line) for line in DATA["board"]["lines"]]
DYES = ("red", "yellow", "blue")
WHITE = "white"
COLOURS: list[str] = [colour["id"] for colour in DATA["colour"]]
GARMENTS: list[str] = [garment["id"] for garment in DATA["garment"]]
HUES: list[str] = [hue["id"] for hue in DATA["dye"]]
PATTERNS: list[str] = [pattern["id"] for pattern in DATA["pattern"]]
NAME: dict[str, str] = {
    each["id"]: each["name"] for kind in ("garment", "dye", "pattern") for each in DATA[kind]
}
CLASS: dict[str, str] = {hue["id"]: hue["class"] for hue in DATA["dye"]}
MATCHES: dict[str, list[str]] = {hue["id"]: hue["matches"] for hue in DATA["dye"]}
DYE_COST: dict[str, dict[str, int]] = {hue["id"]: hue["dye"] for hue in DATA["dye"]}
SILK_COST: dict[str, int] = {hue["id"]: hue["silk"] for hue in DATA["dye"]}
PRICE: dict[str, int] = {pattern["id"]: pattern["price"] for pattern in DATA["pattern"]}
TURNS: int = DATA["turns"]
SLOTS: int = DATA["market"]["slots"]
COPIES: dict[str, int] = {pattern["id"]: pattern["copies"] for pattern in DATA["pattern"]}
REFRESH: int = DATA["market"]["refresh"]
"""The silk that new patterns cost."""
FACES: list[str] = DATA["dice"]["d4"]
SILK_DICE: int = DATA["dice"]["d10"]
SILK_KEPT: int = DATA["limits"]["silk"]
DYE_KEPT: int = DATA["limits"]["dye"]
"""The dye of each colour that is kept with the option."""
ARRANGES: int = DATA["limits"]["arranges"]
"""The changes of garments in a turn."""
GARMENT_POINTS: int = DATA["points"]["garment"]
DYE_POINTS: int = DATA["points"]["dye"]
FAVOURITE_POINTS: dict[str, int] = DATA["points"]["favourites"]
"""By scoring: what each card of the favourite pattern adds."""
SET_POINTS: dict[tuple[str, str], list[int]] = {
    (scoring, pattern["id"]): [0, *values]
    for pattern in DATA["pattern"]
    for scoring, values in pattern["values"].items()
}
"""By scoring and pattern: what none, one, two... cards are worth together."""
