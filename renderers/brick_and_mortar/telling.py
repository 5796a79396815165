"""The pictures told at length, `tell`: all that they show, a section for each part."""

from collections.abc import Iterator

from renderers.canvas import names_of, winners
from renderers.telling import amounts, joined, told

from .finale import minus, results, verdict
from .office import known_demand, own_figures, sums
from .reading import (
    MONTHS,
    View,
    acts_now,
    arriving,
    card_of,
    in_order,
    last_month,
    note_of,
    opening,
    over,
    state_of,
    where,
)
from .wording import window_words
from .words import bid_words, step, waiting


def tell(view: View) -> str:
    """Return all that the board and the viewer's own picture show, by sections."""
    if over(view):
        return told((f"{view['title']}, final scoring", final_words(view)))
    return told(
        (f"{view['title']}: {where(view)}{step(view)}", now_words(view)),
        ("You", own_words(view)),
        ("Docks", (dock_words(view, kind) for kind in view["market"])),
        *(company(view, who) for who in in_order(view)),
        ("For sale", row_words(view)),
        ("Points for money", point_words(view)),
    )


def final_words(view: View) -> Iterator[str]:
    """Yield who won, and every score line by line."""
    best = " and ".join(names_of(view)[who] for who in winners(view))
    yield f"{best} {verdict(view)}."
    for it in results(view):
        stores = ", ".join(f"{name} {points}" for name, points in it.stores)
        yield (
            f"{it.place}, {it.name}, {minus(it.total)}: points {it.points}, stores {it.shops}"
            f" ({stores or 'none'}), empty slots −{it.empty}, debt −{it.debt}."
        )


def now_words(view: View) -> Iterator[str]:
    """Yield who is asked, the one figure of the step, bids, cards played, and the goal."""
    yield waiting(view, names_of(view))
    words = note_of(view)
    yield f"{words[:1].upper()}{words[1:]}." if words else ""
    yield bid_words(view, names_of(view))
    if view["supply"] or view["demand"]:
        coming = amounts(arriving(view))
        brings = f", which bring {coming}" if coming else ""
        yield f"Cards played: {len(view['supply'])} supply{brings}; {view['demand']} demand."
    yield f"Goal {view['goal']} points; the last month is {MONTHS[last_month(view) - 1]}."


# --------------------------------------------------------------------------- the office


def own_words(view: View) -> Iterator[str]:
    """Yield what only the viewer knows: money, cards, answers."""
    who = view["viewer"]
    if who is None:
        return
    me = view["players"][who]
    cash = f"Cash ${me['money']}"
    yield f"You are {names_of(view)[who]}. {joined(cash, *sums(view))}."
    if view["choice"] in ("supply_bid", "sale_bid"):
        yield f"{own_figures(view)[0].replace(' · ', '; ')}.".capitalize()
        yield bid_range(view)
    for name in me["cards"]:
        yield f"{card_of(view, name)['name']}: {amounts(card_of(view, name)['crates'])}."
    demand = amounts(dict(known_demand(view)))
    yield f"Demand you know of: {demand}." if demand else ""
    yield f"You answered: {view['answer']}." if view["answer"] else ""
    for topic, move in view["ahead"].items():
        yield f"Answered ahead, {topic}: {move}."
    for place, label in (("pack", "To choose from"), ("hand", "In hand")):
        for name in me[place]:
            yield f"{label}: {shop_words(view, name)}"


def bid_range(view: View) -> str:
    """Say between which prices the viewer may bid."""
    kind = view["kind"]
    if view["choice"] == "supply_bid":
        return f"Bids from ${view['lowest'][kind]} to ${view['highest_bid']}."
    return f"Bids from $0 to ${view['highest'][kind]}."


