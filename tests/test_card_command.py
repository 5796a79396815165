"""Looking cards up in a server and in a DM: /card."""

from typing import Any

from bot.pages.cards import beside_pictures
from bot.pages.page import MAX_FILES, Section, Select, page, truncate
from bot.pages.questions import Asked, controls
from bot.pictures import drawing
from bot.pictures.drawing import describe_card
from bot.pictures.pictures import Pictures
from bot.table import Table
from bot.texts.catalogue import entries, entries_matching
from games import discover
from games.kernel import Card, Game, Question
from tests.sim_server import (
    SimServer,
    alt_texts,
    buttons,
    ephemeral_text,
    options,
    parts,
    reply_text,
    text,
)

PEOPLE = ("Ada", "Ben")
THUMBNAIL = 11


def a_card(game: str = "wigs") -> tuple[Game[Any], Card]:
    return discover()[game], list(discover()[game].lookup.values())[-1]


async def test_a_card_is_shown_as_picture_and_text_only_to_the_person_who_asks(sim: SimServer):
    game, card = a_card()
    answer = await sim.command("Ada", "card", card=f"{game.name}/{card['id']}")
    shown = answer.response
    assert shown.ephemeral and not sim.posts()
    assert card["name"] in text(shown) and game.title in text(shown)
    assert all(sentence in text(shown) for sentence in card["text"])
    assert all(f"**{label}:** {value}" in text(shown) for label, value in card["facts"].items())
    assert alt_texts(shown) == [describe_card(card)]
    [picture] = shown.attachments
    assert picture.description == describe_card(card)
    assert await picture.read() == drawing.draw_card(game.name, card)


async def test_a_card_is_found_by_name_label_or_part_without_case_and_accents(sim: SimServer):
    game, card = a_card()
    name = card["name"]
    accented = name.upper().replace("E", "É").replace("A", "Â")
    for typed in (name, accented, f" {name.lower()} ", f"{name} · {game.title}", name[1:]):
        shown = (await sim.command("Ada", "card", card=typed)).response
        assert alt_texts(shown) == [describe_card(card)], typed


async def test_a_card_is_looked_up_in_a_dm_and_without_a_table(sim: SimServer):
    _, card = a_card()
    found = await sim.people["Ben"].user.autocomplete("card", "card", card["name"])
    answer = await sim.command_dm("Ben", "card", card=found[0]["value"])
    assert alt_texts(answer.response) == [describe_card(card)]


async def test_names_are_completed_those_of_the_game_at_the_table_first(sim: SimServer):
    ada = sim.people["Ada"]
    for place, game in enumerate(discover().values()):
        if not game.lookup:
            continue
        room = sim.guild.create_text_channel(f"room-{place}")
        await sim.open(game=game.name, seats=game.seats[0], room=room)
        found = await ada.autocomplete(room, "card", "card", "")
        assert len(found) == min(25, len(entries()))
        own = [choice["value"].startswith(f"{game.name}/") for choice in found]
        assert own == sorted(own, reverse=True) and sum(own) == min(25, len(game.lookup))
        assert all(choice["name"].endswith(f" · {game.title}") for choice in found[: sum(own)])


async def test_what_a_question_offers_can_be_read_beside_it(sim: SimServer):
    await sim.start("Ada", computers=1)
    await sim.play_until(lambda t: bool(t.waiting_people()))
    table = await sim.table()
    offered = {table.game.lookup[str(wig)]["name"] for wig in table.view(0)["offer"]}
    panel = await sim.press("Ada", "Move")
    shown = await sim.press("Ada", "What do these cards do?", panel.response)
    list_of_cards = shown.response
    assert list_of_cards.ephemeral and list_of_cards.id != panel.response.id
    cards = [table.game.lookup[value] for _control, value in options(list_of_cards).values()]
    assert {card["name"] for card in cards} == offered
    assert all(sentence in text(list_of_cards) for card in cards for sentence in card["text"])
    small = [part for part in parts(list_of_cards) if part["type"] == THUMBNAIL]
    assert [each["description"] for each in small] == [describe_card(card) for card in cards]
    pictures = [await each.read() for each in list_of_cards.attachments]
    assert pictures == [drawing.draw_card(table.game.name, card) for card in cards]
    for card in cards[:2]:  # one after the other, in the same message
        control, value = options(list_of_cards)[card["name"]]
        one = await sim.people["Ada"].select(list_of_cards, [value], custom_id=control)
        assert one.response.id == list_of_cards.id
        assert alt_texts(one.response) == [describe_card(card)]
        list_of_cards = one.response


