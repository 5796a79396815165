"""Pages are plain data; what discord.py is given of them leaves nothing behind."""

import gc
import weakref
from dataclasses import replace
from typing import Any

import pytest
import simcord

from bot.outbox.layout import (
    Modal,
    components,
    edit_arguments,
    notification_arguments,
    send_arguments,
)
from bot.pages.page import (
    MAX_COMPONENTS,
    MAX_FIELDS,
    MAX_RADIO,
    Button,
    Field,
    FileLink,
    Form,
    Option,
    Page,
    Picture,
    Row,
    Section,
    Select,
    page,
)
from bot.pictures.drawing import Drawn
from tests.sim_server import SimServer


async def drawn(*, urgent: bool) -> Drawn:
    return Drawn(b"PNG", "A board")


def a_page(**changes: Any) -> Page:
    """A page with one part of each kind."""
    button = Button("move", 1, "2:take 3", label=changes.get("label", "Take 3"), style="primary")
    options = [Option("Take 4", "move:take 4", "It brings 2 gold"), Option("Pass", "move:pass")]
    return page(
        "### A game",
        Picture("a.png", changes.get("data", drawn), "A board"),
        Row(button),
        Row(Select("move", 1, "2:0", placeholder="Choose", options=options)),
        FileLink("log.txt", b"moves"),
        Section("A card", Picture("b.png", b"PNG", "A card")),
        mentions=[7],
        question=2,
    )


def test_pages_that_say_the_same_are_equal_whether_they_are_drawn_or_not():
    assert a_page() == a_page(data=b"PNG")
    assert a_page().digest == a_page(data=b"PNG").digest
    assert a_page() != a_page(label="Take 5")
    assert a_page().digest != a_page(label="Take 5").digest
    assert page("a", facts=[1]).digest != page("a", facts=[2]).digest


def test_every_part_is_laid_out_as_discord_documents_it():
    assert components(a_page(), first_id=9) == [
        {
            "type": 17,
            "id": 9,
            "accent_color": 0xB98E3E,
            "components": [
                {"type": 10, "content": "### A game"},
                {
                    "type": 12,
                    "items": [{"media": {"url": "attachment://a.png"}, "description": "A board"}],
                },
                {
                    "type": 1,
                    "components": [
                        {
                            "type": 2,
                            "custom_id": "move:1:2:take 3",
                            "label": "Take 3",
                            "style": 1,
                            "disabled": False,
                        }
                    ],
                },
                {
                    "type": 1,
                    "components": [
                        {
                            "type": 3,
                            "id": 1110334873,
                            "custom_id": "pick-move:1:2:0",
                            "placeholder": "Choose",
                            "min_values": 1,
                            "max_values": 1,
                            "options": [
                                {
                                    "label": "Take 4",
                                    "value": "move:take 4",
                                    "description": "It brings 2 gold",
                                    "default": False,
                                },
                                {"label": "Pass", "value": "move:pass", "default": False},
                            ],
                        }
                    ],
                },
                {"type": 13, "file": {"url": "attachment://log.txt"}},
                {
                    "type": 9,
                    "components": [{"type": 10, "content": "A card"}],
                    "accessory": {
                        "type": 11,
                        "media": {"url": "attachment://b.png"},
                        "description": "A card",
                    },
                },
            ],
        }
    ]


async def test_every_field_of_a_form_is_laid_out_as_discord_documents_it():
    few, many = (
        [Option(str(n), str(n)) for n in range(count)] for count in (MAX_RADIO, MAX_RADIO + 1)
    )
    shown = [{"label": each.label, "value": each.value, "default": False} for each in many]
    fields = (
        Field("Short", "a", "In a word", "old", max_length=9),
        Field("Long", "b", max_length=99, is_long=True),
        Field("One", "c", options=few),
        Field("One of many", "d", options=many),
        Field("Several", "e", options=many, several=True),
    )
    inputs = (
        {"type": 4, "style": 1, "value": "old", "required": False, "max_length": 9},
        {"type": 4, "style": 2, "required": False, "max_length": 99},
        {"type": 21, "options": shown[:-1], "required": True},
        {"type": 3, "options": shown, "min_values": 1, "max_values": 1, "required": True},
        {"type": 22, "options": shown, "min_values": 0, "max_values": 6, "required": False},
    )
    laid_out = [
        {"type": 18, "label": field.label, "component": {"custom_id": field.name} | each}
        for field, each in zip(fields, inputs, strict=True)
    ]
    laid_out[0]["description"] = "In a word"
    about = {"type": 10, "content": "What it is about"}
    for count, above in ((MAX_FIELDS, []), (MAX_FIELDS - 1, [about])):
        form = Form("options", 1, "A form", fields[:count], about="What it is about")
        modal = Modal(form)
        assert modal.to_components() == [*above, *laid_out[:count]]
        assert modal.is_finished(), "the library waits for nothing"


async def test_a_page_is_sent_and_edited_silently():
    sent, edited = await send_arguments(a_page()), await edit_arguments(a_page())
    assert [file.filename for file in sent["files"]] == ["a.png", "log.txt", "b.png"]
    assert [file.filename for file in edited["attachments"]] == ["a.png", "log.txt", "b.png"]
    assert sent["silent"] and edited["content"] is None
    for each in (sent, edited):
        assert each["allowed_mentions"].to_dict()["parse"] == []
        assert not each["allowed_mentions"].to_dict().get("users")


def test_what_rings_is_a_sentence_with_its_mentions_and_a_button():
    button = Button("open", 4, "a1b2", label="Waiting for you")
    rings = notification_arguments(replace(a_page(), notification="<@7> Your turn."), button)
    assert rings["content"] == "<@7> Your turn." and not rings["view"].has_components_v2()
    assert rings["allowed_mentions"].to_dict()["users"] == [7] and not rings.get("silent")
    [row] = rings["view"].to_components()
    assert [each["custom_id"] for each in row["components"]] == ["open:4:a1b2"]


async def test_what_is_sent_is_dropped_at_once_without_a_search_for_garbage():
    gc.disable()
    try:
        arguments = await send_arguments(a_page())
        view = weakref.ref(arguments.pop("view"))
        assert view() is None
    finally:
        gc.enable()


async def test_discord_py_keeps_no_view_of_what_stands_and_of_what_was_pressed(
    simcord_env: simcord.Env,
):
    sim = SimServer.of(simcord_env, "Ada", "Ben")
    await sim.gather(computers=0, seats=2)
    [name, *_] = await sim.asked()
    await sim.press(name, "Move")
    store = sim.bot._connection._view_store
    assert not store._views and not store._synced_message_views


def test_a_page_of_more_components_than_discord_takes_is_a_bug():
    components(page(*["text"] * (MAX_COMPONENTS - 1)))
    section = Section("text", Picture("a.png", b"PNG"))
    with pytest.raises(AssertionError, match="43 components"):
        components(page(*[section] * 14))
    with pytest.raises(AssertionError, match="41 components"):
        components(page(*["text"] * MAX_COMPONENTS))


@pytest.mark.parametrize("control", [Button, Select])
def test_a_custom_id_that_is_too_long_is_a_bug(control: type[Button | Select]):
    with pytest.raises(AssertionError):
        control("move", 1, "x" * 100)
