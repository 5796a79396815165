"""The games without Discord: `python -m games list | new | play | draw | record | verify | env`."""

from __future__ import annotations

import argparse
import random
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from games import Unusable, discover, installed, record, research, skeleton, unusable
from games.kernel import EVERYBODY, Game, IllegalMove
from games.reading import read_json, whole_number
from games.words import PlainData, news_text, seat_names

HERE = Path(__file__).parent.parent
NOT_PRINTED = {"game", "title", "viewer", "question", "news", "seats", "answered"}
"""Keys of a view that the terminal prints elsewhere or not at all."""
LINE_CHARS = 96
STATUSES = """\
exit status:
  0  every move, draw and score is as the game says; sentences may be worded differently
  1  something differs
  2  the file is no record of a game, or cannot be read
  3  the record needs another release or a package: its game or this version of its rules is not
     here, or what differs may be right in the release that wrote it
Of several files, the lowest status that is not 0 counts."""
"""What `verify --help` says at its end."""


class UserError(Exception):
    """A command that cannot be carried out; the message is a sentence for the user."""


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    asked = _parser().parse_args(argv)
    try:
        return asked.run(asked)
    except (UserError, Unusable, record.Unreadable) as sorry:
        print(sorry, file=sys.stderr)
        return sorry.status if isinstance(sorry, record.Unreadable) else 2
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(run: Callable[[argparse.Namespace], int], *names: str) -> argparse.ArgumentParser:
        added = commands.add_parser(run.__name__.removesuffix("_"), help=run.__doc__)
        for name in names:
            added.add_argument(name)
        added.set_defaults(run=run)
        return added

    command(list_)
    beginning = command(new, "name")
    beginning.add_argument(
        "--like",
        choices=skeleton.KINDS,
        default=skeleton.KINDS[0],
        help="what it is like at first: secret choices at once, a game of cards, one on a map",
    )
    beginning.add_argument(
        *("--package", "-p"),
        nargs="?",
        const="",
        metavar="FOLDER",
        help="write a package of its own into a new folder; atelier-NAME if not given",
    )
    playing, drawing, recording = command(play, "name"), command(draw, "name"), command(record_)
    recording.add_argument("name", nargs="?", help="the game; needed without --all and --like")
    for table in (playing, drawing, recording):
        table.add_argument("--seats", type=_number, help="how many play; the fewest if not given")
        table.add_argument("--seed", type=_number, help="the number all chance comes from")
        table.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    playing.add_argument("--seat", type=_number, default=0, help="your seat, 0 if not given")
    playing.add_argument("--hot-seat", action="store_true", help="people take all seats")
    playing.add_argument(
        "--browser",
        action="store_true",
        help="all seats in a browser: pictures, state, views and guesses, read anew on each save",
    )
    drawing.add_argument("file", help="the PNG to write")
    drawing.add_argument("--moves", type=_number, default=0, help="after how many random moves")
    drawing.add_argument("--seat", type=_number, help="who looks; everybody's board if not given")
    for seen in (playing, drawing):
        seen.add_argument(
            "--language", default="en", help="the language of words and pictures; en if not given"
        )
    recording.add_argument("--like", metavar="FILE", help="print this record as it goes now")
    recording.add_argument("--all", action="store_true", help="record all playthroughs again")
    verifying = command(verify)
    verifying.add_argument("file", nargs="+")
    verifying.formatter_class = argparse.RawDescriptionHelpFormatter
    verifying.epilog = STATUSES
    numbering = command(research.env)
    numbering.add_argument("name", choices=discover())
    numbering.add_argument("--seats", type=_number, help="how many play; the fewest if not given")
    return parser


def _number(text: str) -> int:
    number = whole_number(text, record.MOST["seed"])
    if number is None:
        raise argparse.ArgumentTypeError("it must be a number from 0 on, of up to 256 bits")
    return number


# --- The commands --------------------------------------------------------------------------------