async def test_a_select_says_what_a_move_brings_or_in_advance_what_its_card_does(sim: SimServer):
    await sim.start("Ada", computers=1)

    def many_to_buy(table: Table) -> bool:
        g = table.state
        return g.asked == [0] and g.agenda[-1][0] == "buy" and len(table.game.legal(g, 0)) > 12

    await sim.play_until(many_to_buy)
    table = await sim.table()
    question = table.game.question(table.state, 0)
    later = Question(question.choice, table.state, 0, question.args, [*question], "buying")
    panel = (await sim.press("Ada", "Move")).response
    told = [option for part in parts(panel) for option in part.get("options", ())]
    now = {option["value"]: option.get("description") for option in told}
    rows = controls(Asked(table, later))[1]
    selects = [part for row in rows for part in row.controls if isinstance(part, Select)]
    before = {option.value: option.description for part in selects for option in part.options}
    bought = [move for move in question if question.cards(move)]
    for move in bought:
        [card] = question.cards(move)
        assert now[f"move:{move}"] == truncate(question.consequence(move), 100) != ""
        words = " ".join(table.game.lookup[card]["text"])
        assert before[f"move:{move}"] == truncate(words, 100)
    assert bought


def test_cards_for_whose_pictures_there_is_no_room_are_a_list_and_without_pictures_words_stay():
    game = max(discover().values(), key=lambda game: len(game.lookup))
    cards = [*game.lookup.values()][: MAX_FILES + 3]
    shown = beside_pictures(game, cards, Pictures())
    assert [type(each) for each in shown] == [Section] * MAX_FILES + [list]
    made = page(*shown)
    bare = made.without_files(lacks_permission=False)
    assert len(made.files) == MAX_FILES and not bare.files
    words = [part.text for part in made.parts if isinstance(part, Section)]
    assert bare.parts == [*words, made.parts[-1]]
    assert all(card["name"] in "\n".join(map(str, bare.parts)) for card in cards)


async def test_a_question_about_no_card_has_none_to_read(sim: SimServer):
    await sim.start("Ada", game="royal_threadcount", computers=1)
    await sim.play_until(
        lambda t: t.waiting_people() == [0] and t.view(0)["question"]["name"] != "market"
    )
    panel = await sim.press("Ada", "Move")
    assert "What do these cards do?" not in buttons(panel.response)
    old = f"cards:{(await sim.table()).id}:"
    shown = await sim.press_old("Ada", panel.response, old)
    assert "no card to look at" in reply_text(shown)


async def test_any_part_of_a_name_completes_it(sim: SimServer):
    game, card = a_card()
    for part in (card["name"][2:7], card["name"].upper()):
        found = await sim.people["Ada"].autocomplete(sim.room, "card", "card", part)
        assert f"{card['name']} · {game.title}" in [choice["name"] for choice in found]
    assert await sim.people["Ada"].autocomplete(sim.room, "card", "card", "qqqq") == []


async def test_a_card_is_found_by_what_it_does_and_the_others_are_in_a_select(sim: SimServer):
    await sim.open(seats=2, computers=1)
    game, _card = a_card()
    typed = "draw, unseen: turn"
    best, *others = entries_matching(typed, game)[:6]
    page = (await sim.command("Ada", "card", card=typed)).response
    for shown, listed in ((best, others), (others[-1], [best, *others[:-1]])):
        assert alt_texts(page) == [describe_card(shown.card)]
        assert [*options(page)] == [entry.label for entry in listed]
        small = [part["description"] for part in parts(page) if part["type"] == THUMBNAIL]
        assert small == [describe_card(entry.card) for entry in listed]
        custom_id, value = options(page)[listed[-1].label]
        await sim.people["Ada"].select(page, [value], custom_id=custom_id)
    found = await sim.people["Ada"].autocomplete(sim.room, "card", "card", typed)
    assert found[0]["value"] == best.key and "draw" in str(best.card["text"])


async def test_a_card_that_is_gone_is_answered_with_a_sentence(sim: SimServer):
    await sim.open(seats=2)
    answer = await sim.press_old("Ada", sim.board(), "pick-found:0:extra gold", "wigs/99")
    assert "out of date" in ephemeral_text(answer)


async def test_an_unknown_name_is_answered_with_the_nearest_ones(sim: SimServer):
    game, card = a_card()
    answer = await sim.command("Ada", "card", card=f"xx{card['name'][2:]}")
    assert answer.response.ephemeral and not answer.response.attachments
    assert "I know no card" in ephemeral_text(answer)
    assert f"{card['name']} · {game.title}" in ephemeral_text(answer)


async def test_a_name_like_none_is_answered_with_a_sentence(sim: SimServer):
    for typed in ("qqqqqqqq", " ", "../..", "x" * 3000, "@qqqqqqq"):
        answer = await sim.command("Ada", "card", card=typed)
        assert answer.response.ephemeral and "I know no card" in ephemeral_text(answer), typed
        assert len(ephemeral_text(answer)) < 600
