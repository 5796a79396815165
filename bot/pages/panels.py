"""The private pages of one player: the panel with their moves, their hand, their premoves."""

from __future__ import annotations

from typing import Any

from bot.operations.markdown import escape_markdown
from bot.pages import cards, dials, menus, picks
from bot.pages.board import ended_early_text, own_buttons
from bot.pages.lessons import lesson
from bot.pages.names import (
    asked_in_public,
    heading,
    last_round,
    paused_text,
    table_name,
    with_bold_label,
)
from bot.pages.page import Button, Option, Page, Row, Select, in_rows, page, picture
from bot.pages.receipts import since_own_move
from bot.pictures.pictures import Pictures, digest
from bot.table import Table, format_names, undo
from bot.texts.languages import _, current_language, translate

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
    """Returns the panel of a player: a note on their press, the receipt of their last move, their
    picture, the question, a hint and the controls; or the question whether to `confirm` a move.

    Its digest covers only what concerns this player, so the message stays as it is while others
    answer the same question.
    """
    table = table.snapshot()
    view, question = table.view(seat), table.question
    running, away = table.row.status == "running", bool(table.people[seat].stand_in)
    playing = running and not hand_only and not table.row.paused and not away
    moves = labelled_moves(table, seat) if playing else {}
    waits = playing and not moves
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
    told, controls = "", list[Row]()
    if confirm in moves or (moves and confirm in table.game.legal(table.state, seat)):
        prompt, controls = _confirmation(table, seat, confirm)
    elif moves:
        told, controls = _controls(table, seat, view, moves, prefix)
        told = "\n".join(filter(None, [told, await _forced_note(table, seat, moves)]))
    shown, memo = picture(pictures, view), await own_note(table, seat)
    below = await _side_buttons(table, seat, question) if playing else []
    if moves and is_asked and table.row.hints:
        below.append(Button("hint", table.id, str(question), label=_("Hint")))
    if cards.has_cards(table, seat, moves):
        below.insert(0, Button("cards", table.id, label=_("What do these cards do?")))
    if not hand_only and (not moves or view["answer"] is not None):
        below += await _next_button(table, seat)
    if waits or (hand_only and is_asked):
        below.insert(0, Button("return", table.id, label=_("Move"), style="primary"))
    if running and away and not hand_only:
        below.insert(0, own_buttons(table)[1])
    made = page(
        heading(table),
        *([note] if note else []),
        *await since_own_move(table, seat),
        shown,
        *[text for text in (memo, "\n".join(filter(None, [prompt, told]))) if text],
        *(await lesson(table, seat) if moves else []),
        *([hint] if hint and moves else []),
        *controls,
        *in_rows(below),
        question=question,
        notification=asked_in_public(table) if moves else "",
    )
    facts = [question, view["answer"], current_language(), *([memo] if memo else [])]
    if table.row.paused or away:
        facts.append([table.row.paused, away])
    made.digest = digest(facts)
    return made


async def own_note(table: Table, seat: int) -> str:
    """Returns the note that the person on a seat has written for themselves; "" if none."""
    user = table.people[seat].user
    text = await table.store.memos.of(table.id, user) if user else ""
    return (
        "\n> ".join([f"📝 **{_('Your note')}**", *escape_markdown(text).splitlines()])
        if text
        else ""
    )


async def _next_button(table: Table, seat: int) -> list[Button]:
    """The button to the next table that waits for the person on a seat; [] if none does."""
    user = table.people[seat].user
    waits = user and await table.store.turns.waits_elsewhere(user, table.id)
    return [Button("next", table.id, label=_("Next table"), style="primary")] if waits else []


def question_of(table: Table, seat: int) -> int:
    """Returns the question that the panel of a seat asks: NO_QUESTION while only others are asked
    or the game is paused, ENDED after the game.
    """
    if table.row.status != "running":
        return ENDED
    if table.row.paused:
        return NO_QUESTION
    g = table.state
    taking_part = seat in {*g.asked, *g.answers} and not table.people[seat].stand_in
    return table.question if taking_part else NO_QUESTION


