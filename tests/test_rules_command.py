"""/rules, and the commands that list tables and turns."""

import tomllib
from pathlib import Path

import pytest

from bot.texts.languages import LANGUAGES, translate, using_language
from bot.texts.rulebook import find_rules, rulebook
from games import discover
from tests.sim_server import (
    SimServer,
    alt_texts,
    buttons,
    ephemeral_text,
    options,
    reply_text,
    text,
)

QUESTIONS = {
    file.name.removesuffix("_questions.toml"): tomllib.loads(file.read_text("utf-8"))
    for file in sorted((Path(__file__).parent / "games").glob("*_questions.toml"))
}
"""What players type to find rules, by game."""

# --- Looking tables up ---------------------------------------------------------------------------


async def test_the_list_names_the_open_tables_of_the_server_and_whom_they_wait_for(sim: SimServer):
    none = ephemeral_text(await sim.command("Cleo", "game list"))
    assert "No table is open" in none
    assert all(f"**{game.title}**: {game.about}" in none for game in discover().values())
    await sim.start("Ada", computers=1)
    second = sim.guild.create_text_channel("second-room")
    await sim.open(host="Ben", room=second, seats=4)
    for name, waits in (("Ada", "**waits for you**"), ("Cleo", "waits for Ada")):
        said = ephemeral_text(await sim.command(name, "game list"))
        assert f"table 1 in <#{sim.room.id}>: {waits}" in said
        about = discover()["wigs"].about
        assert f"table 2 in <#{second.id}>: gathers players, 1 of 4\n-# {about}" in said
    mine = reply_text(await sim.command_dm("Ada", "game list"))
    assert "table 1" in mine and "table 2" not in mine
    assert "No table is open" in reply_text(await sim.command_dm("Cleo", "game list"))


async def test_the_list_of_one_server_does_not_name_the_tables_of_another(sim: SimServer):
    await sim.open(seats=2)
    other = SimServer.of(sim.env, "Dora")
    assert "No table is open" in ephemeral_text(await other.command("Dora", "game list"))


async def test_the_board_can_be_shown_to_oneself(sim: SimServer):
    assert "There is no table in this channel" in ephemeral_text(
        await sim.command("Cleo", "game board")
    )
    await sim.open(seats=2, computers=1)
    assert "has not started yet" in ephemeral_text(await sim.command("Cleo", "game board"))
    assert "has not started yet" in ephemeral_text(await sim.command("Cleo", "game text"))
    await sim.press("Ada", "Start")
    count = len(sim.posts())
    answer = await sim.command("Cleo", "game board")
    assert answer.response.ephemeral and alt_texts(answer.response) == alt_texts(sim.board())
    assert len(sim.posts()) == count


async def test_games_and_options_are_completed(sim: SimServer):
    ada = sim.people["Ada"]
    found = await ada.autocomplete(sim.room, "game new", "game", "powd")
    assert [choice["value"] for choice in found] == ["wigs"]
    assert "2 to 4 players" in found[0]["name"]
    assert await ada.autocomplete(sim.room, "game new", "game", "chess") == []
    assert await ada.autocomplete(sim.room, "league new", "options", "") == []
    listed = await ada.autocomplete(sim.room, "league new", "options", "", game="wigs")
    assert {"end_gold=20", "end_gold=25", "accents=yes"} <= {each["value"] for each in listed}
    written = await ada.autocomplete(
        sim.room, "league new", "options", "end_gold=25 acc", game="wigs"
    )
    assert [each["value"] for each in written] == [
        "end_gold=25 accents=no",
        "end_gold=25 accents=yes",
    ]


# --- The rules -----------------------------------------------------------------------------------


async def test_the_rules_show_contents_and_each_chapter(sim: SimServer):
    book = rulebook("wigs")
    answer = await sim.command("Cleo", "rules", game="wigs")
    page = answer.response
    assert page.ephemeral and book.glance in text(page)
    labels = list(options(page))
    assert labels == [f"{each.number}. {each.title}" for each in book.chapters]
    for chapter, label in zip(book.chapters, labels, strict=True):
        custom_id, value = options(page)[label]
        await sim.people["Cleo"].select(page, [value], custom_id=custom_id)
        for rule in chapter.rules:
            assert f"**{rule.number} {rule.title}.**" in text(page)
            assert rule.text in text(page)


async def test_the_button_of_a_lobby_and_of_a_board_opens_the_rules_of_its_game(sim: SimServer):
    await sim.open(seats=2, computers=1)
    for _ in range(2):
        answer = await sim.press("Cleo", "Rules")
        assert answer.response.ephemeral and rulebook("wigs").glance in text(answer.response)
        if "Start" in buttons(sim.board()):
            await sim.press("Ada", "Start")


