"""The kernel: a stack of named steps over plain data, named choices, one integer of chance.

A game is a `Game` object, a state class and small functions named after its rulebook. A step runs
by itself and may plan more; a choice lists the moves of a seat, and its `does` carries one of them
out. Who must answer, secrets, undo barriers, replay and storage are here and know no game. Nothing
here knows Discord, files or clocks.
"""

from __future__ import annotations

import dataclasses
import json
import random
import string
import types
import typing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

EVERYBODY = None
"""All seats: who is asked (in secret, all at once), who hears news, who has seen a thing."""

AHEAD = ("ahead", "forget")
"""First words of moves that answer a question before it is asked, and that take it back."""
MASK = (1 << 64) - 1
LONGEST_RUN = 100_000
"""Steps the kernel takes between two questions before it calls the game endless."""
MOST_DEALS = 100
"""Tries of `guess` to deal so that everybody who is asked has a move."""
REMEMBERED_TEXTS = 20_000
LONGEST_EXPLAINED = 60
"""Characters of a refused text that is still looked at for the rule in the way."""

Step = tuple[Any, ...]
News = tuple[str, dict[str, Any], int | None]
Card = dict[str, Any]
Move = tuple[Callable[..., None], tuple[Any, ...], "Effect"]


class IllegalMove(ValueError):
    """A move that is not open; its text is a sentence for the player who tried it."""


class NoOptions(BaseModel):
    """The options of a game that has none."""


def hidden(pool: str = "", *, spread: int = 0) -> Any:
    """Declares a list or a number that only the owner of its dataclass sees (nobody, on the state
    itself).

    `pool` names the kind of thing in a list: `guess` deals what a seat cannot see afresh among all
    lists of one pool; where its name says "{seat}", every owner has one alone. A number has a
    `spread` instead: `guess` takes one that is at most so far off, and not below 0. An owner is the
    `seat` of the dataclass that has the field, and only the state and its players have such fields.
    """
    if spread:
        return field(default=0, metadata={"spread": spread})
    return field(default_factory=list[Any], metadata={"pool": pool})


@dataclass(slots=True)
class State:
    """Everything there is to know about a running game, as plain data; games add their fields."""

    seats: int
    rng: int
    """The whole random state; where it changed, something came out that was unknown."""
    agenda: list[Step] = field(default_factory=list[Step])
    """What is planned, the next step last."""
    asked: list[int] = field(default_factory=list[int])
    """Seats that must answer now."""
    answers: dict[int, str] = field(default_factory=dict[int, str])
    """Answers to a question put to several seats, secret until the last one is in."""
    ahead: dict[int, dict[str, str]] = field(default_factory=dict[int, dict[str, str]])
    """Answers to questions not asked yet, by seat and question; only their owner knows them."""
    news: list[News] = field(default_factory=list[News])
    """What the last move brought: template, values, and the seat it is for (None: all)."""
    seen: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    """What is known of hidden lists, by watcher, owner and field: "all/2/hand", "0/-/deck"."""
    scores: list[int] | None = None
    """Set once, a number per seat, more is better: the game is over."""
    tie_breaks: list[int] = field(default_factory=list[int])
    """Set with the scores where equal ones are told apart: a number per seat, more is better."""

    def then(self, *steps: str | Step) -> None:
        """Plans these steps next, in this order, before whatever was planned already."""
        for step in reversed(steps):
            self.agenda.append((step,) if isinstance(step, str) else step)

    def skip(self, name: str) -> None:
        """Drops every planned step of this name."""
        self.agenda = [step for step in self.agenda if step[0] != name]

    def queue(self, step: Step) -> None:
        """Plans a step behind the last planned one of its name, or next where there is none."""
        places = (i for i, planned in enumerate(self.agenda) if planned[0] == step[0])
        self.agenda.insert(next(places, len(self.agenda)), step)

    def below(self, n: int) -> int:
        """A random number in range(n), by splitmix64."""
        self.rng = z = (self.rng + 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) % n

    def draw(self, pile: list[Any]) -> Any:
        """A thing taken at random from an unordered pile."""
        i = self.below(len(pile))
        pile[i], pile[-1] = pile[-1], pile[i]
        return pile.pop()

    def reveal(self) -> None:
        """Marks that something unknown came out or is laid down for good: undo stops here."""
        self.rng = (self.rng + 0x9E3779B97F4A7C15) & MASK

    def say(self, template: str, to: int | None = EVERYBODY, /, **values: Any) -> None:
        """Tells one seat, or all, what happened; templates are read by `games.words`."""
        self.news.append((template, values, to))

    def sees(self, watcher: int | None, place: Any, name: str, thing: Any) -> None:
        """Notes that a seat (None: all) saw this thing go into the list `name` of `place`."""
        self.seen.setdefault(_known_as(watcher, place, name), []).append(thing)

    def left(self, place: Any, name: str, thing: Any) -> None:
        """Notes that such a thing left that list for all to see: one fewer is known there."""
        for key in _known_of(self, place, name):
            if thing in self.seen[key]:
                self.seen[key].remove(thing)

    def left_unseen(self, place: Any, name: str) -> None:
        """Notes that something left that list unseen: it may have been any that is known there."""
        for key in _known_of(self, place, name):
            for thing in set(self.seen[key]):
                self.seen[key].remove(thing)


