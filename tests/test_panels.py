"""Panels: the ephemeral pages of players, and how they stay up to date."""

from typing import Any

import pytest

from bot.outbox.wanted import TOKEN_VALID_S
from bot.table import votes
from games import discover
from tests.sim_server import SimServer, alt_texts, buttons, controls, text

PEOPLE = ("Ada", "Ben")
MOVES = 40
"""Moves after which a game is long enough for a test of panels."""


def panels(sim: SimServer, name: str) -> list[Any]:
    """The panels of a person in the channel, oldest first."""
    seen = sim.room.history(viewer=sim.people[name])
    return [each for each in seen if each.flags.ephemeral and (alt_texts(each) or ended(each))]


def ended(message: Any) -> bool:
    """Whether a message says that the game was given up."""
    return "was given up" in text(message)


def panel(sim: SimServer, name: str) -> Any:
    """The only panel of this person."""
    [only] = panels(sim, name)
    return only


async def move(sim: SimServer, name: str) -> None:
    """Somebody makes a sensible move on the panel that stands there."""
    await sim.make(name, await sim.default(name), panel(sim, name))


async def first_of_two(sim: SimServer) -> tuple[str, str]:
    """A game for two, where one is asked after the other: who is asked, and who waits."""
    await sim.gather(game="royal_threadcount", seats=2, computers=0)
    await sim.play_until(lambda table: len(table.waiting_people()) == 1)
    [name] = await sim.asked()
    [other] = {"Ada", "Ben"} - {name}
    await sim.press(name, "Move")
    await sim.press(other, "Move")
    return name, other


async def play_to(sim: SimServer, other: str) -> None:
    """The player who is asked moves on their panel until another one is asked."""
    while (await sim.asked()) != [other]:
        [name] = await sim.asked()
        await move(sim, name)


async def test_a_panel_asks_again_without_a_press(sim: SimServer):
    name, other = await first_of_two(sim)
    waits = panel(sim, other)
    assert "It is not your turn." in text(waits) and not controls(waits)
    await play_to(sim, other)
    assert controls(panel(sim, other)) and "It is not your turn." not in text(panel(sim, other))
    assert not controls(panel(sim, name)) and "It is not your turn." in text(panel(sim, name))


async def test_a_panel_shows_the_news_since_the_last_own_move(sim: SimServer):
    name, other = await first_of_two(sim)
    assert "Since your last move" not in text(panel(sim, name)), "there was none"
    since = ""
    while f"· {other}" not in since:  # some turns have nothing to tell
        await play_to(sim, other)
        own, _heading, since = text(panel(sim, name)).partition("**Since your last move**")
        assert "✓" in own and not since
        await play_to(sim, name)
        own, _heading, since = text(panel(sim, name)).partition("**Since your last move**")
    assert "✓" in own


@pytest.mark.sampled(one_in=3)
async def test_a_game_takes_one_press_of_move_and_leaves_one_panel_for_each(sim: SimServer):
    await first_of_two(sim)
    table = await sim.table()
    for _ in range(MOVES):
        if table.row.status == "running":
            await move(sim, (await sim.asked())[0])
    assert len(panels(sim, "Ada")) == len(panels(sim, "Ben")) == 1


async def test_a_new_panel_takes_the_place_of_the_one_before(sim: SimServer):
    name, other = await first_of_two(sim)
    for somebody in (name, other):
        before = panel(sim, somebody).id
        await sim.press(somebody, "Move")
        assert panel(sim, somebody).id != before
    before = panel(sim, name).id
    await sim.command(name, "move", move=await sim.default(name))
    assert panel(sim, name).id != before


async def test_nobody_else_sees_or_loses_a_panel(sim: SimServer):
    name, other = await first_of_two(sim)
    assert not [each for each in panels(sim, name) if each.id == panel(sim, other).id]
    before = panel(sim, other)
    await sim.press(name, "Move")
    assert panel(sim, other).id == before.id and text(panel(sim, other)) == text(before)


