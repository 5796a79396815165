"""Rokoko: labels of moves and commands, and what moves would bring."""

from __future__ import annotations

from games.kernel import Phrase, listed, phrase
from games.rokoko.components import (
    APPRENTICE,
    DRESSES,
    EMPLOYEES,
    FIREWORKS,
    FOUNTAIN,
    JOURNEYMAN,
    MASTER,
    MUSICIAN,
    STATUE,
    STATUES,
    TILES,
    Space,
)
from games.rokoko.effects import amounts
from games.rokoko.halls import dresses_of, funded, places_of, strengths
from games.rokoko.rules.actions import (
    DEPUTED,
    SEGMENTS,
    SILK,
    act,
    describe,
    hire_price,
    material_suffices,
    material_with,
    silk_listed,
    silk_of,
    tile_at,
    tile_price,
    window_price,
)
from games.rokoko.rules.bonuses import (
    bargain,
    bargains,
    extra_decoration,
    extra_dress,
    extra_tile,
)
from games.rokoko.rules.dressmaking import (
    FREE_TILE,
    TILE_SEPARATOR,
    bales,
    least_wasted,
    pay,
    place,
    wasted,
)
from games.rokoko.rules.preparation import named
from games.rokoko.rules.selection import choose
from games.rokoko.rules.turns import play
from games.rokoko.state import Player, Rokoko, board_of, game, turn_of

COUNTED = {
    MASTER: "{n:master|masters}",
    JOURNEYMAN: "{n:journeyman|journeymen}",
    APPRENTICE: "{n:apprentice|apprentices}",
}
"""So many of a grade."""

game.verb("pass", "Give up the main action, or a bonus.")
game.verb("favor", "Take the Favor card: Livre at once, and you start the next round.")
game.verb("take", "Take a resource tile: keep it as silk, or discard it for its goods.")
game.verb("make", "Make a dress that hangs in a window of the workshop.")
game.verb("hire", "Hire an employee, who comes into your hand and is played this round.")
game.verb("depute", "Depute the employee you played, for Livre; the card leaves the game.")
game.verb("fund", "Fund a decoration.")
game.verb("bonus", "Use the bonus of the employee: yarn, lace or pay.")
game.verb("spend", "Spend these tiles on the dress, named like R01+R13.", "using")
game.verb("rent", "Rent the dress out on a free guest space: hall, then space.")
game.verb("sell", "Sell the dress for its value.")
game.verb("choose", "Choose the employees you play this round, from your supply.")
game.verb("play", "Play an employee face up from your hand.")


# --- The hand and the card that is played --------------------------------------------------------


def label_hand(g: Rokoko, p: Player, *cards: str) -> Phrase:
    """The cards by name."""
    return phrase("{cards:commas}", cards=[*map(named, cards)])


def consequence_hand(g: Rokoko, p: Player, *cards: str) -> Phrase:
    """The grades that the hand then has, and how many cards stay behind."""
    grades = [EMPLOYEES[card].grade for card in (*p.hand, *cards)]
    return phrase(
        "hand: {grades:commas}; {n:stays|stay} in the supply",
        grades=[phrase(COUNTED[each], n=grades.count(each)) for each in COUNTED if each in grades],
        n=len(p.supply) - len(cards),
    )


def label_card(g: Rokoko, p: Player, card: str) -> Phrase:
    """The card with its grade."""
    it = EMPLOYEES[card]
    return phrase("{card:text} {name} ({grade})", card=card, name=it.name, grade=it.grade)


def consequence_card(g: Rokoko, p: Player, card: str) -> str:
    """What the card brings after the main action."""
    it = EMPLOYEES[card]
    return phrase("Bonus: {text}", text=it.text) if it.bonus else it.text


choose.labels({"choose {card} …": label_card})
choose.labels({form.pattern: label_hand for form in choose.forms})
choose.consequences({"choose {card} …": consequence_card})
choose.consequences({form.pattern: consequence_hand for form in choose.forms})
play.labels({"play {card}": label_card})
play.consequences({"play {card}": consequence_card})


# --- Main actions, and bonuses that are one more of them -----------------------------------------


def label_tile(g: Rokoko, p: Player, discount: int, segment: str, place: int, use: str) -> Phrase:
    """The tile, what it is used for and its price."""
    tile = tile_at(g, segment, place)
    kept = phrase("{silk} silk", silk=silk_listed(tile.silk))
    return phrase(
        "Take {segment:text} {place}: {tile:text}, {what} ({price}L)",
        segment=segment,
        place=place,
        tile=tile.id,
        what=kept if use == SILK else listed(amounts(tile.goods), "commas"),
        price=tile_price(g.warehouse[SEGMENTS.index(segment)], discount),
    )


