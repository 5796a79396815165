"""Royal Threadcount: the rulebook from top to bottom; figures and names are in cards.toml."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from games.kernel import phrase
from games.royal_threadcount.board import sowable
from games.royal_threadcount.components import (
    ARRANGES,
    COLOURS,
    DATA,
    DYE_COST,
    DYE_KEPT,
    DYES,
    FACES,
    GARMENTS,
    HUES,
    NAME,
    PATTERNS,
    PRICE,
    REFRESH,
    SILK_COST,
    SILK_DICE,
    SLOTS,
    SPACES,
    TURNS,
    WHITE,
)
from games.royal_threadcount.outfit import add_hue, add_pattern, put
from games.royal_threadcount.scoring import (
    complete,
    owned_hues,
    owned_patterns,
    sheet,
    tie_breaks,
    tie_steps,
)
from games.royal_threadcount.state import NOTHING, Options, Player, Threadcount, Turn, game, turn_of
from games.royal_threadcount.terms import (
    buyable_hues,
    buyable_patterns,
    completable,
    named_with_counts,
    outcome_of_roll,
    spares,
    surplus_dye,
    surplus_silk,
)

ZERO = 10
"""What a 0 counts as in the roll for the order of the turns."""
NO_CARD = "none"
"""The word for NOTHING in a move."""
GRID = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


# --- 1, 2 The table, and who begins --------------------------------------------------------------


@game.setup
def setup(g: Threadcount, options: Options) -> None:
    """Lays out the market and deals the secrets."""
    g.scoring, g.idle_doubles = options.scoring, options.doubles == "idle"
    g.dye_cap = None if options.dye_cap == "none" else DYE_KEPT
    g.players = [Player(seat) for seat in range(g.seats)]
    g.piles = {hue["id"]: hue["copies"] for hue in DATA["dye"]}
    g.deck = [pattern["id"] for pattern in DATA["pattern"] for _ in range(pattern["copies"])]
    g.slots = [[g.draw(g.deck)] for _ in range(SLOTS)]
    g.undealt, g.unpicked = list(COLOURS), list(PATTERNS)
    g.favourite_pattern = [g.draw(g.unpicked)]
    for p in g.players:
        p.favourite = [g.draw(g.undealt)]
        g.say(
            (
                "Your secret colour is {colour}: at the end every dye that contains it scores"
                " 2, whoever wears it."
            ),
            p.seat,
            colour=p.favourite[0],
        )
    offers = named_with_counts([pile[-1] for pile in g.slots])
    g.say("The market opens with {offers:commas}.", offers=offers)
    g.then("roll_for_order", ("start_turn", 0))


@game.step
def roll_for_order(g: Threadcount) -> None:
    """Rolls a die for each player, again for those who are equal; the highest goes first."""
    g.rolls = [0] * g.seats
    rolling = list(range(g.seats))
    while rolling:
        for seat in rolling:
            g.rolls[seat] = g.below(10) or ZERO
            rolled = g.rolls[seat] % ZERO
            g.say("{who:seat rolls|You rolled} {n} for the order.", who=seat, n=rolled)
        rolling = [seat for seat in range(g.seats) if g.rolls.count(g.rolls[seat]) > 1]
    first = g.rolls.index(max(g.rolls))
    g.order = [(first + i) % g.seats for i in range(g.seats)]
    g.cubes = sorted(n for n in g.rolls if n != ZERO)
    g.say("{who:seat goes|You go} first.", who=first)
    if ZERO in g.rolls:
        g.then(("place", first))


@game.choice(
    "You rolled the 0: choose the space for its cube.",
    menu=[[f"place {space}" for space in row] for row in GRID],
    they="{who:seat places|You place} silk",
)
def place(g: Threadcount, p: Player) -> list[str]:
    """Any empty space; a line made here stays."""
    return [f"place {space}" for space in SPACES if space not in g.cubes]


@place.does("place {space:d}")
def place_first_cube(g: Threadcount, p: Player, space: int) -> None:
    """Puts the cube of a 0 rolled before the first turn on a space."""
    put_cube(g, space)
    g.say("{who:seat places|You placed} the cube of the 0 on {space}.", who=p.seat, space=space)


# --- 3 The turn ----------------------------------------------------------------------------------


@game.step
def start_turn(g: Threadcount, count: int) -> None:
    """Begins the turn with this number, counted from 0 over all players, or ends the game."""
    if count == TURNS * g.seats:
        g.then("present_outfits")
        return
    if count % g.seats == 0:
        g.heading("Turn {n} of {all}", n=count // g.seats + 1, all=TURNS)
    seat = g.order[count % g.seats]
    g.previous, g.now = g.now, Turn(seat, count // g.seats + 1)
    g.then(("sow", seat), ("spend", seat), ("end_turn", seat), ("start_turn", count + 1))


# --- 4 Sowing silk -------------------------------------------------------------------------------


@game.choice(
    "Put silk on empty spaces (1 each), or roll.",
    menu=[[f"sow {space}" for space in row] for row in GRID],
    they="{who:seat to|You} sow or roll",
)
def sow(g: Threadcount, p: Player) -> list[str]:
    """Empty spaces that complete no line, as long as the player can pay; and the roll."""
    spaces = sowable(tuple(g.cubes)) if p.silk or not g.cubes else []
    return [*[f"sow {space}" for space in spaces], "roll"]


@sow.does("sow {space:d}")
def sow_silk(g: Threadcount, p: Player, space: int) -> None:
    """Puts silk on an empty space, free of charge if all are empty, and asks again."""
    if g.cubes:
        p.silk -= 1
        g.say("{who:seat sows|You sowed} silk on {space}.", who=p.seat, space=space)
    else:
        g.say("{who:seat sows|You sowed} a free cube on {space}.", who=p.seat, space=space)
    put_cube(g, space)
    turn_of(g).sown.append(space)
    g.then(("sow", p.seat))


# --- 5 Rolling the dice --------------------------------------------------------------------------


@sow.does("roll")
def roll(g: Threadcount, p: Player) -> None:
    """Rolls the dice and plans what has to be chosen; player 1 moves the calendar."""
    turn = turn_of(g)
    turn.before = list(g.cubes)
    turn.face = FACES[g.below(len(FACES))]
    turn.dice = [g.below(10) for _ in range(SILK_DICE)]
    if p.seat == g.order[0]:
        g.weeks = TURNS + 1 - turn.number
    rolls = "{who:seat rolls|You rolled} {dice:words} and {face}."
    g.say(rolls, who=p.seat, face=turn.face, dice=list(turn.dice))
    if turn.face != WHITE:
        gain_dye(g, p, turn.face)
    asked = [("dye", p.seat)] if turn.face == WHITE else []
    g.then(*asked, *[("zero", p.seat)] * turn.dice.count(0), ("resolve_roll", p.seat))


def gain_dye(g: Threadcount, p: Player, dye: str) -> None:
    """Adds a dye to the player's card."""
    turn_of(g).dye = dye
    p.dye[dye] += 1


