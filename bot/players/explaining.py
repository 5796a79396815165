"""Why a move is better than another one: what mostly comes after it, and not after the other.

Both moves are played out from the same deals with the same chance, as the strong player does. What
happens in most games after one move and in few after the other is its effect: somebody else makes
the move first, an event, more of something at the end. Everything is found in guesses, so a reason
tells nothing that the seat cannot know.
"""

from __future__ import annotations

import random
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from bot.players.levels import strong
from bot.players.reasons import SEATS, News, Reason
from games.kernel import KIND, Game, State
from games.words import Phrase, unpack

PAIRS = 16
"""How often both moves are played out."""
TURNS, SOON_TURNS = 6, 3
"""Events count up to the end of the first of these turns of the seat. A move that can wait comes
by the second.
"""
MOSTLY, MUCH_OFTENER = 0.55, 0.45
"""What happens in so many games is usual. It is an effect of a move if it happens in so many more
of the games after it, or in so few after the other.
"""
SURE_ERRORS, LARGE_PART, MOST = 2.0, 0.3, 0.5
"""An amount counts if it is larger by so many standard errors, and is this share of the gain. What
is told makes so much of the gain together.
"""
AGREES, LEAST_VARIANCE = 0.3, 0.04
"""The correlation with the lead, among games after the same move, from which a larger amount is a
gain, if it varies at all.
"""
MAX_PARTS = 2
CODE = re.compile(r" \([^()]*\)$")
"""A code at the end of a label."""
ROUND = "round"
"""A value of news that sum a round up, which tell no cause."""

Part = tuple[str, tuple[tuple[str, Any], ...]]
"""A template, and its values but for the number."""
Question = tuple[str, ...]
Key = tuple[Any, ...]
"""The same for news that differ in numbers alone, or also in the things they name."""


@dataclass(slots=True)
class Course:
    """What happened in one game after a move."""

    own: list[News]
    """What the move itself told."""
    turns: int = 0
    """How many turns the seat has had since."""
    told: list[tuple[int, News]] = field(default_factory=list[tuple[int, News]])
    """The news after it, each with how many turns the seat had begun since."""
    made: list[tuple[int, int, Question, str]] = field(
        default_factory=list[tuple[int, int, Question, str]]
    )
    """Turn, seat, question and move, up to the last turn that counts."""
    taker: int | None = None
    """Who made the better move before the seat's next turn."""
    is_gone: bool = False
    """Whether they took it from the seat: it was open to the seat until then, and neither it nor
    a move that is called the same is afterwards.
    """
    at_once: list[int] = field(default_factory=list[int])
    """Everybody's points after the move, if the game counts them."""
    final: list[float] = field(default_factory=list[float])
    parts: dict[Part, int] = field(default_factory=dict[Part, int])
    """The parts of the seat's points at the end."""
    cost: dict[Part, int] = field(default_factory=dict[Part, int])
    """By how much the move itself made the parts of the seat's points smaller."""
    brought: list[tuple[Part, int, News | None]] = field(
        default_factory=list[tuple[Part, int, News | None]]
    )
    """By how much each of the seat's acts made a part larger at once; None is the move itself."""


Sides = tuple[Sequence[Course], Sequence[Course]]
"""The games after the better move and after the other."""


def explain(
    game: Game[Any],
    g: Any,
    seat: int,
    better: str,
    other: str,
    rng: random.Random,
    pairs: int = PAIRS,
) -> Reason:
    """Why `better` is better than `other` for a seat that is asked."""
    courses: tuple[list[Course], list[Course]] = [], []
    for _pair in range(pairs):
        deal, seed = game.guess(g, seat, rng), rng.getrandbits(64)
        for move, found in zip((better, other), courses, strict=True):
            found.append(_course(game, deal, seat, move, better, seed))
    return reason_of(game, g, seat, better, other, courses)


