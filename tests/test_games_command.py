"""`python -m games`: every command as somebody types it."""

import hashlib
import io
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from atelier_testing.played import values_of_options
from atelier_testing.project import own_games
from games import Unusable, discover, record, unusable
from games.__main__ import main
from games.kernel import Game
from games.version import VERSION
from games.words import phrase
from tests.hostile import hostile_json, hostile_numbers

GAME = min(own_games(), key=lambda game: game.minutes)
NAME = GAME.name
every_game = pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.name)

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
def recorded(
    game: Game, seats: int, seed: int, salt: str | None = None, release: str | None = None
) -> str:
    """A record of a game of random moves."""
    g = game.new(seats, seed)
    moves = record.random_moves(game, g, seed)
    return record.write(game, seats, seed, None, moves, salt, release=release)


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


@pytest.mark.sampled(one_in=3)
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
        (["play", "tiddlywinks"], "There is no game named “tiddlywinks”; there are: "),
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


@pytest.mark.sampled
@every_game
def test_what_is_recorded_is_verified(run: Run, tmp_path: Path, game: Game) -> None:
    file = tmp_path / "game.txt"
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


@pytest.mark.sampled
@every_game
def test_a_game_is_recorded_again_like_a_file(run: Run, tmp_path: Path, game: Game) -> None:
    file = tmp_path / "game.txt"
    options = [f"--option={name}={values[-1]}" for name, values in values_of(game).items()]
    text = run("record", game.name, "--seed=5", *options)[1]
    file.write_text(text, encoding="utf-8")
    assert run("record", game.name, "--like", str(file))[1] == text


def test_a_file_that_is_no_record_is_not_recorded_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
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


@pytest.mark.sampled(one_in=4)
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
    }


OWN = recorded(GAME, GAME.seats[0], 2, release=VERSION)
"""What this release recorded."""


@pytest.mark.parametrize("change", tampered(OWN.splitlines()))
def test_the_first_line_that_differs_is_named(run: Run, tmp_path: Path, change: str) -> None:
    number, lines = tampered(OWN.splitlines())[change]
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
    assert code == 1 and f"The record stops before “{lines[-1]}”. The file seems to be cut" in err
    number, changed = tampered(lines)["a move that was not open"]
    file.write_text("\n".join(changed), encoding="utf-8")
    code, _, err = run("verify", str(file))
    assert code == 1 and f"Line {number + 1}, " in err and "cut off" not in err


@pytest.mark.parametrize("handed", ["7", "0 0", "1 0", "x", "٠", "00", "0 1 2 3 4 5 6"])
def test_seats_that_were_handed_over_are_seats_of_the_game(handed: str) -> None:
    seats = GAME.seats[0]
    text = record.write(GAME, seats, 6, None, [], handed="0 1", release=VERSION)
    assert record.verify(text) == []
    with pytest.raises(ValueError, match=r"^Line 7 "):
        record.verify(text.replace("handed 0 1", f"handed {handed}"))


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
        ("\ufeff", "The record does not say its game."),
        ("hello world\n", "This is not the record of a game: it begins with “hello world”."),
        ("game {name}\nversion 1\nseats 2\n\n", "The record does not say its seed."),
        ("game {name}\nseats 2\nseats 3\n", "This is not the record of a game: it begins with"),
        ("game {name}\nversion x\nseats 2\nseed 1\noptions {{}}\n", "The version of the record"),
        ("game Ch-ess\nversion 1\nseats 2\nseed 1\noptions {{}}\n", "There is no game named"),
        ("game {name}\nversion 1\nseats x\nseed 1\noptions {{}}\n", "The seats of the record must"),
        ("game {name}\nversion {version}\nseats 77\nseed 1\noptions {{}}\n", "is for "),
        ("game {name}\nversion 1\nseats 2\nseed 1\noptions []\n", "The options of the record"),
        ("game {name}\nversion 1\nseats 2\nseed 1\noptions {{\n", "The options of the record"),
    ],
)
def test_what_is_no_record_is_one_sentence(
    run: Run, tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text.format(name=NAME, version=GAME.version), encoding="utf-8")
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


# --- Records of other releases -------------------------------------------------------------------


def verified(run: Run, folder: Path, text: str) -> tuple[int, str]:
    """The exit status of verifying a record, and what is said."""
    file = folder / "game.txt"
    file.write_text(text, encoding="utf-8")
    code, out, err = run("verify", str(file))
    said = out or err
    assert said.startswith(f"{file}: ") and said.endswith(".\n") and said.count("\n") == 1
    return code, said.removeprefix(f"{file}: ")


def of_release(text: str, release: str) -> str:
    return text.replace(f"release {VERSION}\n", f"release {release}\n")


def reworded(text: str) -> str:
    """A record with one sentence in other words, and with what it tells."""
    line = re.search(r"^    > Player 1 .*", text, re.MULTILINE)
    assert line
    return text.replace(line[0], line[0].replace("> Player 1", "> See there: Player 1"), 1)


