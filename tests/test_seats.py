"""Seats that the host frees, seats of people who have left the server, and seats that are given."""

from typing import Any

import pytest

from tests.sim_server import SimServer, buttons, ephemeral_text, options, reply_text, text

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


async def lobby(sim: SimServer, *others: str, **more: Any) -> None:
    await sim.open(**{"seats": 4} | more)
    for name in others:
        await sim.press(name, "Join")


async def private_lobby(sim: SimServer, *others: str) -> Any:
    """A private lobby of Ada and others, in its thread."""
    await sim.open(private=True)
    [thread] = sim.room.threads
    for name in others:
        await sim.command("Ada", "game invite", thread, player=sim.people[name])
        await sim.press(name, "Join", sim.board(thread))
    return thread


def members(sim: SimServer, thread: Any) -> dict[int, Any]:
    return sim.env.backend.channels[thread.id].thread_members


async def names(sim: SimServer) -> list[str]:
    return (await sim.table()).names


# --- Freed by the host ----------------------------------------------------------------------------


async def test_the_host_of_a_lobby_can_free_a_seat(sim: SimServer):
    await sim.open(seats=2)
    await sim.press("Ben", "Join")
    sim.guild.remove_member(sim.people["Ben"])
    shown = (await sim.press("Ada", "Pace and seats")).response
    assert any(
        "Ben" in said and "seat 1" not in said for said in [*options(shown), *buttons(shown)]
    )
    await sim.pick_option("Ada", "Free the seat of Ben")
    assert await names(sim) == ["Ada"] and "*free*" in text(sim.board())


async def test_somebody_whose_seat_was_freed_joins_again_only_if_the_host_invites_them(
    sim: SimServer,
):
    await lobby(sim, "Ben", "Cleo")
    freed = await sim.pick_option("Ada", "Free the seat of Ben")
    assert "Free the seat of Cleo" in options(freed.response)
    assert "Free the seat of Ben" not in options(freed.response)
    for restarted in (False, True):
        if restarted:
            await sim.restart()
        refused = ephemeral_text(await sim.press("Ben", "Join"))
        assert "The host has freed your seat. You can join again only if" in refused
        assert await names(sim) == ["Ada", "Cleo"]
    invited = await sim.command("Ada", "game invite", player=sim.people["Ben"])
    assert "Ben is invited" in ephemeral_text(invited)
    await sim.press("Ben", "Join")
    assert await names(sim) == ["Ada", "Cleo", "Ben"]


async def test_a_guest_whose_seat_was_freed_has_declined_nothing(sim: SimServer):
    await sim.open(seats=3)
    await sim.command("Ada", "game invite", player=sim.people["Ben"])
    invitation = sim.board()
    assert "Join" in buttons(invitation)
    await sim.press("Ben", "Join", invitation)
    await sim.pick_option("Ada", "Free the seat of Ben")
    late = await sim.press_old("Ben", sim.board(), buttons(invitation)["Join"])
    assert "The host has freed your seat" in ephemeral_text(late)
    declines = await sim.press_old("Ben", sim.board(), buttons(invitation)["Decline"])
    assert "You are not invited" in ephemeral_text(declines)
    assert "Declined" not in text(sim.board()) and "Invited" not in text(sim.board())
    await sim.abandon("Ada")
    await sim.open(seats=3)
    again = await sim.command("Ada", "game invite", player=sim.people["Ben"])
    assert "Ben is invited" in ephemeral_text(again)


async def test_the_host_also_frees_the_seat_of_one_of_several_computer_players(sim: SimServer):
    await lobby(sim, "Ben", computers=2)
    first, second = [person.name for person in (await sim.table()).people if person.level]
    await sim.pick_option("Ada", f"Free the seat of {first}")
    assert await names(sim) == ["Ada", second, "Ben"]
    await sim.press("Cleo", "Join")
    assert "Cleo" in await names(sim)


