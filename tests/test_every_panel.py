"""What players read while a game goes on, and what a game is about."""

from pathlib import Path
from typing import Any

import pytest

from atelier_testing.pages import *
from atelier_testing.words import languages_of
from bot.pages.board import board_page
from bot.pages.lobby import lobby_page
from bot.pages.names import aim
from bot.pages.page import Page, in_lines
from bot.pictures.pictures import Pictures
from bot.table import Tables
from bot.texts.languages import using_language
from games import discover
from games.kernel import Game
from tests.sampling import sampled
from tests.tables import NAMES, Harness

each_game = pytest.mark.parametrize("name", list(discover()))
sampled(
    20,
    test_no_page_of_a_game_is_longer_than_anybody_reads,
    test_discord_takes_every_page_of_a_game_of_people_with_long_names,
)


def languages(name: str) -> list[str]:
    """English and the language of the day; all with TEST_LANGUAGES=all."""
    return sorted({"en", *languages_of(name)})


@each_game
async def test_a_lobby_and_the_first_board_say_what_a_game_is_about(
    name: str, tables: Tables, tmp_path: Path
):
    harness, pictures, game = Harness(tmp_path, tables.store, tables), Pictures(), discover()[name]
    table = await harness.lobby(name, *[*NAMES][: game.seats[0]])
    for language in languages(name):
        with using_language(language, name):
            assert aim(game) and all(part in said(lobby_page(table)) for part in in_parts(game))
    assert str(game.minutes) in said(lobby_page(table))
    table = await harness.game(name, *[*NAMES][: game.seats[0]])
    board = said(await board_page(table, pictures, []))
    assert all(part in board for part in in_parts(game)) and str(game.minutes) in board
    while table.question <= 1:
        seat = table.state.asked[0]
        await harness.move(table, seat, game.default(table.state, seat))
    board = said(await board_page(table, pictures, []))
    assert not all(part in board for part in in_parts(game))


def in_parts(game: Game[Any]) -> list[str]:
    """The lines of how a game ends and who wins."""
    return str(in_lines(aim(game))).split("\n")


def said(made: Page) -> str:
    return "\n".join(part for part in made.parts if isinstance(part, str))
