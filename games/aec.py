# pyright: basic, reportMissingImports=false
"""Any game as a PettingZoo environment: `env(NAME, seats=3)`. It needs the extra `research`."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from games.research import numbered


class Environment(AECEnv):
    """An agent says a word of its move in a step; rewards come at the end."""

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        self.numbered = it = numbered(name, seats, tuple(options.items()))
        self.metadata = {"name": f"{name}_v{it.game.version}", "render_modes": []}
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        words, limit = len(it.words.all), np.iinfo(np.int32)
        seen = {
            "observation": spaces.Box(limit.min, limit.max, (len(it.slots),), np.int32),
            "action_mask": spaces.Box(0, 1, (words,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(words) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = [*self.possible_agents]
        self.dialogue = self.numbered.begin(random.getrandbits(64) if seed is None else seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        self.terminations = dict.fromkeys(self.agents, not self.dialogue.options)
        self.agent_selection = self.agents[max(0, self.dialogue.seat)]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.numbered.words.all), np.int8)
        if seat == self.dialogue.seat:
            mask[self.dialogue.options] = 1
        seen = np.frombuffer(self.dialogue.seen_by(seat), np.int32)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.dialogue.say(int(action))
        self.rewards = dict(zip(self.agents, self.dialogue.returns(), strict=True))
        self._accumulate_rewards()
        self._go_on()


env = Environment
