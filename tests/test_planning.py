"""Planning one's turn: the page on which it is played on a copy, and /plan."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.pages.plans import rehearsal
from bot.pages.questions import Asked
from bot.table import Table, undo, votes
from games.kernel import Dials, Picks, Question
from tests.sim_server import SimServer, alt_texts, buttons, ephemeral_text, reply_text, text

PLAYERS = ("Ada", "Ben")
DRAWN = "Then something is drawn, rolled or revealed."


def may_sow_twice(table: Table) -> bool:
    """Whether both players can sow in their next turn and are asked again after that."""
    if table.state.agenda[-1][0] != "sow":
        return False
    firsts = [table.game.rehearse(table.state, seat).question for seat in (0, 1)]
    return all(
        first and table.game.rehearse(table.state, seat, first.moves[:1]).question
        for seat, first in enumerate(firsts)
    )


async def one_of_two(sim: SimServer) -> tuple[str, str]:
    """Who is asked to sow, and who waits."""
    await sim.gather_two(game="royal_threadcount")
    await sim.play_until(may_sow_twice)
    [name] = await sim.asked()
    [other] = {*PLAYERS} - {name}
    return name, other


async def plan(sim: SimServer, name: str, button: str, *moves: str) -> Any:
    """Somebody opens the page for their plan and adds these steps."""
    shown = (await sim.press(name, "Move")).response
    shown = (await sim.press(name, button, shown)).response
    for move in moves:
        shown = (await sim.make(name, move, shown)).response
    return shown


async def sown(sim: SimServer, name: str, *moves: str) -> list[str]:
    """The moves that a player can add to this plan."""
    table = await sim.table()
    return table.game.rehearse(table.state, PLAYERS.index(name), moves).question.moves


async def test_who_waits_plans_their_turn_and_it_is_played_when_it_comes(sim: SimServer):
    name, other = await one_of_two(sim)
    board, [first, *_] = text(sim.board()), await sown(sim, other)
    shown = await plan(sim, other, "Plan my turn …", first)
    assert "Plan: this is not played yet. Only you see it." in text(shown) and alt_texts(shown)
    assert "others come first:\n**1** " in text(shown)
    shown = (await sim.make(other, "roll", shown)).response
    assert DRAWN in text(shown) and "\n**2** " in text(shown)
    shown = (await sim.press(other, "Take back a step", shown)).response
    assert DRAWN not in text(shown) and "\n**2** " not in text(shown)
    seat, table = PLAYERS.index(other), await sim.table()
    assert table.view(seat)["plan"] == {"moves": [first], "used": False}
    shown = (await sim.press(other, "Use this plan", shown)).response
    assert "✓ Your plan is used when your turn comes." in text(shown)
    assert "**Your plan:** 1 " in text(shown) and "My plan …" in buttons(shown)
    assert "**Your plan:** 1 " in ephemeral_text(await sim.command(other, "game text"))
    assert "Your plan" not in ephemeral_text(await sim.command(name, "game text"))
    assert text(sim.board()) == board, "nobody else sees that something is planned"
    while name in await sim.asked():
        await sim.command(name, "move", move=await sim.default(name))
    table = await sim.table()
    assert table.state.cubes != [] and table.view(seat).get("plan") is None
    written = text((await sim.press(other, "Move")).response)
    assert f"As you chose in advance: You sowed silk on {first.split()[1]}." in written


async def test_on_ones_own_turn_a_plan_goes_on_after_the_answer(sim: SimServer):
    name, _other = await one_of_two(sim)
    [first, *_] = await sown(sim, name)
    [second, *_] = await sown(sim, name, first)
    shown = await plan(sim, name, "And afterwards …", first, second)
    silk = (table := await sim.table()).state.players[PLAYERS.index(name)].silk
    await sim.command(name, "settings moves", confirm="always")
    await sim.press(name, "Use this plan", shown)
    g = (await sim.table()).state
    assert g.asked == table.state.asked and g.plans == {}
    assert g.players[PLAYERS.index(name)].silk < silk and len(g.now.sown) == 2


async def test_the_page_says_that_others_come_before_the_next_question(sim: SimServer):
    await sim.gather_two(game="wigs")
    [name] = await sim.asked()
    shown = await plan(sim, name, "And afterwards …", await sim.default(name))
    assert "others come first:\n**Take one wig.**" in text(shown)
    [other] = {*PLAYERS} - {name}
    shown = (await sim.command(other, "plan")).response
    assert text(shown).count("others come first:\n") == 1
    [move, *_] = rehearsal(await sim.table(), PLAYERS.index(other)).question.moves
    shown = (await sim.make(other, move, shown)).response
    shown = (await sim.press(other, "Use this plan", shown)).response
    assert "already answer **taking**" not in text(shown), "it is planned"


async def test_a_plan_can_be_typed_and_thrown_away(sim: SimServer):
    _name, other = await one_of_two(sim)
    [first, *_] = await sown(sim, other)
    found = await sim.people[other].autocomplete(sim.room, "plan", "moves", f"{first} / ")
    assert {each["value"] for each in found} >= {f"{first} / roll"}
    shown = (await sim.command(other, "plan", moves=f"{first} / roll")).response
    seat = PLAYERS.index(other)
    assert (await sim.table()).view(seat)["plan"] == {"moves": [first, "roll"], "used": False}
    await sim.press(other, "Use this plan", shown)
    assert (await sim.table()).view(seat)["plan"]["used"]
    refused = await sim.command(other, "plan", moves="roll / roll")
    assert DRAWN in text(refused.response)
    shown = (await sim.command(other, "plan")).response
    await sim.press(other, "Throw away", shown)
    assert "plan" not in (await sim.table()).view(seat)


async def test_nothing_is_planned_while_a_game_is_paused_nor_after_it(sim: SimServer):
    await sim.gather_two(game="royal_threadcount")
    for name in PLAYERS:
        await sim.command(name, "game pause", days=3)
    assert "This game is paused" in ephemeral_text(await sim.command("Ada", "plan"))
    for name in PLAYERS:
        await sim.command(name, "game resume")
    await sim.play_out()
    assert "This game has ended" in ephemeral_text(await sim.command("Ada", "plan"))


async def test_an_old_page_adds_no_step_to_a_plan_that_has_changed(sim: SimServer):
    _name, other = await one_of_two(sim)
    [first, *_] = await sown(sim, other)
    shown = await plan(sim, other, "Plan my turn …", first)
    shown = (await sim.press_old(other, shown, f"move:1:+0:{first}")).response
    assert "⚠ The plan has changed since; nothing was added." in text(shown)
    table = await sim.table()
    assert table.view(PLAYERS.index(other))["plan"]["moves"] == [first]


async def test_the_page_stays_open_for_somebody_who_has_answered_in_secret(sim: SimServer):
    await sim.gather_two(game="brick_and_mortar")
    table = await sim.play_until(
        lambda table: any(rehearsal(table, seat).question for seat in table.state.answers)
    )
    [seat] = table.state.answers
    step = rehearsal(table, seat).question.moves[0]
    shown = await plan(sim, table.names[seat], "Plan my turn …", step)
    assert "Plan: this is not played yet." in text(shown)
    assert table.view(seat)["plan"] == {"moves": [step], "used": False}


# --- Controls of a step ---------------------------------------------------------------------------


def planner_of(table: Table, fits: Callable[[Question], bool]) -> int | None:
    """Somebody whose plan begins with such a question."""
    firsts = [(seat, rehearsal(table, seat).question) for seat in range(table.state.seats)]
    return next((seat for seat, first in firsts if first and fits(first)), None)


def is_grave(question: Question) -> bool:
    return any(question.tone(move) == "grave" for move in question)


async def planning(sim: SimServer, game: str, fits: Callable[[Question], bool]) -> Any:
    """Somebody whose plan begins with such a question, that question, and the page of the plan."""
    await sim.gather_two(game=game)
    table = await sim.play_until(lambda table: planner_of(table, fits) is not None)
    seat = planner_of(table, fits) or 0
    name = table.names[seat]
    shown = (await sim.command(name, "plan")).response
    return name, seat, rehearsal(table, seat).question, shown


@pytest.mark.parametrize("menu", [Dials, Picks])
async def test_a_step_of_dials_or_of_several_things_has_its_controls(sim: SimServer, menu: type):
    name, seat, question, shown = await planning(
        sim, "brick_and_mortar", lambda question: isinstance(question.menu, menu)
    )
    move = question.moves[-1]
    before = (await sim.table()).state
    shown = (await sim.make(name, move, shown)).response
    assert f"**1** {Asked(await sim.table(), question).label(move)}" in text(shown)
    table = await sim.table()
    assert table.view(seat)["plan"] == {"moves": [move], "used": False}
    assert (table.state.asked, table.state.answers) == (before.asked, before.answers)


@pytest.mark.sampled(one_in=3)
async def test_a_grave_step_is_asked_back_on_the_page_of_the_plan(sim: SimServer):
    name, seat, question, shown = await planning(sim, "pret_a_porter", is_grave)
    move = next(move for move in question if question.tone(move) == "grave")
    asked = (await sim.make(name, move, shown)).response
    assert "Confirm: **" in text(asked) and "plan" not in (await sim.table()).view(seat)
    shown = (await sim.press(name, "Back", asked)).response
    assert "this is not played yet" in text(shown) and "Confirm" not in buttons(shown)
    asked = (await sim.make(name, move, shown)).response
    await sim.press(name, "Confirm", asked)
    assert (await sim.table()).view(seat)["plan"] == {"moves": [move], "used": False}


# --- Undo, votes, seats ---------------------------------------------------------------------------


async def takes_back(sim: SimServer, name: str, _other: str) -> None:
    await sim.behind(undo.undo(await sim.table(), sim.people[name].id, "back"))


async def rewinds(sim: SimServer, name: str, other: str) -> None:
    table, users = await sim.table(), [sim.people[each].id for each in (name, other)]
    target = (await undo.rewind_targets(table))[0][0]
    await sim.behind(votes.propose_undo(table, users[0], target))
    [proposal] = await votes.proposals(table)
    await sim.behind(votes.agree(table, users[1], proposal))


async def gives(sim: SimServer, _name: str, other: str) -> None:
    await sim.command(other, "game give", to=sim.people["Cleo"])
    [standing] = [each for each in sim.posts() if "Take the seat" in buttons(each)]
    await sim.press("Cleo", "Take the seat", standing)


async def is_away(sim: SimServer, _name: str, other: str) -> None:
    await sim.command(other, "game handover")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("what", "stays"), [(takes_back, True), (rewinds, False), (gives, True), (is_away, True)]
)
async def test_a_plan_belongs_to_its_seat_and_outlives_all_but_a_vote(
    sim: SimServer, what: Any, stays: bool
):
    name, other = await one_of_two(sim)
    seat, move = PLAYERS.index(other), (await sown(sim, name))[0]
    await sim.command(name, "move", move=move)
    [first, *_] = await sown(sim, other)
    await sim.command(other, "move", move=f"plan {first}")
    await what(sim, name, other)
    table = await sim.table()
    assert table.view(seat).get("plan") == ({"moves": [first], "used": True} if stays else None)
    owner = table.names[seat].removesuffix(" (away)")
    log = reply_text(await sim.press(owner, "Log"))
    assert ("Your answers for later are cancelled" in log) != stays
    written = ephemeral_text(await sim.command(owner, "game text"))
    assert ("**Your plan:** 1 " in written) == stays
    if what is is_away:
        await sim.command(owner, "game handover", returning=True)
    table = await sim.play_until(lambda table: seat in table.state.asked)
    assert bool(table.state.now.sown) == stays, "the plan is played when its turn comes"
