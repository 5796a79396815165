"""Every message keeps within what Discord takes, whatever a game does; no game is named here."""

import asyncio
import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import simcord
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atelier_testing.golden import Decision
from atelier_testing.played import good_move, play, random_move, shared_victories
from atelier_testing.presses import MOST, Panel, presses
from bot.operations.markdown import escape_markdown
from bot.outbox.layout import components
from bot.pages import panels
from bot.pages.board import board_page, ended_early_page, log_page, set_aside_page
from bot.pages.lobby import lobby_page, options_page
from bot.pages.menus import entries, next_words
from bot.pages.notifications import waiting_page
from bot.pages.page import Attachment, Page, Picture, Row, in_rows, page, truncate
from bot.pages.questions import Asked, controls
from bot.pictures.drawing import Drawn
from bot.pictures.pictures import Pictures
from bot.store import InvitationRow, MoveRow, TurnRow, to_json
from bot.table import NewTable, Person, Table, Tables, lobby, seating
from bot.table.settings import options_of
from bot.texts.languages import LANGUAGES, translate, using_language
from bot.texts.rulebook import rulebook
from cogs.rules import contents_page
from games import discover
from games.kernel import Game
from games.words import seat_names
from tests.asked import asked, asked_for
from tests.sim_server import MANY, SimServer, options, parts

GAMES = list(discover().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_table = pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in GAMES for seats in game.seats],
    ids=lambda value: getattr(value, "name", str(value)),
)
LONG = [
    "𝕬" * 32,
    "*_~`|>" * 5,
    "Österreich 🎩🎩🎩🎩🎩🎩🎩🎩🎩🎩🎩🎩🎩🎩",
    "@everyone <@1> ||x||",
    "i" * 32,
]
"""Names as people have them: at most 32 characters of any kind."""
BIG = 10**15
"""A table number that no bot reaches, and as long as any."""
STATES = 12
"""Positions of a random game whose pages are looked at."""
LATE = "The picture is taking too long"
BUTTON, SELECT, TEXT, GALLERY, FILE = 2, 3, 10, 12, 13


def within_limits(shown: Page) -> None:
    """Fails where Discord would refuse a message of this page."""
    every, files = list(walk(components(shown))), shown.files
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(every) <= 40
    assert len(ids) == len(set(ids)) and all(1 <= len(each) <= 100 for each in ids)
    said = [part["content"] for part in every if part["type"] == TEXT]
    assert all(said) and sum(map(len, said)) <= 4000
    for part in every:
        if part["type"] == BUTTON:
            assert 1 <= len(part["label"]) <= 80
        if part["type"] == SELECT:
            listed = part["options"]
            assert 1 <= len(listed) <= 25 and len(part.get("placeholder") or "") <= 150
            assert all(1 <= len(each["label"]) <= 100 for each in listed)
            assert all(1 <= len(str(each["value"])) <= 100 for each in listed)
            assert len({each["value"] for each in listed}) == len(listed)
            assert sum(bool(each.get("default")) for each in listed) <= part["max_values"]
            assert 1 <= part["min_values"] <= part["max_values"] <= len(listed)
        if part["type"] == 1:
            assert 1 <= len(part["components"]) <= 5
        if part["type"] == GALLERY:
            assert 1 <= len(part["items"]) <= 10
            assert all(1 <= len(each["description"]) <= 1024 for each in part["items"])
    shown = {item["media"]["url"] for part in every for item in part.get("items", [])}
    shown |= {part["file"]["url"] for part in every if part["type"] == FILE}
    assert shown == {f"attachment://{file.name}" for file in files}
    assert len(files) <= 10


def walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from walk(part.get("components", []))


async def fits(shown: Page) -> None:
    """Fails where Discord would refuse the page."""
    within_limits(shown)
    for file in shown.files:
        assert len(await file.read()) <= 500_000


async def fits_in_words(shown: Page) -> None:
    """Fails where Discord would refuse the page once its picture is late and told in words."""
    [file] = shown.files
    file.data = forever
    await shown.wait_for_pictures(0)
    await fits(shown)
    [words] = [part for part in shown.parts if isinstance(part, str) and LATE in part]
    assert file.description[:200] in words


@pytest.mark.parametrize("room", [0, 1, 2, 1500])
async def test_a_late_picture_is_described_in_as_many_words_as_fit(room: int):
    late = Picture("a.png", forever, "word " * 200)
    said = 4000 - room
    full = page("x" * 2000, late, "x" * (said - 2000))
    await full.wait_for_pictures(0)
    await fits(full)
    assert full.text_length == min(4000, said + len(full_words(late)))


