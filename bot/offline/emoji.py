"""The emoji of the application in a simulated Discord: SimCord would forget their pictures, and
take any number, and any name twice.
"""

# SimCord has no public interface for this, so its version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import base64
from typing import Any

from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError, invalid_form_body
from simcord.http import RequestContext, router

PATH: list[str] = ["applications", "{application_id}", "emojis"]
MAX_EMOJI = 2000


def install() -> None:
    """Replaces the handler of SimCord."""
    posts = router._ROUTES["POST"]
    if posts[0] != ROUTE:
        posts.insert(0, ROUTE)  # the first of two counts


def create(ctx: RequestContext) -> Any:
    """Creates an emoji as Discord does."""
    backend, body = ctx.backend, ctx.fields("name", "image")
    name, picture = body["name"], base64.b64decode(body["image"].partition(";base64,")[2])
    if name in [each.name for each in backend.application_emojis.values()]:
        raise invalid_form_body("APPLICATION_EMOJI_NAME_ALREADY_TAKEN")
    if len(backend.application_emojis) >= MAX_EMOJI:
        raise BackendError(400, 30008, f"Maximum number of emojis reached ({MAX_EMOJI})")
    emoji = backend.create_application_emoji(name)
    backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = picture
    return serializers.guild_emoji_payload(backend, emoji)


ROUTE = (PATH, create)
