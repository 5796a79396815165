"""`python -m games`: every command as somebody types it."""

import hashlib
import io
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from atelier_testing.played import values_of_options
from games import discover, record
from games.__main__ import main
from games.kernel import Game

ROOT = Path(__file__).parent.parent
NAME, GAME = next(iter(discover().items()))

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command with these words, and these lines typed; returns exit code and outputs."""

    def command(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(words))
        out, err = capsys.readouterr()
        return code, out, err

    return command


@cache
def recorded(game: Game, seats: int, seed: int, salt: str | None = None) -> str:
    """A record of a game of random moves."""
    g = game.new(seats, seed)
    return record.write(game, seats, seed, None, record.random_moves(game, g, seed), salt)


# --- list ----------------------------------------------------------------------------------------


def test_list_names_every_game(run: Run) -> None:
    code, out, _ = run("list")
    facts, _empty, about = out.partition("\n\n")
    head, *rows = facts.splitlines()
    assert code == 0
    assert head.split() == ["name", "title", "seats", "minutes", "weight", "version", "options"]
    assert [row.split()[0] for row in rows] == list(discover())
    for row, game in zip(rows, discover().values(), strict=True):
        assert game.title in row
        assert all(f" {name}=" in row for name in game.options.model_fields)
        assert f"{game.title}: {game.about}" in about.splitlines()


# --- play ----------------------------------------------------------------------------------------


def test_a_whole_game_can_be_played_with_numbers(run: Run) -> None:
    code, out, err = run("play", NAME, "--seed", "3", typed="1\n" * 5000)
    assert (code, err) == (0, "")
    assert "\nPlayer 1: " in out and "\nPlayer 2: " not in out
    assert re.search(r"\nThe game is over: Player 1 -?\d+, Player 2 -?\d+", out)


def test_a_whole_game_can_be_played_with_moves_by_all_seats(run: Run) -> None:
    seats = GAME.seats[-1]
    lines = recorded(GAME, seats, 5).splitlines()
    moves = [line for line in lines if re.match(r"\d", line)]
    g, by_asking = GAME.new(seats, 5), []
    while g.scores is None:  # the terminal asks the seats of one question in order
        seat = g.asked[0]
        move = next((m[2:] for m in moves if m.startswith(f"{seat} ")), "")
        move = move if move in GAME.legal(g, seat) else GAME.default(g, seat)
        by_asking.append(move)
        g = GAME.play(g, seat, move)
    typed = "\n".join(by_asking)
    code, out, _ = run("play", NAME, f"--seats={seats}", "--seed=5", "--hot-seat", typed=typed)
    assert code == 0
    assert all(f"\nPlayer {seat + 1}: " in out for seat in range(seats))
    scores = (f"Player {seat + 1} {score}" for seat, score in enumerate(g.scores))
    assert out.endswith(f"The game is over: {', '.join(scores)}.\n")


@pytest.mark.parametrize("typed", ["q\n", "", "1\n", " q \n"])
def test_a_player_can_leave(run: Run, typed: str) -> None:
    code, out, err = run("play", NAME, typed=typed)
    assert code == 0 and out.endswith("Goodbye.\n") and not err


def test_what_is_not_open_is_refused_with_a_sentence(run: Run) -> None:
    _, out, _ = run("play", NAME, "--seed=1", typed="0\n999\n²\nsing\nq\n")
    for text in ("0", "999", "²", "sing"):
        assert f"> “{text}” is not open to you now. You can: " in out


def test_nobody_else_is_told_what_a_seat_learns(run: Run) -> None:
    for seat in ("0", "1"):
        _, out, _ = run("play", NAME, "--seed=3", f"--seat={seat}", typed="1\n" * 5000)
        assert f"\nPlayer {int(seat) + 1}: " in out
        assert "(Player" not in out
    assert (
        run("play", NAME, "--seed=3", typed="q\n")[1]
        == run("play", NAME, "--seed=3", typed="q\n")[1]
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chess"], "There is no game named “chess”; there are: "),
        (["play", NAME, "--seats=77"], f"{GAME.title} is for "),
        (["play", NAME, "--seat=77"], "There is no seat 77; the seats are 0 to "),
        (["play", NAME, "--option", "colour=red"], f"{GAME.title} has no option “colour”."),
        (["record", NAME, "--option", "colour"], "An option is written key=value, not “colour”."),
    ],
)
def test_what_cannot_be_is_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    code, out, err = run(*words)
    assert code == 2 and not out
    assert err.startswith(sentence) and err.endswith(".\n") and err.count("\n") == 1


# --- record and verify ---------------------------------------------------------------------------


def test_what_is_recorded_is_verified(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for game in discover().values():
        code, out, _ = run("record", game.name, "--seats", str(game.seats[-1]), "--seed", "4")
        assert code == 0 and out.splitlines()[:4] == [
            f"game {game.name}",
            f"version {game.version}",
            f"seats {game.seats[-1]}",
            "seed 4",
        ]
        assert run("record", game.name, "--seats", str(game.seats[-1]), "--seed", "4")[1] == out
        file.write_text(out, encoding="utf-8")
        assert run("verify", str(file)) == (0, f"{file}: every line is as the game says.\n", "")


def test_a_game_is_recorded_again_like_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for game in discover().values():
        options = [f"--option={name}={values[-1]}" for name, values in values_of(game).items()]
        text = run("record", game.name, "--seed=5", *options)[1]
        file.write_text(text, encoding="utf-8")
        assert run("record", game.name, "--like", str(file))[1] == text
    file.write_text("hello\n", encoding="utf-8")
    assert run("record", "--like", str(file))[::2] == (
        2,
        "This is not the record of a game: it begins with “hello”.\n",
    )


def test_a_record_goes_its_own_way_as_long_as_its_moves_are_open(run: Run, tmp_path: Path) -> None:
    seats, file = GAME.seats[0], tmp_path / "game.txt"
    first, second = (record.random_moves(GAME, GAME.new(seats, 5), chance) for chance in (1, 2))
    played = record.write(GAME, seats, 5, None, second)
    assert played != record.write(GAME, seats, 5, None, first)
    file.write_text(played, encoding="utf-8")
    assert run("record", "--like", str(file))[1] == played

    cut = re.sub(r"^(\d) .*", r"\1 cheat", played, count=1, flags=re.MULTILINE)
    file.write_text(cut, encoding="utf-8")
    after = run("record", "--like", str(file))[1]
    assert after == recorded(GAME, seats, 5), "random moves from where a move is not open"
    file.write_text(cut.rpartition("scores")[0] + "unfinished\n", encoding="utf-8")
    assert run("record", "--like", str(file))[1].endswith("\nunfinished\n")


def test_all_playthroughs_are_recorded_anew(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.__main__.HERE", tmp_path)
    files = [tmp_path / f"tests/playthroughs/{NAME}/{seats}-1.txt" for seats in GAME.seats]
    files[0].parent.mkdir(parents=True)
    for seats, file in zip(GAME.seats, files, strict=True):
        file.write_text(recorded(GAME, seats, 1), encoding="utf-8")
    kept = files[1].read_text(encoding="utf-8")
    files[0].write_text(files[0].read_text(encoding="utf-8").replace("> ", "> Oh! ", 1))
    code, out, _ = run("record", "--all")
    first, *others = out.splitlines()
    assert code == 0 and first == f"tests/playthroughs/{NAME}/{GAME.seats[0]}-1.txt: changed"
    assert len(others) == len(files) - 1 and all(line.endswith(": as it was") for line in others)
    assert "Oh!" not in files[0].read_text(encoding="utf-8")
    assert files[1].read_text(encoding="utf-8") == kept
    assert run("record", NAME, "--all")[1].splitlines()[1:] == others


def test_an_option_that_a_record_does_not_know_is_as_it_is_by_default() -> None:
    for game in discover().values():
        options = {name: values[-1] for name, values in values_of_options(game).items()}
        for given in ({}, options, dict(list(options.items())[:1])):
            g = game.new(game.seats[0], 1, given)
            moves = record.random_moves(game, g, 1)[:40]
            text = record.write(game, g.seats, 1, given, moves)
            line = next(line for line in text.splitlines() if line.startswith("options "))
            record.verify(text.replace(line, f"options {json.dumps(given)}"))
            with pytest.raises(record.Unreadable, match="has no option “colour”"):
                record.verify(text.replace(line, 'options {"colour": 1}'))


def values_of(game: Game) -> dict[str, list[str]]:
    """Per option its values as they are written, for those that can be listed."""
    facts = game.options.model_json_schema().get("properties", {})
    values = {name: [str(value) for value in each.get("enum", [])] for name, each in facts.items()}
    values |= {name: ["true"] for name, each in facts.items() if each.get("type") == "boolean"}
    return {name: several for name, several in values.items() if several}


def test_the_options_are_recorded(run: Run) -> None:
    for game in discover().values():
        for name, facts in game.options.model_json_schema().get("properties", {}).items():
            if facts.get("type") == "boolean":
                out = run("record", game.name, "--option", f"{name}=true")[1]
                assert f'"{name}": true' in out


def tampered(lines: list[str]) -> dict[str, tuple[int, list[str]]]:
    """Records in which something is not as it was, and the line that gives it away."""
    move = next(i for i, line in enumerate(lines) if re.match(r"\d", line))
    news = next(i for i, line in enumerate(lines) if line.startswith("    > "))
    views = next(i for i, line in enumerate(lines) if line.startswith("    = "))
    last = len(lines) - 1

    def but(i: int, *instead: str) -> list[str]:
        return [*lines[:i], *instead, *lines[i + 1 :]]

    return {
        "a score": (last, but(last, lines[last] + "0")),
        "a move that was not open": (move, but(move, lines[move][:2] + "cheat")),
        "a move of nobody": (move, but(move, "9" + lines[move][1:])),
        "a sentence": (news, but(news, lines[news] + "!")),
        "a sentence left out": (news, but(news)),
        "a sum of views": (views, but(views, "    = 0123456789abcdef")),
        "a word that is none": (move, but(move, "hello")),
        "a move after the end": (last, [*lines[:-1], lines[move], lines[last]]),
        "a line after the end": (last + 1, [*lines, "scores 99 99"]),
        "a version": (1, but(1, "version 99")),
    }


@pytest.mark.parametrize("change", tampered(recorded(GAME, GAME.seats[0], 2).splitlines()))
def test_the_first_line_that_differs_is_named(run: Run, tmp_path: Path, change: str) -> None:
    number, lines = tampered(recorded(GAME, GAME.seats[0], 2).splitlines())[change]
    file = tmp_path / "game.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, out, err = run("verify", str(file))
    assert (code, out) == (1, "")
    assert err.startswith(f"{file}: Line {number + 1}") and err.endswith(".\n")


def test_a_record_that_stops_early_is_noticed(run: Run, tmp_path: Path) -> None:
    lines = recorded(GAME, GAME.seats[0], 2).splitlines()
    file = tmp_path / "game.txt"
    file.write_text("\n".join(lines[:-1]), encoding="utf-8")
    code, _, err = run("verify", str(file))
    assert code == 1 and f"The record stops before “{lines[-1]}”." in err


def test_an_unfinished_game_can_be_recorded() -> None:
    seats = GAME.seats[-1]
    moves = record.random_moves(GAME, GAME.new(seats, 6), 6)[:30]
    text = record.write(GAME, seats, 6, None, moves)
    assert text.endswith("\nunfinished\n") and "\n    = " in text
    record.verify(text)


def test_chance_drawn_anew_is_recorded() -> None:
    g = GAME.new(2, 6)
    moves = record.random_moves(GAME, g, 6)
    text = record.write(GAME, 2, 6, None, [*moves[:10], 123456, *moves[10:10]])
    assert "\nchance 123456\nunfinished\n" in text
    record.verify(text)
    cut = text.replace("unfinished\n", "")
    with pytest.raises(ValueError, match="The record stops before “unfinished”"):
        record.verify(cut)


def test_a_commitment_binds_the_seed(run: Run, tmp_path: Path) -> None:
    text = recorded(GAME, 2, 8, salt="00ff")
    expected = hashlib.sha256(b"00ff:8").hexdigest()
    assert f"\nsalt 00ff\ncommitment {expected}\n\n" in text
    record.verify(text)
    with pytest.raises(ValueError, match=r"^Line 7 differs: it says “commitment"):
        record.verify(text.replace(expected, "0" * 64))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The record does not say its game."),
        ("hello world\n", "This is not the record of a game: it begins with “hello world”."),
        ("game {name}\nversion 1\nseats 2\n\n", "The record does not say its seed."),
        ("game chess\nversion 1\nseats 2\nseed 1\noptions {{}}\n", "There is no game named"),
        ("game {name}\nversion 1\nseats x\nseed 1\noptions {{}}\n", "The seats of the record must"),
        ("game {name}\nversion 1\nseats 77\nseed 1\noptions {{}}\n", "is for "),
        ("game {name}\nversion 1\nseats 2\nseed 1\noptions []\n", "The options of the record"),
        ("game {name}\nversion 1\nseats 2\nseed 1\noptions {{\n", "The options of the record"),
    ],
)
def test_what_is_no_record_is_one_sentence(
    run: Run, tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text.format(name=NAME), encoding="utf-8")
    code, _, err = run("verify", str(file))
    assert code == 2 and sentence in err and err.endswith(".\n") and err.count("\n") == 1


def test_files_that_cannot_be_read_do_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    good, binary = tmp_path / "good.txt", tmp_path / "binary.txt"
    good.write_text(recorded(GAME, 2, 1), encoding="utf-8")
    binary.write_bytes(b"\xff\xfe\x00")
    code, out, err = run("verify", str(tmp_path / "none.txt"), str(binary), str(good))
    assert code == 2
    assert f"{good}: every line is as the game says." in out
    assert "cannot be read: No such file" in err and "it is no text" in err
