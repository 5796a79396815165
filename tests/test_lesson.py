"""Lessons: the first turn is guided, in a table of its own in the DM."""

from typing import Any, cast

import pytest

from bot.outbox.layout import components
from bot.pages import lessons
from bot.pages.panels import panel_page
from bot.pictures.drawing import Drawn
from bot.table import Tables
from bot.texts.languages import translate, using_language
from bot.texts.rulebook import rulebook
from games import discover
from games.lesson import Lesson, lesson_of, position
from tests.sim_server import SimServer, buttons, ephemeral_text, reply_text, text
from tests.tables import ADA, game_of
from tests.wire.standin import until

PEOPLE = ("Ada",)
GAMES = [name for name in discover() if lesson_of(name).seed is not None]


async def move(sim: SimServer) -> str:
    """What the person reads when they press Move."""
    return reply_text(await press_move(sim))


async def press_move(sim: SimServer) -> Any:
    """Presses Move under the board, beside which there may be a question asked in private."""
    board = next(each for each in reversed(sim.dms("Ada")) if "Move" in buttons(each))
    return await sim.people["Ada"].user.click(board, label="Move")


# --- What is written ------------------------------------------------------------------------------


def test_a_game_without_a_lesson_has_none_written(monkeypatch: pytest.MonkeyPatch):
    assert lesson_of("__none__") == Lesson()


class Blank:
    """Empty pictures."""

    async def view(self, view: dict[str, Any], key: str = "", *, urgent: bool = False) -> Drawn:
        return Drawn(b"", "")


@pytest.mark.parametrize("name", GAMES)
async def test_a_lesson_fits_above_the_controls(name: str, tables: Tables):
    game, lesson = discover()[name], lesson_of(name)
    kind = {"guild": None, "channel": 2, "lesson": 1, "seed": lesson.seed}
    table = await game_of(tables, name, ADA, seats=lesson.seats, **kind)
    explained = 0
    while explained <= lesson.questions and table.row.status == "running":
        seat = table.state.asked[0]
        here = position(game, table.state, seat)
        if seat == 0:
            page = await panel_page(table, 0, cast("Any", Blank()))
            assert page.text_length <= 4000 and "🎓" in str(components(page))
            assert bool(here) == (explained < lesson.questions)
            explained += 1
        move = here.move if here else game.default(table.state, seat)
        await table.submit(seat, move, f"test:{table.seq}")
    assert explained == lesson.questions + 1


# --- At the table ---------------------------------------------------------------------------------


async def test_a_lesson_is_opened_in_the_dm_against_one_computer_player(sim: SimServer):
    """It says that its deal is chosen; it is not rated."""
    said = ephemeral_text(await sim.command("Ada", "tutorial", game="wigs"))
    assert "Your game is ready in our DMs" in said and not sim.posts()
    welcome, *_others = sim.dms("Ada")
    assert "Your first game of Powdered Wigs" in text(welcome)
    assert "not rated" in text(welcome) and "The deal is chosen" in text(welcome)
    table = await sim.table(1)
    assert table.row.lesson and table.row.guild is None and len(table.people) == 2
    assert table.people[0].user == sim.people["Ada"].id and table.people[1].level
    assert "Move" in buttons(sim.dms("Ada")[-1])


async def test_each_question_of_the_chosen_deal_has_a_sensible_move_and_its_reason(sim: SimServer):
    await sim.command("Ada", "tutorial", game="wigs")
    lesson = lesson_of("wigs")
    table = await sim.table(1)
    explained = set[str]()
    for n, turn in enumerate(lesson.turns):
        await arrived(sim)
        shown, choice = (await move(sim)).replace("\n", " "), table.view(0)["question"]["name"]
        assert f"Question {n + 1} of {len(lesson.turns)}." in shown
        assert (lesson.hints[choice].text in shown) == (choice not in explained)
        explained.add(choice)
        label = table.game.label(table.state, 0, turn.move)
        assert f"A sensible move: **{label}**. {turn.why}" in shown
        await answer(sim, turn.move)
    await arrived(sim)
    assert "You know the rest." in await move(sim)
    await answer(sim, table.game.default(table.state, 0))
    await arrived(sim)
    assert "🎓" not in await move(sim)


async def test_the_reason_is_shown_whether_or_not_the_computer_player_has_answered(sim: SimServer):
    await sim.command("Ada", "tutorial", game="rokoko")
    table = await sim.table(1)
    await until(lambda: table.state.answers, "Pierrot chooses a hand", 30)
    await sim.env.settle()
    assert lesson_of("rokoko").turns[0].why in await move(sim)


