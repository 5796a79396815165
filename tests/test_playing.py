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
from bot.pictures.pictures import describe as words
from bot.pictures.pictures import describe_fully
from cogs._text import split_text
from tests.conftest import Simulated, settings
from tests.salon import (
    MANY,
    Salon,
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

SEED = 77
"""Short games, and different wigs for everybody."""


@pytest.fixture(autouse=True)
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has the same seed, so that tests repeat."""
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)
    monkeypatch.setattr("secrets.token_hex", lambda bytes: "5a" * bytes)


@pytest.fixture
def salon(simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture) -> Iterator[Salon]:
    """A server with two players and a watcher."""
    with without_bugs(caplog):
        yield Salon.of(simcord_env, "Ada", "Ben", "Cleo")


async def two(salon: Salon, *, computers: int = 0, until: Any = None, **more: Any) -> Any:
    """A running game of Ada and Ben in the channel; Cleo watches."""
    await salon.open(seats=2 + computers, computers=computers, **more)
    await salon.press("Ben", "Join")
    await salon.press("Ada", "Start")
    return await (salon.play_until(until) if until else salon.table())


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


async def test_a_game_with_a_computer_player_is_played_to_its_score_by_buttons(salon: Salon):
    await two(salon, computers=1)
    first = text(salon.board())
    by_dm = by_panel = 0
    for n in range(MANY):
        if n == 20:  # the middle of the game is like its beginning
            await salon.skip_the_middle(16)
        waiting = await salon.asked()
        if not waiting:
            break
        private = await salon.make_where_asked(waiting[0], await salon.default(waiting[0]))
        by_dm, by_panel = by_dm + private, by_panel + (not private)
    over = text(salon.board())
    table = await salon.table()
    assert table.row.status == "over" and table.state.scores
    assert by_dm > 5 and by_panel > 5
    for name, score in zip(table.names, table.state.scores, strict=True):
        assert re.search(rf"{name}.* — {score}\b", over)
    assert "👑" in over and ("wins" in over or "share the victory" in over)
    assert seal_holds(first, over)
    assert "Move" not in buttons(salon.board()) and "Replay" in buttons(salon.board())
    assert "Log" in buttons(salon.board())
    for name in ("Ada", "Ben"):
        assert not controls(salon.dms(name)[-1])


async def test_a_round_is_played_by_the_commands_of_the_game(salon: Salon):
    table = await two(salon)
    verbs: set[str] = set()
    for _ in range(MANY):
        [name, *_] = await salon.asked()
        move = await salon.default(name)
        if "buy" not in verbs:  # the default never buys; somebody shall
            seat = table.names.index(name)
            bought = [m for m in table.game.legal(table.state, seat) if m.startswith("buy ")]
            move = bought[0] if bought else move
        verb, *words = move.split(" ")
        said: dict[str, str | int] = {}
        known = table.game.verbs[verb]
        for option, word in zip(known.words, words, strict=False):
            choices = await salon.people[name].autocomplete(
                salon.room, f"wigs {verb}", option[0], "", **said
            )
            value = int(word) if option[0] in known.numbers else word
            assert value in [choice["value"] for choice in choices]
            said[option[0]] = value
        answer = await salon.command(name, f"wigs {verb}", **said)
        assert "✓" in reply_text(answer) and answer.ephemeral
        verbs.add(verb)
        if table.state.round == 2 and {"take", "wear", "sell", "pass", "buy"} <= verbs:
            return
    raise AssertionError(f"only {verbs} were ever asked for")


async def test_a_command_of_the_game_takes_only_legal_moves(salon: Salon):
    table = await two(salon, until="wear")
    before = table.seq
    answer = await salon.command("Ada", "wigs sell", wig=1, count=1)
    assert "not open to you" in ephemeral_text(answer) and "wear" in ephemeral_text(answer)
    choices = await salon.people["Ada"].autocomplete(salon.room, "wigs sell", "wig", "")
    assert choices == []
    assert table.seq == before


async def test_a_command_of_the_game_can_be_completed_by_the_name_of_a_wig(salon: Salon):
    table = await two(salon, until="wear")
    seat = table.names.index("Ada")
    move = table.game.legal(table.state, seat)[-1]
    name = table.game.label(table.state, seat, move).split()[-1]
    choices = await salon.people["Ada"].autocomplete(salon.room, "wigs wear", "wig", name.lower())
    assert [choice["value"] for choice in choices] == [int(move.split()[-1])]
    listed = await salon.people["Ada"].autocomplete(salon.room, "move", "move", name.lower())
    assert [choice["value"] for choice in listed] == [move]


# --- Secrets -------------------------------------------------------------------------------------


async def world(folder: Path, pick: int, again: int | None = None) -> list[Any]:
    """All that others can see of a game in which Ada chooses the wig `pick`, then `again`."""
    folder.mkdir()
    bot = Simulated(settings(folder))
    try:
        async with simcord.run(bot, settle_timeout=30) as env:
            return await seen_by_others(Salon.of(env, "Ada", "Ben", "Cleo"), pick, again)
    finally:
        await bot.close()


async def seen_by_others(salon: Salon, pick: int, again: int | None) -> list[Any]:
    """What Ben and Cleo see of Ada's choice: messages, answers, what was sent to them."""
    await two(salon)
    table = await salon.play_until("wear", slowly=True)
    moves = table.game.legal(table.state, table.names.index("Ada"))
    assert len(moves) > 2
    await salon.make("Ada", moves[pick], salon.dms("Ada")[-1])
    if again is not None:
        await salon.make("Ada", moves[again], salon.dms("Ada")[-1])
    assert moves[pick if again is None else again] in table.state.answers.values()
    answers = [
        await salon.press("Ben", "Move"),
        await salon.press("Ben", "Log"),
        await salon.press("Cleo", "Log"),
        await salon.command("Ben", "game text"),
        await salon.command("Cleo", "game text"),
        await salon.command("Cleo", "game board"),
        await salon.command("Ben", "game list"),
        await salon.command("Cleo", "move", move=moves[0]),
    ]
    seen: list[Any] = [await all_of(message) for message in [*salon.posts(), *salon.dms("Ben")]]
    for answer in answers:
        for message in filter(None, [answer.response, *answer.followups]):
            seen.append(await all_of(message.message))
    seen.append(await salon.people["Ben"].autocomplete(salon.room, "move", "move", ""))
    channels = {"room": salon.room.id, "dm": salon.people["Ben"].user.dm_channel.id}
    for channel in channels.values():
        seen.append(
            [
                (each.method, each.path, json.dumps(each.json, sort_keys=True, default=str))
                for each in salon.env.http_requests
                if f"/channels/{channel}/" in each.path
            ]
        )
    people = {name: actor.id for name, actor in salon.people.items()}
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


@pytest.mark.usefixtures("drawn_once")
async def test_others_see_the_same_whatever_somebody_chooses_in_secret(tmp_path: Path):
    one, other = [await world(tmp_path / str(pick), pick) for pick in (0, 1)]
    assert len(one) > 10
    for here, there in zip(one, other, strict=True):
        assert here == there


@pytest.mark.usefixtures("drawn_once")
async def test_others_see_the_same_however_a_player_changes_a_secret_answer(tmp_path: Path):
    one, other = [await world(tmp_path / str(pick), 0, pick) for pick in (1, 2)]
    for here, there in zip(one, other, strict=True):
        assert here == there


async def test_a_change_of_mind_shows_nothing_to_the_others(salon: Salon):
    table = await two(salon, until="wear")
    moves = table.game.legal(table.state, table.names.index("Ada"))
    await salon.make("Ada", moves[0], salon.dms("Ada")[-1])
    places = [salon.room, salon.people["Ben"].user.dm_channel]
    before = [await all_of(m) for m in [*salon.posts(), *salon.dms("Ben")]]
    sent = [len(salon.requests(method, each)) for each in places for method in ("POST", "PATCH")]
    await salon.make("Ada", moves[1], salon.dms("Ada")[-1])
    assert table.state.answers == {table.names.index("Ada"): moves[1]}
    assert [await all_of(m) for m in [*salon.posts(), *salon.dms("Ben")]] == before
    assert sent == [
        len(salon.requests(method, each)) for each in places for method in ("POST", "PATCH")
    ]


async def test_a_secret_is_asked_in_a_dm_and_the_channel_shows_only_who_has_chosen(salon: Salon):
    table = await two(salon, until="wear")
    seat = table.names.index("Ada")
    moves = table.game.legal(table.state, seat)
    labels = [table.game.label(table.state, seat, move) for move in moves]
    asking = salon.dms("Ada")[-1]
    assert table.view(None)["prompt"] in text(asking)
    assert set(labels) <= set(buttons(asking))
    await salon.press_dm("Ada", labels[0])
    receipt = text(salon.dms("Ada")[-1])
    assert f"✓ You have chosen: **{labels[0]}**" in receipt and receipt.count(labels[0]) == 1
    board = salon.board()
    assert re.search(r"Ada — has chosen", text(board))
    assert re.search(r"Ben — \*\*to choose\*\*", text(board))
    said = json.dumps([text(board), alt_texts(board), parts(board)])
    for label, move in zip(labels, moves, strict=True):
        assert label not in said and move not in said


async def test_a_secret_choice_can_be_changed_until_the_last_one_is_in(salon: Salon):
    table = await two(salon, until="wear")
    ada, ben = table.names.index("Ada"), table.names.index("Ben")
    first, second = table.game.legal(table.state, ada)[:2]
    old = salon.dms("Ada")[-1]
    await salon.make("Ada", first, old)
    await salon.make("Ada", second, salon.dms("Ada")[-1])
    label = table.game.label(table.state, ada, second)
    assert f"You have chosen: **{label}**" in text(salon.dms("Ada")[-1])
    await salon.make("Ada", first, salon.dms("Ada")[-1])
    stale = next(each for each in controls(salon.dms("Ada")[-1]) if each.endswith(second))
    worn = table.game.legal(table.state, ben)[0]
    await salon.make("Ben", worn, salon.dms("Ben")[-1])
    assert table.state.players[ada].worn == int(first.split()[1])
    assert table.state.players[ben].worn == int(worn.split()[1])
    before = table.seq
    late = await salon.press_old("Ada", salon.dms("Ada")[-1], stale)
    assert "moved on" in reply_text(late)
    assert table.seq == before


async def test_all_choices_are_shown_when_the_last_one_is_in(salon: Salon):
    table = await two(salon, until="wear")
    worn: list[str] = []
    for name in ("Ada", "Ben"):
        seat = table.names.index(name)
        move = table.game.legal(table.state, seat)[0]
        wig = table.game.label(table.state, seat, move).removeprefix("Wear ")
        worn.append(f"{name} wears {wig}.")
        assert worn[0] not in text(salon.board())
        await salon.make(name, move, salon.dms(name)[-1])
    for sentence in worn:
        assert sentence in text(salon.board())


@pytest.mark.parametrize("code", [50007, 50278])
async def test_somebody_with_closed_dms_is_notified_in_the_channel_and_chooses_there(
    salon: Salon, code: int
):
    await two(salon)
    for name in ("Ada", "Ben"):
        dm = salon.people[name].user.dm_channel
        if name == "Ada":
            salon.env.inject_error(
                "POST",
                f"/channels/{dm.id}/messages",
                status=403,
                code=code,
                message="Cannot send messages to this user",
                times=None,
            )
    table = await salon.play_until("wear")
    assert not salon.dms("Ada") and salon.dms("Ben")
    if away(table) == "Ada":
        assert salon.pinged()[-1] == {"Ada"}
    else:
        assert salon.pinged()[-1] == set()
    assert "Move" in buttons(salon.board()) and "press **Move**" in text(salon.board())
    panel = await salon.press("Ada", "Move")
    assert panel.ephemeral and panel.response.ephemeral
    seat = table.names.index("Ada")
    move = table.game.legal(table.state, seat)[0]
    await salon.make("Ada", move, panel.response)
    assert table.state.answers == {seat: move}
    assert "✓" in text(panel.response)


async def test_closed_dms_are_not_tried_again_until_somebody_asks_for_them(salon: Salon):
    await two(salon)
    channel = salon.people["Ada"].user.dm_channel
    salon.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None
    )
    table = await salon.play_until("wear")
    tried = len(salon.requests("POST", channel))
    assert tried == 1
    await salon.play_until(lambda t: t.state.round == 2 and t.view(None)["choice"] == "wear")
    assert len(salon.requests("POST", channel)) == tried
    salon.env.backend.faults.clear()
    await salon.command("Ada", "game dms", wanted=True)
    assert controls(salon.dms("Ada")[-1])
    assert table.view(None)["prompt"] in text(salon.dms("Ada")[-1])


