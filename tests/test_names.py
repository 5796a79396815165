"""Names that look like markdown, links or commands are plain text wherever they are shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from unicodedata import category

import discord
import pytest
import simcord
from hypothesis import given
from hypothesis import strategies as st

from bot.app import Atelier
from bot.operations.markdown import HIDDEN, clean_line, escape_markdown
from bot.table import Person
from tests.sim_server import SimServer, alt_texts, buttons, options, text, without_bugs

ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
"""What Discord shows as its second character alone."""
NASTY = {
    "[x](http://e.vil)": r"\[x\]|://e\.vil",
    "https://e.vil/x": r"://e\.vil",
    "<@1> <#2> <@&3>": r"<(@1>|#2>|@&3>)",
    "</move:1> <id:home>": r"<(/|id:)",
    "<:pw:1> <t:1:R>": r"<(:|t:1:)",
    "@everyone @here": r"@(everyone|here)",
    "**bo** __un__ _it_": r"\*\*bo|__un|_it_",
    "`co` ||sp|| ~~st~~": r"`co|\|\|sp|~~st",
    "# big": r"^\s*# big",
    "> qu": r"^\s*> qu",
    "- li": r"^\s*- li",
    "\u202eltr\u200b\u2066 \x07 \ufeff": "[\u202e\u200b\u2066\x07\ufeff]",
    "ne\nwl\r\n# se": r"ne\nwl|^# se",
}
"""Names, and what finds those that Discord formats in a text whose escapes are letters."""
GROUPS = [[*NASTY][n::4] for n in range(4)]
TRICKS = st.lists(
    st.sampled_from([*"[]()<>@#:/\\*_~|`- +x1\n\u202e\u200b\u3164 é", "everyone", "://"])
).map("".join)


def live(shown: str) -> list[str]:
    """The nasty names that Discord would format in a text."""
    plain = ESCAPE.sub("x", shown)
    return [name for name, found in NASTY.items() if re.search(found, plain, re.MULTILINE)]


def check(*messages: Any) -> None:
    """Fails where a name is more than plain text somewhere in these messages."""
    for message in messages:
        if message is None:
            continue
        said = text(message)
        assert not live(said), said
        labels = [*buttons(message), *buttons(message, disabled=True), *options(message)]
        for plain in (said, *labels, *alt_texts(message)):
            assert not {category(each) for each in plain.replace("\n", "")} & HIDDEN, plain


@pytest.fixture
def sim(
    started: list[Atelier], simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture
) -> Iterator[SimServer]:
    """A server without people."""
    with without_bugs(caplog):
        sim = SimServer.of(simcord_env)
        sim.started = started
        yield sim


@pytest.mark.parametrize("names", GROUPS)
async def test_a_name_is_plain_text_wherever_it_is_shown(sim: SimServer, names: list[str]):
    permissions = discord.Permissions(manage_messages=True)
    roles = [sim.guild.create_role("Moderator", permissions=permissions)]
    for who, name in zip(("Ada", "Ben", "Cleo"), names, strict=False):
        user = sim.env.create_user(who.lower(), global_name=name)
        sim.people[who] = sim.guild.add_member(user, roles=roles)

    async def see(result: Any = None) -> Any:
        """Looks at an answer, and at all that stands in the channel and in DMs."""
        if result is not None:
            check(result.response, *result.followups)
        check(*sim.posts(), *(each for who in sim.people for each in sim.dms(who)))
        return result

    await see(await sim.open(seats=2))
    await see(await sim.press("Ben", "Join"))
    lobby = sim.board()
    shown = ESCAPE.sub(r"\1", text(lobby))
    assert all(clean_line(name) in shown for name in names[:2])
    await see(await sim.press("Ada", "Start"))
    await see(await sim.command("Cleo", "watch"))
    await see(await sim.command("Cleo", "move", move="take 1"))
    for who in ("Ada", "Ben"):
        for label in ("My hand", "Move", "Log"):
            await see(await sim.press(who, label))
    table = await sim.play_until(lambda t: t.seq >= 6)
    for who in ("Ada", "Ben"):
        for command in ("games", "game list", "game text", "game undo", "stats", "game board"):
            await see(await sim.command(who, command))
    offered = await see(await sim.command("Ada", "game give", to=sim.people["Cleo"]))
    assert "is offered to" in text(offered.response)
    await see(await sim.command("Ada", "game without", player=sim.people["Ben"].user))
    await see(await sim.command("Cleo", "game without", player=sim.people["Cleo"].user))
    found = await sim.people["Cleo"].autocomplete(sim.room, "admin replace", "seat", "")
    assert [each["name"][2:] for each in found] == [clean_line(name) for name in names[:2]]
    await see(await sim.command("Cleo", "admin pause"))
    await see(await sim.command("Cleo", "admin resume"))
    await see(await sim.command("Cleo", "admin replace", seat=2, member=sim.people["Cleo"]))
    assert any("a moderator offers you" in text(each) for each in sim.posts())
    await see(await sim.command("Ben", "game abandon"))
    question = await see(await sim.command("Ben", "game leave"))
    await see(await sim.press("Ben", "Leave the game", question.response))
    [(take, board)] = [
        (label, each)
        for each in sim.posts()
        for label in buttons(each)
        if label.startswith("Play for")
    ]
    await see(await sim.press("Cleo", take, board))
    assert table.seat_of(sim.people["Cleo"].id) == 1
    await sim.skip_the_middle(1)
    await sim.play_until(lambda t: t.row.status == "over")
    await see(await sim.press("Ada", "History"))
    await see(await sim.press("Ada", "Log"))
    for command in ("stats", "leaderboard"):
        await see(await sim.command("Ada", command, **({} if command == "stats" else WIGS)))


WIGS = {"game": "wigs"}


async def test_names_that_earlier_releases_stored_are_cleaned(sim: SimServer):
    user = sim.env.create_user("ada", global_name="Ada")
    sim.people["Ada"] = sim.guild.add_member(user)
    await sim.open(seats=2, computers=1)
    people = json.loads(sim.sql("SELECT people FROM tables")[0][0])
    people[0]["name"], people[1]["name"] = "A\u202ed\n\u200ba", "\u200b\u3164"
    sim.sql("UPDATE tables SET people = ?", json.dumps(people))
    await sim.restart()
    assert (await sim.table()).names == ["Ad a", "Player"]
    await sim.press("Ada", "Start")
    check(*sim.posts())
    assert "Ad a" in text(sim.board())


@given(TRICKS)
def test_a_name_is_on_one_line_and_all_of_it_is_seen(name: str):
    shown = clean_line(name)
    assert clean_line(shown) == shown == " ".join(shown.split())
    assert not {category(each) for each in shown} & HIDDEN
    assert set(shown) <= {*name, " "}
    assert Person(name).name == (shown or "Player")


@given(TRICKS)
def test_an_escaped_text_reads_as_it_was_written_and_is_not_formatted(written: str):
    shown = escape_markdown(written)
    hidden = "\u202e\u200b"
    assert ESCAPE.sub(r"\1", shown) == written.translate(dict.fromkeys(map(ord, hidden)))
    plain = ESCAPE.sub("x", shown)
    assert not re.search(r"[<\[*|~`\\]|://|@everyone|__", plain)
    assert not re.search(r"^\s*(-|#|-#|>)\s", plain, re.MULTILINE)
