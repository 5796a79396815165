"""The bot offline: it starts, guides a newcomer and can be played in a real browser."""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect, sync_playwright
from simcord.preview._markdown import markdown_tokens
from simcord.preview._pages import HISTORY_WINDOW_SIZE

from bot.offline.channel_pages import NEWS_TIMEOUT_S, QUIET_ANSWERS
from bot.offline.world import MAX_PRIVATE_ANSWERS
from games import discover
from renderers.symbols import SIZE_PX
from tests.offline_table import (
    CHROMIUM,
    FLAGS,
    PRESS_MS,
    ROOT,
    Offline,
    become,
    button,
    fetch,
    letters,
    needs_browser,
    places,
    press,
    room,
    typefaces,
    width_of,
)

WIDTHS = {"desk": 1360, "telephone": 390}
HEIGHT = 900
PATIENCE_MS = 45_000  # milliseconds; the machine may be busy
MAX_TURNS = 50


def started() -> Iterator[Offline]:
    table = Offline("--port", "0")
    yield table
    said = table.end()
    assert table.status() == 0
    assert "Traceback" not in said, said
    assert said.endswith("Ended; nothing was saved.\n")


offline = pytest.fixture(scope="module", name="offline")(started)  # for tests that only look
own = pytest.fixture(name="own")(started)  # for tests that play


def test_one_page_shows_everything_and_ctrl_c_ends_it(offline: Offline) -> None:
    status, front = fetch(offline.address)
    assert status == 200
    assert "/game new" in front
    assert len(set(places(front))) == 6  # the room as each of three people, and their messages


def test_a_browser_keeps_the_files_of_a_place_but_not_the_place(offline: Offline) -> None:
    place = places(fetch(offline.address)[1])[0].partition("#")[0]
    with urllib.request.urlopen(place + "app.js", timeout=5) as answer:
        assert "max-age" in answer.headers["Cache-Control"]
        assert answer.headers["Pragma"] is None  # Chromium keeps nothing that comes with no-cache
    with urllib.request.urlopen(place, timeout=5) as answer:
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.sampled(one_in=4)
def test_a_taken_port_is_no_obstacle(offline: Offline) -> None:
    port = offline.address.rsplit(":", 1)[1].strip("/")
    second = Offline("--port", port, "--people", "Dora", forks=False)
    said = second.end()
    assert f"Port {port} is taken" in said
    assert second.address != offline.address


def test_a_web_page_elsewhere_can_neither_read_the_table_nor_play(offline: Offline) -> None:
    assert fetch(offline.address, Host="evil.example")[0] == 403
    assert fetch(offline.address + "news", Host="evil.example")[0] == 403
    game = next(iter(discover()))
    play = json.dumps({"you": "Ada", "game": game}).encode()
    assert fetch(offline.address + "play", play, Origin="http://evil.example")[0] == 403
    assert fetch(offline.address + "play", play)[0] == 403


@pytest.mark.sampled(one_in=4)
def test_where_it_cannot_start_one_sentence_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    command = [sys.executable, "-m", "bot.offline", "--port", "0", "--keep", tmp_path / "file"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr == f"Atelier cannot start in {tmp_path / 'file'}: File exists.\n"


@pytest.mark.sampled(one_in=4)
def test_one_folder_keeps_one_table_at_a_time_which_knows_the_commands_again(
    tmp_path: Path,
) -> None:
    first = Offline("--port", "0", "--keep", str(tmp_path))
    with pytest.raises(AssertionError, match="it is in use by another Atelier"):
        Offline("--port", "0", "--keep", str(tmp_path))
    assert first.end().endswith(f"Everything is saved in {tmp_path}.\n")
    table = Offline("--port", "0", "--keep", str(tmp_path))
    play = json.dumps({"you": "Ada", "game": next(iter(discover()))}).encode()
    status, _said = fetch(table.address + "play", play, Origin=table.address.rstrip("/"))
    said = table.end()
    assert status == 200, said


def test_what_is_kept_but_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "discord.json").write_text("{}")
    with pytest.raises(AssertionError, match="is of another version"):
        Offline("--port", "0", "--keep", str(tmp_path))
    assert (tmp_path / "discord.json").read_text() == "{}"


