"""The private pages of one player: the panel with their moves, their hand, their premoves."""

from __future__ import annotations

from typing import Any

from bot.operations.markdown import escape_markdown
from bot.pages.board import (
    ended_early_text,
    history_button,
    own_buttons,
    rematch_button,
    review_button,
)
from bot.pages.lessons import lesson
from bot.pages.names import (
    asked_in_public,
    heading,
    last_round,
    outlook,
    paused_text,
    table_name,
)
from bot.pages.page import Button, Option, Page, Row, Select, in_lines, in_rows, page, picture
from bot.pages.plans import plan_buttons, plan_line
from bot.pages.premoves import back, confirmation, settings_button, what_comes_next
from bot.pages.questions import Asked, controls
from bot.pages.receipts import since_own_move
from bot.pictures.pictures import Pictures, digest
from bot.table import Table, forced, format_names, undo
from bot.table.story import course_of, with_course
from bot.texts.languages import _, current_language, translate

MAX_PANEL = 1_500
"""Characters of a panel; to keep to it, older news are left out, which the log has."""
NO_QUESTION, ENDED = -1, -2
"""In place of the number of a question: none is asked now, or the game has ended."""


async def panel_page(
    table: Table,
    seat: int,
    pictures: Pictures,
    *,
    note: str = "",
    prefix: str = "",
    confirm: str = "",
    hint: str = "",
    hand_only: bool = False,
) -> Page:
    """The panel of a player: a note on their press, the receipt of their last move, their
    picture, the question, a hint and the controls; or the question whether to `confirm` a move.

    Its digest covers only what concerns this player now, so the message stays as it is while others
    answer the same question, and while it shows their plan or their answers for later instead.
    """
    table = table.snapshot()
    view = table.view(seat)
    running, away = table.row.status == "running", bool(table.people[seat].stand_in)
    playing = running and not hand_only and not table.row.paused and not away
    question = table.game.question(table.state, seat) if playing else None
    asked = Asked(table, question) if question else None
    waits = playing and not asked
    prompt = _not_asked_text() if waits else question_text(table, view, seat)
    is_asked = running and seat in view["asked"] and not table.row.paused
    if running and table.row.paused:
        prompt = paused_text(table)
    elif running and away and not hand_only:
        prompt = _("A computer player plays for you. **Move** gives you your seat back.")
    elif hand_only and is_asked:
        prompt += f" {_('Press **Move** to answer.')}"
    elif hand_only and running:
        prompt = ""  # so that it need not change when others move
    if running:
        prompt = f"{last_round(view)}{prompt}".strip()
    ahead = outlook(view, table.escaped_names) if playing else []
    told, rows = "", list[Row]()
    if asked and confirm in asked.question:
        prompt, rows = confirmation(asked, confirm)
    elif asked:
        told, rows = controls(asked, prefix)
        told = "\n".join(filter(None, [told, await _forced_note(asked)]))
    is_free = playing and (not asked or view["answer"] is not None) and not confirm
    offered = what_comes_next(table, seat, view) if is_free else []
    shown = picture(pictures, with_course(view, await course_of(table)))
    memo = await own_note(table, seat)
    below = await _side_buttons(table, seat) if playing else []
    planned = plan_line(table, seat) if playing else ""
    if asked and is_asked and table.row.hints:
        below.append(Button("hint", table.id, asked.where, label=_("Hint")))
    if asked and any(map(asked.question.cards, asked.question)):
        below.insert(0, Button("cards", table.id, label=_("What do these cards do?")))
    if asked and confirm not in asked.question:
        below += settings_button(asked)
    if not hand_only and (not asked or view["answer"] is not None):
        below += await _next_button(table, seat)
    if waits or (hand_only and is_asked):
        below.insert(0, Button("return", table.id, label=_("Move"), style="primary"))
    if running and away and not hand_only:
        below.insert(0, own_buttons(table)[1])
    if table.row.status == "over":
        below = [*rematch_button(table), *_lookback(table), *below]
    above = [heading(table), *([in_lines(note)] if note else [])]
    parts = [
        shown,
        *filter(None, (memo, "\n".join(filter(None, [*ahead, prompt, told])), planned)),
        *(await lesson(table, seat) if asked else []),
        *([hint] if hint and asked else []),
    ]
    parts = [*map(in_lines, parts)]
    taken = sum(len(each) for each in (*above, *parts, *offered) if isinstance(each, str))
    made = page(
        *above,
        *map(in_lines, await since_own_move(table, seat, room=MAX_PANEL - taken)),
        *parts,
        *rows,
        *map(in_lines, offered),
        *in_rows(below),
        question=table.question,
        notification=asked_in_public(table) if asked else "",
    )
    facts = [table.question, view["answer"], current_language(), *([memo] if memo else [])]
    if table.row.paused or away:
        facts.append([table.row.paused, away])
    made.digest = digest(facts)
    return made


async def own_note(table: Table, seat: int) -> str:
    """The note that the person on a seat has written for themselves; "" if none."""
    user = table.people[seat].user
    text = await table.store.memos.of(table.id, user) if user else ""
    return (
        "\n> ".join([f"📝 **{_('Your note')}**", *escape_markdown(text).splitlines()])
        if text
        else ""
    )


