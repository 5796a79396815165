"""Names: plain text wherever they are shown, told apart, those of today, and never keys."""

import json
import re
from collections.abc import Callable
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.operations.markdown import HIDDEN, MAX_COMBINED, clean_line, escape_markdown
from bot.pages.leagues import standings_table
from bot.standings.season import read_season
from bot.table import Person, Table, moderation
from bot.table.computers import COMPUTER_NAMES, with_computers
from bot.table.names import Named, plain_name
from bot.table.rematch import first_seated
from games.words import appearance, shortened, told_apart
from renderers.fonts import text_width, truncated
from renderers.seats import names_of
from tests.sim_server import (
    SimServer,
    alt_texts,
    buttons,
    ephemeral_text,
    options,
    reply_text,
    text,
)

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
def sim(sim_server_of: Callable[..., SimServer]) -> SimServer:
    """A server without people."""
    return sim_server_of()


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("names", GROUPS)
async def test_a_name_is_plain_text_wherever_it_is_shown(sim: SimServer, names: list[str]):
    for who, name in zip(("Ada", "Ben", "Cleo"), names, strict=False):
        sim.add(who, name, manage_messages=True)

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
        for command in ("turns", "game list", "game text", "game undo", "stats", "game board"):
            await see(await sim.command(who, command))
    offered = await see(await sim.command("Ada", "game give", to=sim.people["Cleo"]))
    assert "is offered to" in text(offered.response)
    await see(await sim.command("Ada", "game without", player=sim.people["Ben"].user))
    await see(await sim.command("Cleo", "game without", player=sim.people["Cleo"].user))
    found = await sim.people["Cleo"].autocomplete(sim.room, "admin replace", "seat", "")
    assert [each["name"][2:] for each in found] == [clean_line(name) for name in names[:2]]
    await see(await sim.command("Cleo", "admin pause"))
    await see(await sim.command("Cleo", "admin resume"))
    sim.add("Dora", manage_messages=True)
    await see(await sim.command("Dora", "admin replace", seat=2, member=sim.people["Cleo"]))
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
    await sim.play_out()
    await see(await sim.press("Ada", "History"))
    await see(await sim.press("Ada", "Log"))
    for command in ("stats", "leaderboard"):
        await see(await sim.command("Ada", command, **({} if command == "stats" else WIGS)))


WIGS = {"game": "wigs"}


async def test_stored_names_are_cleaned(sim: SimServer):
    sim.add("Ada")
    await sim.open(seats=2, computers=1)
    people = json.loads(sim.sql("SELECT people FROM tables")[0][0])
    people[0]["name"], people[1]["name"] = "A\u202ed\n\u200ba", "\u200b\u3164"
    sim.sql("UPDATE tables SET people = ?", json.dumps(people))
    await sim.restart()
    assert (await sim.table()).names == ["Ad a", "Player"]
    await sim.press("Ada", "Start")
    check(*sim.posts())
    assert "🔶 Player (computer)" in text(sim.board())


@given(TRICKS)
def test_a_name_is_on_one_line_and_all_of_it_is_seen(name: str):
    shown = clean_line(name)
    assert clean_line(shown) == shown == " ".join(shown.split())
    assert not {category(each) for each in shown} & HIDDEN
    assert set(shown) <= {*name, " "}
    assert shown.startswith(Person(name).name) or (Person(name).name, shown) == ("Player", "")


@given(TRICKS)
def test_an_escaped_text_reads_as_it_was_written_and_is_not_formatted(written: str):
    shown = escape_markdown(written)
    hidden = "\u202e\u200b"
    assert ESCAPE.sub(r"\1", shown) == written.translate(dict.fromkeys(map(ord, hidden)))
    plain = ESCAPE.sub("x", shown)
    assert not re.search(r"[<\[*|~`\\]|://|@everyone|__", plain)
    assert not re.search(r"^\s*(-|#|-#|>)\s", plain, re.MULTILINE)


# --- Told apart -----------------------------------------------------------------------------------

SAME_NAMES = ["ADA", "ＡＤＡ", "A\u200bda", "\u0410d\u0430", "Ada\ufe0f"]
"""Names that look like "Ada", with other letters or invisible ones."""


def people(sim: SimServer, **names: str) -> None:
    """Has people join the server: what the tests call them, and their display names. Their user
    names are those of the tests, in small letters.
    """
    for who, name in names.items():
        sim.add(who, name)


