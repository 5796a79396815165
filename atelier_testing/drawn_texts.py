"""Every text that is written when a picture is drawn, and the box that it fills in the picture.

Within `tracking_texts`, an image carries the texts that are written on it. They go along wherever
Pillow copies, crops, scales or pastes it, so that they are found in the picture at last, however
many blocks and sprites lie between. A text that is pasted over is covered, and gone if nothing is
left.

Nobody looks at the colours of such an image, so an image that hides whatever is under it stays
blank. What is partly clear is painted, since its shape tells which texts it covers; it is scaled
roughly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image

from renderers import caching, canvas, fonts

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
OVERLAP = 4
"""Pixels that the boxes of two texts may share: they are a little larger than what is seen."""
EDGE = 2
"""Pixels of a text that nobody misses where its image ends."""
OPAQUE = 128
GONE = 0.9
"""The share of its strokes that is covered where a text is gone."""
BLANK = ("RGB", "P")
"""The modes of images that hide whatever is under them."""


class DrawnText(NamedTuple):
    """A text in a picture: its type, the box that its letters fill, whether it is cut off by the
    edge of an image, and which share of its strokes something else covers.
    """

    text: str
    kind: str
    size: float
    box: Box
    is_cut_off: bool = False
    covered: float = 0.0

    def overlaps(self, other: DrawnText) -> bool:
        """Whether the letters of both lie on each other, unless one is the shade of the other."""
        left, top, right, bottom = _shared(self.box, other.box)
        if min(right - left, bottom - top) <= OVERLAP:
            return False
        moved = max(abs(a - b) for a, b in zip(self.box, other.box, strict=True))
        return self.text != other.text or moved > OVERLAP

    def moved(self, dx: int, dy: int, size: tuple[int, int]) -> DrawnText:
        """The text farther right and down, on an image of this size."""
        left, top, right, bottom = box = _moved(self.box, dx, dy)
        inside = min(left, top) >= -EDGE and right <= size[0] + EDGE and bottom <= size[1] + EDGE
        is_cut_off = self.is_cut_off or not inside
        return DrawnText(self.text, self.kind, self.size, box, is_cut_off, self.covered)

    def scaled(self, across: float, down: float) -> DrawnText:
        """The text on an image that was scaled."""
        left, top, right, bottom = self.box
        box = (left * across, top * down, right * across, bottom * down)
        return self._replace(size=self.size * down, box=tuple(map(round, box)))

    def under(self, box: Box, mask: Image.Image | None) -> DrawnText:
        """The text after an image was pasted into a box that it touches, through a mask if there
        is one.
        """
        shared = _shared(self.box, box)
        strokes = fonts.text_mask(self.text, self.kind, round(self.size)).mask
        hidden = strokes.crop(_moved(shared, -self.box[0], -self.box[1]))
        if mask:
            through = mask.crop(_moved(shared, -box[0], -box[1]))
            if through.mode == "RGBA":
                through = through.getchannel("A")
            hidden.paste(0, None, through.point([255 * (v < OPAQUE) for v in range(256)]))
        share = _ink(hidden) / max(1, _ink(strokes))
        return self._replace(covered=min(1.0, self.covered + share))


def _moved(box: Box, dx: int, dy: int) -> Box:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _shared(one: Box, other: Box) -> Box:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, min(one[2], other[2]), min(one[3], other[3])


def _ink(mask: Image.Image) -> int:
    return sum(mask.histogram()[OPAQUE:])


def drawn_texts(image: Image.Image) -> list[DrawnText]:
    """The texts in a picture that was drawn inside `tracking_texts`."""
    return getattr(image, "drawn_texts", [])


_drawings = caching.Cache()
"""What was drawn inside `tracking_texts`: it has its texts with it."""


@contextmanager
def tracking_texts() -> Iterator[None]:
    """Inside it, images remember the texts that are written on them."""
    with ExitStack() as patches:
        patches.enter_context(patch.object(caching, "drawings", _drawings))
        for name in FOLLOWING:
            method = FOLLOWING[name](getattr(Image.Image, name))
            patches.enter_context(patch.object(Image.Image, name, method))
        patches.enter_context(
            patch.object(canvas, "write_on_baseline", _printing(canvas.write_on_baseline))
        )
        # A sprite is pasted whole: by parts it looks the same, but its texts are cut into pieces.
        patches.enter_context(patch.object(canvas, "MANY_PIXELS", math.inf))
        yield


def _printing(print_text: Callable[..., None]) -> Callable[..., None]:
    def following(image: Any, x: int, y: int, text: str, kind: str, size: int, *ink: Any) -> None:
        before = drawn_texts(image)
        if image.mode not in BLANK:
            print_text(image, x, y, text, kind, size, *ink)
        mask, dx, dy = fonts.text_mask(text, kind, size)
        new = DrawnText(text, kind, size, (0, 0, *mask.size)).moved(x + dx, y + dy, image.size)
        image.drawn_texts = [*before, new] if text.strip() else before

    return following


def _copying(copy: Callable[..., Any]) -> Callable[..., Any]:
    def following(image: Any) -> Any:
        out = copy(image)
        out.drawn_texts = drawn_texts(image)
        return out

    return following


def _converting(convert: Callable[..., Any]) -> Callable[..., Any]:
    def following(image: Any, mode: str = "", *args: Any, **options: Any) -> Any:
        blank = mode in BLANK
        out: Any = (
            Image.new(mode, image.size, None) if blank else convert(image, mode, *args, **options)
        )
        out.drawn_texts = drawn_texts(image)
        return out

    return following


def _quantizing(_quantize: Callable[..., Any]) -> Callable[..., Any]:
    def following(image: Any, *_args: Any, **_options: Any) -> Any:
        out: Any = Image.new("P", image.size, None)
        out.drawn_texts = drawn_texts(image)
        return out

    return following


def _cropping(crop: Callable[..., Any]) -> Callable[..., Any]:
    def following(image: Any, box: Any = None) -> Any:
        out = crop(image, box)
        left, top, right, bottom = area = box or (0, 0, *image.size)
        shared = [(each, _shared(each.box, area)) for each in drawn_texts(image)]
        found = [each for each, it in shared if it[0] < it[2] and it[1] < it[3]]
        out.drawn_texts = [each.moved(-left, -top, (right - left, bottom - top)) for each in found]
        return out

    return following


def _resizing(resize: Callable[..., Any]) -> Callable[..., Any]:
    def following(image: Any, size: Any, *_args: Any, **_options: Any) -> Any:
        blank = image.mode in BLANK
        rough = Image.Resampling.NEAREST
        out: Any = Image.new(image.mode, size, None) if blank else resize(image, size, rough)
        across, down = size[0] / image.width, size[1] / image.height
        out.drawn_texts = [each.scaled(across, down) for each in drawn_texts(image)]
        return out

    return following


def _reducing(_reduce: Callable[..., Any]) -> Callable[..., Any]:
    def following(image: Any, factor: int) -> Any:
        return image.resize((math.ceil(image.width / factor), math.ceil(image.height / factor)))

    return following


def _pasting(paste: Callable[..., None]) -> Callable[..., None]:
    def following(ground: Any, im: Any, box: Any = None, mask: Any = None) -> None:
        if ground.mode not in BLANK:
            paste(ground, im, box, mask)
        if isinstance(im, Image.Image):
            _put(ground, im, box or (0, 0), mask)

    return following


def _composing(compose: Callable[..., None]) -> Callable[..., None]:
    def following(ground: Any, im: Any, dest: Any = (0, 0), source: Any = (0, 0)) -> None:
        before = drawn_texts(ground)
        compose(ground, im, dest, source)
        ground.drawn_texts = before  # it pastes the result, which covers nothing
        _put(ground, im, dest, im)

    return following


def _put(ground: Any, image: Image.Image, at: Any, mask: Image.Image | None) -> None:
    """Notes the texts of both images after one was put on the other."""
    left, top = at[:2]
    right, bottom = left + image.width, top + image.height
    kept: list[DrawnText] = []
    for each in drawn_texts(ground):
        x, y, end, foot = each.box
        if x < right and left < end and y < bottom and top < foot:
            each = each.under((left, top, right, bottom), mask)
        if each.covered < GONE:
            kept.append(each)
    ground.drawn_texts = kept + [each.moved(left, top, ground.size) for each in drawn_texts(image)]


FOLLOWING = {
    "copy": _copying,
    "convert": _converting,
    "quantize": _quantizing,
    "crop": _cropping,
    "resize": _resizing,
    "reduce": _reducing,
    "paste": _pasting,
    "alpha_composite": _composing,
}
"""Pillow's methods that pictures use, each with what makes it take the texts along."""
