"""Charts, and what is remembered of a finished game: the course of its points, and its replay."""

import asyncio
import random
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageColor

from atelier_testing.legible import contrast
from bot.pictures import replays as memory
from bot.pictures.drawing import describe_chart, describe_fully, draw_chart
from bot.pictures.replays import Replays
from bot.table import Refused, Table, Tables
from bot.table.story import course_of, with_course
from bot.texts.languages import using_language
from renderers.canvas import RIM
from renderers.chart import BOTTOM_PX, CASING_INK, THEME, TOP_PX, draw
from renderers.course import course_of as by_round
from renderers.course import line_ends, spread
from renderers.layout import Box
from renderers.replay import FRAME_MS, LAST_FRAME_MS, frame, gif
from renderers.seats import RING_INK, SEATS
from tests.sim_server import SimServer, alt_texts, buttons, sensible_moves, text
from tests.tables import game_of, lobby_of

PEOPLE = ("Ada", "Ben")
NAMES = ["Odile", "Marcel", "Lucie", "Théodore", "Ben", "Jeanne", "Pierre", "Colette"]


def a_chart(*finals: int, steps: int = 40, names: list[str] | None = None) -> dict[str, Any]:
    """A chart that ends with these points, by steps of chance."""
    chance, points = random.Random(1), [[0] * len(finals)]
    for n in range(1, steps):
        points.append([round(end * n / steps) + chance.randint(-2, 2) for end in finals])
    points.append(list(finals))
    best = max(finals)
    return {
        "game": "wigs",
        "title": "Some Game",
        "unit": "points",
        "names": names or NAMES[: len(finals)],
        "points": points,
        "winners": [seat for seat, end in enumerate(finals) if end == best],
    }


CHARTS = {
    "five": a_chart(67, 45, 45, 43, 32),
    "eight": a_chart(67, 45, 45, 43, 32, 30, 21, 20),
    "two": a_chart(20, 3),
    "negative": a_chart(-662, -95, 100),
    "level": a_chart(0, 0, 0),
    "equal": a_chart(9, 9, 9, 9, 9),
    "long": a_chart(250, 100, steps=2000),
    "short": a_chart(4, 5, steps=1) | {"points": [[4, 5]]},
    "odd names": a_chart(5, 4, 3, names=["W" * 32, "🎩", "北京の歌舞伎役者"]),
}


