"""The end of the game: who won, and every score line by line."""

from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.caching import cached_per_language
from renderers.canvas import panel, paste, write
from renderers.layout import Box, Type, write_name
from renderers.seats import ORDINALS, by_place, place_of, winners_wreath

from .badges import rosette, slip, token
from .buttons import button
from .colours import DIM, INK, LAMP, LINE, NOTE_EDGE, PAPER, PAVEMENT, finished, yard
from .header import HEADER_PX, HeaderSeat, Heading, header_block
from .reading import View, card_of, initials, names_of
from .signs import sign

PITCH_PX, HEIGHT_PX = 246, 230


class Result(NamedTuple):
    """A player at the end: place, stores with what they are worth, lines of the score."""

    seat: int
    letters: str
    name: str
    place: str
    won: bool
    stores: tuple[tuple[str, int], ...]
    points: int
    shops: int
    empty: int
    debt: int
    total: int


def results(view: View) -> list[Result]:
    """From the first place to the last."""
    names, letters = names_of(view), initials(names_of(view))
    found: list[Result] = []
    for who in by_place(view):
        cards = [card_of(view, store["card"]) for store in view["players"][who]["stores"]]
        sheet = view["sheets"][who]
        found.append(
            Result(
                seat=who,
                letters=letters[who],
                name=names[who],
                place=translate(ORDINALS[place_of(view, who) - 1]),
                won=who in view["winners"],
                stores=tuple((translate(card["name"]), card["points"]) for card in cards),
                points=sheet["points"],
                shops=sheet["stores"],
                empty=sheet["empty"],
                debt=sheet["debt"],
                total=sheet["total"],
            )
        )
    return found


def verdict(view: View) -> str:
    total = signed(max(totals(view)))
    if is_win_shared(view):
        return _("wins with {n:text}, ahead in turn order", n=total)
    return _("wins with {n:text}", n=total)


def is_win_shared(view: View) -> bool:
    """Whether others have as many points as the winner."""
    return totals(view).count(max(totals(view))) > 1


def totals(view: View) -> list[int]:
    return [sheet["total"] for sheet in view["sheets"]]


def signed(number: int) -> str:
    """With a minus sign instead of a hyphen."""
    return str(number) if number >= 0 else f"\N{MINUS SIGN}{-number}"


def finale(view: View) -> Image.Image:
    ranking = results(view)
    first = HEADER_PX + 24
    image = yard(first + PITCH_PX * len(ranking) + 20)
    callers = tuple(HeaderSeat(each.seat, each.letters, "") for each in ranking)
    names = tuple(each.name for each in ranking if each.won)
    heading = Heading(_("Final scoring"), "", verdict(view), names, callers)
    image.paste(header_block(heading), (0, 0))
    for row, each in enumerate(ranking):
        image.paste(result_block(each), (40, first + PITCH_PX * row))
    return image


@cached_per_language
def result_block(each: Result) -> Image.Image:
    out = Image.new("RGB", (1520, HEIGHT_PX), PAVEMENT)
    paste(
        out, panel(1520, HEIGHT_PX, PAPER, LAMP if each.won else LINE, 8 if each.won else 2), 0, 0
    )
    if each.won:
        paste(out, winners_wreath(176, each.seat, each.letters, NOTE_EDGE, INK), 20, 27)
    else:
        paste(out, token(each.seat, each.letters, 120), 48, 55)
    write_name(out, Box(216, 14, 350, 60), each.name, Type("serif", 48, INK))
    write(out, (216, 92), each.place, "sans", 34, DIM)
    columns(out, each)
    write(out, (1490, 66), signed(each.total), "serif", 100, INK, "r", 190)
    for slot, (name, points) in enumerate(each.stores):
        x = 216 + 322 * slot
        paste(out, sign(name, 240, 76, 34, 30), x, 136)
        paste(out, rosette(44), x + 246, 152)
        write(out, (x + 292, 174), str(points), "serif", 42, INK)
    return finished(out)


def columns(out: Image.Image, each: Result) -> None:
    """Writes the lines that make the total."""
    signs = (
        (rosette(50), _("points"), signed(each.points)),
        (button("building", 50), _("stores"), f"+{each.shops}"),
        (None, _("empty slots"), signed(-each.empty)),
        (slip(None, 64, 40), _("debt"), signed(-each.debt)),
    )
    for i, (piece, label, number) in enumerate(signs):
        x = 590 + 172 * i
        write(out, (x, 36), label, "sans", 30, DIM, room=160)
        if piece:
            paste(out, piece, x, 86 - piece.height / 2)
        left = x + (piece.width + 8 if piece else 0)
        write(out, (left, 86), number, "serif", 48, INK)
