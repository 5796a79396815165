"""Puzzles: one a day in a server, any number in a DM, and how they are found."""

import random
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from bot import puzzles as finder
from bot.pages.page import Page
from bot.pages.puzzles import puzzle_of_the_day, puzzle_page, solution_page
from bot.pictures.drawing import Drawn
from bot.pictures.pictures import Pictures
from bot.players.reasons import Event, Reason
from bot.table import Table, Tables
from bot.texts.languages import LANGUAGES, _, using_language
from games import discover
from games.kernel import phrase
from games.puzzles import HARDEST, Puzzle, all_puzzles, position, puzzles_of
from renderers import for_game
from tests.sim_server import SimServer, alt_texts, buttons, options, reply_text, text
from tests.tables import game_of

PEOPLE = ("Ada", "Ben")
DAY = date(2026, 3, 10)
LONGEST = 2000
"""Characters of a page that is still pleasant on a phone."""


class Blank:
    """Pictures that nobody looks at."""

    async def view(self, view: dict[str, Any], key: str = "", *, urgent: bool = False) -> Drawn:
        return Drawn(b"", "")

    async def marked(self, view: Any, moves: Any, key: str, *, urgent: bool = False) -> Drawn:
        return Drawn(b"", "")


BLANK = cast("Pictures", Blank())


# --- The puzzles that there are -------------------------------------------------------------------


def test_there_are_enough_for_a_season():
    assert len(all_puzzles()) >= 200 and len({each.game for each in all_puzzles()}) >= 5


def test_some_puzzles_are_hard_and_some_are_not():
    assert {each.difficulty for each in all_puzzles()} == {*range(1, HARDEST + 1)}


@pytest.mark.sampled
@pytest.mark.parametrize("name", discover())
async def test_every_page_fits_and_tells_the_moves_apart(name: str):
    for number, puzzle in enumerate(puzzles_of(name)):
        with using_language([*LANGUAGES][number % len(LANGUAGES)]):
            asked = puzzle_page(BLANK, puzzle, _("Puzzle of the day"))
            assert len(set(labels(asked))) == len(puzzle.moves)
            for move in (puzzle.best, puzzle.moves[0], puzzle.moves[-1]):
                solution = solution_page(BLANK, puzzle, move, _("Puzzle"), more=True)
                assert solution.text_length < LONGEST


async def test_a_solution_says_why_and_what_each_move_brings_but_no_lesson():
    puzzle = next(each for each in puzzles_of("rokoko") if "Bonus: " in consequences(each)[0])
    other, best = puzzle.moves[-1], puzzle.outcomes[puzzle.best]
    nearly = puzzle.outcomes[other]._replace(lead=best.lead - 1)
    puzzle = replace(puzzle, outcomes=puzzle.outcomes | {other: nearly})
    taken = phrase("{who:seat takes|You took} it.", who=0 if puzzle.seat else 1)
    reason = Reason(puzzle.seat, 8, own=3, events=[Event(None, 0, taken, 8)])
    page = solution_page(BLANK, puzzle, puzzle.best, "Puzzle", True, reason)
    said = str(page.parts)
    assert said.count("in 8 of 8 games instead of 0: Player") == 1
    assert "You play one employee now" not in said and "1 point worse at the end" in said
    assert all(consequence in said for consequence in consequences(puzzle))


def consequences(puzzle: Puzzle) -> list[str]:
    """What each of the moves brings, the best one first."""
    game, g = position(puzzle)
    return [str(game.consequence(g, puzzle.seat, move)) for move in puzzle.outcomes]


def labels(page: Page) -> list[str]:
    rows = [part for part in page.parts if hasattr(part, "options")]
    return [option.label for row in rows for option in cast("Any", row).options]


def test_a_server_gets_each_puzzle_once_before_one_comes_again():
    puzzles = all_puzzles()
    start = date.fromordinal(DAY.toordinal() // len(puzzles) * len(puzzles))
    days = [start + timedelta(n) for n in range(len(puzzles))]
    found = [puzzle_of_the_day(puzzles, 7, day) for day in days]
    assert len({(each.game, each.number) for each in found}) == len(puzzles)
    assert found != [puzzle_of_the_day(puzzles, 8, day) for day in days]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "name",
    [name for name in discover() if puzzles_of(name) and hasattr(for_game(name), "move_boxes")],
)
def test_a_solution_rings_the_pieces_of_most_moves(name: str):
    ringed = list[bool]()
    for puzzle in puzzles_of(name)[:25]:
        game, g = position(puzzle)
        views = [game.view(g, viewer) for viewer in (None, puzzle.seat)]
        views = [view | {"names": [*"ABCDE"[: g.seats]]} for view in views]
        move_boxes = for_game(name).move_boxes
        ringed += [any(move_boxes(view, move) for view in views) for move in puzzle.outcomes]
    assert sum(ringed) > len(ringed) / 2


async def test_what_a_seat_cannot_see_changes_nothing_of_a_puzzle():
    for puzzle in {each.game: each for each in all_puzzles()}.values():
        game, g = position(puzzle)
        other = game.guess(g, puzzle.seat, random.Random(1))
        guessed = replace(puzzle, data=game.dump(other), version=game.version)
        pages = [
            [
                puzzle_page(BLANK, each, _("Puzzle")),
                solution_page(BLANK, each, each.best, _("Puzzle"), more=True),
            ]
            for each in (puzzle, guessed)
        ]
        for first, second in zip(*pages, strict=True):
            assert first.digest == second.digest