def full_words(file: Attachment) -> str:
    """All that is said in place of a picture."""
    return f"-# {LATE}; here is what it shows, as text.\n{file.description}"


async def forever(*, urgent: bool) -> Drawn:
    """A picture that is never drawn."""
    await asyncio.Event().wait()
    raise AssertionError


def fit_as_message(*controls: Row) -> None:
    """Fails where Discord would refuse these rows below the rest of a panel."""
    [frame] = components(page(*controls))
    assert len(list(walk(frame["components"]))) <= 40 - 8
    within_limits(page(*controls))


@cache
def states(name: str, seats: int) -> list[Any]:
    """Positions of a random game and one of good play, the first and the last among them."""
    found: list[Any] = []
    for choose in (random_move, good_move):
        game = [g for g, _move in play(discover()[name], seats, seats, {}, choose)]
        found += [*game[:: max(1, 2 * (len(game) - 1) // STATES)], game[-1]]
    return found


async def gathered(tables: Tables, game: Game[Any], seats: int) -> Table:
    """A full lobby of people with long names."""
    table = await tables.open(
        NewTable(game, guild=BIG, channel=BIG, people=[Person(LONG[0], user=1)], seats=seats)
    )
    for seat in range(1, seats):
        await lobby.join(table, seat + 1, LONG[seat % len(LONG)])
    return table


async def played(table: Table, count: int) -> None:
    """Random moves on a table, so many or to the end."""
    chance = random.Random(count)
    for _ in range(count):
        if table.state.scores is not None:
            return
        seat = chance.choice(table.state.asked)
        move = chance.choice(table.game.legal(table.state, seat))
        await table.submit(seat, move, f"{table.seq}")


async def played_to_the_end(table: Table) -> None:
    """Sensible moves to the end: random ones take far longer in many a game."""
    while table.state.scores is None:
        assert table.seq < MANY
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"{table.seq}")


# --- Pages ---------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=17)
@every_table
async def test_every_page_of_a_random_game_fits(tables: Tables, game: Game[Any], seats: int):
    table, pictures = await gathered(tables, game, seats), Pictures()
    await fits(lobby_page(table))
    await lobby.start(table, 1)
    await all_pages_fit(table, pictures)
    await played(table, 20)
    await all_pages_fit(table, pictures)
    await played_to_the_end(table)
    await all_pages_fit(table, pictures)
    assert table.row.status == "over"
    for g in shared_victories(table.state):
        table.g = g
        board = await board_page(table, pictures, [])
        within_limits(board)
        winners = [escape_markdown(table.names[seat]) for seat in table.view(None)["winners"]]
        said = "share the victory!" if len(winners) > 1 else "wins!"
        state = next(part for part in board.parts if isinstance(part, str) and said in part)
        assert all(name in state for name in winners)


async def all_pages_fit(table: Table, pictures: Pictures) -> None:
    """Fails where Discord would refuse something that the table shows now to anybody."""
    everybody = [person.user for person in table.people if person.user]
    await fits(await board_page(table, pictures, everybody))
    await fits(await log_page(table, None))
    drawn = table.seq % len(table.people)  # how large pictures are is test_every_picture's
    for seat in range(len(table.people)):
        shown = await panels.panel_page(table, seat, pictures, note="word " * 60)
        await fits(shown) if seat == drawn else within_limits(shown)
        await fits_in_words(shown)
        await fits(await log_page(table, seat))
    await fits(await panels.answered_page(table, 0))


@every_table
async def test_every_lobby_fits(tables: Tables, game: Game[Any], seats: int):
    table = await gathered(tables, game, seats)
    invited = [InvitationRow(1, 10**18 + n, 0.0, n % 2) for n in range(20)]
    await fits(lobby_page(table, invited))
    for option in options_of(game).values():
        for value in option.values:
            await lobby.choose(table, 1, (option, value))
            await fits(lobby_page(table, invited))
            for user in (1, 2):
                await fits(options_page(table, user))
    await seating.leave(table, 1)
    await fits(lobby_page(table))
    await fits(ended_early_page(table))
    await fits(set_aside_page(table.row))
    await fits(set_aside_page(replace(table.row, game="faro")))


async def test_a_log_of_long_sentences_fits(tables: Tables):
    table = await gathered(tables, GAMES[0], GAMES[0].seats[0])
    await lobby.start(table, 1)
    for n in range(60):
        await tables.store.moves.add(news_line(table, n + 1, "word " * 60))
    log = await log_page(table, None)
    await fits(log)
    assert "word word" in str(components(log))
    await fits(await board_page(table, Pictures(), []))


def news_line(table: Table, seq: int, text: str) -> MoveRow:
    """A line of the log that tells everybody something."""
    assert table.last is not None
    return replace(
        table.last, seq=seq, kind="move", news=to_json([[text, {}, None]]), made=time.time()
    )


async def test_a_list_of_many_games_fits_and_says_how_many_more_there_are(tables: Tables):
    many, wait = 70, 0
    for n in range(many):
        table = await tables.open(
            NewTable(
                GAMES[0], guild=BIG, channel=BIG + n, people=[Person(LONG[0], user=1)], seats=2
            )
        )
        await lobby.join(table, 2, LONG[1])
        await lobby.start(table, 1)
        asked = table.waiting_people()
        users = [table.people[seat].user or 0 for seat in asked]
        await tables.store.turns.save(
            TurnRow(table.id, seat, user, 0, 0.0, None, None)
            for seat, user in zip(asked, users, strict=True)
        )
        wait += 1 in users
    shown = await waiting_page(tables.store, tables, 1)
    await fits(shown)
    texts = [part for part in shown.parts if isinstance(part, str)]
    left_out = [int(n) for n in re.findall(r"^-# and (\d+) more$", "\n".join(texts), re.MULTILINE)]
    listed = "\n".join(texts).count("· [")
    assert left_out and listed + sum(left_out) == many
    assert texts[1].count("· [") <= wait


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a machine may be busy
@given(st.lists(st.integers(1, 5000), min_size=1, max_size=12))
def test_texts_share_the_room_and_the_longest_are_cut(lengths: list[int]):
    shown = page(*("x" * length for length in lengths))
    left = [len(part) for part in shown.parts if isinstance(part, str)]
    assert sum(left) <= 4000
    if sum(lengths) <= 4000:
        assert left == lengths
    else:
        assert sum(left) > 4000 - len(lengths)
        cut = [now for now, before in zip(left, lengths, strict=True) if now < before]
        assert max(left) == max(cut)


@given(st.lists(st.text("ab ", min_size=1, max_size=300), min_size=1, max_size=60))
def test_a_list_loses_whole_entries(entries: list[str]):
    [text] = [part for part in page(entries).parts if isinstance(part, str)]
    lines = text.split("\n")
    assert len(text) <= 4000
    if lines != entries:
        assert lines[-1] == f"-# and {len(entries) - len(lines) + 1} more"
        assert lines[:-1] == entries[: len(lines) - 1]
        assert len("\n".join(entries[: len(lines)])) + len(lines[-1]) + 1 > 4000


async def test_a_late_picture_does_not_stop_play_and_comes_with_the_next_press(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
):
    sim = SimServer.of(simcord_env, "Ada", "Ben")
    await sim.gather()
    [name, *_] = await sim.asked()
    monkeypatch.setattr("bot.interactions.replies.MAX_PICTURE_WAIT_S", 0)
    late = (await sim.press(name, "Move")).response
    assert LATE in str(parts(late)) and not late.attachments
    assert [part for part in parts(late) if part["type"] in (BUTTON, SELECT)]
    monkeypatch.undo()
    shown = (await sim.press(name, "Move")).response
    assert LATE not in str(parts(shown)) and len(shown.attachments) == 1


# --- Rules ---------------------------------------------------------------------------------------


@every_game
async def test_the_contents_of_the_rules_fit(game: Game[Any]):
    await fits(await contents_page(Pictures(), game))


@every_game
async def test_every_chapter_and_rule_is_shown_whole_and_fits(
    game: Game[Any], simcord_env: simcord.Env
):
    sim = SimServer.of(simcord_env, "Ada")
    book = rulebook(game.name)
    first = (await sim.command("Ada", "rules", game=game.name)).response
    read = ""
    for custom_id, value in list(options(first).values()):
        await sim.people["Ada"].select(first, [value], custom_id=custom_id)
        shown = parts(first)
        said = "\n".join(part["content"] for part in shown if part["type"] == TEXT)
        assert sum(len(part["content"]) for part in shown if part["type"] == TEXT) <= 4000
        assert len(shown) <= 40
        read += said
    assert all(rule.text in read for rule in book.rules.values())
    longest = max(book.rules.values(), key=lambda rule: len(rule.text))
    answer = await sim.command("Ada", "rules", game=game.name, rule=longest.number)
    assert longest.text in str(parts(answer.response))


# --- Menus ---------------------------------------------------------------------------------------


def reached(it: Asked) -> dict[str, str]:
    """The moves that can be reached through the menu, with their labels; every page fits."""
    it.question.menu = None  # a plain menu, whatever the game wants
    found = {move: it.labels[move] for move in it.settings}
    apart = in_rows([it.button(move) for move in found])  # on a page of their own
    fit_as_message(*apart)
    moves = {move: label for move, label in it.labels.items() if move not in found}
    ahead, seen = [""], {""}
    while ahead:
        prefix = ahead.pop()
        shown = entries(moves, prefix)
        _told, rows = controls(it, prefix)
        fit_as_message(*rows)
        said = str(components(page(*rows)))
        for entry in shown:
            if not entry.is_heading:
                assert f":{entry.words}'" in said, entry
                found[entry.words] = entry.label
            elif entry.words not in seen:
                seen.add(entry.words)
                ahead.append(entry.words)
        if prefix:
            assert "'Back'" in said
    return found


@pytest.mark.sampled(one_in=5)
@every_table
def test_every_move_is_reached_through_the_menu(game: Game[Any], seats: int):
    for g in states(game.name, seats):
        for seat in (*g.asked, *g.answers):
            it = asked(game, g, seat, BIG, BIG)
            assert reached(it) == it.labels
            assert all(len(move) + len(f"into:{BIG}:{BIG}:") <= 100 for move in it.labels)


def grid(*sizes: int, verb: str = "put") -> dict[str, str]:
    """Moves of a verb and as many words as there are sizes."""
    words = [""]
    for size in sizes:
        words = [f"{each} {n}" for each in words for n in range(size)]
    return {f"{verb}{each}": f"Put{each.replace(' ', ' number ')}" for each in words}


SYNTHETIC = {
    "one": {"pass": "Pass"},
    "ten buttons": grid(10),
    "eleven options": grid(11),
    "twenty-six": grid(26),
    "a hundred": grid(100),
    "300 of one word": grid(300),
    "300 of four words": grid(5, 5, 4, 3),
    "300 of two words": grid(3, 100),
    "300 of three words": grid(30, 2, 5),
    "long and short": grid(40) | grid(40, 3) | {"put": "Put", "pass": "Pass"},
    "beginnings of others": {"pass": "Pass", "pass all": "Pass for good"} | grid(20, 20),
    "alike words": grid(30, verb="buy") | grid(30, verb="buyer") | grid(30, verb="buy 1"),
    "one label": dict.fromkeys(grid(12, 12), "The same"),
    "long labels": dict.fromkeys(grid(13, 13), "word " * 60),
    "many verbs": {
        f"{verb} {n}": f"{verb} {n}" for verb in "abcdefghijklmnopqrs" for n in range(9)
    },
}


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("kind", SYNTHETIC)
def test_every_move_of_a_long_list_is_reached_through_the_menu(kind: str):
    moves = SYNTHETIC[kind]
    assert reached(asked_for(moves, table=BIG, question=BIG)) == moves
    assert reached(asked_for(moves, unusual=[*moves][::7], table=BIG, question=BIG)) == moves


@pytest.mark.sampled(one_in=5)
@every_table
def test_every_move_takes_few_presses(game: Game[Any], seats: int):
    for g in states(game.name, seats):
        for seat in (*g.asked, *g.answers):
            panel = Panel(game, g, seat)
            for move in panel.question:
                assert presses(Decision(game, g, seat, move), panel) <= MOST, move


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_a_heading_says_what_stands_in_all_labels_behind_it(game: Game[Any], language: str):
    for g in states(game.name, game.seats[0]):
        for seat in g.asked:
            moves = labels(game, g, seat, language)
            for entry in entries(moves):
                behind = [moves[move] for move in moves if move.startswith(f"{entry.words} ")]
                if entry.is_heading:
                    said = plain_words(entry.label.removesuffix(" …"))
                    assert all(said in plain_words(label) for label in behind), behind


def plain_words(label: str) -> str:
    """The words of a label, without what headings do not keep."""
    return " ".join(label.replace(":", "").lower().split())


def labels(game: Game[Any], g: Any, seat: int, language: str) -> dict[str, str]:
    """The moves of a seat as a reader of a language finds them in a menu."""
    names = seat_names(g.seats)
    with using_language(language, game.name):
        return {move: translate(game.label(g, seat, move), names) for move in game.legal(g, seat)}


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("kind", SYNTHETIC)
def test_every_move_of_a_long_list_is_reached_word_by_word(kind: str):
    moves = SYNTHETIC[kind]
    for move in random.Random(1).sample(list(moves), min(30, len(moves))):
        said: list[str] = []
        for word in move.split(" "):
            assert word in next_words(moves, said)
            said.append(word)


def test_a_menu_never_leads_back_to_itself():
    for moves in SYNTHETIC.values():
        for entry in entries(moves):
            if entry.is_heading:
                inside = [each.words for each in entries(moves, entry.words)]
                assert inside and inside != [entry.words]


def test_a_text_is_cut_only_where_it_is_too_long():
    assert truncate("wig", 3) == "wig"
    assert truncate("wigs", 3) == "wi…"
    assert len(truncate("word " * 50, 80)) <= 80


# --- Commands ------------------------------------------------------------------------------------


def leaves(command: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The commands that can be called, by their whole names."""
    name = f"{path} {command['name']}".strip()
    inner = [each for each in command.get("options", []) if each["type"] in (1, 2)]
    if not inner:
        yield name, command
    for each in inner:
        yield from leaves(each, name)


@every_game
async def test_every_verb_of_a_game_is_a_command(game: Game[Any], simcord_env: simcord.Env):
    group = simcord_env.bot.tree.get_command(game.name).to_dict(simcord_env.bot.tree)
    named = {name.split()[1]: command for name, command in leaves(group)}
    assert set(named) == game.verbs.keys()
    for verb, command in named.items():
        said = [(each["name"], each["required"]) for each in command["options"]]
        assert said == [*game.verbs[verb].words, ("game", False)]


@pytest.mark.sampled
@every_game
async def test_autocompletion_offers_at_most_25_short_choices(
    game: Game[Any], simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
):
    sim = SimServer.of(simcord_env, "Ada")
    await sim.start("Ada", game=game.name, computers=game.seats[0] - 1)
    many = {
        f"{next(iter(game.verbs))} {n} {'x' * 120}": f"{'long label ' * 20}{n}" for n in range(60)
    }
    many |= {f"{next(iter(game.verbs))} {n}": f"{'long label ' * 20}{n}" for n in range(60)}
    ada = sim.people["Ada"]
    for listed in (None, many):
        if listed is not None:
            monkeypatch.setattr(
                "bot.pages.questions.labelled_moves", lambda table, seat, typed="": many
            )
        for typed in ("", "a", "1"):
            offered = [
                await ada.autocomplete(sim.room, "move", "move", typed),
                await ada.autocomplete(sim.room, "move", "game", typed),
                await ada.autocomplete(sim.room, "rules", "rule", typed, game=game.name),
                await ada.autocomplete(sim.room, "rules", "game", typed),
                await ada.autocomplete(sim.room, "game new", "game", typed),
                await ada.autocomplete(sim.room, "league new", "options", typed, game=game.name),
            ]
            for verb, facts in game.verbs.items():
                for word, _ in facts.words[:1]:
                    offered.append(
                        await ada.autocomplete(sim.room, f"{game.name} {verb}", word, typed)
                    )
            for choices in offered:
                assert len(choices) <= 25
                assert all(1 <= len(each["name"]) <= 100 for each in choices)
                assert all(1 <= len(str(each["value"])) <= 100 for each in choices)
            assert listed is None or typed == "a" or offered[0]


def test_a_grid_is_drawn_whole_and_what_is_closed_is_disabled():
    grid = [[f"sow {3 * row + column}" for column in (1, 2, 3)] for row in range(3)]
    moves = {
        "sow 2": "Sow on 2",
        "sow 9": "Sow on 9 for one silk (2 left)",
        "roll": "Roll the dice",
    }
    [frame] = components(page(*controls(asked_for(moves, menu=grid, question=5))[1]))
    drawn = [line["components"] for line in frame["components"]]
    assert [[each["label"] for each in line] for line in drawn[:3]] == [
        ["1", "Sow on 2", "3"],
        ["4", "5", "6"],
        ["7", "8", "9"],
    ]
    open_cells = [each["custom_id"] for line in drawn[:3] for each in line if not each["disabled"]]
    assert open_cells == ["move:7:5:sow 2", "move:7:5:sow 9"]
    assert [each["label"] for each in drawn[3]] == ["Roll the dice"]
