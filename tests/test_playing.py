"""Playing in Discord: a whole game by buttons, by commands, at the table and in a DM."""

import hashlib
import re
from itertools import product

from bot.operations.markdown import escape_markdown
from bot.pages.text import split_text
from bot.pictures.drawing import describe_fully
from tests.sim_server import MANY, SimServer, buttons, controls, ephemeral_text, reply_text, text

# --- Whole games ----------------------------------------------------------------------------------


async def test_the_last_board_has_the_scores_and_the_seal_that_was_shown_at_first(sim: SimServer):
    await sim.gather_two(computers=1, until="wear")
    assert "seal" not in text(sim.board())
    first = text(await sim.verify("Ada"))
    table = await sim.play_out()
    over = text(sim.board())
    assert table.row.status == "over" and table.state.scores
    for name, score in zip(table.names, table.state.scores, strict=True):
        assert re.search(rf"{name}.* — {score}\b", over)
    assert "👑" in over and ("wins" in over or "share the victory" in over)
    assert seal_holds(first, text(await sim.verify("Ada")))
    assert "Move" not in buttons(sim.board()) and "Replay" in buttons(sim.board())
    assert "Log" in buttons(sim.board())
    for name in ("Ada", "Ben"):
        assert not controls(sim.dms(name)[-1])


def seal_holds(first: str, last: str) -> bool:
    """Whether seed and salt, shown at the end, give the seal shown at the start."""
    found = re.search(r"Seed: `(\d+)`\nSalt: `(\w+)`", last)
    assert found
    seal = re.search(r"`([0-9a-f]{64})`", first)
    assert seal
    return hashlib.sha256(f"{found[2]}:{found[1]}".encode()).hexdigest() == seal[1]


async def test_a_round_is_played_by_the_commands_of_the_game(sim: SimServer):
    table = await sim.gather_two()
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
    table = await sim.gather_two(until="wear")
    before = table.seq
    answer = await sim.command("Ada", "wigs sell", wig=1, count=1)
    assert "not open to you" in ephemeral_text(answer) and "wear" in ephemeral_text(answer)
    choices = await sim.people["Ada"].autocomplete(sim.room, "wigs sell", "wig", "")
    assert choices == []
    assert table.seq == before


async def test_a_command_of_the_game_can_be_completed_by_the_name_of_a_wig(sim: SimServer):
    table = await sim.gather_two(until="wear")
    seat = table.names.index("Ada")
    move = table.game.legal(table.state, seat)[-1]
    name = table.game.label(table.state, seat, move).split()[-1]
    choices = await sim.people["Ada"].autocomplete(sim.room, "wigs wear", "wig", name.lower())
    assert [choice["value"] for choice in choices] == [int(move.split()[-1])]
    listed = await sim.people["Ada"].autocomplete(sim.room, "move", "move", name.lower())
    assert [choice["value"] for choice in listed] == [move]


# --- The table as text ----------------------------------------------------------------------------


async def test_the_text_of_a_table_says_what_its_pictures_show(sim: SimServer):
    table = await sim.gather_two(until="wear")
    mine = await sim.command("Ada", "game text")
    assert mine.response.ephemeral
    lines = describe_fully(table.view(table.names.index("Ada"))).splitlines()
    assert all(escape_markdown(line) in reply_text(mine) for line in lines)
    assert table.view(None)["question"]["prompt"] in reply_text(mine)
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


# --- Commands in a DM, and what nobody may type ---------------------------------------------------


async def test_nobody_looks_at_a_table_whose_channel_they_cannot_see(sim: SimServer):
    table = await sim.gather_two()
    for command in ("game text", "history", "move"):
        more = {"move": "pass"} if command == "move" else {}
        answer = await sim.command_dm("Cleo", command, game=str(table.id), **more)
        assert "Powdered Wigs" not in reply_text(answer), command
    assert "Powdered Wigs" in reply_text(
        await sim.command_dm("Ada", "game text", game=str(table.id))
    )
    assert "Powdered Wigs" in reply_text(await sim.command("Cleo", "game text"))


async def two_tables(sim: SimServer) -> None:
    """Ada plays at two tables against computer players."""
    for room in (sim.room, sim.guild.create_text_channel("second-room")):
        await sim.start("Ada", room=room, computers=1)


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
    table = await sim.gather_two()
    [name] = await sim.asked()
    answer = await sim.command_dm(name, "move", move=await sim.default(name))
    assert "✓" in reply_text(answer) and table.seq == 1
    assert "You are not in a game" in reply_text(await sim.command_dm("Cleo", "hand"))


async def test_an_unknown_game_is_refused_with_a_sentence(sim: SimServer):
    await sim.gather_two()
    numbers = ["0", "77", "-1", "²", "9" * 30, "wigs", "1; drop table"]
    for number, command in product(numbers, ("hand", "game text", "game leave")):
        answer = await sim.command("Ada", command, game=number)
        assert re.search(r"There is no .*table|Choose one of your games", ephemeral_text(answer))


async def test_an_unknown_move_is_refused_with_what_can_be_said(sim: SimServer):
    table = await sim.gather_two(until="wear")
    before = table.seq
    first = table.game.legal(table.state, table.names.index("Ada"))[0].removeprefix("wear ")
    for move, said in {
        **dict.fromkeys(("buy II 3", "dance", "WEAR 1", "²", "**bold**"), "You can: wear {}"),
        "x" * 4000: "You can: wear {}",
        "wear": "After “wear” you can say {}",
        "wear 9": "After “wear” you can say {}",
        "wear 1 1": "Say only “wear {}”.",
    }.items():
        answer = await sim.command("Ada", "move", move=move)
        assert said.format(first) in ephemeral_text(answer)
        assert len(ephemeral_text(answer)) <= 2000
        assert table.seq == before


async def test_a_refusal_of_a_command_says_how_the_move_could_go_on(sim: SimServer):
    table = await sim.gather_two(until="sell")
    [name] = await sim.asked()
    p = table.state.players[table.names.index(name)]
    lacking = next(wig for wig in range(1, 6) if wig not in p.tiles)
    answer = await sim.command(name, "wigs sell", wig=lacking, count=1)
    held = ", ".join(str(wig) for wig in sorted({*p.tiles}))
    assert ephemeral_text(answer) == f"After “sell” you can say {held}."