@pytest.mark.parametrize("code", [40003, 20026, 0])
async def test_a_dm_that_is_refused_for_now_comes_later_and_is_asked_at_the_table_meanwhile(
    salon: Salon, code: int
):
    channel = salon.people["Ben"].user.dm_channel
    path = f"/channels/{channel.id}/messages"
    salon.env.inject_error("POST", path, status=403, code=code, times=2)
    await two(salon, game="rokoko")  # all are asked in secret
    assert not salon.dms("Ben") and salon.dms("Ada")
    assert salon.pinged()[-1] == {"Ben"} and "Move" in buttons(salon.board())
    assert (await salon.bot.store.people.get(salon.people["Ben"].id)).dms == "wanted"
    for wait_s, tried in ((50, 1), (20, 2), (200, 2), (50, 3)):
        await salon.env.advance_time(wait_s)
        assert len(salon.requests("POST", channel)) == tried
    assert controls(salon.dms("Ben")[-1]) and len(salon.posts()) == 1
    assert salon.sql("SELECT * FROM outbox") == []


async def test_a_dm_that_is_edited_after_its_question_is_silent(salon: Salon):
    await two(salon, until="wear")
    before = {name: salon.dms(name)[-1].id for name in ("Ada", "Ben")}
    for name in before:
        channel = salon.people[name].user.dm_channel
        path = f"/channels/{channel.id}/messages/*"
        salon.env.inject_error("PATCH", path, status=429, code=30046, times=None)
    for name in before:
        await salon.command(name, "move", move=await salon.default(name))
    settled = [name for name in before if "Noted." in text(salon.dms(name)[-1])]
    assert settled
    for name in settled:
        [message] = salon.dms(name)
        assert message.id != before[name] and message.flags.suppress_notifications


