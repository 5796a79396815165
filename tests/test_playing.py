"""Playing in Discord: by buttons, by commands, in the channel and in private."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.operations.markdown import escape_markdown
from bot.pictures.drawing import describe as words
from bot.pictures.drawing import describe_fully
from cogs._text import split_text
from tests.conftest import Simulated, settings
from tests.sim_server import (
    MANY,
    SimServer,
    all_of,
    alt_texts,
    buttons,
    controls,
    ephemeral_text,
    parts,
    reply_text,
    text,
    without_bugs,
)


@pytest.fixture
def sim(simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture) -> Iterator[SimServer]:
    """A server with two players and a watcher."""
    with without_bugs(caplog):
        yield SimServer.of(simcord_env, "Ada", "Ben", "Cleo")


async def two(sim: SimServer, *, computers: int = 0, until: Any = None, **more: Any) -> Any:
    """A running game of Ada and Ben in the channel; Cleo watches."""
    await sim.open(seats=2 + computers, computers=computers, **more)
    await sim.press("Ben", "Join")
    await sim.press("Ada", "Start")
    return await (sim.play_until(until) if until else sim.table())


def away(table: Any) -> str:
    """Who of Ada and Ben did not make the last move."""
    return table.names[1 - table.last.seat]


def seal_holds(first: str, last: str) -> bool:
    """Whether seed and salt, shown at the end, give the seal shown at the start."""
    found = re.search(r"seed `(\d+)` with salt `(\w+)`", last)
    assert found
    seal = re.search(r"`([0-9a-f]{64})`", first)
    assert seal
    return hashlib.sha256(f"{found[2]}:{found[1]}".encode()).hexdigest() == seal[1]


# --- Whole games ---------------------------------------------------------------------------------


async def test_a_game_with_a_computer_player_is_played_to_its_score_by_buttons(sim: SimServer):
    await two(sim, computers=1)
    first = text(sim.board())
    by_dm = by_panel = 0
    for n in range(MANY):
        if n == 20:  # the middle of the game is like its beginning
            await sim.skip_the_middle(16)
        waiting = await sim.asked()
        if not waiting:
            break
        private = await sim.make_where_asked(waiting[0], await sim.default(waiting[0]))
        by_dm, by_panel = by_dm + private, by_panel + (not private)
    over = text(sim.board())
    table = await sim.table()
    assert table.row.status == "over" and table.state.scores
    assert by_dm > 5 and by_panel > 5
    for name, score in zip(table.names, table.state.scores, strict=True):
        assert re.search(rf"{name}.* — {score}\b", over)
    assert "👑" in over and ("wins" in over or "share the victory" in over)
    assert seal_holds(first, over)
    assert "Move" not in buttons(sim.board()) and "Replay" in buttons(sim.board())
    assert "Log" in buttons(sim.board())
    for name in ("Ada", "Ben"):
        assert not controls(sim.dms(name)[-1])


async def test_a_round_is_played_by_the_commands_of_the_game(sim: SimServer):
    table = await two(sim)
    verbs: set[str] = set()
    for _ in range(MANY):
        [name, *_] = await sim.asked()
        move = await sim.default(name)
        if "buy" not in verbs:  # the default never buys; somebody shall
            seat = table.names.index(name)
            bought = [m for m in table.game.legal(table.state, seat) if m.startswith("buy ")]
            move = bought[0] if bought else move
        verb, *words = move.split(" ")
        said: dict[str, str | int] = {}
        known = table.game.verbs[verb]
        for option, word in zip(known.words, words, strict=False):
            choices = await sim.people[name].autocomplete(
                sim.room, f"wigs {verb}", option[0], "", **said
            )
            value = int(word) if option[0] in known.numbers else word
            assert value in [choice["value"] for choice in choices]
            said[option[0]] = value
        answer = await sim.command(name, f"wigs {verb}", **said)
        assert "✓" in reply_text(answer) and answer.ephemeral
        verbs.add(verb)
        if table.state.round == 2 and {"take", "wear", "sell", "pass", "buy"} <= verbs:
            return
    raise AssertionError(f"only {verbs} were ever asked for")


async def test_a_command_of_the_game_takes_only_legal_moves(sim: SimServer):
    table = await two(sim, until="wear")
    before = table.seq
    answer = await sim.command("Ada", "wigs sell", wig=1, count=1)
    assert "not open to you" in ephemeral_text(answer) and "wear" in ephemeral_text(answer)
    choices = await sim.people["Ada"].autocomplete(sim.room, "wigs sell", "wig", "")
    assert choices == []
    assert table.seq == before


async def test_a_command_of_the_game_can_be_completed_by_the_name_of_a_wig(sim: SimServer):
    table = await two(sim, until="wear")
    seat = table.names.index("Ada")
    move = table.game.legal(table.state, seat)[-1]
    name = table.game.label(table.state, seat, move).split()[-1]
    choices = await sim.people["Ada"].autocomplete(sim.room, "wigs wear", "wig", name.lower())
    assert [choice["value"] for choice in choices] == [int(move.split()[-1])]
    listed = await sim.people["Ada"].autocomplete(sim.room, "move", "move", name.lower())
    assert [choice["value"] for choice in listed] == [move]


# --- Secrets -------------------------------------------------------------------------------------


async def world(folder: Path, pick: int, again: int | None = None) -> list[Any]:
    """All that others can see of a game in which Ada chooses the wig `pick`, then `again`."""
    folder.mkdir()
    bot = Simulated(settings(folder))
    try:
        async with simcord.run(bot, settle_timeout=30) as env:
            return await seen_by_others(SimServer.of(env, "Ada", "Ben", "Cleo"), pick, again)
    finally:
        await bot.close()


async def seen_by_others(sim: SimServer, pick: int, again: int | None) -> list[Any]:
    """What Ben and Cleo see of Ada's choice: messages, answers, what was sent to them."""
    await two(sim)
    table = await sim.play_until("wear", slowly=True)
    moves = table.game.legal(table.state, table.names.index("Ada"))
    assert len(moves) > 2
    await sim.make("Ada", moves[pick], sim.dms("Ada")[-1])
    if again is not None:
        await sim.make("Ada", moves[again], sim.dms("Ada")[-1])
    assert moves[pick if again is None else again] in table.state.answers.values()
    answers = [
        await sim.press("Ben", "Move"),
        await sim.press("Ben", "Log"),
        await sim.press("Cleo", "Log"),
        await sim.command("Ben", "game text"),
        await sim.command("Cleo", "game text"),
        await sim.command("Cleo", "game board"),
        await sim.command("Ben", "game list"),
        await sim.command("Cleo", "move", move=moves[0]),
    ]
    seen: list[Any] = [await all_of(message) for message in [*sim.posts(), *sim.dms("Ben")]]
    for answer in answers:
        for message in filter(None, [answer.response, *answer.followups]):
            seen.append(await all_of(message.message))
    seen.append(await sim.people["Ben"].autocomplete(sim.room, "move", "move", ""))
    channels = {"room": sim.room.id, "dm": sim.people["Ben"].user.dm_channel.id}
    for channel in channels.values():
        seen.append(
            [
                (each.method, each.path, json.dumps(each.json, sort_keys=True, default=str))
                for each in sim.env.http_requests
                if f"/channels/{channel}/" in each.path
            ]
        )
    people = {name: actor.id for name, actor in sim.people.items()}
    known = {str(number): name for name, number in {**people, **channels}.items()}
    return [without_numbers(each, known) for each in seen]


