"""Choices whose moves are products of numbers: sampled where they are too many to be listed."""

import asyncio
import importlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.pages import premoves, questions
from bot.pages.page import MAX_OPTIONS, Select
from bot.pages.questions import Asked, controls, dials_form, fits_form, offered_numbers
from games import discover
from games.kernel import Dials, Game, IllegalMove, Question, State
from games.words import ENGLISH, translate_into
from tests import toys
from tests.asked import asked, asked_for, shown_table
from tests.sim_server import SimServer, buttons, fields, fill, options, reply_text, text
from tests.test_packages import NAME, Package, package  # noqa: F401  (a fixture)
from tests.tiny import tiny
from tests.toys.dyes import HIGHEST, game

FEW = 8_000
"""Settings of so many that may be looked at for one question."""
PATTERN = "mix {rose:d} {sage:d} {sky:d}"


def dials(*numbers: range, fits: Callable[..., bool], pattern: str = PATTERN) -> Dials:
    found = Dials(*numbers, fits=fits)
    found.pattern = pattern
    return found


# --- What is listed -------------------------------------------------------------------------------


def test_few_moves_are_listed_and_no_other_is_open() -> None:
    digits = dials(*[range(10)] * 3, fits=lambda *each: sum(each) <= 9)
    moves = [*digits]
    assert len(moves) == 220 == len(set(moves)) and moves[0] == "mix 0 0 0"
    assert "mix 3 3 3" in moves and "mix 3 3 4" not in moves
    assert all(move in digits for move in moves)


@pytest.mark.parametrize(
    "wrong",
    [
        *("mix 50 50 51", "mix 100 0 0", "mix 1 2", "mix 1 2 3 4", "mix 01 2 3", "mix 1 2 x"),
        *(
            "mix ٣ 2 3",
            "mix -1 2 3",
            "mix 1  2 3",
            "mix 1 2 3 ",
            "dye 1 2 3",
            "",
            "mix 1 2 9999999999",
        ),
    ],
)
def test_of_very_many_moves_each_is_judged_for_itself(wrong: str) -> None:
    percents = dials(*[range(100)] * 3, fits=lambda *each: sum(each) <= 150)
    assert wrong not in percents
    assert "mix 50 50 50" in percents and "mix 99 51 0" in percents


@pytest.mark.parametrize(
    "fits",
    [
        lambda *each: sum(each) <= 150,
        lambda *each: sum(each) <= 5,
        lambda *each: sum(each) == 100,
        lambda *each: each[0] < each[1] < each[2],
        lambda *each: each in {(7, 8, 9), (99, 98, 97)},
    ],
    ids=["loose", "tight", "exact", "rising", "two"],
)
def test_of_very_many_moves_there_is_a_sample_the_same_each_time(fits: Callable[..., bool]) -> None:
    sample = [*dials(*[range(100)] * 3, fits=fits)]
    assert 2 <= len(sample) <= 60 and len(set(sample)) == len(sample)
    assert sample == [*dials(*[range(100)] * 3, fits=fits)]
    assert all(move in dials(*[range(100)] * 3, fits=fits) for move in sample)


def test_a_sample_has_the_ends_of_the_dials_and_much_between_them() -> None:
    sample = dials(*[range(100)] * 3, fits=lambda *each: sum(each) <= 150)
    settings = [sample.setting(move) for move in sample]
    assert (0, 0, 0) in settings and (99, 0, 0) in settings and (0, 0, 99) in settings
    assert all(len({setting[i] for setting in settings}) > 20 for i in range(3))


def test_nothing_is_open_where_nothing_fits_or_a_dial_is_empty() -> None:
    assert [*dials(range(100), range(100), range(100), fits=lambda *each: False)] == []
    assert [*dials(range(100), range(0), range(100), fits=lambda *each: True)] == []


# --- Words on dials -------------------------------------------------------------------------------

ORDERS = ["hold", "march", "far_south"]


def test_a_dial_has_words_or_numbers_and_a_move_names_them() -> None:
    orders = Dials(ORDERS, range(3), fits=lambda order, n: (order == "hold") == (n == 0))
    orders.pattern = "order {fleet} {n:d}"
    assert orders.names == ["Fleet", "N"]
    assert [*orders] == ["order hold 0"] + [
        f"order {order} {n}" for order in ORDERS[1:] for n in (1, 2)
    ]
    assert orders.setting("order far_south 2") == (2, 2) and orders.move((1, 1)) == "order march 1"
    assert "order march 2" in orders and "order march 0" not in orders
    assert orders.setting("order run 2") == () and "order run 2" not in orders
    assert orders.set_dial("order hold 0", 0, 2) == "order far_south 1"
    assert orders.move((7, 1)) == "order 7 1" not in orders


