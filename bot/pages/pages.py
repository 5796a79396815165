"""Pages: what each message says and shows. A page is made from a view, so it can tell no more than
its reader knows.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import discord
from discord import ui

from bot.interactions.replies import escaped
from bot.operations.garbage import take_apart
from bot.pages import menus
from bot.pages.menus import Pick, Press, clamp
from bot.pictures.course import course
from bot.pictures.pictures import Pictures, describe, describe_course, digest
from bot.players import levels
from bot.store import TurnRow
from bot.table import Table, joined
from bot.table.clock import PACES
from bot.texts.languages import _, spoken

TOKENS = "🔵🔶🟩🔺⭐"
"""Colour and shape of the seats, as in the pictures."""
NEWS_LINES = 10
LOG_LINES = 40
LATELY = 60
"""Lines of the log that are looked at for what happened lately."""
MOST_TEXT, MOST_IN_ALL = 3500, 4000
"""Characters of one text, and of all texts of a message."""
PARCHMENT = discord.Colour(0xB98E3E)


@dataclass(slots=True)
class Attachment:
    """A file of a message, or what draws it once it is sent, and what it shows in words."""

    name: str
    data: bytes | Callable[[], Awaitable[bytes]]
    description: str | None = None

    @property
    def address(self) -> str:
        """How a message names it."""
        return f"attachment://{self.name}"

    async def made(self) -> bytes:
        """What is in it, drawn by now."""
        if not isinstance(self.data, bytes):
            self.data = await self.data()
        return self.data

    async def opened(self) -> discord.File:
        """The file for one request: Discord's library closes it afterwards."""
        return discord.File(io.BytesIO(await self.made()), self.name, description=self.description)


@dataclass(slots=True)
class Page:
    """A message: its layout, its files, a digest of all it says, and whom its text mentions."""

    view: ui.LayoutView
    files: list[Attachment]
    digest: str
    mentions: list[int]
    question: int
    """The question that was open when the page was made."""
    silent: bool = False
    """Whether it calls nobody when it arrives, not even in a DM."""

    def close(self) -> None:
        """Takes its layout apart, once nobody sends it any more: its parts refer to each other in
        circles, which otherwise only a search for garbage would find.
        """
        take_apart(self.view)

    async def in_time(self, seconds: float) -> None:
        """Waits so long for its pictures; what one shows that is late is told in words."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for file in self.files:
                    await file.made()
        for file in [file for file in self.files if not isinstance(file.data, bytes)]:
            self.files.remove(file)
            self._put_into_words(file)

    def _put_into_words(self, file: Attachment) -> None:
        note = _("-# The picture takes too long just now; this is what it shows.")
        room = MOST_IN_ALL - self.view.content_length()
        [frame] = cast("list[ui.Container[Any]]", self.view.children)
        parts = frame.children
        frame.clear_items()
        for part in parts:
            if not (isinstance(part, ui.MediaGallery) and part.items[0].media.url == file.address):
                frame.add_item(part)
            elif room > 0:
                frame.add_item(ui.TextDisplay(clamp(f"{note}\n{file.description}", room)))

    async def sent(self) -> dict[str, Any]:
        """The arguments that send it; its pictures are drawn by now."""
        users = [discord.Object(user) for user in self.mentions]
        return {
            "view": self.view,
            "files": [await file.opened() for file in self.files],
            "silent": self.silent,
            "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=users),
        }

    async def edited(self) -> dict[str, Any]:
        """The arguments that edit a message to it, as `sent`; an edit mentions nobody."""
        return {
            "view": self.view,
            "attachments": [await file.opened() for file in self.files],
            "allowed_mentions": discord.AllowedMentions.none(),
        }


def page(*parts: ui.Item[Any] | str, files: list[Attachment] | None = None, **known: Any) -> Page:
    """A page of texts, pictures and rows in a frame.

    `mentions` are users, `facts` go into the digest, `question` is the one it asks.
    """
    view = ui.LayoutView(timeout=None)
    frame = ui.Container[Any](accent_colour=PARCHMENT)
    for part in parts:
        frame.add_item(ui.TextDisplay(clamp(part, MOST_TEXT)) if isinstance(part, str) else part)
    view.add_item(frame)
    return Page(
        view,
        files or [],
        digest([view.to_components(), known.get("facts")]),
        known.get("mentions", []),
        known.get("question", 0),
    )


def picture(pictures: Pictures, view: dict[str, Any]) -> tuple[ui.MediaGallery[Any], Attachment]:
    """The picture of a view with its text twin, and the file it is in; the file's name says which
    view it is, so the digest of a page needs no more of it.
    """
    key = digest(view)
    name = f"{view['game']}-{key}.png"
    return framed(Attachment(name, partial(pictures.png, view, key), describe(view)))


def framed(file: Attachment) -> tuple[ui.MediaGallery[Any], Attachment]:
    """The frame in which a message shows a picture, and the picture."""
    gallery = ui.MediaGallery[Any]()
    gallery.add_item(media=file.address, description=file.description)
    return gallery, file


def seat_name(table: Table, seat: int, mention: bool = False) -> str:
    """A seat's token and its player, mentioned or by name."""
    person = table.people[seat]
    name = (
        f"<@{person.user}>"
        if mention and person.user
        else discord.utils.escape_markdown(person.name)
    )
    return f"{TOKENS[seat]} {name}"


