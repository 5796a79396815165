"""Brick & Mortar: what is said of each move, and why the rulebook forbids some, a chapter a module,
as in `rules`.
"""

from __future__ import annotations

from games.brick_and_mortar.moves import (
    advertisement,
    building,
    month_end,
    sale,
    sale_modifiers,
    setup,
    supply,
)
from games.brick_and_mortar.state import game

__all__ = ["advertisement", "building", "month_end", "sale", "sale_modifiers", "setup", "supply"]

game.verb("discard", "Put two Market Cards away after you drew with the Market Research Firm.")
game.verb("redraw", "Exchange one or all of your Market Cards, with a store in the third slot.")
game.verb("pass", "Do nothing more here.")
game.verb(
    "play", "Play Market Cards, each as supply or as demand; a third one with a full building."
)
game.verb("look", "Look at the supply or the demand played, with the Advertisement Agency.")
game.verb("add", "Add a Market Card to the pile you looked at.")
game.verb("pick", "Keep a store of your pack before the first month.")
game.verb("take", "Take a Starting Store in January, or the free crates that a store gives you.")
game.verb("buy", "Buy a store from your hand, surplus of others in Sale, or points in Investment.")
game.verb("auction", "Put a public store up for auction; name your bid next.")
game.verb("bid", "Bid for a public store, or in Supply to be among the first to stock.")
game.verb("drop", "Bid no more for this store; you still have your store action.")
game.verb("pay", "Pay, with the number of Debt Tokens you name or with as few as possible.")
game.verb("close", "Close a store and its crates for good, or buy none and then close some.")
game.verb("open", "Open the store you bought in the first free slot.")
game.verb("scrap", "Take the store you bought out of the game instead of opening it.")
game.verb("done", "Leave things as they are now.")
game.verb("return", "Return crates that would expire to the market, with the Pawn Shop.")
game.verb("sell", "Sell crates into boxes in Sale, or points for $3 each in Investment.")
game.verb("offer", "Offer crates: the lowest price sells first; crates that find no box are lost.")
game.verb("points", "Gain points for some of your sales instead of money.")
game.verb("move", "Move crates to a store that may take them from your others.")
game.verb(
    "supply",
    "Add crates from the general supply to the market and collect money.",
    "supply",
    "market",
)
game.verb("stock", "Buy crates from the market for a store.")
