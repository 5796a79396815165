"""Prestige exchange and show (source text, Exhibition Round 1-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.kernel import listed
from games.pret_a_porter.calendar import quarter_of
from games.pret_a_porter.company import (
    change_style,
    owned,
    paid_changes,
    price_of,
    wild_missing_material,
)
from games.pret_a_porter.components import COLOURS, DATA, DESIGNS, NAME, STYLES
from games.pret_a_porter.effects import amount, receive, runway_of, unused, use
from games.pret_a_porter.judging import POINTS
from games.pret_a_porter.making import (
    COLOUR_INDEX,
    NO_UNITS,
    Powers,
    Units,
    collections,
    good_waivers,
    makeable,
    missing,
    needs,
    one_more,
    powers_of,
    spare,
    stock_of,
    subtract,
)
from games.pret_a_porter.rules.planning import FIRING, wants_to_be_asked
from games.pret_a_porter.state import House, Player, Runway, game

AT_ONCE: int = DATA["limits"]["at_once"]
"""Designs of which all collections are listed in one question."""
NOTHING = "none"


@game.step
def exchange_prestige(g: House) -> None:
    """Turns prestige into points, but not in the first exhibition round."""
    g.phase, g.awards, g.sold = "show", [], {}
    for p in g.players:
        p.shown = p.takings = 0
    if quarter_of(g.round) > 1:
        exchange(g)


def exchange(g: House) -> None:
    """Turns everybody's prestige into points."""
    for p in g.players:
        if p.prestige:
            points = p.prestige * POINTS[g.seats]
            p.vp += points
            g.say(
                "{who:seat turns|You turned} {n} prestige into {points:point|points}.",
                who=p.seat,
                n=p.prestige,
                points=points,
            )
        p.prestige = 0


# --- Style ---------------------------------------------------------------------------------------


@game.step
def show_turn(g: House, seat: int) -> None:
    """Begins a player's show with the choice of the style."""
    g.runway = Runway(seat)
    g.then(("style", seat), ("present", seat))


@game.choice("Choose the style of your collection.", they="{who:seat} chooses a style")
def style(g: House, p: Player) -> Iterator[str]:
    """The styles in which something can be made, with the collections that are few enough to be
    listed; none where there are several or no such styles.
    """
    styles = possible_styles(p)
    yield from (f"style {each}" for each in styles)
    if len(styles) == 1:
        return
    for each in styles:
        yield from ("show " + "+".join(some) for some in listed_collections(p, each))
    yield f"show {NOTHING}"


def listed_collections(p: Player, style: str) -> list[tuple[str, ...]]:
    """Every collection of a style without changes of style, where these are asked in one list."""
    some = tuple(candidates(p, Runway(p.seat, style)))
    if len(some) > AT_ONCE:
        return []
    return [each for each in collections(some, stock_of(p), powers_of(p)) if each]


@style.does("style {style}")
def choose_style(g: House, p: Player, style: str) -> None:
    runway_of(g).style = style
    g.then(("change", p.seat), ("decide", p.seat))


@style.does("show {designs}")
def show_as_they_are(g: House, p: Player, designs: str) -> None:
    """Shows these designs, all of one style, as they are; or none."""
    if designs != NOTHING:
        runway_of(g).style = DESIGNS[designs.split("+")[0]].style
        show_designs(g, p, designs)
        g.then(("do_without", p.seat), ("make_up", p.seat))


def possible_styles(p: Player) -> list[str]:
    """The styles in which something can be made: all of them if something can change its style."""
    price = 0 if change_style(p) else price_of(p, "change_style")
    can_change = change_style(p) or (paid_changes(p) and price <= p.cash)
    if can_change and makeable_alone(p, price):
        return [*STYLES]
    styles = {DESIGNS[design].style for design in makeable_alone(p)}
    return [each for each in STYLES if each in styles]


def makeable_alone(p: Player, spent: int = 0) -> list[str]:
    """The designs of which a player can make one, with so much of the cash spent before."""
    stock, powers = stock_of(p), powers_of(p, spent)
    return [design for design in p.designs if makeable((design,), stock, powers)]


def designs_of(p: Player, style: str) -> list[str]:
    """A player's designs of a style."""
    return [design for design in p.designs if DESIGNS[design].style == style]


# --- Changes of style ----------------------------------------------------------------------------


def change_price(g: House, p: Player) -> int:
    """What the next change of style costs: free ones are used first."""
    free = len(runway_of(g).changed) < change_style(p)
    return 0 if free else price_of(p, "change_style")


