"""What the rules of a game do and what its state is made of, in short sums, kept beside its golden
playthroughs.

A change of either alters games that run, so it is a new `version` of the game with an `upgrade`.
Figures are kept in editions: games that run go on with those with which they began.
"""

import dataclasses
import hashlib
import json
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from atelier_testing.golden import FOLDER, decisions, playthroughs
from bot.texts.translations.texts import TEXT_KEYS, TEXT_TABLES
from games import discover, folder
from games._kernel.figures import EARLIER, FILE
from games.kernel import Game, IllegalMove

SAID = {*TEXT_KEYS, *TEXT_TABLES, "about", "plural", "minutes", "weight"} - {"colour", "location"}
"""Keys of `cards.toml` under which there are no figures but words, or facts for the lobby."""


def file_of(name: str) -> Path:
    """Where the sums of a game are kept; a game has none before it is released."""
    return FOLDER / name / "rules.json"


def released() -> list[str]:
    return [name for name in sorted(discover()) if file_of(name).exists()]


def kept(name: str) -> dict[str, Any]:
    """The sums of a game as they were kept."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))


def sums(game: Game[Any]) -> dict[str, Any]:
    """The sums of a game as it is: its version, its state's shape, and editions."""
    editions = {
        str(edition): {"figures": figures(file_of_figures(each)), "games": dict[str, str]()}
        for edition, each in game.editions.items()
    }
    for path in sorted(playthroughs(game.name)):
        edition, whole = course(path)
        editions[edition]["games"][path.stem] = whole
    return {"version": game.version, "state": shape(game), "editions": editions}


def figures(file: Path) -> str:
    """A sum of the figures of a file, without words."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return digest(json.dumps(without(SAID, table), sort_keys=True))


def file_of_figures(game: Game[Any]) -> Path:
    """Where the figures of an edition are."""
    place = Path(str(folder(game.name)))
    earlier = place / EARLIER.format(game.edition)
    return earlier if earlier.exists() else place / FILE


def shape(game: Game[Any]) -> str:
    """A sum of the fields of the state and of all that is in them, with their types."""
    schema = TypeAdapter(type(game.new(game.seats[0], 1))).json_schema()
    return digest(json.dumps(without(("title", "description"), schema), sort_keys=True))


def without(left_out: Collection[str], value: Any) -> Any:
    """Plain data without these keys of its tables."""
    if isinstance(value, dict):
        return {key: without(left_out, each) for key, each in value.items() if key not in left_out}
    return [without(left_out, each) for each in value] if isinstance(value, list) else value


def course(path: Path) -> tuple[str, str]:
    """The edition of a playthrough, and a sum of its states and scores, without news."""
    whole, edition = hashlib.sha256(), 0
    try:
        for at in decisions(path):
            edition = at.game.edition
            whole.update(at.game.dump(dataclasses.replace(at.g, news=[])))
    except IllegalMove:
        whole.update(b"a move that is not open any more")
    return str(edition), whole.hexdigest()[:16]


def digest(text: str) -> str:
    """Sixteen digits that change with the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def objection(game: Game[Any], before: dict[str, Any], now: dict[str, Any]) -> str:
    """What is to be done about a change of the rules, as a sentence; "" where nothing is."""
    for edition, kept in before["editions"].items():
        if kept["figures"] != now["editions"].get(edition, {}).get("figures"):
            return (
                f"Games of {game.title} that run began with other figures: put those of the last"
                f" release into {EARLIER.format(edition)}, and those of today into {FILE}. If no"
                " release had them, or if they are about pictures alone, delete edition"
                f" {edition} in {file_of(game.name).relative_to(FOLDER)}, then `python -m"
                " tests.upgrades --rules`."
            )
    if now["version"] == before["version"]:
        same = now["state"] == before["state"]
        if same and not _goes_otherwise(before, now):
            return ""
        what = "its playthroughs go otherwise" if same else "its state has other fields"
        return (
            f"{game.title} is not what version {before['version']} was: {what}, so games that run"
            " would change. Raise `version` where its `Game` is made, give it an `upgrade(data,"
            " version)` that turns older states into today's, then `python -m tests.upgrades"
            " --rules`."
        )
    if game._upgrade is None:
        return (
            f"{game.title} has version {now['version']} and no `upgrade`: give its `Game` a"
            " function of the older data and its version that returns today's."
        )
    return ""


def _goes_otherwise(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether a playthrough goes otherwise than it did."""
    return any(
        now["editions"][edition]["games"].get(name, whole) != whole
        for edition, kept in before["editions"].items()
        for name, whole in kept["games"].items()
    )


def keep() -> list[str]:
    """Keeps the sums of every game; the objections to those that may not be kept."""
    objections: list[str] = []
    for name, game in discover().items():
        now = sums(game)
        if file_of(name).exists() and (sentence := objection(game, kept(name), now)):
            objections.append(sentence)
            continue
        file_of(name).write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    return objections
