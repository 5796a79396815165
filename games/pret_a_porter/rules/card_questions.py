"""The questions that effects of cards ask; what the effects do is in effects.py."""

from __future__ import annotations

from itertools import combinations_with_replacement

from games.pret_a_porter.components import COLOURS, DATA, NAME, SIZE, TOKEN_NAME, TOKENS, Effect
from games.pret_a_porter.effects import (
    ability_of,
    card_of,
    forgo,
    get,
    receive,
    sale_price,
    units,
)
from games.pret_a_porter.rules.decks import (
    acquire,
    designs_to_draw,
    discard,
    draw_card,
    shuffled,
)
from games.pret_a_porter.rules.offices import DECK, from_deck
from games.pret_a_porter.state import House, Player, game


def effect_of(p: Player, key: str, *words: str) -> Effect:
    """The first effect of an ability that is one of these words."""
    return next(each for each in ability_of(p, key).do if each["do"] in words)


# --- Materials -----------------------------------------------------------------------------------


@game.choice(
    "A card gives a unit of material: choose the colour.", they="{who:seat} chooses a material"
)
def material(g: House, p: Player, key: str, price: int) -> list[str]:
    """Any colour, or none if it costs something."""
    return [*[f"gain {colour}" for colour in COLOURS], *(["pass"] if price else [])]


@material.does("gain {colour}")
def gain_unit(g: House, p: Player, key: str, price: int, colour: str) -> None:
    p.cash -= price
    p.material[colour] += 1
    g.say(
        "{card} brings {who:seat|you} a unit of {colour}.",
        card=NAME[card_of(key)],
        who=p.seat,
        colour=colour,
        worth=-price,
    )


@material.does("pass")
def no_unit(g: House, p: Player, key: str, price: int) -> None:
    forgo(g, p, key)


@game.choice(
    "A card lets you buy materials without a pawn.",
    may_pass="Buy nothing",
    they="{who:seat} may buy materials",
)
def free_purchase(g: House, p: Player, key: str) -> list[str]:
    """Up to a number of units at a supplier's prices."""
    effect = effect_of(p, key, "buy_material")
    prices = DATA["prices"][effect["price_of"]]
    found: list[str] = []
    for size in range(1, effect["max_units"] + 1):
        for some in combinations_with_replacement(COLOURS, size):
            distinct = not effect.get("distinct") or len(set(some)) == size
            if distinct and sum(prices[colour] for colour in some) <= p.cash:
                found.append("buy " + "+".join(some))
    return found


def free_cost(p: Player, key: str, colours: str) -> int:
    """What such a purchase costs; discounts do not apply."""
    prices = DATA["prices"][effect_of(p, key, "buy_material")["price_of"]]
    return sum(prices[colour] for colour in colours.split("+"))


@free_purchase.does("buy {colours}")
def buy_freely(g: House, p: Player, key: str, colours: str) -> None:
    cost, bought = free_cost(p, key, colours), units(colours.split("+"))
    p.cash -= cost
    for colour in colours.split("+"):
        p.material[colour] += 1
    g.say("{who:seat buys|You bought} {units:list}.", who=p.seat, units=bought, worth=-cost)
    get(g, p, key, "Q", effect_of(p, key, "buy_material")["q"])


free_purchase.passes(forgo)


# --- One of several things -----------------------------------------------------------------------


def things(p: Player, key: str) -> dict[str, int]:
    """What can be chosen: so much of each."""
    options = effect_of(p, key, "choice")["options"]
    return {option[0]["res"]: option[0]["n"] for option in options}


@game.choice("A card gives one of several things: choose.", they="{who:seat} chooses a gain")
def option(g: House, p: Player, key: str) -> list[str]:
    return [f"choose {thing}" for thing in things(p, key)]


@option.does("choose {thing}")
def choose_thing(g: House, p: Player, key: str, thing: str) -> None:
    get(g, p, key, thing, things(p, key)[thing])


@game.choice("In which category do you win ties?", they="{who:seat} names a line to win ties in")
def category(g: House, p: Player, key: str) -> list[str]:
    return [f"choose {each}" for each in (*TOKENS, SIZE)]


@category.does("choose {thing}")
def choose_category(g: House, p: Player, key: str, thing: str) -> None:
    p.wins_ties.append(thing)
    g.say("{who:seat wins|You win} ties in {what}.", who=p.seat, what=TOKEN_NAME[thing])


