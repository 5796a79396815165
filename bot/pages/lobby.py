"""The lobby: a table before its start, and its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.pages.names import TOKENS, seat_name, table_name
from bot.pages.page import (
    MAX_OPTIONS,
    Button,
    Field,
    Form,
    Option,
    Page,
    Part,
    Row,
    Select,
    page,
)
from bot.players.levels import levels
from bot.store import InvitationRow, LateRule
from bot.table import Table, format_names
from bot.table.invitations import DECLINED, NOT_ADDED, notified_in_lobby, unanswered
from bot.table.lobby import value_label
from bot.table.names import IS_COMPUTER_OF_LEVEL
from bot.table.pace import PRESETS, label, sentence, stored_pace, written_parts
from bot.texts.languages import _, reader, translate
from games.kernel import Game, about_value, option_values

BULLET = "▫️"
"""In place of the token of a seat, while it is open who gets which seat."""
LISTED, LOT = "listed", "lot"
MAX_PACE_PART = 100
"""Characters of a field for a pace."""
BY_HAND, WHEN_FULL = "0", "1"
WITHOUT, WITH = "0", "1"


@dataclass(slots=True)
class Setting:
    """A setting that the host chooses in the lobby."""

    action: str
    """The action of its select, see `bot.interactions.controls.picked`."""
    title: str
    values: dict[str, tuple[str, str]]
    """The name of each value, and a sentence about it."""
    now: str
    rest: str = ""
    default: str = ""
    """The value that the lobby does not mention."""

    def select(self, table: Table) -> Row:
        """Returns the select for the host."""
        options = [
            Option(self._with(label), value, description, default=value == self.now)
            for value, (label, description) in self.values.items()
        ]
        return Row(Select(self.action, table.id, self.rest, self.title, options))

    def in_words(self) -> str:
        """Returns the current value, in words."""
        label, description = self.values[self.now]
        stop = "." if reader().spaced else "。"
        return f"**{self._with(label)}{stop}** {description}"

    def _with(self, label: str) -> str:
        return _("{title:text}: {label:text}", title=self.title, label=label)


def lobby_page(
    table: Table, invited: Sequence[InvitationRow] = (), notified: Sequence[int] = ()
) -> Page:
    """Returns the page of a lobby, which mentions the guests `notified`."""
    game, row = table.game, table.row
    missing = game.seats[0] - len(table.people)
    full = len(table.people) >= row.seats
    seats = Row(
        Button("join", table.id, label=_("Join"), style="success", disabled=full),
        Button("leave", table.id, label=_("Leave")),
        Button("start", table.id, label=_("Start"), style="primary", disabled=missing > 0),
        Button("rules", table.id, label=_("Rules")),
    )
    declines = [Button("decline", table.id, label=_("Decline"))]
    removes = [Button("no-computer", table.id, label=_("Remove computer player"))]
    more = Row(
        Button("options", table.id, label=_("Options")),
        Button("computer", table.id, label=_("Add computer player"), disabled=full),
        *(removes if any(person.level for person in table.people) else []),
        *(declines if notified_in_lobby(table, invited) else []),
    )
    secrets = [
        _(
            "-# I ask for the secrets of this game by direct message. If you would rather answer"
            " at the table, type /game dms."
        )
    ]
    notes = [
        _start_line(table, missing),
        *([_rematch_note(table)] if row.rematch_of else []),
        *_privacy(table, [*invited]),
        pace_note(table),
        *([f"💡 {_hints()[WITH][1]}"] if row.hints else []),
        *([f"🎲 {_seating()[LOT][1]}"] if row.seating == LOT else []),
        *[each.in_words() for each in option_settings(table) if each.now != each.default],
        *(secrets if game.has_secret_choices else []),
    ]
    about = f"-# {_('Table {n}', n=table.id)} · {facts(game)}"
    heading = "\n".join([f"## {game.title}", translate(game.about), about])
    text = "\n".join(notes)
    who = "".join(f"<@{user}> " for user in notified)
    rings = _("{who:text}You are invited: {table:text}.", who=who, table=table_name(table))
    return page(
        *(heading, "\n".join(_people(table)), text, seats, more),
        mentions=notified,
        notification=rings if notified else "",
    )


def facts(game: Game[Any]) -> str:
    """Returns the number of players of a game, and how long it takes at one sitting."""
    return _(
        "{few}–{most} players · about {minutes} minutes of play",
        few=game.seats[0],
        most=game.seats[-1],
        minutes=game.minutes,
    )


def _people(table: Table) -> list[str]:
    """Returns a line for each seat, with its token unless the seats will be drawn by lot."""
    lots = table.row.seating == LOT
    names = [
        f"{BULLET} {table.escaped_names[seat]}" if lots else seat_name(table, seat)
        for seat in range(len(table.people))
    ]
    free = [
        f"{BULLET if lots else TOKENS[seat]} *{_('free')}*"
        for seat in range(len(table.people), table.row.seats)
    ]
    return [f"{name}{_role(table, seat)}" for seat, name in enumerate(names)] + free


def _role(table: Table, seat: int) -> str:
    person = table.people[seat]
    if person.level:
        return _(IS_COMPUTER_OF_LEVEL, level=person.level)
    return _(" — host") if person.user == table.row.host else ""


def _start_line(table: Table, missing: int) -> str:
    """Returns what the game needs to start."""
    seats = table.row.seats
    by_itself = table.row.starts_full and len(table.people) < seats
    if missing > 0:
        more = _("{n} more needed to start.", n=missing)
        full = _("The game starts by itself when all {n} seats are taken.", n=seats)
        return f"{more} {full}" if by_itself else more
    if by_itself:
        return _(
            "Ready: anybody at the table may press Start, or the game starts by itself when all {n}"
            " seats are taken.",
            n=seats,
        )
    return _("Ready: anybody at the table may press Start.")


def _privacy(table: Table, invited: list[InvitationRow]) -> list[str]:
    """Returns notes on who can join, who is invited and who has declined."""
    closed = _("🔒 Private: only people whom the host invites can join.")
    notes = [closed] if table.row.private else []
    asked = unanswered(table, invited)
    declined = _with(DECLINED, table, invited)
    not_added = _with(NOT_ADDED, table, invited)
    if asked:
        notes.append(_("✉️ Invited: {names:text}", names=_mentioned(asked)))
    if declined:
        notes.append(_("✉️ Declined: {names:text}", names=_mentioned(declined)))
    if not_added:
        notes.append(
            _(
                "✉️ Discord does not add them to this thread, because it is full or they are not on"
                " this server: {names:text}",
                names=_mentioned(not_added),
            )
        )
    return notes


def _with(declined: int, table: Table, invited: list[InvitationRow]) -> list[int]:
    """Returns those without a seat whose invitation ended in this way."""
    users = [row.user for row in invited if row.declined == declined]
    return [user for user in users if table.seat_of(user) is None]


def _rematch_note(table: Table) -> str:
    """Returns a note on the game that this is a rematch of, and on the seats."""
    note = _("🔁 Rematch of table {n}.", n=table.row.rematch_of)
    moved = _("Everybody moves one seat up, and the first player becomes the last.")
    return f"{note} {moved}" if table.row.seating == LISTED else note


def _mentioned(users: list[int]) -> str:
    """Returns the mentions of users, without notifying them."""
    return format_names([f"<@{user}>" for user in users])


# --- Options --------------------------------------------------------------------------------------


def options_page(table: Table, user: int, note: str = "") -> Page:
    """Returns all options: as selects for the host, in words for others, with a note on the last
    pick. After the lobby there is only the note.
    """
    if table.row.status != "lobby":
        return page(note)
    title = _("### Options of table {n}", n=table.id)
    settings = [*option_settings(table), *table_settings(table)]
    if user != table.row.host:
        only = _("-# Only the host of the table can change its options.")
        return page("\n".join([title, *[each.in_words() for each in settings], note or only]))
    hint = _("You are the host: your choices here apply to the table at once.")
    parts: list[Part] = [
        "\n".join(filter(None, [title, note, hint])),
        *[each.select(table) for each in settings],
        Row(Button("pace", table.id, label=_("Another pace …"))),
    ]
    if table.row.seating == LISTED and len(table.people) > 1:
        parts.append(_move_up(table))
    if any(person.user != user for person in table.people):
        parts.append(_free_seat(table))
    return page(*parts)


def pace_form(table: Table, zone: str) -> Form:
    """Returns the form for a pace of one's own, by default in this time zone."""
    pace = stored_pace(table.row.pace)
    answer, reserve, off = written_parts(pace)
    fields = [
        Field(
            _("Time for an answer"),
            answer,
            MAX_PACE_PART,
            "answer",
            _("A length as 90m, 36h or 2d; or a time of day as 21:00, when answers are due."),
        ),
        Field(
            _("Reserve"),
            reserve,
            MAX_PACE_PART,
            "reserve",
            _("A length that longer answers use up, and quick ones fill again; or nothing."),
        ),
        Field(
            _("Days off"),
            off,
            MAX_PACE_PART,
            "off",
            _("Days on which no time runs, such as Saturday, Sunday; or nothing."),
        ),
        Field(
            _("Time zone"),
            pace.zone or zone,
            MAX_PACE_PART,
            "zone",
            _("Of the time of day and the days off, such as Europe/Berlin."),
        ),
    ]
    return Form("pace", table.id, _("Pace of table {n}", n=table.id), fields)


