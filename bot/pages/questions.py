"""A question as its player sees it: words in their language, and the controls that answer it.

Moves that pick several things of one list get a select of these things. Moves that are one number
get selects of them. Those of several numbers get a form with a field for each, or a select for each
if they are too many for a form. A draft is the move that selects show now. Other moves are a grid
of buttons, or a menu.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from bot.pages import cards
from bot.pages.menus import (
    MAX_BUTTONS,
    MAX_SELECTS,
    Entry,
    entries,
    heading_of,
    in_selects,
    unfolded,
)
from bot.pages.names import ALARM, table_name
from bot.pages.page import (
    MAX_BUTTONS_IN_ROW,
    MAX_FIELDS,
    MAX_OPTIONS,
    Answers,
    Button,
    Field,
    Form,
    Option,
    Row,
    Select,
    Style,
    in_rows,
)
from bot.pictures.symbols import symbol_in
from bot.table import Refused, Table
from bot.texts.languages import _, translate
from games.kernel import PASSES, Dials, Picks, Question, Tone
from games.reading import whole_number

STYLES: dict[Tone, Style] = {
    "usual": "primary",
    "unusual": "secondary",
    "setting": "secondary",
    "grave": "danger",
}
"""The style of a move's button by its tone."""
MAX_CELL_CHARS = 24
"""A longer label would not fit into a grid."""
MAX_NUMBER_SELECTS = 4
"""Selects for the moves of a single dial; with more of its numbers it gets a form."""
MAX_DIGITS = 9
"""Characters of a field for a number."""
STEP = "+"
"""How the place of a step of a plan begins in a custom_id."""


@dataclass
class Asked:
    """A question to a seat of a table, in the words of the reader."""

    table: Table
    question: Question
    step: int | None = None
    """How many steps of a plan come before it; None if it is no step."""

    @property
    def is_now(self) -> bool:
        """Whether its answer counts now, and not later."""
        return not self.question.name and self.step is None

    @property
    def where(self) -> str:
        """What a custom_id says for this question: its number if it is asked now, "+" and a number
        if it is a step of a plan, else its name.
        """
        if self.step is not None:
            return f"{STEP}{self.step}"
        return self.question.name or str(self.table.question)

    @cached_property
    def labels(self) -> dict[str, str]:
        """The listed moves with their labels, those that are settings last."""
        ordered = sorted(self.question, key=lambda move: move in self.settings)
        return {move: self.label(move) for move in ordered}

    @cached_property
    def settings(self) -> list[str]:
        """The moves that only change what the player is asked; they have a page of their own."""
        menu = self.question.menu
        listed = menu.also if isinstance(menu, Picks | Dials) else self.question
        return [move for move in listed if self.question.tone(move) == "setting"]

    @property
    def prompt(self) -> str:
        return translate(self.question.prompt, self.table.names)

    def label(self, move: str) -> str:
        return translate(self.question.label(move), self.table.names)

    def value(self, dials: Dials, dial: int, number: int) -> str:
        """What people read for a number, or a word, on a dial."""
        return translate(self.question.value(dials, dial, number), self.table.names)

    def symbol(self, *moves: str) -> str:
        """The symbol that these moves have in common; "" if none."""
        game = self.table.game.name
        found = {symbol_in(game, self.question.label(move)) for move in moves}
        return found.pop() if len(found) == 1 else ""

    def symbol_under(self, words: str) -> str:
        """The symbol that the moves under a heading have in common; "" if none."""
        return self.symbol(*(m for m in self.labels if f"{m} ".startswith(f"{words} ")))

    def outcome(self, move: str, names: Sequence[str] = ()) -> str:
        """The alarm of a move, and what the move would bring."""
        names = names or self.table.names
        brings = translate(self.question.consequence(move), names)
        return f"{self.alarm(move, names)} {brings}".strip()

    def alarm(self, move: str, names: Sequence[str] = ()) -> str:
        """The alarm of a move; "" if it has none."""
        alarm = translate(self.question.alarm(move), names or self.table.names)
        return f"{ALARM} {alarm}" if alarm else ""

    def in_text(self, move: str) -> tuple[str, str]:
        """Label and outcome of a move for a text, with the markdown of names escaped."""
        names = self.table.escaped_names
        return translate(self.question.label(move), names), self.outcome(move, names)

    def button(self, move: str, style: Style | None = None, label: str = "") -> Button:
        style = style or STYLES[self.question.tone(move)]
        return self._button("move", move, label or self.label(move), style, self.symbol(move))

    def cell(self, move: str) -> Button:
        """The button of a grid, with its label if that is short, else with the last word of its
        move; disabled, and without a label, if it is not open.
        """
        is_open = move in self.question
        label = self.label(move) if is_open else ""
        words = label if 0 < len(label) <= MAX_CELL_CHARS else move.split(" ")[-1]
        symbol = self.symbol(move) if is_open else ""
        button = self._button("move", move, words, "primary", symbol)
        button.disabled = not is_open
        return button

    def line(self, entry: Entry) -> Button:
        """The button of a line of a menu: a move, or a heading."""
        if entry.is_heading:
            symbol = self.symbol_under(entry.words)
            return self._button("into", entry.words, entry.label, "primary", symbol)
        return self.button(entry.words, label=entry.label)

    def back(self) -> Button:
        """The button that shows the whole menu again."""
        return self._button("into", "", _("Back"), "secondary")

    def select(self, action: str, options: list[Option], hint: str, more: str = "") -> Select:
        """A select with this hint in place of what is chosen."""
        where = f"{self.where}:{more}" if more else self.where
        return Select(action, self.table.id, where, hint, options)

    def _button(
        self, action: str, words: str, label: str, style: Style, symbol: str = ""
    ) -> Button:
        where = f"{self.where}:{words}"
        return Button(action, self.table.id, where, label=label, style=style, symbol=symbol)


