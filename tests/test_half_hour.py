"""Half an hour together: what is proposed, who is told when it begins, and who is not."""

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from bot.pages.names import when
from bot.store import PersonRow
from bot.table import Refused, seating, together, votes
from bot.table.clock import HOUR_S, MINUTE_S
from bot.table.pace import parse_pace
from tests.sim_server import SimServer, buttons, ephemeral_text, text
from tests.tables import ADA, BEN, Harness
from tests.test_clock import later
from tests.test_results import finish

ASKS = "Half an hour together?"


def utc(hour: int, minute: int = 0, day: int = 10) -> float:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("answers", "persons", "pace", "best"),
    [
        # Without answers in the evening, without a zone in that of Greenwich.
        ({}, [PersonRow(1)], "none", utc(19)),
        ({1: [utc(14, 10, 8), utc(14, 50, 9)], 2: [utc(14, 20, 7)]},
         [PersonRow(1), PersonRow(2)], "none", utc(14)),
        # What suits one of them alone is not the best for both.
        ({1: [utc(15, 0, day) for day in range(1, 9)], 2: [utc(18), utc(16, 30)]},
         [PersonRow(1), PersonRow(2)], "none", utc(15)),
        # At an hour of which nothing is known of one of them they may be there, too.
        ({1: [utc(15, 0, day) for day in range(1, 9)]},
         [PersonRow(1), PersonRow(2)], "none", utc(15)),
        # An hour beside two answers is no better than that of one.
        ({1: [utc(13, 10, 8), utc(15, 10, 9)]}, [PersonRow(1)], "none", utc(13)),
        # The hours are those of each person's own day, also where the clock is set between.
        ({1: [utc(14, 10, 8)]}, [PersonRow(1, zone="America/New_York")], "none", utc(14)),
        ({1: [datetime(2026, 3, 7, 14, tzinfo=UTC).timestamp()]},
         [PersonRow(1, zone="America/New_York")], "none", utc(13)),
        # Quiet hours, absence and days off are kept.
        ({1: [utc(14)]}, [PersonRow(1, quiet="13:00-15:15")], "none", utc(15, 30)),
        ({1: [utc(14)]}, [PersonRow(1, quiet="14:15-15:00")], "none", utc(13)),
        ({1: [utc(14)]}, [PersonRow(1, away=utc(20))], "none", utc(14, 0, 11)),
        ({1: [utc(14)]}, [PersonRow(1)], "1d off tue", utc(14, 0, 11)),
        ({1: [utc(14)]}, [PersonRow(1, away=utc(20, 0, 20))], "none", None),
        ({}, [PersonRow(1, quiet="12:00-00:00"), PersonRow(2, quiet="00:00-12:00")], "none", None),
    ],
)  # fmt: skip
def test_the_hour_at_which_all_answer_most_is_best(
    answers: dict[int, list[float]], persons: list[PersonRow], pace: str, best: float | None
):
    now = utc(12, 40)
    assert together.best_moment(answers, persons, parse_pace(pace), now) == best


async def three(sim: SimServer) -> None:
    """A game of Ada, Ben, who wants direct messages, and Cleo; the clock is at noon of a day."""
    sim.bot.clock.now = lambda: utc(12)
    await sim.command("Ben", "settings notifications", how="daily")
    await sim.gather(game="wigs", computers=0)


async def begins(sim: SimServer, late_s: float = 1.0) -> None:
    """Lets time pass until the half hour begins."""
    found = await together.together(await sim.table())
    assert found is not None
    await later(sim, found.at - sim.bot.clock.now() + late_s)


def told(sim: SimServer) -> list[str]:
    """What the channel and the direct messages of the people say of a half hour that begins."""
    everything = [*sim.posts(), *(each for name in sim.people for each in sim.dms(name))]
    return [text(each) for each in everything if "come and play" in text(each)]


