"""Rokoko: the worked examples; their table is rokoko.scenarios.md."""

from tests.games.rokoko import KIT
from tests.games.scenarios import Example, examples


@examples("rokoko")
def test_an_example(example: Example) -> None:
    example.check(KIT)