def reason_of(
    game: Game[Any],
    g: Any,
    seat: int,
    better: str,
    other: str,
    courses: tuple[list[Course], list[Course]],
) -> Reason:
    """What these games tell, which were played after the better move and after the other."""
    leads = [_lead(a, seat) - _lead(b, seat) for a, b in zip(*courses, strict=True)]
    reason = Reason(seat, games=2 * len(leads), lead=round(statistics.fmean(leads)))
    gained = sure_mean(leads)
    asked = game.question(g, seat)
    is_usual = {move: asked is None or asked.tone(move) == "usual" for move in (better, other)}
    is_secret = asked is not None and asked.choice.secret
    if is_usual[better] and not is_secret:
        _add_taker(reason, game.label(g, seat, better), courses[1])
    if is_usual[other] and reason.taken_by is not None:
        _add_order(reason, _question(g), better, other, *courses)
    _add_end(reason, *courses)
    if gained > 0:
        _add_gain_at_once(game, g, reason, gained, *courses)
        _add_amounts(
            reason, gained, [str(game.label(g, seat, each)) for each in (better, other)], *courses
        )
    return reason


def _question(g: State) -> Question:
    """What is asked, and about what; numbers, which often count, make no difference."""
    name, _who, *args = g.agenda[-1]
    return name, *(each for each in args if isinstance(each, str))


def _course(game: Game[Any], deal: Any, seat: int, move: str, better: str, seed: int) -> Course:
    """One game after a move, which may be the better one."""
    question, step = _question(deal), deal.agenda[-1]
    before, said = _parts(game, deal, seat), 0
    turn, last, heard, is_taken = 0, seat, list[Any](), False
    label = _called(game, deal, seat, better)
    g = game.play(deal, seat, move)
    it = Course(_heard(g, seat))
    now = _parts(game, g, seat)
    it.brought = [(part, n, None) for part, n in _more(before, now)]
    it.cost = dict(_more(now, before))
    before = now
    if seat not in g.answers:
        it.at_once = game.points_of(g) or []
        g.news.clear()

    def listen(g: State) -> None:
        """Notes the news, which stand until all who are asked have answered."""
        nonlocal heard
        now = _heard(g, seat)
        if now != heard:
            it.told.extend((turn, each) for each in now if each not in heard)
            heard = now

    def weigh(g: State) -> None:
        """Notes what the seat's news since the last time have made larger."""
        nonlocal before, said
        news = [each for _turn, each in it.told[said:] if each[1].get("who") == seat]
        said = len(it.told)
        if news:
            now = _parts(game, g, seat)
            it.brought += [(part, n, _source(part, n, news)) for part, n in _more(before, now)]
            before = now

    def watch(g: Any, who: int, chosen: str) -> None:
        nonlocal turn, last, is_taken, before
        listen(g)
        weigh(g)
        if who == seat:
            before = _parts(game, g, seat)
        if who == seat and last != seat:
            turn += 1
        last, name = who, _question(g)
        if is_taken and name == question:
            is_taken, it.is_gone = False, not _is_open(game, g, seat, step, label)
        is_taker = name == question and chosen == better and not turn and who != seat
        if is_taker and it.taker is None:
            it.taker, is_taken = who, _is_open(game, g, seat, step, label)
        if turn < SOON_TURNS:
            it.made.append((turn, who, name, chosen))

    g = game.playout(
        g,
        random.Random(seed),
        strong.MAX_PLAYOUT_MOVES,
        strong.GOOD_MOVES_SHARE,
        game.expert,
        seat,
        watch,
    )
    if g.scores is None:  # else the news are the final scores
        listen(g)
        weigh(g)
    it.turns = turn
    it.final = [*(g.scores or game.evaluation_of(g) or [0.0] * g.seats)]
    it.parts = _parts(game, g, seat)
    return it


def _parts(game: Game[Any], g: Any, seat: int) -> dict[Part, int]:
    return {
        (each.template, tuple(_other_values(each.values))): each.values["n"]
        for each in game.parts_of(g, seat)
    }