def when(moment: float, style: str = "R") -> str:
    """A moment as each reader's own Discord shows it."""
    return f"<t:{int(moment)}:{style}>"


def due(turn: TurnRow | None) -> str:
    """Until when an answer is due, as an addition to a line; "" without a limit."""
    return _(" · due {when:text}", when=when(turn.due)) if turn and turn.due else ""


# --- The lobby ------------------------------------------------------------------------------------


def lobby(table: Table) -> Page:
    """A table that gathers its players."""
    game, row = table.game, table.row
    lines = [f"{seat_name(table, s)}{_about(table, s)}" for s in range(len(table.people))]
    lines += [f"{TOKENS[s]} *{_('free')}*" for s in range(len(table.people), row.seats)]
    few = game.seats[0]
    missing = few - len(table.people)
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
    full = len(table.people) >= row.seats
    buttons = [
        Press("join", table.id, label=_("Join"), style=discord.ButtonStyle.success, disabled=full),
        Press("leave", table.id, label=_("Leave")),
        Press("computer", table.id, label=_("Add computer player"), disabled=full),
        Press(
            "start",
            table.id,
            label=_("Start"),
            style=discord.ButtonStyle.primary,
            disabled=missing > 0,
        ),
        Press("rules", table.id, label=_("Rules")),
    ]
    return page(
        f"## {game.title}\n{about}",
        "\n".join(lines),
        "\n".join([call, pace_note(table), *option_notes(table)]),
        *option_selects(table),
        *pace_selects(table),
        menus.row(*buttons),
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
    """The paces a table can have, and what each means."""
    return {
        "none": _("No limit: everybody takes the time he needs"),
        "relaxed": _("Relaxed: three days for an answer"),
        "daily": _("Daily: a day for an answer"),
        "fast": _("Fast: an hour for an answer"),
    }


def lates() -> dict[str, str]:
    """What a table can agree on for somebody who is late."""
    return {
        "wait": _("When time is up: reminders, and the table waits"),
        "once": _("When time is up: a computer player answers this once"),
        "seat": _("When time is up: a computer player plays on until he returns"),
    }


def pace_note(table: Table) -> str:
    """How long an answer may take, and what is done when time is up."""
    if PACES[table.row.pace] is None:
        return f"⏳ {paces()['none']}."
    return f"⏳ {paces()[table.row.pace]}. {lates()[table.row.late]}."


def pace_selects(table: Table) -> list[ui.ActionRow[Any]]:
    """Selects for the pace, for what is done when time is up, and for the computer players."""
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


def _chosen(action: str, table: Table, values: dict[str, str], now: str) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(
            label=clamp(label, menus.OPTION_LABEL), value=value, default=value == now
        )
        for value, label in values.items()
    ]
    return menus.row(Pick(action, table.id, options=options))


def option_notes(table: Table) -> list[str]:
    """A note for each option that differs from its default: its title, its value, what it means."""
    notes: list[str] = []
    for name, known in table.game.options.model_fields.items():
        value = table.options.get(name, known.default)
        if value != known.default:
            title = f"{spoken(known.title or name)}: {spoken(value_label(value))}"
            notes.append(f"**{title}.** {spoken(known.description or '')}")
    return notes


