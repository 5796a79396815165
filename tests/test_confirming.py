"""Confirming moves: with this setting a move counts only after a second press."""

import random
from typing import Any

import pytest

from atelier_testing.golden import decisions, playthroughs
from atelier_testing.project import own_games
from bot.table import Table, Tables, undo
from games.kernel import Question
from tests.sim_server import SimServer, buttons, ephemeral_text, options, reply_text, text
from tests.tables import ADA, lobby_of

PEOPLE = ("Ada", "Ben")
SAMPLE, LONG = 8, 60
"""Positions of a playthrough that are looked at."""
each_game = pytest.mark.parametrize("name", [game.name for game in own_games()])


async def asked(sim: SimServer, confirm: str) -> tuple[str, Any, str]:
    """A game in which somebody confirms their moves: who is asked, their panel, a move."""
    for name in sim.people:
        await sim.command(name, "settings moves", confirm=confirm)
    await sim.gather(game="royal_threadcount", seats=2, computers=0)
    await sim.play_until("market")
    [name] = await sim.asked()
    return name, (await sim.press(name, "Move")).response, "done"


async def test_a_move_counts_once_it_is_confirmed(sim: SimServer):
    name, panel, move = await asked(sim, "always")
    before = (await sim.table()).seq
    question = (await sim.make(name, move, panel)).response
    table = await sim.table()
    assert table.seq == before
    assert "Confirm: **" in text(question) and {"Confirm", "Back"} <= buttons(question).keys()
    await sim.press(name, "Confirm", question)
    line = await table.store.moves.get(table.id, before + 1)
    assert line is not None and line.move == move


async def test_back_leads_to_the_panel_and_nothing_has_changed(sim: SimServer):
    name, panel, move = await asked(sim, "always")
    before = (await sim.table()).seq
    question = (await sim.make(name, move, panel)).response
    shown = (await sim.press(name, "Back", question)).response
    assert "Confirm: **" not in text(shown) and (await sim.table()).seq == before
    assert buttons(shown) == buttons(panel) or options(shown) == options(panel)


async def test_a_typed_move_is_confirmed_like_a_pressed_one_and_a_wrong_one_refused(sim: SimServer):
    name, _panel, move = await asked(sim, "always")
    before = (await sim.table()).seq
    question = (await sim.command(name, "move", move=move)).response
    assert (await sim.table()).seq == before and "Confirm: **" in text(question)
    refused = await sim.command(name, "move", move="sell the palace")
    assert "is not open to you now" in reply_text(refused) and (await sim.table()).seq == before