def _known_as(watcher: int | None, place: Any, name: str) -> str:
    return _key(watcher, getattr(place, "seat", None), name)


@lru_cache(maxsize=1024)
def _key(watcher: int | None, owner: int | None, name: str) -> str:
    return f"{'all' if watcher is None else watcher}/{'-' if owner is None else owner}/{name}"


def _known_of(g: State, place: Any, name: str) -> list[str]:
    owner = getattr(place, "seat", None)
    keys = [_key(watcher, owner, name) for watcher in (EVERYBODY, *range(g.seats))]
    return [key for key in keys if key in g.seen]


def known(g: State, watcher: int | None, place: Any, name: str) -> list[Any]:
    """What a seat (None: a spectator) knows to lie in a hidden list that it does not see."""
    shared = g.seen.get(_known_as(EVERYBODY, place, name), [])
    own = [] if watcher is None else list(g.seen.get(_known_as(watcher, place, name), []))
    for thing in shared:
        if thing in own:
            own.remove(thing)
    return shared + own


@dataclass(slots=True)
class Effect:
    """What one form of words does: `"sell {wig:d} {count:d}"`."""

    run: Callable[..., None]
    pattern: str
    label: str | Callable[..., str]
    names: tuple[str, ...]
    """The names of the words that vary, in order."""
    aside: bool | Callable[..., bool] = False
    """Whether it is rarely of use: computer players need not think about it."""
    outlook: Callable[..., str] | None = None
    """What it would bring, worked out for whoever is asked."""

    def read(self, words: list[str]) -> tuple[Any, ...] | None:
        """The words that vary, typed; None where the text is not of this form."""
        parts = self.pattern.split(" ")
        if len(parts) != len(words):
            return None
        values: list[Any] = []
        for part, word in zip(parts, words, strict=True):
            if not part.startswith("{"):
                if part != word:
                    return None
            elif part.endswith(":d}"):
                if not (word.isascii() and word.isdigit()):
                    return None
                values.append(int(word))
            else:
                values.append(word)
        return tuple(values)


@dataclass(slots=True)
class Verb:
    """The first word of moves: what it does, and the words that may follow, required ones first."""

    sentence: str
    words: list[tuple[str, bool]]
    """Name of each word, and whether it must be said."""

    @classmethod
    def of(cls, verb: str, effects: list[Effect]) -> Verb:
        """The verb of these forms; a fixed word, the "all" of "pass all", is named by itself."""
        forms = [effect.pattern.split(" ")[1:] for effect in effects]
        required = min(map(len, forms))
        longest = [part.strip("{}").split(":")[0] for part in max(forms, key=len)]
        words = [(name, i < required) for i, name in enumerate(longest)]
        return cls((effects[0].run.__doc__ or verb).strip().split("\n")[0], words)