def shop_words(view: View, name: str) -> str:
    """Return a store card as it is printed."""
    card = card_of(view, name)
    holds = amounts(card["capacity"])
    boxes = amounts(card["boxes"])
    shelves = f" on {card['shelves']} shel{'f' if card['shelves'] == 1 else 'ves'}"
    rules = [
        f"{', '.join(filter(None, window_words(rule['window'])))}: {rule['text']}"
        + (" It acts on all your stores." if rule["external"] else "")
        for rule in card["modifiers"]
    ]
    return " ".join([
        joined(
            f"{card['name']}, ${card['cost']}",
            f"utilities ${card['utilities']}",
            counted(card["points"], "point"),
            f"holds {holds}{shelves}" if holds else "" if boxes else "holds no goods",
            f"boxes of its own for {boxes}" if boxes else "",
            between=", ",
        ) + ".",
        *rules,
    ])  # fmt: skip


def counted(n: int, word: str) -> str:
    """Return a number with its word, as in "1 point" or "2 points"."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


# --------------------------------------------------------------------------- the street


def dock_words(view: View, kind: str) -> str:
    """Say what lies at a dock, what comes, which boxes are free, what stores do, and the prices."""
    coming, boxes, trade = arriving(view).get(kind, 0), "", view["trade"][kind]
    if view["phase"] == "sale":
        most = max(view["boxes"][kind], view["all_boxes"][kind])
        boxes = f"{view['boxes'][kind]} of {most} boxes free"
    return joined(
        f"{kind.capitalize()}{', now' if kind == view['kind'] else ''}: {view['market'][kind]}",
        f"{coming} more to come" if coming else "",
        boxes,
        f"stores have {sum(trade['sellable'])} to sell, room for {sum(trade['room'])}",
        f"prices ${view['lowest'][kind]} to ${view['highest'][kind]}",
    ) + "."  # fmt: skip


def company(view: View, who: int) -> tuple[str, Iterator[str]]:
    """Return a player's section: the plate as its heading, a line for each store."""
    p = view["players"][who]
    states = {"asked": "is asked", "sealed": "has answered"}
    heading = joined(
        names_of(view)[who],
        f"{p['points']} points",
        f"bill ${view['bills'][who]}",
        f"debt {p['debt']}" if p["debt"] else "",
        states.get(state_of(view, who), ""),
        between=", ",
    )
    return heading, (store_words(view, store) for store in p["stores"] or [None])


def store_words(view: View, store: View | None) -> str:
    """Say what a store holds, shelf by shelf, and that it acts now."""
    if store is None:
        return "No store."
    card = card_of(view, store["card"])
    shelves = [
        f"{row + 1}: " + (amounts({kind: items[row] for kind, items in store["items"].items()})
                          or "empty")
        for row in range(card["shelves"])
    ]  # fmt: skip
    boxes = [
        f"{kind} {store['filled'].get(kind, 0)} of {most}" for kind, most in card["boxes"].items()
    ]
    first = card["modifiers"][0] if card["modifiers"] else None
    acts = f"{', '.join(filter(None, window_words(first['window'])))}" if first else ""
    now = " now" if first and acts_now(view, first["window"]) else ""
    text = first["text"] if first and not card["capacity"] and not boxes else ""
    return joined(
        f"{card['name']}" + (f" for {amounts(card['capacity'])}" if card["capacity"] else ""),
        f"shelf {', '.join(shelves)}" if shelves and any(map(sum, store["items"].values()))
        else "empty" if shelves else "",
        f"boxes filled, {', '.join(boxes)}" if boxes else "",
        f"acts{now} in {acts}" + (f": {text.rstrip('.')}" if text else "") if acts else "",
    ) + "."  # fmt: skip


def row_words(view: View) -> Iterator[str]:
    """Yield the shops for sale, in January the starting stores that are free."""
    for name in view["row"]:
        auction = view["auction"]
        up = bool(auction) and auction["store"] == name
        yield shop_words(view, name) + (f" Up for auction, at ${auction['price']}." if up else "")
    if view["on_deck"]:
        yield f"Next: {shop_words(view, view['on_deck'])}"
    if opening(view):
        for name in view["starting"]:
            card = card_of(view, name)
            yield f"Free to take: {card['name']}, holds {amounts(card['capacity'])}."


def point_words(view: View) -> Iterator[str]:
    """Yield what points cost while they are sold."""
    if view["phase"] == "investment":
        costs = [f"{n} for ${price}" for n, price in enumerate(view["point_prices"]) if n]
        yield f"{', '.join(costs)}; sold at ${view['point_sale']} each."