def test_listed_moves_with_words_have_dials_too() -> None:
    moves = ["order march 2", "order hold 1", "order march 3", "pass"]
    listed = Dials.from_moves("order {fleet} {n:d}", moves)
    assert (listed.words, [*listed.numbers[1]]) == ([["march", "hold"], []], [1, 2, 3])
    assert [*listed] == moves and "order hold 2" not in listed


def test_too_many_words_to_list_are_sampled_and_all_that_fit_are_open() -> None:
    orders = Dials(*[[f"o{n}" for n in range(9)]] * 3)
    orders.pattern = "order {a} {b} {c}"
    assert orders.all is None and 2 <= len([*orders]) <= 60
    assert "order o8 o0 o3" in orders and "order o9 o0 o3" not in orders
    assert len(Dials(*[range(9)] * 2, fits=lambda a, b: True).all or []) == 81


def orders(moves: Any, menu: str = "order {fleet} {army}") -> Asked:
    """A question for orders that all differ."""
    game = tiny(("order", 0), "end")

    @game.choice("Order.", menu=menu)
    def order(g: Any, p: Any) -> Any:
        return moves

    order.does("order {fleet} {army}")(lambda g, p, fleet, army: None)
    order.does("rest")(lambda g, p: None)
    return asked(game, game.new(2, 1), 0)


def test_a_form_and_a_select_have_what_people_read_for_a_word() -> None:
    at = orders([f"order {a} {b}" for a in ORDERS for b in ORDERS if a != b])
    menu = at.question.menu
    assert isinstance(menu, Dials)
    first, second = dials_form(at, menu).fields
    assert [each.label for each in first.options] == ["Hold", "March", "Far south"]
    assert (first.label, second.label) == ("Fleet", "Army")
    at.question.choice.thing(lambda g, p, dial, word: f"{dial}: {word}")
    assert next(each.label for each in dials_form(at, menu).fields[1].options) == "army: march"
    assert questions.dialled(menu, {"0": ("1",), "1": ("2",)}) == "order march hold"
    assert questions.dialled(menu, {"0": ("1",), "1": ("9",)}) not in at.question, "a forged form"


def test_a_refusal_names_the_words_of_a_dial() -> None:
    at = orders(Dials(ORDERS, ORDERS))
    said = at.question.refuse("order run hold")
    assert translate_into(said, ENGLISH, []) == "Fleet can be hold, march, far_south."


def test_dials_with_words_want_a_pattern_with_words() -> None:
    with pytest.raises(RuntimeError, match=r"as in \{price:d\}, or a word, as in \{order\}"):
        orders(Dials(ORDERS, range(3)))


# --- Turning --------------------------------------------------------------------------------------


def test_the_others_turn_only_as_far_as_they_must() -> None:
    percents = dials(*[range(100)] * 3, fits=lambda *each: sum(each) <= 100)
    assert percents.set_dial("mix 10 20 30", 0, 40) == "mix 40 20 30"
    assert percents.set_dial("mix 10 20 30", 0, 60) == "mix 60 10 30"
    assert percents.setting(percents.set_dial("mix 10 40 40", 0, 99))[0] == 99
    assert percents.set_dial("mix 10 20 30", 0, 100) == "mix 10 20 30", "it has no such number"
    assert percents.set_dial("mix 10 20 30", 3, 1) == "mix 10 20 30", "there is no such dial"
    assert percents.set_dial("dye 1", 0, 1) == "dye 1"


def test_listed_moves_turn_in_the_same_way() -> None:
    listed = Dials.from_moves("offer {n:d} at {price:d}", ["offer 1 at 3", "offer 2 at 5", "pass"])
    assert (listed.names, listed.numbers) == (["N", "Price"], ([1, 2], [3, 5]))
    assert listed.also == ["pass"]
    assert listed.set_dial("offer 1 at 3", 1, 5) == "offer 2 at 5"
    assert listed.set_dial("offer 1 at 3", 1, 4) == "offer 1 at 3"


