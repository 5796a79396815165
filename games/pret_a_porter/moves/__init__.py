"""Prêt-à-Porter: what is said of moves, and why the rulebook forbids some, by chapter."""

from __future__ import annotations

from games.pret_a_porter.moves import (
    alarms,
    card_questions,
    growth,
    locations,
    offices,
    planning,
    show,
    suppliers,
)
from games.pret_a_porter.state import game

__all__ = [
    "alarms",
    "card_questions",
    "growth",
    "locations",
    "offices",
    "planning",
    "show",
    "suppliers",
]

game.verb("use", "Use a card for this action.")
game.verb("save", "Save a card for a later pawn of this month.")
game.verb("credit", "Take credit from the Bank, ten dollars each; repaid at the next exhibition.")
game.verb("pass", "Do nothing more here.")
game.verb("take", "Take a card, or one of the pieces, by its name.")
game.verb("fire", "Fire an employee for double the upkeep.")
game.verb("look", "Look at designs from the deck and keep one.")
game.verb("gain", "Gain a unit of material from a card.")
game.verb("buy", "Buy materials: a colour and a number, or several colours joined by plus signs.")
game.verb("choose", "Choose what a card gives, or the category in which it wins ties.")
game.verb("donate", "Pay for prestige, as often as a card allows.")
game.verb("keep", "Keep one of the designs you looked at; the others go under the deck.")
game.verb("swap", "Discard a design of yours for another one.")
game.verb("sell", "Sell a design that is in no collection.")
game.verb("style", "Choose the style of your collection.")
game.verb("show", "Show these designs, joined by plus signs, or none.")
game.verb("change", "Let a design take the style of your collection.")
game.verb("waive", "Let a design do without a material.")
game.verb("dye", "Use a spare unit for a missing material, pay a card to do without it, or none.")
game.verb("train", "Train an employee: pay, and turn the card.")
game.verb("upgrade", "Upgrade a building: pay, and turn the card.")
game.verb("place", "Put a pawn on a location, 1 to 9; you may add what it should take there.")
game.verb("ask", "Ask to be asked again: about growth, or about firing if you could only fire.")
game.verb("buy_more", "Buy another unit of each of these colours.", "more")
