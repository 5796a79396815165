"""Pictures of Brick & Mortar: a mid-century main street of brick, enamel signs and striped awnings.

The public board and the end are 1600 wide and as long as the table needs, a player's own picture
grows with the hand, a card that is looked up is 1200 wide; `describe` says the same in
words. No rule is here: everything comes from the view. Finished parts of a picture are
cached by the facts that they show, already quantized to the palette.

Each module imports only from those above it:

    colours.py    the colours, the five types of goods, the palette
    goods.py      the goods as emblems, as outlines of free boxes, in crates
    badges.py     points, bills, debts, prices, shelves, seats
    buttons.py    the phases, and the windows in which stores act
    signs.py      enamel signs, awnings, brick
    lines.py      lines of words with emblems in them
    header.py     the header with the seats; the track of months and phases
    docks.py      the docks with goods, boxes and prices; the street with the points
    buildings.py  plates, shop fronts, places to let
    row.py        shops for sale, starting stores, the price of points
    bay.py        the dock that a question is about, and who takes part
    ladder.py     a bar for each number that may be answered
    lots.py       what can be chosen by name
    side.py       what a player can count on
    reading.py    what these show, read from a view
    office.py     what only a player's own picture shows
    board.py      the public board
    panel.py      a player's own picture
    chronicle.py  the story of a finished game, read from a view
    race.py       the course of the lead
    finale.py     the streets that everybody built
    card.py       one card, looked up
    transcript.py describe: the pictures in words; tell: the same at length
    pictures.py   draw: which picture a view gets; move_boxes: where it shows a move's pieces;
                  told_apart: signs that nobody may confuse
"""

from .card import draw_card
from .pictures import draw, move_boxes, told_apart
from .symbols import symbols
from .transcript import SAID_ELSEWHERE, describe, tell

__all__ = ["SAID_ELSEWHERE", "describe", "draw", "draw_card", "move_boxes", "symbols", "tell",
           "told_apart"]  # fmt: skip