def test_moves_that_differ_by_one_number_are_made_in_a_select() -> None:
    labels = {f"offer 1 at {price}": f"Offer at {price}" for price in range(2, 40)}
    told, [low, high, button] = controls(asked_for(labels, menu="offer {n:d} at {price:d}"))
    assert told == ""
    assert [low.controls[0].placeholder, high.controls[0].placeholder] == [
        "Price: 2–26",
        "Price: 27–39",
    ]
    assert low.options[0].label == "Offer at 2" and low.options[0].value == "move:offer 1 at 2"
    assert [each.label for each in button.controls] == ["Offer at 2"]


def test_a_number_that_one_would_regret_says_so() -> None:
    labels = {f"bid {price}": f"Bid {price}" for price in (1, 2, 3)}
    dear = {"bid 3": "You cannot pay that."}
    _told, [select, _button] = controls(asked_for(labels, menu="bid {price:d}", alarms=dear))
    assert [each.description for each in select.options] == ["", "", "⚠ You cannot pay that."]


def of_six(numbers: range) -> tuple[Asked, Dials]:
    """A question with six dials, and these."""
    words = [f"{name}: {{{name}:d}}" for name in "abcdef"]
    moves = [" ".join(words).format(**dict.fromkeys("abcdef", n)) for n in numbers]
    asked = asked_for({move: move for move in moves}, menu=" ".join(words))
    assert isinstance(asked.question.menu, Dials)
    return asked, asked.question.menu


def test_a_form_has_a_field_for_each_of_several_dials_and_marks_alarms_where_they_differ() -> None:
    labels = {f"bid {n} at {price}": "" for n in range(9) for price in (1, 2, 3)}
    for alarmed, told in (
        ([f"bid {n} at 3" for n in range(9)], ["", "", "⚠ Dear."]),
        ([*labels], ["", "", ""]),
    ):
        alarms = dict.fromkeys(alarmed, "Dear.")
        asked = asked_for(labels, menu="bid {number:d} at {price:d}", alarms=alarms)
        assert isinstance(asked.question.menu, Dials)
        number, price = dials_form(asked, asked.question.menu).fields
        assert [number.label, price.label] == ["Number", "Price"]
        assert [each.label for each in price.options] == ["1", "2", "3"]
        assert [each.description for each in price.options] == told
        assert [each.value for each in number.options if each.default] == ["0"]


def test_more_dials_than_a_form_has_fields_have_selects() -> None:
    asked, six = of_six(range(3))
    assert not fits_form(six)
    _told, rows = controls(asked, "a: 1 b: 1 c: 1 d: 1 e: 1 f: 1")
    assert [row.controls[0].placeholder for row in rows[:6]] == [f"{each}: 1" for each in "ABCDEF"]


def test_every_select_says_what_is_asked() -> None:
    with pytest.raises(AssertionError, match="pick-dial:7"):
        Select("dial", 7)


@pytest.mark.parametrize("shown", range(0, 100, 9))
def test_a_select_offers_what_is_near_and_what_is_far(shown: int) -> None:
    found = offered_numbers(range(100), shown)
    assert len(found) == MAX_OPTIONS and found == sorted(set(found))
    assert {0, 99, shown} <= {*found}
    reached = {n for each in found for n in offered_numbers(range(100), each)}
    assert reached == {*range(100)}, "two picks reach any number"
    assert offered_numbers(range(25), 3) == [*range(25)]


# --- A game ---------------------------------------------------------------------------------------


def test_a_game_with_very_many_moves_never_walks_through_them() -> None:
    tried: list[int] = []

    def counting(*each: int) -> bool:
        tried.append(1)
        return sum(each) <= 150

    counted = dials(*[range(100)] * 3, fits=counting)
    assert [*counted] and counted.set_dial([*counted][5], 1, 77)
    assert 0 < len(tried) < FEW


def test_any_open_move_can_be_made_and_no_other() -> None:
    g = game.new(2, 1)
    legal = game.legal(g, 0)
    assert len(legal) <= 61 and legal[-1] == "pass"
    assert "mix 43 7 59" in legal and "mix 43 7 101" not in legal and 7 not in legal
    after = game.play(game.play(g, 0, "mix 43 7 59"), 1, "pass")
    assert after.players[0].mixed == [43, 7, 59] and after.players[0].budget == 41
    with pytest.raises(IllegalMove, match=r"You can: mix .* and many more"):
        game.play(g, 0, "mix 99 99 99")
    assert game.label(g, 0, "mix 43 7 59") == "Dark rose: 43, Sage: 7, Sky: 59"
    assert game.consequence(g, 0, "mix 43 7 59") == "leaves 41"


