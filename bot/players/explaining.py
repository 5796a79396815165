"""Why a move is better than another one: what mostly comes after it, and not after the other.

Both moves are played out from the same deals with the same chance, as the strong player does. What
happens in most games after one move and in few after the other is its effect: somebody else makes
the move first, an event, more of something at the end. Everything is found in guesses, so a reason
tells nothing that the seat cannot know.
"""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.players.levels import strong
from bot.players.reasons import SEATS, News, Reason
from games.kernel import KIND, Game, State
from games.words import Phrase, phrase, unpack

PAIRS = 16
"""How often both moves are played out."""
TURNS, SOON_TURNS = 6, 3
"""Events count up to the end of the first of these turns of the seat, earlier ones more; amounts
count as soon as they come. A move that can wait comes by the second.
"""
MOSTLY, MUCH_OFTENER = 0.55, 0.45
"""What happens in so many games is usual. It is an effect of a move if it happens in so many more
of the games after it.
"""
SURE_ERRORS, LARGE_SHARE, LARGE_PART = 2.0, 0.2, 0.3
"""An amount counts if it is larger by so many standard errors, and by this share; a part of the
points if it is this share of the gain.
"""
SIDE_WEIGHT, KIND_WEIGHT, PLAIN_WEIGHT = 0.75, 0.8, 0.6
"""How much others' events count after the better move, and own ones after the other; events that
are alike but for the things they name; and events without a number.
"""
LATER_WEIGHT, LATER_AMOUNT_WEIGHT = 0.35, 0.1
"""How much less an event counts for each turn that it comes later, and one that comes after both
moves, with other numbers.
"""
AGREES, CONTRARY, LEAST_VARIANCE = 0.15, -0.3, 0.04
"""The correlation with the lead, among games after the same move, from which a larger amount is a
gain, and from which it is a cost, if it varies at all.
"""
LEAST_TELLING = 0.25
"""Events that are less telling are left out."""
MAX_EVENTS, MAX_TOLD, MAX_PARTS = 2, 3, 2
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
    """Whether that move was not open any more to whom the same was asked next."""
    at_once: list[int] = field(default_factory=list[int])
    """Everybody's points after the move, if the game counts them."""
    final: list[float] = field(default_factory=list[float])
    parts: dict[Part, int] = field(default_factory=dict[Part, int])
    """The parts of the seat's points at the end."""
    warned: dict[str, str] = field(default_factory=dict[str, str])
    """The alarms that the seat met at the beginning of the turns that count, by name."""


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
    reason = Reason(seat)
    asked = game.question(g, seat)
    is_usual = {move: asked is None or asked.tone(move) == "usual" for move in (better, other)}
    question = _question(g)
    is_secret = asked is not None and asked.choice.secret
    if is_usual[better] and not is_secret:
        _add_taker(reason, courses[1])
    if is_usual[other]:
        _add_order(reason, question, better, other, *courses)
    if is_secret:
        _add_before(game, reason, *courses)
    _add_end(reason, *courses)
    _add_gain_at_once(game, g, reason, *courses)
    if reason == Reason(seat):
        _add_warning(game, g, reason, *courses)
    _add_amounts(reason, *courses)
    labels = [str(game.label(g, seat, move)) for move in (better, other)]
    _add_events(reason, labels, *courses)
    if not any(values.get("who") == reason.rival for _, values in reason.then + reason.otherwise):
        reason.rival, reason.rival_loses = None, 0
    return reason


def _question(g: State) -> Question:
    """What is asked, and about what; numbers, which often count, make no difference."""
    name, _who, *args = g.agenda[-1]
    return name, *(each for each in args if isinstance(each, str))


def _course(game: Game[Any], deal: Any, seat: int, move: str, better: str, seed: int) -> Course:
    """One game after a move, which may be the better one."""
    question = _question(deal)
    turn, last, heard, asked_since = 0, seat, list[Any](), False
    g = game.play(deal, seat, move)
    it = Course(_heard(g, seat))
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

    def watch(g: Any, who: int, chosen: str) -> None:
        nonlocal turn, last, asked_since
        listen(g)
        if who == seat and last != seat:
            turn += 1
            if turn < SOON_TURNS:
                it.warned = game.alarms_of(g, seat) | it.warned
        last, name = who, _question(g)
        if name == question and it.taker is not None and not asked_since:
            asked_since, it.is_gone = True, better not in game.legal(g, who)
        if name == question and chosen == better and not turn and who != seat:
            it.taker = who if it.taker is None else it.taker
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
    it.turns = turn
    it.final = [*(g.scores or game.evaluation_of(g) or [0.0] * g.seats)]
    it.parts = {
        (each.template, tuple(_other_values(each.values))): each.values["n"]
        for each in game.parts_of(g, seat)
    }
    return it