def _lookback(table: Table) -> list[Button]:
    """The buttons that look back on a finished game."""
    finished = table.row.status == "over"
    return [review_button(table), history_button(table)] if finished else []


async def _next_button(table: Table, seat: int) -> list[Button]:
    """The button to the next table that waits for the person on a seat; [] if none does."""
    user = table.people[seat].user
    waits = user and await table.store.turns.waits_elsewhere(user, table.id)
    return [Button("next", table.id, label=_("Next table"), style="primary")] if waits else []


def question_of(table: Table, seat: int) -> int:
    """The question that the panel of a seat asks: NO_QUESTION while only others are asked or the
    game is paused, ENDED after the game.
    """
    if table.row.status != "running":
        return ENDED
    if table.row.paused:
        return NO_QUESTION
    g = table.state
    taking_part = seat in {*g.asked, *g.answers} and not table.people[seat].stand_in
    return table.question if taking_part else NO_QUESTION


def settings_page(asked: Asked) -> Page:
    """The page of the moves that only change what a player is asked from now on."""
    told = [asked.in_text(move) for move in asked.settings]
    lines = [_("These change only what I ask you from now on:")]
    lines += [f"· {label}: {brings}" if brings else f"· {label}" for label, brings in told]
    rows = in_rows([asked.button(move) for move in asked.settings])
    return page(heading(asked.table), in_lines("\n".join(lines)), *rows, back(asked.table))


async def _forced_note(asked: Asked) -> str:
    """A note that the bot will give the answer, if it is set in advance or if the person wants
    that; else "".
    """
    table, seat = asked.table, asked.question.seat
    answer = await forced.answer(table, seat)
    if not answer or forced.is_given_at_once(table, seat):
        return ""
    when = _("I give it for you between 2 and 20 minutes after the question; you need not wait.")
    if not table.game.answer_in_advance(table.state, seat):
        return f"{_('This is your only answer.')} {when}"
    set_ = _("You have set this in advance: **{move:text}**.", move=asked.in_text(answer)[0])
    return f"{set_} {when}"


def _not_asked_text() -> str:
    return _(
        "It is not your turn. Your next decision appears here. If it does not, press **Move**."
    )


async def _side_buttons(table: Table, seat: int) -> list[Button]:
    """The buttons beside the moves: undo, redo, premoves, note."""
    below: list[Button] = []
    if await undo.can_undo(table, seat):
        below.append(
            Button("undo", table.id, str(table.question), label=_("Take back my last move"))
        )
    elif table.question > 0:
        below.append(Button("further", table.id, label=_("Undo earlier moves …")))
    if await undo.can_redo(table, seat):
        below.append(Button("redo", table.id, str(table.question), label=_("Redo my move")))
    if any(each.name for each in table.game.questions(table.state, seat)):
        below.append(Button("advance", table.id, label=_("Answer in advance")))
    below += plan_buttons(table, seat)
    below.append(Button("note", table.id, label=_("Note")))
    return below


async def rewind_page(table: Table) -> Page:
    """The page on which a player proposes to take back earlier moves."""
    targets = await undo.rewind_targets(table)
    if not targets:
        return page(heading(table), _("There is nothing to take back."), back(table))
    options = [
        Option(
            label=label,
            value=str(question),
            description=_("and {n:move|moves} after it", n=n) if n else "",
        )
        for n, (question, label) in enumerate(targets)
    ]
    pick = Select("further", table.id, placeholder=_("Take back …"), options=options)
    return page(
        heading(table),
        _(
            "Which move should be undone? The moves after it are undone too. Everyone "
            "must agree; later draws and rolls will be different."
        ),
        Row(pick),
        back(table),
    )


def question_text(table: Table, view: dict[str, Any], seat: int) -> str:
    """The question to a seat, or for whom the table waits."""
    if view["scores"] is not None:
        won = format_names([table.escaped_names[s] for s in view["winners"]])
        return _("The game is over. {names:text} won.", names=won)
    if table.row.status != "running":
        return ended_early_text(table)
    if view["answer"] is not None:
        label = translate(table.game.label(table.state, seat, view["answer"]), table.escaped_names)
        chosen = _(
            "You have chosen: **{move:text}**. You may change it until everybody has chosen.",
            move=label,
        )
        return f"✓ {chosen}"
    if seat in view["asked"]:
        return f"**{translate(view['question']['prompt'], table.escaped_names)}**"
    waiting = format_names([table.escaped_names[s] for s in view["asked"]])
    return _("It's not your turn. Waiting for {names:text}.", names=waiting)


async def answered_page(table: Table, seat: int) -> Page:
    """What a panel in direct messages shows after its question, or after the game."""
    running = table.row.status == "running"
    closed = _("This question is closed. **Move** shows what is asked now.")
    return page(
        heading(table),
        *await since_own_move(table, seat, others=False),
        closed if running else question_text(table, table.view(seat), seat),
        *in_rows(
            [
                *(own_buttons(table) if running else _lookback(table)),
                *await _next_button(table, seat),
            ]
        ),
    )


def secret_page(table: Table, told: list[str]) -> Page:
    """What somebody was told in private at the start, for their direct messages. It holds for the
    whole game, so the message need not change.
    """
    dealt = _("{table:text}: you alone see what you were dealt.", table=table_name(table))
    lines = [escape_markdown(each) for each in told]
    return page(heading(table), "\n".join(lines), notification=dealt)
