"""Questions as pages get them, without a stored table."""

from collections.abc import Container, Iterable, Mapping
from functools import partial
from types import MappingProxyType

from atelier_testing.presses import asked as asked
from atelier_testing.presses import shown_table as shown_table
from bot.pages.questions import Asked
from games.kernel import Said, Tone
from tests.tiny import Player, Table, tiny


def _said(said: Said, _g: Table, _p: Player) -> Said:
    return said


def asked_for(
    labels: dict[str, str],
    unusual: Container[str] = (),
    menu: str | Iterable[Iterable[str]] = "",
    table: int = 7,
    question: int = 3,
    alarms: Mapping[str, str] = MappingProxyType({}),
) -> Asked:
    """A question with these moves, by their labels; `alarms` by move."""
    game = tiny(("answer", 0), "end")

    @game.choice("Answer.", always=True, menu=menu)
    def answer(g: Table, p: Player) -> list[str]:
        return [*labels]

    for move, label in labels.items():
        tone: Tone = "unusual" if move in unusual else "usual"
        said = Said(label, tone=tone, alarm=alarms.get(move, ""))
        answer.does(move)(lambda g, p: None).says(partial(_said, said))
    return asked(game, game.new(2, 1), 0, table, question)