async def test_a_player_who_turns_dms_off_gets_none_until_they_turn_them_on(salon: Salon):
    table = await two(salon)
    answer = await salon.command("Ada", "game dms", wanted=False)
    assert "You answer at the table instead." in ephemeral_text(answer)
    await salon.play_until("wear")
    assert not salon.dms("Ada") and salon.dms("Ben")
    panel = await salon.press("Ada", "Move")
    assert panel.ephemeral and controls(panel.response)
    answer = await salon.command("Ada", "game dms", wanted=True)
    assert answer.ephemeral
    [asking] = salon.dms("Ada")
    move = table.game.legal(table.state, table.names.index("Ada"))[0]
    await salon.make("Ada", move, asking)
    assert table.state.answers


async def test_somebody_may_refuse_dms_while_one_asks_and_then_no_other_comes(salon: Salon):
    await two(salon, until="wear")
    assert salon.dms("Ada")
    await salon.command("Ada", "game dms", wanted=False)
    count = len(salon.dms("Ada"))
    await salon.play_until(lambda t: t.state.round == 2 and t.view(None)["choice"] == "wear")
    assert len(salon.dms("Ada")) <= count


async def test_a_dm_loses_its_controls_when_the_question_has_passed(salon: Salon):
    table = await two(salon, until="wear")
    for name in ("Ada", "Ben"):
        move = table.game.legal(table.state, table.names.index(name))[0]
        await salon.make(name, move, salon.dms(name)[-1])
    for name in ("Ada", "Ben"):
        if name not in await salon.asked():
            assert not controls(salon.dms(name)[-1])
            now = text(salon.dms(name)[-1])
            assert "Noted." in now or "Waiting for" in now
    assert sum(bool(controls(salon.dms(name)[-1])) for name in ("Ada", "Ben")) <= 1


