"""The lobby: a table that gathers its players, and what they can settle there."""

from __future__ import annotations

from bot.pages.names import TOKENS, seat_name
from bot.pages.page import MAX_OPTIONS, Button, Option, Page, Row, Select, page
from bot.players.levels import levels
from bot.table import Table
from bot.table.clock import PACES
from bot.table.lobby import option_values, value_label
from bot.texts.languages import _, spoken


def lobby_page(table: Table) -> Page:
    """Returns the page of a table that gathers its players."""
    game, row = table.game, table.row
    lines = [f"{seat_name(table, s)}{_about(table, s)}" for s in range(len(table.people))]
    lines += [f"{TOKENS[s]} *{_('free')}*" for s in range(len(table.people), row.seats)]
    missing = game.seats[0] - len(table.people)
    call = (
        _("{n} more needed to start.", n=missing)
        if missing > 0
        else _("Ready: anybody at the table may press Start.")
    )
    about = _(
        "Table {n} · {few}–{most} players · about {minutes} minutes of play · weight {weight} of 5",
        n=table.id,
        few=game.seats[0],
        most=game.seats[-1],
        minutes=game.minutes,
        weight=game.weight,
    )
    notes = [call, pace_note(table), *option_notes(table)]
    if game.has_secret_choices:
        notes.append(
            _(
                "I ask for the secrets of this game by direct message. If you would rather"
                " answer at the table, type /game dms."
            )
        )
    full = len(table.people) >= row.seats
    buttons = [
        Button("join", table.id, label=_("Join"), style="success", disabled=full),
        Button("leave", table.id, label=_("Leave")),
        Button("computer", table.id, label=_("Add computer player"), disabled=full),
        Button("start", table.id, label=_("Start"), style="primary", disabled=missing > 0),
        Button("rules", table.id, label=_("Rules")),
    ]
    return page(
        f"## {game.title}\n{about}",
        "\n".join(lines),
        "\n".join(notes),
        *option_selects(table),
        *pace_selects(table),
        Row(*buttons),
    )


def _about(table: Table, seat: int) -> str:
    person = table.people[seat]
    if person.level:
        return _(
            " — computer player, {level}: {about}",
            level=person.level,
            about=levels()[person.level][1],
        )
    return _(" — host") if person.user == table.row.host else ""


def paces() -> dict[str, str]:
    """Returns the paces a table can have, and what each means."""
    return {
        "none": _("No limit: take the time you need"),
        "relaxed": _("Relaxed: three days for an answer"),
        "daily": _("Daily: a day for an answer"),
        "fast": _("Fast: an hour for an answer"),
    }


def lates() -> dict[str, str]:
    """Returns what a table can agree to do about somebody who is late."""
    return {
        "wait": _("When time is up: reminders, and the table waits"),
        "once": _("When time is up: a computer player answers this once"),
        "seat": _("When time is up: a computer player plays on until they return"),
    }


def pace_note(table: Table) -> str:
    """Returns how long an answer may take, and what is done when time is up."""
    if PACES[table.row.pace] is None:
        return f"⏳ {paces()['none']}."
    return f"⏳ {paces()[table.row.pace]}. {lates()[table.row.late]}."


def pace_selects(table: Table) -> list[Row]:
    """Returns selects for the pace, for what is done when time is up, and for computer players."""
    out = [_chosen("pace", table, paces(), table.row.pace)]
    if PACES[table.row.pace] is not None:
        out.append(_chosen("late", table, lates(), table.row.late))
    playing = [person.level for person in table.people if person.level]
    if playing:
        kinds = {
            level: _("Computer players: {level}, {about}", level=level, about=about)
            for level, (_choose, about) in levels().items()
        }
        out.append(_chosen("level", table, kinds, playing[-1]))
    return out


def _chosen(action: str, table: Table, values: dict[str, str], now: str) -> Row:
    options = [Option(label, value, default=value == now) for value, label in values.items()]
    return Row(Select(action, table.id, options=options))


def option_notes(table: Table) -> list[str]:
    """Returns a note for each option that differs from its default: title, value, meaning."""
    notes: list[str] = []
    for name, known in table.game.options.model_fields.items():
        value = table.options.get(name, known.default)
        if value != known.default:
            title = f"{spoken(known.title or name)}: {spoken(value_label(value))}"
            notes.append(f"**{title}.** {spoken(known.description or '')}")
    return notes


def option_selects(table: Table) -> list[Row]:
    """Returns a select for each option that has a few values."""
    out: list[Row] = []
    for name, known in table.game.options.model_fields.items():
        now = table.options.get(name, known.default)
        title = spoken(known.title or name)
        options = [
            Option(
                f"{title}: {spoken(value_label(value))}", value_label(value), default=value == now
            )
            for value in option_values(known.annotation)
        ]
        if 2 <= len(options) <= MAX_OPTIONS:
            out.append(Row(Select("option", table.id, name, placeholder=title, options=options)))
    return out
