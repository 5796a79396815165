"""What things are called in the language of the reader: months, phases, categories, short names.

Styles, types, colours, cities and cards are called as in the view: `translate` translates those.
"""

from games.words import _, phrase, translate

from .colours import CLOTHS

WORKING_PHASES = ("planning", "action", "growth", "upkeep")
EXHIBITION_PHASES = ("exchange", "show", "awards", "sales", "upkeep")
PHASES = {
    "planning": phrase("planning"),
    "action": phrase("action"),
    "growth": phrase("growth"),
    "exchange": phrase("exchange"),
    "show": phrase("show"),
    "awards": phrase("awards"),
    "sales": phrase("sales"),
    "upkeep": phrase("upkeep"),
}
HEADINGS = {
    "planning": phrase("Planning"),
    "action": phrase("Action"),
    "growth": phrase("Growth"),
    "exchange": phrase("Exchange"),
    "show": phrase("Show"),
    "awards": phrase("Awards"),
    "sales": phrase("Sales"),
    "upkeep": phrase("Upkeep"),
}
"""Phases where they are headings."""
MARKS = {"Q": phrase("Q"), "T": phrase("T"), "PR": phrase("PR"), "X2": phrase("X2")}
"""What stands on tokens and the signs of categories."""
CATEGORIES = {
    "Q": phrase("quality"),
    "T": phrase("trend"),
    "PR": phrase("PR"),
    "X2": phrase("designs"),
}
PLURALS = {
    "dress": phrase("dresses"),
    "trousers": phrase("trousers"),
    "shirt": phrase("shirts"),
    "skirt": phrase("skirts"),
    "jacket": phrase("jackets"),
}
"""Clothing types, several of each."""
TURNED = {
    "contract": phrase("extended"),
    "building": phrase("upgraded"),
    "employee": phrase("trained"),
}


def location_name(number: int, name: str) -> str:
    if number < 6:
        return translate(name)
    return _("Local · Warehouse · Import · Last minute").split(" · ")[number - 6]


def name_of_month(number: int) -> str:
    """The number is from 1 to 12."""
    return _(
        "January February March April May June July August September October November December"
    ).split()[number - 1]


def short_month(number: int) -> str:
    """The name of a month in about three letters."""
    return _("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()[number - 1]


def month_letters() -> list[str]:
    return _("J F M A M J J A S O N D").split()


def cloth_letter(cloth: str) -> str:
    """The letters on a swatch, which tell the colours apart; K as printers call black."""
    return dict(zip(CLOTHS, _("W Y G B R K").split(), strict=True))[cloth]


def phase_name(phase: str) -> str:
    return translate(PHASES[phase])


def minus(n: int) -> str:
    """A number, with a minus sign instead of a hyphen."""
    return f"−{-n}" if n < 0 else str(n)


def debts_in_words(credits: int, loans: int) -> str:
    """What a company owes; "" for nothing."""
    if credits and loans:
        return _("{credits:credit|credits} and {loans:loan|loans}", credits=credits, loans=loans)
    if credits:
        return _("{n:credit|credits}", n=credits)
    return _("{n:loan|loans}", n=loans) if loans else ""
