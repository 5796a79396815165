"""Games in packages of their own: found where they are installed, and no harm where they fail."""

import importlib
import logging
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import simcord

import games
import renderers
from bot.app import Atelier
from bot.pictures import drawing
from bot.texts.catalogue import entries_in
from bot.texts.languages import LANGUAGES, lexicon, read_catalogue, translate, using_language
from bot.texts.rulebook import rulebook
from bot.texts.translations import texts
from bot.texts.translations.__main__ import main as collect
from games import discover
from games.__main__ import main
from games.kernel import KERNEL
from games.lesson import lesson_of
from tests.hostile import damaged as damaged_bytes
from tests.sim_server import SimServer, buttons, ephemeral_text, reply_text, text
from tests.test_new_game import SMALL

ROOT = Path(__file__).parent.parent
OWN = list(discover())
NAME = "faro"
POINTS = """[atelier.games]
{name} = faro:game

[atelier.renderers]
{name} = faro.pictures
"""
METADATA = "Metadata-Version: 2.1\nName: atelier-faro\nVersion: 1.0\n"
FAILS = "The game “{name}” of the package atelier-faro 1.0 cannot be played: {why}."
INIT = f"from faro.rules import game\nKERNEL = {KERNEL}\n"
GERMAN = 'msgid "Lay a card."\nmsgstr "Lege eine Karte."\n'


