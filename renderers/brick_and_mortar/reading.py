"""What the pictures and the words need to know, read from a view."""

from collections.abc import Callable
from typing import Any

from games.words import _, phrase, translate
from renderers.fonts import initials
from renderers.seats import ORDINALS, names_of
from renderers.transcript import dollars, joined

from .buildings import Front, Plate, Stock
from .buttons import PHASE_NAMES
from .colours import GOODS
from .docks import Dock, Walker
from .header import HeaderSeat, Heading, PhaseTrack
from .row import Counts, Offer, Start

View = dict[str, Any]

MONTHS = (
    phrase("January"),
    phrase("February"),
    phrase("March"),
    phrase("April"),
    phrase("May"),
    phrase("June"),
    phrase("July"),
    phrase("August"),
    phrase("September"),
    phrase("October"),
)

# ------------------------------------------------------------- where the game stands


def is_over(view: View) -> bool:
    return view["scores"] is not None


def month_and_phase(view: View) -> str:
    """As in "May, Supply"."""
    if not view["phase"]:
        return _("Set-up, draft")
    month: int = view["month"]
    return joined(translate(MONTHS[month - 1]), translate(PHASE_NAMES[view["phase"]]), between=", ")


def is_opening_draft(view: View) -> bool:
    """Whether starting stores are taken."""
    return view["month"] == 1 and view["phase"] == "building"


def is_row_for_sale(view: View) -> bool:
    """Whether shops are for sale, so that the row is shown at large."""
    return view["phase"] in ("", "building") and not is_opening_draft(view)


def seats_in_order(view: View) -> list[int]:
    return view["order"] or list(range(view["seats"]))


def signed(number: int) -> str:
    """With a minus sign instead of a hyphen."""
    return str(number) if number >= 0 else f"\N{MINUS SIGN}{-number}"


def card_of(view: View, name: str) -> View:
    return view["cards"][name]


# --------------------------------------------------------------------------- seats


def bidders(view: View) -> list[int]:
    auction = view["auction"]
    return [auction["leader"], *auction["bidders"]] if auction else []


def seats_involved(view: View) -> list[int]:
    """The seats that have something to do in this step."""
    if view["answered"] or len(view["asked"]) > 1:
        return [*view["asked"], *view["answered"]]
    if view["auction"]:
        return bidders(view)
    if view["phase"] == "building":
        return [p["seat"] for p in view["players"] if not p["acted"]] + view["asked"]
    if view["turns"]:
        return view["turns"] + view["asked"]
    return list(range(view["seats"]))


def state_of(view: View, who: int) -> str:
    """One of "asked", "sealed", "out" (nothing to do), or ""."""
    if who in view["asked"]:
        return "asked"
    if who in view["answered"]:
        return "sealed"
    return "" if who in seats_involved(view) else "out"


def heading(view: View) -> Heading:
    names, letters = names_of(view), initials(names_of(view))
    bids = {bid["seat"]: bid for bid in view["bids"]}
    late = [who for who in view["asked"] if who not in bids]
    seats = [*bids, *late] if bids else seats_in_order(view)
    callers = [
        HeaderSeat(who, letters[who], state_of(view, who), *bid_words(view, bids.get(who)))
        for who in seats
    ]
    asked = tuple(names[who] for who in seats_in_order(view) if who in view["asked"])
    return Heading(month_and_phase(view), view["kind"], caption(view), asked, tuple(callers))


def bid_words(view: View, bid: View | None) -> tuple[str, str]:
    """A bid that was turned over, as price and amount."""
    if not bid:
        return "", ""
    if view["phase"] == "sale" and not bid["count"]:
        return _("none"), ""
    return dollars(bid["price"]), _("sells {n}", n=bid["count"]) if view["phase"] == "sale" else ""


PARTICLES = " は"
"""What stands between a name and what is said of it."""


def caption(view: View) -> str:
    """What is waited for, without the names, which stand below it."""
    if view["question"]["secret"] or len(view["asked"]) > 1:
        return _("sealed: waiting for") if view["asked"] else ""
    nobody = [""] * view["seats"]
    return translate(view["question"]["they"], nobody).lstrip(PARTICLES)


def phase_track(view: View) -> PhaseTrack:
    figures = (view["month"], last_month(view), view["phase"], view["kind"])
    return PhaseTrack(*figures, note_of(view), leader(view))


def last_month(view: View) -> int:
    """The last month as far as is known."""
    return view["month"] if view["goal_taken"] else view["last_month"]


def leader(view: View) -> tuple[int, str] | None:
    """Who has made the highest bid of an auction."""
    if not view["auction"] or view["question"]["name"] == "opening_bid":
        return None
    who: int = view["auction"]["leader"]
    return who, initials(names_of(view))[who]


def note_of(view: View) -> str:
    return NOTES.get(view["phase"], draft_note)(view)


def draft_note(view: View) -> str:
    return _("keep one store, pass the rest") if view["asked"] else ""


def building_note(view: View) -> str:
    names = names_of(view)
    auction = view["auction"]
    if auction:
        store, price = card_of(view, auction["store"])["name"], auction["price"]
        if leader(view):
            return _("${price} for {store}", price=price, store=store)
        return _("{store} from ${price}", price=price, store=store)
    for p in view["players"]:
        if p["bought"]:
            store = card_of(view, p["bought"])["name"]
            return _("{who:text} has bought {store}", who=names[p["seat"]], store=store)
    return _("one free store each") if is_opening_draft(view) else ""


def advertisement_note(view: View) -> str:
    supply, demand = len(view["supply"]), view["demand"]
    if not (supply or demand):
        return ""
    return _("supply {supply}, demand {demand} cards", supply=supply, demand=demand)