@game.choice(
    "Which designs of other styles take the style of your collection?",
    may_pass="Change no more",
    they="{who:seat} may change styles",
)
def change(g: House, p: Player) -> list[str]:
    """Designs of other styles that can be made, as long as cards change any."""
    runway = runway_of(g)
    price = change_price(g, p)
    left = change_style(p) + paid_changes(p) - len(runway.changed)
    if left < 1 or price > p.cash:
        return []
    return [
        f"change {design}"
        for design in makeable_alone(p, price)
        if DESIGNS[design].style != runway.style and design not in runway.changed
    ]


@change.does("change {card}")
def change_one(g: House, p: Player, card: str) -> None:
    """Pays for letting a design take the style of the collection."""
    p.cash -= change_price(g, p)
    runway_of(g).changed.append(card)
    g.then(("change", p.seat))


# --- The collection ------------------------------------------------------------------------------


def candidates(p: Player, runway: Runway) -> list[str]:
    """The designs that can be in the collection: of its style, and possible to make."""
    return sorted(
        design
        for design in makeable_alone(p)
        if DESIGNS[design].style == runway.style or design in runway.changed
    )


def undecided(g: House, p: Player) -> list[str]:
    """The next designs to be decided on: there may be too many to list all collections at once."""
    runway = runway_of(g)
    decided = (*runway.shown, *runway.left_out)
    return [each for each in candidates(p, runway) if each not in decided][:AT_ONCE]


@game.step
def decide(g: House, seat: int) -> None:
    """Asks for the collection until every design is decided on."""
    if undecided(g, g.players[seat]):
        g.then(("collection", seat), ("decide", seat))
    else:
        g.then(("do_without", seat), ("make_up", seat))


@game.choice("Choose your collection.", they="{who:seat} shows a collection")
def collection(g: House, p: Player) -> list[str]:
    """The sets of the designs in question; whether the player wants to be asked about firing."""
    asks = [] if p.asks_firing or not owned(p, "employee") else [f"ask {FIRING}"]
    return [*shows(p, undecided(g, p), runway_of(g).shown), *asks]


def shows(p: Player, some: list[str], taken: list[str]) -> list[str]:
    """Every set of some designs that can be made with those taken before, and none of them."""
    sets = collections(tuple(some), stock_of(p), powers_of(p), tuple(taken))
    return [*["show " + "+".join(each) for each in sets if each], f"show {NOTHING}"]


@collection.does("ask {about}")
def ask_for_firing(g: House, p: Player, about: str) -> None:
    """Has the player asked before the upkeep whether they fire, and goes on with the collection."""
    wants_to_be_asked(p, about)
    g.then(("collection", p.seat))


@collection.does("show {designs}")
def show_designs(g: House, p: Player, designs: str) -> None:
    """Shows these designs and leaves out the others that were in question."""
    runway, asked = runway_of(g), undecided(g, p)
    chosen = [] if designs == NOTHING else designs.split("+")
    runway.shown += chosen
    runway.left_out += [design for design in asked if design not in chosen]


# --- Materials -----------------------------------------------------------------------------------


def as_units(colours: list[str]) -> Units:
    """How many units of each colour these are."""
    units = NO_UNITS
    for colour in colours:
        units = one_more(units, COLOUR_INDEX[colour])
    return units


def still_needed(g: House) -> Units:
    """The materials of the collection without those waived."""
    runway = runway_of(g)
    return subtract(needs(runway.shown), as_units(runway.waived))


@game.step
def do_without(g: House, seat: int) -> None:
    """Waives as many materials as cards allow: whatever is waived is kept."""
    if waivable(g, g.players[seat]):
        g.then(("waive", seat), ("do_without", seat))


def waivable(g: House, p: Player) -> list[str]:
    """The colours that can be waived next so that all can be made, each way listed once."""
    runway = runway_of(g)
    waived = as_units(runway.waived)
    ways = good_waivers(tuple(runway.shown), stock_of(p), powers_of(p), waived)
    first = COLOUR_INDEX[runway.waived[-1]] if runway.waived else 0
    return [
        COLOURS[i]
        for i in range(first, len(COLOURS))
        if any(way[i] > waived[i] and way[:i] == waived[:i] for way in ways)
    ]


@game.choice("Which material does a design do without?", they="{who:seat} makes the clothes")
def waive(g: House, p: Player) -> list[str]:
    return [f"waive {colour}" for colour in waivable(g, p)]


