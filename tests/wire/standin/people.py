"""People: what they type and press, and how the bot answers them."""

import asyncio
import time
from typing import Any

from tests.wire.standin.faults import DROPPED, LATE, TWICE
from tests.wire.standin.gateway import Gateway
from tests.wire.standin.messages import SHOWN, Files, Messages, fields, labels, parts, text
from tests.wire.standin.things import (
    ACKNOWLEDGE_S,
    ALL_PERMISSIONS,
    AUTOCOMPLETE,
    BUTTON,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    EPHEMERAL,
    FIELD,
    FORM,
    MAX_KEPT,
    MESSAGE,
    MODAL,
    RADIO,
    TEXT,
    UPDATE,
    Interaction,
    Place,
    Problem,
)

TYPES = {str: 3, int: 4, bool: 5, dict: 6, float: 10}
"""The option types of a command's values; a dict is a user."""


class People(Messages, Gateway):
    """Interactions on their way to the bot, and its answers to them."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.deleted: set[str] = set()
        """Messages that the bot has deleted by a token."""
        self.gone: set[str] = set()
        """People who have left all servers, by number."""
        self.permissions = ALL_PERMISSIONS
        """What the bot may do."""
        self.thread_holds = 1000
        """How many people a thread can have."""
        self.tokens_late_s = 0.0
        """The token of an interaction is known so many seconds after its acknowledgement."""

    def must_be_member(self, number: str) -> None:
        """Raises Problem for somebody who is on no server."""
        if number in self.gone:
            raise Problem(404, 10007, "Unknown Member")

    def _add_to_thread(self, channel: str, number: str, *_: Any) -> None:
        """A member of a thread adds members of the server to it."""
        thread = self.place(channel)
        if not thread.joined:
            raise Problem(403, 50001, "Missing Access")
        self.must_be_member(number)
        if number not in thread.people and len(thread.people) >= self.thread_holds:
            raise Problem(403, 30033, "Maximum number of thread participants reached")
        thread.people.add(number)

    def _get_member(self, _guild: str, number: str, *_: Any) -> Any:
        self.must_be_member(number)
        return {"user": self.person("Somebody", number), **_member()}

    # --- what they do ----------------------------------------------------------------------------

    def command(
        self, user: dict[str, Any], name: str, *, where: str = "", **options: Any
    ) -> Interaction:
        """Somebody types a command, such as "game new", in a channel."""
        data = self._typed(name, [_option(key, value) for key, value in options.items()])
        users = {value["id"]: value for value in options.values() if isinstance(value, dict)}
        if users:
            members = {number: _member() for number in users}
            data["resolved"] = {"users": users, "members": members}
        return self._interact(COMMAND, user, where or self.channel, data)

    def complete(
        self, user: dict[str, Any], name: str, wanted: str, *, where: str = "", **options: Any
    ) -> Interaction:
        """Somebody types a command and gets completions for its option `wanted`."""
        given = [
            _option(key, value) | ({"focused": True} if key == wanted else {})
            for key, value in options.items()
        ]
        data = self._typed(name, given)
        return self._interact(AUTOCOMPLETE, user, where or self.channel, data)

    def _typed(self, name: str, given: list[dict[str, Any]]) -> dict[str, Any]:
        first, *rest = name.split()
        [registered] = [each for each in self.commands if each["name"] == first]
        for word in reversed(rest):
            given = [{"name": word, "type": 1, "options": given}]
        return {"id": registered["id"], "name": first, "type": 1, "options": given}

    def press(self, user: dict[str, Any], message: dict[str, Any], wanted: str) -> Interaction:
        """Somebody presses a button, or picks an option, by its label."""
        for part in parts(message):
            if part["type"] == BUTTON and part["label"] == wanted and not part.get("disabled"):
                return self.use(user, message, part)
            values = [o["value"] for o in part.get("options", ()) if o["label"] == wanted]
            if values:
                return self.use(user, message, part, values)
        raise LookupError(f"no {wanted!r} among {labels(message)}")

    def use(
        self,
        user: dict[str, Any],
        message: dict[str, Any],
        part: dict[str, Any],
        values: list[str] | None = None,
    ) -> Interaction:
        """Somebody presses a button of a message, or picks these values in a select."""
        data: dict[str, Any] = {"component_type": part["type"], "id": part["id"]}
        data["custom_id"] = part["custom_id"]
        if values is not None:
            data["values"] = values
        return self._interact(COMPONENT, user, message["channel_id"], data, message=message)

    def submit(self, opened: Interaction, **filled: str | list[str]) -> Interaction:
        """Somebody sends a modal as it was shown, but for these texts and picked values."""
        assert opened.form is not None and set(filled) <= set(fields(opened.form))
        lines: list[dict[str, Any]] = []
        for n, line in enumerate(opened.form["components"]):  # rows, labels as of today, or texts
            if line["type"] == TEXT:
                lines.append({"type": TEXT, "id": n})
                continue
            [field] = line.get("components") or [line["component"]]
            about = {"type": field["type"], "id": 99 - n, "custom_id": field["custom_id"]}
            sent = about | _given(field, filled.get(field["custom_id"]))
            inside = {"components": [sent]} if "components" in line else {"component": sent}
            lines.append({"type": line["type"], "id": n, **inside})
        data = {"custom_id": opened.form["custom_id"], "components": lines}
        user = opened.payload.get("user") or opened.payload["member"]["user"]
        more = {"message": opened.payload["message"]} if "message" in opened.payload else {}
        return self._interact(MODAL, user, opened.payload["channel_id"], data, **more)

    def deliver_again(self, interaction: Interaction) -> None:
        self.tell(interaction.payload.get("guild_id"), "INTERACTION_CREATE", interaction.payload)

    def _interact(
        self, kind: int, user: dict[str, Any], channel: str, data: dict[str, Any], **more: Any
    ) -> Interaction:
        number, place = self.snowflake(), self.places[channel]
        assert not place.locked, "nobody can press or type anything for a bot in a locked thread"
        payload = {
            "id": number,
            "application_id": self.application,
            "type": kind,
            "token": f"token-{number}",
            "version": 1,
            "data": data,
            "channel_id": channel,
            "channel": place.payload(),
            "app_permissions": self.permissions,
            "locale": user.get("locale", "en-US"),
            "entitlements": [],
            "authorizing_integration_owners": {"0": place.guild or "0"},
            "attachment_size_limit": 10 * 2**20,
            **more,
        }
        if place.guild is None:
            payload |= {"user": user, "context": 1}
        else:
            member = {"user": user, "permissions": ALL_PERMISSIONS, **_member()}
            payload |= {"guild_id": place.guild, "member": member, "context": 0}
        interaction = self.interactions[payload["token"]] = Interaction(payload, time.monotonic())
        if len(self.interactions) > MAX_KEPT:
            del self.interactions[next(iter(self.interactions))]
        self._deliver(interaction)
        return interaction

    def _deliver(self, interaction: Interaction) -> None:
        first, *again = self.faults.delays()
        interaction.faults += [LATE] * bool(first) + [TWICE] * bool(again)
        if not self._is_connected(interaction.payload.get("guild_id")):
            interaction.faults.append(DROPPED)
        for delay in (first, *again):
            if delay:
                later = asyncio.get_running_loop().call_later
                later(delay, self.deliver_again, interaction)
            else:
                self.deliver_again(interaction)

    def _is_connected(self, guild: str | None) -> bool:
        meant = [each for each in self.sessions.values() if each.meant(guild)]
        return any(each.socket is not None for each in meant)

    def note_break(self) -> None:
        """Marks interactions that may have been lost with a connection: those not acknowledged."""
        waiting = list(self.interactions.values())[-1000:]
        for interaction in waiting:
            if interaction.kind is None:
                interaction.faults.append(DROPPED)

    def note_lost(self, event: dict[str, Any]) -> None:
        """Marks an interaction that was lost with its session."""
        if event["t"] == "INTERACTION_CREATE":
            self.interactions[event["d"]["token"]].faults.append(DROPPED)

    # --- what the bot answers --------------------------------------------------------------------

    def _acknowledge(self, number: str, token: str, body: Any, files: Files, _: Any) -> Any:
        interaction = self.interactions.get(token)
        late = interaction and time.monotonic() - interaction.sent > ACKNOWLEDGE_S
        if interaction is None or interaction.id != number or late:
            raise Problem(404, 10062, "Unknown interaction")
        if interaction.kind is not None:
            raise Problem(400, 40060, "Interaction has already been acknowledged.")
        kind, data = body["type"], body.get("data") or {}
        place = self.places.get(interaction.payload["channel_id"])
        if kind in (MESSAGE, DEFERRED_MESSAGE):
            interaction.response = self._answered(interaction, place, data, files)
        elif kind in (DEFERRED_UPDATE, UPDATE):
            interaction.response = self._pressed(interaction)
            if kind == UPDATE:
                self._change(interaction, data, files)
        elif kind == CHOICES:
            interaction.choices = data["choices"]
        elif kind == FORM:
            if interaction.payload["type"] == MODAL:
                raise Problem(400, 50035, "Invalid Form Body: a modal after a modal")
            interaction.form = data
        if interaction.response is not None and kind in (MESSAGE, UPDATE):
            interaction.said.append(text(interaction.response))
        interaction.acknowledged = time.monotonic() - interaction.sent
        interaction.kind = kind
        interaction.confirmed = kind in (MESSAGE, UPDATE, CHOICES, FORM)
        if interaction.confirmed:
            interaction.is_read()
        about = {"id": number, "type": interaction.payload["type"]}
        resource = {"type": kind, "message": interaction.response}
        return {"interaction": about, "resource": resource}

    def _answered(
        self, interaction: Interaction, place: Place | None, data: Any, files: Files
    ) -> dict[str, Any]:
        """The message that answers; it is in the channel unless it is ephemeral."""
        message = self.message(interaction.payload["channel_id"], data, files)
        if place is not None and not message["flags"] & EPHEMERAL:
            place.add(message)
        return message

    def _pressed(self, interaction: Interaction) -> dict[str, Any]:
        """The message whose control was pressed; it may be deleted, or ephemeral."""
        message = interaction.payload["message"]
        place = self.places.get(message["channel_id"])
        return place.messages.get(message["id"], message) if place else message

    def _change(self, interaction: Interaction, body: Any, files: Files) -> bool:
        """Makes an edit, and returns whether it changes anything visible."""
        message = interaction.response
        assert message is not None
        message.update(self.edited(message, body, files))
        interaction.confirmed = True
        interaction.is_read()
        return not SHOWN.isdisjoint(body)

    def _of(self, token: str) -> Interaction:
        interaction = self.interactions.get(token)
        known_s = (interaction.acknowledged or 0.0) + self.tokens_late_s if interaction else 0.0
        if (
            interaction is None
            or interaction.kind is None
            or time.monotonic() - interaction.sent < known_s
        ):
            raise Problem(404, 10015, "Unknown Webhook")
        if interaction.expired:
            raise Problem(401, 50027, "Invalid Webhook Token")
        return interaction

    def _answer(self, _: str, token: str, body: Any, files: Files, __: Any) -> Any:
        interaction = self._of(token)
        if interaction.response is None or not self._stands(interaction.response):
            raise Problem(404, 10008, "Unknown Message")
        if self._change(interaction, body, files):
            interaction.said.append(text(interaction.response))
        return interaction.response

    def _edit_by_token(
        self, _: str, token: str, number: str, body: Any, files: Files, __: Any
    ) -> Any:
        interaction = self._with_response(token, number)
        self._change(interaction, body, files)
        return interaction.response

    def _delete_by_token(self, _: str, token: str, number: str, *__: Any) -> None:
        interaction = self._with_response(token, number)
        if place := self.places.get(interaction.payload["channel_id"]):
            place.messages.pop(number, None)
        self.deleted.add(number)

    def _with_response(self, token: str, number: str) -> Interaction:
        """The interaction whose answer is this message, if it still exists."""
        interaction = self._of(token)
        response = interaction.response
        if response is None or response["id"] != number or not self._stands(response):
            raise Problem(404, 10008, "Unknown Message")
        return interaction

    def _stands(self, message: dict[str, Any]) -> bool:
        """Whether a message has not been deleted."""
        place = self.places.get(message["channel_id"])
        if message["flags"] & EPHEMERAL or place is None:
            return message["id"] not in self.deleted
        return message["id"] in place.messages

    def _follow_up(self, _: str, token: str, body: Any, files: Files, __: Any) -> Any:
        """The first one after a deferred response fills that in, if it still waits for that."""
        interaction = self._of(token)
        if interaction.kind == DEFERRED_MESSAGE and not interaction.confirmed:
            self._change(interaction, body, files)
            message = interaction.response
            assert message is not None
        else:
            message = self.message(interaction.payload["channel_id"], body, files)
        interaction.followups.append(message)
        interaction.is_read()
        return message


def _given(field: dict[str, Any], given: str | list[str] | None) -> dict[str, Any]:
    """What Discord sends of a field of a modal: what somebody gave, else what it showed."""
    if field["type"] == FIELD:
        return {"value": field.get("value", "") if given is None else given}
    shown = [each["value"] for each in field["options"] if each.get("default")]
    picked = shown if given is None else [given] if isinstance(given, str) else given
    assert {*picked} <= {each["value"] for each in field["options"]}, "there is no such option"
    assert picked or not field.get("required", True), "Discord would ask for an answer"
    if field["type"] == RADIO:
        return {"value": next(iter(picked), None)}
    return {"values": picked}


def _option(name: str, value: Any) -> dict[str, Any]:
    given = value["id"] if isinstance(value, dict) else value
    return {"name": name, "type": TYPES[type(value)], "value": given}


def _member() -> dict[str, Any]:
    return {"roles": [], "joined_at": "2024-01-01T00:00:00+00:00", "flags": 0}