async def test_those_who_are_in_are_told_once_when_it_begins(sim: SimServer):
    await three(sim)
    rung, ben = len(sim.pinged()), len(sim.dms("Ben"))
    await sim.press("Ada", ASKS)
    assert f"{ASKS[:-1]}, {when(utc(19), 'f')}? In: 🔵 Ada." in text(sim.board())
    assert "? In: 🔵 Ada." in ephemeral_text(await sim.command("Ben", "game text"))
    await sim.press("Ben", "I am in")
    assert ASKS not in buttons(sim.board()) and not any(sim.pinged()[rung:])
    assert len(sim.dms("Ben")) == ben
    await begins(sim)
    [here] = [each for each in sim.posts() if "come and play" in text(each)]
    assert [each for each in sim.pinged()[rung:] if each] == [{"Ada"}] and "with Ben:" in text(here)
    assert "Half an hour together at Powdered Wigs, table 1, with Ada" in text(sim.dms("Ben")[-1])
    [board] = [each for each in sim.posts() if "Rules" in buttons(each)]
    assert len(told(sim)) == 2 and "together, now:" in text(board)
    assert not {"I am in", ASKS} & buttons(board).keys()
    await later(sim, 10 * MINUTE_S)
    assert len(told(sim)) == 2 and len([each for each in sim.pinged()[rung:] if each]) == 1
    sim.bot.clock.now = lambda: utc(19, 31)
    await later(sim, 0)
    assert told(sim) == [] and ASKS in buttons(sim.board())
    assert sim.sql("SELECT * FROM together") == sim.sql("SELECT * FROM waits") == []


async def test_a_bot_that_was_killed_tells_it_once(sim: SimServer):
    await three(sim)
    await sim.press("Ada", ASKS)
    await sim.press("Ben", "I am in")
    sim.sql("UPDATE waits SET made = ?", time.time() - MINUTE_S)
    rung = len(sim.pinged())
    for _ in range(2):
        await sim.restart()
        assert len(told(sim)) == 2
    assert [each for each in sim.pinged()[rung:] if each] == [{"Ada"}]


async def test_a_command_does_the_same(sim: SimServer):
    await three(sim)
    assert "In: 🔵 Ada." in ephemeral_text(await sim.command("Ada", "game together"))
    assert "Ada and 🔶 Ben" in ephemeral_text(await sim.command("Ben", "game together"))
    await sim.command("Cleo", "game together", another_day=True)
    assert f"{when(utc(19), 'f')}? In: 🔵 Ada and 🔶 Ben." in text(sim.board())
    moved = await sim.command("Ben", "game together", another_day=True)
    assert f"{when(utc(19, 0, 11), 'f')}? In: 🔶 Ben." in ephemeral_text(moved)


async def test_a_day_that_does_not_suit_moves_it_and_old_buttons_say_so(sim: SimServer):
    await three(sim)
    await sim.press("Ada", ASKS)
    await sim.press("Ben", "Another day")
    assert f"{when(utc(19, 0, 11), 'f')}? In: 🔶 Ben." in text(sim.board())
    for answer in (together.want, together.want_another_day):  # buttons of an older board
        with pytest.raises(Refused, match="proposal has changed"):
            await answer(await sim.table(), sim.people["Cleo"].id, int(utc(19)))
    assert f"{when(utc(19, 0, 11), 'f')}? In: 🔶 Ben." in text(sim.board())


async def leaves(sim: SimServer) -> None:
    await seating.leave(await sim.table(), sim.people["Ben"].id)


async def hands_over(sim: SimServer) -> None:
    await seating.hand_over(await sim.table(), sim.people["Ben"].id)


async def nothing(sim: SimServer) -> None:
    pass


async def pauses(sim: SimServer) -> None:
    for name in sim.people:
        await votes.propose_pause(await sim.table(), sim.people[name].id, 3)


async def deletes(sim: SimServer) -> None:
    await sim.bot.store.privacy.erase(sim.people["Ben"].id, "steady")