async def test_a_rule_is_found_by_number_and_by_words(sim: SimServer):
    cleo, book = sim.people["Cleo"], rulebook("wigs")
    rule = next(iter(book.rules.values()))
    found = await cleo.autocomplete(sim.room, "rules", "rule", rule.title.lower(), game="wigs")
    assert rule.number in [each["value"] for each in found]
    found = await cleo.autocomplete(sim.room, "rules", "rule", "5.1", game="wigs")
    assert found[0]["value"] == "5.1"
    for typed in ("", "a", "zzz"):
        found = await cleo.autocomplete(sim.room, "rules", "rule", typed, game="wigs")
        assert len(found) <= 25 and (found or typed == "zzz")
    answer = await sim.command("Cleo", "rules", game="wigs", rule=rule.number)
    assert rule.text in ephemeral_text(answer)


@pytest.mark.parametrize("number", ["99.9", "99.", "", "!?", "zzz", "x" * 3000])
async def test_an_unknown_rule_is_refused_with_a_sentence(sim: SimServer, number: str):
    answer = await sim.command("Cleo", "rules", game="wigs", rule=number or " ")
    assert "has no rule" in ephemeral_text(answer) and "they run from 1.1 to" in ephemeral_text(
        answer
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_found_by_the_words_of_a_question(language: str):
    missed: list[tuple[str, str, list[str]]] = []
    asked = 0
    for game, of_game in QUESTIONS.items():
        with using_language(language, game):
            for number, typed in of_game["questions"].items():
                asked += 1
                found = [rule.number for rule in find_rules(game, typed[language])[:6]]
                missed += [] if number in found else [(game, typed[language], found)]
    assert asked >= 60 and len(missed) <= asked // 10, missed


@pytest.mark.parametrize(
    ("game", "typed", "number"),
    [
        (game, typed, number)
        for game, of_game in QUESTIONS.items()
        for typed, number in of_game.get("first", {}).items()
    ],
)
async def test_a_question_is_answered_with_its_rule(
    sim: SimServer, game: str, typed: str, number: str
):
    said = reply_text(await sim.command("Ada", "rules", game=game, rule=typed))
    assert f"rule {number}\n**{rulebook(game).rules[number].title}.**" in said
    found = await sim.people["Ada"].autocomplete(sim.room, "rules", "rule", typed, game=game)
    assert found[0]["value"] == number


async def test_other_rules_with_the_words_are_in_a_select_that_survives_a_restart(sim: SimServer):
    typed = "who buys first: tie?"
    found = [rule.number for rule in find_rules("wigs", typed)[:6]]
    page = (await sim.command("Cleo", "rules", game="wigs", rule=typed)).response
    best, *others = found
    await sim.restart()
    for wanted in (others[-1], best):
        offered = {value: custom_id for custom_id, value in options(page).values()}
        assert [number for number in offered if number in found] == [
            number for number in found if f"rule {number}\n" not in text(page)
        ]
        await sim.people["Cleo"].select(page, [wanted], custom_id=offered[wanted])
        assert rulebook("wigs").rules[wanted].text in text(page)


async def test_a_question_as_long_as_discord_allows_is_answered(sim: SimServer):
    for typed in ("sell " * 1200, "売" * 6000, "㌔" * 6000 + " sell", "ß" * 49 + " sell"):
        answer = await sim.command("Cleo", "rules", game="wigs", rule=typed)
        assert answer.response.ephemeral and "rule" in text(answer.response)


async def test_rules_are_found_in_the_language_of_the_reader(sim: SimServer):
    await sim.command("Cleo", "settings language", language="de")
    number = "9.4"
    answer = await sim.command("Cleo", "rules", game="wigs", rule="unentschieden")
    with using_language("de", "wigs"):
        assert translate(rulebook("wigs").rules[number].title) in text(answer.response)


def test_other_words_of_a_rule_are_not_shown():
    for game in QUESTIONS:
        rules = rulebook(game).rules.values()
        assert any(rule.other_words for rule in rules)
        assert not any("<!--" in f"{rule.title}{rule.text}" for rule in rules)


async def test_rules_without_a_game_named_are_those_of_the_table_here(sim: SimServer):
    assert "There is no table in this channel" in ephemeral_text(await sim.command("Cleo", "rules"))
    await sim.open(seats=2)
    assert rulebook("wigs").glance in ephemeral_text(await sim.command("Cleo", "rules"))
    assert "There is no game" in ephemeral_text(await sim.command("Cleo", "rules", game="chess"))