@given(st.lists(st.sampled_from([*SAME_NAMES, "Ada (1)", "Ada (2)", "Ben"]), max_size=5))
def test_no_two_names_look_the_same_and_each_begins_with_the_name_itself(names: list[str]):
    shown = told_apart(names)
    assert len({appearance(each) for each in shown}) == len(names)
    assert all(each.startswith(name) for each, name in zip(shown, names, strict=True))


@pytest.mark.parametrize("other", SAME_NAMES)
def test_names_look_the_same_in_any_case_width_and_alphabet(other: str):
    assert appearance(other) == appearance("Ada") != appearance("Adda")


def test_a_name_alone_has_no_mark():
    assert told_apart(["Ada (2)", "Ada", "Ben"]) == ["Ada (2)", "Ada", "Ben"]


def test_the_mark_of_a_name_stays_when_it_is_cut():
    assert shortened("Alexandrina the Great (2)", 12) == "Alexand… (2)"
    room = text_width("Alexandrina (2)", "sans", 30)
    assert truncated("Alexandrina the Great (2)", "sans", 30, room).endswith("… (2)")


def test_a_name_is_cut_between_its_words_where_that_leaves_enough_of_it():
    name = "Maximiliane von Hohenfels"
    assert shortened(name, 18) == "Maximiliane von…" and shortened(name, 8) == "Maximil…"
    assert shortened("A Hohenstaufen", 8) == "A Hohen…"
    for cut in (17, 20, 22):
        room = text_width(name[:cut] + "…", "sans", 30)
        assert truncated(name, "sans", 30, room) == "Maximiliane von…"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["\U0001f98a", "Ben"], ["Player 1", "Ben"]),
        (["אבא (1)", "אבא (2)"], ["Player 1", "Player 2"]),
        (["Player 2", "\U0001f98a"], ["Player 1", "Player 2"]),
        (["Ada (1)", "Ada (2)"], ["Ada (1)", "Ada (2)"]),
    ],
)
def test_a_picture_shows_names_of_letters_that_differ(names: list[str], shown: list[str]):
    assert names_of({"names": names, "seats": 2}) == shown


async def test_two_people_of_one_name_are_told_apart(sim: SimServer):
    people(sim, Ada="Ada", Twin="Ada", Cleo="Cleo")
    await sim.open(seats=3)
    await sim.press("Twin", "Join")
    assert "🔵 Ada (1)" in text(sim.board()) and "🔶 Ada (2)" in text(sim.board())
    await sim.press("Cleo", "Join")
    shown = (await sim.press("Ada", "Pace and seats")).response
    assert "Ada (2) to seat 1" in options(shown)
    await sim.press("Ada", "Start")
    table = await sim.table()
    assert table.names == ["Ada (1)", "Ada (2)", "Cleo"]
    await sim.play_until(lambda t: t.seq >= 6)
    [alt] = alt_texts(sim.board())
    for said in (text(sim.board()), alt, reply_text(await sim.command("Cleo", "game text"))):
        assert "Ada (1)" in said and "Ada (2)" in said
        assert not re.search(r"Ada(?! \\?\([12]\\?\))", said)
    await sim.command("Twin", "game handover")
    assert "A computer player plays for Ada (2)" in text(sim.board())


async def test_a_player_named_like_a_computer_player_is_told_apart(sim: SimServer):
    people(sim, Ada="Ada", Eve="Ｐierrot", Mal="Colombine (computer)")
    table = await sim.start("Ada", "Eve", "Mal", computers=1)
    assert table.names == ["Ada", "Pierrot (2)", "Ｐierrot (3)", "Colombine"]
    assert [name for name in table.names if f"{name} (computer)" in text(sim.board())] == [
        "Pierrot (2)"
    ]


def test_a_new_computer_player_takes_nobodys_name():
    seated = [Person("pierrot", user=1), Person("ＣＯＬＯＭＢＩＮＥ", user=2)]
    names = [each.name for each in with_computers(seated, ["quick", "quick"])[2:]]
    assert names == [*COMPUTER_NAMES[2:4]]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Pierrot (computer)", "Pierrot"),
        ("Pierrot （ＣＰＵ）", "Pierrot"),
        ("Pierrot — Computerspieler, strong", "Pierrot"),
        ("Pierrot [joueur virtuel]", "Pierrot"),
        ("Pierrot ＜computer＞", "Pierrot"),
        ("Pierrot <ｃｏｍｐｕｔｅｒ>", "Pierrot"),
        ("Pierrot | Computer", "Pierrot"),
        ("Ada <3", "Ada <3"),
        ("(computer)", "Player"),
        ("Computer", "Computer"),
        ("Ada (on holiday)", "Ada (on holiday)"),
        ("Anne-Marie", "Anne-Marie"),
    ],
)
def test_nobody_can_call_themselves_a_computer_player(name: str, shown: str):
    assert plain_name(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u0301\u034f", ""),
        ("\ufe0f", ""),
        ("Z" + "\u0335" * 40 + "o", "Z" + "\u0335" * MAX_COMBINED + "o"),
        ("\U0001f98a\U0001f98a", "\U0001f98a\U0001f98a"),
        ("अंकिता", "अंकिता"),
    ],
)
def test_a_name_is_seen_and_stays_on_its_line(name: str, shown: str):
    assert clean_line(name) == shown


