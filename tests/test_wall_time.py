"""Wall times where the clock is set: an hour twice, half an hour, a day that is skipped."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.store import PersonRow, PingRow
from bot.table.clock import DAY_S, HOUR_S, notify_at, parse_moment
from bot.table.deadlines import due_at
from bot.table.pace import PRESETS, Pace
from bot.table.wall_time import instants, next_quiet_start, next_time, quiet_end, zone_names


def utc(*when: int) -> int:
    """A moment in UTC, in seconds since 1970."""
    return int(datetime(*when, tzinfo=UTC).timestamp())


CHANGES = {
    "Europe/Berlin": (utc(2026, 3, 29, 1), utc(2026, 10, 25, 1)),
    "America/New_York": (utc(2026, 3, 8, 7), utc(2026, 11, 1, 6)),
    "Australia/Lord_Howe": (utc(2026, 4, 4, 15), utc(2026, 10, 3, 15, 30)),
    "Pacific/Apia": (utc(2011, 12, 30, 10), utc(2011, 4, 2, 14)),
}
"""When clocks are changed in these zones."""
ZONES = st.sampled_from([*CHANGES])
CLOCKS = st.times().map(lambda t: f"{t.hour:02}:{t.minute - t.minute % 15:02}")
SECONDS = st.integers(-40 * 3600, 40 * 3600)
"""Seconds from a change of the clock."""


def shown(moment: float, zone: str) -> datetime:
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).replace(tzinfo=None)


def is_shown_as_quiet(moment: float, person: PersonRow) -> bool:
    """Whether somebody who looks at a clock reads a time of their quiet hours."""
    begin, end = map(time.fromisoformat, person.quiet.split("-"))
    now = shown(moment, person.zone).time()
    return begin <= now < end if begin < end else now >= begin or now < end


def berlin(day: int, clock: str, fold: int = 0, month: int = 10) -> float:
    """A time of a day of 2026 in Berlin."""
    when = datetime.combine(date(2026, month, day), time.fromisoformat(clock))
    return when.replace(tzinfo=ZoneInfo("Europe/Berlin"), fold=fold).timestamp()


def quiet(begin: str, end: str, zone: str = "Europe/Berlin") -> PersonRow:
    return PersonRow(1, zone=zone, quiet=f"{begin}-{end}")


@given(ZONES, st.sampled_from([0, 1]), SECONDS, CLOCKS, CLOCKS)
def test_a_clock_that_shows_quiet_hours_means_them(
    zone: str, which: int, seconds: int, begin: str, end: str
):
    assume(begin != end)
    person, moment = quiet(begin, end, zone), CHANGES[zone][which] + seconds
    over = quiet_end(moment, person)
    if is_shown_as_quiet(moment, person):
        assert over is not None and over > moment
    elif abs(seconds) > 2 * HOUR_S:
        assert over is None
    if over is not None:
        assert quiet_end(over, person) is None and quiet_end(over - 1, person) == over


@given(ZONES, st.sampled_from([0, 1]), SECONDS, CLOCKS)
def test_the_next_time_of_day_is_when_clocks_show_or_skip_it(
    zone: str, which: int, seconds: int, clock: str
):
    moment = CHANGES[zone][which] + seconds
    found = next_time(moment, clock, ZoneInfo(zone))
    assert moment < found <= moment + DAY_S + 25 * HOUR_S
    before, after = shown(found - 1, zone), shown(found, zone)
    is_skipped = after - before > timedelta(seconds=1)
    assert after.time() == time.fromisoformat(clock) or is_skipped


@given(
    ZONES,
    st.sampled_from([0, 1]),
    SECONDS,
    CLOCKS,
    CLOCKS,
    st.sampled_from([pace for pace in PRESETS.values() if pace.is_limited]),
)
@example("Europe/Berlin", 1, 0, "02:30", "02:15", PRESETS["fast"])
def test_a_deadline_counts_real_hours_however_the_clock_is_set(
    zone: str, which: int, seconds: int, begin: str, end: str, pace: Pace
):
    assume(begin != end)
    person, since = quiet(begin, end, zone), float(CHANGES[zone][which] + seconds)
    due = due_at(since, pace, person)
    assert since + pace.answer_s <= due <= since + pace.answer_s + DAY_S
    if quiet_end(since, person) is None and since + pace.answer_s <= next_quiet_start(
        since, person
    ):
        assert due == since + pace.answer_s


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_last_into_its_second_half():
    person = quiet("22:00", "02:30")
    second = berlin(25, "02:30", fold=1)
    for clock, fold in (("01:00", 0), ("02:15", 0), ("02:45", 0), ("02:15", 1)):
        assert quiet_end(berlin(25, clock, fold), person) == second
    assert quiet_end(berlin(25, "02:45", 1), person) is None


def test_quiet_hours_that_begin_in_the_hour_that_comes_twice_begin_in_its_first_half():
    person, end = quiet("02:30", "09:00"), berlin(25, "09:00")
    assert quiet_end(berlin(25, "02:15"), person) is None
    for clock, fold in (("02:30", 0), ("02:15", 1), ("02:45", 1), ("08:59", 0)):
        assert quiet_end(berlin(25, clock, fold), person) == end
    assert next_quiet_start(berlin(25, "01:00"), person) == berlin(25, "02:30")


def test_the_hour_that_does_not_exist_begins_and_ends_where_clocks_skip_it():
    three = berlin(29, "03:00", month=3)
    assert quiet_end(berlin(29, "01:30", month=3), quiet("22:00", "02:30")) == three
    assert next_quiet_start(berlin(29, "01:30", month=3), quiet("02:30", "09:00")) == three
    assert next_time(berlin(29, "01:30", month=3), "02:30", ZoneInfo("Europe/Berlin")) == three
    half = ZoneInfo("Australia/Lord_Howe")
    assert instants(date(2026, 10, 4), "02:15", half) == (
        CHANGES["Australia/Lord_Howe"][1],
        CHANGES["Australia/Lord_Howe"][1],
    )


def test_a_deadline_over_a_night_of_25_hours_a_day():
    person = quiet("22:00", "07:00")
    assert due_at(berlin(24, "21:30"), PRESETS["fast"], person) == berlin(25, "07:30")
    assert berlin(25, "07:30") - berlin(24, "21:30") == 11 * HOUR_S
    assert due_at(berlin(24, "12:00"), PRESETS["daily"], person) == berlin(25, "11:00")


def test_a_morning_after_a_change_of_the_clock_is_at_eight():
    ping = PingRow(0, how="daily")
    for month, day in ((3, 28), (10, 24)):
        person = PersonRow(0, zone="Europe/Berlin")
        evening, morning = berlin(day, "20:00", month=month), berlin(day + 1, "08:00", month=month)
        assert notify_at(evening, person, ping) == morning


def test_the_day_that_samoa_skipped_ends_as_it_begins():
    person = PersonRow(1, zone="Pacific/Apia")
    skipped = CHANGES["Pacific/Apia"][0]
    for day in ("2011-12-29", "2011-12-30"):
        assert parse_moment(day, person, skipped - DAY_S) == skipped
    assert parse_moment("2011-12-31", person, skipped - DAY_S) == skipped + DAY_S


def test_only_real_zones_are_offered_each_in_one_spelling():
    names = zone_names()
    assert {"europe/berlin": "Europe/Berlin", "utc": "UTC"}.items() <= names.items()
    for wrong in ("localtime", "posixrules", "factory", "right/europe/berlin", "posix/utc", ""):
        assert wrong not in names