def without_numbers(thing: Any, known: dict[str, str]) -> Any:
    """The same without the numbers that Discord gives to messages and files as they come."""
    if isinstance(thing, dict):
        return {key: without_numbers(value, known) for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [without_numbers(each, known) for each in thing]
    if isinstance(thing, str):
        return re.sub(r"\d{17,20}", lambda found: known.get(found[0], "#"), thing)
    return thing


@pytest.fixture
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table of a test has the same seed."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 77)
    monkeypatch.setattr("secrets.token_hex", lambda bytes: "5a" * bytes)


@pytest.mark.usefixtures("drawn_once", "same_seed")
async def test_others_see_the_same_whatever_somebody_chooses_in_secret(tmp_path: Path):
    one, other = [await world(tmp_path / str(pick), pick) for pick in (0, 1)]
    assert len(one) > 10
    for here, there in zip(one, other, strict=True):
        assert here == there


@pytest.mark.usefixtures("drawn_once", "same_seed")
async def test_others_see_the_same_however_a_player_changes_a_secret_answer(tmp_path: Path):
    one, other = [await world(tmp_path / str(pick), 0, pick) for pick in (1, 2)]
    for here, there in zip(one, other, strict=True):
        assert here == there


async def test_a_change_of_mind_shows_nothing_to_the_others(sim: SimServer):
    table = await two(sim, until="wear")
    moves = table.game.legal(table.state, table.names.index("Ada"))
    await sim.make("Ada", moves[0], sim.dms("Ada")[-1])
    places = [sim.room, sim.people["Ben"].user.dm_channel]
    before = [await all_of(m) for m in [*sim.posts(), *sim.dms("Ben")]]
    sent = [len(sim.requests(method, each)) for each in places for method in ("POST", "PATCH")]
    await sim.make("Ada", moves[1], sim.dms("Ada")[-1])
    assert table.state.answers == {table.names.index("Ada"): moves[1]}
    assert [await all_of(m) for m in [*sim.posts(), *sim.dms("Ben")]] == before
    assert sent == [
        len(sim.requests(method, each)) for each in places for method in ("POST", "PATCH")
    ]


async def test_a_secret_is_asked_in_a_dm_and_the_channel_shows_only_who_has_chosen(sim: SimServer):
    table = await two(sim, until="wear")
    seat = table.names.index("Ada")
    moves = table.game.legal(table.state, seat)
    labels = [table.game.label(table.state, seat, move) for move in moves]
    asking = sim.dms("Ada")[-1]
    assert table.view(None)["prompt"] in text(asking)
    assert set(labels) <= set(buttons(asking))
    await sim.press_dm("Ada", labels[0])
    receipt = text(sim.dms("Ada")[-1])
    assert f"✓ You have chosen: **{labels[0]}**" in receipt and receipt.count(labels[0]) == 1
    board = sim.board()
    assert re.search(r"Ada — has chosen", text(board))
    assert re.search(r"Ben — \*\*to choose\*\*", text(board))
    said = json.dumps([text(board), alt_texts(board), parts(board)])
    for label, move in zip(labels, moves, strict=True):
        assert label not in said and move not in said


async def test_a_secret_choice_can_be_changed_until_the_last_one_is_in(sim: SimServer):
    table = await two(sim, until="wear")
    ada, ben = table.names.index("Ada"), table.names.index("Ben")
    first, second = table.game.legal(table.state, ada)[:2]
    old = sim.dms("Ada")[-1]
    await sim.make("Ada", first, old)
    await sim.make("Ada", second, sim.dms("Ada")[-1])
    label = table.game.label(table.state, ada, second)
    assert f"You have chosen: **{label}**" in text(sim.dms("Ada")[-1])
    await sim.make("Ada", first, sim.dms("Ada")[-1])
    stale = next(each for each in controls(sim.dms("Ada")[-1]) if each.endswith(second))
    worn = table.game.legal(table.state, ben)[0]
    await sim.make("Ben", worn, sim.dms("Ben")[-1])
    assert table.state.players[ada].worn == int(first.split()[1])
    assert table.state.players[ben].worn == int(worn.split()[1])
    before = table.seq
    late = await sim.press_old("Ada", sim.dms("Ada")[-1], stale)
    assert "moved on" in reply_text(late)
    assert table.seq == before


async def test_all_choices_are_shown_when_the_last_one_is_in(sim: SimServer):
    table = await two(sim, until="wear")
    worn: list[str] = []
    for name in ("Ada", "Ben"):
        seat = table.names.index(name)
        move = table.game.legal(table.state, seat)[0]
        wig = table.game.label(table.state, seat, move).removeprefix("Wear ")
        worn.append(f"{name} wears {wig}.")
        assert worn[0] not in text(sim.board())
        await sim.make(name, move, sim.dms(name)[-1])
    for sentence in worn:
        assert sentence in text(sim.board())


@pytest.mark.parametrize("code", [50007, 50278])
async def test_somebody_with_closed_dms_is_notified_in_the_channel_and_chooses_there(
    sim: SimServer, code: int
):
    await two(sim)
    for name in ("Ada", "Ben"):
        dm = sim.people[name].user.dm_channel
        if name == "Ada":
            sim.env.inject_error(
                "POST",
                f"/channels/{dm.id}/messages",
                status=403,
                code=code,
                message="Cannot send messages to this user",
                times=None,
            )
    table = await sim.play_until("wear")
    assert not sim.dms("Ada") and sim.dms("Ben")
    if away(table) == "Ada":
        assert sim.pinged()[-1] == {"Ada"}
    else:
        assert sim.pinged()[-1] == set()
    assert "Move" in buttons(sim.board()) and "press **Move**" in text(sim.board())
    panel = await sim.press("Ada", "Move")
    assert panel.ephemeral and panel.response.ephemeral
    seat = table.names.index("Ada")
    move = table.game.legal(table.state, seat)[0]
    await sim.make("Ada", move, panel.response)
    assert table.state.answers == {seat: move}
    assert "✓" in text(panel.response)


async def test_closed_dms_are_not_tried_again_until_somebody_asks_for_them(sim: SimServer):
    await two(sim)
    channel = sim.people["Ada"].user.dm_channel
    sim.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None
    )
    table = await sim.play_until("wear")
    tried = len(sim.requests("POST", channel))
    assert tried == 1
    await sim.play_until(lambda t: t.state.round == 2 and t.view(None)["choice"] == "wear")
    assert len(sim.requests("POST", channel)) == tried
    sim.env.backend.faults.clear()
    await sim.command("Ada", "game dms", wanted=True)
    assert controls(sim.dms("Ada")[-1])
    assert table.view(None)["prompt"] in text(sim.dms("Ada")[-1])


