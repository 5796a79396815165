"""Type in pictures: the same on every machine, and in the letters of many scripts."""

import os
import re
import subprocess
import sys
import sysconfig
import unicodedata
from importlib.metadata import files, packages_distributions
from pathlib import Path
from typing import Any

import pytest
import uharfbuzz
from babel.messages.pofile import read_po
from PIL import ImageChops

from renderers import fonts
from renderers.layout import fitted_lines, name_lines
from renderers.seats import names_of, seat_token

ROOT = Path(__file__).parent.parent
FACES = [*fonts.FACES, *fonts.OTHER_SCRIPTS]
NAMES = {
    "Latin": "Zoë Müller-Łuczak",
    "Cyrillic": "Дмитрий",
    "Greek": "Ελένη",
    "old Greek": "Ἀφροδίτη",
    "Japanese": "さくら",
    "Chinese": "王小明",
    "Korean": "김민준",
    "Hebrew": "דנה",
    "pointed Hebrew": "שָׁלוֹם",
    "Arabic": "عبد الرحمن",
    "Thai": "น้ำผึ้ง ที่รัก",
    "Devanagari": "प्रिया शर्मा",
    "two scripts": "田中 Hanako",
}
MISSING = 0
"""The number of the glyph that a typeface shows for a letter it does not have."""
EMOJI = {"⏰", "🕗", "🎓", "🔁", "🛡", "🔒", "✉", "✅", "❌", "\ufe0f"}
"""What messages begin with; a picture has none."""


def numbers(text: str, kind: str = "serif") -> list[int]:
    """The glyphs of a text, from left to right."""
    return [glyph.number for glyph in fonts._shaped(text, kind, 40)[0]]


# --- Machines -------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES)
def test_every_typeface_is_part_of_an_installed_package_with_its_licence(face: str) -> None:
    file = Path(fonts.file_of(face))
    folder = next(p for p in file.parents if p.parent == Path(sysconfig.get_path("purelib")))
    assert file.is_file() and folder.name in packages_distributions()
    texts = [*folder.rglob("LICENSE*"), *folder.parent.glob(f"{folder.name}-*/**/LICENSE*")]
    assert any("SIL OPEN FONT LICENSE" in text.read_text("utf-8").upper() for text in texts)


def test_only_one_module_opens_typefaces_and_none_looks_for_those_of_the_machine() -> None:
    sources = {path: path.read_text("utf-8") for path in (ROOT / "renderers").rglob("*.py")}
    for path, source in sources.items():
        assert not re.search(r"ImageFont|truetype|/usr|fontconfig|expanduser", source), path
    assert [p.name for p, source in sources.items() if "from_file_path" in source] == ["fonts.py"]


DRAWING = """
import hashlib, locale
from pathlib import Path
from games import discover
from renderers import for_game, fonts, palettes
try:
    locale.setlocale(locale.LC_ALL, "")
except locale.Error:
    pass
names = ["田中 Hanako", "Дмитрий", "عبد الرحمن", "प्रिया", "fi fl Zoë"]
for game in discover().values():
    view = game.view(game.new(max(game.seats), 7), None)
    picture = for_game(game.name).draw(view | {"names": names[: max(game.seats)]})
    print(game.name, hashlib.sha256(palettes.png(picture)).hexdigest())
maps = Path("/proc/self/maps")
for line in maps.read_text().splitlines() if maps.exists() else ():
    if line.lower().endswith((".ttf", ".otf", ".ttc", ".pfb")):
        print("opened", line[line.index("/") :])
"""


