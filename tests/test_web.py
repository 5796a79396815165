"""Web pages: what they show of a table and to whom, how they follow it, and what is refused."""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.operations import http_server
from bot.pages.board import public_news
from bot.pictures import drawing, replays
from bot.pictures.drawing import describe_fully
from bot.store import ALL_TENTHS, OutOfService, ReviewRow
from bot.table import moderation, together, votes
from bot.table.names import Named
from bot.table.records import record_of
from bot.web import pages, server
from bot.web.content import Content
from bot.web.server import preferred
from tests.databases import empty
from tests.offline_table import CHROMIUM, FLAGS, needs_browser
from tests.sim_server import SimServer, buttons, ephemeral_text, sensible_moves, text
from tests.site import Site, change, digest, event, part, pictures, site, words

ADDRESS = "https://watch.example/atelier"


@pytest_asyncio.fixture
async def web(
    tmp_path: Path, drawn_once: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Site]:
    """A site whose server looks often for something new."""
    monkeypatch.setattr(server, "POLL_S", 0.01)
    async with site(empty(tmp_path / "atelier.sqlite3")) as made:
        yield made


# --- What a page shows ----------------------------------------------------------------------------


async def test_a_page_shows_the_board_in_a_picture_and_in_words_and_who_is_to_move(web: Site):
    table, link = await web.game()
    await web.move(table, 3)
    page = await web.read(link)
    view = table.view(None)
    asked = table.names[view["asked"][0]]
    status = " ".join(words(part(page, "status")).split()).replace(" :", ":")
    assert f"{asked}: {view['question']['prompt']}" in status
    assert all(name in words(part(page, "side")) for name in table.names)
    assert table.names[0] not in page, "never as HTML"
    assert await public_news(table) and "begins" not in part(page, "status")
    told = words(part(page, "words")).split()
    assert all(word in told for word in describe_fully(view).split())
    [(address, alt)] = pictures(page)
    assert alt and alt.split("\n")[0] in describe_fully(view).replace("\n", ". ")
    shown = await web.get(address)
    assert shown.headers["Content-Type"] == "image/png" and shown.body == drawing.draw(view)


async def test_a_page_follows_half_an_hour_together(web: Site):
    table, link = await web.game()
    assert "Half an hour together" not in await web.read(link)
    await together.propose(table, together.players(table)[0], time.time())
    side = words(part(await web.read(link), "side"))
    assert re.search(r"Half an hour together, .*\? In: .*Ada", side)


async def test_a_picture_is_kept_by_browsers_and_found_by_what_it_shows(web: Site):
    table, link = await web.game()
    [(address, _alt)] = pictures(await web.read(link))
    first = await web.get(address)
    assert "immutable" in first.headers["Cache-Control"]
    again = await web.get(address, **{"If-None-Match": first.headers["ETag"]})
    assert again.status == 304 and again.body == b""
    await web.move(table)
    assert (await web.get(address)).status == 404, "the page shows another picture now"


async def test_every_answer_is_private_and_runs_nothing_from_elsewhere(web: Site):
    _table, link = await web.game()
    page = await web.read(link)
    for path in (link, pictures(page)[0][0], "/page.js", "/page.css", "/page.svg", "/elsewhere"):
        headers = (await web.get(path)).headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'") and "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff" and "Server" not in headers
        assert headers["Referrer-Policy"] == "no-referrer" and "noindex" in headers["X-Robots-Tag"]
    assert '="/' not in page, "a proxy may serve it below a path"
    assert "://" not in page and "style=" not in page and "<script>" not in page
    assert (await web.get(link)).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("pt, fr;q=0.5, ja;q=0.7", "ja"),
        ("fr;q=0, es;q=0.1", "es"),
        ("xx;q=nonsense, *", "en"),
    ],
)
def test_a_page_is_in_a_language_that_the_browser_prefers(header: str, language: str):
    assert preferred(header) == language


async def test_a_reader_can_choose_another_language(web: Site):
    _table, link = await web.game()
    page = await web.read(link, **{"Accept-Language": "de"})
    assert '<html lang="de">' in page and '<a href="?lang=fr" lang="fr"' in page
    page = await web.read(f"{link}?lang=ja", **{"Accept-Language": "de"})
    assert '<html lang="ja">' in page and pictures(page)[0][0].startswith(f"{link}/ja/")
    assert '<html lang="en">' in await web.read(f"{link}?lang=xx")


