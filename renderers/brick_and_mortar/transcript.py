"""The pictures in words: one reading of a view, short for `describe` and whole for `tell`."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from games.words import _, translate
from renderers.seats import winners
from renderers.transcript import (
    Line,
    Reading,
    Section,
    alt_text,
    amounts,
    as_sentence,
    detail,
    dollars,
    joined,
    names_in_words,
    section,
    summary,
    transcript,
    with_label,
)

from .buttons import window_words
from .chronicle import Street, month_names, months, points_by_month, story_words, streets
from .colours import GOODS
from .office import answer_words, known_demand, own_figures, premove_words, sums
from .reading import (
    MONTHS,
    View,
    card_of,
    incoming_crates,
    is_opening_draft,
    is_over,
    is_window_open,
    last_month,
    month_and_phase,
    note_of,
    seats_in_order,
    signed,
    state_of,
)

Names = Sequence[str]


def sentence(text: str) -> str:
    return as_sentence(text[:1].upper() + text[1:]) if text else ""


def listed(parts: Iterable[str]) -> str:
    return joined(*parts, between=", ")


def describe(view: View) -> str:
    """The picture in words, in at most a thousand characters."""
    return alt_text(partial(reading, view), view)


def tell(view: View) -> str:
    return transcript(reading(view, names_in_words(view)))


def reading(view: View, names: Names) -> Reading:
    if is_over(view):
        heading = _("{game:text}, final scoring", game=view["title"])
        return [section(heading, final_lines(view, names, heading))]
    heading = joined(
        with_label(view["title"], month_and_phase(view)), translate(view["kind"]), between=", "
    )
    return [
        section(heading, now_lines(view, names, heading)),
        section(_("You"), own_lines(view, names)),
        section(_("Docks"), dock_lines(view)),
        *(player_section(view, who, names) for who in seats_in_order(view)),
        section(_("For sale"), row_lines(view)),
        section(_("Points for money"), point_lines(view)),
        section("", cards_in_short(view)),
    ]


def final_lines(view: View, names: Names, heading: str) -> Iterator[Line | str]:
    won = win_words(view, " & ".join(names[who] for who in winners(view)))
    yield Line(won, with_label(heading, won))
    yield from course_lines(view, names)
    for it in streets(view):
        yield _(
            "{place:text}, {who:text}, {total:text}: points {points}, stores {shops} "
            "({stores:text}), empty slots −{empty}, debt −{debt}.",
            place=it.place,
            who=names[it.seat],
            total=signed(it.total),
            points=it.points,
            shops=it.stores,
            stores=listed(
                with_label(each.name, str(each.points))
                for each in it.shops
                if each.points is not None
            )
            or _("none"),
            empty=it.empty,
            debt=it.debt,
        )
        yield from map(detail, business_lines(it))


def course_lines(view: View, names: Names) -> Iterator[Line | str]:
    """What the chart of the lead shows."""
    if not months(view):
        return
    yield from map(sentence, filter(None, story_words(view, names)))
    for month, points in zip(month_names(view), points_by_month(view)[1:], strict=True):
        reached = (with_label(name, str(n)) for name, n in zip(names, points, strict=True))
        yield detail(as_sentence(with_label(month, listed(reached))))


def business_lines(it: Street) -> Iterator[str]:
    """What each shop of a player sold, and since when it was open."""
    for each in it.shops:
        sold = amounts(dict(each.sold))
        what = ""
        if sold and each.more:
            what = _("sold at least {goods:text}", goods=sold)
        elif sold:
            what = _("sold {goods:text}", goods=sold)
        closed = _("closed") if each.points is None else ""
        if words := joined(each.since, what, closed, between=", "):
            yield as_sentence(with_label(each.name, words))


def win_words(view: View, who: str) -> str:
    totals = [sheet["total"] for sheet in view["sheets"]]
    total = signed(max(totals))
    if totals.count(max(totals)) > 1:
        return _("{who:text} wins with {n:text}, ahead in turn order.", who=who, n=total)
    return _("{who:text} wins with {n:text}.", who=who, n=total)


def now_lines(view: View, names: Names, heading: str) -> Iterator[Line | str]:
    asked = question_words(view, names)
    yield Line(asked, joined(as_sentence(heading), asked, between=" "))
    note = sentence(note_of(view))
    yield detail(note) if view["auction"] else note
    yield bid_words(view, names)
    if view["supply"] or view["demand"]:
        supply, demand, coming = len(view["supply"]), view["demand"], amounts(incoming_crates(view))
        short = _("Cards played: {supply} supply, {demand} demand.", supply=supply, demand=demand)
        brings = _("The supply brings {goods:text}.", goods=coming) if coming else ""
        yield Line(joined(short, brings, between=" "), short)
    last = MONTHS[last_month(view) - 1]
    yield _("Goal {n:point|points}; the last month is {month}.", n=view["goal"], month=last)


def question_words(view: View, names: Names) -> str:
    if view["viewer"] in view["asked"]:
        return _("You: {prompt:text}", prompt=translate(view["question"]["prompt"], names))
    asked = listed(names[who] for who in seats_in_order(view) if who in view["asked"])
    if not asked:
        return ""
    if view["question"]["secret"]:
        return _("In secret, waiting for {names:text}.", names=asked)
    return _("Waiting for {names:text}.", names=asked)


def bid_words(view: View, names: Names) -> str:
    auction = view["auction"]
    if auction:
        bidders: list[int] = [auction["leader"], *auction["bidders"]]
        return _(
            "Auction of {store}: {who:text} at ${price}; in it: {names:text}.",
            store=card_of(view, auction["store"])["name"],
            who=names[auction["leader"]],
            price=auction["price"],
            names=listed(names[who] for who in bidders),
        )
    bids = listed(f"{names[bid['seat']]} {bid_text(view, bid)}" for bid in view["bids"])
    return _("Bids in order: {bids:text}.", bids=bids) if bids else ""


def bid_text(view: View, bid: View) -> str:
    """A bid, as in "$7" in Supply and "3 at $7" in Sale."""
    if view["phase"] != "sale":
        return dollars(bid["price"])
    return _("{n} at ${price}", n=bid["count"], price=bid["price"]) if bid["count"] else _("none")


# --------------------------------------------------------------------------- the office


def own_lines(view: View, names: Names) -> Iterator[Line | str]:
    if view["viewer"] is None:
        return
    me = view["players"][view["viewer"]]
    money = joined(_("Cash ${money}", money=me["money"]), *sums(view))
    you = _("You are {who:text}.", who=names[view["viewer"]])
    yield Line(joined(you, as_sentence(money), between=" "), as_sentence(money))
    if view["question"]["name"] in ("supply_bid", "sale_bid"):
        yield detail(sentence(own_figures(view)))
        yield detail(bid_range(view))
    cards = [card_of(view, name) for name in me["cards"]]
    for it in cards:
        words = with_label(translate(it["name"]), amounts(it["crates"]))
        yield detail(as_sentence(words))
    demand = amounts(dict(known_demand(view)))
    yield _("Demand you know of: {crates:text}.", crates=demand) if demand else ""
    if view["answer"]:
        yield _("You answered: {answer:text}.", answer=answer_words(view, view["answer"]))
    for answer in premove_words(view):
        yield _("Answered in advance, {answer:text}.", answer=answer)
    if me["pack"]:
        yield from hand_lines(view, _("To choose from"), me["pack"])
    yield from hand_lines(view, _("In hand"), me["hand"])


def cards_in_short(view: View) -> Iterator[Line]:
    """The own Market Cards, at the end: they are long."""
    me = view["players"][view["viewer"]] if view["viewer"] is not None else {"cards": ()}
    cards = [card_of(view, name) for name in me["cards"]]
    found = joined(*(f"{amounts(it['crates'])} ({it['id'].upper()})" for it in cards))
    yield summary(_("Your Market Cards: {cards:text}.", cards=found) if found else "")


def bid_range(view: View) -> str:
    kind, low, high = view["kind"], 0, view["highest_bid"]
    if view["question"]["name"] == "supply_bid":
        low = view["lowest"][kind]
    else:
        high = view["highest"][kind]
    return _("Bids from ${low} to ${high}.", low=low, high=high)


def hand_lines(view: View, label: str, stores: Sequence[str]) -> Iterator[Line]:
    """The store cards at one place: their costs in short, all that is on them at length."""
    if stores:
        short = listed(priced(view, name) for name in stores)
        yield summary(as_sentence(with_label(label, short)))
    for name in stores:
        yield detail(with_label(label, shop_words(view, name)))


def priced(view: View, name: str) -> str:
    card = card_of(view, name)
    return f"{translate(card['name'])} {dollars(card['cost'])}"


def shop_words(view: View, name: str) -> str:
    card = card_of(view, name)
    if card["capacity"]:
        goods = amounts(card["capacity"])
        holds = _("holds {goods:text} on {n:shelf|shelves}", goods=goods, n=card["shelves"])
    elif card["boxes"]:
        holds = _("boxes of its own for {goods:text}", goods=amounts(card["boxes"]))
    else:
        holds = _("holds no goods")
    figures = _(
        "{store}, ${cost}, utilities ${bill}, {points:point|points}, {holds:text}.",
        store=card["name"],
        cost=card["cost"],
        bill=card["utilities"],
        points=card["points"],
        holds=holds,
    )
    rules = [
        joined(
            with_label(window_words(rule["window"]), translate(rule["text"])),
            _("It acts on all your stores.") if rule["external"] else "",
            between=" ",
        )
        for rule in card["modifiers"]
    ]
    return joined(figures, *rules, between=" ")


# --------------------------------------------------------------------------- the street


def dock_lines(view: View) -> Iterator[Line]:
    short = _("Market: {goods:text}.", goods=amounts(view["market"]) or _("nothing"))
    if view["phase"] == "sale":
        free = _("Free boxes: {boxes:text}.", boxes=amounts(view["boxes"]) or _("none"))
        short = joined(short, free, between=" ")
    yield summary(short)
    coming = incoming_crates(view)
    for kind, n in view["market"].items():
        trade, name, now = view["trade"][kind], GOODS[kind].name, kind == view["kind"]
        goods, room = sum(trade["sellable"]), sum(trade["room"])
        low, high = view["lowest"][kind], view["highest"][kind]
        words = joined(
            _("{kind}, now: {n}", kind=name, n=n) if now else with_label(translate(name), str(n)),
            _("{n} more to come", n=coming[kind]) if kind in coming else "",
            box_words(view, kind),
            _("stores have {goods} to sell, room for {room}", goods=goods, room=room),
            _("prices ${low} to ${high}", low=low, high=high),
        )
        yield detail(as_sentence(words))


def box_words(view: View, kind: str) -> str:
    if view["phase"] != "sale":
        return ""
    free, most = view["boxes"][kind], max(view["boxes"][kind], view["all_boxes"][kind])
    return _("{n} of {most:box|boxes} free", n=free, most=most)


def player_section(view: View, who: int, names: Names) -> Section:
    p = view["players"][who]
    states = {"asked": _("is asked"), "sealed": _("has answered")}
    plate = joined(
        names[who],
        _("{n:point|points}", n=p["points"]),
        _("bill ${n}", n=view["bills"][who]),
        _("debt {n}", n=p["debt"]) if p["debt"] else "",
        between=", ",
    )
    heading = joined(plate, states.get(state_of(view, who), ""), between=", ")
    short = listed(brief_words(view, store) for store in p["stores"]) or _("no store")
    whole = [store_words(view, store) for store in p["stores"]] or [_("No store.")]
    return section(heading, [summary(as_sentence(with_label(plate, short))), *map(detail, whole)])


def brief_words(view: View, store: View) -> str:
    """A store and the goods in it, as in "Jeweler (jewelry 2 of 3)"."""
    card = card_of(view, store["card"])
    holds = [(kind, sum(store["items"][kind]), most) for kind, most in card["capacity"].items()]
    holds += [(kind, store["filled"].get(kind, 0), most) for kind, most in card["boxes"].items()]
    goods = listed(
        _("{kind} {n} of {most}", kind=kind, n=n, most=most) for kind, n, most in holds if n
    )
    return translate(card["name"]) + (f" ({goods})" if goods else "")


def store_words(view: View, store: View) -> str:
    card = card_of(view, store["card"])
    name, goods = card["name"], amounts(card["capacity"])
    filled = listed(
        _("{kind} {n} of {most}", kind=kind, n=store["filled"].get(kind, 0), most=most)
        for kind, most in card["boxes"].items()
    )
    words = joined(
        _("{store} for {goods:text}", store=name, goods=goods) if goods else translate(name),
        shelf_words(store, card["shelves"]),
        _("boxes filled: {boxes:text}", boxes=filled) if filled else "",
        acting_words(view, card),
    )
    return as_sentence(words)


def shelf_words(store: View, count: int) -> str:
    if count and not any(map(sum, store["items"].values())):
        return _("empty")
    shelves = [{kind: items[row] for kind, items in store["items"].items()} for row in range(count)]
    return listed(
        _("shelf {n}: {goods:text}", n=row, goods=amounts(goods) or _("empty"))
        for row, goods in enumerate(shelves, 1)
    )


def acting_words(view: View, card: View) -> str:
    if not card["modifiers"]:
        return ""
    first = card["modifiers"][0]
    when = window_words(first["window"])
    now = is_window_open(view, first["window"])
    acts = _("acts now in {when:text}", when=when) if now else _("acts in {when:text}", when=when)
    text = "" if card["capacity"] or card["boxes"] else translate(first["text"]).rstrip(".。")
    return with_label(acts, text)


def row_lines(view: View) -> Iterator[Line]:
    auction, following = view["auction"], view["on_deck"]
    row = listed(priced(view, name) for name in view["row"]) or _("nothing")
    after = _("next {store:text}", store=priced(view, following)) if following else ""
    yield summary(_("For sale: {stores:text}.", stores=joined(row, after)))
    for name in view["row"]:
        up = bool(auction) and auction["store"] == name
        bid = _("Up for auction, at ${price}.", price=auction["price"]) if up else ""
        yield detail(joined(shop_words(view, name), bid, between=" "))
    if following:
        yield detail(_("Next: {store:text}", store=shop_words(view, following)))
    if not is_opening_draft(view):
        return
    free = [card_of(view, name) for name in view["starting"]]
    short = listed(f"{translate(it['name'])} ({amounts(it['capacity'])})" for it in free)
    yield summary(_("Free to take: {stores:text}.", stores=short or _("nothing")))
    for it in free:
        goods = amounts(it["capacity"])
        yield detail(_("Free to take: {store}, holds {goods:text}.", store=it["name"], goods=goods))


def point_lines(view: View) -> Iterator[Line]:
    if view["phase"] == "investment":
        costs = [
            _("{n} for ${price}", n=n, price=price)
            for n, price in enumerate(view["point_prices"])
            if n
        ]
        sold = _("sold at ${price} each", price=view["point_sale"])
        yield detail(as_sentence(joined(listed(costs), sold)))


SAID_ELSEWHERE = (
    "cards.*.modifiers.*.short",
    "ladder.*",
    "lots.*",
    "question.they",
    "trade.*.held.*",
    "turns.*",
)
"""What pictures show and words tell by other facts, by the moves or by the question."""
