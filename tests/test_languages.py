"""Languages: catalogues are complete, say the same things, and reach their readers."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest
from discord import Locale

from atelier_testing.project import own_games
from atelier_testing.texts import WHOLE, assert_same_values
from bot.interactions.translator import Translator
from bot.pictures import drawing
from bot.texts.languages import (
    LANGUAGES,
    language_of_locale,
    lexicon,
    read_catalogue,
    translate,
    using_language,
)
from bot.texts.translations import texts
from bot.texts.translations.__main__ import update
from games import discover, folder
from games.kernel import about_value, option_values
from games.words import ENGLISH, Lexicon, listed, pack, phrase, translate_into, unpack
from tests.sim_server import SimServer, alt_texts, buttons, ephemeral_text, reply_text, text

pytestmark = pytest.mark.every_language
OTHERS = [language for language in WHOLE if language != "en"]
ROOT = Path(__file__).parents[1]
MOST_LABEL = 100
GAMES = 1
"""Games played at random to hear what is said in a title."""


@cache
def wanted(name: str) -> frozenset[str]:
    """The texts that the catalogue of the house ("") or of a game must have."""
    if not name:
        return frozenset(texts.of_bot() | texts.of_kernel())
    return frozenset(texts.of_game(discover()[name], GAMES) - wanted(""))


def translated() -> list[str]:
    """The games of the project that have catalogues; one without them speaks English."""
    games = [game.name for game in own_games()]
    return [name for name in games if folder(name).joinpath("translations").is_dir()]


def catalogue(name: str) -> Traversable:
    """The folder with the catalogues of the house ("") or of a game."""
    return (folder(name) if name else files("bot.texts")).joinpath("translations")


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_house_is_in_the_catalogue(language: str):
    missing = [text for text in wanted("") if text not in read_catalogue(catalogue(""), language)]
    assert not missing, sorted(missing)[:20]


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_of_the_house_say_the_same_values(language: str):
    assert_same_values(read_catalogue(catalogue(""), language))


@pytest.mark.parametrize("language", OTHERS)
def test_languages_know_the_same_texts(language: str):
    for name in ("", *translated()):
        assert (
            read_catalogue(catalogue(name), language).keys()
            == read_catalogue(catalogue(name), OTHERS[0]).keys()
        )


@pytest.mark.parametrize("name", ["", *translated()])
def test_a_reworded_text_has_a_wording_of_today(name: str):
    former, known = (
        read_catalogue(catalogue(name), "former"),
        read_catalogue(catalogue(name), OTHERS[0]),
    )
    assert_same_values(former)
    for old, new in former.items():
        assert old not in wanted(name) and new in known and new not in former, old


def test_what_was_stored_in_a_former_wording_is_translated(tmp_path: Path):
    (tmp_path / "de.po").write_text(entry("{who:seat} takes {card}", "{who:seat} nimmt {card}"))
    (tmp_path / "former.po").write_text(entry("{who:seat} got {card}", "{who:seat} takes {card}"))
    german = Lexicon("de", read_catalogue(tmp_path, "de"))
    assert translate_into(phrase("{who:seat} got {card}", who=0, card="silk"), german, ["Ann"]) == (
        "Ann nimmt silk"
    )


def entry(english: str, text: str) -> str:
    return f'msgid "{english}"\nmsgstr "{text}"\n'


def test_a_translation_that_is_marked_as_unsure_is_kept_and_not_said(tmp_path: Path):
    note = f"# a note\n#, fuzzy\n{entry('silk', 'Seide')}"
    (tmp_path / "de.po").write_text(note)
    update(tmp_path, {"silk", "{n} lace"})
    written = (tmp_path / "de.po").read_text()
    assert note in written and '"Language: de\\n"' in written
    assert "brace-format" not in written  # a check that translations need not pass
    assert read_catalogue(tmp_path, "de", empty=True) == {"silk": "", "{n} lace": ""}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", translated())
def test_what_a_game_says_is_said_in_every_language(language: str, name: str):
    game, known = discover()[name], lexicon(language)
    g = game.new(game.seats[0], 5)
    for _ in range(30):
        if g.scores is not None:
            break
        seat = g.asked[0]
        move = game.default(g, seat)
        label = game.label(g, seat, move)
        template = getattr(label, "template", label)
        assert template in known.texts or not texts.is_text(template)
        assert translate_into(label, known, ["A"] * g.seats)
        g = game.play(g, seat, move)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", translated())
def test_what_explains_an_option_fits_into_its_menu(language: str, name: str):
    with using_language(language, name):
        for known in discover()[name].options.model_fields.values():
            for value in option_values(known):
                assert 0 < len(translate(about_value(known, value))) <= MOST_LABEL
                assert len(f"{translate(known.title or '')}: {translate(str(value))}") <= MOST_LABEL


def test_a_phrase_is_its_english_text_and_keeps_what_it_is_made_of():
    made = phrase(
        "{n:tile|tiles} for {who:seat}: {things:list}", n=1, who=1, things=["silk", "lace"]
    )
    assert made == "1 tile for Player 2: silk and lace"
    assert unpack(pack(made)) == made and unpack(pack(made)).template == made.template
    german = Lexicon(
        "de",
        {
            made.template: "{who:seat} bekommt {n:Plättchen|Plättchen} ({things:list})",
            "silk": "Seide",
        },
    )
    assert translate_into(made, german, ["Ann", "Bo"]) == "Bo bekommt 1 Plättchen (Seide und lace)"
    assert translate_into(listed(["a", "b", "c"], "or"), german) == "a, b oder c"


@pytest.mark.parametrize(
    ("language", "one", "two"), [("de", "1 Karte", "2 Karten"), ("ja", "1枚", "2枚")]
)
def test_counts_take_the_form_of_the_language(language: str, one: str, two: str):
    forms = {"de": "Karte|Karten", "ja": "枚|枚"}[language]
    known = Lexicon(language, {"{n:card|cards}": f"{{n:{forms}}}"})
    assert [translate_into(phrase("{n:card|cards}", n=n), known) for n in (1, 2)] == [one, two]


def test_locales_of_discord_are_understood(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(LANGUAGES, "pt", "Português")
    asked = ("de", "es-ES", "es-419", "en-US", Locale.brazil_portuguese, "tlh", None)
    told = [language_of_locale(locale) for locale in asked]
    assert told == ["de", "es", "es", "en", "pt", "en", "en"]


def test_inside_a_language_texts_are_said_in_it():
    with using_language("de"):
        assert translate("nobody") != "nobody"
    assert translate("nobody") == "nobody"


@pytest.mark.parametrize("language", OTHERS)
async def test_everybody_is_answered_in_their_language(sim: SimServer, language: str):
    await sim.command("Ada", "settings language", language=language)
    answer = await sim.command("Ada", "game board")
    with using_language(language):
        sentence = translate("There is no table in this channel; /game new opens one.")
    assert sentence in ephemeral_text(answer)
    assert "There is no table" in ephemeral_text(await sim.command("Ben", "game board"))


async def test_a_panel_speaks_the_language_of_its_player_and_the_channel_that_of_the_server(
    sim: SimServer,
):
    await sim.command("Ada", "settings language", language="de")
    await sim.start("Ada", computers=1)
    assert "Move" in buttons(sim.board())
    panel = await sim.press("Ada", "Move")
    table: Any = await sim.table()
    with using_language("de"):
        labels = [
            translate(table.game.label(table.state, 0, move), table.names)
            for move in table.game.legal(table.state, 0)
        ]
        prompt = translate(table.view(0)["question"]["prompt"], table.names)
    shown = [*buttons(panel.response), text(panel.response), reply_text(panel)]
    assert prompt in text(panel.response)
    assert any(label in " ".join(shown) for label in labels)
    hand = (await sim.press("Ada", "My hand")).response
    for message, language, seat in ((sim.board(), "en", None), (hand, "de", 0)):
        view = table.view(seat)
        drawn = drawing.run_in_language(language, drawing.draw, view)
        assert [await each.read() for each in message.attachments] == [drawn]
        assert alt_texts(message) == [drawing.run_in_language(language, drawing.describe, view)]
        with using_language("fr"):
            assert drawn != drawing.draw(view)


async def test_commands_are_described_in_the_languages_of_discord(sim: SimServer):
    tree = sim.bot.tree
    sent = await tree.get_command("turns").get_translated_payload(tree, Translator())
    assert sent["description_localizations"]["de"] != sent["description"]
    assert all(len(text) <= MOST_LABEL for text in sent["description_localizations"].values())


UNSEEN = re.compile(r"`[^`]*`|<[^<>]*>|\{[^{}]*\}|https?://\S+")
"""What is no sentence: commands, times of Discord, values."""
NOT_KEPT_TOGETHER = re.compile(
    r"[^\u00a0\u202f~]"  # the last is how Brick & Mortar marks a space that breaks no line
    r"(?:[;!?»%](?=\W|$)|:(?![\d/]|\S*:\S)|\$)|«(?!\u00a0)"
)
"""French signs without the space that keeps them at what stands before them."""


@pytest.mark.parametrize("name", ["", *translated()])
def test_french_signs_stay_at_the_word_before_them(name: str):
    texts = {text: UNSEEN.sub("x", text) for text in read_catalogue(catalogue(name), "fr").values()}
    assert not [text for text, seen in texts.items() if NOT_KEPT_TOGETHER.search(seen)]


def test_signs_between_parts_are_those_of_the_language():
    parts = phrase("{parts:semicolons} / {parts:commas}", parts=["a", "b"])
    assert translate_into(parts, ENGLISH) == "a; b / a, b"
    assert translate_into(parts, lexicon("fr")) == "a\u00a0; b / a, b"
    assert translate_into(parts, lexicon("ja")) == "a；b / a、b"


def test_a_template_without_words_has_the_signs_of_the_language():
    costs = phrase("{card}: {price}, {more:commas}", card="A", price=2, more=["b", "c"])
    assert (translate_into(costs, ENGLISH), translate_into(costs, lexicon("de"))) == (
        "A: 2, b, c",
        "A: 2, b, c",
    )
    assert translate_into(costs, lexicon("fr")) == "A\u00a0: 2, b, c"
    assert translate_into(costs, lexicon("ja")) == "A：2、b、c"


IN_POLISH = """
from bot.pages.operator import Situation, operator_page
from bot.table.settings import LANGUAGE
from bot.texts.languages import LANGUAGES, language_of_locale, using_language

assert (LANGUAGES["pl"], language_of_locale("pl")) == ("Polski", "pl")
assert "pl" in LANGUAGE.values
with using_language("pl"):
    print(operator_page(Situation(1, {}, 5, {}, 0, [], None)).parts)
"""


def test_an_incomplete_language_is_offered_and_says_the_rest_in_english(tmp_path: Path):
    shutil.copytree(ROOT / "bot", tmp_path / "bot")
    catalogue = 'msgid "Announce something"\nmsgstr "Ogłoś coś"\n'
    (tmp_path / "bot/texts/translations/pl.po").write_text(catalogue, "utf-8")
    paths = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONUTF8": "1"}
    ended = subprocess.run(
        [sys.executable, "-c", IN_POLISH],
        cwd=tmp_path,
        env=paths,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert not ended.returncode, ended.stderr
    assert "Ogłoś coś" in ended.stdout
    assert "Try again" in ended.stdout or "No new games" in ended.stdout
    assert "5 tables" in ended.stdout
