"""Games as numbers: words of moves, slots of views, and the packages that learning programs use."""

import copy
import io
import json
import os
import pickle
import random
import re
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import discover
from games.__main__ import main
from games.kernel import Game, IllegalMove, teams
from games.research import Dialogue, Numbered, numbered
from tests import toys

ROOT = Path(__file__).parent.parent
TOYS = sorted(path.stem for path in toys.HERE.glob("[!_]*.py"))
GAMES = discover() | {name: toys.game_of(name) for name in TOYS}
every_game = pytest.mark.parametrize("name", GAMES)
every_title = pytest.mark.parametrize("name", discover())


@cache
def of(name: str) -> Numbered:
    """A title or a toy with as few seats as can be."""
    seats = GAMES[name].fewest_seats
    return numbered(name, seats) if name in discover() else Numbered(GAMES[name], seats)


def positions(game: Game[Any], seats: int, seed: int) -> list[Any]:
    """The states of a random game."""
    g, rng = game.new(seats, seed), random.Random(seed)
    found = [g]
    while g.scores is None:
        g = game.play(g, g.asked[0], rng.choice(game.legal(g, g.asked[0])))
        found.append(g)
    return found


def moves(game: Game[Any], seats: int, seed: int) -> set[str]:
    """All moves that are open in a random game."""
    states = positions(game, seats, seed)
    return {move for g in states for seat in g.asked for move in game.legal(g, seat)}


# --- Words ---------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
@every_game
def test_each_move_has_a_number_of_its_own_and_a_number_tells_its_move(
    name: str, seed: int
) -> None:
    words, found = of(name).words, moves(GAMES[name], GAMES[name].seats[-1], seed)
    assert all(words.move_of(words.number(move)) == move for move in found)
    assert len({words.number(move) for move in found}) == len(found)
    assert all(0 <= word < len(words.all) for move in found for word in words.of(move))


@pytest.mark.parametrize(
    "move", ["bid 100 7", "say Mühle", "show a+b+c", "sell +3", 'take "', "go a", "x 1 10 100 1000"]
)
def test_words_that_no_game_knows_are_spelled(move: str) -> None:
    for name in discover():
        words = of(name).words
        assert words.move(words.of(move)) == move == words.move_of(words.number(move))


def test_words_have_the_same_numbers_in_another_process_and_after_other_games() -> None:
    asks = "import json; from games import research; print(json.dumps({n: research.Words(g).all"
    asks += " for n, g in reversed(research.discover().items())}))"
    given = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", asks], env=given, cwd=ROOT, capture_output=True)
    assert json.loads(done.stdout) == {name: of(name).words.all for name in discover()}


