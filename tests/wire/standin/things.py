"""The objects of the stand-in: guilds, channels, interactions, sessions; Discord's constants."""

import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

EPOCH = 1420070400000
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
"""Types of interactions."""
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
"""Types of responses to an interaction."""
ROW, BUTTON, SELECT, FIELD, TEXT, GALLERY, FILE, LABEL = 1, 2, 3, 4, 10, 12, 13, 18
RADIO, BOXES = 21, 22
"""Types of components."""
ROOM, DM, VOICE, NEWS, NEWS_THREAD, THREAD, PRIVATE_THREAD = 0, 1, 2, 5, 10, 11, 12
"""Types of channels."""
THREADS = (NEWS_THREAD, THREAD, PRIVATE_THREAD)
EPHEMERAL, SILENT, COMPONENTS = 1 << 6, 1 << 12, 1 << 15
"""Flags of messages."""
ALL_PERMISSIONS = str((1 << 53) - 1)
HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, HEARD = 1, 2, 6, 7, 9, 10, 11
LOST = 0
"""In place of a status: the request has its effect, but the connection breaks before the response.
"""
UNANSWERED = -1
"""In place of a status: no response ever comes, and the connection stays."""
ACKNOWLEDGE_S = 3.0
"""An interaction that is not acknowledged within this time has failed."""
TOKEN_S = 900.0
"""How long the token of an interaction is valid."""
MAX_KEPT = 20_000
"""At least this many requests, messages and interactions are remembered, and at most twice as many.
"""
WHEN = "2026-01-01T00:00:00+00:00"
CLOSED, NO_SHARED_SERVER, TOO_FAST, FLAGGED, CLOUDFLARE = 50007, 50278, 40003, 20026, 0
NOT_WRITTEN = {
    CLOSED: "Cannot send messages to this user",
    NO_SHARED_SERVER: "Cannot send messages to this user due to having no mutual guilds",
    TOO_FAST: "You are opening direct messages too fast",
    FLAGGED: "Your bot has been flagged by our anti-spam system for abusive behavior",
    CLOUDFLARE: "403: Forbidden",
}
"""Why somebody cannot be written to: errors with status 403, by code."""
OPENED, OPENED_WITHIN_S = 2, 4.0
"""How many DM channels can be opened, and in what time."""
OLD_S, OLD_EDITED, OLD_EDITED_WITHIN_S = 3600.0, 3, 20.0
"""How often a message older than `OLD_S` can be edited, and in what time."""
MAX_FILE_BYTES = 10 * 2**20
"""The size of the largest file that is accepted."""


class Problem(Exception):
    """An error that Discord answers to a request."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        """Takes status, error code and message; `more` goes into the body."""
        super().__init__(message)
        self.status, self.body = status, {"code": code, "message": message, **more}


@dataclass
class Interaction:
    """Something that a person typed or pressed, and how it was answered."""

    payload: dict[str, Any]
    sent: float
    acknowledged: float | None = None
    """Seconds between its delivery and its acknowledgement."""
    kind: int | None = None
    response: dict[str, Any] | None = None
    """The message that answers it: a new one, or the one it was pressed on."""
    said: list[str] = field(default_factory=list)
    """The text of the answer after each edit; the message itself may change later."""
    confirmed: bool = False
    """Whether a deferred answer was filled in."""
    answered: float | None = None
    """Seconds between its delivery and the first thing that somebody could read of it."""
    followups: list[dict[str, Any]] = field(default_factory=list)
    choices: list[dict[str, Any]] = field(default_factory=list)
    form: dict[str, Any] | None = None
    """The modal that answers it."""
    faults: list[str] = field(default_factory=list)
    """The faults that struck it; none is the bot's own."""
    asked: int = 0
    """How often the bot tried to acknowledge it."""
    lives: float = TOKEN_S
    """How long its token is valid."""

    @property
    def id(self) -> str:
        return self.payload["id"]

    def is_read(self) -> None:
        """Notes that there is something to read now."""
        if self.answered is None:
            self.answered = time.monotonic() - self.sent

    @property
    def expired(self) -> bool:
        """Whether its token is no longer valid."""
        return time.monotonic() - self.sent > self.lives


@dataclass
class Guild:
    id: str
    name: str
    there: bool = True
    """Whether the bot is a member."""
    locale: str = "en-US"


@dataclass
class Place:
    """A channel, a thread or a DM channel, with its messages."""

    id: str
    name: str
    guild: str | None = None
    kind: int = ROOM
    parent: str | None = None
    person: dict[str, Any] | None = None
    """The person of a DM channel."""
    archived: bool = False
    locked: bool = False
    joined: bool = False
    """Whether the bot is a member of this thread; it becomes one when it writes there."""
    may_join: bool = True
    """Whether the bot may join by itself; to a private thread it must be added."""
    owner: str = "1"
    """Who opened this thread."""
    people: set[str] = field(default_factory=set)
    """Who was added to this thread, by number."""
    messages: dict[str, dict[str, Any]] = field(default_factory=dict)
    latest: str | None = None
    """The latest message, which may have been deleted since."""

    def add(self, message: dict[str, Any]) -> None:
        self.messages[message["id"]] = message
        self.latest = message["id"]

    def payload(self) -> dict[str, Any]:
        if self.kind == DM:
            about = {"recipients": [self.person], "last_message_id": self.latest}
            return {"id": self.id, "type": DM, **about}
        known = {"id": self.id, "guild_id": self.guild, "name": self.name, "type": self.kind}
        known["last_message_id"] = self.latest
        if self.kind not in THREADS:
            more = {"position": 0, "permission_overwrites": [], "nsfw": False, "topic": None}
            voice = {"bitrate": 64000, "user_limit": 0} if self.kind == VOICE else {}
            return {**known, **more, **voice}
        state = {
            "archived": self.archived,
            "locked": self.locked,
            "auto_archive_duration": 10080,
            "archive_timestamp": WHEN,
            "create_timestamp": WHEN,
        }
        counts = {"message_count": 0, "member_count": 1, "rate_limit_per_user": 0, "flags": 0}
        owner = {"parent_id": self.parent, "owner_id": self.owner}
        return {**known, **counts, **owner, "thread_metadata": state}


@dataclass
class Session:
    """A session of the gateway, which outlives its connections."""

    id: str
    shard: int = 0
    shards: int = 1
    socket: web.WebSocketResponse | None = None
    seq: int = 0
    events: list[tuple[int, str]] = field(default_factory=list)
    """The latest events, each with its number."""

    def meant(self, guild: str | None) -> bool:
        """Whether it gets the events of a guild, or (None) of DM channels."""
        return self.shard == (0 if guild is None else (int(guild) >> 22) % self.shards)


def remember(kept: list[Any], thing: Any, most: int = MAX_KEPT) -> None:
    """Adds to a list, and drops its oldest part when it gets long."""
    kept.append(thing)
    if len(kept) > 2 * most:
        del kept[:most]