async def test_after_its_token_has_expired_a_press_replaces_the_panel(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    _name, other = await first_of_two(sim)
    before = panel(sim, other)
    await sim.env.advance_time(TOKEN_VALID_S + 120)
    await play_to_without_panels(sim, other)
    assert text(panel(sim, other)) == text(before), "nothing can change it"
    await sim.press(other, "Move", panel(sim, other))
    assert panel(sim, other).id == before.id and controls(panel(sim, other))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def play_to_without_panels(sim: SimServer, other: str) -> None:
    """Others move by commands until somebody is asked."""
    await sim.play_until(
        lambda table: [table.people[s].name for s in table.waiting_people()] == [other]
    )


async def test_every_panel_shows_that_the_game_has_ended(sim: SimServer):
    name, other = await first_of_two(sim)
    await sim.abandon(name)
    await sim.abandon(other)
    for somebody in (name, other):
        shown = [each for each in panels(sim, somebody) if ended(each)]
        assert shown and not any(buttons(each) for each in shown)


async def test_a_panel_is_brought_up_to_date_after_a_restart(sim: SimServer, started: list[Any]):
    sim.started = started
    name, other = await first_of_two(sim)
    shows = sim.bot.outbox.kick
    sim.bot.outbox.kick = lambda table_id: None
    table = await sim.table()
    while table.waiting_people() != [table.names.index(other)]:
        seat = table.waiting_people()[0]
        await table.submit(seat, table.game.default(table.state, seat), f"test:{table.seq}")
    assert not controls(panel(sim, other))
    sim.bot.outbox.kick = shows
    await sim.restart()
    assert controls(panel(sim, other)) and not controls(panel(sim, name))


async def test_somebody_who_erases_their_data_has_no_panel_left(sim: SimServer):
    name, _other = await first_of_two(sim)
    shown = panel(sim, name).id
    question = await sim.command(name, "mydata delete")
    await sim.people[name].click(question.response, label="Delete everything")
    assert shown not in [each.id for each in panels(sim, name)]


async def test_a_move_that_a_vote_has_undone_has_no_receipt(sim: SimServer):
    await sim.gather(game="wigs", seats=2, computers=0)
    table = await sim.table()
    for name in ("Ada", "Ben"):
        await sim.press(name, "Move")
    order = [(await sim.asked())[0]]
    await move(sim, order[0])
    order += await sim.asked()
    first, second = order
    await sim.press(first, "Take back my last move", panel(sim, first))
    await sim.press(first, "Redo my move", panel(sim, first))
    await move(sim, second)
    assert "✓ You took" in text(panel(sim, first))
    assert "✓ You took" in text(panel(sim, second))
    newest = table.question
    for stands, target in ((True, newest), (False, newest - 1)):  # the second move, then the first
        with sim.env._bot_scope():
            for name in (first, second):
                await votes.propose_undo(table, sim.people[name].id, target)
        await sim.env.settle()
        assert ("✓ You took" in text(panel(sim, first))) == stands
        assert "✓" not in text(panel(sim, second)), "what they did last does not stand"
        assert "The table takes back" in text(panel(sim, first))
    assert "✓" not in text(panel(sim, first))


async def test_a_receipt_without_news_does_not_read_as_an_instruction(sim: SimServer):
    await sim.gather(game="brick_and_mortar", seats=2, computers=0)
    for name in ("Ada", "Ben"):
        await sim.command(name, "move", move=await sim.default(name))
    for name in ("Ada", "Ben"):
        assert "✓ You chose: Keep " in text(panel(sim, name))


@pytest.mark.parametrize("accents", [False, True])
async def test_everybody_reads_their_own_secret_choice_once_and_those_of_others(
    sim: SimServer, accents: bool
):
    await sim.gather(game="wigs", seats=2, computers=0)
    table = await sim.play_until("wear")
    table.state.accents = accents
    for name in ("Ada", "Ben"):
        await sim.command(name, "move", move=await sim.default(name))
    own = "Behold yourself" if accents else "You wore the "
    for name, other in (("Ada", "Ben"), ("Ben", "Ada")):
        said = text(panel(sim, name))
        assert said.count("✓") == said.count(own) == 1
        assert (f"Behold {other}" if accents else f"{other} wears") in said
        assert f"{name} wears" not in said and f"Behold {name}" not in said


async def test_a_button_of_a_game_that_has_ended_shows_how_it_ended(sim: SimServer):
    name, other = await first_of_two(sim)
    before = panel(sim, name)
    custom_id = next(iter(controls(before)))
    sim.bot.outbox.kick = lambda table_id: None
    await sim.abandon(name)
    await sim.abandon(other)
    ways = [custom_id, *(f"{each}:1:{custom_id.split(':')[2]}" for each in ("undo", "advance"))]
    for way in (*ways, "further:1:", "return:1:"):
        shown = (await sim.press_old(name, before, way)).response
        assert "Table 1 was given up." in text(shown) and not buttons(shown) and not controls(shown)
        assert ("nothing changed" in text(shown)) == (way != "return:1:")
    hand = await sim.command(name, "hand", game="1")
    assert "Press **Move**" not in text(hand.response or before) or not buttons(hand.response)


@pytest.mark.parametrize("ends", ["is given up", "is over"])
async def test_private_pages_of_a_finished_game_look_back(sim: SimServer, ends: str):
    await sim.gather(game="rokoko", seats=2, computers=0)
    assert all(buttons(sim.dms(name)[-1]) for name in sim.people)
    if ends == "is given up":
        await sim.abandon("Ada")
        await sim.abandon("Ben")
    else:
        await sim.skip_the_middle(ahead=2)
        await sim.play_until(lambda table: table.row.status == "over")
    said = "Table 1 was given up." if ends == "is given up" else "The game is over."
    for name in sim.people:
        last = sim.dms(name)[-1]
        looks_back = ["Review", "History"] if ends == "is over" else []
        assert said in text(last) and [*buttons(last)] == looks_back
        hand = await sim.command(name, "hand", game="1")
        assert [*buttons(hand.response)] == [*(["Rematch"] if looks_back else []), *looks_back]


async def test_a_panel_tells_what_endangers_its_player_and_what_comes_next(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    game = discover()["wigs"]
    monkeypatch.setitem(game.alarms, "broke", lambda g, p: f"Seat {p.seat} has no gold.")
    monkeypatch.setattr(game, "_forecast", lambda g, p: "The columns are sold next.")
    await sim.gather(seats=2, computers=0)
    for name in await sim.asked():
        shown = text((await sim.press(name, "Move")).response)
        seat = (await sim.table()).seat_of(sim.people[name].id)
        assert f"⚠ Seat {seat} has no gold.\n-# The columns are sold next.\n" in shown
        written = await sim.command(name, "game text")
        assert "no gold" in text(written.response)
    assert "no gold" not in text(sim.board())


async def test_the_last_round_is_said_on_board_panel_and_in_words(sim: SimServer):
    await sim.gather(game="rokoko", seats=2, computers=0)
    told = "This is the last round."
    assert told not in text(sim.board())
    await sim.skip_the_middle(ahead=8)
    table = await sim.table()
    [name, *_] = await sim.asked()
    shown = (await sim.press(name, "Move")).response
    assert table.row.status == "running" and told in text(shown) and told in alt_texts(shown)[0]
    assert told in text(sim.board()) and told in alt_texts(sim.board())[0]
    written = await sim.command(name, "game text")
    assert told in text(written.response)


async def test_who_waits_is_offered_their_next_question_and_then_the_one_after_it(sim: SimServer):
    _name, other = await first_of_two(sim)
    table, seat = await sim.table(), PEOPLE.index(other)
    shown = panel(sim, other)
    assert "You can already answer **sowing**" in text(shown)
    seq, board = table.seq, text(sim.board())
    [first, *_] = [each for each in buttons(shown).values() if each.startswith("move:1:sowing:")]
    await sim.people[other].click(shown, custom_id=first)
    table = await sim.table()
    move = first.removeprefix("move:1:sowing:")
    assert (table.seq, table.view(seat)["ahead"]) == (seq + 1, {"sowing": move})
    noted = text(panel(sim, other))
    assert "**sowing:** " in noted and "answer **sowing**" not in noted
    assert text(sim.board()) == board, "nobody else sees that something was set"
    later = await sim.press(other, "Answer in advance", panel(sim, other))
    cleared = await sim.people[other].select(
        later.response, ["ask"], custom_id="pick-later:1:sowing"
    )
    await sim.press(other, "Back", cleared.response)
    assert "You can already answer **sowing**" in text(panel(sim, other))
