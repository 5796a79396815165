"""Lobbies: opening a table, and gathering at it."""

import re
from typing import Any, get_args, get_type_hints

import discord
import pytest

from bot.interactions.cooldowns import GIVE, NEW_TABLE, TUTORIAL
from bot.outbox.leagues import MAX_OPEN_OF_SERVER
from bot.pictures.drawing import describe
from bot.store import PersonRow, PingRow, TableRow
from bot.table.settings import CONFIRM, DMS, LATE, NOTIFY_HOW, NOTIFY_PLACE, SEATING, Setting
from cogs._tables.opening import MAX_OPEN_OF_HOST
from games import discover
from tests.sim_server import (
    SimServer,
    alt_texts,
    buttons,
    ephemeral_text,
    fields,
    fill,
    options,
    parts,
    reply_text,
    text,
)

NEEDED = {
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


def chosen(message: Any) -> list[str]:
    """What the lists of a message show as picked."""
    listed = [each for part in parts(message) for each in part.get("options", ())]
    return [each["label"] for each in listed if each.get("default")]


def state(sim: SimServer) -> tuple[str, list[Any]]:
    """What everybody sees, and all tables as they are stored."""
    return text(sim.board()), sim.sql("SELECT * FROM tables")


# --- /game new -----------------------------------------------------------------------------------


async def test_a_lobby_shows_host_seats_computer_players_and_options(sim: SimServer):
    answer = await sim.open(seats=4, computers=2, options={"layout": "stepped", "accents": True})
    assert answer.response.ephemeral and "Table 1 is open" in ephemeral_text(answer)
    lobby = text(sim.board())
    assert re.search(r"Ada — host", lobby)
    assert lobby.count("— computer player") == 2 and lobby.count("*free*") == 1
    assert "stepped" in lobby and "Fancy accents: yes" in lobby
    assert list(buttons(sim.board())) == [
        "Join",
        "Leave",
        "Start",
        "Rules",
        "Options",
        "Pace and seats",
        "Add computer player",
        "Remove computer player",
    ]
    table = await sim.table()
    assert table.options["layout"] == "stepped" and table.options["accents"] is True
    assert table.options["end_gold"] == 20


@pytest.mark.parametrize("game", discover())
async def test_a_lobby_says_that_secrets_come_by_direct_message_where_there_are_any(
    sim: SimServer, game: str
):
    choices = discover()[game].choices.values()
    await sim.open(game=game, seats=discover()[game].seats[0])
    assert ("/game dms" in text(sim.board())) == any(choice.secret for choice in choices)


async def test_the_pictures_of_a_game_are_drawn_ahead_when_its_first_table_is_opened(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    ahead: list[str] = []
    monkeypatch.setattr("bot.pictures.samples.views", lambda game: ahead.append(game) or [])
    await sim.open()
    await sim.press("Ben", "Join")
    assert ahead == ["wigs"]


async def test_while_discord_is_slow_the_host_reads_that_the_table_will_appear(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.outbox.outbox.MAX_WAIT_S", 0.1)
    sim.env.inject_error("POST", f"/channels/{sim.room.id}/messages", status=500)
    answer = ephemeral_text(await sim.open())
    assert "Table 1 is open" in answer and "the table appears there soon" in answer
    assert "Ada — host" in text(sim.board())


async def test_a_lobby_without_seats_named_has_as_many_as_the_game_takes(sim: SimServer):
    await sim.command("Ada", "game new", game="Powdered Wigs")
    assert text(sim.board()).count("*free*") == discover()["wigs"].seats[-1] - 1
    assert "1 more needed" in text(sim.board())
    assert "Start" in buttons(sim.board(), disabled=True)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "tiddlywinks"}, "There is no game “tiddlywinks” here. There is: "),
        ({"game": "x" * 3000}, "There is no game"),
        ({"seats": 5}, "is for 2 to 4 players, not 5"),
        ({"seats": 1}, "is for 2 to 4 players, not 1"),
    ],
)
async def test_an_impossible_table_is_refused_with_a_sentence(
    sim: SimServer, asked: dict[str, Any], said: str
):
    answer = await sim.command("Ada", "game new", **{"game": "wigs"} | asked)
    assert answer.ephemeral and said in ephemeral_text(answer)
    assert sim.posts() == [] and sim.sql("SELECT * FROM tables") == []


