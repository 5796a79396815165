"""Royal Threadcount: what the commands of its moves do, for Discord's help."""

from __future__ import annotations

from games.royal_threadcount.state import game

game.verb("arrange", "Change what lies in your garments: garment, dye or none, pattern or none.")
game.verb("keep", "Leave the garments as they are.", "back")
game.verb("place", "Choose the space for the cube of the 0 you rolled before the first turn.")
game.verb("sow", "Put silk on an empty space before you roll; a cube is free if all are empty.")
game.verb("roll", "Roll the four dice; no more silk can be sown after that.")
game.verb("dye", "Choose the colour of your dye when the die shows white.")
game.verb("count_zero", "Choose the number that a 0 counts as.", "zero")
game.verb("buy", "Buy a dye card for dye and silk.")
game.verb("buy_pattern", "Buy the pattern on offer in a slot for silk.", "pattern")
game.verb("refresh", "Pay one silk for three new patterns on top of the old ones.")
game.verb("done", "End your turn.")