async def test_somebody_without_a_visible_name_has_their_user_name(sim: SimServer):
    people(sim, Ada="\u200b\u3164", Ben="Ben")
    await sim.gather_two()
    assert "🔵 ada" in text(sim.board())


async def test_a_moderator_named_like_a_player_has_their_user_name(sim: SimServer):
    people(sim, Ada="Ada", Ben="Ben")
    sim.add("adele", "Ada", manage_messages=True)
    await sim.gather_two()
    await sim.command("adele", "admin pause")
    assert "Ada (@adele) pauses the game" in text(sim.board())


# --- The name of today ----------------------------------------------------------------------------


def rename(sim: SimServer, who: str, name: str) -> None:
    sim.env.backend.users[sim.people[who].id].global_name = name


def asked(sim: SimServer, table: Table) -> list[str]:
    """Whom the table waits for, by what the tests call them."""
    return [sim.named(table.people[seat].user or 0) for seat in table.waiting_people()]


async def default(sim: SimServer, who: str) -> None:
    """Somebody types the move that is made for them otherwise."""
    table = await sim.table()
    seat = table.own_seat(sim.people[who].id)
    await sim.command(who, "move", move=table.game.default(table.state, seat))


async def test_a_new_display_name_is_shown_after_the_next_move(sim: SimServer):
    people(sim, Ada="Ada", Ben="Ben")
    table = await sim.gather_two()
    rename(sim, "Ada", "Countess")
    await sim.command("Ada", "hand")
    assert "🔵 Ada" in text(sim.board()) and "Ada" in sim.sql("SELECT people FROM tables")[0][0]
    for _ in range(2):
        await default(sim, asked(sim, table)[0])
    assert "Countess" in text(sim.board()) and "Ada" not in text(sim.board())
    assert "Countess" in alt_texts(sim.board())[0]
    await sim.restart()
    assert (await sim.table()).names == ["Countess", "Ben"]


async def test_a_name_in_the_server_comes_first_and_dms_do_not_change_it(sim: SimServer):
    people(sim, Ada="Ada", Ben="Ben")
    table = await sim.gather_two()
    who, other = sorted(("Ada", "Ben"), key=lambda each: each not in asked(sim, table))
    sim.env.backend.get_member(sim.guild.id, sim.people[who].id).nick = "Duchess"
    await default(sim, who)
    assert sorted((await sim.table()).names) == sorted(["Duchess", other])
    await sim.command_dm(who, "hand")
    await default(sim, other)
    assert sorted((await sim.table()).names) == sorted(["Duchess", other])


async def test_what_nobody_notices_does_not_show_a_new_name(sim: SimServer):
    people(sim, Ada="Ada", Ben="Ben")
    table = await sim.gather_two()
    seat = next(seat for seat in range(2) if seat not in table.state.asked)
    who = sim.named(table.people[seat].user or 0)
    rename(sim, who, "Countess")
    await sim.command(who, "hand")
    question, moves = next(iter(table.game.premoves(table.state, seat).items()))
    await sim.behind(table.submit(seat, f"ahead {question} {moves[0]}", "in advance"))
    assert "Countess" not in text(sim.board()) + sim.sql("SELECT people FROM tables")[0][0]
    await default(sim, next(each for each in sim.people if each != who))
    assert "Countess" in text(sim.board())


# --- Names are never keys -------------------------------------------------------------------------


async def erase(sim: SimServer, who: str) -> None:
    asked = await sim.command(who, "mydata delete")
    await sim.press(who, "Delete everything", asked.response)


