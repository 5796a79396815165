"""What reaches eyes that see no colours, and readers who have words alone, title by title.

Shared by the tests, which look at few positions, and the benchmark, which looks at many; no game is
named here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase as fnmatch
from functools import cache
from itertools import chain
from typing import Any, NoReturn

from atelier_testing.golden import Decision, decisions, playthroughs
from atelier_testing.legible import watched
from bot.pictures import drawing
from games import discover
from games.words import seat_names
from renderers import cards, for_game

LEAST_CONTRAST = 4.5
NAMES = ["Ada", "Benedikt", "さくら", "محمد", "عبد الرحمن"]
FEW = 4
"""Of so many positions with different questions one is drawn for a test."""
PLAIN = ("game", "title", "names", "news", "viewer", "seats", "alarms", "forecast")
"""What a view says of itself, and what stands beside it in every message."""
RECORDS = 3
"""Golden games whose questions are looked at."""
Look = Callable[[Any], object]
"""The words or the picture of a view."""


def leaves(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a view, with its path."""
    inside = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in inside:
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))
        elif value is not None:
            yield (*path, key), value


def kind_of(path: tuple[Any, ...], cards: set[str]) -> str:
    """The path with a star for every place in a list, number, move and card."""
    return ".".join(
        "*" if isinstance(key, int) or key in cards or not key.isidentifier() else key
        for key in path
    )


def others(value: Any, known: set[Any]) -> list[Any]:
    """Other values that a leaf may have: one more, one less, or what its like have elsewhere."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1][: 2 if value else 1]
    likes = sorted(known - {value}) or [f"{value} more"]
    return [likes[0], likes[-1]]


def part_at(view: Any, path: tuple[Any, ...]) -> Any:
    """The part of a view in which a leaf lies."""
    for key in path[:-1]:
        view = view[key]
    return view


def is_changed(look: Look, view: Any, path: Any, new: Any, before: object) -> bool:
    """Whether what one looks at changes with one leaf; the view is left as it was."""
    part = part_at(view, path)
    old, part[path[-1]] = part[path[-1]], new
    try:
        return look(view) != before
    except (LookupError, TypeError, ValueError):
        return False  # no such view can be
    finally:
        part[path[-1]] = old


def like_cards(view: Any, value: Any) -> list[str]:
    """The other cards of a view that shows cards, if this value is one."""
    shown = view.get("cards") or {}
    found = shown if isinstance(shown, dict) and value in shown else ()
    return [each for each in found if each != value]


class LookedAtError(Exception):
    """Somebody looked at an unreadable value."""


def look(*_args: Any) -> NoReturn:
    """Raises LookedAtError."""
    raise LookedAtError


OPERATIONS = (
    *("abs", "add", "and", "bool", "call", "contains", "eq", "float", "floordiv", "format", "ge"),
    *("getattr", "getitem", "gt", "hash", "index", "int", "iter", "le", "len", "lt", "mod", "mul"),
    *("ne", "neg", "or", "pow", "radd", "rand", "repr", "rfloordiv", "rmod", "rmul", "ror"),
    *("round", "rsub", "rtruediv", "str", "sub", "truediv"),
)
Unreadable = type(
    "Unreadable",
    (),
    {f"__{name}__": look for name in OPERATIONS} | {"__class__": property(look)},
)
"""A value that can be handed on, but not looked at."""


def unread(look: Look, view: Any, leaves_of: dict[str, list[Any]], before: object) -> set[str]:
    """The kinds of leaves that nobody looks at: all is the same whatever stands there."""
    if not leaves_of or _same_unread(look, view, chain(*leaves_of.values()), before):
        return {*leaves_of}
    kinds = [*leaves_of]
    halves = (kinds[: len(kinds) // 2], kinds[len(kinds) // 2 :]) if len(kinds) > 1 else ()
    parts = ({kind: leaves_of[kind] for kind in half} for half in halves)
    return {kind for part in parts for kind in unread(look, view, part, before)}


def _same_unread(look: Look, view: Any, found: Iterable[Any], before: object) -> bool:
    """Whether all stays the same if nobody can look at these leaves."""
    hidden = [(part_at(view, path), path[-1], value) for path, value in found]
    for part, key, _value in hidden:
        part[key] = Unreadable()
    try:
        return look(view) == before
    except (LookedAtError, LookupError, TypeError, ValueError):
        return False
    finally:
        for part, key, value in hidden:
            part[key] = value


@cache
def looked_at(name: str, records: int = RECORDS) -> list[Any]:
    """The first view of a game, the last one of those who are asked each question, some for all."""
    first, *more = (it for path in playthroughs(name)[:records] for it in decisions(path))
    last = list({it.question: it for it in more}.values())
    viewers = [(it, it.seat) for it in (first, *last)] + [(it, None) for it in last[-4:]]
    return [
        it.game.view(it.g, viewer) | {"names": seat_names(it.g.seats)} for it, viewer in viewers
    ]


def changing(
    name: str, look: Look, views: Sequence[Any], among: set[str] | None = None
) -> set[str]:
    """The kinds of leaves that change what somebody looks at, its words or its picture, in some
    view. One leaf of each kind is tried in each view, unless nobody looks at any of that kind.
    """
    values, sorts = sorted_leaves(name, views)
    found = set[str]()
    for n, (view, kinds) in enumerate(zip(views, sorts, strict=True)):
        tried = kinds.keys() - found if among is None else kinds.keys() & among - found
        if not tried:
            continue
        before = look(view)
        for kind in tried - unread(look, view, {kind: kinds[kind] for kind in tried}, before):
            own = [each for each in kinds[kind] if view["viewer"] in each[0][1:2]]
            alike = own if own and n % 2 else kinds[kind]
            path, value = alike[n % len(alike)]  # another one in each view, often one's own
            likes = {each for each in values[kind] if type(each) is type(value)}
            if any(is_changed(look, view, path, new, before) for new in others(value, likes)):
                found.add(kind)
    return found


def changing_at_all(name: str, look: Look, views: Sequence[Any], among: set[str]) -> set[str]:
    """As `changing`, but every leaf of these kinds is tried, with all values that occur."""
    values, sorts = sorted_leaves(name, views)
    found = set[str]()
    for view, kinds in zip(views, sorts, strict=True):
        before = look(view)
        for kind in kinds.keys() & among - found:
            if any(
                is_changed(look, view, path, new, before)
                for path, value in kinds[kind]
                for new in (values[kind] - {value})
                or like_cards(view, value)
                or others(value, set())
            ):
                found.add(kind)
    return found


def sorted_leaves(
    name: str, views: Sequence[Any]
) -> tuple[dict[str, set[Any]], list[dict[str, list[Any]]]]:
    """The values that occur by kind of leaf, and for each view its leaves by kind."""
    cards, values = set(discover()[name].lookup), defaultdict[str, set[Any]](set)
    sorts = [defaultdict[str, list[Any]](list) for _ in views]
    for view, kinds in zip(views, sorts, strict=True):
        for path, value in leaves(view):
            if path[0] not in PLAIN:
                kind = kind_of(path, cards)
                values[kind].add(value)
                kinds[kind].append((path, value))
    return values, [*sorts]


def shown_untold(name: str, views: Sequence[Any]) -> set[str]:
    """The kinds of leaves that pictures show, and words do not tell; those that are not listed as
    said elsewhere are looked into.
    """
    words = drawing.describe_fully
    told = changing(name, words, views)
    untold = sorted_leaves(name, views)[0].keys() - told
    shown = changing(name, pixels, views, untold)
    unlisted = {kind for kind in shown if not is_listed(name, kind)}
    return shown - changing_at_all(name, words, views, unlisted)


def pixels(view: Any) -> bytes:
    """The picture of a view."""
    return drawing.draw_image(view).tobytes()


def is_listed(name: str, kind: str) -> bool:
    """Whether a game's pictures module lists a kind as said elsewhere."""
    return any(fnmatch(kind, line) for line in getattr(for_game(name), "SAID_ELSEWHERE", ()))


