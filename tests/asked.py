"""Questions as pages get them, without a stored table."""

from collections.abc import Container, Iterable, Mapping
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Any

from bot.pages.questions import Asked
from games.kernel import Game, Said, Tone
from games.words import seat_names
from tests.tiny import Player, Table, tiny


def shown_table(game: Game[Any], g: Any, table: int = 7, question: int = 3) -> Any:
    """What the pages of a question read of a table."""
    names = seat_names(g.seats)
    return SimpleNamespace(
        id=table,
        question=question,
        row=SimpleNamespace(guild=1, channel=2, thread=None),
        game=game,
        state=g,
        names=names,
        escaped_names=names,
        view=partial(game.view, g),
    )


def asked(game: Game[Any], g: Any, seat: int, table: int = 7, question: int = 3) -> Asked:
    """The question to a seat in this state."""
    found = game.question(g, seat)
    assert found is not None
    return Asked(shown_table(game, g, table, question), found)


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