@game.choice("You rolled white: choose a colour of dye.", they="{who:seat picks|You pick} a dye")
def dye(g: Threadcount, p: Player) -> list[str]:
    """One of the three colours."""
    return [f"dye {each}" for each in DYES]


@dye.does("dye {dye}")
def choose_dye(g: Threadcount, p: Player, dye: str) -> None:
    gain_dye(g, p, dye)
    g.say("{who:seat chooses|You chose} {dye} for the white die.", who=p.seat, dye=dye)


@game.choice("A 0 counts as any number: choose it.", they="{who:seat sets|You set} a 0")
def zero(g: Threadcount, p: Player) -> list[str]:
    """Any number, also one that another die shows."""
    return [f"zero {space}" for space in SPACES]


@zero.does("zero {space:d}")
def name_zero(g: Threadcount, p: Player, space: int) -> None:
    turn_of(g).zeros.append(space)
    g.say("{who:seat counts|You counted} a 0 as {space}.", who=p.seat, space=space)


@game.step
def resolve_roll(g: Threadcount, seat: int) -> None:
    """Fills, clears lines, refills, clears, and pays the silk that came off the board."""
    turn, p = turn_of(g), g.players[seat]
    it = outcome_of_roll(g, turn)
    g.cubes = list(it.after)
    turn.resolved, turn.silk = True, it.silk
    turn.filled, turn.lines = list(it.filled), list(it.lines)
    turn.refilled, turn.cleared = list(it.refilled), list(it.cleared)
    p.silk += it.silk
    if it.lines:
        lines = ["-".join(map(str, line)) for line in it.lines]
        g.say("{who:seat clears|You cleared} {lines:list}.", who=seat, lines=lines)
    gets = "{who:seat gets|You got} {silk} silk and a {dye} dye."
    g.say(gets, who=seat, silk=it.silk, dye=turn.dye)


