"""What every game's pictures must keep, for every number of seats and every viewer.

Nothing here names a game; a new renderer is held to all of this by being there.
"""

from __future__ import annotations

import copy
import hashlib
import random
import re
import sys
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from PIL.ImageChops import difference

from atelier_testing.played import (
    GAMES,
    as_json,
    every_game,
    good_move,
    play,
    random_move,
    shared_victories,
)
from atelier_testing.secrets import hides_something
from bot.pictures import symbols
from bot.store import MoveRow
from bot.store.rows import to_json
from bot.table.history import History
from bot.table.story import Course, rounds_of, with_course
from games.kernel import Game
from games.words import seat_names
from renderers import caching, for_game, palettes

MOST_BYTES, LONGEST_DESCRIPTION = 250 * 1024, 1000
SOME_PIXELS = (200, 200)
MOST_EMOJI_BYTES, EMOJI_NAME = 256 * 1024, re.compile("[A-Za-z0-9_]{2,25}")
"""Discord takes 32 characters, of which the digest has seven."""
PICTURES = 5
"""Positions of a random game and one of good play that are drawn, for each number of seats, at
least.
"""
NAMES = {
    "of usual length": ["Maximilian", "Wilhelmina", "Konstantin", "Alexandra", "Christopher"],
    "long": [
        "Maximiliane von Hohenstaufen",
        "Wilhelmina-Alexandrine von der Ro",
        "W" * 32,
        "i" * 32,
        "MMMMMMMMMMMMMMMM MMMMMMMMMMMMMMM",
    ],
    "of other scripts": [
        "Ἀφροδίτη Καλλίστη",
        "Дмитрий Щукин",
        "عبد الرحمن",
        "北京の歌舞伎役者",
        "नमस्ते",
    ],
    "of Asia": ["さくら", "王小明", "김민준", "สมชาย", "田中 Hanako"],
    "from right to left": ["דנה", "محمد", "שָׁלוֹם", "Dana דנה", "عبد الرحمن 99"],
    "emoji and marks": [
        "👩‍👩‍👧‍👦🎩",
        "Z̷̢̛a̸l̶g̷o̵",
        "\u202etfel ot thgir",
        "\u200b\u200b",
        "a\nb\tc",
        "𝕬𝖉𝖆",
    ],
    "alike": ["Ada", "Ada", "Ada", "Ada"],
    "short": ["A", " ", "", "."],
}


@dataclass(frozen=True)
class Table:
    """A game with a number of seats."""

    game: Game[Any]
    seats: int


TABLES = [Table(game, seats) for game in GAMES for seats in game.seats]
every_table = pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{table.game.name}-{table.seats}", scope="module"
)


@cache
def states(table: Table) -> list[Any]:
    """Positions of a random game and one of good play: the first, the last, and of every question
    one.

    The tables of a game share its questions among them.
    """
    game, chance = table.game, random.Random(table.seats)
    found: dict[Any, list[Any]] = {}
    for choose in (random_move, good_move):
        played = [g for g, _move in play(game, table.seats, table.seats, {}, choose)]
        for g in played:
            found.setdefault(g.agenda[-1][0] if g.asked else "over", []).append(g)
        COURSES[as_json([game.name, played[-1].scores])] = course_of(game, played)
    start, ends = game.new(table.seats, table.seats), found["over"]
    own = list(game.choices)[game.seats.index(table.seats) :: len(game.seats)]
    rest = [each for name in game.choices for each in found.get(name, [])]
    chosen = [chance.choice(found[name]) for name in own if name in found]
    chosen += chance.sample(rest, max(0, min(PICTURES - 3 - len(chosen), len(rest))))
    return [start, *chosen, *ends[:2]]


COURSES: dict[bytes, Course | None] = {}
"""The courses of the games that were played to their end, by name and scores."""


def course_of(game: Game[Any], played: list[Any]) -> Course | None:
    """The course of a game of which these are all states; None if it does not count points."""
    points = {n: game.points_of(g) or [] for n, g in enumerate(played)}
    if not points[0]:
        return None
    rows = [
        MoveRow(1, n, "move", None, "", None, n, None, 1, None, to_json(g.news), 0.0)
        for n, g in enumerate(played)
    ]
    history = History(rows, rows, [])
    shown = {each.shown: game.view(played[each.shown], None) for each in rounds_of(history)}
    return Course(history, points, shown)


