"""What to press and what to type: /help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.interactions import Client, Context, command, extension, picked
from bot.interactions.controls import one_of
from bot.interactions.finding import table_here
from bot.pages.page import Option, Page, Row, Select, page
from bot.pages.samples import sample
from bot.table import Refused
from bot.texts.languages import _, spoken
from games import discover


@dataclass(slots=True)
class Topic:
    """A page of the help: its title, its text, the commands that belong to it."""

    title: str
    text: str
    commands: tuple[str, ...] = ()


TOPICS: dict[str, Callable[[], Topic]] = {}


def topic(make: Callable[[], Topic]) -> Callable[[], Topic]:
    """Adds a page, which is made in the language of whoever reads it."""
    TOPICS[make.__name__] = make
    return make


@topic
def playing() -> Topic:
    """Making moves."""
    return Topic(
        _("Playing"),
        _(
            "Press **Move** under the board: it shows you your own picture, what is asked, and a"
            " button or a list for everything you may do. Only you see it. A list that ends in “…”"
            " leads on to another one.\nWhoever likes to type uses /move, or the command of the"
            " game itself: both complete what you type to what is open to you."
        ),
        ("move", "hand", "game board"),
    )


@topic
def private() -> Topic:
    """Secrets and DMs."""
    return Topic(
        _("Private messages"),
        _(
            "What only you may know I show behind **Move** and **My hand**, or in a direct message"
            " when you are asked for a secret. Answer there or at the table, as you like. If I"
            " cannot write to you, I call you in the channel instead."
        ),
        ("game dms", "watch"),
    )


@topic
def time() -> Topic:
    """Deadlines and calls."""
    return Topic(
        _("Deadlines and calls"),
        _(
            "The lobby chooses a pace and what is done when time is up; the board says until when"
            " an answer is due. I call you once for a question and remind you twice; quiet hours,"
            " absence, and calls by direct message, grouped or once a day are yours to settle."
        ),
        ("games", "away", "settings calls", "settings time"),
    )


@topic
def back() -> Topic:
    """Undo."""
    return Topic(
        _("Taking back"),
        _(
            "**Take back my last move** stands below your buttons until somebody else has moved, or"
            " until your move has brought something unknown to light: a card, a die, a secret."
            " What you took back you can make after all. Anything further back the table decides"
            " together, with **Take back more …**; chance is drawn anew from there."
        ),
        ("game undo",),
    )


@topic
def ahead() -> Topic:
    """Answers in advance."""
    return Topic(
        _("Answering in advance"),
        _(
            "Where a game has questions that can be answered early, **Answer in advance** stands"
            " below your buttons. The answer is given when the question comes, if it is still open"
            " to you; else it is dropped and you are told. Nobody else sees it."
        ),
    )


@topic
def leaving() -> Topic:
    """Leaving and ending."""
    return Topic(
        _("Leaving and ending"),
        _(
            "A lobby is left with its button. In a game that runs a computer player takes the seat"
            " of whoever leaves, and anybody can take it from there. You can also have a computer"
            " player hold your seat for a while, or give it to somebody else. A game ends"
            " unfinished if all people agree, and the table can go on without"
            " somebody who stays silent."
        ),
        ("game leave", "game handover", "game give", "game without", "game abandon"),
    )


@topic
def computers() -> Topic:
    """Computer players."""
    return Topic(
        _("Computer players"),
        _(
            "**Add computer player** in the lobby seats one. They see what a player on their seat"
            " would see, and nothing more. To learn a game, play against one at your own pace: your"
            " first turn is explained."
        ),
        ("tutorial", "game new"),
    )


@topic
def looking() -> Topic:
    """Rules, cards, boards."""
    return Topic(
        _("Looking things up"),
        _(
            "**Rules** and **Log** stand under every board. Every rule has a number and can be"
            " found by a word of it; every card can be looked at by a part of its name. The whole"
            " table can be read as text."
        ),
        ("rules", "card", "game text", "game list"),
    )


@topic
def languages() -> Topic:
    """Languages."""
    return Topic(
        _("Languages"),
        _(
            "I answer you in the language of your Discord, if I know it, or in the one you choose."
            " The board speaks that of the server, or what those who manage it have chosen. What"
            " is typed as a move is the same for everybody."
        ),
        ("settings language", "server language"),
    )


@topic
def privacy() -> Topic:
    """Privacy."""
    return Topic(
        _("Privacy"),
        _(
            "I store where you sit, what you moved, and what you settled; nothing of what people"
            " write. You can have all of it as a file, and you can have it deleted: games that have"
            " ended then call you Player 1 or the like."
        ),
        ("about", "mydata export", "mydata delete"),
    )


GROUPS: dict[str, tuple[str, ...]] = {
    "tables": ("game new", "game list", "games", "game leave", "tutorial", "watch"),
    "playing": ("move", "hand", "game board", "game text"),
    "looking": ("rules", "card", "history", "stats", "leaderboard"),
    "own": ("settings show", "away", "mydata export", "about"),
    "keeping": ("server show", "admin pause", "admin replace", "admin end"),
}


def group_title(name: str) -> str:
    """What a group of commands is for."""
    return {
        "tables": _("**Tables**"),
        "playing": _("**Playing**"),
        "looking": _("**Looking things up**"),
        "own": _("**Your own matters**"),
        "keeping": _("**For those who look after a server**"),
    }[name]


def topics(chosen: str = "") -> Row:
    """The select of all topics."""
    options = [
        Option(label=make().title, value=name, default=name == chosen)
        for name, make in TOPICS.items()
    ]
    return Row(Select("topic", 0, placeholder=_("Read more about …"), options=options))


@picked("topic", table=False)
async def pick_topic(ctx: Context) -> None:
    """Shows a topic in place of what was shown."""
    name = one_of(ctx.value, TOPICS)
    await ctx.bot.mentions.fetch()
    topic = TOPICS[name]()
    lines = "\n".join(line(ctx.bot, each) for each in topic.commands)
    await ctx.reply(f"### {topic.title}\n{topic.text}", *([lines] if lines else []), topics(name))


@command()
async def help_(ctx: Context) -> None:
    """Read what to press, and which commands there are."""
    await ctx.bot.mentions.fetch()
    try:
        game = (await table_here(ctx)).game.name
    except Refused:
        game = min(discover().values(), key=lambda each: each.weight).name
    await ctx.reply(await front(ctx.bot, game))


async def front(bot: Client, game: str) -> Page:
    """The first page: how a game is opened and played, with a board and the commands."""
    commands = [
        "\n".join([group_title(name), *[line(bot, each) for each in names]])
        for name, names in GROUPS.items()
    ]
    return page(
        _("### How to play here"),
        _(
            "{new:text} opens a table in a channel; others press **Join**, and anybody at the"
            " table presses **Start**. Under the board **Move** shows you what is asked and all"
            " that you may do; **My hand** is yours alone to see. For a first game,"
            " {tutorial:text} explains your first turn.",
            new=bot.mentions["game new"],
            tutorial=bot.mentions["tutorial"],
        ),
        await sample(bot.pictures, game),
        "\n".join(commands),
        topics(),
    )


def line(bot: Client, name: str) -> str:
    """A command that can be pressed, and what it does; KeyError where there is none."""
    found: Any = bot.tree
    for word in name.split():
        found = found.get_command(word)
        if found is None:
            raise KeyError(name)
    return f"· {bot.mentions[name]} {spoken(found.description)}"


setup = extension(help_)
