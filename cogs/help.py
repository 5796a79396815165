"""Help: /help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.interactions import Client, Context, command, extension, picked
from bot.interactions.controls import one_of
from bot.interactions.finding import find_table
from bot.pages.page import Option, Page, Row, Select, page
from bot.pages.samples import sample
from bot.table import Refused
from bot.texts.languages import _, translate
from games import discover


@dataclass(slots=True)
class Topic:
    """A page of the help: its title, its text, the commands that belong to it."""

    title: str
    text: str
    commands: tuple[str, ...] = ()


def topics() -> dict[str, Topic]:
    """The topics in the reader's language."""
    return {
        "playing": Topic(
            _("Playing"),
            _(
                "Press **Move** under the board. It shows your own picture, your question, and"
                " a button or a list for everything you can do. Only you see it. An entry that"
                " ends in “…” opens another list.\nIf you like to type, use /move or the game's"
                " own command: both suggest your legal moves."
            ),
            ("move", "plan", "hand", "game board"),
        ),
        "broken": Topic(
            _("If nothing happens"),
            _(
                "**A button or a command fails in a thread:** the thread may be locked. Somebody"
                " who manages threads can unlock it; then I show the table again.\n"
                "**A list does nothing:** Discord sends nothing when you pick the same option"
                " twice. Pick another one first, or press **Move** once more.\n"
                "**The board is missing:** I may lack a permission in the channel. Ask somebody"
                " who manages the server. You can go on in our direct messages, with /move."
            ),
            ("move", "game board"),
        ),
        "private": Topic(
            _("Direct messages"),
            _(
                "Press **Move** or **My hand** to see what only you may know. I also "
                "send you a direct message when you have a secret choice. Answer there "
                "or at the table, as you like. If I cannot write to you, I notify you in "
                "the channel instead."
            ),
            ("game dms", "watch"),
        ),
        "time": Topic(
            _("Deadlines and notifications"),
            _(
                "The host sets the pace in the lobby, and what happens when time is up; the"
                " board says when an answer is due and why then. During the game, /game pace,"
                " /game extend and /game pause are votes. I notify you once for each question and"
                " remind you twice. Quiet hours, absence, and notifications by direct message,"
                " grouped or once a day can be set in /settings."
            ),
            ("turns", "away", "game together", "settings notifications", "settings time"),
        ),
        "back": Topic(
            _("Taking back"),
            _(
                "**Take back my last move** is below your buttons until somebody else "
                "has moved, unless your move revealed a card, a die or a secret. **Redo "
                "my move** makes it again. Anything further back needs a vote, with "
                "**Undo earlier moves …**: the moves after it are undone too, and later "
                "draws and rolls will be different."
            ),
            ("game undo",),
        ),
        "ahead": Topic(
            _("Answering in advance"),
            _(
                "If a question can be answered early, **Answer in advance** is below your"
                " buttons. Your answer is used when the question comes up. If it is no longer"
                " possible, it is cancelled and I tell you. Nobody else sees it."
            ),
        ),
        "hints": Topic(
            _("Hints"),
            _(
                "A host can allow hints, in the options of the lobby; the game is not rated then."
                " **Hint** below your buttons names a sensible move, what it would bring, what the"
                " question is about, and how much better than another move it is, as far as I can"
                " tell. I know only what you can see, and nobody learns that you have asked."
            ),
            ("hint", "game new"),
        ),
        "note": Topic(
            _("Notes"),
            _(
                "**Note** below your buttons keeps what you want to remember at a table. It is"
                " shown with your question and your hand, and nobody else sees it. If you empty"
                " it, it is gone."
            ),
            ("note",),
        ),
        "rematch": Topic(
            _("Playing again"),
            _(
                "**Rematch** under the board of a finished game opens a lobby with the same"
                " options, pace and computer players. The people who played are invited there,"
                " once, and choose for themselves. Everybody moves one seat up, and the first"
                " player becomes the last."
            ),
            ("game rematch", "game invite"),
        ),
        "review": Topic(
            _("Looking back"),
            _(
                "When a game has ended, **Review** under its board shows everybody's chance of"
                " winning over the game, the decisions that changed it most, and how close to the"
                " best moves each player came. A computer player works that out in some minutes."
                " Only you see it until you share it. **History** steps through the game, and"
                " **Replay** shows it as a film."
            ),
            ("review", "history"),
        ),
        "watching": Topic(
            _("Watching"),
            _(
                "/watch follows a game in which you do not play: I send you one message and keep it"
                " up to date. If this bot has web pages, **Web page** below the log gives you a"
                " link with which anybody can follow the game in a browser and look back on it."
                " The people at the table can close that page."
            ),
            ("watch", "history"),
        ),
        "results": Topic(
            _("Results and statistics"),
            _(
                "/stats shows results of games that were played to the end without hints: places,"
                " ratings, how fast somebody answers, and how they did against others. With a game"
                " it shows the best and the closest one, and the rating over time. /leaderboard"
                " shows who plays a game best, and with a year what a server played in it."
                " /mydata export gives you your own results as a table."
            ),
            ("stats", "leaderboard", "mydata export"),
        ),
        "leaving": Topic(
            _("Leaving and ending"),
            _(
                "You leave a lobby with its button. If you leave a running game, a computer"
                " player takes your seat until somebody claims it. You can also let a computer"
                " player hold your seat for a while, or give the seat to somebody else. A game"
                " ends early if everyone agrees, and the table can vote to go on without"
                " somebody who does not answer."
            ),
            ("game leave", "game handover", "game give", "game without", "game abandon"),
        ),
        "peace": Topic(
            _("People whom you do not want to meet"),
            _(
                "If you block somebody, they cannot invite you or offer you a seat, and neither of"
                " you can join where the other sits. Leagues seat you together only if there is no"
                " other way. Nobody is told: an invitation reads as if you wanted none at all, and"
                " a lobby says only that it has no seat for them. Where you play together already,"
                " the game goes on. If somebody troubles your server, its moderators can ban them"
                " from new tables."
            ),
            ("settings block", "settings unblock", "admin ban", "admin unban"),
        ),
        "computers": Topic(
            _("Computer players"),
            _(
                "**Add computer player** in the lobby seats one. It sees only what a "
                "player in its seat would see. To learn a game, play against one at your "
                "own pace: your first turn is explained."
            ),
            ("tutorial", "game new"),
        ),
        "puzzles": Topic(
            _("Puzzles"),
            _(
                "A puzzle shows a position from a game and some of its moves, one of which is"
                " clearly the best. When you have chosen, I show how often each of them wins. In a"
                " server everybody gets the same puzzle, one a day, and nobody sees what you chose."
                " In our direct messages you can choose a game and have as many as you like."
            ),
            ("puzzle",),
        ),
        "leagues": Topic(
            _("Leagues"),
            _(
                "A league plays a game in seasons of several rounds. **Join** on its message signs"
                " you up. In each round people sit together who stand near each other and have met"
                " least; every table is a thread of the channel. The next round opens when all"
                " tables have ended. If you give up your seat, a computer player takes it, and you"
                " leave the season. Where there are divisions, the best move up after a season and"
                " the last move down."
            ),
            (
                *("league join", "league leave", "league standings", "league double"),
                "league new",
            ),
        ),
        "looking": Topic(
            _("Looking things up"),
            _(
                "**Rules** and **Log** stand under every board. Every rule has a number and can be"
                " found by a word of it; every card can be looked at by a part of its name. The"
                " whole table can be read as text."
            ),
            ("rules", "card", "game text", "game list"),
        ),
        "languages": Topic(
            _("Languages"),
            _(
                "I answer in the language of your Discord if I know it, or in the one you"
                " choose. Boards appear in the language of the server. Moves are typed the same"
                " way in every language."
            ),
            ("settings language", "server language"),
        ),
        "privacy": Topic(
            _("Privacy"),
            _(
                "I store your seats, your moves, your settings and the notes that you make for"
                " yourself, and nothing else that people write. You can get all of it as a file,"
                " and you can have it deleted: finished games then show you as Player 1 or"
                " similar."
            ),
            ("about", "mydata export", "mydata delete"),
        ),
    }


