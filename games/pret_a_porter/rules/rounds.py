"""The calendar: twelve rounds, a quarter of three, the third of them an exhibition."""

from __future__ import annotations

from games.pret_a_porter.calendar import FIRST_MONTH_OF_LAST_QUARTER, ROUNDS, is_exhibition
from games.pret_a_porter.components import DATA
from games.pret_a_porter.effects import unused, use
from games.pret_a_porter.rules.decks import clear_rows, lay_out, open_last_quarter
from games.pret_a_porter.state import House, game

PAWNS: int = DATA["start"]["pawns"]


@game.step
def next_round(g: House) -> None:
    """Moves the calendar; after the twelfth round the game ends."""
    if g.round == ROUNDS:
        g.then("final_exchange")
        return
    g.round += 1
    for p in g.players:
        p.used = []
    if is_exhibition(g.round):
        g.heading("Month {round}, exhibition", round=g.round)
        g.then("plan_exhibition")
        return
    g.heading("Month {round}", round=g.round)
    if g.round == FIRST_MONTH_OF_LAST_QUARTER:
        open_last_quarter(g)
    lay_out(g)
    g.pieces = list(DATA["pieces"])
    pass_marker(g)
    in_order = [g.players[seat] for seat in g.order]
    begin = [use(p, each) for p in in_order for each in unused(p, "round_start")]
    g.then(*begin, "plan_round")


def pass_marker(g: House) -> None:
    """Passes the first player's marker to the left; as an option points come before that."""
    g.order.append(g.order.pop(0))
    if g.by_points:
        g.order.sort(key=lambda seat: g.players[seat].vp)
    g.aside("{who:seat goes|You go} first.", who=g.order[0])


@game.step
def plan_round(g: House) -> None:
    """Plans the four phases of a working round (source text, Working Round)."""
    g.phase = "planning"
    g.then(
        *[("place", seat, pawn) for pawn in range(1, PAWNS + 1) for seat in g.order],
        "extra_actions",
        "action_phase",
        *[("growth_turn", seat) for seat in g.order],
        "pay_upkeep",
        "clean_up",
        "next_round",
    )


@game.step
def clean_up(g: House) -> None:
    """Clears the rows and takes the pawns back."""
    clear_rows(g)
    for pawns in (*g.spaces.values(), *g.card_spaces.values()):
        pawns.clear()


@game.step
def plan_exhibition(g: House) -> None:
    """Plans the five phases of an exhibition round (source text, Exhibition Round)."""
    g.then(
        "exchange_prestige",
        *[("show_turn", seat) for seat in g.order],
        "judge",
        *[("sales_turn", seat) for seat in g.order],
        *[("staff_turn", seat) for seat in g.order],
        "settle",
        "turn_contracts",
        "next_round",
    )
