"""What an employee brings, as icons and few words; short enough for one line."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from PIL import Image

from games.words import _, phrase, translate
from renderers.caching import cached
from renderers.canvas import Sprite, paste, write
from renderers.fonts import text_width

from .brush import Brush
from .clothes import BOX_SIZE, gown
from .colours import INK, NIGHT
from .ornaments import basins, burst, musician, statue
from .pieces import crest, crown, goods, purse, star, thimble, tile_sign

Item = tuple[str, str]  # "word" and what it says, or "sign" and which
IconText = tuple[Item, ...]
Bonus = dict[str, Any]


@cached
def gown_sign(px: int) -> Sprite:
    """The sign of a dress of any kind."""
    pen = Brush(round(px * 0.86), *BOX_SIZE)
    gown(pen, "B", "", False)
    return Sprite(pen.done())


@cached
def night_sky(px: int) -> Sprite:
    """The sign of fireworks, in a round of night so that it is seen on paper."""
    pen = Brush(px)
    pen.disc(50, 50, 49, fill=NIGHT)
    out = pen.done()
    sparks = burst(round(px * 0.9), True)
    edge = round(px * 0.05)
    out.alpha_composite(sparks.image, (edge, edge))
    return Sprite(out)


SIGNS: dict[str, Callable[[int], Sprite]] = {
    "livre": purse,
    "prestige": star,
    "yarn": lambda px: goods("y", px),
    "lace": lambda px: goods("l", px),
    "tile": lambda px: tile_sign(round(px * 1.25)),
    "statue": lambda px: statue(0, px, False),
    "fountain": basins,
    "musician": lambda px: musician(1, px, True),
    "fireworks": lambda px: night_sky(round(px * 1.1)),
    "dress": gown_sign,
    "thimble": thimble,
    "master": lambda px: crest("master", px),
    "crown": lambda px: crown(round(px * 1.1)),
}
IN_TEXT = {sign: chr(0xE000 + n) for n, sign in enumerate(SIGNS)}
"""The signs as letters of private use, so that they have a place in sentences."""
NAMED = {letter: sign for sign, letter in IN_TEXT.items()}
FREE_DISCOUNT = 2
"""The discount that makes every tile free."""
BETWEEN_SIGNS = re.compile(f"([{''.join(NAMED)}])")
COUNTED = {
    "halls_present": phrase("a hall"),
    "decoration_kinds_owned": phrase("a kind of {sign:text}", sign=IN_TEXT["statue"]),
    "musicians": phrase("a {sign:text}", sign=IN_TEXT["musician"]),
    "statues": phrase("a {sign:text}", sign=IN_TEXT["statue"]),
    "fireworks": phrase("a {sign:text}", sign=IN_TEXT["fireworks"]),
    "dresses": phrase("a {sign:text}", sign=IN_TEXT["dress"]),
    "masters_owned": phrase("a {sign:text}", sign=IN_TEXT["master"]),
    "dress_colours": phrase("a silk"),
}


def icon_text_from(sentence: str) -> IconText:
    parts = (part.strip() for part in BETWEEN_SIGNS.split(sentence))
    return tuple(("sign", NAMED[p]) if p in NAMED else ("word", p) for p in parts if p)


def bonus_icons(bonus: Bonus) -> IconText:
    return BONUS_ICONS[bonus["word"]](bonus) if bonus else icon_text_from(_("no bonus"))


def amounts(found: dict[str, int], sign: str = "") -> IconText:
    """Quantities, each as a number and its sign."""
    return tuple(
        item
        for what in ("livre", "yarn", "lace", "prestige")
        if found.get(what)
        for item in (("word", f"{sign}{found[what]}"), ("sign", what))
    )


def _gain(bonus: Bonus) -> IconText:
    return amounts(bonus, "+")


def _gain_per(bonus: Bonus) -> IconText:
    return amounts(bonus, "+") + icon_text_from(translate(COUNTED[bonus["what"]]))


def _final_per(bonus: Bonus) -> IconText:
    return (("sign", "crown"), *_gain_per(bonus))


def _trade(bonus: Bonus) -> IconText:
    return (*amounts(bonus["pay"]), ("word", "→"), *amounts(bonus["gain"]))


def _choose(bonus: Bonus) -> IconText:
    options: list[Bonus] = bonus["options"]
    if options[0]["word"] == "trade":
        pays = joined(amounts(option["pay"]) for option in options)
        return (*pays, ("word", "→"), *amounts(options[0]["gain"]))
    return joined(bonus_icons(option) for option in options)


def joined(texts: Iterable[IconText]) -> IconText:
    """The texts with "or" between them."""
    first, *rest = texts
    return first + tuple(item for each in rest for item in (("word", _("or")), *each))


def _acquire(bonus: Bonus) -> IconText:
    discount, tile = bonus["discount"], IN_TEXT["tile"]
    if discount == FREE_DISCOUNT:
        return icon_text_from(_("{sign:text} free", sign=tile))
    return (
        _cheaper(tile, discount)
        if discount
        else icon_text_from(_("{sign:text} buy one", sign=tile))
    )


def _fund(bonus: Bonus) -> IconText:
    return _cheaper(IN_TEXT["statue"], bonus["discount"])


def _cheaper(sign: str, discount: int) -> IconText:
    return icon_text_from(_("{sign:text} {n} cheaper", sign=sign, n=discount))


def _make_dress(bonus: Bonus) -> IconText:
    dress, master = IN_TEXT["dress"], IN_TEXT["master"]
    if bonus["sell_only"]:
        return icon_text_from(_("{sign:text} to sell", sign=dress))
    return icon_text_from(_("{dress:text} as {master:text}", dress=dress, master=master))


BONUS_ICONS: dict[str, Callable[[Bonus], IconText]] = {
    "gain": _gain,
    "gain_per": _gain_per,
    "final_per": _final_per,
    "trade": _trade,
    "choose": _choose,
    "acquire": _acquire,
    "fund": _fund,
    "make_dress": _make_dress,
}


@lru_cache(maxsize=256)
def icon_text_width(text: IconText, size: int) -> float:
    """In pixels."""
    return sum(_wide(item, size) for item in text) + 6 * (len(text) - 1)


def _wide(item: Item, size: int) -> float:
    kind, what = item
    if kind == "word":
        return text_width(what, "sans-bold", size)
    return SIGNS[what](round(size * 1.15)).width


def wrap_icon_text(text: IconText, size: int, room: float) -> list[IconText]:
    """Lines that are no longer than the room."""
    lines: list[IconText] = [()]
    for item in text:
        if lines[-1] and icon_text_width((*lines[-1], item), size) > room:
            lines.append(())
        lines[-1] = (*lines[-1], item)
    return lines


def draw_icon_text(
    out: Image.Image, x: float, y: float, text: IconText, size: int, ink: str = INK
) -> None:
    """Draws from x, round a middle line."""
    for item in text:
        kind, what = item
        if kind == "word":
            write(out, (x, y), what, "sans-bold", size, ink)
        else:
            piece = SIGNS[what](round(size * 1.15))
            paste(out, piece, x, y - piece.height / 2)
        x += _wide(item, size) + 6