def _source(part: Part, n: int, news: list[News]) -> News:
    """What of the news of one moment has brought a part: what names the same amount, or the same
    thing, or the nearest amount of the same unit, or else most.
    """
    said = " ".join(str(amount(part, n)).split()[:2])
    unit = _unit(part[0], "n")

    def fit(each: News) -> tuple[bool, int, float, int]:
        template, values = each
        things = [value for value in values.values() if isinstance(value, str)]
        is_same = n in _numbers(each) or said in str([*values.values()])
        near = max(
            (
                -abs(value - n)
                for name, value in values.items()
                if isinstance(value, int) and _unit(template, name) == unit
            ),
            default=-float("inf"),
        )
        return is_same, sum(item in values.items() for item in part[1]), near, len(things)

    return max(news, key=fit)


def _unit(template: str, name: str) -> str:
    """What stands before or after a number in a template."""
    found = re.search(r"(\$?)\{" + name + r"(?::\w+\|(\w+))?\}(?: (\w+))?", template)
    return next(filter(None, found.groups()), "") if found else ""


def _more(before: dict[Part, int], after: dict[Part, int]) -> list[tuple[Part, int]]:
    """The parts that have become larger, and by how much."""
    return [(part, n - before.get(part, 0)) for part, n in after.items() if n > before.get(part, 0)]


def _is_open(game: Game[Any], g: Any, seat: int, step: tuple[Any, ...], label: str) -> bool:
    """Whether a seat could make a move that is called so if this question, which is asked, was
    asked them.
    """
    asked = copy(g)
    asked.agenda, asked.answers, asked.asked = [*g.agenda, step], {}, [seat]
    return label in (_called(game, asked, seat, move) for move in game.legal(asked, seat))


def _called(game: Game[Any], g: Any, seat: int, move: str) -> str:
    """The label of a move without codes, which tell things that are alike apart."""
    return CODE.sub("", str(game.label(g, seat, move)))


