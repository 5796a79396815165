"""Plain words: "they" or "you", short enough for a phone, and as docs/words.md has them."""

import ast
import re
from collections.abc import Iterator

import pytest

from bot.texts.languages import catalogues, lexicon, read_catalogue
from bot.texts.translations.texts import ROOT

# --- They and you ---------------------------------------------------------------------------------

FILES = ("*.html", "*.md", "*.py", "*.tmpl", "*.toml", "*.yml")
FOLDERS = (
    *(".github", "atelier_testing", "benchmarks", "bot", "cogs", "docs"),
    *("games", "renderers", "tests"),
)
LEFT_OUT = {"playthroughs", "upgrades", "translations", "CHANGELOG.md", "test_plain_words.py"}
"""What stays as it was written, or is in other languages."""
WORD = r"(?<![a-z])(?:{})(?![a-z])"
"""A word of a sentence or of a name such as `test_a_player_keeps_his_seat`."""
ONE_SEX = {"he", "his", "him", "himself", "she", "her", "hers", "herself", "whoever"}
HE_OR_SHE = re.compile(WORD.format("|".join(ONE_SEX - {"whoever"})), re.IGNORECASE)
WHOEVER = re.compile(WORD.format("whoever"), re.IGNORECASE)
RULE_BOOKS = ("games/", "renderers/", "tests/games/")
"""There "whoever has the card" stands, as in printed rules."""
NOT_A_PLAYER = {
    "Her colours": "the Empress of Royal Threadcount",
    "Her pattern": "the Empress of Royal Threadcount",
}
"""Where one of these words means nobody who plays."""


def written() -> Iterator[tuple[str, str]]:
    """The path and the text of each file that is written in English."""
    for pattern in FILES:
        found = [
            *ROOT.glob(pattern),
            *(f for name in FOLDERS for f in (ROOT / name).rglob(pattern)),
        ]
        for file in found:
            path = file.relative_to(ROOT)
            if not LEFT_OUT & set(path.parts):
                yield path.as_posix(), file.read_text("utf-8")


def of_one_sex(path: str, text: str) -> Iterator[str]:
    """The lines of a file that call a player he, she or whoever, each with its place."""
    if not ONE_SEX & {*re.split("[^a-z]+", text.lower())}:
        return  # the two searches take twenty times as long
    for number, line in enumerate(text.splitlines(), 1):
        left = line
        for phrase in NOT_A_PLAYER:
            left = left.replace(phrase, "")
        whoever = WHOEVER.search(left) and not path.startswith(RULE_BOOKS)
        if HE_OR_SHE.search(left) or whoever:
            yield f"{path}:{number}: {line.strip()}"


def test_a_player_is_they_or_you():
    found = [line for path, text in written() for line in of_one_sex(path, text)]
    assert found == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("bot/x.py", "# the player makes his move"),
        ("bot/x.py", '"""What she may do."""'),
        ("README.md", "Whoever is asked moves."),
        ("tests/x.py", "def test_a_player_keeps_his_seat():"),
        ("games/x/RULES.md", "Her colours count, and he scores."),
    ],
)
def test_another_word_for_a_player_is_found(path: str, text: str):
    assert list(of_one_sex(path, text))


def test_each_phrase_about_nobody_who_plays_is_still_written():
    texts = "\n".join(text for _, text in written())
    assert [phrase for phrase in NOT_A_PLAYER if phrase not in texts] == []


# --- Short ----------------------------------------------------------------------------------------

CHARACTERS = {
    "label": 24,  # a button; two of this length stand beside each other
    "placeholder": 32,  # a closed list
    "Refused": 90,  # two lines of text
}
"""How many characters of English fit a phone of 390 points. Discord cuts labels after 80."""
REFUSALS = {"Refused", "Stale", "ChannelBusy", "NewerRelease"}
SHOWN = {"text": "Somebody", "seat": "Somebody", "list": "one and two"}
"""What the test puts in the place of a value, by its kind; else 12."""
VALUE = re.compile(r"{\w+(?::(.*?))?}")
LINK = re.compile(r"\[(.*?)\]\([^)]*\)")


def as_read(template: str) -> str:
    """A template as somebody may read it: with values, with the plural, without addresses."""

    def value(found: re.Match[str]) -> str:
        kind = found[1] or ""
        return f"12 {kind.split('|')[-1]}" if "|" in kind else SHOWN.get(kind, "12")

    return LINK.sub(r"\1", VALUE.sub(value, template)).replace("**", "")


def short_texts(source: str) -> Iterator[tuple[str, str]]:
    """The texts of a module that must be short, each after its kind."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for keyword in node.keywords:
            if keyword.arg in CHARACTERS and called(node) != "Form":  # a line of its own
                yield from ((keyword.arg, text) for text in translated(keyword.value))
        if called(node) in REFUSALS:
            yield from (("Refused", text) for text in translated(node))


def translated(node: ast.AST) -> Iterator[str]:
    """The literals in a node that are looked up in catalogues."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and called(each) == "_" and each.args:
            text = each.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield text.value


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def too_long(source: str) -> list[tuple[str, str, int]]:
    """The texts of a module that a phone cuts or shows in a third line, and their lengths."""
    lengths = [(kind, text, len(as_read(text))) for kind, text in short_texts(source)]
    return [each for each in lengths if each[2] > CHARACTERS[each[0]]]


def test_labels_and_refusals_fit_on_a_phone():
    files = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]
    found = {str(file.relative_to(ROOT)): too_long(file.read_text("utf-8")) for file in files}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "source",
    [
        'Button("x", 1, label=_("Take back the last of my moves"))',
        'Select("x", 1, placeholder=_("Choose one of these {n:move|moves} or none"))',
        'raise Refused(_("{name:text} ' + "has no room for it " * 5 + '"))',
    ],
)
def test_what_is_too_long_for_a_phone_is_found(source: str):
    assert too_long(source)


def test_of_a_link_only_its_words_count():
    assert as_read("[{game:text}, {n:table|tables}]({link:text})") == "Somebody, 12 tables"


# --- The glossary ---------------------------------------------------------------------------------

LANGUAGES = ("de", "fr", "es", "ja")
HELD = re.compile(r"^\| \*\*(.+?)\*\* \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def glossary() -> Iterator[tuple[str, str, list[str]]]:
    """The held English words of docs/words.md, each with a language and its words there."""
    for word, *others in HELD.findall((ROOT / "docs" / "words.md").read_text("utf-8")):
        for language, cell in zip(LANGUAGES, others, strict=True):
            yield word, language, cell.split(", ")


@pytest.mark.parametrize(("word", "language", "words"), list(glossary()))
def test_a_catalogue_has_the_word_of_the_glossary(word: str, language: str, words: list[str]):
    english = re.compile(rf"\b{word}s?\b", re.IGNORECASE)
    former = {text for folder in catalogues() for text in read_catalogue(folder, "former")}
    texts = {text: own for text, own in lexicon(language).texts.items() if text not in former}
    with_word = [text for text in texts if english.search(VALUE.sub(plural, text))]
    assert with_word
    has = re.compile("|".join(words), re.IGNORECASE)
    assert [text for text in with_word if not has.search(texts[text])] == []


def plural(found: re.Match[str]) -> str:
    """The words of a value that is counted; "" for any other value."""
    return found[1] if found[1] and "|" in found[1] else ""
