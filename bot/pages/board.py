"""The board of a table, its result and its log: what everybody can see."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from bot.pages.ending import story_lines
from bot.pages.names import (
    aim,
    asked_in_public,
    due_suffix,
    invited_line,
    last_round,
    paused_text,
    seat_name,
    table_name,
    when,
    with_bold_label,
)
from bot.pages.news import join_sentences, lines_of
from bot.pages.page import (
    MAX_TEXT,
    Button,
    Page,
    Part,
    Row,
    in_lines,
    in_rows,
    page,
    picture,
)
from bot.pictures.pictures import Pictures
from bot.store import TableRow
from bot.table import Table, format_names, seating
from bot.table.answer_times import Visit, visits
from bot.table.clock import DAY_S, LOBBY_OPEN_S
from bot.table.names import IS_COMPUTER
from bot.table.news import news_of
from bot.table.story import Course, course_of, with_course
from bot.table.together import Together, is_offered, together
from bot.table.whose import handed_over_at
from bot.texts.languages import _, translate
from games import discover

NEWS_LINES = 10
LOG_LINES = 40
MAX_NEWS_ROWS = 60
"""Rows of the log in which the latest news are looked for."""


async def board_page(
    table: Table, pictures: Pictures, notified: list[int], *, with_news: bool = True
) -> Page:
    """The public page of a running or finished game, which mentions the users `notified`.

    Its digest ignores the mentions. Else the message would be edited after the next thing that
    anybody does, even if that is secret.
    """
    table = table.snapshot()
    view, question = table.view(None), table.question
    over = view["scores"] is not None
    half_hour = await together(table)
    lines = [*await player_lines(table, view), *together_lines(table, half_hour)]
    last = last_round(view)
    course = await course_of(table)
    state = await _end(table, view, course) if over else last + _asked_line(table, view, [])
    mentioning = state if over else last + _asked_line(table, view, notified)
    if table.row.paused:
        state = mentioning = paused_text(table)
    shown = picture(pictures, with_course(view, course))
    free = await _free_seats(table, over)
    above: list[Part] = [
        f"## {table.game.title}\n{_('Table {n}', n=table.id)}{_with_hints(table)}",
        *_what_it_is_about(table),
        shown,
        "\n".join(lines),
    ]
    below: list[Part] = [
        *(await recent_news(table) if with_news else [blocked_note()]),
        *_buttons(table, over, half_hour),
        *in_rows([_take_button(table, seat) for seat in free]),
    ]
    rings = await end_in_short(table, view) if over else _call(table, notified)
    made = page(
        *map(in_lines, [*above, mentioning, *below]),
        mentions=notified,
        question=question,
        notification=rings if over or notified else "",
    )
    made.digest = page(*above, state, *below).digest
    return made


async def bare_board_page(table: Table, notified: list[int]) -> Page:
    """A board that says hardly more than whose turn it is."""
    seats = [*table.waiting_people(), *table.invited_people()]
    asked = [table.people[seat].user for seat in seats]
    mentioned = " ".join(f"<@{user}>" for user in asked if user in notified)
    title = f"## {table.game.title}\n{_('Table {n}', n=table.id)}"
    over = table.state.scores is not None
    free = await _free_seats(table, over)
    below = [
        *([paused_text(table)] if table.row.paused else []),
        blocked_note(),
        *_buttons(table, over, await together(table)),
        *in_rows([_take_button(table, seat) for seat in free]),
    ]
    made = page(
        *(f"{title}\n{mentioned}".strip(), *below),
        mentions=notified,
        question=table.question,
        notification=f"{mentioned} {table_name(table)}" if over or notified else "",
    )
    made.digest = page(title, *below, facts=table.question).digest
    return made


def _call(table: Table, notified: list[int]) -> str:
    """The notification of these users: what they are asked, or that they can answer already."""
    invited = {table.people[seat].user for seat in table.invited_people()}
    asked = "".join(f"<@{user}> " for user in notified if user not in invited)
    early = invited_line(table, notified) if invited.intersection(notified) else ""
    return join_sentences(filter(None, [f"{asked}{asked_in_public(table)}", early]))


async def _free_seats(table: Table, over: bool) -> list[int]:
    """The seats that somebody can take: anybody, or who was replaced there."""
    vacant = {seat for seat, person in enumerate(table.people) if person.vacant and not over}
    return sorted(vacant | (await seating.claims(table)).keys())


def blocked_note() -> str:
    """The note on a board that lacks what AutoMod of the server blocks."""
    return _(
        "-# AutoMod of this server blocks some words, so this message leaves them out. **Move**"
        " and **Log** show everything."
    )


def _what_it_is_about(table: Table) -> list[str]:
    """How the game ends, who wins and how long it takes, until somebody has moved."""
    if table.question > 1:
        return []
    length = _("About {minutes} minutes of play.", minutes=table.game.minutes)
    return [f"-# {join_sentences([aim(table.game), length])}"]


def _with_hints(table: Table) -> str:
    """A note that the table has hints, as the end of a line; "" if it has none."""
    return f" · 💡 {_('with hints, not rated')}" if table.row.hints else ""


def together_lines(table: Table, half_hour: Together | None) -> list[str]:
    return [together_text(table, half_hour)] if half_hour else []


def together_text(table: Table, half_hour: Together) -> str:
    """When the half hour is that people want to play together, and who wants it."""
    names = format_names([seat_name(table, table.own_seat(user)) for user in half_hour.users])
    if half_hour.has_begun:
        return _("🕗 Half an hour together, now: {names:text}.", names=names)
    return _(
        "🕗 Half an hour together, {when:text}? In: {names:text}.",
        when=when(half_hour.at, "f"),
        names=names,
    )


def _together_buttons(table: Table, half_hour: Together) -> list[Row]:
    if half_hour.has_begun:
        return []
    at = str(int(half_hour.at))
    wants = Button("together", table.id, at, label=_("I am in"))
    return [Row(wants, Button("another-day", table.id, at, label=_("Another day")))]


def _buttons(table: Table, over: bool, half_hour: Together | None) -> list[Row]:
    hand, move = own_buttons(table)
    look_back = [
        Button("replay", table.id, label=_("Replay")),
        history_button(table),
    ]
    rules = Button("rules", table.id, label=_("Rules"))
    log = Button("log", table.id, label=_("Log"))
    if half_hour:
        return [Row(hand, move, rules, log), *_together_buttons(table, half_hour)]
    if not over:
        asks = Button("together", table.id, label=_("Half an hour together?"))
        return [Row(hand, move, rules, log, *([asks] if is_offered(table) else []))]
    return [Row(hand, *look_back, rules, log), Row(*rematch_button(table), review_button(table))]


def rematch_button(table: Table) -> list[Button]:
    """The button that opens a rematch; [] outside of servers."""
    again = Button("rematch", table.id, label=_("Rematch"), style="primary")
    return [again] if table.row.guild is not None else []


def review_button(table: Table) -> Button:
    return Button("review", table.id, label=_("Review"))


def history_button(table: Table) -> Button:
    return Button("history", table.id, label=_("History"))


def _take_button(table: Table, seat: int) -> Button:
    label = _("Play for {name:text}", name=table.names[seat])
    return Button("take", table.id, str(seat), label=label)


def own_buttons(table: Table) -> tuple[Button, Button]:
    """The buttons that open a player's hand and their panel."""
    return (
        Button("hand", table.id, label=_("My hand")),
        Button("panel", table.id, label=_("Move"), style="primary"),
    )