def drawn_where(**environment: str) -> list[str]:
    """What a process with this environment draws, and the typefaces it opened."""
    run = subprocess.run(
        [sys.executable, "-c", DRAWING],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(set(run.stdout.splitlines()))


@pytest.mark.sampled(one_in=4)
def test_a_picture_is_the_same_whatever_the_machine_is_set_to(tmp_path: Path) -> None:
    here = drawn_where(LC_ALL="C.UTF-8", TZ="UTC", PYTHONHASHSEED="0")
    there = drawn_where(
        LC_ALL="tr_TR.UTF-8",
        LANG="ja_JP.UTF-8",
        LANGUAGE="ja",
        TZ="Asia/Tokyo",
        HOME=str(tmp_path),
        XDG_DATA_HOME=str(tmp_path),
        FONTCONFIG_FILE=str(tmp_path / "fonts.conf"),
        PYTHONHASHSEED="1",
    )
    assert here == there and len(here) >= 5
    packages = str(Path(sysconfig.get_path("purelib")).resolve())
    opened = [line.removeprefix("opened ") for line in here if line.startswith("opened ")]
    assert all(file.startswith(packages) for file in opened)


def test_letters_do_not_follow_the_language_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, languages = uharfbuzz.shape, set[str]()

    def noting(font: Any, buffer: Any) -> None:
        languages.add(buffer.language)
        shape(font, buffer)

    monkeypatch.setattr(uharfbuzz, "shape", noting)
    assert numbers("fi 京 דנה, spelled anew")
    assert languages == {"en"}


# --- Scripts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", fonts.FACES)
@pytest.mark.parametrize("script", NAMES)
def test_a_name_is_shown_in_its_own_script(script: str, kind: str) -> None:
    name = NAMES[script]
    assert fonts.readable(name) == unicodedata.normalize("NFC", name)
    assert MISSING not in numbers(name, kind)
    assert fonts.text_mask(name, kind, 40).mask.getbbox()


@pytest.mark.parametrize("name", ["👩‍👩‍👧‍👦🎩", "ᠮᠣᠩᠭᠣᠯ", "ላሊበላ", "\u200b", "...", "\u0301", ""])
def test_a_name_of_which_no_letter_can_be_shown_is_replaced(name: str) -> None:
    assert fonts.readable(name) == ""
    assert names_of({"names": ["Ada", name]}) == ["Ada", "Player 2"]


def test_what_no_typeface_has_is_left_out_of_a_name() -> None:
    assert fonts.readable("Ada 🎩 Ω") == "Ada Ω"
    assert fonts.readable("Z̷̢̛a̸l̶g̷o̵") == "Zalgo"
    assert fonts.readable("ก" + "็" * 30) == "ก" + "็" * fonts.MAX_MARKS
    assert fonts.readable("a\nb\tc") == "a b c"


def test_hebrew_and_arabic_run_from_right_to_left_and_arabic_letters_join() -> None:
    alef, bet = numbers("א") + numbers("ב")
    assert numbers("אב") == [bet, alef]
    assert numbers("ab") == numbers("a") + numbers("b")
    two_words = numbers("אב בא")
    assert (two_words[:2], two_words[-2:]) == ([alef, bet], [bet, alef])
    apart = [number for letter in "محمد" for number in numbers(letter)]
    assert len(apart) == 4 and not set(apart[:3]) & set(numbers("محمد"))


def test_what_would_change_its_place_among_letters_from_right_to_left_is_left_out() -> None:
    assert fonts.readable("محمد 99") == "محمد"
    assert fonts.readable("(דנה) 7") == "דנה"
    assert fonts.readable("Dana 99") == "Dana 99"


def test_a_name_from_right_to_left_leaves_the_words_around_it_where_they_are() -> None:
    name, tail = numbers("דנה"), numbers(" sells 3 of 4")
    assert numbers("דנה sells 3 of 4") == name + tail


def test_marks_stand_on_their_letters() -> None:
    for marked, plain in (("ที่", "ท"), ("שָ", "ש"), ("कं", "क")):
        assert fonts.text_width(marked, "sans", 40) == fonts.text_width(plain, "sans", 40)
        assert (
            fonts.text_mask(marked, "sans", 40).mask.size
            != fonts.text_mask(plain, "sans", 40).mask.size
        )


def test_letters_of_all_scripts_stand_on_one_baseline() -> None:
    alone, mixed = fonts.text_mask("H", "sans-bold", 50), fonts.text_mask("王H", "sans-bold", 50)
    left = round(fonts.text_width("王", "sans-bold", 50)) + alone.dx - mixed.dx
    top = alone.dy - mixed.dy
    box = (left, top, left + alone.mask.width, top + alone.mask.height)
    assert ImageChops.difference(mixed.mask.crop(box), alone.mask).getbbox() is None


def test_a_text_of_several_scripts_runs_as_far_as_its_parts() -> None:
    parts = ["Ada", "さくら", "דנה", "สมชาย"]
    assert fonts.text_width("".join(parts), "serif", 40) == sum(
        fonts.text_width(part, "serif", 40) for part in parts
    )


def test_latin_letters_are_kerned_and_joined_as_their_typeface_wants() -> None:
    assert fonts.text_width("AV", "serif", 40) < 2 * fonts.text_width("A", "serif", 40)
    assert len(numbers("fi")) == 1


def test_a_thin_space_is_a_fifth_of_the_size_wide_though_the_typeface_has_none() -> None:
    spaced = fonts.text_width("1\u2009$", "sans", 50) - fonts.text_width("1$", "sans", 50)
    assert spaced == pytest.approx(10, abs=0.5)


@pytest.mark.parametrize("code", ["de", "es", "fr", "ja"])
def test_every_letter_of_every_translation_can_be_shown(code: str) -> None:
    files = [*ROOT.glob(f"bot/texts/translations/{code}.po"), *ROOT.glob(f"games/*/*/{code}.po")]
    assert len(files) > 1
    for file in files:
        with file.open("rb") as opened:
            told = {c for message in read_po(opened) for c in "".join(message.string)}
        assert {c for c in told - EMOJI if c != "\n" and not fonts.has_glyph(c)} == set(), file


# --- Lines ----------------------------------------------------------------------------------------


def test_japanese_is_broken_between_characters_and_no_line_begins_with_its_punctuation() -> None:
    text = "これは「ロココ」というゲームで、プレイヤーは衣装を作ります。Wigs もあります。"
    for room in range(120, 400, 20):
        lines = fonts.wrapped(text, "sans", 30, room)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "") and len(lines) > 2
        assert all(fonts.text_width(line, "sans", 30) <= room for line in lines)
        assert not any(line[0] in fonts.CLOSING or line[-1] in fonts.OPENING for line in lines)


