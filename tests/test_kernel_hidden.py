"""The kernel: what a seat sees, and what it can only guess, by tiny games."""

import random
from dataclasses import dataclass, field, make_dataclass
from typing import Any

import pytest

from games.kernel import EVERYBODY, Game, Said, State, hidden, known
from tests.tiny import COLOURS, Player, Table, asking, dealt, tiny

# --- What is seen --------------------------------------------------------------------------------


def test_a_hidden_list_is_shown_to_its_owner_only() -> None:
    game, g = dealt([1, 2], [3], deck=[9, 9, 8])
    view = game.view(g, 0)
    assert view["players"][0]["hand"] == [1, 2] and "hand_seen" not in view["players"][0]
    assert (view["players"][1]["hand"], view["players"][1]["hand_seen"]) == (1, [])
    assert (view["deck"], view["deck_seen"]) == (3, [])
    assert game.view(g, None)["players"][0]["hand"] == 2
    assert not {"rng", "agenda", "answers", "seen"} & view.keys()


def test_what_was_seen_stays_known() -> None:
    game, g = dealt([1, 2], [3, 4], [5])
    g.sees(EVERYBODY, g.players[1], "hand", 3)
    g.sees(0, g.players[1], "hand", 4)
    assert known(g, None, g.players[1], "hand") == [3]
    assert known(g, 0, g.players[1], "hand") == [3, 4]
    assert known(g, 2, g.players[1], "hand") == [3]
    assert game.view(g, 0)["players"][1]["hand_seen"] == [3, 4]
    assert game.view(g, None)["players"][1]["hand_seen"] == [3]


def test_what_one_and_all_have_seen_counts_once() -> None:
    _, g = dealt([1], [3, 3])
    g.sees(EVERYBODY, g.players[1], "hand", 3)
    g.sees(0, g.players[1], "hand", 3)
    assert known(g, 0, g.players[1], "hand") == [3]


def test_what_leaves_in_sight_is_known_no_more() -> None:
    _, g = dealt([1], [3, 3, 4])
    for thing in (3, 3, 4):
        g.sees(EVERYBODY, g.players[1], "hand", thing)
    g.sees(0, g.players[1], "hand", 3)
    g.left(g.players[1], "hand", 3)
    assert known(g, None, g.players[1], "hand") == [3, 4]
    assert known(g, 0, g.players[1], "hand") == [3, 4]
    g.left(g.players[1], "hand", 7)
    assert known(g, None, g.players[1], "hand") == [3, 4]


def test_what_leaves_unseen_may_have_been_any_known_thing() -> None:
    _, g = dealt([1], [2], deck=[3, 3, 4])
    for thing in (3, 3, 4):
        g.sees(EVERYBODY, g, "deck", thing)
    g.sees(0, g.players[1], "hand", 2)
    g.left_unseen(g, "deck")
    assert known(g, None, g, "deck") == [3]
    assert known(g, 0, g.players[1], "hand") == [2]


def test_places_with_like_names_are_told_apart() -> None:
    _, g = dealt([1], [1], [1])
    g.players[1].seat = 12
    g.sees(EVERYBODY, g.players[1], "hand", 1)
    g.left(g.players[2], "hand", 1)
    assert known(g, None, g.players[1], "hand") == [1]


@dataclass(slots=True)
class Witness:
    """A player with a field that the state keeps private."""

    seat: int
    seen: int = 3


@dataclass(slots=True)
class Court(State):
    players: list[Witness] = field(default_factory=list[Witness])


def test_a_player_may_have_a_field_named_as_a_private_one_of_the_state() -> None:
    game = Game("Court", Court, seats=range(1, 2))

    @game.setup
    def setup(g: Court, options: Any) -> None:
        g.players = [Witness(0)]
        g.scores = [0]

    assert game.view(game.new(1, 1), None)["players"] == [{"seat": 0, "seen": 3}]


def test_what_the_rules_derive_is_in_the_view() -> None:
    game, g = dealt([1], [2])
    game.derived(lambda g, seat: {"sum": sum(g.players[seat].hand) if seat is not None else None})
    assert game.view(g, 1)["sum"] == 2 and game.view(g, None)["sum"] is None


