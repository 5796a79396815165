"""The replay of a game: its pictures as an animated GIF."""

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from renderers.canvas import scaled
from renderers.palettes import quantized

WIDTH_PX = 800
FRAME_MS, LAST_FRAME_MS = 800, 4000
"""Milliseconds that a picture is shown, and the last one."""
MAX_COLOURS = 256


def frame(picture: Image.Image) -> Image.Image:
    """A picture as a frame of a replay, in its own colours."""
    whole = picture.convert("RGB")
    if picture.width % WIDTH_PX:
        small = scaled(whole, WIDTH_PX, round(picture.height * WIDTH_PX / picture.width))
    else:  # twice as fast, and nearly as smooth
        small = whole.reduce(picture.width // WIDTH_PX)
    if picture.mode != "P":
        return small.quantize(MAX_COLOURS - 1, dither=Image.Dither.NONE)
    return quantized(small, bytes(picture.getpalette() or []))


def gif(
    frames: Iterable[Image.Image], frame_ms: int = FRAME_MS, last_ms: int = LAST_FRAME_MS
) -> bytes:
    """The frames as an animated GIF that repeats for ever; the last one is shown longer."""
    same = list(_of_one_size(list(frames)))
    times = [frame_ms] * (len(same) - 1) + [last_ms]
    out = BytesIO()
    same[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=same[1:],
        duration=times,
        loop=0,
        optimize=True,
        disposal=1,
    )
    return out.getvalue()


def _of_one_size(frames: list[Image.Image]) -> Iterable[Image.Image]:
    """The frames on grounds as high as the highest of them."""
    high = max(each.height for each in frames)
    for each in frames:
        if each.height < high:
            ground = Image.new("P", (each.width, high), each.getpixel((0, 0)))
            ground.putpalette(each.getpalette() or [])
            ground.paste(each, (0, (high - each.height) // 2))
            each = ground
        yield each
