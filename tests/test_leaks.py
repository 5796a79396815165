"""Nobody is shown what they cannot know: states and tables that they cannot tell apart look the
same to them, byte for byte. The benchmark `leaks` looks at very many more.

Each day looks at others: the last lines of a run tell its seed, and TEST_SEED repeats it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from atelier_testing.leaks import (
    search,
    test_states_that_a_viewer_cannot_tell_apart_are_shown_and_go_on_alike,
)
from atelier_testing.worlds import hidden
from games import discover
from games._kernel.choice import Choice
from games.kernel import EVERYBODY, Game, State
from games.kernel import hidden as hidden_field
from renderers import for_game
from tests.sampling import sampled
from tests.twins import at_tables

TABLE_PAIRS = 4
sampled(5, test_states_that_a_viewer_cannot_tell_apart_are_shown_and_go_on_alike)
each_game = pytest.mark.parametrize("name", list(discover()))


@pytest.mark.sampled
@each_game
def test_what_others_do_unnoticed_at_a_table_shows_in_nothing_that_is_sent_or_answered(
    name: str, seed: int
):
    found = at_tables(name, TABLE_PAIRS, seed)
    assert not found.leaks, f"with TEST_SEED={seed}"
    assert found.pairs >= TABLE_PAIRS


# --- A game that can make mistakes ----------------------------------------------------------------


@dataclass(slots=True)
class Player:
    seat: int
    hand: list[int] = hidden_field("card")


@dataclass(slots=True)
class Cards(State):
    players: list[Player] = field(default_factory=list[Player])
    deck: list[int] = hidden_field("card")
    laid: list[int] = field(default_factory=list[int])
    hurried: bool = False
    """Whether nobody may answer in advance."""


def cards(mistake: str = "") -> Game[Cards]:
    """A game of cards whose rules make this mistake; none, if it is ""."""
    game = Game("Cards", Cards, seats=range(3, 5))

    @game.setup
    def setup(g: Cards, _options: Any) -> None:
        g.deck = list(range(20))
        g.players = [Player(seat, [g.draw(g.deck) for _ in range(2)]) for seat in range(g.seats)]
        if mistake == "a line at setup":
            g.say("{who:seat} has the highest card.", who=holder(g, max))
        g.then("play_round", "count")

    @game.step
    def play_round(g: Cards) -> None:
        if any(p.hand for p in g.players):
            g.then(("nod", EVERYBODY), "take_turns", "play_round")

    @game.step
    def take_turns(g: Cards) -> None:
        note = holder(g, min) if mistake == "a refusal" else 0
        g.then(*[("lay", p.seat, note) for p in g.players])

    @game.choice("Do you like your cards?")
    def nod(g: Cards, p: Player) -> list[str]:
        return ["yes", "no"]

    @nod.premove("the nod")
    def nods(g: Cards, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
        yield (), ["yes", "no"]

    @nod.does("yes")
    def say_yes(g: Cards, p: Player) -> None:
        if mistake == "a line when answers are opened" and is_strong(p):
            g.say("{who:seat} has reason to.", who=p.seat)

    @nod.does("no")
    def say_no(g: Cards, p: Player) -> None:
        pass

    def prompt(g: Cards, note: int) -> str:
        limits = [each for own in g.premoves.values() for each in own.values()]
        return f"Lay a card. {limits if mistake == 'a limit' else ''}"

    @game.choice(prompt)
    def lay(g: Cards, p: Player, note: int) -> Iterator[str]:
        yield from (f"lay {card}" for card in sorted(p.hand))
        yield "wait"
        if len(g.deck) > 2:
            yield from ("draw", "turn")

    @lay.does("lay {card:d}")
    def lay_card(g: Cards, p: Player, note: int, card: int) -> None:
        p.hand.remove(card)
        g.laid.append(card)
        g.reveal()
        g.say("{who:seat} lays the {card}.", who=p.seat, card=card)
        if mistake == "a line at a move" and is_strong(p):
            g.say("{who:seat} smiles.", who=p.seat)

    @lay.does("draw")
    def draw_card(g: Cards, p: Player, note: int) -> None:
        p.hand.append(g.draw(g.deck))
        g.say("You draw the {card}.", p.seat, card=p.hand[-1])
        g.say("{who:seat} draws a card.", who=p.seat)
        if mistake == "a line at a draw" and p.hand[-1] > 9:
            g.say("{who:seat} smiles.", who=p.seat)

    @lay.does("turn")
    def turn_cards(g: Cards, p: Player, note: int) -> None:
        first, second, third = (g.draw(g.deck) for _ in range(3))
        g.say("The {first} and the {second} are turned up.", first=first, second=second)
        g.laid = sorted([*g.laid, first, second])
        g.say("The {third} is shuffled in again.", third=third)
        g.deck.append(third)
        g.sees(EVERYBODY, g, "deck", third)
        g.left_unseen(g, "deck")

    @lay.does("wait")
    def wait(g: Cards, p: Player, note: int) -> None:
        if not is_strong(p):
            return
        if mistake.startswith("who is asked"):
            g.say("{who:seat} must go on.", who=p.seat)
            g.then(("lay", p.seat, note))
        if mistake == "who is asked, which is revealed":
            g.reveal()
        if mistake == "a card shown for a moment":
            g.laid.append(max(p.hand))
            g.say("{who:seat} shows the {card}.", who=p.seat, card=max(p.hand))
            g.then("hide")
        if mistake == "an open premove":
            g.say("{who:seat} is in a hurry.", who=p.seat)
            g.hurried = True

    @game.step
    def hide(g: Cards) -> None:
        g.laid.pop()

    @lay.standing_order("up to {limit:d}")
    def lay_up_to(g: Cards, p: Player, note: int, limit: int) -> str:
        low = min(p.hand, default=limit + 1)
        return f"lay {low}" if low <= limit else ""

    @lay.premove("the card")
    def premoves(g: Cards, p: Player) -> Iterator[tuple[tuple[int], list[str]]]:
        if not g.hurried:
            yield (0,), ["wait", "up to 5", "up to 15"]

    @lay_card.refuses
    def cannot_lay(g: Cards, p: Player, note: int, card: int) -> str:
        return f"Player {note + 1} has the lowest card."

    @game.step
    def count(g: Cards) -> None:
        g.scores = [0] * g.seats

    return game


def holder(g: Cards, which: Any) -> int:
    """The seat that holds the highest or the lowest card."""
    return which((p for p in g.players if p.hand), key=lambda p: which(p.hand)).seat


def is_strong(p: Player) -> bool:
    return max(p.hand, default=0) > 9


# --- The search finds what there is to be found ---------------------------------------------------

SOME = next(iter(discover()))
SEARCHES = 30
"""How often a mistake in rules is looked for."""


@pytest.mark.parametrize(
    "told", [lambda g: g.rng % 7, lambda g: [*g.plans]], ids=["chance", "who has planned"]
)
def test_a_secret_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch, told: Callable[[Any], Any]):
    game = cards()
    shown = game.view
    monkeypatch.setattr(game, "view", lambda g, seat: shown(g, seat) | {"next": told(g)})
    found = search(game, 50, seed=1, pictured=0)
    assert {leak.split(": ")[1] for leak in found.leaks} == {"view"}


def test_an_invitation_that_tells_who_has_answered_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Game, "invited", lambda game, g: sorted(g.premoves))
    found = search(cards(), 50, seed=1, pictured=0)
    assert {leak.split(": ")[1] for leak in found.leaks} == {"who is invited to answer early"}


def test_a_secret_in_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch):
    def refuse(_game: Game[Any], g: Any, _seat: int, _move: str) -> str:
        return f"No {g.rng}."

    monkeypatch.setattr(Game, "_refuse", refuse)
    found = search(cards(), 20, seed=1, pictured=0)
    assert found.leaks and all("refusal" in leak for leak in found.leaks)


def test_a_public_line_that_tells_of_hidden_things_is_found(monkeypatch: pytest.MonkeyPatch):
    play = Game.play

    def tell(game: Game[Any], g: Any, seat: int, move: str) -> Any:
        after = play(game, g, seat, move)
        after.say("{things:text}", None, things=str(hidden(game, after)))
        return after

    monkeypatch.setattr(Game, "play", tell)
    found = search(cards(), 20, seed=1, pictured=0)
    assert any(leak.endswith("news") for leak in found.leaks)


def test_a_premove_that_is_given_at_once_to_a_secret_question_is_found(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(Choice, "hides_answer", lambda *_: False)
    found = search(cards(), 50, seed=1, pictured=0)
    assert any(leak.endswith("set in advance: view") for leak in found.leaks)


def test_a_secret_in_a_picture_is_found(monkeypatch: pytest.MonkeyPatch):
    told = iter(range(1000))
    monkeypatch.setattr(for_game(SOME), "describe", lambda view: f"Picture {next(told)}.")
    found = search(discover()[SOME], 10, seed=1, pictured=0.1)
    assert {leak.split(": ")[1] for leak in found.leaks} >= {"alt text"}


@pytest.mark.sampled
@pytest.mark.parametrize(
    "mistake", ["", "who is asked, which is revealed", "a card shown for a moment"]
)
def test_rules_without_a_mistake_leak_nothing(mistake: str):
    found = search(cards(mistake), 200, seed=1, pictured=0)
    assert not found.leaks and found.differing and found.continued and found.dealt


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("mistake", "leak"),
    [
        ("a line at setup", "setup, dealt otherwise: news"),
        ("a line at a move", "after “lay”: news"),
        ("a line at a draw", "after “draw”, dealt otherwise: news"),
        ("a line when answers are opened", "after “yes”: news"),
        ("a refusal", "refusal of"),
        ("who is asked", "after “wait”: who is asked"),
        ("a limit", "view"),
        ("an open premove", "after “wait”: who is asked, or may answer in advance"),
    ],
)
def test_a_mistake_in_rules_is_found(mistake: str, leak: str):
    searches = (search(cards(mistake), 50, seed, pictured=0) for seed in range(SEARCHES))
    assert any(leak in each for found in searches for each in found.leaks)
