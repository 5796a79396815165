"""Brick & Mortar: what players read of their own moves."""

from __future__ import annotations

from games.brick_and_mortar.state import game

game.receipts(
    {
        "The {store} of {who:seat} has sold {kind} and closes.": (
            "Your {store} has sold {kind} and closed."
        ),
        "The {store} of {who:seat} is empty and closes.": "Your {store} was empty and has closed.",
        "{who:seat} adds a card to the demand.": "You added a card to the demand.",
        "{who:seat} adds no card.": "You added no card.",
        "{who:seat} adds {card} to the supply.": "You added {card} to the supply.",
        "{who:seat} adds {n} {kind} with the {store} and collects ${pay}.": (
            "You added {n} {kind} with the {store} and collected ${pay}."
        ),
        "{who:seat} adds {n} {kind} with the {store}.": "You added {n} {kind} with the {store}.",
        "{who:seat} bids ${n}.": "You bid ${n}.",
        "{who:seat} buys 1 {kind} from {whose:seat} for ${price}.": (
            "You bought 1 {kind} from {whose:seat} for ${price}."
        ),
        "{who:seat} buys no store.": "You bought no store.",
        "{who:seat} buys no {kind}.": "You bought no {kind}.",
        "{who:seat} buys the {store} for ${n}.": "You bought the {store} for ${n}.",
        "{who:seat} buys {n:point|points}.": "You bought {n:point|points}.",
        "{who:seat} buys {n} {kind} for ${price}: {where:commas}.": (
            "You bought {n} {kind} for ${price}: {where:commas}."
        ),
        "{who:seat} closes the {store}.": "You closed the {store}.",
        "{who:seat} collects ${n} for the {store}.": "You collected ${n} for the {store}.",
        "{who:seat} does not open the {store}.": "You did not open the {store}.",
        "{who:seat} does not use the {store}.": "You did not use the {store}.",
        "{who:seat} draws {n:card|cards} with the {store}.": (
            "You drew {n:card|cards} with the {store}."
        ),
        "{who:seat} drops out.": "You dropped out.",
        "{who:seat} exchanges {n:card|cards}.": "You exchanged {n:card|cards}.",
        "{who:seat} gains {n:point|points} for its crates.": (
            "You gained {n:point|points} for its crates."
        ),
        "{who:seat} gains {n:point|points} with the {store}.": (
            "You gained {n:point|points} with the {store}."
        ),
        "{who:seat} gets ${n} more with the {store}.": "You got ${n} more with the {store}.",
        "{who:seat} has sold {kinds} kinds and gains {n:point|points} with the {store}.": (
            "You have sold {kinds} kinds and gained {n:point|points} with the {store}."
        ),
        "{who:seat} is first in turn order.": "You are first in turn order.",
        "{who:seat} looks at the {pile}.": "You looked at the {pile}.",
        "{who:seat} moves {n} {kind} from the {store} to the {target}.": (
            "You moved {n} {kind} from the {store} to the {target}."
        ),
        "{who:seat} opens the {store}.": "You opened the {store}.",
        "{who:seat} puts up the {store} for ${n}.": "You put up the {store} for ${n}.",
        "{who:seat} puts up the {store}.": "You put up the {store}.",
        "{who:seat} reaches {goal} points: this month is the last.": (
            "You reached {goal} points: this month is the last."
        ),
        "{who:seat} returns {n} {kind} to the market.": "You returned {n} {kind} to the market.",
        "{who:seat} sells no {kind}.": "You sold no {kind}.",
        "{who:seat} sells no {kind}; {lost} found no box.": (
            "You sold no {kind}; {lost} found no box."
        ),
        "{who:seat} sells {n:point|points}.": "You sold {n:point|points}.",
        "{who:seat} sells {n} {kind} for {earned}.": "You sold {n} {kind} for {earned}.",
        "{who:seat} sells {n} {kind} for {earned}; {lost} found no box.": (
            "You sold {n} {kind} for {earned}; {lost} found no box."
        ),
        "{who:seat} takes {n:Debt Token|Debt Tokens}.": "You took {n:Debt Token|Debt Tokens}.",
        "{who:seat} takes {n} free {kind} for the {store}.": (
            "You took {n} free {kind} for the {store}."
        ),
        "{who:seat} takes {points:point|points} instead of ${money}.": (
            "You took {points:point|points} instead of ${money}."
        ),
        "{who:seat} takes {store}.": "You took {store}.",
        "{who:seat} wins the {store} for ${n}.": "You won the {store} for ${n}.",
        "Bid ${price} for up to {n:crate|crates}": "You bid ${price} for up to {n:crate|crates}.",
        "Bid ${price}, say later how many": "You bid ${price} and say later how many.",
        "Supply {supply:commas}; demand {demand:commas}": (
            "You played supply {supply:commas}; demand {demand:commas}."
        ),
        "Supply {supply:commas}": "You played supply {supply:commas}.",
        "Demand {demand:commas}": "You played demand {demand:commas}.",
        "Choose how to pay": "You choose how to pay.",
        "{n} for the {store}, ${each} each": "You took {n} for the {store}, ${each} each.",
        "None for the {store}": "You took none for the {store}.",
        "As many as possible ({n})": "You took as many as possible ({n}).",
        "No more of this kind": "You took no more of this kind.",
        "Offer {quantity} at ${price}": "You offered {quantity} at ${price}.",
        "Offer nothing": "You offered nothing.",
        "Exchange nothing this month": "You exchanged nothing this month.",
        "Exchange {card}": "You exchanged {card}.",
        "Exchange all {n:card|cards}": "You exchanged all {n:card|cards}.",
        "Exchange nothing in any month": "You exchange nothing in any month.",
        "Decide after playing": "You decide after playing.",
        "Keep the {store} (${cost})": "You kept the {store} (${cost}).",
        "Neither buy nor sell points": "You neither bought nor sold points.",
        "{n} from the {store}, shelf {shelf}": "You sold {n} from the {store}, shelf {shelf}.",
        "{n} from the {store}": "You sold {n} from the {store}.",
        "{what}: to {box}": "You sold {what}: to {box}.",
        "Ask me how to bid and pay, and what to close or open": (
            "You are asked how to bid and pay, and what to close or open."
        ),
        "If I win, ask me how to pay and what to close or open": (
            "If you win, you are asked how to pay and what to close or open."
        ),
        "Put away {card}, {another}": "You put away {card}, {another}.",
        "Close nothing more": "You closed nothing more.",
        "Add no card": "You added no card.",
        "Money only": "You took money only.",
        "Pay {paid}": "You paid {paid}.",
        "Move nothing more": "You moved nothing more.",
        "Return {count} {kind}, gain {count:point|points}": (
            "You returned {count} {kind} for {count:point|points}."
        ),
        "{what}: surplus": "You put aside as surplus: {what}.",
    }
)
