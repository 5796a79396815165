"""Royal Threadcount: labels of moves and commands."""

from __future__ import annotations

from games.kernel import phrase
from games.royal_threadcount.components import DYE_COST, DYES, NAME, PRICE, SILK_COST
from games.royal_threadcount.rules import (
    ARRANGES,
    REFRESH,
    arrangement,
    dye,
    market,
    place,
    sow,
    wardrobe,
    zero,
)
from games.royal_threadcount.state import Player, Threadcount, game, turn_of
from games.royal_threadcount.terms import (
    amounts,
    coming_outcome,
    completable,
    cost_in_dye,
    newly_affordable,
    silk_at_best,
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


def label_sowing(g: Threadcount, p: Player, space: int) -> str:
    """The space, and what is left."""
    if not g.cubes:
        return phrase("Sow {space} (free)", space=space)
    return phrase("Sow {space} (leaves {left} silk)", space=space, left=p.silk - 1)


def label_dye(g: Threadcount, p: Player, dye: str) -> str:
    """The dye, what the player has then, and which dye cards that is enough for."""
    then = {each: p.dye[each] + (each == dye) for each in DYES}
    have = amounts({each: n for each, n in then.items() if n})
    new = newly_affordable(g, p, dye)
    if not new:
        return phrase("{dye}: you then have {have:commas}", dye=NAME[dye], have=have)
    if len(new) <= 2:
        return phrase(
            "{dye}: then {have:commas}; affordable: {new:commas}",
            dye=NAME[dye],
            have=have,
            new=new,
        )
    return phrase(
        "{dye}: then {have:commas}; affordable: {new:commas} +{more}",
        dye=NAME[dye],
        have=have,
        new=new[:2],
        more=len(new) - 2,
    )


def label_zero(g: Threadcount, p: Player, space: int) -> str:
    """The number and what the roll brings with it."""
    if zeros_to_name(turn_of(g)) > 1:
        most = silk_at_best(g, turn_of(g), space)
        return phrase("0 as {space}: up to {silk} silk", space=space, silk=most)
    it = coming_outcome(g, turn_of(g), space)
    lifted = len({each for line in it.lines for each in line})
    effects = (
        (it.filled, phrase("fills {spaces:words}", spaces=it.filled)),
        (lifted, phrase("lines clear {n}", n=lifted)),
        (it.refilled, phrase("refills {spaces:words}", spaces=it.refilled)),
        (it.cleared, phrase("clears {spaces:words}", spaces=it.cleared)),
    )
    return phrase(
        "0 as {space}: {silk} silk ({effects:commas})",
        space=space,
        silk=it.silk,
        effects=[effect for happens, effect in effects if happens],
    )


def label_dye_card(g: Threadcount, p: Player, hue: str) -> str:
    """The card, its cost and what that leaves of each dye and of silk."""
    return phrase(
        "{card}: {cost} + {silk} silk (leaves {left:commas}, {silk_left} silk)",
        card=NAME[hue],
        cost=cost_in_dye(hue),
        silk=SILK_COST[hue],
        left=amounts({each: p.dye[each] - n for each, n in DYE_COST[hue].items()}),
        silk_left=p.silk - SILK_COST[hue],
    )


def label_pattern(g: Threadcount, p: Player, slot: int) -> str:
    """The pattern on offer, its price and what it leaves."""
    pattern = g.slots[slot - 1][-1]
    price = PRICE[pattern]
    return phrase(
        "{pattern} from slot {slot}: {price} silk (leaves {left} silk)",
        pattern=NAME[pattern],
        slot=slot,
        price=price,
        left=p.silk - price,
    )


def label_refresh(g: Threadcount, p: Player) -> str:
    """The cost, and what it leaves."""
    left = p.silk - REFRESH
    return phrase("New patterns: {price} silk (leaves {left} silk)", price=REFRESH, left=left)


def label_arranging(g: Threadcount, p: Player) -> str:
    """What can be changed, and how often still."""
    return phrase(
        "Rearrange your garments ({left} of {most} changes left)",
        left=ARRANGES - turn_of(g).arranged,
        most=ARRANGES,
    )


def label_end(g: Threadcount, p: Player) -> str:
    """The end of the turn, and what will be lost."""
    silk, more = surplus_silk(p), completable(p)
    lost = [phrase("{n} silk", n=silk)] if silk else []
    lost += [phrase("{n} {dye} dye", n=n, dye=each) for each, n in surplus_dye(g, p).items()]
    done = (
        phrase("End your turn, losing {lost:list}", lost=lost) if lost else phrase("End your turn")
    )
    return phrase("{done} ({n} more could be complete)", done=done, n=more) if more else done


place.labels({"place {space:d}": "Cube on {space}"})
sow.labels({"sow {space:d}": label_sowing, "roll": "Roll the dice"})
dye.labels({"dye {dye}": label_dye})
zero.labels({"zero {space:d}": label_zero})
market.labels(
    {
        "buy {hue}": label_dye_card,
        "pattern {slot:d}": label_pattern,
        "refresh": label_refresh,
        "arrange": label_arranging,
        "done": label_end,
    }
)
wardrobe.labels(
    {
        "arrange {garment} {hue} {pattern}": lambda g, p, garment, hue, pattern: arrangement(
            garment, hue, pattern
        ),
        "back": "Back to the market",
    }
)
