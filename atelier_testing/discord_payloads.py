"""Discord's documented limits of all that the bot sends, and what breaks them; those of commands
are in `discord_limits`. Both stand-ins refuse what is found here, as Discord does.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from atelier_testing.discord_limits import problems

Payload = dict[str, Any]
Wrong = tuple[str, str]
"""Where a payload breaks a limit, such as "components.0.label", and what is wrong there."""

ROW, BUTTON, SELECT, FIELD, USERS, ROLES, MENTIONABLES, CHANNELS = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIOS, BOXES, BOX = 18, 19, 21, 22, 23
"""Types of components."""
SELECTS = {SELECT, USERS, ROLES, MENTIONABLES, CHANNELS}
IN_LABEL = {FIELD, *SELECTS, UPLOAD, RADIOS, BOXES, BOX}
PARTS = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}
CHILDREN = {
    ROW: (1, 5, {BUTTON, *SELECTS}),
    SECTION: (1, 3, {TEXT}),
    CONTAINER: (1, 40, PARTS),
}
"""How many components are in one, and of which types."""
ALONE = {SECTION: ("accessory", {BUTTON, THUMBNAIL}), LABEL: ("component", IN_LABEL)}
"""A component that another one must have, and its types."""
NAMED = {"custom_id": (1, 100)}
CHARACTERS = {
    BUTTON: {"label": (1, 80), "url": (1, 512), **NAMED},
    **{kind: {"placeholder": (1, 150), **NAMED} for kind in SELECTS},
    FIELD: {"label": (1, 45), "placeholder": (1, 100), "value": (0, 4000), **NAMED},
    TEXT: {"content": (1, 4000)},
    THUMBNAIL: {"description": (1, 1024)},
    LABEL: {"label": (1, 45), "description": (1, 100)},
    **dict.fromkeys((UPLOAD, RADIOS, BOXES, BOX), NAMED),
}
"""How long the texts of a component are."""
NEEDED = {
    **dict.fromkeys(IN_LABEL, ("custom_id",)),
    TEXT: ("content",),
    THUMBNAIL: ("media",),
    FILE: ("file",),
    LABEL: ("label",),
}
"""What a component must have."""
OPTIONS = {SELECT: (1, 25), RADIOS: (2, 10), BOXES: (1, 10)}
"""How many options a component has."""
NUMBERS = {
    **{kind: {"min_values": (0, 25), "max_values": (1, 25)} for kind in SELECTS},
    BOXES: {"min_values": (0, 10), "max_values": (1, 10)},
    UPLOAD: {"min_values": (0, 10), "max_values": (1, 10)},
    FIELD: {"min_length": (0, 4000), "max_length": (1, 4000)},
    CONTAINER: {"accent_color": (0, 0xFFFFFF)},
    SEPARATOR: {"spacing": (1, 2)},
}
LINK, PREMIUM = 5, 6
"""Styles of buttons without a custom_id."""
OPTION = {"label": (1, 100), "value": (1, 100), "description": (1, 100)}
MAX_COMPONENTS, MAX_ROWS, MAX_IN_MODAL, MAX_ITEMS, MAX_ID = 40, 5, 5, 10, 2**31 - 1
MAX_SHOWN = 4000
"""Characters of all texts of a message with a layout."""
LAYOUT = 1 << 15
"""The flag of such a message."""
NOT_IN_LAYOUT = ("content", "embeds", "embed", "poll", "sticker_ids")
MESSAGE = {"content": (0, 2000), "nonce": (0, 25)}
ATTACHMENT = {"filename": (1, 1024), "description": (1, 1024)}
MAX_ATTACHMENTS, MAX_MENTIONED, MAX_EMBEDS, MAX_EMBEDDED, MAX_EMBED_FIELDS = 10, 100, 10, 6000, 25
EMBED = {"title": (0, 256), "description": (0, 4096)}
EMBED_PARTS = {"footer": {"text": (0, 2048)}, "author": {"name": (0, 256)}}
EMBED_FIELD = {"name": (1, 256), "value": (1, 1024)}
MODAL = {"title": (1, 45), "custom_id": (1, 100)}
CHOICE = {"name": (1, 100), "value": (1, 100)}
MAX_CHOICES = 25
THREAD = {"name": (1, 100)}
ARCHIVED_AFTER_MIN = {60, 1440, 4320, 10080}
EVENT = {"name": (1, 100), "description": (1, 1000)}
EVENT_NEEDED = ("name", "privacy_level", "scheduled_start_time", "entity_type")
PLACE = {"location": (1, 100)}
EXTERNAL, GUILD_ONLY = 3, 2
MAX_AHEAD = timedelta(days=5 * 365)
EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
MAX_EMOJI_BYTES = 256 * 1024
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)
SENT, CHANGED, COMPLETED, OPENED = 4, 7, 8, 9
"""Types of responses to an interaction that have content."""


def wrong_in(method: str, path: str, body: Any) -> list[Wrong]:
    """What Discord would refuse in the body of a request; `path` begins behind the version."""
    for methods, pattern, check in CHECKS:
        if method in methods and re.fullmatch(pattern, path):
            return [*check(body)] if body else []
    return []


def errors_of(wrong: Iterable[Wrong]) -> Payload:
    """The errors of a 50035, nested by where they are."""
    errors: Payload = {}
    for where, what in wrong:
        inner = errors
        for part in where.split("."):
            inner = inner.setdefault(part, {})
        inner.setdefault("_errors", []).append({"code": "BASE_TYPE_BAD_LENGTH", "message": what})
    return errors


# --- requests -------------------------------------------------------------------------------------


def _commands(body: list[Payload]) -> Iterator[Wrong]:
    yield from (("commands", problem) for problem in problems(body))


def _response(body: Payload) -> Iterator[Wrong]:
    kind, data = body["type"], body.get("data") or {}
    found: Iterator[Wrong] = iter(())
    if kind in (SENT, CHANGED):
        found = message(data)
    elif kind == COMPLETED:
        found = _choices(data["choices"])
    elif kind == OPENED:
        found = modal(data)
    yield from _inside("data", found)


def _choices(choices: list[Payload]) -> Iterator[Wrong]:
    yield from _count("choices", choices, 0, MAX_CHOICES)
    for n, choice in enumerate(choices):
        yield from _inside(f"choices.{n}", _texts(choice, CHOICE))


def _thread(body: Payload) -> Iterator[Wrong]:
    yield from _texts(body, THREAD)
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVED_AFTER_MIN:
        yield "auto_archive_duration", f"not one of {ARCHIVED_AFTER_MIN}"


def _new_event(body: Payload) -> Iterator[Wrong]:
    yield from ((name, "required") for name in EVENT_NEEDED if not body.get(name))
    if body.get("entity_type") == EXTERNAL and body.get("channel_id") is not None:
        yield "channel_id", "an external event has none"
    if body.get("entity_type") == EXTERNAL and not body.get("scheduled_end_time"):
        yield "scheduled_end_time", "required of an external event"
    if body.get("entity_type") == EXTERNAL and not body.get("entity_metadata"):
        yield "entity_metadata", "required of an external event"
    yield from _event(body)


def _event(body: Payload) -> Iterator[Wrong]:
    yield from _texts(body, EVENT)
    if body.get("privacy_level", GUILD_ONLY) != GUILD_ONLY:
        yield "privacy_level", "unknown"
    if body.get("entity_metadata") is not None:
        yield from _inside("entity_metadata", _texts(body["entity_metadata"], PLACE))
    times = [
        datetime.fromisoformat(body[name])
        for name in ("scheduled_start_time", "scheduled_end_time")
        if body.get(name)
    ]
    if any(each.tzinfo is None for each in times):
        yield "scheduled_start_time", "no time zone"
    elif sorted(times) != times or len({*times}) < len(times):
        yield "scheduled_end_time", "not after the start"
    elif len(times) == 2 and times[1] - times[0] > MAX_AHEAD:
        yield "scheduled_end_time", "too far ahead"


def _emoji(body: Payload) -> Iterator[Wrong]:
    if "name" in body and not EMOJI_NAME.fullmatch(body["name"]):
        yield "name", "2 to 32 letters, digits and underscores"
    if "image" in body:
        found = IMAGE.fullmatch(body["image"])
        if not found or len(b64decode(found[1])) > MAX_EMOJI_BYTES:
            yield "image", "not an image of 256 KiB at most"


# --- messages and modals --------------------------------------------------------------------------


def message(body: Payload) -> Iterator[Wrong]:
    """What is wrong with a message, or with an edit of one."""
    flags, parts = body.get("flags") or 0, body.get("components") or []
    yield from _texts(body, MESSAGE)
    if flags & LAYOUT:
        yield from ((name, "beside a layout") for name in NOT_IN_LAYOUT if body.get(name))
        yield from _components(parts, {CONTAINER, *PARTS}, MAX_COMPONENTS)
    else:
        yield from _components(parts, {ROW}, MAX_ROWS)
    attachments = body.get("attachments") or []
    yield from _count("attachments", attachments, 0, MAX_ATTACHMENTS)
    for n, each in enumerate(attachments):
        yield from _inside(f"attachments.{n}", _texts(each, ATTACHMENT))
    yield from _inside("allowed_mentions", _mentions(body.get("allowed_mentions") or {}))
    yield from _embeds(body.get("embeds") or [])


def _mentions(allowed: Payload) -> Iterator[Wrong]:
    for name in ("users", "roles"):
        yield from _count(name, allowed.get(name) or [], 0, MAX_MENTIONED)
        if allowed.get(name) and name in (allowed.get("parse") or ()):
            yield "parse", f"{name} twice"


def _embeds(embeds: list[Payload]) -> Iterator[Wrong]:
    yield from _count("embeds", embeds, 0, MAX_EMBEDS)
    total = 0
    for n, embed in enumerate(embeds):
        inner = [(embed, EMBED)]
        inner += [(embed.get(name) or {}, limits) for name, limits in EMBED_PARTS.items()]
        inner += [(field, EMBED_FIELD) for field in embed.get("fields", ())]
        for part, limits in inner:
            yield from _inside(f"embeds.{n}", _texts(part, limits))
            total += sum(len(part.get(name) or "") for name in limits)
        yield from _count(f"embeds.{n}.fields", embed.get("fields", []), 0, MAX_EMBED_FIELDS)
    if total > MAX_EMBEDDED:
        yield "embeds", f"{total} characters"


def modal(body: Payload) -> Iterator[Wrong]:
    """What is wrong with a modal."""
    yield from ((name, "required") for name in MODAL if not body.get(name))
    yield from _texts(body, MODAL)
    parts = body.get("components") or []
    yield from _components(parts, {LABEL, TEXT}, MAX_IN_MODAL)
    yield from _count("components", parts, 1, MAX_IN_MODAL)
    for where, part in _walk(parts, "components"):
        if part.get("disabled"):
            yield where, "disabled in a modal"
        needed = part.get("required", True) and part.get("min_values") == 0
        if needed and part["type"] in {*SELECTS, UPLOAD, BOXES}:
            yield where, "required, and no value needed"


def _components(parts: list[Payload], kinds: Collection[int], most: int) -> Iterator[Wrong]:
    """What is wrong with components, of which so many of these kinds stand at the top."""
    yield from _count("components", parts, 0, most)
    for n, part in enumerate(parts):
        if part["type"] not in kinds:
            yield f"components.{n}", f"type {part['type']}"
    every = [*_walk(parts, "components")]
    for where, part in every:
        yield from _inside(where, _component(part))
    yield from _count("components", every, 0, MAX_COMPONENTS)
    for key in ("custom_id", "id"):
        seen = [part[key] for _, part in every if part.get(key)]
        yield from (("components", f"{key} {each} twice") for each in _twice(seen))
    if (shown := sum(len(p["content"]) for _, p in every if p["type"] == TEXT)) > MAX_SHOWN:
        yield "components", f"{shown} characters of text"


def _component(part: Payload) -> Iterator[Wrong]:
    kind = part["type"]
    yield from _texts(part, CHARACTERS.get(kind, {}))
    yield from ((name, "required") for name in NEEDED.get(kind, ()) if not part.get(name))
    if not 0 <= part.get("id", 0) <= MAX_ID:
        yield "id", "not of 32 bits"
    if kind in CHILDREN:
        least, most, kinds = CHILDREN[kind]
        inner = part.get("components") or []
        yield from _count("components", inner, least, most)
        if wrong := [each["type"] for each in inner if each["type"] not in kinds]:
            yield "components", f"types {wrong}"
        if len(inner) > 1 and any(each["type"] in SELECTS for each in inner):
            yield "components", "a select is not alone"
    if kind in ALONE:
        name, kinds = ALONE[kind]
        if (part.get(name) or {}).get("type") not in kinds:
            yield name, "another type"
    if kind == BUTTON:
        yield from _button(part)
    if kind == GALLERY:
        yield from _count("items", part.get("items") or [], 1, MAX_ITEMS)
        for n, item in enumerate(part.get("items") or []):
            yield from _inside(f"items.{n}", _texts(item, CHARACTERS[THUMBNAIL]))
    yield from _values(part)


def _button(part: Payload) -> Iterator[Wrong]:
    key = {LINK: "url", PREMIUM: "sku_id"}.get(part.get("style", 0), "custom_id")
    found = [name for name in ("url", "sku_id", "custom_id") if part.get(name)]
    if found != [key] or not 1 <= part.get("style", 0) <= PREMIUM:
        yield "style", f"{part.get('style')} with {found}"
    if key != "sku_id" and not (part.get("label") or part.get("emoji")):
        yield "label", "neither a label nor an emoji"


def _values(part: Payload) -> Iterator[Wrong]:
    """What is wrong with the numbers and options of a component."""
    kind = part["type"]
    for name, (least, most) in NUMBERS.get(kind, {}).items():
        if part.get(name) is not None and not least <= part[name] <= most:
            yield name, f"{part[name]} is not from {least} to {most}"
    if part.get("min_values", 1) > part.get("max_values", max(1, part.get("min_values", 1))):
        yield "min_values", "more than max_values"
    if part.get("min_length", 0) > part.get("max_length", 4000):
        yield "min_length", "more than max_length"
    if kind not in OPTIONS:
        return
    options = part.get("options") or []
    yield from _count("options", options, *OPTIONS[kind])
    for n, option in enumerate(options):
        yield from ((f"options.{n}.{key}", "required") for key in OPTION if option.get(key) == "")
        yield from _inside(f"options.{n}", _texts(option, OPTION))
    values = [option["value"] for option in options]
    yield from (("options", f"value {each} twice") for each in _twice(values))
    chosen, most = [o for o in options if o.get("default")], part.get("max_values", 1)
    if kind != BOXES and len(chosen) > most:
        yield "options", f"{len(chosen)} are chosen, of {most}"
    if kind == SELECT and most > len(options):
        yield "max_values", "more than there are options"


# --- what they share ------------------------------------------------------------------------------


def _walk(parts: list[Payload], where: str) -> Iterator[tuple[str, Payload]]:
    """Every component, nested ones too, with its place."""
    for n, part in enumerate(parts):
        yield f"{where}.{n}", part
        yield from _walk(part.get("components") or [], f"{where}.{n}.components")
        for key in ("accessory", "component"):
            if part.get(key):
                yield f"{where}.{n}.{key}", part[key]


def _texts(part: Payload, limits: dict[str, tuple[int, int]]) -> Iterator[Wrong]:
    """What is too short or too long; what is not there is neither."""
    for name, (least, most) in limits.items():
        text = part.get(name)
        if isinstance(text, str) and not least <= len(text) <= most:
            yield name, f"{len(text)} characters, not from {least} to {most}: {text[:60]!r}"


def _count(where: str, things: Collection[Any], least: int, most: int) -> Iterator[Wrong]:
    if not least <= len(things) <= most:
        yield where, f"{len(things)}, not from {least} to {most}"


def _inside(where: str, found: Iterable[Wrong]) -> Iterator[Wrong]:
    yield from ((f"{where}.{inner}", what) for inner, what in found)


def _twice(values: list[Any]) -> set[Any]:
    return {each for each in values if values.count(each) > 1}


CHECKS: list[tuple[tuple[str, ...], str, Callable[[Any], Iterator[Wrong]]]] = [
    (("PUT",), r"/applications/\d+/commands", _commands),
    (("POST",), r"/interactions/\d+/[^/]+/callback", _response),
    (("POST", "PATCH"), r"/channels/\d+/messages(/\d+)?", message),
    (("POST", "PATCH"), r"/webhooks/\d+/[^/]+(/messages/[^/]+)?", message),
    (("POST",), r"/channels/\d+(/messages/\d+)?/threads", _thread),
    (("PATCH",), r"/channels/\d+", _thread),
    (("POST",), r"/guilds/\d+/scheduled-events", _new_event),
    (("PATCH",), r"/guilds/\d+/scheduled-events/\d+", _event),
    (("POST", "PATCH"), r"/applications/\d+/emojis(/\d+)?", _emoji),
]
"""By methods and path of a request: what checks its body."""
