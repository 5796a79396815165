"""Powdered Wigs: the worked examples; their table is wigs.scenarios.md."""

from tests.games.scenarios import Example, examples
from tests.games.wigs import KIT


@examples("wigs")
def test_an_example(example: Example) -> None:
    example.check(KIT)