def test_dials_want_a_form_with_a_number_for_each() -> None:
    none = Game("None", State, seats=range(2, 3))
    choice = none.choice("Mix.")(mix)
    with pytest.raises(RuntimeError, match=r"“mix” needs menu=... with a number for each of its 1"):
        choice.options(State(2, 1), None)


def mix(g: State, p: Any) -> Dials:
    """Dials without a form."""
    return Dials(range(HIGHEST))


@pytest.mark.parametrize("level", ["quick", "steady", "strong"])
def test_computer_players_play_it(level: str) -> None:
    choose = importlib.import_module(f"bot.players.levels.{level}").choose
    g, chance = game.new(2, 3), random.Random(1)
    while g.scores is None:
        seat = g.asked[0]
        move = choose(game, g, seat, 0.05, chance)
        assert move in game.legal(g, seat)
        g = game.play(g, seat, move)


# --- In Discord -----------------------------------------------------------------------------------


@pytest.fixture
def sim(package: Package, sim_server_of: Callable[..., SimServer]) -> SimServer:  # noqa: F811
    """A server with one person, and a bot that has the dyes of the toys."""
    for path, content in toys.files_of("dyes", package.folder.name).items():
        package.write(path, content)
    return sim_server_of("Ada")


async def opened(sim: SimServer) -> tuple[Any, Any]:
    """The question in Ada's direct messages, and the form that it opens."""
    await sim.gather(game=NAME, seats=2, computers=1)
    panel = sim.dms("Ada")[-1]
    return panel, await sim.press_dm("Ada", "Other numbers …")


async def test_all_dials_are_given_in_one_form(sim: SimServer):
    panel, form = await opened(sim)
    assert [each["label"] for each in fields(form)] == ["Dark rose", "Sage", "Sky"]
    assert {each["description"] for each in fields(form)} == {"From 0 to 99"}
    assert form.modal["components"][0]["content"] == "Mix your dyes."
    assert "Mix nothing" in buttons(panel) and not options(panel)
    await fill(sim.people["Ada"].user, form, **{"0": "45", "1": "9", "2": "57"})
    assert (await sim.table()).view(None)["players"][0]["mixed"] == [45, 9, 57]


@pytest.mark.parametrize("is_new", [False, True], ids=["same bot", "new bot"])
async def test_a_form_counts_once_and_survives_a_restart(sim: SimServer, is_new: bool):
    _panel, form = await opened(sim)
    if is_new:
        await sim.restart()
    await fill(sim.people["Ada"].user, form, **{"0": "45"})
    await sim.deliver_again()
    table = await sim.table()
    again = await sim.forge("Ada", form, **{"0": "44"})
    assert "The game has moved on since" in reply_text(again)
    made = sim.sql("SELECT move FROM moves WHERE seat = 0 AND move LIKE 'mix%'")
    assert made == [("mix 45 0 0",)] and table.view(None)["players"][0]["mixed"] == [45, 0, 0]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"0": "99", "1": "98", "2": "97"}, "“mix 99 98 97” is not open to you now."),
        ({"0": "100", "1": "98", "2": "97"}, "Dark rose goes from 0 to 99."),
        ({"0": "many", "1": "98", "2": "97"}, "“many” is no whole number: Dark rose."),
    ],
)
async def test_what_was_typed_outlives_a_refusal(sim: SimServer, typed: dict[str, str], told: str):
    _panel, form = await opened(sim)
    user, before = sim.people["Ada"].user, (await sim.table()).seq
    refused = await fill(user, form, **typed)
    assert told in reply_text(refused) and (await sim.table()).seq == before
    again = await user.click(refused.followups[-1], label="Edit again")
    assert {each["component"]["value"] for each in fields(again)} == {*typed.values()}
    await fill(user, again, **{"0": "20", "1": "20", "2": "20"})
    assert (await sim.table()).view(None)["players"][0]["mixed"] == [20, 20, 20]
    later = await sim.press_dm("Ada", "Other numbers …")
    assert "98" not in {each["component"]["value"] for each in fields(later)}