@pytest.mark.parametrize("code", [40003, 20026, 0])
async def test_a_dm_that_is_refused_for_now_comes_later_and_is_asked_at_the_table_meanwhile(
    sim: SimServer, code: int
):
    channel = sim.people["Ben"].user.dm_channel
    path = f"/channels/{channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=code, times=2)
    await two(sim, game="rokoko")  # all are asked in secret
    assert not sim.dms("Ben") and sim.dms("Ada")
    assert sim.pinged()[-1] == {"Ben"} and "Move" in buttons(sim.board())
    assert (await sim.bot.store.people.get(sim.people["Ben"].id)).dms == "wanted"
    for wait_s, tried in ((50, 1), (20, 2), (200, 2), (50, 3)):
        await sim.env.advance_time(wait_s)
        assert len(sim.requests("POST", channel)) == tried
    assert controls(sim.dms("Ben")[-1]) and len(sim.posts()) == 1
    assert sim.sql("SELECT * FROM outbox") == []


async def test_a_dm_that_is_edited_after_its_question_is_silent(sim: SimServer):
    await two(sim, until="wear")
    before = {name: sim.dms(name)[-1].id for name in ("Ada", "Ben")}
    for name in before:
        channel = sim.people[name].user.dm_channel
        path = f"/channels/{channel.id}/messages/*"
        sim.env.inject_error("PATCH", path, status=429, code=30046, times=None)
    for name in before:
        await sim.command(name, "move", move=await sim.default(name))
    settled = [name for name in before if "Noted." in text(sim.dms(name)[-1])]
    assert settled
    for name in settled:
        [message] = sim.dms(name)
        assert message.id != before[name] and message.flags.suppress_notifications