class Choice:
    """A decision: which moves a seat has, what each of them does, what an absent player does."""

    def __init__(
        self,
        options: Callable[..., Iterable[str]],
        prompt: str | Callable[..., str],
        secret: bool = False,
        always: bool = False,
        grid: Iterable[Iterable[str]] = (),
        dials: str = "",
    ) -> None:
        """Keeps the function that lists the moves; see `Game.choice`."""
        self.options = options
        self.grid = [list(row) for row in grid]
        self.dials = dials
        self.prompt = prompt
        self.secret = secret
        self.always = always or secret
        self.has_asides = False
        self.effects: list[Effect] = []
        self.default_move: Callable[..., str] | None = None
        self.refusal: Callable[..., str | None] | None = None
        self.question = ""
        self.foreseen: Callable[..., Iterable[tuple[tuple[Any, ...], Iterable[str]]]] | None = None
        self._texts: dict[str, Move] = {}

    def does(
        self,
        pattern: str,
        label: str | Callable[..., str] = "",
        *,
        aside: bool | Callable[..., bool] = False,
        outlook: Callable[..., str] | None = None,
    ) -> Callable[..., Any]:
        """Says what a form of words does.

        The function gets the state, the player, the step's arguments and the words: `{name:d}` in
        the pattern is a number, `{name}` a word. `label` is what people read: a template over the
        names, or a function with the same arguments. `aside` is for moves that a player wants now
        and then but that hardly change the outcome, always or where a function of the same
        arguments says so: playouts leave them out, see `Game.serious`. `outlook` works out, with
        the same arguments, what the move would bring, in a few words for the player alone.
        """
        names = tuple(name for _, name, _, _ in string.Formatter().parse(pattern) if name)
        spoken = pattern[:1].upper() + pattern[1:]

        def register(run: Callable[..., None]) -> Callable[..., None]:
            self.effects.append(Effect(run, pattern, label or spoken, names, aside, outlook))
            self.has_asides |= bool(aside)
            return run

        return register

    def default(self, choose: Callable[..., str]) -> Callable[..., str]:
        """Registers the cheap sensible move of somebody absent."""
        self.default_move = choose
        return choose

    def ahead(self, question: str) -> Callable[..., Any]:
        """Registers a function of state and player: which later questions of this choice the
        player may answer now.

        It yields, for each, the arguments of the step and the moves that are allowed in advance.
        `question` names it for people: a template over the arguments, "supply {0}".
        """

        def register(foresee: Callable[..., Any]) -> Callable[..., Any]:
            self.question, self.foreseen = question, foresee
            return foresee

        return register

    def refuses(self, explain: Callable[..., str | None]) -> Callable[..., str | None]:
        """Registers a function of state, player, arguments and the words tried.

        It returns the rule in the way, as a sentence, or None. It is asked only about short texts
        of plain characters.
        """
        self.refusal = explain
        return explain

    def read(self, text: str) -> Move:
        """The function a move stands for and its words, typed; LookupError where no form fits."""
        move = self._texts.get(text)
        if move is None:
            words = text.split(" ")
            for effect in self.effects:
                values = effect.read(words)
                if values is not None:
                    break
            else:
                raise LookupError(f"no form of words fits {text!r}")
            if len(self._texts) >= REMEMBERED_TEXTS:
                self._texts.clear()
            move = self._texts[text] = (effect.run, values, effect)
        return move


S = TypeVar("S", bound=State)
PRIVATE = {"rng", "agenda", "answers", "ahead", "seen", "tie_breaks"}
"""Fields of a state that no view shows."""
PLAIN = {int, str, bool, type(None)}


