"""Open questions: anybody who is asked may answer at any time, and again, until all have passed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.table.clock import DAY_S, HOUR_S
from games.kernel import EVERYBODY, Game
from tests import toys
from tests.sim_server import SimServer, buttons, ephemeral_text, reply_text, text
from tests.test_clock import later
from tests.test_packages import NAME, Package, package  # noqa: F401  (a fixture)
from tests.tiny import Player, Table, tiny

# --- The kernel -----------------------------------------------------------------------------------


def auction(*plan: Any, **how: Any) -> Game[Table]:
    """Everybody may bid more than what was bid, up to 4, but not more than their own bid."""
    game = tiny(*plan or [("bid", EVERYBODY)], **how)

    @game.choice("Bid.", at_once=True, may_pass="No more")
    def bid(g: Table, p: Player) -> Iterator[str]:
        bids = [line for line in g.diary if "bids" in line]
        if not (bids and bids[-1].startswith(f"{p.seat} ")):
            yield from (f"bid {n}" for n in range(g.players[0].gold + 1, 5))

    @bid.does("bid {n:d}")
    def run(g: Table, p: Player, n: int) -> None:
        g.players[0].gold = n
        g.diary.append(f"{p.seat} bids {n}")

    @bid.passes
    def passes(g: Table, p: Player) -> None:
        g.diary.append(f"{p.seat} passes")

    return game


def played(game: Game[Table], *moves: tuple[int, str], seats: int = 3) -> Table:
    g = game.new(seats, 1)
    for seat, move in moves:
        g = game.play(g, seat, move)
    return g


def test_each_answer_is_carried_out_at_once_and_all_may_answer_again() -> None:
    game = auction()
    g = played(game, (1, "bid 1"))
    assert (g.diary, g.asked, g.answers) == (["1 bids 1"], [0, 2], {})
    assert game.view(g, None)["question"]["secret"] is False
    assert game.legal(g, 1) == [], "who can only pass is not asked"
    g = game.play(game.play(g, 0, "bid 3"), 1, "bid 4")
    assert (g.diary, g.asked) == (["1 bids 1", "0 bids 3", "1 bids 4"], []) and g.scores


def test_it_ends_when_all_have_passed_and_who_passes_is_out_of_it() -> None:
    game = auction()
    g = played(game, (0, "pass"), (1, "bid 1"))
    assert (g.asked, game.legal(g, 0)) == ([2], [])
    g = game.play(g, 2, "bid 2")
    assert g.asked == [1], "somebody overbid is asked again, who passed is not"
    g = game.play(g, 1, "pass")
    assert g.scores and g.diary == ["0 passes", "1 bids 1", "2 bids 2", "1 passes"]


def test_a_single_seat_may_answer_again_and_what_an_answer_plans_comes_first() -> None:
    game = auction(("bid", 1), "a", hands=([], [], []))

    @game.choices["bid"].does("stop")
    def stop(g: Table, p: Player) -> None:
        g.then("b")

    g = game.new(3, 1)
    listed = game.choices["bid"]._listed
    game.choices["bid"]._listed = lambda g, p: [*listed(g, p), "stop"]
    g = game.play(game.play(g, 1, "stop"), 1, "stop")
    assert (g.diary, g.asked) == (["b", "b"], [1])
    assert game.play(g, 1, "pass").diary == ["b", "b", "1 passes", "a"]


def test_who_is_always_asked_is_asked_even_if_they_can_only_pass() -> None:
    game = auction()
    game.choices["bid"].always = True
    assert played(game, (1, "bid 1")).asked == [0, 1, 2]


def test_an_absent_player_has_nothing_to_say() -> None:
    game = auction()
    g = game.new(3, 1)
    assert game.default(g, 1) == game.expert(g, 1) == "pass"
    game.choices["bid"].default(lambda g, p: "bid 2")
    assert game.default(g, 1) == "bid 2"


def test_a_premove_is_an_answer_that_nobody_can_take_back() -> None:
    game = auction("a", ("ask", 0), ("bid", EVERYBODY))

    @game.choice("Ask.")
    def ask(g: Table, p: Player) -> list[str]:
        return ["yes", "no"]

    ask.does("yes")(lambda g, p: None)
    ask.does("no")(lambda g, p: None)
    game.choices["bid"].premove("lot")(lambda g, p: iter([((), ["bid 2"])]))
    g = game.play(game.new(3, 1), 2, "ahead lot bid 2")
    after = game.play(g, 0, "yes")
    assert (after.diary, after.asked, after.premoves) == (["a", "2 bids 2"], [0, 1], {})
    assert after.rng != g.rng


def test_it_cannot_be_without_a_pass_nor_have_answers_that_stay() -> None:
    game = tiny("a")
    with pytest.raises(ValueError, match="The open question “bid” needs may_pass"):

        @game.choice("Bid.", at_once=True)
        def bid(g: Table, p: Player) -> list[str]:
            return []

    with pytest.raises(ValueError, match="would take such an answer for ever"):
        auction().choices["bid"].premove("lot", stays=True)


def test_an_open_question_is_asked_on_until_another_one_is_asked() -> None:
    game = auction(("bid", EVERYBODY), ("bid", 0))
    first = game.new(3, 1)
    assert game.asks_on(first, game.play(first, 1, "bid 1"))
    secret = tiny(("a",))
    assert not secret.asks_on(first, secret.new(2, 1))


# --- At a table -----------------------------------------------------------------------------------


@pytest.fixture
def sim(package: Package, sim_server_of: Callable[..., SimServer]) -> SimServer:  # noqa: F811
    """A bot with the auction of the toys, and three people."""
    for path, content in toys.files_of("haggle", package.folder.name).items():
        package.write(path, content)
    return sim_server_of("Ada", "Ben", "Cleo")


async def test_nobody_is_told_of_an_answer_but_who_has_something_new_to_say(sim: SimServer) -> None:
    await sim.gather(game=NAME, computers=0, pace="daily")
    table = await sim.table()
    assert await sim.asked() == ["Ada", "Ben", "Cleo"] and sim.pinged()[-1] == {"Ben", "Cleo"}
    rings, asked_at = len(sim.pinged()), (await table.store.turns.of(table.id))[2]
    await later(sim, HOUR_S)

    assert "You bid 2" in reply_text(await sim.command("Ada", "move", move="bid 2"))
    assert len(sim.pinged()) == rings, "nobody new is asked"
    assert "Ada bids 2" in text(sim.board())
    await sim.command("Ben", "move", move="bid 3")
    assert sim.pinged()[rings:] == [{"Ada"}], "who was overbid, and nobody else"
    turn = (await table.store.turns.of(table.id))[2]
    assert turn.question == table.question != asked_at.question
    assert (turn.since, turn.due) == (asked_at.since, asked_at.due), "time runs on"


async def test_who_answers_what_is_no_longer_the_question_sees_what_it_is_now(
    sim: SimServer,
) -> None:
    await sim.gather(game=NAME, computers=0)
    panel, table = (await sim.press("Cleo", "Move")).response, await sim.table()
    old = f"move:{table.id}:{table.question}:pass"
    await sim.command("Ada", "move", move="bid 2")
    answer = await sim.press_old("Cleo", panel, old)
    assert "has moved on" in ephemeral_text(answer) and table.seq == 1
    assert "Cleo" in await sim.asked()
    assert "Bid 3" in buttons(panel), "the panel shows it already"


async def test_whose_time_is_up_has_passed(sim: SimServer) -> None:
    await sim.gather(game=NAME, computers=0, pace="daily")
    await sim.command("Ada", "move", move="bid 2")
    await sim.command("Cleo", "move", move="pass")
    for _ in range(3):
        await later(sim, 0.9 * DAY_S)
    table = await sim.table()
    assert table.state.players[0].lots or "Ben bids no more" in text(sim.board())


async def test_computer_players_and_people_haggle_to_the_end(sim: SimServer) -> None:
    await sim.gather(game=NAME, computers=1, seats=4)
    table = await sim.play_until(lambda table: table.row.status == "over")
    assert table.state.scores is not None