def wrongly_told(name: str, views: Sequence[Any]) -> dict[str, set[str]]:
    """What pictures show and nothing says, and what is listed as said elsewhere for nothing."""
    untold = shown_untold(name, views)
    lines = set(getattr(for_game(name), "SAID_ELSEWHERE", ()))
    return {
        "shown, but not told": {kind for kind in untold if not is_listed(name, kind)},
        "listed for nothing": {
            line for line in lines if not any(fnmatch(kind, line) for kind in untold)
        },
    }


# --- what the pictures say legibly ----------------------------------------------------------------


def sampled(name: str, few: int = FEW) -> list[Decision]:
    """Positions that show much: the ends of the smallest and the largest table, and one of so
    many questions at tables of all sizes.
    """
    sizes = len(discover()[name].seats)
    found: dict[str, Decision] = {}
    ends: list[Decision] = []
    for path in playthroughs(name)[:sizes]:
        last = None
        for last in decisions(path):
            found[f"{last.question} {last.g.seats}"] = last
        ends += [last] if last else []
    share = sizes * few  # each time of another number of seats
    return [ends[0], ends[-1]] + [
        found[key]
        for n, key in enumerate(sorted(found))
        if n % share == n // share % sizes and found[key].move
    ]


def weak_texts(name: str, positions: list[Decision]) -> tuple[int, dict[str, str]]:
    """How many texts a game's pictures write, and where one does not stand out from its ground."""
    game, module = discover()[name], for_game(name)
    with watched(module.__name__) as watch:
        for n, it in enumerate(positions):
            if n % 2 or not it.move:
                module.draw(view_of(it, None, seat_names(it.g.seats)))
            else:
                module.draw(view_of(it, it.seat, NAMES[: it.g.seats]))
        kinds = {card["kind"]: card for card in game.lookup.values()}
        for card in kinds.values():
            getattr(module, "draw_card", cards.draw_card)(card)
    return len(watch.found), {
        it.where: f"{it.text!r} in {it.ink}: {'clipped' if it.clipped else round(found, 2)}"
        for found, it in watch.found
        if found < LEAST_CONTRAST
    }


def view_of(it: Decision, viewer: int | None, names: list[str]) -> dict[str, Any]:
    """What is drawn, as a table hands it over."""
    return it.game.view(it.g, viewer) | {"names": names}
