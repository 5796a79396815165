"""Leaks that are planted in the bot, one at a time, and how often the search finds each."""

import logging
import zlib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.pages import board, questions
from bot.store.privacy import PrivacyRepository
from bot.table import Table, together
from bot.table.answer_times import NEWEST_LINES, Visit, visits_in
from bot.table.history import History
from bot.web import content
from bot.web.server import Server
from games import discover
from games.kernel import Game, players
from tests.twins import sit

TITLES = [*discover()]
"""Played in turn, one in each run."""
PAIRS, RUNS = 4, 20
"""Pairs of tables in one run, and runs for each leak."""
log = logging.getLogger("bot.table")


def bit(table: Table) -> bool:
    """Something that others hide: one bit of all that is in the state."""
    return bool(zlib.crc32(table.game.dump(table.state)) & 1)


def hides(g: Any, seat: int, move: str) -> bool:
    """Whether a move names what another seat holds in secret, or what lies on top of a pile."""
    secret = {
        str(thing)
        for place in (g, *players(g))
        if getattr(place, "seat", None) != seat
        for each in fields(place)
        if "pool" in each.metadata
        for thing in getattr(place, each.name)[-1 if place is g else 0 :]
    }
    return not secret.isdisjoint(move.split(" "))


def refusal(really: Any) -> Any:
    def refuse(game: Game[Any], g: Any, seat: int, move: str) -> str:
        return "Somebody else has that." if hides(g, seat, move) else really(game, g, seat, move)

    return refuse


def header(name: str, value: Callable[[Table], Any]) -> Callable[[Any], Any]:
    def planted(really: Any) -> Any:
        async def page(server: Any, request: Any) -> Any:
            answer = await really(server, request)
            table = await server._pages.table(request.match_info["token"])
            answer.headers[name] = str(value(table))
            return answer

        return page

    return planted


def size(really: Any) -> Any:
    async def page(server: Any, request: Any) -> Any:
        answer = await really(server, request)
        table = await server._pages.table(request.match_info["token"])
        answer.text += "\n" * bit(table)
        return answer

    return page


def status(really: Any) -> Any:
    async def page(server: Any, request: Any) -> Any:
        answer = await really(server, request)
        if bit(await server._pages.table(request.match_info["token"])):
            answer.set_status(203)
        return answer

    return page


def state(_really: Any) -> Any:
    async def line(table: Table, _view: Any) -> str:
        return f"Line {table.seq}"

    return line


def label(really: Any) -> Any:
    def of(game: Game[Any], g: Any, seat: int, move: str) -> str:
        return f"{really(game, g, seat, move)} " + "." * (zlib.crc32(game.dump(g)) & 1)

    return of


def alt_text(really: Any) -> Any:
    def view(table: Table, seat: int | None) -> dict[str, Any]:
        found = really(table, seat)
        return found | {"names": [f"{name}." if bit(table) else name for name in found["names"]]}

    return view


def log_line(really: Any) -> Any:
    def advance(table: Table, *line: Any) -> None:
        really(table, *line)
        log.info("a line of the table is stored")

    return advance


def custom_id(_really: Any) -> Any:
    return property(lambda table: table.seq, lambda _table, _number: None)


def news(really: Any) -> Any:
    async def append(table: Table, g: Any, **line: Any) -> None:
        await really(table, g, **line)
        if line.get("unnoticed"):
            await table.say("Somebody has changed their mind.")

    return append


def asked(really: Any) -> Any:
    def waiting(table: Table) -> list[int]:
        found = really(table)
        return found[1:] if len(found) > 1 and bit(table) else found

    return waiting


def moment(really: Any) -> Any:
    def line(history: History, step: int) -> Any:
        return replace(really(history, step), made=history.rows[-1].made)

    return line


def fewer(really: Any) -> Any:
    def moves(table: Table, *args: Any) -> dict[str, str]:
        found = [*really(table, *args).items()]
        return dict(found[1:] if len(found) > 1 and bit(table) else found)

    return moves


def reversed_order(really: Any) -> Any:
    def moves(table: Table, *args: Any) -> dict[str, str]:
        found = [*really(table, *args).items()]
        return dict(found[::-1] if bit(table) else found)

    return moves


def export(really: Any) -> Any:
    async def rows(privacy: Any, user: int) -> dict[str, Any]:
        found = await really(privacy, user)
        return found | {"newest": await privacy._db.search("SELECT max(seq) FROM moves")}

    return rows


def here(_really: Any) -> Any:
    async def visits(table: Table) -> dict[int, Visit]:
        rows = await table.store.moves.of(table.id)
        return visits_in([replace(row, by_hand=1) for row in rows[-NEWEST_LINES:]], table.people)

    return visits


def half_hour(_really: Any) -> Any:
    async def best(table: Table, _since: float) -> float:
        return last_line(table)

    return best


@dataclass(frozen=True)
class Leak:
    """What is replaced where by what, and in how many of `RUNS` runs it was found last."""

    where: Any
    attribute: str
    leaking: Callable[[Any], Any]
    found: int


def last_line(table: Table) -> float:
    """When something was last done at a table, also in secret."""
    return table.last.made if table.last else 0.0


PLANTED = {
    "a refusal that names what others hide": Leak(Game, "_refuse", refusal, 8),
    "a Last-Modified header": Leak(Server, "_page", header("Last-Modified", last_line), 16),
    "an ETag that counts lines": Leak(Server, "_page", header("ETag", lambda table: table.seq), 20),
    "a header of a file of a web page": Leak(Server, "_file", header("ETag", bit), 20),
    "the status on a web page": Leak(content, "_state", state, 20),
    "the size of a web page": Leak(Server, "_page", size, 20),
    "the status of a web page": Leak(Server, "_page", status, 20),
    "a label": Leak(Game, "label", label, 10),
    "an alt text": Leak(Table, "view", alt_text, 20),
    "a line of the bot's log": Leak(Table, "_advance", log_line, 20),
    "a custom_id": Leak(Table, "newest_question", custom_id, 14),
    "news": Leak(Table, "append", news, 20),
    "who is asked": Leak(Table, "waiting_people", asked, 4),
    "who is here": Leak(board, "visits", here, 18),
    "the half hour that is proposed": Leak(together, "best_half_hour", half_hour, 20),
    "a moment": Leak(History, "line", moment, 16),
    "what is proposed": Leak(questions, "labelled_moves", fewer, 9),
    "the order of a list": Leak(questions, "labelled_moves", reversed_order, 9),
    "what /mydata exports": Leak(PrivacyRepository, "export", export, 15),
}


@contextmanager
def planted(leak: Leak) -> Generator[None]:
    really = getattr(leak.where, leak.attribute)
    with patch.object(leak.where, leak.attribute, leak.leaking(really)):
        yield


async def leaks(run: int) -> list[str]:
    return [*(await sit(TITLES[run % len(TITLES)], PAIRS, run)).leaks]


async def is_found(leak: Leak, run: int) -> bool:
    with planted(leak):
        return bool(await leaks(run))


async def attack(_folder: Path) -> list[str]:
    """Plants each leak, and counts the runs that find it; without one they find nothing."""
    others = [leak for run in range(RUNS) for leak in await leaks(run)]
    assert not others, f"these leaks nobody has planted: {others}"
    counts = {
        name: sum([await is_found(leak, run) for run in range(RUNS)])
        for name, leak in PLANTED.items()
    }
    rarer = {name: count for name, count in counts.items() if 2 * count < PLANTED[name].found}
    assert not rarer, f"these leaks are found much more rarely than before: {rarer}"
    return [f"{name}: found by {count} of {RUNS} runs" for name, count in counts.items()]