async def test_no_table_is_opened_in_a_dm(sim: SimServer):
    answer = await sim.command_dm("Ada", "game new", game="wigs")
    assert "in a channel of a server" in reply_text(answer)
    assert sim.sql("SELECT * FROM tables") == []


@pytest.mark.parametrize("missing", [*NEEDED, tuple(NEEDED)])
async def test_the_permissions_that_the_bot_lacks_are_named(
    sim: SimServer, missing: str | tuple[str, ...]
):
    lacking = [missing] if isinstance(missing, str) else list(missing)
    room = sim.guild.create_text_channel(
        "barred",
        overwrites={sim.env.bot.user: discord.PermissionOverwrite(**dict.fromkeys(lacking, False))},
    )
    answer = await sim.open(room=room)
    said = ephemeral_text(answer)
    assert "allow me" in said
    for name, label in NEEDED.items():
        assert (label in said) == (name in lacking)
    assert sim.sql("SELECT * FROM tables") == []


async def test_the_bot_says_that_it_cannot_see_a_channel(sim: SimServer):
    room = sim.guild.create_text_channel(
        "hidden",
        overwrites={sim.env.bot.user: discord.PermissionOverwrite(view_channel=False)},
    )
    answer = await sim.open(room=room)
    assert "View Channel" in ephemeral_text(answer)


# --- Join, Leave, Add computer player, Start -----------------------------------------------------


async def test_people_join_and_leave_a_lobby(sim: SimServer):
    await sim.open(seats=3)
    first = sim.board().id
    await sim.press("Ben", "Join")
    assert re.search(r"Ben\n", text(sim.board())) and "Ready" in text(sim.board())
    await sim.press("Ben", "Leave")
    assert "Ben" not in text(sim.board()) and "1 more needed" in text(sim.board())
    assert [message.id for message in sim.posts()] == [first]


async def test_nobody_joins_twice(sim: SimServer):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    for name in ("Ada", "Ben"):
        before = state(sim)
        assert "You sit at this table already." in ephemeral_text(await sim.press(name, "Join"))
        assert state(sim) == before


async def test_a_full_table_takes_nobody(sim: SimServer):
    await sim.open(seats=2)
    custom_id = buttons(sim.board())["Join"]
    computer = buttons(sim.board())["Add computer player"]
    await sim.press("Ben", "Join")
    assert {"Join", "Add computer player"} <= set(buttons(sim.board(), disabled=True))
    before = state(sim)
    late = await sim.press_old("Cleo", sim.board(), custom_id)
    assert "All 2 seats of this table are taken." in ephemeral_text(late)
    late = await sim.press_old("Ada", sim.board(), computer)
    assert "All 2 seats of this table are taken." in ephemeral_text(late)
    assert state(sim) == before


async def test_of_two_who_join_at_once_for_the_last_seat_one_reads_that_it_is_taken(sim: SimServer):
    await sim.open(seats=2)
    join = buttons(sim.board())["Join"]
    answers = await sim.at_once(("Ben", sim.board(), join), ("Cleo", sim.board(), join))
    refused = [ephemeral_text(answer) for answer in answers if ephemeral_text(answer)]
    assert refused == ["All 2 seats of this table are taken."]
    table = await sim.table()
    assert len(table.people) == 2
    assert sum(name in text(sim.board()) for name in ("Ben", "Cleo")) == 1


async def test_computer_players_are_added_by_those_at_the_table(sim: SimServer):
    await sim.open(seats=4)
    assert "You do not play at this table" in ephemeral_text(
        await sim.press("Ben", "Add computer player")
    )
    assert (await sim.table()).names == ["Ada"]
    await sim.press("Ada", "Add computer player")
    await sim.press("Ada", "Add computer player")
    names = (await sim.table()).names
    assert len(set(names)) == 3
    assert all(name in text(sim.board()) for name in names)


async def test_a_game_does_not_start_with_too_few(sim: SimServer):
    await sim.open(seats=3)
    start = buttons(sim.board(), disabled=True)["Start"]
    answer = await sim.press_old("Ada", sim.board(), start)
    assert "is for 2 to 4 players; this table has 1" in ephemeral_text(answer)
    assert (await sim.table()).row.status == "lobby"


