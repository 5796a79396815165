"""Whatever Discord may deliver is answered: controls that were never made, commands with absurd
options, texts of any kind. Nothing is raised, and what is refused changes nothing.

`python -m benchmarks fuzz --examples N` does the same for as long as one likes.
"""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord.interactions import command_leaves

from bot.interactions.controls import HANDLERS
from bot.pages.page import MAX_CUSTOM_ID
from bot.table import Table, votes
from bot.texts.languages import LANGUAGES
from games import discover
from tests.fuzzed import rows_of
from tests.hostile import hostile_numbers
from tests.sim_server import SimServer, ephemeral_text, parts

pytestmark = pytest.mark.simcord(settle_timeout=60)
Rows = dict[str, list[Any]]
MOST_LISTED = 25
KEPT = ("tables", "moves", "notes", "watchers", "servers", "pings", "departures", "results")
"""What is of weight in the store; the others say what was shown, and to whom in which language."""
ODD = (
    *hostile_numbers(),
    *("0", "9" * 18, "?", "passing"),
    *("end", "out", "out 0", "out 99", "undo", "undo 1 2", "undo x y", "banana", "nothing", ":::"),
    *("émoji 🎩", "\u202eright to left", "a\nb", "\x00\x07", "@everyone", "<@1>", "`", "x" * 60),
)
"""Parts of custom_ids, and values, that are nowhere offered, or for something else."""
WHOLE = (
    "",
    ":",
    "::",
    "pick-",
    "pick-:",
    "waltz:1:",
    "pick-waltz:1:",
    "🎩" * 20,
    "x" * MAX_CUSTOM_ID,
)
LONGEST = 6000
"""Characters of a text that a command may carry."""
TEXTS = (
    *("x" * LONGEST, "x " * (LONGEST // 2), "**__~~`" * 800, "@everyone <@1> <@&1> <#1> [a](b)"),
    *("\x00\x01\x1b[31m\x7f", "\u202e\u200b\ufeff" * 50, "🎩👩‍👩‍👧" * 300, "漢字かな" * 900),
    *("ahead", "ahead  ", "forget", "forget nothing", "ahead passing rest rest", "{0}", "{x:text}"),
    *(f"take {number}"[:LONGEST] for number in hostile_numbers()),
    *("%s%d", "' OR 1=1 --", "take ٣", "take 1\n\ntake 2", "‮‮", "\\" * 999, "a" * 59 + "*" * 99),
)


@dataclass
class World:
    """A server with a game that runs, a table that gathers players, and one that has ended."""

    sim: SimServer
    chance: random.Random
    rooms: list[Any] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)

    async def fill(self) -> None:
        self.rooms = [self.sim.guild.create_text_channel(f"room-{n}") for n in range(3)]
        for room in self.rooms:
            await self.renew(room)

    async def renew(self, room: Any) -> Table:
        """The table of a room: the last one ends soon, the middle one does not begin."""
        titles = sorted(discover())
        title = titles[0] if room is self.rooms[0] else self.chance.choice(titles)
        await self.sim.open(seats=discover()[title].seats[0], game=title, room=room)
        board = self.sim.board(room)
        if room is not self.rooms[1]:
            await self.sim.press("Ben", "Join", board)
            await self.sim.press("Ada", "Start", board)
        table = await self.sim.bot.tables.in_channel(room.id)
        if room is self.rooms[2]:
            await self.sim.abandon("Ada", room)
            await votes.agree(table, self.sim.people["Ben"].id, "end")
        self.ids.append(table.id)
        return table

    def stands(self) -> list[tuple[str, str]]:
        """The custom_ids and values of everything that can be pressed anywhere."""
        found: list[tuple[str, str]] = []
        shown = [message for name in ("Ada", "Ben") for message in self.messages(name)]
        for part in (part for message in shown for part in parts(message)):
            values = [option["value"] for option in part.get("options", ())] or [""]
            found += [(part["custom_id"], value) for value in values if "custom_id" in part]
        return found

    def messages(self, name: str) -> list[Any]:
        """The messages with something to press that a person sees."""
        rooms = [message for room in self.rooms for message in self.sim.posts(room)[-3:]]
        private = [each for each in self.sim.dms(name) if not each.flags.ephemeral]
        return [each for each in [*rooms, *private[-3:]] if parts(each)]

    def made_up(self) -> tuple[str, list[str]]:
        """A custom_id that may never have stood anywhere, and values for it."""
        chance = self.chance
        actions = [*HANDLERS]
        custom_id, value = chance.choice(self.stands())
        action, _colon, rest = custom_id.partition(":")
        places = [*rest.split(":"), ""]
        if chance.random() < 0.7:
            action = chance.choice(actions)
        if chance.random() < 0.5:
            places[0] = str(chance.choice(self.ids))
        for _ in range(chance.randrange(3)):
            places[chance.randrange(len(places))] = chance.choice(ODD)
        made = ":".join([action, *places])[:MAX_CUSTOM_ID]
        if chance.random() < 0.1:
            made = chance.choice(WHOLE)
        return made, chance.choice([[value], [chance.choice(ODD)], [value, chance.choice(ODD)], []])

    async def press(self, custom_id: str, values: list[str]) -> None:
        """Somebody presses it, on some message, and is answered."""
        name = self.chance.choice(["Ada", "Ben", "Cleo"])
        message = self.chance.choice(self.messages(name))
        before = rows_of(self.sim.file)
        picked = values if custom_id.startswith("pick-") else None
        answer = self.sim.send(name, message, custom_id, picked)
        await self.sim.env.settle()
        assert answer.acknowledged, f"nobody answers {custom_id!r}"
        self.nothing_changed_if_refused(answer, before, f"{custom_id!r} {values}")

    def nothing_changed_if_refused(self, answer: Any, before: Rows, what: str) -> None:
        """Fails where a refusal left a trace in the store."""
        after = rows_of(self.sim.file)
        changed = [kept for kept in KEPT if before[kept] != after[kept]]
        said = refusal(answer)
        assert not (said and changed), f"{what} was refused ({said}) and changed {changed}"

    async def type(self) -> None:
        """Somebody types a command with any options, and any text into one that offers a list."""
        name = self.chance.choice(["Ada", "Ben", "Cleo"])
        room, actor = self.chance.choice(self.rooms), self.sim.people[name]
        known = self.sim.env.backend.visible_commands(user_id=actor.id, channel_id=room.id)
        path, leaf = self.chance.choice([each for one in known for each in command_leaves(one)])
        options: dict[str, Any] = {}
        for option in leaf.get("options", ()):
            if option.get("autocomplete"):
                wanted = self.chance.choice(TEXTS)
                listed = await actor.autocomplete(
                    room, " ".join(path), option["name"], wanted, **options
                )
                assert len(listed) <= MOST_LISTED
            if option.get("required") or self.chance.random() < 0.5:
                options[option["name"]] = self.value(option)
        before = rows_of(self.sim.file)
        answer = await self.sim.command(name, " ".join(path), room, **options)
        shown = answer.response or answer.followups or answer.modal
        assert answer.acknowledged and shown, (path, options)
        self.nothing_changed_if_refused(answer, before, f"{path} {options}")

    def value(self, option: dict[str, Any]) -> Any:
        """Anything that Discord lets people put into an option."""
        if choices := option.get("choices"):
            return self.chance.choice(choices)["value"]
        least, most = option.get("min_value", -(2**53) + 1), option.get("max_value", 2**53 - 1)
        numbers = [str(number) for number in self.ids]
        values: dict[int, list[Any]] = {
            3: [text[: option.get("max_length", LONGEST)] for text in (*TEXTS, *ODD[1:], *numbers)],
            4: [least, most, *(n for n in (-1, 0, 1, 2) if least <= n <= most)],
            5: [True, False],
            6: list(self.sim.people.values()),
            7: self.rooms,
        }
        return self.chance.choice(values[option["type"]])

    async def go_on(self) -> None:
        """A game that has ended meanwhile is followed by another."""
        for room in self.rooms[:2]:
            table = await self.sim.bot.tables.in_channel(room.id)
            if table.row.status not in ("lobby", "running"):
                await self.renew(room)


def refusal(answer: Any) -> str:
    """The sentence with which an interaction was refused, if it was: a text without a page."""
    said = [each for each in [answer.response, *answer.followups] if each is not None]
    return "\n".join(each.content for each in said if each.ephemeral and each.content)


async def pressed_at_random(sim: SimServer, presses: int, seed: int) -> None:
    world = World(sim, random.Random(seed))
    await world.fill()
    for _ in range(presses):
        await world.go_on()
        await world.press(*world.made_up())


async def typed_at_random(sim: SimServer, commands: int, seed: int) -> None:
    world = World(sim, random.Random(seed))
    await world.fill()
    for _ in range(commands):
        await world.go_on()
        await world.type()


async def test_controls_that_were_never_made_are_answered_and_change_nothing(sim: SimServer):
    await pressed_at_random(sim, 40, seed=1)


async def test_a_control_of_which_nothing_can_be_read_is_refused(sim: SimServer):
    await sim.open()
    for custom_id in WHOLE:
        answer = await sim.press_old("Ben", sim.board(), custom_id)
        assert "out of date" in ephemeral_text(answer)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_typed_is_repeated_as_plain_text(sim: SimServer, language: str):
    await sim.start("Ada", "Ben")
    [name, *_] = await sim.asked()
    await sim.command(name, "settings language", language=language)
    typed = "**qq** @hereqqqqqq"  # no words of a rule or of a card
    for command, option in (
        ("move", "move"),
        ("rules", "game"),
        ("rules", "rule"),
        ("game new", "game"),
        ("card", "card"),
        ("settings time", "zone"),
    ):
        said = ephemeral_text(await sim.command(name, command, **{option: typed}))
        assert "\\*\\*qq\\*\\* \\@hereqqqqqq" in said


async def test_commands_and_their_lists_take_anything(sim: SimServer):
    await typed_at_random(sim, 40, seed=1)
