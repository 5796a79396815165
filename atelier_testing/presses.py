"""Presses: how many a player needs for each decision of the recorded playthroughs.

A press is what the bot answers: a button, what is picked in a select at once, or a form that is
sent; not what is filled in before. The presses are counted on the controls that
`bot.pages.questions` makes.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from atelier_testing.golden import Decision, decisions, playthroughs
from atelier_testing.project import own_games
from bot.pages.page import Button, Form, Row, Select
from bot.pages.questions import (
    Asked,
    controls,
    dials_form,
    first_draft,
    fits_form,
    has_draft,
    is_one_number,
    is_one_select,
    offered_numbers,
)
from games.kernel import Dials, Game, Picks
from games.words import seat_names

OFTEN, MOST, SHARE = 3, 6, 90
"""How many presses may be needed for most decisions, and for any; and how many per cent "most" is.
"""
TABLE = 1


@pytest.mark.parametrize("name", [game.name for game in own_games()])
def test_nine_tenths_of_decisions_take_three_presses_and_none_more_than_six(name: str) -> None:
    found = counted(decisions(playthroughs(name)[0]))
    assert share_within(found, OFTEN) >= SHARE
    assert max(found) <= MOST


def shown_table(game: Game[Any], g: Any, table: int = 7, question: int = 3) -> Any:
    """What the pages of a question read of a table."""
    names = seat_names(g.seats)
    return SimpleNamespace(
        id=table,
        question=question,
        row=SimpleNamespace(guild=1, channel=2, thread=None),
        game=game,
        state=g,
        names=names,
        escaped_names=names,
        view=partial(game.view, g),
    )


def asked(game: Game[Any], g: Any, seat: int, table: int = 7, question: int = 3) -> Asked:
    """The question to a seat in this state."""
    found = game.question(g, seat)
    assert found is not None
    return Asked(shown_table(game, g, table, question), found)


class Panel:
    """The panel of a seat in a position, which all answers to its question share."""

    def __init__(self, game: Game[Any], g: Any, seat: int) -> None:
        self.is_secret = game.view(g, seat)["question"]["secret"]
        self._asked = asked(game, g, seat, TABLE)
        self.question, self.arranged = self._asked.question, self._asked.question.menu
        self._rows: dict[str, list[Row]] = {}

    def rows(self, draft: str = "") -> list[Row]:
        """The controls, after this draft or in the menu that opens behind these words."""
        if draft not in self._rows:
            self._rows[draft] = controls(self._asked, draft)[1]
        return self._rows[draft]

    def parts(self) -> list[Button | Select]:
        """The controls one by one."""
        return [part for row in self.rows() for part in row.controls]

    def form(self, turned: Dials) -> Form:
        """The form for its numbers."""
        return dials_form(self._asked, turned)

    def menu(self, draft: str = "") -> list[tuple[str, str]]:
        """What these controls do."""
        return [*laid_out(self.rows(draft))]


def presses(it: Decision, panel: Panel | None = None) -> float:
    """The presses from the board or the DM to the answer; infinite if none lead to it."""
    panel = panel or Panel(it.game, it.g, it.seat)
    opening = 0 if panel.is_secret else 1  # a secret question comes by DM with its controls
    if panel.question.tone(it.move) == "setting":
        return opening + 2  # the button that opens their page, and one of them
    if isinstance(panel.arranged, Picks) and is_one_select(panel.arranged):
        return opening + picking(it.move, panel.arranged, panel)
    if isinstance(panel.arranged, Dials) and not is_one_number(panel.arranged):
        way = dialled if fits_form(panel.arranged) else turns
        return opening + way(it.move, panel.arranged, panel)
    return opening + steps(panel, it.move)


def picking(move: str, things: Picks, panel: Panel) -> float:
    """Picks all things at once and presses the button that confirms, or presses another button."""
    if offers(panel.menu(), move):
        return 1
    [select] = [part for row in panel.rows() for part in row.controls if isinstance(part, Select)]
    wanted, offered = {*things.of(move)}, {option.value for option in select.options}
    if not (wanted <= offered and select.min_values <= len(wanted) <= select.max_values):
        return math.inf
    if things.move(wanted) != move:
        return math.inf
    if not has_draft(things):
        return 1
    return 2 if offers(panel.menu(move), move) else math.inf


def dialled(move: str, turned: Dials, panel: Panel) -> float:
    """Presses a button of a move, or opens the form and sends it; confirms what has an alarm."""
    if offers(panel.menu(), move):
        return 1
    setting = turned.setting(move)
    if not setting or not any(part.action == "dials" for part in panel.parts()):
        return math.inf
    for each in panel.form(turned).fields:
        values = [option.value for option in each.options]
        if values and str(setting[int(each.name)]) not in values:
            return math.inf
    return 3 if panel.question.alarm(move) else 2


def turns(move: str, turned: Dials, panel: Panel) -> float:
    """Sets the dials until they show the move and confirms, or presses a button beside them."""
    draft = first_draft(turned, panel.question.given, panel.question.default())
    for made in range(2 * len(turned.numbers) + 1):  # two picks reach any number of a dial
        if draft == move or (not made and offers(panel.menu(), move)):
            return made + 1
        ways = [
            turned.set_dial(draft, dial, number)
            for dial, numbers in enumerate(turned.numbers)
            for number in offered_numbers(numbers, turned.setting(draft)[dial])
        ]
        draft = min(ways, key=lambda way: apart(turned.setting(way), turned.setting(move)))
    return math.inf


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int]:
    """On how many dials two settings differ, and by how much in all."""
    distances = [abs(a - b) for a, b in zip(one, other, strict=False)]
    return sum(map(bool, distances)), sum(distances)


def steps(panel: Panel, move: str, prefix: str = "") -> float:
    """The presses from a menu to a move, through the menus behind its headings."""
    found = panel.menu(prefix)
    if offers(found, move):
        return 1
    ways = [words for kind, words in found if kind == "into" and words != prefix]
    fitting = [words for words in ways if words and f"{move} ".startswith(f"{words} ")]
    if not fitting:
        return math.inf
    return 1 + steps(panel, move, max(fitting, key=len))


def offers(controls: list[tuple[str, str]], move: str) -> bool:
    """Whether one press makes the move."""
    return ("move", move) in controls


def laid_out(rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """What each control of these rows does: "move" or "into", and the words."""
    for row in rows:
        for part in row.controls:
            if isinstance(part, Button):
                if not part.disabled:
                    yield part.action, part.rest.partition(":")[2]
            elif part.action == "move":
                for option in part.options:
                    kind, _, words = option.value.partition(":")
                    yield kind, words


def counted(made: Iterable[Decision]) -> dict[float, Counter[str]]:
    """The questions of these decisions, by the presses that they need."""
    found: dict[float, Counter[str]] = {}
    for it in made:
        if it.move and not it.game.is_premove(it.move):
            found.setdefault(presses(it), Counter())[it.question] += 1
    return found


def share_within(found: dict[float, Counter[str]], most: float) -> float:
    """The share of decisions that need at most this many presses, in per cent."""
    total = sum(each.total() for each in found.values())
    return 100 * sum(each.total() for n, each in found.items() if n <= most) / total