def list_(asked: argparse.Namespace) -> int:
    """List the games."""
    rows = [["name", "title", "seats", "minutes", "weight", "version", "options"]]
    for name, game in discover().items():
        facts = [str(fact) for fact in (game.minutes, game.weight, game.version)]
        rows.append(
            [name, game.title, str(game.sizes), *facts, " ".join(_described(game)) or "none"]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    for game in discover().values():
        print(f"\n{game.title}: {game.about}")
    for error in unusable().values():
        print(error, file=sys.stderr)
    return 0


def new(asked: argparse.Namespace) -> int:
    """Write the skeleton of a game, ready to play, into this project or a package of its own."""
    folder = None
    if asked.package is not None:
        folder = Path(asked.package or skeleton.distribution(asked.name)).absolute()
    try:
        if folder is None:
            written = skeleton.write(asked.name, HERE, asked.like)
        else:
            written = skeleton.write_package(asked.name, folder, HERE, asked.like)
    except ValueError as error:
        raise UserError(error) from None
    for path in written:
        print(path.relative_to(folder or HERE))
    if folder is None:
        print(f"Play it with: python -m games play {asked.name}")
    else:
        print(f"Test it with: cd {shlex.quote(str(folder))}")
        print(f"  uv build --wheel --out-dir wheels {shlex.quote(str(HERE))}")
        print("  uv run python -m atelier_testing")
    return 0


def play(asked: argparse.Namespace) -> int:
    """Play in the terminal; computer players take the other seats."""
    seed = random.randrange(1 << 32) if asked.seed is None else asked.seed
    game, g = _table(asked, seed)
    if asked.browser:
        return _play_in_browser(asked, game, g.seats, seed)
    _check_seat(g, asked.seat)
    people = range(g.seats) if asked.hot_seat else [asked.seat]
    chance = random.Random(seed)
    print(f"{game.title}, {g.seats} seats, seed {seed}. Answer with a number or a move; q leaves.")
    _print_news(g, people)
    while g.scores is None:
        asked_now = game.seats_asked(g)
        seat = next((seat for seat in asked_now if seat in people), asked_now[0])
        if given := game.answer_in_advance(g, seat):
            g = game.play(g, seat, given)
        elif seat in people:
            after = _ask_person(game, g, seat)
            if after is None:
                print("Goodbye.")
                return 0
            g = after
        else:
            moves = game.legal(g, seat)
            usual = chance.random() < 0.5
            g = game.play(g, seat, game.default(g, seat) if usual else chance.choice(moves))
        _print_news(g, people)
    _print_view(game.view(g, asked.seat))
    scores = zip(seat_names(g.seats), g.scores, strict=True)
    print("The game is over: " + ", ".join(f"{name} {score}" for name, score in scores) + ".")
    return 0


def _play_in_browser(asked: argparse.Namespace, game: Game[Any], seats: int, seed: int) -> int:
    from bot.workbench.server import serve

    first = {"name": game.name, "title": game.title, "sizes": [*game.seats]}
    table = {"seats": seats, "seed": seed, "options": _options(asked.option)}
    serve(first | table | {"seat": None, "language": asked.language})
    return 0


def draw(asked: argparse.Namespace) -> int:
    """Write the picture of a position as PNG, and print its alt text."""
    from bot.workbench.positions import draw_and_describe

    seed = asked.seed or 0
    game, g = _table(asked, seed)
    if asked.seat is not None:
        _check_seat(g, asked.seat)
    for move in record.random_moves(game, g, seed)[: asked.moves]:
        g = game.play(g, *cast("tuple[int, str]", move))
    try:
        png, words = draw_and_describe(game, g, asked.seat, asked.language)
        Path(asked.file).write_bytes(png)
    except LookupError as error:
        raise UserError(error.args[0]) from None
    except OSError as error:
        raise UserError(f"{asked.file} cannot be written: {error.strerror}.") from None
    print(words)
    return 0


def record_(asked: argparse.Namespace) -> int:
    """Print the record of a game of random moves, or write tests/playthroughs anew."""
    if asked.like:
        print(record.record_again(_text_of(asked.like)), end="")
        return 0
    if asked.all:
        for name in [_game(asked.name).name] if asked.name else discover():
            place = Path.cwd() if name in installed() else HERE
            found = sorted(place.glob(f"tests/playthroughs/{name}/*.txt"))
            if asked.name and not found:
                print(f"{name} has no playthroughs. The first one: python -m games record {name}")
                print(f"--seats N --seed 1 > tests/playthroughs/{name}/N-1.txt")
            for path in found:
                before = _text_of(str(path))
                after = record.record_again(before)
                path.write_text(after, encoding="utf-8")
                print(f"{path.relative_to(place)}: {'as it was' if after == before else 'changed'}")
        return 0
    seed = asked.seed or 0
    game, g = _table(asked, seed)
    options = _options(asked.option)
    print(record.write(game, g.seats, seed, options, record.random_moves(game, g, seed)), end="")
    return 0


def verify(asked: argparse.Namespace) -> int:
    """Play records again and compare every line."""
    failed: list[int] = []
    for file in asked.file:
        try:
            remarks = record.verify(_text_of(file))
        except ValueError as error:
            print(f"{file}: {error}", file=sys.stderr)
            failed.append(error.status if isinstance(error, record.Unreadable) else 1)
        else:
            same = "every move, draw and score" if remarks else "every line"
            print(" ".join([f"{file}: {same} is as the game says.", *remarks]))
    return min(failed, default=0)


def _text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise record.Unreadable(f"The file cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise record.Unreadable("This is not the record of a game: it is no text.") from None


# --- Tables --------------------------------------------------------------------------------------


def _game(name: str | None) -> Game[Any]:
    if name in unusable():
        raise unusable()[name]
    if name not in discover():
        named = f"There is no game named “{name}”" if name else "Say which game you mean"
        raise UserError(f"{named}; there are: {', '.join(discover())}.")
    return discover()[name]


def _table(asked: argparse.Namespace, seed: int) -> tuple[Game[Any], Any]:
    game = _game(asked.name)
    seats = game.seats[0] if asked.seats is None else asked.seats
    try:
        return game, game.new(seats, seed, _options(asked.option))
    except ValueError as error:
        raise UserError(error) from None


def _check_seat(g: Any, seat: int) -> None:
    if seat not in range(g.seats):
        raise UserError(f"There is no seat {seat}; the seats are 0 to {g.seats - 1}.")


def _options(given: list[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals:
            raise UserError(f"An option is written key=value, not “{each}”.")
        try:
            options[key] = read_json(value)
        except ValueError:
            options[key] = value
    return options


def _described(game: Game[Any]) -> Iterator[str]:
    for name, facts in game.options.model_json_schema().get("properties", {}).items():
        if facts.get("type") == "boolean":
            values = "false|true"
        elif "enum" in facts:
            values = "|".join(str(value) for value in facts["enum"])
        else:
            values = f"{facts.get('minimum', '')}..{facts.get('maximum', '')}"
        yield f"{name}={values}"


# --- What a player in a terminal sees ------------------------------------------------------------


def _print_news(g: Any, people: range | list[int]) -> None:
    names = seat_names(g.seats)
    for template, values, seat in g.news:
        if seat is EVERYBODY or seat in people:
            whose = f"({names[seat]}) " if seat is not EVERYBODY and len(people) > 1 else ""
            print(f"* {whose}{news_text(template, values, names)}")


def _ask_person(game: Game[Any], g: Any, seat: int) -> Any:
    """The state after the move that a person enters; None if they leave."""
    view = game.view(g, seat)
    _print_view(view)
    question = game.question(g, seat)
    moves = [*question] if question else []
    print(f"{seat_names(g.seats)[seat]}: {view['question']['prompt']}")
    for number, move in enumerate(moves, 1):
        said = question.said(move) if question else None
        parts = (said.label, f"[{move}]", said.alarm, said.brings()) if said else ()
        print(f"{number:4}  {'  '.join(filter(None, parts))}")
    while (entered := input("> ").strip()) != "q":
        chosen = whole_number(entered, len(moves))
        try:
            return game.play(g, seat, moves[chosen - 1] if chosen else entered)
        except IllegalMove as refusal:
            print(refusal)
    return None


def _print_view(view: dict[str, Any]) -> None:
    print()
    for key, value in view.items():
        if key not in NOT_PRINTED and value != 0 and not _is_empty(value):
            _print_part(key, value, "")
    print()


def _print_part(key: str, value: PlainData, indent: str) -> None:
    line = f"{indent}{key}: {_inline(value)}"
    if len(line) <= LINE_CHARS or not isinstance(value, list | dict):
        print(line)
        return
    print(f"{indent}{key}:")
    for name, part in value.items() if isinstance(value, dict) else enumerate(value):
        if not _is_empty(part):
            _print_part(str(name), part, f"{indent}  ")


def _inline(value: PlainData) -> str:
    match value:
        case dict():
            parts = (f"{key} {_inline(part)}" for key, part in value.items() if not _is_empty(part))
            return ", ".join(parts)
        case list():
            nested = any(isinstance(part, list | dict) for part in value)
            return ("; " if nested else " ").join(_inline(part) for part in value)
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _is_empty(value: PlainData) -> bool:
    return value is None or value is False or value in ("", [], {})


if __name__ == "__main__":
    sys.exit(main())
