"""The emoji of the application."""

import base64
from typing import Any

from tests.wire.standin.base import Base
from tests.wire.standin.things import Problem

MAX_EMOJI = 2000


class Emoji(Base):
    """Keeps emoji, and refuses one too many or under a name that another one has."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.emoji: dict[str, dict[str, Any]] = {}
        self.emoji_pictures: dict[str, bytes] = {}

    def add_emoji(self, name: str, picture: bytes = b"") -> dict[str, Any]:
        """Another emoji of the application, which the bot or somebody else has uploaded."""
        made = {"id": self.snowflake(), "name": name, "roles": [], "user": self.me}
        made |= {"require_colons": True, "managed": False, "animated": False, "available": True}
        self.emoji[made["id"]], self.emoji_pictures[made["id"]] = made, picture
        return made

    def must_be_known(self, emoji: dict[str, Any], control: str) -> None:
        """Raises Problem where a component has an emoji that is not there."""
        if emoji.get("id") and str(emoji["id"]) not in self.emoji:
            raise invalid("emoji", f"{control}_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _list_emoji(self, *_: Any) -> Any:
        return {"items": [*self.emoji.values()]}

    def _create_emoji(self, _: str, body: Any, *__: Any) -> Any:
        self._must_be_free(body["name"])
        if len(self.emoji) >= MAX_EMOJI:
            raise Problem(400, 30008, f"Maximum number of emojis reached ({MAX_EMOJI})")
        picture = base64.b64decode(body["image"].partition(";base64,")[2])
        return self.add_emoji(body["name"], picture)

    def _rename_emoji(self, _: str, number: str, body: Any, *__: Any) -> Any:
        emoji = self._known(number)
        if body["name"] != emoji["name"]:
            self._must_be_free(body["name"])
        emoji["name"] = body["name"]
        return emoji

    def _delete_emoji(self, _: str, number: str, *__: Any) -> Any:
        del self.emoji[self._known(number)["id"]]

    def _known(self, number: str) -> dict[str, Any]:
        if number not in self.emoji:
            raise Problem(404, 10014, "Unknown Emoji")
        return self.emoji[number]

    def _must_be_free(self, name: str) -> None:
        if name in [each["name"] for each in self.emoji.values()]:
            code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
            raise invalid("name", code, "An emoji of this application has this name.")


def invalid(field: str, code: str, said: str) -> Problem:
    """The error of a field that Discord does not accept."""
    errors = {field: {"_errors": [{"code": code, "message": said}]}}
    return Problem(400, 50035, "Invalid Form Body", errors=errors)