# --- Presses that must not count -----------------------------------------------------------------


async def test_a_stale_press_is_refused_with_a_sentence_and_a_fresh_menu(salon: Salon):
    table = await two(salon)
    name = (await salon.asked())[0]
    panel = (await salon.press(name, "Move")).response
    stale = controls(panel)[0]
    await salon.play_until(lambda t: name in [t.names[s] for s in t.state.asked] and t.seq > 1)
    before = table.seq, table.game.dump(table.state)
    late = await salon.press_old(name, panel, stale)
    assert "moved on" in reply_text(late)
    fresh = controls(panel)
    assert fresh and stale not in fresh
    assert all(f":{table.question}:" in each for each in fresh)
    assert (table.seq, table.game.dump(table.state)) == before
    await salon.make(name, await salon.default(name), panel)
    assert table.seq == before[0] + 1


async def test_a_stale_press_of_somebody_who_is_no_longer_asked_says_that_it_is_not_their_turn(
    salon: Salon,
):
    table = await two(salon)
    [name] = await salon.asked()
    panel = (await salon.press(name, "Move")).response
    stale = controls(panel)[0]
    await salon.make(name, await salon.default(name), panel)
    [other] = await salon.asked()
    assert other != name
    before = table.seq
    late = await salon.press_old(name, panel, stale)
    assert "moved on" in reply_text(late) and "It is not your turn." in reply_text(late)
    assert table.seq == before


