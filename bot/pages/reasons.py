"""Why one move is better than another one, for a reader: the evidence, line by line, and the
position with both moves marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.pages.page import Picture, marked_picture
from bot.pictures.pictures import Pictures
from bot.players.reasons import Entry, Event, Reason, Share, Trade
from bot.texts.languages import translate
from games.kernel import Game
from games.words import Phrase, listed, phrase


def reason_text(reason: Reason, names: Sequence[str], unit: str) -> str:
    """Why the better move is better, for a reader to whom the seats have these names. `unit` is
    what the game counts. If no cause was found, it says so.
    """
    lines = _no_cause(reason, unit) if reason.says_nothing else _evidence(reason, unit)
    return "\n".join(translate(each, names) for each in lines)


def _no_cause(reason: Reason, unit: str) -> list[Phrase]:
    """How much better the move is, and what most of that is made of."""
    if reason.lead <= 0:
        return []
    is_most = reason.parts and 3 * abs(reason.own_elsewhere) <= reason.own
    return [
        phrase(
            "No single cause stands out. The computer players finished {games} games from here:"
            " after the better move {who:seat ended|you ended} {amount} better on average.",
            games=2 * reason.games,
            who=reason.seat,
            amount=amount(reason.lead, unit),
        ),
        *([_by_parts(reason, unit)] if is_most else []),
    ]


def _evidence(reason: Reason, unit: str) -> list[Phrase]:
    """The events, then what each move changes at once and what it comes to."""
    who = reason.seat
    if reason.averages:
        return [*_ending(reason, unit), *_averages(reason, unit)]
    if reason.trades:
        return [*_ending(reason, unit), *_trades(reason, unit)]
    if any(reason.entries):
        return [*_ending(reason, unit), *_ledger(reason, unit), _by_parts(reason, unit)]
    lines = [line for each in reason.events for line in _event(reason, each, unit)]
    if any("→" in line for line in lines):
        lines.insert(
            0,
            phrase(
                "What follows in a typical one of {games} games; → is how many more points that"
                " makes after ✅ than after ❌, on average.",
                games=reason.games,
            ),
        )
    lines += _ending(reason, unit)
    first, second = reason.at_once
    if not reason.is_weighed:
        first, second = (
            [it for it in a if it not in b] for a, b in ((first, second), (second, first))
        )
    better, other = (_shares(each, unit) for each in (first, second))
    if (reason.is_direct or reason.is_weighed) and better != other:
        at_once = phrase("At once: ✅ {better} ❌ {other}", better=better, other=other)
        lines.insert(0 if reason.is_weighed else len(lines), at_once)
    if reason.is_direct and not reason.is_weighed and any(reason.at_end):
        lines.append(phrase("At the end, on average, compared with before:"))
        pairs = [[_signed(it, unit) for it in each] for each in zip(*reason.at_end, strict=True)]
        lines += [
            phrase("✅ {then} ❌ {otherwise}", then=then, otherwise=otherwise)
            for then, otherwise in pairs
            if then != otherwise
        ]
    rest = reason.own_elsewhere
    if reason.is_weighed:
        parts = [_as_listed(reason.own_told, unit)] if reason.own_told else []
        rest = reason.own - reason.own_told
    else:
        is_told = reason.is_direct or 3 * abs(rest) <= abs(reason.own)
        parts = [_signed(each, unit) for each in reason.parts] if is_told else []
    sums = [_total(_change(who, reason.own, unit), parts, rest, unit)]
    if reason.rival:
        rest = reason.rival - reason.rival_told
        parts = [_as_listed(reason.rival_told, unit)] if reason.rival_told else []
        sums.append(_total(_change(reason.rival_seat, reason.rival, unit), parts, rest, unit))
    return [*lines, _sums(reason, sums)]


def _ending(reason: Reason, unit: str) -> list[Phrase]:
    """Whether the better move ends the game, and who is ahead then."""
    if reason.ends is None:
        return []
    who = reason.seat
    if reason.ends:
        ends = phrase("After ✅ the game mostly ends before {who:seat's|your} next turn.", who=who)
    else:
        ends = phrase("The game mostly goes on, and {who:seat has|you have} another turn.", who=who)
    if reason.ahead is None:
        return [ends]
    better, other = (_ahead(reason, n, unit) for n in (reason.ahead, reason.ahead - reason.lead))
    leads = phrase("At the end, on average: ✅ {better} ❌ {other}", better=better, other=other)
    return [ends, leads] if better != other else [ends]


def _ahead(reason: Reason, n: int, unit: str) -> Phrase:
    values = {"who": reason.seat, "amount": amount(abs(n), unit)}
    if n > 0:
        return phrase("{who:seat is|you are} {amount} ahead", **values)
    if n < 0:
        return phrase("{who:seat is|you are} {amount} behind", **values)
    return phrase("nobody is ahead")


def _averages(reason: Reason, unit: str) -> list[Phrase]:
    """What the seat does in all after each move, on average."""
    lines = list[Phrase]()
    if any(reason.left_at_once):
        better, other = (_amounts(side, unit) for side in reason.left_at_once)
        lines.append(phrase("This move leaves: ✅ {better} ❌ {other}", better=better, other=other))
    lines.append(
        phrase(
            "The sum of what {who:seat does|you do} from this move to the end, on average of"
            " {games} games after each move:",
            who=reason.seat,
            games=reason.games,
        )
    )
    for each in reason.averages:
        line = phrase("✅ {then} ❌ {otherwise}", then=each.then, otherwise=each.otherwise)
        lines.append(_bringing(line, reason, each.n, unit))
    return [*lines, _listed_sum(reason, sum(it.n for it in reason.averages), unit)]


def _trades(reason: Reason, unit: str) -> list[Phrase]:
    """What the seat buys and sells after each move, on average."""
    lines = [
        phrase(
            "What {who:seat buys and sells|you buy and sell} from this move to the end, on average"
            " of {games} games after each move:",
            who=reason.seat,
            games=reason.games,
        )
    ]
    for each in reason.trades:
        for mark, trade in (("✅", each.then), ("❌", each.otherwise)):
            if told := _trade(trade, unit):
                values = {"mark": mark, "good": each.good, "told": listed(told, "commas")}
                line = phrase("{mark:text} {good}: {told}", **values)
                lines.append(_bringing(line, reason, trade.gain, unit))
        if each.barred:
            lines.append(
                phrase(
                    "❌ {who:seat then mostly cannot|You then mostly cannot} sell as much: “{why}”",
                    who=reason.seat,
                    why=each.barred,
                )
            )
    return [*lines, _listed_sum(reason, sum(it.gain for it in reason.trades), unit)]


def _bringing(line: Phrase, reason: Reason, n: float, unit: str) -> Phrase:
    """A line with the points that it brings the seat, if any."""
    amounts = _change(reason.seat, n, unit)
    return phrase("{told} → {amounts}", told=line, amounts=amounts) if n else line


def _trade(it: Trade, unit: str) -> list[Phrase]:
    told = list[Phrase]()
    if it.bought:
        told.append(phrase("{n} bought for {amount}", n=it.bought, amount=amount(it.paid, unit)))
    if it.sold:
        told.append(phrase("{n} sold for {amount}", n=it.sold, amount=amount(it.earned, unit)))
    if it.left:
        told.append(phrase("{n} left over", n=it.left))
    return told


def _listed_sum(reason: Reason, told: float, unit: str) -> Phrase:
    told = round(told)
    parts = [_as_listed(told, unit)] if told else []
    return _at_the_end(reason, unit, parts, reason.own - told)


def _ledger(reason: Reason, unit: str) -> list[Phrase]:
    """What brings points in a typical game after each move, and the sums."""
    lines = [
        phrase(
            "A typical one of {games} games after each move: what brings points, unless both have"
            " the same, until the difference is there.",
            games=reason.games,
        )
    ]
    for mark, entries in zip("✅❌", reason.entries, strict=True):
        for each in entries:
            told = each.told or phrase("Other things.")
            values = {"mark": mark, "told": told, "who": reason.seat}
            lines.append(
                phrase(
                    "{mark:text} {told} → {who:seat|you} {brings}",
                    brings=_shares(each.brings, unit),
                    **values,
                )
                if each.brings
                else phrase("{mark:text} {told}", **values)
            )
            why = _hindrance(reason.seat, each, unit)
            lines += [why] if why and why not in lines else []
    better, other = (sum(it.n for it in side) for side in reason.entries)
    lines.append(
        phrase(
            "Sum for {who:seat|you}: ✅ {better} ❌ {other}",
            who=reason.seat,
            better=_signed(Share(better), unit),
            other=_signed(Share(other), unit),
        )
    )
    return lines


def _hindrance(seat: int, entry: Entry, unit: str) -> Phrase | None:
    """What keeps the seat from it in the other game."""
    if entry.lacks:
        return phrase(
            "❌ Not possible: {who:seat then lacks|you then lack} {amounts}.",
            who=seat,
            amounts=_amounts(entry.lacks, unit),
        )
    return phrase("❌ Not possible: “{why}”", why=entry.barred) if entry.barred else None


def _amounts(shares: Sequence[Share], unit: str) -> Phrase:
    named = [each.of or amount(each.n, unit) for each in shares]
    return listed(named, "commas") if named else phrase("nothing")


def _by_parts(reason: Reason, unit: str) -> Phrase:
    parts = [_signed(each, unit) for each in reason.parts]
    return _at_the_end(reason, unit, parts, reason.own_elsewhere)


def _at_the_end(reason: Reason, unit: str, parts: list[Phrase], rest: int) -> Phrase:
    sums = [_total(_change(reason.seat, reason.own, unit), parts, rest, unit)]
    if reason.rival:
        sums.append(_change(reason.rival_seat, reason.rival, unit))
    return _sums(reason, sums)


def _sums(reason: Reason, sums: list[Phrase]) -> Phrase:
    """What the better move brings everybody."""
    return phrase(
        "At the end, compared with the other move (average of {games} games): {sums:semicolons}",
        games=2 * reason.games,
        sums=sums,
    )


def _total(total: Phrase, parts: list[Phrase], rest: int, unit: str) -> Phrase:
    """A sum, with what it is made of."""
    if not parts:
        return total
    other = [phrase("{amount} elsewhere", amount=_signed(Share(rest), unit))] if rest else []
    return phrase("{own} ({parts})", own=total, parts=listed([*parts, *other], "commas"))


def _change(who: int | None, n: float, unit: str) -> Phrase:
    signed = _with_sign(n, amount(abs(n), unit))
    if who is None:
        return phrase("the best of the others {amount}", amount=signed)
    return phrase("{who:seat|you} {amount}", who=who, amount=signed)


def _as_listed(n: int, unit: str) -> Phrase:
    return phrase("{amount} as listed", amount=_signed(Share(n), unit))


def _event(reason: Reason, event: Event, unit: str) -> list[Phrase]:
    """What happens, and how much more that brings whom."""
    lines = _what_happens(reason, event)
    brings = [(reason.seat, event.own), (reason.rival_seat, event.rival)]
    if amounts := [_change(who, n, unit) for who, n in brings if n]:
        what = listed(amounts, "semicolons")
        if event.is_sum:
            what = phrase("{amounts}, with all others of this kind", amounts=what)
        lines[-1] = phrase("{told} → {amounts}", told=lines[-1], amounts=what)
    return lines


def _what_happens(reason: Reason, event: Event) -> list[Phrase]:
    values = {"n": event.n_then, "m": event.n_otherwise, "games": reason.games}
    values |= {"then": event.then, "otherwise": event.otherwise, "who": reason.seat}
    if event.is_weighed:
        if event.then == event.otherwise:
            return [phrase("✅❌ Either way: {then}", **values)]
        then = [phrase("✅ {then}", **values)] if event.then else []
        other = [phrase("❌ {otherwise}", **values)] if event.otherwise else []
        return then + other
    if not event.oftener(reason.games):
        then = [phrase("✅ Typically: {then}", **values)] if event.then else []
        other = [phrase("❌ Otherwise typically: {otherwise}", **values)] if event.otherwise else []
        return then + other
    if event.n_then > event.n_otherwise:
        lines = [phrase("✅ In {n} of {games} games, otherwise in {m}: {then}", **values)]
    else:
        lines = [
            phrase(
                "❌ Otherwise before {who:seat's|your} next turn, in {m} of {games} games instead"
                " of {n}: {otherwise}",
                **values,
            )
        ]
    if event.barred:
        lines.append(phrase("❌ Otherwise mostly not possible: “{why}”", why=event.barred))
    if event.instead:
        lines.append(phrase("❌ Otherwise mostly: {told}", told=event.instead))
    return lines


def _shares(shares: Sequence[Share], unit: str) -> Phrase:
    return listed((_signed(each, unit) for each in shares or [Share(0)]), "commas")


def _signed(share: Share, unit: str) -> Phrase:
    return _with_sign(share.n, share.of or amount(abs(share.n), unit))


def _with_sign(n: float, of: Phrase) -> Phrase:
    return phrase("{sign:text}{of}", sign="+" if n > 0 else "−" if n else "±", of=of)


def amount(n: float, unit: str) -> Phrase:
    if unit == "points":
        return phrase("{n:point|points}", n=n)
    return phrase("{n} {unit}", n=n, unit=unit)


# --- Pictures -------------------------------------------------------------------------------------


def compared(
    pictures: Pictures,
    game: Game[Any],
    g: Any,
    seat: int,
    better: str,
    other: str,
    names: Sequence[str],
) -> list[Picture]:
    """The board and the screen of the seat that moves, with both moves marked."""
    views = (game.view(g, viewer) | {"names": [*names]} for viewer in (None, seat))
    return [marked_picture(pictures, view, better, other) for view in views]