async def test_a_stranger_cannot_start_a_game(sim: SimServer):
    await sim.open(seats=3, computers=1)
    answer = await sim.press("Ben", "Start")
    assert "You do not play at this table" in ephemeral_text(answer)
    assert (await sim.table()).row.status == "lobby"


@pytest.mark.parametrize("starter", ["Ada", "Ben"])
async def test_starting_posts_the_board_and_notifies_the_player_to_move(
    sim: SimServer, starter: str
):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    await sim.press(starter, "Start")
    [board] = sim.posts()
    shown = ["My hand", "Move", "Rules", "Log", "Half an hour together?"]
    assert list(buttons(board)) == shown
    table = await sim.table()
    assert table.names == ["Ada", "Ben"] and table.row.seats == 2
    assert alt_texts(board) == [describe(table.view(None))]
    [asked] = await sim.asked()
    assert sim.pinged()[-1] == (set() if asked == starter else {asked})
    png = await board.attachments[0].read()
    assert png.startswith(b"\x89PNG")


async def test_a_game_that_runs_takes_no_more_lobby_presses(sim: SimServer):
    await sim.open(seats=3)
    lobby = buttons(sim.board())
    await sim.press("Ben", "Join")
    await sim.press("Ada", "Start")
    before = state(sim)
    for name, label in (("Cleo", "Join"), ("Ben", "Add computer player"), ("Ada", "Leave")):
        answer = await sim.press_old(name, sim.board(), lobby[label])
        assert "no longer gathering" in ephemeral_text(
            answer
        ) or "running already" in ephemeral_text(answer)
    answer = await sim.press_old("Ada", sim.board(), f"start:{(await sim.table()).id}:")
    assert "no longer gathering" in ephemeral_text(answer)
    assert state(sim) == before


async def test_two_who_press_start_at_once_start_one_game(sim: SimServer):
    await sim.open(seats=2)
    await sim.press("Ben", "Join")
    start = buttons(sim.board())["Start"]
    answers = await sim.at_once(("Ada", sim.board(), start), ("Ben", sim.board(), start))
    assert sum("no longer gathering" in ephemeral_text(answer) for answer in answers) == 1
    assert sim.sql("SELECT COUNT(*) FROM moves WHERE kind = 'start'") == [(1,)]


async def test_when_the_host_leaves_the_next_person_is_host(sim: SimServer):
    await sim.open(seats=4, computers=1)
    await sim.press("Ben", "Join")
    await sim.press("Ada", "Leave")
    assert re.search(r"Ben — host", text(sim.board()))
    await sim.pick_option("Ben", "25")
    assert (await sim.table()).options["end_gold"] == 25
    assert "Only the host" in ephemeral_text(
        await sim.forge("Ada", await sim.press("Ben", "Options"), game="")
    )


async def test_a_lobby_that_everybody_left_is_closed(sim: SimServer):
    await sim.open(seats=3, computers=1)
    await sim.press("Ada", "Leave")
    assert "was closed before it started" in text(sim.board())
    assert not buttons(sim.board())
    await sim.open(host="Ben")
    assert re.search(r"Ben — host", text(sim.board()))


async def test_somebody_leaves_a_lobby_by_command(sim: SimServer):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    answer = await sim.command("Ben", "game leave")
    assert "You have left table 1" in ephemeral_text(answer)
    assert (await sim.table()).names == ["Ada"]
    assert "You do not play" in ephemeral_text(await sim.press("Ben", "Leave"))


async def test_a_host_can_close_a_lobby_by_command_and_is_asked_first(sim: SimServer):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    asked = await sim.command("Ben", "game abandon")
    assert "Ada must agree, too." in ephemeral_text(asked)
    await sim.press("Ben", "Yes, ask them", asked.response)
    assert (await sim.table()).row.status == "lobby"
    question = await sim.command("Ada", "game abandon")
    assert "before it starts?" in ephemeral_text(question)
    assert (await sim.table()).row.status == "lobby"
    await sim.press("Ada", "Close the table", question.response)
    assert (await sim.table()).row.status == "abandoned"
    [closed] = [text(each) for each in sim.posts() if "was closed before" in text(each)]
    assert "closes itself" not in closed


# --- Options -------------------------------------------------------------------------------------