def test_the_wording_of_another_release_is_told_and_is_no_failure(run: Run, tmp_path: Path) -> None:
    code, said = verified(run, tmp_path, of_release(reworded(OWN), "0.1.7"))
    assert code == 0 and said.startswith("every move, draw and score is as the game says. ")
    assert "A sentence is worded differently. Line " in said and "“> See there: Player 1" in said
    code, said = verified(run, tmp_path, reworded(OWN))
    assert code == 1 and "See there" in said, "this release has no such words"


def test_other_facts_in_a_sentence_need_the_release_that_wrote_it(run: Run, tmp_path: Path) -> None:
    for before, after in (("> Player 1", "> Player 2"), ("> Player 1", "0> Player 1")):
        changed = of_release(OWN, "0.1.7").replace(f"    {before}", f"    {after}", 1)
        code, said = verified(run, tmp_path, changed)
        assert code == 3 and said.startswith("Moves, draws and scores are as the game says. Line ")
        assert "needs release 0.1.7 of Atelier, which wrote it" in said


@pytest.mark.parametrize("change", ["a sentence left out", "a sum of views"])
def test_what_another_release_may_show_differently_needs_it(
    run: Run, tmp_path: Path, change: str
) -> None:
    _number, lines = tampered(of_release(OWN, "0.1.7").splitlines())[change]
    code, said = verified(run, tmp_path, "\n".join(lines) + "\n")
    assert code == 3 and "needs release 0.1.7" in said


@pytest.mark.parametrize(
    "change",
    ["a score", "a move that was not open", "a move of nobody", "a word that is none"],
)
def test_moves_draws_and_scores_are_those_of_the_rules_in_every_release(
    run: Run, tmp_path: Path, change: str
) -> None:
    number, lines = tampered(of_release(OWN, "0.1.7").splitlines())[change]
    code, said = verified(run, tmp_path, "\n".join(lines) + "\n")
    assert code == 1 and said.startswith(f"Line {number + 1}")


def test_a_checksum_counts_no_words() -> None:
    def view(sentence: str) -> dict[str, object]:
        question = {"name": "buy", "prompt": sentence}
        last = phrase(sentence, n=2)
        news = [[sentence, {"n": 1}]]
        return {"news": news, "question": question, "last_round": last, "title": sentence}

    facts = record._facts_of_view(view("You have {n}."))
    assert facts == record._facts_of_view(view("{n} is yours."))
    assert facts == {"news": [{"n": 1}], "question": "buy", "last_round": {"n": 2}, "title": ""}


def versioned(text: str, version: int) -> str:
    return text.replace(f"\nversion {GAME.version}\n", f"\nversion {version}\n", 1)


def test_newer_rules_and_games_that_are_not_installed_need_another_release(
    run: Run, tmp_path: Path
) -> None:
    newer = of_release(versioned(OWN, GAME.version + 1), "9.0.0")
    code, said = verified(run, tmp_path, newer)
    assert code == 3 and f"here is version {GAME.version}: it needs release 9.0.0" in said
    code, said = verified(run, tmp_path, OWN.replace(f"game {NAME}\n", "game faro\n"))
    needs = f"a release of Atelier with version {GAME.version} of the rules.\n"
    assert code == 3 and said.startswith("There is no game named “faro” here: ")
    assert said.endswith(needs)
    code, said = verified(run, tmp_path, OWN.replace("\n\n", "\nedition 0\n\n", 1))
    assert code == 3 and "has edition 0 of the figures" in said
    with_more = of_release(OWN, "9.0.0").replace("\n\n", "\nhandicap 3\n\n", 1)
    code, said = verified(run, tmp_path, with_more)
    assert code == 3 and "“handicap 3” is unknown here: it needs release 9.0.0" in said
    with_option = of_release(OWN, "9.0.0").replace("options {", 'options {"haste": 1, ', 1)
    code, said = verified(run, tmp_path, with_option)
    assert code == 3 and "has no option “haste”. The record needs release 9.0.0" in said
    assert verified(run, tmp_path, OWN.replace("options {", 'options {"haste": 1, ', 1))[0] == 2


def test_a_package_that_is_broken_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Unusable("The game “faro” of the package atelier-faro 1 cannot be played: Oh.")
    monkeypatch.setitem(unusable(), "faro", broken)
    code, said = verified(run, tmp_path, OWN.replace(f"game {NAME}\n", "game faro\n"))
    assert code == 3 and said.startswith(str(broken))


