"""The story of a finished game, read from the view of its end: what each player built and sold, who
led, and the month that decided it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.words import _, translate
from renderers.fonts import initials
from renderers.seats import ORDINALS, by_place, names_of, place_of

from .reading import MONTHS, View, card_of, front
from .row import Counts


class Shop(NamedTuple):
    """A shop of a street at the end; a closed one has no points."""

    name: str
    sold: Counts
    rule: str
    since: str
    points: int | None
    more: bool = False
    """It may have sold more than is known."""
    boxes: Counts = ()
    """Boxes of its own."""


class Street(NamedTuple):
    """A player at the end: place, shops, lines of the score."""

    seat: int
    letters: str
    name: str
    place: str
    won: bool
    shops: tuple[Shop, ...]
    points: int
    stores: int
    empty: int
    debt: int
    total: int


class Race(NamedTuple):
    """How far behind the leader each seat was as January began and after each month."""

    months: tuple[str, ...]
    behind: tuple[tuple[int, ...], ...]
    letters: tuple[str, ...]
    places: tuple[int, ...]
    """The seats from the first to the last."""
    decided: int
    """The number of the month that decided it; -1 for none."""
    headline: str
    note: str


SLOTS = 4


def streets(view: View) -> list[Street]:
    """From the first place to the last."""
    names = names_of(view)
    return [
        Street(
            seat=who,
            letters=initials(names)[who],
            name=names[who],
            place=translate(ORDINALS[place_of(view, who) - 1]),
            won=who in view["winners"],
            shops=tuple(shops(view, who)),
            points=view["sheets"][who]["points"],
            stores=view["sheets"][who]["stores"],
            empty=view["sheets"][who]["empty"],
            debt=view["sheets"][who]["debt"],
            total=view["sheets"][who]["total"],
        )
        for who in by_place(view)
    ]


def shops(view: View, who: int) -> Iterator[Shop]:
    """The open shops of a player, then those that they closed, as far as there are places."""
    sold, opened, cards = business(view, who)
    still, unseen = view["players"][who]["stores"], is_sale_unseen(view)
    for store in still:
        card, name = card_of(view, store["card"]), store["card"]
        yield Shop(
            translate(card["name"]),
            tuple(sold.get(name, Counter[str]()).items()),
            front(view, store).rule,
            _("since {month}", month=MONTHS[opened[name] - 1]) if name in opened else "",
            card["points"],
            unseen,
            tuple(card["boxes"].items()),
        )
    gone = [name for name in cards if name not in {store["card"] for store in still}]
    for name in gone[: SLOTS - len(still)]:
        since = _("since {month}", month=MONTHS[opened[name] - 1])
        found = tuple(sold[name].items())
        yield Shop(translate(cards[name]["name"]), found, "", since, None, unseen)


def business(view: View, who: int) -> tuple[dict[str, Counter[str]], dict[str, int], View]:
    """What each shop of a player sold in the whole game, the month in which it was first seen, and
    its card; nothing where the story is not known.
    """
    sold, opened, cards = dict[str, Counter[str]](), dict[str, int](), View()
    for each in months(view):
        for store in each["players"][who]["stores"]:
            name = store["card"]
            opened.setdefault(name, each["month"])
            cards[name] = card_of(each, name)
            sold.setdefault(name, Counter()).update(store["sold"])
    return sold, opened, cards


def is_sale_unseen(view: View) -> bool:
    """Whether all that came after a sale was answered in advance, so that nobody saw its end."""
    return any(each["phase"] in ("supply", "sale") for each in months(view))


def months(view: View) -> list[View]:
    """What everybody saw at the end of each month; [] where that is not known."""
    return [each["view"] for each in view["story"]["rounds"]] if "story" in view else []


# ------------------------------------------------------------------------------- the race


def race(view: View) -> Race | None:
    """The course of the lead; None where it is not known."""
    if not months(view):
        return None
    decided = view["story"]["decided"]
    headline, note = story_words(view, names_of(view))
    return Race(
        months=tuple(month_names(view)),
        behind=tuple(tuple(max(row) - n for n in row) for row in points_by_month(view)),
        letters=tuple(initials(names_of(view))),
        places=tuple(by_place(view)),
        decided=decided["round"] if decided else -1,
        headline=headline,
        note=note,
    )


def month_names(view: View) -> list[str]:
    numbers: list[int] = [each["month"] for each in months(view)]
    return [translate(MONTHS[n - 1]) for n in numbers]


def points_by_month(view: View) -> list[list[int]]:
    """The points of all seats as January began and after each month."""
    rounds = view["story"]["rounds"]
    return [rounds[0]["start"], *(each["points"] for each in rounds)]


def story_words(view: View, names: Sequence[str]) -> tuple[str, str]:
    """The month that decided the game, and since when the winner has led; "" for what is not so."""
    decided, told = view["story"]["decided"], month_names(view)
    lead = lead_words(points_by_month(view)[1:], by_place(view)[0], told)
    if not decided:
        return lead, ""
    words = _(
        "{month:text} decided it: {n} gained on {name:text}",
        month=told[decided["round"]],
        n=decided["gained"],
        name=names[decided["seats"][1]],
    )
    return words, lead


def lead_words(points: Sequence[Sequence[int]], winner: int, told: list[str]) -> str:
    """Since when the winner has led, alone or with others; "" if only the last count tells."""
    behind = [n for n, row in enumerate(points) if row[winner] < max(row)]
    if not behind:
        return _("in the lead in every month")
    if behind[-1] == len(points) - 1:
        return ""
    return _("in the lead since {month:text}", month=told[behind[-1] + 1])
