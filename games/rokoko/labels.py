"""Rokoko: what the commands of its moves do, for Discord's help."""

from __future__ import annotations

from games.rokoko.state import game

game.verb("pass", "Give up the main action, or a bonus.")
game.verb("favor", "Take the Favor card: Livre at once, and you start the next round.")
game.verb("take", "Take a resource tile: keep it as silk, or discard it for its goods.")
game.verb("make", "Make a dress that hangs in a window of the workshop.")
game.verb("hire", "Hire an employee, who comes into your hand and is played this round.")
game.verb("depute", "Depute the played employee: Livre, and the card leaves the game.")
game.verb("fund", "Fund a decoration.")
game.verb("bonus", "Use the bonus of the employee: yarn, lace or pay.")
game.verb("spend", "Spend these tiles on the dress, named like R01+R13.", "using")
game.verb("rent", "Rent the dress out: onto a free guest space, by hall and space.")
game.verb("sell", "Sell the dress for its value.")
game.verb("choose", "Choose the employees of your hand from your supply.")
game.verb("play", "Play an employee face up from your hand.")
