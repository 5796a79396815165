"""The presentation to the Empress: every outfit and the score sheet."""

from PIL import Image

from games.words import _, phrase, translate
from renderers.canvas import crop, panel, paste, write
from renderers.course import (
    Course,
    Decided,
    Pen,
    course_of,
    decided_by,
    decided_title,
    draw_course,
)
from renderers.fonts import initials, text_width
from renderers.layout import Box, Type, write_name
from renderers.seats import ORDINALS, names_of, seat_token, winners

from .clothes import garment, garment_height
from .patterns import (
    GARMENTS,
    GOLD,
    HAIR,
    INK,
    INK_SOFT,
    SEAL,
    SEAL_PALE,
    block,
    bolt,
    letters_of,
    title_of,
)
from .pieces import (
    KANJI,
    blind,
    dish,
    no_pattern,
    paste_heading,
    rack,
    sheet,
    stamp,
    tag,
    washi,
)
from .reading import Result, View, Wear, results, verdict

END_PX, COURSE_END_PX = 1200, 1520
"""How high the picture is, and with the course of the game."""
LINES = Pen(8, 13, INK)
LINES_Y = (800, 856, 912, 1048)
ROWS = (
    (phrase("Garments"), 828, "sans-bold", 36),
    (phrase("Dyes"), 884, "sans-bold", 36),
    (phrase("Patterns"), 980, "sans-bold", 36),
    (phrase("Total"), 1104, "serif", 46),
)


def presentation(view: View) -> Image.Image:
    course = course_of(view)
    image = washi(COURSE_END_PX if course else END_PX).copy()
    image.paste(washi(END_PX), (0, 0))
    names, best = names_of(view), winners(view)
    letters, name = initials(names), names[best[0]] if len(best) == 1 else ""
    tokens = tuple((who, letters[who]) for who in best)
    title, under = _("The Empress has chosen"), _("{title}, after ten weeks", title=view["title"])
    paste_heading(image, (title, under, False), tokens, name, *verdict(view, names))
    colours = tuple(zip(view["empress_colours"], letters, strict=True))
    image.paste(empress_block(colours, view["empress_pattern"], view["scoring"]), (26, 144))
    step = 1276 // view["seats"]
    for k, result in enumerate(results(view)):
        x = 300 + k * step
        image.paste(result_block(result, view["seats"], x), (x, 152))
    if course:
        block = course_block(course, tuple(letters), decided_by(view, names))
        image.paste(block, (40, END_PX - 16))
    return image


@block
def course_block(course: Course, letters: tuple[str, ...], decided: Decided | None) -> Image.Image:
    """The points over the ten weeks, as everybody could count them."""
    w, h = 1520, COURSE_END_PX - END_PX - 24
    out = crop(washi(COURSE_END_PX), 40, END_PX - 16, w, h)
    paste(out, sheet(w, h), 0, 0)
    title = decided_title(decided, w - 52) if decided else _("The lead, week by week")
    write_name(out, Box(26, 6, w - 52, 62), title, Type("serif", 42, INK))
    draw_course(
        out,
        Box(6, 70, w - 22, h - 76),
        course,
        letters,
        LINES,
        rule_ink=HAIR,
        ink=INK_SOFT,
        lit=(SEAL_PALE, GOLD),
        decided=decided.n if decided else 0,
        token_px=54,
    )
    return out


@block
def empress_block(colours: tuple[tuple[str, str], ...], pattern: str, scoring: str) -> Image.Image:
    """The blind drawn up, what the Empress likes below it, and the names of the rows."""
    out = crop(washi(END_PX), 26, 144, 264, 1030)
    paste(out, blind(232, 104), 14, 8)
    write(out, (14, 196), _("Her colours"), "serif", 38, INK, room=190)
    write(out, (248, 197), KANJI["dye"], "sans", 34, INK_SOFT, "r")
    for i, (hue, letters) in enumerate(colours):
        x, y = 14 + i % 2 * 114, 222 + i // 2 * 86
        paste(out, dish(hue, 78), x, y)
        paste(out, seat_token(i, letters, 60), x + 50, y + 30)
    write(out, (14, 508), _("Her pattern"), "serif", 38, INK, room=236)
    paste(out, bolt(pattern, 230, 56, 1.6), 14, 534)
    write(out, (14, 620), title_of(pattern), "serif", 38, SEAL, room=180)
    bonus = "+5" if scoring == "M-B" else "+2"
    write(out, (244, 620), bonus, "sans-bold", 36, SEAL, "r")
    for y in LINES_Y:
        paste(out, panel(236, 2, HAIR, radius=1), 14, y - 144)
    for words, y, kind, size in ROWS:
        write(out, (14, y - 144), translate(words), kind, size, INK, room=232)
    return out


