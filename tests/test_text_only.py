"""Every game, played by somebody who has words alone; none is named here.

The reader sees what messages and `/game text` say, labels, alt texts and what autocomplete offers
for `/move`: no picture, and never the table itself.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from games import discover
from tests.salon import MANY, Salon, alt_texts, sensible_moves, text, told

pytestmark = pytest.mark.simcord(settle_timeout=30)
WHOLE, BEGINNING, END = 30, 8, 6
"""Moves of a game that is played whole; of a longer one the reader plays beginning and end."""
LOOKS = 5
"""Moves after which the reader has the table told to her again."""
every_game = pytest.mark.parametrize("game", list(discover()))


@pytest.fixture
def salon(simcord_env: Any) -> Salon:
    return Salon.of(simcord_env, "Ada", "Ben")


def called(message: Any) -> set[str]:
    """Whom the board says the table waits for: the players' lines tell it."""
    lines = text(message).splitlines()
    return {
        name
        for line in lines
        for name in ("Ada", "Ben")
        if re.search(rf"{name} — \*\*to (move|choose)\*\*", line)
    }


async def read(salon: Salon, name: str) -> str:
    """The table as text, with what this player alone knows."""
    said = told(await salon.command(name, "game text"))
    assert "**You:**" in said and alt_texts(salon.board())[0] in said
    return said


async def offered(salon: Salon, name: str) -> list[str]:
    """The moves that autocomplete offers for `/move`."""
    choices = await salon.people[name].autocomplete(salon.room, "move", "move", "")
    assert all(choice["name"].strip() for choice in choices)
    return [choice["value"] for choice in choices]


@every_game
async def test_a_game_is_finished_by_people_who_have_its_words_alone(salon: Salon, game: str):
    await salon.gather(game=game, computers=0, seats=2)
    whole = len(sensible_moves(await salon.table())) <= WHOLE
    made, last = 0, ""
    while waiting := sorted(called(salon.board())):
        name = waiting[0]
        if made % LOOKS == 0:
            said = await read(salon, name)
            assert said != last
            last = said
        moves = await offered(salon, name)
        assert moves, f"{name} is asked, and no move is offered"
        answer = await salon.command(name, "move", move=moves[made % len(moves)])
        assert "✓" in told(answer) and "⚠" not in told(answer)
        made += 1
        assert made < MANY
        if not whole and made == BEGINNING:
            await salon.skip_the_middle(END)
    board = salon.board()
    final = told(await salon.command("Ada", "game text"))
    winners = re.findall(r"(Ada|Ben) — -?\d+ 👑", text(board))
    assert winners and all(winner in final for winner in winners)
