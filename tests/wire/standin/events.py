"""Scheduled events: how they are created, edited, started, ended and deleted."""

from datetime import datetime
from typing import Any

from tests.wire.standin.base import Base
from tests.wire.standin.things import Problem

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
NEXT = {SCHEDULED: {SCHEDULED, ACTIVE, CANCELED}, ACTIVE: {ACTIVE, COMPLETED}}
"""The status that may follow another one; the last two are final."""
MAX_OPEN = 100
"""How many events a server can have that have not ended."""


class Events(Base):
    """The requests about the scheduled events of a guild."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.events: dict[str, dict[str, Any]] = {}

    def _now(self) -> float:
        raise NotImplementedError

    def open_events(self) -> list[dict[str, Any]]:
        """The events that have not ended; each begins and ends at its time."""
        for event in self.events.values():
            for status, key in ((SCHEDULED, "start"), (ACTIVE, "end")):
                due = datetime.fromisoformat(event[f"scheduled_{key}_time"]).timestamp()
                if event["status"] == status and due <= self._now():
                    event["status"] = status + 1
        return [each for each in self.events.values() if each["status"] in NEXT]

    def _event(self, number: str) -> dict[str, Any]:
        self.open_events()
        if number not in self.events:
            raise Problem(404, 10070, "Unknown Guild Scheduled Event")
        return self.events[number]

    def _must_be_ahead(self, body: Any) -> None:
        for key in ("scheduled_start_time", "scheduled_end_time"):
            if key in body and datetime.fromisoformat(body[key]).timestamp() <= self._now():
                raise Problem(400, 50035, f"Invalid Form Body: {key} in the past")

    def _list_events(self, guild: str, *_: Any) -> Any:
        return [each for each in self.open_events() if each["guild_id"] == guild]

    def _get_event(self, _guild: str, number: str, *_: Any) -> Any:
        return self._event(number)

    def _create_event(self, guild: str, body: Any, *_: Any) -> Any:
        self._must_be_ahead(body)
        if len(self._list_events(guild)) >= MAX_OPEN:
            raise Problem(400, 30038, "Maximum number of guild scheduled events reached (100)")
        number = self.snowflake()
        known = {"id": number, "guild_id": guild, "channel_id": None, "status": SCHEDULED}
        self.events[number] = {**known, "creator_id": self.application, **body}
        return self.events[number]

    def _edit_event(self, _guild: str, number: str, body: Any, *_: Any) -> Any:
        event = self._event(number)
        if event["status"] not in NEXT:
            raise Problem(400, 180000, "Cannot update a finished event")
        if body.get("status", event["status"]) not in NEXT[event["status"]]:
            raise Problem(400, 50035, "Invalid Form Body: status")
        self._must_be_ahead(body)
        event |= body
        return event

    def _delete_event(self, _guild: str, number: str, *_: Any) -> None:
        self._event(number)
        del self.events[number]