@pytest.mark.sampled(one_in=3)
def test_games_as_numbers_need_no_bot_no_language_and_no_package_for_learning() -> None:
    others = ("bot", "babel", "discord", "PIL", "numpy", "pettingzoo", "pyspiel")
    asks = f"import sys; sys.modules |= dict.fromkeys({others}); from games import research; "
    asks += "print(research.numbered(next(iter(research.discover())), 2).begin(1).seen_by(0)[0])"
    done = subprocess.run([sys.executable, "-c", asks], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


# --- Slots ---------------------------------------------------------------------------------------


@every_game
def test_what_a_seat_cannot_see_is_in_none_of_its_slots(name: str, seed: int) -> None:
    game, it, rng = GAMES[name], of(name), random.Random(seed)
    for g in positions(game, it.key[1], seed)[::3]:
        for seat in range(g.seats):
            seen = it.seen(g, seat)
            assert seen == it.seen(game.hide_unknown(g, seat), seat)
            assert seen == it.seen(game.guess(g, seat, rng), seat)


@pytest.mark.sampled(one_in=4)
@every_game
def test_what_a_seat_sees_differently_differs_in_its_slots(name: str, seed: int) -> None:
    """States with the same slots look the same but for news, words and what follows."""
    game, it = GAMES[name], of(name)
    plain = {
        each.partition("#")[0].partition("[")[0].partition("?")[0].split(".")[0]
        for each in it.slots
    }
    views: dict[bytes, Any] = {}
    for g in positions(game, it.key[1], seed):
        for seat in range(g.seats):
            view = {key: value for key, value in game.view(g, seat).items() if key in plain}
            assert views.setdefault(it.seen(g, seat).tobytes(), view) == view


@every_game
def test_a_list_that_is_longer_than_all_of_the_sample_is_cut_and_tells_its_length(
    name: str,
) -> None:
    it = of(name)
    at = it.slots.index("asked#")
    g = GAMES[name].new(it.key[1], 1)
    g.asked = [0] * 1000
    assert it.seen(g, 0)[at] == 1000 and len(it.seen(g, 0)) == len(it.slots)


# --- Dialogues -----------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=4)
@every_game
def test_a_game_is_said_word_by_word_and_kept_at_each_word(name: str, seed: int) -> None:
    it, rng = of(name), random.Random(seed)
    talk = it.begin(seed)
    with pytest.raises(IllegalMove):
        talk.say(next(word for word in range(len(it.words.all)) if word not in talk.options))
    while talk.options:
        assert len(talk.options) > 1 and talk.seat == talk.g.asked[0]
        others = [seat for seat in range(talk.g.seats) if seat != talk.seat]
        assert all(talk.seen_by(seat) == it.seen(talk.g, seat) for seat in others)
        assert (talk.seen_by(talk.seat) == it.seen(talk.g, talk.seat)) == (not talk.said)
        fork, before = copy.deepcopy(talk), (it.game.dump(talk.g), talk.said)
        for _ in range(2):
            fork.options and fork.say(rng.choice(fork.options))
        assert (it.game.dump(talk.g), talk.said) == before
        talk.say(rng.choice(talk.options))
    returns = talk.returns()
    assert talk.g.scores is not None and all(-1 <= each <= 1 for each in returns)
    assert returns == [returns[first] for first in teams(talk.g)]


@pytest.mark.sampled
@every_title
def test_a_dialogue_is_the_same_after_it_was_stored(name: str, seed: int) -> None:
    rng, talk = random.Random(seed), of(name).begin(seed)
    for _ in range(12):
        for _ in range(rng.randrange(20)):
            talk.options and talk.say(rng.choice(talk.options))
        again: Dialogue = pickle.loads(pickle.dumps(talk))
        assert (again.options, again.seat, again.said) == (talk.options, talk.seat, talk.said)
        assert again.seen_by(0) == talk.seen_by(0) and again.returns() == talk.returns()


@every_game
def test_a_seat_cannot_tell_a_guess(name: str, seed: int) -> None:
    it, rng = of(name), random.Random(seed)
    talk = it.begin(seed)
    while talk.options:
        for seat in range(talk.g.seats):
            guess = talk.guess(seat, rng)
            assert guess.seen_by(seat) == talk.seen_by(seat) and guess.seat == talk.seat
            assert seat != talk.seat or guess.options == talk.options
        for _ in range(5):
            talk.options and talk.say(rng.choice(talk.options))


def test_the_command_prints_words_and_slots() -> None:
    name = next(iter(discover()))
    with redirect_stdout(io.StringIO()) as out:
        assert main(["env", name]) == 0
    it = of(name)
    assert out.getvalue().count("\n") == len(it.words.all) + len(it.slots) + 2


# --- Packages for learning programs --------------------------------------------------------------


@every_title
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_each_game(name: str) -> None:
    tests = pytest.importorskip("pettingzoo.test")
    from games.aec import env

    for seats in {GAMES[name].seats[0], GAMES[name].seats[-1]}:
        tests.api_test(env(name, seats=seats), num_cycles=60)
        tests.seed_test(lambda seats=seats: env(name, seats=seats), num_cycles=20)


@every_title
def test_rewards_of_pettingzoo_are_those_of_the_end(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from games.aec import env

    table = env(name, seats=GAMES[name].fewest_seats)
    table.reset(seed=3)
    rng, sums = random.Random(3), dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, ended, _, _ = table.last()
        sums[agent] += reward
        table.step(None if ended else rng.choice([*seen["action_mask"].nonzero()[0]]))
    assert [*sums.values()] == table.dialogue.returns() and any(sums.values())


def test_the_examples_of_the_paper_run() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    examples = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs/research.md").read_text(), re.DOTALL
    )
    given: dict[str, Any] = {}
    for example in examples:
        exec(example, given)
    assert not given["table"].agents and given["state"].legal_actions()


@every_title
def test_openspiel_accepts_each_game(name: str) -> None:
    spiel = pytest.importorskip("pyspiel")
    import games.openspiel  # noqa: F401

    game = spiel.load_game(f"atelier_{name}(players={GAMES[name].seats[-1]})")
    spiel.random_sim_test(game, 1, True, False)
    rng, state = random.Random(1), game.new_initial_state()
    state.apply_action(1)
    while not state.is_terminal():
        for seat in range(state.num_players()):
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
        for _ in range(20):
            state.is_terminal() or state.apply_action(rng.choice(state.legal_actions()))
    assert state.returns() == game.deserialize_state(state.serialize()).returns()
