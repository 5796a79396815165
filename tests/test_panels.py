"""Panels: the ephemeral pages of players, and how they stay up to date."""

from __future__ import annotations

from typing import Any

import pytest

from bot.outbox.wanted import TOKEN_VALID_S
from bot.table import votes
from tests.salon import Salon, alt_texts, buttons, controls, text

MOVES = 40
"""Moves after which a game is long enough for a test of panels."""


@pytest.fixture
def salon(simcord_env: Any, at_once: None) -> Salon:
    return Salon.of(simcord_env, "Ada", "Ben")


def panels(salon: Salon, name: str) -> list[Any]:
    """The panels of a person in the channel, oldest first."""
    seen = salon.room.history(viewer=salon.people[name])
    return [each for each in seen if each.flags.ephemeral and (alt_texts(each) or ended(each))]


def ended(message: Any) -> bool:
    """Whether a message says that the game was given up."""
    return "was given up" in text(message)


def panel(salon: Salon, name: str) -> Any:
    """The only panel of this person."""
    [only] = panels(salon, name)
    return only


async def move(salon: Salon, name: str) -> None:
    """Somebody makes a sensible move on the panel that stands there."""
    await salon.make(name, await salon.default(name), panel(salon, name))


async def first_of_two(salon: Salon) -> tuple[str, str]:
    """A game for two, where one is asked after the other: who is asked, and who waits."""
    await salon.gather(game="royal_threadcount", seats=2, computers=0)
    await salon.play_until(lambda table: len(table.waiting_people()) == 1)
    [name] = await salon.asked()
    [other] = {"Ada", "Ben"} - {name}
    await salon.press(name, "Move")
    await salon.press(other, "Move")
    return name, other


async def play_to(salon: Salon, other: str) -> None:
    """The player who is asked moves on their panel until another one is asked."""
    while (await salon.asked()) != [other]:
        [name] = await salon.asked()
        await move(salon, name)


async def test_a_panel_asks_again_without_a_press(salon: Salon):
    name, other = await first_of_two(salon)
    waits = panel(salon, other)
    assert "It is not your turn." in text(waits) and not controls(waits)
    await play_to(salon, other)
    assert controls(panel(salon, other)) and "It is not your turn." not in text(panel(salon, other))
    assert not controls(panel(salon, name)) and "It is not your turn." in text(panel(salon, name))


async def test_a_panel_shows_the_news_since_the_last_own_move(salon: Salon):
    name, other = await first_of_two(salon)
    assert "Since your last move" not in text(panel(salon, name)), "there was none"
    since = ""
    while f"· {other}" not in since:  # some turns have nothing to tell
        await play_to(salon, other)
        own, _heading, since = text(panel(salon, name)).partition("**Since your last move**")
        assert "✓" in own and not since
        await play_to(salon, name)
        own, _heading, since = text(panel(salon, name)).partition("**Since your last move**")
    assert "✓" in own


async def test_a_game_takes_one_press_of_move_and_leaves_one_panel_for_each(salon: Salon):
    await first_of_two(salon)
    table = await salon.table()
    for _ in range(MOVES):
        if table.row.status == "running":
            await move(salon, (await salon.asked())[0])
    assert len(panels(salon, "Ada")) == len(panels(salon, "Ben")) == 1


async def test_a_new_panel_takes_the_place_of_the_one_before(salon: Salon):
    name, other = await first_of_two(salon)
    for somebody in (name, other):
        before = panel(salon, somebody).id
        await salon.press(somebody, "Move")
        assert panel(salon, somebody).id != before
    before = panel(salon, name).id
    await salon.command(name, "move", move=await salon.default(name))
    assert panel(salon, name).id != before


async def test_nobody_else_sees_or_loses_a_panel(salon: Salon):
    name, other = await first_of_two(salon)
    assert not [each for each in panels(salon, name) if each.id == panel(salon, other).id]
    before = panel(salon, other)
    await salon.press(name, "Move")
    assert panel(salon, other).id == before.id and text(panel(salon, other)) == text(before)


async def test_after_its_token_has_expired_a_press_replaces_the_panel(
    salon: Salon, caplog: pytest.LogCaptureFixture
):
    _name, other = await first_of_two(salon)
    before = panel(salon, other)
    await salon.env.advance_time(TOKEN_VALID_S + 120)
    await play_to_without_panels(salon, other)
    assert text(panel(salon, other)) == text(before), "nothing can change it"
    await salon.press(other, "Move", panel(salon, other))
    assert panel(salon, other).id == before.id and controls(panel(salon, other))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def play_to_without_panels(salon: Salon, other: str) -> None:
    """Others move by commands until somebody is asked."""
    await salon.play_until(
        lambda table: [table.people[s].name for s in table.waiting_people()] == [other]
    )


async def test_every_panel_shows_that_the_game_has_ended(salon: Salon):
    name, other = await first_of_two(salon)
    await salon.abandon(name)
    await salon.abandon(other)
    for somebody in (name, other):
        shown = [each for each in panels(salon, somebody) if ended(each)]
        assert shown and not any(buttons(each) for each in shown)


