"""The public board: header, docks, the street, the buildings and the shops for sale."""

from collections.abc import Sequence

from PIL import Image

from renderers.layout import Box

from .buildings import (
    FRONT_SIZE,
    LEDGE_PX,
    PITCH_PX,
    finished_wall,
    front_at,
    front_block,
    plate_block,
)
from .colours import yard
from .docks import DOCK_SIZE, EDGE_PX, dock_block, low_dock_block, street_block
from .docks import PITCH_PX as BESIDE
from .header import HEADER_PX, STRIP_PX, header_block, phase_track_block
from .reading import (
    View,
    docks,
    front,
    heading,
    is_opening_draft,
    is_row_for_sale,
    offers,
    phase_track,
    plate,
    starts,
    walkers,
)
from .row import HIGH_PX, LOW_PX, offer_block, price_box, prices_block, starts_block
from .row import WIDTH_PX as OFFER_PX

DOCKS_Y = HEADER_PX + STRIP_PX + 6
GAP_PX = 12
STREET_PX = 60


def board(view: View) -> Image.Image:
    """The board; a table of two or three has a shorter one."""
    large = is_row_for_sale(view)
    street, first = places(large)
    row = first + PITCH_PX * view["seats"] + 2
    image = yard(row + (HIGH_PX if large else LOW_PX) + 16)
    image.paste(header_block(heading(view)), (0, 0))
    image.paste(phase_track_block(phase_track(view)), (0, HEADER_PX))
    paste_docks(image, view, DOCKS_Y)
    image.paste(street_block(view["goal"], walkers(view)), (0, street - 6))
    for who in range(view["seats"]):
        paste_building(image, view, who, first + PITCH_PX * who)
    paste_row(image, view, row, large)
    return image


def places(large: bool) -> tuple[int, int]:
    """Where the street and the first building begin; a large row has low docks."""
    street = DOCKS_Y + (LOW_PX if large else DOCK_SIZE[1]) + GAP_PX
    return street, street + STREET_PX + GAP_PX + 2


def paste_docks(image: Image.Image, view: View, y: int) -> None:
    """Puts the docks on the board: low ones where something else is to be shown below them."""
    below = line_below(view)
    low = below is not None or is_row_for_sale(view)
    for i, dock in sorted(enumerate(docks(view)), key=lambda placed: placed[1].now):
        block = low_dock_block(dock) if low else dock_block(dock)
        image.paste(block, (40 - EDGE_PX + BESIDE * i, y - EDGE_PX))
    if below:
        image.paste(below, (0, y + LOW_PX + EDGE_PX - 2))


def line_below(view: View) -> Image.Image | None:
    """The starting stores in January, the price of points in Investment."""
    if is_opening_draft(view):
        return starts_block(starts(view))
    if view["phase"] == "investment":
        return prices_block(tuple(view["point_prices"][1:]), view["point_sale"])
    return None


def paste_building(image: Image.Image, view: View, who: int, y: int) -> None:
    image.paste(finished_wall(), (32, y - LEDGE_PX))
    image.paste(plate_block(plate(view, who)), (48, y + 8))
    for slot, store in enumerate(view["players"][who]["stores"]):
        image.paste(front_block(front(view, store)), (front_at(slot), y + 8))


def store_boxes(view: View, who: int, y: int) -> dict[str, Box]:
    """Where a building that begins at this height shows the stores."""
    stores = view["players"][who]["stores"]
    return {it["card"]: Box(front_at(n), y + 8, *FRONT_SIZE) for n, it in enumerate(stores)}


def paste_row(image: Image.Image, view: View, y: int, large: bool) -> None:
    """Puts the shops for sale below the buildings; the next one stays at the right."""
    for i, offer in sorted(enumerate(offers(view)), key=lambda placed: bool(placed[1].bid)):
        column = 4 if offer.next else i
        image.paste(offer_block(offer, large), (40 - EDGE_PX + BESIDE * column, y - EDGE_PX))


def boxes_on_board(view: View, words: Sequence[str]) -> list[Box]:
    """The stores, and the price of points, that the words of a move name."""
    large = is_row_for_sale(view)
    first = places(large)[1]
    row, found = first + PITCH_PX * view["seats"] + 2, dict[str, Box]()
    for i, name in enumerate(view["row"]):
        found[name] = Box(40 + BESIDE * i, row, OFFER_PX, HIGH_PX if large else LOW_PX)
    for who in range(view["seats"]):
        found |= store_boxes(view, who, first + PITCH_PX * who)
    if words[0] == "buy" and view["phase"] == "investment":
        y = DOCKS_Y + LOW_PX + EDGE_PX - 2
        for n in range(1, len(view["point_prices"])):
            found[str(n)] = price_box(len(view["point_prices"]) - 1, n).moved(0, y)
    return [found[word] for word in words if word in found]
