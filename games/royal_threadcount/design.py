"""Royal Threadcount: the chapter of the rulebook about arranging garments by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from games.kernel import phrase
from games.royal_threadcount.outfit import put
from games.royal_threadcount.scoring import owned_hues, owned_patterns
from games.royal_threadcount.state import (
    GARMENTS,
    HUES,
    NAME,
    NOTHING,
    PATTERNS,
    Player,
    Threadcount,
    game,
    turn_of,
)

NONE = "none"


@game.choice("Choose a garment with the dye and the pattern it should have.")
def wardrobe(g: Threadcount, p: Player) -> Iterator[str]:
    """Every change of one garment with the cards he owns."""
    hues, patterns = set(owned_hues(p)), set(owned_patterns(p))
    wanted_hues = [*[hue for hue in HUES if hue in hues], NONE]
    wanted_patterns = [*[pattern for pattern in PATTERNS if pattern in patterns], NONE]
    for i, garment in enumerate(GARMENTS):
        now = p.hues[i] or NONE, p.patterns[i] or NONE
        for wanted in product(wanted_hues, wanted_patterns):
            if wanted != now:
                yield f"arrange {garment} {wanted[0]} {wanted[1]}"
    yield "back"


def label_arrangement(g: Threadcount, p: Player, garment: str, hue: str, pattern: str) -> str:
    """The garment as it will be."""
    return phrase(
        "{garment}: {dye}, {pattern}",
        garment=NAME[garment],
        dye=phrase("no dye") if hue == NONE else hue,
        pattern=phrase("no pattern") if pattern == NONE else NAME[pattern],
    )


@wardrobe.does("arrange {garment} {hue} {pattern}", label=label_arrangement)
def arrange(g: Threadcount, p: Player, garment: str, hue: str, pattern: str) -> None:
    """Puts dye and pattern into a garment, or takes them out."""
    i = GARMENTS.index(garment)
    put(p.hues, p.spare_hues, i, NOTHING if hue == NONE else hue)
    put(p.patterns, p.spare_patterns, i, NOTHING if pattern == NONE else pattern)
    turn_of(g).arranged += 1
    p.by_hand = True
    g.say(
        "{who:seat} arranges: {garment}.",
        who=p.seat,
        garment=label_arrangement(g, p, garment, hue, pattern),
    )


@wardrobe.does("back", label="Back to the market")
def close_wardrobe(g: Threadcount, p: Player) -> None:
    """Leaves the garments as they are."""


@wardrobe.default
def leave_as_it_is(g: Threadcount, p: Player) -> str:
    """Changes nothing."""
    return "back"


@wardrobe.refuses
def cannot_arrange(g: Threadcount, p: Player, words: list[str]) -> str | None:
    """The card that is not there."""
    if len(words) != 4 or words[0] != "arrange" or words[1] not in GARMENTS:
        return None
    for word, known, owned in (
        (words[2], HUES, owned_hues(p)),
        (words[3], PATTERNS, owned_patterns(p)),
    ):
        if word in known and word not in owned:
            return phrase("You own no {card}.", card=NAME[word])
    return phrase(
        "Name a garment, a dye or none, and a pattern or none, so that something changes."
    )
