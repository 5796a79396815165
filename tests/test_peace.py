"""People who do not want to meet: block lists, and bans from the tables of a server."""

from typing import Any

import pytest

from bot.standings.pairing import Meetings, assign_tables
from tests.sim_server import SimServer, buttons, ephemeral_text, reply_text, text

NO_SEAT = "There is no seat for you at this table."


@pytest.fixture
def sim(sim_server_of: Any) -> SimServer:
    """A server with four people in it, and Mo, who moderates it."""
    made = sim_server_of("Ada", "Ben", "Cleo", "Dora")
    made.add("Mo", manage_messages=True, manage_guild=True)
    return made


async def block(sim: SimServer, name: str, other: str) -> str:
    """Somebody blocks somebody else; what they read."""
    return ephemeral_text(await sim.command(name, "settings block", person=sim.people[other]))


async def ban(sim: SimServer, name: str, by: str = "Mo") -> str:
    """A moderator bans somebody; what the moderator reads."""
    return ephemeral_text(await sim.command(by, "admin ban", member=sim.people[name]))


async def seated(sim: SimServer) -> list[str]:
    return (await sim.table()).names


# --- Block lists ----------------------------------------------------------------------------------


async def test_an_invitation_of_somebody_blocked_is_refused_as_if_none_were_wanted(sim: SimServer):
    await sim.open(seats=4)
    await sim.command("Cleo", "settings invitations", wanted=False)
    await block(sim, "Ben", "Ada")
    said = {
        name: ephemeral_text(await sim.command("Ada", "game invite", player=sim.people[name]))
        for name in ("Ben", "Cleo")
    }
    assert said["Ben"].replace("Ben", "Cleo") == said["Cleo"]
    assert "does not want invitations" in said["Cleo"]
    assert not sim.sql("SELECT * FROM invitations")


async def test_nobody_invites_whom_they_have_blocked(sim: SimServer):
    await sim.open(seats=4)
    await block(sim, "Ada", "Ben")
    refused = await sim.command("Ada", "game invite", player=sim.people["Ben"])
    assert "You have blocked Ben" in ephemeral_text(refused)


@pytest.mark.parametrize(("by", "other"), [("Ada", "Ben"), ("Ben", "Ada")])
async def test_neither_joins_where_the_other_sits_and_the_refusal_tells_nothing(
    sim: SimServer, by: str, other: str
):
    await sim.open(seats=4)
    await sim.press("Cleo", "Join")
    assert "is blocked and not told" in await block(sim, by, other)
    refused = ephemeral_text(await sim.press("Ben", "Join"))
    assert refused == f"⚠ {NO_SEAT}" or refused.endswith(NO_SEAT)
    assert await seated(sim) == ["Ada", "Cleo"]
    await sim.press("Dora", "Join")
    assert await seated(sim) == ["Ada", "Cleo", "Dora"]
    await sim.command(by, "settings unblock", person=sim.people[other])
    await sim.press("Ben", "Join")
    assert await seated(sim) == ["Ada", "Cleo", "Dora", "Ben"]


async def test_an_offer_by_somebody_blocked_is_refused_and_a_seat_beside_them_is_not_given(
    sim: SimServer,
):
    await sim.gather_two()
    await block(sim, "Cleo", "Ada")
    refused = await sim.command("Ada", "game give", to=sim.people["Cleo"])
    assert "Cleo does not want invitations." in ephemeral_text(refused)
    await sim.command("Ben", "game give", to=sim.people["Cleo"])
    refused = await sim.press("Cleo", "Take the seat")
    assert NO_SEAT in ephemeral_text(refused)
    await sim.command("Ada", "game leave")
    assert sorted(await seated(sim)) == ["Ada", "Ben"]


async def test_a_free_seat_beside_somebody_blocked_is_not_taken(sim: SimServer):
    await sim.gather_two()
    await block(sim, "Ada", "Cleo")
    await sim.press("Ben", "Leave the game", (await sim.command("Ben", "game leave")).response)
    [take] = [each for each in buttons(sim.board()).items() if each[1].startswith("take:")]
    assert NO_SEAT in ephemeral_text(await sim.press("Cleo", take[0]))
    await sim.press("Dora", take[0])
    assert sorted(await seated(sim)) == ["Ada", "Dora"]


async def test_where_they_sit_together_already_nothing_changes(sim: SimServer):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    await block(sim, "Ben", "Ada")
    assert await seated(sim) == ["Ada", "Ben"]


async def test_a_rematch_notifies_nobody_who_has_blocked_its_host(sim: SimServer):
    await sim.finish()
    await block(sim, "Ben", "Ada")
    opened = await sim.press("Ada", "Rematch")
    assert "Not notified: Ben." in reply_text(opened)
    assert "They can still join if there is a seat for them." in reply_text(opened)
    assert "no seat for you" in ephemeral_text(await sim.press("Ben", "Join"))


async def test_a_block_list_is_shown_exported_and_deleted_and_nobody_else_sees_it(sim: SimServer):
    await block(sim, "Ben", "Ada")
    shown = await sim.command("Ben", "settings show")
    ada, ben = sim.people["Ada"].id, sim.people["Ben"].id
    assert f"Blocked: <@{ada}>" in ephemeral_text(shown)
    mine = await sim.bot.store.privacy.export(ben)
    assert [row["blocked"] for row in mine["blocks"]] in ([ada], [str(ada)])
    theirs = await sim.bot.store.privacy.export(ada)
    assert str(ben) not in str(theirs)
    await sim.bot.store.privacy.erase(ada, "steady")
    assert sim.sql("SELECT count(*) FROM blocks") == [(1,)]
    await sim.bot.store.privacy.erase(ben, "steady")
    assert sim.sql("SELECT count(*) FROM blocks") == [(0,)]


