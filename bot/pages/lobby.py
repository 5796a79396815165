"""The lobby: a table before its start, and its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.pages.names import TOKENS, aim, seat_name, table_name
from bot.pages.page import (
    MAX_FIELDS,
    MAX_OPTIONS,
    Answers,
    Button,
    Field,
    Form,
    Option,
    Page,
    Part,
    Row,
    Select,
    in_lines,
    page,
)
from bot.players.levels import levels
from bot.standings.estimate import Estimate
from bot.store import InvitationRow, LateRule
from bot.table import NewTable, Table, format_names
from bot.table.invitations import DECLINED, NOT_ADDED, notified_in_lobby, unanswered
from bot.table.names import IS_COMPUTER_OF_LEVEL
from bot.table.pace import DAY_NAMES, DAYS, sentence, stored_pace, written_parts
from bot.table.settings import (
    HINTS,
    LATE,
    LOT,
    PACE,
    SEATING,
    STARTS_FULL,
    LevelSetting,
    OptionSetting,
    TableSetting,
    options_of,
)
from bot.texts.languages import _, translate
from games.kernel import Game
from games.words import Phrase, phrase

BULLET = "▫️"
"""In place of the token of a seat, while it is open who gets which seat."""
MAX_TICKED = 10
"""Settings that are ticked in one field."""
MAX_PACE_PART = 100
"""Characters of a field for a pace."""
LEVEL = LevelSetting(
    "level",
    values={name: (name, about) for name, (_choose, about) in levels().items()},
    title="Computer players",
)


def lobby_page(
    table: Table,
    invited: Sequence[InvitationRow] = (),
    notified: Sequence[int] = (),
    estimate: Estimate | None = None,
    news: Sequence[str] = (),
) -> Page:
    """The page of a lobby, which mentions the guests `notified`, with lines of news."""
    game, row, new = table.game, table.row, NewTable.of(table)
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
        Button("seats", table.id, label=_("Pace and seats")),
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
        *news,
        _start_line(table, missing),
        *([_rematch_note(table)] if row.rematch_of else []),
        *_privacy(table, [*invited]),
        pace_note(table),
        *([f"📅 {_estimate_text(estimate)}"] if estimate else []),
        *([f"💡 {HINTS.about('1')}"] if row.hints else []),
        *([f"🎲 {SEATING.about(LOT)}"] if row.seating == LOT else []),
        *_team_notes(table),
        *[each.in_words(now) for each in _options(table) if (now := each.now(new)) != each.default],
        *(secrets if game.has_secret_choices else []),
    ]
    about = f"-# {_('Table {n}', n=table.id)} · {facts(game)}"
    heading = "\n".join([f"## {game.title}", translate(game.about), aim(game), about])
    text = "\n".join(notes)
    who = "".join(f"<@{user}> " for user in notified)
    rings = _("{who:text}You are invited: {table:text}.", who=who, table=table_name(table))
    return page(
        *(in_lines(heading), "\n".join(_people(table)), text, seats, more),
        mentions=notified,
        notification=rings if notified else "",
    )


def facts(game: Game[Any]) -> str:
    """The number of players of a game, and how long it takes at one sitting."""
    return _(
        "{players} · about {minutes} minutes of play", players=game.sizes, minutes=game.minutes
    )


def _people(table: Table) -> list[str]:
    """A line for each seat, with its token unless the seats will be drawn by lot; by teams."""
    lots = table.row.seating == LOT
    names = [
        f"{BULLET} {table.escaped_names[seat]}" if lots else seat_name(table, seat)
        for seat in range(len(table.people))
    ]
    free = [
        f"{BULLET if lots else TOKENS[seat]} *{_('free')}*"
        for seat in range(len(table.people), table.row.seats)
    ]
    lines = [f"{name}{_role(table, seat)}" for seat, name in enumerate(names)] + free
    team = _teams(table)
    if lots or len({*team}) < 2:
        return lines
    return [
        line
        for n, first in enumerate(dict.fromkeys(team), 1)
        for line in (
            _("**Team {n}**", n=n),
            *(each for seat, each in enumerate(lines) if team[seat] == first),
        )
    ]


def _teams(table: Table) -> list[int]:
    """The team of each seat at a full table; [] if all play alone, or it is not known yet."""
    return table.game.teams_of(table.row.seats, table.options)


def _team_notes(table: Table) -> list[str]:
    team = _teams(table)
    if len({*team}) == 1:
        return [f"🤝 {_('You play together: all win, or all lose.')}"]
    if team and table.row.seating == LOT:
        return [f"🤝 {_('Who plays with whom is drawn by lot, too.')}"]
    return [f"🤝 {_('Who plays with whom follows from the order of the list.')}"] if team else []


def _role(table: Table, seat: int) -> str:
    person = table.people[seat]
    if person.level:
        return _(IS_COMPUTER_OF_LEVEL, level=person.level)
    return _(" — host") if person.user == table.row.host else ""


def _start_line(table: Table, missing: int) -> str:
    """What the game needs to start."""
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
    """Notes on who can join, who is invited and who has declined."""
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
    """Those without a seat whose invitation ended in this way."""
    users = [row.user for row in invited if row.declined == declined]
    return [user for user in users if table.seat_of(user) is None]


def _rematch_note(table: Table) -> str:
    note = _("🔁 Rematch of table {n}.", n=table.row.rematch_of)
    moved = _("Everybody moves one seat up, and the first player becomes the last.")
    return f"{note} {moved}" if table.row.seating != LOT and not _teams(table) else note


def _mentioned(users: list[int]) -> str:
    """The mentions of users, without notifying them."""
    return format_names([f"<@{user}>" for user in users])


# --- Options --------------------------------------------------------------------------------------


def options_page(table: Table, user: int, note: str = "") -> Page:
    """All options in words, with a note on the last change, and for the host the controls that
    change them. After the lobby there is only the note.
    """
    if table.row.status != "lobby":
        return page(note)
    new, is_host = NewTable.of(table), user == table.row.host
    only = _("-# Only the host of the table can change its options.")
    told = [each.in_words(each.now(new)) for each in settings_of(table)]
    title = f"### {_options_title(table)}"
    parts: list[Part] = ["\n".join([title, *told, note or ("" if is_host else only)]).rstrip()]
    if is_host:
        more = (len(_option_fields(table)) - 1) // MAX_FIELDS
        labels = [_("Options"), *[_("More options")] * more]
        buttons = [
            Button("options", table.id, str(n or ""), label) for n, label in enumerate(labels)
        ]
        parts.append(Row(*buttons[:4], Button("pace", table.id, label=_("Another pace …"))))
        if table.row.seating != LOT and len(table.people) > 1:
            parts.append(_move_up(table))
        if any(person.user != user for person in table.people):
            parts.append(_free_seat(table))
    return page(*parts)


def options_form(table: Table, n: int) -> Form | None:
    """One of the forms for the options, each of five fields at most; None if they are fewer."""
    fields = _option_fields(table)[n * MAX_FIELDS :][:MAX_FIELDS]
    if not fields:
        return None
    return Form("options", table.id, _options_title(table), fields, str(n or ""))


def _options_title(table: Table) -> str:
    return _("Options of table {n}", n=table.id)


def _option_fields(table: Table) -> list[Field]:
    """The fields for all settings: those with two values are ticked together."""
    titles = {"game": table.game.title, "table": _("The table")}
    groups = _groups(table).items()
    fields = [each for name, of in groups for each in _fields(name, titles[name], of, table)]
    return sorted(fields, key=lambda field: field.several)


def _fields(
    name: str, label: str, settings: Sequence[TableSetting], table: Table
) -> Iterator[Field]:
    new = NewTable.of(table)
    ticked = _ticked(settings)
    for setting in settings:
        if setting not in ticked:
            values = [_value(setting, value, new) for value in setting.offered(new)]
            for value in values:  # the field has the title
                value.label = setting.label(value.value)
            yield Field(_(setting.title), setting.key, options=values)
    if ticked:
        boxes = [replace(_value(each, each.other, new), value=each.key) for each in ticked]
        yield Field(label, name, options=boxes, several=True)


def _groups(table: Table) -> dict[str, list[TableSetting]]:
    """The settings of the game and those of all tables, by the field that ticks some of them."""
    of_game: list[TableSetting] = [*_options(table)]
    return {"game": of_game, "table": [s for s in settings_of(table) if s not in of_game]}


def _ticked(settings: Iterable[TableSetting]) -> list[TableSetting]:
    """The settings that are ticked in one field; others with two values have their own."""
    return [each for each in settings if each.other][:MAX_TICKED]


def _value(setting: TableSetting, value: str, new: NewTable) -> Option:
    """A value of a setting, which a table has or not."""
    has = value == setting.now(new)
    return Option(setting.titled(value), value, setting.about(value), default=has)


def chosen_in(table: Table, answers: Answers) -> list[tuple[TableSetting, str]]:
    """What a form changes of the settings of a table."""
    new = NewTable.of(table)
    found: list[tuple[TableSetting, str]] = []
    for name, settings in _groups(table).items():
        ticked = _ticked(settings) if name in answers else []
        for setting in settings:
            picked = "".join(answers.get(setting.key, ()))
            if setting in ticked:
                usual = next(value for value in setting.values if value != setting.other)
                picked = setting.other if setting.key in answers[name] else usual
            if picked in setting.offered(new) and picked != setting.now(new):
                found.append((setting, picked))
    return found


def pace_form(table: Table, zone: str) -> Form:
    """The form for a pace of one's own, by default in this time zone."""
    pace = stored_pace(table.row.pace)
    answer, reserve = written_parts(pace)
    days = [
        Option(translate(name), day, default=n in pace.off)
        for n, (day, name) in enumerate(zip(DAYS, DAY_NAMES, strict=True))
    ]
    fields = [
        Field(
            _("Time for an answer"),
            "answer",
            _("A length as 90m, 36h or 2d; or a time of day as 21:00, when answers are due."),
            answer,
            MAX_PACE_PART,
        ),
        Field(
            _("Reserve"),
            "reserve",
            _("A length that longer answers use up, and quick ones fill again; or nothing."),
            reserve,
            MAX_PACE_PART,
        ),
        Field(_("Days off"), "off", _("No time runs on them."), options=days, several=True),
        Field(
            _("Time zone"),
            "zone",
            _("Of the time of day and the days off, such as Europe/Berlin."),
            pace.zone or zone,
            MAX_PACE_PART,
        ),
    ]
    return Form("pace", table.id, _("Pace of table {n}", n=table.id), fields)


