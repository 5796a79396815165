"""Royal Threadcount: why a move is not open, in a sentence."""

from __future__ import annotations

from games.kernel import phrase
from games.royal_threadcount.board import line_completed
from games.royal_threadcount.components import (
    GARMENTS,
    HUES,
    NAME,
    PATTERNS,
    PRICE,
    SILK_COST,
    SLOTS,
    SPACES,
)
from games.royal_threadcount.rules import dye, market, place, sow, wardrobe
from games.royal_threadcount.scoring import owned_hues, owned_patterns
from games.royal_threadcount.state import Player, Threadcount
from games.royal_threadcount.terms import amounts, cost_in_dye


def taken(g: Threadcount, words: list[str], verb: str) -> str | None:
    """That the space named has a cube already."""
    if len(words) == 2 and words[0] == verb and words[1] in map(str, g.cubes):
        return phrase(
            "Space {space:text} is full; a cube goes only onto an empty space.", space=words[1]
        )
    return None


@place.refuses
def cannot_place(g: Threadcount, p: Player, words: list[str]) -> str | None:
    """That the space is taken."""
    return taken(g, words, "place")


@sow.refuses
def cannot_sow(g: Threadcount, p: Player, words: list[str]) -> str | None:
    """Why a cube is refused."""
    if why := taken(g, words, "sow"):
        return why
    if len(words) != 2 or words[0] != "sow" or words[1] not in map(str, SPACES):
        return None
    if not p.silk:
        return phrase("You have no silk to sow; a cube is free only on an empty board.")
    return phrase(
        "A cube on {space:text} would complete the line {line:text} before the roll.",
        space=words[1],
        line="-".join(map(str, line_completed(g.cubes, int(words[1])) or ())),
    )


@dye.refuses
def cannot_choose_dye(g: Threadcount, p: Player, words: list[str]) -> str | None:
    """That dye comes in three colours only."""
    return (
        phrase("White is red, yellow or blue; other colours are made of these.")
        if words[0] == "dye"
        else None
    )


@market.refuses
def cannot_spend(g: Threadcount, p: Player, words: list[str]) -> str | None:
    """Why a purchase is refused."""
    match words:
        case ["buy", hue] if hue in HUES and not g.piles[hue]:
            return phrase("No {hue} dye card is left.", hue=hue)
        case ["buy", hue] if hue in HUES:
            return phrase(
                "{card} costs {cost} dye and {silk} silk; you have {have:commas} and {left} silk.",
                card=NAME[hue],
                cost=cost_in_dye(hue),
                silk=SILK_COST[hue],
                have=amounts(p.dye),
                left=p.silk,
            )
        case ["pattern", slot] if slot in map(str, range(1, SLOTS + 1)):
            pile = g.slots[int(slot) - 1]
            if not pile:
                return phrase("Slot {slot:text} is sold out.", slot=slot)
            return phrase(
                "{pattern} costs {price} silk; you have {silk}.",
                pattern=NAME[pile[-1]],
                price=PRICE[pile[-1]],
                silk=p.silk,
            )
        case ["refresh"]:
            return phrase("New patterns cost 1 silk." if g.deck else "The pattern deck is used up.")
        case ["arrange", *_]:
            return phrase("Say “arrange” first; then garment, dye and pattern.")
        case _:
            return None


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
    return phrase("Name a garment, a dye or none, and a pattern or none; at least one must change.")