# --- In Discord -----------------------------------------------------------------------------------


def shown_puzzle(message: Any) -> Puzzle:
    """The puzzle that a message asks, by its select."""
    [(custom_id, _value), *_others] = options(message).values()
    _action, number, name = custom_id.split(":")
    return next(each for each in puzzles_of(name) if each.number == int(number))


async def answer(person: Any, message: Any, move: str) -> Any:
    """Somebody picks a move of a puzzle, as a member of the server or in the DM."""
    puzzle = shown_puzzle(message)
    value = str(puzzle.moves.index(move))
    custom_id = next(iter(options(message).values()))[0]
    return await person.select(message, [value], custom_id=custom_id)


async def test_a_server_has_one_puzzle_a_day_which_each_solves_alone(sim: SimServer):
    asked = [(await sim.command(name, "puzzle")).response for name in ("Ada", "Ben")]
    assert all(each.ephemeral and "Puzzle of the day" in text(each) for each in asked)
    puzzle = shown_puzzle(asked[0])
    assert shown_puzzle(asked[1]) == puzzle and alt_texts(asked[0])[0]
    right = reply_text(await answer(sim.people["Ada"], asked[0], puzzle.best))
    assert "Solved!" in right and "✅" in right and "Not the best." not in right
    worst = [*puzzle.outcomes][-1]
    wrong = (await answer(sim.people["Ben"], asked[1], worst)).response
    assert "Not the best." in text(wrong) and "❌" in text(wrong)
    assert not options(wrong) and "Another puzzle" not in buttons(wrong)
    assert not sim.posts()


async def test_a_server_gives_no_other_puzzle_and_says_where_there_are_more(sim: SimServer):
    assert "direct messages" in reply_text(await sim.command("Ada", "puzzle", game="wigs"))


async def test_a_dm_has_as_many_as_one_likes_of_any_title(sim: SimServer):
    asked = (await sim.command_dm("Ada", "puzzle", game="Rokoko")).response
    first = shown_puzzle(asked)
    assert first.game == "rokoko"
    ada = sim.people["Ada"].user
    solved = (await answer(ada, asked, first.best)).response
    another = await ada.click(solved, label="Another puzzle")
    assert shown_puzzle(another.response) != first
    assert shown_puzzle(another.response).game == "rokoko"
    assert options((await sim.command_dm("Ada", "puzzle")).response)


async def test_a_title_without_puzzles_says_so(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("cogs.puzzle.puzzles_of", lambda _name: ())
    monkeypatch.setattr("cogs.puzzle.all_puzzles", list)
    assert "no puzzles" in reply_text(await sim.command_dm("Ada", "puzzle", game="wigs"))
    assert "no puzzles" in reply_text(await sim.command("Ada", "puzzle"))


async def test_an_answer_counts_after_a_restart(sim: SimServer, started: list[Any]):
    sim.started = started
    asked = (await sim.command("Ada", "puzzle")).response
    await sim.restart()
    puzzle = shown_puzzle(asked)
    assert "Solved!" in reply_text(await answer(sim.people["Ada"], asked, puzzle.best))


@pytest.mark.parametrize(
    ("custom_id", "value"),
    [
        ("pick-puzzle:99999:wigs", "0"),
        ("pick-puzzle:{first}:nothing", "0"),
        ("pick-puzzle:{first}:wigs", "99"),
        ("pick-puzzle:{first}:wigs", "best"),
        ("pick-puzzle:{first}:wigs", "²"),
    ],
)
async def test_an_answer_to_a_puzzle_that_is_gone_changes_nothing(
    sim: SimServer, custom_id: str, value: str
):
    await sim.open(seats=2)
    custom_id = custom_id.format(first=puzzles_of("wigs")[0].number)
    assert "out of date" in reply_text(await sim.press_old("Ada", sim.board(), custom_id, value))


# --- How they are found ---------------------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
def test_what_is_found_is_kept_and_is_clear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.puzzles.folder", lambda _name: tmp_path)
    monkeypatch.setattr(finder, "folder", lambda _name: tmp_path)
    puzzles_of.cache_clear()
    assert finder.main(["wigs", "--count", "1", "--seed", "11"]) == 0
    puzzles_of.cache_clear()
    [puzzle] = puzzles_of("wigs")
    puzzles_of.cache_clear()
    game, g = position(puzzle)
    assert {*puzzle.moves} <= {*game.legal(g, puzzle.seat)}
    assert all(each.margin >= finder.MARGIN_ERRORS for each in [*puzzle.outcomes.values()][1:])


async def test_finished_games_of_a_database_are_gone_through(tables: Tables, tmp_path: Path):
    table = await played(tables, "wigs")
    found = await finder.stored_positions(table.game, tmp_path / "atelier.sqlite3")
    assert found[-1] == table.state and found[-1].scores is not None
    assert await finder.stored_positions(discover()["rokoko"], tmp_path / "atelier.sqlite3") == []


async def played(tables: Tables, name: str) -> Table:
    """A table where a game is over."""
    table = await game_of(tables, name)
    while table.state.scores is None:
        seat = table.state.asked[0]
        move = table.game.default(table.state, seat)
        await table.submit(seat, move, f"{table.seq}", table.question)
    return table