def test_what_is_derived_for_a_seat_cannot_tell_what_it_does_not_see() -> None:
    game, g = dealt([1], [2], deck=[3, 4, 5])
    game.derived(lambda g, seat: {"hands": [p.hand for p in g.players], "chance": g.rng})
    guesses = (game.guess(g, 0, random.Random(n)) for n in range(60))
    other = next(each for each in guesses if each.players[1].hand != g.players[1].hand)
    for seat in (0, None):
        assert game.view(g, seat) == game.view(other, seat)
    assert game.view(g, 1)["hands"][1] == [2]


def test_cards_are_looked_up_by_their_ids_and_a_game_may_have_none() -> None:
    game, _ = dealt([1], [2])
    assert game.lookup == {}
    game.cards(lambda: [{"id": "ox", "name": "Ox"}, {"id": "ass", "name": "Ass"}])
    assert [*game.lookup] == ["ox", "ass"] and game.lookup["ass"]["name"] == "Ass"


def test_a_choice_says_which_cards_its_moves_are_about() -> None:
    game, g = dealt([1], [2])
    move = game.legal(g, 0)[0]
    assert game.question(g, 0).cards(move) == []
    [form, _pass] = game.choices["bid"].forms
    form.says(lambda g, p, card: Said(f"Bid {card}", cards=[f"card-{card}"]))
    assert game.question(g, 0).cards(move) == ["card-1"]


# --- Guesses -------------------------------------------------------------------------------------


def test_a_guess_deals_the_unseen_within_its_pool() -> None:
    game, g = dealt([1, 2], [3, 4], [5, 6], deck=[7, 8, 9])
    chance, seen = random.Random(1), set[tuple[int, ...]]()
    for _ in range(50):
        guess = game.guess(g, 0, chance)
        assert guess.players[0].hand == [1, 2] and guess.rng != g.rng
        others = [*guess.players[1].hand, *guess.players[2].hand, *guess.deck]
        assert sorted(others) == list(range(3, 10))
        seen.add(tuple(guess.players[1].hand))
    assert len(seen) > 20
    assert g.deck == [7, 8, 9]


@dataclass(slots=True)
class Owner:
    """A player who lays some of the own cards aside."""

    seat: int
    hand: list[str] = hidden("cards of {seat}")
    aside: list[str] = hidden("cards of {seat}")


@dataclass(slots=True)
class Owners(State):
    """A table at which no card changes hands."""

    players: list[Owner] = field(default_factory=list[Owner])


def test_a_guess_deals_nobody_the_cards_of_somebody_else_where_every_owner_has_a_pool() -> None:
    game = Game("Owners", Owners, seats=range(3, 4))

    @game.setup
    def setup(g: Owners, options: Any) -> None:
        g.players = [Owner(s, [f"{s}a", f"{s}b"], [f"{s}c", f"{s}d"]) for s in range(3)]
        g.scores = [0, 0, 0]

    g, hands = game.new(3, 1), set[str]()
    for number in range(40):
        guess = game.guess(g, 0, random.Random(number))
        assert guess.players[0] == g.players[0]
        for p in guess.players:
            assert sorted(p.hand + p.aside) == [f"{p.seat}{letter}" for letter in "abcd"]
        hands.update(guess.players[1].hand)
    assert hands == {"1a", "1b", "1c", "1d"}


def test_a_guess_keeps_what_its_seat_has_seen_and_forgets_what_others_have() -> None:
    game, g = dealt([1, 2], [3, 4], deck=[7, 8, 9])
    g.sees(0, g.players[1], "hand", 4)
    g.sees(1, g, "deck", 8)
    g.sees(EVERYBODY, g, "deck", 9)
    g.say("Only for seat 1.", 1)
    for number in range(30):
        guess = game.guess(g, 0, random.Random(number))
        assert 4 in guess.players[1].hand and 9 in guess.deck
        assert "1/-/deck" not in guess.seen and not guess.news
        assert game.view(guess, 0) == game.view(g, 0)


def test_a_guess_has_answers_that_the_others_could_have_given() -> None:
    game, g = dealt([1, 2], [3, 4], deck=[7, 8])
    g = game.play(g, 1, "bid 4")
    answers = set[str]()
    for number in range(40):
        guess = game.guess(g, 0, random.Random(number))
        assert guess.answers[1] in game.legal(guess, 1)
        assert game.legal(guess, 0) == game.legal(g, 0)
        answers.add(guess.answers[1])
    assert len(answers) > 2
    g = game.play(g, 1, "bid 3")
    assert game.guess(g, 1, random.Random(1)).answers == {1: "bid 3"}