async def test_the_host_sets_options_in_the_lobby(sim: SimServer):
    await sim.open(seats=4)
    shown = await sim.pick_option("Ada", "Fancy accents: yes")
    assert "**Fancy accents: yes.**" in text(shown.response) and shown.response.ephemeral
    await sim.pick_option("Ada", "Market: stepped")
    table = await sim.table()
    assert table.options["accents"] is True and table.options["layout"] == "stepped"
    assert "**Fancy accents: yes.**" in text(sim.board())
    await sim.pick_option("Ada", "Fancy accents: no")
    assert table.options["accents"] is False
    assert "**Fancy accents" not in text(sim.board())


async def test_the_host_sets_many_options_in_one_form_and_one_commit(sim: SimServer):
    await sim.open(seats=4, computers=1)
    form, commits = await sim.press("Ada", "Options"), list[Any]()
    table = await sim.table()
    table.on_change = commits.append
    given = {"pace": "1h", "late": "seat", "level": "quick", "game": ["option:layout"]}
    await fill(sim.people["Ada"], form, **given, table=["hints", "starts_full"])
    assert (table.row.pace, table.row.late) == ("1h", "seat")
    assert (table.row.hints, table.row.starts_full) == (1, 1)
    assert table.options["layout"] == "stepped" and table.options["end_gold"] == 20
    assert [person.level for person in table.people] == ["", "quick"]
    assert len(commits) == 1