def labelled_moves(table: Table, seat: int, typed: str = "") -> dict[str, str]:
    """The moves of a seat that is asked with their labels. If they are too many to list, these
    include what was typed, if that is open.
    """
    question = table.game.question(table.state, seat)
    if question is None:
        return {}
    asked = Asked(table, question)
    listed = ({typed: asked.label(typed)} if typed in question else {}) | asked.labels
    return {
        move: f"{ALARM} {label}" if question.alarm(move) else label
        for move, label in listed.items()
    }


def labelled_premoves(table: Table, seat: int) -> dict[str, str]:
    """The moves that set or clear the premoves of a seat, with labels."""
    game, g = table.game, table.state
    now: dict[str, str] = table.view(seat).get("ahead", {})
    found = {
        f"forget {question}": translate(game.label(g, seat, f"forget {question}"))
        for question in now
    }
    for question in game.questions(g, seat):
        for move, label in Asked(table, question).labels.items() if question.name else ():
            found[question.answer(move)] = _(
                "In advance, {question}: {move:text}", question=question.called, move=label
            )
    return found


def controls(asked: Asked, draft: str = "") -> tuple[str, list[Row]]:
    """What the moves would bring, unless a control says so, and the controls.

    The draft is what was picked or dialled so far, or the words under which a menu was opened.
    """
    menu = asked.question.menu
    if isinstance(menu, Picks) and is_one_select(menu):
        return _pick_rows(asked, menu, draft)
    if isinstance(menu, Dials):
        return _dial_rows(asked, menu, draft)
    # A grid needs the picture of the board, which the page for later questions does not have.
    grid = menu if isinstance(menu, list) and not asked.question.name else []
    return _menu_rows(asked, grid, draft)


# --- Picks: a select of all things ----------------------------------------------------------------


def is_one_select(picks: Picks) -> bool:
    """Whether several things can be picked, and all fit into one select."""
    return picks.most > 1 and len(picks.things) <= MAX_OPTIONS


def has_draft(picks: Picks) -> bool:
    """Whether the number of things varies, so that a pick is only a draft."""
    return picks.least < picks.most


def _pick_rows(asked: Asked, picks: Picks, draft: str) -> tuple[str, list[Row]]:
    """The select, the button that makes the draft if one is needed, and those of moves that are no
    picks.
    """
    draft = next((move for move in (draft, asked.question.given) if move in picks), "")
    said, names, picked = asked.question.thing, asked.table.names, picks.of(draft)
    options = [
        Option(
            label=translate(said(thing).label, names),
            value=thing,
            description=translate(said(thing).brings(), names),
            default=thing in picked,
            symbol=symbol_in(asked.table.game.name, said(thing).label),
        )
        for thing in picks.things
    ]
    number = f"{picks.least}–{picks.most}" if has_draft(picks) else str(picks.least)
    hint = _("Pick {number:text} of these", number=number)
    select = asked.select("picks", options, hint)
    select.min_values, select.max_values = picks.least, picks.most
    buttons = _other_buttons(asked, picks)
    if draft and has_draft(picks):
        buttons.insert(0, asked.button(draft, "success"))
    return asked.in_text(draft)[1] if draft else "", [Row(select), *in_rows(buttons)]


# --- Dials: selects of one number, a form of several, or a select for each of many ----------------


def turned(dials: Dials) -> list[int]:
    """The dials that have several numbers."""
    return [i for i, numbers in enumerate(dials.numbers) if len(numbers) > 1]


