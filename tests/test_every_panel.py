"""What players read while a game goes on: whole games of every title, whose moves are drawn by lot.

No game is named here. Each is played with as many seats as it has, in English and in the language
of the day.
"""

import random
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from atelier_testing.words import languages_of
from bot.outbox.layout import components
from bot.pages.board import board_page, log_page
from bot.pages.lobby import lobby_page
from bot.pages.names import aim
from bot.pages.page import Page, Row, Select, in_lines
from bot.pages.panels import panel_page, premoves_page
from bot.pictures.pictures import Pictures
from bot.table import Table, Tables
from bot.texts.languages import LANGUAGES, using_language
from games import discover
from games.kernel import Game
from tests.discord_payloads import LAYOUT, message
from tests.tables import NAMES, Harness

MOST_TEXT, MOST_LINE = 1_500, 160
"""Characters of all texts of a panel together, and of each line of it."""
PAGES = 12
"""Every how many moves all pages are made in each language."""
LONG_NAME = "_*~" * 10 + "{}|"
"""A name as long as Discord allows, whose every character is escaped."""
every_game = pytest.mark.parametrize("name", list(discover()))


def languages(name: str) -> list[str]:
    """English and the language of the day; all with TEST_LANGUAGES=all."""
    return sorted({"en", *languages_of(name)})


def by_lot(game: Game[Any], g: Any, seat: int, chance: random.Random) -> str:
    """Mostly what a sensible player does, else any move: games go on and lead everywhere."""
    if chance.random() < 0.5:
        return game.default(g, seat)
    return chance.choice(game.candidate_moves(g, seat))


async def pages_of(table: Table, pictures: Pictures) -> list[tuple[str, Page]]:
    """Every page that a table has for somebody now, by what it is."""
    found = [("board", await board_page(table, pictures, [])), ("log", await log_page(table, 0))]
    for seat in range(len(table.people)):
        panel = await panel_page(table, seat, pictures)
        found.append(("panel", panel))
        for words in opened(panel):
            found.append((f"menu {words}", await panel_page(table, seat, pictures, prefix=words)))
        question = table.game.question(table.state, seat)
        for move in [*question][:3] if question else ():
            found.append((f"confirm {move}", await panel_page(table, seat, pictures, confirm=move)))
        for later in table.game.questions(table.state, seat):
            if later.name:
                advance = await premoves_page(table, seat, later.name)
                found.append((f"advance {later.name}", advance))
    return found


def opened(panel: Page) -> list[str]:
    """The headings of a panel that open a menu of their own."""
    rows = [part for part in panel.parts if isinstance(part, Row)]
    controls = list(chain.from_iterable(row.controls for row in rows))
    buttons = [each.rest.partition(":")[2] for each in controls if each.action == "into"]
    options = [
        option.value.removeprefix("into:")
        for each in controls
        if isinstance(each, Select)
        for option in each.options
        if option.value.startswith("into:")
    ]
    return [words for words in (*buttons, *options) if words][:4]


def unreadable(what: str, made: Page) -> list[str]:
    """What is too long on a page, and receipts that tell of no move."""
    texts = [part for part in made.parts if isinstance(part, str)]
    length = sum(map(len, texts))
    lines = [line for text in texts for line in text.split("\n") if len(line) > MOST_LINE]
    found = [f"{what}: a line of {len(line)}: {line}" for line in lines]
    found += [f"{what}: {text}" for text in texts if text.startswith("✓ **")]
    if length > MOST_TEXT and what != "log":
        found.append(f"{what}: {length} characters:\n" + "\n".join(texts))
    return found


@pytest.mark.sampled(one_in=4)
@every_game
async def test_no_page_of_a_game_is_longer_than_anybody_reads(
    name: str, tables: Tables, seed: int, tmp_path: Path
):
    harness, pictures = Harness(tmp_path, tables.store, tables), Pictures()
    game, chance = discover()[name], random.Random(seed)
    seats = chance.choice([game.seats[0], game.seats[-1]])
    table = await harness.game(name, *[*NAMES][:seats], seats=seats)
    long = list[str]()
    n = 0
    while table.row.status == "running":
        seat = chance.choice(table.state.asked)
        for language in languages(name):
            with using_language(language, name):
                if n % PAGES == 0 or len(table.state.asked) > 1:
                    pages = await pages_of(table, pictures)
                else:
                    pages = [("panel", await panel_page(table, seat, pictures))]
                long += [f"{language} {n} {each}" for what in pages for each in unreadable(*what)]
        await harness.move(table, seat, by_lot(game, table.state, seat, chance))
        n += 1
    for language in languages(name):
        with using_language(language, name):
            long += [each for what in await pages_of(table, pictures) for each in unreadable(*what)]
    assert not long, "\n".join([f"{len(long)} in {name}", *long[:20]])


def too_much(what: str, made: Page) -> list[str]:
    """What Discord would refuse on a page."""
    sent = {"flags": LAYOUT, "components": components(made)}
    return [f"{what}: {where}: {wrong}" for where, wrong in message(sent)]


@pytest.mark.sampled(one_in=4)
@every_game
async def test_discord_takes_every_page_of_a_game_of_people_with_long_names(
    name: str, tables: Tables, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    harness, pictures = Harness(tmp_path, tables.store, tables), Pictures()
    game, chance = discover()[name], random.Random(seed)
    seats = game.seats[-1]
    monkeypatch.setattr("tests.tables.NAMES", {n: LONG_NAME.format(n) for n in range(1, seats + 1)})
    table = await harness.game(name, *range(1, seats + 1), seats=seats)
    wrong = list[str]()
    n = 0
    while table.row.status == "running":
        seat = chance.choice(table.state.asked)
        language = [*LANGUAGES][n // PAGES % len(LANGUAGES)]
        with using_language(language, name):
            if n % PAGES == 0:
                pages = await pages_of(table, pictures)
            else:
                pages = [("panel", await panel_page(table, seat, pictures))]
        wrong += [f"{language} {n} {each}" for what in pages for each in too_much(*what)]
        await harness.move(table, seat, by_lot(game, table.state, seat, chance))
        n += 1
    assert not wrong, "\n".join([f"{len(wrong)} in {name}", *wrong[:20]])


@every_game
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