def consequence_tile(
    g: Rokoko, p: Player, discount: int, segment: str, place: int, use: str
) -> Phrase:
    """What is left, and which dresses in the windows the material is enough for."""
    tile = tile_at(g, segment, place)
    price = tile_price(g.warehouse[SEGMENTS.index(segment)], discount)
    material = material_with(p, silk_of(p), tile, use)
    enough = [dress for dress in g.windows if dress and material_suffices(dress, *material)]
    parts = [phrase("leaves {n} Livre", n=p.livre - price)]
    if enough:
        parts.append(phrase("material for {dresses:commas}", dresses=enough))
    return listed(parts, "semicolons")


def label_bought_tile(g: Rokoko, p: Player, segment: str, place: int, use: str) -> Phrase:
    """The tile at its full price."""
    return label_tile(g, p, 0, segment, place, use)


def consequence_bought_tile(g: Rokoko, p: Player, segment: str, place: int, use: str) -> Phrase:
    """What a tile at its full price leaves, and is enough for."""
    return consequence_tile(g, p, 0, segment, place, use)


def label_dress(g: Rokoko, p: Player, dress: str) -> Phrase:
    """The dress and what it costs."""
    it = DRESSES[dress]
    return phrase(
        "Make {dress:text} ({price}L): {material:commas}",
        dress=dress,
        price=window_price(g, dress),
        material=[silk_listed(it.silk), *amounts(it.goods)],
    )


def consequence_dress(g: Rokoko, p: Player, dress: str) -> Phrase:
    """What it is worth, the silk that is lost at least, and what is left."""
    it, lost = DRESSES[dress], least_wasted(dress, p.tiles)
    worth = phrase("{n} prestige or {value} Livre", n=it.prestige, value=it.value)
    left = phrase(
        "leaves {livre} Livre, {yarn} yarn, {lace} lace",
        livre=p.livre - window_price(g, dress),
        yarn=p.yarn - it.yarn,
        lace=p.lace - it.lace,
    )
    waste = [phrase("wastes {silk} silk", silk=silk_listed(lost))] if lost else []
    return listed([worth, *waste, left], "semicolons")


def label_hire(g: Rokoko, p: Player, card: str) -> Phrase:
    """The employee and the price."""
    it = EMPLOYEES[card]
    return phrase(
        "Hire {card:text} {name}, {grade} ({price}L)",
        card=card,
        name=it.name,
        grade=it.grade,
        price=hire_price(g),
    )


def consequence_hire(g: Rokoko, p: Player, card: str) -> Phrase:
    """What is left, and the bonus."""
    left = p.livre - hire_price(g)
    return phrase("leaves {n} Livre. {text}", n=left, text=EMPLOYEES[card].text)


def label_depute(g: Rokoko, p: Player) -> Phrase:
    """The employee who is deputed, and the Livre."""
    it = EMPLOYEES[turn_of(g).card]
    return phrase(
        "Depute {card:text} to the Queen: +{n} Livre, the card leaves the game",
        card=it.id,
        n=DEPUTED[it.grade],
    )


def label_decoration(g: Rokoko, p: Player, discount: int, decoration: str) -> Phrase:
    """The decoration and its price."""
    it = board_of(g).decorations[decoration]
    return phrase(
        "Fund {decoration:text} {what} ({price}L)",
        decoration=decoration,
        what=describe(board_of(g), it),
        price=max(0, it.cost - discount),
    )


def consequence_decoration(g: Rokoko, p: Player, discount: int, decoration: str) -> Phrase:
    """What the decoration brings, and what is left."""
    it = board_of(g).decorations[decoration]
    have = len(funded(g, p.seat)[STATUE])
    dresses = sorted((DRESSES[dress].prestige for dress in dresses_of(g, p.seat)), reverse=True)
    lit = len(funded(g, p.seat)[FIREWORKS])
    brings = {
        MUSICIAN: phrase("{n} prestige and strength in the hall", n=it.prestige),
        STATUE: phrase(
            "{n} prestige for statue {number}",
            n=STATUES[have + 1] - STATUES[have],
            number=have + 1,
        ),
        FOUNTAIN: phrase(
            "{n} prestige, {livre} Livre a round",
            n=it.prestige,
            livre=it.income or len(dresses),
        ),
        FIREWORKS: phrase(
            "{n} prestige, {more} more for a dress",
            n=it.prestige,
            more=sum(dresses[lit : lit + 1]),
        ),
    }
    left = phrase("leaves {n} Livre", n=p.livre - max(0, it.cost - discount))
    return listed([brings[it.kind], left], "semicolons")