def option_settings(table: Table) -> list[Setting]:
    """Returns the options of the game, as far as a select can hold their values."""
    out: list[Setting] = []
    for name, known in table.game.options.model_fields.items():
        values = {
            value_label(value): (
                translate(value_label(value)),
                translate(about_value(known, value)),
            )
            for value in option_values(known)
        }
        now, default = table.options.get(name, known.default), value_label(known.default)
        if 2 <= len(values) <= MAX_OPTIONS:
            title = translate(known.title or name)
            out.append(Setting("option", title, values, value_label(now), name, default))
    return out


def table_settings(table: Table) -> list[Setting]:
    """Returns the settings that tables of all games have."""
    row = table.row
    out = [Setting("pace", _("Pace"), _paces(row.pace), row.pace)]
    if stored_pace(row.pace).is_limited:
        out.append(Setting("late", _("Late answers"), _late_rules(), row.late))
    out.append(Setting("seating", _("Seats"), _seating(), row.seating))
    out.append(Setting("full", _("Start"), _starts(), str(row.starts_full)))
    out.append(Setting("hints", _("Hints"), _hints(), str(row.hints)))
    playing = [person.level for person in table.people if person.level]
    if playing:
        kinds = {
            name: (translate(name), translate(about)) for name, (_choose, about) in levels().items()
        }
        out.append(Setting("level", _("Computer players"), kinds, playing[-1]))
    return out


