"""Set-Up (source text, pages 4-5)."""

from __future__ import annotations

from games.pret_a_porter.components import (
    CARDS,
    DATA,
    DESIGNS,
    KINDS,
    LOCATIONS,
    NAME,
    ROWS,
    SHOWS,
    TYPES,
)
from games.pret_a_porter.rules.decks import lay_out, shuffled, turn_up
from games.pret_a_porter.state import House, Options, Player, deck, game

QUARTERS = 4


@game.setup
def setup(g: House, options: Options) -> None:
    """Lays out the board and deals money, tiles and designs."""
    g.extra_cards, g.tight_spaces = options.cards == "extra", options.spaces == "tight"
    g.last_lines, g.by_points = options.last_lines, options.order == "points"
    g.spaces = {number: [] for number in LOCATIONS}
    g.card_spaces = {number: [] for number in LOCATIONS}
    g.discards = {kind: [] for kind in ROWS}
    for kind in KINDS:
        make_deck(g, kind)
    g.players = [Player(seat, cash=DATA["start"]["cash"]) for seat in range(g.seats)]
    deal_types(g)
    lay_out(g)
    choose_shows(g)
    g.pieces = list(DATA["pieces"])
    first = g.below(g.seats)
    g.order = [(first + i) % g.seats for i in range(g.seats)]
    g.say("{who:seat goes|You go} first.", who=first)
    g.then("plan_round")


def make_deck(g: House, kind: str) -> None:
    """Makes the deck of a kind of company cards and sets those of the last quarter aside."""
    cards = [
        card for card in CARDS.values() if card.kind == kind and (g.extra_cards or not card.extra)
    ]
    setattr(g, f"last_{kind}", shuffled(g, [card.id for card in cards if card.last]))
    deck(g, kind).extend(shuffled(g, [card.id for card in cards if not card.last]))
    turn_up(g, kind)


def deal_types(g: House) -> None:
    """Gives everybody a clothing type and its two designs; the other designs are the deck."""
    types = list(TYPES)
    designs = [each.id for each in DESIGNS.values() if g.extra_cards or not each.extra]
    for p in g.players:
        p.type = g.draw(types)
        p.designs = list(TYPES[p.type])
        g.say(
            "{who:seat gets|You get} the clothing type {kind} and {who:they starts|start} with"
            " {designs:list}.",
            who=p.seat,
            kind=p.type,
            designs=[NAME[each] for each in p.designs],
        )
    dealt = {design for p in g.players for design in p.designs}
    g.design_deck = shuffled(g, [design for design in designs if design not in dealt])


def choose_shows(g: House) -> None:
    """Lays out the fashion shows: one, two, three, and the four of the last quarter."""
    early = [show.id for show in SHOWS.values() if not show.last]
    g.shows = [sorted(g.draw(early) for _ in range(n)) for n in range(1, QUARTERS)]
    g.shows.append([show.id for show in SHOWS.values() if show.last])
