"""What people typed into forms that were refused, so that they can go on from there."""

from __future__ import annotations

from bot.pages.page import Answers

MAX_KEPT = 1_000


class Typed:
    """The latest of them, in memory alone: secrets may be among them."""

    def __init__(self) -> None:
        """Keeps nothing yet."""
        self._kept: dict[tuple[int, str], Answers] = {}

    def keep(self, user: int, custom_id: str, answers: Answers) -> None:
        """Keeps what somebody typed into a form, until `forget` or for so many others."""
        self.forget(user, custom_id)
        self._kept[user, custom_id] = answers
        if len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]

    def of(self, user: int, custom_id: str) -> Answers:
        """What somebody typed into a form; {} if nothing is kept."""
        return self._kept.get((user, custom_id), {})

    def forget(self, user: int, custom_id: str) -> None:
        self._kept.pop((user, custom_id), None)
