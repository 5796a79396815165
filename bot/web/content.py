"""The content of a web page: what everybody may know of a table, now or at an earlier step."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from html import escape
from typing import Any

from bot.operations.markdown import escape_markdown
from bot.pages import board, ending, watching
from bot.pages.names import last_round, paused_text, when
from bot.pages.page import Attachment, FileLink, Part, Picture, Section, picture
from bot.pages.review import review_page
from bot.pictures.drawing import describe_fully
from bot.pictures.pictures import Pictures, digest
from bot.store import ALL_TENTHS, ReviewRow
from bot.table import Table, format_names
from bot.table.history import History, news_of_line, read_history, state_at
from bot.table.story import course_of, with_course
from bot.table.together import together
from bot.texts.languages import _, current_language
from bot.web import markup

NOW = "now"
"""The name of the newest step in addresses."""


@dataclass(slots=True)
class Content:
    """The content of a page in one language, and its files."""

    title: str
    parts: list[str] = field(default_factory=list[str])
    """The HTML elements of the page's main part."""
    files: dict[str, Attachment] = field(default_factory=dict[str, Attachment])
    """The files by name."""

    @property
    def main(self) -> str:
        """The main part as HTML."""
        return "\n".join(self.parts)

    @property
    def digest(self) -> str:
        """A short hash of the main part."""
        return digest(self.parts)


class Writer:
    """Writes the page of a table, from top to bottom."""

    def __init__(self, table: Table, folder: str) -> None:
        """`folder` is that of the page's files, relative to the page."""
        self.made = Content(f"{table.game.title} · {_('table {n}', n=table.id)}")
        self.folder = folder
        head = f"<h1>{escape(table.game.title)}</h1><p>{escape(_('Table {n}', n=table.id))}</p>"
        self._add("head", head)

    def _add(self, name: str, html: str, element: str = "div", more: str = "") -> None:
        self.made.parts.append(f'<{element} id="{name}"{more}>{html}</{element}>')

    def status(self, text: str) -> None:
        """Writes the status of the game; screen readers announce its changes."""
        self._add("status", markup.html(text), more=' role="status"')

    def section(self, name: str, heading: str, html: str) -> None:
        self._add(name, f"<h2>{escape(heading)}</h2>{html}", "section")

    async def view(
        self, pictures: Pictures, view: dict[str, Any], found: History, step: int
    ) -> None:
        """Writes the picture of a view, the controls for steps, and the table as text."""
        self._add("board", await self.html(picture(pictures, view)))
        self._step_controls(found, step)
        sections = (await asyncio.to_thread(describe_fully, view)).split("\n\n")
        words = "".join(_text_section(each) for each in sections)
        label = escape(_("The table as text"))
        self._add("words", f"<summary>{label}</summary>{words}", "details")

    async def html(self, part: Part) -> str:
        """A part of a page as HTML; "" for buttons."""
        if isinstance(part, str):
            return markup.html(part)
        if isinstance(part, Section):
            return await self.html(part.text) + await self.html(part.picture)
        if not isinstance(part, (Picture, FileLink)):
            return ""
        self.made.files[part.name] = part
        address = escape(f"{self.folder}/{part.name}")
        if isinstance(part, FileLink):
            return f'<p><a href="{address}" download>{escape(part.name)}</a></p>'
        alt = escape(await asyncio.to_thread(_description, part))
        return f'<figure><a href="{address}"><img src="{address}" alt="{alt}"></a></figure>'

    def _step_controls(self, found: History, step: int) -> None:
        """Writes the controls with which readers go through earlier steps; the last step is now."""
        last = len(found.steps) - 1
        if last == 0:
            return
        where = escape(_("Step {n} of {all}", n=step, all=last) if step < last else _("Now"))
        back = _link("first", "«", _("First step"), 0, step, last)
        back += _link("back", "‹", _("One step back"), max(0, step - 1), step, last)
        on = _link("on", "›", _("One step on"), min(last, step + 1), step, last)
        on += _link("last", "»", _("Now"), last, step, last)
        form = (
            f'<form><input id="slider" type="range" name="step" min="0" max="{last}"'
            f' value="{step}" aria-label="{escape(_("Step"))}" aria-valuetext="{where}">'
            f'<input type="hidden" name="lang" value="{current_language()}">'
            f"<noscript><button>{escape(_('Go'))}</button></noscript></form>"
        )
        html = f'{back}{form}{on}<output id="where" for="slider">{where}</output>'
        self._add("way", html, "nav", f' aria-label="{escape(_("Looking back"))}"')


