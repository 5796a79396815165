"""Moves that are several things of one list, picked together; and moves that go on where others
end.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.pages.menus import Entry, entries
from bot.pages.page import MAX_OPTIONS, Select
from bot.pages.questions import controls, is_one_select
from games.brick_and_mortar.components import CARD
from games.kernel import Game, Picks, Said, State
from tests.asked import asked, asked_for
from tests.sim_server import SimServer, buttons, options, parts, reply_text, text

PEOPLE = ("Ada", "Ben")
SETS = [f"buy {each}" for each in ("white", "red", "blue", "white+red", "white+blue", "red+blue")]


def select(message: Any) -> dict[str, Any]:
    """The select of a message in which several things are picked."""
    [found] = [
        part for part in parts(message) if part.get("custom_id", "").startswith("pick-picks")
    ]
    return found


def picked(message: Any) -> list[str]:
    """What that select shows as picked."""
    return [option["value"] for option in select(message)["options"] if option.get("default")]


async def pick(sim: SimServer, name: str, message: Any, *values: str) -> Any:
    """Somebody picks these values in it."""
    actor = sim.people[name]
    return await actor.select(message, values, custom_id=select(message)["custom_id"])


async def asked_at(sim: SimServer, game: str, question: str, **more: Any) -> tuple[str, int, Any]:
    """A game for two at a question: who is asked, their seat, and their panel."""
    await sim.gather(game=game, seats=2, computers=0)
    table = await sim.play_until(question, **more)
    [seat, *_] = table.state.asked
    opened = await sim.press(table.names[seat], "Move")
    return table.names[seat], seat, opened.response


# --- What can be picked ---------------------------------------------------------------------------


def test_moves_are_taken_apart_and_put_together():
    picks = Picks("buy {colour}+…", [*SETS, "pass"])
    assert picks.things == ["white", "red", "blue"] and picks.also == ["pass"]
    assert (picks.least, picks.most) == (1, 2)
    assert picks.of("buy white+red") == ["white", "red"] and picks.of("pass") == []
    assert picks.move(["red", "white"]) == "buy white+red" and "buy white+red" in picks
    assert picks.move(["white", "red", "blue"]) == "buy white+red+blue"
    assert "buy white+red+blue" not in picks and "buy red+white" not in picks


def test_a_thing_may_be_several_words():
    picks = Picks(
        "play {card} {pile} …", ["play a up b up", "play a up b down", "play a down b up"]
    )
    assert picks.things == ["a up", "a down", "b up", "b down"]
    assert picks.move(["b down", "a up"]) == "play a up b down" and picks.least == picks.most == 2
    assert picks.of("play a") == picks.of("play a up b") == []


def test_a_menu_serves_where_one_thing_is_picked_or_too_many_are_there():
    assert not is_one_select(Picks("buy {colour}+…", SETS[:3]))
    assert is_one_select(Picks("buy {colour}+…", SETS))
    pairs = [f"take {n} {n + 1}" for n in range(MAX_OPTIONS)]
    assert not is_one_select(Picks("take {n} …", pairs))
    assert is_one_select(Picks("take {n} …", pairs[:24]))


@dataclass(slots=True)
class Buyer:
    seat: int
    bought: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Shop(State):
    players: list[Buyer] = field(default_factory=list[Buyer])


shop = Game("Shop", Shop, seats=range(2, 3))


@shop.setup
def setup(g: Shop, chosen: Any) -> None:
    """Asks the first player."""
    g.players = [Buyer(0), Buyer(1)]
    g.then(("buy", 0), "end")


@shop.step
def end(g: Shop) -> None:
    """Ends."""
    g.scores = [0, 0]


@shop.choice("Buy.", may_pass="Buy nothing", menu="buy {colour}+…")
def buy(g: Shop, p: Buyer) -> list[str]:
    return SETS


@buy.does("buy {colours}")
def buy_them(g: Shop, p: Buyer, colours: str) -> None:
    """Buys."""


@buy_them.says
def buying(g: Shop, p: Buyer, colours: str) -> Said:
    return Said(f"Buy {colours}", f"{1 + colours.count('+')} units")


@buy.thing
def unit(g: Shop, p: Buyer, colour: str) -> Said:
    """A colour and its price."""
    return Said(f"A unit of {colour}", f"${len(colour)}")


@buy.does("steal")
def steal(g: Shop, p: Buyer) -> None:
    """Takes one."""


steal.says(lambda g, p: Said("Steal", tone="unusual"))


def test_each_thing_has_a_label_and_a_consequence():
    question = asked(shop, shop.new(2, 1), 0).question
    assert isinstance(question.menu, Picks)
    red = question.thing("red")
    assert (red.label, red.brings()) == ("A unit of red", "$3")
    assert [move for move in question if question.tone(move) == "unusual"] == ["pass"]
    assert (question.tone("steal"), question.tone("buy red")) == ("unusual", "usual")


def test_what_is_said_of_a_thing_takes_its_words():
    with pytest.raises(TypeError, match="is given"):
        buy.thing(lambda g, p: "A unit")


# --- How they are laid out ------------------------------------------------------------------------


def test_the_draft_is_in_the_select_and_on_the_button():
    question = asked(shop, shop.new(2, 1), 0)
    told, [first, others] = controls(question)
    assert told == ""
    [select] = first.controls
    assert isinstance(select, Select) and (select.min_values, select.max_values) == (1, 2)
    assert [option.description for option in select.options] == ["$5", "$3", "$4"]
    assert [each.custom_id for each in others.controls] == ["move:7:3:pass"]
    told, [first, others] = controls(question, "buy white+red")
    assert told == "2 units"
    assert [option.default for option in first.options] == [True, True, False]
    assert [each.custom_id for each in others.controls] == [
        "move:7:3:buy white+red",
        "move:7:3:pass",
    ]
    assert [each.style for each in others.controls] == ["success", "secondary"]


PRICES = {"buy 3": "Buy it for $3"} | {
    f"buy 3 tokens {n}": f"Buy it for $3 with {n} tokens" for n in (1, 2)
}


def test_moves_that_extend_another_move_are_under_a_heading():
    heading = Entry("buy 3 tokens", "Buy it for $3 with …", is_heading=True)
    assert entries(PRICES | {"pass": "Pass"}) == [
        Entry("buy 3", "Buy it for $3"),
        heading,
        Entry("pass", "Pass"),
    ]
    assert [each.words for each in entries(PRICES, "buy 3 tokens")] == [*PRICES][1:]
    alone = {"pass": "Pass", "pass all": "Pass for good"}
    assert [each.words for each in entries(alone)] == ["pass", "pass all"]


def test_a_heading_ends_before_the_first_difference_in_any_language():
    moves = {"買": "3ドル", "買 1": "3ドル：借金1枚", "買 2": "3ドル：借金2枚"}
    assert entries(moves)[1] == Entry("買", "3ドル：借金 …", is_heading=True)
    moves = {"go": "Go", "go far": "Far", "go near": "Near"}
    assert entries(moves)[1] == Entry("go", "Go …", is_heading=True), "they have nothing in common"


def test_a_heading_is_how_its_labels_begin_or_the_first_word_of_all_of_them():
    dresses = {"make 1": "Make a gown: 2 blue, 1 yarn", "make 2": "Make a robe: 3 blue, 1 yarn"}
    wools = {f"buy {n} red": f"{n} red for ${n}" for n in range(1, 30)}
    assert [each.label for each in entries(dresses | wools)] == ["Make a …", "Red …"]


def test_in_a_long_menu_details_stay_folded_and_unusual_moves_stand_below():
    moves = PRICES | {f"bid {n}": f"Bid {n}" for n in range(10)} | {"close": "Close it"}
    _told, [select, last] = controls(asked_for(moves, unusual=["close"]))
    assert "into:buy 3 tokens" in [option.value for option in select.options]
    [below] = last.controls
    assert (below.custom_id, below.style) == ("move:7:3:close", "secondary")


# --- The hand of three ----------------------------------------------------------------------------


async def test_three_employees_are_picked_at_once(sim: SimServer):
    name, seat, panel = await asked_at(sim, "rokoko", "choose")
    shown, table = select(panel), await sim.table()
    assert (shown["min_values"], shown["max_values"]) == (3, 3)
    supply = table.state.players[seat].supply
    assert [option["value"] for option in shown["options"]] == sorted(supply)
    said = reply_text(await pick(sim, name, panel, *sorted(supply)[1:4]))
    assert (
        "You have chosen" in said
        and table.state.answers[seat].split(" ")[1:] == sorted(supply)[1:4]
    )


async def test_the_hand_of_the_next_round_is_picked_in_advance(sim: SimServer):
    await sim.gather(game="rokoko", seats=2, computers=0)

    def can_choose(table: Any) -> bool:
        return any("next hand" in table.game.premoves(table.state, s) for s in table.state.asked)

    table = await sim.play_until(can_choose)
    [seat] = table.state.asked
    name = table.names[seat]
    panel = (await sim.press(name, "Move")).response
    shown = (await sim.press(name, "Answer in advance", panel)).response
    move = table.game.premoves(table.state, seat)["next hand"][-1]
    place = "pick-later:1:next hand"
    said = await sim.people[name].select(shown, [f"move:{move}"], custom_id=place)
    assert table.state.premoves[seat] == {"next hand": move}
    assert "next hand: ask me" in options(said.response)


# --- Units of the warehouse -----------------------------------------------------------------------


def to_the_warehouse(table: Any, seat: int) -> str:
    """Places pawns at the warehouse, and else what is sensible."""
    placed = [m for m in table.game.legal(table.state, seat) if m == "place 7"]
    return placed[0] if placed else table.game.default(table.state, seat)


async def test_a_grid_has_the_labels_of_its_moves_if_they_are_short(sim: SimServer):
    _name, _seat, panel = await asked_at(sim, "pret_a_porter", "place")
    assert [*buttons(panel)][:3] == ["1 Bank", "2 Contracts", "3 Buildings"]


async def test_units_are_a_draft_with_their_total_until_they_are_bought(sim: SimServer):
    name, seat, panel = await asked_at(sim, "pret_a_porter", "warehouse", choose=to_the_warehouse)
    table = await sim.table()
    cash, seq = table.state.players[seat].cash, table.seq
    assert {*buttons(panel)} >= {"Buy nothing"} and not picked(panel)
    assert "White for $4" in options(panel)
    panel = (await pick(sim, name, panel, "red", "white")).response
    label = f"White and red for $10 (leaves ${cash - 10})"
    assert label in buttons(panel) and "Then you can show" in text(panel)
    assert picked(panel) == ["white", "red"] and table.seq == seq
    panel = (await pick(sim, name, panel, "white")).response
    assert f"White for $4 (leaves ${cash - 4})" in buttons(panel) and label not in buttons(panel)
    await sim.press(name, f"White for $4 (leaves ${cash - 4})", panel)
    assert table.state.players[seat].cash == cash - 4


async def test_an_unaffordable_draft_is_refused_and_the_draft_before_stays(sim: SimServer):
    name, seat, panel = await asked_at(sim, "pret_a_porter", "warehouse", choose=to_the_warehouse)
    table = await sim.table()
    table.state.players[seat].cash = 10
    panel = (await sim.press(name, "Move")).response
    assert select(panel)["max_values"] == 2
    panel = (await pick(sim, name, panel, "white", "red")).response
    said = reply_text(await pick(sim, name, panel, "red", "black"))
    assert "These cost $12, and you have $10." in said
    panels = sim.room.history(viewer=sim.people[name])
    [again] = [each for each in panels if each.id == panel.id]
    assert picked(again) == ["white", "red"], "it can be picked anew"
    assert "White and red for $10 (leaves $0)" in buttons(again)


async def test_a_draft_outlives_the_bot_and_ends_with_the_question(
    sim: SimServer, started: list[Any]
):
    sim.started = started
    name, seat, panel = await asked_at(sim, "pret_a_porter", "warehouse", choose=to_the_warehouse)
    old, stands = select(panel)["custom_id"], (await pick(sim, name, panel, "white")).response
    [label] = [each for each in buttons(stands) if each.startswith("White for")]
    button = buttons(stands)[label]
    await sim.restart()
    await sim.press(name, label, stands)
    table = await sim.table()
    assert table.state.players[seat].material["white"] >= 1
    assert table.game.question(table.state, seat) is None
    seq = table.seq
    assert "moved on" in reply_text(await sim.press_old(name, stands, button))
    late = await sim.press_old(name, stands, old, "white")
    assert "moved on" in reply_text(late) and (await sim.table()).seq == seq


# --- Market Cards ---------------------------------------------------------------------------------


async def test_each_card_of_the_hand_is_picked_as_supply_or_as_demand(sim: SimServer):
    name, seat, panel = await asked_at(sim, "brick_and_mortar", "play")
    table = await sim.table()
    cards = sorted(table.state.players[seat].cards)
    offered = [option["value"] for option in select(panel)["options"]]
    assert offered == [f"{card} {pile}" for card in cards for pile in ("supply", "demand")]
    assert (select(panel)["min_values"], select(panel)["max_values"]) == (2, 2)
    twice = reply_text(await pick(sim, name, panel, f"{cards[0]} supply", f"{cards[0]} demand"))
    assert "Play each card once" in twice and not table.state.answers
    said = await pick(sim, name, panel, f"{cards[-1]} supply", f"{cards[0]} demand")
    move = f"play {cards[0]} demand {cards[-1]} supply"
    assert table.state.answers == {seat: move} and "You have chosen" in reply_text(said)
    assert picked(said.response) == [f"{cards[0]} demand", f"{cards[-1]} supply"]
    await pick(sim, name, said.response, f"{cards[1]} supply", f"{cards[2]} supply")
    assert table.state.answers == {seat: f"play {cards[1]} supply {cards[2]} supply"}


async def test_with_a_full_building_two_or_three_cards_are_a_draft(sim: SimServer):
    name, seat, _panel = await asked_at(sim, "brick_and_mortar", "play")
    table = await sim.table()
    player = table.state.players[seat]
    player.stores *= 4
    picks = table.game.question(table.state, seat).menu
    assert picks and all(
        picks.move(picks.of(move)) == move for move in table.game.legal(table.state, seat)
    )
    panel = (await sim.press(name, "Move")).response
    assert (select(panel)["min_values"], select(panel)["max_values"]) == (2, 3)
    first, second, third = (f"{card} supply" for card in sorted(player.cards)[:3])
    panel = (await pick(sim, name, panel, first, second)).response
    assert "Room for" in text(panel) and not table.state.answers
    panel = (await pick(sim, name, panel, first, second, third)).response
    [label] = [each for each in buttons(panel) if each.startswith("Supply ")]
    await sim.press(name, label, panel)
    assert table.state.answers == {seat: f"play {first} {second} {third}"}


# --- Debt Tokens ----------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=3)
async def test_a_store_is_bought_without_tokens_or_with_as_many_as_are_picked_then(sim: SimServer):
    name, seat, _panel = await asked_at(sim, "brick_and_mortar", "store_action")
    table = await sim.table()
    table.state.players[seat].money = 40
    panel = (await sim.press(name, "Move")).response
    store = max(table.state.players[seat].hand, key=lambda card: CARD[card].cost)
    legal = table.game.legal(table.state, seat)
    tokens = [move for move in legal if move.startswith(f"buy {store} tokens ")]
    plain = table.game.label(table.state, seat, f"buy {store}")
    assert len(tokens) > 1 and str(plain) in options(panel)
    assert not [each for each in options(panel).values() if each[1] == f"move:{tokens[0]}"]
    custom_id, value = next(
        each for each in options(panel).values() if each[1] == f"into:buy {store} tokens"
    )
    panel = (await sim.people[name].select(panel, [value], custom_id=custom_id)).response
    found = [each.split(":", 3)[3] for each in buttons(panel).values() if "move:" in each]
    assert found == tokens and "Back" in buttons(panel) and not options(panel)
    await sim.make(name, tokens[0], panel)
    assert table.state.players[seat].debt == 1


# --- What cannot be taken back stands in the background -------------------------------------------


async def test_deputing_is_no_prominent_button(sim: SimServer):
    _name, _seat, panel = await asked_at(sim, "rokoko", "act")
    styles = {part["label"]: part["style"] for part in parts(panel) if part["type"] == 2}
    [depute] = [label for label in styles if label.startswith("Send ")]
    assert styles[depute] == styles["No main action"] == 2
    assert [*styles].index("No main action") < [*styles].index(depute)
    assert [label for label, style in styles.items() if style == 1], "the usual ones are"
