"""Numbers that people type have one reader: ASCII digits within bounds, and nothing else."""

import json
import math
from contextlib import suppress
from itertools import product
from urllib.parse import quote

import pytest
import pytest_asyncio

from bot.interactions.controls import as_number
from bot.operations.config import SettingsError, read_settings
from bot.store import PersonRow
from bot.table import Refused
from bot.table.clock import parse_moment
from bot.web.server import preferred
from games import discover
from games.__main__ import main
from games.kernel import Game, IllegalMove
from games.reading import MAX_DEPTH, MAX_ID, read_json, whole_number
from games.record import MOST
from tests.databases import empty
from tests.hostile import hostile_json, hostile_numbers
from tests.site import Site, site

PEOPLE = ("Ada", "Ben")
NUMBERS = [*hostile_numbers()]
GAMES = [*discover().values()]


@pytest.mark.parametrize("text", ["0", "7", "10", "999", str(MAX_ID)])
def test_a_number_is_its_digits(text: str):
    assert str(whole_number(text)) == str(as_number(text)) == text
    assert whole_number(text, int(text)) == int(text)
    assert whole_number(str(int(text) + 1), int(text)) is None


@pytest.mark.parametrize("text", NUMBERS, ids=lambda text: ascii(text[:12]))
def test_what_is_no_number_within_bounds_is_none(text: str):
    if text != "9" * 19 or int("9" * 19) > MAX_ID:
        assert whole_number(text) is None
        with pytest.raises(Refused):
            as_number(text)


def test_json_is_read_within_bounds():
    assert read_json('{"a": [1, 2.5, null, true, "x"]}') == {"a": [1, 2.5, None, True, "x"]}
    for text in hostile_json():
        with suppress(ValueError):
            assert json.loads(json.dumps(read_json(text), allow_nan=False)) == read_json(text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_have_such_numbers(game: Game):
    for choice in game.choices.values():
        for form in choice.forms:
            for number, pattern in product(NUMBERS, form.patterns):
                words = pattern.split(" ")
                numbered = [number if word.endswith(":d}") else word for word in words]
                if numbered != words and form.read(numbered) is not None:
                    pytest.fail(f"{pattern} takes {number[:40]!r}")


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_move_with_another_number_is_refused_in_a_sentence(game: Game):
    g = game.new(game.seats[0], 1)
    for _ in range(40):
        seat = game.seats_asked(g)[0]
        forms = {move.split(" ")[0] for move in game.legal(g, seat)[:9]} | {"ahead", "forget"}
        for form in sorted(forms):
            for number in NUMBERS:
                for said in (f"{form} {number}", f"{form} {number} {number}", number):
                    with pytest.raises(IllegalMove) as refused:
                        game.play(g, seat, said)
                    assert str(refused.value) and len(str(refused.value)) < 600
        g = game.play(g, seat, game.default(g, seat))
        if g.scores is not None:
            break


@pytest.mark.parametrize("option", ["--seed", "--seats", "--seat"])
def test_the_terminal_takes_no_other_numbers(option: str, capsys: pytest.CaptureFixture[str]):
    for number in NUMBERS:
        if whole_number(number, MOST["seed"]) is not None:
            continue
        try:
            code = main(["play", GAMES[0].name, f"{option}={number}"])
        except SystemExit as ended:
            code = ended.code
        assert code == 2 and "Traceback" not in capsys.readouterr().err, number[:40]


@pytest.mark.parametrize("name", ["SHARD_COUNT", "SHARD_IDS", "WEB_PORT", "BOARD_SECONDS"])
def test_settings_take_no_other_numbers(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    for number in NUMBERS:
        if number.strip() == "" or (name.endswith("SECONDS") and number[:2] in ("1.", "01", "00")):
            continue
        monkeypatch.setenv(name, number.strip("\u2028") or "x")
        if whole_number(number.strip("\u2028").strip()) == 1:
            continue  # spaces around a setting are none of its number
        with pytest.raises(SettingsError, match=name):
            read_settings()


def test_a_length_of_time_and_a_weight_of_a_language_are_finite():
    for number in NUMBERS:
        for text in (number, f"{number} days", f"{number}-01-01", f"2026-{number}-{number}"):
            moment = parse_moment(text, PersonRow(1), 0.0)
            assert moment is None or math.isfinite(moment)
        if number.strip() not in ("", "1", "1.", "1.0", "1,000"):
            assert preferred(f"de;q={number},fr;q=0.1") == "fr", number[:40]


@pytest_asyncio.fixture
async def web(tmp_path, drawn_once: None):
    """A site with web pages."""
    async with site(empty(tmp_path / "atelier.sqlite3")) as made:
        yield made


async def test_a_web_page_has_no_steps_but_its_own(web: Site):
    _table, link = await web.game()
    now = await web.read(link)
    for number in NUMBERS:
        if len(number) < 1500:
            shown = await web.get(f"{link}?step={quote(number)}")
            assert shown.status in (200, 404)
            if shown.status == 200:
                assert len(shown.body.decode()) > len(now) // 2


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_json_has_no_number_that_is_not_finite(number: str):
    with pytest.raises(ValueError, match="not finite"):
        read_json(f'{{"a": [{number}]}}')


def test_json_is_refused_beyond_a_fixed_depth():
    for start, end in ("[]", ('{"a":', "}")):
        read_json(start * MAX_DEPTH + "7" + end * MAX_DEPTH)
        with pytest.raises(ValueError, match="deeply"):
            read_json(start * (MAX_DEPTH + 1) + "7" + end * (MAX_DEPTH + 1))
