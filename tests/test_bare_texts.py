"""Nothing in English reaches a player of another language: no literal goes to people as it stands,
and all that the bot sends is in the language of its readers, from texts that catalogues have.
"""

import ast
import importlib
import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord.interactions import command_leaves

import cogs
from atelier_testing.words import PLAIN, Pseudo
from bot.interactions.translator import Translator
from bot.pictures.drawing import describe_card
from bot.table.computers import COMPUTER_NAMES
from bot.texts.catalogue import entries
from bot.texts.languages import LANGUAGES, lexicon
from bot.texts.rulebook import rulebook
from bot.texts.translations.texts import ROOT, TEXT_CALLS, is_text
from games import discover, folder
from games.words import Lexicon, using_language
from tests.sim_server import SimServer, parts, without_bugs
from tests.test_fuzz_interactions import World, pressed_at_random, typed_at_random

pytestmark = pytest.mark.simcord(settle_timeout=60)

# --- In the sources ------------------------------------------------------------------------------

ROOMS = (
    "cogs",
    *(f"bot/{room}" for room in ("interactions", "outbox", "pages", "pictures", "players")),
    *(f"bot/{room}" for room in ("standings", "table", "texts", "web")),
)
"""Where sentences for players are made. The other rooms talk to those who run the bot."""
WORDS = re.compile(r"[^\W\d_]{2}[^\w\s]*\s|\s[^\w\s]*[^\W\d_]{2}")
"""What a text has that is no name: a word beside a space."""
WORD = re.compile(r"[^\W\d_]{2}")
HTML = re.compile(r"</?\w[^<>]*>|[\w-]+=\"[^\"]*\"")
"""What nobody reads of a web page: the names of its elements, and their attributes."""
SHOWN = ("label", "placeholder", "description")
"""Named arguments that people read: not even a single word stands there."""
TOLD = (
    "Refused",
    "Stale",
    "ChannelBusy",
    "NewerRelease",
    "Option",
    "page",
    "reply",
    "send_ephemeral",
)
"""What is given to these, people read, too."""
FOR_HOSTS = ("debug", "info", "warning", "error", "exception", "log_error", "Damaged", "cast")
"""What is given to these, only those read who run the bot or write it."""
NOT_SAID = {
    "### Atelier {}": "the name of the bot",
    "outage since {} at table {}": "a nonce",
    "Discord did not take the commands of the bot: {}.": "ends the start",
    "every message that was sent is gone or cannot be edited": "goes to the log",
    "a direct message waits for {} s": "goes to the log",
    "forget {}": "a move",
    "ahead {} {}": "a move",
    "move:{}": "the value of an option",
    "into:{}": "the value of an option",
    "private, max-age=31536000, immutable": "for browsers",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'": "for browsers",
    "event: {}\ndata: {}\n\n": "for browsers",
    '<time datetime="{}">{} UTC</time>': "called so in every language",
    "end|resume|pause [0-9]{1,3}|out [0-9]{1,3} [0-9]{1,9}|undo [0-9]{1,9} [0-9]{1,9}"
    "|pace [A-Za-z0-9:/_+ -]{2,80}|extend [0-9]{1,2} [0-9]{1,9}": "a pattern",
}
"""Literals with words that no player reads, and why."""


def commands() -> set[str]:
    """The names of the commands that are not made from the moves of a game."""
    found: set[str] = set()
    for file in Path(*cogs.__path__).glob("[a-z]*.py"):
        for part in vars(importlib.import_module(f"cogs.{file.stem}")).values():
            if isinstance(part, app_commands.Group):
                found |= {each.qualified_name for each in part.walk_commands()}
    return found


def bare(tree: ast.AST) -> Iterator[str]:
    """The literals of a module that people read as they stand; a value in one is {}."""
    passed: set[int] = set()
    shown: set[int] = set()
    for node in ast.walk(tree):
        for given in _not_bare(node):
            passed |= {id(each) for each in ast.walk(given)}
        shown |= {id(each) for each in _read_by_people(node)}
        if isinstance(node, ast.JoinedStr):
            passed |= {id(each) for each in node.values if isinstance(each, ast.Constant)}
    for node in ast.walk(tree):
        text = _text(node)
        if text is None or id(node) in passed:
            continue
        if (WORD if id(node) in shown else WORDS).search(HTML.sub("", text)):
            yield text


