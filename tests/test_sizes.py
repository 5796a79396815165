"""Games for exactly one or four people, from the kernel to the end of a table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.pages.names import TOKENS
from bot.table.errors import Refused
from bot.table.lobby import check_seats
from bot.texts.languages import using_language
from games import discover
from tests.sim_server import SimServer, buttons, ephemeral_text, text
from tests.test_new_game import SMALL
from tests.test_packages import NAME, Package
from tests.tiny import asking, tiny

FOUR = "range(4, 5)"
ONE = "range(1, 2)"
EIGHT = "range(8, 9)"
UP_TO_EIGHT = "range(2, 9)"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: str) -> Iterator[Package]:
    """The guide's game for so many."""
    place = tmp_path / "installed"
    place.mkdir()
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.syspath_prepend(place)
    made = Package(place)
    made.write("rules.py", SMALL["games/{}/rules.py"].replace("range(2, 5)", seats))
    yield made
    made.remove()


@pytest.fixture
def sim(package: Package, sim_server_of: Callable[..., SimServer]) -> SimServer:
    """A bot with that game, and four people."""
    return sim_server_of("Ada", "Ben", "Cleo", "Dora")


@pytest.mark.parametrize(
    ("seats", "words", "company"),
    [
        (range(1, 2), "1 player", 1),
        (range(4, 5), "4 players", 4),
        (range(1, 4), "1 to 3 players", 2),
        (range(3, 6), "3 to 5 players", 3),
    ],
)
def test_a_game_says_for_how_many_it_is(seats: range, words: str, company: int) -> None:
    game = asking(tiny(("bid", 0)), ["bid 1", "bid 2"])
    game.seats = seats
    assert (game.sizes, game.fewest_seats) == (words, company)
    with pytest.raises(ValueError) as refused:
        game.new(6, 1)
    assert str(refused.value) == f"Tiny is for {words}, not 6."


@pytest.mark.parametrize("seats", [FOUR])
async def test_a_table_for_exactly_four_says_so_and_begins_with_four(sim: SimServer) -> None:
    refused = await sim.open(game=NAME, seats=3)
    assert ephemeral_text(refused) == "High Cards is for 4 players, not 3."
    await sim.open(game=NAME, seats=4)
    assert "· 4 players · about 30 minutes of play" in text(sim.board())
    for name in ("Ben", "Cleo"):
        await sim.press(name, "Join")
    start = buttons(sim.board(), disabled=True)["Start"]
    told = ephemeral_text(await sim.press_old("Ada", sim.board(), start))
    assert told.startswith("High Cards is for 4 players; this table has 3.")
    await sim.press("Dora", "Join")
    await sim.press("Ada", "Start")
    table = await sim.play_until(lambda table: table.row.status == "over")
    assert table.state.scores is not None and len(table.state.scores) == 4


@pytest.mark.parametrize("seats", [ONE])
async def test_a_table_for_one_is_played_alone(sim: SimServer) -> None:
    refused = await sim.open(game=NAME, seats=2)
    assert ephemeral_text(refused) == "High Cards is for 1 player, not 2."
    await sim.open(game=NAME, seats=1)
    assert "· 1 player · about 30 minutes of play" in text(sim.board())
    await sim.press("Ada", "Start")
    table = await sim.play_until(lambda table: table.row.status == "over")
    assert table.state.scores is not None and len(table.state.scores) == 1
    assert "Rematch" in buttons(sim.board())


@pytest.mark.parametrize("seats", [EIGHT, UP_TO_EIGHT])
async def test_eight_have_a_token_each_and_play_to_the_end(sim: SimServer, seats: str) -> None:
    await sim.open(game=NAME, seats=8, computers=3)
    for name in ("Ben", "Cleo", "Dora"):
        await sim.press(name, "Join")
    lobby = text(sim.board())
    assert all(token in lobby for token in TOKENS) and len({*TOKENS}) == 8
    assert lobby.count("*free*") == 1
    await sim.press("Ada", "Add computer player")
    await sim.press("Ada", "Start")
    table = await sim.play_until(lambda table: table.row.status == "over")
    assert table.state.scores is not None and len(table.state.scores) == 8
    assert len({*table.names}) == 8 and "Rematch" in buttons(sim.board())
    shown = text(sim.board())
    assert all(f"{token} {name}" in shown for token, name in zip(TOKENS, table.names, strict=True))


@pytest.mark.parametrize("seats", [FOUR])
def test_the_number_of_players_is_said_in_the_language_of_the_reader(package: Package) -> None:
    with using_language("fr"), pytest.raises(Refused) as refused:
        check_seats(discover()[NAME], 3)
    assert str(refused.value) == "High Cards est prévu pour 4 joueurs, pas pour 3."
