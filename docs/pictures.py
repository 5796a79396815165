"""Makes the pictures of the README: `python -m docs.pictures`.

`--badges` writes the badges and `--boards` a board of each game. `--first` draws a board and a
phone that it notifies. `--turn` plays a turn at the
offline table in a browser and makes an animated picture of it. `--scenes` takes screenshots of the
other things that players can do. Without options it makes all of them. It needs what
`requirements-test.txt` installs, and chromium for all but badges and boards.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import re
import sys
import tempfile
import time
import tomllib
from contextlib import suppress
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page, expect

from atelier_testing.texts import WHOLE
from bot.pages.names import asked_in_public
from bot.pictures.drawing import draw
from bot.store import Store
from docs.offline_table import (
    DEVICE_SCALE,
    DISMISS,
    GAME,
    TIMEOUT_MS,
    WIDTH_PX,
    Player,
    chromium,
    offline_table,
    played_game,
    scroll_to,
    start_game,
)
from games import discover
from tests.upgrades.__main__ import Maker
from tests.upgrades.rules import released

FOLDER = Path(__file__).parent
ROOT, BADGES = FOLDER.parent, FOLDER / "badges"
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")

# --- Badges ---------------------------------------------------------------------------------------

CHARACTER_WIDTH_PX = 6.6
BADGE = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" \
aria-label="{name}: {value}">
<rect width="{width}" height="20" rx="3" fill="#8c2f46"/>
<path d="M3 0h{left}v20h-{left}a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z" fill="#444"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="{name_x}" y="14">{name}</text><text x="{value_x}" y="14">{value}</text></g></svg>
"""


