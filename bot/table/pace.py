"""Paces: how long an answer may take at a table. Here are all presets, what a pace means in words,
and how it is written.

A pace is stored as people type it: "none", "36h", "1d reserve 5d", "21:00 Europe/Paris", "1d off
sat sun Europe/Paris".
"""

from __future__ import annotations

import logging
import re
import time
from dataclasses import dataclass
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from bot.operations.markdown import clean_line
from bot.table.errors import Refused
from bot.table.wall_time import next_time, parse_zone, zone_names
from bot.texts.languages import _, translate
from games.words import Phrase, listed, phrase

log = logging.getLogger(__name__)
MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86400
UNITS: Final = {
    "m": (MINUTE_S, "{n:minute|minutes}"),
    "h": (HOUR_S, "{n:hour|hours}"),
    "d": (DAY_S, "{n:day|days}"),
    "w": (7 * DAY_S, "{n:week|weeks}"),
}
"""The units of a length, by their first letter: their seconds, and the template of a length."""
LENGTH: Final = re.compile(r"(?:\d{1,5}\s*[mhdw][a-z]*\s*)+", re.ASCII)
"""A length as people write it in English: "36h", "2 days", "1d 12h"."""
PART: Final = re.compile(r"(\d+)\s*([mhdw])", re.ASCII)
TIME_OF_DAY: Final = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)", re.ASCII)
PACE: Final = re.compile(
    r"(?P<answer>.+?)"
    r"(?:\s+reserve\s+(?P<reserve>.+?))?"
    r"(?:\s+off\s+(?P<off>.+?))?"
    r"(?:\s+(?P<zone>\S*/\S+))?",
    re.IGNORECASE,
)
MIN_S, MAX_S = 10 * MINUTE_S, 30 * DAY_S
"""The shortest and the longest time for an answer, and the longest reserve."""
AT_LEAST_S = 8 * HOUR_S
"""At a fixed time of day: an answer is never due sooner than this after its question."""
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_NAMES: Final = (
    phrase("Monday"),
    phrase("Tuesday"),
    phrase("Wednesday"),
    phrase("Thursday"),
    phrase("Friday"),
    phrase("Saturday"),
    phrase("Sunday"),
)
WEEKEND: Final = (5, 6)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long an answer may take; without `answer_s` and `at`, there is no limit."""

    answer_s: int = 0
    reserve_s: int = 0
    """What each player has for answers that take longer; it fills again with each answer."""
    at: str = ""
    """The time of day at which answers are due, "21:00"."""
    off: tuple[int, ...] = ()
    """The days on which no time runs; 0 is Monday."""
    zone: str = ""
    """The time zone of `at` and `off`."""

    def __str__(self) -> str:
        """The pace as it is stored, and as it can be typed."""
        if not self.is_limited:
            return "none"
        words = [self.at or _written(self.answer_s)]
        words += ["reserve", _written(self.reserve_s)] if self.reserve_s else []
        words += ["off", *(DAYS[day] for day in self.off)] if self.off else []
        return " ".join([*words, *([self.zone] if self.zone else [])])

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit of time."""
        return bool(self.answer_s or self.at)

    @property
    def counts_hours(self) -> bool:
        """Whether an answer has less than a day, so that quiet hours stop its time."""
        return not self.at and self.answer_s < DAY_S

    @property
    def tz(self) -> ZoneInfo:
        """The time zone of the table."""
        return ZoneInfo(self.zone or "UTC")


NO_LIMIT: Final = Pace()
PRESETS: Final = {
    "none": NO_LIMIT,
    "relaxed": Pace(3 * DAY_S),
    "daily": Pace(DAY_S),
    "brisk": Pace(12 * HOUR_S),
    "fast": Pace(HOUR_S),
}
"""The paces that one press chooses; their names can be typed, too."""


def preset_names() -> dict[str, str]:
    """What the presets are called in the reader's language, by their stored text."""
    names = {
        "none": _("no limit"),
        "relaxed": _("relaxed"),
        "daily": _("daily"),
        "brisk": _("twice a day"),
        "fast": _("fast"),
    }
    return {str(PRESETS[name]): label for name, label in names.items()}


# --- As it is written -----------------------------------------------------------------------------


@cache
def stored_pace(stored: str) -> Pace:
    """The pace that is stored so; without a limit if this release cannot read it."""
    try:
        return parse_pace(stored)
    except Refused:
        log.warning("the pace “%s” of a table cannot be read; it has no limit of time", stored)
        return NO_LIMIT


def parse_pace(text: str, zone: str = "") -> Pace:
    """The pace that somebody types, by default in this time zone; raises Refused if it is none."""
    words = " ".join(text.split())
    if preset := PRESETS.get(words.lower()):
        return preset
    rest, _space, last = words.rpartition(" ")
    if rest and last.lower() in zone_names():
        words, zone = rest, last
    found = PACE.fullmatch(words)
    if found is None:
        raise Refused(_not_a_length(words))
    parts = {name: part or "" for name, part in found.groupdict().items()}
    return make_pace(**(parts | {"zone": parts["zone"] or zone}))


