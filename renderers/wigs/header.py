"""The line at the top of board and screen; nothing of what stands below it."""

from functools import lru_cache

from PIL import Image

from renderers.canvas import (
    Sprite,
    banner,
    cut,
    heading,
    names_of,
    reduced,
    seat,
    seats_asked,
    winners,
    winners_wreath,
)
from renderers.fonts import initials

from .colours import GILT_DARK, GILT_LIGHT, THEME, world
from .grounds import paper
from .reading import DEEDS, View

STEPS = {"wear": "Wear", "market": "Market", "sell": "Sell", "buy": "Buy"}
Token = tuple[str, int, str]  # how it is shown, seat, letters


def header(view: View, title: str) -> Image.Image:
    """Return the header: game, round and phase; who is asked, or who won."""
    phase = view["phase"]
    now = STEPS.get(phase) or ("Draft" if phase == "draft" else "The end")
    turn = f"Round {view['round']}" if view["round"] else ""
    return header_block(title, turn, now, *call(view))


def call(view: View) -> tuple[tuple[Token, ...], str, str]:
    """Return tokens, a name and words for the header: who is asked, or who won."""
    names, asked, phase = names_of(view), seats_asked(view), view["phase"]
    viewer: int | None = view["viewer"]
    answered: list[int] = view["answered"]
    letters = initials(names)
    if phase == "over":
        best = winners(view)
        tokens = tuple(("wreath", who, letters[who]) for who in best)
        return (tokens, "", "share the win") if best[1:] else (tokens, names[best[0]], " wins")
    if viewer in asked:
        return (("ring", viewer, letters[viewer]),), "", f"You {DEEDS[phase].removesuffix('s')}"
    if viewer in answered:
        return (("sealed", viewer, letters[viewer]),), "", "You have picked"
    if len(asked) == 1:
        return (("ring", asked[0], letters[asked[0]]),), names[asked[0]], " " + DEEDS[phase]
    return tuple(("plain", who, letters[who]) for who in asked), "", "pick" if asked else ""


@lru_cache(maxsize=32)
def header_block(
    title: str, turn: str, now: str, tokens: tuple[Token, ...], name: str, words: str
) -> Image.Image:
    """Return the finished header."""
    out = cut(paper(), 0, 0, 1600, 136)
    steps = list(STEPS.values()) if now in STEPS.values() else [now]
    end = heading(out, THEME, title, turn, steps, now)
    if words:
        banner(out, THEME, [token_sprite(*t) for t in tokens], name, words, 1544 - end)
    return reduced(out, world())


def token_sprite(style: str, who: int, letters: str) -> Sprite:
    """Return a seat as it is shown in the header."""
    if style == "wreath":
        return winners_wreath(96, who, letters, GILT_LIGHT, GILT_DARK)
    return seat(who, letters, 64 if style == "plain" else 96, style != "plain", style == "sealed")