async def test_a_page_goes_back_through_the_past(web: Site):
    table, link = await web.game()
    [first] = pictures(await web.read(link))
    await web.move(table, 3)
    now = await web.read(link)
    assert 'max="3" value="3"' in part(now, "way")
    page = await web.read(f"{link}?step=0")
    [(address, alt)] = pictures(page)
    assert alt == first[1] and (await web.get(address)).status == 200
    assert "Step 0 of 3" in words(part(page, "status")) and "?step=1&amp;" in part(page, "way")
    for beyond in ("3", "99", "-1", "x", "9" * 9):
        assert digest(await web.read(f"{link}?step={beyond}")) == digest(now)


async def test_a_page_says_why_there_is_no_game_to_see(web: Site):
    table = await web.lobby()
    link = await web.link(table)
    assert f"At the table: {table.names[0]}" in words(part(await web.read(link), "status"))
    await votes.vote_to_abandon(table, 1)
    assert "was closed before it started" in part(await web.read(link), "status")
    table, link = await web.game()
    await moderation.pause(table, Named(9, "Cleo"))
    assert "paused" in part(await web.read(link), "status")
    await web.store._db.execute("UPDATE moves SET state = ? WHERE table_id = ?", (b"x", table.id))
    web.tables.mark_outdated([table.id])
    page = await web.read(link)
    assert "its stored state cannot be read" in page and not pictures(page)


async def test_a_finished_game_has_its_record_replay_and_the_review_that_is_shared(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replays, "MAX_FRAMES", 2)
    table, link = await web.game()
    replay = f"{link}/en/now/replay.gif"
    for seat, move in sensible_moves(table):
        await web.submit(table, seat, move)
        if table.seq == 1:
            assert (await web.get(replay)).status == 404, "not before the end"
    await web.store.reviews.save(ReviewRow(table.id, table.seq, 1, 0.0, 0.0, ALL_TENTHS))
    page = await web.read(link)
    [(_board, alt)] = pictures(page)
    assert table.names[0] in alt and "at the start" in alt
    assert "wins" in part(page, "status") or "share" in part(page, "status")
    name = f"/en/now/table-{table.id}.txt"
    assert await web.read(f"{link}{name}") == await record_of(table)
    shown = await web.get(replay)
    assert shown.headers["Content-Type"] == "image/gif" and shown.body.startswith(b"GIF8")
    kept = await web.get(replay, **{"If-None-Match": shown.headers["ETag"]})
    assert kept.status == 304
    assert not part(page, "review"), "it is not shared"
    await web.store.reviews.share(table.id)
    assert "best moves" in part(await web.read(link), "review")


async def test_names_with_markdown_are_plain_everywhere_on_a_page(web: Site):
    table, link = await web.game()
    page = await web.read(link)
    assert table.names[1] in words(part(page, "status")) + words(part(page, "side"))
    assert "\\" not in page


# --- How it follows the game ----------------------------------------------------------------------