@game.choice("A card sells you prestige: how much do you buy?", they="{who:seat} may buy prestige")
def donate(g: House, p: Player, key: str) -> list[str]:
    """None, or as much as the player can pay."""
    effect = effect_of(p, key, "exchange")
    most = min(effect["max_times"], p.cash // effect["pay"])
    return [f"donate {times}" for times in range(most + 1)]


@donate.does("donate {times:d}")
def buy_prestige(g: House, p: Player, key: str, times: int) -> None:
    """Pays this many times and gets the prestige."""
    p.cash -= times * effect_of(p, key, "exchange")["pay"]
    get(g, p, key, "prestige", times)


# --- Designs -------------------------------------------------------------------------------------


@game.choice(
    "A card gives you one more design.",
    may_pass="No further design",
    they="{who:seat} gets a design",
)
def extra_design(g: House, p: Player, key: str) -> list[str]:
    """The top of the deck; where the card allows it, the row."""
    found = [f"take {DECK}"] if designs_to_draw(g) else []
    if effect_of(p, key, "take_design")["source"] == "any":
        found = [*[f"take {design}" for design in g.rows["design"]], *found]
    return found


@extra_design.does("take {card}")
def take_extra_design(g: House, p: Player, key: str, card: str) -> None:
    """Takes one more design of the display or the top one of the deck."""
    if card == DECK:
        from_deck(g, p)
        return
    g.rows["design"].remove(card)
    p.designs.append(card)
    g.say("{who:seat takes|You took} the design {card} as well.", who=p.seat, card=NAME[card])


extra_design.passes(forgo)


@game.choice(
    "A card lets you pay for a look into the deck.",
    may_pass="Do not look",
    they="{who:seat} may look into the deck",
)
def peek(g: House, p: Player, key: str) -> list[str]:
    """A look, if there is a deck."""
    return ["look"] if designs_to_draw(g) else []


@peek.does("look")
def pay_for_look(g: House, p: Player, key: str) -> None:
    p.cash -= effect_of(p, key, "exchange")["pay"]
    g.then(("look_into_deck", p.seat, key))


peek.passes(forgo)


@game.step
def look_into_deck(g: House, seat: int, key: str, given: str = "") -> None:
    """Shows a player the next designs, one of which stays; not the one just given away."""
    p = g.players[seat]
    effect = ability_of(p, key).do[0]
    effect = effect["get"][0] if "get" in effect else effect
    look_at_top(g, p, effect["look"], given)
    g.say("{who:seat looks|You looked} at {n:design|designs}.", who=seat, n=len(p.looked_at))
    g.then(("keep", seat))


def look_at_top(g: House, p: Player, most: int, given: str) -> None:
    """Lets a player look at the top of the design deck.

    If need be the discard pile goes under the deck, without the design just given away.
    """
    if len(g.design_deck) < most:
        pile = [design for design in g.discards["design"] if design != given]
        g.discards["design"] = [given] if given in g.discards["design"] else []
        g.design_deck[:0] = shuffled(g, pile)
    for _ in range(min(most, len(g.design_deck))):
        g.left_unseen(g, "design_deck")
        p.looked_at.append(g.design_deck.pop())
    g.reveal()


@game.choice(
    "Keep one of the designs from the deck.", secret=True, they="{who:seat} looks into the deck"
)
def keep(g: House, p: Player) -> list[str]:
    """Those looked at, the top first."""
    return [f"keep {design}" for design in p.looked_at]


@keep.does("keep {card}")
def keep_one(g: House, p: Player, card: str) -> None:
    """Keeps one of the designs looked at; the others go under the deck."""
    p.looked_at.remove(card)
    for design in p.looked_at:
        g.design_deck.insert(0, design)
        g.sees(p.seat, g, "design_deck", design)
    p.looked_at = []
    g.reveal(by=p.seat)
    p.designs.append(card)
    g.say("{who:seat keeps|You kept} {card}.", who=p.seat, card=NAME[card])


@game.choice(
    "A card lets you exchange a design.",
    may_pass="Exchange nothing",
    they="{who:seat} may exchange a design",
)
def swap(g: House, p: Player, key: str) -> list[str]:
    return [f"swap {design}" for design in p.designs]


@swap.does("swap {card}")
def give_away(g: House, p: Player, key: str, card: str) -> None:
    """Discards a design and gets another one, as the card says."""
    effect = effect_of(p, key, "swap_design")
    p.designs.remove(card)
    g.say("{who:seat gives|You gave} {card} away.", who=p.seat, card=NAME[card])
    if "look" in effect:
        g.then(("look_into_deck", p.seat, key, card))
    elif effect["source"] == DECK:
        from_deck(g, p)
    else:
        g.then(("swap_in", p.seat, effect["source"], card))
    discard(g, card, "design")


swap.passes(forgo)


@game.choice("Choose the design you get for it.", they="{who:seat} exchanges a design")
def swap_in(g: House, p: Player, source: str, given: str) -> list[str]:
    """Those of the row or of the discard pile, but not the one just given away."""
    pool = g.rows["design"] if source == "display" else g.discards["design"]
    return [f"take {design}" for design in pool if design != given]


@swap_in.does("take {card}")
def take_in_exchange(g: House, p: Player, source: str, given: str, card: str) -> None:
    """Takes the design that replaces the one given away."""
    pool = g.rows["design"] if source == "display" else g.discards["design"]
    pool.remove(card)
    p.designs.append(card)
    g.say("{who:seat gets|You got} {card} for it.", who=p.seat, card=NAME[card])


@game.choice(
    "Sell a design that is in no collection?",
    may_pass="Sell none",
    they="{who:seat} may sell a design",
)
def sell(g: House, p: Player, key: str) -> list[str]:
    return [f"sell {design}" for design in p.designs]


def price_for(p: Player, key: str, card: str) -> int:
    """What the card pays for a design."""
    return sale_price(effect_of(p, key, "sell_design"), card)


@sell.does("sell {card}")
def sell_one(g: House, p: Player, key: str, card: str) -> None:
    sell_unmade(g, p, card, price_for(p, key, card))


def sell_unmade(g: House, p: Player, card: str, price: int) -> None:
    """Discards a design for money."""
    p.designs.remove(card)
    discard(g, card, "design")
    receive(p, "cash", price)
    g.say(
        "{who:seat sells|You sold} {card} for ${price}.",
        who=p.seat,
        card=NAME[card],
        price=price,
        worth=price,
    )


@sell.passes
def sell_none(g: House, p: Player, key: str) -> None:
    g.skip("sell")


# --- Contracts -----------------------------------------------------------------------------------


@game.choice(
    "A card lets you take the contract on top of the deck too.",
    may_pass="No further contract",
    they="{who:seat} may take a contract",
)
def extra_contract(g: House, p: Player, key: str) -> list[str]:
    """The open top."""
    there = g.tops["contract"] or g.discards["contract"]
    return [f"take {DECK}"] if there else []


@extra_contract.does("take {card}")
def take_top(g: House, p: Player, key: str, card: str) -> None:
    acquire(g, p, draw_card(g, "contract"))


extra_contract.passes(forgo)
