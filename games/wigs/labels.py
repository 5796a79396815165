"""Powdered Wigs: what the commands of its moves do, for Discord's help."""

from __future__ import annotations

from games.wigs.state import game

game.verb("take", "Take a wig of the offer before the first round.")
game.verb("wear", "Choose in secret the wig that you wear this round.")
game.verb("show", "Place one of the five wigs that you drew as the only Trendsetter.")
game.verb("sell", "Sell wigs of one type from behind your screen to the market.")
game.verb("pass", "Sell or buy nothing; “all” passes until the end of the phase.")
game.verb("buy", "Buy a wig from the square of this price in a column.")