async def test_a_deletion_does_not_touch_others_of_the_same_name(sim: SimServer):
    people(sim, Ada="Ada", Ben="Ben", Twin="Ada", Pierrot="Pierrot", Zoe="Ben")
    await sim.start("Ada", "Ben", "Twin", computers=1)
    await sim.command("Ada", "game handover")
    question = await sim.command("Twin", "game leave")
    await sim.press("Twin", "Leave the game", question.response)
    assert (await sim.table()).names == ["Ada (1)", "Pierrot", "Ben", "Ada (4)"]
    stored = "tables", "notes", "moves", "vacated"
    before = [sim.sql(f"SELECT * FROM {name}") for name in stored]
    for stranger in ("Pierrot", "Zoe"):
        await erase(sim, stranger)
    assert [sim.sql(f"SELECT * FROM {name}") for name in stored] == before
    await erase(sim, "Ada")
    assert (await sim.table()).names == ["Player 1", "Pierrot", "Ben", "Ada"]
    said = str(sim.sql("SELECT words FROM notes"))
    assert "Ada (1)" not in said and "Ada (4)" in said and "somebody" in said


async def test_a_seat_that_was_left_is_found_by_number_when_its_player_is_deleted(sim: SimServer):
    people(sim, Ada="Ada", Ben="Ben", Cleo="Cleo")
    await sim.gather(computers=0)
    question = await sim.command("Ben", "game leave")
    await sim.press("Ben", "Leave the game", question.response)
    rename(sim, "Ben", "Benedict")
    assert (await sim.table()).names[1] == "Ben"
    await erase(sim, "Ben")
    assert (await sim.table()).names == ["Ada", "Player 2", "Cleo"]
    assert "Ben" not in str(sim.sql("SELECT words FROM notes"))
    assert sim.sql("SELECT * FROM vacated") == []


async def test_of_two_players_with_one_name_the_host_moves_the_chosen_one(sim: SimServer):
    people(sim, Ada="Ada", Ben="Ben", Twin="Ben")
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    await sim.press("Twin", "Join")
    await sim.pick_option("Ada", "Ben (3) to seat 2")
    table = await sim.table()
    assert [person.user for person in table.people] == [
        sim.people[who].id for who in ("Ada", "Twin", "Ben")
    ]


async def test_computer_players_of_a_rematch_have_names_of_their_own(sim: SimServer):
    people(sim, Ada="Ada", Ben="Pierrot", Cleo="Cleo")
    await sim.gather(computers=1, seats=4)
    table = await sim.table()
    for who in ("Ben", "Cleo"):
        seat = table.own_seat(sim.people[who].id)
        with sim.env._bot_scope():
            await moderation.replace(table, Named(1, "Mod"), seat, "quick")
    ada = table.people[table.own_seat(sim.people["Ada"].id)]
    computers = {each.name for each in first_seated(table, ada)} - {"Ada"}
    assert len(computers) == 3 and computers <= {*COMPUTER_NAMES}


# --- Leagues --------------------------------------------------------------------------------------


async def test_members_of_a_league_are_told_apart_and_have_the_names_of_today(sim: SimServer):
    people(sim, Ben="Ben", Twin="Ada", Fox="\U0001f98a")
    sim.people = {"Ada": sim.add("Ada", manage_guild=True), **sim.people}
    await sim.command("Ada", "league new", title="Cup", game="wigs", seats=2)
    for who in sim.people:
        await sim.command(who, "league join")

    async def names() -> set[str]:
        [league] = await sim.bot.store.leagues.of_server(sim.guild.id)
        divisions = standings_table(await read_season(sim.bot.store, league))["divisions"]
        return {each["name"] for division in divisions for each in division["rows"]}

    await sim.command("Ada", "league start")
    await sim.env.settle()
    assert await names() == {"Ada (1)", "Ben", "Ada (3)", "\U0001f98a (4)"}
    rename(sim, "Twin", "Adele")
    await sim.command("Twin", "league double")
    assert await names() == {"Ada", "Ben", "Adele", "\U0001f98a (4)"}
    [row] = await sim.bot.store.tables.open(user=sim.people["Ben"].id)
    table = await sim.bot.tables.get(row.id)
    table.learn_name(sim.people["Ben"].id, "Benedict")
    with sim.env._bot_scope():
        await table.save(paused=1)
    assert await names() == {"Ada", "Benedict", "Adele", "\U0001f98a (4)"}


async def test_a_league_named_like_the_number_of_another_one_is_not_taken_for_it(sim: SimServer):
    sim.add("Ada", manage_guild=True)
    await sim.command("Ada", "league new", title="2", game="wigs", seats=2)
    hall = sim.guild.create_text_channel("hall")
    await sim.command("Ada", "league new", hall, title="Cup", game="wigs", seats=2)
    numbers = [row.id for row in await sim.bot.store.leagues.of_server(sim.guild.id)]
    assert numbers == [1, 2]
    said = ephemeral_text(await sim.command("Ada", "league join", league="2"))
    assert "signed up for Cup" in said