def _paces(now: str) -> dict[str, tuple[str, str]]:
    paces = {str(pace): pace for pace in PRESETS.values()} | {now: stored_pace(now)}
    return {text: (label(pace), sentence(pace)) for text, pace in paces.items()}


def _late_rules() -> dict[str, tuple[str, str]]:
    return {
        "wait": (_("only reminders"), _("When time is up, the table waits, and sends reminders.")),
        "once": (
            _("computer, once"),
            _("When time is up, a computer player answers this once."),
        ),
        "seat": (
            _("computer, until back"),
            _("When time is up, a computer player plays on until they return."),
        ),
    }


def _seating() -> dict[str, tuple[str, str]]:
    return {
        LOT: (_("by lot"), _("The seats are drawn by lot when the game starts.")),
        LISTED: (
            _("as listed"),
            _("Seats go in the order of the list, where the host can move people."),
        ),
    }


def _starts() -> dict[str, tuple[str, str]]:
    return {
        BY_HAND: (_("by hand"), _("Somebody at the table presses Start.")),
        WHEN_FULL: (_("when full"), _("The game starts by itself when the last seat is taken.")),
    }


def _hints() -> dict[str, tuple[str, str]]:
    return {
        WITHOUT: (_("no"), _("Nobody gets hints, and the game is rated.")),
        WITH: (_("yes"), _("Players can ask for a sensible move. The game is not rated.")),
    }


def pace_note(table: Table) -> str:
    """Returns how long an answer may take, and what happens when time is up."""
    return f"⏳ {pace_text(table.row.pace, table.row.late)}"


def pace_text(pace: str, late: LateRule) -> str:
    """Returns the same without the emoji."""
    known = stored_pace(pace)
    if not known.is_limited:
        return _("No limit of time.")
    return f"{sentence(known, for_discord=True)} {_late_rules()[late][1]}"


def _move_up(table: Table) -> Row:
    """Returns the select that moves somebody one seat up."""
    options = [
        Option(_("{name:text} to seat {n}", name=table.names[seat], n=seat), person.key)
        for seat, person in enumerate(table.people)
        if seat
    ]
    return Row(Select("up", table.id, placeholder=_("Move somebody up …"), options=options))


def _free_seat(table: Table) -> Row:
    """Returns the select that frees the seat of anybody but the host."""
    person_gone = _("They can join again only if you invite them.")
    computer_gone = _("Somebody else can take it.")
    options = [
        Option(
            _("Free the seat of {name:text}", name=table.names[seat]),
            person.key,
            person_gone if person.user else computer_gone,
        )
        for seat, person in enumerate(table.people)
        if person.user != table.row.host
    ]
    return Row(Select("free", table.id, placeholder=_("Free a seat …"), options=options))