def test_a_text_names_those_whom_it_mentions() -> None:
    said = [markdown_tokens("<@1>", context={"users": {"1": name}}) for name in ("Ada", "Ben")]
    assert ["@Ada" in str(said[0]), "@Ben" in str(said[1])] == [True, True]


@pytest.mark.sampled(one_in=4)
def test_a_page_that_asks_for_news_waits_a_while_for_them(own: Offline) -> None:
    place, _, token = places(fetch(own.address)[1])[0].partition("#")
    names = {"X-Simcord-Capability": token, "Origin": place.rstrip("/")}
    _status, made = fetch(place + "api/pages", b"{}", **names)
    names["X-Simcord-Context"] = json.loads(made)["context"]["id"]

    def revision() -> int:
        return json.loads(fetch(place + "api/state", **names)[1])["publishedRevision"]

    before = [revision() for _ in range(QUIET_ANSWERS)]
    began = time.monotonic()
    assert {*before, revision()} == {before[0]}
    assert time.monotonic() - began >= NEWS_TIMEOUT_S
    play = json.dumps({"you": "Ada", "game": next(iter(discover()))}).encode()
    fetch(own.address + "play", play, Origin=own.address.rstrip("/"))
    assert revision() > before[0]


# --- In the browser --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[BrowserContext]:
    """A browser with a cache, as players have one."""
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium.new_context(reduced_motion="reduce")
        chromium.close()


NEWCOMER = """if (!sessionStorage.getItem("came")) {
  localStorage.clear();
  sessionStorage.setItem("came", "before");
}"""
"""A new page is a newcomer's, but a page that is reloaded remembers its session."""


def opened(browser: BrowserContext, table: Offline, width: int = WIDTHS["desk"]) -> Iterator[Page]:
    page = browser.new_page()
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(NEWCOMER)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(table.address)
    yield page
    page.close()
    assert troubles == []


@pytest.fixture
def front(browser: BrowserContext, own: Offline) -> Iterator[Page]:
    yield from opened(browser, own)


@pytest.fixture(params=WIDTHS.values(), ids=WIDTHS.keys())
def page(
    request: pytest.FixtureRequest, browser: BrowserContext, offline: Offline
) -> Iterator[Page]:
    """The front page that many tests share, on a desk and on a telephone."""
    yield from opened(browser, offline, request.param)


@pytest.fixture(scope="module", params=WIDTHS.values(), ids=WIDTHS.keys())
def kept_page(
    request: pytest.FixtureRequest, browser: BrowserContext, offline: Offline
) -> Iterator[Page]:
    yield from opened(browser, offline, request.param)


@pytest.fixture
def typed(kept_page: Page) -> Page:
    """The same for tests that type commands and send them: they share a page."""
    if room(kept_page).locator(".command-chip").count():  # a test before failed
        kept_page.reload()
    return kept_page


@pytest.fixture
def telephone(browser: BrowserContext, offline: Offline) -> Iterator[Page]:
    yield from opened(browser, offline, WIDTHS["telephone"])


@pytest.fixture
def desk(browser: BrowserContext, offline: Offline) -> Iterator[Page]:
    yield from opened(browser, offline)


def open_a_table(front: Page) -> None:
    begin_game_new(front)
    front.keyboard.type("Powdered Wigs")
    front.keyboard.press("Enter")
    expect(room(front).get_by_role("button", name="Join", exact=True)).to_be_visible()


