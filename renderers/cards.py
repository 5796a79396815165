"""Pictures of cards for `/card`: their words, beside the picture that a game draws of them, and the
whole card for games that draw none.

A card is plain data: its name, its kind, sentences of text, and facts, which are values by label.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from zlib import crc32

from PIL import Image

from games.words import _, translate
from renderers.caching import cached
from renderers.canvas import Pen, Sprite, Theme, panel, paste, tiled, write
from renderers.fonts import text_width, wrapped
from renderers.layout import fitted_lines

Card = Mapping[str, Any]

NAME_PX, KIND_PX, VALUE_PX, LABEL_PX, TEXT_PX = 72, 38, 44, 32, 42
"""Sizes of type; a card is 1200 pixels wide, and must be readable at half that width."""
WIDTH_PX, MIN_HEIGHT_PX, MARGIN_PX = 1200, 640, 64
MAX_LINES = 9
"""Lines of a text. A longer one is written smaller."""


def describe_card(card: Card) -> str:
    facts = [_("{label}: {value}.", label=label, value=value) for label, value in said_facts(card)]
    title = _("{name}, {kind}.", name=card["name"], kind=card["kind"])
    return " ".join([title, *map(translate, card["text"]), *facts])


def said_facts(card: Card) -> list[tuple[str, str]]:
    facts: Mapping[str, Any] = card["facts"]
    return [(translate(label), spoken_value(value)) for label, value in facts.items()]


def spoken_value(value: Any) -> str:
    return translate(value) if isinstance(value, str) else str(value)


class TextLine(NamedTuple):
    """A line of text: the left end of its middle line, and how it is written."""

    x: float
    y: float
    text: str
    kind: str
    size: int
    ink: str


class CardText(NamedTuple):
    """The words of a card: lines, boxes of the facts (x, y, width, height), and the height."""

    lines: list[TextLine]
    boxes: list[tuple[int, int, int, int]]
    height: int


def typeset(card: Card, theme: Theme, room: int) -> CardText:
    """The words of a card as a column in the reader's language: name, kind, facts, text."""
    leaf = CardText([], [], 0)
    y = _set_lines(leaf, 0, translate(card["name"]), ("serif", NAME_PX, theme.ink), room, 80)
    y = (
        _set_lines(leaf, y, translate(card["kind"]), ("sans-bold", KIND_PX, theme.accent), room, 52)
        + 24
    )
    y = _set_facts(leaf, y, card, theme, room)
    for sentence in map(translate, card["text"]):
        y = _set_lines(leaf, y, sentence, ("sans", TEXT_PX, theme.ink), room, 54) + 16
    return leaf._replace(height=y)


def _set_lines(
    leaf: CardText, y: int, text: str, face: tuple[str, int, str], room: int, step: int
) -> int:
    """Sets a text in as many lines as it needs; returns where it ends."""
    kind, size, ink = face
    lines, size = fitted_lines(text, kind, size, room, MAX_LINES)
    for line in lines:
        leaf.lines.append(TextLine(0, y + step // 2, line, kind, size, ink))
        y += step
    return y


def _set_facts(leaf: CardText, y: int, card: Card, theme: Theme, room: int) -> int:
    """Sets each fact in a box, several in a row where they fit; returns where the last row ends."""
    x, pad, gap = 0, 22, 16
    tallest = 0
    for label, value in said_facts(card):
        values = wrapped(value, "sans-bold", VALUE_PX, room - 2 * pad)
        runs = [text_width(line, "sans-bold", VALUE_PX) for line in values]
        w = round(max(text_width(label, "sans", LABEL_PX), *runs)) + 2 * pad
        h = 64 + 52 * len(values)
        if x and x + w > room:
            x, y, tallest = 0, y + tallest + gap, 0
        leaf.boxes.append((x, y, min(w, room), h))
        leaf.lines.append(TextLine(x + pad, y + 32, label, "sans", LABEL_PX, theme.soft))
        for i, line in enumerate(values):
            middle = y + 80 + 52 * i
            leaf.lines.append(TextLine(x + pad, middle, line, "sans-bold", VALUE_PX, theme.ink))
        x, tallest = x + w + gap, max(tallest, h)
    return y + tallest + 28 if card["facts"] else y


def write_card_text(image: Image.Image, leaf: CardText, theme: Theme, left: int, top: int) -> None:
    for x, y, w, h in leaf.boxes:
        paste(image, panel(w, h, theme.bright, theme.line, 2, 14), left + x, top + y)
    for line in leaf.lines:
        write(image, (left + line.x, top + line.y), line.text, line.kind, line.size, line.ink)


# ------------------------------------------------------- the card of any game

PAPER, WEAVE, CARD, BRIGHT, INK, SOFT = (
    "#E9E2D2", "#E2D9C5", "#FBF7EC", "#FFFFFF", "#2B2622", "#6A6056"
)  # fmt: skip
ACCENTS = ("#8C3847", "#2F5D7C", "#4B6B3C", "#7A4F8A", "#A35A1F", "#1F6F68", "#5B5F9E", "#7D6A1E")
"""A kind of card always has the same one of these."""


def theme_of(kind: str) -> Theme:
    accent = ACCENTS[crc32(kind.encode()) % len(ACCENTS)]
    return Theme(CARD, BRIGHT, INK, SOFT, "#CDBF9F", "#8B7A55", accent, BRIGHT)


def draw_card(card: Card) -> Image.Image:
    """The card of a game that draws none itself: a spine in the colour of its kind."""
    theme, spine = theme_of(card["kind"]), 150
    left = MARGIN_PX + spine + 48
    leaf = typeset(card, theme, WIDTH_PX - left - MARGIN_PX - 24)
    tall = max(MIN_HEIGHT_PX, leaf.height + 2 * MARGIN_PX + 40)
    image = paper(WIDTH_PX, tall)
    frame = (WIDTH_PX - 64, tall - 64)
    paste(image, panel(*frame, theme.card, theme.edge, 3, 24, (10, theme.line, 2), True), 32, 32)
    paste(image, panel(spine, frame[1] - 48, theme.accent, None, 0, 16), 56, 56)
    for y in (56 + 75, tall - 56 - 75):
        paste(image, rosette(96, theme.accent), 56 + spine // 2, y, "middle")
    initial = (56 + spine / 2, tall / 2)
    letter = translate(card["name"])[:1].upper()
    write(image, initial, letter, "serif", 120, theme.on_accent, "m")
    write_card_text(image, leaf, theme, left, (tall - leaf.height) // 2)
    return image


@cached
def paper(w: int, h: int) -> Image.Image:
    """A linen ground. Copy it before you draw on it."""
    motif = Image.new("RGB", (24, 24), PAPER)
    pen = Pen(24)
    pen.poly([(50, 10), (90, 50), (50, 90), (10, 50)], WEAVE)
    paste(motif, Sprite(pen.done()), 0, 0)
    return tiled(w, h, motif)


@cached
def rosette(px: int, ink: str) -> Sprite:
    """A light flower of eight petals for a coloured spine."""
    pen = Pen(px)
    for lean in range(0, 180, 45):
        pen.disc(50, 50, 46, 13, BRIGHT, ink, 3, lean)
    pen.disc(50, 50, 15, fill=ink)
    pen.disc(50, 50, 9, fill=BRIGHT)
    return Sprite(pen.done())
