"""The private pages: what one player sees of a table, and the controls with which he answers."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot import menus
from bot.lessons import lesson
from bot.menus import Pick, Press
from bot.pages import LATELY, Page, escaped, heading, page, picture
from bot.pictures import Pictures
from bot.table import Table, joined

INTRODUCTION = (
    "What you set here is given for you when the question comes, if it is still open to you then;"
    " otherwise it is dropped and you are told. Nobody else sees it."
)


async def panel(
    table: Table,
    seat: int,
    pictures: Pictures,
    *,
    warning: str = "",
    prefix: str = "",
    hand_only: bool = False,
) -> Page:
    """A player's private page: what became of the last press, what is asked, the own picture, the
    controls.
    """
    # Read at once, before anything is waited for: meanwhile the game may go on.
    view, question = table.view(seat), table.question
    playing = table.row.status == "running" and not hand_only
    moves = labelled(table, seat) if playing else {}
    prompt = asked(table, view, seat)
    if hand_only and seat in view["asked"]:
        prompt += " Press **Move** at the table to answer."
    told, controls = _controls(table, seat, view, moves, prefix) if moves else ("", [])
    gallery, file = await picture(pictures, view)
    below: list[Press] = []
    if playing and await table.can_undo(seat):
        below.append(Press("undo", table.id, str(question), label="Take back my last move"))
    if playing and table.game.ahead(table.state, seat):
        below.append(Press("advance", table.id, label="Answer in advance"))
    return page(
        heading(table),
        *([f"⚠ {warning}"] if warning else []),
        *await _since_own_move(table, seat),
        gallery,
        *([f"{prompt}\n{told}"] if told else [prompt]),
        *([] if hand_only else await lesson(table, seat)),
        *controls,
        *menus.in_rows(below),
        files=[file],
        facts=[view, prefix],
        question=question,
    )


def _controls(
    table: Table, seat: int, view: dict[str, Any], moves: dict[str, str], prefix: str
) -> tuple[str, list[ui.ActionRow[Any]]]:
    """What the open moves would bring, as far as no control says it, and the controls."""
    g, game, question = table.state, table.game, table.question
    pattern: str = view.get("dials", "")
    if pattern and menus.turned(moves, pattern):
        wished = (prefix, view["answer"] or "", game.default(g, seat))
        draft = menus.fitting(moves, pattern, wished)
        controls = menus.dial_rows(table.id, question, moves, pattern, draft)
        return game.outlook(g, seat, draft), controls
    outlooks = {move: game.outlook(g, seat, move) for move in moves}
    grid: list[list[str]] = view.get("grid", [])
    controls = menus.rows(table.id, question, moves, prefix, grid, outlooks)
    said = str([control.to_component_dict() for control in controls])
    unsaid = [
        f"· {moves[move]}: {outlook}"
        for move, outlook in outlooks.items()
        if outlook and len(moves) <= menus.MOST_BUTTONS and f"move:{move}" not in said
    ]
    return "\n".join(unsaid), controls


async def advance(table: Table, seat: int, question: str = "", draft: str = "") -> Page:
    """The page on which a seat answers later questions: those there are, or one of them."""
    game, g = table.game, table.state
    now: dict[str, str] = table.view(seat).get("ahead", {})
    lines = [f"· **{name}:** {_named(table, seat, name, move)}" for name, move in now.items()]
    lines.insert(0, "Set in advance, and seen by nobody else:" if now else INTRODUCTION)
    controls = [
        *_question_rows(table, seat, question, draft),
        *menus.in_rows([Press("forget", table.id, name, label=f"Forget {name}") for name in now]),
    ]
    questions = [
        discord.SelectOption(label=name, value=name, default=name == question)
        for name in game.ahead(g, seat)
    ]
    if questions:
        pick = Pick("advance", table.id, "", placeholder="Which question?", options=questions)
        controls.append(menus.row(pick))
    back = Press("return", table.id, label="Back")
    return page(heading(table), "\n".join(lines), *controls, menus.row(back), facts=[now])


def _named(table: Table, seat: int, question: str, move: str) -> str:
    return table.game.ahead_labels(table.state, seat, question).get(move, move)


def _question_rows(table: Table, seat: int, question: str, draft: str) -> list[ui.ActionRow[Any]]:
    """The controls that answer one question in advance; none where it cannot be answered now."""
    game, g = table.game, table.state
    moves = game.ahead_labels(g, seat, question)
    pattern = game.dials_ahead(g, seat, question)
    where = f"{menus.AHEAD}{question}"
    if moves and pattern and menus.turned(moves, pattern):
        now = table.view(seat)["ahead"].get(question, "")
        draft = menus.fitting(moves, pattern, (draft, now))
        return menus.dial_rows(table.id, where, moves, pattern, draft)
    return menus.rows(table.id, where, moves, draft) if moves else []


def labelled(table: Table, seat: int) -> dict[str, str]:
    """The legal moves of a seat with their labels."""
    g = table.state
    return {move: table.game.label(g, seat, move) for move in table.game.legal(g, seat)}


def labelled_ahead(table: Table, seat: int) -> dict[str, str]:
    """The moves with which a seat answers later questions, or takes that back, with labels."""
    game, g = table.game, table.state
    now: dict[str, str] = table.view(seat).get("ahead", {})
    found = {f"forget {question}": game.label(g, seat, f"forget {question}") for question in now}
    for question in game.ahead(g, seat):
        for move, label in game.ahead_labels(g, seat, question).items():
            found[f"ahead {question} {move}"] = f"In advance, {question}: {label}"
    return found


async def _since_own_move(table: Table, seat: int) -> list[str]:
    """The receipt of this seat's last move, and what was told to it alone since then."""
    own = [row for row in await table.store.moves(table.id, LATELY) if row.seat == seat]
    since = own[-1].seq if own else 0
    lines = [
        f"· {escaped(text)}"
        for at, text, to in await table.news(LATELY)
        if to == seat and at >= since
    ]
    if own and own[-1].label:
        done = "Taken back:" if own[-1].kind == "undo" else "✓"
        lines.insert(0, f"{done} {own[-1].label}")
    return ["\n".join(lines)] if lines else []


def asked(table: Table, view: dict[str, Any], seat: int) -> str:
    """What the seat is asked, or whom the table waits for."""
    if view["scores"] is not None:
        return f"The game is over. {joined([table.names[s] for s in view['winners']])} won."
    if view["answer"] is not None:
        label = table.game.label(table.state, seat, view["answer"])
        return f"You have chosen: **{label}**. You may change it until everybody has chosen."
    if seat in view["asked"]:
        return f"**{view['prompt']}**"
    waiting = joined([table.names[s] for s in view["asked"]])
    return f"Nothing is asked of you now; the table waits for {waiting}."


async def settled(table: Table, seat: int) -> Page:
    """What a private message becomes when its question has passed."""
    return page(
        heading(table),
        *await _since_own_move(table, seat),
        "That is settled. I write again when you are asked in private.",
    )