def command_groups() -> dict[str, tuple[str, ...]]:
    """The commands of the first page, by heading."""
    return {
        _("**Tables**"): (
            "game new",
            "game rematch",
            "game list",
            "turns",
            "game leave",
            "tutorial",
            "watch",
            "league join",
        ),
        _("**Playing**"): ("move", "hand", "note", "game board", "game text"),
        _("**Looking things up**"): ("rules", "card", "history", "review", "stats", "leaderboard"),
        _("**Your settings and data**"): ("settings show", "away", "mydata export", "about"),
        _("**Server admins**"): (
            "server show",
            "league new",
            "admin pause",
            "admin replace",
            "admin end",
        ),
    }


def topic_select(chosen: str = "") -> Row:
    options = [
        Option(label=topic.title, value=name, default=name == chosen)
        for name, topic in topics().items()
    ]
    return Row(Select("topic", 0, placeholder=_("Read more about …"), options=options))


@picked("topic", table=False)
async def pick_topic(ctx: Context) -> None:
    name = one_of(ctx.value, topics())
    await ctx.bot.mentions.fetch()
    topic = topics()[name]
    lines = "\n".join(line(ctx.bot, each) for each in topic.commands)
    await ctx.reply(
        f"### {topic.title}\n{topic.text}", *([lines] if lines else []), topic_select(name)
    )


@command()
async def help_(ctx: Context) -> None:
    """See what to press, and which commands there are."""
    await ctx.bot.mentions.fetch()
    try:
        game = (await find_table(ctx)).game.name
    except Refused:
        game = min(discover().values(), key=lambda each: each.weight).name
    await ctx.reply(await front(ctx.bot, game))


async def front(bot: Client, game: str) -> Page:
    """The first page: how to open and play a game, a sample board, the commands."""
    commands = [
        "\n".join([title, *[line(bot, name) for name in names]])
        for title, names in command_groups().items()
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
        topic_select(),
    )


def line(bot: Client, name: str) -> str:
    """The mention of a command and what it does; raises KeyError if there is none."""
    found: Any = bot.tree
    for word in name.split():
        found = found.get_command(word)
        if found is None:
            raise KeyError(name)
    return f"· {bot.mentions[name]} {translate(found.description)}"


setup = extension(help_)