# --- 6, 7 The dye market and the silk market -----------------------------------------------------


@game.step
def spend(g: Threadcount, seat: int) -> None:
    """Asks a player who can buy or usefully arrange; in the last turn whoever owns a card."""
    p = g.players[seat]
    if any(purchases(g, p)) or may_want_to_arrange(g, p):
        g.then(("market", seat))


def may_want_to_arrange(g: Threadcount, p: Player) -> bool:
    """Whether changing the outfit could matter."""
    if turn_of(g).number == TURNS:
        return bool(owned_hues(p) or owned_patterns(p))
    return spares(p) > 0 or completable(p) > 0


@game.choice("Buy what you can afford, or end your turn.", they="{who:seat to|You} buy")
def market(g: Threadcount, p: Player) -> Iterator[str]:
    """What the player can pay, the way to the outfit, and the end of the turn."""
    yield from purchases(g, p)
    if turn_of(g).arranged < ARRANGES and (any(p.hues) or any(p.patterns) or spares(p)):
        yield "arrange"
    yield "done"


def purchases(g: Threadcount, p: Player) -> Iterator[str]:
    """What a player can pay: dye cards, patterns, new offers."""
    for hue in buyable_hues(g, p):
        yield f"buy {hue}"
    for slot, _pattern in buyable_patterns(g, p):
        yield f"pattern {slot}"
    if g.deck and p.silk >= REFRESH:
        yield "refresh"


@market.does("buy {hue}")
def buy_dye_card(g: Threadcount, p: Player, hue: str) -> None:
    """Buys a dye card for dye and silk, and asks again."""
    for each, n in DYE_COST[hue].items():
        p.dye[each] -= n
    p.silk -= SILK_COST[hue]
    g.piles[hue] -= 1
    turn_of(g).bought.append(hue)
    add_hue(p, hue)
    g.say("{who:seat buys|You bought} the dye {hue}.", who=p.seat, hue=hue)
    g.then(("spend", p.seat))


@market.does("pattern {slot:d}")
def buy_pattern(g: Threadcount, p: Player, slot: int) -> None:
    """Buys the pattern on offer in a slot for silk, and asks again."""
    pattern = g.slots[slot - 1].pop()
    p.silk -= PRICE[pattern]
    turn_of(g).bought.append(pattern)
    add_pattern(p, pattern, g.scoring)
    g.say("{who:seat buys|You bought} the pattern {pattern}.", who=p.seat, pattern=NAME[pattern])
    if not any(g.slots) and g.deck:
        deal_offers(g)
    g.then(("spend", p.seat))


@market.does("refresh")
def refresh(g: Threadcount, p: Player) -> None:
    """Pays silk for new patterns on top of the old ones, and asks again."""
    p.silk -= REFRESH
    turn_of(g).refreshed += 1
    g.say("{who:seat pays|You paid} {silk} silk for new patterns.", who=p.seat, silk=REFRESH)
    deal_offers(g)
    g.then(("spend", p.seat))


@market.does("arrange")
def open_wardrobe(g: Threadcount, p: Player) -> None:
    """Lets the player change the garments."""
    g.then(("wardrobe", p.seat), ("spend", p.seat))


@market.does("done")
def end_market(g: Threadcount, p: Player) -> None:
    """Buys nothing more this turn."""


# --- 8 The garments ------------------------------------------------------------------------------


@game.choice(
    "Choose a garment and what it should be made of.",
    they="{who:seat rearranges|You rearrange}",
)
def wardrobe(g: Threadcount, p: Player) -> Iterator[str]:
    """Every change of one garment with the cards that the player owns."""
    hues, patterns = set(owned_hues(p)), set(owned_patterns(p))
    wanted_hues = [*[hue for hue in HUES if hue in hues], NO_CARD]
    wanted_patterns = [*[pattern for pattern in PATTERNS if pattern in patterns], NO_CARD]
    for i, garment in enumerate(GARMENTS):
        now = p.hues[i] or NO_CARD, p.patterns[i] or NO_CARD
        for wanted in product(wanted_hues, wanted_patterns):
            if wanted != now:
                yield f"arrange {garment} {wanted[0]} {wanted[1]}"
    yield "back"


