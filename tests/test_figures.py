"""Figures of benchmarks: kept as a table and compared with those of another time."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from tests.benchmarks.compare import read, run, save
from tests.benchmarks.figures import Figure

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
