"""What players read while a game goes on: the pages of whole games of moves drawn by lot."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from atelier_testing.discord_payloads import LAYOUT, message
from atelier_testing.project import own_games, seed_of_day
from atelier_testing.words import languages_of
from bot.outbox.layout import components
from bot.pages.board import board_page, log_page
from bot.pages.page import Page, Row, Select
from bot.pages.panels import panel_page
from bot.pages.plans import plan_page
from bot.pages.premoves import premoves_page
from bot.pictures.pictures import Pictures
from bot.store import Store
from bot.table import NewTable, Person, Table, Tables, lobby
from bot.texts.languages import LANGUAGES, using_language
from games.kernel import Game
from games.words import seat_names

MOST_TEXT, MOST_LINE = 1_500, 160
"""Characters of all texts of a panel together, and of each line of it."""
PAGES = 12
"""Every how many moves all pages are made in each language."""
SOONER = 3
"""The same while several are asked, and the pages of each are others."""
LONG_NAME = "_*~" * 10 + "{}|"
"""A name as long as Discord allows, whose every character is escaped."""
every_game = pytest.mark.parametrize("game", own_games(), ids=lambda game: game.name)


@every_game
def test_no_page_of_a_game_is_longer_than_anybody_reads(game: Game[Any], tmp_path: Path) -> None:
    def too_long(table: Table, n: int) -> Iterator[tuple[str, bool]]:
        often = SOONER if len(table.state.asked) > 1 else PAGES
        is_whole = n % often == 0 or not table.state.asked
        yield from ((each, is_whole) for each in sorted({"en", *languages_of(game.name)}))

    chance = random.Random(seed_of_day())
    names = seat_names(chance.choice([game.seats[0], game.seats[-1]]))
    found = asyncio.run(wrong_pages(game, names, tmp_path, too_long, unreadable))
    assert not found, "\n".join([f"{len(found)} in {game.name}", *found[:20]])


@every_game
def test_discord_takes_every_page_of_a_game_of_people_with_long_names(
    game: Game[Any], tmp_path: Path
) -> None:
    def in_turn(_table: Table, n: int) -> Iterator[tuple[str, bool]]:
        yield [*LANGUAGES][n // PAGES % len(LANGUAGES)], n % PAGES == 0

    names = [LONG_NAME.format(seat + 1) for seat in range(game.seats[-1])]
    found = asyncio.run(wrong_pages(game, names, tmp_path, in_turn, refused))
    assert not found, "\n".join([f"{len(found)} in {game.name}", *found[:20]])


async def wrong_pages(
    game: Game[Any],
    names: list[str],
    folder: Path,
    looks: Callable[[Table, int], Iterator[tuple[str, bool]]],
    wrong: Callable[[str, Page], list[str]],
) -> list[str]:
    """What is wrong on the pages of a whole game of people with these names. After each move,
    `looks` says in which languages, and whether at all pages or at one panel.
    """
    store = await Store.open(folder / "pages.sqlite3")
    try:
        table, pictures = await table_of(game, names, store), Pictures()
        chance, found, n, goes_on = random.Random(seed_of_day()), list[str](), 0, True
        while goes_on:
            goes_on = table.row.status == "running"
            seat = chance.choice(table.state.asked) if goes_on else 0
            for language, is_whole in looks(table, n):
                with using_language(language, game.name):
                    pages = await pages_of(table, pictures, None if is_whole else seat)
                found += [f"{language} {n} {each}" for what in pages for each in wrong(*what)]
            if goes_on:
                move = by_lot(game, table.state, seat, chance)
                await table.submit(seat, move, f"interaction {n}")
            n += 1
        return found
    finally:
        await store.close()


async def table_of(game: Game[Any], names: list[str], store: Store) -> Table:
    """A running table of these people."""
    host, *others = (Person(name, user=user) for user, name in enumerate(names, 101))
    new = NewTable(game, guild=1, channel=1, people=[host], seats=len(names))
    table = await Tables(store, lambda table: None).open(new)
    for person in others:
        await lobby.join(table, person.user or 0, person.name)
    await lobby.start(table, table.row.host)
    return table


def by_lot(game: Game[Any], g: Any, seat: int, chance: random.Random) -> str:
    """Mostly what a sensible player does, else any move: games go on and lead everywhere."""
    if chance.random() < 0.5:
        return game.default(g, seat)
    return chance.choice(game.candidate_moves(g, seat))


async def pages_of(
    table: Table, pictures: Pictures, only: int | None = None
) -> list[tuple[str, Page]]:
    """Every page that a table has for somebody now, by what it is; or the panel of one seat."""
    if only is not None:
        return [("panel", await panel_page(table, only, pictures))]
    found = [("board", await board_page(table, pictures, [])), ("log", await log_page(table, 0))]
    for seat in range(len(table.people)):
        panel = await panel_page(table, seat, pictures)
        found.append(("panel", panel))
        for words in opened(panel):
            found.append((f"menu {words}", await panel_page(table, seat, pictures, prefix=words)))
        question = table.game.question(table.state, seat)
        for move in [*question][:3] if question else ():
            found.append((f"confirm {move}", await panel_page(table, seat, pictures, confirm=move)))
        found.append(("plan", await plan_page(table, seat, pictures)))
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


def refused(what: str, made: Page) -> list[str]:
    """What Discord would refuse on a page."""
    sent = {"flags": LAYOUT, "components": components(made)}
    return [f"{what}: {where}: {wrong}" for where, wrong in message(sent)]
