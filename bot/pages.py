"""Pages: what each message says and shows. A page is made from a view, so it can tell no more than
its reader knows.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot import menus
from bot.course import course
from bot.languages import _
from bot.menus import Pick, Press, clamp
from bot.pictures import Pictures, describe, describe_course, digest
from bot.players import levels
from bot.table import Table, joined

TOKENS = "🔵🔶🟩🔺⭐"
"""Colour and shape of the seats, as in the pictures."""
NEWS_LINES = 10
LOG_LINES = 40
LATELY = 60
"""Lines of the log that are looked at for what happened lately."""
MOST_TEXT = 3500
PARCHMENT = discord.Colour(0xB98E3E)


@dataclass(slots=True)
class Attachment:
    """A file of a message, and what it shows in words."""

    name: str
    data: bytes
    description: str | None = None

    def opened(self) -> discord.File:
        """The file for one request: Discord's library closes it afterwards."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.description)


@dataclass(slots=True)
class Page:
    """A message: its layout, its files, a digest of all it says, and whom its text mentions."""

    view: ui.LayoutView
    files: list[Attachment]
    digest: str
    mentions: list[int]
    question: int
    """The question that was open when the page was made."""

    def sent(self) -> dict[str, Any]:
        """The arguments that send it."""
        users = [discord.Object(user) for user in self.mentions]
        return {
            "view": self.view,
            "files": [file.opened() for file in self.files],
            "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=users),
        }

    def edited(self) -> dict[str, Any]:
        """The arguments that edit a message to it; an edit mentions nobody."""
        return {
            "view": self.view,
            "attachments": [file.opened() for file in self.files],
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


async def picture(
    pictures: Pictures, view: dict[str, Any]
) -> tuple[ui.MediaGallery[Any], Attachment]:
    """The picture of a view with its text twin, and the file it is in."""
    name = f"{view['game']}-{digest(view)}.png"
    return framed(Attachment(name, await pictures.png(view), describe(view)))


def framed(file: Attachment) -> tuple[ui.MediaGallery[Any], Attachment]:
    """The frame in which a message shows a picture, and the picture."""
    gallery = ui.MediaGallery[Any]()
    gallery.add_item(media=f"attachment://{file.name}", description=file.description)
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


# --- The lobby ------------------------------------------------------------------------------------


def lobby(table: Table) -> Page:
    """A table that gathers its players."""
    game, row = table.game, table.row
    lines = [f"{seat_name(table, s)}{_about(table, s)}" for s in range(len(table.people))]
    lines += [f"{TOKENS[s]} *free*" for s in range(len(table.people), row.seats)]
    few = game.seats[0]
    missing = few - len(table.people)
    call = (
        f"{missing} more needed to start."
        if missing > 0
        else "Ready: anybody at the table may press Start."
    )
    seats = f"{game.seats[0]}–{game.seats[-1]} players"
    about = f"{seats} · about {game.minutes} minutes of play · weight {game.weight} of 5"
    full = len(table.people) >= row.seats
    buttons = [
        Press("join", table.id, label="Join", style=discord.ButtonStyle.success, disabled=full),
        Press("leave", table.id, label="Leave"),
        Press("computer", table.id, label="Add computer player", disabled=full),
        Press(
            "start",
            table.id,
            label="Start",
            style=discord.ButtonStyle.primary,
            disabled=missing > 0,
        ),
        Press("rules", table.id, label="Rules"),
    ]
    return page(
        f"## {game.title}\nTable {table.id} · {about}",
        "\n".join(lines),
        "\n".join([call, *option_notes(table)]),
        *option_selects(table),
        menus.row(*buttons),
    )


def _about(table: Table, seat: int) -> str:
    person = table.people[seat]
    if person.level:
        return f" — computer player, {person.level}: {levels()[person.level][1]}"
    return " — host" if person.user == table.row.host else ""


def option_notes(table: Table) -> list[str]:
    """A note for each option that differs from its default: its title, its value, what it means."""
    notes: list[str] = []
    for name, known in table.game.options.model_fields.items():
        value = table.options.get(name, known.default)
        if value != known.default:
            title = f"{known.title or name}: {value_label(value)}"
            notes.append(f"**{title}.** {known.description or ''}")
    return notes


def option_selects(table: Table) -> list[ui.ActionRow[Any]]:
    """A select for each option with a few values; the host's pick settles it."""
    out: list[ui.ActionRow[Any]] = []
    for name, known in table.game.options.model_fields.items():
        now = table.options.get(name, known.default)
        title = known.title or name
        options = [
            discord.SelectOption(
                label=clamp(f"{title}: {value_label(value)}", menus.OPTION_LABEL),
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
    """The public page of a running or finished game; `ping` are the users it mentions."""
    # Read at once, before anything is waited for: meanwhile the game may go on.
    view, question = table.view(None), table.question
    over = view["scores"] is not None
    lines = [_player_line(table, view, seat) for seat in range(len(table.people))]
    state = result(table, view) if over else _asked_line(table, view, ping)
    gallery, file = await picture(pictures, view)
    buttons = [
        Press("hand", table.id, label="My hand"),
        Press("panel", table.id, label="Move", style=discord.ButtonStyle.primary, disabled=over),
        Press("rules", table.id, label="Rules"),
        Press("log", table.id, label="Log"),
    ]
    files = [file]
    proof: list[ui.Item[Any]] = []
    if over:
        remembered = [*await _chart(table, pictures), await _proof(table)]
        proof += [shown for shown, _ in remembered]
        files += [attached for _, attached in remembered]
        buttons[1:2] = _looking_back(table)
    return page(
        f"## {table.game.title}\nTable {table.id}",
        gallery,
        "\n".join(lines),
        state,
        *_told(await public_news(table)),
        *proof,
        menus.row(*buttons),
        files=files,
        mentions=ping,
        facts=view,
        question=question,
    )


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
    return [framed(Attachment(name, await pictures.course(points), describe_course(points)))]


def _looking_back(table: Table) -> list[Press]:
    """What the board of a finished game offers in place of a move."""
    return [
        Press("replay", table.id, label=_("Replay")),
        Press("history", table.id, label=_("History")),
    ]


def _told(news: list[str]) -> list[str]:
    return ["\n".join(["**Lately**", *(f"· {line}" for line in news)])] if news else []


def _player_line(table: Table, view: dict[str, Any], seat: int) -> str:
    person = table.people[seat]
    state = ""
    if seat in view["asked"]:
        state = " — **to choose**" if view["secret"] else " — **to move**"
    elif seat in view["answered"]:
        state = " — has chosen"
    if view["scores"] is not None:
        crown = " 👑" if seat in view["winners"] else ""
        state = f" — {view['scores'][seat]}{crown}"
    return f"{seat_name(table, seat)}{' (computer)' if person.level else ''}{state}"


def _asked_line(table: Table, view: dict[str, Any], ping: list[int]) -> str:
    asked: list[int] = view["asked"]
    who = joined([seat_name(table, s, mention=table.people[s].user in ping) for s in asked])
    if any(table.people[s].level for s in asked) and not table.waiting_people():
        return f"{who}: thinking …"
    private = (
        " In private: press **Move**, or answer in our direct messages." if view["secret"] else ""
    )
    return f"**{who}:** {view['prompt']}{private}"


def result(table: Table, view: dict[str, Any]) -> str:
    """Who won, and the proof that the shuffle was fair."""
    winners = [seat_name(table, seat) for seat in view["winners"]]
    shared = "share the victory" if len(winners) > 1 else "wins"
    return (
        f"### {joined(winners)} {shared}!\n"
        f"The shuffle was fair: seed `{table.row.seed}` with salt `{table.row.salt}`"
        f" gives the seal shown at the start, `{table.commitment()[:16]}…`."
        " The file below holds the whole game; `python -m games verify FILE` plays it again."
    )


async def public_news(table: Table) -> list[str]:
    """The latest lines of news for all."""
    lines = [escaped(text) for _, text, to in await table.news(LATELY) if to is None]
    if table.seq <= 1:
        lines.insert(
            0, f"The shuffle is sealed: `{table.commitment()}` (seed and salt follow at the end)."
        )
    return lines[-NEWS_LINES:]


def escaped(text: str) -> str:
    """News as it is read, whatever somebody has put into his name."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


async def history(table: Table, seat: int | None) -> Page:
    """The log as a seat may know it."""
    lines = [text for _, text, to in await table.news(400) if to is None or to == seat]
    shown = [f"· {escaped(line)}" for line in lines[-LOG_LINES:]]
    while len("\n".join(shown)) > MOST_TEXT - 200:
        shown.pop(0)
    more = (
        "" if len(shown) == len(lines) else f"\n-# The latest {len(shown)} of {len(lines)} lines."
    )
    return page(
        f"### Log of table {table.id}\n" + ("\n".join(shown) or "Nothing has happened yet.") + more
    )


def heading(table: Table) -> str:
    """The first line of a private page: which game this is, and where."""
    address = f"https://discord.com/channels/{table.row.guild or '@me'}/{table.row.channel}"
    return f"### {table.game.title} · [table {table.id}]({address})"


def ended_early(table: Table) -> Page:
    """What the board becomes when a table is given up."""
    how = "was given up" if table.g is not None else "was closed before it started"
    return page(
        f"## {table.game.title}\nTable {table.id} {how}."
        " The channel is free for a new one: /game new."
    )


def set_aside(table_id: int) -> Page:
    """What a channel is told of a table that cannot be read."""
    return page(
        f"### Table {table_id} is set aside\nIts stored state cannot be read,"
        " so nobody can move there any more."
        " Its log is kept for whoever looks after the bot, and other tables are not touched."
        " The channel is free for a new game: /game new."
    )