async def recent_news(table: Table) -> list[str]:
    """A text with the latest news for all; [] if there are none."""
    news = await public_news(table)
    return ["\n".join([_("**Lately**"), *news])] if news else []


async def player_lines(table: Table, view: dict[str, Any]) -> list[str]:
    """A line for each player: who is asked until when, who has chosen, and how it ended."""
    over = view["scores"] is not None
    turns, handed = await table.store.turns.of(table.id), await handed_over_at(table)
    due = {} if over else {seat: due_suffix(table, turn) for seat, turn in turns.items()}
    here = {} if over else {seat: _here(each) for seat, each in (await visits(table)).items()}
    return [
        f"{_player_line(table, view, seat, handed)}{_partners(table, seat)}{due.get(seat, '')}"
        f"{here.get(seat, '')}"
        for seat in range(len(table.people))
    ]


def _here(visit: Visit) -> str:
    """The end of the line of somebody who answers often. It stays true while time passes."""
    return _(
        " · here {when:text}: {n} answers in {minutes:minute|minutes}",
        when=when(visit.last),
        n=visit.answers,
        minutes=visit.minutes,
    )


def _partners(table: Table, seat: int) -> str:
    """With whom somebody plays against others, where everybody knows it."""
    team = table.game.teams_of(len(table.people), table.options)
    others = [s for s, each in enumerate(team) if s != seat and each == team[seat]]
    if not others or len({*team}) == 1:
        return ""
    return _(" · with {names:text}", names=format_names([table.escaped_names[s] for s in others]))


def _player_line(table: Table, view: dict[str, Any], seat: int, handed: Container[int]) -> str:
    person = table.people[seat]
    state = ""
    if seat in view["asked"]:
        state = _(" — **to choose**") if view["question"]["secret"] else _(" — **to move**")
    elif seat in view["answered"]:
        state = _(" — has chosen")
    if view["scores"] is not None:
        crown = " 👑" if seat in view["winners"] else ""
        state = f" — {view['scores'][seat]}{crown}"
    away = _(" (away)") if person.stand_in else ""
    computer = _handed(seat, handed) or (_(IS_COMPUTER) if person.level else away)
    return f"{seat_name(table, seat)}{computer}{state}"