async def test_a_panel_is_brought_up_to_date_after_a_restart(salon: Salon, started: list[Any]):
    salon.started = started
    name, other = await first_of_two(salon)
    shows = salon.bot.outbox.kick
    salon.bot.outbox.kick = lambda table_id: None
    table = await salon.table()
    while table.waiting_people() != [table.names.index(other)]:
        seat = table.waiting_people()[0]
        await table.submit(seat, table.game.default(table.state, seat), f"test:{table.seq}")
    assert not controls(panel(salon, other))
    salon.bot.outbox.kick = shows
    await salon.restart()
    assert controls(panel(salon, other)) and not controls(panel(salon, name))


async def test_somebody_who_erases_their_data_has_no_panel_left(salon: Salon):
    name, _other = await first_of_two(salon)
    shown = panel(salon, name).id
    question = await salon.command(name, "mydata delete")
    await salon.people[name].click(question.response, label="Delete everything")
    assert shown not in [each.id for each in panels(salon, name)]


async def test_a_move_that_a_vote_has_undone_has_no_receipt(salon: Salon):
    await salon.gather(game="wigs", seats=2, computers=0)
    table = await salon.table()
    for name in ("Ada", "Ben"):
        await salon.press(name, "Move")
    order = [(await salon.asked())[0]]
    await move(salon, order[0])
    order += await salon.asked()
    first, second = order
    await salon.press(first, "Take back my last move", panel(salon, first))
    await salon.press(first, "Redo my move", panel(salon, first))
    await move(salon, second)
    assert "✓ You redid your move" in text(panel(salon, first))
    assert "✓ You took" in text(panel(salon, second))
    for redone, target in ((True, table.question), (False, 1)):  # the second move, then the first
        with salon.env._bot_scope():
            for name in (first, second):
                await votes.propose_undo(table, salon.people[name].id, target)
        await salon.env.settle()
        assert ("✓ You redid your move" in text(panel(salon, first))) == redone
        assert "✓" not in text(panel(salon, second)), "what they did last does not stand"
        assert "The table takes back" in text(panel(salon, first))
    assert "✓" not in text(panel(salon, first))


@pytest.mark.parametrize("accents", [False, True])
async def test_everybody_reads_their_own_secret_choice_once_and_those_of_others(
    salon: Salon, accents: bool
):
    await salon.gather(game="wigs", seats=2, computers=0)
    table = await salon.play_until("wear")
    table.state.accents = accents
    for name in ("Ada", "Ben"):
        await salon.command(name, "move", move=await salon.default(name))
    for name, other in (("Ada", "Ben"), ("Ben", "Ada")):
        said = text(panel(salon, name))
        assert said.count("✓ You wore the ") == said.count(" wore ") == 1
        assert f"{other} wears" in said or f"Behold {other}" in said
        assert f"{name} wears" not in said and f"Behold {name}" not in said


async def test_a_button_of_a_game_that_has_ended_shows_how_it_ended(salon: Salon):
    name, other = await first_of_two(salon)
    before = panel(salon, name)
    custom_id = next(iter(controls(before)))
    salon.bot.outbox.kick = lambda table_id: None
    await salon.abandon(name)
    await salon.abandon(other)
    ways = [custom_id, *(f"{each}:1:{custom_id.split(':')[2]}" for each in ("undo", "advance"))]
    for way in (*ways, "further:1:", "return:1:"):
        shown = (await salon.press_old(name, before, way)).response
        assert "Table 1 was given up." in text(shown) and not buttons(shown) and not controls(shown)
        assert ("nothing changed" in text(shown)) == (way != "return:1:")
    hand = await salon.command(name, "hand", game="1")
    assert "Press **Move**" not in text(hand.response or before) or not buttons(hand.response)


@pytest.mark.parametrize("ends", ["is given up", "is over"])
async def test_a_direct_message_of_a_game_that_has_ended_has_no_button(salon: Salon, ends: str):
    await salon.gather(game="royal_threadcount", seats=2, computers=0)
    assert all(buttons(salon.dms(name)[-1]) for name in salon.people)
    if ends == "is given up":
        await salon.abandon("Ada")
        await salon.abandon("Ben")
    else:
        await salon.skip_the_middle(ahead=2)
        await salon.play_until(lambda table: table.row.status == "over")
    said = "Table 1 was given up." if ends == "is given up" else "The game is over."
    for name in salon.people:
        last = salon.dms(name)[-1]
        assert said in text(last) and not buttons(last) and not controls(last)


async def test_the_last_round_is_said_on_board_panel_and_in_words(salon: Salon):
    await salon.gather(game="rokoko", seats=2, computers=0)
    told = "This is the last round."
    assert told not in text(salon.board())
    await salon.skip_the_middle(ahead=8)
    table = await salon.table()
    [name, *_] = await salon.asked()
    shown = (await salon.press(name, "Move")).response
    assert table.row.status == "running" and told in text(shown) and told in alt_texts(shown)[0]
    assert told in text(salon.board()) and told in alt_texts(salon.board())[0]
    written = await salon.command(name, "game text")
    assert told in text(written.response)
