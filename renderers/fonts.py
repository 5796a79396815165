"""Text: which typeface has a letter, how wide a text is, where lines break, and its mask.

Every typeface comes with a Python package, and HarfBuzz shapes and paints the letters, so a text
looks the same on every machine. A text in several scripts is split into runs, each in the first
typeface that has its letters. Runs are placed from left to right, also if the script of one reads
from right to left.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple

import uharfbuzz  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image

from games.words import MARK, between_words

hb: Any = uharfbuzz  # it has no types

FACES = {
    "serif": ("font_source_serif_pro", "files/SourceSerifPro-Bold.ttf"),
    "serif-black": ("font_source_serif_pro", "files/SourceSerifPro-Black.ttf"),
    "sans": ("font_source_sans_pro", "files/SourceSansPro-Semibold.ttf"),
    "sans-bold": ("font_source_sans_pro", "files/SourceSansPro-Bold.ttf"),
}
"""The kinds of type, with package and file. They have Latin, Greek and Cyrillic letters."""
OTHER_SCRIPTS = {
    "hebrew": ("fontpkg_assistant", "files/Assistant[wght].ttf", 1.0),
    "arabic": ("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf", 0.91),
    "thai": ("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", 0.91),
    "devanagari": ("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf", 0.91),
    "chinese-japanese-korean": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf", 0.88),
}
"""Typefaces for letters that FACES lack, with a scale that makes their capitals equally high. The
largest file comes last.
"""
NAME_FACE = "sans-bold"
"""A name may have the letters of this kind of type, and those of the other scripts."""
BOLD_WEIGHT = 700.0
UNITS_PER_PIXEL = 64
"""HarfBuzz measures in these units."""
MAX_MARKS = 3
"""Marks on one letter that are kept; no script needs more."""


# ------------------------------------------------------------------- typefaces


def file_of(face: str) -> str:
    package, file = FACES[face] if face in FACES else OTHER_SCRIPTS[face][:2]
    return str(files(package).joinpath(file))


@lru_cache(maxsize=16)
def _face(name: str) -> Any:
    return hb.Face(hb.Blob.from_file_path(file_of(name)))


@lru_cache(maxsize=256)
def _font(name: str, size: int) -> Any:
    font = hb.Font(_face(name))
    scale = round(size * UNITS_PER_PIXEL * (1 if name in FACES else OTHER_SCRIPTS[name][2]))
    font.scale = (scale, scale)
    font.set_variations({"wght": BOLD_WEIGHT})
    return font


@lru_cache(maxsize=4096)
def face_of(letter: str, kind: str) -> str | None:
    """The typeface that shows a letter in a kind of type; None if none has it."""
    if letter.isspace():
        return kind  # HarfBuzz knows how wide each kind of space is
    faces = (kind, NAME_FACE, *OTHER_SCRIPTS)
    return next((face for face in faces if _has(face, letter)), None)


def _has(face: str, letter: str) -> bool:
    return _font(face, 1).get_nominal_glyph(ord(letter)) is not None


@lru_cache(maxsize=128)
def capital_height(kind: str, size: int) -> float:
    """The height of a capital letter in pixels."""
    font = _font(kind, size)
    box = font.get_glyph_extents(font.get_nominal_glyph(ord("H")))
    return box.y_bearing / UNITS_PER_PIXEL


# --------------------------------------------------------------------- shaping


class Glyph(NamedTuple):
    """A glyph of a font, and where its baseline begins."""

    font: Any
    number: int
    x: int
    y: int


def _runs(text: str, kind: str) -> list[tuple[str, str]]:
    """The parts of a text, each with its typeface."""
    if text and text.isascii():  # every typeface for text has these
        return [(kind, text)]
    faces = [face_of(letter, kind) or kind for letter in text]
    for i in range(1, len(text)):
        between = not text[i].isalnum() and faces[i + 1 : i + 2] == faces[i - 1 : i]
        if (between or text[i] == "…") and _has(faces[i - 1], text[i]):
            faces[i] = faces[i - 1]  # a space or a hyphen, as it has its place in their direction
    parts = groupby(zip(faces, text, strict=True), key=lambda pair: pair[0])
    return [(face, "".join(letter for _, letter in pairs)) for face, pairs in parts]


@lru_cache(maxsize=2048)
def _shaped(text: str, kind: str, size: int) -> tuple[list[Glyph], int]:
    """The glyphs of a text, and their width in units."""
    glyphs: list[Glyph] = []
    x = 0
    for face, part in _runs(text, kind):
        font, buffer = _font(face, size), hb.Buffer()
        buffer.add_str(part)
        buffer.language = "en"  # else it is that of the machine, and some letters follow it
        buffer.guess_segment_properties()
        hb.shape(font, buffer)
        for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append(Glyph(font, info.codepoint, x + at.x_offset, at.y_offset))
            x += at.x_advance
    return glyphs, x


@lru_cache(maxsize=4096)
def text_width(text: str, kind: str, size: int) -> float:
    """The width in pixels."""
    return _shaped(text, kind, size)[1] / UNITS_PER_PIXEL


class TextMask(NamedTuple):
    """A text as a mask, and the offset of the mask from the start of the baseline."""

    mask: Image.Image
    dx: int
    dy: int


@lru_cache(maxsize=2048)
def text_mask(text: str, kind: str, size: int) -> TextMask:
    pen = hb.RasterDraw()
    pen.scale_factor = (UNITS_PER_PIXEL, UNITS_PER_PIXEL)
    for glyph in _shaped(text, kind, size)[0]:
        pen.transform = (1, 0, 0, 1, glyph.x, glyph.y)
        pen.draw_glyph(glyph.font, glyph.number)
    painted = pen.render()
    box = painted.extents
    if not box.width or not box.height:
        return TextMask(Image.new("L", (1, 1)), 0, 0)
    rows = ("raw", "L", box.stride, -1)  # the lowest one comes first
    mask = Image.frombytes("L", (box.width, box.height), painted.buffer, *rows)
    return TextMask(mask, box.x_origin, -box.y_origin - box.height)


# ---------------------------------------------------------------------- lines


@lru_cache(maxsize=1024)
def truncated(text: str, kind: str, size: int, room: float) -> str:
    """The text, cut with an ellipsis if it is wider than its room, if possible between words. The
    number that tells a name apart stays.
    """
    if text_width(text, kind, size) <= room:
        return text
    found = MARK.search(text)
    rest = "…" + (found[0] if found else "")
    end = max(0, len(text) - len(rest))
    while end and (_is_mark(text[end]) or text_width(text[:end] + rest, kind, size) > room):
        end -= 1
    return between_words(text, end).rstrip(" -,、") + rest


MIN_SIZE_PX, MIN_SIZE_SHARE = 24, 0.7
"""Text shrinks no further than this size, and no further than this share of its size."""


def sizes(size: int) -> range:
    """The sizes that a text of this size may shrink to, the largest first."""
    return range(size, max(min(size, MIN_SIZE_PX), round(size * MIN_SIZE_SHARE)) - 1, -1)


def fitted(text: str, kind: str, size: int, room: float) -> tuple[str, int]:
    """A text and its size: the largest of `sizes` in which it fits into the room. In the smallest
    size the text is cut if it is still too wide.
    """
    for smaller in sizes(size):
        if text_width(text, kind, smaller) <= room:
            return text, smaller
    smallest = sizes(size)[-1]
    return truncated(text, kind, smallest, room), smallest


CJK = "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
OPENING = "「『（【〈《〔［｛"
CLOSING = ",.:;!?)、。，．・：；？！」』）】〉》〕］｝…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
UNBREAKABLE = re.compile(
    f" ?(?:[{OPENING}]*(?:[{CJK}][{CLOSING}]*|[^ {CJK}{OPENING}]+)|[{OPENING}]+)"
)
"""A word, or one Chinese or Japanese character with its punctuation."""
CHARACTER = re.compile(f"[{CJK}]")
SPACES = re.compile("[ \n\t]+")
"""What separates words; not a non-breaking space, as before a French colon."""
AFTER_HYPHEN = re.compile("(?<=-)(?=.)")


@lru_cache(maxsize=1024)
def wrapped(text: str, kind: str, size: int, room: float) -> tuple[str, ...]:
    """The lines of a text, broken at spaces and between Chinese or Japanese characters. A word that
    is too long is broken after hyphens, and cut if that is not enough.
    """
    whole = SPACES.sub(" ", text).strip()
    if text_width(whole, kind, size) <= room:
        return (whole,)
    lines = [""]
    for word in UNBREAKABLE.findall(whole):
        fits = text_width(word.strip(), kind, size) <= room
        for part in [word] if fits else AFTER_HYPHEN.split(word):
            longer = (lines[-1] + part).strip()
            if text_width(longer, kind, size) <= room:
                lines[-1] = longer
            elif lines[-1]:
                lines.append(truncated(part.strip(), kind, size, room))
            else:
                lines[-1] = truncated(part.strip(), kind, size, room)
    return tuple(_without_orphan(lines, whole))


def _without_orphan(lines: list[str], whole: str) -> list[str]:
    """The lines; a single character of a Chinese or Japanese word on the last gets the one before
    it.
    """
    *rest, upper, lower = ["", *lines]
    *before, last = UNBREAKABLE.findall(upper) or [""]
    alone = len(UNBREAKABLE.findall(lower)) == 1 and whole.endswith(upper + lower)
    if alone and len(before) > 1 and CHARACTER.match(last) and CHARACTER.match(lower):
        lines = [*rest[1:], "".join(before), last + lower]
    return lines


# ---------------------------------------------------------------------- names


def has_glyph(letter: str) -> bool:
    return face_of(letter, NAME_FACE) is not None


@lru_cache(maxsize=1024)
def readable(name: str) -> str:
    """The letters of a name that can be shown; "" where none tells anything."""
    kept = ""
    letters = unicodedata.normalize("NFKC", name)
    for c in letters.replace("\u0e4d\u0e32", "\u0e33"):  # shapers know the Thai am as one letter
        if _is_mark(c):
            belongs = kept and face_of(c, NAME_FACE) == face_of(kept[-1], NAME_FACE) != NAME_FACE
            wanted = belongs and not all(map(_is_mark, kept[-MAX_MARKS:]))
        else:
            wanted = unicodedata.category(c)[0] != "C" and has_glyph(c)
        kept += c if wanted else " " * c.isspace()
    if any(unicodedata.bidirectional(c) in ("R", "AL") for c in kept):
        # Figures and brackets would change their places among letters that read to the left.
        kept = "".join(c for c in kept if c.isalpha() or c.isspace() or _is_mark(c))
    kept = " ".join(kept.split())
    return kept if any(c.isalnum() for c in kept) else ""


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"


def initials(names: Sequence[str]) -> list[str]:
    """An initial for each name, with a second letter for names that share it."""
    return [*_initials(tuple(names))]


@lru_cache(maxsize=256)
def _initials(names: tuple[str, ...]) -> list[str]:
    words = ["".join(c for c in name if c.isalnum()) for name in names]
    firsts = [word[:1].upper() for word in words]
    return [
        first if firsts.count(first) == 1 else first + _telling_letter(word, words)
        for word, first in zip(words, firsts, strict=True)
    ]


def _telling_letter(word: str, words: Sequence[str]) -> str:
    """The first letter of a word in which it differs from all words with its initial."""
    rivals = [w.casefold() for w in words if w != word and w[:1].upper() == word[:1].upper()]
    for place, letter in enumerate(word[1:].casefold(), 1):
        if all(rival[place : place + 1] != letter for rival in rivals):
            return letter
    return ""
