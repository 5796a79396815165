"""What a player's own picture needs to know, read from the view of that player."""

from typing import NamedTuple

from games.words import _, phrase, translate
from renderers.seats import names_of, seats_asked
from renderers.transcript import with_label

from .dial import Question, Setting
from .reading import View, card_of, state_of, total_crates
from .row import Counts


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
    card = card_of(view, name)
    rules = (Rule(m["window"], m["external"], translate(m["drawn"])) for m in card["modifiers"])
    return Shop(
        name=translate(card["name"]),
        cost=card["cost"],
        utilities=card["utilities"],
        points=card["points"],
        holds=tuple((card["capacity"] or card["boxes"]).items()),
        shelves=card["shelves"],
        own_boxes=bool(card["boxes"]),
        rules=tuple(rules),
    )


def crates_of(view: View, name: str) -> Counts:
    return tuple(card_of(view, name)["crates"].items())


def question(view: View) -> Question:
    """What the viewer is asked, or whom the table waits for."""
    me, choice = view["viewer"], view["question"]["name"]
    state = state_of(view, me)
    ahead, demand = premove_summary(view), known_demand(view)
    if state not in ("asked", "sealed"):
        names = " & ".join(names_of(view)[who] for who in seats_asked(view))
        text = _("Waiting for {names:text}.", names=names) if names else ""
        return Question("", _("no question"), text, None, (), ahead, demand)
    if choice in ("supply_bid", "sale_bid"):
        title, figures = _("your bid"), (own_figures(view),)
        return Question(state, title, "", setting(view), figures, ahead, demand)
    return Question(state, _("your move"), prompt(view), None, sums(view), ahead, demand)


def prompt(view: View) -> str:
    return translate(view["question"]["prompt"], names_of(view))


def sums(view: View) -> tuple[str, ...]:
    """What the viewer is about to buy, or what the next bill leaves of the money."""
    own = view["own"]
    if view["cart"]:
        return (_("chosen so far: {n}", n=sum(view["cart"].values())),)
    if not view["bills"][view["viewer"]]:
        return ()
    if own["tokens_for_bill"]:
        return (_("the bill: {n} IOU more", n=own["tokens_for_bill"]),)
    return (_("after the bill ${money}", money=own["after_bill"]),)


def premove_summary(view: View) -> tuple[str, ...]:
    """The first answer given in advance, and how many more there are."""
    found = premove_words(view)
    more = f" +{len(found) - 1}" if len(found) > 1 else ""
    return (found[0] + more,) if found else ()


def premove_words(view: View) -> list[str]:
    """The answers given in advance, each after its question."""
    return [
        with_label(translate(question), answer_words(view, move))
        for question, move in view["ahead"].items()
    ]


ANSWERS = {
    "pass": phrase("Pass"),
    "drop": phrase("Drop out"),
    "points": phrase("Gain points"),
    "market": phrase("Add to the market"),
    "rest": phrase("Pass for the rest of this phase"),
    "idle": phrase("Pass unless another move is useful"),
}
"""Answers of one word."""


def store_name(view: View, name: str) -> str:
    return card_of(view, name)["name"] if name in view["cards"] else name


def answer_words(view: View, move: str) -> str:
    """An answer that was given, in the words of the menus."""
    match move.split():
        case ["bid", price]:
            return _("Bid ${price}", price=price)
        case ["bid", price, "0"]:
            return _("Bid ${price}, say later how many", price=price)
        case ["bid", price, crates]:
            return _("Bid ${price} for up to {n:crate|crates}", price=price, n=int(crates))
        case ["stock", "all", count]:
            return _("As many as possible, up to {count}", count=count)
        case ["offer", "0"]:
            return _("Offer nothing")
        case ["offer", count, "at", price]:
            return _("Offer {quantity} at ${price}", quantity=count, price=price)
        case ["play", *cards]:
            pairs = zip(cards[::2], cards[1::2], strict=True)
            return ", ".join(f"{card.upper()} {translate(pile)}" for card, pile in pairs)
        case ["discard", *cards]:
            one, other = (card.upper() for card in cards)
            return _("Put away {card:text}, {another:text}", card=one, another=other)
        case ["redraw", card]:
            return _("Exchange {card:text}", card=card.upper())
        case ["supply", count]:
            return _("Add {n:crate|crates}", n=int(count))
        case ["buy", count] if count.isdecimal():
            return _("Buy {n:point|points}", n=int(count))
        case ["sell", "all"]:
            return _("Sell all")
        case ["sell", count]:
            return _("Sell {n:point|points}", n=int(count))
        case ["buy", store]:
            return _("Buy {store}", store=store_name(view, store))
        case ["buy", store, "tokens", count]:
            tokens = int(count)
            return _(
                "Buy {store}, {n:Debt Token|Debt Tokens}", store=store_name(view, store), n=tokens
            )
        case ["pick" | "take", store]:
            return _("Take {store}", store=store_name(view, store))
        case ["auction", store]:
            return _("Auction {store}", store=store_name(view, store))
        case ["pass", "always"]:
            return _("Exchange nothing in any month")
        case [word]:
            return translate(ANSWERS.get(word, word))
        case _:
            return move


def known_demand(view: View) -> Counts:
    """The boxes of the Demand Cards face down that the viewer knows."""
    return total_crates(view, view["demand_seen"])


def setting(view: View) -> Setting:
    kind, words = view["kind"], (view["answer"] or "").split()
    if view["question"]["name"] == "supply_bid":
        chosen = int(words[1]) if words else None
        amount = _("buys {n}", n=words[2]) if words[2:] not in ([], ["0"]) else ""
        return Setting(kind, view["lowest"][kind], view["highest_bid"], chosen, amount)
    chosen = int(words[3]) if len(words) > 3 else None
    amount = _("sells {n}", n=words[1]) if words else ""
    return Setting(kind, 0, view["highest"][kind], chosen, amount)


def own_figures(view: View) -> str:
    """What the viewer has room for, or can sell, and what there is."""
    kind, me = view["kind"], view["viewer"]
    if view["question"]["name"] == "supply_bid":
        room = view["trade"][kind]["room"][me]
        return _("room {room} · market {market}", room=room, market=view["market"][kind])
    own = view["trade"][kind]["sellable"][me]
    return _("you have {own} · boxes {boxes}", own=own, boxes=view["boxes"][kind])
