"""Pictures of Royal Threadcount: washi and ink, one indigo cloth, dyed silk, one vermilion seal.

The public board and the presentation to the Empress are 1600 x 1200, a player's own panel
1600 x 700; `describe` says the same in words. No rule is here: everything comes from
the view. A garment is cut once as masks; a dye only colours them. Finished parts of a picture
are cached by the facts that they show, already quantized to the palette.

Each module imports only from those above it:

    patterns.py   the colours, the dyes, the six patterns as geometry, the palette, their names
    clothes.py    the four garments
    reading.py    what pictures and words need to know, read from a view
    pieces.py     cubes, dishes, dice, labels, Japanese names, the paper, the header
    board.py      the public board: calendar, silk, dice, markets, players
    panel.py      a player's own picture
    finale.py     the presentation to the Empress
    cards.py      draw_card: a dye, pattern, colour or garment that somebody looks up
    transcript.py describe and tell: the pictures in words, in short and whole
    pictures.py   draw: which picture a view gets; move_boxes: where it shows a move's pieces;
                  told_apart: signs that nobody may confuse
"""

from .cards import draw_card
from .pictures import draw, move_boxes, told_apart
from .symbols import symbols
from .transcript import SAID_ELSEWHERE, describe, tell

__all__ = ["SAID_ELSEWHERE", "describe", "draw", "draw_card", "move_boxes", "symbols", "tell",
           "told_apart"]  # fmt: skip
