"""Why one move is better than another one, for a reader: a sentence or two, what mostly follows
each move, and the position with both moves marked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.pages.page import Picture, marked_picture
from bot.pictures.pictures import Pictures
from bot.players.reasons import News, Reason
from bot.texts.languages import reader, translate
from games.kernel import Game
from games.words import Phrase, news_text, phrase

MAX_SENTENCES = 3


def reason_text(reason: Reason, names: Sequence[str], unit: str) -> str:
    """Why the better move is better, for a reader to whom the seats have these names. `unit` is
    what the game counts. If no cause was found, it says so.
    """
    found = [_no_cause(reason, unit)] if reason.says_nothing else _sentences(reason, unit)
    space = " " if reader().spaced else ""
    lines = [space.join(translate(each, names) for each in found[:MAX_SENTENCES] if each)]
    if reason.says_nothing:
        return lines[0]
    if reason.then:
        told = _story(reason.then, names)
        lines.append(translate(phrase("✅ After it typically: {told:text}", told=told)))
    if reason.otherwise:
        told = _story(reason.otherwise, names)
        lines.append(translate(phrase("❌ Otherwise typically: {told:text}", told=told)))
    return "\n".join(lines)


def _no_cause(reason: Reason, unit: str) -> Phrase | str:
    if not reason.games or reason.lead <= 0:
        return ""
    return phrase(
        "No single cause stands out. The computer players finished {games} games from here: after"
        " the better move {who:seat ended|you ended} {amount} better on average.",
        games=reason.games,
        who=reason.seat,
        amount=_amount(reason.lead, unit),
    )


def _sentences(reason: Reason, unit: str) -> list[Phrase]:
    """The causes, the plainest first."""
    who = reason.seat
    found: list[Phrase] = []
    if reason.taken_by is not None:
        found.append(
            phrase(
                "Otherwise {who:seat mostly makes|you mostly make} this move first, and it is gone:"
                " {moves:list}.",
                who=reason.taken_by,
                moves=reason.taken,
            )
        )
    if reason.can_wait:
        found.append(
            phrase(
                "The other move can wait: {who:seat mostly makes|you mostly make} it afterwards.",
                who=who,
            )
        )
    if reason.ends is not None:
        found.append(
            phrase("It mostly ends the game before {who:seat's|your} next turn.", who=who)
            if reason.ends
            else phrase(
                "The game mostly goes on, and {who:seat has|you have} another turn.", who=who
            )
        )
    if reason.at_once:
        n = _amount(abs(reason.at_once), unit)
        found.append(
            phrase(
                "It brings {amount} more at once, with {parts:list}.",
                amount=n,
                parts=reason.at_once_of,
            )
            if reason.at_once_of
            else phrase("It brings {amount} more at once, and that lasts.", amount=n)
            if reason.at_once > 0
            else phrase("The other move brings {amount} more at once, but less later.", amount=n)
        )
    if reason.costs_of:
        found.append(phrase("The other move costs {parts:list}.", parts=reason.costs_of))
    if reason.cheaper:
        n = _amount(reason.cheaper, unit)
        found.append(phrase("It also costs {amount} less.", amount=n))
    if reason.saves:
        n = _amount(reason.saves, unit)
        found.append(
            phrase("The other move costs {amount} and does not bring that back.", amount=n)
        )
    if reason.more and reason.less:
        found.append(
            phrase(
                "At the end {who:seat mostly has|you mostly have} {more:list} more, but {less:list}"
                " less.",
                who=who,
                more=reason.more,
                less=reason.less,
            )
        )
    elif reason.more and reason.more != reason.at_once_of:
        found.append(
            phrase(
                "At the end {who:seat mostly has|you mostly have} {more:list} more.",
                who=who,
                more=reason.more,
            )
        )
    if reason.is_difference:
        found.append(phrase("This makes most of the difference:"))
    return found


def _amount(n: int, unit: str) -> Phrase:
    if unit == "points":
        return phrase("{n:point|points}", n=n)
    return phrase("{n} {unit}", n=n, unit=unit)


def _story(told: Sequence[News], names: Sequence[str]) -> str:
    space = " " if reader().spaced else ""
    return space.join(news_text(*each, names, reader()) for each in told)


# --- Pictures -------------------------------------------------------------------------------------


async def compared(
    pictures: Pictures,
    game: Game[Any],
    g: Any,
    seat: int,
    better: str,
    other: str,
    names: Sequence[str],
) -> list[Picture]:
    """The board and the screen of the seat that moves, with both moves marked."""
    sides = await asyncio.to_thread(_views, game, g, seat, better, other, names)
    return [marked_picture(pictures, *views) for views in sides]


def _views(
    game: Game[Any], g: Any, seat: int, better: str, other: str, names: Sequence[str]
) -> list[list[dict[str, Any]]]:
    """For a watcher and for the seat, the view now, after the better move and after the other."""
    states = [g, *(_after(game, g, seat, move) for move in (better, other))]
    return [
        [game.view(each, viewer) | {"names": [*names]} for each in states]
        for viewer in (None, seat)
    ]


def _after(game: Game[Any], g: Any, seat: int, move: str) -> Any:
    """The state after a move; after a secret answer, once all others have answered too."""
    g = game.play(g, seat, move)
    while seat in g.answers and g.asked:
        g = game.play(g, g.asked[0], game.expert(g, g.asked[0]))
    return g
