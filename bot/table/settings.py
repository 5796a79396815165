"""Settings of tables, people, servers and leagues. Each is declared once: its values, their names,
and what they mean. Choices of commands, selects, sentences and handlers are made from that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from bot.store.servers import MANAGERS
from bot.table.errors import Refused
from bot.table.new_table import NewTable
from bot.table.pace import PRESETS, label, parse_pace, sentence, stored_pace
from bot.table.table import Person
from bot.texts.languages import LANGUAGES, _, reader
from games.kernel import Game, about_value, option_values


@dataclass(frozen=True)
class Setting:
    """A setting, which is a column of a row."""

    name: str
    values: Mapping[str, tuple[str, str]]
    """What each value is called, and what it means, in English."""
    title: str = ""

    def label(self, value: str) -> str:
        """What a value is called, in the language of the reader, as are all texts here."""
        return _(self.values[value][0])

    def about(self, value: str, **numbers: int) -> str:
        """What a value means."""
        return _(self.values[value][1], **numbers)

    def known(self, value: str) -> str:
        """A value, or "" for what is none: the default, where a setting has that."""
        return value if value in self.values else ""

    def stored(self, value: str) -> dict[str, Any]:
        """The column with this value; the store has numbers as numbers."""
        return {self.name: int(value) if value.isdecimal() else value}

    def titled(self, value: str) -> str:
        """A value with the title of the setting: "Pace: daily"."""
        return _("{title:text}: {label:text}", title=_(self.title), label=self.label(value))

    def in_words(self, value: str) -> str:
        """A value and what it means, as Markdown."""
        stop = "." if reader().spaced else "。"
        return f"**{self.titled(value)}{stop}** {self.about(value)}"


@dataclass(frozen=True)
class TableSetting(Setting):
    """A setting of a table that the host chooses in the lobby."""

    @property
    def key(self) -> str:
        """Identifies it in a custom_id."""
        return self.name

    @property
    def other(self) -> str:
        """Of two values the one that is not usual; "" if there are more."""
        return [*self.values][1] if len(self.values) == 2 else ""

    def now(self, new: NewTable) -> str:
        """The value that a table has."""
        return str(getattr(new, self.name))

    def offered(self, new: NewTable) -> list[str]:
        """The values that a table can have."""
        return [*self.values]

    def change(self, new: NewTable, value: str) -> dict[str, Any]:
        """The fields that differ once a table has a value, for `Table.save` and `replace`."""
        return self.stored(value)


@dataclass(frozen=True)
class PaceSetting(TableSetting):
    """How long an answer may take; besides its presets a table can have any other pace."""

    def label(self, value: str) -> str:
        """The name of a preset, or how long it is."""
        return label(stored_pace(value))

    def about(self, value: str, **numbers: int) -> str:
        """When an answer is due."""
        return sentence(stored_pace(value))

    def offered(self, new: NewTable) -> list[str]:
        """The presets, and the pace that the table has."""
        return [*dict.fromkeys([*map(str, PRESETS.values()), self.now(new)])]

    def change(self, new: NewTable, value: str) -> dict[str, Any]:
        """Raises Refused if that is no pace."""
        return {self.name: str(parse_pace(value))}


@dataclass(frozen=True)
class LevelSetting(TableSetting):
    """How the computer players of a table play, who must be there."""

    def now(self, new: NewTable) -> str:
        """The level of the one who sat down last."""
        return [person.level for person in new.people if person.level][-1]

    def change(self, new: NewTable, value: str) -> dict[str, Any]:
        """The people with all computer players of this level."""
        people = [Person(p.name, level=value) if p.level else p for p in new.people]
        return {"people": people}


@dataclass(frozen=True)
class OptionSetting(TableSetting):
    """An option of a game."""

    default: str = ""

    @property
    def key(self) -> str:
        """Differs from those of settings that tables of all games have."""
        return f"option:{self.name}"

    @property
    def other(self) -> str:
        """Of two values the one that is not the default."""
        return next((v for v in self.values if v != self.default), "") if super().other else ""

    def now(self, new: NewTable) -> str:
        """The value that was chosen, else the usual one."""
        return value_label(new.options[self.name]) if self.name in new.options else self.default

    def change(self, new: NewTable, value: str) -> dict[str, Any]:
        """Raises Refused if the game has no such value."""
        chosen = option_value(new.game, self.name, value)
        return {"options": checked_options(new.game, new.options | {self.name: chosen})}


def switch(*, off: tuple[str, str], on: tuple[str, str]) -> dict[str, tuple[str, str]]:
    """The values of a setting that is off or on."""
    return {"0": off, "1": on}


# --- Of tables ------------------------------------------------------------------------------------


PACE: Final = PaceSetting("pace", values={}, title="Pace")
LATE: Final = TableSetting(
    "late",
    values={
        "wait": ("only reminders", "When time is up, the table waits, and sends reminders."),
        "once": ("computer, once", "When time is up, a computer player answers this once."),
        "seat": (
            "computer, until back",
            "When time is up, a computer player plays on until they return.",
        ),
    },
    title="Late answers",
)
LOT: Final = "lot"
SEATING: Final = TableSetting(
    "seating",
    values={
        LOT: ("by lot", "The seats are drawn by lot when the game starts."),
        "listed": (
            "as listed",
            "Seats go in the order of the list, where the host can move people.",
        ),
    },
    title="Seats",
)
STARTS_FULL: Final = TableSetting(
    "starts_full",
    values=switch(
        off=("by hand", "Somebody at the table presses Start."),
        on=("when full", "The game starts by itself when the last seat is taken."),
    ),
    title="Start",
)
HINTS: Final = TableSetting(
    "hints",
    values=switch(
        off=("no", "Nobody gets hints, and the game is rated."),
        on=("yes", "Players can ask for a sensible move. The game is not rated."),
    ),
    title="Hints",
)


# --- Options of games -----------------------------------------------------------------------------


def options_of(game: Game[Any]) -> dict[str, OptionSetting]:
    """The options of a game by their names; without values where any may be written."""
    return {
        name: OptionSetting(
            name,
            {
                value_label(value): (value_label(value), about_value(known, value))
                for value in option_values(known)
            },
            title=known.title or name,
            default=value_label(known.default),
        )
        for name, known in game.options.model_fields.items()
    }


def checked_options(game: Game[Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options as the game stores them; raises Refused if one is wrong."""
    known = options_of(game)
    for name in options:
        if name not in known:
            raise Refused(
                _(
                    "{game} has no option “{name:text}”; it has {options:text}.",
                    game=game.title,
                    name=name,
                    options=_quoted(sorted(known)) or _("none"),
                )
            )
    try:
        return game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        name = str(error.errors(include_url=False)[0]["loc"][0])
        if not known[name].values:
            raise Refused(_("Option “{name:text}” cannot have that value.", name=name)) from error
        raise Refused(
            _(
                "Option “{name:text}” must be one of: {values:text}.",
                name=name,
                values=_quoted(known[name].values),
            )
        ) from error


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def option_value(game: Game[Any], name: str, value: str) -> Any:
    """The value of an option that people write as this text."""
    known = game.options.model_fields.get(name)
    values = option_values(known) if known else []
    return next((each for each in values if value_label(each) == value.lower()), value)