def view_of(table: Table, g: Any, viewer: int | None, names: list[str] | None = None) -> Any:
    """The view that a table hands to the renderer, at the end with the course of the game."""
    view = table.game.view(g, viewer) | {"names": names or seat_names(table.seats)}
    return with_course(view, COURSES.get(as_json([table.game.name, g.scores])))


def views(table: Table) -> list[Any]:
    """Every sampled position as a spectator and as some player sees it."""
    return [
        view_of(table, g, viewer)
        for n, g in enumerate(states(table))
        for viewer in (None, n % table.seats)
    ]


DRAWN: dict[bytes, bytes] = {}
"""The sum of each picture drawn so far, by its view."""


def drawn(view: dict[str, Any]) -> bytes:
    """The picture of a view as PNG, drawn now."""
    key = as_json(view)
    png = palettes.png(for_game(view["game"]).draw(view))
    DRAWN.setdefault(key, digest_of(png))
    return png


def digest_of(png: bytes) -> bytes:
    """The digest of a picture."""
    return hashlib.sha256(png).digest()


def picture_digest(view: dict[str, Any]) -> bytes:
    """The digest of a view's picture, from the cache if it was drawn before."""
    key = as_json(view)
    if key not in DRAWN:
        drawn(view)
    return DRAWN[key]


def described(view: dict[str, Any]) -> str:
    """The picture of a view in words."""
    return for_game(view["game"]).describe(view)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_cache_holds_the_parts_of_a_game_s_pictures(game: Game[Any]) -> None:
    caching.clear()
    table = Table(game, max(game.seats))
    for view in views(table):
        for_game(game.name).draw(view)
    before = cache_misses()
    for view in views(table):
        for_game(game.name).draw(view)
    assert cache_misses() == before, "a part was drawn twice"


def cache_misses() -> dict[str, int]:
    """How often each cached function of the games' pictures found nothing in its cache."""
    packages = tuple(f"{for_game(game.name).__name__}." for game in GAMES)
    return {
        f"{module}.{function}": value.cache_info().misses
        for module, there in list(sys.modules.items())
        if f"{module}.".startswith(packages)
        for function, value in vars(there).items()
        if hasattr(value, "cache_info")
    }


def is_readable(png: bytes) -> bool:
    """Whether a picture is of the right kind, of some size, and not all of one tone: it is enough
    that some of its pixels differ.
    """
    with Image.open(BytesIO(png)) as image:
        some = image.resize(SOME_PIXELS, Image.Resampling.NEAREST)  # reads all of the file
        darkest, brightest = some.convert("L").getextrema()
        return image.format == "PNG" and min(image.size) >= 400 and brightest - darkest > 100


@every_table
def test_every_view_is_drawn_as_a_png_small_enough_to_send(table: Table):
    for view in views(table):
        png = drawn(view)
        assert len(png) <= MOST_BYTES and is_readable(png)


@every_table
def test_every_picture_has_a_text_twin_short_enough_for_its_alt_text(table: Table):
    for g in states(table):
        for viewer in (None, *range(table.seats)):
            said = described(view_of(table, g, viewer))
            assert said == said.strip() and 1 <= len(said) <= LONGEST_DESCRIPTION


CODE_BEFORE_NAME = re.compile(r"(?:^|[:;,] )[A-Z]{1,3}[0-9]{1,3}\b(?: \w|:|$)", re.MULTILINE)
"""A code such as "M04" where a sentence would have a name."""


@every_table
def test_an_alt_text_has_names_before_codes(table: Table):
    for view in views(table):
        assert CODE_BEFORE_NAME.findall(described(view)) == []


@every_table
def test_the_final_picture_shows_every_shared_victory(table: Table):
    end, drawn_before = states(table)[-1], set[bytes]()
    for g in shared_victories(end):
        view = view_of(table, g, None, names_of(table, "long"))
        assert view["winners"] == [seat for seat, place in enumerate(view["places"]) if place == 1]
        first = [seat for seat in range(table.seats) if g.scores[seat] == max(g.scores)]
        assert view["winners"] == [seat for seat in first if g.can_win(seat)]
        png = drawn(view)
        assert len(png) <= MOST_BYTES and is_readable(png)
        assert digest_of(png) not in drawn_before, f"seats {first} win, and the picture is the same"
        drawn_before.add(digest_of(png))
        assert 1 <= len(described(view)) <= LONGEST_DESCRIPTION