def settings_of(table: Table) -> list[TableSetting]:
    """The settings of a table that a form can show: the options of its game, then those of all
    tables.
    """
    return [
        *_options(table),
        *(PACE, LATE, SEATING, STARTS_FULL, HINTS),
        *([LEVEL] if any(person.level for person in table.people) else []),
    ]


def _options(table: Table) -> list[OptionSetting]:
    """The options of the game that a form can show."""
    options = options_of(table.game).values()
    return [each for each in options if 2 <= len(each.values) <= MAX_OPTIONS]


def pace_note(table: Table) -> str:
    """How long an answer may take, and what happens when time is up."""
    return f"⏳ {pace_text(table.row.pace, table.row.late)}"


def _estimate_text(estimate: Estimate) -> str:
    values = {"time": _rounded(estimate.days), "people": estimate.people}
    if not estimate.games:
        return _("With {people} people about {time} at this pace.", **values)
    return _(
        "With {people} people about {time} at this pace, from {n} games like this.",
        n=estimate.games,
        **values,
    )


def _rounded(days: float) -> Phrase:
    """Days as people say them: two weeks and more in weeks."""
    whole = max(1, round(days))
    if whole < 2 * len(DAYS):
        return phrase("{n:day|days}", n=whole)
    return phrase("{n:week|weeks}", n=round(days / len(DAYS)))


def pace_text(pace: str, late: LateRule) -> str:
    """The same without the emoji."""
    known = stored_pace(pace)
    if not known.is_limited:
        return _("No limit of time.")
    return f"{sentence(known, for_discord=True)} {LATE.about(late)}"


def _move_up(table: Table) -> Row:
    """The select that moves somebody one seat up."""
    options = [
        Option(_("{name:text} to seat {n}", name=table.names[seat], n=seat), person.key)
        for seat, person in enumerate(table.people)
        if seat
    ]
    return Row(Select("up", table.id, placeholder=_("Move somebody up …"), options=options))


def _free_seat(table: Table) -> Row:
    """The select that frees the seat of anybody but the host."""
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
