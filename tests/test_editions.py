"""A later release corrects figures, and games that run keep theirs."""

import random
import sys
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import simcord

from atelier_testing.golden import decisions, playthroughs
from bot.app import Atelier
from bot.players import review
from bot.players.pool import think
from bot.table import Refused
from bot.table.history import read_history, state_at
from bot.table.records import record_of
from bot.texts.catalogue import entries_matching, find_entry
from games import discover, opened, puzzles, record
from games._kernel.figures import import_edition
from games.kernel import Game, LaterRelease
from tests.sim_server import SimServer, reply_text
from tests.tables import SEED, Harness, position, process
from tests.test_new_game import SMALL
from tests.test_packages import NAME, Package, package  # noqa: F401  (a fixture)
from tests.upgrades import rules

FIRST, SECOND = "highest = 30\nworth = 1\n", "highest = 40\nworth = 7\n"
FILES = {
    "cards.toml": FIRST,
    "components.py": """from games.kernel import figures

DATA = figures(__name__)
HIGHEST, WORTH = DATA["highest"], DATA["worth"]
""",
    "__init__.py": "from faro import lookup, rules\nfrom faro.rules import game\n\nKERNEL = 1\n",
    "rules.py": SMALL["games/{}/rules.py"]
    .replace("from games.kernel", "from faro.components import HIGHEST, WORTH\nfrom games.kernel")
    .replace("range(1, 31)", "range(1, HIGHEST + 1)")
    .replace("[sum(g.laid[p.seat", "[WORTH * sum(g.laid[p.seat"),
    "lookup.py": """import faro.components as figures
from .rules import game


@game.cards
def all_cards():
    about = {"kind": "Card", "text": ["Lay it."], "facts": {"Worth": figures.WORTH}}
    return [{"id": str(n), "name": f"Card {n}", **about} for n in range(1, figures.HIGHEST + 1)]
""",
}


@pytest.fixture
def title(package: Package) -> Package:  # noqa: F811
    """The test title in its first edition."""
    for path, content in FILES.items():
        package.write(path, content)
    return package


def correct(title: Package) -> None:
    """Makes the second edition."""
    title.write("cards-1.toml", FIRST)
    title.write("cards.toml", SECOND)


def played(game: Game[Any], g: Any, moves: list[tuple[int, str]]) -> list[bytes]:
    """The states of a game after each of these moves."""
    found = [game.dump(g)]
    for seat, move in moves:
        g = game.play(g, seat, move)
        found.append(game.dump(g))
    return found


# --- The test title with two editions -------------------------------------------------------------


async def test_a_game_keeps_its_figures_and_the_next_one_has_those_of_today(
    title: Package, harness: Harness
):
    first = discover()[NAME]
    moves = record.random_moves(first, first.new(2, SEED), 1)
    states = played(first, first.new(2, SEED), moves)
    begun = await harness.game(NAME)
    half = len(moves) // 2
    for seat, move in moves[:half]:
        await harness.move(begun, seat, move)
    correct(title)
    async with process(harness.address) as later:
        table = await later.tables.get(begun.id)
        assert table.game.edition == 1 and discover()[NAME].edition == 2
        for (seat, move), state in zip(moves[half:], states[half:], strict=False):
            assert position(table) == state
            await table.submit(seat, move, f"later {table.seq}")
        assert position(table) == states[-1]
        history = await read_history(table, None)
        for step in range(len(history.steps)):
            line = history.line(step)
            assert table.game.dump(await state_at(table, history, step)) == states[line.seq]
        text = await record_of(table)
        assert record.verify(text) == [] and "\nedition" not in text
        await scores_are_worth(later, 7)


async def scores_are_worth(later: Harness, worth: int) -> None:
    """Plays a new game of the second edition to its end."""
    table = await later.game(NAME)
    assert table.view(None)["deck"] == 40 - 2 * 3
    await later.play_until(table, lambda table: table.state.scores is not None)
    text = await record_of(table)
    assert "\nedition 2\n" in text and record.verify(text) == []
    assert sum(table.state.scores or []) == worth * sum(table.view(None)["laid"])


async def test_each_table_shows_the_cards_of_its_own_edition(
    title: Package, started: list[Atelier], simcord_env: simcord.Env
):
    sim = SimServer.of(simcord_env, "Ada", "Ben")
    sim.started = started
    await sim.start("Ada", game=NAME, computers=1)
    correct(title)
    await sim.restart()
    other = sim.guild.create_text_channel("other")
    await sim.start("Ben", room=other, game=NAME, computers=1)
    for room, worth in ((sim.room, 1), (other, 7)):
        answer = await sim.command("Ada", "card", room, card="Card 3")
        assert f"Worth:** {worth}" in reply_text(answer)
    for number, edition in ((1, 1), (2, 2)):
        table = await sim.table(number)
        assert (table.game.edition, table.state.edition) == (edition, edition)


def in_two_editions(title: Package) -> tuple[Game[Any], Any, Any]:
    """The game of today, a state of the first edition and one of the second."""
    first = discover()[NAME]
    begun = first.dump(first.new(2, SEED))
    correct(title)
    game = discover()[NAME]
    return game, game.load(begun, game.version), game.new(2, SEED)