def is_one_number(dials: Dials) -> bool:
    """Whether selects can list the moves, because these differ by one number alone."""
    numbers = prod(len(dials.numbers[i]) for i in turned(dials))
    return len(turned(dials)) <= 1 and numbers <= MAX_OPTIONS * MAX_NUMBER_SELECTS


def fits_form(dials: Dials) -> bool:
    """Whether a form has a field for each dial; else each has a select."""
    listed = all(len(words) <= MAX_OPTIONS for words in dials.words)
    return listed and not is_one_number(dials) and len(turned(dials)) <= MAX_FIELDS


def dials_form(asked: Asked, dials: Dials) -> Form:
    """The form with a field for each dial with several numbers, at first as they are now."""
    draft = _draft_of(asked, dials)
    fields = [_dial_field(asked, dials, draft, i) for i in turned(dials)]
    table, prompt = asked.table, asked.prompt
    return Form("dials", table.id, table_name(table), fields, asked.where, prompt)


def _dial_field(asked: Asked, dials: Dials, draft: str, i: int) -> Field:
    numbers, name = dials.numbers[i], translate(dials.names[i])
    if len(numbers) <= MAX_OPTIONS:
        return Field(name, str(i), options=_dial_options(asked, dials, draft, i, numbers))
    ends = _("From {least} to {most}", least=min(numbers), most=max(numbers))
    return Field(name, str(i), ends, str(dials.setting(draft)[i]), MAX_DIGITS)


def _dial_options(
    asked: Asked, dials: Dials, draft: str, i: int, numbers: Sequence[int]
) -> list[Option]:
    """The options of these numbers of a dial, with alarms where they differ."""
    alarms = [asked.alarm(dials.set_dial(draft, i, number)) for number in numbers]
    shown, differ = dials.setting(draft)[i], len({*alarms}) > 1
    return [
        Option(
            asked.value(dials, i, number),
            str(number),
            alarm if differ else "",
            default=number == shown,
        )
        for number, alarm in zip(numbers, alarms, strict=True)
    ]


def dialled(dials: Dials, answers: Answers) -> str:
    """The move that a form says; raises Refused if one of its texts is no number."""
    found = [numbers[0] for numbers in dials.numbers]
    for i in turned(dials):
        text = "".join(answers.get(str(i), ())).strip()
        number = whole_number(text)
        if number is None:
            name = translate(dials.names[i])
            raise Refused(_("“{text:text}” is no whole number: {name}.", text=text, name=name))
        found[i] = number
    return dials.move(found)


def _draft_of(asked: Asked, dials: Dials, draft: str = "") -> str:
    """The draft, else the answer that is given already, else a sensible one."""
    question = asked.question
    return first_draft(dials, draft, question.given, "" if question.name else question.default())


def _dial_rows(asked: Asked, dials: Dials, draft: str) -> tuple[str, list[Row]]:
    """The selects, the button that makes the draft, that of the form, and those of moves that the
    dials cannot show.
    """
    draft = _draft_of(asked, dials, draft)
    buttons = [asked.button(draft, "success"), *_other_buttons(asked, dials)]
    rows: list[Row] = []
    if is_one_number(dials):
        rows = [row for i in turned(dials) for row in _number_rows(asked, dials, draft, i)]
    elif fits_form(dials):
        other = Button("dials", asked.table.id, asked.where, _("Other numbers …"), "primary")
        buttons.insert(1, other)
    else:
        rows = [_dial_select(asked, dials, draft, i) for i in turned(dials)]
    return asked.in_text(draft)[1], rows + in_rows(buttons)


def _number_rows(asked: Asked, dials: Dials, draft: str, i: int) -> list[Row]:
    """The selects of the only dial, which make its moves; each says which numbers it has."""
    numbers, name = dials.numbers[i], translate(dials.names[i])
    rows: list[Row] = []
    for n in range(0, len(numbers), MAX_OPTIONS):
        part = numbers[n : n + MAX_OPTIONS]
        moves = [dials.set_dial(draft, i, number) for number in part]
        options = [Option(asked.label(move), f"move:{move}", asked.outcome(move)) for move in moves]
        ends = "–".join(asked.value(dials, i, number) for number in (part[0], part[-1]))
        hint = _("{title:text}: {label:text}", title=name, label=ends)
        rows.append(Row(asked.select("move", options, hint, str(n))))
    return rows