RACK_PLACES = {
    2: {"kimono": (20, 104, 392), "hakama": (430, 100, 182), "obi": (434, 316, 174),
        "sensu": (434, 474, 174)},
    3: {"kimono": (64, 100, 284), "hakama": (34, 424, 168), "obi": (232, 414, 156),
        "sensu": (232, 520, 156)},
    4: {"kimono": (20, 98, 266), "hakama": (12, 416, 150), "obi": (160, 404, 134),
        "sensu": (158, 518, 136)},
    5: {"kimono": (16, 100, 212), "hakama": (10, 384, 114), "obi": (128, 372, 106),
        "sensu": (128, 494, 106)},
}  # fmt: skip


@block
def result_block(result: Result, seats: int, x: int) -> Image.Image:
    w = 1276 // seats - 12
    out = crop(washi(END_PX), x, 152, w, 1008)
    won = result.place == 1
    if won:
        paste(out, sheet(w, 1008, True), 0, 0)
    token, text = ((49, 48), 94) if seats < 5 else ((198, 274), 18)
    paste(out, seat_token(result.seat, result.letters, 74, won), *token, "middle")
    write_name(out, Box(text, 12, w - text - 16, 72), result.name, Type("serif", 44, INK))
    left, top, wide = RACK_PLACES[seats]["kimono"]
    paste(out, rack(wide + 8), left - 4, top + wide // 50)
    for kind, (hue, pattern) in zip(GARMENTS, result.wears, strict=True):
        at = RACK_PLACES[seats][kind]
        paste(out, garment(kind, at[2], hue, pattern), at[0], at[1])
    for kind, wear, points in zip(GARMENTS, result.wears, result.dyes, strict=True):
        verdict_tag(out, kind, wear, points, seats)
    score_sheet(out, result, w)
    return out


def verdict_tag(out: Image.Image, kind: str, wear: Wear, points: int, seats: int) -> None:
    """Labels a garment with its hue and what the hue is worth to the Empress, or what it lacks."""
    (x, y, w), (hue, pattern) = RACK_PLACES[seats][kind], wear
    if not hue and not pattern:
        return
    letters = letters_of(hue)
    if hue and pattern:
        label = tag(f"{letters} +{points}" if points else letters, 28)
    elif seats == 5:
        label = tag(letters or "–", 26, True)
    else:
        label = tag(no_pattern(hue, 190) if hue else _("no dye"), 26, True, 190)
    drop = {"kimono": 0.3, "hakama": 0.08, "obi": 0.06, "sensu": 0.05}[kind]
    left = x - 8 if kind in ("kimono", "hakama") else x + w / 2 - label.width / 2
    left = max(6, min(left, out.width - 8 - label.width))
    paste(out, label, left, y + garment_height(kind, w) - round(drop * w) - 8)


def score_sheet(out: Image.Image, result: Result, w: int) -> None:
    edge, left = w - 20, 16
    for y in LINES_Y:
        paste(out, panel(w - 36, 2, HAIR, radius=1), left, y - 152)
    garments, dyes, patterns, total = result.parts
    done = sum(bool(hue and pattern) for hue, pattern in result.wears)
    ink = INK_SOFT if done == 4 else SEAL
    room = edge - left - text_width("00", "serif", 44) - 6
    write(out, (left, 676), _("{n} complete", n=done), "sans", 30, ink, room=room)
    write(out, (edge, 676), str(garments), "serif", 44, INK, "r")
    words = _("{n:match|matches}", n=dyes // 2)
    write(out, (left, 732), words, "sans", 30, INK_SOFT, room=room)
    write(out, (edge, 732), str(dyes), "serif", 44, INK, "r")
    first = 828 - 16 * (len(result.sets) - 1)
    for k, (pattern, n, points, favourite) in enumerate(result.sets):
        kind, ink = ("sans-bold", SEAL) if favourite else ("sans", INK_SOFT)
        words = f"{title_of(pattern)} ×{n}" if n > 1 else title_of(pattern)
        several = w > 260 and len(result.sets) > 1
        room = edge - left - text_width(str(patterns), "serif", 44) - 6 - 60 * several
        write(out, (left, first + 32 * k), words, kind, 28, ink, room=room)
        if several:
            write(out, (edge - 64, first + 32 * k), str(points), kind, 28, ink, "r")
    write(out, (edge, 828), str(patterns), "serif", 44, INK, "r")
    write(out, (edge, 952), str(total), "serif", 84 if result.place == 1 else 64, INK, "r")
    if result.place == 1:
        paste(out, stamp("", 84), left + 4, 910)
    else:
        words = translate(ORDINALS[result.place - 1])
        write(out, (left, 952), words, "sans", 38, INK_SOFT, room=edge - left - 90)
