"""Prêt-à-Porter: cheap greedy policies for comparison, and one that presses very little."""

from games.pret_a_porter.company import credit_room
from games.pret_a_porter.components import (
    BANK,
    CONTRACTS,
    LAST_MINUTE,
    LOCAL,
    NEW_DESIGNS,
    WAREHOUSE,
)
from games.pret_a_porter.computer.absent import most_valuable_location
from games.pret_a_porter.computer.estimates import CREDIT_TARGET
from games.pret_a_porter.rules.growth import NEVER
from games.pret_a_porter.rules.offices import CREDIT
from games.pret_a_porter.rules.planning import OFFERS, open_locations
from games.pret_a_porter.state import House, Player, game

LIKED = ("T", "PR", "Q", "cash")
"""Pieces in the order in which default play takes them."""


def brief(g: House, seat: int) -> str:
    """Default play that says at once what can be said at once, and passes growth for good."""
    usual, legal = game.default(g, seat), game.legal(g, seat)
    question = g.agenda[-1][0]
    if question == "grow" and usual == "pass":
        return NEVER
    if question == "place":
        said = f"{usual} {taking(g, g.players[seat], int(usual.split()[1]))}"
        return said if said in legal else usual
    if question == "style":
        then = game.play(g, seat, usual)
        if then.asked == [seat] and then.agenda[-1][0] == "collection":
            shown = game.default(then, seat)
            return shown if shown in legal else usual
    return usual


def taking(g: House, p: Player, location: int) -> str:
    """What default play would take at a location after the pawns that stand there."""
    if location == BANK:
        amounts = range(CREDIT, credit_room(p) + 1, CREDIT)
        return str(max((n for n in amounts if n + p.cash <= CREDIT_TARGET), default=""))
    if location == LAST_MINUTE:
        left = [each for each in LIKED if each in g.pieces]
        return next(iter(left[len(g.spaces[location]) :]), "")
    choose = OFFERS[location][0].default_move if location in OFFERS else None
    return choose(g, p).split()[-1] if choose else ""


def usual(g: House, seat: int) -> str:
    """What an absent player does."""
    return game.default(g, seat)


def tailor(g: House, seat: int) -> str:
    """Takes designs of one style and their materials, and cards never."""
    return only(g, seat, (NEW_DESIGNS, WAREHOUSE, LOCAL, LAST_MINUTE))


def agent(g: House, seat: int) -> str:
    """Takes contracts, which are free, besides designs and materials."""
    return only(g, seat, (CONTRACTS, NEW_DESIGNS, WAREHOUSE, LOCAL, LAST_MINUTE))


def only(g: House, seat: int, locations: tuple[int, ...]) -> str:
    """Default play that goes to no other locations as long as there is a space at one of these."""
    question = g.agenda[-1][0]
    if question == "grow":
        return "pass"
    if question != "place":
        return game.default(g, seat)
    p = g.players[seat]
    open_ones = [n for n in locations if n in open_locations(g, p)]
    return (
        f"place {most_valuable_location(g, p, open_ones)}" if open_ones else game.default(g, seat)
    )


SCRIPTS = {"usual": usual, "tailor": tailor, "agent": agent}
