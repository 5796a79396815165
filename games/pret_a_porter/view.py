"""Prêt-à-Porter: arithmetic added to a view, from what its seat sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.kernel import phrase
from games.pret_a_porter.calendar import ROUNDS, is_exhibition, next_exhibition, quarter_of
from games.pret_a_porter.company import (
    FINANCE,
    capacity,
    credit_room,
    debts,
    late_loans_needed,
    loans_needed,
    owned,
    payable_upkeep,
    possible_collection,
    severance,
    total_upkeep,
    upkeep_lines,
)
from games.pret_a_porter.components import (
    BANK,
    CARDS,
    COLOURS,
    DATA,
    DESIGNS,
    FLIPPED,
    KINDS,
    LOCATIONS,
    SHOWS,
    STYLES,
    TOKEN_NAME,
)
from games.pret_a_porter.effects import price_to_turn
from games.pret_a_porter.judging import PRIZES, lines_that_count
from games.pret_a_porter.making import collections, needs, powers_of, stock_of
from games.pret_a_porter.projection import (
    MAX_DESIGNS,
    Prospect,
    all_judged,
    best_collections,
    expected_counts,
    has_shown,
)
from games.pret_a_porter.rules.growth import improvable
from games.pret_a_porter.rules.offices import credits_for
from games.pret_a_porter.rules.planning import pawns_left
from games.pret_a_porter.rules.show import designs_of
from games.pret_a_porter.rules.suppliers import discount_at
from games.pret_a_porter.state import House, Player, deck, game

SHOWN_COLLECTIONS = 4
"""Collections that are shown to a player before the show; of others the best one."""
Counts = dict[int, dict[str, int]]
"""By seat, what is compared in each category: after the show, or with the largest collection."""
SUPPLIERS = ("local", "warehouse", "import")


@game.last_round
def last_round_text(g: House) -> str:
    return phrase("This is the last month.") if g.round == ROUNDS else ""


@game.derived
def arithmetic(g: House, seat: int | None) -> dict[str, Any]:
    """The companies' figures, the board, the shows, and what collections would bring."""
    counts = {p.seat: expected_counts(g, p) for p in g.players}
    return {
        "month": month(g),
        "companies": [company(g, p) for p in g.players],
        "locations": [location(g, number, seat) for number in LOCATIONS],
        "quarters": [quarter(g, number) for number in range(1, len(g.shows) + 1)],
        "prizes": PRIZES[g.seats],
        "standings": [{"counts": counts[p.seat], "shown": has_shown(g, p)} for p in g.players],
        "prospects": prospects(g, seat, counts),
        "lines": lines(g, counts),
        "worth": DATA["awards"]["points"][str(g.seats)],
        "decks": {kind: len(deck(g, kind)) + bool(g.tops[kind]) for kind in KINDS}
        | {"design": len(g.design_deck)},
        "facts": facts(g, seat),
        "wardrobe": [] if seat is None else wardrobe(g, g.players[seat]),
        "turns": {} if seat is None else prices_to_turn(g, g.players[seat]),
        "credits": [] if seat is None else credit_offers(g, g.players[seat]),
        "words": {"colours": list(COLOURS), "styles": list(STYLES), "tokens": TOKEN_NAME},
    }


def month(g: House) -> dict[str, Any]:
    return {
        "number": g.round,
        "quarter": quarter_of(g.round),
        "exhibition": is_exhibition(g.round),
        "next_exhibition": next_exhibition(g.round),
    }


# --- Companies -----------------------------------------------------------------------------------


def company(g: House, p: Player) -> dict[str, Any]:
    staff = owned(p, "employee")
    exhibition = is_exhibition(g.round)
    return {
        "upkeep": payable_upkeep(p),
        "track": total_upkeep(p),
        "upkeep_lines": upkeep_lines(p),
        "debts": debts(p),
        "due_month": next_exhibition(g.round),
        "loans_to_come": late_loans_needed(p) if exhibition else loans_needed(p),
        "places": capacity(p),
        "credit_room": credit_room(p),
        "possible_collection": possible_collection(p),
        "severance": {card: severance(p, card) for card in staff},
        **{f"{kind}s": owned(p, kind) for kind in KINDS},
        "pawns_left": pawns_left(g, p.seat),
        "total": p.cash + p.vp,
    }


# --- The board -----------------------------------------------------------------------------------


def location(g: House, number: int, seat: int | None) -> dict[str, Any]:
    """A location: its spaces, the pawns on them, and what a unit costs the viewer."""
    place = LOCATIONS[number]
    tight = g.tight_spaces and g.seats == 2
    found: dict[str, Any] = {
        "number": number,
        "id": place.id,
        "name": place.name,
        "text": place.text,
        "spaces": place.tight if tight else place.spaces[g.seats - 2],
        "pawns": list(g.spaces[number]),
        "card_pawns": list(g.card_spaces[number]),
        "acted": g.done if number == g.at else 0 if not g.at or number > g.at else None,
    }
    if place.id in SUPPLIERS:
        off = discount_of(g, seat, number) if seat is not None else 0
        prices: dict[str, int] = DATA["prices"][place.id]
        found["prices"] = prices
        found["own_prices"] = {colour: max(1, price - off) for colour, price in prices.items()}
        found["quality"] = DATA["quality"][place.id]
    if place.id == "last_minute":
        found["pieces"] = [{"id": each, "n": DATA["pieces"][each]} for each in g.pieces]
    return found