async def test_more_settings_than_a_form_has_fields_stand_in_several_forms(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.pages.lobby.MAX_FIELDS", 2)
    await sim.open(seats=4)
    sent = await fill(sim.people["Ada"], await sim.press("Ada", "Options"), pace="1h")
    form = await sim.press("Ada", "More options", sent.response)
    assert [each["label"] for each in fields(form)] == ["Powdered Wigs", "The table"]
    sent = await fill(sim.people["Ada"], form, table=["hints"])
    table = await sim.table()
    assert (table.row.pace, table.row.hints) == ("1h", 1) and "Hints: yes" in text(sent.response)


async def test_a_form_changes_nothing_that_another_form_shows(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.pages.lobby.MAX_FIELDS", 5)
    monkeypatch.setattr("bot.pages.lobby.MAX_TICKED", 1)
    await sim.open(seats=4)
    sent = await sim.pick_option("Ada", "Market: stepped")
    form = await sim.press("Ada", "More options", sent.response)
    assert "Market" not in [each["label"] for each in fields(form)]
    await fill(sim.people["Ada"], form, hints="1", game=[])
    table = await sim.table()
    assert table.row.hints == 1 and table.options["layout"] == "stepped"


async def test_a_form_of_the_lobby_changes_nothing_once_the_game_has_started(sim: SimServer):
    await sim.open(seats=2, computers=1)
    form = await sim.press("Ada", "Options")
    await sim.press("Ada", "Start")
    before = state(sim)
    refused = await fill(sim.people["Ada"], form, table=["hints"])
    assert "no longer gathering players" in ephemeral_text(refused) and state(sim) == before


async def test_only_the_host_sets_options(sim: SimServer):
    await sim.open(seats=4)
    await sim.press("Ben", "Join")
    before = state(sim)
    form = await sim.press("Ada", "Options")
    for name in ("Ben", "Cleo"):
        refused = await sim.forge(name, form, game="option:layout")
        assert "Only the host" in ephemeral_text(refused)
        shown = (await sim.press(name, "Options")).response
        assert shown.ephemeral and not options(shown)
        assert "**Market: five.** Columns I and III" in text(shown)
        assert "Only the host" in text(shown)
    assert state(sim) == before


async def test_every_option_is_explained_where_it_is_chosen(sim: SimServer):
    await sim.open(seats=4, computers=1, order="lot", pace="fast")
    form = await sim.press("Ada", "Options")
    listed = [each for part in fields(form) for each in part["component"]["options"]]
    told = {each["label"]: each.get("description", "") for each in listed}
    assert told["Market: stepped"] == "Tighter: columns I and III have only the squares 1 to 4."
    assert len(listed) > 15 and all(len(about) > 10 for about in told.values())
    assert len(set(told.values())) == len(listed)


async def test_after_a_refused_pick_the_same_option_can_be_picked_again(sim: SimServer):
    await sim.gather(computers=0)
    table = await sim.play_until(lambda table: table.question > 2)
    shown = (await sim.command("Ada", "game undo")).response
    await sim.behind(table.save(paused=1))
    for _ in range(2):
        before = len(sim.env.http_requests)
        custom_id, value = next(iter(options(shown).values()))
        answer = await sim.people["Ada"].select(shown, [value], custom_id=custom_id)
        assert "This game is paused until" in ephemeral_text(answer)
        # Discord shows what was picked until the message is edited, and sends nothing meanwhile.
        [edit] = [each for each in sim.env.http_requests[before:] if each.method == "PATCH"]
        assert edit.path.endswith("/messages/@original")
        assert not chosen(shown)


async def test_a_pick_in_outdated_options_shows_them_again_and_says_why(sim: SimServer):
    await sim.open(seats=4, computers=1)
    await sim.press("Ben", "Join")
    shown = (await sim.press("Ada", "Pace and seats")).response
    custom_id, value = options(shown)["Ben to seat 2"]
    await sim.press("Ben", "Leave")
    assert "Ben to seat 2" in options(shown)
    answer = await sim.people["Ada"].select(shown, [value], custom_id=custom_id)
    assert "⚠ Nothing changed: they are first already, or have left the table." in reply_text(
        answer
    )
    assert "Ben to seat 2" not in options(answer.response or shown)
    shown = (await sim.press("Ada", "Pace and seats")).response
    custom_id, value = next(iter(options(shown).values()))
    await sim.press("Ada", "Start")
    answer = await sim.people["Ada"].select(shown, [value], custom_id=custom_id)
    assert "⚠ This table is no longer gathering players." in reply_text(answer)
    assert not options(answer.response or shown)


async def test_a_longer_game_is_not_recommended_for_four(sim: SimServer):
    await sim.open(seats=4, options={"end_gold": 25})
    note = "not recommended with three or four players"
    assert note in text(sim.board())
    await sim.pick_option("Ada", "20")
    assert note not in text(sim.board())


async def test_the_options_of_the_lobby_are_those_of_the_game(sim: SimServer):
    await sim.open(seats=2, computers=1)
    await sim.pick_option("Ada", "25")
    await sim.press("Ada", "Start")
    assert (await sim.table()).state.end_gold == 25


@pytest.mark.parametrize(
    ("row", "setting"),
    [
        (TableRow, LATE),
        (TableRow, SEATING),
        (PersonRow, CONFIRM),
        (PersonRow, DMS),
        (PingRow, NOTIFY_HOW),
        (PingRow, NOTIFY_PLACE),
    ],
)
def test_a_setting_has_the_values_of_its_column(row: type[Any], setting: Setting):
    assert {*setting.values} == {*get_args(get_type_hints(row)[setting.name])}


# --- A busy channel ------------------------------------------------------------------------------


async def test_a_busy_channel_offers_a_thread_with_a_table_of_its_own(sim: SimServer):
    await sim.open(seats=3)
    first = text(sim.board())
    answer = await sim.open(host="Ben", seats=4)
    assert answer.ephemeral and "open in this channel already" in ephemeral_text(answer)
    opened = await sim.press("Ben", "Open it in a thread", answer.response)
    [thread] = sim.room.threads
    assert f"<#{thread.id}>" in reply_text(opened)
    lobby = text(sim.board(thread))
    assert re.search(r"Ben — host", lobby)
    table = await sim.table(2)
    assert table.row.channel == thread.id and table.row.seats == 4
    await sim.press("Cleo", "Join", sim.board(thread))
    await sim.press("Ben", "Start", sim.board(thread))
    assert "Move" in buttons(sim.board(thread))
    assert text(sim.posts()[0]) == first


async def test_a_busy_channel_without_threads_says_so(sim: SimServer):
    room = sim.guild.create_text_channel(
        "no-threads",
        overwrites={sim.env.bot.user: discord.PermissionOverwrite(create_public_threads=False)},
    )
    await sim.open(room=room)
    answer = await sim.open(host="Ben", room=room)
    assert "open in this channel already" in ephemeral_text(answer)
    assert "another channel" in ephemeral_text(answer) and not buttons(answer.response)


async def test_of_two_tables_opened_at_once_in_a_channel_one_is_refused(sim: SimServer):
    await sim.open(seats=2)
    other = await sim.open(seats=2)
    assert "open in this channel already" in ephemeral_text(other)
    assert sim.sql("SELECT COUNT(*) FROM tables WHERE status = 'lobby'") == [(1,)]


async def test_a_channel_is_free_again_after_a_game(sim: SimServer):
    await sim.start("Ada", computers=1)
    await sim.abandon("Ada")
    answer = await sim.open(host="Ben", seats=2)
    assert "Table 2 is open" in ephemeral_text(answer)


# --- How many -------------------------------------------------------------------------------------


async def test_a_person_hosts_ten_open_tables_at_most(sim: SimServer):
    rooms = [sim.guild.create_text_channel(f"room-{n}") for n in range(MAX_OPEN_OF_HOST + 1)]
    for room in rooms[:-1]:
        assert "is open" in ephemeral_text(await sim.open(room=room))
    refused = ephemeral_text(await sim.open(room=rooms[-1]))
    assert "You host 10 open tables" in refused and "/game abandon" in refused
    assert "is open" in ephemeral_text(await sim.open(room=rooms[-1], host="Ben"))
    await sim.restart()
    assert "You host 10 open tables" in ephemeral_text(await sim.open())
    await sim.press("Ada", "Leave", sim.board(rooms[0]))
    assert "is open" in ephemeral_text(await sim.open())


async def test_a_server_has_a_hundred_open_tables_at_most(sim: SimServer):
    await sim.open()
    [columns] = sim.sql("SELECT GROUP_CONCAT(name) FROM pragma_table_info('tables')")
    names = columns[0].split(",")[1:]
    values = [{"channel": "n", "host": "1"}.get(name, name) for name in names]
    sim.sql(
        "WITH RECURSIVE counted (n) AS (SELECT 1 UNION SELECT n + 1 FROM counted WHERE n < ?)"
        f" INSERT INTO tables ({', '.join(names)})"
        f" SELECT {', '.join(values)} FROM tables, counted",
        MAX_OPEN_OF_SERVER - 1,
    )
    room = sim.guild.create_text_channel("one-more")
    assert "This server has 100 open tables" in ephemeral_text(
        await sim.open(host="Ben", room=room)
    )
    assert sim.posts(room) == []


async def test_a_person_opens_one_thread_in_ten_minutes(sim: SimServer):
    await sim.open()
    sim.env.inject_error("POST", f"/channels/{sim.room.id}/threads", status=403, code=50013)
    for said in ("Create Public Threads", "is open", "At most 1 time in 10 minutes"):
        answer = await sim.open(host="Ben")
        assert said in reply_text(await sim.press("Ben", "Open it in a thread", answer.response))
    assert len(sim.room.threads) == 1
    answer = await sim.open(host="Cleo")
    assert "is open" in reply_text(await sim.press("Cleo", "Open it in a thread", answer.response))


async def test_somebody_who_opens_tables_without_pause_has_to_wait(sim: SimServer):
    for _ in range(NEW_TABLE.times):
        assert "is open" in ephemeral_text(await sim.open())
        await sim.press("Ada", "Leave")
    assert "At most 20 times in 10 minutes" in ephemeral_text(await sim.open())
    assert "is open" in ephemeral_text(await sim.open(host="Ben"))


async def test_offering_seats_or_starting_lessons_without_pause_has_to_wait(sim: SimServer):
    await sim.start("Ada", computers=1)
    for _ in range(GIVE.times):
        await sim.command("Ada", "game give", to=sim.people["Cleo"])
    again = await sim.command("Ada", "game give", to=sim.people["Cleo"])
    assert "At most 10 times in 10 minutes" in ephemeral_text(again)
    shut = sim.people["Ben"].user.dm_channel.id
    sim.env.inject_error(
        "POST", f"/channels/{shut}/messages", status=403, code=50007, times=TUTORIAL.times
    )
    for _ in range(TUTORIAL.times):
        assert "Allow direct" in ephemeral_text(await sim.command("Ben", "tutorial", game="wigs"))
    again = await sim.command("Ben", "tutorial", game="wigs")
    assert "At most 5 times in 10 minutes" in ephemeral_text(again)
