"""What all parts of the stand-in share: its guilds, channels and people."""

import time
from collections import Counter
from typing import Any

from tests.wire.standin.broken import Broken
from tests.wire.standin.faults import Faults
from tests.wire.standin.things import (
    ALL_PERMISSIONS,
    DM,
    EPOCH,
    PRIVATE_THREAD,
    ROOM,
    THREAD,
    THREADS,
    WHEN,
    Guild,
    Interaction,
    Place,
    Problem,
    Session,
)


class Base:
    """Guilds with channels and threads, people with DM channels, and a record of all requests."""

    def __init__(self, token: str) -> None:
        """Takes the token that the bot must name; there is one guild with one channel."""
        self.token = token
        self.port = 0
        self._count = 0
        self.application = self.snowflake()
        self.me = {**self.person("Atelier", self.application), "bot": True}
        self.commands: list[dict[str, Any]] = []
        self.guilds: dict[str, Guild] = {}
        self.places: dict[str, Place] = {}
        self.faults = Faults()
        self.broken: list[Broken] = []
        """The parts that do not work now."""
        self.kinds: Counter[str] = Counter()
        """How many requests there were of each kind."""
        self.requests = self.invalid = 0
        """How many requests there were, and how many of them Discord counts as invalid."""
        self.dms: dict[str, str] = {}
        """The DM channels of people."""
        self.closed: set[str] = set()
        """People who accept no direct messages."""
        self.not_written: dict[str, int] = {}
        """People to whom the bot may not write, with a code of NOT_WRITTEN."""
        self.without_files: set[str] = set()
        """Channels where the bot may not attach files."""
        self.limits_uploads = False
        """Whether all uploads of the bot are refused for now."""
        self.interactions: dict[str, Interaction] = {}
        self.sessions: dict[str, Session] = {}
        self.log: list[tuple[str, str, int]] = []
        """Every request to REST: method, path, status of the answer."""
        self.sends: list[dict[str, Any]] = []
        """The body of every message that was sent, repeated ones too."""
        self.unknown: list[str] = []
        self.shards = 1
        """How many shards the bot is advised to run."""
        self.identified = self.resumed = 0
        self.sessions_left = 1000
        """Sessions that may begin within `sessions_reset_s`; one more resets the token."""
        self.sessions_reset_s = 3600.0
        self.gateway_is_cut = False
        """Whether no bot can connect."""
        self.guilds_late_s = 0.0
        """Seconds after READY in which every guild is still unavailable."""
        self.guild = self.add_guild("The guild")
        self.channel = self.add_channel("lounge")

    def snowflake(self) -> str:
        """A new id; later ids are larger."""
        self._count += 1
        return str(((int(time.time() * 1000) - EPOCH) << 22) + self._count)

    def person(self, name: str, number: str | None = None) -> dict[str, Any]:
        known = {"discriminator": "0", "avatar": None, "global_name": name}
        return {"id": number or self.snowflake(), "username": name.lower(), **known}

    def add_guild(self, name: str) -> str:
        """Adds a guild; each one that is added belongs to the next shard."""
        newest = max((int(number) >> 22 for number in self.guilds), default=0)
        at = newest + 1 if newest else int(time.time() * 1000) - EPOCH
        guild = Guild(str(at << 22), name)
        self.guilds[guild.id] = guild
        self.tell(guild.id, "GUILD_CREATE", self.about(guild))
        return guild.id

    def add_channel(self, name: str, guild: str = "", kind: int = ROOM) -> str:
        """Adds a channel, by default to the first guild."""
        place = Place(self.snowflake(), name, guild or next(iter(self.guilds)), kind)
        self.places[place.id] = place
        self.tell(place.guild, "CHANNEL_CREATE", place.payload())
        return place.id

    def add_thread(
        self, name: str, parent: str, kind: int = THREAD, joined: bool = False, number: str = ""
    ) -> Place:
        """A thread of a channel, perhaps of a message; the bot hears of it unless it is private."""
        above = self.places[parent]
        private = kind == PRIVATE_THREAD
        place = Place(number or self.snowflake(), name, above.guild, kind, parent, joined=joined)
        place.may_join = not private
        if joined:
            place.owner = self.me["id"]
        self.places[place.id] = place
        if joined or not private:
            self.tell(place.guild, "THREAD_CREATE", {**place.payload(), "newly_created": True})
        return place

    def join(self, thread: Place) -> None:
        """The bot becomes a member of a thread."""
        if not thread.joined:
            thread.joined = True
            self.tell(thread.guild, "THREAD_CREATE", thread.payload())
            member = {"id": thread.id, "user_id": self.application, "flags": 0}
            self._tell_members(thread, added_members=[member | {"join_timestamp": WHEN}])

    def leave(self, thread: Place) -> None:
        """Somebody removes the bot from a thread."""
        thread.joined = False
        self._tell_members(thread, removed_member_ids=[self.application])

    def _tell_members(self, thread: Place, **changes: Any) -> None:
        known = {"id": thread.id, "guild_id": thread.guild, "member_count": 1}
        self.tell(thread.guild, "THREAD_MEMBERS_UPDATE", known | changes)

    def dm_of(self, user: dict[str, Any]) -> Place:
        if user["id"] not in self.dms:
            place = Place(self.snowflake(), "", None, DM, person=user)
            self.dms[user["id"]], self.places[place.id] = place.id, place
        return self.places[self.dms[user["id"]]]

    def place(self, channel: str) -> Place:
        """A channel that the bot can reach; raises Problem for any other."""
        place = self.places.get(channel)
        if place is None:
            raise Problem(404, 10003, "Unknown Channel")
        if place.guild is not None and not self.guilds[place.guild].there:
            raise Problem(403, 50001, "Missing Access")
        if place.kind == PRIVATE_THREAD and not place.joined:
            raise Problem(403, 50001, "Missing Access")
        return place

    @property
    def channels(self) -> dict[str, dict[str, dict[str, Any]]]:
        """The messages of all channels."""
        return {number: place.messages for number, place in self.places.items()}

    def messages(self, channel: str | None = None) -> list[dict[str, Any]]:
        """The messages of a channel, oldest first."""
        return list(self.places[channel or self.channel].messages.values())

    # --- what happens to guilds and channels -----------------------------------------------------

    def remove_bot(self, guild: str) -> None:
        self.guilds[guild].there = False
        self.tell(guild, "GUILD_DELETE", {"id": guild})

    def speak(self, guild: str, locale: str) -> None:
        """Somebody changes the language of a guild."""
        self.guilds[guild].locale = locale
        self.tell(guild, "GUILD_UPDATE", self.about(self.guilds[guild]))

    def return_bot(self, guild: str) -> None:
        """Somebody adds the bot again; unlike at log-in, the event has no `unavailable`."""
        self.guilds[guild].there = True
        about = self.about(self.guilds[guild])
        del about["unavailable"]
        self.tell(guild, "GUILD_CREATE", about)

    def delete_channel(self, channel: str) -> None:
        gone = [p for p in self.places.values() if channel in (p.id, p.parent)]
        for place in gone:
            del self.places[place.id]
            event = "THREAD_DELETE" if place.kind in THREADS else "CHANNEL_DELETE"
            self.tell(place.guild, event, place.payload())

    def archive(self, thread: str, *, locked: bool = False) -> None:
        """Archives a thread; if it is locked too, a new message does not unarchive it."""
        self.set_state(self.places[thread], archived=True, locked=locked)

    def unarchive(self, thread: str) -> None:
        """Somebody unarchives a thread, and unlocks it."""
        self.set_state(self.places[thread], archived=False, locked=False)

    def set_state(self, thread: Place, *, archived: bool, locked: bool) -> None:
        """Archives, unarchives, locks or unlocks a thread, and tells the bot."""
        if (thread.archived, thread.locked) != (archived, locked):
            thread.archived, thread.locked = archived, locked
            self.tell(thread.guild, "THREAD_UPDATE", thread.payload())

    def lock(self, thread: str, *, locked: bool = True) -> None:
        """A moderator locks a thread, or unlocks it if it still exists."""
        if thread not in self.places:
            return
        place = self.places[thread]
        place.locked = locked
        self.tell(place.guild, "THREAD_UPDATE", place.payload())

    def change_role(self, guild: str) -> None:
        role = self.about(self.guilds[guild])["roles"][0]
        self.tell(guild, "GUILD_ROLE_UPDATE", {"guild_id": guild, "role": role})

    def change_bot(self, guild: str) -> None:
        """Somebody gives the bot a role; Discord sends this event only for the bot itself."""
        self.tell(guild, "GUILD_MEMBER_UPDATE", {"guild_id": guild, **self._own_member()})

    def _own_member(self) -> dict[str, Any]:
        known = {"roles": [], "joined_at": "2024-01-01T00:00:00+00:00", "flags": 0}
        return {"user": self.me, "deaf": False, "mute": False, **known}

    def delete_message(self, message: dict[str, Any]) -> None:
        """Somebody deletes a message; the bot has no intent for this event."""
        self.places[message["channel_id"]].messages.pop(message["id"], None)

    def about(self, guild: Guild) -> dict[str, Any]:
        everyone = {
            "id": guild.id,
            "name": "@everyone",
            "permissions": ALL_PERMISSIONS,
            "position": 0,
        }
        role = {"color": 0, "hoist": False, "managed": False, "mentionable": False}
        here = [place for place in self.places.values() if place.guild == guild.id]
        return {
            "id": guild.id,
            "name": guild.name,
            "owner_id": "1",
            "roles": [everyone | role],
            "channels": [place.payload() for place in here if place.kind not in THREADS],
            "threads": [
                place.payload()
                for place in here
                if place.kind in THREADS
                and not place.archived
                and (place.joined or place.kind != PRIVATE_THREAD)
            ],
            "members": [self._own_member()],
            "emojis": [],
            "features": [],
            "member_count": 3,
            "large": False,
            "unavailable": False,
            "preferred_locale": guild.locale,
            "afk_timeout": 0,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            "joined_at": "2024-01-01T00:00:00+00:00",
        }

    def tell(self, guild: str | None, name: str, data: dict[str, Any]) -> None:
        """Sends the bot an event of a guild, or (None) of a DM channel."""
        raise NotImplementedError