async def test_a_watcher_can_neither_move_nor_look_at_a_hand(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    panel = (await salon.press(name, "Move")).response
    before = table.seq
    for answer in [
        await salon.press("Cleo", "Move"),
        await salon.press("Cleo", "My hand"),
        await salon.press_old("Cleo", salon.board(), controls(panel)[0]),
        await salon.command("Cleo", "move", move=await salon.default(name)),
        await salon.command("Cleo", "hand"),
    ]:
        assert "You do not play at this table. Its players: Ada and Ben." in ephemeral_text(answer)
        shown = [each for each in [answer.response, *answer.followups] if each and each.ephemeral]
        assert not any(each.attachments for each in shown)
    assert table.seq == before


async def test_a_player_cannot_move_for_another(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    other = "Ben" if name == "Ada" else "Ada"
    panel = (await salon.press(name, "Move")).response
    before = table.seq
    for answer in [
        await salon.press_old(other, salon.board(), controls(panel)[0]),
        await salon.command(other, "move", move=await salon.default(name)),
    ]:
        assert "not your turn" in ephemeral_text(answer) and name in ephemeral_text(answer)
    assert table.seq == before


async def test_a_press_on_another_table_is_refused_to_those_who_do_not_sit_there(salon: Salon):
    first = await two(salon)
    elsewhere = salon.guild.create_text_channel("elsewhere")
    await salon.open(host="Cleo", room=elsewhere, seats=2, computers=1)
    await salon.press("Cleo", "Start", salon.board(elsewhere))
    second = await salon.table(2)
    assert second.seat_of(salon.people["Ada"].id) is None
    before = first.seq, second.seq
    for custom_id in (f"move:2:{second.question}:take 1", f"into:2:{second.question}:", "panel:2:"):
        answer = await salon.press_old("Ada", salon.board(), custom_id)
        assert "You do not play at this table" in ephemeral_text(answer)
    assert (first.seq, second.seq) == before


async def test_a_press_on_a_table_that_does_not_exist_is_refused(salon: Salon):
    await two(salon)
    for custom_id in ("move:99:0:take 1", "panel:99:", "join:99:", "log:99:"):
        answer = await salon.press_old("Ada", salon.board(), custom_id)
        assert re.search(r"There is no .*table", ephemeral_text(answer)), custom_id


async def test_a_press_that_this_release_does_not_know_is_answered_with_a_sentence(salon: Salon):
    table = await two(salon)
    before = table.seq
    answer = await salon.press_old("Ada", salon.board(), "waltz:1:2:take 1")
    assert "out of date" in ephemeral_text(answer)
    assert table.seq == before


async def test_an_interaction_that_is_delivered_twice_plays_once(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    panel = (await salon.press(name, "Move")).response
    await salon.make(name, await salon.default(name), panel)
    before = table.seq, table.game.dump(table.state)
    await salon.deliver_again()
    assert (table.seq, table.game.dump(table.state)) == before


async def test_a_move_that_was_committed_before_a_crash_is_not_played_again(salon: Salon):
    table = await two(salon)
    seat = table.state.asked[0]
    first = await table.submit(seat, table.game.default(table.state, seat), "interaction 1")
    again = await table.submit(
        seat, table.game.default(table.state, table.state.asked[0]), "interaction 1"
    )
    assert again.repeated and not first.repeated
    assert (again.seat, again.move, again.seq) == (first.seat, first.move, first.seq)
    assert table.seq == first.seq


async def test_two_presses_at_once_make_one_move(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    panel = (await salon.press(name, "Move")).response
    one, other = controls(panel)[:2]
    before = table.seq
    answers = await salon.at_once((name, panel, one), (name, panel, other))
    assert table.seq == before + 1
    assert table.last.move == one.split(":", 3)[3]
    assert all(answer.acknowledged for answer in answers)
    shown = json.dumps([each.json for each in salon.env.http_requests if each.json])
    assert "The game has moved on" in shown or "the game has moved on" in shown


async def test_two_people_who_choose_at_once_have_both_chosen(salon: Salon):
    table = await two(salon, until="wear")
    presses = [
        (name, salon.dms(name)[-1], controls(salon.dms(name)[-1])[0]) for name in ("Ada", "Ben")
    ]
    answers = await salon.at_once(*presses)
    assert all(answer.acknowledged for answer in answers)
    assert table.view(None)["choice"] != "wear"
    assert all(player.worn for player in table.state.players)


# --- Taking back, looking ------------------------------------------------------------------------


async def test_the_own_last_move_can_be_taken_back(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    before = table.game.dump(table.state)
    panel = (await salon.press(name, "Move")).response
    assert "Take back my last move" not in buttons(panel)
    move = await salon.default(name)
    label = table.game.label(table.state, table.names.index(name), move)
    await salon.make(name, move, panel)
    assert table.game.dump(table.state) != before
    back = await salon.press(name, "Take back my last move", panel)
    assert f"✓ You took back: {label}" in reply_text(back) and controls(panel)
    assert name not in reply_text(back), "it is told once, and to them"
    again = (await salon.press(name, "Redo my move", panel)).response
    assert f"✓ You redid your move: {label}" in text(again) and name not in text(again)
    await salon.press(name, "Take back my last move", panel)
    assert table.game.dump(table.state) == before
    assert f"{name} takes the last move back." in text(salon.board())
    assert re.search(rf"{name} — \*\*to move\*\*", text(salon.board()))


async def test_a_move_cannot_be_taken_back_after_somebody_else_moved(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    panel = (await salon.press(name, "Move")).response
    await salon.make(name, await salon.default(name), panel)
    stale = buttons(panel)["Take back my last move"]
    [other] = await salon.asked()
    await salon.command(other, "move", move=await salon.default(other))
    before = table.seq
    assert "moved on" in ephemeral_text(await salon.press_old(name, panel, stale))
    current = await salon.press_old(name, panel, f"undo:1:{table.question}")
    assert "only your own last move" in ephemeral_text(current)
    assert table.seq == before


async def test_a_move_that_revealed_something_cannot_be_taken_back(salon: Salon):
    table = await two(salon, until="wear")
    for name in ("Ada", "Ben"):
        move = table.game.legal(table.state, table.names.index(name))[0]
        await salon.make(name, move, salon.dms(name)[-1])
    before = table.seq
    panel = (await salon.press("Ben", "Move")).response
    assert "Take back my last move" not in buttons(panel)
    answer = await salon.press_old("Ben", panel, f"undo:1:{table.question}")
    assert "revealed something" in ephemeral_text(answer)
    assert table.seq == before


async def test_a_secret_choice_can_be_taken_back_while_others_choose(salon: Salon):
    table = await two(salon, until="wear")
    seat = table.names.index("Ada")
    await salon.make("Ada", table.game.legal(table.state, seat)[0], salon.dms("Ada")[-1])
    await salon.press_dm("Ada", "Take back my last move")
    assert table.state.answers == {} and seat in table.state.asked
    assert re.search(r"Ada — \*\*to choose\*\*", text(salon.board()))


async def test_a_hand_is_shown_to_its_owner_only(salon: Salon):
    table = await two(salon, until="wear")
    for answer in (await salon.command("Ada", "hand"), await salon.press("Ada", "My hand")):
        assert answer.response.ephemeral and answer.response.attachments
        assert not controls(answer.response)
        assert alt_texts(answer.response) == [
            describe(table, table.names.index("Ada")),
        ]
    hand = (await salon.command("Ada", "hand")).response
    assert "Press **Move** to answer." in text(hand)
    assert controls((await salon.press("Ada", "Move", hand)).response), "the same message asks"
    private = await salon.command_dm("Ada", "hand")
    assert alt_texts(private.response) == [describe(table, table.names.index("Ada"))]
    public = {each for message in salon.posts() for each in alt_texts(message)}
    assert describe(table, table.names.index("Ada")) not in public
    assert describe(table, None) in public


def describe(table: Any, seat: int | None) -> str:
    """The words for what a seat sees."""
    return words(table.view(seat))


async def test_the_log_tells_secret_draws_to_their_owner_only(salon: Salon):
    table = await two(salon)
    chance = random.Random(1)
    await salon.play_until(
        lambda t: any(to is not None for _, _, to in t.state.news),
        choose=lambda t, seat: chance.choice(t.game.legal(t.state, seat)),
    )
    found = [(line, to) for _, line, to in await table.news() if to is not None]
    line, to = found[-1]
    for name in ("Ada", "Ben", "Cleo"):
        log = await salon.press(name, "Log")
        assert log.response.ephemeral
        assert (line in reply_text(log)) == (name == table.names[to])
    for message in salon.posts():
        assert line not in text(message) and line not in str(alt_texts(message))


async def test_the_text_of_a_table_says_what_its_pictures_show(salon: Salon):
    table = await two(salon, until="wear")
    mine = await salon.command("Ada", "game text")
    assert mine.response.ephemeral
    lines = describe_fully(table.view(table.names.index("Ada"))).splitlines()
    assert all(escape_markdown(line) in reply_text(mine) for line in lines)
    assert table.view(None)["prompt"] in reply_text(mine)
    other = await salon.command("Cleo", "game text")
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


async def test_only_those_who_must_act_are_notified_and_only_by_a_new_message(salon: Salon):
    table = await two(salon)
    for _ in range(6):
        [name] = await salon.asked()
        count = len(salon.requests("POST"))
        await salon.command(name, "move", move=await salon.default(name))
        calls = salon.pinged()[count:]
        asked = set(await salon.asked())
        if asked != {name}:
            assert calls == [asked]
    assert all(calls == set() for calls in salon.pinged("PATCH"))
    assert not any("Cleo" in calls for calls in salon.pinged())
    assert table.seq == 6


async def test_the_board_stays_one_message(salon: Salon):
    await two(salon)
    for _ in range(4):
        [name] = await salon.asked()
        await salon.command(name, "move", move=await salon.default(name))
    assert len(salon.posts()) == 1


async def test_somebody_asked_in_a_dm_is_not_notified_in_the_channel_as_well(salon: Salon):
    table = await two(salon)
    count = 0
    while table.view(None)["choice"] == "draft":
        count = len(salon.requests("POST"))
        [name] = await salon.asked()
        await salon.command(name, "move", move=await salon.default(name))
    assert controls(salon.dms("Ada")[-1]) and controls(salon.dms("Ben")[-1])
    assert not any(salon.pinged()[count:])
    assert re.search(r"Ada.* — \*\*to choose\*\*", text(salon.board()))


async def test_somebody_who_plays_alone_is_never_notified(salon: Salon):
    await salon.open(seats=3, computers=2)
    await salon.press("Ada", "Start")
    await salon.play_until(lambda t: t.state.round == 2)
    assert not any(salon.pinged())
    assert all(calls == set() for calls in salon.pinged("PATCH"))
    assert len(salon.posts()) == 1


# --- Leaving and ending --------------------------------------------------------------------------


async def test_a_computer_player_takes_the_seat_of_somebody_who_leaves(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    other = "Ben" if name == "Ada" else "Ada"
    question = await salon.command(name, "game leave")
    assert "for good?" in ephemeral_text(question) and "computer player" in ephemeral_text(question)
    assert table.seat_of(salon.people[name].id) is not None
    gone = await salon.press(name, "Leave the game", question.response)
    assert "You have left table 1" in reply_text(gone)
    assert table.seat_of(salon.people[name].id) is None
    assert table.row.status == "running" and table.seq > 0
    assert await salon.asked() == [other]
    assert re.search(rf"{name}.*\(computer\)", text(salon.board()))
    assert table.row.host == salon.people[other].id
    before = table.seq
    await salon.command(other, "move", move=await salon.default(other))
    assert table.seq > before + 1


async def test_a_game_that_its_last_person_leaves_is_closed(salon: Salon):
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    question = await salon.command("Ada", "game leave")
    await salon.press("Ada", "Leave the game", question.response)
    assert (await salon.table()).row.status == "abandoned"
    assert "was given up" in text(salon.board())
    assert (await salon.open(host="Ben", seats=2)).response
    assert (await salon.table()).row.status == "lobby"


async def test_a_game_ends_unfinished_when_all_people_agree(salon: Salon):
    table = await two(salon, computers=1, until="wear")
    before = len(salon.posts())
    question = await salon.command("Ada", "game abandon")
    assert "Ben must agree, too." in ephemeral_text(question)
    assert not table.votes and len(salon.posts()) == before
    asked = await salon.press("Ada", "Yes, ask them", question.response)
    assert "I have asked the others" in ephemeral_text(asked) and "⚠" not in ephemeral_text(asked)
    vote = salon.board()
    assert "All must agree." in text(vote)
    assert "End this game early?" in text(vote)
    assert salon.people["Ben"].mention in text(vote) and salon.pinged()[-1] == {"Ben"}
    assert table.row.status == "running"
    assert "You do not play" in ephemeral_text(await salon.press("Cleo", "Agree", vote))
    assert table.row.status == "running"
    await salon.press("Ben", "Agree", vote)
    assert table.row.status == "abandoned"
    assert "Agree" not in {label for message in salon.posts() for label in buttons(message)}
    assert any("was given up" in text(message) for message in salon.posts())
    assert not any(controls(salon.dms(name)[-1]) for name in ("Ada", "Ben"))


async def test_somebody_who_plays_alone_is_asked_before_the_game_ends(salon: Salon):
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    question = await salon.command("Ada", "game abandon")
    assert "It ends at once" in ephemeral_text(question)
    assert (await salon.table()).row.status == "running"
    again = await salon.command("Ada", "game abandon")
    answer = await salon.press("Ada", "End the game", question.response)
    assert "given up" in reply_text(answer)
    assert (await salon.table()).row.status == "abandoned"
    assert "ended already" in ephemeral_text(
        await salon.press("Ada", "End the game", again.response)
    )
    assert "ended already" in ephemeral_text(await salon.command("Ada", "game abandon"))


async def test_a_player_who_has_agreed_sees_whose_vote_is_missing(salon: Salon):
    table = await two(salon, until="wear")
    first, second = [await salon.command("Ada", "game abandon") for _ in range(2)]
    await salon.press("Ada", "Yes, ask them", first.response)
    waits = "You have agreed already; Ben must agree, too."
    late = await salon.press("Ada", "Yes, ask them", second.response)
    assert waits in ephemeral_text(late)
    assert waits in ephemeral_text(await salon.command("Ada", "game abandon"))
    answer = await salon.command("Ben", "game abandon")
    assert "It ends at once" in ephemeral_text(answer)
    await salon.press("Ben", "End the game", answer.response)
    assert table.row.status == "abandoned"


async def test_nobody_ends_a_game_with_the_question_to_somebody_else(salon: Salon):
    table = await two(salon)
    question = await salon.command("Ada", "game abandon")
    custom_id = next(iter(buttons(question.response).values()))
    for name in ("Ben", "Cleo"):
        other = await salon.press_old(name, salon.board(), custom_id)
        assert "Somebody else was asked this." in ephemeral_text(other)
    assert table.row.status == "running" and not table.votes


async def test_the_question_of_a_lobby_does_not_end_the_game_that_has_started(salon: Salon):
    await salon.open(seats=2, computers=1)
    question = await salon.command("Ada", "game abandon")
    await salon.press("Ada", "Start")
    late = await salon.press("Ada", "Close the table", question.response)
    assert "The game has started since you were asked, so it was not ended." in ephemeral_text(late)
    assert (await salon.table()).row.status == "running"


async def test_a_stranger_cannot_end_a_game(salon: Salon):
    table = await two(salon)
    for command in ("game abandon", "game leave"):
        assert "You do not play" in ephemeral_text(await salon.command("Cleo", command))
    assert table.row.status == "running" and not table.votes


async def test_nobody_looks_at_a_table_whose_channel_they_cannot_see(salon: Salon):
    table = await two(salon)
    for command in ("game text", "history", "move"):
        more = {"move": "pass"} if command == "move" else {}
        answer = await salon.command_dm("Cleo", command, game=str(table.id), **more)
        assert "Powdered Wigs" not in reply_text(answer), command
    assert "Powdered Wigs" in reply_text(
        await salon.command_dm("Ada", "game text", game=str(table.id))
    )
    assert "Powdered Wigs" in reply_text(await salon.command("Cleo", "game text"))


# --- Commands in a DM, and what nobody may type --------------------------------------------------


async def two_tables(salon: Salon) -> None:
    """Ada plays at two tables against computer players."""
    for room in (salon.room, salon.guild.create_text_channel("second-room")):
        await salon.open(room=room, seats=2, computers=1)
        await salon.press("Ada", "Start", salon.board(room))


async def test_in_a_dm_somebody_with_several_games_must_choose_one(salon: Salon):
    await two_tables(salon)
    one, two = await salon.table(1), await salon.table(2)
    for table in (one, two):
        assert table.waiting_people()
    before = one.seq, two.seq
    for command, said in (("move", {"move": "pass"}), ("hand", {}), ("wigs take", {"wig": 1})):
        answer = await salon.command_dm("Ada", command, **said)
        assert "choose one with `game:`" in reply_text(answer)
    assert (one.seq, two.seq) == before
    choices = await salon.people["Ada"].user.autocomplete("hand", "game", "")
    assert [choice["value"] for choice in choices] == ["1", "2"]
    assert all("waits for you" in choice["name"] for choice in choices)
    seat = two.waiting_people()[0]
    move = two.game.default(two.state, seat)
    listed = await salon.people["Ada"].user.autocomplete("move", "move", "", game="2")
    assert move in [choice["value"] for choice in listed]
    answer = await salon.command_dm("Ada", "move", move=move, game="2")
    assert "✓" in reply_text(answer)
    assert one.seq == before[0] and two.seq > before[1]
    verb, word = one.game.default(one.state, one.waiting_people()[0]).split()
    answer = await salon.command_dm("Ada", f"wigs {verb}", wig=int(word), game="1")
    assert "✓" in reply_text(answer) and one.seq > before[0]


async def test_in_a_dm_a_command_is_for_the_only_game_that_waits(salon: Salon):
    table = await two(salon)
    [name] = await salon.asked()
    answer = await salon.command_dm(name, "move", move=await salon.default(name))
    assert "✓" in reply_text(answer) and table.seq == 1
    assert "You are not in a game" in reply_text(await salon.command_dm("Cleo", "hand"))


@pytest.mark.parametrize("number", ["0", "77", "-1", "²", "9" * 30, "wigs", "1; drop table"])
async def test_an_unknown_game_is_refused_with_a_sentence(salon: Salon, number: str):
    await two(salon)
    for command in ("hand", "game text", "game leave"):
        answer = await salon.command("Ada", command, game=number)
        assert re.search(r"There is no .*table|Choose one of your games", ephemeral_text(answer))


@pytest.mark.parametrize(
    "move",
    ["buy II 3", "dance", "wear 9", "wear", "wear 1 1", "WEAR 1", "²", "**bold**", "x" * 4000],
)
async def test_an_unknown_move_is_refused_with_the_legal_ones(salon: Salon, move: str):
    table = await two(salon, until="wear")
    before = table.seq
    answer = await salon.command("Ada", "move", move=move)
    open_moves = table.game.legal(table.state, table.names.index("Ada"))
    assert "You can: " + ", ".join(open_moves) in ephemeral_text(answer)
    assert len(ephemeral_text(answer)) <= 2000
    assert table.seq == before


async def test_a_refusal_names_the_rule_that_forbids_the_move(salon: Salon):
    table = await two(salon, until="sell")
    [name] = await salon.asked()
    p = table.state.players[table.names.index(name)]
    lacking = next(wig for wig in range(1, 6) if wig not in p.tiles)
    answer = await salon.command(name, "wigs sell", wig=lacking, count=1)
    assert "behind your screen" in ephemeral_text(answer) and "You can: " not in ephemeral_text(
        answer
    )


async def test_a_mention_or_markdown_in_a_name_reaches_nobody(salon: Salon):
    loud = salon.guild.add_member(salon.env.create_user("loud", global_name="@everyone **x** <@1>"))
    salon.people["loud"] = loud
    await salon.open(host="loud", seats=2, computers=1)
    await salon.press("loud", "Start")
    for method in ("POST", "PATCH"):
        for sent in salon.requests(method):
            allowed = sent["allowed_mentions"]
            assert not allowed.get("parse") and not allowed.get("roles")
    assert "**x**" not in text(salon.board())
