"""Royal Threadcount: what players read of their own moves."""

from __future__ import annotations

from games.royal_threadcount.state import game

game.receipts(
    {
        "{who:seat} rearranges {garment}.": "You rearranged {garment}.",
        "{who:seat} buys the dye {hue}.": "You bought the dye {hue}.",
        "{who:seat} buys the pattern {pattern}.": "You bought the pattern {pattern}.",
        "{who:seat} clears {lines:list}.": "You cleared {lines:list}.",
        "{who:seat} counts a 0 as {space}.": "You counted a 0 as {space}.",
        "{who:seat} gets {silk} silk and a {dye} dye.": "You got {silk} silk and a {dye} dye.",
        "{who:seat} goes first.": "You go first.",
        "{who:seat} has finished all four garments.": "You have finished all four garments.",
        "{who:seat} loses {n} {dye} dye over the limit.": "You lost {n} {dye} dye over the limit.",
        "{who:seat} loses {silk} silk over the limit.": "You lost {silk} silk over the limit.",
        "{who:seat} pays {silk} silk for new patterns.": "You paid {silk} silk for new patterns.",
        "{who:seat} places the cube of the 0 on {space}.": (
            "You placed the cube of the 0 on {space}."
        ),
        "{who:seat} reveals {colour}.": "You revealed {colour}.",
        "{who:seat} rolls {face} and {dice:words}.": "You rolled {face} and {dice:words}.",
        "{who:seat} rolls {n} for the order.": "You rolled {n} for the order.",
        "{who:seat} sows a free cube on {space}.": "You sowed a free cube on {space}.",
        "{who:seat} sows silk on {space}.": "You sowed silk on {space}.",
        "{who:seat} takes a {dye} dye.": "You took a {dye} dye.",
        "{who:seat} wins the tie by {why}.": "You won the tie by {why}.",
        "Rearrange your garments ({left} of {most} changes left)": "You rearrange your garments.",
        "End your turn": "You ended your turn.",
        "{done} ({n} more could be complete)": "You ended your turn.",
        "Back to the market": "You went back to the market.",
    }
)