def _not_bare(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node is translated, documents the source, or is for those who run the bot."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value  # a docstring
    elif isinstance(node, ast.Assert) and node.msg:
        yield node.msg
    elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ABOUT":
        yield node.value  # a level of computer players
    elif isinstance(node, ast.Call):
        name = _name(node)
        if name in TEXT_CALLS:
            place = TEXT_CALLS[name]
            named = [keyword.value for keyword in node.keywords]
            yield from named if place is None else node.args[place : place + 1]
        elif name in FOR_HOSTS:
            yield from node.args
        elif name == "create_task":
            yield from (keyword.value for keyword in node.keywords)


def _read_by_people(node: ast.AST) -> Iterator[ast.AST]:
    """What of a call people read without any more being done to it."""
    if isinstance(node, ast.Call):
        given = [each.value for each in node.keywords if each.arg in SHOWN]
        given += node.args if _name(node) in TOLD else []
        for each in given:
            yield from (each.body, each.orelse) if isinstance(each, ast.IfExp) else (each,)


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(
            getattr(each, "value", "") if _is_text(each) else "{}" for each in node.values
        )
    return node.value if _is_text(node) else None  # pyright: ignore[reportAttributeAccessIssue]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@cache
def bare_literals() -> dict[str, list[str]]:
    return {
        str(file.relative_to(ROOT)): [*bare(ast.parse(file.read_text("utf-8")))]
        for room in ROOMS
        for file in sorted((ROOT / room).rglob("*.py"))
        if "translations" not in file.parts  # tools for translators
    }


def test_no_literal_goes_to_players_as_it_stands():
    allowed = commands() | NOT_SAID.keys()
    left = {
        name: [text for text in texts if text not in allowed]
        for name, texts in bare_literals().items()
    }
    assert {name: texts for name, texts in left.items() if texts} == {}


@pytest.mark.parametrize(
    "source",
    [
        'raise Refused(f"You sit at no table of {title}.")',
        'ctx.reply("Done")',
        'hint = "Type a part of its name."',
        'part = f" ({n} of {all})"',
        'Button("back", 1, label="Back")',
        'Select("more", 1, placeholder="More" if more else _("Less"))',
        'names.append((f"{title} (waits)", number))',
    ],
)
def test_a_literal_on_its_way_to_a_player_is_found(source: str):
    assert list(bare(ast.parse(source)))


def test_every_exception_is_needed():
    assert NOT_SAID.keys() <= {text for texts in bare_literals().values() for text in texts}


# --- What is sent --------------------------------------------------------------------------------

NAMES = ("Ada", "Ben", "Cleo")
SAID = ("content", "label", "placeholder", "description", "name")
QUESTIONS = 3
"""So many questions are answered at a table of each game."""
TRANSLATED = [name for name in discover() if folder(name).joinpath("translations").is_dir()]
"""The games that have catalogues; the others speak English."""
PICTURES = ("attachments", "items")
"""What they show is told by the games; test_every_word.py sees to that."""
VERBS = {first for game in discover().values() for v in game.verbs.values() for first in v.firsts}
MOVE = rf"(?:{'|'.join(sorted(VERBS, reverse=True))})(?: [a-z0-9_+.-]+)*"
SAME = re.compile(
    "|".join(
        [
            r"[“„«「].*?[”“»」]",  # what was typed, or how those who run the bot call it
            r"`[^`]*`|<[^>]*>|\]\([^)]*\)|https://\S+",  # code, mentions and moments, addresses
            r"/[a-z_-]+( [a-z_]+)?|[a-z_]+=[a-z0-9_-]+",  # commands, options
            rf"(?<=: ){MOVE}(, {MOVE})*",  # the moves that are open instead of another one
            r"\b(ahead|forget)(?=:)",  # how answers in advance are typed
            r"^[a-z0-9_+.-]+ · ",  # the word of a move that is completed
            r"\b[A-Za-z]{1,3}[0-9]+\b|\b[IVX]+\b|UTC|[A-Z]\w+/\w+|Atelier",
            *(re.escape(game.title) for game in discover().values()),
            r"Player [1-5]",  # who has erased their data
            *(*NAMES, "Dora", *COMPUTER_NAMES, *LANGUAGES.values()),
        ]
    ),
    re.DOTALL,
)
"""What is the same in all languages."""


class Heard(Pseudo):
    """A catalogue that has every text, in other letters, and keeps which were looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def __getitem__(self, text: str) -> str:
        """The text in other letters."""
        self.texts.add(text)
        return super().__getitem__(text)


class Foreign(SimServer):
    """A server in which all speak the other language."""

    async def press(self, name: str, label: str, message: Any = None) -> Any:
        """Somebody presses a button, named by its English label."""
        return await super().press(name, Pseudo()[label], message)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """What is looked up while all read a language that differs from English in every letter."""
    heard = Heard()
    other = Lexicon("bg", heard)
    monkeypatch.setattr("bot.texts.languages.lexicon", lambda *_of: other)
    monkeypatch.setattr("bot.interactions.translator.lexicon", lambda *_of: other)
    return heard


@pytest.fixture
def sim(
    heard: Heard,
    simcord_env: simcord.Env,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Iterator[SimServer]:
    """A server with three people and one who keeps order; nothing is drawn."""
    for draw in ("draw", "draw_card", "draw_chart"):
        monkeypatch.setattr(f"bot.pictures.drawing.{draw}", lambda *_args: b"PNG")
    monkeypatch.setattr("bot.pictures.replays.replay", lambda *_args: b"GIF")
    with without_bugs(caplog):
        sim = Foreign.of(simcord_env, *NAMES)
        sim.add("Dora", manage_guild=True, manage_messages=True)
        yield sim


def sent(sim: SimServer) -> Iterator[str]:
    """The texts of all messages, controls and lists that the bot has sent."""
    for request in sim.env.http_requests:
        if not request.path.endswith("/commands"):
            yield from texts_of(request.json)


def texts_of(data: Any) -> Iterator[str]:
    """The texts in what was sent that people read."""
    if isinstance(data, list):
        for each in data:
            yield from texts_of(each)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in SAID and isinstance(value, str):
                yield value
            elif key not in PICTURES:
                yield from texts_of(value)


def described(commands: Iterable[dict[str, Any]]) -> Iterator[str]:
    """What Discord shows of commands, their options and choices beside the names that are typed."""
    for each in commands:
        key = "description" if "description" in each else "name"
        yield from (each.get(f"{key}_localizations") or {"": each[key]}).values()
        yield from described([*each.get("options", ()), *each.get("choices", ())])


def english(texts: Iterable[str]) -> list[str]:
    """What is English in these, each line once."""
    bare = {line for text in texts for line in SAME.sub("", text).split("\n")}
    return sorted(line for line in bare if any(c in PLAIN for c in line))


@cache
def known() -> set[str]:
    """The texts that the catalogues have, and the rule books, which are in one language each."""
    found = set(lexicon("de").texts)
    for game in discover():
        book = rulebook(game)
        found |= {book.glance, *(rule.text for rule in book.rules.values())}
    return found


def assert_all_is_said(texts: Iterable[str], heard: Heard) -> None:
    """Asserts that texts are in the other language, and all that was said is in the catalogues."""
    assert "\n".join(english(texts)) == ""
    unknown = {text for text in heard.texts - known() if is_text(text) and english([text])}
    assert "\n".join(sorted(unknown)) == ""


def value(sim: SimServer, option: dict[str, Any], last: bool) -> Any:
    """A sensible value of an option: of a choice the first, or the last."""
    if choices := option.get("choices"):
        return choices[-last]["value"]
    values: dict[int, Any] = {
        3: TYPED.get(option["name"]),
        4: option.get("min_value", 1),
        5: last,
        6: sim.people["Ben"],
        7: sim.room,
    }
    return values.get(option["type"])


TYPED = {
    "game": "wigs",
    "card": "Bon Vivant",
    "rule": "1.1",
    "options": "end_gold=25",
    "pace": "36h",
    "until": "3 days",
    "zone": "Europe/Berlin",
    "quiet": "22:00-07:00",
    "table": "1",
    "title": "1",
    "move": "nothing",
}
"""What people type for options."""


async def use_every_command(sim: SimServer, name: str, room: Any, *, fully: bool) -> None:
    """Somebody types each command of no one game, with few options or with all and their lists."""
    actor = sim.people[name]
    visible = sim.env.backend.visible_commands(user_id=actor.id, channel_id=room.id)
    for path, leaf in [each for one in visible for each in command_leaves(one)]:
        if path[0] in discover() or path == ["game", "text"]:  # pictures in words
            continue
        wanted = [each for each in leaf.get("options", ()) if fully or each.get("required")]
        given = {each["name"]: value(sim, each, fully) for each in wanted}
        given = {name: typed for name, typed in given.items() if typed is not None}
        for option in wanted:
            if fully and option.get("autocomplete"):
                await actor.autocomplete(room, " ".join(path), option["name"], "", **given)
        await sim.command(name, " ".join(path), room, **given)


async def press_everything(sim: SimServer, name: str, message: Any) -> None:
    """Somebody uses each button, and first and last options, before anything is answered."""
    for part in parts(message):
        custom_id, listed = part.get("custom_id"), part.get("options", ())
        if custom_id is None or part.get("disabled"):
            continue
        if not listed:
            sim.send(name, message, custom_id)
        for picked in (
            (listed[: part["min_values"]], listed[-part["max_values"] :]) if listed else ()
        ):
            values = [each["value"] for each in picked]
            sim.send(name, message, custom_id, values)
    await sim.env.settle()


@pytest.mark.sampled(one_in=4)
async def test_all_that_commands_answer_is_in_the_language_of_the_reader(
    sim: SimServer, heard: Heard
):
    world = World(sim, random.Random(1))
    await world.fill()
    running, lobby, ended = world.rooms
    await use_every_command(sim, "Ada", sim.room, fully=False)
    await use_every_command(sim, "Cleo", running, fully=False)
    await use_every_command(sim, "Ada", lobby, fully=True)
    await use_every_command(sim, "Ada", ended, fully=True)
    await use_every_command(sim, "Dora", running, fully=True)
    assert_all_is_said(sent(sim), heard)


@pytest.mark.sampled
@pytest.mark.parametrize("game", TRANSLATED)
async def test_all_that_is_said_at_a_table_is_in_the_language_of_the_reader(
    sim: SimServer, heard: Heard, game: str
):
    hall = sim.guild.create_text_channel("hall")
    await sim.open(game=game, seats=discover()[game].seats[-1], room=hall)
    for name in ("Cleo", "Ada"):
        await press_everything(sim, name, sim.posts(hall)[0])
    table = await sim.start("Ada", "Ben", game=game, pace="fast", seats=discover()[game].seats[0])
    for _ in range(QUESTIONS):
        for seat in list(table.state.asked):
            name = NAMES[seat]
            panel = await sim.press(name, "Move")
            await press_everything(sim, name, panel.response)
            if seat in table.state.asked:
                await sim.make_where_asked(name, table.game.default(table.state, seat))
    for name, message in (("Cleo", sim.board()), ("Ada", sim.board())):
        await press_everything(sim, name, message)
    for message in sim.dms("Ada"):
        await press_everything(sim, "Ada", message)
    assert_all_is_said(sent(sim), heard)


@pytest.mark.sampled(one_in=4)
async def test_all_refusals_are_in_the_language_of_the_reader(sim: SimServer, heard: Heard):
    await typed_at_random(sim, 25, seed=1)
    await pressed_at_random(sim, 25, seed=2)
    assert_all_is_said(sent(sim), heard)


async def test_all_commands_are_described_in_the_language_of_the_reader(
    sim: SimServer, heard: Heard, monkeypatch: pytest.MonkeyPatch
):
    for module in ("commands", "models", "transformers"):
        monkeypatch.setattr(f"discord.app_commands.{module}.Locale", [discord.Locale.bulgarian])
    tree = sim.bot.tree
    sent = [await each.get_translated_payload(tree, Translator()) for each in tree.get_commands()]
    assert_all_is_said(described(sent), heard)


def test_every_card_is_described_in_the_language_of_the_reader(heard: Heard):
    with using_language(Lexicon("bg", heard)):
        texts = [describe_card(entry.card) for entry in entries()]
    assert texts
    assert_all_is_said(texts, heard)