def supply_note(view: View) -> str:
    kind = view["kind"]
    if not kind:
        return ""
    crates = view["market"][kind]
    if view["competition"] or not view["turns"]:
        room = sum(view["trade"][kind]["room"])
        return _("{n:crate|crates}, room {room}", n=crates, room=room)
    return _("{n} at ${price} each", n=crates, price=view["lowest"][kind])


def sale_note(view: View) -> str:
    kind = view["kind"]
    if not kind:
        return ""
    if view["question"]["name"] == "buy_surplus":
        letters = initials(names_of(view))
        whose = ", ".join(f"{letters[int(who)]} {n}" for who, n in view["surplus"].items())
        return _("surplus {whose:text}", whose=whose)
    if view["competition"] or not view["turns"]:
        goods = sum(view["trade"][kind]["sellable"])
        return _("{n:box|boxes}, {goods} goods", n=view["boxes"][kind], goods=goods)
    return _("sells at ${price}", price=view["highest"][kind])


NOTES: dict[str, Callable[[View], str]] = {
    "building": building_note,
    "advertisement": advertisement_note,
    "supply": supply_note,
    "sale": sale_note,
    "inventory": lambda view: _("goods move down a shelf"),
    "utilities": lambda view: _("bills are due"),
    "investment": lambda view: _("money into points"),
}


# --------------------------------------------------------------------- docks, street


def docks(view: View) -> list[Dock]:
    """The five docks; in Sale with the boxes of the Demand Cards."""
    coming = incoming_crates(view)
    return [
        Dock(
            kind,
            view["market"][kind],
            coming.get(kind, 0),
            (view["boxes"][kind], max(view["boxes"][kind], view["all_boxes"][kind]))
            if view["phase"] == "sale"
            else None,
            (view["lowest"][kind], view["highest"][kind]),
            kind == view["kind"],
        )
        for kind in GOODS
    ]


def incoming_crates(view: View) -> dict[str, int]:
    """The crates that the Supply Cards will bring."""
    return dict(total_crates(view, view["supply"]))


def total_crates(view: View, cards: list[str]) -> Counts:
    """The crates on Market Cards, those of a kind together."""
    found = {
        kind: sum(card_of(view, name)["crates"].get(kind, 0) for name in cards) for kind in GOODS
    }
    return tuple((kind, count) for kind, count in found.items() if count)


def walkers(view: View) -> tuple[Walker, ...]:
    letters = initials(names_of(view))
    return tuple(
        (who, letters[who], view["players"][who]["points"]) for who in seats_in_order(view)
    )


# ------------------------------------------------------------------------- buildings


def plate(view: View, who: int) -> Plate:
    p, names = view["players"][who], names_of(view)
    state = state_of(view, who)
    return Plate(
        seat=who,
        letters=initials(names)[who],
        name=names[who],
        place=translate(ORDINALS[seats_in_order(view).index(who)]),
        points=p["points"],
        bill=view["bills"][who],
        debt=p["debt"],
        state="" if state == "out" else state,
        due=view["phase"] == "utilities",
    )


def front(view: View, store: View) -> Front:
    card = card_of(view, store["card"])
    first = card["modifiers"][0] if card["modifiers"] else None
    return Front(
        name=translate(card["name"]),
        stocks=tuple(
            Stock(
                kind,
                sum(store["items"].get(kind, ())),
                most,
                is_shelf_in_use(view, store, kind, most),
            )
            for kind, most in card["capacity"].items()
        ),
        shelves=tuple(
            tuple((kind, store["items"][kind][row]) for kind in card["capacity"])
            for row in range(card["shelves"])
        ),
        boxes=tuple(
            (kind, i < store["filled"].get(kind, 0))
            for kind, count in card["boxes"].items()
            for i in range(count)
        ),
        rule=translate(first["short"]) if first and not (card["capacity"] or card["boxes"]) else "",
        window=first["window"] if first else "",
        lit=bool(first) and is_window_open(view, first["window"]),
    )


def is_shelf_in_use(view: View, store: View, kind: str, most: int) -> bool:
    """Whether a store could take, or in Sale give, what is dealt with now."""
    if kind != view["kind"]:
        return False
    count = sum(store["items"].get(kind, ()))
    return count > 0 if view["phase"] == "sale" else count < most


def is_window_open(view: View, window: str) -> bool:
    phase, _, when = window.partition("_")
    if phase != view["phase"]:
        return False
    return when == "during" or (when == "during_art" and view["kind"] == "art")


# ------------------------------------------------------------------------- for sale


def offers(view: View) -> list[Offer]:
    """The shops of the public row, and the next one."""
    found = [offer(view, name, False) for name in view["row"]]
    return [*found, offer(view, view["on_deck"], True)] if view["on_deck"] else found


def offer(view: View, name: str, following: bool) -> Offer:
    """A shop for sale, with the highest bid if it is up for auction."""
    card, auction = card_of(view, name), view["auction"]
    up = bool(auction) and auction["store"] == name
    return Offer(
        name=translate(card["name"]),
        cost=card["cost"],
        utilities=card["utilities"],
        points=card["points"],
        holds=tuple((card["capacity"] or card["boxes"]).items()),
        shelves=card["shelves"],
        own_boxes=bool(card["boxes"]),
        next=following,
        bid=auction["price"] if up else 0,
    )


def starts(view: View) -> tuple[Start, ...]:
    cards = [card_of(view, name) for name in view["starting"]]
    return tuple(Start(translate(card["name"]), tuple(card["capacity"].items())) for card in cards)
