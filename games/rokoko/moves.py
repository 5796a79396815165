"""Rokoko: what is said of each move, and why the rulebook forbids some."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from games.kernel import Phrase, Said, listed, phrase
from games.rokoko.components import (
    APPRENTICE,
    COLOURED,
    DRESSES,
    EMPLOYEES,
    FACTS,
    FIREWORKS,
    FOUNTAIN,
    JOURNEYMAN,
    MASTER,
    MUSICIAN,
    STATUE,
    STATUES,
    TILES,
    Decoration,
    Dress,
    Employee,
    Space,
    Tile,
)
from games.rokoko.effects import amounts, for_price
from games.rokoko.halls import dresses_of, funded, majorities, majority, places_of, strengths
from games.rokoko.rules.actions import (
    DEPUTED,
    MAY,
    SEGMENTS,
    SILK,
    buy_decoration,
    buy_tile,
    claim_favor,
    depute_employee,
    describe,
    hire_employee,
    hire_price,
    is_in_row,
    make_dress,
    material_suffices,
    material_with,
    silk_listed,
    silk_of,
    tile_at,
    tile_price,
    window_price,
)
from games.rokoko.rules.bonuses import (
    bargains,
    fund_one_more,
    make_one_more,
    take_one_more,
    use_offer,
)
from games.rokoko.rules.dressmaking import (
    FREE_TILE,
    TILE_SEPARATOR,
    bales,
    least_wasted,
    pay_for_dress,
    rent_out,
    sell,
    wasted,
)
from games.rokoko.rules.selection import choose
from games.rokoko.rules.turns import play_card
from games.rokoko.scoring import card_points
from games.rokoko.state import Player, Rokoko, board_of, game, owned, turn_of

COUNTED = {
    MASTER: "{n:master|masters}",
    JOURNEYMAN: "{n:journeyman|journeymen}",
    APPRENTICE: "{n:apprentice|apprentices}",
}
"""So many of a grade."""
ROW_TAKEN = {
    "upper": "You have a marker in the upper row of the fountain.",
    "lower": "You have a marker in the lower row of the fountain.",
}

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


def choosing(g: Rokoko, p: Player, *cards: str) -> Said:
    label = phrase("{names:commas}", names=[EMPLOYEES[card].name for card in cards])
    return Said(label, partial(chosen_hand, p, cards), cards)


for form in choose.forms:
    form.says(choosing)


def chosen_hand(p: Player, cards: tuple[str, ...]) -> Phrase:
    """The grades that the hand then has, and how many cards stay behind."""
    grades = [EMPLOYEES[card].grade for card in (*p.hand, *cards)]
    return phrase(
        "hand: {grades:commas}; {n:stays|stay} in the supply",
        grades=[phrase(COUNTED[each], n=grades.count(each)) for each in COUNTED if each in grades],
        n=len(p.supply) - len(cards),
    )


def card_and_bonus(card: str) -> Said:
    it = EMPLOYEES[card]
    label = phrase("{name}, {grade} ({card:text})", name=it.name, grade=it.grade, card=card)
    return Said(label, phrase("Bonus: {text}", text=it.text) if it.bonus else it.text)


@choose.thing
def choosing_one(g: Rokoko, p: Player, card: str) -> Said:
    return card_and_bonus(card)


@play_card.says
def playing(g: Rokoko, p: Player, card: str) -> Said:
    return replace(card_and_bonus(card), cards=[card])


# --- The Queen's favor ---------------------------------------------------------------------------

claim_favor.says("Take the Favor card: 5 Livre, and you start the next round")


@claim_favor.refuses
def cannot_claim_favor(g: Rokoko, p: Player) -> str | None:
    if "favor" not in MAY[turn_of(g).maker]:
        return phrase("An apprentice cannot claim the Queen's favor.")
    if g.favor is not None:
        return phrase("Somebody has already taken the Favor card this round.")
    return None


def not_enough_money(p: Player, price: int) -> str | None:
    if p.livre >= price:
        return None
    return phrase("That costs {price} Livre, and you have {livre}.", price=price, livre=p.livre)


# --- Resource tiles ------------------------------------------------------------------------------


@take_one_more.says
def taking(g: Rokoko, p: Player, discount: int, segment: str, place: int, use: str) -> Said:
    tile = tile_at(g, segment, place)
    price = tile_price(g.warehouse[SEGMENTS.index(segment)], discount)
    kept = phrase("{silk} silk", silk=silk_listed(tile.silk))
    label = phrase(
        "Buy a resource tile: {what} {price} ({segment:text} {place})",
        segment=segment,
        place=place,
        what=kept if use == SILK else listed(amounts(tile.goods), "commas"),
        price=for_price(price),
    )
    return Said(label, partial(after_tile, g, p, tile, use, price))


def after_tile(g: Rokoko, p: Player, tile: Tile, use: str, price: int) -> Phrase:
    """What is left, and which dresses in the windows the material is enough for."""
    material = material_with(p, silk_of(p), tile, use)
    enough = [dress for dress in g.windows if dress and material_suffices(dress, *material)]
    left = phrase("{n} Livre left", n=p.livre - price)
    if not enough:
        return left
    made = phrase("then you have the material for {dresses:commas}", dresses=enough)
    return listed([made, left], "semicolons")


@take_one_more.refuses
def cannot_take(
    g: Rokoko, p: Player, discount: int, segment: str, place: int, use: str
) -> str | None:
    if segment not in SEGMENTS:
        return None
    return not_enough_money(p, tile_price(g.warehouse[SEGMENTS.index(segment)], discount))


@buy_tile.says
def buying(g: Rokoko, p: Player, segment: str, place: int, use: str) -> Said:
    return taking(g, p, 0, segment, place, use)


@buy_tile.refuses
def cannot_buy(g: Rokoko, p: Player, segment: str, place: int, use: str) -> str | None:
    return cannot_take(g, p, 0, segment, place, use)


# --- A dress -------------------------------------------------------------------------------------


@make_dress.says
@make_one_more.says
def making(g: Rokoko, p: Player, dress: str) -> Said:
    it = DRESSES[dress]
    label = phrase(
        "Make a {dress} {price}: {n} prestige or {value} Livre ({id:text})",
        dress=COLOURED[it.colour],
        price=for_price(window_price(g, dress)),
        n=it.prestige,
        value=it.value,
        id=dress,
    )
    return Said(label, partial(after_making, g, p, it), [dress])


def after_making(g: Rokoko, p: Player, it: Dress) -> Phrase:
    """What it is made of, the silk that is lost at least, and what is left."""
    lost = least_wasted(it.id, p.tiles)
    material = [silk_listed(it.silk), *amounts(it.goods)]
    parts = [phrase("of {material:commas}", material=material)]
    if lost:
        parts.append(phrase("{silk} silk is wasted", silk=silk_listed(lost)))
    parts.append(phrase("{n} Livre left", n=p.livre - window_price(g, it.id)))
    return listed(parts, "semicolons")


@make_dress.refuses
@make_one_more.refuses
def cannot_make(g: Rokoko, p: Player, dress: str) -> str | None:
    if "make" not in MAY[turn_of(g).maker]:
        return phrase("An apprentice cannot make a dress.")
    if dress not in g.windows:
        return None
    it = DRESSES[dress]
    if it.master and turn_of(g).maker != MASTER:
        return phrase("Only a master can make {dress:text}.", dress=it.id)
    if p.yarn < it.yarn or p.lace < it.lace:
        return phrase(
            "You need {yarn} yarn and {lace} lace for {dress:text}.",
            yarn=it.yarn,
            lace=it.lace,
            dress=it.id,
        )
    if not material_suffices(dress, silk_of(p), p.yarn, p.lace):
        needed = silk_listed(it.silk)
        return phrase("You need {silk} silk for {dress:text}.", silk=needed, dress=it.id)
    return not_enough_money(p, window_price(g, dress))


@pay_for_dress.says
def paying(g: Rokoko, p: Player, tiles: str) -> Said:
    spent = tiles.split(TILE_SEPARATOR)
    with_silk = [
        phrase("{silk} ({tile:text})", tile=tile, silk=silk_listed(TILES[tile].silk))
        for tile in spent
    ]
    lost = wasted(turn_of(g).dress, spent)
    left = bales([tile for tile in p.tiles if tile not in spent])
    consequences = [
        phrase("{silk} silk is wasted", silk=silk_listed(lost))
        if lost
        else phrase("nothing is wasted"),
        phrase("{silk} silk left", silk=silk_listed(left)) if left else phrase("no silk left"),
    ]
    return Said(phrase("Spend {tiles:commas}", tiles=with_silk), listed(consequences, "semicolons"))


@pay_for_dress.refuses
def cannot_pay(g: Rokoko, p: Player, tiles: str) -> str | None:
    return phrase("Name kept tiles that cover the silk, and none too many, as in using R01+R13.")


@rent_out.says
def renting(g: Rokoko, p: Player, hall: str, space: str) -> Said:
    it = board_of(g).by_key[hall, space]
    hall_name = board_of(g).halls[it.hall].name
    if it.master:
        label = phrase("{hall}: the master space ({id:text})", hall=hall_name, id=it.id)
    else:
        label = phrase(
            "{hall}, space {space:text}: {bonus} ({id:text})",
            hall=hall_name,
            space=space,
            bonus=bonus_listed(it),
            id=it.id,
        )
    return Said(label, partial(after_renting, g, p, it))


def bonus_listed(space: Space) -> Phrase:
    """What a guest space is or brings, in words."""
    if FREE_TILE in space.bonus:
        return phrase("a free resource tile")
    return listed(amounts(space.bonus), "commas") if space.bonus else phrase("no bonus")


def after_renting(g: Rokoko, p: Player, space: Space) -> Phrase:
    """How strong everybody is in the hall then, and what that brings."""
    hall, strength = board_of(g).halls[space.hall], strengths(g)[space.hall]
    strength[p.seat] += 1
    best = max((n for seat, n in enumerate(strength) if seat != p.seat), default=0)
    breaks_ties = p.seat if space.master else g.markers.get(hall.spaces[0].id)
    then = majority(places_of(g, hall), strength, breaks_ties)[p.seat]
    return phrase(
        "you would be {own} there, the best other {best}: {then} prestige as it stands, now {now}",
        own=strength[p.seat],
        best=best,
        then=then,
        now=majorities(g)[space.hall][p.seat],
    )


@rent_out.refuses
def cannot_rent_out(g: Rokoko, p: Player, hall: str, space: str) -> str | None:
    it = board_of(g).by_key.get((hall, space))
    if it and it.master and turn_of(g).maker != MASTER:
        return phrase("Only a dress made by a master can go on {space:text}.", space=it.id)
    return None


@sell.says
def selling(g: Rokoko, p: Player) -> str:
    return phrase("Sell it for {n} Livre", n=DRESSES[turn_of(g).dress].value)


# --- Employees -----------------------------------------------------------------------------------


@hire_employee.says
def hiring(g: Rokoko, p: Player, card: str) -> Said:
    it, price = EMPLOYEES[card], hire_price(g)
    label = phrase(
        "Hire an employee: {name}, {grade}, {price} ({card:text})",
        card=card,
        name=it.name,
        grade=it.grade,
        price=for_price(price),
    )
    left = phrase("{n} Livre left", n=p.livre - price)
    bonus = phrase("Bonus: {text}", text=it.text) if it.bonus else it.text
    return Said(label, phrase("{bonus} {left}.", bonus=bonus, left=left), [card])


@hire_employee.refuses
def cannot_hire(g: Rokoko, p: Player, card: str) -> str | None:
    if "hire" not in MAY[turn_of(g).maker]:
        return phrase("Only a master hires.")
    return not_enough_money(p, hire_price(g)) if card in g.hire else None


@depute_employee.says
def deputing(g: Rokoko, p: Player) -> Said:
    it = EMPLOYEES[turn_of(g).card]
    label = phrase(
        "Send {name} to the Queen for good: +{n} Livre ({card:text})",
        name=it.name,
        n=DEPUTED[it.grade],
        card=it.id,
    )
    left = [card for card in owned(g, p) if card != it.id]
    few = len(left) < FACTS["hand"] and g.round < FACTS["rounds"]
    if alarm := regret(g, left, it):
        return Said(label, tone="grave" if few else "unusual", alarm=alarm)
    return Said(label, phrase("you keep {n:employee|employees}", n=len(left)), tone="unusual")


def regret(g: Rokoko, left: list[str], sent: Employee) -> str | None:
    """What a player with these employees left would regret to have sent away."""
    lost = card_points(g, g.players[turn_of(g).seat]).get(sent.id)
    if lost:
        return phrase("Its {n} prestige at the end would be lost.", n=lost)
    if g.round == FACTS["rounds"]:
        return None
    if not left:
        return phrase("Your last employee leaves: you take no more turns.")
    if len(left) < FACTS["hand"]:
        return phrase(
            "You would have only {n:turn|turns} in each later round, not {hand}.",
            n=len(left),
            hand=FACTS["hand"],
        )
    if sent.grade == MASTER and not any(EMPLOYEES[card].grade == MASTER for card in left):
        return phrase("Your last master leaves: nobody could hire for you any more.")
    return None


# --- Decorations ---------------------------------------------------------------------------------


@fund_one_more.says
def funding(g: Rokoko, p: Player, discount: int, decoration: str) -> Said:
    it = board_of(g).decorations[decoration]
    price = max(0, it.cost - discount)
    label = phrase(
        "Fund a decoration: {what} {price} ({decoration:text})",
        decoration=decoration,
        what=describe(board_of(g), it),
        price=for_price(price),
    )
    return Said(label, partial(after_funding, g, p, it, price))


def after_funding(g: Rokoko, p: Player, it: Decoration, price: int) -> Phrase:
    """What the decoration brings, and what is left."""
    own = funded(g, p.seat)
    have, lit = len(own[STATUE]), len(own[FIREWORKS])
    dresses = sorted((DRESSES[dress].prestige for dress in dresses_of(g, p.seat)), reverse=True)
    brings = {
        MUSICIAN: phrase("+{n} prestige, and counts like a dress in the hall", n=it.prestige),
        STATUE: phrase("+{n} prestige", n=STATUES[have + 1] - STATUES[have]),
        FOUNTAIN: phrase(
            "+{n} prestige, and {livre} Livre a round",
            n=it.prestige,
            livre=it.income or len(dresses),
        ),
        FIREWORKS: phrase("+{n} prestige", n=it.prestige + sum(dresses[lit : lit + 1])),
    }
    return listed([brings[it.kind], phrase("{n} Livre left", n=p.livre - price)], "semicolons")


@fund_one_more.refuses
def cannot_fund(g: Rokoko, p: Player, discount: int, decoration: str) -> str | None:
    it = board_of(g).decorations.get(decoration)
    if it is None or it.id in g.markers:
        return None
    if is_in_row(g, p, it):
        return phrase(ROW_TAKEN[it.row])
    return not_enough_money(p, max(0, it.cost - discount))


@buy_decoration.says
def buying_decoration(g: Rokoko, p: Player, decoration: str) -> Said:
    return funding(g, p, 0, decoration)


@buy_decoration.refuses
def cannot_buy_decoration(g: Rokoko, p: Player, decoration: str) -> str | None:
    return cannot_fund(g, p, 0, decoration)


# --- Something for something ---------------------------------------------------------------------


@use_offer.says
def using_offer(g: Rokoko, p: Player, what: str) -> Phrase:
    paid, gained = map(amounts, bargains(g)[what])
    if not paid:
        return listed(gained, "commas")
    return phrase("{paid:commas} for {gained:commas}", paid=paid, gained=gained)
