"""Every game, played by somebody who has words alone; none is named here.

The reader sees what messages and `/game text` say, labels, alt texts and what autocomplete offers
for `/move`: no picture, and never the table itself.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase as fnmatch
from typing import Any

import pytest

from games import discover
from games.words import seat_names
from renderers import for_game
from tests.golden import decisions, playthroughs
from tests.salon import MANY, Salon, alt_texts, sensible_moves, text, told

pytestmark = pytest.mark.simcord(settle_timeout=30)
WHOLE, BEGINNING, END = 16, 6, 4
"""Moves of a game that is played whole; of a longer one the reader plays beginning and end."""
LOOKS = 3
"""Moves after which the reader has the table told to her again."""
every_game = pytest.mark.parametrize("game", list(discover()))


@pytest.fixture
def salon(simcord_env: Any) -> Salon:
    return Salon.of(simcord_env, "Ada", "Ben")


def called(message: Any) -> set[str]:
    """Whom the board says the table waits for: the players' lines tell it."""
    lines = text(message).splitlines()
    return {
        name
        for line in lines
        for name in ("Ada", "Ben")
        if re.search(rf"{name} — \*\*to (move|choose)\*\*", line)
    }


async def read(salon: Salon, name: str) -> str:
    """The table as text, with what this player alone knows."""
    said = told(await salon.command(name, "game text"))
    assert "**You:**" in said and alt_texts(salon.board())[0] in said
    return said


async def offered(salon: Salon, name: str) -> list[str]:
    """The moves that autocomplete offers for `/move`."""
    choices = await salon.people[name].autocomplete(salon.room, "move", "move", "")
    assert all(choice["name"].strip() for choice in choices)
    return [choice["value"] for choice in choices]


@every_game
async def test_a_game_is_finished_by_people_who_have_its_words_alone(salon: Salon, game: str):
    await salon.gather(game=game, computers=0, seats=2)
    whole = len(sensible_moves(await salon.table())) <= WHOLE
    made, last = 0, ""
    while waiting := sorted(called(salon.board())):
        name = waiting[0]
        if made % LOOKS == 0:
            said = await read(salon, name)
            assert said != last
            last = said
        moves = await offered(salon, name)
        assert moves, f"{name} is asked, and no move is offered"
        answer = await salon.command(name, "move", move=moves[made % len(moves)])
        assert "✓" in told(answer) and "⚠" not in told(answer)
        made += 1
        assert made < MANY
        if not whole and made == BEGINNING:
            await salon.skip_the_middle(END)
    board = salon.board()
    final = told(await salon.command("Ada", "game text"))
    winners = re.findall(r"(Ada|Ben) — -?\d+ 👑", text(board))
    assert winners and all(winner in final for winner in winners)


# --- what the words leave out ---------------------------------------------------------------------

PLAIN = ("game", "title", "names", "news", "viewer", "seats")
"""What a view says of itself, and what stands beside it in every message."""
TRIES = 2
"""Leaves of one kind that are changed in each view."""


def leaves(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Every value in a view: its path, the list or dict it is in, and itself."""
    inside = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in inside:
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))
        elif value is not None:
            yield (*path, key), part, value


def kind_of(path: tuple[Any, ...], cards: set[str]) -> str:
    """The path with a star for every place in a list, number, move and card."""
    return ".".join(
        "*" if isinstance(key, int) or key in cards or not key.isidentifier() else key
        for key in path
    )


def others(value: Any, known: set[Any]) -> list[Any]:
    """Other values that a leaf may have: one more, one less, or what its like have elsewhere."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1][: 2 if value else 1]
    return sorted(known - {value})[:2] or [f"{value} more"]


def said_otherwise(describe: Callable[[Any], str], view: Any, path: Any, new: Any) -> bool:
    """Whether the words of a view change with one leaf; the view is left as it was."""
    part, before = view, describe(view)
    for key in path[:-1]:
        part = part[key]
    old, part[path[-1]] = part[path[-1]], new
    try:
        return describe(view) != before
    except (LookupError, TypeError, ValueError):
        return False  # no such view can be
    finally:
        part[path[-1]] = old


def told_and_untold(name: str) -> tuple[set[str], set[str]]:
    """Kinds of leaves that change the words of some view, and those that change none."""
    game, describe = discover()[name], for_game(name).describe
    found = {it.question: it for path in playthroughs(name)[:2] for it in decisions(path)}
    views = [
        it.game.view(it.g, viewer) | {"names": seat_names(it.g.seats)}
        for it in found.values()
        for viewer in (it.seat, None)
    ]
    cards, known, told = set(game.lookup), defaultdict[str, set[Any]](set), set[str]()
    for view in views:
        for path, _, value in leaves(view):
            known[kind_of(path, cards)].add(value)
    for view in views:
        tried = Counter[str]()
        for path, _, value in leaves(view):
            kind = kind_of(path, cards)
            if kind in told or tried[kind] == TRIES:
                continue
            tried[kind] += 1
            likes = {each for each in known[kind] if type(each) is type(value)}
            if any(said_otherwise(describe, view, path, new) for new in others(value, likes)):
                told.add(kind)
    return told, {kind for kind in known if kind.split(".")[0] not in PLAIN} - told


@every_game
def test_the_words_say_all_that_a_view_has_but_what_the_pictures_module_lists(game: str):
    unsaid: dict[str, str] = getattr(for_game(game), "UNSAID", {})
    told_kinds, untold = told_and_untold(game)
    assert not {kind for kind in untold if not any(fnmatch(kind, line) for line in unsaid)}
    needless = {line for line in unsaid if not any(fnmatch(kind, line) for kind in untold)}
    assert not needless
    assert not {line for line in unsaid if any(fnmatch(kind, line) for kind in told_kinds)}