def value_label(value: Any) -> str:
    """The value of an option as people type it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# --- Of people ------------------------------------------------------------------------------------


_LANGUAGES = {code: (name, name) for code, name in LANGUAGES.items()}
LANGUAGE: Final = Setting(
    "language", values={"": ("Same as my Discord", "as your Discord"), **_LANGUAGES}
)
DMS: Final = Setting(
    "dms",
    values={
        "wanted": ("on", ""),
        "unwanted": ("off", ""),
        "closed": ("blocked by your Discord settings", ""),
    },
)
CONFIRM: Final = Setting(
    "confirm",
    values={
        "never": ("Never", "Confirming: a move counts at once"),
        "final": (
            "Before what I cannot take back",
            "Confirming: I ask once more before a move that you cannot take back",
        ),
        "always": ("Before every move", "Confirming: I ask once more before every move"),
    },
)
FORCED: Final = Setting(
    "forced",
    values=switch(
        off=("I answer", "When only one answer is possible: you give it yourself"),
        on=(
            "The bot answers for me, after a while",
            "When only one answer is possible: I give it for you after 2 to 20 minutes, like an"
            " answer that you set in advance",
        ),
    ),
)
NOTIFY_HOW: Final = Setting(
    "how",
    values={
        "now": ("At once", "at once"),
        "grouped": ("Grouped: several games in one message", "grouped, every {n} minutes at most"),
        "daily": ("Once a day", "once a day"),
        "none": ("Not at all", "not at all"),
    },
)
NOTIFY_PLACE: Final = Setting(
    "place",
    values={
        "channel": ("In the channel of the game", "in the channel"),
        "dm": ("In a direct message", "in a direct message"),
    },
)


# --- Of servers and leagues -----------------------------------------------------------------------


SERVER_LANGUAGE: Final = Setting(
    "language", values={"": ("Same as the server", "same as the server"), **_LANGUAGES}
)
OPENERS: Final = Setting(
    "openers",
    values={
        "": ("Everybody", "everybody"),
        MANAGERS: ("Those who manage the server", "those who manage the server"),
    },
)
"""Beside these, the number of a role."""
TWO_ROUNDS: Final = Setting(
    "two_rounds",
    values=switch(
        off=(
            "off",
            "Two rounds at once: off. If the next round opens while you still play, you sit out and"
            " get {n} points.",
        ),
        on=(
            "on",
            "Two rounds at once: on. If the next round opens while you still play, you play in"
            " both.",
        ),
    ),
    title="Two rounds at once",
)
