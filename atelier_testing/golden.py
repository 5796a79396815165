"""The golden playthroughs, position by position; none is named here."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from atelier_testing.project import ROOT
from games import record
from games.kernel import Game, chance_after_rewind

FOLDER = ROOT / "tests" / "playthroughs"


class Decision(NamedTuple):
    """A position of a game, the seat that answers there, and its move; "" at the end."""

    game: Game[Any]
    g: Any
    seat: int
    move: str

    @property
    def question(self) -> str:
        """The name of the choice that is asked; "over" at the end."""
        return self.g.agenda[-1][0] if self.g.asked else "over"


def playthroughs(name: str) -> list[Path]:
    """The records of a game, the first one of each number of seats before the others."""
    found = sorted((FOLDER / name).glob("*.txt"))
    seats = [path.stem.split("-")[0] for path in found]
    firsts = [path for n, path in enumerate(found) if seats[n] not in seats[:n]]
    return firsts + [path for path in found if path not in firsts]


def decisions(path: Path) -> Iterator[Decision]:
    """Every decision of a record as it was made, and the position at its end."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = record.header(lines)
    game = record.game_of(head)
    g = game.new(int(head["seats"]), int(head["seed"]), json.loads(head["options"]))
    for line in lines[len(head) :]:
        first, _, rest = line.partition(" ")
        if first == "chance":
            g.rng = chance_after_rewind(int(head["seed"]), int(rest))
        elif first.isdigit():
            yield Decision(game, g, int(first), rest)
            g = game.play(g, int(first), rest)
    yield Decision(game, g, 0, "")
