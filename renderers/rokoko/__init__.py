"""Pictures of Rokoko: a palace at night with candles in five halls, and a market before it.

The public board is 1600 x 1600, because the palace needs its height, and that of five players 1600
x 1796. A player's own atelier is 1600 wide and as high as what its question is about. At the end
there is a picture to post, 1600 x 1200, and for each player the score sheet, 1600 x 1600; one card
to look up is 1200 x 640. `describe` says the same in words. No rule is here: everything comes from
the view. Silk is always cloth with a dark edge and a letter, a seat always flat with a pale rim; a
coin with a number is a price, a plain coin is money, a star is prestige. Finished parts are cached
by the facts that they show, already quantized to the palette.

Each module imports only from those above it:

    colours.py    the colours, the silks, the grades, the palette
    brush.py      a pen with units of its own, and the language of outlines
    clothes.py    the four dresses, on a guest or on a stand, with lace and yarn
    pieces.py     coin, star, bale, lace, yarn, crest and other signs
    ornaments.py  musicians, statues, fireworks, fountain, moon
    icon_text.py  what an employee brings, as a line of icons
    palace.py     the night, the palace, halls with guests, roofs, gable
    market.py     workshop, Favor card, fountain, warehouse, employees for hire
    ateliers.py   the players below
    reading.py    a view as the values that all of these show
    header.py     the line at the top
    asked.py      what the parts of the board have in common that questions are about, large
    windows.py    such a part: the dresses in the windows, and the one that is being made
    stalls.py     such parts: warehouse, employees for hire, Favor, the silk that is kept
    guests.py     such a part: the halls with their spaces
    funding.py    such a part: the decorations
    board.py      the public board
    faces.py      employee cards with their silhouettes
    sheet.py      the score sheet below the palace
    finale.py     the end for all: the palace, the dresses, the course of the lead
    private.py    a player's own picture
    lookup.py     one card alone
    transcript.py describe, tell: the pictures in words, short and whole
    pictures.py   draw: which picture a view gets; move_boxes: where it shows a move's pieces;
                  told_apart: signs that nobody may confuse
"""

from .lookup import draw_card
from .pictures import draw, move_boxes, told_apart
from .symbols import symbols
from .transcript import SAID_ELSEWHERE, describe, tell

__all__ = ["SAID_ELSEWHERE", "describe", "draw", "draw_card", "move_boxes", "symbols", "tell",
           "told_apart"]  # fmt: skip
