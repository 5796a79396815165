"""The line at the top of board and screen; nothing of what stands below it."""

from PIL import Image

from games.words import _, names_for, phrase, translate
from renderers.caching import cached
from renderers.canvas import Sprite, crop
from renderers.fonts import initials
from renderers.header import banner, fits, heading
from renderers.palettes import quantized
from renderers.seats import names_of, seat_token, seats_asked, winners, winners_wreath

from .colours import GILT_DARK, GILT_LIGHT, THEME, block, game_palette
from .grounds import paper
from .reading import View, whose_turn

STEPS = {
    "wear": phrase("Wear"),
    "market": phrase("Market"),
    "sell": phrase("Sell"),
    "buy": phrase("Buy"),
}
Token = tuple[str, int, str]  # how it is shown, seat, letters


def paste_header(image: Image.Image, view: View, title: str) -> None:
    """Puts the header on a picture: game, round and phase; who is asked, or who won."""
    phase = view["phase"]
    if phase in STEPS:
        steps, now = tuple(map(translate, STEPS.values())), translate(STEPS[phase])
    else:
        now = _("Draft") if phase == "draft" else _("The end")
        steps = (now,)
    turn = _("Round {n}", n=view["round"]) if view["round"] else ""
    tokens, words, name = header_message(view)
    left, end = heading_block(title, turn, steps, now)
    if not fits([token_sprite(*t) for t in tokens], words, RIGHT_PX - end):
        left, end = heading_block(title, turn, (now,), now)  # a name matters more
    image.paste(left, (0, 0))
    if words:
        image.paste(banner_block(tokens, words, name, end), (left.width, 0))


def header_message(view: View) -> tuple[tuple[Token, ...], str, str]:
    """Tokens, words and a name in them for the header: who is asked, or who won."""
    names, asked = names_of(view), seats_asked(view)
    viewer: int | None = view["viewer"]
    answered: list[int] = view["answered"]
    letters = initials(names)
    if view["phase"] == "over":
        best = winners(view)
        tokens = tuple(("wreath", who, letters[who]) for who in best)
        if best[1:]:
            return tokens, _("share the win"), ""
        return tokens, _("{name:text} wins", name=names[best[0]]), names[best[0]]
    if viewer in asked:
        words = whose_turn(view, viewer, names_for(viewer, names))
        return (("ring", viewer, letters[viewer]),), words, ""
    if viewer in answered:
        return (("sealed", viewer, letters[viewer]),), _("You have picked"), ""
    if len(asked) == 1:
        who = asked[0]
        return (("ring", who, letters[who]),), whose_turn(view, who, names), names[who]
    words = _("pick") if asked else ""
    return tuple(("plain", who, letters[who]) for who in asked), words, ""


HEADER_PX, RIGHT_PX = 136, 1544
SOFT_EDGE_PX = 2
"""How far the edge of a lit phase may reach beyond the end of the heading."""


@cached
def ground() -> Image.Image:
    return paper(HEADER_PX)


@cached
def heading_block(
    title: str, turn: str, steps: tuple[str, ...], now: str
) -> tuple[Image.Image, int]:
    out = ground().copy()
    end = heading(out, THEME, title, turn, steps, now)
    return quantized(crop(out, 0, 0, end + SOFT_EDGE_PX, HEADER_PX), game_palette()), end


@block
def banner_block(tokens: tuple[Token, ...], words: str, name: str, start: int) -> Image.Image:
    left = start + SOFT_EDGE_PX
    out = crop(ground(), left, 0, 1600 - left, HEADER_PX)
    banner(out, THEME, [token_sprite(*t) for t in tokens], words, name, RIGHT_PX - start)
    return out


def token_sprite(style: str, who: int, letters: str) -> Sprite:
    if style == "wreath":
        return winners_wreath(96, who, letters, GILT_LIGHT, GILT_DARK)
    return seat_token(
        who, letters, 64 if style == "plain" else 96, style != "plain", style == "sealed"
    )
