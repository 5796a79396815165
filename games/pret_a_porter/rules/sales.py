"""Sales (source text, Exhibition Round 4)."""

from __future__ import annotations

from games.pret_a_porter.components import DESIGNS
from games.pret_a_porter.effects import unused, use
from games.pret_a_porter.rules.decks import discard
from games.pret_a_porter.state import House, game


@game.step
def sales_turn(g: House, seat: int) -> None:
    """Sells a player's collection: prestige times its size, and the printed prices."""
    p = g.players[seat]
    g.phase = "sales"
    prices = sum(DESIGNS[design].price for design in p.collection)
    p.takings = p.prestige * p.shown + prices
    p.cash += p.takings
    if p.collection:
        g.say(
            "{who:seat sells|You sold} {n:design|designs} for ${cash}: prices ${prices},"
            " {prestige} prestige × {n}.",
            who=seat,
            n=p.shown,
            cash=p.takings,
            prices=prices,
            prestige=p.prestige,
            worth=p.takings,
        )
    g.sold[seat] = p.collection
    for design in p.collection:
        discard(g, design, "design")
    p.collection, p.set_aside = [], {}
    g.then(*[use(p, each) for each in unused(p, "sales")], ("drop_tokens", seat))


@game.step
def drop_tokens(g: House, seat: int) -> None:
    """Takes quality, trend and public relations away; prestige stays."""
    g.players[seat].tokens = dict.fromkeys(g.players[seat].tokens, 0)