@pytest.mark.parametrize("what", [nothing, leaves, hands_over, pauses, deletes])
async def test_it_ends_silently_unless_two_are_in_and_play(
    sim: SimServer, what: Callable[[SimServer], Awaitable[None]]
):
    await three(sim)
    await sim.press("Ada", ASKS)
    if what is not nothing:
        await sim.press("Ben", "I am in")
    await sim.behind(what(sim))
    rung = len(sim.pinged())
    at = utc(19) - sim.bot.clock.now()
    await later(sim, at + 1)
    assert told(sim) == [] and not any(sim.pinged()[rung:])
    assert sim.sql("SELECT * FROM waits WHERE what IN ('together', 'meeting')") == []


async def test_who_cannot_be_written_to_is_told_in_the_channel(sim: SimServer):
    await three(sim)
    await sim.press("Ben", ASKS)
    await sim.press("Ada", "I am in")
    path = f"/channels/{sim.people['Ben'].user.dm_channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    sim.accept_refusals()
    rung = len(sim.pinged())
    await begins(sim)
    assert sorted(map(sorted, filter(None, sim.pinged()[rung:]))) == [["Ada"], ["Ben"]]


async def test_who_wants_no_notifications_or_has_quiet_hours_is_not_told(sim: SimServer):
    await three(sim)
    await sim.press("Ada", ASKS)
    for name in ("Ben", "Cleo"):
        await sim.press(name, "I am in")
    await sim.command("Cleo", "settings notifications", how="none")
    await sim.bot.store.people.save(sim.people["Ben"].id, quiet="00:00-23:59")
    await begins(sim)
    assert len(told(sim)) == 1 and "with Ben and Cleo" in told(sim)[0]


@pytest.mark.parametrize(("gap_s", "count"), [(8 * HOUR_S, 0), (7 * HOUR_S + 10 * MINUTE_S, 2)])
async def test_it_is_told_late_only_while_it_lasts(sim: SimServer, gap_s: float, count: int):
    await three(sim)
    await sim.press("Ada", ASKS)
    await sim.press("Ben", "I am in")
    sim.sql("UPDATE heartbeats SET seen = ?", utc(12))
    sim.bot.clock.now = lambda: utc(12) + gap_s
    await sim.behind(sim.bot.clock.reach.beat())  # the bot was away: deadlines move, this does not
    await sim.behind(sim.bot.clock.sweep())
    assert len(told(sim)) == count


async def test_it_is_offered_where_two_people_play(harness: Harness):
    assert not together.is_offered(await harness.lobby())
    alone = await harness.game("wigs", ADA, seats=3)
    assert not together.is_offered(alone)
    with pytest.raises(Refused, match="Nobody else here is a person"):
        await together.propose(alone, ADA, utc(12))
    table = await harness.game("wigs", ADA, BEN, seats=3)
    assert together.is_offered(table)
    await together.propose(table, ADA, utc(12))
    assert await harness.store.together.of(table.id) == {ADA}
    await finish(table)
    assert not together.is_offered(table) and await together.together(table) is None
    assert await harness.store.together.of(table.id) == set()
    assert await harness.store.waits.of(table.id) == {}


async def test_only_answers_by_hand_count(harness: Harness):
    """Those of the bot, and those in secret, propose nothing."""
    table = await harness.play_until(await harness.game("wigs", ADA, BEN), lambda it: it.seq > 30)
    for secret, known in ((3, 14), (14, 3)):
        times = (("= 0", secret), ("= 1", known))
        for by_hand, hour in times:
            made = utc(hour, day=8)
            await harness.store._db.execute(
                f"UPDATE moves SET made = ? WHERE by_hand {by_hand}", (made,)
            )
        await together.propose(table, ADA, utc(12))
        at = (await harness.store.waits.of(table.id))["together"]
        assert datetime.fromtimestamp(at, UTC).hour == known
        await harness.store.waits.end(table.id, "together")