async def test_a_form_of_an_earlier_question_changes_nothing_and_shows_the_new_one(sim: SimServer):
    _panel, form = await opened(sim)
    await sim.command("Ada", "move", move="mix 10 10 10")
    before = (await sim.table()).view(None)
    late = await fill(sim.people["Ada"].user, form, **{"0": "45"})
    assert "The game has moved on since; this is the question now." in reply_text(late)
    assert (await sim.table()).view(None) == before
    assert "Other numbers …" in buttons(late.response)


async def test_a_form_whose_game_is_over_says_so(sim: SimServer):
    panel, form = await opened(sim)
    await sim.skip_the_middle(ahead=1)
    await sim.play_until(lambda table: table.row.status == "over")
    late = await fill(sim.people["Ada"].user, form, **{"0": "45"})
    assert "The game has moved on since; nothing changed." in reply_text(late)
    button = next(i for i in buttons(panel).values() if i.startswith("dials:"))
    refused = await sim.press_old("Ada", panel, button)
    assert "The game has moved on since; nothing changed." in reply_text(refused)


async def test_a_move_with_an_alarm_is_asked_back_as_the_form_could_not_tell_it(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    _panel, form = await opened(sim)
    monkeypatch.setattr(Question, "alarm", lambda _question, _move: "You need that later.")
    before = (await sim.table()).seq
    asked = await fill(sim.people["Ada"].user, form, **{"0": "45"})
    assert "Confirm: **Dark rose: 45" in reply_text(asked)
    assert "⚠ You need that later." in text(asked.response) and (await sim.table()).seq == before
    await sim.people["Ada"].user.click(asked.response, label="Confirm")
    assert (await sim.table()).view(None)["players"][0]["mixed"] == [45, 0, 0]


async def test_at_a_paused_table_no_alarm_is_asked_back_and_the_numbers_stay(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    _panel, form = await opened(sim)
    monkeypatch.setattr(Question, "alarm", lambda _question, _move: "You need that later.")
    await sim.command("Ada", "game pause")
    refused = await fill(sim.people["Ada"].user, form, **{"0": "45"})
    assert "paused" in reply_text(refused) and "Edit again" in buttons(refused.followups[-1])


async def test_dials_without_a_form_are_turned_and_given_together(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(questions, "MAX_FIELDS", 2)
    await sim.gather(game=NAME, seats=2, computers=1)
    table = await sim.table()
    panel = sim.dms("Ada")[-1]
    user = sim.people["Ada"].user
    assert {"Dark rose: 0", "Sage: 99", "Sky: 1"} <= {*options(panel)}
    assert len(options(panel)) == 3 * MAX_OPTIONS
    for label in ("Dark rose: 45", "Sage: 9", "Sky: 54", "Sky: 57"):
        custom_id, value = options(panel)[label]
        await user.select(panel, [value], custom_id=custom_id)
        panel = sim.dms("Ada")[-1]
    assert "Dark rose: 45, Sage: 9, Sky: 57" in buttons(panel) and "Mix nothing" in buttons(panel)
    assert "leaves 39" in text(panel) and table.state.asked
    await user.click(panel, label="Dark rose: 45, Sage: 9, Sky: 57")
    await sim.env.settle()
    assert table.view(None)["players"][0]["mixed"] == [45, 9, 57]


async def test_a_move_that_no_menu_lists_can_be_typed(sim: SimServer):
    await sim.gather(game=NAME, seats=2, computers=1)
    table = await sim.table()
    found = await sim.people["Ada"].autocomplete(sim.room, "move", "move", "mix 41 43 47")
    assert [each["value"] for each in found] == ["mix 41 43 47"]
    assert "✓" in reply_text(await sim.command("Ada", "move", move="mix 41 43 47"))
    assert table.state.players[0].mixed == [41, 43, 47]


def test_before_a_question_is_chosen_nothing_is_set_in_advance() -> None:
    brick = discover()["brick_and_mortar"]
    g = brick.new(3, 1)
    while not (isinstance(brick.question(g, g.asked[0]).menu, Dials) and len(g.asked) > 1):
        g = brick.play(g, g.asked[0], brick.default(g, g.asked[0]))
    seat = g.asked[0]
    g = brick.play(g, seat, brick.default(g, seat))
    question = brick.question(g, seat)
    assert question and isinstance(question.menu, Dials), "a secret answer may still be changed"
    shown = asyncio.run(premoves.premoves_page(shown_table(brick, g), seat))
    controls_of = [each.action for part in shown.parts for each in getattr(part, "controls", ())]
    assert not {"dial", "dials"} & {*controls_of} and "advance" in controls_of
