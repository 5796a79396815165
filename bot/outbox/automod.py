"""What AutoMod of a server has blocked. It is shown in a poorer form: without the words of people,
or almost without words.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import IntEnum

log = logging.getLogger(__name__)
AGAIN_S = 86400.0
"""After this time the full form is tried again: AutoMod tells moderators of each try."""


class Form(IntEnum):
    """How much a message says; the next one says less."""

    FULL = 0
    WITHOUT_NAMES = 1
    BARE = 2


class Forms:
    """The forms in which AutoMod lets tables or leagues be shown."""

    def __init__(self, poorest: Form, now: Callable[[], float]) -> None:
        """Takes the poorest form that there is, and what returns the time in seconds."""
        self._poorest, self._now = poorest, now
        self._forms: dict[int, tuple[Form, float]] = {}

    def of(self, number: int) -> Form:
        """The form in which to show a table or league."""
        form, until = self._forms.get(number, (Form.FULL, 0.0))
        return form if self._now() < until else Form.FULL

    def make_poorer(self, number: int) -> bool:
        """Chooses the next poorer form after AutoMod has blocked one; returns whether there is
        one.
        """
        form = self.of(number)
        if form == self._poorest:
            return False
        log.warning("AutoMod blocks a message, it gets fewer words")
        self._forms[number] = Form(form + 1), self._now() + AGAIN_S
        return True
