"""The stand-ins refuse what exceeds a limit of Discord, and say where."""

from typing import Any

import discord
import pytest

from atelier_testing.discord_payloads import errors_of, wrong_in
from tests.sim_server import SimServer
from tests.wire.standin import StandIn

CHANNEL, CALLBACK = "/channels/1/messages", "/interactions/1/token/callback"
EVENTS, EMOJIS = "/guilds/1/scheduled-events", "/applications/1/emojis"
LAYOUT = 1 << 15
PNG = "data:image/png;base64,"


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


def row(*buttons: str, **more: Any) -> dict[str, Any]:
    made = [{"type": 2, "style": 1, "label": each, "custom_id": f"b{each[:9]}"} for each in buttons]
    return {"type": 1, "components": [made[0] | more, *made[1:]]}


def select(count: int = 1, **more: Any) -> dict[str, Any]:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "placeholder": "Pick", "options": options, **more}


def shown(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A message with a layout of these parts."""
    container = {"type": 17, "components": list(parts)}
    return {"flags": LAYOUT, "components": [container], **more}


def form(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A response that opens a modal."""
    data = {"custom_id": "f", "title": "A form", "components": list(parts), **more}
    return {"type": 9, "data": data}


def labelled(component: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "A label", "component": component, **more}


def field(**more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "t", "style": 1, **more}


def event(**more: Any) -> dict[str, Any]:
    return {
        "name": "Round 2",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "here"},
        "scheduled_start_time": "2030-01-01T00:00:00+00:00",
        "scheduled_end_time": "2030-01-08T00:00:00+00:00",
        **more,
    }


WITHIN = [
    (CHANNEL, shown(text("w" * 4000), row(*"abcde"), {"type": 1, "components": [select(25)]})),
    (CHANNEL, {"content": "w" * 2000, "components": [row("Open")], "nonce": "n" * 25}),
    (CALLBACK, form(labelled(field(max_length=4000), label="l" * 45, description="d" * 100))),
    (CALLBACK, form(labelled(select(3, required=False, min_values=0)), text("Above it"))),
    (CALLBACK, form(labelled({**select(2), "type": 21}))),
    (EVENTS, event(name="n" * 100, description="d" * 1000)),
    (EMOJIS, {"name": "silk_2", "image": f"{PNG}AAAA"}),
]
BEYOND = [
    (CHANNEL, {"content": "w" * 2001}, "content"),
    (CHANNEL, {"content": "", "nonce": "n" * 26}, "nonce"),
    (CHANNEL, shown(text("Hello"), content="Hello"), "content"),
    (CHANNEL, {"content": "Hello", "components": [text("Hello")]}, "components.0"),
    (CHANNEL, shown(text("")), "components.0.components.0.content"),
    (CHANNEL, shown(text("w" * 2001), text("w" * 2000)), "components"),
    (CHANNEL, shown(*[text("w")] * 40), "components"),
    (CHANNEL, shown(row("l" * 81)), "components.0.components.0.components.0.label"),
    (CHANNEL, shown(row("")), "components.0.components.0.components.0.label"),
    (CHANNEL, shown(row(*"abcdef")), "components.0.components.0.components"),
    (CHANNEL, shown(row("Open", custom_id="c" * 101)), "components.0.components.0.components.0"),
    (CHANNEL, shown(row("Open"), row("Open")), "components"),
    (CHANNEL, shown(row("Open", style=5)), "components.0.components.0.components.0.style"),
    (CHANNEL, shown({"type": 1, "components": [select(26)]}), "components.0.components.0"),
    (CHANNEL, shown({"type": 1, "components": [select(), *row("a")["components"]]}), "components"),
    (CHANNEL, shown({"type": 1, "components": [select(2, max_values=3)]}), "components"),
    (CHANNEL, shown({"type": 1, "components": [select(placeholder="p" * 151)]}), "components"),
    (CHANNEL, shown({"type": 9, "components": [text("Hello")]}), "components.0.components.0"),
    (CHANNEL, shown({"type": 12, "items": []}), "components.0.components.0.items"),
    (
        CHANNEL,
        shown({"type": 12, "items": [{"media": {"url": "u"}, "description": "d" * 1025}]}),
        "components.0.components.0.items.0.description",
    ),
    (CHANNEL, {"attachments": [{"id": 0, "description": "d" * 1025}]}, "attachments.0.description"),
    (CHANNEL, {"attachments": [{"id": n} for n in range(11)]}, "attachments"),
    (
        CHANNEL,
        {"allowed_mentions": {"users": ["1"] * 101, "parse": []}},
        "allowed_mentions.users",
    ),
    (CHANNEL, {"embeds": [{"description": "d" * 4097}]}, "embeds.0.description"),
    (CALLBACK, form(), "data.components"),
    (CALLBACK, form(*[text("Hello")] * 6), "data.components"),
    (CALLBACK, form(text("Hello"), title="t" * 46), "data.title"),
    (CALLBACK, form(labelled(field(), label="l" * 46)), "data.components.0.label"),
    (CALLBACK, form(labelled(field(placeholder="p" * 101))), "data.components.0.component"),
    (CALLBACK, form(labelled(field(max_length=4001))), "data.components.0.component.max_length"),
    (CALLBACK, form(labelled(select(disabled=True))), "data.components.0.component"),
    (CALLBACK, form(labelled(select(min_values=0))), "data.components.0.component"),
    (CALLBACK, form(labelled({**select(1), "type": 21})), "data.components.0.component.options"),
    (CALLBACK, form({"type": 1, "components": [select()]}), "data.components.0"),
    (CALLBACK, {"type": 8, "data": {"choices": [{"name": "n"}] * 26}}, "data.choices"),
    (CALLBACK, {"type": 8, "data": {"choices": [{"name": "n" * 101}]}}, "data.choices.0.name"),
    ("/channels/1/threads", {"name": "n" * 101}, "name"),
    ("/channels/1/messages/1/threads", {"auto_archive_duration": 61}, "auto_archive_duration"),
    (EVENTS, event(name="n" * 101), "name"),
    (EVENTS, event(description=""), "description"),
    (EVENTS, event(entity_metadata={"location": "l" * 101}), "entity_metadata.location"),
    (EVENTS, event(entity_metadata=None), "entity_metadata"),
    (EVENTS, event(scheduled_end_time=None), "scheduled_end_time"),
    (EVENTS, event(scheduled_end_time="2029-01-01T00:00:00+00:00"), "scheduled_end_time"),
    (EVENTS, event(scheduled_start_time="2030-01-01T00:00:00"), "scheduled_start_time"),
    (EMOJIS, {"name": "a silk", "image": f"{PNG}AAAA"}, "name"),
    (EMOJIS, {"name": "silk", "image": PNG + "A" * 400_000}, "image"),
]