def test_no_character_of_a_japanese_word_stands_alone_on_the_last_line() -> None:
    room = fonts.text_width("北京の歌舞伎役", "sans", 30)
    assert fonts.wrapped("北京の歌舞伎役者", "sans", 30, room) == ("北京の歌舞伎", "役者")
    assert fonts.wrapped("北京の歌舞伎 役", "sans", 30, room) == ("北京の歌舞伎", "役")
    assert fonts.wrapped("Ada Lovelace 3", "sans", 30, room)[-1] == "3"


def test_spaces_stay_between_words_and_only_there() -> None:
    assert fonts.wrapped("two  words さくら と", "sans", 30, 1000) == ("two words さくら と",)


@pytest.mark.parametrize("name", NAMES.values())
def test_a_name_that_is_cut_is_never_too_long_and_loses_no_mark_of_its_last_letter(
    name: str,
) -> None:
    for room in range(40, 200, 8):
        short = fonts.truncated(name, "serif", 40, room)
        kept = short.removesuffix("…")
        assert fonts.text_width(short, "serif", 40) <= max(room, fonts.text_width("…", "serif", 40))
        after = name[len(kept) : len(kept) + 1]
        assert not after or not kept or unicodedata.category(after)[0] != "M"


def test_the_ellipsis_stands_at_the_end_where_one_reads_from_right_to_left() -> None:
    assert numbers("דנה…")[0] == numbers("ד…")[0] != numbers("דנה")[0]


def test_a_token_shows_initials_of_every_script() -> None:
    names = ["さくら", "さゆり", "王小明", "דנה", "Ada"]
    letters = fonts.initials(names)
    assert letters == ["さく", "さゆ", "王", "ד", "A"]
    tokens = {seat_token(0, each, 64).image.tobytes() for each in letters}
    assert len(tokens) == len(names)


@pytest.mark.parametrize("letter", ["ع", "م", "د", "さ", "김", "ส", "प", "ו"])
def test_a_letter_that_hangs_deep_or_stands_high_is_in_the_middle_of_its_token(letter: str) -> None:
    blank, token = seat_token(0, "", 64).image, seat_token(0, letter, 64).image
    box = ImageChops.difference(blank, token).getbbox(alpha_only=False)
    assert box and abs((box[1] + box[3]) / 2 - 32) <= 1


def test_a_word_that_is_too_long_for_its_line_is_cut_and_leaves_no_empty_line():
    (line,), _size = fitted_lines("Gesellschaftsschneiderin", "sans-bold", 24, 150, 2)
    assert line.startswith("Gesell") and line.endswith("…")


def test_a_line_is_not_broken_at_a_space_that_keeps_words_together():
    room = fonts.text_width("Banque\u00a0:", "sans", 40)
    assert fonts.wrapped("La Banque\u00a0: un", "sans", 40, room) == ("La", "Banque\u00a0:", "un")


def test_a_name_too_long_for_a_narrow_plate_goes_on_in_a_second_line():
    for name in ("Bartholomew Quill", "Maximiliane-Sophie", "Kyriakopoulos_92"):
        lines, size = name_lines(name, "sans-bold", 42, 180, 54)
        assert "".join(lines) == name.replace(" ", "") and len(lines) == 2 and size >= 24


def test_the_licence_of_each_typeface_is_beside_it():
    distributions = packages_distributions()
    for face in FACES:
        package = (fonts.FACES | fonts.OTHER_SCRIPTS)[face][0]
        [distribution] = distributions[package]
        its_own = [file.locate() for file in files(distribution) or () if file.name == "LICENSE"]
        ours = ROOT / "renderers" / "licences" / f"{package}.txt"
        texts = [Path(str(file)).read_text(encoding="utf-8") for file in its_own or [ours]]
        assert texts and all("SIL OPEN FONT LICENSE Version 1.1" in text for text in texts), face
