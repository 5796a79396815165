"""The pictures in words."""

from renderers.canvas import by_place, names_of, winners

from .colours import GOODS
from .finale import minus, results, verdict
from .office import known_demand, sums
from .reading import (
    MONTHS,
    View,
    card_of,
    in_order,
    last_month,
    note_of,
    opening,
    over,
    where,
)

LEVELS = ((40, 40, 2), (40, 40, 1), (20, 22, 1), (14, 16, 1), (12, 12, 0), (8, 8, 0))
"""Letters of players' names and of stores' names; whether the row, and the key, are told."""
KEY = "Goods by shelf from the top: F2+1/4 is food, 2 and 1 below, of 4."


def describe(view: View) -> str:
    """Return the picture in words, in at most a thousand characters."""
    text = ""
    for most, letters, more in LEVELS:
        names = [cut(name, most) for name in names_of(view)]
        lines = end_words(view, names) if over(view) else game_words(view, names, letters, more)
        text = "\n".join(line for line in lines if line)
        if len(text) <= 1000:
            return text
    return text[:999] + "…"


def cut(name: str, most: int) -> str:
    """Return a name, cut with an ellipsis after a number of letters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def game_words(view: View, names: list[str], letters: int, more: int) -> list[str]:
    """Say where the game stands, what the viewer has, the market, the players, the row."""
    return [
        f"{view['title']}: {where(view)}{step(view)}. {waiting(view, names)}",
        note(view),
        own_words(view, letters),
        market_words(view),
        bid_words(view, names),
        *(player_words(view, who, names, letters) for who in in_order(view)),
        row_words(view, letters) if more or view["phase"] == "building" else "",
        f"Goal {view['goal']} points, last month {MONTHS[last_month(view) - 1]}.",
        KEY if more > 1 else "",
    ]


def step(view: View) -> str:
    """Say which goods are dealt with."""
    return f", {view['kind']}" if view["kind"] else ""


def waiting(view: View, names: list[str]) -> str:
    """Say who is asked, and what the viewer is asked."""
    if view["viewer"] in view["asked"]:
        return f"You: {view['prompt']}"
    asked = ", ".join(names[who] for who in in_order(view) if who in view["asked"])
    how = "In secret, waiting" if view["secret"] else "Waiting"
    return f"{how} for {asked}." if asked else ""


def note(view: View) -> str:
    """Say the one figure of the step."""
    words = "" if view["auction"] else note_of(view)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def own_words(view: View, letters: int) -> str:
    """Say what only the viewer knows: money, cards, answers."""
    if view["viewer"] is None:
        return ""
    me = view["players"][view["viewer"]]
    cards = ", ".join(f"{name.upper()} {amounts(card_of(view, name)['crates'])}"
                      for name in me["cards"])  # fmt: skip
    parts = [f"You have ${me['money']}", f"Market Cards {cards}" if cards else ""]
    for place, label in (("pack", "choose from"), ("hand", "store cards")):
        stores = ", ".join(priced(view, name, letters) for name in me[place])
        parts.append(f"{label} {stores}" if stores else "")
    demand = amounts(dict(known_demand(view)))
    parts.append(f"demand you know of: {demand}" if demand else "")
    parts += sums(view)
    parts.append(f"you answered: {view['answer']}" if view["answer"] else "")
    parts += [f"ahead: {topic}: {move}" for topic, move in view["ahead"].items()]
    return "; ".join(part for part in parts if part) + "."


def priced(view: View, name: str, letters: int) -> str:
    """Return a store with its cost."""
    card = card_of(view, name)
    return f"{cut(card['name'], letters)} ${card['cost']}"


def amounts(crates: dict[str, int]) -> str:
    """Return crates by the letters of their kinds, as in "F4 E2"."""
    return " ".join(f"{GOODS[kind].letter}{n}" for kind, n in crates.items())


def market_words(view: View) -> str:
    """Say what lies in the market, and in Sale which boxes are free."""
    text = f"Market: {', '.join(f'{kind} {n}' for kind, n in view['market'].items())}."
    if view["phase"] == "sale":
        text += f" Free boxes: {amounts(view['boxes'])}."
    if view["supply"] or view["demand"]:
        text += f" Cards played: {len(view['supply'])} supply, {view['demand']} demand."
    return text


def bid_words(view: View, names: list[str]) -> str:
    """Say which bids were turned over, or how an auction stands."""
    auction = view["auction"]
    if auction:
        bidders: list[int] = [auction["leader"], *auction["bidders"]]
        inside = ", ".join(names[who] for who in bidders)
        lead = f"{names[auction['leader']]} at ${auction['price']}"
        return f"Auction of {card_of(view, auction['store'])['name']}: {lead}; in it: {inside}."
    bids = [f"{names[bid['seat']]} {offered(view, bid)}" for bid in view["bids"]]
    return f"Bids in order: {', '.join(bids)}." if bids else ""


def offered(view: View, bid: View) -> str:
    """Return a bid, as in "$7" in Supply and "3 at $7" in Sale."""
    if view["phase"] != "sale":
        return f"${bid['price']}"
    return f"{bid['count']} at ${bid['price']}" if bid["count"] else "none"


def player_words(view: View, who: int, names: list[str], letters: int) -> str:
    """Say what everybody knows of a player."""
    p = view["players"][who]
    debt = f", debt {p['debt']}" if p["debt"] else ""
    stores = "; ".join(store_words(view, store, letters) for store in p["stores"])
    sealed = ", has answered" if who in view["answered"] else ""
    bill = f", bill ${view['bills'][who]}"
    return f"{names[who]}{sealed}: {p['points']} points{debt}{bill}. {stores or 'No store'}."


def store_words(view: View, store: View, letters: int) -> str:
    """Say what a store holds shelf by shelf from the top, as in "Jeweler J0+1+1 of 3"."""
    card = card_of(view, store["card"])
    held = [
        f"{GOODS[kind].letter}{'+'.join(map(str, store['items'][kind]))}/{most}"
        for kind, most in card["capacity"].items()
    ]
    boxes = [
        f"{GOODS[kind].letter} box {store['filled'].get(kind, 0)}/{most}"
        for kind, most in card["boxes"].items()
    ]
    return " ".join([cut(card["name"], letters), *held, *boxes])


def row_words(view: View, letters: int) -> str:
    """Say what is for sale; in January which starting stores are free."""
    row = ", ".join(priced(view, name, letters) for name in view["row"])
    text = f"For sale: {row or 'nothing'}"
    if view["on_deck"]:
        text += f"; next {priced(view, view['on_deck'], letters)}"
    if opening(view):
        free = [card_of(view, name) for name in view["starting"]]
        names = ", ".join(f"{card['name']} {amounts(card['capacity'])}" for card in free)
        text += f". To take: {names or 'nothing'}"
    return text + "."


def end_words(view: View, names: list[str]) -> list[str]:
    """Say who won, and every score line by line."""
    best = " and ".join(names[who] for who in winners(view))
    lines = [f"{view['title']}, final scoring: {best} {verdict(view)}."]
    for who, each in zip(by_place(view), results(view), strict=True):
        stores = ", ".join(f"{name} {points}" for name, points in each.stores)
        lines.append(
            f"{each.place} {names[who]} {minus(each.total)}: points {each.points},"
            f" stores +{each.shops} ({stores or 'none'}), empty slots -{each.empty},"
            f" debt -{each.debt}."
        )
    return lines
