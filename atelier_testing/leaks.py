"""Worlds that one viewer cannot tell apart, and all that they are shown of each, for every game.

Shared by the tests, which look at a few hundred pairs, and the benchmark, which looks at very many;
no game is named here.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, zip_longest
from typing import Any
from unittest.mock import patch

from atelier_testing.played import every_game, some_options
from atelier_testing.project import seed_of_day
from atelier_testing.secrets import hides_something
from atelier_testing.worlds import another, hidden, plans
from bot.pictures import drawing, pictures
from games._kernel.choice import Choice
from games._kernel.unseen import visible_to as fields_shown
from games.kernel import Dials, Game, IllegalMove, Picks, Question, State, players
from games.words import seat_names

PAIRS, PICTURED = 50, 0.03
"""Pairs of states that a test looks at, and the part of their pictures that is drawn."""
VIEWERS, WORLDS = 3, 2
"""Who looks at a state, and other worlds for each of them."""
DEALS = 3
"""Other ways in which chance falls at a setup or a move."""
LOOKED_AT = 0.04
"""The share of the states of a game that are looked at, besides its end."""
GOOD = 0.9
"""The share of good moves in games of good play: every second game."""
PREMOVES = 0.05
"""How often somebody sets something in advance between two moves."""
TRIED, WORDS = 4, 20
"""Moves of earlier questions, and any moves of a title, that are tried and refused."""
LONGEST_GAME = 10_000

Shown = dict[str, Any]


@dataclass
class Found:
    """What a search came to; two searches can be added."""

    pairs: int = 0
    differing: int = 0
    """Pairs whose hidden things differ, not only the chance to come."""
    continued: int = 0
    """Pairs that were compared again after a move that is open in both."""
    dealt: int = 0
    """Pairs that chance made different, at setup or with a move."""
    pictures: int = 0
    leaks: Counter[str] = field(default_factory=Counter[str])

    def __add__(self, other: Found) -> Found:
        names = [each.name for each in dataclasses.fields(self)]
        return Found(*(getattr(self, name) + getattr(other, name) for name in names))


# --- What is shown of a world ---------------------------------------------------------------------


def shown(game: Game[Any], g: Any, viewer: int | None, tried: list[str]) -> Shown:
    """All that the house can ask a game for in the name of a viewer, in the order in which it would
    be shown; `tried` are moves that are not open.
    """
    view = game.view(g, viewer)
    news = view.pop("news")
    found: Shown = {"view": json.dumps(view), "news": json.dumps(news), "points": game.points_of(g)}
    found["who is invited to answer early"] = game.invited(g)
    found["who is probably asked next"] = game.asked_next(g)
    if viewer is None:
        return found
    moves = game.legal(g, viewer)
    found["moves"] = [(move, str(game.label(g, viewer, move))) for move in moves]
    found["default"] = game.default(g, viewer) if moves else ""
    for question in game.questions(g, viewer):
        found[f"question {question.name}"] = all_said(question)
    if planned := game.rehearse(g, viewer).question:
        found["the first question of a plan"] = all_said(planned)
    for move in tried:
        found[f"refusal of {move}"] = refusal(game, g, viewer, move)
    return found


def all_said(question: Question) -> list[Any]:
    """All that a question says, now or in advance: of its moves, and of the parts of its menu."""
    menu, said = question.menu, [(move, question.said(move)) for move in question]
    found = [str(question.prompt), question.given] + [
        (move, str(it.label), str(it.brings()), [*it.cards], question.tone(move))
        for move, it in said
    ]
    if isinstance(menu, Dials):
        found += [menu.names, *menu.numbers]
        found += [
            question.value(menu, i, n)
            for i, dial in enumerate(menu.words)
            for n in range(len(dial))
        ]
    if isinstance(menu, Picks):
        things = [(each, question.thing(each)) for each in menu.things]
        found += [(each, str(it.label), str(it.brings())) for each, it in things]
    return found


def refusal(game: Game[Any], g: Any, seat: int, move: str) -> str:
    """The sentence with which a move is refused; "" where it is open."""
    try:
        game.play(g, seat, move)
    except IllegalMove as error:
        return str(error)
    return ""


def not_open(
    game: Game[Any], g: Any, viewer: int | None, earlier: list[str], chance: random.Random
) -> list[str]:
    """Texts that a viewer may try: old moves, those of others, and nearly their own."""
    if viewer is None:
        return []
    own = game.legal(g, viewer)
    tried = chance.sample(earlier, min(TRIED, len(earlier)))
    tried += [chance.choice(game.legal(g, seat)) for seat in g.asked if seat != viewer]
    tried += any_moves(game, g, chance, WORDS)
    for move in chance.sample(own, min(1, len(own))):
        tried += [f"{move} 1", move.rpartition(" ")[0], f"ahead {move}"]
    return [move for move in dict.fromkeys(tried) if move not in own]


def any_moves(game: Game[Any], g: Any, chance: random.Random, count: int) -> list[str]:
    """Moves of all forms that a title has, mostly those of the open question, of any things."""
    things = atoms(json.loads(game.dump(g)))
    numbers, words = ([each for each in things if isinstance(each, kind)] for kind in (int, str))
    of_now = game.choices[g.agenda[-1][0]] if g.asked else None
    found: list[str] = []
    for _ in range(count):
        choice = of_now if of_now and chance.random() < 0.7 else None
        forms = (choice or chance.choice([*game.choices.values()])).forms
        pattern = chance.choice(chance.choice(forms).patterns) if forms else ""
        parts = pattern.split(" ")
        for i, part in enumerate(parts):
            if part.startswith("{"):
                parts[i] = str(chance.choice(numbers if ":d" in part else words))
        found.append(" ".join(parts))
    return found


def atoms(thing: Any) -> list[Any]:
    """The different numbers and short words in a state, and the first numbers."""
    found, left = dict.fromkeys([0, 1, 2, "x"]), [thing]
    while left:
        each = left.pop()
        if isinstance(each, dict):
            left += each.values()
        elif isinstance(each, list):
            left += each
        elif isinstance(each, int) or (isinstance(each, str) and each.isalnum()):
            found[each] = None
    return [each for each in found if each is not True and each is not False]


def drawn(game: Game[Any], g: Any, viewer: int | None) -> Shown:
    """A picture and its words, as they are sent."""
    view = game.view(g, viewer) | {"names": seat_names(g.seats)}
    return {
        "file name": pictures.picture_key(view),
        "alt text": drawing.describe(view),
        "long text": drawing.describe_fully(view),
        "picture": drawing.draw(view),
    }


def differences(one: Shown, other: Shown) -> list[str]:
    """What is not the same, byte for byte, in two worlds."""
    return [what for what in one | other if one.get(what) != other.get(what)]


# --- What is shown after the same move ------------------------------------------------------------


def moves_of_both(game: Game[Any], g: Any, world: Any) -> list[tuple[int, str]]:
    there = {seat: set(game.legal(world, seat)) for seat in g.asked}
    return [(seat, move) for seat in g.asked for move in game.legal(g, seat) if move in there[seat]]


def differences_later(
    game: Game[Any], g: Any, world: Any, viewer: int | None, seat: int, move: str, tried: list[str]
) -> list[str]:
    """What differs after the same move, though nothing came to light; else who is asked and what
    the viewer may answer in advance, if the rules revealed nothing; and where a question to several
    arises or goes on, whom it waits for.

    What comes to light with a move by the rules is shown, if only until the next step, and told
    with it or declared by `g.reveal`, or was chosen in secret by all who have answered now: then
    the worlds part.
    """
    after, there = game.play(g, seat, move), game.play(world, seat, move)
    opened = len(waiting(g)) > 1 and g.asked == [seat]
    new = differences(shown(game, after, viewer, tried), shown(game, there, viewer, tried))
    chosen_otherwise = opened and g.answers != world.answers
    revealed = after.rng != g.rng or there.rng != world.rng
    if not chosen_otherwise and not ("view" in new and (revealed or "news" in new)):
        if new != ["news"]:
            return new
        one, other = (meanwhile(game, state, viewer, seat, move) for state in (g, world))
        return new if one == other else []
    if not revealed and questions(game, after, viewer) != questions(game, there, viewer):
        return ["who is asked, or may answer in advance, though nothing is revealed"]
    if after.agenda[-1:] != there.agenda[-1:] or len(waiting(after)) < 2:
        return []
    return [] if waiting(after) == waiting(there) else ["whom the table waits for"]


def set_in_advance(
    game: Game[Any], g: Any, viewer: int | None, seat: int, move: str, tried: list[str]
) -> list[str]:
    """What shows, after a move, that others have set an answer for the question that is asked then,
    where they answer in secret or are always asked. What rules take themselves is their own part of
    an earlier answer.
    """
    after = game.play(g, seat, move)
    if not after.asked:
        return []
    name, _who, *args = after.agenda[-1]
    choice = game.choices[name]
    in_secret = len(waiting(after)) > 1 and not choice.at_once
    if not choice.premoves or not (in_secret or choice.is_always_asked(after, args)):
        return []
    called, found = choice.premoves[0].question.format(*args), list[str]()
    taken = list[str]()
    really_take = Choice[Any, Any].take_premove

    def take(choice: Any, *it: Any) -> str:
        taken.append(really_take(choice, *it))
        return taken[-1]

    for other in {*after.asked} - {viewer}:
        bare = without_premoves(g, other)
        if (later := game.question(bare, other, called)) and later.moves:
            there = game.play(bare, other, later.answer(later.moves[0]))
            with patch.object(Choice, "take_premove", take):
                two = game.play(there, seat, move)
            one = game.play(bare, seat, move)
            if not any(taken):
                found += differences(*(shown(game, each, viewer, tried) for each in (one, two)))
    return found


def without_premoves(g: Any, seat: int) -> Any:
    """The state in which a seat has set nothing in advance."""
    own = {each: set_ for each, set_ in g.premoves.items() if each != seat}
    return dataclasses.replace(g, premoves=own)


def meanwhile(game: Game[Any], g: Any, viewer: int | None, seat: int, move: str) -> list[str]:
    """What a viewer can see at each step that follows from a move, before it is carried out: more
    may come to light than can be seen at the end.
    """
    found: list[str] = []

    def looking(run: Callable[..., None]) -> Callable[..., None]:
        def look(state: Any, *args: Any) -> None:
            found.append(json.dumps(fields_shown(state, state, viewer) | {"news": []}))
            run(state, *args)

        return look

    with patch.dict(game.steps, {name: looking(run) for name, run in game.steps.items()}):
        game.play(g, seat, move)
    return found


def questions(game: Game[Any], g: Any, viewer: int | None) -> Any:
    """Who is asked, and what a viewer may answer in advance."""
    return g.asked, [] if viewer is None else list(game.premoves(g, viewer))


def waiting(g: Any) -> list[tuple[int, bool]]:
    """Who takes part in the open question, and who has answered."""
    return [(s, s in g.answers) for s in range(g.seats) if s in g.asked or s in g.answers]


# --- What chance decides --------------------------------------------------------------------------


@dataclass
class Deal:
    """What a setup or a move came to, and how chance fell meanwhile."""

    drawn: list[Any] = field(default_factory=list[Any])
    """Numbers, and things off piles, in order."""
    secret: list[int] = field(default_factory=list[int])
    """The places of things that nobody need have seen."""
    seen: list[Any] = field(default_factory=list[Any])
    """What was seen by whom (None: all) as it went into a hidden list."""
    after: Any = None

    def seen_by(self, viewer: int | None) -> list[Any]:
        """What a viewer saw go into hidden lists."""
        return [thing for watcher, thing in self.seen if watcher in (None, viewer)]


def deal(
    run: Callable[[], Any],
    secret: Callable[[Any, list[Any]], bool],
    chance: random.Random,
    before: Sequence[Any] = (),
    changed: int = -1,
) -> Deal:
    """What a setup or a move comes to if it draws the same as `before`, but for one place; `secret`
    says of a pile whether nobody need see what comes off it. Hidden piles are shuffled.
    """
    it, really_sees = Deal(), State.sees

    def fall(g: Any, possible: Sequence[Any]) -> Any:
        g.rng, place = chance.getrandbits(64), len(it.drawn)
        same = [] if place == changed else [*before[place : place + 1]]
        it.drawn.append(same[0] if same and same[0] in possible else chance.choice(possible))
        return it.drawn[-1]

    def draw(g: Any, pile: list[Any]) -> Any:
        if is_hidden(g, pile):
            chance.shuffle(pile)
        if secret(g, pile):
            it.secret.append(len(it.drawn))
        thing = fall(g, pile)
        pile.remove(thing)
        return thing

    def below(g: Any, n: int) -> int:
        return fall(g, range(n))

    def sees(g: Any, watcher: int | None, place: Any, name: str, thing: Any) -> None:
        it.seen.append((watcher, thing))
        really_sees(g, watcher, place, name, thing)

    with patch.multiple(State, draw=draw, below=below, sees=sees):
        it.after = run()
    return it


def is_hidden(g: Any, pile: list[Any]) -> bool:
    """Whether a pile is one of the hidden lists of a state."""
    return any(
        getattr(place, each.name) is pile
        for place in (g, *players(g))
        for each in dataclasses.fields(place)
        if "pool" in each.metadata
    )


def any_pile(_g: Any, _pile: list[Any]) -> bool:
    """True: a setup may make a pile before it lays it down."""
    return True


def compare_deals(
    game: Game[Any],
    dealing: Callable[..., Deal],
    viewers: Sequence[int | None],
    chance: random.Random,
    where: str,
    found: Found,
) -> None:
    """Compares what a setup or a move comes to where unseen things lie in another order, and where
    one secret thing is another: those who see no difference are told none.
    """
    truth = dealing(chance)
    if not truth.drawn:
        return
    first = {viewer: shown(game, truth.after, viewer, []) for viewer in viewers}
    for number in range(DEALS):
        changed = chance.choice(truth.secret) if number and truth.secret else -1
        other = dealing(chance, truth.drawn, changed)
        drawn = zip_longest(truth.drawn, other.drawn)
        if any(one != two for place, (one, two) in enumerate(drawn) if place != changed):
            continue  # two things changed places: that may be told
        for viewer in viewers:
            new = differences(first[viewer], shown(game, other.after, viewer, []))
            if "view" not in new and truth.seen_by(viewer) == other.seen_by(viewer):
                found.dealt += 1
                found.leaks.update(f"{where}, dealt otherwise: {what}" for what in new)


# --- Searching ------------------------------------------------------------------------------------


def search(game: Game[Any], pairs: int, seed: int, pictured: float = 0.05) -> Found:
    """Looks at pairs of worlds all through games of a title, of random and of good play, with all
    numbers of seats and all options; of a share of them, and of the first one, the pictures are
    drawn.
    """
    found = Found()
    for number in count():
        chance = random.Random(f"{game.name} {seed} {number}")
        seats = game.seats[(number + seed) % len(game.seats)]
        options = some_options(game, (number + seed) % 12, chance)
        where = f"{game.name}, {seats} seats"
        setup = partial(game.new, seats, chance.getrandbits(64), options)
        dealing, viewers = partial(deal, setup, any_pile), (None, *range(seats))
        compare_deals(game, dealing, viewers, chance, f"{where}, setup", found)
        for g, earlier in states(game, setup(), GOOD if number % 2 else 0, chance):
            asks = g.agenda[-1][0] if g.asked else "the end"
            compare(game, g, earlier, chance, pictured, f"{where}, {asks}", found)
            if found.pairs >= pairs * (number + 1) / 2:
                break
        if found.pairs >= pairs and number:
            return found
    raise AssertionError


def states(
    game: Game[Any], g: Any, good: float, chance: random.Random
) -> list[tuple[Any, list[str]]]:
    """Some states of a game, the last one first, with the moves made so far; `good` is the share
    of good moves.
    """
    found, moves = [g], list[str]()
    while g.scores is None and len(moves) < LONGEST_GAME:
        if chance.random() < PREMOVES:
            g = plans(game, g, chance.randrange(g.seats), chance)
        seat = chance.choice(g.asked)
        well = chance.random() < good
        moves.append(game.expert(g, seat) if well else chance.choice(game.candidate_moves(g, seat)))
        g = game.play(g, seat, moves[-1])
        found.append(g)
    last = len(moves)
    looked_at = chance.sample(range(last), round(LOOKED_AT * last) + 1)
    return [(found[number], moves[:number]) for number in (last, *looked_at)]


def compare(
    game: Game[Any],
    g: Any,
    earlier: list[str],
    chance: random.Random,
    pictured: float,
    where: str,
    found: Found,
) -> None:
    """Compares a state with other worlds, for all who look at it."""
    viewers = [None, *range(g.seats)]
    for viewer in chance.sample(viewers, min(VIEWERS, len(viewers))):
        tried = not_open(game, g, viewer, earlier, chance)
        truth = shown(game, g, viewer, tried)
        worlds = [another(game, g, viewer, chance) for _ in range(WORLDS)]
        for world in filter(None, worlds):
            found.pairs += 1
            found.differing += hidden(game, g) != hidden(game, world)
            for what in differences(truth, shown(game, world, viewer, tried)):
                found.leaks[f"{where}: {what}"] += 1
        drawn_now = chance.random() < pictured * WORLDS or (pictured and not found.pictures)
        if worlds[0] and drawn_now:
            found.pictures += 1
            for what in differences(drawn(game, g, viewer), drawn(game, worlds[0], viewer)):
                found.leaks[f"{where}: {what}"] += 1
        if g.asked:
            go_on(game, g, viewer, earlier, chance, where, found)


def go_on(
    game: Game[Any],
    g: Any,
    viewer: int | None,
    earlier: list[str],
    chance: random.Random,
    where: str,
    found: Found,
) -> None:
    """Compares what two worlds with the same decks come to with the same move, and what the move
    comes to where chance falls otherwise.
    """
    world = another(game, g, viewer, chance, decks=False)
    both = moves_of_both(game, g, world) if world else []
    for seat, move in chance.sample(both, min(WORLDS, len(both))):
        found.continued += 1
        after = f"{where}, after “{move.split(' ')[0]}”"
        tried = [move, *any_moves(game, game.play(g, seat, move), chance, TRIED)]
        for what in differences_later(game, g, world, viewer, seat, move, tried):
            found.leaks[f"{after}: {what}"] += 1
        for what in set_in_advance(game, g, viewer, seat, move, tried):
            found.leaks[f"{after}, set in advance: {what}"] += 1
        dealing = partial(deal, partial(game.play, g, seat, move), is_hidden)
        compare_deals(game, dealing, [viewer], chance, after, found)


@every_game
def test_states_that_a_viewer_cannot_tell_apart_are_shown_and_go_on_alike(
    game: Game[Any],
) -> None:
    seed = seed_of_day()
    found = search(game, PAIRS, seed, pictured=PICTURED)
    assert not found.leaks, f"with TEST_SEED={seed}"
    assert found.pairs >= PAIRS and found.continued and found.pictures
    assert found.differing or not hides_something(game)
