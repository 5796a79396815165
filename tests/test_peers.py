"""The comparison with peers: random games are timed and pictures drawn, each as the table says."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path

import pytest
from PIL import Image

from games import discover
from tests.benchmarks.kernel import positions
from tests.benchmarks.peers import comparison, naive, timing


@pytest.fixture
def game():
    return min(discover().values(), key=lambda each: each.minutes)


def test_a_game_is_played_to_its_end_and_its_moves_are_counted(game, capsys, monkeypatch):
    monkeypatch.setattr(timing, "MIN_S", 0.0)
    play = comparison.of(game)
    assert play(random.Random(1)) == play(random.Random(1)) > 10
    timing.tell("Ours", "1", {(game.name, "Python"): play}, 2)
    told = json.loads(capsys.readouterr().out)
    assert told["library"] == "Ours 1" and told["game"] == game.name and told["rate"] > 100


def test_a_peer_that_is_not_there_is_named_with_the_reason():
    for peer in comparison.PEERS:
        assert (Path(comparison.__file__).parent / f"{peer}.py").exists()
    with pytest.raises(RuntimeError, match="ModuleNotFoundError"):
        comparison.rates(Path(sys.executable), "openspiel", 1)


def test_ratios_say_how_many_times_as_quick_ours_are():
    found = comparison.ratios({"a": 100.0, "b": 400.0, "c": 200.0}, 200.0)
    assert [float(each) for each in found.split()] == [0.5, 1, 2]


def test_the_naive_picture_has_the_words_and_as_many_pieces_as_ours(game):
    g, *_ = positions(game.name, games=1)[-1]
    view = game.view(g, None) | {"names": ["Zephyrine", "Quillon", "Odile", "Marcel"][: g.seats]}
    size, found = naive.marks(view)
    words = {mark.text for mark in found}
    assert {"Zephyrine", "Quillon"} <= words and len(found) > 10
    image = Image.open(io.BytesIO(naive.picture(size, found)))
    assert image.size == size and len(image.getcolors(2**24) or ()) > 10