def _confirmation(table: Table, seat: int, move: str) -> tuple[str, list[Row]]:
    """The move and what it would bring, and the buttons that confirm it or go back."""
    g, game = table.state, table.game
    lines = [
        _(
            "Confirm: **{move:text}**",
            move=translate(game.label(g, seat, move), table.escaped_names),
        ),
        translate(game.consequence(g, seat, move), table.escaped_names),
        _("You cannot take this back on your own.") if undo.is_final(table, seat, move) else "",
    ]
    confirm = Button(
        *("yes", table.id, f"{table.question}:{move}"), label=_("Confirm"), style="success"
    )
    back = Button("return", table.id, label=_("Back"))
    return "\n".join(filter(None, lines)), [Row(confirm, back)]


async def _forced_note(table: Table, seat: int, moves: dict[str, str]) -> str:
    """A note that the bot will give the only answer, if the person wants that; else ""."""
    user = table.people[seat].user
    if len(moves) != 1 or user is None:
        return ""
    if not (await table.store.people.cached(user)).forced:
        return ""
    return _("This is your only answer. I give it for you after a while; you need not wait.")


def _not_asked_text() -> str:
    return _(
        "It is not your turn. Your next decision appears here. If it does not, press **Move**."
    )


async def _side_buttons(table: Table, seat: int, question: int) -> list[Button]:
    """The buttons beside the moves: undo, redo, premoves, note."""
    below: list[Button] = []
    if await undo.can_undo(table, seat):
        below.append(Button("undo", table.id, str(question), label=_("Take back my last move")))
    elif table.question > 0:
        below.append(Button("further", table.id, label=_("Undo earlier moves …")))
    if await undo.can_redo(table, seat):
        below.append(Button("redo", table.id, str(question), label=_("Redo my move")))
    if table.game.premoves(table.state, seat):
        below.append(Button("advance", table.id, label=_("Answer in advance")))
    below.append(Button("note", table.id, label=_("Note")))
    return below


async def rewind_page(table: Table) -> Page:
    """Returns the page on which a player proposes to take back earlier moves."""
    targets = await undo.rewind_targets(table)
    if not targets:
        return page(heading(table), _("There is nothing to take back."), _back(table))
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
        _back(table),
    )


def _back(table: Table) -> Row:
    return Row(Button("return", table.id, label=_("Back")))


def _controls(
    table: Table, seat: int, view: dict[str, Any], moves: dict[str, str], prefix: str
) -> tuple[str, list[Row]]:
    """What the legal moves would bring, unless a control says so, and the controls."""
    g, game, question = table.state, table.game, table.question
    unusual = game.unusual_moves(g, seat)
    things = game.picks(g, seat)
    if things and picks.has_picks(things):
        draft = next((move for move in (prefix, view["answer"] or "") if move in things), "")
        controls = picks.pick_rows(table.id, question, things, draft, moves, table.names, unusual)
        consequence = game.consequence(g, seat, draft) if draft else ""
        return translate(consequence, table.escaped_names), controls
    if turned := game.dials(g, seat):
        wished = (prefix, view["answer"] or "", game.default(g, seat))
        draft = dials.first_draft(turned, wished)
        labels = moves | {draft: translate(game.label(g, seat, draft), table.names)}
        controls = dials.dial_rows(table.id, question, turned, draft, labels, unusual)
        return translate(game.consequence(g, seat, draft), table.escaped_names), controls
    consequences = {move: translate(game.consequence(g, seat, move), table.names) for move in moves}
    grid: list[list[str]] = view.get("grid", [])
    described = cards.effects(table, seat, moves)
    described |= {move: consequence for move, consequence in consequences.items() if consequence}
    controls = menus.rows(table.id, question, moves, prefix, grid, described, unusual)
    on_buttons = {each.rest for row in controls for each in row.controls if not row.options}
    names = table.escaped_names
    unsaid = [
        f"· {translate(game.label(g, seat, move), names)}:"
        f" {translate(game.consequence(g, seat, move), names)}"
        for move, consequence in consequences.items()
        if consequence and f"{question}:{move}" in on_buttons
    ]
    fits = len(unsaid) <= menus.MAX_BUTTONS and (not grid or len(moves) <= menus.MAX_BUTTONS)
    return "\n".join(unsaid if fits else ()), controls