class Game(Generic[S]):
    """A game: facts for a lobby, the functions of its rulebook, the interface all else uses."""

    def __init__(
        self,
        title: str,
        state: type[S],
        *,
        seats: range,
        minutes: int = 30,
        weight: float = 1.0,
        version: int = 1,
        options: type[BaseModel] = NoOptions,
        upgrade: Callable[[dict[str, Any], int], dict[str, Any]] | None = None,
    ) -> None:
        """Takes the facts; `upgrade(data, version)` turns an older version's data into today's.

        `minutes` is what a table needs at one sitting, `weight` runs from 1 (light) to 5 (heavy).
        """
        parts = state.__module__.split(".")
        self.name = parts[parts.index("games") + 1] if "games" in parts[:-1] else parts[-1]
        self.title, self.seats, self.minutes, self.weight = title, seats, minutes, weight
        self.version, self.options = version, options
        self.steps: dict[str, Callable[..., None]] = {}
        self.choices: dict[str, Choice] = {}
        self._state = state
        self._copy: Callable[[S], S] = copier(state)
        self._json = TypeAdapter(state)
        self._upgrade = upgrade
        self._setup: Callable[..., None] = _set_up_nothing
        self._derived: Callable[..., dict[str, Any]] = _derive_nothing
        self._evaluate: Callable[..., list[float]] | None = None
        self._cards: Callable[[], list[Card]] = list[Card]

    # --- what a game's rules are written with ----------------------------------------------------

    def setup(self, run: Callable[..., None]) -> Callable[..., None]:
        """Registers the function of a new state and the options that sets the game up."""
        self._setup = run
        return run

    def step(self, run: Callable[..., None]) -> Callable[..., None]:
        """Registers a step under the function's name."""
        self.steps[run.__name__] = run
        return run

    def choice(
        self,
        prompt: str | Callable[..., str],
        *,
        secret: bool = False,
        always: bool = False,
        grid: Iterable[Iterable[str]] = (),
        dials: str = "",
    ) -> Callable[[Callable[..., Iterable[str]]], Choice]:
        """Registers a choice under the function's name; the function lists the moves of a player.

        It is planned with the seat that is asked, or `EVERYBODY` or several seats: these answer at
        once, in secret. The prompt is for all to read: a text, or a function of the state and the
        arguments. A single legal move is made by the kernel, unless the choice is `always` asked
        because a missing wait would tell a secret; `secret` ones are, and are asked in private.

        Two hints for menus: `grid` lays moves out as on a board, row by row, open or not (moves
        that are not in it are drawn as ever); `dials` is the pattern of moves whose numbers are
        set one by one and then given together.
        """

        def register(options: Callable[..., Iterable[str]]) -> Choice:
            choice = Choice(options, prompt, secret, always, grid, dials)
            self.choices[options.__name__] = choice
            return choice

        return register

    def derived(self, work_out: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """Registers a function of state and seat: arithmetic from what it sees, for its view."""
        self._derived = work_out
        return work_out

    def evaluation(self, weigh: Callable[..., list[float]]) -> Callable[..., list[float]]:
        """Registers a function of the state: how each seat stands, in points of the final score.

        It judges games that thinking players break off, so it is cheap and need not be exact.
        """
        self._evaluate = weigh
        return weigh

    def cards(self, list_all: Callable[[], list[Card]]) -> Callable[[], list[Card]]:
        """Registers a function that lists every card and tile of the game, to be looked up.

        Each has an `id`, a `name`, a `kind`, its `text` in sentences and `facts`, values by label;
        more plain data may stand beside these for its picture. Ids are texts; no two cards share an
        id or a name.
        """
        self._cards = list_all
        return list_all

    # --- what everything else uses ---------------------------------------------------------------

    @property
    def lookup(self) -> dict[str, Card]:
        """Every card and tile of the game by its id, in the order of the game."""
        return {card["id"]: card for card in self._cards()}

    @property
    def verbs(self) -> dict[str, Verb]:
        """The first words of all moves, with what may follow them: what commands are made from."""
        forms: dict[str, list[Effect]] = {}
        for effect in (effect for choice in self.choices.values() for effect in choice.effects):
            forms.setdefault(effect.pattern.split(" ")[0], []).append(effect)
        return {verb: Verb.of(verb, effects) for verb, effects in forms.items()}

    def new(self, seats: int, seed: int, options: BaseModel | dict[str, Any] | None = None) -> S:
        """A game at its first question; ValueError where the seats or the options do not fit."""
        if seats not in self.seats:
            most = self.seats[-1]
            raise ValueError(f"{self.title} is for {self.seats[0]} to {most} players, not {seats}.")
        g = self._state(seats=seats, rng=seed & MASK)
        self._setup(g, self._chosen(options))
        return self._advance(g)

    def legal(self, g: S, seat: int) -> list[str]:
        """The moves of a seat; [] unless it is asked or may still change its secret answer."""
        return list(self._options(g, seat))

    def serious(self, g: S, seat: int) -> list[str]:
        """The legal moves without asides, unless there is nothing else: what is worth a thought."""
        moves = self.legal(g, seat)
        if not moves:
            return moves
        name, _, *args = g.agenda[-1]
        choice = self.choices[name]
        if not choice.has_asides:
            return moves

        def aside(move: str) -> bool:
            _, words, effect = choice.read(move)
            if callable(effect.aside):
                return effect.aside(g, players(g)[seat], *args, *words)
            return effect.aside

        return [move for move in moves if not aside(move)] or moves

    def label(self, g: S, seat: int, move: str) -> str:
        """What a legal move is called for people."""
        if self.is_ahead(move):
            return self._label_ahead(g, seat, move)
        name, _, *args = g.agenda[-1]
        return self._label(g, seat, self.choices[name], args, move)

    def outlook(self, g: S, seat: int, move: str) -> str:
        """What a legal move would bring, worked out for the seat that is asked, or ""."""
        name, _, *args = g.agenda[-1]
        _, words, effect = self.choices[name].read(move)
        return effect.outlook(g, players(g)[seat], *args, *words) if effect.outlook else ""

    def worth(self, g: S) -> list[float] | None:
        """How each seat stands, in points of the final score; None where the game cannot tell."""
        return self._evaluate(g) if self._evaluate else None

    def ahead(self, g: S, seat: int) -> dict[str, list[str]]:
        """The questions a seat may answer before they are asked, each with its moves.

        The answer to one is the move "ahead QUESTION MOVE", taken back by "forget QUESTION". It is
        given when the question is asked and dropped as soon as it is not open any more.
        """
        return {question: moves for question, _, _, moves in self._foreseen(g, seat)}

    def ahead_labels(self, g: S, seat: int, question: str) -> dict[str, str]:
        """The moves of a question that a seat may answer in advance, with their labels."""
        return {
            move: self._label(g, seat, choice, args, move)
            for name, choice, args, moves in self._foreseen(g, seat)
            if name == question
            for move in moves
        }

    def dials_ahead(self, g: S, seat: int, question: str) -> str:
        """The pattern of the dials with which a question is answered in advance, or ""."""
        return next((c.dials for name, c, _, _ in self._foreseen(g, seat) if name == question), "")

    def is_ahead(self, move: str) -> bool:
        """Whether a text answers a question in advance, or takes such an answer back."""
        return self._foresees and move.split(" ", 1)[0] in AHEAD

    def play(self, g: S, seat: int, move: str) -> S:
        """The state after a move; `g` is not touched. IllegalMove, with a sentence, if not open."""
        if self.is_ahead(move):
            return self._set_ahead(self._copy(g), seat, move)
        if move not in self._options(g, seat):
            raise IllegalMove(self._refuse(g, seat, move))
        return self._play(self._copy(g), seat, move)

    def view(self, g: S, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as plain JSON-able data.

        A hidden list of somebody else is its length, a hidden number None; beside a list, under the
        name with `_seen`, stands what of it this seat knows. Added are game, title, viewer, choice,
        prompt, secret, winners, answered, answer, what the rules derive, where the choice has one
        its grid or dials, and in games with answers in advance the seat's own ones: `ahead`.
        """
        view = self._show(g, g, seat)
        choice = self.choices[g.agenda[-1][0]] if g.asked else None
        view["game"], view["title"], view["viewer"] = self.name, self.title, seat
        view["choice"] = g.agenda[-1][0] if g.asked else None
        view["prompt"] = self._prompt(g, choice) if choice else ""
        several = choice is not None and not isinstance(g.agenda[-1][1], int)
        view["secret"] = several or (choice is not None and choice.secret)
        view["winners"] = winners(g)
        view["answered"] = sorted(g.answers)
        view["answer"] = None if seat is None else g.answers.get(seat)
        if self._foresees:
            view["ahead"] = {} if seat is None else dict(g.ahead.get(seat, {}))
        view["news"] = [[text, values] for text, values, to in g.news if to is None or to == seat]
        if choice and choice.grid:
            view["grid"] = [list(row) for row in choice.grid]
        if choice and choice.dials:
            view["dials"] = choice.dials
        view.update(self._derived(g, seat))
        return view

    def guess(self, g: S, seat: int, rng: random.Random) -> S:
        """A state with the same view for this seat: the unseen dealt afresh, chance drawn anew.

        Whoever must answer in it has a move; where no such deal turns up, the true one stays.
        """
        truth = g
        for _ in range(MOST_DEALS):
            g = self._copy(truth)
            self._deal(g, seat, rng)
            if all(self.legal(g, each) for each in (*g.asked, *g.answers)):
                break
        else:
            g = self._copy(truth)
        g.rng = rng.getrandbits(64)
        watchers = ("all", str(seat))
        g.seen = {key: seen for key, seen in g.seen.items() if key.split("/")[0] in watchers}
        g.news = [item for item in g.news if item[2] is None or item[2] == seat]
        g.ahead = {own: answers for own, answers in g.ahead.items() if own == seat}
        for other in g.answers:
            if other != seat:
                g.answers[other] = rng.choice(self.legal(g, other))
        return g

    def default(self, g: S, seat: int) -> str:
        """A cheap sensible move for somebody absent."""
        name, _, *args = g.agenda[-1]
        choose = self.choices[name].default_move
        return choose(g, players(g)[seat], *args) if choose else self.legal(g, seat)[0]

    def dump(self, g: S) -> bytes:
        """The state as bytes, for `load` of this version or a later one."""
        return self._json.serializer.to_json(g)

    def load(self, data: bytes, version: int) -> S:
        """The state dumped by a release with this version of the game, or ValueError."""
        if version == self.version:
            g: S = self._json.validator.validate_json(data)
        elif version > self.version or self._upgrade is None:
            raise ValueError(
                f"{self.title} cannot open a state of version {version}; "
                f"this is version {self.version}."
            )
        else:
            g = self._json.validate_python(self._upgrade(json.loads(data), version))
        g.agenda = [_frozen(step) for step in g.agenda]
        return g

    def replay(
        self, seats: int, seed: int, log: Iterable[tuple[int, str]], options: Any = None
    ) -> S:
        """The state after these moves, unchecked: a stored log was judged when it was made."""
        g = self.new(seats, seed, options)
        for seat, move in log:
            self._play(g, seat, move)
        return g

    def playout(self, g: S, rng: random.Random, most: int = 1_000_000, sensible: float = 0.0) -> S:
        """The state after random serious moves to the end, or `most`; `g` is not touched.

        `sensible` is the share of moves that are the default instead.
        """
        g = self._copy(g)
        while g.scores is None and most:
            seat = g.asked[0]
            if sensible and rng.random() < sensible:
                self._play(g, seat, self.default(g, seat))
            else:
                self._play(g, seat, rng.choice(self.serious(g, seat)))
            most -= 1
        return g

    # --- machinery -------------------------------------------------------------------------------

    def _chosen(self, options: BaseModel | dict[str, Any] | None) -> BaseModel:
        if isinstance(options, BaseModel):
            return options
        for name in options or {}:
            if name not in self.options.model_fields:
                raise ValueError(f"{self.title} has no option “{name}”.")
        try:
            return self.options.model_validate(options or {})
        except ValidationError as error:
            wrong = error.errors()[0]
            where, why = ".".join(map(str, wrong["loc"])), wrong["msg"]
            raise ValueError(f"The option “{where}” does not fit: {why}.") from None

    def _deal(self, g: S, seat: int, rng: random.Random) -> None:
        """Deals what a seat has not seen, within each pool."""
        pools: dict[str, list[tuple[list[Any], list[int]]]] = {}
        for place in (g, *players(g)):
            if getattr(place, "seat", None) == seat:
                continue
            for name, pool in _marked(type(place), "pool"):
                things: list[Any] = getattr(place, name)
                free = _unknown(things, known(g, seat, place, name))
                pool = pool.format(seat=getattr(place, "seat", None))
                pools.setdefault(pool, []).append((things, free))
            for name, spread in _marked(type(place), "spread"):
                about = getattr(place, name) + rng.randint(-spread, spread)
                setattr(place, name, max(0, about))
        for spots in pools.values():
            unseen = [things[i] for things, free in spots for i in free]
            rng.shuffle(unseen)
            for things, free in spots:
                for i in free:
                    things[i] = unseen.pop()

    def _options(self, g: S, seat: int) -> Iterable[str]:
        """The legal moves as the game lists them: a generator is asked no further than needed."""
        if seat not in g.asked and not (g.asked and seat in g.answers):
            return ()
        step = g.agenda[-1]
        return self.choices[step[0]].options(g, players(g)[seat], *step[2:])

    def _refuse(self, g: S, seat: int, move: str) -> str:
        legal = self.legal(g, seat)
        if not legal:
            return "The game is over." if g.scores is not None else "You are not asked to move now."
        name, _, *args = g.agenda[-1]
        explain = self.choices[name].refusal
        readable = move.isascii() and len(move) <= LONGEST_EXPLAINED
        reason = None
        if explain and readable:
            reason = explain(g, players(g)[seat], *args, move.split(" "))
        return f"{reason or f'“{move[:60]}” is not open to you now.'} You can: {_some(legal)}."

    def _play(self, g: S, seat: int, move: str) -> S:
        if self.is_ahead(move):
            return self._set_ahead(g, seat, move)
        name, who, *args = g.agenda[-1]
        g.news.clear()
        if isinstance(who, int):
            g.agenda.pop()
            run, words, _ = self.choices[name].read(move)
            run(g, players(g)[seat], *args, *words)
            return self._advance(g)
        g.answers[seat] = move
        if seat in g.asked:
            g.asked.remove(seat)
        return g if g.asked else self._advance(self._open_answers(g))

    def _open_answers(self, g: S) -> S:
        name, _, *args = g.agenda.pop()
        answers, g.answers = g.answers, {}
        g.reveal()
        for seat in sorted(answers):
            run, words, _ = self.choices[name].read(answers[seat])
            run(g, players(g)[seat], *args, *words)
        return g

    def _advance(self, g: S) -> S:
        for _ in range(LONGEST_RUN):
            if g.scores is not None or not g.agenda:
                g.asked = []
                g.agenda.clear()
                g.ahead.clear()
                return g
            step = g.agenda[-1]
            choice = self.choices.get(step[0])
            if choice is None:
                g.agenda.pop()
                self.steps[step[0]](g, *step[1:])
            elif self._ask(g, choice, step[1], step[2:]):
                if g.ahead:
                    self._drop_ahead(g)
                return g
        raise RuntimeError(f"{self.title} asks nobody and does not end: {g.agenda[-5:]}")

    def _ask(self, g: S, choice: Choice, who: int | Iterable[int] | None, args: Step) -> bool:
        """Whether somebody has to answer; a choice that is none is carried out."""
        if isinstance(who, int):
            given = self._given(g, choice, who, args)
            if given is None:
                g.asked = [who]
                return True
            g.agenda.pop()
            run, words, _ = choice.read(given)
            run(g, players(g)[who], *args, *words)
            return False
        g.asked = []
        for seat in range(g.seats) if who is None else who:
            given = self._given(g, choice, seat, args)
            if given is None:
                g.asked.append(seat)
            else:
                g.answers[seat] = given
        if g.asked:
            return True
        self._open_answers(g)
        return False

    def _given(self, g: S, choice: Choice, seat: int, args: Step) -> str | None:
        """The answer that need not be waited for: given in advance, or the only one there is."""
        p = players(g)[seat]
        if seat in g.ahead and choice.foreseen:
            question = choice.question.format(*args)
            move = g.ahead[seat].pop(question, None)
            if move is not None and move in choice.options(g, p, *args):
                g.say(
                    "As you chose in advance, {question}: {move}.",
                    seat,
                    question=question,
                    move=self._label(g, seat, choice, args, move),
                )
                return move
            if move is not None:
                _tell_dropped(g, seat, question, move)
        return None if choice.always else _only(choice.options(g, p, *args))

    # --- answers in advance ----------------------------------------------------------------------

    @cached_property
    def _foresees(self) -> bool:
        return any(choice.foreseen for choice in self.choices.values())

    def _foreseen(
        self, g: S, seat: int
    ) -> Iterator[tuple[str, Choice, tuple[Any, ...], list[str]]]:
        """The later questions of a seat: name, choice, arguments, moves allowed in advance."""
        if g.scores is not None:
            return
        now = g.agenda[-1] if seat in g.asked or seat in g.answers else ("",)
        for name, choice in self.choices.items():
            for args, moves in choice.foreseen(g, players(g)[seat]) if choice.foreseen else ():
                if (name, *args) != (now[0], *now[2:]):
                    yield choice.question.format(*args), choice, args, list(moves)

    def _set_ahead(self, g: S, seat: int, text: str) -> S:
        g.news.clear()
        question, _, _, move = self._read_ahead(g, seat, text)
        own = g.ahead.setdefault(seat, {})
        own.pop(question, None)
        if move:
            own[question] = move
        if not own:
            del g.ahead[seat]
        return g

    def _read_ahead(self, g: S, seat: int, text: str) -> tuple[str, Choice, tuple[Any, ...], str]:
        """Question, choice, arguments and move ("" to forget it); IllegalMove if not open."""
        verb, _, rest = text.partition(" ")
        questions: list[str] = []
        for question, choice, args, moves in self._foreseen(g, seat):
            questions.append(question)
            move = rest.removeprefix(f"{question} ")
            if verb == "forget" and rest == question and question in g.ahead.get(seat, {}):
                return question, choice, args, ""
            if verb == "ahead" and move != rest and move in moves:
                return question, choice, args, move
            if verb == "ahead" and move != rest:
                raise IllegalMove(
                    f"“{move[:60]}” cannot be set in advance for {question}."
                    f" You can: {_some(moves)}."
                )
        if verb == "forget":
            questions = list(g.ahead.get(seat, {}))
        raise IllegalMove(
            f"“{text[:60]}” is nothing you can set in advance now."
            f" You can {verb}: {_some(questions) or 'nothing'}."
        )

    def _label_ahead(self, g: S, seat: int, text: str) -> str:
        question, choice, args, move = self._read_ahead(g, seat, text)
        if not move:
            return f"Forget what was set in advance for {question}"
        return f"In advance, {question}: {self._label(g, seat, choice, args, move)}"

    def _drop_ahead(self, g: S) -> None:
        """Drops answers to questions that are past, and those that are not allowed any more."""
        for seat in list(g.ahead):
            open_now = self.ahead(g, seat)
            for question, move in list(g.ahead[seat].items()):
                if move not in open_now.get(question, ()):
                    del g.ahead[seat][question]
                    _tell_dropped(g, seat, question, move)
            if not g.ahead[seat]:
                del g.ahead[seat]

    # --- what is shown ---------------------------------------------------------------------------

    def _prompt(self, g: S, choice: Choice) -> str:
        if isinstance(choice.prompt, str):
            return choice.prompt
        return choice.prompt(g, *g.agenda[-1][2:])

    def _label(self, g: S, seat: int, choice: Choice, args: Iterable[Any], move: str) -> str:
        _, words, effect = choice.read(move)
        if isinstance(effect.label, str):
            return effect.label.format(**dict(zip(effect.names, words, strict=True)))
        return effect.label(g, players(g)[seat], *args, *words)

    def _show(self, g: S, thing: Any, seat: int | None) -> Any:
        if isinstance(thing, (list, tuple)):
            return [
                each if type(each) in PLAIN else self._show(g, each, seat)
                for each in typing.cast("Iterable[Any]", thing)
            ]
        if isinstance(thing, dict):
            items = typing.cast("dict[Any, Any]", thing).items()
            return {str(key): self._show(g, value, seat) for key, value in items}
        if not dataclasses.is_dataclass(thing):
            return thing
        owner: int | None = getattr(thing, "seat", None)
        shown: dict[str, Any] = {}
        for each in dataclasses.fields(thing):
            if thing is g and each.name in PRIVATE:
                continue
            value = getattr(thing, each.name)
            others = bool(each.metadata) and (seat is None or owner != seat)
            if others and "spread" in each.metadata:
                shown[each.name] = None
            elif others and "pool" in each.metadata:
                shown[each.name] = len(value)
                shown[f"{each.name}_seen"] = sorted(known(g, seat, thing, each.name))
            else:
                plain = type(value) in PLAIN
                shown[each.name] = value if plain else self._show(g, value, seat)
        return shown


def players(g: Any) -> list[Any]:
    """The players of a state, by seat."""
    return g.players


def winners(g: State) -> list[int]:
    """The seats with the best score, and of these the ones that no tie-break puts behind."""
    if g.scores is None:
        return []
    ranks = list(zip(g.scores, g.tie_breaks or [0] * g.seats, strict=True))
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def _some(texts: list[str]) -> str:
    """The first few of these, and how many more there are."""
    return ", ".join(texts[:8]) + (f" and {len(texts) - 8} more" if len(texts) > 8 else "")


def _tell_dropped(g: State, seat: int, question: str, move: str) -> None:
    template = (
        "What you set in advance for {question}, {move}, is dropped: it is not open any more."
    )
    g.say(template, seat, question=question, move=move)


def _set_up_nothing(g: State, options: BaseModel) -> None:
    pass


def _derive_nothing(g: State, seat: int | None) -> dict[str, Any]:
    return {}


def _only(moves: Iterable[str]) -> str | None:
    """The move, where there is exactly one; RuntimeError where there is none."""
    rest = iter(moves)
    first = next(rest, None)
    if first is None:
        raise RuntimeError("a choice lists no move")
    return first if next(rest, None) is None else None


def _marked(kind: Any, mark: str) -> list[tuple[str, Any]]:
    """The hidden fields of a dataclass with this mark, each with the mark's value."""
    marked = [each for each in dataclasses.fields(kind) if mark in each.metadata]
    return [(each.name, each.metadata[mark]) for each in marked]


def _unknown(things: list[Any], facts: list[Any]) -> list[int]:
    """The places of a hidden list whose things are not known."""
    facts = list(facts)
    places: list[int] = []
    for i, thing in enumerate(things):
        if thing in facts:
            facts.remove(thing)
        else:
            places.append(i)
    return places


def _frozen(step: Any) -> Step:
    """A step as it was planned: JSON knows only lists, a step has only tuples."""
    return tuple([_frozen(each) if type(each) is list else each for each in step])


def copier(cls: type) -> Callable[[Any], Any]:
    """A deep copy for a dataclass, compiled from its annotations: a sixth of `deepcopy`'s time.

    It knows lists, dicts, dataclasses, each of them or None, and whatever cannot be changed.
    """
    names: dict[str, Any] = {"cls": cls}
    hints = typing.get_type_hints(cls)

    def copied(kind: Any, source: str) -> str:
        if not _mutable(kind):
            return source
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        inner = [arg for arg in args if arg is not type(None)]
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            names[f"copy_{kind.__name__}"] = copier(kind)
            return f"copy_{kind.__name__}({source})"
        if origin in UNIONS and len(inner) == 1:
            return f"(None if {source} is None else {copied(inner[0], source)})"
        if (origin or kind) not in (list, dict):
            raise TypeError(f"{cls.__name__} has a {kind}: use lists, dicts and dataclasses")
        if not args or not _mutable(args[-1]):
            return f"{source}.copy()"
        if origin is list:
            return f"[{copied(args[0], 'each')} for each in {source}]"
        return f"{{key: {copied(args[1], 'each')} for key, each in {source}.items()}}"

    fields = dataclasses.fields(cls)
    values = ", ".join(copied(hints[each.name], f"s.{each.name}") for each in fields)
    exec(f"def copy(s): return cls({values})", names)
    return names["copy"]


UNIONS = (typing.Union, types.UnionType)


def _mutable(kind: Any) -> bool:
    if kind == News:
        return False  # the values of news are never changed
    origin = typing.get_origin(kind) or kind
    if origin is tuple or origin in UNIONS:
        return any(_mutable(each) for each in typing.get_args(kind))
    return origin in (list, dict, set, bytearray, deque) or (
        dataclasses.is_dataclass(origin) and isinstance(origin, type)
    )