def option_selects(table: Table) -> list[ui.ActionRow[Any]]:
    """A select for each option with a few values; the host's pick settles it."""
    out: list[ui.ActionRow[Any]] = []
    for name, known in table.game.options.model_fields.items():
        now = table.options.get(name, known.default)
        title = spoken(known.title or name)
        options = [
            discord.SelectOption(
                label=clamp(f"{title}: {spoken(value_label(value))}", menus.OPTION_LABEL),
                value=value_label(value),
                default=value == now,
            )
            for value in option_values(known.annotation)
        ]
        if 2 <= len(options) <= menus.MOST_OPTIONS:
            out.append(
                menus.row(Pick("option", table.id, name, placeholder=title, options=options))
            )
    return out


def option_values(annotation: Any) -> list[Any]:
    """The values an option may take: those of a Literal, or no and yes; else none."""
    return [False, True] if annotation is bool else list(getattr(annotation, "__args__", ()))


def value_label(value: Any) -> str:
    """An option's value for people."""
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


# --- The board ------------------------------------------------------------------------------------


async def board(table: Table, pictures: Pictures, ping: list[int]) -> Page:
    """The public page of a running or finished game; `ping` are the users it mentions.

    Whom it calls is not part of its digest: an edit for that alone would come with whatever
    somebody does next, though nobody may notice it.
    """
    # Read at once, before anything else is waited for: meanwhile the game may go on.
    view, question = table.view(None), table.question
    over = view["scores"] is not None
    turns = await table.store.turns.of(table.id)
    lines = [
        f"{_player_line(table, view, seat)}{'' if over else due(turns.get(seat))}"
        for seat in range(len(table.people))
    ]
    state = result(table, view) if over else _asked_line(table, view, [])
    called = state if over else _asked_line(table, view, ping)
    if table.row.paused:
        state = called = _("**This game is paused.**")
    stands = ui.TextDisplay[Any](clamp(state, MOST_TEXT))
    gallery, file = picture(pictures, view)
    buttons = [
        *own_buttons(table, over),
        Press("rules", table.id, label=_("Rules")),
        Press("log", table.id, label=_("Log")),
    ]
    vacant = [seat for seat, person in enumerate(table.people) if person.vacant and not over]
    seats = [
        Press("take", table.id, str(seat), label=_("Play for {name:text}", name=table.names[seat]))
        for seat in vacant
    ]
    files = [file]
    proof: list[ui.Item[Any]] = []
    if over:
        remembered = [*await _chart(table, pictures), await _proof(table)]
        proof += [shown for shown, _file in remembered]
        files += [attached for _shown, attached in remembered]
        buttons[1:2] = _looking_back(table)
    made = page(
        f"## {table.game.title}\n{_('Table {n}', n=table.id)}",
        gallery,
        "\n".join(lines),
        stands,
        *_told(await public_news(table)),
        *proof,
        menus.row(*buttons),
        *menus.in_rows(seats),
        files=files,
        mentions=ping,
        question=question,
    )
    stands.content = clamp(called, MOST_TEXT)
    return made


def own_buttons(table: Table, over: bool = False) -> list[Press]:
    """The buttons with which a player opens what is his alone."""
    return [
        Press("hand", table.id, label=_("My hand")),
        Press("panel", table.id, label=_("Move"), style=discord.ButtonStyle.primary, disabled=over),
    ]


async def _proof(table: Table) -> tuple[ui.File[Any], Attachment]:
    """The record of a finished game, for whoever wants to check it."""
    name = f"table-{table.id}.txt"
    text = await table.record()
    return ui.File[Any](f"attachment://{name}"), Attachment(name, text.encode())


async def _chart(table: Table, pictures: Pictures) -> list[tuple[ui.MediaGallery[Any], Attachment]]:
    """The chart of a finished game's points, where the game counts them as it goes."""
    points = await course(table)
    if points is None:
        return []
    name = f"points-{digest(points)}.png"
    return [framed(Attachment(name, partial(pictures.course, points), describe_course(points)))]


def _looking_back(table: Table) -> list[Press]:
    """What the board of a finished game offers in place of a move."""
    return [
        Press("replay", table.id, label=_("Replay")),
        Press("history", table.id, label=_("History")),
    ]