async def test_nobody_blocks_themselves_or_a_bot_or_too_many(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    assert "cannot block yourself" in await block(sim, "Ada", "Ada")
    monkeypatch.setattr("cogs.me.MAX_BLOCKED", 1)
    await block(sim, "Ada", "Ben")
    assert "is full" in await block(sim, "Ada", "Cleo")
    never = await sim.command("Ada", "settings unblock", person=sim.people["Dora"])
    assert "You have not blocked" in ephemeral_text(never)


def test_a_league_seats_people_apart_where_it_can_be_helped() -> None:
    met = {(1, 3): 9, (1, 4): 9, (2, 3): 9, (2, 4): 9}
    found = assign_tables([1, 2, 3, 4], [2, 2], Meetings(met, {}, {(1, 2)}), "x")
    assert [1, 2] not in found
    assert assign_tables([1, 2], [2], Meetings({}, {}, {(1, 2)}), "x") == [[1, 2]]


async def test_a_round_of_a_league_respects_block_lists(sim: SimServer):
    await sim.command("Mo", "league new", game="wigs", title="Winter", seats=2, rounds=1)
    league = sim.board()
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        await sim.press(name, "Join", league)
    await block(sim, "Ben", "Ada")
    await sim.press("Mo", "Start", league)
    names = {sim.people[name].id: name for name in sim.people}
    rows = sim.sql(
        "SELECT s.number, m.user FROM league_seats s JOIN league_members m ON m.id = s.member_id"
    )
    tables: dict[int, set[str]] = {}
    for number, user in rows:
        tables.setdefault(number, set()).add(names[user])
    assert {"Ada", "Ben"} not in tables.values()
    assert len(tables) == 2


# --- Bans -----------------------------------------------------------------------------------------


async def test_who_is_banned_opens_joins_and_gets_nothing_here_and_nobody_is_told(sim: SimServer):
    before = len(sim.posts())
    assert "can no longer open or join" in await ban(sim, "Ben")
    assert len(sim.posts()) == before
    refused = await sim.command("Ben", "game new", game="wigs")
    assert "You cannot play in new games on this server." in ephemeral_text(refused)
    await sim.open(seats=4)
    assert NO_SEAT in ephemeral_text(await sim.press("Ben", "Join"))
    refused = await sim.command("Ada", "game invite", player=sim.people["Ben"])
    assert "Ben does not want invitations." in ephemeral_text(refused)
    await sim.command("Mo", "admin unban", member=sim.people["Ben"])
    await sim.press("Ben", "Join")
    assert await seated(sim) == ["Ada", "Ben"]


async def test_a_ban_frees_seats_in_lobbies_and_leaves_running_games_alone(sim: SimServer):
    await sim.gather_two()
    other = sim.guild.create_text_channel("other")
    await sim.open(seats=3, host="Cleo", room=other)
    await sim.press("Ben", "Join", sim.board(other))
    await ban(sim, "Ben")
    assert sorted((await sim.table(1)).names) == ["Ada", "Ben"]
    assert (await sim.table(2)).names == ["Cleo"]
    refused = await sim.command("Ada", "game give", to=sim.people["Ben"])
    assert "sits at this table already" in ephemeral_text(refused)


async def test_moderators_see_whom_they_have_banned(sim: SimServer):
    none = await sim.command("Mo", "admin unban")
    assert "Nobody is banned" in ephemeral_text(none)
    await ban(sim, "Ben")
    listed = await sim.command("Mo", "admin unban")
    assert f"<@{sim.people['Ben'].id}>" in ephemeral_text(listed)


async def test_a_ban_is_exported_and_deleting_ones_data_does_not_end_it(sim: SimServer):
    await ban(sim, "Ben")
    ben = sim.people["Ben"].id
    found = await sim.bot.store.privacy.export(ben)
    assert [str(row["guild"]) for row in found["bans"]] == [str(sim.guild.id)]
    asked = await sim.command("Ben", "mydata delete")
    assert "bans by moderators" in text(asked.response)
    await sim.press("Ben", "Delete everything", asked.response)
    assert sim.sql("SELECT banned FROM bans") == [(ben,)]


async def test_a_banned_member_of_a_league_plays_on_and_is_not_seated_again(sim: SimServer):
    await sim.command("Mo", "league new", game="wigs", title="Winter", seats=2, rounds=2)
    league = sim.board()
    for name in ("Ada", "Ben", "Cleo"):
        await sim.press(name, "Join", league)
    await ban(sim, "Ben")
    await sim.press("Mo", "Start", league)
    ben = sim.people["Ben"].id
    assert not sim.sql(
        "SELECT 1 FROM league_seats s JOIN league_members m ON m.id = s.member_id"
        f" WHERE m.user = {ben} AND s.number > 0"
    )
    await ban(sim, "Ada")
    [(people,)] = sim.sql("SELECT people FROM tables WHERE status = 'running'")
    assert "Ada" in people