def begin_game_new(front: Page) -> None:
    """Begins to type /game new, so that the page asks for its game."""
    front.get_by_role("button", name="Open a table").click()
    expect(room(front).locator(".command-chip")).to_have_text("/game new")
    expect(room(front).locator(".command-option-input")).to_be_focused()


def is_sent(front: Page) -> None:
    """Waits until the command that was filled in is sent and answered."""
    expect(room(front).locator(".command-chip")).to_have_count(0)
    expect(room(front).locator("#action-status")).to_have_class(re.compile("routine"))


def play_now(page: Page, title: str) -> None:
    """Starts a game by its picture, and waits until the person is asked."""
    if not page.locator("details").evaluate("details => details.open"):
        page.locator("summary").click()
    rooms = page.locator("#room iframe").count()
    page.locator(".game").filter(has_text=title).click()
    expect(page.locator("details")).not_to_have_attribute("open", "")
    expect(room(page).locator(".channel-message").last).to_contain_text(
        re.compile("Ada — to (move|choose)")
    )
    assert page.locator("#room iframe").count() <= rooms + 1


def private_answer(page: Page) -> Locator:
    """The newest ephemeral message in the channel."""
    return room(page).locator(".channel-message:has(.message-ephemeral-note)").last


def ask(page: Page, label: str = "Move") -> None:
    """Presses a button of the board, and waits for the ephemeral message."""
    board = room(page).locator(".channel-message:not(:has(.message-ephemeral-note))")
    before = private_answer(page)
    newest = before.get_attribute("data-message-id") if before.count() else None
    answer = expect(private_answer(page))
    press(
        board.get_by_role("button", name=label, exact=True).last,
        lambda ms: answer.not_to_have_attribute("data-message-id", newest or "", timeout=ms),
    )
    expect(private_answer(page).locator(".message-loading")).to_have_count(0)
    expect(private_answer(page).get_by_role("button").first).to_be_visible()
    expect(room(page).locator("#action-status")).to_have_class(re.compile("routine"))


def choices(page: Page) -> Locator:
    """The buttons of the newest ephemeral message that make a move."""
    buttons = private_answer(page).get_by_role("button", disabled=False)
    other = re.compile("^(Answer in advance|)$|^(Take back|Open |Plan my|And after)|in advance$")
    return buttons.filter(has_not_text=other, has_text=re.compile(r"\S"))


@pytest.mark.sampled(one_in=8)
@needs_browser
def test_a_newcomer_plays_against_a_computer_and_opens_another_table(front: Page) -> None:
    open_a_table(front)
    assert "Noto Sans SC" not in typefaces(room(front))  # 18 MB, which nothing needs so far
    lobby = expect(room(front).locator(".channel-message").last)
    press(
        button(room(front), "Add computer player"),
        lambda ms: lobby.to_contain_text("computer player", timeout=ms),
    )
    hand = expect(room(front).get_by_role("button", name="My hand"))
    press(button(room(front), "Start"), lambda ms: hand.to_be_visible(timeout=ms))
    draft_wigs(front)

    secret = letters(front).get_by_role("button", name=re.compile("Wear the"))
    emoji = secret.first.locator("img")
    expect(emoji).to_have_js_property("naturalWidth", SIZE_PX)
    expect(emoji).to_have_attribute("alt", re.compile("^wig_[a-z_]+_[0-9a-f]{6}$"))
    before = room(front).locator(".gallery-image").first.get_attribute("src")
    press(secret.first, lambda ms: expect(secret).to_have_count(0, timeout=ms))
    board = room(front).locator(".gallery-image").first
    expect(board).not_to_have_attribute("src", before or "")

    begin_game_new(front)
    front.keyboard.type("Powdered Wigs")
    front.keyboard.press("Enter")
    rooms = expect(front.locator("#rooms button"))
    press(button(room(front), "Open it in a thread"), lambda ms: rooms.to_have_count(2, timeout=ms))
    expect(room(front).get_by_role("button", name="Join", exact=True)).to_be_visible()
    become(front, "Ben")  # one browser is several people
    press(button(room(front), "Join"), lambda ms: lobby.to_contain_text("Ben", timeout=ms))
    become(front, "Ada")
    expect(room(front).locator(".channel-message").last).to_contain_text("Ben")
    front.locator("#rooms").get_by_role("button", name="#game-room").click()
    expect(room(front).get_by_role("button", name="My hand")).to_be_visible()