def _told(news: list[str]) -> list[str]:
    return ["\n".join([_("**Lately**"), *(f"· {line}" for line in news)])] if news else []


def _player_line(table: Table, view: dict[str, Any], seat: int) -> str:
    person = table.people[seat]
    state = ""
    if seat in view["asked"]:
        state = _(" — **to choose**") if view["secret"] else _(" — **to move**")
    elif seat in view["answered"]:
        state = _(" — has chosen")
    if view["scores"] is not None:
        crown = " 👑" if seat in view["winners"] else ""
        state = f" — {view['scores'][seat]}{crown}"
    computer = _(" (computer)") if person.level else _(" (away)") if person.stand_in else ""
    return f"{seat_name(table, seat)}{computer}{state}"


def _asked_line(table: Table, view: dict[str, Any], ping: list[int]) -> str:
    asked: list[int] = view["asked"]
    who = joined([seat_name(table, s, mention=table.people[s].user in ping) for s in asked])
    if any(table.people[s].computer for s in asked) and not table.waiting_people():
        return _("{who:text}: thinking …", who=who)
    prompt = f"**{who}:** {spoken(view['prompt'], table.names)}"
    if not view["secret"]:
        return prompt
    return f"{prompt} {_('In private: press **Move**, or answer in our direct messages.')}"


def result(table: Table, view: dict[str, Any]) -> str:
    """Who won, and the proof that the shuffle was fair."""
    winners = joined([seat_name(table, seat) for seat in view["winners"]])
    several = len(view["winners"]) > 1
    won = (
        _("{names:text} share the victory!", names=winners)
        if several
        else _("{names:text} wins!", names=winners)
    )
    proof = _(
        "The shuffle was fair: seed `{seed:text}` with salt `{salt:text}` gives the seal shown at"
        " the start, `{seal:text}…`. The file below holds the whole game;"
        " `python -m games verify FILE` plays it again.",
        seed=table.row.seed,
        salt=table.row.salt,
        seal=table.commitment()[:16],
    )
    return f"### {won}\n{proof}"


async def public_news(table: Table) -> list[str]:
    """The latest lines of news for all."""
    lines: list[str] = []
    for newest in (2 * NEWS_LINES, LATELY):  # the fewer suffice, where few are told in private
        if len(lines) < NEWS_LINES:
            lines = [escaped(text) for _, text, to in await table.news(newest) if to is None]
    if table.question <= 1:
        lines.insert(
            0,
            _(
                "The shuffle is sealed: `{seal:text}` (seed and salt follow at the end).",
                seal=table.commitment(),
            ),
        )
    return lines[-NEWS_LINES:]


async def history(table: Table, seat: int | None) -> Page:
    """The log as a seat may know it."""
    lines = [text for _, text, to in await table.news(400) if to is None or to == seat]
    shown = [f"· {escaped(line)}" for line in lines[-LOG_LINES:]]
    while len("\n".join(shown)) > MOST_TEXT - 200:
        shown.pop(0)
    more = ""
    if len(shown) < len(lines):
        more = _("-# The latest {n} of {all} lines.", n=len(shown), all=len(lines))
    title = _("### Log of table {n}", n=table.id)
    return page("\n".join([title, *(shown or [_("Nothing has happened yet.")]), more]).strip())


def heading(table: Table) -> str:
    """The first line of a private page: which game this is, and where."""
    address = f"https://discord.com/channels/{table.row.guild or '@me'}/{table.row.channel}"
    return f"### {table.game.title} · [{_('table {n}', n=table.id)}]({address})"


def ended_early(table: Table) -> Page:
    """What the board becomes when a table is given up."""
    how = (
        _("Table {n} was given up.", n=table.id)
        if table.g is not None
        else _("Table {n} was closed before it started.", n=table.id)
    )
    return page(
        f"## {table.game.title}\n{how} {_('The channel is free for a new one: /game new.')}"
    )


def set_aside(table_id: int) -> Page:
    """What a channel is told of a table that cannot be read."""
    return page(
        _(
            "### Table {n} is set aside\nIts stored state cannot be read, so nobody can move there"
            " any more. Its log is kept for whoever looks after the bot, and other tables are not"
            " touched. The channel is free for a new game: /game new.",
            n=table_id,
        )
    )
