"""What somebody cannot know he is not shown: states and tables that he cannot tell apart look the
same to him, byte for byte. The benchmark `leaks` looks at very many more.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.table import Table
from games import discover
from games.kernel import Game
from renderers import for_game
from tests.leaks import hidden, search
from tests.test_every_game import hides_something
from tests.twins import at_tables

PAIRS, PICTURED, TABLE_PAIRS = 50, 0.03, 4
each_game = pytest.mark.parametrize("name", list(discover()))


@each_game
def test_states_that_a_viewer_cannot_tell_apart_are_shown_and_go_on_alike(name: str):
    found = search(name, PAIRS, seed=1, pictured=PICTURED)
    assert not found.leaks
    assert found.pairs >= PAIRS and found.continued and found.pictures
    assert found.differing or not hides_something(discover()[name])


@each_game
def test_what_others_do_unnoticed_at_a_table_shows_in_nothing_that_is_sent_or_answered(name: str):
    found = at_tables(name, TABLE_PAIRS, seed=1)
    assert not found.leaks
    assert found.pairs >= TABLE_PAIRS


# --- The search finds what there is to be found ---------------------------------------------------

SOME = next(iter(discover()))


def test_a_secret_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch):
    game = discover()[SOME]
    derived = game._derived
    monkeypatch.setattr(game, "_derived", lambda g, s: {**derived(g, s), "next": g.rng % 7})
    found = search(SOME, 20, seed=1, pictured=0)
    assert {leak.split(": ")[1] for leak in found.leaks} == {"view"}


def test_a_secret_in_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch):
    def refuse(_game: Game[Any], g: Any, _seat: int, _move: str) -> str:
        return f"No {g.rng}."

    monkeypatch.setattr(Game, "_refuse", refuse)
    found = search(SOME, 20, seed=1, pictured=0)
    assert found.leaks and all("refusal" in leak for leak in found.leaks)


def test_a_public_line_that_tells_of_hidden_things_is_found(monkeypatch: pytest.MonkeyPatch):
    play = Game.play

    def tell(game: Game[Any], g: Any, seat: int, move: str) -> Any:
        after = play(game, g, seat, move)
        after.say("{things:text}", None, things=str(hidden(game, after)))
        return after

    monkeypatch.setattr(Game, "play", tell)
    found = search(SOME, 20, seed=1, pictured=0)
    assert any("news that tell what nothing else shows" in leak for leak in found.leaks)


def test_a_secret_in_a_picture_is_found(monkeypatch: pytest.MonkeyPatch):
    told = iter(range(1000))
    monkeypatch.setattr(for_game(SOME), "describe", lambda view: f"Picture {next(told)}.")
    found = search(SOME, 30, seed=1, pictured=0.1)
    assert {leak.split(": ")[1] for leak in found.leaks} >= {"alt text"}


def test_numbers_that_count_what_nobody_noticed_are_found(monkeypatch: pytest.MonkeyPatch):
    def line(table: Table) -> int:
        return table.seq

    monkeypatch.setattr(Table, "newest", property(line, lambda _table, _number: None))
    assert any("panel" in leak for leak in at_tables(SOME, TABLE_PAIRS, seed=1).leaks)