def draft_wigs(front: Page) -> None:
    """Takes wigs until a secret question comes by direct message."""
    secret = letters(front).get_by_role("button", name=re.compile("Wear the"))
    take = private_answer(front).get_by_role("button", name=re.compile("Take the"), disabled=False)
    for _attempt in range(MAX_TURNS):
        if secret.count():
            return
        ask(front)
        if take.count():
            take.last.click()
            is_made(front)
    raise AssertionError("no secret is asked")


@pytest.mark.sampled(one_in=8)
@needs_browser
def test_a_command_asked_for_before_the_room_is_ready_is_typed_later(desk: Page) -> None:
    held: list[Route] = []
    ready = False

    def hold(request: Route) -> None:
        if ready:
            request.continue_()
        else:
            held.append(request)

    desk.route("**/api/**", hold)
    desk.reload()
    desk.get_by_role("button", name="Open a table").click()
    while not held:
        desk.wait_for_timeout(20)
    expect(room(desk).locator(".command-chip")).to_have_count(0)
    ready = True
    for request in held:
        request.continue_()
    expect(room(desk).locator(".command-chip")).to_have_text("/game new")


@pytest.mark.sampled(one_in=8)
@needs_browser
def test_the_room_in_its_own_tab_can_be_seen_as_anybody(desk: Page) -> None:
    with desk.expect_popup() as opened:
        desk.locator("#room a").click()
    tab = opened.value
    expect(tab).to_have_title("#game-room · Ada")
    with tab.expect_response(lambda answer: '"viewer"' in (answer.request.post_data or "")):
        tab.get_by_label("Viewing as").select_option(label="Cleo")
    expect(tab.locator("#action-status")).to_have_text(re.compile("ready|switched"))
    tab.locator("#channel-composer-input").fill("Good evening.")
    tab.keyboard.press("Enter")
    expect(room(desk).locator(".channel-message").last).to_contain_text("Cleo")


# --- A newcomer's first minute, on a desk and on a telephone --------------------------------------

HEAVY = "Prêt-à-Porter"
LISTS = "Brick & Mortar"
"""A long game, and one that soon asks with selects."""


@pytest.mark.sampled
@needs_browser
def test_three_actions_and_a_tour_lead_to_the_first_move(page: Page) -> None:
    pictures = page.locator(".game img")
    expect(pictures).to_have_count(len(discover()))
    for picture in pictures.all():
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    tour = page.locator("#tour")

    play_now(page, HEAVY)  # the first action
    expect(tour).to_contain_text("1 of 4")
    expect(room(page).locator("img.pointed")).to_have_count(1)
    tour.get_by_role("button", name="Next").click()
    expect(room(page).locator("button.pointed")).to_have_text("Move")
    third = expect(tour)
    press(  # the second
        button(room(page), "Move"), lambda ms: third.to_contain_text("3 of 4", timeout=ms)
    )
    expect(private_answer(page)).to_have_class(re.compile("pointed"))
    answer = expect(private_answer(page))
    press(  # the third
        choices(page).first, lambda ms: answer.to_contain_text("✓", timeout=ms)
    )

    expect(tour).to_contain_text("4 of 4")
    wide = (page.viewport_size or {"width": 0})["width"] == WIDTHS["desk"]
    expect(page.locator("#letters" if wide else ".tabs .pointed")).to_have_class(
        re.compile("pointed")
    )
    if wide:  # else it ends by itself
        tour.get_by_role("button", name="Done").click()
    expect(tour).to_be_hidden(timeout=60_000)
    expect(page.locator(".pointed")).to_have_count(0)
    page.reload()
    expect(room(page).locator(".gallery-image").first).to_be_visible()
    expect(tour).to_be_hidden()