async def test_a_player_who_turns_dms_off_gets_none_until_they_turn_them_on(sim: SimServer):
    table = await two(sim)
    answer = await sim.command("Ada", "game dms", wanted=False)
    assert "You answer at the table instead." in ephemeral_text(answer)
    await sim.play_until("wear")
    assert not sim.dms("Ada") and sim.dms("Ben")
    panel = await sim.press("Ada", "Move")
    assert panel.ephemeral and controls(panel.response)
    answer = await sim.command("Ada", "game dms", wanted=True)
    assert answer.ephemeral
    [asking] = sim.dms("Ada")
    move = table.game.legal(table.state, table.names.index("Ada"))[0]
    await sim.make("Ada", move, asking)
    assert table.state.answers


async def test_somebody_may_refuse_dms_while_one_asks_and_then_no_other_comes(sim: SimServer):
    await two(sim, until="wear")
    assert sim.dms("Ada")
    await sim.command("Ada", "game dms", wanted=False)
    count = len(sim.dms("Ada"))
    await sim.play_until(lambda t: t.state.round == 2 and t.view(None)["choice"] == "wear")
    assert len(sim.dms("Ada")) <= count


async def test_a_dm_loses_its_controls_when_the_question_has_passed(sim: SimServer):
    table = await two(sim, until="wear")
    for name in ("Ada", "Ben"):
        move = table.game.legal(table.state, table.names.index(name))[0]
        await sim.make(name, move, sim.dms(name)[-1])
    for name in ("Ada", "Ben"):
        if name not in await sim.asked():
            assert not controls(sim.dms(name)[-1])
            now = text(sim.dms(name)[-1])
            assert "Noted." in now or "Waiting for" in now
    assert sum(bool(controls(sim.dms(name)[-1])) for name in ("Ada", "Ben")) <= 1


# --- Presses that must not count -----------------------------------------------------------------


async def test_a_stale_press_is_refused_with_a_sentence_and_a_fresh_menu(sim: SimServer):
    table = await two(sim)
    name = (await sim.asked())[0]
    panel = (await sim.press(name, "Move")).response
    stale = controls(panel)[0]
    await sim.play_until(lambda t: name in [t.names[s] for s in t.state.asked] and t.seq > 1)
    before = table.seq, table.game.dump(table.state)
    late = await sim.press_old(name, panel, stale)
    assert "moved on" in reply_text(late)
    fresh = controls(panel)
    assert fresh and stale not in fresh
    assert all(f":{table.question}:" in each for each in fresh)
    assert (table.seq, table.game.dump(table.state)) == before
    await sim.make(name, await sim.default(name), panel)
    assert table.seq == before[0] + 1


async def test_a_stale_press_of_somebody_who_is_no_longer_asked_says_that_it_is_not_their_turn(
    sim: SimServer,
):
    table = await two(sim)
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    stale = controls(panel)[0]
    await sim.make(name, await sim.default(name), panel)
    [other] = await sim.asked()
    assert other != name
    before = table.seq
    late = await sim.press_old(name, panel, stale)
    assert "moved on" in reply_text(late) and "It is not your turn." in reply_text(late)
    assert table.seq == before


