"""Powdered Wigs: what players read of their own moves."""

from __future__ import annotations

from games.wigs.components import DATA
from games.wigs.state import game

game.receipts(
    {
        "{who:seat} begins.": "You begin.",
        "{who:seat} buys the {wig} from column {column:text} for {gold} gold.": (
            "You bought the {wig} from column {column:text} for {gold} gold."
        ),
        "{who:seat} collects the debut {wig}.": "You collected the debut {wig}.",
        "{who:seat} draws {count:wig|wigs} from the supply.": (
            "You drew {count:wig|wigs} from the supply."
        ),
        "{who:seat} looks at {count:wig|wigs} for the market.": (
            "You looked at {count:wig|wigs} for the market."
        ),
        "{who:seat} places the {wig} in column {column:text}.": (
            "You placed the {wig} in column {column:text}."
        ),
        "{who:seat} passes for the rest of this phase.": "You passed for the rest of this phase.",
        "{who:seat} passes.": "You passed.",
        "{who:seat} returns {count:wig|wigs} to the supply.": (
            "You returned {count:wig|wigs} to the supply."
        ),
        "{who:seat} sells nothing.": "You sold nothing.",
        "{who:seat} sells {count} {wig} to column {column:text} for {gold} gold.": (
            "You sold {count} {wig} to column {column:text} for {gold} gold."
        ),
        "{who:seat} takes the {wig}.": "You took the {wig}.",
        "{who:seat} wears the {wig}.": "You wore the {wig}.",
        "Sell nothing more": "You sold nothing more.",
        "Wear the {wig}": "You wore the {wig}.",
    }
)
game.receipts(
    {
        accent: game.receipt_templates[plain]
        for plain, accent in DATA["accents"].items()
        if plain in game.receipt_templates
    }
)