class Package:
    """An installed package with a game, which a test may damage or remove."""

    def __init__(self, place: Path) -> None:
        """Takes the folder, on Python's path, where it is installed."""
        self.place = place
        self.folder = place / "faro"
        self.info = place / "atelier_faro-1.0.dist-info"
        for name, path in {
            "games/{}/rules.py": "rules.py",
            "games/{}/RULES.md": "RULES.md",
            "games/{}/lesson.toml": "lesson.toml",
            "renderers/{}.py": "pictures.py",
        }.items():
            self.write(path, SMALL[name])
        self.write("__init__.py", INIT)
        self.offer()

    def write(self, path: str, content: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(content, encoding="utf-8")
        self.look_again()

    def offer(self, name: str = NAME) -> None:
        self.info.mkdir(exist_ok=True)
        (self.info / "METADATA").write_text(METADATA, encoding="utf-8")
        points = POINTS.format(name=name)
        (self.info / "entry_points.txt").write_text(points, encoding="utf-8")
        self.look_again()

    def remove(self) -> None:
        shutil.rmtree(self.info)
        self.look_again()

    def look_again(self) -> None:
        """Forgets what was found, as a new start does."""
        cached: list[Any] = [games._found, games._entries, renderers.for_game, entries_in, lexicon]
        for each in [*cached, lesson_of, rulebook]:
            each.cache_clear()
        for module in [name for name in sys.modules if re.split("[.@]", name)[0] == "faro"]:
            del sys.modules[module]
        importlib.invalidate_caches()


def test_each_module_of_pictures_belongs_to_a_game_or_is_shared() -> None:
    assert renderers.own_names() == games.own_names()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """A package whose game is the example of the guide."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    place = tmp_path / "installed"
    place.mkdir()
    monkeypatch.syspath_prepend(place)
    made = Package(place)
    yield made
    shutil.rmtree(place)
    made.look_again()


# --- What is found --------------------------------------------------------------------------------


def test_an_installed_game_is_found_with_all_that_belongs_to_it(package: Package) -> None:
    assert [*discover()] == [*OWN, NAME] and games.installed() == [NAME] and not games.unusable()
    game = discover()[NAME]
    view = game.view(game.new(2, 1), 0)
    assert view["game"] == game.name == NAME
    assert renderers.for_game(NAME).describe(view).startswith("High Cards: 24 in the deck")
    assert rulebook(NAME).rules["1.1"].title == "Cards"
    assert lesson_of(NAME).hints["lay"].text == "Lay a card. High ones are points."


def test_a_game_is_called_what_its_package_calls_it(package: Package) -> None:
    package.offer("faro_bank")
    assert [*discover()] == [*OWN, "faro_bank"] and discover()["faro_bank"].name == "faro_bank"


def test_a_game_may_be_called_as_a_module_of_the_project(package: Package) -> None:
    package.offer("cards")
    assert renderers.for_game("cards").__name__ == "faro.pictures"
    assert str(rulebook("cards")) and discover()["cards"].title == "High Cards"


def test_a_package_that_is_gone_leaves_nothing(package: Package) -> None:
    assert NAME in discover()
    package.remove()
    assert [*discover()] == OWN and not games.unusable()


BROKEN: dict[str, tuple[str, str, str]] = {
    "an import that fails": (
        *("__init__.py", INIT + "import no_such_thing\n"),
        "ModuleNotFoundError (No module named 'no_such_thing')",
    ),
    "rules that are no Python": (
        *("rules.py", "def\n"),
        "SyntaxError (invalid syntax (rules.py, line 1))",
    ),
    "an error of several lines": (
        *("__init__.py", INIT + "raise RuntimeError('One.\\nTwo.')\n"),
        "RuntimeError (One)",
    ),
    "an error without words": ("__init__.py", INIT + "raise KeyError\n", "KeyError"),
    "more seats than there are tokens": (
        *("rules.py", SMALL["games/{}/rules.py"].replace("range(2, 5)", "range(4, 10)")),
        "ValueError (a game is for 1 to 8 players, and seats=range(4, 10))",
    ),
    "no seats": (
        *("rules.py", SMALL["games/{}/rules.py"].replace("range(2, 5)", "range(5, 5)")),
        "ValueError (a game is for 1 to 8 players, and seats=range(5, 5))",
    ),
    "a table that is empty": (
        *("rules.py", SMALL["games/{}/rules.py"].replace("range(2, 5)", "range(0, 3)")),
        "ValueError (a game is for 1 to 8 players, and seats=range(0, 3))",
    ),
    "something that is no game": (
        *("__init__.py", INIT.replace("from faro.rules import game", "game = 1")),
        "TypeError (faro:game is no Game)",
    ),
    "a package without the number of its kernel": (
        *("__init__.py", "from faro.rules import game\n"),
        f"ValueError (it names no kernel; write KERNEL = {KERNEL} into its __init__.py)",
    ),
    "a package for a later kernel, which has what this one lacks": (
        *("__init__.py", f"from games.kernel import later\nKERNEL = {KERNEL + 1}\n"),
        f"ValueError (it is written for kernel {KERNEL + 1}, and this Atelier has {KERNEL};"
        " install a newer Atelier)",
    ),
    "a package for an earlier kernel": (
        *("__init__.py", f"from games.kernel import former\nKERNEL = {KERNEL - 1}\n"),
        f"ValueError (it is written for kernel {KERNEL - 1}, and this Atelier has {KERNEL};"
        " install a newer package)",
    ),
}


def sentence(name: str, why: str) -> str:
    """What the host is told of the package."""
    return FAILS.format(name=name, why=why)


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_package_ends_with_a_sentence_and_the_others_go_on(
    package: Package, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, content, why = BROKEN[how]
    package.write(path, content)
    assert [*discover()] == OWN
    assert [str(each) for each in games.unusable().values()] == [sentence(NAME, why)]
    assert main(["play", NAME]) == 2
    assert capsys.readouterr() == ("", f"{sentence(NAME, why)}\n")
    assert main(["list"]) == 0
    listed = capsys.readouterr()
    assert listed.err == f"{sentence(NAME, why)}\n" and OWN[0] in listed.out


@pytest.mark.parametrize("path", ["RULES.md", "lesson.toml", "translations/de.po", "rules.py"])
def test_a_package_with_a_damaged_file_works_or_is_left_out_with_a_sentence(
    package: Package, path: str, seed: int
) -> None:
    file = package.folder / path
    if path.endswith(".po"):
        package.write(path, GERMAN)
    whole = file.read_bytes()
    for data in islice(damaged_bytes(whole, random.Random(seed)), 12):
        file.write_bytes(data)
        package.look_again()
        assert [each for each in discover() if each != NAME] == OWN
        if NAME in discover():
            assert str(rulebook(NAME)) and str(lesson_of(NAME)) and lexicon("de", NAME)
        else:
            [why] = games.unusable().values()
            assert str(why).isprintable() and len(str(why)) < 500, data[:200]


def test_a_package_that_was_built_without_its_rules_is_broken(package: Package) -> None:
    (package.folder / "RULES.md").unlink()
    why = "FileNotFoundError (its package has no RULES.md beside it)"
    assert str(games.unusable()[NAME]) == sentence(NAME, why)


def test_a_game_that_is_no_package_is_broken(package: Package) -> None:
    shutil.rmtree(package.folder)
    text = f"{SMALL['games/{}/rules.py']}\nKERNEL = {KERNEL}\n"
    (package.place / "faro.py").write_text(text, encoding="utf-8")
    package.look_again()
    assert str(games.unusable()[NAME]) == sentence(
        NAME, "ValueError (faro is in no folder of its own)"
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (OWN[0], "there is another game of this name"),
        ("Faro", "a name is words_like_this2 of at most 30 characters"),
        ("f" * 31, "a name is words_like_this2 of at most 30 characters"),
    ],
)
def test_a_name_that_does_not_do_is_refused(package: Package, name: str, why: str) -> None:
    own = discover()[OWN[0]]
    package.offer(name)
    assert [*discover()] == OWN and discover()[OWN[0]] is own
    assert str(games.unusable()[name]) == sentence(name, f"ValueError ({why})")


@pytest.mark.parametrize("content", ["raise RuntimeError\n", ""], ids=["broken", "missing"])
def test_a_game_whose_pictures_fail_is_left_out(package: Package, content: str) -> None:
    if content:
        package.write("pictures.py", content)
    else:
        points = POINTS.format(name=NAME).partition("[atelier.renderers]")[0]
        (package.info / "entry_points.txt").write_text(points, encoding="utf-8")
    assert NAME in discover()
    drawing.remove_undrawable_games()
    assert [*discover()] == OWN and games.installed() == [] and NAME in games.unusable()


def test_a_game_of_the_project_is_never_left_out() -> None:
    with pytest.raises(KeyError, match="odd"):
        games.remove_game(OWN[0], KeyError("odd"))
    assert [*discover()] == OWN


# --- Languages ------------------------------------------------------------------------------------

LACKING = "faro lacks texts in “de” and says them in English"


@pytest.mark.parametrize(
    ("files", "lacks", "said"),
    [
        ({}, True, "Lay a card."),
        ({"de": GERMAN}, False, "Lege eine Karte."),
        ({"de": GERMAN + '\nmsgid "Lay it."\nmsgstr ""\n'}, True, "Lege eine Karte."),
        ({"de": GERMAN, "fr": 'msgid "Lay it."\nmsgstr "Pose-la."\n'}, True, "Lege eine Karte."),
        ({"de": "\udcff"}, True, "Lay a card."),
    ],
    ids=["none", "all", "one not translated", "one known elsewhere", "no text"],
)
def test_a_text_that_is_not_translated_is_said_in_english_with_a_warning(
    package: Package,
    files: dict[str, str],
    lacks: bool,
    said: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for language, content in files.items():
        path = package.folder / "translations" / f"{language}.po"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode("utf-8", "surrogateescape"))
    for _ in range(2):
        with using_language("de"):
            assert translate("Lay a card.") == said
            assert translate("Lay it.") == "Lay it."
            assert translate("nobody") != "nobody"
    warned = [record.getMessage() for record in caplog.records]
    assert warned == [LACKING] * lacks
    assert all(record.levelno == logging.WARNING for record in caplog.records)


# --- Commands for those who write one -------------------------------------------------------------


def test_its_playthroughs_are_recorded_anew_in_its_own_project(
    package: Package,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "tests" / "playthroughs" / NAME / "2-1.txt"
    kept.parent.mkdir(parents=True)
    assert main(["record", NAME, "--seed", "1"]) == 0
    recorded = capsys.readouterr().out
    kept.write_text(recorded.replace("> ", "> Oh! ", 1), encoding="utf-8")
    assert main(["record", NAME, "--all"]) == 0
    assert capsys.readouterr().out == f"tests/playthroughs/{NAME}/2-1.txt: changed\n"
    assert kept.read_text(encoding="utf-8") == recorded


def test_its_texts_are_collected_into_its_own_folder(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "of_bot", lambda: {"{who:seat} lays the {card}."})
    collect([NAME])
    catalogue = package.folder / "translations"
    assert {each.stem for each in catalogue.iterdir()} == {*LANGUAGES} - {"en"}
    found = read_catalogue(catalogue, "de", empty=True)
    assert "Lay a card." in found and "{who:seat} lays the {card}." not in found


# --- At the table ---------------------------------------------------------------------------------


@pytest.fixture
def sim(package: Package, started: list[Atelier], simcord_env: simcord.Env) -> SimServer:
    """A server with two people, and a bot that has the package installed."""
    sim = SimServer.of(simcord_env, "Ada", "Ben")
    sim.started = started
    return sim


def logged(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    """What the bot has logged at a level."""
    return [each.getMessage() for each in caplog.records if each.levelno == level]


async def test_tables_wait_aside_while_their_package_is_gone_and_go_on_when_it_is_back(
    sim: SimServer, package: Package, caplog: pytest.LogCaptureFixture
):
    await sim.start("Ada", game=NAME, computers=1)
    other = sim.guild.create_text_channel("other")
    await sim.open(host="Ben", room=other, seats=2)
    third = sim.guild.create_text_channel("third")
    await sim.open(host="Ben", room=third, game=NAME, seats=2)

    package.remove()
    await sim.restart()
    said = text(sim.board())
    assert "Table 1 is set aside" in said and "Its game “faro” is not available here" in said
    assert "Table 3 is set aside" in text(sim.board(third))
    assert "Join" in buttons(sim.board(other))
    lines = logged(caplog, logging.ERROR)
    assert len(lines) == 2 and all("the table is set aside" in line for line in lines)
    answer = await sim.press_old("Ada", sim.board(), "panel:1:")
    assert "Table 1 is set aside, because its game “faro”" in ephemeral_text(answer)
    await sim.open(host="Ben", room=third, seats=2)  # the channel is free
    count = len(sim.posts())

    package.offer()
    await sim.restart()
    assert "Move" in buttons(sim.board()) and len(sim.posts()) == count
    wish = await sim.default("Ada")
    assert "✓" in reply_text(await sim.command("Ada", "move", move=wish))
    statuses = sim.sql("SELECT game, status FROM tables ORDER BY id")
    taken = (NAME, "broken")  # its channel has another table
    assert statuses == [(NAME, "running"), ("wigs", "lobby"), taken, ("wigs", "lobby")]


@pytest.fixture
def damaged(package: Package, request: pytest.FixtureRequest) -> Package:
    """The package, with something wrong about it that only the bot can see."""
    damage: Callable[[Package], None] = request.param
    damage(package)
    return package


@pytest.mark.parametrize(
    "damaged",
    [
        lambda package: package.offer("game"),
        lambda package: package.write("pictures.py", "raise RuntimeError\n"),
    ],
    ids=["the name of a command", "pictures that fail"],
    indirect=True,
)
async def test_a_bot_starts_without_a_game_that_fails_and_says_so_once(
    damaged: Package, simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture
):
    told = [each.getMessage() for each in caplog.get_records("setup") if each.levelno == 30]
    assert [each for each in told if "atelier-faro 1.0 cannot be played" in each] == [
        str(each) for each in games.unusable().values()
    ]
    assert len(games.unusable()) == 1 and [*discover()] == OWN
    sim = SimServer.of(simcord_env, "Ada")
    await sim.open(seats=2)
    assert "Join" in buttons(sim.board())