def test_a_stored_state_is_opened_with_its_own_figures(title: Package) -> None:
    game, old, new = in_two_editions(title)
    for g, worth, highest in ((old, 1, 30), (new, 7, 40)):
        own, again = opened(NAME, game.dump(g))
        assert own is game.of(g) and again == g and own.name == NAME
        assert sorted(sum((p.hand for p in g.players), [*g.deck])) == [*range(1, highest + 1)]
        end = own.playout(g, random.Random(1))
        assert end.scores == [worth * sum(end.laid[seat::2]) for seat in range(2)]


def test_players_reviews_and_puzzles_think_with_the_figures_of_the_game(title: Package) -> None:
    game, old, new = in_two_editions(title)
    for g in (old, new):
        seat, own = g.asked[0], game.of(g)
        lost = own.dump(g)
        for level in ("quick", "steady"):
            assert think(NAME, lost, seat, level, 0.05, 1) in own.legal(g, seat)
        decision = review.Decision(1, seat, own.legal(g, seat)[0])
        assert review.look(NAME, zlib.compress(lost), decision, 0.05)[0].best
        puzzle = puzzles.Puzzle(NAME, 0, seat, {}, lost, game.version, 1)
        assert puzzles.position(puzzle)[0] is own


async def test_a_table_of_a_later_edition_waits_for_the_process_that_has_it(
    title: Package, harness: Harness
):
    first = FILES["cards.toml"]
    correct(title)
    begun = await harness.game(NAME)
    (title.folder / "cards-1.toml").unlink()
    title.write("cards.toml", first)
    async with process(harness.address) as older:
        shared = older.store.shared
        why = "is moving to a newer release" if shared else "is set aside"
        with pytest.raises(Refused, match=f"Table {begun.id} {why}"):
            await older.tables.get(begun.id)
    correct(title)
    async with process(harness.address) as later:
        await later.tables.check_games()
        assert (await later.tables.get(begun.id)).row.status == "running"


def test_an_edition_that_is_not_here_is_refused_with_a_sentence(title: Package) -> None:
    game, old, new = in_two_editions(title)
    for edition in (0, 3):
        with pytest.raises(LaterRelease, match=f"has no edition {edition} here; this is edition 2"):
            game.in_edition(edition)
    with pytest.raises(LaterRelease, match="has no edition 2 here; this is edition 1"):
        game.of(old).load(game.dump(new), game.version)
    text = record.write(game, 2, SEED, None, [])
    for edition in ("0", "3"):
        with pytest.raises(record.NeedsRelease, match=f"edition {edition} of the figures"):
            record.verify(text.replace("edition 2", f"edition {edition}"))
    with pytest.raises(record.Unreadable, match="The edition of the record must be a number"):
        record.verify(text.replace("edition 2", "edition two"))


def test_a_card_that_an_earlier_edition_lacks_is_not_among_its_cards(title: Package) -> None:
    game, old, _new = in_two_editions(title)
    first, cards = game.of(old), [f"{NAME}/{number}" for number in range(1, 41)]
    own = [entry.key for entry in entries_matching("", first) if entry.game is first]
    assert own == cards[:30]
    today = [entry.key for entry in entries_matching("", game) if entry.game is game]
    assert today == cards
    for known, worth in ((first, 1), (game, 7), (None, 7)):
        entry = find_entry("Card 3", known)
        assert entry and entry.card["facts"] == {"Worth": worth}


# --- All titles -----------------------------------------------------------------------------------


@pytest.fixture
def edition(request: pytest.FixtureRequest) -> Iterator[Game[Any]]:
    """A released title, imported once more."""
    game = discover()[request.param]
    again = import_edition(game.module, 99)
    yield again.game
    for name in [name for name in sys.modules if name.startswith(f"{game.module}@99")]:
        del sys.modules[name]


every_title = pytest.mark.parametrize("edition", rules.released(), indirect=True)


@pytest.mark.sampled
@every_title
def test_every_title_has_all_of_its_modules_in_each_edition(edition: Game[Any]) -> None:
    today, own = f"{edition.module}.", f"{edition.module}@99"
    modules = {name: each for name, each in sys.modules.items() if name.startswith(own)}
    assert {name.replace("@99", "") for name in modules} >= {
        name for name in sys.modules if name.startswith(today)
    }
    for name, module in modules.items():
        for what, value in vars(module).items():
            assert not str(getattr(value, "__module__", "")).startswith(today), (name, what)


@pytest.mark.sampled
@every_title
def test_every_title_plays_the_same_with_the_same_figures(edition: Game[Any]) -> None:
    for at in decisions(playthroughs(edition.name)[0]):
        data = at.game.dump(at.g)
        g = edition.load(data.replace(b'"edition":1', b'"edition":99', 1), edition.version)
        if at.move:
            after = edition.dump(edition.play(g, at.seat, at.move))
            expected = at.game.dump(at.game.play(at.g, at.seat, at.move))
            assert after == expected.replace(b'"edition":1', b'"edition":99', 1)