async def test_readers_get_events_for_public_changes_only(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    table, link = await web.game()
    while not table.view(None)["question"]["secret"]:
        await web.move(table)
    monkeypatch.setattr(server, "HEARTBEAT_S", 0.03)
    monkeypatch.setattr(pages, "REMAKE_S", 0.02)
    async with web.client.get(f"{link}/events") as stream:
        assert stream.content_type == "text/event-stream"
        assert await event(stream) == f"data: {digest(await web.read(link))}"
        seat = table.state.asked[0]
        choices = table.game.legal(table.state, seat)
        await web.submit(table, seat, choices[0])
        news = await change(stream)
        assert news == f"data: {digest(await web.read(link))}", "that somebody has chosen"
        await web.submit(table, seat, choices[1])
        assert {await event(stream) for _ in range(3)} == {":"}, "not that they chose otherwise"
        await web.move(table)
        assert (await change(stream)).startswith("data: "), "what all have chosen"


async def test_a_page_is_not_made_again_for_what_nobody_notices(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    table, link = await web.game()
    while not table.view(None)["question"]["secret"]:
        await web.move(table)
    made: list[int] = []

    async def content(*args: Any) -> Content:
        made.append(table.seq)
        return await really_content(*args)

    really_content = pages.content
    monkeypatch.setattr(pages, "content", content)
    seat = table.state.asked[0]
    for move in (*table.game.legal(table.state, seat)[:2], "changed their mind"):
        await web.read(link)
        if move in table.game.legal(table.state, seat):
            await web.submit(table, seat, move)
    assert len(made) == 2, "at first, and when somebody has chosen"


async def test_a_browser_is_to_connect_again_after_a_while(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    _table, link = await web.game()
    monkeypatch.setattr(server, "STREAM_S", 0.02)
    async with web.client.get(f"{link}/events") as stream:
        assert (await event(stream)).startswith("data: ")
        assert await event(stream) == ""


async def test_a_page_served_by_one_process_follows_moves_made_by_another(
    postgres: str, drawn_once: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server, "POLL_S", 0.01)
    async with site(postgres) as here, site(postgres) as there:
        _table, link = await there.game()
        async with here.client.get(f"{link}/events") as stream:
            before = await event(stream)
            await there.move(await there.tables.get(1))
            after = await event(stream)
            assert after not in (before, "") and after == f"data: {digest(await here.read(link))}"
            await there.store.pages.close(1)
            assert (await event(stream)).startswith("event: closed")


# --- Who may read ---------------------------------------------------------------------------------


async def test_what_is_not_there_is_answered_like_what_is_not_for_the_reader(web: Site):
    table, link = await web.game()
    closed = await web.link(await web.lobby())
    await web.store.pages.close(2)
    await web.move(table)
    nowhere = f"/t/{'0' * 40}"
    paths = ["/", "/t/", "/favicon.ico", "/t/x", nowhere, f"{nowhere}?step=1", closed]
    paths += [f"{each}/events" for each in (closed, nowhere)]
    paths += [f"{link}/", f"{link}/en/now/x.png", f"{link}/en/now/replay.gif", f"{link}/xx/now/a"]
    paths += [f"{link}/../{table.id}", f"/t/{table.id}", "/t/%00", "/page.html", "/markup.py"]
    answers = [await web.get(path) for path in paths]
    answers += [await web.get(link, "POST"), await web.get(nowhere, "PUT")]
    assert {each.status for each in answers} == {404}
    assert len({each.body for each in answers}) == 1
    assert len({str({**each.headers, "Date": ""}) for each in answers}) == 1
    for path in (link, nowhere, "/"):
        head = await web.get(path, "HEAD")
        assert head.status == 404 and head.headers["Content-Length"] != "0"


async def test_a_closed_page_shows_nothing_and_a_new_link_has_another_token(web: Site):
    table, link = await web.game()
    assert await web.link(table) == link, "everybody gets the same one"
    async with web.client.get(f"{link}/events") as stream:
        await event(stream)
        await web.store.pages.close(table.id)
        assert await event(stream) == (
            "event: closed | data: This page was closed by the people at the table."
        )
        assert await event(stream) == ""
    another = await web.link(table)
    assert another != link and (await web.get(link)).status == 404
    assert (await web.get(another)).status == 200


async def test_only_so_many_follow_a_table_and_all_tables(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    (_one, link), (_two, other) = await web.game(), await web.game()
    monkeypatch.setattr(server, "MAX_READERS_OF_TABLE", 1)
    async with web.client.get(f"{link}/events") as stream:
        await event(stream)
        assert "Too many people" in await first_event(web, f"{link}/events")
        assert "data: " in await first_event(web, f"{other}/events")
        monkeypatch.setattr(server, "MAX_READERS", 1)
        assert "Too many people" in await first_event(web, f"{other}/events")
        assert (await web.get(link)).status == 200, "it can be read all the same"
    for _ in range(200):
        if not web.server._readers:
            break
        await asyncio.sleep(0.01)
    assert (await first_event(web, f"{link}/events")).startswith("data: ")


async def first_event(web: Site, path: str) -> str:
    async with web.client.get(path) as stream:
        return await event(stream)


async def test_a_reader_who_does_not_take_what_is_written_is_dropped(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    _table, link = await web.game()
    page = await web.read(link)
    found = await web.server._pages.get(link[3:], "en")
    assert found is not None and digest(page) == found.digest
    found.parts.append("x" * 30_000_000)
    monkeypatch.setattr(http_server, "WRITE_S", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", web.port, limit=1)
    writer.write(f"GET {link} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    busy = web.server._http._busy
    while not busy:
        await asyncio.sleep(0.01)
    while busy:
        await asyncio.sleep(0.01)
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        await reader.readexactly(30_000_000)
    writer.close()


async def test_a_reader_whose_stream_stands_still_is_dropped(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    _table, link = await web.game()

    async def hang(*_any: Any) -> None:
        await asyncio.sleep(86_400)

    monkeypatch.setattr(server, "WRITE_S", 0.02)
    with monkeypatch.context() as patched:
        patched.setattr("aiohttp.web.StreamResponse.write", hang)
        with pytest.raises(aiohttp.ClientError):
            await asyncio.wait_for(first_event(web, f"{link}/events"), 5)
    assert not web.server._readers


@pytest.mark.parametrize(
    "noise", [b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET /" + b"x" * 99_999]
)
async def test_noise_is_refused_and_fills_no_log(
    web: Site, caplog: pytest.LogCaptureFixture, noise: bytes
):
    caplog.set_level(logging.INFO)
    reader, writer = await asyncio.open_connection("127.0.0.1", web.port)
    writer.write(noise)
    status = (await reader.readline()).split()[1]
    assert status == (b"431" if len(noise) > http_server.MAX_RECEIVED else b"400")
    await reader.read()  # the connection is closed
    writer.close()
    assert not caplog.records


async def test_a_stream_that_fails_ends_and_the_browser_connects_again(
    web: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    _table, link = await web.game()

    async def fail(*_any: Any) -> None:
        raise ValueError("Ada's secret")

    async with web.client.get(f"{link}/events") as stream:
        await event(stream)
        monkeypatch.setattr(web.store.pages, "table_of", fail)
        with pytest.raises(aiohttp.ClientError):
            await event(stream)
    monkeypatch.undo()
    assert (await first_event(web, f"{link}/events")).startswith("data: ")
    assert "a web page is followed no longer" in caplog.text


async def test_readers_wait_for_pictures_and_not_for_pages_and_few_pages_are_kept(
    web: Site, monkeypatch: pytest.MonkeyPatch
):
    table, link = await web.game()
    await web.move(table, 4)
    [(address, _alt)] = pictures(await web.read(link))
    async with web.server._drawing, web.server._drawing:
        waiting = asyncio.create_task(web.get(address))
        monkeypatch.setattr(pages, "MAX_CACHED", 2)
        for step in range(4):
            await web.read(f"{link}?step={step}")
        assert not waiting.done()
    assert (await waiting).status == 200
    assert len(web.server._pages._cache) == 2


async def test_one_replay_is_drawn_at_a_time(web: Site, monkeypatch: pytest.MonkeyPatch):
    table, link = await web.game()
    async with web.server._replaying:
        monkeypatch.setattr(table.row, "status", "over")
        assert (await web.get(f"{link}/en/now/replay.gif")).status == 503


async def test_a_page_that_cannot_be_shown_now_says_so(
    web: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    _table, link = await web.game()

    async def fail(*_any: Any) -> None:
        raise trouble

    monkeypatch.setattr(server, "MAX_REQUESTS", 0)
    busy = await web.get(f"{link}?lang=de")
    assert busy.status == 503 and busy.headers["Retry-After"] and b"in einer Minute" in busy.body
    monkeypatch.undo()
    trouble: Exception = OutOfService("the disk is full")
    monkeypatch.setattr(web.store.pages, "table_of", fail)
    busy = await web.get(link)
    assert busy.status == 503 and b"try again" in busy.body
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
    trouble = ValueError("Ada's secret")
    broken = await web.get(link)
    assert broken.status == 500 and b"secret" not in broken.body
    assert any(each.levelno == logging.ERROR for each in caplog.records)
    assert link[3:] not in caplog.text


# --- The link -------------------------------------------------------------------------------------


@pytest.fixture
def sim(sim_server_of: Callable[..., SimServer]) -> SimServer:
    """A server with two people who play, and one who watches; its bot has web pages."""
    made = sim_server_of("Ada", "Ben", "Cleo")
    made.bot.settings.web_url = ADDRESS
    return made


async def playing(sim: SimServer, **more: Any) -> str:
    """A game of the first two, without the third; the link that the host gets."""
    await sim.start("Ada", "Ben", **more)
    return ephemeral_text(await sim.command("Ada", "watch", page=True)).split("\n")[0]


async def test_everybody_gets_the_same_link_from_the_log_or_by_command(sim: SimServer):
    link = await playing(sim)
    token = await sim.bot.store.pages.token(1)
    assert link == f"{ADDRESS}/t/{token}"
    log = (await sim.press("Cleo", "Log")).response
    given = await sim.press("Cleo", "Web page", log)
    assert given.response.ephemeral and text(given.response).startswith(f"{link}\n")
    assert not buttons(given.response), "only the people at the table can close it"
    assert not sim.dms("Cleo"), "and nobody was written to"
    followed = await sim.command("Cleo", "watch")
    assert "You are following" in ephemeral_text(followed)
    assert link in text((await sim.press("Cleo", "Web page", followed.response)).response)


async def test_the_people_at_a_table_close_its_page_and_only_they_open_another(sim: SimServer):
    link = await playing(sim)
    given = await sim.command("Ben", "watch", page=True)
    closed = await sim.press("Ben", "Close the web page", given.response)
    assert "its link shows nothing any more" in text(closed.response)
    assert await sim.bot.store.pages.token(1) == ""
    said = ephemeral_text(await sim.command("Cleo", "watch", page=True))
    assert "have closed its web page" in said
    again = await sim.press("Ben", "Web page", closed.response)
    another = text(again.response).split("\n")[0]
    assert another.startswith(ADDRESS) and another != link
    assert another in ephemeral_text(await sim.command("Cleo", "watch", page=True))


async def test_somebody_who_does_not_see_the_channel_gets_no_link(sim: SimServer):
    await playing(sim)
    hidden = discord.PermissionOverwrite(view_channel=False)
    cellar = sim.guild.create_text_channel("cellar", overwrites={sim.guild.default_role: hidden})
    sim.sql("UPDATE tables SET channel = ?", cellar.id)
    sim.bot.tables.mark_outdated([1])
    said = ephemeral_text(await sim.command("Cleo", "watch", page=True, table="1"))
    assert "where you see its channel" in said
    given = await sim.command("Ada", "watch", page=True, table="1")
    assert "Close the web page" in buttons(given.response)
    said = ephemeral_text(
        await sim.press_old("Cleo", given.response, buttons(given.response)["Close the web page"])
    )
    assert "a table in another channel" in said and await sim.bot.store.pages.token(1)


async def test_of_a_private_table_only_its_people_open_a_page(sim: SimServer):
    await sim.open(seats=2)
    sim.sql("UPDATE tables SET private = 1")
    sim.bot.tables.mark_outdated([1])
    assert "is private" in ephemeral_text(await sim.command("Cleo", "watch", page=True))
    link = ephemeral_text(await sim.command("Ada", "watch", page=True)).split("\n")[0]
    assert link in ephemeral_text(await sim.command("Cleo", "watch", page=True))


async def test_a_bot_without_web_pages_says_so_and_offers_none(sim: SimServer):
    sim.bot.settings.web_url = ""
    await sim.gather(seats=3, computers=0)
    assert "no web pages" in ephemeral_text(await sim.command("Cleo", "watch", page=True))
    assert [*buttons((await sim.press("Ada", "Log")).response)] == ["Verify"]
    assert sim.sql("SELECT * FROM pages") == []


async def test_a_page_goes_with_its_table(web: Site):
    link = await web.link(await web.lobby())
    assert (await web.get(link)).status == 200
    for name, key in {"outbox": "table_id", "seated": "table_id", "tables": "id"}.items():
        await web.store._db.execute(f"DELETE FROM {name} WHERE {key} = 1")
    assert (await web.get(link)).status == 404


# --- In a browser ---------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=3)
@needs_browser
async def test_a_browser_follows_a_game_and_goes_through_its_past(web: Site):
    from playwright.async_api import async_playwright, expect

    table, link = await web.game()
    await web.move(table, 3)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": 390, "height": 844}, locale="de-DE")
        troubles: list[str] = []
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        await page.goto(f"http://127.0.0.1:{web.port}{link}")
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        picture = page.locator("#board img")
        before = await picture.get_attribute("src") or ""
        await web.move(table)
        await expect(picture).not_to_have_attribute("src", before)
        slider = page.get_by_role("slider")
        await expect(slider).to_have_attribute("max", "4")
        await slider.focus()
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("#status")).to_contain_text("3")
        assert "step=3" in page.url
        await web.move(table)
        await expect(page.locator("#note")).not_to_be_empty()
        await expect(slider).to_have_attribute("max", "5")
        await expect(slider).to_be_focused()
        await page.keyboard.press("End")
        await expect(page.locator("#note")).to_be_empty()
        await expect(slider).to_have_value("5")
        wide = await page.evaluate("document.documentElement.scrollWidth")
        assert wide == 390
        await web.store.pages.close(table.id)
        await expect(page.locator("#note")).not_to_be_empty()
        await browser.close()
    assert not troubles
