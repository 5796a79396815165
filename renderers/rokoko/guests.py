"""The halls below each other, with the spaces for guests; and how strong the viewer is there."""

from PIL import Image

from games.words import _, translate
from renderers.caching import cached
from renderers.canvas import crop, panel, paste, write
from renderers.layout import Box, Part
from renderers.seats import seat_token

from .asked import PART_PX, crossed
from .clothes import dress, dress_height
from .colours import CANDLE, CREAM, GOLD, GOLD_PALE, INK, PARQUET, POWDER, SOFT, WALL, block
from .ornaments import musician
from .palace import Decoration, Hall, Space, dais, floor_space, gift, marker, write_hall_places
from .pieces import thimble
from .reading import View, halls_of

HALL_PX, HEAD_PX = 172, 424
Rival = tuple[str, int, int, int]  # a hall, own strength, the best other one, own points


def rivals_of(view: View) -> tuple[Rival, ...]:
    """How the viewer stands in each hall."""
    who = view["viewer"]
    return tuple(
        (
            _("King’s") if hall["key"] == "king" else translate(hall["name"]),
            hall["strength"][who],
            max(n for seat, n in enumerate(hall["strength"]) if seat != who),
            hall["points"][who],
        )
        for hall in view["halls"]
    )


def halls(view: View) -> Part:
    """The halls below each other: who leads, and the spaces with their numbers."""
    pitch, blocks = HALL_PX + 8, list[tuple[Image.Image, tuple[int, int]]]()
    places = dict[str, Box]()
    pairs = zip(halls_of(view), rivals_of(view), strict=True)
    for row, (hall, (_name, own, other, _points)) in enumerate(pairs):
        y = pitch * row
        blocks += [
            (empty_hall(), (0, y)),
            (hall_head(hall._replace(spaces=()), own, other), (0, y)),
        ]
        step = (PART_PX - HEAD_PX - 16) / len(hall.spaces)
        for k, space in enumerate(hall.spaces):
            left = round(HEAD_PX + step * k)
            places[f"{hall.key} {space.key}"] = Box(left, y, step, HALL_PX)
            blocks.append((hall_space(space, left, step), (left - left % 2, y)))
    return Part(pitch * len(view["halls"]) - 8, blocks, places)


@block
def empty_hall() -> Image.Image:
    return hall_ground()


@cached
def hall_ground() -> Image.Image:
    out = Image.new("RGB", (PART_PX, HALL_PX), POWDER)
    paste(out, panel(PART_PX, HALL_PX, CANDLE, GOLD, 3), 0, 0)
    paste(out, panel(PART_PX - HEAD_PX - 8, 44, PARQUET, radius=12), HEAD_PX, HALL_PX - 48)
    return out


@block
def hall_head(hall: Hall, own: int, other: int) -> Image.Image:
    out = crop(hall_ground(), 0, 0, HEAD_PX, HALL_PX)
    write(out, (18, 36), hall.name, "serif", 44, INK, room=HEAD_PX - 140)
    number = 1 if hall.key == "king" else int(hall.key)
    paste(out, musician(number, 54, hall.musician is not None), HEAD_PX - 94, 36, "middle")
    marker(out, Decoration(hall.cost, 0, hall.musician, hall.fresh), HEAD_PX - 42, 34, 50)
    write_hall_places(out, hall.standings, 18, 92, HEAD_PX - 10)
    words = _("you {own}, best other {other}", own=own, other=other)
    write(out, (18, 142), words, "sans", 32, SOFT, room=HEAD_PX - 36)
    return out


@block
def hall_space(space: Space, left: int, w: float) -> Image.Image:
    """A guest with their token, or what a free space gives, with its number where it is open."""
    shift = left % 2  # halves are rounded to even
    x, foot = shift + w / 2 - 1, HALL_PX - 34
    out = crop(hall_ground(), left - shift, 0, round(w), HALL_PX)
    paste(out, panel(round(w) - 10, HALL_PX - 60, WALL, radius=12), shift + 4, 8)
    if space.master:
        paste(out, dais(100), x - 50, foot - 20 if space.guest else 70)
    if space.guest:
        owner, colour, trims, _fresh = space.guest
        paste(out, dress(colour, trims, 90), x - 45, foot - dress_height(90) + 14)
        paste(out, seat_token(*owner, 48), x + 40, foot + 2, "middle")
        return out
    if space.master:
        paste(out, thimble(66), x, 54, "middle")
        if not space.number:
            paste(out, crossed(34), x + 32, 28, "middle")
    else:
        paste(out, floor_space(84, bool(space.number)), x, 62, "middle")
        gift(out, space.gift, round(x), 62, 60)
    if space.number:
        paste(out, panel(60, 54, INK, GOLD_PALE, 3, 12), x - 30, foot - 24)
        write(out, (x, foot + 3), space.number, "sans-bold", 44, CREAM, "m")
    return out
