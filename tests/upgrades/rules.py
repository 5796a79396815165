"""What the rules of a game do and what its state is made of, in short sums, kept beside its golden
playthroughs.

A change of either alters games that run, so it is a new `version` of the game with an `upgrade`.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from games import discover
from games.kernel import Game
from tests.golden import FOLDER, decisions, playthroughs

EVERY = 10
"""Of so many positions of a playthrough one is summed up; and the last one."""


def file_of(name: str) -> Path:
    """Where the sums of a game are kept; a game has none before it is released."""
    return FOLDER / name / "rules.json"


def released() -> list[str]:
    """The games that are released."""
    return [name for name in sorted(discover()) if file_of(name).exists()]


def kept(name: str) -> dict[str, Any]:
    """The sums of a game as they were kept."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))


def sums(game: Game[Any]) -> dict[str, Any]:
    """The sums of a game as it is: its version, the shape of its state, how playthroughs go."""
    firsts: dict[str, Path] = {}
    for path in playthroughs(game.name):
        firsts.setdefault(path.stem.split("-")[0], path)
    games = {path.stem: course(path) for path in firsts.values()}
    return {"version": game.version, "state": shape(game), "games": dict(sorted(games.items()))}


def shape(game: Game[Any]) -> str:
    """A sum of the fields of the state and of all that is in them, with their types."""
    schema = TypeAdapter(type(game.new(game.seats[0], 1))).json_schema()
    return digest(json.dumps(without_words(schema), sort_keys=True))


def without_words(schema: Any) -> Any:
    """A schema without what is only said about it."""
    if isinstance(schema, dict):
        inner = {key: without_words(value) for key, value in schema.items()}
        return {key: value for key, value in inner.items() if key not in ("title", "description")}
    return [without_words(each) for each in schema] if isinstance(schema, list) else schema


def course(path: Path) -> str:
    """A sum of the positions of a playthrough; what was told of them does not count."""
    whole = hashlib.sha256()
    for n, at in enumerate(decisions(path)):
        if n % EVERY == 0 or at.question == "over":
            whole.update(at.game.dump(dataclasses.replace(at.g, news=[])))
    return whole.hexdigest()[:16]


def digest(text: str) -> str:
    """Sixteen digits that change with the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def objection(game: Game[Any], before: dict[str, Any], now: dict[str, Any]) -> str:
    """What is to be done about a change of the rules, as a sentence; "" where nothing is."""
    if now == before:
        return ""
    if now["version"] == before["version"]:
        same = now["state"] == before["state"]
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
    return (
        f"The sums of {game.title} are those of version {before['version']}: `python -m"
        " tests.upgrades --rules` keeps those of today."
    )


def keep() -> list[str]:
    """Keeps the sums of every game; the objections to those that may not be kept."""
    objections: list[str] = []
    for name, game in discover().items():
        now = sums(game)
        if file_of(name).exists():
            before = kept(name)
            unsaid = now["version"] == before["version"] or game._upgrade is None
            if unsaid and (sentence := objection(game, before, now)):
                objections.append(sentence)
                continue
        file_of(name).write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    return objections
