"""The kernel: chance, and states that are stored and copied, by tiny games."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games._kernel.chance import rehearsed
from games.kernel import EVERYBODY, MASK, Game, State, copier, hidden
from tests.tiny import Player, Table, asking, dealt, tiny

# --- Chance --------------------------------------------------------------------------------------


def test_chance_is_splitmix64() -> None:
    g = Table(seats=2, rng=0)
    outputs = [g.below(MASK + 1) for _ in range(3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    g = Table(seats=2, rng=1234567)
    assert [g.below(MASK + 1) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_draw_takes_every_thing_equally_often() -> None:
    g, counts = Table(seats=2, rng=5), Counter[int]()
    for _ in range(6000):
        pile = [1, 2, 3, 4, 5, 6]
        counts[g.draw(pile)] += 1
        assert len(pile) == 5
    assert all(900 < count < 1100 for count in counts.values())


def test_a_draw_takes_one_and_leaves_the_rest() -> None:
    g, pile = Table(seats=2, rng=5), list(range(20))
    drawn = [g.draw(pile) for _ in range(20)]
    assert sorted(drawn) == list(range(20)) and drawn != list(range(20)) and pile == []


def test_to_reveal_changes_chance() -> None:
    g = Table(seats=2, rng=MASK)
    g.reveal(by=1)
    assert 0 <= g.rng < MASK
    g.rng = before = rehearsed(0)
    g.reveal(by=0)
    assert g.rng == before, "who plans it has known it"
    g.reveal(by=1)
    assert g.rng != before


def test_the_same_seed_gives_the_same_game() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])
    assert game.new(2, 7) == game.new(2, 7) != game.new(2, 8)
    assert game.new(2, 7 + MASK + 1) != game.new(2, 7)
    with pytest.raises(ValueError, match="A seed is a number"):
        game.new(2, 1 << 256)


def test_replay_and_playout_reach_the_end() -> None:
    game = asking(tiny(("bid", 0), ("bid", EVERYBODY), "end"), ["bid 1", "bid 2"])
    log = [(0, "bid 2"), (1, "bid 1"), (1, "bid 2"), (0, "bid 1")]
    assert game.replay(2, 1, log).diary == ["0 bids 2", "0 bids 1", "1 bids 2"]
    g = game.new(2, 1)
    assert game.playout(g, random.Random(1)).scores == [0, 0] and g.scores is None
    assert game.playout(g, random.Random(1), most=1).asked == [0, 1]
    usual = game.playout(g, random.Random(1), sensible=1.0)
    assert usual.diary == ["0 bids 1", "0 bids 1", "1 bids 1"]
    told = game.playout(g, random.Random(1), sensible=1.0, usual=lambda g, seat: "bid 2")
    assert told.diary == ["0 bids 2", "0 bids 2", "1 bids 2"]


def test_playouts_of_different_moves_meet_the_same_chance_in_later_turns() -> None:
    game = tiny(("draw", 0), ("draw", 1), ("draw", 0), ("draw", 1), "end")

    @game.choice("Draw.")
    def draw(g: Table, p: Player) -> list[str]:
        return ["draw 1", "draw 3"]

    @draw.does("draw {n:d}")
    def drawn(g: Table, p: Player, n: int) -> None:
        """Draw numbers."""
        first, *_ = [g.below(1000) for _ in range(n)]
        g.diary.append(f"{p.seat} {first}")

    def later(move: str, mover: int | None) -> list[str]:
        g = game.play(game.new(2, 1), 0, move)
        return game.playout(g, random.Random(1), mover=mover).diary[1:]

    assert later("draw 1", 0) == later("draw 3", 0)
    assert later("draw 1", None) != later("draw 3", None)
    assert len({*later("draw 1", 0)}) == 3, "each turn has chance of its own"


# --- Storage -------------------------------------------------------------------------------------


def test_a_state_is_stored_and_opened() -> None:
    game, g = dealt([1, 2], [3, 4], deck=[7])
    g.sees(EVERYBODY, g, "deck", 7)
    g = game.play(g, 1, "bid 3")
    g.say("{who:seat} waits.", 0, who=1)
    assert game.load(game.dump(g), 1) == g
    assert isinstance(json.loads(game.dump(g)), dict)


def test_a_state_of_an_older_version_opens_in_a_newer_one() -> None:
    @dataclass(slots=True)
    class Purse(State):
        players: list[Player] = field(default_factory=list[Player])
        deck: list[int] = hidden("card")
        diary: list[str] = field(default_factory=list[str])
        coins: int = 0

    def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        return data | {"coins": sum(p["gold"] for p in data["players"])}

    old, g = dealt([1, 2], [3], deck=[])
    g.players[0].gold = 4
    g = old.play(g, 1, "bid 3")
    new = Game("Tiny", Purse, seats=range(2, 4), version=2, upgrade=upgrade)
    opened = new.load(old.dump(g), 1)
    assert (opened.coins, opened.answers, opened.agenda) == (4, {1: "bid 3"}, g.agenda)


def test_a_state_of_an_unknown_version_is_refused_with_a_sentence() -> None:
    game, g = dealt([1, 2], [3])
    for version in (2, 0):
        with pytest.raises(ValueError, match=rf"cannot open a state of version {version}; this is"):
            game.load(game.dump(g), version)
    with pytest.raises(ValueError):
        game.load(b"{}", 1)


# --- Copies --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Leaf:
    numbers: list[int]
    at: tuple[str, int] | None


@dataclass(slots=True)
class Branch:
    leaf: Leaf
    maybe: Leaf | None
    leaves: list[Leaf]
    perhaps: list[Leaf | None]
    by_name: dict[str, list[int]]
    by_number: dict[int, Leaf]
    deep: list[list[list[int]]]
    rows: dict[str, dict[str, list[int]]]
    optional_list: list[int] | None
    lists_or_none: list[list[int] | None]
    bare: list  # type: ignore[type-arg]
    words: tuple[str, ...]
    kind: Literal["x", "y"]


leaves = st.builds(
    Leaf, st.lists(st.integers(), max_size=3), st.none() | st.tuples(st.text(), st.integers())
)
numbers = st.lists(st.integers(), max_size=3)
names = st.text(max_size=3)
branches = st.builds(
    Branch,
    leaves,
    st.none() | leaves,
    st.lists(leaves, max_size=3),
    st.lists(st.none() | leaves, max_size=3),
    st.dictionaries(names, numbers, max_size=3),
    st.dictionaries(st.integers(), leaves, max_size=3),
    st.lists(st.lists(numbers, max_size=2), max_size=2),
    st.dictionaries(names, st.dictionaries(names, numbers, max_size=2), max_size=2),
    st.none() | numbers,
    st.lists(st.none() | numbers, max_size=3),
    numbers,
    st.lists(names, max_size=2).map(tuple),
    st.sampled_from(["x", "y"]),
)
copy_branch = copier(Branch)


def parts_of(value: Any) -> set[int]:
    """The identities of everything in a value that can be changed."""
    if isinstance(value, list | tuple):
        inside = list(value)
    elif isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, Leaf | Branch):
        inside = [getattr(value, name) for name in value.__slots__]
    else:
        return set()
    own = set() if isinstance(value, tuple) else {id(value)}
    return own.union(*map(parts_of, inside))


@settings(max_examples=100, deadline=None, database=None, derandomize=True)
@given(branches)
def test_a_copy_is_equal_and_shares_nothing_that_can_be_changed(branch: Branch) -> None:
    copied = copy_branch(branch)
    assert copied == branch
    assert not parts_of(copied) & parts_of(branch)


@dataclass(slots=True)
class WithSet:
    """A part that the copier does not know."""

    things: set[int]


@dataclass(slots=True)
class WithListInTuple:
    things: tuple[list[int], int]


@dataclass(slots=True)
class WithEither:
    things: list[int] | dict[str, int]


@pytest.mark.parametrize("kind", [WithSet, WithListInTuple, WithEither])
def test_what_cannot_be_copied_is_refused_before_any_game(kind: type) -> None:
    with pytest.raises(TypeError, match="use lists, dicts and dataclasses"):
        copier(kind)
