"""The emoji of the application: on buttons, options and news, found again, replaced, missing."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.app import Atelier
from bot.outbox import emoji
from bot.outbox.emoji import OURS, with_emoji
from bot.pages.names import TOKENS
from bot.pages.page import MAX_TEXT
from bot.pages.signs import SIGN, sign, without_signs
from bot.pictures import symbols
from games.words import listed, phrase
from renderers import own_names
from tests.conftest import Simulated, settings
from tests.sim_server import BUTTON, SELECT, SimServer, buttons, parts, text

really_draw = symbols.draw


@pytest_asyncio.fixture
async def simcord_bot(
    tmp_path: Path, drawn_once: None, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Atelier]:
    """The bot with emoji."""
    monkeypatch.setattr(symbols, "draw", really_draw)
    bot = Simulated(settings(tmp_path))
    yield bot
    await bot.close()


def drawn() -> dict[str, symbols.Drawn]:
    """All symbols, by the names of their emoji."""
    return {
        f"{each.name}_{each.digest}": each
        for group in symbols.groups()
        for each in really_draw(group)
    }


def uploads(sim: SimServer) -> list[str]:
    """The names of the emoji that bots have uploaded."""
    sent = [each for each in sim.env.http_requests if each.method == "POST"]
    return [each.json["name"] for each in sent if each.path.endswith("/emojis")]


def emoji_of(message: Any) -> dict[str, str]:
    """The names of the emoji on buttons and options, by label."""
    shown: list[dict[str, Any]] = []
    for part in parts(message):
        if part["type"] == BUTTON:
            shown.append(part)
        elif part["type"] == SELECT:
            shown += part["options"]
    return {
        each["label"]: found[1]
        for each in shown
        if (found := OURS.fullmatch((each.get("emoji") or {}).get("name", "")))
    }


async def test_the_first_start_uploads_all_and_the_next_one_none(sim: SimServer):
    await sim.env.settle()
    assert sorted(uploads(sim)) == sorted(drawn())
    await sim.restart()
    assert len(uploads(sim)) == len(drawn())
    await sim.gather_two()
    assert "<:seat_1_circle_" in text(sim.board())


async def test_a_bot_that_stops_waits_for_no_emoji(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sim.bot, "fetch_application_emojis", asyncio.Event().wait)
    again = emoji.Emoji(sim.bot, sim.bot.pictures)
    again.begin()
    await asyncio.sleep(0)
    await again.close()


async def test_only_what_is_drawn_differently_is_replaced(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    def draw(group: str) -> list[symbols.Drawn]:
        return [each._replace(digest="0" * symbols.DIGEST_CHARS) for each in really_draw(group)]

    backend = sim.env.backend
    foreign = backend.create_application_emoji("wig_scholar_of_ours").id
    before = len(uploads(sim))
    monkeypatch.setattr(
        symbols, "draw", lambda group: (draw if group == symbols.SEATS else really_draw)(group)
    )
    await sim.restart()
    seats = {f"{each.name}_000000" for each in really_draw(symbols.SEATS)}
    assert {*uploads(sim)[before:]} == seats
    names = {each.name for each in backend.application_emojis.values()}
    kept = {name for name, each in drawn().items() if each not in really_draw(symbols.SEATS)}
    assert names == kept | seats | {"wig_scholar_of_ours"}
    assert foreign in backend.application_emojis


async def test_buttons_options_and_news_show_what_they_are_about(sim: SimServer):
    table = await sim.gather_two()
    asked = (await sim.asked())[0]
    panel = (await sim.press(asked, "Move")).response
    shown = emoji_of(panel)
    taken = {label: name for label, name in shown.items() if label.startswith(("Take", "Wear"))}
    assert taken and all(
        label.split(" the ")[1].lower().replace(" ", "_") == name.removeprefix("wig_")
        for label, name in taken.items()
    )
    await sim.play_until(lambda table: table.question > 8)
    news = [line for line in text(sim.board()).splitlines() if line.startswith("· <:wig_")]
    assert news
    assert not any(token in text(sim.board()) for token in TOKENS), "seats have their emoji too"
    log = (await sim.press("Cleo", "Log")).response
    assert "· <:wig_" in text(log)
    assert not SIGN.search(text(log))
    assert table.id


async def test_the_lobby_shows_the_tokens_of_seats(sim: SimServer):
    await sim.open()
    assert "<:seat_1_circle_" in text(sim.board())


async def test_words_without_emoji_have_no_traces_of_them(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    sim.env.inject_error("GET", "/applications/*/emojis", status=403, code=50001, times=None)
    await sim.restart()
    said = [each for each in caplog.messages if each.startswith("messages have no emoji:")]
    assert len(said) == 1, "the host reads why"
    await sim.gather_two(until=lambda table: table.question > 8)
    shown = text(sim.board())
    assert TOKENS[0] in shown and not SIGN.search(shown) and "<:" not in shown
    panel = (await sim.press((await sim.asked())[0], "Move")).response
    assert not emoji_of(panel) and buttons(panel)


def test_no_two_emoji_have_one_name_or_one_picture():
    names = [each.name for each in drawn().values()]
    digests = [each.digest for each in drawn().values()]
    assert len({*names}) == len({*digests}) == len(names)


def test_a_symbol_is_of_what_a_label_names_first():
    first = phrase("Sell {n} {wig} for the {other}", n=2, wig="Barons", other="Scholar")
    assert symbols.symbol_in("wigs", first) == "wigs/wig_baron"
    assert symbols.symbol_in("wigs", phrase("Sell nothing")) == ""
    assert symbols.symbol_in("wigs", "Scholar") == "wigs/wig_scholar"
    assert symbols.symbol_in("wigs", phrase("{wig:text}", wig="Scholar")) == "", "as typed"
    assert symbols.symbol_in("no such game", "Scholar") == ""


def test_of_several_things_in_a_list_none_stands_for_the_label():
    one, two = ["Baron"], ["Baron", "Scholar"]
    assert symbols.symbol_in("wigs", phrase("Keep {wigs}", wigs=listed(one))) == "wigs/wig_baron"
    both = phrase("Keep {wigs} and the {other}", wigs=listed(two), other="Trendsetter")
    assert symbols.symbol_in("wigs", both) == ""


def test_a_name_that_contains_a_word_is_not_that_thing():
    assert symbols.symbol_in("wigs", phrase("Hire {name}", name="Scholar of Wigs")) == ""


def test_every_title_of_this_project_has_symbols():
    assert all(really_draw(group) for group in own_names())


def test_a_sign_that_has_no_emoji_is_left_out_with_its_space():
    assert without_signs(f"· {sign('wigs/wig_baron')} Ann bids.") == "· Ann bids."


def test_without_room_signs_are_left_out_and_tokens_stay():
    line = f"· {sign('wigs/wig_baron')} {TOKENS[0]} Ann"
    full = "x" * (MAX_TEXT - len("· 🔵 Ann"))
    assert with_emoji([line, full]) == [f"· {TOKENS[0]} Ann", full]


@pytest.mark.parametrize("over", [0, 1])
def test_signs_are_left_out_if_there_is_no_room_for_their_emoji(
    monkeypatch: pytest.MonkeyPatch, over: int
):
    baron = discord.PartialEmoji(name="baron", id=10**18)
    monkeypatch.setitem(emoji._known, "wigs/wig_baron", baron)
    line, full = f"{sign('wigs/wig_baron')} Ann", "x" * (MAX_TEXT - len(f"{baron} Ann") + over)
    assert with_emoji([line, full]) == ["Ann" if over else f"{baron} Ann", full]