def make_pace(answer: str, reserve: str = "", off: str = "", zone: str = "") -> Pace:
    """The pace that somebody describes by the time for an answer or the time of day, the reserve,
    the days off, and the time zone; raises Refused if that is none.
    """
    known = parse_zone(zone) if zone.strip() else ""
    if not any(each.strip() for each in (answer, reserve, off)):
        return NO_LIMIT
    days = _parse_days(off)
    at = TIME_OF_DAY.fullmatch(answer.strip())
    if at:
        if reserve.strip():
            raise Refused(_("A fixed time of day has no reserve: choose one of the two."))
        return Pace(at=f"{int(at[1]):02}:{at[2]}", off=days, zone=known or "UTC")
    answer_s = parse_length(answer)
    reserve_s = parse_length(reserve) if reserve.strip() else 0
    for length in (answer_s, *([reserve_s] if reserve_s else [])):
        if not MIN_S <= length <= MAX_S:
            raise Refused(_("An answer, or a reserve, has from 10 minutes to 30 days."))
    return Pace(answer_s, reserve_s, off=days, zone=(known or "UTC") if days else "")


def written_parts(pace: Pace) -> tuple[str, str]:
    """The time for an answer or the time of day, and the reserve, as `make_pace` takes them."""
    answer = pace.at or (_written(pace.answer_s) if pace.answer_s else "")
    return answer, _written(pace.reserve_s) if pace.reserve_s else ""


def parse_length(text: str) -> int:
    """The seconds of a length that people type, in English or as the bot writes it in their
    language; raises Refused if it is none.
    """
    words = text.lower().strip()
    if LENGTH.fullmatch(words):
        return sum(int(n) * UNITS[unit][0] for n, unit in PART.findall(words))
    if number := re.match(r"\d{1,5}", words, re.ASCII):
        n, squeezed = int(number[0]), "".join(words.split())
        for seconds, template in UNITS.values():
            name = "".join(translate(phrase(template, n=n)).lower().split())
            if name.startswith(squeezed) and len(squeezed) > len(number[0]):
                return n * seconds
    raise Refused(_not_a_length(text))


def _not_a_length(text: str) -> str:
    return _(
        "“{text:text}” is no length of time. Write it as 90m, 36h or 2d, or a time of day as"
        " 21:00 Europe/Paris.",
        text=clean_line(text)[:50],
    )


def _parse_days(text: str) -> tuple[int, ...]:
    """The days of the week that somebody types: "sat sun", "weekends", "Samstag"."""
    found: set[int] = set()
    for word in re.split(r"[\s,;]+", text.lower().strip()):
        if word in ("weekend", "weekends"):
            found.update(WEEKEND)
        elif word:
            found.add(_parse_day(word))
    if len(found) == len(DAYS):
        raise Refused(_("At least one day of the week must count."))
    return tuple(sorted(found))


def _parse_day(word: str) -> int:
    for spoken in (translate, str):
        days = [day for day, name in enumerate(DAY_NAMES) if spoken(name).lower().startswith(word)]
        if len(days) == 1:
            return days[0]
    raise Refused(_("“{word:text}” is no day of the week.", word=clean_line(word)[:50]))


def _written(seconds: int) -> str:
    unit = next(each for each in "dhm" if seconds % UNITS[each][0] == 0)
    return f"{seconds // UNITS[unit][0]}{unit}"


# --- In words -------------------------------------------------------------------------------------


def length(seconds: float) -> Phrase:
    """A length of time, in the largest unit of which it is a whole number."""
    whole = round(seconds)
    unit = next((each for each in "dhm" if whole % UNITS[each][0] == 0), "m")
    return phrase(UNITS[unit][1], n=round(whole / UNITS[unit][0]))


def sentence(pace: Pace, *, for_discord: bool = False) -> str:
    """What a pace means. A text `for_discord` shows a time of day as Discord's own timestamp, which
    every reader sees in their time zone.
    """
    if not pace.is_limited:
        return _("Take the time you need.")
    parts = [_("{time} for an answer.", time=length(pace.answer_s))]
    if pace.at:
        at = f"{pace.at} ({pace.zone})"
        if for_discord:
            at = f"<t:{int(next_time(time.time(), pace.at, pace.tz))}:t>"
        parts = [
            _(
                "Answers are due every day at {when:text}, at least {time} after the question.",
                when=at,
                time=length(AT_LEAST_S),
            )
        ]
    if pace.reserve_s:
        parts.append(
            _(
                "Longer answers use a reserve of {time}, which quick ones fill again.",
                time=length(pace.reserve_s),
            )
        )
    if pace.off:
        parts.append(
            _(
                "No time runs on {days} ({zone:text}).",
                zone=pace.zone,
                days=_days_off(pace),
            )
        )
    return " ".join(parts)


def label(pace: Pace) -> str:
    """What a pace is called: the name of a preset, or how long it is."""
    return preset_names().get(str(pace)) or short(pace)


def short(pace: Pace) -> str:
    """A pace with a limit in a few words that say how long."""
    words = [f"{pace.at} {pace.zone}" if pace.at else translate(length(pace.answer_s))]
    if pace.reserve_s:
        words.append(_("{time} in reserve", time=length(pace.reserve_s)))
    if pace.off:
        words.append(_("not on {days}", days=_days_off(pace)))
    return " · ".join(words)


def _days_off(pace: Pace) -> Phrase:
    return listed(DAY_NAMES[day] for day in pace.off)
