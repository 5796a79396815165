"""Reviews of finished games: what is found, how they are made, and what is shown of them."""

import asyncio
import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import pytest
import simcord

from bot.app import Atelier
from bot.outbox.wanted import TOKEN_VALID_S
from bot.pictures.drawing import describe
from bot.players import review
from bot.players.levels import strong
from bot.players.pool import Thinkers
from bot.players.reasons import Reason
from bot.players.review import Decision, Reviewer, decisions, turning_points
from bot.store import ALL_TENTHS, OutOfService, ReviewRow, Store, to_json
from bot.table import NewTable, Person, Refused, Table, Tables, lobby, undo
from bot.table.history import read_history, state_at, stored_states
from games import discover
from tests.blunders import played, reviewed, with_blunder
from tests.sim_server import (
    SimServer,
    alt_texts,
    buttons,
    reply_text,
    sensible_moves,
    text,
    without_bugs,
)
from tests.tables import game_of

NAMES = ("Ada", "Ben", "Cleo")
THOUGHT = 6.0
"""A thought of the steady player, in looks at the clock."""


@dataclass
class Looks:
    """The looks that reviews take, of which no more are allowed than are left."""

    left: float = math.inf
    taken: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """The lines that were looked at, and how often each was before."""

    async def run(self, work: Any, *args: Any) -> Any:
        """A look, in this process; OutOfService where none is left, which halts a review."""
        if self.left <= 0:
            raise OutOfService("no look is left")
        self.left -= 1
        decision: Decision = args[2]
        self.taken.append((decision.line, decision.looks))
        await asyncio.sleep(0)
        return work(*args)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second with each look, so that the same is found each time."""
    clock = itertools.count()
    monkeypatch.setattr("time.thread_time", lambda: float(next(clock)))
    monkeypatch.setattr("bot.players.thought_timer.MAX_SLOWDOWN", math.inf)
    monkeypatch.setattr(review, "MAX_SLOWDOWN", math.inf)
    monkeypatch.setattr(review, "REVIEW_S", 1e9)


@pytest.fixture
def looks(counted: None, monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Short looks in this process, at games that are broken off early."""
    made = Looks()
    monkeypatch.setattr(Thinkers, "run_low_priority", lambda _self, *work: made.run(*work))
    for name in ("MAX_PLAYOUT_MOVES", "SHORT_PLAYOUT_MOVES"):
        monkeypatch.setattr(strong, name, 10)
    return made


