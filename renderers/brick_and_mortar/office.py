"""What a player's own picture needs to know, read from the view of that player."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.words import _, phrase, translate
from renderers.fonts import initials
from renderers.seats import names_of, seats_asked
from renderers.transcript import dollars, with_label

from .bay import Bay, Heap, Rival
from .docks import Stocks
from .ladder import Ladder, Rung
from .lots import Lot
from .reading import (
    View,
    bid_words,
    card_of,
    plate,
    seats_in_order,
    seats_involved,
    state_of,
    total_crates,
)
from .row import Counts
from .side import Side


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


class Stage(NamedTuple):
    """What the viewer is asked, or whom the table waits for, with what it is about."""

    state: str
    title: str
    bay: Bay | None
    ladder: Ladder | None
    lots: tuple[Lot, ...]


def stage(view: View) -> Stage:
    state = state_of(view, view["viewer"])
    if state not in ("asked", "sealed"):
        names = " & ".join(names_of(view)[who] for who in seats_asked(view))
        text = _("Waiting for {names:text}.", names=names) if names else _("no question")
        return Stage("", text, bay(view), None, ())
    title = prompt(view)
    if state == "sealed" and view["answer"]:
        title = _("You answered: {answer:text}.", answer=answer_words(view, view["answer"]))
    return Stage(state, title, bay(view), ladder(view), lots(view))


# ------------------------------------------------------------------------ the dock


def bay(view: View) -> Bay | None:
    """The goods that everybody deals with now, or an auction; None outside of that."""
    kind, me = view["kind"], view["viewer"]
    if view["auction"]:
        leads = view["auction"]["leader"]
        price = dollars(view["auction"]["price"])
        bidders = {who: (price if who == leads else "") for who in seats_involved(view)}
        rivals = tuple(rival(view, who, 0, bid) for who, bid in bidders.items())
        return Bay("", (), rivals, False, price)
    if not kind:
        return None
    trade, bids = view["trade"][kind], {bid["seat"]: bid for bid in view["bids"]}
    selling = view["phase"] == "sale"
    counts: list[int] = trade["sellable"] if selling else trade["room"]
    if view["question"]["name"] == "buy_surplus":
        left = {int(who): n for who, n in view["surplus"].items() if n}
        owners = tuple(rival(view, who, n, "") for who, n in left.items())
        return Bay(kind, (Heap("", sum(left.values()), False),), owners, False)
    seats = [*bids, *(who for who in seats_in_order(view) if counts[who] and who not in bids)]
    rivals = tuple(rival(view, who, counts[who], *bid_words(view, bids.get(who))) for who in seats)
    heaps = (Heap("", view["market"][kind], False),)
    if selling:
        own = Heap(_("yours"), trade["sellable"][me], False)
        heaps = (own, Heap(_("boxes"), view["boxes"][kind] + trade["own_boxes"][me], True))
    return Bay(kind, heaps, rivals, not selling)


def rival(view: View, who: int, count: int, *words: str) -> Rival:
    """A seat at the dock; words of a bid beside its price are in the header of the board."""
    return Rival(who, initials(names_of(view))[who], state_of(view, who), count, words[0])


# -------------------------------------------------------------------- the numbers


def ladder(view: View) -> Ladder | None:
    """The numbers that can be answered; None for other questions."""
    choice, kind = view["question"]["name"], view["kind"]
    if not view["ladder"][1:]:  # a single answer needs no comparison
        return None
    caption, words, below = LADDERS[choice](view)
    chosen = chosen_number(view)
    rungs = tuple(
        Rung(
            f"+{it['answer']}" if choice == "invest" and it["answer"] else str(it["answer"]),
            it["worth"],
            words(it["worth"]),
            f"{below(it['rest'])}!" if it["short"] and below(it["rest"]) else below(it["rest"]),
            it["short"],
            it["answer"] == chosen,
        )
        for it in view["ladder"]
    )
    wanted = (kind, dict(known_demand(view)).get(kind, 0)) if view["phase"] == "supply" else None
    return Ladder(caption, rungs, choice not in ("stock", "invest"), wanted)


def chosen_number(view: View) -> int | None:
    """The price of the bid that was given."""
    match (view["answer"] or "").split():
        case ["bid" | "offer", *_] as words:
            return number_of(words)
        case _:
            return None


def number_of(words: Sequence[str]) -> int | None:
    """Which number of the ladder a move answers: a price, or how many."""
    match words:
        case ["bid", price, *_] | ["offer", _, "at", price]:
            return int(price)
        case ["stock", "all", n] | ["stock" | "buy" | "supply" | "points" | "pay", n, *_] if (
            n.isdecimal()
        ):
            return int(n)
        case _:
            return None


def nothing(n: int) -> str:
    return ""


def change(n: int) -> str:
    """As in "+3" and "−2"."""
    return f"{n:+}".replace("-", "−") if n else "0"


def cash(n: int) -> str:
    """As in "$3" and "−$2"."""
    return f"−{dollars(-n)}" if n < 0 else dollars(n)


def tokens(n: int) -> str:
    return _("IOU {n}", n=n) if n else ""


Words = tuple[str, Callable[[int], str], Callable[[int], str]]
"""What the bars mean, what is written at their ends, and below them."""


def words_of_bids(view: View) -> Words:
    kind, me = view["kind"], view["viewer"]
    n = min(view["trade"][kind]["room"][me], view["market"][kind])
    caption = _(
        "left of the best price, ${most}; below, what {n} cost (!: more than you can spare)",
        most=view["highest"][kind],
        n=n,
    )
    return caption, change, str


def words_of_purchases(view: View) -> Words:
    return _("cost in all; below, money left (!: less than the bill)"), dollars, cash


def words_of_offers(view: View) -> Words:
    kind, me = view["kind"], view["viewer"]
    trade = view["trade"][kind]
    n = min(trade["sellable"][me], view["boxes"][kind] + trade["own_boxes"][me])
    if any(it["rest"] for it in view["ladder"]):
        caption = _("what {n} of yours bring at each price; below, points", n=n)
        return caption, dollars, change
    return _("what {n} of yours bring at each price", n=n), dollars, nothing


def words_of_bidding(view: View) -> Words:
    caption = _("money left with each bid; below, Debt Tokens that it takes")
    return caption, cash, lambda n: str(n) if n else ""


def words_of_payments(view: View) -> Words:
    caption = _("money left with so many Debt Tokens, each a point less in the end")
    return caption, dollars, nothing


def words_of_points(view: View) -> Words:
    caption = _("what points cost, and below, money left; sold, a point brings ${price}",
                price=view["point_sale"])  # fmt: skip
    return caption, lambda n: dollars(n) if n else "–", cash


LADDERS: dict[str, Callable[[View], Words]] = {
    "supply_bid": words_of_bids,
    "stock": words_of_purchases,
    "sale_bid": words_of_offers,
    "take_points": lambda view: (_("points; below, the money that they cost"), change, dollars),
    "produce": lambda view: (_("money for so many crates"), dollars, nothing),
    "invest": words_of_points,
    "opening_bid": words_of_bidding,
    "raise_bid": words_of_bidding,
    "pay_auction": words_of_payments,
    "pay_stock": words_of_payments,
}


# ---------------------------------------------------------------------- the names


def lots(view: View) -> tuple[Lot, ...]:
    """What can be chosen by name, apart from cards that are drawn at large."""
    match view["question"]["name"]:
        case "starting_store":
            stores = [(name, card_of(view, name)) for name in view["starting"]]
            return tuple(
                Lot(
                    translate(it["name"]),
                    tuple(it["capacity"].items()),
                    shelves=it["shelves"],
                    id=name,
                )
                for name, it in stores
            )
        case "manage":
            stores = view["players"][view["viewer"]]["stores"]
            return tuple(own_store(view, store) for store in stores)
        case "look":
            demand = _("{n:card|cards}, face down", n=view["demand"])
            coming = total_crates(view, view["supply"])
            return (
                Lot(_("supply"), coming, id="supply"),
                Lot(_("demand"), known_demand(view), demand, id="demand"),
            )
        case _:
            return tuple(shelf(view, it) for it in view["lots"])


def own_store(view: View, store: View) -> Lot:
    """An open store, with what is lost if it closes."""
    card = card_of(view, store["card"])
    goods = tuple((kind, sum(counts)) for kind, counts in store["items"].items() if sum(counts))
    figures = {"utilities": card["utilities"], "points": card["points"]}
    return Lot(translate(card["name"]), goods, **figures, shelves=card["shelves"], id=store["card"])


def shelf(view: View, it: View) -> Lot:
    """Crates that can be sold or moved."""
    card = card_of(view, it["store"])
    note = _("shelf {n} of {all}", n=it["shelf"], all=card["shelves"])
    price = dollars(it["each"]) if view["question"]["name"] == "sell" else ""
    goods = ((it["kind"], it["count"]),)
    last = it["shelf"] == card["shelves"]
    return Lot(
        translate(card["name"]), goods, note, price, points=it["points"], last=bool(price) and last
    )


# ------------------------------------------------------------------------ the side


def side(view: View) -> Side:
    me = view["viewer"]
    return Side(
        view["bills"][me],
        view["own"]["after_bill"],
        view["own"]["tokens_for_bill"],
        view["players"][me]["points"],
        view["goal"],
        _("{place:text} in turn order", place=plate(view, me).place),
        premove_summary(view),
        known_demand(view),
    )


def stocks(view: View, kind: str) -> Stocks:
    """The crates of a kind and the places for them in the own stores and in all others."""
    me, trade = view["viewer"], view["trade"][kind]
    held, most = trade["held"], [a + b for a, b in zip(trade["held"], trade["room"], strict=True)]
    return (held[me], most[me]), (sum(held) - held[me], sum(most) - most[me])


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
            return ", ".join(f"{translate(pile)} {card.upper()}" for card, pile in pairs)
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


def own_figures(view: View) -> str:
    """What the viewer has room for, or can sell, and what there is."""
    kind, me = view["kind"], view["viewer"]
    if view["question"]["name"] == "supply_bid":
        room = view["trade"][kind]["room"][me]
        return _("room {room} · market {market}", room=room, market=view["market"][kind])
    own = view["trade"][kind]["sellable"][me]
    return _("you have {own} · boxes {boxes}", own=own, boxes=view["boxes"][kind])
