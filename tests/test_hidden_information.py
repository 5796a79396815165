"""Hidden information in Discord: secret choices, hands and draws reach their owner alone."""

import json
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import simcord

from bot.pictures.drawing import describe as words
from bot.table.news import news_of
from tests.conftest import Simulated, settings
from tests.sim_server import (
    SimServer,
    all_of,
    alt_texts,
    buttons,
    controls,
    parts,
    reply_text,
    text,
)

# --- What others see ------------------------------------------------------------------------------


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
    await sim.gather_two()
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
    """Every table of a test has the same seed, and is played in one moment."""
    monkeypatch.setattr("bot.table.table.time", SimpleNamespace(time=lambda: 1.8e9))
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
    table = await sim.gather_two(until="wear")
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


# --- Secret choices -------------------------------------------------------------------------------


async def test_a_secret_is_asked_in_a_dm_and_the_channel_shows_only_who_has_chosen(sim: SimServer):
    table = await sim.gather_two(until="wear")
    seat = table.names.index("Ada")
    moves = table.game.legal(table.state, seat)
    labels = [table.game.label(table.state, seat, move) for move in moves]
    asking = sim.dms("Ada")[-1]
    assert table.view(None)["question"]["prompt"] in text(asking)
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
    table = await sim.gather_two(until="wear")
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
    table = await sim.gather_two(until="wear")
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


# --- Hands and draws ------------------------------------------------------------------------------


async def test_a_hand_is_shown_to_its_owner_only(sim: SimServer):
    table = await sim.gather_two(until="wear")
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
    return words(table.view(seat))


async def test_the_log_tells_secret_draws_to_their_owner_only(sim: SimServer):
    table = await sim.gather_two()
    chance = random.Random(1)
    await sim.play_until(
        lambda t: any(to is not None for _, _, to in t.state.news),
        choose=lambda t, seat: chance.choice(t.game.legal(t.state, seat)),
    )
    found = [(each.text, each.to) for each in await news_of(table) if each.to is not None]
    line, to = found[-1]
    for name in ("Ada", "Ben", "Cleo"):
        log = await sim.press(name, "Log")
        assert log.response.ephemeral
        assert (line in reply_text(log)) == (name == table.names[to])
    for message in sim.posts():
        assert line not in text(message) and line not in str(alt_texts(message))
