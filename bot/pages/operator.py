"""What the operator of the bot sees of it: counts and kinds of errors, no person and no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.operations.breaker import MAX_INVALID
from bot.operations.markdown import escape_markdown
from bot.pages.names import when
from bot.pages.page import Button, Field, Form, Page, Row, page
from bot.texts.languages import _

MAX_STUCK = 15
"""Stuck tables that the page lists."""
MAX_SAID = 300
"""Characters of an announcement."""


@dataclass(slots=True, frozen=True)
class Situation:
    servers: int
    tables: Mapping[str, int]
    """How many there are of each status."""
    waiting: int
    """Tables in the outbox."""
    stuck: Mapping[int, str]
    """Why tables do not go on or are not shown, by their number."""
    invalid: int
    """Invalid requests in the last ten minutes."""
    refused_kinds: Sequence[str]
    closed_since: float | None


def operator_page(it: Situation, note: str = "") -> Page:
    counts = {status: it.tables.get(status, 0) for status in ("lobby", "running", "over")}
    lines = [
        _("**Servers:** {n}", n=it.servers),
        _(
            "**Tables:** {lobby} gather players, {running} are running, {over} are finished,"
            " {abandoned} ended early, {broken} are set aside",
            abandoned=it.tables.get("abandoned", 0),
            broken=it.tables.get("broken", 0),
            **counts,
        ),
        _("**Waiting to be shown:** {n:table|tables}", n=it.waiting),
        _(
            "**Invalid requests in the last ten minutes:** {n} of {most} (this process)",
            n=it.invalid,
            most=MAX_INVALID,
        ),
    ]
    if it.refused_kinds:
        kinds = [f"`{kind}`" for kind in it.refused_kinds]
        lines.append(_("**Discord refuses everywhere:** {kinds:list}", kinds=kinds))
    if it.closed_since is None:
        lines.append(_("**New games:** can be opened"))
        switch = Button("operator-close", 0, label=_("No new games"))
    else:
        since = when(it.closed_since, "R")
        lines.append(
            _(
                "**New games:** cannot be opened, since {when:text}. Open tables go on, and so do"
                " their lobbies.",
                when=since,
            )
        )
        switch = Button("operator-reopen", 0, label=_("Allow new games"), style="success")
    retry = [Button("operator-retry", 0, label=_("Try again"))] if it.stuck else []
    say = Button("operator-say", 0, label=_("Announce something"))
    parts = [_("### The bot and its tables"), "\n".join(lines), _stuck(it.stuck)]
    return page(*filter(None, [note, *parts]), Row(say, switch, *retry))


def _stuck(stuck: Mapping[int, str]) -> str:
    lines = [
        _("· Table {n}: {why:text}", n=number, why=why)
        for number, why in islice(stuck.items(), MAX_STUCK)
    ]
    if more := len(stuck) - len(lines):
        lines.append(_("· … and {n:more table|more tables}", n=more))
    return "\n".join([_("**Stuck:**"), *lines]) if lines else ""


def announcement_form() -> Form:
    about = _("All open tables show it, as you type it. Nobody is notified.")
    field = Field(_("One sentence"), description=about, max_length=MAX_SAID, is_long=True)
    return Form("operator-say", 0, _("Announce something"), [field])


def confirm_page(draft: int, text: str, tables: int) -> Page:
    """Asks whether to say a text at so many tables."""
    return page(
        _("### Say this at {n:open table|open tables}?", n=tables),
        f"> {escape_markdown(text)}",
        Row(Button("operator-send", draft, label=_("Say it"), style="primary")),
    )