def _other_values(values: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    return ((name, value) for name, value in values.items() if name != "n")


def _heard(g: State, seat: int) -> list[News]:
    """The news for a seat, without headings and housekeeping."""
    return [
        (text, dict(values))
        for text, values, to in g.news
        if not {KIND, ROUND} & {*values} and (to is None or to == seat)
    ]


def _add_taker(reason: Reason, label: str, after_other: Sequence[Course]) -> None:
    """Who makes the better move if it is left, so that it is gone."""
    takers = Counter(it.taker for it in after_other if it.is_gone)
    for who, n in takers.most_common(1):
        if n >= MOSTLY * len(after_other):
            reason.taken_by, reason.taken = who, [label]


def _add_order(
    reason: Reason,
    question: Question,
    better: str,
    other: str,
    after_better: Sequence[Course],
    after_other: Sequence[Course],
) -> None:
    """Whether the other move can wait."""

    def comes(it: Course, move: str) -> bool:
        return any(made == [reason.seat, question, move] for _turn, *made in it.made)

    later = _share(after_better, lambda it: comes(it, other))
    earlier = _share(after_other, lambda it: comes(it, better))
    reason.can_wait = later >= MOSTLY and later - earlier >= MUCH_OFTENER


def _add_gain_at_once(
    game: Game[Any],
    g: Any,
    reason: Reason,
    gained: float,
    after_better: Sequence[Course],
    after_other: Sequence[Course],
) -> None:
    """By how much one move brings more at once, if that is much of the gain, or misleads; or what
    the other one costs.
    """
    seat, now = reason.seat, game.points_of(g)
    if now is None or not all(it.at_once for it in (*after_better, *after_other)):
        return
    first, second = (
        statistics.fmean(it.at_once[seat] - now[seat] for it in side)
        for side in (after_better, after_other)
    )
    more = round(first - second)
    if more >= MOST * gained and first >= 1:
        reason.at_once = more
        reason.at_once_of = _parts_at_once(after_better, after_other)
        reason.costs_of = _parts_cost(after_better, after_other)
    elif more >= MOST * gained and first >= 0:
        reason.saves = more
    elif more < 0 < round(second):
        reason.at_once = more
    elif more > 0 > first and reason.taken_by is not None:
        reason.cheaper = more


def _parts_at_once(after_better: Sequence[Course], after_other: Sequence[Course]) -> list[Phrase]:
    """What the better move itself brings more of than the other, at most two parts."""
    sides = [Counter[Part](), Counter[Part]()]
    for side, courses in zip(sides, (after_better, after_other), strict=True):
        for part, n, news in (each for it in courses for each in it.brought):
            if news is None:
                side[part] += n
    more = {part: n / len(after_better) for part, n in (sides[0] - sides[1]).items()}
    largest = sorted(more, key=lambda part: -more[part])[:MAX_PARTS]
    return [amount(part, more[part]) for part in largest if more[part] >= 1]


def _parts_cost(after_better: Sequence[Course], after_other: Sequence[Course]) -> list[Phrase]:
    """What the other move itself costs, and the better one does not."""
    kept = {part for it in after_better for part in it.cost}
    lost = Counter[Part]()
    for it in after_other:
        lost.update({part: n for part, n in it.cost.items() if part not in kept})
    most = lost.most_common(MAX_PARTS)
    return [amount(part, n / len(after_other)) for part, n in most if n >= len(after_other)]


def _add_end(reason: Reason, after_better: Sequence[Course], after_other: Sequence[Course]) -> None:
    soon, late = (_share(side, lambda it: not it.turns) for side in (after_better, after_other))
    if abs(soon - late) >= MUCH_OFTENER and max(soon, late) >= MOSTLY:
        reason.ends = soon > late


def _share(courses: Sequence[Course], holds: Callable[[Course], bool]) -> float:
    return sum(map(holds, courses)) / len(courses)


def _add_amounts(
    reason: Reason,
    gained: float,
    labels: Sequence[str],
    after_better: Sequence[Course],
    after_other: Sequence[Course],
) -> None:
    """Where most of the gain comes from, as far as that is sure and some event brings it."""
    sides = (after_better, after_other)
    pairs = [*zip(*sides, strict=True)]
    names = dict.fromkeys(name for a, b in pairs for name in (*a.parts, *b.parts))
    parts = {
        name: sure_mean([a.parts.get(name, 0) - b.parts.get(name, 0) for a, b in pairs])
        for name in names
    }
    least = max(1.0, LARGE_PART * gained)
    large = sorted(
        (name for name in parts if abs(parts[name]) >= least), key=lambda name: -abs(parts[name])
    )[:MAX_PARTS]
    for found in (large, large[:1]):
        gains = [name for name in found if parts[name] > 0]
        sources = {name: _source_of(name, parts[name], labels[0], sides) for name in gains}
        explained = sum(parts[name] for name in found) / gained
        if not MOST <= explained <= 1 / MOST or None in sources.values():
            continue
        reason.more = [amount(name, parts[name]) for name in gains]
        reason.less = [amount(name, -parts[name]) for name in found if name not in gains]
        _tell(reason, {name: kind for name, kind in sources.items() if kind}, parts, labels, sides)
        return
    if reason.at_once <= 0:
        _add_difference(reason, gained, sides)


def _source_of(part: Part, gain: float, label: str, sides: Sides) -> Key | None:
    """The kind of events that brings most of what there is more of a part; () for the move. A part
    that is about a thing comes from what names it.
    """
    things = [str(value) for _name, value in part[1]]
    if things and all(thing in label for thing in things):
        return ()

    def brought(it: Course, kind: Key) -> int:
        return sum(n for name, n, news in it.brought if name == part and _kind_or(news) == kind)

    kinds = {
        _kind_or(news)
        for it in sides[0]
        for name, _n, news in it.brought
        if name == part and (news is None or all(item in news[1].items() for item in part[1]))
    }
    for kind in sorted(kinds, key=str):
        first, second = ([brought(it, kind) for it in side] for side in sides)
        often = sum(n > 0 for n in first) / len(first)
        if often >= MOSTLY and statistics.fmean(first) - statistics.fmean(second) >= MOST * gain:
            return kind
    return None


def _kind_or(news: News | None) -> Key:
    return _kind(news) if news else ()


def _tell(
    reason: Reason,
    sources: dict[Part, Key],
    parts: dict[Part, float],
    labels: Sequence[str],
    sides: Sides,
) -> None:
    """Tells what brings these parts in a typical deal; of both moves if the numbers differ."""
    if not sources:
        return
    links = _links(reason.seat, sides, labels)

    def events(it: Course, against: Course) -> list[News]:
        """What brings most of each part, without what comes after both moves."""
        known = {_key(each) for _turn, each in against.told if not _numbers(each)}
        found: list[News] = []
        for part, kind in sources.items():
            brought = [
                (n, news)
                for name, n, news in it.brought
                if name == part and news and _kind(news) == kind and _key(news) not in known
            ]
            best = max(brought, key=lambda each: each[0], default=None)
            if best and best[1] not in found:
                found.append(best[1])
        return found

    def fit(pair: tuple[Course, Course]) -> tuple[int, int, float]:
        first, second = pair
        told = events(first, second)
        off = sum(
            abs(first.parts.get(part, 0) - second.parts.get(part, 0) - parts[part])
            for part in sources
        )
        has_link = any(_key(each) in links for _turn, each in first.told)
        return len(told), has_link, -off

    pairs = [*zip(*sides, strict=True)]
    first, second = max(pairs, key=fit)
    reason.then = events(first, second)
    kinds = {_kind(each): sum(_numbers(each)) for each in reason.then}
    same = [each for each in events(second, first) if _numbers(each) and _kind(each) in kinds]
    if len(same) == len(kinds) and all(kinds[_kind(each)] > sum(_numbers(each)) for each in same):
        reason.otherwise = same
        shown = sum(kinds.values()) - sum(sum(_numbers(each)) for each in same)
        if shown < MOST * sum(parts[part] for part in sources):
            reason.more, reason.less, reason.then, reason.otherwise = [], [], [], []
            return
    link = _before(first, reason.then, lambda each: _key(each) in links)
    if link is None or _kind(link) in sources.values():
        return
    reason.then.insert(0, link)
    other = _before(second, reason.otherwise, lambda each: _kind(each) == _kind(link))
    if other and _key(other) != _key(link):
        reason.otherwise.insert(0, other)


def _before(it: Course, events: list[News], holds: Callable[[News], bool]) -> News | None:
    """The last such news before these events."""
    order = [each for _turn, each in it.told]
    until = order.index(events[0]) if events and events[0] in order else 0
    return next((each for each in reversed(order[:until]) if holds(each)), None)


def _links(seat: int, sides: Sides, labels: Sequence[str]) -> set[Key]:
    """What the seat mostly does soon after the better move alone, without what is said already."""
    often, seldom = (_frequencies(side) for side in sides)
    own = {_key(each) for side in sides for it in side for each in it.own}
    own |= {
        _key(each)
        for it in sides[0]
        for _turn, each in it.told
        if any(_repeats(each, label) for label in labels)
    }
    return {
        key
        for key in {*often} - own
        if _actor(key) == seat
        and key[1]
        and often[key] >= MOSTLY
        and often[key] - seldom.get(key, 0.0) >= MUCH_OFTENER
    }


def _add_difference(reason: Reason, gained: float, sides: Sides) -> None:
    """An amount that comes after both moves, and is larger by most of the gain."""
    seat = reason.seat
    kinds = {
        _kind(news)
        for side in sides
        for it in side
        for _turn, news in it.told
        if len(_numbers(news)) == 1 and news[1].get("who") == seat
    }
    found: dict[Key, float] = {}
    for kind in sorted(kinds, key=str):
        if any(sum(_tells(it, kind) for it in side) < MOSTLY * len(side) for side in sides):
            continue
        amounts = [[float(sum(_first(it, kind))) for it in side] for side in sides]
        more = sure_mean([a - b for a, b in zip(*amounts, strict=True)])
        agrees, slope = _agreement(seat, sides, amounts)
        if more >= LARGE_PART * gained and agrees >= AGREES and slope * more >= MOST * gained:
            found[kind] = more
    if not found:
        return
    kind = max(found, key=lambda kind: found[kind])

    def off(pair: tuple[Course, Course]) -> float:
        first, second = (sum(_first(it, kind)) for it in pair)
        return abs(first - second - found[kind])

    pairs = [pair for pair in zip(*sides, strict=True) if all(_tells(it, kind) for it in pair)]
    if not pairs:
        return
    then, otherwise = (_first_told(it, kind) for it in min(pairs, key=off))
    if len(then) == len(otherwise) == 1 and _numbers(then[0]) > _numbers(otherwise[0]):
        reason.then, reason.otherwise, reason.is_difference = then, otherwise, True


def _lead(it: Course, seat: int) -> float:
    return it.final[seat] - max(each for s, each in enumerate(it.final) if s != seat)


def amount(part: Part, n: float) -> Phrase:
    template, values = part
    return unpack({"say": template, "of": {**dict(values), "n": max(1, round(n))}})


def sure_mean(values: Sequence[float]) -> float:
    """The mean, or 0 where it may be 0."""
    mean = statistics.fmean(values)
    error = statistics.stdev(values) / len(values) ** 0.5
    return mean if abs(mean) > SURE_ERRORS * error else 0.0


# --- Events ---------------------------------------------------------------------------------------


def _tells(it: Course, key: Key) -> bool:
    return any(key in (_key(news), _kind(news)) for _turn, news in it.told)


def _repeats(news: News, label: str) -> bool:
    """Whether news name a thing that a label names too."""
    return any(isinstance(each, str) and each in label for each in news[1].values())


def _agreement(seat: int, sides: Sides, amounts: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The correlation of an amount with the lead of a seat among games after the same move, and by
    how much the lead grows with each more of it; 0 where it hardly varies.
    """
    apart, ahead = list[float](), list[float]()
    for side, each in zip(sides, amounts, strict=True):
        leads = [_lead(it, seat) for it in side]
        apart += [a - statistics.fmean(each) for a in each]
        ahead += [lead - statistics.fmean(leads) for lead in leads]
    varies, wins = sum(a * a for a in apart), sum(lead * lead for lead in ahead)
    if varies <= LEAST_VARIANCE * len(apart) or not wins:
        return 0.0, 0.0
    both = sum(a * lead for a, lead in zip(apart, ahead, strict=True))
    return both / (varies * wins) ** 0.5, both / varies


def _key(news: News) -> Key:
    """What news are, but for their numbers."""
    things = tuple(
        (name, str(value))
        for name, value in news[1].items()
        if name not in SEATS and not isinstance(value, int | float)
    )
    return (*_kind(news)[:1], things, *_kind(news)[2:])


def _kind(news: News) -> Key:
    """What news are, but for their numbers and the things they name."""
    template, values = news
    return (template, (), *((name, values[name]) for name in SEATS if name in values))


def _frequencies(courses: Sequence[Course]) -> dict[Key, float]:
    """The share of the games in which there are such news in the turns that count."""
    seen = Counter(
        key
        for it in courses
        for key in {
            key for turn, news in it.told if turn < TURNS for key in (_key(news), _kind(news))
        }
    )
    return {key: n / len(courses) for key, n in seen.items()}


def _actor(key: Key) -> int | None:
    """The seat that an event is about, if it names one."""
    return next((int(value) for name, value in key[2:] if name == "who"), None)


def _first_told(it: Course, kind: Key) -> list[News]:
    """Such news in the turn in which they first come."""
    turns = [turn for turn, news in it.told if _kind(news) == kind]
    return [news for turn, news in it.told if _kind(news) == kind and turn == turns[0]]


def _first(it: Course, kind: Key) -> list[float]:
    return [n for news in _first_told(it, kind) for n in _numbers(news)]


def _numbers(news: News) -> list[float]:
    return [
        value
        for name, value in news[1].items()
        if name not in SEATS and isinstance(value, int | float)
    ]
