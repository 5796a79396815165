"""Rokoko, Phase 1: prepare for a new round, steps A to D of the source text."""

from __future__ import annotations

from games.rokoko.components import EMPLOYEES, FACTS
from games.rokoko.state import NONE, Rokoko, game

# --- Favor card and starting player --------------------------------------------------------------


@game.step
def return_favor(g: Rokoko) -> None:
    """Makes the player with the Favor card the starting player, and puts it back (1 A)."""
    if g.favor is None:
        return
    g.starting, g.favor = g.favor, None
    g.say(
        "{who:seat starts|You start} this round, and {who:they returns|return} the Favor card.",
        who=g.starting,
    )


# --- New employees -------------------------------------------------------------------------------


@game.step
def reveal_employees(g: Rokoko) -> None:
    """Removes the employees nobody hired, then reveals four, lowest levels first (1 B)."""
    left = [card for card in g.hire if card]
    if left:
        g.gone += left
        g.aside("Nobody hired {cards:commas}: out of the game.", cards=names_of(left))
    g.hire = [draw_employee(g) for _ in range(FACTS["new_employees"])]
    g.say("For hire: {cards:commas}.", cards=names_of(g.hire))


def names_of(cards: list[str]) -> list[str]:
    return [EMPLOYEES[card].name for card in cards]


def draw_employee(g: Rokoko) -> str:
    """The next employee of the stack, one of the lowest level left."""
    return g.draw(next(level for level in g.stack if level))


# --- Resource tiles ------------------------------------------------------------------------------


@game.step
def fill_warehouse(g: Rokoko) -> None:
    """Fills the empty places of the segments; what lies there stays (1 C)."""
    for segment in g.warehouse:
        for place, tile in enumerate(segment):
            if not tile:
                segment[place] = draw_tile(g)


def draw_tile(g: Rokoko) -> str:
    """A tile from the stacks, or "" where there is none.

    The discard is shuffled when a tile is needed and the stacks are empty, not before.
    """
    if not g.resources and g.used:
        g.resources, g.used = sorted(g.used), []
        g.aside("The discarded resource tiles are shuffled into new stacks.")
    return g.draw(g.resources) if g.resources else NONE


# --- Dresses -------------------------------------------------------------------------------------


@game.step
def fill_workshop(g: Rokoko) -> None:
    """Clears the dark windows, moves the other dresses to the right and fills up (1 D)."""
    clear_dark_windows(g)
    slide(g)
    for window in reversed(range(len(g.windows))):
        if not g.windows[window]:
            g.windows[window] = draw_dress(g)
    hanging = [dress for dress in g.windows if dress]
    g.aside("In the windows: {dresses:commas}.", dresses=hanging)


def clear_dark_windows(g: Rokoko) -> None:
    """Puts what hangs in the two rightmost windows on the discard."""
    dark = range(len(g.windows) - FACTS["dark_windows"], len(g.windows))
    dropped = [g.windows[window] for window in dark if g.windows[window]]
    for window in dark:
        g.windows[window] = NONE
    g.sold += dropped
    if dropped:
        g.aside("Discarded from the dark windows: {dresses:commas}.", dresses=dropped)


def slide(g: Rokoko) -> None:
    """Moves the dresses together to the right, in their order."""
    hanging = [dress for dress in g.windows if dress]
    g.windows = [NONE] * (len(g.windows) - len(hanging)) + hanging


def draw_dress(g: Rokoko) -> str:
    """A dress from the bag, or "" where there is none; an empty bag gets the discard first."""
    if not g.bag and g.sold:
        g.bag, g.sold = sorted(g.sold), []
        g.aside("The discarded dresses go back into the bag.")
    return g.draw(g.bag) if g.bag else NONE
