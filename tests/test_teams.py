"""Teams: who wins together, from the kernel to the end of a table."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.players.explaining import explain
from bot.players.levels import levels
from bot.standings.league import Seat, points
from bot.standings.ratings import ratings
from bot.standings.results import store_results
from bot.store import ResultRow
from bot.table.rematch import next_order
from bot.table.table import Person
from games.kernel import Game, State, lead, places, teams, victory_shares, winners
from renderers import chart
from tests.sim_server import SimServer, buttons, text
from tests.test_new_game import SMALL
from tests.test_packages import NAME, Package, package  # noqa: F401  (a fixture)

TAKEN = range(1, 6)
AIM = 12
"""What all must have together, where all play together."""
Team = Callable[["Takers", int], Hashable]


@dataclass(slots=True)
class Taker:
    seat: int
    gold: int = 0


@dataclass(slots=True)
class Takers(State):
    players: list[Taker] = field(default_factory=list[Taker])
    roles: list[int] = field(default_factory=list[int])


def partners(g: Takers, seat: int) -> int:
    return seat % 2


def together(g: Takers, seat: int) -> str:
    return "all"


def one_against_all(g: Takers, seat: int) -> bool:
    return seat == 0


def roles(g: Takers, seat: int) -> int:
    return g.roles[seat]


def alone(g: Takers, seat: int) -> int:
    return seat


def takers(team: Team) -> Game[Takers]:
    """Everybody takes some gold once; a team has the gold of its seats."""
    kind = type("Takers", (Takers,), {"team": team, "can_win": can_win, "__slots__": ()})
    game: Game[Takers] = Game("Takers", kind, seats=range(2, 5))

    @game.setup
    def setup(g: Takers, options: Any) -> None:
        g.players = [Taker(seat) for seat in range(g.seats)]
        g.roles = [g.below(2) for _ in range(g.seats)]
        g.then(*[("take", seat) for seat in range(g.seats)], "count")

    @game.choice("Take.")
    def take(g: Takers, p: Taker) -> list[str]:
        return [f"take {n}" for n in TAKEN]

    @take.does("take {n:d}")
    def take_gold(g: Takers, p: Taker, n: int) -> None:
        p.gold = n

    take_gold.says("Take {n}")

    @game.step
    def count(g: Takers) -> None:
        mine = [g.team(p.seat) for p in g.players]
        g.scores = [
            sum(p.gold for p in g.players if mine[p.seat] == mine[seat]) for seat in range(g.seats)
        ]

    return game


def can_win(g: Takers, seat: int) -> bool:
    """Where all play together, they need enough."""
    against_nobody = {g.team(each) for each in range(g.seats)} == {"all"}
    return not against_nobody or sum(p.gold for p in g.players) >= AIM


def played(team: Team, *gold: int) -> Takers:
    game = takers(team)
    g = game.new(len(gold), 1)
    for seat, n in enumerate(gold):
        g = game.play(g, seat, f"take {n}")
    return g


# --- The kernel -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("team", "gold", "place", "share"),
    [
        (partners, (5, 1, 1, 1), [1, 2, 1, 2], [1, 0, 1, 0]),
        (partners, (2, 2, 2, 2), [1, 1, 1, 1], [0.5] * 4),
        (together, (5, 5, 5), [1, 1, 1], [1, 1, 1]),
        (together, (1, 1, 1), [2, 2, 2], [0, 0, 0]),
        (one_against_all, (5, 1, 1), [1, 2, 2], [1, 0, 0]),
        (one_against_all, (1, 5, 1), [2, 1, 1], [0, 1, 1]),
        (alone, (5, 1, 3), [1, 3, 2], [1, 0, 0]),
    ],
)
def test_a_team_has_one_place_and_its_seats_have_the_victory_in_common(
    team: Team, gold: tuple[int, ...], place: list[int], share: list[float]
):
    g = played(team, *gold)
    assert places(g) == place and victory_shares(g) == share
    assert winners(g) == [seat for seat, n in enumerate(share) if n]


def test_who_leaves_their_partner_comes_last_alone():
    assert places(played(partners, 5, 1, 1, 1), behind=[0]) == [3, 2, 1, 2]


def test_the_lead_is_over_the_best_other_team_whichever_seat_has_the_points():
    g = played(partners, 1, 1, 1, 1)
    assert [lead(g, [6, 4, 2, 1], seat) for seat in range(4)] == [1.5, -1.5, 1.5, -1.5]
    assert lead(g, [2, 1, 6, 4], 0) == lead(g, [6, 4, 2, 1], 0)
    assert lead(played(together, 1, 1), [6, 4], 1) == 5
    assert lead(played(alone, 1, 1, 1), [6, 4, 5], 2) == -1


@pytest.mark.parametrize("level", ["steady", "strong"])
@pytest.mark.parametrize("team", [partners, together, one_against_all, roles])
def test_a_computer_player_plays_for_its_team(
    level: str, team: Team, monkeypatch: pytest.MonkeyPatch
):
    timer = iter(range(10_000_000))
    monkeypatch.setattr("time.thread_time", lambda: float(next(timer)))
    game = takers(team)
    choose, _about = levels()[level]
    for seed in range(4):
        g = game.new(4, seed)
        assert choose(game, g, 0, 200, random.Random(seed)) == f"take {max(TAKEN)}"


@pytest.mark.parametrize(("team", "rival"), [(partners, 1), (together, None), (one_against_all, 1)])
def test_a_reason_counts_what_partners_have_for_no_rival(team: Team, rival: int | None):
    game = takers(team)
    game.points(lambda g: [p.gold for p in g.players])
    reason = explain(game, game.new(4, 1), 0, "take 5", "take 1", random.Random(1))
    assert (reason.own, reason.rival, reason.rival_seat) == (4, 0, rival) and reason.is_direct


def test_teams_are_known_before_a_game_unless_chance_decides_them():
    assert takers(partners).teams_of(4) == [0, 1, 0, 1]
    assert takers(together).teams_of(3) == [0, 0, 0]
    assert takers(one_against_all).teams_of(3) == [0, 1, 1]
    assert takers(roles).teams_of(3) == takers(alone).teams_of(3) == []
    assert takers(partners).teams_of(9) == [], "so many cannot play"
    g = played(roles, 1, 1, 1)
    assert takers(roles).view(g, None)["teams"] == teams(g)
    assert "teams" not in takers(roles).view(takers(roles).new(3, 1), None)


# --- Results --------------------------------------------------------------------------------------


def row(seat: int, rank: int, team: int, table: int = 1, **more: Any) -> ResultRow:
    facts = {"level": "", "score": 0, "resigned": 0, "seats": 4, "made": float(table)} | more
    return ResultRow(table, seat, NAME, 1, 101 + seat, rank=rank, team=team, **facts)


def game_of_four(table: int = 1) -> list[ResultRow]:
    return [row(seat, 1 + seat % 2, seat % 2, table) for seat in range(4)]


def test_partners_are_rated_as_a_team():
    rated = ratings(game_of_four())
    assert rated[101] == rated[103] and rated[102] == rated[104]
    alone = ratings([row(0, 1, 0), row(1, 2, 1)])
    drawn = ratings([row(0, 1, 0), row(1, 3, 1), row(2, 1, 2), row(3, 3, 3)])
    assert rated[101].mu > 25 > rated[102].mu
    assert rated[101].sigma < 25 / 3 and rated[101].mu != drawn[101].mu != alone[101].mu
    left = [row(0, 3, 0), *game_of_four()[1:]]
    assert ratings(left)[103].mu > 25 > ratings(left)[101].mu


def test_a_game_that_all_win_or_lose_together_rates_nobody():
    assert ratings([row(seat, 1, 0) for seat in range(3)]) == {}
    assert ratings([row(0, 1, 0), row(1, 1, 0), row(2, 3, 0, resigned=1)]) == {}


def test_points_of_a_league_count_opponents_alone():
    table = [Seat(seat, 1 + seat % 2, 0, team=seat % 2) for seat in range(4)]
    assert [points(table, seat) for seat in table] == [100, 0, 100, 0]
    together = [Seat(seat, 2, 0, team=0) for seat in range(3)]
    assert [points(together, seat) for seat in together] == [0, 0, 0]


@pytest.mark.parametrize(
    ("team", "order"),
    [
        ((0, 1, 0, 1), "BCDA"),
        ((0, 0, 2, 2), "CDAB"),
        ((0, 1, 1, 1), "BCDA"),
        ((), "BCDA"),
    ],
)
def test_partners_stay_together_in_a_rematch(team: tuple[int, ...], order: str):
    people = [Person(name, user=n) for n, name in enumerate("ABCD", 1)]
    assert "".join(each.name for each in next_order(people, team)) == order


def test_a_chart_has_a_line_for_each_team():
    facts = {"title": "Takers", "unit": "points", "names": [*"ABCD"], "winners": [1, 3]}
    data = facts | {"points": [[0] * 4, [1, 0, 1, 0], [1, 5, 1, 5]], "teams": [0, 1, 0, 1]}
    assert chart.sides(data) == {0: "A and C", 1: "B and D"}
    assert chart.describe(data).startswith("Takers: points over time. B and D: 0 at the start")
    assert "The lead changed once." in chart.describe(data)
    assert chart.draw(data).size == (chart.WIDTH_PX, chart.HEIGHT_PX)


# --- At a table -----------------------------------------------------------------------------------

BY_SEAT = "g.scores = [sum(g.laid[p.seat :: g.seats]) for p in g.players]"
BY_TEAM = """def of(seat: int) -> int:
        return sum(sum(g.laid[p.seat :: g.seats]) for p in g.players if g.team(p.seat) == seat % 2)

    g.scores = [of(p.seat) for p in g.players]"""
HAND = "    laid: list[int] = field(default_factory=list[int])\n"
TEAM = f"{HAND}\n    def team(self, seat: int) -> int:\n        return seat % 2\n"
COUNTS = "\n\n@game.points\ndef now(g: Table) -> list[int]:\n    return [0] * g.seats\n"


@pytest.fixture
def sim(package: Package, sim_server_of: Callable[..., SimServer]) -> SimServer:  # noqa: F811
    """A bot with the guide's game for partners, and four people."""
    rules = SMALL["games/{}/rules.py"].replace(BY_SEAT, BY_TEAM).replace(HAND, TEAM)
    package.write("rules.py", rules + COUNTS)
    return sim_server_of("Ada", "Ben", "Cleo", "Dora")


async def test_partners_see_each_other_from_the_lobby_to_the_end(sim: SimServer):
    await sim.open(game=NAME, seats=4)
    for name in ("Ben", "Cleo", "Dora"):
        await sim.press(name, "Join")
    lines = text(sim.board()).splitlines()
    first, second = lines.index("**Team 1**"), lines.index("**Team 2**")
    assert "Ada" in lines[first + 1] and "Cleo" in lines[first + 2] and "Ben" in lines[second + 1]
    await sim.press("Ada", "Start")
    assert "Ada — **to move** · with Cleo" in text(sim.board())

    table = await sim.play_until(lambda table: table.row.status == "over")
    assert table.state.scores is not None
    best = winners(table.state)
    names = " and ".join(table.names[seat] for seat in best)
    said = text(sim.board())
    assert len(best) == 2 and "win together!" in said
    assert re.search(rf"Won by \d+: {names}, ahead of", said) or "are equal" in said
    await store_results(sim.bot.tables.store)
    rows = await sim.bot.tables.store.results.of_server(sim.guild.id, NAME)
    assert [each.team for each in rows] == [0, 1, 0, 1]
    assert {each.rank for each in rows} == {1, 2} and "Rematch" in buttons(sim.board())