async def test_a_lesson_goes_another_way_with_its_player(sim: SimServer):
    await sim.command("Ada", "tutorial", game="wigs")
    await arrived(sim)
    table = await sim.table(1)
    await answer(sim, "take 5")
    await arrived(sim)
    assert position(table.game, table.state, 0) is None
    usual = table.game.label(table.state, 0, table.game.expert(table.state, 0))
    shown = await move(sim)
    assert "Question 2 of" in shown and "A sensible move" not in shown
    assert f"A computer player would choose: **{usual}**" in shown


async def arrived(sim: SimServer) -> None:
    """Waits until the person is asked."""
    table = await sim.table(1)
    await until(table.waiting_people, "the computer player moves", 30)
    await sim.env.settle()


async def answer(sim: SimServer, move: str) -> None:
    table = await sim.table(1)
    await sim.behind(table.submit(0, move, f"test:{table.seq}"))


async def test_the_rules_behind_a_question_can_be_read_at_once(sim: SimServer):
    await sim.command("Ada", "tutorial", game="wigs")
    await arrived(sim)
    panel = await press_move(sim)
    label = next(label for label in buttons(panel.response) if label.startswith("Rule 2.2"))
    shown = await sim.people["Ada"].user.click(panel.response, label=label)
    assert rulebook("wigs").rules["2.2"].text in reply_text(shown)


async def test_a_choice_without_a_hint_is_explained_by_its_prompt_and_its_rules(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lessons, "lesson_of", lambda name: Lesson())
    monkeypatch.setattr(lessons, "position", lambda *_seen: None)
    await sim.command("Ada", "tutorial", game="wigs")
    await arrived(sim)
    panel = await press_move(sim)
    assert "Question 1 of 6.** Take one wig." in reply_text(panel)
    assert any(label.startswith("Rule 2.2") for label in buttons(panel.response))


async def test_move_pressed_again_leaves_one_panel(sim: SimServer):
    await sim.command("Ada", "tutorial", game="wigs")
    await arrived(sim)
    for _ in range(3):
        await press_move(sim)
    assert len([each for each in sim.dms("Ada") if each.flags.ephemeral]) == 1


async def test_other_tables_explain_nothing(sim: SimServer):
    await sim.start("Ada", computers=1)
    await sim.play_until(lambda t: bool(t.waiting_people()))
    assert "🎓" not in reply_text(await sim.press("Ada", "Move"))


async def test_one_lesson_at_a_time(sim: SimServer):
    await sim.command("Ada", "tutorial", game="wigs")
    said = ephemeral_text(await sim.command("Ada", "tutorial", game="rokoko"))
    assert "Table 1 in our DM is still open" in said
    left = await sim.command_dm("Ada", "game leave")
    await sim.people["Ada"].user.click(left.response, label="Leave the game")
    assert "ready" in ephemeral_text(await sim.command_dm("Ada", "tutorial", game="wigs"))


async def test_closed_dms_open_no_table(sim: SimServer):
    channel = sim.people["Ada"].user.dm_channel
    sim.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None
    )
    said = ephemeral_text(await sim.command("Ada", "tutorial", game="wigs"))
    assert "cannot write to you" in said and sim.sql("SELECT * FROM tables") == []


async def test_a_lesson_waits_while_the_bot_cannot_write_to_the_player(sim: SimServer):
    channel = sim.people["Ada"].user.dm_channel
    path = f"/channels/{channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=20026, times=1)
    for _ in range(2):  # the second time, nothing is sent
        said = ephemeral_text(await sim.command("Ada", "tutorial", game="wigs"))
        assert "Try again in some minutes" in said and sim.sql("SELECT * FROM tables") == []
    assert len(sim.requests("POST", channel)) == 1
    await sim.env.advance_time(70)
    assert "ready" in ephemeral_text(await sim.command("Ada", "tutorial", game="wigs"))


async def test_a_lesson_speaks_the_language_of_its_player(sim: SimServer):
    await sim.command("Ada", "settings language", language="de")
    await sim.command("Ada", "tutorial", game="wigs")
    table = await sim.table(1)
    with using_language("de"):
        words = translate("Table {n}").format(n=table.id)
    assert words != "Table 1" and any(words in text(each) for each in sim.dms("Ada"))