def _dial_select(asked: Asked, dials: Dials, draft: str, i: int) -> Row:
    """The select of a dial, set to the draft."""
    numbers = offered_numbers(dials.numbers[i], dials.setting(draft)[i])
    options = _dial_options(asked, dials, draft, i, numbers)
    for option in options:
        title = translate(dials.names[i])
        option.label = _("{title:text}: {label:text}", title=title, label=option.label)
    hint = next(option.label for option in options if option.default)
    return Row(asked.select("dial", options, hint, f"{i}:{draft}"))


def _other_buttons(asked: Asked, menu: Picks | Dials) -> list[Button]:
    """The buttons of moves that a menu cannot show, without settings."""
    others = [move for move in menu.also if move not in asked.settings]
    return [asked.button(move) for move in others[: MAX_BUTTONS - 1]]


def first_draft(dials: Dials, *preferred: str) -> str:
    """The first of the preferred moves that the dials can show and that is open, else the first
    open one that they can show.
    """
    moves = (move for each in (preferred, dials) for move in each if dials.setting(move))
    return next(move for move in moves if move in dials)


def offered_numbers(numbers: Sequence[int], shown: int) -> list[int]:
    """The numbers that the select of a dial offers. If there are too many, these are some from the
    whole range and those near the number that is shown, so that two picks reach most numbers.
    """
    if len(numbers) <= MAX_OPTIONS:
        return [*numbers]
    far, near = MAX_OPTIONS // 2, MAX_OPTIONS - MAX_OPTIONS // 2
    last, at = len(numbers) - 1, numbers.index(shown)
    whole_range = {round(n * last / (far - 1)) for n in range(far)}
    by_nearness = sorted(range(len(numbers)), key=lambda i: abs(i - at))
    around = [i for i in by_nearness if i not in whole_range][:near]
    return [numbers[i] for i in sorted({*whole_range, *around})]


# --- Grids and menus: buttons, or selects if there are many ---------------------------------------


def _menu_rows(asked: Asked, grid: list[list[str]], prefix: str) -> tuple[str, list[Row]]:
    """A grid of buttons, in which moves that are not open are disabled, then the other moves; and
    what the buttons would bring, if they are few.
    """
    laid = {*asked.settings, *(move for line in grid for move in line)}
    others = {move: label for move, label in asked.labels.items() if move not in laid}
    rows = [Row(*(asked.cell(move) for move in line)) for line in grid]
    rows += _entry_rows(asked, others, prefix) if others else []
    controls = [part for row in rows for part in row.controls]
    on_buttons = {part.rest for part in controls if isinstance(part, Button)}
    shown = [move for move in asked.labels if f"{asked.where}:{move}" in on_buttons]
    said = map(asked.in_text, shown)
    told = [f"· {label}: {consequence}" for label, consequence in said if consequence]
    fits = len(told) <= MAX_BUTTONS and (not grid or len(asked.labels) <= MAX_BUTTONS)
    return "\n".join(told if fits else ()), rows


def _entry_rows(asked: Asked, moves: dict[str, str], prefix: str) -> list[Row]:
    """The menu of the moves that begin with these words. Unusual moves are at the end, passing
    first.
    """
    listed = entries(moves, prefix)
    opened = unfolded(moves, listed)
    selects = [part for found in opened.values() for part in found]
    is_long = len(listed) > MAX_BUTTONS
    tones = {each: asked.question.tone(each.words) for each in listed if not each.is_heading}
    below = [each for each, tone in tones.items() if tone != "usual"]
    below.sort(key=lambda entry: entry.words not in PASSES)  # passing comes first
    below = below[: MAX_BUTTONS_IN_ROW if is_long else MAX_BUTTONS]
    above = [each for each in listed if each not in below and each not in opened]
    if is_long:
        name = heading_of(moves, prefix).removesuffix(" …") or asked.prompt
        above, selects = [], in_selects(name, above)
    first, last = ([asked.line(each) for each in some] for some in (above, below))
    if prefix:
        last.append(asked.back())
    if not selects:
        return in_rows([*first, *last])
    effects = cards.effects(asked.table, asked.question)
    drawn = [
        Row(asked.select("move", _options(asked, chunk, effects), name, str(n)))
        for n, (name, chunk) in enumerate(selects[:MAX_SELECTS])
    ]
    return [*in_rows(first), *drawn, *in_rows(last)]


def _options(asked: Asked, listed: Iterable[Entry], effects: dict[str, str]) -> list[Option]:
    """The options of a select, each with what its move would bring, or what its card does."""
    return [
        Option(each.label, f"into:{each.words}", symbol=asked.symbol_under(each.words))
        if each.is_heading
        else Option(
            each.label,
            f"move:{each.words}",
            asked.outcome(each.words) or effects.get(each.words, ""),
            symbol=asked.symbol(each.words),
        )
        for each in listed
    ]
