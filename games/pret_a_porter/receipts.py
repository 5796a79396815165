"""Prêt-à-Porter: what players read of their own moves."""

from __future__ import annotations

from games.pret_a_porter.state import game

game.receipts(
    {
        "{card} brings {who:seat} a unit of {colour}.": "{card} brought you a unit of {colour}.",
        "{card} brings {who:seat} {what}.": "{card} brought you {what}.",
        "{card} of {who:seat} has run out.": "Your {card} has run out.",
        "{card} of {who:seat} is extended.": "Your {card} is extended.",
        "{city}, {what}: {n} prestige for {who:seat}.": "{city}, {what}: {n} prestige for you.",
        "{who:seat} buys {count} {colour}.": "You bought {count} {colour}.",
        "{who:seat} buys {units:list}.": "You bought {units:list}.",
        "{who:seat} cannot repay {n:loan|loans}: bankrupt.": (
            "You could not repay {n:loan|loans}: bankrupt."
        ),
        "{who:seat} draws the design {card}.": "You drew the design {card}.",
        "{who:seat} fires {card} for ${cost}.": "You fired {card} for ${cost}.",
        "{who:seat} gains {n} quality.": "You gained {n} quality.",
        "{who:seat} gets {card} for it.": "You got {card} for it.",
        "{who:seat} gives {card} away.": "You gave {card} away.",
        "{who:seat} goes first.": "You go first.",
        "{who:seat} goes to {place}.": "You went to {place}.",
        "{who:seat} has an extra action at {place}.": "You have an extra action at {place}.",
        "{who:seat} has to take {n:loan|loans}.": "You had to take {n:loan|loans}.",
        "{who:seat} has {n:point|points}.": "You have {n:point|points}.",
        "{who:seat} keeps {card}.": "You kept {card}.",
        "{who:seat} looks at {n:design|designs}.": "You looked at {n:design|designs}.",
        "{who:seat} pays ${cost} of upkeep.": "You paid ${cost} of upkeep.",
        "{who:seat} repays ${owed}.": "You repaid ${owed}.",
        "{who:seat} sells the collection for ${cash}.": "You sold the collection for ${cash}.",
        "{who:seat} sells {card} for ${price}.": "You sold {card} for ${price}.",
        "{who:seat} shows nothing.": "You showed nothing.",
        "{who:seat} shows {designs:list}.": "You showed {designs:list}.",
        "{who:seat} takes a credit of ${amount}.": "You took a credit of ${amount}.",
        "{who:seat} takes the design {card} as well.": "You took the design {card} as well.",
        "{who:seat} takes the design {card}.": "You took the design {card}.",
        "{who:seat} takes {card}.": "You took {card}.",
        "{who:seat} takes {what}.": "You took {what}.",
        "{who:seat} trains {card}.": "You trained {card}.",
        "{who:seat} turns {n} prestige into {points:point|points}.": (
            "You turned {n} prestige into {points:point|points}."
        ),
        "{who:seat} upgrades {card}.": "You upgraded {card}.",
        "{who:seat} gets the clothing type {kind} and starts with {designs:list}.": (
            "Your clothing type is {kind}; you start with {designs:list}."
        ),
        "{who:seat} wins ties in {what}.": "You win ties in {what}.",
        "Take none": "You took none.",
        "Hire nobody": "You hired nobody.",
        "No growth this month": "You had no growth this month.",
        "No growth until I want to be asked again": (
            "You have no growth until you want to be asked again."
        ),
        "No credit": "You took no credit.",
        "No design": "You took no design.",
        "Buy none": "You bought none.",
        "{card} as {style} (free)": "You changed {card} to {style} (free).",
        "{style}": "You chose {style}.",
        "Show {designs:list}": "You showed {designs:list}.",
        "Show {n} designs: {designs:text}": "You showed {n} designs: {designs:text}.",
        "Show nothing": "You showed nothing.",
        "From now on ask me whether I fire somebody": (
            "From now on you are asked whether you fire somebody."
        ),
        "Ask me before the upkeep whether I fire somebody": (
            "You are asked before the upkeep whether you fire somebody."
        ),
        "Ask me about growth again": "You are asked about growth again.",
        "Take nothing": "You took nothing.",
        "Sell none": "You sold none.",
        "Buy nothing": "You bought nothing.",
        "Fire nobody": "You fired nobody.",
        "Fire nobody until I want to be asked again": (
            "You fire nobody until you want to be asked again."
        ),
        "Change no more": "You changed no more.",
        "No further design": "You took no further design.",
        "Use a spare unit of {colour}": "You used a spare unit of {colour}.",
        "No material": "You took no material.",
        "No extra action": "You took no extra action.",
        "{n} prestige for ${price}": "You bought {n} prestige for ${price}.",
    }
)
