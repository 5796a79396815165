"""The kernel: guesses that keep to what everybody could learn, by tiny games."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from atelier_testing.past import MOST_WRONG, contradiction, lines_of
from games.kernel import EVERYBODY, Game, State, hidden

HEARTS, SPADES, CLUBS = "♥", "♠", "♣"


@dataclass(slots=True)
class Hand:
    seat: int
    cards: list[str] = hidden("card")
    void: list[str] = field(default_factory=list[str])
    """The suits that they did not follow."""
    laid: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Tricks(State):
    """A table at which players follow suit if they can."""

    players: list[Hand] = field(default_factory=list[Hand])
    stock: list[str] = hidden("card")
    led: str = ""
    """The suit of the trick."""

    def may_hold(self, seat: int | None, name: str, thing: Any) -> bool:
        return seat is None or thing[0] not in self.players[seat].void


@dataclass(slots=True)
class Plain(Tricks):
    """The same with what the kernel has."""

    may_hold = State.may_hold


def playable(kind: type[Tricks] = Tricks) -> Game[Any]:
    """A game of five tricks, which seat 0 always leads."""
    game = Game("Tricks", kind, seats=range(3, 4))

    @game.setup
    def setup(g: Tricks, options: Any) -> None:
        g.stock = [f"{suit}{number}" for suit in (HEARTS, SPADES, CLUBS) for number in range(7)]
        g.players = [Hand(seat, [g.draw(g.stock) for _ in range(5)]) for seat in range(3)]
        g.then(*(("trick", ("lay", 0), ("lay", 1), ("lay", 2)) * 5), "end")

    @game.step
    def trick(g: Tricks) -> None:
        g.led = ""

    @game.step
    def end(g: Tricks) -> None:
        g.scores = [0, 0, 0]

    @game.choice("Lay a card.", always=True)
    def lay(g: Tricks, p: Hand) -> list[str]:
        following = [card for card in p.cards if card[0] == g.led]
        return [f"lay {card}" for card in following or p.cards]

    @lay.does("lay {card}")
    def run(g: Tricks, p: Hand, card: str) -> None:
        """Lay a card."""
        g.led = g.led or card[0]
        if card[0] != g.led:
            p.void.append(g.led)
        p.cards.remove(card)
        p.laid.append(card)

    return game


def tricks(*hands: str, stock: str = "", kind: type[Tricks] = Tricks) -> tuple[Any, Tricks]:
    """A game with these hands, such as "♥1 ♠2"."""
    game = Game("Tricks", kind, seats=range(2, 5))
    players = [Hand(seat, hand.split()) for seat, hand in enumerate(hands)]
    return game, kind(len(hands), 1, players=players, stock=stock.split())


def suits(cards: list[str]) -> set[str]:
    return {card[0] for card in cards}


def test_no_guess_deals_somebody_a_suit_that_they_could_not_follow() -> None:
    game, g = tricks("♥1 ♠1", "♠2 ♠3 ♣1", "♥2 ♥3 ♣2", stock="♥4 ♥5 ♠4 ♣3")
    g.players[1].void, g.players[2].void = [HEARTS], [SPADES]
    seen = Counter[str]()
    for number in range(200):
        guess = game.guess(g, 0, random.Random(number))
        assert game.view(guess, 0) == game.view(g, 0)
        assert HEARTS not in suits(guess.players[1].cards)
        assert SPADES not in suits(guess.players[2].cards)
        dealt = [*guess.players[1].cards, *guess.players[2].cards, *guess.stock]
        assert sorted(dealt) == sorted([*g.players[1].cards, *g.players[2].cards, *g.stock])
        seen.update(guess.players[1].cards)
    assert {*seen} == {"♠2", "♠3", "♠4", "♣1", "♣2", "♣3"}


def guesses_that_cannot_be(game: Game[Any]) -> float:
    """The share of guesses late in some games that contradict a line that everybody saw."""
    wrong = list[bool]()
    for seed in range(6):
        chance, moves = random.Random(seed), list[tuple[int, str]]()
        states = [game.new(3, seed)]
        while states[-1].scores is None:
            [seat] = states[-1].asked
            moves.append((seat, chance.choice(game.legal(states[-1], seat))))
            states.append(game.play(states[-1], *moves[-1]))
        lines = lines_of(game, states, moves)
        for end in range(len(lines) // 2, len(lines)):
            wrong.append(bool(contradiction(lines[:end], chance.randrange(3), chance)))
    return sum(wrong) / len(wrong)


def test_all_lines_since_the_deal_are_legal_with_the_hands_of_a_guess() -> None:
    assert guesses_that_cannot_be(playable()) == 0
    assert guesses_that_cannot_be(playable(Plain)) > MOST_WRONG, "the kernel does not know it"


def test_a_guess_finds_the_only_deal_that_is_left() -> None:
    """Each has shown all suits but one, the last none: a greedy swap would get stuck."""
    game, g = tricks("♣9", "♥1 ♥2", "♠1 ♠2", "♣1 ♣2")
    g.players[1].void, g.players[2].void = [SPADES, CLUBS], [HEARTS, CLUBS]
    for number in range(60):
        guess = game.guess(g, 0, random.Random(number))
        assert [suits(p.cards) for p in guess.players] == [{CLUBS}, {HEARTS}, {SPADES}, {CLUBS}]
    g.players[1].void, g.players[2].void = [CLUBS], [HEARTS]
    g.players[3].void = [SPADES]
    others = set[str]()
    for number in range(60):
        guess = game.guess(g, 0, random.Random(number))
        assert all(card[0] not in p.void for p in guess.players for card in p.cards)
        others.update("".join(sorted(suits(p.cards))) for p in guess.players[1:])
    assert len(others) > 3


def test_all_deals_that_are_left_are_about_as_likely() -> None:
    game, g = tricks("♣9", "♠1 ♠2", "♥1 ♥2", "♣1 ♣2")
    g.players[1].void, g.players[2].void, g.players[3].void = [HEARTS], [SPADES], [HEARTS]
    deals = Counter[str]()
    for number in range(3000):
        guess = game.guess(g, 0, random.Random(number))
        deals[" ".join(sorted(guess.players[1].cards))] += 1
    assert len(deals) == 6 and max(deals.values()) < 1.25 * min(deals.values())


def test_what_fits_nowhere_is_dealt_as_if_nothing_was_known() -> None:
    game, g = tricks("♣9", "♥1 ♥2", "♠1 ♠2")
    g.players[1].void = [HEARTS, SPADES]
    g.players[2].void = [HEARTS]
    deals = {tuple(game.guess(g, 0, random.Random(n)).players[1].cards) for n in range(60)}
    assert {suit for deal in deals for suit in suits([*deal])} == {HEARTS}
    g.players[2].void = [HEARTS, SPADES]
    deals = {tuple(game.guess(g, 0, random.Random(n)).players[1].cards) for n in range(60)}
    assert len(deals) == 12


def test_known_cards_stay_where_they_are_whatever_may_be_held() -> None:
    game, g = tricks("♣9", "♥1 ♠2", "♠1 ♥2")
    g.players[1].void = [HEARTS]
    g.sees(EVERYBODY, g.players[1], "cards", "♥1")
    assert game.hide_unknown(g, 0).players[1].cards == ["♥1", "♠1"]
    for number in range(30):
        assert {*game.guess(g, 0, random.Random(number)).players[1].cards} in (
            {"♥1", "♠1"},
            {"♥1", "♠2"},
        )


def test_a_game_without_may_hold_has_the_guesses_that_it_always_had() -> None:
    game, g = tricks("♥1 ♠1", "♠2 ♠3 ♣1", "♥2 ♥3 ♣2", stock="♥4 ♥5 ♠4 ♣3", kind=Plain)
    guess = game.guess(g, 0, random.Random(5))
    assert guess.stock == ["♣2", "♠2", "♠3", "♣1"]
    assert [p.cards for p in guess.players[1:]] == [["♥2", "♥3", "♥4"], ["♥5", "♣3", "♠4"]]
    assert guess.rng == 956523682424107605


ROLES = ("citizen", "thief", "witness")


@dataclass(slots=True)
class Suspect:
    seat: int
    role: str = hidden("role", among=ROLES)
    mood: str = hidden(among=ROLES)


@dataclass(slots=True)
class Court(State):
    """A table with roles that are laid aside, and what the players have shown not to be."""

    players: list[Suspect] = field(default_factory=list[Suspect])
    laid_aside: list[str] = hidden("role")
    judge: str = hidden("role", among=ROLES)
    cleared: list[int] = field(default_factory=list[int])

    def may_hold(self, seat: int | None, name: str, thing: Any) -> bool:
        return seat not in self.cleared or thing != "thief"


def court(*roles: str, aside: str = "", judge: str = "citizen") -> tuple[Game[Court], Court]:
    """A game in which the players have these roles."""
    game = Game("Court", Court, seats=range(2, 5))
    suspects = [Suspect(seat, role) for seat, role in enumerate(roles)]
    return game, Court(len(roles), 1, players=suspects, laid_aside=aside.split(), judge=judge)


def roles(g: Court) -> list[str]:
    """All roles, those of the players first."""
    return [*(p.role for p in g.players), g.judge, *g.laid_aside]


def test_values_of_one_pool_are_shuffled_with_all_that_is_in_it() -> None:
    game, g = court("citizen", "thief", "citizen", aside="witness witness")
    thieves = Counter[int]()
    for number in range(200):
        guess = game.guess(g, 0, random.Random(number))
        assert guess.players[0].role == "citizen"
        assert Counter(roles(guess)) == Counter(roles(g))
        assert game.view(guess, 0) == game.view(g, 0)
        thieves[roles(guess).index("thief")] += 1
    assert {*thieves} == {1, 2, 3, 4, 5} and min(thieves.values()) > 20
    assert roles(g) == ["citizen", "thief", "citizen", "citizen", "witness", "witness"]


def test_a_value_of_a_pool_that_is_known_stays() -> None:
    game, g = court("citizen", "thief", "witness", "citizen")
    g.sees(0, g.players[1], "role", "thief")
    for number in range(30):
        guess = game.guess(g, 0, random.Random(number))
        assert guess.players[1].role == "thief" and roles(guess).count("thief") == 1


def test_states_with_other_roles_are_the_same_to_who_cannot_tell_them_apart() -> None:
    game, g = court("citizen", "thief", "witness", aside="witness")
    known = game.hide_unknown(g, 0)
    assert Counter(roles(known)) == Counter(roles(g))
    for number in range(20):
        assert game.hide_unknown(game.guess(g, 0, random.Random(number)), 0) == known
    assert game.hide_unknown(g, None) == game.hide_unknown(game.guess(g, 1, random.Random(1)), None)


def test_no_guess_gives_a_role_or_a_value_to_who_was_cleared_of_it() -> None:
    game, g = court("citizen", "thief", "citizen", "witness")
    g.cleared = [2, 3]
    guesses = [game.guess(g, 0, random.Random(number)) for number in range(60)]
    assert {roles(guess).index("thief") for guess in guesses} == {1, 4}
    assert {guess.players[2].mood for guess in guesses} == {"citizen", "witness"}
    assert {guess.players[1].mood for guess in guesses} == {*ROLES}
