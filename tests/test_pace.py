"""Paces: how they are written, and when answers are due, whatever is reserved or free."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.pages.lobby import lobby_page
from bot.pages.names import when
from bot.standings.estimate import Estimate, usual_days
from bot.store import PersonRow
from bot.table import Refused, Tables, votes
from bot.table.deadlines import NOBODY, Stops, due_at, put_off, reason_of, reserve_after
from bot.table.news import news_of
from bot.table.pace import (
    AT_LEAST_S,
    DAY_S,
    HOUR_S,
    MAX_S,
    MINUTE_S,
    NO_LIMIT,
    PRESETS,
    Pace,
    make_pace,
    parse_pace,
    sentence,
    short,
    stored_pace,
)
from bot.table.wall_time import day_off_end, quiet_end
from bot.texts.languages import using_language
from games import discover
from tests.sim_server import SimServer, buttons, ephemeral_text, text
from tests.tables import GAMES, lobby_of
from tests.test_clock import later, two
from tests.test_wall_time import CHANGES, CLOCKS, SECONDS, ZONES

LENGTHS = st.integers(1, 30 * 24 * 6).map(lambda n: n * 10 * MINUTE_S)
WEEKDAYS = st.sets(st.integers(0, 6), max_size=6).map(lambda days: tuple(sorted(days)))
PARIS = ZoneInfo("Europe/Paris")
WEEKEND = "off sat sun Europe/Paris"


@st.composite
def paces(draw: st.DrawFn, lengths: st.SearchStrategy[int] = LENGTHS) -> Pace:
    """Any pace with a limit."""
    zone, off = draw(ZONES), draw(WEEKDAYS)
    if draw(st.booleans()):
        return Pace(at=draw(CLOCKS), off=off, zone=zone)
    reserve_s = draw(st.just(0) | lengths)
    return Pace(draw(lengths), reserve_s, off=off, zone=zone if off else "")


@st.composite
def persons(draw: st.DrawFn) -> PersonRow:
    """Somebody with quiet hours, or without."""
    begin, end = draw(CLOCKS), draw(CLOCKS)
    return PersonRow(1, zone=draw(ZONES), quiet=f"{begin}-{end}" if begin != end else "")


@st.composite
def moments(draw: st.DrawFn) -> float:
    """A moment around a change of the clock somewhere."""
    return float(CHANGES[draw(ZONES)][draw(st.sampled_from([0, 1]))] + draw(SECONDS))


def paris(day: int, hour: int, minute: int = 0, month: int = 11) -> float:
    """A time of a day of 2026 in Paris; the first of November is a Sunday."""
    return datetime(2026, month, day, hour, minute, tzinfo=PARIS).timestamp()


# --- As it is written -----------------------------------------------------------------------------


@given(paces() | st.just(NO_LIMIT))
def test_what_is_stored_is_read_again(pace: Pace):
    assert parse_pace(str(pace)) == stored_pace(str(pace)) == pace


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("36h", "36h"),
        ("2d", "2d"),
        ("90m", "90m"),
        ("1 week", "7d"),
        ("1d 12 hours", "36h"),
        ("48 h", "2d"),
        ("Daily", "1d"),
        ("none", "none"),
        ("1d reserve 5d", "1d reserve 5d"),
        ("9.30 europe/paris", "09:30 Europe/Paris"),
        ("21:00", "21:00 Asia/Tokyo"),
        ("1d off weekends Europe/Paris", "1d off sat sun Europe/Paris"),
        ("21:00 off Sunday, fri", "21:00 off fri sun Asia/Tokyo"),
        ("1d Europe/Paris", "1d"),
        ("21:00 singapore", "21:00 Singapore"),
        ("1d off sun EST5EDT", "1d off sun EST5EDT"),
    ],
)
def test_a_pace_as_people_type_it(typed: str, stored: str):
    assert str(parse_pace(typed, "Asia/Tokyo")) == stored


WRONG = """
soon;9m;31d;0h;25:00;3;1d reserve 1m;21:00 reserve 1d;1 month x;1d off someday;²h;٣h;1d reserve;
1d off mon tue wed thu fri sat sun;21:00 Nowhere/Land;off sat;99999999999999999999h;-1d;1d off;
"""


@pytest.mark.parametrize("typed", [each.strip() for each in WRONG.split(";")])
def test_what_is_no_pace_is_refused_with_a_sentence(typed: str):
    with pytest.raises(Refused, match=r"\w.*\.$"):
        parse_pace(typed)


@given(st.text(max_size=40), st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_no_text_breaks_the_form(answer: str, reserve: str, off: str, zone: str):
    try:
        pace = make_pace(answer, reserve, off, zone)
    except Refused:
        return
    assert stored_pace(str(pace)) == pace


@pytest.mark.parametrize("language", ["de", "es", "fr", "ja"])
def test_lengths_and_days_can_be_typed_as_the_bot_writes_them(language: str):
    pace = parse_pace("36h reserve 5d off sat sun Europe/Paris")
    with using_language(language):
        shown = short(pace).split(" · ")[0]
        assert make_pace(shown, "", "").answer_s == 36 * HOUR_S
        assert "Europe/Paris" in sentence(pace)


def test_a_pace_that_cannot_be_read_has_no_limit(caplog: pytest.LogCaptureFixture):
    assert stored_pace("1d off sat Atlantis/Capital") == NO_LIMIT
    assert "cannot be read" in caplog.text


# --- When answers are due -------------------------------------------------------------------------


def _longest(since: float, pace: Pace) -> float:
    """The latest moment at which an answer may be due, for anybody."""
    stops = Stops(pace, NOBODY)
    span = pace.answer_s + pace.reserve_s
    if pace.at:  # a day has up to 25 hours, and Samoa skipped one
        return stops.after(stops.after(since, AT_LEAST_S + DAY_S + HOUR_S), 3 * DAY_S)
    return stops.after(since, span + DAY_S)


@given(paces(), persons(), moments(), st.floats(0, 40 * DAY_S) | st.just(0.0))
def test_nobody_waits_longer_than_the_pace_allows(
    pace: Pace, person: PersonRow, since: float, away: float
):
    person.away = since + away if away else 0
    due = due_at(since, pace, person, pace.reserve_s)
    assert due <= _longest(since, pace)
    assert due >= since + (AT_LEAST_S if pace.at else pace.answer_s + pace.reserve_s)
    assert due >= due_at(since, pace, person)


@given(paces(), persons(), moments(), st.floats(0, 5 * DAY_S))
def test_who_is_asked_later_is_due_no_sooner(
    pace: Pace, person: PersonRow, since: float, more: float
):
    assert due_at(since, pace, person) <= due_at(since + more, pace, person)


@given(paces(), persons(), moments())
def test_no_deadline_falls_on_a_day_off_or_into_quiet_hours(
    pace: Pace, person: PersonRow, since: float
):
    due = due_at(since, pace, person)
    just_before = due - 1
    if pace.off:
        assert day_off_end(just_before, pace.off, pace.tz) is None or due == put_off(due, NOBODY)
        assert day_off_end(just_before, pace.off, pace.tz) in (None, due)
    latest = Stops(pace, NOBODY).after(due_at(since, pace, NOBODY), DAY_S)
    if quiet_end(just_before, person) not in (None, due):
        assert due == latest  # quiet hours put it off for a day at most


@given(paces(), persons(), moments(), st.floats(0, 3 * DAY_S), st.data())
def test_a_reserve_is_never_negative_nor_more_than_whole(
    pace: Pace, person: PersonRow, since: float, taken: float, data: st.DataObject
):
    before = data.draw(st.floats(0, pace.reserve_s))
    after = reserve_after(since, since + taken, pace, person, before)
    assert 0 <= after <= pace.reserve_s
    in_time = reserve_after(since, since, pace, person, before)
    assert after <= in_time == min(before + pace.answer_s, pace.reserve_s)


@given(paces(), persons(), moments(), st.floats(0, MAX_S))
def test_time_that_has_run_is_what_runs_until_then(
    pace: Pace, person: PersonRow, since: float, span: float
):
    assume(span < 10 * DAY_S)
    stops = Stops(pace, person)
    assert stops.between(since, stops.after(since, span)) == pytest.approx(span, abs=1e-3)


def test_days_off_stop_the_time_in_the_zone_of_the_table():
    daily = parse_pace(f"1d {WEEKEND}")
    assert due_at(paris(6, 18), daily, NOBODY) == paris(9, 18)  # Friday to Monday
    assert due_at(paris(7, 12), daily, NOBODY) == paris(10, 0)  # asked on Saturday
    assert due_at(paris(4, 18), daily, NOBODY) == paris(5, 18)
    hourly = parse_pace(f"1h {WEEKEND}")
    assert due_at(paris(6, 23, 30), hourly, NOBODY) == paris(9, 0, 30)


def test_a_fixed_time_of_day_leaves_hours_to_think_and_skips_days_off():
    nightly = parse_pace("21:00 Europe/Paris")
    assert due_at(paris(4, 12), nightly, NOBODY) == paris(4, 21)
    assert due_at(paris(4, 13), nightly, NOBODY) == paris(4, 21)
    assert due_at(paris(4, 13, 1), nightly, NOBODY) == paris(5, 21)
    workdays = parse_pace(f"21:00 {WEEKEND}")
    assert due_at(paris(6, 18), workdays, NOBODY) == paris(9, 21)


def test_a_fixed_time_of_day_stays_when_the_clock_is_set():
    nightly = parse_pace("21:00 Europe/Paris")
    assert due_at(paris(24, 20, month=10), nightly, NOBODY) == paris(25, 21, month=10)
    assert due_at(paris(28, 20, month=3), nightly, NOBODY) == paris(29, 21, month=3)


def test_quiet_hours_that_end_on_a_day_off_wait_for_a_day_that_counts():
    night = PersonRow(1, zone="Europe/Paris", quiet="22:00-07:00")
    late = parse_pace(f"23:00 {WEEKEND}")
    assert due_at(paris(6, 10), late, night) == paris(9, 8)


@example(person=PersonRow(1, zone="Europe/Berlin", quiet="22:00-21:45"), since=1.77e9)
@given(persons(), moments())
def test_a_deadline_that_moves_is_put_off_by_a_day_that_counts_at_most(
    person: PersonRow, since: float
):
    for pace in (NO_LIMIT, parse_pace(f"1d {WEEKEND}")):
        moved = put_off(since, person, pace)
        assert since <= moved <= Stops(pace, NOBODY).after(since, DAY_S)


def test_the_board_says_what_puts_a_deadline_off():
    daily, night = PRESETS["daily"], PersonRow(1, zone="Europe/Paris", quiet="22:00-07:00")
    assert reason_of(paris(4, 12), daily, NOBODY) == ""
    assert reason_of(paris(4, 23), daily, night) == "quiet"
    assert reason_of(paris(4, 12), daily, PersonRow(1, away=paris(4, 20))) == "away"
    assert reason_of(paris(6, 12), parse_pace(f"1d {WEEKEND}"), NOBODY) == "off"
    assert reason_of(paris(4, 12), parse_pace(f"1d {WEEKEND}"), NOBODY) == ""
    assert reason_of(paris(4, 12), parse_pace("1d reserve 2d"), NOBODY, 100.0) == "reserve"
    assert reason_of(paris(4, 12), parse_pace(f"21:00 {WEEKEND}"), NOBODY) == ""


# --- At the table --------------------------------------------------------------------------------


async def test_the_host_describes_a_pace_in_a_form(sim: SimServer):
    await sim.open(seats=2)
    shown = (await sim.press("Ada", "Pace and seats")).response
    form = await sim.press("Ada", "Another pace …", shown)
    described = {"answer": "36h", "reserve": "5d", "off": ["sat", "sun"], "zone": "europe/paris"}
    await sim.people["Ada"].submit_modal(form, described)
    said = text(sim.board())
    assert "36 hours for an answer. Longer answers use a reserve of 5 days" in said
    assert "No time runs on Saturday and Sunday (Europe/Paris)." in said
    assert (await sim.table()).row.pace == "36h reserve 5d off sat sun Europe/Paris"
    again = (await sim.press("Ada", "Pace and seats")).response
    form = await sim.press("Ada", "Another pace …", again)
    refused = await sim.people["Ada"].submit_modal(form, described | {"answer": "soon"})
    assert "“soon” is no length of time" in ephemeral_text(refused)
    assert (await sim.table()).row.pace == "36h reserve 5d off sat sun Europe/Paris"


@pytest.mark.parametrize("name", GAMES)
def test_shorter_answers_make_a_shorter_game_and_days_off_a_longer_one(name: str):
    game = discover()[name]
    paces = map(parse_pace, ("1h", "12h", "1d", "1d off sun"))
    hours, half, day, off = (usual_days(game, pace, game.fewest_seats) for pace in paces)
    assert 0 < hours < half < day < off < usual_days(game, NO_LIMIT, 9)


async def test_the_lobby_says_about_how_many_days_a_game_takes(sim: SimServer):
    await sim.open(seats=4)
    assert "With 4 people about 7 days at this pace." in text(sim.board())
    await sim.command("Ada", "game pace", pace="12h")
    assert "With 4 people about 4 days at this pace." in text(sim.board())
    for _ in range(3):
        await sim.press("Ada", "Add computer player")
    assert "at this pace" not in text(sim.board())


@pytest.mark.parametrize(
    ("days", "words"), [(0.1, "1 day"), (12.4, "12 days"), (13.6, "2 weeks"), (38, "5 weeks")]
)
async def test_an_estimate_is_rounded_to_what_people_say(tables: Tables, days: float, words: str):
    table = await lobby_of(tables)
    shown = str(lobby_page(table, estimate=Estimate(days, 2, games=7)).parts)
    assert f"With 2 people about {words} at this pace, from 7 games like this." in shown


async def test_a_fixed_time_of_day_is_shown_as_discords_own_timestamp(sim: SimServer):
    await sim.open(seats=2, pace="21:00 Europe/Paris")
    assert "Answers are due every day at <t:" in text(sim.board())


async def test_a_long_answer_uses_the_reserve_and_a_quick_one_fills_it(sim: SimServer):
    table = await two(sim, pace="1d reserve 2d")
    [seat] = table.waiting_people()
    name, user = table.names[seat], table.people[seat].user or 0
    turn = (await table.store.turns.of(table.id))[seat]
    assert turn.due == turn.since + 3 * DAY_S and "(with the reserve)" in text(sim.board())
    await later(sim, 2 * DAY_S)
    await sim.command(name, "move", move=await sim.default(name))
    left = await table.store.turns.reserve(table.id, user)
    assert left is not None and left[0] == pytest.approx(DAY_S, abs=5)
    while user not in {table.people[each].user for each in table.waiting_people()}:
        [other] = [table.names[each] for each in table.waiting_people()]
        await sim.command(other, "move", move=await sim.default(other))
        table = await sim.table()
    turn = (await table.store.turns.of(table.id))[table.seat_of(user) or 0]
    assert turn.due == pytest.approx(turn.since + 2 * DAY_S, abs=5)
    await sim.command(name, "move", move=await sim.default(name))
    left = await table.store.turns.reserve(table.id, user)
    assert left is not None and left[0] == pytest.approx(2 * DAY_S, abs=5)


async def test_another_pace_during_a_game_is_a_vote_and_gives_the_whole_time(sim: SimServer):
    table = await two(sim, pace="1h reserve 12h")
    await sim.command("Ada", "game pace", pace="36h")
    assert (await sim.table()).row.pace == "1h reserve 12h"
    assert "Change the pace? 36 hours for an answer." in text(sim.board())
    await sim.press("Ben", "Agree")
    table = await sim.table()
    [turn] = (await table.store.turns.of(table.id)).values()
    assert table.row.pace == "36h" and turn.due == turn.since + 36 * HOUR_S
    assert "The table agrees on another pace: 36h." in [each.text for each in await news_of(table)]
    refused = await sim.command("Ada", "game pace", pace="36h")
    assert "has this pace already" in ephemeral_text(refused)


async def test_a_vote_ends_by_itself_and_says_when(sim: SimServer):
    await two(sim, pace="none")
    await sim.command("Ada", "game pace", pace="36h")
    [(began,)] = sim.sql("SELECT made FROM waits WHERE what = 'vote'")
    assert f"It ends {when(began + votes.OPEN_S)};" in text(sim.board())
    sim.sql("UPDATE waits SET made = made - ?", 2 * DAY_S)
    await sim.command("Ben", "game pause", days=3)  # a new vote: both have its time
    await later(sim, 2 * DAY_S)
    await sim.behind(votes.end_due(await sim.table(), sim.bot.clock.now()))
    assert "Change the pace?" in text(sim.board()) and "Pause the game" in text(sim.board())
    await later(sim, 2 * DAY_S)
    assert not any("Agree" in buttons(message) for message in sim.posts())
    table = await sim.table()
    assert (table.row.pace, table.row.paused, table.votes) == ("none", 0, {})
    told = [each.text for each in await news_of(table) if "vote has ended" in each.text]
    assert len(told) == 1 and sim.sql("SELECT * FROM waits") == []


async def test_a_vote_that_is_decided_does_not_end_once_more(sim: SimServer):
    await two(sim, pace="3d")
    await sim.command("Ada", "game pace", pace="36h")
    await sim.press("Ben", "Agree")
    await later(sim, 4 * DAY_S)
    assert not any("vote has ended" in each.text for each in await news_of(await sim.table()))


async def test_a_fixed_time_of_day_can_be_voted_on(sim: SimServer):
    await two(sim, pace="1h")
    await sim.command("Ada", "game pace", pace="21:00 off weekend Europe/Paris")
    await sim.press("Ben", "Agree")
    assert (await sim.table()).row.pace == "21:00 off sat sun Europe/Paris"


async def test_the_host_sets_the_pace_of_a_lobby_with_the_same_command(sim: SimServer):
    await sim.open(seats=2)
    await sim.press("Ben", "Join")
    refused = await sim.command("Ben", "game pace", pace="2d")
    assert "Only the host" in ephemeral_text(refused)
    await sim.command("Ada", "game pace", pace="2d")
    assert "2 days for an answer." in text(sim.board())


async def test_the_table_gives_more_time_for_an_answer_once(sim: SimServer):
    table = await two(sim, pace="1h")
    [turn] = (await table.store.turns.of(table.id)).values()
    await sim.command("Ada", "game extend", days=2)
    assert "Give 2 days more for this answer?" in text(sim.board())
    await sim.press("Ben", "Agree")
    [more] = (await table.store.turns.of(table.id)).values()
    assert more.due == (turn.due or 0) + 2 * DAY_S and (more.stage, more.why) == (0, "agreed")
    assert "(later because the table agreed)" in "".join(text(each) for each in sim.posts())
    again = await sim.command("Ben", "game extend")
    assert "has given more time for this answer already" in ephemeral_text(again)


async def test_an_extension_is_void_once_the_question_is_answered(sim: SimServer):
    table = await two(sim, pace="1h")
    [seat] = table.waiting_people()
    await sim.command("Ada", "game extend")
    proposal = f"extend 1 {table.question}"
    name = table.names[seat]
    await sim.command(name, "move", move=await sim.default(name))
    assert not any("for this answer?" in text(each) for each in sim.posts())
    with pytest.raises(Refused, match="no longer asked"):
        await votes.agree(await sim.table(), sim.people["Ben"].id, proposal)
