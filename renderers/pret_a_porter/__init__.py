"""Pictures of the game as a fashion magazine: white paper, black type, five cloths of five colours.

The public board is the street in a working month and the runways in a month of shows; a player's
own picture is the company in full; the end is a picture to be posted. All are 1600 wide, the end
is 1200 high and the others are as long as they need; a card that is looked up is 1200 wide;
`describe` says the same in words. No rule is here: everything comes from the view. Finished parts
of a picture are cached by the facts that they show, already quantized to the palette.

Each module imports only from those above it:

    colours.py    the colours, the five styles, the six cloths, the palette
    garments.py   five types of clothes in five cuts and cloths
    terms.py      what months, phases, tokens and places are called
    signs.py      tokens, swatches, tags, spaces, pawns, numbers, rules
    reading.py    what these show, read from a view
    stage.py      the stage of a show with mannequins on it
    header.py     the masthead with who is asked, the calendar, the shows to come
    shops.py      what shops are made of: signs, awnings, windows with a design
    street.py     nine shops with pawns, cards, designs, prices
    houses.py     the companies as houses with all they have
    lines.py      the lines of the shows in a table
    board.py      the public board of a working month
    shows.py      the public board of a month of shows: every runway, every line
    fronts.py     the street small: what a pawn would cost and give
    wardrobe.py   designs by style on mannequins, and the stage
    forecast.py   what the best collections would win
    asked.py      the part of the board that a question is about
    panel.py      a company in full, as its own player sees it
    finale.py     the end: cover, race, collections, sums
    card.py       one card, looked up
    transcript.py describe: the pictures in words; tell: those told at length
    pictures.py   draw: which picture a view gets; move_boxes: where it shows a move's pieces;
                  told_apart: signs that nobody may confuse
"""

from .card import draw_card
from .pictures import draw, move_boxes, told_apart
from .symbols import symbols
from .transcript import SAID_ELSEWHERE, describe, tell

__all__ = ["SAID_ELSEWHERE", "describe", "draw", "draw_card", "move_boxes", "symbols", "tell",
           "told_apart"]  # fmt: skip
