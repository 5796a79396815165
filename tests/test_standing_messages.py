"""Every message that stands says what is so now, at each step of whole games of every title."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from bot.pages.plans import plan_buttons
from bot.table import Table, seating, together, votes
from games import discover
from tests.sim_server import MANY, SimServer, buttons, controls, parts, sensible_moves, text

WHOLE, BEGINNING, END = 40, 18, 6
"""A longer game than WHOLE moves is played at its beginning and its end alone."""
every_game = pytest.mark.parametrize("game", list(discover()))
NOT_ASKED = re.compile("not your turn", re.IGNORECASE)
WAITING = re.compile(r"Waiting for (.*?)\.")
ALWAYS = {"advance", "cards", "further", "hand", "hint", "history", "log", "next", "note", "page"}
ALWAYS |= {"panel", "redo", "rematch", "replay", "return", "review", "rule", "rules", "undo"}
"""Actions of controls that answer with what is so when they are used."""


class Standing:
    """What stands in the channel, in direct messages and on open panels, and what is so."""

    def __init__(self, sim: SimServer, table: Table) -> None:
        self.sim, self.table = sim, table
        self.running = table.row.status == "running"

    async def check(self) -> None:
        """Fails if any message says something else than what is so."""
        store = self.table.store
        self.offers = await store.offers.of(1)
        self.turns = await store.turns.of(1)
        self.free = await seating.claims(self.table)
        self.half_hour = await together.together(self.table)
        self.watchers = await store.watchers.of(1)
        for message in self.sim.posts():
            self._public(message)
        for name in self.sim.people:
            for message in self.sim.dms(name):
                self._private(name, message)
        for name, panel in self.sim.panels.items():
            if panel.response is not None:  # another one may have taken its place
                self._private(name, panel.response)

    def asked(self, name: str) -> bool:
        """Whether somebody must answer now."""
        seat = self.table.seat_of(self.sim.people[name].id)
        return self.running and seat in self.table.waiting_people()

    def _public(self, message: Any) -> None:
        said = text(message)
        assert ("This game is paused" in said) <= bool(self.table.row.paused)
        for name in self.table.names if "to move**" in said or "to choose**" in said else ():
            lines = [line for line in said.splitlines() if re.match(rf"\S+ {name}\b.*—", line)]
            marked = any("**to move**" in line or "**to choose**" in line for line in lines)
            assert marked == (self.table.names.index(name) in self.table.state.asked), said
        if "still waits for you" in said or "your answer is due" in said:
            assert any(f"<@{turn.user}>" in said for turn in self.turns.values()), said
        self._controls(message)

    def _private(self, name: str, message: Any) -> None:
        said, asked = text(message), self.asked(name)
        if NOT_ASKED.search(said):
            assert not asked, f"{name} is asked, and reads: {said}"
        for waiting in WAITING.findall(said):
            now = [self.table.names[seat] for seat in self.table.state.asked]
            assert all(each in waiting for each in now), said
        if f"**{self.table.view(None)['question']['prompt']}**" in said and controls(message):
            assert asked, said
        self._controls(message, name)

    def _controls(self, message: Any, name: str = "") -> None:
        for part in parts(message):
            if "custom_id" not in part or part.get("disabled"):
                continue
            action, _number, rest = part["custom_id"].removeprefix("pick-").split(":", 2)
            assert action in ALWAYS or self._acts(action, rest, name), (
                f"nothing comes of {part['custom_id']!r} ({name or 'channel'}): {text(message)}"
            )

    def _is_meant(self, at: str) -> bool:
        """Whether this half hour is proposed, or none is and one can be."""
        proposed = str(int(self.half_hour.at)) if self.half_hour else ""
        return at == proposed and together.is_offered(self.table)

    def _is_proposed(self, proposal: str) -> bool:
        """Whether somebody's vote for a proposal still counts."""
        kind, question = proposal.split()[0], proposal.split()[-1]
        if kind in ("undo", "out"):
            return question == str(self.table.question) and not self.table.row.paused
        if kind in ("pause", "resume"):
            return (kind == "resume") == bool(self.table.row.paused)
        return proposal in self.table.votes

    def _acts(self, action: str, rest: str, name: str) -> bool:
        """Whether a control can still do what it says."""
        question = rest.partition(":")[0]
        taking_part = [*self.table.state.asked, *self.table.state.answers]
        seat = self.table.seat_of(self.sim.people[name].id) if name else None
        if seat is not None and question[:1].isalpha():  # a question that is asked later
            return self.running and question in self.table.game.premoves(self.table.state, seat)
        known: dict[str, Callable[[], bool]] = {
            **dict.fromkeys(
                ("move", "into", "picks", "dial", "dials", "yes", "asking"),
                lambda: question == str(self.table.question) and seat in taking_part,
            ),
            **dict.fromkeys(("agree", "refuse"), lambda: self._is_proposed(rest)),
            **dict.fromkeys(("accept", "end-offer"), lambda: int(rest) in self.offers),
            **dict.fromkeys(("together", "another-day"), lambda: self._is_meant(rest)),
            "plan": lambda: seat is not None and bool(plan_buttons(self.table, seat)),
            "take": lambda: self.table.people[int(rest)].vacant or int(rest) in self.free,
            "unwatch": lambda: self.sim.people[name].id in self.watchers,
        }
        assert action in known, f"this test does not know the control {action!r}"
        rests = bool(self.table.row.paused) and action in (
            *("move", "into", "picks", "dial", "dials", "yes"),
        )
        return self.running and not rests and known[action]()