def discount_of(g: House, seat: int, number: int) -> int:
    """What comes off a unit for a player: in the running action what that has taken off already."""
    if g.errand and g.errand.seat == seat and g.errand.location == number:
        return g.errand.discount
    return discount_at(g.players[seat], number)


def credit_offers(g: House, p: Player) -> list[dict[str, int]]:
    """While a player is at the Bank: each credit with the cash, upkeep and debts after it."""
    if not g.errand or (g.errand.seat, g.errand.location) != (p.seat, BANK):
        return []
    found: list[dict[str, int]] = []
    for amount in credits_for(p, g.errand.raised):
        then = replace(p, credits=p.credits + amount // FINANCE["credit"], cash=p.cash + amount)
        upkeep, owed = payable_upkeep(then), debts(then)
        found.append({"amount": amount, "cash": then.cash, "upkeep": upkeep, "debts": owed})
    return found


def prices_to_turn(g: House, p: Player) -> dict[str, int]:
    """While a player is asked for growth: the cards that they can turn over with the costs."""
    if not g.growth or g.growth.seat != p.seat:
        return {}
    left = {"employee": g.growth.train, "building": g.growth.upgrade}
    return {
        card: price_to_turn(g, card)
        for kind in left
        if left[kind] or g.growth.either
        for card in improvable(p, kind)
    }


def quarter(g: House, number: int) -> dict[str, Any]:
    """The shows of a quarter with all their lines, and how many of these count."""
    return {
        "quarter": number,
        "lines": lines_that_count(g, number),
        "shows": [
            {"id": show, "city": SHOWS[show].city, "lines": list(SHOWS[show].lines)}
            for show in g.shows[number - 1]
        ],
    }


# --- Shows ---------------------------------------------------------------------------------------


def prospects(g: House, seat: int | None, counts: Counts) -> list[list[dict[str, Any]]]:
    """By seat, the best collections before the show with what each would win and bring."""
    if g.scores is not None or g.phase in ("awards", "sales", "end"):
        return [[] for _ in g.players]
    return [
        []
        if has_shown(g, p)
        else [as_data(p, each) for each in best_collections(g, p, most, counts)]
        for p in g.players
        for most in [SHOWN_COLLECTIONS if p.seat == seat else 1]
    ]


def lines(g: House, counts: Counts) -> list[dict[str, Any]]:
    """The lines of this quarter as they would be judged now, all with their standing."""
    number = quarter_of(g.round)
    return [
        {
            "show": show,
            "line": line,
            "category": SHOWS[show].lines[line - 1],
            "counts": row,
            "prestige": won,
        }
        for show in g.shows[number - 1]
        for line in range(1, lines_that_count(g, number) + 1)
        for row, won in [all_judged(g, show, line, counts)]
    ]


def as_data(p: Player, it: Prospect) -> dict[str, Any]:
    return {
        "designs": list(it.designs),
        "style": style_of(it.designs),
        "counts": it.counts,
        "lines": [line._asdict() for line in it.lines],
        "prestige": it.prestige,
        "takings": it.takings,
    }


def style_of(designs: tuple[str, ...]) -> str:
    styles = [DESIGNS[design].style for design in designs]
    return max(styles, key=styles.count)


def wardrobe(g: House, p: Player) -> list[dict[str, Any]]:
    """A player's designs by style but for those on the runway, the style of which most can be
    shown first: how many can be shown now, and the units that all of them lack.
    """
    runway = g.runway.shown if g.runway and g.runway.seat == p.seat else []
    stock, powers, found = stock_of(p), powers_of(p), list[dict[str, Any]]()
    for style in STYLES:
        cards = sorted(set(designs_of(p, style)) - {*runway})
        if not cards:
            continue
        some = collections(tuple(cards[:MAX_DESIGNS]), stock, powers, tuple(runway))
        lacks = zip(COLOURS, needs(cards), stock, strict=True)
        found.append(
            {
                "style": style,
                "designs": cards,
                "ready": max(map(len, some)),
                "lacks": {colour: n - have for colour, n, have in lacks if n > have},
            }
        )
    return sorted(found, key=lambda it: (-it["ready"], -len(it["designs"])))


# --- Facts of cards ------------------------------------------------------------------------------


def facts(g: House, seat: int | None) -> dict[str, dict[str, Any]]:
    """What is printed on every card that lies open or that the viewer looks at."""
    cards = [card for kind in KINDS for card in g.rows[kind]]
    cards += [top for top in g.tops.values() if top]
    cards += [card for p in g.players for card in p.cards]
    designs = [*g.rows["design"], *g.discards["design"][-1:]]
    designs += [] if seat is None else g.players[seat].looked_at
    for p in g.players:
        designs += [*p.designs, *p.collection, *g.sold.get(p.seat, [])]
    return {each: card_facts(each) for each in cards} | {
        each: design_facts(each) for each in designs
    }


def card_facts(card: str) -> dict[str, Any]:
    """Both sides of a company card."""
    it = CARDS[card]
    return {
        "kind": it.kind,
        "name": it.name,
        "cost": it.cost,
        "sides": {
            name: {
                "cost": side.cost,
                "upkeep": side.upkeep,
                "text": list(side.text),
                "short": list(side.short),
            }
            for name, side in it.sides.items()
        },
        "can_turn": FLIPPED in it.sides,
    }


def design_facts(design: str) -> dict[str, Any]:
    it = DESIGNS[design]
    return {
        "kind": "design",
        "name": it.name,
        "style": it.style,
        "type": it.type,
        "materials": list(it.materials),
        "price": it.price,
        "bonus": dict(it.bonus),
    }
