"""What all pictures are drawn with: sprites that are pasted by parts."""

from itertools import product

import pytest
from PIL import Image

from bot.pictures.drawing import draw_image
from games import discover
from renderers import caching
from renderers.canvas import MANY_PIXELS, Sprite, panel, paste
from tests.reach import looked_at

SIZES = ((300, 200), (400, 60), (30, 600))
RADII = (3, 8, 18, 26, 100)


@pytest.mark.parametrize("inset", [None, (7, "#CDBF9F", 2)])
@pytest.mark.parametrize(("size", "radius", "shadow"), [*product(SIZES, RADII, (False, True))])
def test_a_panel_that_is_pasted_by_parts_looks_as_if_it_were_pasted_at_once(
    size: tuple[int, int], radius: int, shadow: bool, inset: tuple[int, str, int] | None
):
    piece = panel(*size, "#FBF7EC", "#8B7A55", 3, radius, inset, shadow)
    parts = Image.radial_gradient("L").resize((500, 700)).convert("RGB")
    whole = parts.copy()
    paste(parts, piece, -10, 20)
    whole.paste(piece.image, (-10 - piece.pad, 20 - piece.pad), piece.image)
    assert parts.tobytes() == whole.tobytes()


@pytest.mark.sampled
@pytest.mark.parametrize("name", list(discover()))
def test_nothing_inside_the_border_of_a_sprite_is_transparent(name: str):
    caching.clear()
    for view in looked_at(name):
        draw_image(view)
    entries = caching.drawings._entries.values()  # pyright: ignore[reportPrivateUsage]
    for sprite in (entry.result for entry in entries if isinstance(entry.result, Sprite)):
        image, b = sprite.image, sprite.border
        if b and min(image.size) <= 2 * b:
            assert sprite.width * sprite.height <= MANY_PIXELS  # it is pasted at once
        elif b:
            inside = image.getchannel("A").crop((b, b, image.width - b, image.height - b))
            assert inside.getextrema() == (255, 255)