async def premoves_page(table: Table, seat: int, question: str = "", draft: str = "") -> Page:
    """Returns the page for premoves: those that are set, and the controls for one question."""
    game, g = table.game, table.state
    now: dict[str, str] = table.view(seat).get("ahead", {})
    lines = [
        f"· {with_bold_label(translate(name), _named(table, seat, name, move))}"
        for name, move in now.items()
    ]
    introduction = _(
        "I give this answer when the question comes up. If it is no longer possible, I cancel"
        " it and tell you. Only you see it."
    )
    lines.insert(0, _("Your answers for later (only you can see them):") if now else introduction)
    controls = [
        *_question_rows(table, seat, question, draft),
        *in_rows(
            [
                Button("forget", table.id, name, label=_("Clear {question}", question=name))
                for name in now
            ]
        ),
    ]
    questions = [
        Option(label=translate(name), value=name, default=name == question)
        for name in game.premoves(g, seat)
    ]
    if questions:
        pick = Select("advance", table.id, "", placeholder=_("Which decision?"), options=questions)
        controls.append(Row(pick))
    return page(heading(table), "\n".join(lines), *controls, _back(table), facts=[now])


def _named(table: Table, seat: int, question: str, move: str) -> str:
    label = table.game.premove_labels(table.state, seat, question, move).get(move, move)
    return translate(label, table.escaped_names)


def _question_rows(table: Table, seat: int, question: str, draft: str) -> list[Row]:
    """The controls for the premove of one question; [] if it cannot be answered in advance."""
    game, g = table.game, table.state
    labels = game.premove_labels(g, seat, question)
    moves = {move: translate(label, table.names) for move, label in labels.items()}
    if not moves:
        return []
    where = f"{menus.PREMOVE_SIGN}{question}"
    unusual = game.unusual_moves(g, seat, question)
    wished = (draft, table.view(seat)["ahead"].get(question, ""))
    things = game.picks(g, seat, question)
    if things and picks.has_picks(things):
        shown = next((move for move in wished if move in things), "")
        return picks.pick_rows(table.id, where, things, shown, moves, table.names, unusual)
    if turned := game.dials(g, seat, question):
        draft = dials.first_draft(turned, wished)
        label = game.premove_labels(g, seat, question, draft)[draft]
        labels = moves | {draft: translate(label, table.names)}
        return dials.dial_rows(table.id, where, turned, draft, labels, unusual)
    return menus.rows(table.id, where, moves, draft, unusual=unusual)


def labelled_moves(table: Table, seat: int, typed: str = "") -> dict[str, str]:
    """Returns the legal moves of a seat with their labels. If they are too many to list, these
    include what was typed, if that is legal.
    """
    g = table.state
    game, names = table.game, table.names
    legal = game.legal(g, seat)
    moves = [typed, *legal] if typed in legal else legal
    return {move: translate(game.label(g, seat, move), names) for move in moves}


def labelled_premoves(table: Table, seat: int) -> dict[str, str]:
    """Returns the moves that set or clear the premoves of a seat, with labels."""
    game, g = table.game, table.state
    now: dict[str, str] = table.view(seat).get("ahead", {})
    found = {
        f"forget {question}": translate(game.label(g, seat, f"forget {question}"))
        for question in now
    }
    for question in game.premoves(g, seat):
        for move, label in game.premove_labels(g, seat, question).items():
            found[f"ahead {question} {move}"] = _(
                "In advance, {question}: {move:text}",
                question=question,
                move=translate(label, table.names),
            )
    return found


def question_text(table: Table, view: dict[str, Any], seat: int) -> str:
    """Returns the question to a seat, or for whom the table waits."""
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
        return f"**{translate(view['prompt'], table.escaped_names)}**"
    waiting = format_names([table.escaped_names[s] for s in view["asked"]])
    return _("It's not your turn. Waiting for {names:text}.", names=waiting)


async def answered_page(table: Table, seat: int) -> Page:
    """Returns what a panel in direct messages shows after its question, or after the game."""
    running = table.row.status == "running"
    closed = _("This question is closed. **Move** shows what is asked now.")
    return page(
        heading(table),
        *await since_own_move(table, seat, others=False),
        closed if running else question_text(table, table.view(seat), seat),
        *in_rows([*(own_buttons(table) if running else ()), *await _next_button(table, seat)]),
    )


def secret_page(table: Table, told: list[str]) -> Page:
    """Returns what somebody was told in private at the start, for their direct messages. It holds
    for the whole game, so the message need not change.
    """
    dealt = _("{table:text}: you alone see what you were dealt.", table=table_name(table))
    lines = [escape_markdown(each) for each in told]
    return page(heading(table), "\n".join(lines), notification=dealt)