def _asked_line(table: Table, view: dict[str, Any], notified: list[int]) -> str:
    asked: list[int] = view["asked"]
    who = format_names(
        [seat_name(table, s, mention=table.people[s].user in notified) for s in asked]
    )
    if any(table.people[s].computer for s in asked) and not table.waiting_people():
        return _("{who:text}: thinking …", who=who)
    prompt = with_bold_label(who, translate(view["question"]["prompt"], table.escaped_names))
    private = _("In private: press **Move**, or answer in our direct messages.")
    secret = private if view["question"]["secret"] else ""
    return join_sentences(filter(None, [prompt, secret, invited_line(table, notified)]))


async def result(table: Table, view: dict[str, Any]) -> str:
    """Who won, and whose results do not count for them."""
    handed = await handed_over_at(table)
    won = _won([seat_name(table, seat) + _handed(seat, handed) for seat in view["winners"]], view)
    lines = [f"### {won}"]
    if handed:
        names = format_names([seat_name(table, seat) for seat in handed])
        note = _(
            "Handed over: {names:text}. Most of the moves there were not theirs, or a computer"
            " player held the seat at the end. That is no win, and changes no rating of theirs.",
            names=names,
        )
        lines.append(f"-# {note}")
    return "\n".join(lines)


async def _end(table: Table, view: dict[str, Any], course: Course | None) -> str:
    """Who won, and how it came to that."""
    return "\n".join([await result(table, view), *story_lines(table, view, course)])


def _won(names: list[str], view: dict[str, Any]) -> str:
    winners, team = format_names(names), view["teams"]
    if not names and {*team} == {0}:
        return _("You lose together!")
    if len(names) > 1 and len({team[seat] for seat in view["winners"]}) == 1:
        return _("{names:text} win together!", names=winners)
    if len(names) > 1:
        return _("{names:text} share the victory!", names=winners)
    return _("{names:text} wins!", names=winners)


def _handed(seat: int, handed: Container[int]) -> str:
    """The end of the name of a seat that was handed over."""
    return _(" (handed over)") if seat in handed else ""


async def end_in_short(table: Table, view: dict[str, Any]) -> str:
    """The table and who won, without Markdown."""
    handed = await handed_over_at(table)
    winners: list[int] = view["winners"]
    names = [table.escaped_names[seat] + _handed(seat, handed) for seat in winners]
    return f"{table_name(table)}: {_won(names, view)}"


async def public_news(table: Table) -> list[str]:
    """The latest lines of news for all."""
    lines: list[str] = []
    for newest in (3 * NEWS_LINES, MAX_NEWS_ROWS):  # the first is enough if few are private
        if len(lines) < NEWS_LINES:
            told = await news_of(table, newest)
            public = [each for each in told if each.to is None]
            lines = lines_of(public, table.game.name)[-NEWS_LINES:]
    return lines


async def log_page(table: Table, seat: int | None, *buttons: Row) -> Page:
    told = [each for each in await news_of(table, 400) if each.to in (None, seat)]
    lines = lines_of(told, table.game.name, asides=True)
    shown = lines[-LOG_LINES:]
    while len("\n".join(shown)) > MAX_TEXT - 400:
        shown.pop(0)
    more = ""
    if len(shown) < len(lines):
        more = _("-# The latest {n} of {all} lines.", n=len(shown), all=len(lines))
    title = _("### Log of table {n}", n=table.id)
    lines = [title, *(shown or [_("Nothing has happened yet.")]), more]
    proof = [Row(Button("verify", table.id, label=_("Verify")))] if table.g is not None else []
    return page("\n".join(lines).strip(), *buttons, *proof)


def ended_early_text(table: Table) -> str:
    if table.g is not None:
        return _("Table {n} was given up.", n=table.id)
    closed = _("Table {n} was closed before it started.", n=table.id)
    if table.votes or not any(person.user for person in table.people):
        return closed  # by its host or a moderator, or because everybody left
    why = _(
        "A table at which nobody sits down or changes anything for {days:day|days} closes itself.",
        days=round(LOBBY_OPEN_S / DAY_S),
    )
    return f"{closed} {why}"


def ended_early_page(table: Table) -> Page:
    how = ended_early_text(table)
    return page(
        f"## {table.game.title}\n{how} {_('The channel is free for a new one: /game new.')}"
    )


def set_aside_page(row: TableRow) -> Page:
    if row.game not in discover():
        return page(
            _(
                "### Table {n} is set aside\nIts game “{game:text}” is not available here any"
                " more, so nobody can move there. Its log is kept for the people who run the bot,"
                " and other tables are not touched. The channel is free for a new game: /game new.",
                n=row.id,
                game=row.game,
            )
        )
    return page(
        _(
            "### Table {n} is set aside\nIts stored state cannot be read, so nobody can move there"
            " any more. Its log is kept for the people who run the bot, and other tables are not"
            " touched. The channel is free for a new game: /game new.",
            n=row.id,
        )
    )
