"""What a player's own picture needs to know, read from the view of that player."""

from typing import NamedTuple

from renderers.canvas import names_of, seats_asked

from .dial import Question, Setting
from .reading import View, card_of, state_of, summed
from .row import Counts
from .wording import with_emblems


class Rule(NamedTuple):
    """A modifier: its window, whether it acts on all own stores, its text with emblems."""

    window: str
    external: bool
    text: str


class Shop(NamedTuple):
    """A store card."""

    name: str
    cost: int
    utilities: int
    points: int
    holds: Counts
    shelves: int
    own_boxes: bool
    rules: tuple[Rule, ...]


def shop(view: View, name: str) -> Shop:
    """Return a store card in sight."""
    card = card_of(view, name)
    return Shop(
        name=card["name"],
        cost=card["cost"],
        utilities=card["utilities"],
        points=card["points"],
        holds=tuple((card["capacity"] or card["boxes"]).items()),
        shelves=card["shelves"],
        own_boxes=bool(card["boxes"]),
        rules=tuple(Rule(m["window"], m["external"], with_emblems(m)) for m in card["modifiers"]),
    )


def crates_of(view: View, name: str) -> Counts:
    """Return the goods on a Market Card."""
    return tuple(card_of(view, name)["crates"].items())


def question(view: View) -> Question:
    """Return what the viewer is asked, or whom the table waits for."""
    me, choice = view["viewer"], view["choice"]
    state = state_of(view, me)
    ahead, demand = in_advance(view), known_demand(view)
    if state not in ("asked", "sealed"):
        names = " & ".join(names_of(view)[who] for who in seats_asked(view))
        text = f"The table waits for {names}." if names else ""
        return Question("", "no question", text, None, (), ahead, demand)
    if choice in ("supply_bid", "sale_bid"):
        return Question(state, "your bid", "", setting(view), own_figures(view), ahead, demand)
    return Question(state, "your move", view["prompt"], None, sums(view), ahead, demand)


def sums(view: View) -> tuple[str, ...]:
    """Return what the viewer is about to buy, or what the next bill leaves of the money."""
    own = view["own"]
    if view["cart"]:
        return (f"chosen so far: {sum(view['cart'].values())}",)
    if not view["bills"][view["viewer"]]:
        return ()
    if own["tokens_for_bill"]:
        return (f"the bill: {own['tokens_for_bill']} IOU more",)
    return (f"after the bill ${own['after_bill']}",)


def in_advance(view: View) -> tuple[str, ...]:
    """Return the first answer given in advance, and how many more there are."""
    found = [f"{topic}: {move}" for topic, move in view["ahead"].items()]
    more = f" +{len(found) - 1}" if len(found) > 1 else ""
    return (found[0] + more,) if found else ()


def known_demand(view: View) -> Counts:
    """Return the boxes of the Demand Cards face down that the viewer knows."""
    return summed(view, view["demand_seen"])


def setting(view: View) -> Setting:
    """Return how the viewer's dial stands."""
    kind, words = view["kind"], (view["answer"] or "").split()
    if view["choice"] == "supply_bid":
        chosen = int(words[1]) if words else None
        return Setting(kind, view["lowest"][kind], view["highest_bid"], chosen, "")
    chosen = int(words[3]) if len(words) > 3 else None
    amount = f"sells {words[1]}" if words else ""
    return Setting(kind, 0, view["highest"][kind], chosen, amount)


def own_figures(view: View) -> tuple[str, ...]:
    """Return what the viewer has room for, or can sell, and what there is."""
    kind, me = view["kind"], view["viewer"]
    if view["choice"] == "supply_bid":
        room = view["trade"][kind]["room"][me]
        return (f"room {room} · market {view['market'][kind]}",)
    return (f"you have {view['trade'][kind]['sellable'][me]} · boxes {view['boxes'][kind]}",)