def test_in_a_guess_everybody_who_is_asked_has_a_move() -> None:
    def even(g: Table, p: Player) -> list[str]:
        return [f"bid {card}" for card in p.hand if card % 2 == 0]

    hands = ([1, 1], [3, 2], [5, 5])
    game = asking(tiny(("bid", 1), "end", hands=hands), even, secret=True)
    g = game.new(3, 1)
    for number in range(60):
        assert game.legal(game.guess(g, 0, random.Random(number)), 1) == ["bid 2"]


# --- Hidden from its owner, and hidden lengths ---------------------------------------------------


@dataclass(slots=True)
class Wearer:
    """A player who does not see what they wear."""

    seat: int
    hats: list[int] = hidden("hat", from_="owner")
    colour: str = hidden(among=COLOURS, from_="owner")


@dataclass(slots=True)
class Ball(State):
    players: list[Wearer] = field(default_factory=list[Wearer])
    box: list[int] = hidden("hat")


def ball() -> tuple[Game[Ball], Ball]:
    """Three wearers, each with two hats and a colour."""
    wearers = [Wearer(seat, [seat + 5, seat], COLOURS[seat]) for seat in range(3)]
    return Game("Ball", Ball, seats=range(3, 4)), Ball(3, 1, players=wearers, box=[8, 9])


def test_what_is_hidden_from_its_owner_all_others_see_in_its_order_and_no_board_shows_it() -> None:
    game, g = ball()
    shown = [(p["hats"], p["colour"]) for p in game.view(g, 0)["players"]]
    assert shown == [(2, None), ([6, 1], "green"), ([7, 2], "blue")]
    board = game.view(g, None)["players"]
    assert [(p["hats"], p["colour"]) for p in board] == [(2, None)] * 3, "its owner reads it, too"
    g.sees(EVERYBODY, g.players[0], "hats", 0)
    assert game.view(g, 0)["players"][0]["hats_seen"] == [0]


def test_an_owner_guesses_what_the_others_see_and_they_do_not_guess_it() -> None:
    game, g = ball()
    g.sees(EVERYBODY, g.players[0], "hats", 0)
    guesses = [game.guess(g, 0, random.Random(n)) for n in range(60)]
    assert {guess.players[0].hats[1] for guess in guesses} == {0}, (
        "it is known, and keeps its place"
    )
    assert {guess.players[0].hats[0] for guess in guesses} == {5, 8, 9}
    assert {guess.players[0].colour for guess in guesses} == {*COLOURS}
    assert all(guess.players[1:] == g.players[1:] for guess in guesses)
    known_to_all = {str(game.hide_unknown(guess, 0)) for guess in [g, *guesses]}
    assert len(known_to_all) == 1


def test_a_guess_puts_a_thing_where_it_may_be() -> None:
    class Marked(Ball):
        """A ball whose guests have heard of one hat where it is."""

        __slots__ = ()

        def may_hold_at(self, seat: int | None, name: str, at: int, thing: Any) -> bool:
            return (thing == 0) == ((seat, name, at) == (0, "hats", 1))

    game, g = Game("Marked", Marked, seats=range(3, 4)), Marked(3, 1, box=[8, 9])
    g.players = ball()[1].players
    for number in range(40):
        for state in (g, game.hide_unknown(g, 0)):
            assert game.guess(state, 0, random.Random(number)).players[0].hats[1] == 0
    hats = {game.guess(g, 0, random.Random(n)).players[0].hats[0] for n in range(60)}
    assert hats == {5, 8, 9}


def test_what_others_do_not_see_of_themselves_may_decide_an_answer() -> None:
    game = asking(tiny(("bid", 0), hands=([], [], [])), ["bid 1", "bid 2"])
    assert not game.hides_choice(game.new(3, 1), 0)
    game, g = ball()
    game.choice("Bid.")(bow := lambda g, p: ["bow"])
    g.agenda = [(bow.__name__, 0)]
    assert game.hides_choice(g, 0)
    for p in g.players[1:]:
        p.hats, p.colour = [], "red"
    assert game.hides_choice(g, 0), "a value is there always"


