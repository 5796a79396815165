"""A part of Discord that does not work for a while: some requests or some events, and how."""

import re
from dataclasses import dataclass
from typing import Any, Final

FAILS, REFUSES, LIMITS, LIES = "503", "403", "429 for long", "404 without a code"
HANGS, SLOW = "hangs", "slow"
GARBLES, LOSES = "answer garbled", "receipt lost"
OF_REQUESTS = (FAILS, REFUSES, LIMITS, LIES, HANGS, SLOW, GARBLES, LOSES)
"""How requests go wrong. The last two have their effect; a slow one has it late."""
ANSWERS: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    FAILS: (503, {"message": "503: Service Unavailable"}),
    REFUSES: (403, {"code": 50013, "message": "Missing Permissions"}),
    LIES: (404, {"code": 0, "message": "404: Not Found"}),
}
"""What some of them are answered, without an effect."""
LATE, NEVER, FRAME, KEYS, TYPES = "late", "never", "frame garbled", "keys missing", "types changed"
EMPTY = "data empty"
OF_EVENTS = (LATE, NEVER, FRAME, KEYS, TYPES, EMPTY)
"""How events go wrong. Without its keys an interaction still has its id, token and type."""
SLOW_S = 5.0
KEPT_KEYS: Final = {"id", "token", "type", "locale"}


@dataclass(eq=False)
class Broken:
    """Which requests or events go wrong, and how: those to which all that is given applies."""

    how: str
    route: str = ""
    """A pattern for the kinds of requests."""
    event: str = ""
    """A pattern for the kinds of events."""
    guild: str = ""
    channel: str = ""
    body: str = ""
    """What the body of a request must hold: "files", "content" or "components"."""
    slow_s: float = SLOW_S
    limit_s: float = 90.0
    """The time after which a limit says that another request may be made."""
    struck: int = 0
    """How many requests or events it was."""

    def breaks_request(self, kind: str, channel: str, guild: str, body: Any, files: bool) -> bool:
        if self.event or not re.fullmatch(self.route or ".*", kind):
            return False
        holds = files if self.body == "files" else not self.body or bool(body.get(self.body))
        return holds and self._is_there(channel, guild)

    def breaks_event(self, kind: str, channel: str, guild: str) -> bool:
        found = self.event and re.fullmatch(self.event, kind)
        return bool(found) and self._is_there(channel, guild)

    def _is_there(self, channel: str, guild: str) -> bool:
        return self.channel in ("", channel) and self.guild in ("", guild)


def spoilt(how: str, event: dict[str, Any]) -> dict[str, Any]:
    """An event that cannot be read."""
    data = event["d"]
    if how == KEYS:
        data = {key: value for key, value in data.items() if key in KEPT_KEYS}
    elif how == TYPES:
        data = {key: value if key in KEPT_KEYS else [value] for key, value in data.items()}
    elif how == EMPTY and "data" in data:
        data = {**data, "data": {}}
    return {**event, "d": data}