async def test_a_grave_move_is_asked_back_whatever_the_person_has_set(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    name, panel, move = await asked(sim, "never")
    before = (await sim.table()).seq

    def grave(_question: Question, _move: str) -> str:
        return "grave"

    monkeypatch.setattr(Question, "tone", grave)
    question = (await sim.make(name, move, panel)).response
    assert (await sim.table()).seq == before and "Confirm: **" in text(question)
    await sim.press(name, "Confirm", question)
    assert (await sim.table()).seq > before


async def test_a_grave_answer_in_advance_is_asked_back_too(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather(game="wigs", seats=2, computers=0)
    table = await sim.play_until(lambda table: bool(later(table)))
    seat, name, move = later(table)[0]
    who, before = table.names[seat], table.seq
    panel = (await sim.press(who, "Move")).response
    monkeypatch.setattr(Question, "tone", lambda _question, _move: "grave")
    shown = (await sim.press(who, "Answer in advance", panel)).response
    for asked_back in (
        await sim.people[who].select(shown, [f"move:{move}"], custom_id=f"pick-later:1:{name}"),
        await sim.command(who, "move", move=f"ahead {name} {move}"),
    ):
        question = asked_back.response
        assert "Confirm: **" in text(question) and (await sim.table()).seq == before
    await sim.press(who, "Confirm", question)
    table = await sim.table()
    assert table.seq > before and table.view(seat)["ahead"][name] == move


def later(table: Table) -> list[tuple[int, str, str]]:
    """The answers in advance that seats could give: seat, name of the question, move."""
    return [
        (seat, question.name, move)
        for seat in range(table.state.seats)
        for question in table.game.questions(table.state, seat)
        if question.name
        for move in question
    ]


async def test_settings_stand_behind_one_button_and_come_last_in_words(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    name, _panel, move = await asked(sim, "never")
    plain = Question.tone

    def tone(question: Question, given: str) -> str:
        return "setting" if given == move else plain(question, given)

    monkeypatch.setattr(Question, "tone", tone)
    panel = (await sim.press(name, "Move")).response
    custom_id = f":{move}"
    assert not [each for each in buttons(panel).values() if each.endswith(custom_id)]
    listed = await sim.people[name].autocomplete(sim.room, "move", "move", "")
    assert [each["value"] for each in listed][-1] == move
    apart = (await sim.press(name, "Ask me more / less …", panel)).response
    assert "from now on" in text(apart)
    [label] = [label for label, each in buttons(apart).items() if each.endswith(custom_id)]
    before = (await sim.table()).seq
    await sim.press(name, label, apart)
    assert (await sim.table()).seq > before


async def test_a_late_confirmation_is_refused_and_a_restart_does_no_harm(
    sim: SimServer, started: list[Any]
):
    sim.started = started
    name, panel, move = await asked(sim, "always")
    question = (await sim.make(name, move, panel)).response
    custom_id = buttons(question)["Confirm"]
    assert len(custom_id) <= 100
    await sim.restart()
    await sim.press(name, "Confirm", question)
    after = (await sim.table()).seq
    late = await sim.press_old(name, question, custom_id)
    assert "That question has passed" in ephemeral_text(late) + reply_text(late)
    assert (await sim.table()).seq == after


async def test_with_this_setting_only_final_moves_are_confirmed(sim: SimServer):
    for name in sim.people:
        await sim.command(name, "settings moves", confirm="final")
    await sim.gather(game="royal_threadcount", seats=2, computers=0)
    table = await sim.play_until("market")
    asked_about, not_asked = 0, 0
    for _ in range(12):
        [seat] = table.waiting_people()
        move, before = table.game.default(table.state, seat), table.seq
        is_final = undo.is_final(table, seat, move)
        result = await sim.command(table.names[seat], "move", move=move)
        table = await sim.table()
        assert (table.seq == before) == is_final
        if is_final:
            asked_about += 1
            assert "You cannot take this back on your own." in text(result.response)
            await sim.press(table.names[seat], "Confirm", result.response)
            table = await sim.table()
        else:
            not_asked += 1
            assert await undo.can_undo(table, seat)
    assert asked_about and not_asked


async def test_settings_and_export_show_the_setting(sim: SimServer):
    await sim.command("Ada", "settings moves", confirm="final", forced="1")
    shown = reply_text(await sim.command("Ada", "settings show"))
    assert "before a move that you cannot take back" in shown and "after 2 to 20 minutes" in shown
    user = sim.people["Ada"].id
    [person] = (await sim.bot.store.privacy.export(user))["people"]
    assert person["confirm"] == "final" and person["forced"] == 1
    assert "a move counts at once" in reply_text(await sim.command("Ben", "settings show"))


@each_game
async def test_whether_a_move_is_final_reveals_no_secret(name: str, tables: Tables):
    table = await lobby_of(tables, name, ADA)
    positions = [at for at in decisions(playthroughs(name)[0]) if at.g.asked]
    finals = 0
    for at in positions[:: max(1, len(positions) // SAMPLE)]:
        seat = at.g.asked[0]
        moves = at.game.legal(at.g, seat)
        other = at.game.guess(at.game.hide_unknown(at.g, seat), seat, random.Random(7))
        found = []
        for g in (at.g, other):
            table.g = g
            found.append([undo.is_final(table, seat, move) for move in moves[:5]])
        assert found[0] == found[1]
        finals += sum(found[0])
    assert finals or len(positions) < LONG, "in a long game some move is final"


async def test_a_move_is_tried_only_where_it_is_open(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
):
    table = await lobby_of(tables, "wigs", ADA)
    table.g = table.game.new(2, 1)
    monkeypatch.setattr(table.game, "guess", lambda g, seat, chance: g)
    assert not undo.is_final(table, table.g.asked[0], "take 9")