def _link(name: str, sign: str, label: str, goal: int, step: int, last: int) -> str:
    """A link to a step, disabled for the step that is shown."""
    query = f"?step={goal if goal < last else NOW}&amp;lang={current_language()}"
    disabled = ' aria-disabled="true"' if goal == step else ' aria-disabled="false"'
    text = escape(label)
    return f'<a id="{name}" href="{query}" title="{text}" aria-label="{text}"{disabled}>{sign}</a>'


async def content(table: Table, pictures: Pictures, folder: str, step: int | None) -> Content:
    """The content of a table's page at a step, by default the newest; `folder` holds its files."""
    table = table.snapshot()
    it = Writer(table, f"{folder}/{NOW}")
    if table.g is None:
        it.status(_text_without_game(table))
        return it.made
    found = await read_history(table, None)
    if step is not None and step < len(found.steps) - 1:
        it.folder = f"{folder}/{step}"
        await _at_step(it, table, pictures, found, step)
    else:
        await _now(it, table, pictures, found)
    return it.made


def error_content(table_id: int, sentence: str) -> Content:
    """The content for a table that cannot be shown: a sentence that says why."""
    made = Content(_("Table {n}", n=table_id))
    made.parts.append(f'<div id="status" role="status">{markup.html(sentence)}</div>')
    return made


def _text_without_game(table: Table) -> str:
    if table.row.status != "lobby":
        return board.ended_early_text(table)
    return _(
        "At the table: {names:text}. The game is shown here once it starts.",
        names=format_names(table.escaped_names),
    )


async def _now(it: Writer, table: Table, pictures: Pictures, found: History) -> None:
    view = table.view(None)
    over = view["scores"] is not None
    it.status(await _state(table, view))
    course = await course_of(table)
    await it.view(pictures, with_course(view, course), found, len(found.steps) - 1)
    lines = await board.player_lines(table, view)
    players = markup.html_list(lines + board.together_lines(table, await together(table)))
    news = markup.html("\n".join(await board.public_news(table)))
    it.section("side", _("Players"), f"{players}<h2>{escape(_('What happened'))}</h2>{news}")
    if not over:
        return
    replay = f'<p><a href="{it.folder}/replay.gif">{escape(_("Replay"))}</a></p>'
    record = await it.html(await ending.record(table))
    it.section("end", _("The whole game"), replay + record)
    row = await table.store.reviews.get(table.id)
    if row is not None and is_shown(row):
        _heading, *parts = (await review_page(table, None, row, pictures, shared=True)).parts
        it.section("review", _("Review"), "".join([await it.html(part) for part in parts]))


async def _at_step(it: Writer, table: Table, pictures: Pictures, found: History, step: int) -> None:
    line = found.line(step)
    g = await state_at(table, found, step)
    view = table.game.view(g, None) | {"names": table.names}
    it.status(
        f"{_('Step {n} of {all}', n=step, all=len(found.steps) - 1)} · {when(line.made, 'f')}"
    )
    await it.view(pictures, view, found, step)
    news = "\n".join(f"· {escape_markdown(text)}" for text in news_of_line(line, None, table.names))
    it.section("side", _("What happened"), markup.html(news or _("Nothing happened.")))


def is_shown(row: ReviewRow) -> bool:
    """Whether everybody may see a review: it is finished and shared."""
    return bool(row.shared) and row.tenths == ALL_TENTHS


async def _state(table: Table, view: dict[str, Any]) -> str:
    """Who has won; or whom the table waits for, and what they are asked."""
    if view["scores"] is not None:
        return await board.result(table, view)
    if table.row.status != "running":
        return board.ended_early_text(table)
    if table.row.paused:
        return paused_text(table)
    return last_round(view) + watching.asked_line(table, view)


def _text_section(text: str) -> str:
    """A section of the table as text; its first line is a heading if others follow."""
    first, *lines = text.splitlines()
    if not lines:
        return f"<p>{escape(first)}</p>"
    return f"<h3>{escape(first)}</h3>{''.join(f'<p>{escape(line)}</p>' for line in lines)}"


def _description(part: Picture) -> str:
    return part.description