act.labels(
    {
        "favor": "Take the Favor card: 5 Livre, and you start the next round",
        "take {segment} {place:d} {use}": label_bought_tile,
        "make {dress}": label_dress,
        "hire {card}": label_hire,
        "depute": label_depute,
        "fund {decoration}": lambda g, p, decoration: label_decoration(g, p, 0, decoration),
    }
)
act.unusual("depute")
act.consequences(
    {
        "take {segment} {place:d} {use}": consequence_bought_tile,
        "make {dress}": consequence_dress,
        "hire {card}": consequence_hire,
        "fund {decoration}": lambda g, p, decoration: consequence_decoration(g, p, 0, decoration),
    }
)
extra_tile.labels({"take {segment} {place:d} {use}": label_tile})
extra_tile.consequences({"take {segment} {place:d} {use}": consequence_tile})
extra_decoration.labels({"fund {decoration}": label_decoration})
extra_decoration.consequences({"fund {decoration}": consequence_decoration})
extra_dress.labels({"make {dress}": label_dress})
extra_dress.consequences({"make {dress}": consequence_dress})


# --- The dress -----------------------------------------------------------------------------------


def label_payment(g: Rokoko, p: Player, tiles: str) -> Phrase:
    """The tiles with their silk."""
    spent = [TILES[tile] for tile in tiles.split(TILE_SEPARATOR)]
    with_silk = [
        phrase("{tile:text} ({silk})", tile=it.id, silk=silk_listed(it.silk)) for it in spent
    ]
    return phrase("Spend {tiles:commas}", tiles=with_silk)


def consequence_payment(g: Rokoko, p: Player, tiles: str) -> Phrase:
    """The silk that is lost, and what is left."""
    spent = tiles.split(TILE_SEPARATOR)
    lost = wasted(turn_of(g).dress, spent)
    left = bales([tile for tile in p.tiles if tile not in spent])
    parts = [
        phrase("wastes {silk} silk", silk=silk_listed(lost)) if lost else phrase("wastes nothing"),
        phrase("leaves {silk} silk", silk=silk_listed(left)) if left else phrase("leaves no silk"),
    ]
    return listed(parts, "semicolons")


def label_space(g: Rokoko, p: Player, hall: str, space: str) -> Phrase:
    """The hall, the space and its bonus."""
    it = board_of(g).by_key[hall, space]
    return phrase(
        "{hall} {space:text}: {bonus}",
        hall=board_of(g).halls[it.hall].name,
        space=it.id,
        bonus=bonus_listed(it),
    )


def bonus_listed(space: Space) -> Phrase:
    """What a guest space is or brings, in words."""
    if space.master:
        return phrase("master space")
    if FREE_TILE in space.bonus:
        return phrase("a free resource tile")
    return listed(amounts(space.bonus), "commas") if space.bonus else phrase("no bonus")


def consequence_space(g: Rokoko, p: Player, hall: str, space: str) -> Phrase:
    """How strong everybody is in that hall then, and what it is worth."""
    it = board_of(g).by_key[hall, space]
    strength = strengths(g)[it.hall]
    best = max((n for seat, n in enumerate(strength) if seat != p.seat), default=0)
    first, second = places_of(g, board_of(g).halls[it.hall])
    return phrase(
        "you {own}, best other {best}; majority {first}/{second}",
        own=strength[p.seat] + 1,
        best=best,
        first=first,
        second=second,
    )


def label_sale(g: Rokoko, p: Player) -> Phrase:
    """What the dress sells for."""
    return phrase("Sell it for {n} Livre", n=DRESSES[turn_of(g).dress].value)


pay.labels({"using {tiles}": label_payment})
pay.consequences({"using {tiles}": consequence_payment})
place.labels({"rent {hall} {space}": label_space, "sell": label_sale})
place.consequences({"rent {hall} {space}": consequence_space})


# --- Something for something ---------------------------------------------------------------------


def label_bargain(g: Rokoko, p: Player, what: str) -> Phrase:
    """What is paid and gained."""
    paid, gained = map(amounts, bargains(g)[what])
    if not paid:
        return listed(gained, "commas")
    return phrase("{paid:commas} for {gained:commas}", paid=paid, gained=gained)


bargain.labels({"bonus {what}": label_bargain})
