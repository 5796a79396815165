"""Rokoko: what players read of their own moves."""

from __future__ import annotations

from games.rokoko.state import game

game.receipts(
    {
        "{who:seat} cannot use the bonus.": "You could not use the bonus.",
        "{who:seat} deputes {card:text}.": "You deputed {card:text}.",
        "{who:seat} does without the bonus.": "You did without the bonus.",
        "{who:seat} funds {decoration:text}, {what} for {price} Livre.": (
            "You funded {decoration:text}, {what} for {price} Livre."
        ),
        "{who:seat} gains {amounts:commas}.": "You gained {amounts:commas}.",
        "{who:seat} gets {n} Livre of income.": "You got {n} Livre of income.",
        "{who:seat} gives {amounts:commas}.": "You gave {amounts:commas}.",
        "{who:seat} has {n} prestige.": "You have {n} prestige.",
        "{who:seat} hires {card:text} {name} for {price} Livre.": (
            "You hired {card:text} {name} for {price} Livre."
        ),
        "{who:seat} is in all halls: {n} prestige at the end.": (
            "You are in all halls: {n} prestige at the end."
        ),
        "{who:seat} is the starting player.": "You are the starting player.",
        "{who:seat} makes {dress:text} for {paid:commas}.": (
            "You made {dress:text} for {paid:commas}."
        ),
        "{who:seat} plays {card:text} {name}, {grade}.": "You played {card:text} {name}, {grade}.",
        "{who:seat} rents {dress:text} out in {hall} on {space:text}.": (
            "You rented {dress:text} out in {hall} on {space:text}."
        ),
        "{who:seat} returns the Favor card and is the starting player.": (
            "You returned the Favor card and are the starting player."
        ),
        "{who:seat} sells {dress:text}.": "You sold {dress:text}.",
        "{who:seat} takes no main action.": "You took no main action.",
        "{who:seat} takes the Favor card.": "You took the Favor card.",
        "{who:seat} takes the whole supply: {n:card|cards}.": (
            "You took the whole supply: {n:card|cards}."
        ),
        "{who:seat} takes {tile:text} for {price} Livre and discards it for {goods:commas}.": (
            "You took {tile:text} for {price} Livre and discarded it for {goods:commas}."
        ),
        "{who:seat} takes {tile:text} for {price} Livre and keeps it: {silk} silk.": (
            "You took {tile:text} for {price} Livre and kept it: {silk} silk."
        ),
        "{who:seat} turns the discard over: it is the new supply.": (
            "You turned your discard over: it is the new supply."
        ),
        "{cards:commas}": "You chose {cards:commas}.",
        "Make {dress:text} ({price}L): {material:commas}": (
            "You make {dress:text} ({price}L): {material:commas}."
        ),
    }
)