@waive.does("waive {colour}")
def waive_unit(g: House, p: Player, colour: str) -> None:
    runway_of(g).waived.append(colour)


def powers_left(g: House, p: Player) -> Powers:
    """What may still be missing: whatever was dyed or paid for is used up."""
    powers, runway = powers_of(p), runway_of(g)
    # Whoever begins to pay has dyed enough: the order in which both come makes no difference.
    wild = 0 if runway.patched else powers.wild - len(runway.dyed)
    return Powers(0, wild, min(powers.patch, patches_left(g, p)))


def patches_left(g: House, p: Player) -> int:
    """How many missing units may still be paid for, cash aside."""
    return wild_missing_material(p) - runway_of(g).patched


def lacking(g: House, p: Player) -> int:
    """How many units are neither there nor made up for."""
    runway = runway_of(g)
    return missing(still_needed(g), stock_of(p)) - len(runway.dyed) - runway.patched


def dyeable(g: House, p: Player) -> Iterator[str]:
    """The colours of spare units that may stand for what is missing, in order."""
    runway = runway_of(g)
    dyed = as_units(runway.dyed)
    free = subtract(spare(still_needed(g), stock_of(p)), dyed)
    first = COLOUR_INDEX[runway.dyed[-1]] if runway.dyed else 0
    powers = powers_left(g, p)
    for i in range(first, len(COLOURS)):
        rest = min(powers.wild, sum(free[i:]))
        if free[i] and powers.wild > 0 and lacking(g, p) <= rest + powers.patch:
            yield COLOURS[i]


@game.step
def make_up(g: House, seat: int) -> None:
    """Asks how to make up for each unit that is missing."""
    if lacking(g, g.players[seat]):
        g.then(("cover", seat), ("make_up", seat))


@game.choice("How do you make up for a missing material?", they="{who:seat} makes the clothes")
def cover(g: House, p: Player) -> list[str]:
    """A spare unit of another colour, or money, as cards allow."""
    found = [f"dye {colour}" for colour in dyeable(g, p)]
    if lacking(g, p) <= powers_left(g, p).patch:
        found.append(f"dye {NOTHING}")
    return found


@cover.does("dye {colour}")
def cover_unit(g: House, p: Player, colour: str) -> None:
    """Lets a spare unit stand for a missing one, or pays a card for it."""
    if colour != NOTHING:
        runway_of(g).dyed.append(colour)
        return
    p.cash -= price_of(p, "wild_missing_material")
    runway_of(g).patched += 1


# --- Presenting ----------------------------------------------------------------------------------


def wear(g: House, p: Player, design: str) -> None:
    """A design brings its bonus, and trend if it is of the player's type."""
    brought = Counter(DESIGNS[design].bonus)
    brought["T"] += design in runway_of(g).typed
    for res, n in brought.items():
        receive(p, res, n)
    if what := [amount(res, n) for res, n in brought.items() if n]:
        g.aside(
            "{card} brings {who:seat|you} {what}.",
            card=NAME[design],
            who=p.seat,
            what=listed(what),
            worth=brought["cash"],
        )


@game.step
def present(g: House, seat: int) -> None:
    """Shows the collection: bonuses, trend for the own type, what cards bring."""
    p, runway = g.players[seat], runway_of(g)
    set_aside(g, p)
    p.collection, p.shown = runway.shown, len(runway.shown)
    p.designs = [design for design in p.designs if design not in runway.shown]
    if runway.shown:
        names = [NAME[design] for design in runway.shown]
        g.say("{who:seat shows|You showed} {designs:list}.", who=seat, designs=names)
    else:
        g.say("{who:seat shows|You showed} nothing.", who=seat)
    runway.typed = [each for each in p.collection if DESIGNS[each].type == p.type]
    for design in p.collection:
        wear(g, p, design)
    g.then(*[use(p, each) for each in unused(p, "show")], "leave_runway")


def set_aside(g: House, p: Player) -> None:
    """Lays the materials of the collection aside until its sale."""
    need, stock = still_needed(g), stock_of(p)
    dyed = as_units(runway_of(g).dyed)
    for i, colour in enumerate(COLOURS):
        units = min(need[i], stock[i]) + dyed[i]
        p.material[colour] -= units
        p.set_aside[colour] = units


@game.step
def leave_runway(g: House) -> None:
    g.runway = None