async def test_only_the_host_frees_seats_and_never_their_own(sim: SimServer):
    await lobby(sim, "Ben", "Cleo")
    ids = {name: str(sim.people[name].id) for name in ("Ada", "Ben", "Cleo")}
    refused = await sim.press_old("Ben", sim.board(), "pick-free:1:", ids["Cleo"])
    assert "Only the host" in ephemeral_text(refused)
    for whose in (ids["Ada"], "12345"):
        nothing = await sim.press_old("Ada", sim.board(), "pick-free:1:", whose)
        assert "Nothing changed" in ephemeral_text(nothing)
    assert await names(sim) == ["Ada", "Ben", "Cleo"]
    await sim.press("Ada", "Start")
    late = await sim.press_old("Ada", sim.board(), "pick-free:1:", ids["Ben"])
    assert "no longer gathering" in ephemeral_text(late)


# --- Those who have left the server ---------------------------------------------------------------


def lookups(sim: SimServer) -> list[str]:
    """The people whom the bot has looked up, by number."""
    path = f"/guilds/{sim.guild.id}/members/"
    return [
        each.path.removeprefix(path)
        for each in sim.env.http_requests
        if each.method == "GET" and each.path.startswith(path)
    ]


async def test_nobody_is_started_with_who_has_left_the_server(sim: SimServer):
    await lobby(sim, "Ben", "Cleo")
    sim.guild.remove_member(sim.people["Ben"])
    answer = ephemeral_text(await sim.press("Cleo", "Start"))
    assert "Ben left the server. Their seats are free" in answer
    table = await sim.table()
    assert table.row.status == "lobby" and table.names == ["Ada", "Cleo"]
    assert "*free*" in text(sim.board())
    await sim.press("Cleo", "Start")
    assert table.row.status == "running" and table.names == ["Ada", "Cleo"]


async def test_everybody_but_the_one_who_starts_is_looked_up_once(sim: SimServer):
    await lobby(sim, "Ben", "Cleo", computers=1)
    await sim.press("Dora", "Start")  # who does not play
    assert lookups(sim) == []
    await sim.press("Ben", "Start")
    assert sorted(lookups(sim)) == sorted(str(sim.people[name].id) for name in ("Ada", "Cleo"))


async def test_the_next_person_is_host_if_the_host_has_left_the_server(sim: SimServer):
    await lobby(sim, "Ben", "Cleo", host="Dora")
    sim.guild.remove_member(sim.people["Dora"])
    assert "Dora" in ephemeral_text(await sim.press("Cleo", "Start"))
    assert (await sim.table()).row.host == sim.people["Ben"].id
    assert "Ben — host" in text(sim.board())


async def test_somebody_who_comes_back_to_the_server_joins_again(sim: SimServer):
    await lobby(sim, "Ben", "Cleo")
    sim.guild.remove_member(sim.people["Ben"])
    await sim.press("Ada", "Start")
    sim.people["Ben"] = sim.guild.add_member(sim.people["Ben"].user)
    await sim.press("Ben", "Join")
    assert await names(sim) == ["Ada", "Cleo", "Ben"]