@pytest.mark.parametrize(("path", "body"), WITHIN)
def test_what_is_within_the_limits_passes(path: str, body: dict[str, Any]):
    assert not wrong_in("POST", path, body)


@pytest.mark.parametrize(("path", "body", "where"), BEYOND)
def test_what_is_beyond_a_limit_is_found_where_it_is(path: str, body: dict[str, Any], where: str):
    found = wrong_in("POST", path, body)
    assert found and all(each.startswith(where) for each, _ in found)


def test_errors_are_nested_by_where_they_are():
    errors = errors_of([("components.0.label", "too long"), ("components.0.label", "too blue")])
    messages = [each["message"] for each in errors["components"]["0"]["label"]["_errors"]]
    assert messages == ["too long", "too blue"]


async def test_the_simulated_discord_refuses_it(sim: SimServer):
    channel = sim.bot.get_channel(sim.room.id)
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.HTTPException, match="content: 2001 characters") as refused:
        await channel.send("w" * 2001, silent=True)
    assert refused.value.code == 50035


async def test_the_stand_in_on_the_wire_refuses_it():
    async with StandIn("token") as standin, discord.Client(intents=discord.Intents.none()) as one:
        discord.http.Route.BASE, before = standin.api, discord.http.Route.BASE
        try:
            await one.http.static_login("token")
            channel = one.get_partial_messageable(int(standin.channel))
            with pytest.raises(discord.HTTPException, match="content: 2001 characters") as refused:
                await channel.send("w" * 2001, silent=True)
        finally:
            discord.http.Route.BASE = before
    assert refused.value.code == 50035 and not standin.messages()