async def test_a_watcher_can_neither_move_nor_look_at_a_hand(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    before = table.seq
    for answer in [
        await sim.press("Cleo", "Move"),
        await sim.press("Cleo", "My hand"),
        await sim.press_old("Cleo", sim.board(), controls(panel)[0]),
        await sim.command("Cleo", "move", move=await sim.default(name)),
        await sim.command("Cleo", "hand"),
    ]:
        assert "You do not play at this table. Its players: Ada and Ben." in ephemeral_text(answer)
        shown = [each for each in [answer.response, *answer.followups] if each and each.ephemeral]
        assert not any(each.attachments for each in shown)
    assert table.seq == before


async def test_a_player_cannot_move_for_another(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    other = "Ben" if name == "Ada" else "Ada"
    panel = (await sim.press(name, "Move")).response
    before = table.seq
    for answer in [
        await sim.press_old(other, sim.board(), controls(panel)[0]),
        await sim.command(other, "move", move=await sim.default(name)),
    ]:
        assert "not your turn" in ephemeral_text(answer) and name in ephemeral_text(answer)
    assert table.seq == before


async def test_a_press_on_another_table_is_refused_to_those_who_do_not_sit_there(sim: SimServer):
    first = await two(sim)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    await sim.open(host="Cleo", room=elsewhere, seats=2, computers=1)
    await sim.press("Cleo", "Start", sim.board(elsewhere))
    second = await sim.table(2)
    assert second.seat_of(sim.people["Ada"].id) is None
    before = first.seq, second.seq
    for custom_id in (f"move:2:{second.question}:take 1", f"into:2:{second.question}:", "panel:2:"):
        answer = await sim.press_old("Ada", sim.board(), custom_id)
        assert "You do not play at this table" in ephemeral_text(answer)
    assert (first.seq, second.seq) == before


async def test_a_press_on_a_table_that_does_not_exist_is_refused(sim: SimServer):
    await two(sim)
    for custom_id in ("move:99:0:take 1", "panel:99:", "join:99:", "log:99:"):
        answer = await sim.press_old("Ada", sim.board(), custom_id)
        assert re.search(r"There is no .*table", ephemeral_text(answer)), custom_id


async def test_a_press_that_this_release_does_not_know_is_answered_with_a_sentence(sim: SimServer):
    table = await two(sim)
    before = table.seq
    answer = await sim.press_old("Ada", sim.board(), "waltz:1:2:take 1")
    assert "out of date" in ephemeral_text(answer)
    assert table.seq == before


async def test_an_interaction_that_is_delivered_twice_plays_once(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    await sim.make(name, await sim.default(name), panel)
    before = table.seq, table.game.dump(table.state)
    await sim.deliver_again()
    assert (table.seq, table.game.dump(table.state)) == before


async def test_a_move_that_was_committed_before_a_crash_is_not_played_again(sim: SimServer):
    table = await two(sim)
    seat = table.state.asked[0]
    first = await table.submit(seat, table.game.default(table.state, seat), "interaction 1")
    again = await table.submit(
        seat, table.game.default(table.state, table.state.asked[0]), "interaction 1"
    )
    assert again.repeated and not first.repeated
    assert (again.seat, again.move, again.seq) == (first.seat, first.move, first.seq)
    assert table.seq == first.seq


async def test_two_presses_at_once_make_one_move(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    one, other = controls(panel)[:2]
    before = table.seq
    answers = await sim.at_once((name, panel, one), (name, panel, other))
    assert table.seq == before + 1
    assert table.last.move == one.split(":", 3)[3]
    assert all(answer.acknowledged for answer in answers)
    shown = json.dumps([each.json for each in sim.env.http_requests if each.json])
    assert "The game has moved on" in shown or "the game has moved on" in shown


async def test_two_people_who_choose_at_once_have_both_chosen(sim: SimServer):
    table = await two(sim, until="wear")
    presses = [(name, sim.dms(name)[-1], controls(sim.dms(name)[-1])[0]) for name in ("Ada", "Ben")]
    answers = await sim.at_once(*presses)
    assert all(answer.acknowledged for answer in answers)
    assert table.view(None)["choice"] != "wear"
    assert all(player.worn for player in table.state.players)


# --- Taking back, looking ------------------------------------------------------------------------


async def test_the_own_last_move_can_be_taken_back(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    before = table.game.dump(table.state)
    panel = (await sim.press(name, "Move")).response
    assert "Take back my last move" not in buttons(panel)
    move = await sim.default(name)
    label = table.game.label(table.state, table.names.index(name), move)
    await sim.make(name, move, panel)
    assert table.game.dump(table.state) != before
    back = await sim.press(name, "Take back my last move", panel)
    assert f"✓ You took back: {label}" in reply_text(back) and controls(panel)
    assert name not in reply_text(back), "it is told once, and to them"
    again = (await sim.press(name, "Redo my move", panel)).response
    assert f"✓ You redid your move: {label}" in text(again) and name not in text(again)
    await sim.press(name, "Take back my last move", panel)
    assert table.game.dump(table.state) == before
    assert f"{name} takes the last move back." in text(sim.board())
    assert re.search(rf"{name} — \*\*to move\*\*", text(sim.board()))


async def test_a_move_cannot_be_taken_back_after_somebody_else_moved(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    await sim.make(name, await sim.default(name), panel)
    stale = buttons(panel)["Take back my last move"]
    [other] = await sim.asked()
    await sim.command(other, "move", move=await sim.default(other))
    before = table.seq
    assert "moved on" in ephemeral_text(await sim.press_old(name, panel, stale))
    current = await sim.press_old(name, panel, f"undo:1:{table.question}")
    assert "only your own last move" in ephemeral_text(current)
    assert table.seq == before


async def test_a_move_that_revealed_something_cannot_be_taken_back(sim: SimServer):
    table = await two(sim, until="wear")
    for name in ("Ada", "Ben"):
        move = table.game.legal(table.state, table.names.index(name))[0]
        await sim.make(name, move, sim.dms(name)[-1])
    before = table.seq
    panel = (await sim.press("Ben", "Move")).response
    assert "Take back my last move" not in buttons(panel)
    answer = await sim.press_old("Ben", panel, f"undo:1:{table.question}")
    assert "revealed something" in ephemeral_text(answer)
    assert table.seq == before


async def test_a_secret_choice_can_be_taken_back_while_others_choose(sim: SimServer):
    table = await two(sim, until="wear")
    seat = table.names.index("Ada")
    await sim.make("Ada", table.game.legal(table.state, seat)[0], sim.dms("Ada")[-1])
    await sim.press_dm("Ada", "Take back my last move")
    assert table.state.answers == {} and seat in table.state.asked
    assert re.search(r"Ada — \*\*to choose\*\*", text(sim.board()))


async def test_a_hand_is_shown_to_its_owner_only(sim: SimServer):
    table = await two(sim, until="wear")
    for answer in (await sim.command("Ada", "hand"), await sim.press("Ada", "My hand")):
        assert answer.response.ephemeral and answer.response.attachments
        assert not controls(answer.response)
        assert alt_texts(answer.response) == [
            describe(table, table.names.index("Ada")),
        ]
    hand = (await sim.command("Ada", "hand")).response
    assert "Press **Move** to answer." in text(hand)
    assert controls((await sim.press("Ada", "Move", hand)).response), "the same message asks"
    private = await sim.command_dm("Ada", "hand")
    assert alt_texts(private.response) == [describe(table, table.names.index("Ada"))]
    public = {each for message in sim.posts() for each in alt_texts(message)}
    assert describe(table, table.names.index("Ada")) not in public
    assert describe(table, None) in public


def describe(table: Any, seat: int | None) -> str:
    """The words for what a seat sees."""
    return words(table.view(seat))


async def test_the_log_tells_secret_draws_to_their_owner_only(sim: SimServer):
    table = await two(sim)
    chance = random.Random(1)
    await sim.play_until(
        lambda t: any(to is not None for _, _, to in t.state.news),
        choose=lambda t, seat: chance.choice(t.game.legal(t.state, seat)),
    )
    found = [(line, to) for _, line, to in await table.news() if to is not None]
    line, to = found[-1]
    for name in ("Ada", "Ben", "Cleo"):
        log = await sim.press(name, "Log")
        assert log.response.ephemeral
        assert (line in reply_text(log)) == (name == table.names[to])
    for message in sim.posts():
        assert line not in text(message) and line not in str(alt_texts(message))


async def test_the_text_of_a_table_says_what_its_pictures_show(sim: SimServer):
    table = await two(sim, until="wear")
    mine = await sim.command("Ada", "game text")
    assert mine.response.ephemeral
    lines = describe_fully(table.view(table.names.index("Ada"))).splitlines()
    assert all(escape_markdown(line) in reply_text(mine) for line in lines)
    assert table.view(None)["prompt"] in reply_text(mine)
    other = await sim.command("Cleo", "game text")
    assert all(
        escape_markdown(line) in reply_text(other)
        for line in describe_fully(table.view(None)).splitlines()
    )
    assert "**You:**" not in reply_text(other)


def test_a_long_text_goes_on_in_another_message_and_is_cut_between_lines():
    sections = ["head", "a" * 40, "b\n" * 30 + "b", "c" * 45]
    texts = split_text(sections, 50)
    assert "\n".join(texts) == "\n".join(sections)
    assert all(len(text) <= 50 for text in texts) and len(texts) == 4


# --- Calls ---------------------------------------------------------------------------------------


async def test_only_those_who_must_act_are_notified_and_only_by_a_new_message(sim: SimServer):
    table = await two(sim)
    for _ in range(6):
        [name] = await sim.asked()
        count = len(sim.requests("POST"))
        await sim.command(name, "move", move=await sim.default(name))
        calls = sim.pinged()[count:]
        asked = set(await sim.asked())
        if asked != {name}:
            assert calls == [asked]
    assert all(calls == set() for calls in sim.pinged("PATCH"))
    assert not any("Cleo" in calls for calls in sim.pinged())
    assert table.seq == 6


async def test_the_board_stays_one_message(sim: SimServer):
    await two(sim)
    for _ in range(4):
        [name] = await sim.asked()
        await sim.command(name, "move", move=await sim.default(name))
    assert len(sim.posts()) == 1


async def test_somebody_asked_in_a_dm_is_not_notified_in_the_channel_as_well(sim: SimServer):
    table = await two(sim)
    count = 0
    while table.view(None)["choice"] == "draft":
        count = len(sim.requests("POST"))
        [name] = await sim.asked()
        await sim.command(name, "move", move=await sim.default(name))
    assert controls(sim.dms("Ada")[-1]) and controls(sim.dms("Ben")[-1])
    assert not any(sim.pinged()[count:])
    assert re.search(r"Ada.* — \*\*to choose\*\*", text(sim.board()))


async def test_somebody_who_plays_alone_is_never_notified(sim: SimServer):
    await sim.open(seats=3, computers=2)
    await sim.press("Ada", "Start")
    await sim.play_until(lambda t: t.state.round == 2)
    assert not any(sim.pinged())
    assert all(calls == set() for calls in sim.pinged("PATCH"))
    assert len(sim.posts()) == 1


# --- Leaving and ending --------------------------------------------------------------------------


async def test_a_computer_player_takes_the_seat_of_somebody_who_leaves(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    other = "Ben" if name == "Ada" else "Ada"
    question = await sim.command(name, "game leave")
    assert "for good?" in ephemeral_text(question) and "computer player" in ephemeral_text(question)
    assert table.seat_of(sim.people[name].id) is not None
    gone = await sim.press(name, "Leave the game", question.response)
    assert "You have left table 1" in reply_text(gone)
    assert table.seat_of(sim.people[name].id) is None
    assert table.row.status == "running" and table.seq > 0
    assert await sim.asked() == [other]
    assert re.search(rf"{name}.*\(computer\)", text(sim.board()))
    assert table.row.host == sim.people[other].id
    before = table.seq
    await sim.command(other, "move", move=await sim.default(other))
    assert table.seq > before + 1


async def test_a_game_that_its_last_person_leaves_is_closed(sim: SimServer):
    await sim.open(seats=2, computers=1)
    await sim.press("Ada", "Start")
    question = await sim.command("Ada", "game leave")
    await sim.press("Ada", "Leave the game", question.response)
    assert (await sim.table()).row.status == "abandoned"
    assert "was given up" in text(sim.board())
    assert (await sim.open(host="Ben", seats=2)).response
    assert (await sim.table()).row.status == "lobby"


async def test_a_game_ends_unfinished_when_all_people_agree(sim: SimServer):
    table = await two(sim, computers=1, until="wear")
    before = len(sim.posts())
    question = await sim.command("Ada", "game abandon")
    assert "Ben must agree, too." in ephemeral_text(question)
    assert not table.votes and len(sim.posts()) == before
    asked = await sim.press("Ada", "Yes, ask them", question.response)
    assert "I have asked the others" in ephemeral_text(asked) and "⚠" not in ephemeral_text(asked)
    vote = sim.board()
    assert "All must agree." in text(vote)
    assert "End this game early?" in text(vote)
    assert sim.people["Ben"].mention in text(vote) and sim.pinged()[-1] == {"Ben"}
    assert table.row.status == "running"
    assert "You do not play" in ephemeral_text(await sim.press("Cleo", "Agree", vote))
    assert table.row.status == "running"
    await sim.press("Ben", "Agree", vote)
    assert table.row.status == "abandoned"
    assert "Agree" not in {label for message in sim.posts() for label in buttons(message)}
    assert any("was given up" in text(message) for message in sim.posts())
    assert not any(controls(sim.dms(name)[-1]) for name in ("Ada", "Ben"))


async def test_somebody_who_plays_alone_is_asked_before_the_game_ends(sim: SimServer):
    await sim.open(seats=2, computers=1)
    await sim.press("Ada", "Start")
    question = await sim.command("Ada", "game abandon")
    assert "It ends at once" in ephemeral_text(question)
    assert (await sim.table()).row.status == "running"
    again = await sim.command("Ada", "game abandon")
    answer = await sim.press("Ada", "End the game", question.response)
    assert "given up" in reply_text(answer)
    assert (await sim.table()).row.status == "abandoned"
    assert "ended already" in ephemeral_text(await sim.press("Ada", "End the game", again.response))
    assert "ended already" in ephemeral_text(await sim.command("Ada", "game abandon"))


async def test_a_player_who_has_agreed_sees_whose_vote_is_missing(sim: SimServer):
    table = await two(sim, until="wear")
    first, second = [await sim.command("Ada", "game abandon") for _ in range(2)]
    await sim.press("Ada", "Yes, ask them", first.response)
    waits = "You have agreed already; Ben must agree, too."
    late = await sim.press("Ada", "Yes, ask them", second.response)
    assert waits in ephemeral_text(late)
    assert waits in ephemeral_text(await sim.command("Ada", "game abandon"))
    answer = await sim.command("Ben", "game abandon")
    assert "It ends at once" in ephemeral_text(answer)
    await sim.press("Ben", "End the game", answer.response)
    assert table.row.status == "abandoned"


async def test_nobody_ends_a_game_with_the_question_to_somebody_else(sim: SimServer):
    table = await two(sim)
    question = await sim.command("Ada", "game abandon")
    custom_id = next(iter(buttons(question.response).values()))
    for name in ("Ben", "Cleo"):
        other = await sim.press_old(name, sim.board(), custom_id)
        assert "Somebody else was asked this." in ephemeral_text(other)
    assert table.row.status == "running" and not table.votes


async def test_the_question_of_a_lobby_does_not_end_the_game_that_has_started(sim: SimServer):
    await sim.open(seats=2, computers=1)
    question = await sim.command("Ada", "game abandon")
    await sim.press("Ada", "Start")
    late = await sim.press("Ada", "Close the table", question.response)
    assert "The game has started since you were asked, so it was not ended." in ephemeral_text(late)
    assert (await sim.table()).row.status == "running"


async def test_a_stranger_cannot_end_a_game(sim: SimServer):
    table = await two(sim)
    for command in ("game abandon", "game leave"):
        assert "You do not play" in ephemeral_text(await sim.command("Cleo", command))
    assert table.row.status == "running" and not table.votes


async def test_nobody_looks_at_a_table_whose_channel_they_cannot_see(sim: SimServer):
    table = await two(sim)
    for command in ("game text", "history", "move"):
        more = {"move": "pass"} if command == "move" else {}
        answer = await sim.command_dm("Cleo", command, game=str(table.id), **more)
        assert "Powdered Wigs" not in reply_text(answer), command
    assert "Powdered Wigs" in reply_text(
        await sim.command_dm("Ada", "game text", game=str(table.id))
    )
    assert "Powdered Wigs" in reply_text(await sim.command("Cleo", "game text"))


# --- Commands in a DM, and what nobody may type --------------------------------------------------


async def two_tables(sim: SimServer) -> None:
    """Ada plays at two tables against computer players."""
    for room in (sim.room, sim.guild.create_text_channel("second-room")):
        await sim.open(room=room, seats=2, computers=1)
        await sim.press("Ada", "Start", sim.board(room))


async def test_in_a_dm_somebody_with_several_games_must_choose_one(sim: SimServer):
    await two_tables(sim)
    one, two = await sim.table(1), await sim.table(2)
    for table in (one, two):
        assert table.waiting_people()
    before = one.seq, two.seq
    for command, said in (("move", {"move": "pass"}), ("hand", {}), ("wigs take", {"wig": 1})):
        answer = await sim.command_dm("Ada", command, **said)
        assert "choose one with `game:`" in reply_text(answer)
    assert (one.seq, two.seq) == before
    choices = await sim.people["Ada"].user.autocomplete("hand", "game", "")
    assert [choice["value"] for choice in choices] == ["1", "2"]
    assert all("waits for you" in choice["name"] for choice in choices)
    seat = two.waiting_people()[0]
    move = two.game.default(two.state, seat)
    listed = await sim.people["Ada"].user.autocomplete("move", "move", "", game="2")
    assert move in [choice["value"] for choice in listed]
    answer = await sim.command_dm("Ada", "move", move=move, game="2")
    assert "✓" in reply_text(answer)
    assert one.seq == before[0] and two.seq > before[1]
    verb, word = one.game.default(one.state, one.waiting_people()[0]).split()
    answer = await sim.command_dm("Ada", f"wigs {verb}", wig=int(word), game="1")
    assert "✓" in reply_text(answer) and one.seq > before[0]


async def test_in_a_dm_a_command_is_for_the_only_game_that_waits(sim: SimServer):
    table = await two(sim)
    [name] = await sim.asked()
    answer = await sim.command_dm(name, "move", move=await sim.default(name))
    assert "✓" in reply_text(answer) and table.seq == 1
    assert "You are not in a game" in reply_text(await sim.command_dm("Cleo", "hand"))


@pytest.mark.parametrize("number", ["0", "77", "-1", "²", "9" * 30, "wigs", "1; drop table"])
async def test_an_unknown_game_is_refused_with_a_sentence(sim: SimServer, number: str):
    await two(sim)
    for command in ("hand", "game text", "game leave"):
        answer = await sim.command("Ada", command, game=number)
        assert re.search(r"There is no .*table|Choose one of your games", ephemeral_text(answer))


@pytest.mark.parametrize(
    "move",
    ["buy II 3", "dance", "wear 9", "wear", "wear 1 1", "WEAR 1", "²", "**bold**", "x" * 4000],
)
async def test_an_unknown_move_is_refused_with_the_legal_ones(sim: SimServer, move: str):
    table = await two(sim, until="wear")
    before = table.seq
    answer = await sim.command("Ada", "move", move=move)
    open_moves = table.game.legal(table.state, table.names.index("Ada"))
    assert "You can: " + ", ".join(open_moves) in ephemeral_text(answer)
    assert len(ephemeral_text(answer)) <= 2000
    assert table.seq == before


async def test_a_refusal_names_the_rule_that_forbids_the_move(sim: SimServer):
    table = await two(sim, until="sell")
    [name] = await sim.asked()
    p = table.state.players[table.names.index(name)]
    lacking = next(wig for wig in range(1, 6) if wig not in p.tiles)
    answer = await sim.command(name, "wigs sell", wig=lacking, count=1)
    assert "behind your screen" in ephemeral_text(answer) and "You can: " not in ephemeral_text(
        answer
    )


async def test_a_mention_or_markdown_in_a_name_reaches_nobody(sim: SimServer):
    loud = sim.guild.add_member(sim.env.create_user("loud", global_name="@everyone **x** <@1>"))
    sim.people["loud"] = loud
    await sim.open(host="loud", seats=2, computers=1)
    await sim.press("loud", "Start")
    for method in ("POST", "PATCH"):
        for sent in sim.requests(method):
            allowed = sent["allowed_mentions"]
            assert not allowed.get("parse") and not allowed.get("roles")
    assert "**x**" not in text(sim.board())
