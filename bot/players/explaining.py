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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.players.levels import strong
from bot.players.reasons import News, Reason
from games.kernel import KIND, Game, State
from games.words import Phrase, unpack

PAIRS = 16
"""How often both moves are played out."""
TURNS, SOON_TURNS = 6, 3
"""Events count up to the end of the first of these turns of the seat, earlier ones more. A move
that can wait comes by the second.
"""
MOSTLY, MUCH_OFTENER = 0.55, 0.45
"""What happens in so many games is usual. It is an effect of a move if it happens in so many more
of the games after it.
"""
SURE_ERRORS, LARGE_SHARE = 2.0, 0.2
"""An amount counts if it is larger by so many standard errors, and by this share."""
SIDE_WEIGHT = 0.75
"""How much others' events count after the better move, and own ones after the other."""
LATER_WEIGHT = 0.35
"""How much less an event counts for each turn that it comes later."""
AMOUNT_WEIGHT = 0.6
"""How much an event counts that comes on both sides, with other numbers."""
MAX_EVENTS, MAX_PARTS = 2, 2
SEATS = ("who", "whose")
"""The values of news that are numbers of seats."""

Question = tuple[str, ...]
Key = tuple[Any, ...]
"""The same for news that differ in numbers alone."""


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
    final: list[float] = field(default_factory=list[float])
    parts: dict[str, int] = field(default_factory=dict[str, int])
    """The parts of the seat's points at the end, by template."""


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
    reason = Reason(seat)
    asked = game.question(g, seat)
    is_usual = {move: asked is None or asked.tone(move) == "usual" for move in (better, other)}
    question = _question(g)
    if is_usual[better]:
        _add_taker(reason, courses[1])
    if is_usual[other]:
        _add_order(reason, question, better, other, *courses)
    _add_end(reason, *courses)
    _add_amounts(reason, *courses)
    labels = [str(game.label(g, seat, move)) for move in (better, other)]
    _add_events(reason, labels, *courses)
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
    it.parts = game.parts_of(g, seat)
    return it


def _heard(g: State, seat: int) -> list[News]:
    """The news for a seat, without headings and housekeeping."""
    return [
        (text, dict(values))
        for text, values, to in g.news
        if KIND not in values and (to is None or to == seat)
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

    def lead(it: Course) -> float:
        return it.final[seat] - max(each for s, each in enumerate(it.final) if s != seat)

    gained = gain(lead)
    if gained <= 0:
        return
    own = gain(lambda it: it.final[seat])
    least = max(1.0, LARGE_SHARE * gained)
    names = dict.fromkeys(name for a, b in pairs for name in (*a.parts, *b.parts))
    parts = {name: gain(lambda it, name=name: it.parts.get(name, 0)) for name in names}
    large = sorted(
        (name for name in parts if abs(parts[name]) >= least), key=lambda name: -abs(parts[name])
    )
    reason.more = [_amount(name, parts[name]) for name in large if parts[name] > 0][:MAX_PARTS]
    if reason.more:
        reason.less = [_amount(name, -parts[name]) for name in large if parts[name] < 0][:1]
    reason.own = max(0, round(own))
    seats = [each for each in range(len(after_better[0].final)) if each != seat]
    losses = {each: -gain(lambda it, each=each: it.final[each]) for each in seats}
    rival = max(losses, key=lambda each: losses[each])
    if losses[rival] >= max(1.0, own):
        reason.rival, reason.rival_loses = rival, round(losses[rival])


def _amount(template: str, n: float) -> Phrase:
    return unpack({"say": template, "of": {"n": max(1, round(n))}})


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
    """What mostly happens after one move alone, without what the labels of both say already."""
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
    then = _telling(after_better, after_other, known, lambda who: 1.0 if who == seat else 0.0)
    otherwise = _telling(after_other, after_better, known, lambda who: float(who != seat))
    reason.then = [each for each in then if each not in otherwise]
    reason.otherwise = [each for each in otherwise if each not in then]


def _repeats(news: News, label: str, seat: int) -> bool:
    """Whether news of a seat say no more than the label of its move."""
    values = {name: value for name, value in news[1].items() if name not in SEATS}
    return (
        news[1].get("who") == seat
        and bool(values)
        and all(str(value) in label for value in values.values())
    )


def _telling(
    here: Sequence[Course],
    there: Sequence[Course],
    known: set[Key],
    concerns: Callable[[int], float],
) -> list[News]:
    """The news that mostly come in these games and not in the others, as the game with most of them
    tells them; without what is `known`. Those of seats that it `concerns` come first.
    """
    often, seldom = _frequencies(here), _frequencies(there)
    score: dict[Key, float] = {}
    for key in {*often} - known:
        who = _actor(key)
        if who is None:
            continue
        weight = SIDE_WEIGHT + (1 - SIDE_WEIGHT) * concerns(who)
        difference = often[key] - seldom.get(key, 0.0)
        if difference >= MUCH_OFTENER and often[key] >= MOSTLY:
            score[key] = difference * weight * _earliness(here, key)
        elif concerns(who) and _is_larger(here, there, key):
            score[key] = AMOUNT_WEIGHT * weight * _earliness(here, key)
    chosen = sorted(score, key=lambda key: (-score[key], str(key)))[:MAX_EVENTS]
    fullest = max(here, key=lambda it: len({_key(each) for _, each in it.told} & {*chosen}))
    found: dict[Key, News] = {}
    for turn, news in fullest.told:
        if turn < TURNS and _key(news) in chosen:
            found.setdefault(_key(news), news)
    return [*found.values()]


def _key(news: News) -> Key:
    template, values = news
    return (
        template,
        *(
            (name, str(value))
            for name, value in values.items()
            if name in SEATS or not isinstance(value, int | float)
        ),
    )


def _frequencies(courses: Sequence[Course]) -> dict[Key, float]:
    """The share of the games in which there are such news in the turns that count."""
    seen = Counter(
        key for it in courses for key in {_key(news) for turn, news in it.told if turn < TURNS}
    )
    return {key: n / len(courses) for key, n in seen.items()}


def _actor(key: Key) -> int | None:
    """The seat that an event is about, if it names one."""
    return next((int(value) for name, value in key[1:] if name == "who"), None)


def _earliness(courses: Sequence[Course], key: Key) -> float:
    turns = [turn for it in courses for turn, news in it.told if _key(news) == key]
    return 1 / (1 + LATER_WEIGHT * statistics.median(turns))


def _is_larger(here: Sequence[Course], there: Sequence[Course], key: Key) -> bool:
    """Whether news that mostly come on both sides have clearly larger numbers here."""
    sides = [[_numbers(it, key) for it in side] for side in (here, there)]
    if min(sum(map(bool, side)) for side in sides) < MOSTLY * len(here):
        return False
    pairs = [(sum(a), sum(b)) for a, b in zip(*sides, strict=True)]
    mean = statistics.fmean(abs(b) for _, b in pairs)
    return sure_mean([a - b for a, b in pairs]) > LARGE_SHARE * mean


def _numbers(it: Course, key: Key) -> list[float]:
    """The numbers of such news in the turns that count."""
    return [
        value
        for turn, news in it.told
        if turn < TURNS and _key(news) == key
        for name, value in news[1].items()
        if name not in SEATS and isinstance(value, int | float)
    ]
