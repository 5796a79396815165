"""What all pictures are drawn with: sprites that are pasted by parts."""

from itertools import product

import pytest
from PIL import Image

from renderers.canvas import panel, paste

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
