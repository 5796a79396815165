"""Naive pictures with Pillow: everything is drawn again each time, at its final size, with a
typeface opened for every word, and saved by Pillow's own encoder.

The content of a picture is recorded while our renderer draws it without caches. So the naive
picture has the same words at the same places, and one rounded rectangle for each of our pieces. A
real naive renderer would be slower.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageDraw, ImageFont

import renderers.caching
from bot.pictures.drawing import draw_image
from renderers import canvas, fonts

GROUND, EDGE = "#EADFC8", "#40352A"


@dataclass(frozen=True)
class Mark:
    """A word or a piece on a picture."""

    box: tuple[int, int, int, int]
    fill: Any
    text: str = ""
    face: str = ""
    """The file of the typeface of a word."""
    size: int = 0


class Recorder:
    """Records what our renderer puts on each picture."""

    def __init__(self) -> None:
        self.heard: dict[int, tuple[Image.Image, list[Mark]]] = {}
        self._words: dict[int, tuple[Any, str, str, int]] = {}
        self._label = canvas.text_mask
        self._paste, self._copy, self._convert, self._quantize = (
            getattr(Image.Image, each) for each in ("paste", "copy", "convert", "quantize")
        )

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within it, everything is recorded."""

        def paste(image: Image.Image, what: Any, box: Any = None, mask: Any = None) -> None:
            self._paste(image, what, box, mask)
            self._marks(image).extend(self._put(what, box or (0, 0), mask))

        def copy(image: Image.Image) -> Image.Image:
            return self._alike(image, self._copy(image))

        def convert(image: Image.Image, *args: Any, **more: Any) -> Image.Image:
            return self._alike(image, self._convert(image, *args, **more))

        def quantize(image: Image.Image, *args: Any, **more: Any) -> Image.Image:
            return self._alike(image, self._quantize(image, *args, **more))

        ours = {"paste": paste, "copy": copy, "convert": convert, "quantize": quantize}
        with (
            patch.object(canvas, "text_mask", self._labelled),
            patch.multiple(Image.Image, **ours),
        ):
            yield

    def _marks(self, image: Image.Image) -> list[Mark]:
        return self.heard.setdefault(id(image), (image, []))[1]

    def _alike(self, image: Image.Image, other: Image.Image) -> Image.Image:
        if id(image) in self.heard and other is not image:
            self._marks(other).extend(self._marks(image))
        return other

    def _labelled(self, text: str, kind: str, size: int) -> fonts.TextMask:
        label = self._label(text, kind, size)
        self._words[id(label.mask)] = (label.mask, text, fonts.file_of(kind), size)
        return label

    def _put(self, what: Any, box: tuple[int, ...], mask: Any) -> Iterator[Mark]:
        """What is put on a picture: a word, or a piece with everything on it."""
        x, y, *end = box
        w, h = (end[0] - x, end[1] - y) if end else (mask or what).size
        fill = self._colour(what) if isinstance(what, Image.Image) else what
        _, *word = self._words.get(id(mask), (None, "", "", 0))
        yield Mark((x, y, x + max(1, w), y + max(1, h)), fill, *word)
        if id(what) in self.heard:
            for each in self._marks(what):
                left, top, right, bottom = each.box
                yield replace(each, box=(left + x, top + y, right + x, bottom + y))

    def _colour(self, image: Image.Image) -> Any:
        return self._convert(image.resize((1, 1)), "RGB").getpixel((0, 0))


def forget() -> None:
    """Clears the caches of the renderers."""
    renderers.caching.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("renderers"):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def marks(view: dict[str, Any]) -> tuple[tuple[int, int], list[Mark]]:
    """The size of the picture of a view, and everything on it."""
    ear = Recorder()
    forget()
    with ear.listening():
        drawn = draw_image(view)
    return drawn.size, ear.heard[id(drawn)][1]


def picture(size: tuple[int, int], found: list[Mark]) -> bytes:
    """The naive picture of these marks as PNG."""
    image = Image.new("RGB", size, GROUND)
    pen = ImageDraw.Draw(image)
    for mark in found:
        if mark.text:
            face = ImageFont.truetype(mark.face, mark.size)
            pen.text(mark.box[:2], mark.text, mark.fill, face)
        else:
            pen.rounded_rectangle(mark.box, 8, mark.fill, EDGE)
    return saved(image)


def saved(image: Image.Image) -> bytes:
    """A picture as Pillow saves a PNG."""
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
