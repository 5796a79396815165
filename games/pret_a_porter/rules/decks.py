"""Rows, decks and discard piles: laying out, drawing, leaving play."""

from __future__ import annotations

from games.pret_a_porter.calendar import FIRST_MONTH_OF_LAST_QUARTER
from games.pret_a_porter.components import CARDS, DATA, FRESH, KINDS, NAME, ROWS
from games.pret_a_porter.effects import use
from games.pret_a_porter.state import House, Player, deck

DISPLAY: dict[str, int] = DATA["display"]


def shuffled(g: House, pile: list[str]) -> list[str]:
    """These cards in random order; the pile is empty then."""
    return [g.draw(pile) for _ in range(len(pile))]


def draw_card(g: House, kind: str) -> str:
    """The open top of a company deck, beneath which the next card comes to light; "" for none.

    An empty deck is made anew of its discard pile.
    """
    if not g.tops[kind] and g.discards[kind]:
        setattr(g, f"{kind}_deck", shuffled(g, g.discards[kind]))
        turn_up(g, kind)
    card = g.tops[kind]
    turn_up(g, kind)
    return card


def turn_up(g: House, kind: str) -> None:
    """Opens the next card of a company deck."""
    below = deck(g, kind)
    g.tops[kind] = below.pop() if below else ""
    g.reveal()


def draw_design(g: House) -> str:
    """The top of the design deck, made anew of its discard pile if need be; "" for none."""
    if not g.design_deck:
        g.design_deck = shuffled(g, g.discards["design"])
    if not g.design_deck:
        return ""
    design = g.design_deck.pop()
    g.left(g, "design_deck", design)
    g.reveal()
    return design


def designs_to_draw(g: House) -> bool:
    """Whether a design can be drawn at all."""
    return bool(g.design_deck or g.discards["design"])


def lay_out(g: House) -> None:
    """Lays out the four rows (source text, Set-Up)."""
    for kind in KINDS:
        cards = [draw_card(g, kind) for _ in range(DISPLAY[kind])]
        g.rows[kind] = [card for card in cards if card]
    designs = [draw_design(g) for _ in range(DISPLAY["design"])]
    g.rows["design"] = [design for design in designs if design]


def clear_rows(g: House) -> None:
    for kind in ROWS:
        for card in g.rows[kind]:
            discard(g, card, kind)
        g.rows[kind] = []


def discard(g: House, card: str, kind: str) -> None:
    """Lays a card on its discard pile; in the last quarter earlier company cards leave the game."""
    if kind != "design" and g.round >= FIRST_MONTH_OF_LAST_QUARTER and not CARDS[card].last:
        g.removed.append(card)
    else:
        g.discards[kind].append(card)


def open_last_quarter(g: House) -> None:
    """Takes the earlier company cards out of the game and opens those set aside."""
    for kind in KINDS:
        pile = deck(g, kind)
        g.removed += [*pile, *filter(None, [g.tops[kind]]), *g.discards[kind]]
        pile.clear()
        g.discards[kind] = []
        aside: list[str] = getattr(g, f"last_{kind}")
        pile.extend(aside)
        aside.clear()
        turn_up(g, kind)
    g.aside("The cards of the last quarter are laid out from now on.")


def acquire(g: House, p: Player, card: str) -> None:
    """Pays for a card and puts it into play; what it does at once happens."""
    p.cash -= CARDS[card].cost
    p.cards[card] = FRESH
    g.say(
        "{who:seat takes|You took} {card}.",
        who=p.seat,
        card=NAME[card],
        worth=-CARDS[card].cost,
    )
    work_at_once(g, p, card)


def work_at_once(g: House, p: Player, card: str) -> None:
    """Plans the instant abilities of the side that lies up."""
    side = CARDS[card].sides[p.cards[card]]
    g.then(*[use(p, each) for each in side.abilities if each.on == "instant"])