def facts() -> dict[str, str]:
    """What the badges say, read from the project itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest, beyond = map(int, re.findall(r"3\.(\d+)", project["requires-python"]))
    return {
        "python": f"3.{oldest} to 3.{beyond - 1}",
        "license": project["license"],
        "languages": str(len(WHOLE)),
        "games": str(len(released())),
    }


def badge(name: str, value: str) -> str:
    """A badge as SVG."""
    left, right = (round(CHARACTER_WIDTH_PX * len(text)) + 12 for text in (name, value))
    places = {"width": left + right, "left": left - 3, "name_x": left / 2}
    return BADGE.format(name=name, value=value, value_x=left + right / 2, **places)


def write_badges() -> None:
    """Writes all badges."""
    for name, value in facts().items():
        save(BADGES / f"{name}.svg", badge(name, value).encode())


# --- Boards ---------------------------------------------------------------------------------------

SEED, SEATS, SHARE_PLAYED = 7, 3, 0.55
"""The seed, the number of players, and the share of the game that has been played."""


def draw_boards() -> None:
    """Draws a board of each game from the middle of a game of sensible moves."""
    for name, game in discover().items():
        positions = [game.new(SEATS, SEED)]
        while positions[-1].scores is None:
            g = positions[-1]
            positions.append(game.play(g, g.asked[0], game.default(g, g.asked[0])))
        g = positions[int(SHARE_PLAYED * len(positions))]
        view = game.view(g, None) | {"names": list(PEOPLE[:SEATS])}
        save(FOLDER / f"{name}.png", draw(view))


def save(path: Path, content: bytes) -> None:
    """Writes a picture and prints its size."""
    path.write_bytes(content)
    print(f"{path.relative_to(ROOT)}: {len(content) / 1000:.0f} KB")


# --- A board and a phone --------------------------------------------------------------------------

FIRST_GAME, FIRST_MOVES = "rokoko", 90
FIRST_WIDTH_PX, FIRST_HEIGHT_PX = 1100, 760
FIRST = """<style>
body {{margin: 0; height: {height}px; background: #f4ead6; font: 15px/1.35 'Noto Sans', sans-serif}}
img {{position: absolute; left: 24px; top: 24px; height: 712px; border-radius: 10px}}
#phone {{position: absolute; right: 24px; top: 90px; width: 300px; height: 600px; color: #fff;
  background: linear-gradient(160deg, #8c2f46, #2a1b40); border: 10px solid #17131c;
  border-radius: 44px; box-shadow: 0 12px 40px #0007; text-align: center; overflow: hidden}}
#time {{margin-top: 70px; font-size: 64px; font-weight: 300; line-height: 1}}
#told {{margin: 70px 12px 0; padding: 12px 14px; border-radius: 18px; background: #fffffff0;
  color: #1d1820; text-align: left}}
#told b {{display: block; margin-bottom: 2px}}
</style><img src="data:image/png;base64,{board}"><div id="phone"><div id="time">18:04</div>
<div>Saturday, 28 November</div><div id="told"><b>Atelier · #board-games</b>{told}</div></div>"""


async def first_moment() -> tuple[bytes, str]:
    """The board of a game, and what the phone of who is asked then says."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "atelier.sqlite3")
        table = await Maker(store).game(FIRST_GAME, 3)
        for n in range(FIRST_MOVES):
            seat = table.state.asked[0]
            await table.submit(seat, table.game.expert(table.state, seat), f"first:{n}")
        made = draw(table.view(None)), asked_in_public(table)
        await store.close()
    return made


def draw_first() -> None:
    """Draws a board and a phone with the notification that comes with it."""
    board, told = asyncio.run(first_moment())
    size = {"width": FIRST_WIDTH_PX, "height": FIRST_HEIGHT_PX}
    shown = base64.b64encode(board).decode()
    with chromium() as browser:
        page = browser.new_page(viewport=size)
        page.set_content(FIRST.format(height=FIRST_HEIGHT_PX, board=shown, told=escape(told)))
        shoot(page, "first")


# --- The turn -------------------------------------------------------------------------------------

WEAR, SELL, PASS = (re.compile(words) for words in (r"\bWear", r"\bSell \d", "nothing$"))
"""The secret choice and the move in the pictures, and what Ben does instead of a move. The name of
a button begins with that of its emoji.
"""
ENDS_TURN = re.compile(r"\bWear the (?!Scholar|Trendsetter)")
"""The wigs whose wearer sells once and is done."""
CARDS_DRAFTED = 4
"""How many cards each of two players drafts first."""
DEALS, MAX_WAIT_S = 5, 30.0
"""How many deals are tried, and how long it may take until Ada's turn to sell."""
CAPTION_PX = 64
POINTER = [(0, 0), (0, 34), (8, 27), (13, 39), (19, 36), (14, 25), (24, 25)]
CAPTION = f"""<body style="margin:0;height:{CAPTION_PX}px;display:flex;align-items:center;
gap:14px;padding:0 18px;background:#f4ead6;color:#2a1b10;font:600 17px/1.3 'Noto Sans',sans-serif;
box-sizing:border-box"><span style="flex:none;width:34px;height:34px;border-radius:50%%;
background:#8c2f46;color:#fff;display:grid;place-items:center">%d</span><span>%s</span></body>"""


class Film:
    """The frames of the animated picture."""

    def __init__(self, browser: Browser) -> None:
        """Takes the browser that draws the captions."""
        size = {"width": WIDTH_PX, "height": CAPTION_PX}
        self._captions = browser.new_page(viewport=size, device_scale_factor=DEVICE_SCALE)
        self.frames: list[Image.Image] = []

    def shoot(self, page: Page, caption: str, pressed: Locator | None = None) -> None:
        """Adds a screenshot of the page with a caption, and a pointer on the next button."""
        page.bring_to_front()
        page.mouse.move(WIDTH_PX - 2, 2)
        page.wait_for_timeout(600)  # until pictures are decoded and colours have faded
        shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
        if pressed is not None:
            box = pressed.bounding_box()
            assert box is not None
            draw_pointer(shot, box["x"] + box["width"] - 22, box["y"] + box["height"] * 0.6)
        self._captions.set_content(CAPTION % (len(self.frames) + 1, escape(caption)))
        head = Image.open(BytesIO(self._captions.screenshot())).convert("RGB")
        frame = Image.new("RGB", (shot.width, head.height + shot.height))
        frame.paste(head, (0, 0))
        frame.paste(shot, (0, head.height))
        self.frames.append(frame)

    def save(self, path: Path, frame_s: float) -> None:
        """Writes the frames as an animated WebP, the last one twice as long."""
        times = [int(frame_s * 1000)] * len(self.frames)
        times[-1] *= 2
        written = BytesIO()
        self.frames[0].save(
            written,
            "WEBP",
            save_all=True,
            append_images=self.frames[1:],
            duration=times,
            loop=0,
            quality=80,
            method=6,
        )
        save(path, written.getvalue())


def draw_pointer(shot: Image.Image, x: float, y: float) -> None:
    """Draws a mouse pointer at a place of the page."""
    finer = 4
    size = (round(30 * DEVICE_SCALE), round(44 * DEVICE_SCALE))
    layer = Image.new("RGBA", (size[0] * finer, size[1] * finer))
    corners = [((a + 2) * DEVICE_SCALE * finer, (b + 2) * DEVICE_SCALE * finer) for a, b in POINTER]
    pen = ImageDraw.Draw(layer)
    pen.polygon(corners, fill="white")
    pen.line(
        [*corners, corners[0]], fill="black", width=round(2 * DEVICE_SCALE * finer), joint="curve"
    )
    layer = layer.resize(size, Image.Resampling.LANCZOS)
    shot.paste(layer, (round(x * DEVICE_SCALE), round(y * DEVICE_SCALE)), layer)


class NoSale(Exception):
    """Ada has nothing to sell in the first round."""


def play_turn(film: Film, ada: Player, ben: Player) -> None:
    """Plays a game until Ada sells, and takes the frames of that turn; NoSale if Ada cannot."""
    start_game(ada, ben)
    for number in range(2 * CARDS_DRAFTED):  # a player who is not asked takes nothing
        for player in (ada, ben):
            if not ada.asked(WEAR).count():
                player.draft(number)
    expect(ada.asked(WEAR).last).to_be_visible()
    if not ada.asked(ENDS_TURN).count():
        raise NoSale
    wear = ada.asked(ENDS_TURN).last
    film.shoot(ada.dms, "A secret choice comes by direct message. Ada picks a wig.", wear)
    ada.answer(wear)
    ben.answer(ben.asked(WEAR).first)  # until then Ada may still choose otherwise
    end = time.monotonic() + MAX_WAIT_S
    while not ada.asked(SELL).count():
        if time.monotonic() > end:
            raise NoSale
        if ben.asked(PASS).count():
            ben.answer(ben.asked(PASS).last)
        ada.dms.wait_for_timeout(500)
    ada.room.evaluate(DISMISS)
    board = ada.board()
    scroll_to(board)
    film.shoot(ada.room, "Then the board in the channel shows what everyone picked.")
    move = board.get_by_role("button", name="Move", exact=True)
    scroll_to(move, "end")
    film.shoot(ada.room, "It is Ada's turn to sell. Ada presses Move.", move)
    panel = ada.panel()
    sale = panel.get_by_role("button", name=SELL).first
    expect(sale).to_be_visible()
    scroll_to(panel)
    film.shoot(ada.room, "Only Ada sees this panel. Its buttons are Ada's legal moves.", sale)
    old = board.locator(".gallery-image").get_attribute("src") or ""
    sale.click()
    expect(panel).to_contain_text("✓ You sold")
    scroll_to(panel)
    film.shoot(ada.room, "The panel confirms the move.")
    expect(board.locator(".gallery-image")).not_to_have_attribute("src", old)
    scroll_to(board)
    film.shoot(ada.room, "The board changes for everyone and says who is next.")


def film_turn() -> None:
    """Makes the animated picture of a turn."""
    with chromium() as browser:
        for _ in range(DEALS):
            film = Film(browser)
            with offline_table() as places, suppress(NoSale):
                play_turn(film, *(Player(browser, place) for place in places))
                break
        else:
            sys.exit(f"Ada could not sell anything in {DEALS} deals; please try again.")
    film.save(FOLDER / "turn.webp", frame_s=3.5)


# --- Scenes ---------------------------------------------------------------------------------------

WATCHED_MOVES = 40
"""The moves of the game that is watched."""


def shoot(page: Page, name: str) -> None:
    """Writes a screenshot of a page."""
    page.mouse.move(WIDTH_PX - 2, 2)
    page.wait_for_timeout(600)  # until pictures are decoded and colours have faded
    written = BytesIO()
    Image.open(BytesIO(page.screenshot())).save(written, "WEBP", quality=80, method=6)
    save(FOLDER / f"{name}.webp", written.getvalue())


def shoot_review(browser: Browser) -> None:
    """Takes a picture of the review of a finished game."""
    with played_game(browser) as ada:
        ada.press("Review")
        found = ada.messages().filter(has_text="Turning points")
        expect(found).to_be_visible(timeout=4 * TIMEOUT_MS)
        scroll_to(found)
        shoot(ada.room, "review")


def shoot_web(browser: Browser) -> None:
    """Takes a picture of the web page of a table."""
    with played_game(browser, WATCHED_MOVES) as ada:
        ada.press("Log")
        ada.room.get_by_role("button", name="Web page", exact=True).click()
        given = ada.messages().filter(has_text="Anybody who has this link")
        found = re.search(r"http://127\.0\.0\.1:\d+/t/\w+", given.inner_text())
        assert found is not None
        page = browser.new_page(viewport={"width": WIDTH_PX, "height": 920})
        page.goto(found[0])
        page.locator("#back").click()
        page.locator("#back").click()
        expect(page.locator("#where")).to_contain_text("Step")
        scroll_to(page.locator("#head"))
        shoot(page, "web")


def shoot_puzzle(browser: Browser) -> None:
    """Takes a picture of a puzzle and of its moves."""
    with offline_table() as places:
        page = Player(browser, places[0]).dms
        page.locator("#channel-composer-input").click()
        page.keyboard.type("/puzzle")
        expect(page.get_by_role("option").first).to_contain_text("/puzzle")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.keyboard.type(discover()[GAME].title)
        expect(page.get_by_role("option").first).to_contain_text(discover()[GAME].title)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Send", exact=True).click()
        puzzle = page.locator(".channel-message").last
        expect(puzzle).to_contain_text("Which of these moves is the best?")
        scroll_to(puzzle, "end")
        shoot(page, "puzzle")


def shoot_scenes() -> None:
    """Takes the pictures of all scenes."""
    with chromium() as browser:
        shoot_puzzle(browser)
        shoot_review(browser)
        shoot_web(browser)


def main() -> None:
    """Reads the command line and makes the pictures."""
    parser = argparse.ArgumentParser(prog="python -m docs.pictures", description=__doc__)
    made = {
        "badges": write_badges,
        "boards": draw_boards,
        "first": draw_first,
        "turn": film_turn,
        "scenes": shoot_scenes,
    }
    for name in made:
        parser.add_argument(f"--{name}", action="store_true", help=f"only the {name}")
    chosen = vars(parser.parse_args())
    for name, make in made.items():
        if chosen[name] or not any(chosen.values()):
            make()


if __name__ == "__main__":
    main()