async def check(sim: SimServer) -> None:
    """Reads every message that stands."""
    await Standing(sim, await sim.table(1)).check()


@pytest.mark.sampled(one_in=10)
@every_game
async def test_each_standing_message_is_true_at_each_step(sim: SimServer, game: str):
    seats = min(discover()[game].seats, key=lambda n: abs(n - 3))
    await sim.gather_two(game=game, computers=max(seats - 2, 0))
    await sim.command("Cleo", "watch")
    long, made = len(sensible_moves(await sim.table())) > WHOLE, 0
    await check(sim)
    for name in ("Ada", "Ben"):
        sim.panels[name] = await sim.press(name, "Move", board(sim))
    while waiting := await sim.asked():
        if made in STEPS:
            await STEPS[made](sim, waiting[0])
            await check(sim)
            waiting = await sim.asked()
        if not waiting:
            break  # a computer player has made the last moves
        await make(sim, waiting[0])
        await check(sim)
        made += 1
        assert made < MANY
        if long and made == BEGINNING:
            await sim.skip_the_middle(END)
    assert (await sim.table(1)).row.status == "over"
    await check(sim)


def board(sim: SimServer) -> Any:
    """The board, below which other messages may stand."""
    return next(each for each in reversed(sim.posts()) if "Log" in buttons(each))


async def make(sim: SimServer, name: str) -> None:
    """Somebody moves in their direct messages, if asked there, else on their panel."""
    table, move = await sim.table(), await sim.default(name)
    shown = sim.panels[name].response
    for place in [*reversed(sim.dms(name)), *([shown] if shown else [])]:
        if any(each.split(":")[2] == str(table.question) for each in controls(place)):
            await sim.make(name, move, place)
            return
    sim.panels[name] = await sim.press(name, "Move", board(sim))
    await sim.make(name, move, sim.panels[name].response)


# --- What happens beside the moves ----------------------------------------------------------------


async def propose_to_end(sim: SimServer, name: str) -> None:
    """A vote that stays, until somebody says no."""
    await sim.abandon(name)
    await check(sim)
    other = "Ben" if name == "Ada" else "Ada"
    [vote] = [each for each in sim.posts() if "a vote" in text(each)]
    await sim.people[other].click(vote, custom_id="refuse:1:end")


async def propose_to_go_back(sim: SimServer, name: str) -> None:
    """A vote that the next move ends."""
    shown = await sim.command(name, "game undo")
    for part in parts(shown.response):
        if part.get("custom_id", "").startswith("pick-further"):
            value = part["options"][0]["value"]
            await sim.people[name].select(shown.response, [value], custom_id=part["custom_id"])


async def pause(sim: SimServer, name: str) -> None:
    """The table pauses, and goes on by itself."""
    for each in ("Ada", "Ben"):
        await sim.command(each, "game pause")
    table = await sim.table()
    assert table.row.paused
    await check(sim)
    await sim.behind(sim.bot.clock.sweep(table.row.paused + 1.0))
    assert not table.row.paused


async def offer_seat(sim: SimServer, name: str) -> None:
    """An offer that the next move of the player ends."""
    await sim.command(name, "game give", to=sim.people["Cleo"])


async def go_without(sim: SimServer, name: str) -> None:
    """Somebody is silent for days; the other one begins a vote, and they answer."""
    table, other = await sim.table(), "Ben" if name == "Ada" else "Ada"
    seat = table.names.index(name)
    sim.sql("UPDATE turns SET since = since - 400000, due = NULL WHERE seat = ?", seat)
    await sim.behind(votes.propose_without(table, sim.people[other].id, seat))


async def hand_over(sim: SimServer, name: str) -> None:
    """A computer player holds a seat; its person comes back."""
    await sim.command(name, "game handover")
    await check(sim)
    await sim.command(name, "game handover", returning=True)


async def refuse_dms(sim: SimServer, name: str) -> None:
    """Somebody wants no direct messages, and then wants them again."""
    await sim.command(name, "game dms", wanted=False)
    await check(sim)
    await sim.command(name, "game dms", wanted=True)


STEPS: dict[int, Callable[[SimServer, str], Any]] = {
    2: propose_to_go_back,
    3: propose_to_end,
    5: pause,
    7: offer_seat,
    9: refuse_dms,
    11: hand_over,
    13: go_without,
}
"""What happens before which move."""