@every_table
def test_text_and_picture_are_functions_of_the_view_and_leave_it_alone(table: Table):
    for view in views(table)[-4:]:
        before = copy.deepcopy(view)
        first, words = picture_digest(copy.deepcopy(before)), described(copy.deepcopy(before))
        assert digest_of(drawn(view)) == first
        assert described(view) == words
        assert view == before


@every_table
def test_a_picture_tells_nothing_that_its_viewer_does_not_know(table: Table):
    for n, g in list(enumerate(states(table)))[-4:]:
        seat = n % table.seats
        truth = view_of(table, g, seat)
        known, words = picture_digest(truth), described(truth)
        for seed in (1, 2):
            guessed = view_of(table, table.game.guess(g, seat, random.Random(seed)), seat)
            assert digest_of(drawn(guessed)) == known
            assert described(guessed) == words


@every_table
def test_different_positions_have_different_pictures_and_words(table: Table):
    first, last = states(table)[0], next(g for g in states(table) if g.scores is not None)
    for viewer in (None, 0):
        one, other = view_of(table, first, viewer), view_of(table, last, viewer)
        assert picture_digest(one) != picture_digest(other)
        assert described(one) != described(other)


@every_table
def test_a_player_sees_something_of_their_own(table: Table):
    for seat in range(table.seats):
        own = [described(view_of(table, g, seat)) for g in states(table)]
        public = [described(view_of(table, g, None)) for g in states(table)]
        assert own != public or not hides_something(table.game)


@every_table
def test_the_pieces_of_a_move_are_ringed_where_it_changes_the_picture(table: Table):
    """If the renderer tells with `move_boxes` where they are."""
    game, pictures, chance = table.game, for_game(table.game.name), random.Random(table.seats)
    for g in states(table) if hasattr(pictures, "move_boxes") else ():
        for seat in g.asked[:1]:
            move, changes = game.random_candidate(g, seat, chance), list[bool]()
            after = game.play(g, seat, move)
            while seat in after.answers and after.asked:  # a secret answer shows once all have one
                after = game.play(after, after.asked[0], game.default(after, after.asked[0]))
            for viewer in (None, seat):
                boxes = pictures.move_boxes(view_of(table, g, viewer), move)
                if not boxes:
                    continue
                now, then = (pictures.draw(view_of(table, each, viewer)) for each in (g, after))
                for box in boxes:
                    part = *map(round, box[:2]), round(box.right), round(box.bottom)
                    assert min(part) >= 0 and part[2] <= now.width and part[3] <= now.height
                    both = (each.convert("RGB").crop(part) for each in (now, then))
                    changes.append(now.size != then.size or difference(*both).getbbox() is not None)
            assert any(changes) or not changes, f"{move} changes nothing there"


def names_of(table: Table, kind: str) -> list[str]:
    """Names of a kind for a table."""
    return [NAMES[kind][seat % len(NAMES[kind])] for seat in range(table.seats)]


@pytest.mark.parametrize("kind", NAMES)
@every_table
def test_names_of_any_kind_can_be_drawn_and_told(table: Table, kind: str):
    """Each is drawn once; how they fit into pictures is for the tests of words, in all of them."""
    names = names_of(table, kind)
    first, last = states(table)[0], states(table)[-1]
    views = [
        view_of(table, g, viewer, names)
        for g, viewer in ((first, None), (first, table.seats - 1), (last, None))
    ]
    assert len(drawn(views[(list(NAMES).index(kind) + table.seats) % 3])) <= MOST_BYTES
    for view in views:
        assert 1 <= len(described(view)) <= LONGEST_DESCRIPTION


@pytest.mark.parametrize("name", ["Odile the {}th", "王小明 {}", "김민준 {}", "สมชาย {}"])
@every_table
def test_a_name_is_told_as_it_is_written(table: Table, name: str):
    names = [name.format(n) for n in range(table.seats)]
    said = described(view_of(table, states(table)[0], None, names))
    assert all(name in said for name in names)


@every_game
def test_an_emoji_is_a_small_picture_of_its_own_with_a_name_that_discord_takes(game: Game[Any]):
    drawn = symbols.draw(game.name)
    assert len({each.name for each in drawn}) == len({each.digest for each in drawn}) == len(drawn)
    for each in drawn:
        assert EMOJI_NAME.fullmatch(each.name) and len(each.png) <= MOST_EMOJI_BYTES, each.name
        with Image.open(BytesIO(each.png)) as image:
            assert image.getchannel("A").getbbox(), each.name
