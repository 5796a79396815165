"""Royal Threadcount: what is said of each move, and why the rulebook forbids some."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from games.kernel import Said, phrase
from games.royal_threadcount.board import line_completed
from games.royal_threadcount.components import (
    ARRANGES,
    DYES,
    GARMENTS,
    HUES,
    NAME,
    PRICE,
    REFRESH,
    SILK_COST,
    SLOTS,
    TURNS,
)
from games.royal_threadcount.outfit import with_more
from games.royal_threadcount.rules import (
    arrangement,
    buy_dye_card,
    buy_pattern,
    change_garment,
    choose_dye,
    close_wardrobe,
    end_market,
    name_zero,
    open_wardrobe,
    place_first_cube,
    refresh,
    roll,
    sow_silk,
)
from games.royal_threadcount.scoring import complete, total
from games.royal_threadcount.state import Player, Threadcount, game, turn_of
from games.royal_threadcount.terms import (
    amounts,
    completable,
    cost_in_dye,
    newly_covered_hues,
    outcome_of_roll,
    silk_at_best,
    spares,
    surplus_dye,
    surplus_silk,
    zeros_to_name,
)

game.verb("arrange", "Change what a garment is made of: garment, dye or none, pattern or none.")
game.verb("keep", "Leave the garments as they are.", "back")
game.verb("place", "Choose the space for the cube of the 0 you rolled before the first turn.")
game.verb("sow", "Put silk on an empty space before you roll; a cube is free if all are empty.")
game.verb("roll", "Roll the four dice; no more silk can be sown after that.")
game.verb("dye", "Choose the colour of your dye when the die shows white.")
game.verb("count_zero", "Choose the number that a 0 counts as.", "zero")
game.verb("buy", "Buy a dye card for dye and silk.")
game.verb("buy_pattern", "Buy the pattern on offer in a slot for silk.", "pattern")
game.verb("refresh", "Pay one silk for three new patterns on top of the old ones.")
game.verb("done", "End your turn.")

place_first_cube.says("Cube on {space}")
roll.says("Roll the dice")
close_wardrobe.says("Back to the market")


@sow_silk.says
def sowing(g: Threadcount, p: Player, space: int) -> str:
    if not g.cubes:
        return phrase("Sow {space} (free)", space=space)
    return phrase("Sow {space}", space=space)


@sow_silk.refuses
def cannot_sow(g: Threadcount, p: Player, space: int) -> str | None:
    line = line_completed(g.cubes, space)
    if not line or space in g.cubes:
        return None
    return phrase(
        "A cube on {space} would complete the line {line:text} before the roll.",
        space=space,
        line="-".join(map(str, line)),
    )


@choose_dye.says
def choosing_dye(g: Threadcount, p: Player, dye: str) -> str:
    """The dye, and which dye cards it is enough for; if none, what the player has then."""
    new = newly_covered_hues(g, p, dye)
    if not new:
        then = {each: p.dye[each] + (each == dye) for each in DYES}
        have = amounts({each: n for each, n in then.items() if n})
        return phrase("{dye} dye: you then have {have:commas}", dye=NAME[dye], have=have)
    if len(new) <= 2:
        return phrase("{dye} dye: enough for {new:list}", dye=NAME[dye], new=new)
    return phrase(
        "{dye} dye: enough for {new:commas} and {more} more",
        dye=NAME[dye],
        new=new[:2],
        more=len(new) - 2,
    )


@name_zero.says
def naming_zero(g: Threadcount, p: Player, space: int) -> Said | str:
    """The number and what the roll brings with it."""
    if zeros_to_name(turn_of(g)) > 1:
        most = silk_at_best(g, turn_of(g), space)
        return phrase("0 as {space} for up to {silk} silk", space=space, silk=most)
    it = outcome_of_roll(g, turn_of(g), space)
    lines = ["-".join(map(str, line)) for line in it.lines]
    effects = (
        (it.filled, phrase("fills {spaces:list}", spaces=spaces_of(it.filled))),
        (lines, phrase("clears {lines:list}", lines=lines)),
        (it.refilled, phrase("refills {spaces:list}", spaces=spaces_of(it.refilled))),
        (it.cleared, phrase("empties {spaces:list}", spaces=spaces_of(it.cleared))),
    )
    return Said(
        phrase("0 as {space} for {silk} silk", space=space, silk=it.silk),
        phrase("{effects:commas}", effects=[effect for happens, effect in effects if happens]),
    )


def spaces_of(spaces: Iterable[int]) -> list[str]:
    return [str(space) for space in spaces]


@buy_dye_card.says
def buying_dye_card(g: Threadcount, p: Player, hue: str) -> Said:
    label = phrase(
        "Buy the dye {hue} for {cost} + {silk} silk",
        hue=hue,
        cost=cost_in_dye(hue),
        silk=SILK_COST[hue],
    )
    return Said(label, partial(gain_of_card, g, p, hue, ""), cards=[hue])


def gain_of_card(g: Threadcount, p: Player, hue: str, pattern: str) -> str:
    """What a card adds as far as its buyer knows, or for which garment it waits."""
    then = with_more(g, p, hue, pattern)
    points = total(g, then, p.favourite, "") - total(g, p, p.favourite, "")
    completed = [NAME[GARMENTS[i]] for i in complete(then) if i not in complete(p)]
    if completed:
        return phrase("completes your {garment}, +{n:point|points}", garment=completed[0], n=points)
    if points < 0:
        return phrase("−{n:point|points}", n=-points)
    if points:
        return phrase("+{n:point|points}", n=points)
    if spares(then) > spares(p):
        return phrase("a spare card, no points now")
    cards, had = (then.hues, p.hues) if hue else (then.patterns, p.patterns)
    garment = next(NAME[GARMENTS[i]] for i, card in enumerate(cards) if card != had[i])
    if hue:
        return phrase("for your {garment}, which needs a pattern, too", garment=garment)
    return phrase("for your {garment}, which needs a dye, too", garment=garment)


@buy_dye_card.refuses
def cannot_buy_dye_card(g: Threadcount, p: Player, hue: str) -> str | None:
    if hue not in HUES:
        return None
    if not g.piles[hue]:
        return phrase("No {hue} dye card is left.", hue=hue)
    return phrase(
        "{card} costs {cost} dye and {silk} silk; you have {have:commas} and {left} silk.",
        card=NAME[hue],
        cost=cost_in_dye(hue),
        silk=SILK_COST[hue],
        have=amounts(p.dye),
        left=p.silk,
    )


@buy_pattern.says
def buying_pattern(g: Threadcount, p: Player, slot: int) -> Said:
    pattern = g.slots[slot - 1][-1]
    price = PRICE[pattern]
    label = phrase(
        "Buy the pattern {pattern} for {price} silk (slot {slot})",
        pattern=NAME[pattern],
        price=price,
        slot=slot,
    )
    return Said(label, partial(gain_of_card, g, p, "", pattern), cards=[pattern])


@buy_pattern.refuses
def cannot_buy_pattern(g: Threadcount, p: Player, slot: int) -> str | None:
    if not 1 <= slot <= SLOTS or not g.slots[slot - 1]:
        return None
    pattern = g.slots[slot - 1][-1]
    return phrase(
        "{pattern} costs {price} silk; you have {silk}.",
        pattern=NAME[pattern],
        price=PRICE[pattern],
        silk=p.silk,
    )


@refresh.says
def refreshing(g: Threadcount, p: Player) -> str:
    return phrase("Lay out three new patterns for {price} silk", price=REFRESH)


@refresh.refuses
def cannot_refresh(g: Threadcount, p: Player) -> str | None:
    return None if g.deck else phrase("The pattern deck is used up.")


@open_wardrobe.says
def opening_wardrobe(g: Threadcount, p: Player) -> str:
    return phrase(
        "Rearrange your garments ({left} of {most} changes left)",
        left=ARRANGES - turn_of(g).arranged,
        most=ARRANGES,
    )


@end_market.says
def ending_turn(g: Threadcount, p: Player) -> Said | str:
    """The end of the turn, and what will be lost; asked back where it is the last word."""
    silk, completable_garments = surplus_silk(p), completable(p)
    lost = [phrase("{n} silk", n=silk)] if silk else []
    lost += [phrase("{n} {dye} dye", n=n, dye=each) for each, n in surplus_dye(g, p).items()]
    done = (
        phrase("End your turn, losing {lost:list}", lost=lost) if lost else phrase("End your turn")
    )
    if not completable_garments:
        return done
    label = phrase("{done} ({n} more could be complete)", done=done, n=completable_garments)
    if turn_of(g).number < TURNS:
        return label
    never = phrase("This is your last turn: what is incomplete now scores nothing.")
    return Said(label, tone="grave", alarm=never)


@change_garment.says
def changing_garment(g: Threadcount, p: Player, garment: str, hue: str, pattern: str) -> str:
    words = arrangement(garment, hue, pattern)
    return phrase("{garment}: {dye}, {pattern}", **words)