@pytest.fixture(params=CHARTS)
def some(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A chart of every kind."""
    return CHARTS[request.param]


# --- The chart ------------------------------------------------------------------------------------


def test_a_chart_is_a_picture_small_enough_to_send(some: dict[str, Any]):
    png = draw_chart(some)
    assert len(png) <= 300_000
    with Image.open(BytesIO(png)) as image:
        assert image.format == "PNG" and image.size == (1600, 1000)
        used = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}
    lines = sum(ImageColor.getrgb(SEATS[who][0]) in used for who in range(len(some["names"])))
    assert lines >= 1 and ImageColor.getrgb(CASING_INK) in used


def test_every_seat_has_its_colour_in_a_chart():
    with Image.open(BytesIO(draw_chart(CHARTS["eight"]))) as image:
        found = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}
    assert {ImageColor.getrgb(colour) for colour, _, _ in SEATS} <= found


def test_equal_points_give_equal_charts(some: dict[str, Any]):
    assert draw(some).tobytes() == draw(some).tobytes()


def test_a_chart_is_told_in_words(some: dict[str, Any]):
    said = describe_chart(some)
    assert 1 <= len(said) <= 1000 and said == said.strip()
    assert said.startswith("Some Game: points over time.")
    assert all(str(end) in said for end in some["points"][-1])


def test_the_words_say_who_won_and_how_often_the_lead_changed():
    points = [[0, 0], [3, 1], [3, 5], [6, 5]]
    said = describe_chart(
        CHARTS["two"] | {"names": ["Ada", "Ben"], "points": points, "winners": [0]}
    )
    assert "Ada: 0 at the start, 3 halfway, 6 at the end, a winner." in said
    assert "Ben: 0 at the start, 1 halfway, 5 at the end." in said
    assert said.endswith("The lead changed twice.")


def test_a_chart_says_what_is_counted():
    gold = CHARTS["two"] | {"unit": "gold"}
    assert describe_chart(gold).startswith("Some Game: gold over time.")
    with using_language("de"):
        assert describe_chart(gold).startswith("Some Game: Gold im Verlauf.")


def test_a_chart_of_chances_has_its_sign_and_numbers_on_the_lines():
    points = [[50, 50], [70, 30], [20, 80], [0, 100]]
    chances = CHARTS["two"] | {"unit": "chance of winning", "sign": "%", "points": points}
    said = describe_chart(chances)
    assert "50% at the start, 70% halfway, 0% at the end" in said and "30% halfway, 100%" in said
    plain, marked = draw(chances), draw(chances | {"marks": [(1, 0), (2, 1)]})
    assert plain.size == marked.size and plain.tobytes() != marked.tobytes()
    assert draw(chances | {"sign": ""}).tobytes() != plain.tobytes()


def test_lines_and_words_stand_out_from_the_ground():
    on_card = [(ink, THEME.card) for ink in (CASING_INK, THEME.ink, THEME.soft)]
    for ink, ground in [*on_card, (RING_INK, RIM)]:
        assert contrast(ImageColor.getrgb(ink)[:3], ImageColor.getrgb(ground)[:3]) >= 4.5


def test_names_never_stand_upon_each_other():
    for heights in (
        [500.0] * 5,
        [TOP_PX, TOP_PX, BOTTOM_PX, BOTTOM_PX, BOTTOM_PX],
        [BOTTOM_PX] * 5,
        [170.0, 880.0],
    ):
        placed = sorted(spread(heights, (TOP_PX - 42, BOTTOM_PX + 42), 84))
        assert all(below - above >= 84 for above, below in pairwise(placed))
        assert placed[0] >= TOP_PX - 1 and placed[-1] <= BOTTOM_PX + 1


def test_who_has_more_points_stands_above_the_others_however_close_they_are():
    points = [[0] * 5, [100, 103, 101, 104, 102]]
    heights = spread(line_ends(points, Box(0, 0, 900, 200), 0, 104), (0, 400), 60)
    assert sorted(range(5), key=lambda who: heights[who]) == [3, 1, 4, 2, 0]


# --- The replay -----------------------------------------------------------------------------------


def test_a_film_shows_every_picture_and_holds_the_last():
    pictures = [Image.new("P", (1600, 1200 + 40 * n), n) for n in range(4)]
    for picture in pictures:
        picture.putpalette([value for n in range(4) for value in (60 * n, 0, 0)])
    with Image.open(BytesIO(gif(frame(picture) for picture in pictures))) as made:
        assert made.format == "GIF" and made.n_frames == 4 and made.info["loop"] == 0
        assert made.size == (800, 660)
        times = []
        for n in range(4):
            made.seek(n)
            times.append(made.info["duration"])
    assert times == [FRAME_MS, FRAME_MS, FRAME_MS, LAST_FRAME_MS]


# --- Of a table -----------------------------------------------------------------------------------


async def finished(tables: Tables, game: str = "wigs") -> Table:
    """A game of two, played to its end by sensible moves."""
    table = await game_of(tables, game, seed=5)
    for n, move in enumerate(sensible_moves(table)):
        await table.submit(*move, f"t{n}")
    return table


async def end_of(table: Table) -> dict[str, Any]:
    return with_course(table.view(None) | {"names": table.names}, await course_of(table))


async def test_the_course_of_a_game_ends_with_its_scores(tables: Tables):
    table = await finished(tables)
    points = by_round(await end_of(table))
    assert [*points[-1]] == table.state.scores
    assert len(points) > 3 and len({*points}) > 3


async def test_a_game_that_does_not_count_as_it_goes_has_no_course(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
):
    table = await finished(tables)
    monkeypatch.setattr(table.game, "_points", None)
    assert await course_of(table) is None


async def test_a_replay_is_small_enough_and_drawn_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(memory, "MAX_FRAMES", 8)
    table, replays, drawn = await finished(tables), Replays(), []
    true = memory.replay
    monkeypatch.setattr(memory, "replay", lambda *known: drawn.append(1) or true(*known))
    one, other = await asyncio.gather(replays.gif(table), replays.gif(table))
    assert one is other and drawn == [1] and len(one) <= memory.MAX_BYTES
    with Image.open(BytesIO(one)) as made:
        assert made.format == "GIF" and 2 <= made.n_frames <= 8 and made.width == 800


async def test_a_replay_that_is_too_large_leaves_frames_out(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(memory, "MAX_FRAMES", 8)
    whole = await Replays().gif(table := await finished(tables))
    monkeypatch.setattr(memory, "MAX_BYTES", len(whole) * 2 // 3)
    assert len(await Replays().gif(table)) <= len(whole) * 2 // 3


async def test_a_running_game_has_no_replay(tables: Tables):
    table = await lobby_of(tables)
    with pytest.raises(Refused, match="not over"):
        await Replays().gif(table)


# --- In the channel -------------------------------------------------------------------------------


async def test_the_board_of_a_finished_game_remembers_it(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(memory, "MAX_FRAMES", 4)
    table = await sim.finish()
    board = sim.board()
    course = [row[0] for row in by_round(await end_of(table))]
    half = course[(len(course) - 1) // 2]
    told = f"{course[0]} at the start, {half} halfway, {course[-1]} at the end"
    [alt] = alt_texts(board)
    assert told in alt and told in describe_fully(await end_of(table))
    assert {"Replay", "History"} <= buttons(board).keys()
    assert "seed" not in text(board).lower()
    assert len(board.attachments) == 1, "one picture to post"
    shown = (await sim.press("Ben", "Replay")).response
    assert shown.ephemeral
    [replay] = shown.attachments
    assert replay.filename == f"replay-{table.id}.gif"
    assert (await replay.read()).startswith(b"GIF89a")
    assert "Step" in text((await sim.press("Ben", "History")).response)