@dataclass(slots=True)
class Friend:
    seat: int
    letters: list[int] = hidden("letter", length=False)
    hand: list[int] = hidden("letter")


@dataclass(slots=True)
class Friends(State):
    players: list[Friend] = field(default_factory=list[Friend])
    paper: list[int] = hidden("letter", length=False)

    def can_be(self) -> bool:
        """There is paper left."""
        return bool(self.paper)


def friends() -> tuple[Game[Friends], Friends]:
    """Three friends, of whom the second has a letter."""
    players = [Friend(0, [], [1]), Friend(1, [2], [3]), Friend(2, [], [4])]
    return Game("Friends", Friends, seats=range(3, 4)), Friends(3, 1, players=players, paper=[5, 6])


def test_a_hidden_length_is_seen_by_nobody_but_who_sees_the_list() -> None:
    game, g = friends()
    for viewer, lengths in {0: [[], None, None], 1: [None, [2], None], None: [None] * 3}.items():
        view = game.view(g, viewer)
        assert [p["letters"] for p in view["players"]] == lengths and view["paper"] is None
    g.sees(0, g.players[1], "letters", 2)
    assert game.view(g, 0)["players"][1]["letters_seen"] == [2]
    game.choice("Bid.")(bow := lambda g, p: ["bow"])
    g.agenda, g.players[0].hand = [(bow.__name__, 0)], []
    assert game.hides_choice(g, 0), "nobody knows that there are no letters"


def test_a_guess_draws_a_length_that_can_be() -> None:
    game, g = friends()
    guesses = [game.guess(g, 0, random.Random(n)) for n in range(200)]
    for each in guesses:
        assert each.players[0] == g.players[0] and len(each.players[1].hand) == 1
        things = [thing for p in each.players for thing in [*p.letters, *p.hand]]
        assert sorted([*things, *each.paper]) == [1, 2, 3, 4, 5, 6]
    assert {len(each.players[1].letters) for each in guesses} == {0, 1, 2}
    assert {len(each.paper) for each in guesses} == {1, 2, 3}, "it can be empty nowhere"
    assert len({str(game.hide_unknown(each, 0)) for each in [g, *guesses]}) == 1
    assert [len(p.hand) for p in game.hide_unknown(g, 0).players] == [1, 1, 1], "all see that"
    g.sees(0, g.players[1], "letters", 2)
    guesses = [game.guess(g, 0, random.Random(n)) for n in range(60)]
    assert all(2 in each.players[1].letters for each in guesses)


# --- Hidden fields that cannot be ----------------------------------------------------------------


@dataclass(slots=True)
class Cell:
    cards: list[int] = hidden("card")


@dataclass(slots=True)
class Board(State):
    """A state with hidden things too deep inside."""

    cells: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])


@dataclass(slots=True)
class Ghost:
    """A player without a seat."""

    hand: list[int] = hidden("card")


@dataclass(slots=True)
class Ghosts(State):
    players: list[Ghost] = field(default_factory=list[Ghost])


@dataclass(slots=True)
class Agent:
    """A player who serves one colour in secret."""

    seat: int
    colour: str = hidden(among=COLOURS)


@dataclass(slots=True)
class Agents(State):
    """Their table, with a number that nobody sees."""

    players: list[Agent] = field(default_factory=list[Agent])
    code: int = hidden(among=range(4))


def agents() -> tuple[Game[Agents], Agents]:
    """Two players with secret colours, and a code."""
    game = Game("Agents", Agents, seats=range(2, 3))
    return game, Agents(seats=2, rng=1, players=[Agent(0, "blue"), Agent(1, "green")], code=3)


def test_a_hidden_value_is_shown_to_its_owner_and_to_those_who_saw_it() -> None:
    game, g = agents()
    colours = {seat: [p["colour"] for p in game.view(g, seat)["players"]] for seat in (0, 1, None)}
    assert colours == {0: ["blue", None], 1: [None, "green"], None: [None, None]}
    assert game.view(g, 0)["code"] is None and "code_seen" not in game.view(g, 0)
    g.sees(1, g.players[0], "colour", "blue")
    g.sees(EVERYBODY, g, "code", 3)
    assert [p["colour"] for p in game.view(g, 1)["players"]] == ["blue", "green"]
    assert [p["colour"] for p in game.view(g, None)["players"]] == [None, None]
    assert game.view(g, None)["code"] == 3
    assert game.load(game.dump(g), 1) == g


