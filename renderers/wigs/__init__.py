"""Pictures of Powdered Wigs: the court of 1770 on parchment, sage and gilt.

The public board is 1600 x 1200, a player's own screen 1600 x 700; `describe` says the same in
words. No rule is here: everything comes from the view. Each module imports only from
those above it:

    colours.py   colours, types, the palette
    heads.py     the five wigs
    pieces.py    tiles, coins, signs, ornaments, wreaths
    grounds.py   paper, frames, leaves, and where things stand
    reading.py   what a view says, in values and notes
    header.py    the line at the top of board and screen
    finale.py    what the board shows at the end
    board.py     the public board with the players' rows
    screen.py    a player's own screen
    cards.py     draw_card: a wig that somebody looks up
    transcript.py  the same in words: describe, and tell at length
    pictures.py  draw, move_boxes, told_apart
"""

from .cards import draw_card
from .pictures import draw, move_boxes, told_apart
from .symbols import symbols
from .transcript import describe, tell

__all__ = ["describe", "draw", "draw_card", "move_boxes", "symbols", "tell", "told_apart"]
