"""Every game, played by somebody who has words alone; none is named here.

The reader sees what messages and `/game text` say, labels, alt texts and what autocomplete offers
for `/move`: no picture, and never the table itself.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from atelier_testing.reach import LookedAtError, Unreadable
from bot.operations.markdown import escape_markdown
from bot.pictures import drawing
from games import discover
from renderers import palettes
from tests.sim_server import MANY, SimServer, reply_text, text

PEOPLE = ("Ada", "Ben")
BEGINNING, END = 3, 2
"""Moves that the reader makes at the beginning of a game, and about as many at its end."""
LOOKS = 3
"""Moves after which the reader has the table told to them again."""
every_game = pytest.mark.parametrize("game", list(discover()))


@pytest.fixture(autouse=True)
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are blank here, as nobody looks at them."""
    sheet = palettes.png(Image.new("P", (8, 8)))
    monkeypatch.setattr(drawing, "draw", lambda view: sheet)


def called(message: Any) -> set[str]:
    """Whom the board says the table waits for: the players' lines tell it."""
    lines = text(message).splitlines()
    return {
        name
        for line in lines
        for name in ("Ada", "Ben")
        if re.search(rf"{name} — \*\*to (move|choose)\*\*", line)
    }


async def read(sim: SimServer, name: str) -> str:
    """The table as text, with what this player alone knows; no line is lost on the way."""
    table = await sim.table()
    said = reply_text(await sim.command(name, "game text"))
    lines = drawing.describe_fully(table.view(table.names.index(name))).splitlines()
    assert "**You:**" in said and all(escape_markdown(line) in said for line in lines)
    return said


async def offered_numbers(sim: SimServer, name: str) -> list[str]:
    """The moves that autocomplete offers for `/move`."""
    choices = await sim.people[name].autocomplete(sim.room, "move", "move", "")
    assert all(choice["name"].strip() for choice in choices)
    return [choice["value"] for choice in choices]


@pytest.mark.sampled
@every_game
async def test_a_game_is_finished_by_people_who_have_its_words_alone(sim: SimServer, game: str):
    await sim.gather_near(game, 2)
    made, last = 0, ""
    while waiting := sorted(called(sim.board())):
        name = waiting[0]
        if made % LOOKS == 0:
            said = await read(sim, name)
            assert said != last
            last = said
        moves = await offered_numbers(sim, name)
        assert moves, f"{name} is asked, and no move is offered"
        usual = await sim.default(name)
        move = usual if made > BEGINNING and usual in moves else moves[made % len(moves)]
        answer = await sim.command(name, "move", move=move)
        assert "✓" in reply_text(answer) and not reply_text(answer).startswith("⚠")
        made += 1
        assert made < MANY
        if made == BEGINNING:
            await sim.skip_the_middle(END)
    board = sim.board()
    final = reply_text(await sim.command("Ada", "game text"))
    names, shown = (await sim.table(1)).names, text(board)
    winners = [name for name in names if re.search(rf"{name}\b.* — -?\d+ 👑", shown)]
    assert winners and all(winner in final for winner in winners)


@pytest.mark.parametrize(
    "look",
    [
        *(str, repr, bool, int, hash, len, iter, "{}".format, lambda v: f"{v:+}"),
        *(lambda v: v == 1, lambda v: v != 1, lambda v: v > 1, lambda v: v in [1, 2]),
        *(lambda v: 1 in v, lambda v: {1: 2}.get(v), lambda v: [1][v], lambda v: v[0]),
        *(lambda v: 1 + v, lambda v: v * 2, lambda v: "a" + v, lambda v: v.items()),
        *(lambda v: isinstance(v, int), lambda v: sum([v]), lambda v: sorted([1, v])),
    ],
)
def test_looking_at_an_unreadable_value_is_noticed(look: Callable[[Any], Any]):
    with pytest.raises(LookedAtError):
        look(Unreadable())
