"""Leaving a game, and ending it early by agreement."""

import re

from tests.sim_server import SimServer, buttons, controls, ephemeral_text, reply_text, text


async def test_a_computer_player_takes_the_seat_of_somebody_who_leaves(sim: SimServer):
    table = await sim.gather_two()
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
    await sim.start("Ada", computers=1)
    question = await sim.command("Ada", "game leave")
    await sim.press("Ada", "Leave the game", question.response)
    assert (await sim.table()).row.status == "abandoned"
    assert "was given up" in text(sim.board())
    assert (await sim.open(host="Ben", seats=2)).response
    assert (await sim.table()).row.status == "lobby"


async def test_a_game_ends_unfinished_when_all_people_agree(sim: SimServer):
    table = await sim.gather_two(computers=1, until="wear")
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
    await sim.start("Ada", computers=1)
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
    table = await sim.gather_two(until="wear")
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
    table = await sim.gather_two()
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
    table = await sim.gather_two()
    for command in ("game abandon", "game leave"):
        assert "You do not play" in ephemeral_text(await sim.command("Cleo", command))
    assert table.row.status == "running" and not table.votes
