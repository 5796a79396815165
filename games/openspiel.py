# pyright: basic, reportMissingImports=false
"""Every game in OpenSpiel: `pyspiel.load_game("atelier_NAME(players=3)")` after an import of this.

One chance node deals the game; all later chance follows from it. To search without knowing it,
use `resample_from_infostate`. It needs the extra `research`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from games import discover
from games.research import Numbered, numbered

DEALS = 1 << 16
LONGEST = 100_000
"""No game has so many words."""


class Titled(pyspiel.Game):
    """A game of this project; a class for each has its name and its type."""

    name: str
    type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = {**self.type.parameter_specification, **(params or {})}
        players = options.pop("players")
        self.numbered = numbered(self.name, players, tuple(options.items()))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbered.words.all),
            max_chance_outcomes=DEALS,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.type, info, params or {})

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, _type: Any = None, _params: Any = None) -> Observer:
        return Observer(self.numbered)


class State(pyspiel.State):
    """A dialogue after the deal."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.dialogue: Any = None

    def current_player(self) -> int:
        if self.dialogue is None:
            return pyspiel.PlayerId.CHANCE
        return self.dialogue.seat if self.dialogue.options else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, _player: int) -> list[int]:
        return self.dialogue.options

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / DEALS) for seed in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self.dialogue is None:
            self.dialogue = self.get_game().numbered.begin(action)
        else:
            self.dialogue.say(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.get_game().numbered.words.all[action] or "."

    def is_terminal(self) -> bool:
        return self.dialogue is not None and not self.dialogue.options

    def returns(self) -> list[float]:
        return self.dialogue.returns() if self.dialogue else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> State:
        other = self.clone()
        other.dialogue = self.dialogue.guess(player, random.Random(rng()))
        return other

    def __str__(self) -> str:
        it = self.dialogue
        return f"{it.numbered.game.dump(it.g).decode()} {it.said}" if it else ""


class Observer:
    """The slots of `numbered` as a tensor, and the view as a text."""

    def __init__(self, it: Numbered) -> None:
        self.tensor = np.zeros(len(it.slots), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.dialogue.seen_by(player) if state.dialogue else 0

    def string_from(self, state: State, player: int) -> str:
        it = state.dialogue
        if it is None:
            return ""
        said = it.said if player == it.seat else ()
        return json.dumps([it.numbered.game.view(it.g, player), said], ensure_ascii=False)


for name, game in discover().items():
    options = {option: field.default for option, field in game.options.model_fields.items()}
    kind = pyspiel.GameType(
        short_name=f"atelier_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.fewest_seats, **options},
    )
    pyspiel.register_game(kind, type(name, (Titled,), {"name": name, "type": kind}))