@wardrobe.does("arrange {garment} {hue} {pattern}")
def change_garment(g: Threadcount, p: Player, garment: str, hue: str, pattern: str) -> None:
    """Puts dye and pattern into a garment, or takes them out."""
    i = GARMENTS.index(garment)
    put(p.hues, p.spare_hues, i, NOTHING if hue == NO_CARD else hue)
    put(p.patterns, p.spare_patterns, i, NOTHING if pattern == NO_CARD else pattern)
    turn_of(g).arranged += 1
    p.by_hand = True
    g.say(
        "{who:seat changes|You changed} the {garment} to {dye}, {pattern}.",
        who=p.seat,
        **arrangement(garment, hue, pattern),
    )


def arrangement(garment: str, hue: str, pattern: str) -> dict[str, Any]:
    """A garment, its dye and its pattern, in words."""
    return {
        "garment": NAME[garment],
        "dye": phrase("no dye") if hue == NO_CARD else hue,
        "pattern": phrase("no pattern") if pattern == NO_CARD else NAME[pattern],
    }


@wardrobe.does("back")
def close_wardrobe(g: Threadcount, p: Player) -> None:
    """Leaves the garments as they are."""


# --- 9 The end of a turn -------------------------------------------------------------------------


@game.step
def end_turn(g: Threadcount, seat: int) -> None:
    """Takes what is over the limits, and records the turn that finishes all four garments."""
    p = g.players[seat]
    turn = turn_of(g)
    turn.lost_silk, turn.lost_dye = surplus_silk(p), surplus_dye(g, p)
    p.silk -= turn.lost_silk
    if turn.lost_silk:
        loses = "{who:seat loses|You lost} {silk} silk over the limit."
        g.say(loses, who=seat, silk=turn.lost_silk)
    for each, n in turn.lost_dye.items():
        p.dye[each] -= n
        g.say("{who:seat loses|You lost} {n} {dye} dye over the limit.", who=seat, n=n, dye=each)
    if len(complete(p)) < len(GARMENTS):
        p.finished = 0
    elif not p.finished:
        p.finished = turn.number
        g.say("{who:seat has|You have} finished all four garments.", who=seat)


# --- 10, 11 Scoring and ties ---------------------------------------------------------------------


@game.step
def present_outfits(g: Threadcount) -> None:
    """Reveals the favourites and counts; ties are broken after the scores."""
    g.reveal()
    g.empress_colours = [p.favourite[0] for p in g.players]
    g.empress_pattern = g.favourite_pattern[0]
    for p in g.players:
        g.sees(None, p, "favourite", p.favourite[0])
        g.say("{who:seat reveals|You revealed} {colour}.", who=p.seat, colour=p.favourite[0])
    g.sees(None, g, "favourite_pattern", g.empress_pattern)
    g.say("The Empress favours the pattern {pattern}.", pattern=NAME[g.empress_pattern])
    sheets = [sheet(g, p, g.empress_colours, g.empress_pattern) for p in g.players]
    for each in sheets:
        g.say(
            "{who:seat|You}: {garment} for garments, {dye} for dyes, {pattern} for patterns"
            " = {total}.",
            who=each["seat"],
            garment=each["garment_points"],
            dye=each["dye_points"],
            pattern=each["pattern_points"],
            total=each["total"],
        )
    g.scores = [each["total"] for each in sheets]
    g.tie_breaks = tie_breaks(g)
    for step in tie_steps(g):
        if len(step["left"]) == 1:
            g.say("{who:seat wins|You won} the tie by {why}.", who=step["left"][0], why=step["why"])


# --- The board and the market --------------------------------------------------------------------


def put_cube(g: Threadcount, space: int) -> None:
    g.cubes = sorted([*g.cubes, space])


def deal_offers(g: Threadcount) -> None:
    """Turns up a new pattern on each slot, from the first on while there are any."""
    dealt = [g.draw(g.deck) for _ in range(min(SLOTS, len(g.deck)))]
    for pile, pattern in zip(g.slots, dealt, strict=False):
        pile.append(pattern)
    offers = named_with_counts([pile[-1] for pile in g.slots if pile])
    g.say("The market now offers {offers:commas}.", offers=offers)