@pytest.mark.sampled(one_in=8)
@needs_browser
def test_the_lightest_game_comes_first_and_is_learnt_in_the_messages(desk: Page) -> None:
    lightest, *_heavier = sorted(discover().values(), key=lambda game: (game.weight, game.title))
    first = desk.locator(".offer").first
    for told in (lightest.title, lightest.about, f"about {lightest.minutes} minutes", "weight"):
        expect(first).to_contain_text(told)
    first.get_by_role("button", name=f"Learn {lightest.title}").click()
    lesson = letters(desk).locator(".channel-message").first
    expect(lesson).to_contain_text(f"Your first game of {lightest.title}")
    board = letters(desk).locator(".gallery-image").last
    expect(board).to_be_visible()
    top, window = desk.locator("#table").bounding_box(), desk.viewport_size
    assert top and window and top["height"] >= window["height"], "the board has the whole window"


@pytest.mark.sampled(one_in=8)
@needs_browser
def test_nothing_is_wider_than_the_page_and_the_messages_tell_of_news(telephone: Page) -> None:
    play_now(telephone, LISTS)
    tab = telephone.get_by_role("button", name="Your messages")
    expect(tab).to_have_class("new")
    assert telephone.evaluate("document.documentElement.scrollWidth") <= WIDTHS["telephone"]
    assert width_of(room(telephone)) <= WIDTHS["telephone"]
    expect(telephone.locator("#letters")).to_be_hidden()
    tab.click()
    expect(tab).not_to_have_class("new")
    expect(telephone.locator("#letters")).to_be_visible()
    expect(telephone.locator("#room")).to_be_hidden()
    board = letters(telephone).locator(".gallery-image").last
    expect(board).to_be_visible()
    assert width_of(letters(telephone)) <= WIDTHS["telephone"]
    shown = board.bounding_box()
    assert shown is not None and shown["width"] > 0.75 * WIDTHS["telephone"]


@pytest.mark.sampled(one_in=4)
@needs_browser
def test_the_games_are_listed_at_once_and_a_full_name_is_sent(typed: Page) -> None:
    begin_game_new(typed)
    expect(room(typed).locator(".command-suggestion")).to_have_count(len(discover()))
    typed.keyboard.type("Powdered Wigs")
    expect(room(typed).locator(".command-suggestion")).to_have_count(1)
    typed.keyboard.press("Enter")
    is_sent(typed)


@pytest.mark.sampled(one_in=4)
@needs_browser
def test_enter_sends_after_a_choice_by_mouse(typed: Page) -> None:
    begin_game_new(typed)
    room(typed).locator(".command-suggestion").last.click()
    expect(room(typed).locator(".command-suggestion")).to_have_count(0)
    typed.keyboard.press("Enter")
    is_sent(typed)


MEASURE = """list => {
  const timeline = document.querySelector(".channel-timeline");
  const before = timeline.scrollHeight;
  list.click();
  return [before, timeline.scrollHeight];
}"""
"""The height of the conversation just before and after a select is opened."""