def _other_values(values: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    return ((name, value) for name, value in values.items() if name != "n")


def _heard(g: State, seat: int) -> list[News]:
    """The news for a seat, without headings and housekeeping."""
    return [
        (text, dict(values))
        for text, values, to in g.news
        if not {KIND, ROUND} & {*values} and (to is None or to == seat)
    ]


def _add_taker(reason: Reason, after_other: Sequence[Course]) -> None:
    """Who makes the better move if it is left, so that it is gone."""
    takers = Counter(it.taker for it in after_other if it.is_gone)
    if takers.total() >= MOSTLY * len(after_other):
        reason.taken_by = takers.most_common(1)[0][0]


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


def _add_before(
    game: Game[Any], reason: Reason, after_better: Sequence[Course], after_other: Sequence[Course]
) -> None:
    """Whom the seat comes before at a question, and otherwise after them."""
    seat = reason.seat

    def share(courses: Sequence[Course], name: str, first: int, then: int) -> float:
        return _share(courses, lambda it: _is_before(it, name, first, then))

    asked = {
        (name[0], who)
        for it in (*after_better, *after_other)
        for _turn, who, name, _move in it.made
        if who != seat
    }
    found = {
        (name, who): min(share(after_better, name, seat, who), share(after_other, name, who, seat))
        for name, who in sorted(asked)
    }
    best = max(found, key=lambda each: found[each], default=("", seat))
    prompt = game.choices[best[0]].prompt if best[0] in game.choices else None
    if isinstance(prompt, str) and found[best] >= MOSTLY:
        reason.before, reason.question = best[1], phrase(prompt)


def _is_before(it: Course, question: str, first: int, then: int) -> bool:
    """Whether somebody answers a question before somebody else, who does so too."""
    order = [who for _turn, who, name, _move in it.made if name[0] == question]
    return {first, then} <= {*order} and order.index(first) < order.index(then)


def _add_gain_at_once(
    game: Game[Any],
    g: Any,
    reason: Reason,
    after_better: Sequence[Course],
    after_other: Sequence[Course],
) -> None:
    """By how much one move brings more at once, if that is much of the gain, or misleads; or what
    the other one costs.
    """
    seat, now = reason.seat, game.points_of(g)
    pairs = [*zip(after_better, after_other, strict=True)]
    if now is None or not all(a.at_once and b.at_once for a, b in pairs):
        return
    first, second = (
        statistics.fmean(it.at_once[seat] - now[seat] for it in side)
        for side in (after_better, after_other)
    )
    gained = sure_mean([_lead(a, seat) - _lead(b, seat) for a, b in pairs])
    more = round(first - second)
    if gained <= 0 or not more:
        return
    if more >= LARGE_PART * gained and first >= 1:
        reason.at_once = more
    elif more >= LARGE_PART * gained and first >= 0:
        reason.saves = more
    elif more < 0 < round(second):
        reason.at_once = more


def _add_warning(
    game: Game[Any],
    g: Any,
    reason: Reason,
    after_better: Sequence[Course],
    after_other: Sequence[Course],
) -> None:
    """The alarm that the seat meets after the other move alone."""
    now = game.alarms_of(g, reason.seat)
    names = dict.fromkeys(name for it in after_other for name in it.warned if name not in now)
    often = {name: _share(after_other, lambda it, name=name: name in it.warned) for name in names}
    seldom = {name: _share(after_better, lambda it, name=name: name in it.warned) for name in names}
    for name in sorted(names, key=lambda name: seldom[name] - often[name]):
        sides = (after_better, after_other)
        met = [[float(name in it.warned) for it in side] for side in sides]
        harms = _agreement(reason.seat, sides, met)
        if harms is not None and harms > 0:
            continue
        if often[name] >= MOSTLY and often[name] - seldom[name] >= MUCH_OFTENER:
            told = Counter(it.warned[name] for it in after_other if name in it.warned)
            reason.warned = told.most_common(1)[0][0]
            return


def _add_end(reason: Reason, after_better: Sequence[Course], after_other: Sequence[Course]) -> None:
    soon, late = (_share(side, lambda it: not it.turns) for side in (after_better, after_other))
    if abs(soon - late) >= MUCH_OFTENER and max(soon, late) >= MOSTLY:
        reason.ends = soon > late


def _share(courses: Sequence[Course], holds: Callable[[Course], bool]) -> float:
    return sum(map(holds, courses)) / len(courses)


def _add_amounts(
    reason: Reason, after_better: Sequence[Course], after_other: Sequence[Course]
) -> None:
    """Where the gain comes from, as far as that is sure."""
    seat = reason.seat
    pairs = [*zip(after_better, after_other, strict=True)]

    def gain(value: Callable[[Course], float]) -> float:
        """By how much a value is larger after the better move; 0 if that is not sure."""
        return sure_mean([value(a) - value(b) for a, b in pairs])

    gained = gain(lambda it: _lead(it, seat))
    if gained <= 0:
        return
    own = gain(lambda it: it.final[seat])
    least = max(1.0, LARGE_PART * gained)
    names = dict.fromkeys(name for a, b in pairs for name in (*a.parts, *b.parts))
    parts = {name: gain(lambda it, name=name: it.parts.get(name, 0)) for name in names}
    large = sorted(
        (name for name in parts if abs(parts[name]) >= least), key=lambda name: -abs(parts[name])
    )
    reason.more = [amount(name, parts[name]) for name in large if parts[name] > 0][:MAX_PARTS]
    if reason.more:
        reason.less = [amount(name, -parts[name]) for name in large if parts[name] < 0][:1]
    seats = [each for each in range(len(after_better[0].final)) if each != seat]
    losses = {each: -gain(lambda it, each=each: it.final[each]) for each in seats}
    rival = max(losses, key=lambda each: losses[each])
    if losses[rival] >= max(1.0, own):
        reason.rival, reason.rival_loses = rival, round(losses[rival])


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


def _add_events(
    reason: Reason,
    labels: Sequence[str],
    after_better: Sequence[Course],
    after_other: Sequence[Course],
) -> None:
    """What mostly happens after one move alone, without what the labels of both say already; as a
    typical deal tells it.
    """
    seat, sides = reason.seat, (after_better, after_other)
    own = [each for side in sides for it in side for each in it.own]
    own += [
        each
        for side in sides
        for it in side
        for _turn, each in it.told
        if any(_repeats(each, label, seat) for label in labels)
    ]
    known = {_key(each) for each in own}
    if reason.taken_by is not None:  # that this seat makes the move is said already
        by = reason.taken_by
        known |= {_key((text, values | {"who": by})) for text, values in own if "who" in values}
    then = _telling(seat, sides, 0, known, lambda who: who == seat)
    otherwise = _telling(seat, sides, 1, known, lambda who: who != seat)
    amounts = _amounts(seat, sides)
    chosen = _best(then | amounts, otherwise | amounts)
    if not any(chosen):
        return
    pairs = [*zip(after_better, after_other, strict=True)]
    typical = max(pairs, key=lambda pair: _typicality(pair, sides, chosen, amounts))
    reason.then, reason.otherwise = (
        _story(it, keys, known) for it, keys in zip(typical, chosen, strict=True)
    )


def _best(then: dict[Key, float], otherwise: dict[Key, float]) -> tuple[list[Key], list[Key]]:
    """The most telling events of both sides; an amount that comes on both is told of both."""
    both = {*then} & {*otherwise}
    first, second = (
        sorted(
            (key for key in scores if scores[key] >= LEAST_TELLING),
            key=lambda key: (-scores[key], str(key)),
        )[:MAX_EVENTS]
        for scores in (then, otherwise)
    )
    first, second = (_without_repeats(each) for each in (first, second))
    first += [key for key in second if key in both and key not in first]
    second += [key for key in first if key in both and key not in second]
    return first, second


def _without_repeats(keys: list[Key]) -> list[Key]:
    """Keys without those of the same kind as an earlier one."""
    kinds = [_kind_of(key) for key in keys]
    return [key for n, key in enumerate(keys) if kinds[n] not in kinds[:n]]


def _typicality(
    pair: tuple[Course, Course],
    sides: Sides,
    chosen: tuple[list[Key], list[Key]],
    amounts: dict[Key, float],
) -> float:
    """How well a deal tells these events: with most of them, and with numbers that are usual and
    differ as they mostly do.
    """
    score = 0.0
    for it, side, keys in zip(pair, sides, chosen, strict=True):
        for key in keys:
            numbers = [sum(_first(each, key)) for each in side if _tells(each, key)]
            if not _tells(it, key) or not numbers:
                continue
            usual = statistics.median(numbers)
            score += 1 - abs(sum(_first(it, key)) - usual) / (2 * (abs(usual) + 1))
    for key in {*chosen[0], *chosen[1]} & {*amounts}:
        mean = [statistics.fmean(sum(_first(it, key)) for it in side) for side in sides]
        first, second = (sum(_first(it, key)) for it in pair)
        score -= MAX_EVENTS if (first - second) * (mean[0] - mean[1]) <= 0 else 0
    return score


def _tells(it: Course, key: Key) -> bool:
    return any(key in (_key(news), _kind(news)) for _turn, news in it.told)


def _story(it: Course, keys: list[Key], known: set[Key]) -> list[News]:
    """The events with these keys in the turn in which each first comes, in their order."""
    found: list[News] = []
    turns = dict[Key, int]()
    for turn, news in it.told:
        for key in (_key(news), _kind(news)):
            if key in keys and turns.setdefault(key, turn) == turn and news not in found:
                found.append(news)
    return found[:MAX_TOLD]


def _repeats(news: News, label: str, seat: int) -> bool:
    """Whether news of a seat say no more than the label of its move."""
    values = {name: value for name, value in news[1].items() if name not in SEATS}
    return (
        news[1].get("who") == seat
        and bool(values)
        and all(str(value) in label for value in values.values())
    )


def _telling(
    seat: int,
    sides: Sides,
    side: int,
    known: set[Key],
    concerns: Callable[[int], bool],
) -> dict[Key, float]:
    """How telling the news are that mostly come in the games of this side and not in the others,
    without what is `known`. Those of seats that it `concerns` come first.
    """
    here = sides[side]
    often, seldom = _frequencies(here), _frequencies(sides[1 - side])
    score: dict[Key, float] = {}
    for key in {*often} - known:
        who = _actor(key)
        difference = often[key] - seldom.get(key, 0.0)
        if who is None or difference < MUCH_OFTENER or often[key] < MOSTLY:
            continue
        matters = _agreement(
            seat, sides, [[float(_tells(it, key)) for it in each] for each in sides]
        )
        if matters is not None and matters * (1 - 2 * side) < 0:
            continue
        weight = (1 if concerns(who) else SIDE_WEIGHT) * (1 if key[1] else KIND_WEIGHT)
        weight *= 1 if any(_first(it, key) for it in here) else PLAIN_WEIGHT
        score[key] = difference * weight / (1 + LATER_WEIGHT * _usual_turn(here, key))
    return score


def _amounts(seat: int, sides: Sides) -> dict[Key, float]:
    """How telling news are that mostly come after both moves, with other numbers, if the games of
    each side show that these numbers matter.
    """
    kinds = {
        _kind(news) for side in sides for it in side for _turn, news in it.told if _numbers(news)
    }
    score: dict[Key, float] = {}
    for kind in kinds:
        if any(sum(_tells(it, kind) for it in side) < MOSTLY * len(side) for side in sides):
            continue
        first, second = ([float(sum(_first(it, kind))) for it in side] for side in sides)
        usual = max(1.0, min(abs(statistics.fmean(each)) for each in (first, second)))
        difference = sure_mean([a - b for a, b in zip(first, second, strict=True)])
        matters = _agreement(seat, sides, (first, second))
        is_own = _actor(kind) == seat
        if matters is None:
            matters = 1.0 if is_own else -1.0
        agrees = matters > AGREES if is_own and difference > 0 else matters < CONTRARY * is_own
        is_gain = difference > 0 if is_own and matters > 0 else difference < 0
        if (
            _actor(kind) is not None
            and agrees
            and is_gain
            and abs(difference) > LARGE_SHARE * usual
        ):
            late = max(_usual_turn(side, kind) for side in sides)
            score[kind] = min(1.0, abs(difference) / usual) / (1 + LATER_AMOUNT_WEIGHT * late)
    return score


def _agreement(seat: int, sides: Sides, amounts: Sequence[Sequence[float]]) -> float | None:
    """The correlation of an amount with the lead of a seat among games after the same move; None
    where it hardly varies.
    """
    apart, ahead = list[float](), list[float]()
    for side, each in zip(sides, amounts, strict=True):
        leads = [_lead(it, seat) for it in side]
        apart += [a - statistics.fmean(each) for a in each]
        ahead += [lead - statistics.fmean(leads) for lead in leads]
    varies, wins = sum(a * a for a in apart), sum(lead * lead for lead in ahead)
    if varies <= LEAST_VARIANCE * len(apart) or not wins:
        return None
    return sum(a * lead for a, lead in zip(apart, ahead, strict=True)) / (varies * wins) ** 0.5


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


def _kind_of(key: Key) -> Key:
    return (key[0], (), *key[2:])


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


def _usual_turn(courses: Sequence[Course], key: Key) -> float:
    turns = [
        next(turn for turn, news in it.told if key in (_key(news), _kind(news)))
        for it in courses
        if _tells(it, key)
    ]
    return statistics.median(turns)


def _first(it: Course, key: Key) -> list[float]:
    """The numbers of such news in the turn in which they first come."""
    found, first = list[float](), None
    for turn, news in it.told:
        if key in (_key(news), _kind(news)):
            first = turn if first is None else first
            found += _numbers(news) if turn == first else ()
    return found


def _numbers(news: News) -> list[float]:
    return [
        value
        for name, value in news[1].items()
        if name not in SEATS and isinstance(value, int | float)
    ]