@pytest.mark.parametrize(
    ("status", "code"), [(500, 0), (403, 50001), (404, 10004)], ids=["500", "403", "no server"]
)
async def test_a_lookup_that_fails_holds_up_no_start(
    sim: SimServer, status: int, code: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.interactions.finding.MAX_LOOKUP_S", 0.1)
    await lobby(sim, "Ben")
    path = f"/guilds/{sim.guild.id}/members/{sim.people['Ben'].id}"
    sim.env.inject_error("GET", path, status=status, code=code, times=None)
    await sim.press("Ada", "Start")
    assert lookups(sim) and (await sim.table()).row.status == "running"


@pytest.mark.parametrize("last", ["Join", "Add computer player"])
async def test_a_seat_of_somebody_who_has_left_is_free_before_the_last_seat_starts_the_game(
    sim: SimServer, last: str
):
    await lobby(sim, "Ben", seats=3)
    await sim.pick_option("Ada", "Start: when full")
    sim.guild.remove_member(sim.people["Ben"])
    await sim.press("Cleo" if last == "Join" else "Ada", last)
    table = await sim.table()
    assert table.row.status == "lobby" and len(table.people) == 2 and "Ben" not in table.names
    await sim.press("Dora", "Join")
    assert table.row.status == "running"


# --- Seats of a private table ---------------------------------------------------------------------


async def start_private(sim: SimServer) -> Any:
    """A private game of Ada and Ben; its thread."""
    thread = await private_lobby(sim, "Ben")
    await sim.press("Ada", "Start", sim.posts(thread)[0])
    return thread


def offer_in(sim: SimServer, thread: Any) -> Any:
    [offered] = [each for each in sim.posts(thread) if "Take the seat" in buttons(each)]
    return offered


async def test_an_offer_of_a_seat_adds_its_user_to_the_thread_before_it_is_sent(sim: SimServer):
    thread = await start_private(sim)
    cleo = sim.people["Cleo"]
    assert cleo.id not in members(sim, thread)
    await sim.command("Ada", "game give", thread, to=cleo)
    paths = [f"{each.method} {each.path}" for each in sim.env.http_requests]
    added = paths.index(f"PUT /channels/{thread.id}/thread-members/{cleo.id}")
    assert f"POST /channels/{thread.id}/messages" in paths[added:]
    assert cleo.id in members(sim, thread)
    await sim.press("Cleo", "Take the seat", offer_in(sim, thread))
    assert (await sim.table(1)).names == ["Cleo", "Ben"]


async def test_who_takes_a_seat_without_being_in_the_thread_is_added(sim: SimServer):
    thread = await start_private(sim)
    question = await sim.command("Ben", "game leave", thread)
    await sim.press("Ben", "Leave the game", question.response)
    assert sim.people["Cleo"].id not in members(sim, thread)  # they moderate: they see it all
    await sim.press_old("Cleo", sim.board(thread), "take:1:1")
    assert (await sim.table(1)).names == ["Ada", "Cleo"]
    assert sim.people["Cleo"].id in members(sim, thread)


@pytest.mark.parametrize("how", ["accept", "welcome"])
async def test_who_left_the_thread_before_they_took_their_seat_is_added_again(
    sim: SimServer, how: str
):
    cleo = sim.people["Cleo"]
    if how == "welcome":
        thread = await private_lobby(sim)
        await sim.command("Ada", "game invite", thread, player=cleo)
    else:
        thread = await start_private(sim)
        await sim.command("Ada", "game give", thread, to=cleo)
    del members(sim, thread)[cleo.id]
    rest = str(cleo.id) if how == "welcome" else "0"
    await sim.press_old("Cleo", sim.board(thread), f"{how}:1:{rest}")
    assert "Cleo" in (await sim.table(1)).names and cleo.id in members(sim, thread)


async def test_an_offer_to_somebody_who_has_left_the_server_stops_nothing_else(sim: SimServer):
    thread = await start_private(sim)
    table = await sim.table(1)
    path = f"/channels/{thread.id}/thread-members/{sim.people['Cleo'].id}"
    sim.env.inject_error("PUT", path, status=403, code=50013)
    await sim.command("Ada", "game give", thread, to=sim.people["Cleo"])
    assert table.id in sim.bot.outbox.refused
    sim.guild.remove_member(sim.people["Cleo"])
    await sim.behind(sim.bot.refresh(table.id))
    assert not sim.bot.outbox.refused
    assert not any("Take the seat" in buttons(each) for each in sim.posts(thread))


# --- /turns ---------------------------------------------------------------------------------------


async def test_turns_tells_the_seats_that_are_offered_to_somebody(sim: SimServer):
    await sim.gather_two()
    assert "offered" not in reply_text(await sim.command_dm("Cleo", "turns"))
    await sim.command("Ada", "game give", to=sim.people["Cleo"])
    [offered] = [each for each in sim.posts() if "Take the seat" in buttons(each)]
    said = reply_text(await sim.command_dm("Cleo", "turns"))
    assert "Seats offered to you" in said and "the seat of Ada" in said
    assert f"/{sim.room.id}/{offered.id})" in said and "the offer ends <t:" in said
    assert "offered" not in reply_text(await sim.command_dm("Dora", "turns"))
    await sim.press("Cleo", "Decline or withdraw", offered)
    assert "offered" not in reply_text(await sim.command_dm("Cleo", "turns"))