def test_a_game_under_earlier_rules_is_compared_as_far_as_they_agree(
    run: Run, tmp_path: Path
) -> None:
    earlier = of_release(versioned(OWN, GAME.version - 1), "0.1.7")
    code, said = verified(run, tmp_path, earlier)
    assert code == 0 and f"was played under version {GAME.version - 1} of the rules" in said
    _number, lines = tampered(earlier.splitlines())["a move that was not open"]
    code, said = verified(run, tmp_path, "\n".join(lines) + "\n")
    assert code == 3 and "It needs release 0.1.7 of Atelier, which wrote it. Line " in said
    told = next(n for n, line in enumerate(lines) if line.startswith("    > Player 1"))
    last = next(n for n in range(len(lines) - 1, 0, -1) if re.match(r"\d", lines[n]))
    lines = earlier.splitlines()
    lines[told], lines[last] = "    > Player 2", f"{lines[last][:2]}cheat"
    code, said = verified(run, tmp_path, "\n".join(lines) + "\n")
    assert code == 3 and f"which wrote it. Line {last + 1}, " in said, "a move is graver than news"


def test_a_game_whose_rules_changed_is_recorded_as_it_was_told(run: Run, tmp_path: Path) -> None:
    seats, moves = GAME.seats[0], record.random_moves(GAME, GAME.new(GAME.seats[0], 2), 2)
    g, told = GAME.new(seats, 2), [record.Told(GAME.version - 1, None, GAME.new(seats, 2).news)]
    for n, move in enumerate(moves):
        g = GAME.play(g, *move)
        told.append(record.Told(GAME.version - (n < 5), move, g.news))
    text = record.write_told(GAME, seats, 2, None, told, g.scores, "00ff")
    assert f"\nversion {GAME.version}\n" in text and text.endswith(OWN.splitlines()[-1] + "\n")
    code, said = verified(run, tmp_path, text)
    versions = f"versions {GAME.version - 1} and {GAME.version} of the rules"
    assert code == 0 and versions in said and "no checksums" in said
    ahead = text.replace(f"\nversion {GAME.version}\n", f"\nversion {GAME.version + 1}\n")
    code, said = verified(run, tmp_path, ahead)
    assert code == 3 and f"needs a release of Atelier with version {GAME.version + 1} of" in said
    last = text.splitlines()[-1]
    code, said = verified(run, tmp_path, text.replace(last, f"{last}9"))
    assert code == 3 and versions in said and "No release has both." in said


def test_of_several_files_the_gravest_finding_is_the_exit_status(run: Run, tmp_path: Path) -> None:
    texts = {1: OWN.replace("\nscores ", "\nscores 9"), 2: "hello\n", 3: versioned(OWN, 999)}
    for status, text in texts.items():
        (tmp_path / f"{status}.txt").write_text(text, encoding="utf-8")
    files = [str(tmp_path / f"{status}.txt") for status in (3, 2, 1)]
    assert [run("verify", *files[:n])[0] for n in (1, 2, 3)] == [3, 2, 1]


PARTS = 7
"""Runs among which all nonsense is shared."""


def nonsense(chance: random.Random) -> Iterator[str]:
    """Records in which something is what nobody would write."""
    moves = record.random_moves(GAME, GAME.new(GAME.seats[0], 2), 2)[:30]
    lines = record.write(GAME, GAME.seats[0], 2, None, moves, release=VERSION).splitlines()
    values = [*hostile_numbers(), *hostile_json(), "\x00", "\x1b[31m", "x" * 100_000, "🎩", " ", ""]
    for number in range(6):  # the header
        for value in values:
            word = lines[number].partition(" ")[0]
            yield "\n".join([*lines[:number], f"{word} {value}", *lines[number + 1 :]])
            options = f"options {json.dumps({value: value})}"
            yield "\n".join([*lines[:4], options, *lines[5:]])
    margins = [i for i, line in enumerate(lines) if re.match(r"\d", line)]
    for value in values:
        at = chance.choice(margins)
        for line in (value, f"{value} {lines[at][2:]}", f"{lines[at][:2]}{value}"):
            yield "\n".join([*lines[:at], line, *lines[at + 1 :]])
        for word in ("chance", "version", "scores", "   ", "   >", "    ="):
            yield "\n".join([*lines[:at], f"{word} {value}", *lines[at:]])
    for value in values:
        yield value


@pytest.mark.sampled
@pytest.mark.parametrize("part", range(PARTS))
def test_nonsense_is_a_sentence_and_an_exit_status(run: Run, tmp_path: Path, part: int) -> None:
    as_it_was = {"every line is as the game says.\n"}
    for text in islice(nonsense(random.Random(1)), part, None, PARTS):
        code, said = verified(run, tmp_path, text)
        assert code in (1, 2, 3) or said in as_it_was, text[:200]
        assert len(said) < 700 and said.strip().isprintable(), text[:200]


def test_a_file_of_other_bytes_is_a_sentence_and_an_exit_status(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for data in (b"", b"\x00" * 99, b"\xff\xfe", bytes(range(256)), b"game \xf0\x9f"):
        file.write_bytes(data)
        assert run("verify", str(file))[0] == 2
    assert run("verify", str(tmp_path))[0] == 2
