"""Each benchmark runs, as small as it can be; its figures are kept and compared with those of
another time. Whether they are good is not looked at: that depends on the machine.
"""

import os
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from atelier_testing import golden
from atelier_testing.project import own_games
from benchmarks.__main__ import ALL, main
from benchmarks.compare import read, run, save
from benchmarks.crowd import at_tables, drive
from benchmarks.figures import Figure
from tests.stored import fill
from tests.wire.standin import until

ROOT = Path(__file__).parent.parent
SHORTEST = min(own_games(), key=lambda game: game.minutes).name
OPTIONS = dict.fromkeys(ALL, f"--game {SHORTEST}") | {
    "baselines": f"--game {SHORTEST} --games 1 --seconds .001 --processes 1",
    "beginners": f"--game {SHORTEST} --games 1",
    "costs": f"--game {SHORTEST} --moves 1 --games 1",
    "load": "--tables 8 --seconds .5 --rate 10 --stored 8 --largest 10 --played 2 --moves 1",
    "days": f"--game {SHORTEST} --games 1",
    "faults": "--interactions 20 --tables 3",
    "chaos": "--interactions 20 --tables 3 --at-once 1",
    "kill": f"--game {SHORTEST} --kills 1 --processes 1",
    "leaks": f"--game {SHORTEST} --pairs 2 --processes 1",
    "fuzz": "--examples 1 --seed 1",
    "players": f"--game {SHORTEST} --games 1 --seconds .001 --processes 1",
    "review": f"--game {SHORTEST} --games 1 --seconds .01 --processes 1",
}
SIZES: dict[str, Any] = {
    "absent.TABLES": 5,
    "absent.DAYS": 1,
    "absent.TURNS": 5,
    "chaos.CALM_AFTER_S": 0.5,
    "costs.CHUNKS": 1,
    "costs.REST_S": 0.1,
    "costs.STARTS": 1,
    "figures.CALLS": 1,
    "figures.REPEATS": 1,
    "fuzz.COMMANDS": 5,
    "fuzz.PRESSES": 5,
    "fuzz.STEPS": 5,
    "kernel.GAMES": 1,
    "leaks.A_JOB": 2,
    "leaks.A_SITTING": 1,
    "load.LINES": (1, 3),
    "crowd.PAUSE": 0.1,
    "load.SAMPLE": 8,
    "load.WARM": 0.2,
    "pictures.IN_A_ROW": 3,
    "pictures.STARTS": 1,
    "pictures.VIEWS": 1,
    "presses.GAMES": 1,
    "review.ROUNDS": 2,
    "review.THOUGHT_S": 0.001,
    "review.TRIES": 2,
    "without_discord.DRAWN": 2,
    "without_discord.MOVES": 5,
    "without_discord.STARTS": 1,
}
LONG = {"chaos", "costs", "faults", "fuzz", "kill", "load", "offline", "stall"}
"""Those that start many processes run where `TEST_LONG` is set: other tests cover them."""
WANTED = [name for name in ALL if name not in LONG or os.environ.get("TEST_LONG") == "1"]


@pytest.mark.sampled(one_in=21)
@pytest.mark.parametrize("name", WANTED)
def test_a_benchmark_runs_and_its_figures_are_saved(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("benchmarks.figures.printed", [])
    for module in ("presses", "reach"):
        monkeypatch.setattr(f"benchmarks.{module}.playthroughs", the_first)
    for what, size in SIZES.items():
        monkeypatch.setattr(f"benchmarks.{what}", size)
    main([name, *OPTIONS[name].split(), "--save", str(tmp_path / "figures.csv")])
    assert {of.split()[0] for of, _what in read(tmp_path / "figures.csv")} == {name}


def the_first(name: str) -> list[Path]:
    return golden.playthroughs(name)[:1]


@pytest.mark.parametrize("name", [*ALL, "compare"])
def test_the_command_line_explains_each_benchmark(name: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert f"python -m benchmarks {name}" in capsys.readouterr().out


def test_of_all_tests_these_alone_know_benchmarks():
    found = [
        path.name
        for folder in ("atelier_testing", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if "\nfrom benchmarks" in path.read_text("utf-8")
    ]
    assert found == [Path(__file__).name]


# --- A crowd at the tables of one bot -------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
async def test_a_crowd_is_acknowledged_to_the_last_press(tmp_path: Path):
    await fill(tmp_path / "atelier.sqlite3", 16)
    async with at_tables(tmp_path, 16) as crowd:
        await drive(crowd.act, 20, 1.1)
        done = [it for _kind, it in crowd.acts]
        await until(lambda: all(it.answered is not None for it in done), "all are answered", 30)
        assert len(done) > 20 and crowd.refused == 0
        assert all(it.acknowledged is not None for it in done)
        assert crowd.home.broken == ""


# --- Figures of two times -------------------------------------------------------------------------

BEFORE = [
    Figure("pictures wigs", "board, median", 10.0, "ms"),
    Figure("games wigs", "random games", 1000.0, "moves/s"),
    Figure("games wigs", "longest list", 20, "moves"),
    Figure("store", "gone", 1, "ms"),
]


def compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *after: Figure
) -> tuple[int, list[str]]:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    save(BEFORE, old)
    save(after, new)
    with pytest.raises(SystemExit) as end:
        run(Namespace(old=old, new=new))
    return int(end.value.code or 0), capsys.readouterr().out.splitlines()


def test_a_saved_table_is_read_again(tmp_path: Path):
    save(BEFORE, tmp_path / "a.csv")
    assert [*read(tmp_path / "a.csv").values()] == BEFORE


def test_what_got_slower_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    code, lines = compared(
        tmp_path,
        capsys,
        Figure("pictures wigs", "board, median", 11.5, "ms"),
        Figure("games wigs", "random games", 800.0, "moves/s"),
        Figure("games wigs", "longest list", 200, "moves"),
        Figure("store", "new", 1, "ms"),
    )
    assert code == 1
    assert [line.split()[-1] for line in lines[:2]] == ["worse", "worse"]
    assert "+15 %" in lines[0] and "-20 %" in lines[1]
    assert lines[2].endswith("+900 %")  # a count is neither good nor bad
    assert lines[3:5] == ["only before: store: gone", "only now: store: new"]
    assert lines[5].startswith("2 got worse")


def test_what_got_faster_or_stayed_is_no_reason_to_worry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    code, lines = compared(
        tmp_path,
        capsys,
        Figure("pictures wigs", "board, median", 10.9, "ms"),
        Figure("games wigs", "random games", 2000.0, "moves/s"),
    )
    assert code == 0
    assert not lines[0].endswith("worse") and lines[1].endswith("better")
