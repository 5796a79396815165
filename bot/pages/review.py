"""The review of a finished game: its progress, and its results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from babel.numbers import format_decimal, format_percent

from bot.pages.names import heading, seat_name
from bot.pages.page import Button, Page, Part, Picture, Row, page
from bot.pages.reasons import compared, reason_text
from bot.pictures.drawing import describe_chart, run_in_language
from bot.pictures.pictures import Pictures, picture_key
from bot.players import review
from bot.players.reasons import read_reason
from bot.players.review import Decision
from bot.store import ALL_TENTHS, ReviewRow
from bot.table import Table
from bot.table.history import History, read_history, state_at
from bot.texts.languages import _, current_language, reader, translate
from games.kernel import Game, victory_shares
from games.words import names_for, phrase

FULL, EMPTY = "▰", "▱"
CHANCE = phrase("chance of winning")


async def review_page(
    table: Table, seat: int | None, row: ReviewRow | None, pictures: Pictures, shared: bool = False
) -> Page:
    """The review for a seat (None: a watcher): its progress, or its results. A `shared` one, for
    the channel, has no buttons.
    """
    if row is None or row.tenths < ALL_TENTHS:
        return _progress(table, row)
    found = review.stored_decisions(row)
    turns = review.turning_points(found)
    parts: list[Part] = [heading(table), *await _chart(table, found, turns, pictures)]
    if turns:
        parts.append(_("### Turning points"))
    for n, turn in enumerate(turns, 1):
        parts += await _turning_point(table, seat, n, turn, pictures)
    if not turns:
        parts.append(_("I found no decision that clearly changed the game."))
    seats = [_closeness(table, each, found) for each in range(len(table.people))]
    parts.append("\n".join([_("### How close to the best moves"), *filter(None, seats)]))
    parts.append(f"-# {_explanation()}")
    if not shared:
        parts.append(_buttons(table, row))
    return page(*parts, facts=[row.found])


def _buttons(table: Table, row: ReviewRow) -> Row:
    label = _("Shared in the channel") if row.shared else _("Share in the channel")
    share = Button("share-review", table.id, label=label, disabled=bool(row.shared))
    return Row(share, Button("history", table.id, label=_("History")))


def _progress(table: Table, row: ReviewRow | None) -> Page:
    tenths = row.tenths if row else 0
    share = format_percent(tenths / ALL_TENTHS, locale=reader().locale)
    lines = [
        f"{FULL * tenths}{EMPTY * (ALL_TENTHS - tenths)} {share}",
        _(
            "I compare every decision with the best move that I find. That takes some minutes, more"
            " if other games are being reviewed. This message follows it for a while; after that,"
            " press **Refresh**."
        ),
    ]
    refresh = Button("refresh-review", table.id, label=_("Refresh"))
    return page(heading(table), "\n".join(lines), Row(refresh))


async def _chart(
    table: Table, found: list[Decision], turns: list[Decision], pictures: Pictures
) -> list[Picture]:
    """The chart of everybody's chance of winning; [] if the review played no games out."""
    chances = review.chances(found)
    if not chances:
        return []
    public, view = await read_history(table, None), table.view(None)
    lines = [public.line(step).seq for step in range(len(public.steps))]
    points = [_after(line, found, chances) for line in lines[:-1]]
    points.append([round(100 * share) for share in victory_shares(table.state)])
    chart: dict[str, Any] = {
        "game": table.game.name,
        "title": table.game.title,
        "unit": CHANCE,
        "sign": "%",
        "names": table.names,
        "points": points,
        "winners": view["winners"],
        "teams": view["teams"],
        "marks": [(_step(public, turn.line), turn.seat) for turn in turns],
    }
    drawing = partial(pictures.chart, chart, language=current_language())
    words = partial(run_in_language, current_language(), describe_chart, chart)
    return [Picture(f"chances-{picture_key(chart)}.png", drawing, words)]


def _after(line: int, found: list[Decision], chances: list[list[float]]) -> list[int]:
    """Everybody's chance of winning after a line of the log, in percent."""
    before = sum(each.line <= line for each in found)
    return [round(100 * chance) for chance in chances[max(0, before - 1)]]


def _step(found: History, line: int) -> int:
    """The last step before a line of the log."""
    return max((i for i in range(len(found.steps)) if found.line(i).seq < line), default=0)


async def _turning_point(
    table: Table, seat: int | None, n: int, turn: Decision, pictures: Pictures
) -> list[Part]:
    """A decision, a better one and the reason; the board and the screen of who moved."""
    found = await read_history(table, seat)
    step = _step(found, turn.line)
    g = await state_at(table, found, step)
    game, names = table.game, names_for(seat, table.escaped_names)
    values = {"n": n, "step": step, "who": seat_name(table, turn.seat)}
    values |= {"points": _number(turn.points), "unit": game.unit}
    lines = [
        _("**{n}. Step {step}, {who:text}**", **values),
        f"❌ {_said(game, g, turn.seat, turn.move, names)}",
        f"✅ {_said(game, g, turn.seat, turn.best, names)}",
    ]
    if turn.points > 0:
        lines.append(_("The better move is worth about {points:text} {unit} more.", **values))
    if turn.reason is not None:
        lines.append(reason_text(read_reason(turn.reason), names, game.unit))
    now = turn.chances[turn.seat] if turn.chances else 0.0
    then = min(1.0, max(0.0, now + turn.chance))
    chances = {"now": _percent(now), "then": _percent(then)}
    lines.append(_("-# Chance of winning: {then:text} instead of {now:text}.", **chances))
    shown = compared(pictures, game, g, turn.seat, turn.best, turn.move, table.names)
    return ["\n".join(filter(None, lines)), *shown]


def _said(game: Game[Any], g: Any, seat: int, move: str, names: Sequence[str]) -> str:
    """The label of a move, and what it would bring."""
    label, brings = (
        translate(each(g, seat, move), names) for each in (game.label, game.consequence)
    )
    return f"**{label}**\n-# {brings}" if brings else f"**{label}**"


def _closeness(table: Table, seat: int, found: list[Decision]) -> str:
    """How close to the best moves a seat played; "" if it had no decision."""
    own = [each for each in found if each.seat == seat]
    if not own:
        return ""
    return _(
        "{who:text}: {good} of {all:decision|decisions} without a clearly better move; "
        "on average {points:text} {unit} lost per decision",
        who=seat_name(table, seat),
        good=sum(not each.is_mistake for each in own),
        all=len(own),
        points=_number(review.points_lost(own)),
        unit=table.game.unit,
    )


def _explanation() -> str:
    return _(
        "In the pictures a tick marks what the better move changes, a cross what the other one "
        "does; beside the board is the screen of who moved. "
        "For each decision a strong computer player looked for the best move, knowing "
        "only what that player could know, and finished the game many times with both "
        "moves. What counts is the lead over the best other player at the end. These are "
        "estimates."
    )


def _number(value: float) -> str:
    """A number in the reader's language; small ones have one decimal."""
    return format_decimal(value, "#,##0.0" if value < 9.95 else "#,##0", locale=reader().locale)


def _percent(share: float) -> str:
    return format_percent(share, locale=reader().locale)
