"""Bank, Contracts, Buildings, Employees, New Designs (source text, Resolving Locations 1-5)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import do_nothing
from games.pret_a_porter.company import (
    FINANCE,
    capacity,
    credit_room,
    dismissible,
    owned,
    severance,
)
from games.pret_a_porter.components import CARDS, NAME, NEW_DESIGNS
from games.pret_a_porter.effects import errand_of
from games.pret_a_porter.rules.decks import acquire, designs_to_draw, discard, draw_design
from games.pret_a_porter.rules.locations import answering, is_instead
from games.pret_a_porter.state import House, Player, game

CREDIT = FINANCE["credit"]
DECK = "deck"

# --- Bank ----------------------------------------------------------------------------------------


@game.choice("Bank: take a credit.", may_pass="No credit", they="{who:seat} may take credit")
def bank(g: House, p: Player) -> list[str]:
    """Any multiple of a credit up to the limit."""
    return [f"credit {amount}" for amount in credits_for(p, errand_of(g).raised)]


def credits_for(p: Player, raised: int = 0) -> range:
    """The amounts that a player may still take at the Bank."""
    return range(CREDIT, credit_room(p, raised) + 1, CREDIT)


@bank.does("credit {amount:d}")
def take_credit(g: House, p: Player, amount: int) -> None:
    p.cash += amount
    p.credits += amount // CREDIT
    g.say("{who:seat takes|You took} a credit of ${amount}.", who=p.seat, amount=amount)


# --- Contracts and Buildings ---------------------------------------------------------------------


@game.choice("Contracts: take one.", may_pass="Take none", they="{who:seat} takes a contract")
def contracts(g: House, p: Player) -> list[str]:
    """One of the row, never of the deck."""
    return [f"take {card}" for card in g.rows["contract"]]


take_no_contract = contracts.passes(do_nothing)


@contracts.does("take {card}")
def take_contract(g: House, p: Player, card: str) -> None:
    g.rows["contract"].remove(card)
    acquire(g, p, card)


@game.choice("Buildings: buy one.", may_pass="Buy none", they="{who:seat} may buy a building")
def buildings(g: House, p: Player) -> list[str]:
    """One of the row that the player can pay."""
    return [f"take {card}" for card in buildings_for(g, p)]


def buildings_for(g: House, p: Player) -> list[str]:
    """The buildings of the row that a player can pay."""
    return [card for card in g.rows["building"] if CARDS[card].cost <= p.cash]


@buildings.does("take {card}")
def buy_building(g: House, p: Player, card: str) -> None:
    g.rows["building"].remove(card)
    acquire(g, p, card)


# --- Employees -----------------------------------------------------------------------------------


@game.choice(
    "Employees: hire one, or fire first.",
    may_pass="Hire nobody",
    they="{who:seat} may hire or fire",
)
def employees(g: House, p: Player) -> Iterator[str]:
    """One of the row where there is a place; those that can be fired."""
    yield from (f"take {card}" for card in employees_for(g, p))
    yield from (f"fire {card}" for card in dismissible(p))


def employees_for(g: House, p: Player) -> list[str]:
    """The employees of the row, where a player has a place for one."""
    return g.rows["employee"] if len(owned(p, "employee")) < capacity(p) else []


@employees.does("take {card}")
def hire(g: House, p: Player, card: str) -> None:
    g.rows["employee"].remove(card)
    acquire(g, p, card)


@employees.does("fire {card}")
def fire_to_hire(g: House, p: Player, card: str) -> None:
    fire(g, p, card)
    g.then(("employees", p.seat))


def fire(g: House, p: Player, card: str) -> None:
    """Pays the severance and discards an employee (source text, Employee cards)."""
    cost = severance(p, card)
    p.cash -= cost
    del p.cards[card]
    discard(g, card, "employee")
    g.say(
        "{who:seat fires|You fired} {card} for ${cost}.",
        who=p.seat,
        card=NAME[card],
        cost=cost,
        worth=-cost,
    )


# --- New Designs ---------------------------------------------------------------------------------


@game.choice("New Designs: take one.", may_pass="No design", they="{who:seat} takes a design")
def designs(g: House, p: Player) -> Iterator[str]:
    """One of the row, the unseen top of the deck, or a look into it where a card allows that."""
    yield from (f"take {design}" for design in open_designs(g))
    if designs_to_draw(g) and looks(p):
        yield "look"


take_no_design = designs.passes(do_nothing)


def open_designs(g: House) -> list[str]:
    """The designs of the row, and the deck if one can be drawn."""
    return [*g.rows["design"], DECK] if designs_to_draw(g) else g.rows["design"]


def looks(p: Player) -> list[str]:
    """The abilities that let a player look into the deck instead of taking a design."""
    return [each.key for each in answering(p, NEW_DESIGNS, pawn=True) if is_instead(each)]


@designs.does("take {card}")
def take_design(g: House, p: Player, card: str) -> None:
    """Takes a design of the display or the top one of the deck."""
    if card == DECK:
        from_deck(g, p)
        return
    g.rows["design"].remove(card)
    p.designs.append(card)
    g.say("{who:seat takes|You took} the design {card}.", who=p.seat, card=NAME[card])


def from_deck(g: House, p: Player) -> None:
    """Draws a design, which all see then."""
    design = draw_design(g)
    p.designs.append(design)
    g.say("{who:seat draws|You drew} the design {card}.", who=p.seat, card=NAME[design])


@designs.does("look")
def look_instead(g: House, p: Player) -> None:
    """Looks at designs of the deck instead of taking one, and keeps one of them."""
    key = looks(p)[0]
    p.used.append(key)
    g.then(("look_into_deck", p.seat, key))