@pytest.mark.sampled(one_in=8)
@needs_browser
def test_a_list_opens_below_a_board_and_three_private_answers(telephone: Page) -> None:
    play_now(telephone, LISTS)
    board = room(telephone).locator(".channel-message:not(:has(.message-ephemeral-note)) img")
    lists = private_answer(telephone).locator(".select-trigger:enabled")
    ask(telephone)
    while not lists.count():
        choices(telephone).first.click()
        is_made(telephone)  # else the press was lost, and the loop tries again
        ask(telephone)
    answers = room(telephone).locator(".channel-message:has(.message-ephemeral-note)")
    hand = room(telephone).get_by_role("button", name="My hand").last
    for number in range(2, MAX_PRIVATE_ANSWERS + 1):
        press(hand, lambda ms, n=number: expect(answers).to_have_count(n, timeout=ms))
    ask(telephone)  # a new panel below the hands, in place of the one above them
    expect(answers).to_have_count(MAX_PRIVATE_ANSWERS)
    assert MAX_PRIVATE_ANSWERS < HISTORY_WINDOW_SIZE  # else they fill the page, without the board
    expect(board.last).to_be_visible()
    open_list = expect(room(telephone).locator(".select-list:popover-open"))
    for width in WIDTHS.values():
        telephone.set_viewport_size({"width": width, "height": HEIGHT})
        before, after = lists.last.evaluate(MEASURE)
        telephone.keyboard.press("Escape")
        assert before == after  # in pixels: pictures on their way are as large as they will be
        for each in answers.locator(".select-trigger:enabled").all():
            press(each, lambda ms: open_list.to_be_visible(timeout=ms))
            telephone.keyboard.press("Escape")
            open_list.to_have_count(0)


@pytest.mark.sampled(one_in=4)
@needs_browser
def test_a_refusal_is_an_answer_and_no_failure(typed: Page) -> None:
    begin_game_new(typed)
    typed.keyboard.type("Chess")
    typed.keyboard.press("Enter")
    expect(private_answer(typed)).to_contain_text("There is no game “Chess” here.")
    is_sent(typed)


@pytest.mark.sampled(one_in=4)
@needs_browser
def test_the_first_person_manages_the_server(typed: Page) -> None:
    expect(typed.locator("#owner")).to_contain_text("Ada owns this server")
    expect(room(typed).get_by_role("button", name="Send")).to_be_enabled()
    write = room(typed).locator("#channel-composer-input")
    write.press_sequentially("/server show")
    expect(room(typed).locator(".command-entry")).to_have_count(1)
    write.press("Enter")
    expect(room(typed).locator(".command-chip")).to_have_text("/server show")
    typed.keyboard.press("Enter")
    is_sent(typed)
    expect(private_answer(typed)).to_contain_text("Settings of this server")


@pytest.mark.sampled(one_in=8)
@needs_browser
def test_a_game_goes_on_after_a_restart(browser: BrowserContext, tmp_path: Path) -> None:
    with kept(browser, tmp_path) as (_table, page):
        play_now(page, HEAVY)
        play_now(page, HEAVY)  # in a thread, since the room is taken
        expect(page.locator("#rooms button")).to_have_count(2)
        make_a_move(page)
    with kept(browser, tmp_path) as (table, page):
        for place in range(2):
            page.locator("#rooms button").nth(place).click()
            make_a_move(page)
        table.kill()
    with kept(browser, tmp_path) as (_table, page):
        make_a_move(page)


@contextmanager
def kept(browser: BrowserContext, folder: Path) -> Iterator[tuple[Offline, Page]]:
    """A bot that a folder keeps, and its front page."""
    table = Offline("--port", "0", "--keep", str(folder))
    try:
        with contextmanager(opened)(browser, table) as page:
            yield table, page
    finally:
        said = table.end()
    assert "Traceback" not in said


def make_a_move(page: Page) -> None:
    """Presses Move in the channel, and makes the first move offered."""
    expect(room(page).locator(".gallery-image").last).to_be_visible()
    for _attempt in range(MAX_TURNS):
        ask(page)
        if choices(page).count():  # else the computer player is thinking
            choices(page).first.click()
            if is_made(page):
                return
    raise AssertionError("no move is made")


def is_made(page: Page) -> bool:
    """Whether the newest ephemeral message confirms a move, after a short wait."""
    with suppress(AssertionError):
        expect(private_answer(page)).to_contain_text("✓", timeout=PRESS_MS)
        return True
    return False
