"""What the times of answers tell: who is here, and nothing that is not known to all."""

import re
from typing import Any

import pytest

from bot.pages.board import player_lines
from bot.store import COMPUTER, FORCED, MoveRow
from bot.table import CLOCK, Person
from bot.table.answer_times import VISIT_S, Visit, visits_in
from bot.table.pace import MINUTE_S
from tests.sim_server import SimServer, text
from tests.tables import Harness, a_move
from tests.test_clock import two

HERE = re.compile(r" · here <t:(\d+):R>: (\d+) answers in 1 minute")


def line(seq: int, minute: float, seat: int = 0, **more: Any) -> MoveRow:
    """An answer that somebody gave by hand."""
    row = {"kind": "move", "move": "x", "token": str(seq), "question": seq, "version": 1}
    rest = {"back_to": None, "state": None, "news": "[]", "by_hand": 1}
    return MoveRow(1, seq, seat=seat, made=minute * MINUTE_S, **(row | rest | more))


AN_HOUR = [line(n, minute) for n, minute in enumerate((0, 50, 52, 54, 56))]
GONE = line(5, 56 + VISIT_S / MINUTE_S + 1, seat=1)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (AN_HOUR[:3], {}),
        (AN_HOUR, {0: Visit(4, 6, 56 * MINUTE_S)}),
        ([*AN_HOUR, line(5, 58, seat=1)], {0: Visit(4, 6, 56 * MINUTE_S)}),
        ([*AN_HOUR, GONE], {}),
        ([*AN_HOUR[:4], line(4, 56, by_hand=0)], {0: Visit(3, 4, 54 * MINUTE_S)}),
        ([*AN_HOUR, line(5, 57, kind="undo", by_hand=0, back_to=3, undone="[4]")],
         {0: Visit(3, 4, 54 * MINUTE_S)}),
    ],
)  # fmt: skip
def test_a_visit_is_three_answers_within_minutes_of_the_newest_line(
    rows: list[MoveRow], found: dict[int, Visit]
):
    assert visits_in(rows, [Person("Ada"), Person("Ben")]) == found


def test_answers_of_who_had_a_seat_before_are_no_visit():
    assert visits_in(AN_HOUR, [Person("Cleo", since=3)]) == {}


async def test_the_board_says_who_is_here_until_others_go_on_without_them(sim: SimServer):
    await two(sim, game="royal_threadcount")
    await sim.play_until(lambda table: bool(HERE.search(text(sim.board()))), slowly=True)
    before = text(sim.board())
    await sim.behind(sim.bot.refresh(1))
    assert text(sim.board()) == before
    sim.sql("UPDATE moves SET made = made - 3600")
    table = await sim.table()
    seat, move = a_move(table)
    await sim.command(table.names[seat], "move", move=move)
    assert not HERE.search(text(sim.board()))


async def test_nobody_is_here_for_a_computer_player(harness: Harness):
    table = await harness.game("royal_threadcount", 101, seats=2)
    for _ in range(6):
        await harness.move(table, *a_move(table))
    assert not HERE.search("".join(await player_lines(table, table.view(None))))


@pytest.mark.parametrize("name", ["wigs", "rokoko"])
async def test_an_answer_that_the_bot_may_have_given_is_never_by_hand(harness: Harness, name: str):
    tokens = ("press", f"{FORCED}1", f"{CLOCK}1", f"{COMPUTER}1")
    asked: set[bool] = set()
    table = await harness.game(name)
    for n in range(24):
        token = tokens[n % 4]
        is_hidden = table.game.hides_answer(table.state)
        await table.submit(*a_move(table), f"{token}:{n}")
        assert table.last is not None
        assert table.last.by_hand == (token == "press" and not is_hidden)
        asked.add(is_hidden)
    assert asked == {True, False}