def test_a_hidden_value_is_guessed_as_any_of_its_values_unless_it_is_known() -> None:
    game, g = agents()
    guesses = [game.guess(g, 0, random.Random(n)) for n in range(60)]
    assert {guess.players[0].colour for guess in guesses} == {"blue"}
    assert {guess.players[1].colour for guess in guesses} == {*COLOURS}
    assert {guess.code for guess in guesses} == {0, 1, 2, 3}
    assert [p.colour for p in game.hide_unknown(g, 1).players] == ["red", "green"]
    assert game.hide_unknown(g, 1).code == 0
    g.sees(0, g.players[1], "colour", "green")
    guesses = [game.guess(g, 0, random.Random(n)) for n in range(60)]
    assert {guess.players[1].colour for guess in guesses} == {"green"}
    assert game.hide_unknown(g, 0).players[1].colour == "green"


def test_at_the_end_all_that_was_hidden_is_open_if_the_game_says_so() -> None:
    game, g = agents()
    g.scores = [1, 2]
    assert game.view(g, 0)["code"] is None, "the game does not say so"
    game.open_at_end = True
    for seat in (0, 1, None):
        view = game.view(g, seat)
        assert [p["colour"] for p in view["players"]] == ["blue", "green"] and view["code"] == 3
    assert game.guess(g, 0, random.Random(1)).players == g.players
    assert game.hide_unknown(g, 0).players == g.players
    g.scores = None
    assert game.view(g, 0)["code"] is None, "it is not over yet"
    game, g = dealt([1, 2], [3], deck=[9, 8])
    ends = game.play(game.play(g, 0, "bid 1"), 1, "bid 3")
    game.open_at_end = True
    opens = game.play(game.play(g, 0, "bid 1"), 1, "bid 3")
    assert ends.scores and opens.rng != ends.rng, "free undo stops where all is opened"
    g.scores = [0, 0]
    assert [p["hand"] for p in game.view(g, None)["players"]] == [[1, 2], [3]]
    assert game.view(g, None)["deck"] == [9, 8] and "deck_seen" not in game.view(g, None)


def test_a_hidden_value_is_the_first_until_it_is_set() -> None:
    assert Agent(0).colour == "red" and Agents(seats=2, rng=1).code == 0


OF_OWNER = 'from_="owner" is for a field of a player'
ONE_OF = "hidden(among=...) is for an int or a str that is one of these values"
ONE_WAY = "say one of hidden(pool), hidden(among=...) and hidden(fuzz=...)"


def hiding(kind: Any, value: Any) -> type[State]:
    """A state that hides a field of this kind."""
    return make_dataclass("Vault", [("gold", kind, value)], bases=(State,), slots=True)


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Board, "Cell.cards cannot be hidden: only the state and its players have hidden fields."),
        (
            Ghosts,
            "Ghost.hand cannot be hidden: its player has no field “seat”, so nobody would see it.",
        ),
        *(
            (hiding(kind, value), f"Vault.gold cannot be hidden: {why}.")
            for kind, value, why in (
                (list[int], hidden("card", from_="owner"), OF_OWNER),
                (int, hidden(among=[1, 2], length=False), "length=False is for hidden(pool)"),
                (int, hidden("card"), "hidden(pool) is for list[int] and list[str]"),
                (str, hidden(among=[1, 2]), ONE_OF),
                (list[str], hidden(among=COLOURS), ONE_OF),
                (int, hidden(among=[1, 2], fuzz=3), ONE_WAY),
                (int, hidden(fuzz=3), "hidden(fuzz=...) is for an int of a player"),
            )
        ),
    ],
)
def test_a_field_that_cannot_be_hidden_is_named_before_any_game(
    state: type[State], sentence: str
) -> None:
    with pytest.raises(TypeError) as raised:
        Game("Tiny", state, seats=range(2, 4))
    assert str(raised.value) == sentence
