"""What people try in a storm, and what they are told of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from tests.wire import ledger
from tests.wire.standin import Interaction
from tests.wire.standin import faults as wrong
from tests.wire.standin.things import ACKNOWLEDGE_S

ANSWER_S = 0.5
"""How long a person waits for the answer after the acknowledgement."""
UNREADABLE = "nothing was done"
"""What somebody reads whose interaction the bot could not read."""
ASKED_BACK = "Confirm: **"
"""How a grave move is asked back, which counts once it is confirmed."""
REDO = "redo"
"""Stands in place of a move: somebody makes their last move again, which the log has once more."""


@dataclass
class Try:
    """An interaction, who made it, and the move that it would be."""

    interaction: Interaction
    user: str
    move: str = ""


def move_of(part: dict[str, Any], values: list[str] | None) -> str:
    """What a control does, as the log has it, or REDO; "" where it changes nothing."""
    action, _, rest = part["custom_id"].partition(":")
    rest = rest.partition(":")[2]
    question, _, move = rest.partition(":")
    if action in (ledger.UNDO, REDO):
        return action
    if action == "forget":
        return f"forget {rest}"
    if action not in ("move", "yes"):
        value = (values or [""])[0]
        move = value.removeprefix("move:") if value.startswith("move:") else ""
    if not move or not question or question.isdigit():
        return move
    return f"ahead {question} {move}" if question[0].isalpha() else ""


def is_waited_for(interaction: Interaction) -> bool:
    """Whether a person still waits for an answer before they do something else."""
    if interaction.confirmed or interaction.followups:
        return False
    waited = time.monotonic() - interaction.sent
    if interaction.kind is None:
        return wrong.UNKNOWN not in interaction.faults and waited < ACKNOWLEDGE_S + ANSWER_S
    return waited < ANSWER_S + (interaction.acknowledged or 0.0)


def is_claimed(interaction: Interaction) -> bool:
    """Whether somebody was told that their move counts."""
    return bool(interaction.said) and not any(
        "⚠" in each or UNREADABLE in each or ASKED_BACK in each for each in interaction.said
    )
