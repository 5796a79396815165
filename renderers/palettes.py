"""The colours of finished pictures: the palette of a game, and the PNG writer.

A drawn part has all colours; a finished one has a byte for each pixel, the number of its colour in
the palette of the game.
"""

import math
import struct
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ParamSpec
from zlib import crc32

from isal import isal_zlib
from PIL import Image, ImageColor

from renderers.caching import Cached, cached, cached_per_language

P = ParamSpec("P")


def ramp(start: str, end: str, steps: int) -> list[tuple[int, ...]]:
    """Two colours with so many steps between them."""
    a, b = ImageColor.getrgb(start)[:3], ImageColor.getrgb(end)[:3]
    shares = [i / (steps + 1) for i in range(steps + 2)]
    return [tuple(round(p + (q - p) * t) for p, q in zip(a, b, strict=True)) for t in shares]


def palette(colours: Iterable[str], ramps: Iterable[tuple[str, str, int]], apart: int = 0) -> bytes:
    """A palette: these colours and those of the ramps, then the mixtures that soft edges need, but
    for those that are not so far `apart` from another one; fewer colours make smaller pictures.
    """
    mixtures = [ramp(*each) for each in ramps]
    wanted = [ImageColor.getrgb(c)[:3] for c in colours]
    wanted += [c for mixed in mixtures for c in (mixed if not apart else (mixed[0], mixed[-1]))]
    unique = list(dict.fromkeys(wanted))
    for colour in (c for mixed in mixtures for c in mixed if apart):
        if min(math.dist(colour, other) for other in unique) >= apart:
            unique.append(colour)
    if len(unique) > 256:
        raise ValueError(f"A palette holds 256 colours, not {len(unique)}.")
    return bytes(v for colour in unique for v in colour)


def quantized(image: Image.Image, colours: bytes) -> Image.Image:
    return image.quantize(palette=_palette_image(colours), dither=Image.Dither.NONE)


def blocks(
    palette: Callable[[], bytes],
) -> Callable[[Callable[P, Image.Image]], Cached[P, Image.Image]]:
    """A decorator for functions that draw the parts of a game's pictures, its blocks: cached by
    facts and language, in the colours of the game's palette.
    """

    def block(draw: Callable[P, Image.Image]) -> Cached[P, Image.Image]:
        @wraps(draw)
        def reduced(*facts: P.args, **named: P.kwargs) -> Image.Image:
            return quantized(draw(*facts, **named), palette())

        return cached_per_language(reduced)

    return block


def blank(w: int, h: int, colour: str, colours: bytes) -> Image.Image:
    out = Image.new("P", (w, h), _number_of(colour, colours))
    out.putpalette(colours)
    return out


@cached
def _number_of(colour: str, colours: bytes) -> Any:
    """The number of the nearest colour in a palette."""
    return quantized(Image.new("RGB", (1, 1), colour), colours).getpixel((0, 0))


class _PaletteImages(threading.local):
    """Images that hold a palette and its lookup table; each thread has its own."""

    def __init__(self) -> None:
        self.kept: dict[bytes, Image.Image] = {}


_palette_images = _PaletteImages()


def _palette_image(colours: bytes) -> Image.Image:
    if colours not in _palette_images.kept:
        chart = Image.new("P", (1, 1))
        chart.putpalette(colours)
        _palette_images.kept[colours] = chart
    return _palette_images.kept[colours]


STRIP_BYTES = 2**18
"""A picture is compressed by strips of this size, which stay in the processor's cache."""


def png(image: Image.Image) -> bytes:
    """A picture as PNG: rows without a filter, compressed fast.

    isal, because Python's zlib differs between machines and compresses to other bytes.
    """
    if image.mode not in ("P", "RGB"):
        image = image.convert("RGB")
    w, h = image.size
    head = struct.pack(">IIBBBBB", w, h, 8, 3 if image.mode == "P" else 2, 0, 0, 0)
    chart = _chunk(b"PLTE", bytes(image.getpalette() or [])) if image.mode == "P" else b""
    body = _chunk(b"IDAT", b"".join(_compressed(image)))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + chart + body + _chunk(b"IEND", b"")


def _compressed(image: Image.Image) -> Iterator[bytes]:
    """The rows of an image as a compressed stream, a zero before each row."""
    packer: Any = isal_zlib.compressobj(2)  # pyright: ignore[reportUnknownMemberType]
    w, h = image.size
    stride = w * len(image.getbands()) + 1
    rows = max(1, STRIP_BYTES // stride)
    for top in range(0, h, rows):
        strip = image.crop((0, top, w, min(h, top + rows)))
        yield packer.compress(b"\0")
        # `tobytes` adds the zero after each row.
        yield packer.compress(memoryview(strip.tobytes("raw", image.mode, stride, 1))[:-1])
    yield packer.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