# --- What is found --------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize(("name", "seed"), [("wigs", 9)])
def test_a_planted_blunder_is_a_turning_point(
    name: str, seed: int, counted: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(review, "SECOND_TIME_FACTOR", 8.0)
    game = discover()[name]
    made = with_blunder(game, seed, game.expert, 6, 16)
    assert made is not None, "no move is bad enough"
    positions, place = made
    found, _work = reviewed(game, positions, THOUGHT)
    turns = turning_points(found)
    assert place in [each.line for each in turns] and len(turns) <= review.MAX_TURNING_POINTS
    [turn] = [each for each in turns if each.line == place]
    assert turn.best != turn.move == positions[place].move
    assert turn.points > 0 and turn.chance > 0 and turn.looks == 2
    assert all(0 <= share <= 1 for each in found for share in each.chances)


@pytest.mark.sampled(one_in=4)
def test_strong_players_make_hardly_any_mistakes(counted: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(review, "SECOND_TIME_FACTOR", 8.0)
    game, rng = discover()["wigs"], random.Random(1)
    positions = played(game, game.new(2, 1), lambda g, s: strong.choose(game, g, s, 40, rng))
    found, _work = reviewed(game, positions, THOUGHT)
    assert len(found) > 20
    assert len(turning_points(found)) <= 1
    assert sum(each.is_mistake for each in found) <= len(found) / 10


def decision(line: int, seat: int = 0, **more: Any) -> Decision:
    """A decision that was looked at twice, and whose move was bad."""
    usual = {"best": "better", "looks": 2, "worse": 0.3, "error": 0.1, "chance": 0.2, "rounds": 10}
    return Decision(line, seat, "bad", **(usual | {"chances": [0.25, 0.75]} | more))


def test_turning_points_are_the_worst_mistakes_that_are_sure():
    found = [
        decision(1),
        decision(2, worse=0.5),
        decision(3, worse=0.19),  # not clear
        decision(4, worse=0.02, error=0.001),  # clear, and hardly worse
        decision(5, looks=1, worse=0.9),
        decision(6, best="bad", worse=0.0),
        decision(7, worse=0.4),
        decision(8, worse=0.25),
        decision(9, worse=0.9, chance=0.01),  # the game was decided
    ]
    assert [each.line for each in turning_points(found)] == [1, 2, 7]


def test_a_chance_rests_on_the_games_around_it():
    first, last = ([0.0, 1.0], [1.0, 0.0])
    found = [decision(n, chances=first if n < 10 else last) for n in range(20)]
    chances = review.chances(found)
    assert chances[0] == first and chances[19] == last
    assert 0 < chances[9][0] < chances[10][0] < 1
    assert review.chances([decision(1, rounds=0)]) == []


def test_looks_go_to_every_decision_and_then_to_the_doubtful_ones():
    found = [decision(n, looks=0) for n in range(3)]
    assert review.next_look(found, 0.0, 0.25) == (found[0], 1.0)
    found = [decision(n, looks=1, doubt=n / 10) for n in range(20)]
    coming = review.next_look(found, 20.0, 0.25)
    assert coming == (found[19], 6.0)
    assert review.next_look(found, 112.0, 0.25) == (found[19], 1.0), "the time is shared out"
    assert review.next_look(found, review.REVIEW_S, 0.25) is None
    twice = [replace(each, looks=2) if each.line >= 12 else each for each in found]
    assert review.next_look(twice, 20.0, 0.25) is None


# --- Stored reviews -------------------------------------------------------------------------------


async def finished(tables: Tables, game: str = "wigs", channel: int = 1) -> Table:
    """A finished game of two people."""
    table = await game_of(tables, game, channel=channel, seed=7)
    for seat, move in sensible_moves(table):
        await table.submit(seat, move, f"t{table.id}:{table.seq}")
    return table


def reviewer(store: Store, tables: Tables) -> tuple[Reviewer, list[int]]:
    """A reviewer, and the tables of which it has told that they are to be shown."""
    shown: list[int] = []
    return Reviewer(store, tables, Thinkers(THOUGHT / 100), shown.append), shown


async def until_halted(made: Reviewer) -> None:
    """Waits until a reviewer is done, or out of service."""
    for _ in range(3000):
        if not made._job.is_running:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it goes on for ever")


@pytest.mark.sampled
async def test_a_review_goes_on_from_what_was_stored(store: Store, looks: Looks):
    table = await finished(Tables(store, lambda table: None))
    looks.left = 12
    first, shown = reviewer(store, Tables(store, lambda table: None))
    row = await first.request(table)
    assert (row.tenths, row.found) == (0, "[]")
    await until_halted(first)
    halfway = await store.reviews.get(table.id)
    assert halfway is not None and 0 < halfway.tenths < ALL_TENTHS and table.id in shown
    stored = {each.line for each in review.stored_decisions(halfway)}
    assert 12 - review.SAVE_EVERY_LOOKS < len(stored) <= 12
    await first.close()
    looks.left, looks.taken = math.inf, []
    second, _shown = reviewer(store, Tables(store, lambda table: None))
    second.wake()
    await until_halted(second)
    assert not {(line, 0) for line in stored} & {*looks.taken}, "it was looked at before"
    done = await store.reviews.get(table.id)
    assert done is not None and done.tenths == ALL_TENTHS
    assert all(each.looks for each in review.stored_decisions(done))
    assert await second.request(table) == done, "it is made once"


async def test_two_processes_look_at_nothing_twice(postgres: str, looks: Looks):
    one, other = await Store.open(postgres), await Store.open(postgres)
    try:
        tables = [await finished(Tables(one, lambda table: None), channel=n) for n in (1, 2)]
        pair = [reviewer(each, Tables(each, lambda table: None))[0] for each in (one, other)]
        for table in tables:
            await pair[0].request(table)
        pair[1].wake()
        await asyncio.gather(*(until_halted(each) for each in pair))
        rows = [await one.reviews.get(table.id) for table in tables]
        assert all(row and row.tenths == ALL_TENTHS for row in rows)
        needed = sum(each.looks for row in rows if row for each in review.stored_decisions(row))
        assert len(looks.taken) == needed
    finally:
        await one.close()
        await other.close()


@pytest.mark.sampled
async def test_what_another_version_found_is_found_anew(store: Store, looks: Looks):
    tables = Tables(store, lambda table: None)
    table = await finished(tables)
    await store.reviews.save(ReviewRow(table.id, table.seq, 0, 1.0, tenths=ALL_TENTHS, found="x"))
    made, _shown = reviewer(store, tables)
    row = await made.request(table)
    assert (row.version, row.tenths) == (review.VERSION, 0)
    await until_halted(made)
    found = await made.get(table)
    assert found is not None and found.tenths == ALL_TENTHS


@pytest.mark.sampled
async def test_a_damaged_review_is_made_anew(store: Store, looks: Looks):
    tables = Tables(store, lambda table: None)
    table = await finished(tables)
    row = ReviewRow(table.id, table.seq, review.VERSION, 1.0, tenths=ALL_TENTHS, found="{")
    await store.reviews.save(row)
    made, _shown = reviewer(store, tables)
    assert (await made.request(table)).tenths == 0
    await until_halted(made)
    worse = '[{"line": 1, "seat": 0, "move": "pass", "reason": 7}]'
    for damaged in ("{", "[7]", '[{"line": 1}]', worse):
        row = ReviewRow(table.id, table.seq, review.VERSION, 1.0, tenths=2, found=damaged)
        await store.reviews.save(row)
        made, _shown = reviewer(store, tables)
        made.wake()
        await until_halted(made)
        found = await made.get(table)
        assert found is not None and found.tenths == ALL_TENTHS and review.stored_decisions(found)


async def test_what_cannot_be_reviewed_is_refused_with_a_sentence(
    store: Store, looks: Looks, monkeypatch: pytest.MonkeyPatch
):
    tables = Tables(store, lambda table: None)
    made, _shown = reviewer(store, tables)
    host = Person("Ada", user=101)
    wigs = discover()["wigs"]
    lobby_table = await tables.open(NewTable(wigs, guild=1, channel=9, people=[host], seats=2))
    with pytest.raises(Refused, match="not over yet"):
        await made.request(lobby_table)
    await lobby.join(lobby_table, 102, "Ben")
    await lobby.start(lobby_table, 101)
    with pytest.raises(Refused, match="not over yet"):
        await made.request(lobby_table)
    await lobby_table.save(status="abandoned")
    with pytest.raises(Refused, match="without a result"):
        await made.request(lobby_table)
    table = await finished(tables)
    await table.save(status="broken")
    with pytest.raises(Refused, match="set aside"):
        await made.request(table)
    await table.save(status="over")
    with monkeypatch.context() as patch:
        patch.setattr(review, "MAX_WAITING", 0)
        with pytest.raises(Refused, match="Ask again later"):
            await made.request(table)
    with monkeypatch.context() as patch:
        patch.setattr(type(wigs), "candidate_moves", lambda *_: [])
        with pytest.raises(Refused, match="Nobody had a choice"):
            await made.request(table)
    await store._db.execute("UPDATE moves SET state = NULL, move = 'fly' WHERE seq > 0")
    with pytest.raises(Refused, match="another release"):
        await made.request(table)
    assert await store.reviews.to_do(review.VERSION) == []


async def test_a_review_whose_game_is_missing_or_damaged_ends(store: Store, looks: Looks):
    tables = Tables(store, lambda table: None)
    table = await finished(tables)
    row = ReviewRow(table.id, table.seq, review.VERSION, 1.0)
    made, _shown = reviewer(store, Tables(store, lambda table: None))
    damages = ["UPDATE moves SET move = 'fly', state = NULL WHERE seq = 3"]
    if not store.shared:  # else another process may be of a release that has the game
        damages.append("UPDATE tables SET game = 'gone'")
    for damage in damages:
        await store.reviews.save(row)
        await store._db.execute(damage)
        made._tables = Tables(store, lambda table: None)
        made.wake()
        await until_halted(made)
        assert await store.reviews.get(table.id) is None and looks.taken == []


async def test_decisions_are_the_moves_that_stand(store: Store):
    table = await game_of(Tables(store, lambda table: None), seed=7)
    undone = changed = 0
    for n in range(300):
        if table.state.scores is not None:
            break
        g, game = table.state, table.game
        seat = g.asked[0]
        moves = game.candidate_moves(g, seat)
        await table.submit(seat, moves[n % len(moves)], f"t{n}")
        if seat in table.state.answers and len(moves) > 1 and changed < 3:
            changed += 1  # another answer to the same question
            await table.submit(seat, moves[(n + 1) % len(moves)], f"c{n}")
        elif undone < 3 and await undo.can_undo(table, seat):
            undone += 1
            await undo.undo(table, 101 + seat, f"u{n}")
    assert undone and changed
    rows, kept = await store.moves.of(table.id), await stored_states(table)
    found = await asyncio.to_thread(decisions, table.game, table.seed, rows, kept)
    lines = await table.kept_lines()
    stand = {line.seq: line for line in lines}
    assert {each.line for each, _data in found} <= stand.keys()
    asked: dict[tuple[int, int | None], int] = {}
    for before, line in itertools.pairwise(lines):
        asked[before.question, line.seat] = line.seq  # the last answer counts
    assert len(found) > 10 and all(each.line in asked.values() for each, _data in found)
    for each, _data in found:
        assert (each.seat, each.move) == (stand[each.line].seat, stand[each.line].move)


# --- In the channel -------------------------------------------------------------------------------


@pytest.fixture
def sim(
    simcord_env: simcord.Env,
    started: list[Atelier],
    caplog: pytest.LogCaptureFixture,
    looks: Looks,
) -> Iterator[SimServer]:
    """A server with three people in it, where time goes on."""
    with without_bugs(caplog):
        yield SimServer.of(simcord_env, *NAMES, started=started)


async def go_on(sim: SimServer, looks: Looks, left: float = math.inf) -> None:
    """The review takes so many more looks."""
    looks.left = left
    with sim.env._bot_scope():
        sim.bot.reviewer.wake()
    await sim.env.settle()


async def store_found(sim: SimServer, table: Table) -> list[Decision]:
    """Stores a review in which the worst decisions are those of its middle."""
    rows, kept = await table.store.moves.of(table.id), await stored_states(table)
    asked = await asyncio.to_thread(decisions, table.game, table.seed, rows, kept)
    every = [each for each, _data in asked]
    found = [replace(each, best=each.move, looks=1, chances=[0.5, 0.5], rounds=9) for each in every]
    found_past = await read_history(table, None)
    for i in (5, 9, 14):
        step = max(
            n for n in range(len(found_past.steps)) if found_past.line(n).seq < every[i].line
        )
        g = await state_at(table, found_past, step)
        [other, *_] = [
            move for move in table.game.candidate_moves(g, every[i].seat) if move != every[i].move
        ]
        found[i] = replace(
            found[i], best=other, looks=2, worse=0.3, points=4.6, chance=0.25, error=0.01
        )
        found[i].reason = Reason(every[i].seat, 16, own=3, is_direct=True).data()
    row = ReviewRow(table.id, table.seq, review.VERSION, 1.0, tenths=ALL_TENTHS)
    row.found = to_json([asdict(each) for each in found])
    await sim.bot.store.reviews.save(row)
    return [found[i] for i in (5, 9, 14)]


async def test_a_review_appears_where_its_progress_was(sim: SimServer, looks: Looks):
    await sim.finish()
    looks.left = 0
    shown = (await sim.press("Ada", "Review")).response
    assert shown.ephemeral and "▱▱▱▱▱▱▱▱▱▱ 0%" in text(shown)
    assert buttons(shown).keys() == {"Refresh"}
    await go_on(sim, looks, 20)
    assert "▰" in text(shown) and "100%" not in text(shown)
    await go_on(sim, looks)
    assert "How close to the best moves" in text(shown)
    assert buttons(shown).keys() == {"Share in the channel", "History"}
    before = len(looks.taken)
    again = (await sim.command("Ben", "review")).response
    assert again.ephemeral and "How close to the best moves" in text(again)
    assert len(looks.taken) == before, "it is made once"
    assert len(sim.posts()) == 1, "nobody else sees it"


async def test_when_a_message_can_be_edited_no_longer_its_button_shows_the_rest(
    sim: SimServer, looks: Looks
):
    table = await sim.finish()
    looks.left = 0
    shown = (await sim.press("Ada", "Review")).response
    posts = sim.bot.outbox._posts
    late = posts.now() + TOKEN_VALID_S + 1
    posts.now = lambda: late
    await go_on(sim, looks)
    assert "0%" in text(shown)
    [found] = sim.sql("SELECT tenths FROM reviews WHERE table_id = ?", table.id)
    assert found == (ALL_TENTHS,)
    await sim.press("Ada", "Refresh", shown)
    assert "How close to the best moves" in text(shown)


async def test_a_restart_goes_on_with_a_review_and_its_message(sim: SimServer, looks: Looks):
    await sim.finish()
    looks.left = 12
    shown = (await sim.press("Ada", "Review")).response
    seen = {*looks.taken}
    looks.left = math.inf
    await sim.restart()
    await sim.env.settle()
    assert "How close to the best moves" in text(shown)
    repeated = [each for each in looks.taken[len(seen) :] if each in seen]
    assert len(repeated) < review.SAVE_EVERY_LOOKS


async def test_a_turning_point_has_both_moves_the_reason_and_the_screen_of_who_moved(
    sim: SimServer,
):
    table = await sim.finish()
    turns = await store_found(sim, table)
    for name, seat in (("Ada", 0), ("Ben", 1), ("Cleo", None)):
        shown = (await sim.press(name, "Review")).response
        found = await read_history(table, seat)
        _chart, *pictures = alt_texts(shown)
        seen: list[str] = []
        for n, turn in enumerate(turns, 1):
            step = max(i for i in range(len(found.steps)) if found.line(i).seq < turn.line)
            g = await state_at(table, found, step)
            for viewer in (None, turn.seat):
                seen.append(describe(table.game.view(g, viewer) | {"names": table.names}))
            played, better = (
                table.game.label(g, turn.seat, move) for move in (turn.move, turn.best)
            )
            assert f"**{n}. Step {step}," in text(shown)
            assert f"❌ **{played}**" in text(shown) and f"✅ **{better}**" in text(shown)
            assert f"worth about 4.6 {table.game.unit} more" in text(shown)
            who = "you" if seat == turn.seat else table.names[turn.seat]
            assert f"(average of 32 games): {who} +3 {table.game.unit}" in text(shown)
        assert pictures == seen
    assert len(text(shown)) < 4000


async def test_a_review_has_numbers_for_each_player(sim: SimServer):
    table = await sim.finish()
    turns = await store_found(sim, table)
    shown = text((await sim.press("Ada", "Review")).response)
    for seat, name in enumerate(table.names):
        [line] = [
            each for each in shown.splitlines() if f" {name}: " in each and "decisions" in each
        ]
        own = [each for each in turns if each.seat == seat]
        row = await sim.bot.store.reviews.get(table.id)
        assert row is not None
        every = [each for each in review.stored_decisions(row) if each.seat == seat]
        lost = round(4.6 * len(own) / len(every), 1)
        assert f"{len(every) - len(own)} of {len(every)} decisions" in line
        assert f"on average {lost} {table.game.unit} lost" in line


async def test_a_review_can_be_shared_once_and_notifies_nobody(sim: SimServer):
    table = await sim.finish()
    await store_found(sim, table)
    shown = (await sim.press("Cleo", "Review")).response
    await sim.press("Cleo", "Share in the channel", shown)
    shared = sim.posts()[-1]
    assert "Turning points" in text(shared) and not buttons(shared)
    assert len(alt_texts(shared)) == 7 and sim.pinged()[-1] == set()
    assert shared.flags.suppress_notifications or shared.flags.silent
    assert buttons(shown, disabled=True).keys() == {"Shared in the channel"}
    posted = len(sim.posts())
    other = (await sim.press("Ada", "Review", sim.posts()[0])).response
    assert "Shared in the channel" in buttons(other, disabled=True)
    assert len(sim.posts()) == posted


async def test_somebody_who_may_not_see_a_game_gets_no_review_of_it(sim: SimServer):
    table = await sim.finish()
    await store_found(sim, table)
    refused = await sim.command_dm("Cleo", "review", table=str(table.id))
    assert "whose channel you see" in reply_text(refused)
    own = await sim.people["Ben"].user.autocomplete("review", "table", "")
    assert [each["value"] for each in own] == [str(table.id)]
    assert "Turning points" in reply_text(
        await sim.command_dm("Ben", "review", table=str(table.id))
    )
    assert "Turning points" in reply_text(await sim.command_dm("Ben", "review")), "their last game"
    assert "You are not in a game" in reply_text(await sim.command_dm("Cleo", "review"))


async def test_nothing_is_reviewed_before_a_game_is_over(sim: SimServer, looks: Looks):
    await sim.gather(computers=0)
    assert "not over yet" in reply_text(await sim.command("Ada", "review"))
    for custom_id in ("review:1:", "refresh-review:1:", "share-review:1:"):
        answer = await sim.press_old("Ada", sim.board(), custom_id)
        assert "not over yet" in reply_text(answer)
    assert looks.taken == [] and sim.sql("SELECT * FROM reviews") == []


async def test_a_review_speaks_the_language_of_its_reader_and_of_the_server(sim: SimServer):
    table = await sim.finish()
    await store_found(sim, table)
    await sim.command("Ada", "settings language", language="de")
    shown = (await sim.command("Ada", "review")).response
    assert "Wendepunkte" in text(shown) and "etwa 4,6" in text(shown)
    await sim.press("Ada", "Im Kanal teilen", shown)
    assert "Turning points" in text(sim.posts()[-1])


async def test_an_export_holds_what_was_found_about_the_own_moves(sim: SimServer):
    table = await sim.finish()
    await store_found(sim, table)
    found = await sim.bot.store.privacy.export(sim.people["Ada"].id)
    [seated] = found["tables"]
    row = await sim.bot.store.reviews.get(table.id)
    assert row is not None
    own = [each for each in review.stored_decisions(row) if each.seat == 0]
    assert len(seated["review"]) == len(own) > 5
    assert [each["move"] for each in seated["review"]] == [each.move for each in own]
    asked = await sim.command("Ada", "mydata delete")
    await sim.press("Ada", "Delete everything", asked.response)
    assert "Player 1" in text((await sim.press("Ben", "Review")).response)
