"""Messages: how they are made, sent, edited and removed; threads and direct messages."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from aiohttp import web

from tests.wire.standin.emoji import Emoji
from tests.wire.standin.events import Events
from tests.wire.standin.faults import NONCE_FORGOTTEN, NONCE_GONE
from tests.wire.standin.things import (
    BUTTON,
    CLOSED,
    COMPONENTS,
    EPOCH,
    FILE,
    MAX_FILE_BYTES,
    NEWS,
    NEWS_THREAD,
    NOT_WRITTEN,
    OLD_EDITED,
    OLD_EDITED_WITHIN_S,
    OLD_S,
    OPENED,
    OPENED_WITHIN_S,
    PRIVATE_THREAD,
    ROOM,
    SILENT,
    TEXT,
    THREAD,
    TOO_FAST,
    WHEN,
    Place,
    Problem,
    remember,
)

Files = dict[str, bytes]
READ = ("content", "label", "placeholder")
"""What AutoMod reads of a component."""
SHOWN = {"content", "components", "attachments"}
"""What a message shows, by the names of its fields."""
THREADS_OF = {ROOM: (THREAD, PRIVATE_THREAD), NEWS: (NEWS_THREAD,)}
"""Types of threads by that of their channel."""
NONCE_KNOWN_S = 300.0
"""After this time a message that is sent under a known nonce is another one."""


class Messages(Emoji, Events):
    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.nonces: dict[tuple[str, str], tuple[dict[str, Any], float]] = {}
        """The message that was sent under a nonce in a channel, and when."""
        self.blocked_words: list[str] = []
        """Words that AutoMod of the servers blocks."""
        self.passed_s = 0.0
        """How many seconds the stand-in's clock is ahead."""
        self.opened: list[float] = []
        """When channels of direct messages were opened, and when that was refused."""
        self.opened_within_s = OPENED_WITHIN_S
        """The time in which only `OPENED` of them can be opened."""
        self.swept: set[str] = set()
        """Channels where another bot deletes each message of this one at once."""
        self.edits: dict[str, list[float]] = {}
        """When old messages were edited."""
        self.old_edit_wait_s = 120.0
        """How long the bot is told to wait before it edits such a message again."""

    def _now(self) -> float:
        return time.time() + self.passed_s

    def _open_dm(self, body: Any, *_: Any) -> Any:
        number = str(body["recipient_id"])
        if number not in self.dms:
            now = self._now()
            self.opened.append(now)
            if len([each for each in self.opened if now - each < self.opened_within_s]) > OPENED:
                raise not_written(TOO_FAST)
            if number in self.not_written:
                raise not_written(self.not_written[number])
        return self.dm_of(self.person("Somebody", number)).payload()

    def _make_thread(self, channel: str, body: Any, *_: Any) -> Any:
        self._must_be_named(body)
        kind = body.get("type", PRIVATE_THREAD)
        if kind not in THREADS_OF.get(self.place(channel).kind, ()):
            raise Problem(400, 50024, "Cannot execute action on this channel type")
        return self.add_thread(body["name"], channel, kind, joined=True).payload()

    def _make_thread_of(self, channel: str, message: str, body: Any, *_: Any) -> Any:
        """A message has one thread, with the number of the message."""
        self._must_be_named(body)
        above = self.place(channel)
        if message in self.places:
            raise Problem(400, 160004, "A thread has already been created for this message")
        if message not in above.messages:
            raise Problem(404, 10008, "Unknown Message")
        if above.kind not in THREADS_OF:
            raise Problem(400, 50024, "Cannot execute action on this channel type")
        kind = THREADS_OF[above.kind][0]
        return self.add_thread(body["name"], channel, kind, joined=True, number=message).payload()

    def _join_thread(self, channel: str, *_: Any) -> None:
        """Anybody can join a public thread; a private one takes those whom somebody adds."""
        thread = self.places.get(channel)
        if thread is None:
            raise Problem(404, 10003, "Unknown Channel")
        if thread.archived:
            raise Problem(400, 50083, "Thread is archived")
        if not thread.joined and not thread.may_join:
            raise Problem(403, 50001, "Missing Access")
        self.join(thread)

    def _edit_channel(self, channel: str, body: Any, *_: Any) -> Any:
        """Members of a thread may archive or unarchive it; if it is locked, only moderators."""
        thread = self.place(channel)
        if not thread.joined or thread.locked:
            raise Problem(403, 50013, "Missing Permissions")
        self.set_state(thread, archived=body["archived"], locked=False)
        return thread.payload()

    def _get_channel(self, channel: str, *_: Any) -> Any:
        return self.place(channel).payload()

    def _history(self, channel: str, _: Any, __: Any, request: web.Request) -> Any:
        after = int(request.query.get("after", 0))
        there = self.place(channel).messages
        newer = [each for number, each in there.items() if int(number) > after]
        return newer[: int(request.query.get("limit", 50))][::-1]

    def _send(self, channel: str, body: Any, files: Files, _: Any) -> Any:
        place = self.place(channel)
        self._must_be_open(place)
        self._must_take(channel, files)
        self._must_be_said(place, body)
        remember(self.sends, {**body, "channel_id": channel})
        if not (body.get("flags") or 0) & SILENT and not body.get("content"):
            raise Problem(400, 50035, "Invalid Form Body: a lock screen shows nothing of it")
        nonce = str(body.get("nonce", ""))
        known, sent = self.nonces.get((channel, nonce), ({}, 0.0))
        recent = self._now() - sent < NONCE_KNOWN_S
        again = nonce and body.get("enforce_nonce") and known and recent
        if again and not self.faults.strikes(NONCE_FORGOTTEN):
            if self.faults.strikes(NONCE_GONE):
                place.messages.pop(known["id"], None)
            if known["id"] not in place.messages:
                raise Problem(404, 10008, "Unknown Message")
            return known
        message = self.message(channel, body, files)
        place.joined = True
        self.set_state(place, archived=False, locked=place.locked)
        place.add(message)
        if channel in self.swept:
            self.delete_message(message)
        self.nonces[channel, nonce] = message, self._now()
        return message

    def _must_be_open(self, place: Place) -> None:
        """Raises Problem where nothing can be written."""
        if place.person and place.person["id"] in self.closed:
            raise not_written(CLOSED)
        if place.person and place.person["id"] in self.not_written:
            raise not_written(self.not_written[place.person["id"]])
        if place.archived and place.locked:
            raise Problem(400, 50083, "Thread is archived")
        if place.locked:
            raise Problem(400, 160005, "Thread is locked")

    def _must_be_named(self, body: Any) -> None:
        """Raises Problem where AutoMod blocks the name of a thread."""
        if any(word in body["name"] for word in self.blocked_words):
            raise Problem(400, 200001, "Title was blocked by automatic moderation")

    def _must_be_said(self, place: Place, body: Any) -> None:
        """Raises Problem where AutoMod blocks a message; it does not read direct messages."""
        said = [str(part[key]) for part in parts(body) for key in READ if part.get(key)]
        said += [each.get("description") or "" for each in body.get("attachments") or ()]
        said.append(body.get("content") or "")
        if place.guild and any(word in each for word in self.blocked_words for each in said):
            raise Problem(400, 200000, "Message was blocked by automatic moderation")

    def _must_take(self, channel: str, files: Files) -> None:
        """Raises Problem where these files are refused."""
        if files and channel in self.without_files:
            raise Problem(403, 50013, "Missing Permissions")
        if files and self.limits_uploads:
            raise Problem(400, 400001, "Access to file uploads has been limited for this user")
        if any(len(each) > MAX_FILE_BYTES for each in files.values()):
            raise Problem(413, 40005, "Request entity too large")

    def _standing(self, channel: str, number: str) -> Place:
        """The channel of a message that can be changed; raises Problem for any other."""
        place = self.place(channel)
        if place.archived:
            raise Problem(400, 50083, "Thread is archived")
        if number not in place.messages:
            raise Problem(404, 10008, "Unknown Message")
        return place

    def _edit(self, channel: str, number: str, body: Any, files: Files, _: Any) -> Any:
        place = self._standing(channel, number)
        there = place.messages
        self._must_take(channel, files)
        self._must_be_said(place, body)
        self._must_not_be_worn_out(number)
        there[number].update(self.edited(there[number], body, files))
        return there[number]

    def _must_not_be_worn_out(self, number: str) -> None:
        """Raises Problem where a message is old and was edited too often."""
        now = self._now()
        if now - ((int(number) >> 22) + EPOCH) / 1000 < OLD_S:
            return
        lately = [at for at in self.edits.get(number, ()) if now - at < OLD_EDITED_WITHIN_S]
        if len(lately) >= OLD_EDITED:
            more = {"retry_after": self.old_edit_wait_s, "global": False}
            raise Problem(429, 30046, "Maximum number of edits to old messages reached", **more)
        self.edits[number] = [*lately, now]

    def _delete(self, channel: str, number: str, *_: Any) -> Any:
        del self._standing(channel, number).messages[number]

    def edited(self, old: dict[str, Any], body: Any, files: Files) -> dict[str, Any]:
        """A message after an edit, which leaves what the body does not name as it was."""
        new = self.message(old["channel_id"], body, files, old["id"], old["attachments"])
        new["flags"] |= old["flags"]
        new |= {key: old[key] for key in SHOWN - body.keys()}
        if new["flags"] & COMPONENTS and new["content"]:
            raise Problem(400, 50035, "Invalid Form Body: content beside components")
        return new

    def message(
        self,
        channel: str,
        body: Any,
        files: Files,
        number: str | None = None,
        there: Sequence[dict[str, Any]] = (),
    ) -> dict[str, Any]:
        """The message that Discord would make of this body; raises Problem where it refuses."""
        parted = list(parts(body))
        flags = body.get("flags") or 0
        for part in parted:
            self.must_be_known(part.get("emoji") or {}, "BUTTON")
            for option in part.get("options") or ():
                self.must_be_known(option.get("emoji") or {}, "SELECT")
        for n, part in enumerate(parted, 1):
            part["id"] = (part.get("id") or n) if flags & COMPONENTS else 0
        attachments = self._attachments(channel, body, files, there)
        for part in parted:
            named = [part["file"]] if part["type"] == FILE else []
            named += [item["media"] for item in (part, *part.get("items", ())) if "media" in item]
            for media in named:
                name = media["url"].removeprefix("attachment://")
                if name not in attachments:
                    raise Problem(400, 50035, f"Invalid Form Body: no attachment {name}")
                url, attachment = attachments[name]["url"], attachments[name]["id"]
                media |= {"url": url, "proxy_url": url, "attachment_id": attachment}
                media["content_type"] = "image/png"
        return {
            "id": number or self.snowflake(),
            "channel_id": channel,
            "author": self.me,
            "content": body.get("content") or "",
            "timestamp": WHEN,
            "edited_timestamp": None if number is None else WHEN,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": list(attachments.values()),
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": flags,
            "components": body.get("components") or [],
        }

    def _attachments(
        self, channel: str, body: Any, files: Files, there: Sequence[dict[str, Any]]
    ) -> dict[str, dict[str, Any]]:
        """The attachments after a request, by name: new files, and those kept by their ids."""
        listed: dict[str, dict[str, Any]] = {}
        standing = {each["id"]: each for each in there}
        for each in body.get("attachments") or ():
            if kept := standing.get(str(each["id"])):
                listed[kept["filename"]] = {**kept, "description": each.get("description")}
                continue
            if f"files[{each['id']}]" not in files:
                raise Problem(400, 50035, f"Invalid Form Body: no file for {each}")
            number, name = self.snowflake(), each["filename"]
            url = f"http://127.0.0.1:{self.port}/attachments/{channel}/{number}/{name}"
            size = len(files[f"files[{each['id']}]"])
            listed[name] = {"id": number, "filename": name, "size": size, "url": url}
            listed[name] |= {"proxy_url": url, "description": each.get("description")}
        if len(files) > len([each for each in listed.values() if each["id"] not in standing]):
            raise Problem(400, 50035, "Invalid Form Body: a file that is not listed")
        return listed


def not_written(code: int) -> Problem:
    """The error when somebody cannot be written to."""
    return Problem(403, code, NOT_WRITTEN[code])


def parts(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message or a modal, nested ones too."""
    waiting = list(message.get("components") or ())
    while waiting:
        part = waiting.pop(0)
        yield part
        alone = [part[key] for key in ("component", "accessory") if key in part]
        waiting[:0] = [*(part.get("components") or ()), *alone]


def labels(message: Any) -> list[str]:
    found: list[str] = []
    for part in parts(message):
        if part["type"] == BUTTON and not part.get("disabled"):
            found.append(part["label"])
        found += [option["label"] for option in part.get("options", ())]
    return found


def fields(form: Any) -> list[str]:
    """The custom_ids of the fields of a modal."""
    return [part["custom_id"] for part in parts(form) if "custom_id" in part]


def text(message: Any) -> str:
    said = [part["content"] for part in parts(message) if part["type"] == TEXT]
    return "\n".join([message["content"], *said]).strip()
