"""The engine: facts for a lobby, the functions of a rulebook, the interface all else uses."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any, Generic, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from games._kernel import chance, premoves
from games._kernel.choice import AnyChoice, Args, Choice, Effect, P, Prompt, Rule, S, Verb
from games._kernel.copies import copier
from games._kernel.dials import Dials, SampledMoves
from games._kernel.picks import Picks
from games._kernel.state import IllegalMove, State, Step, places, players, winners
from games._kernel.unseen import check_hidden, deal, hide_unknown, shown
from games.words import Phrase, phrase

MAX_STEPS = 100_000
"""Steps the kernel takes between two questions before it calls the game endless."""
MAX_DEALS = 100
"""How often `guess` deals again until every player who is asked has a move."""
MAX_EXPLAINED_CHARS = 60
"""Longer refused texts are not explained; in characters."""
Card = dict[str, Any]


class NoOptions(BaseModel):
    """The options of a game that has none."""


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
        about: str = "",
        unit: str = "points",
        version: int = 1,
        open_at_end: bool = False,
        options: type[BaseModel] = NoOptions,
        upgrade: Callable[[dict[str, Any], int], dict[str, Any]] | None = None,
    ) -> None:
        """Takes the facts; `upgrade(data, version)` turns an older version's data into today's.

        TypeError, with the field, where the state has one that cannot be copied or hidden.
        `minutes` is what a table needs at one sitting, `weight` runs from 1 (light) to 5 (heavy),
        `about` says in a sentence or two what it is like and for whom, `unit` what wins.
        With `open_at_end` everybody sees all that was hidden once the scores are set.
        """
        parts = state.__module__.split(".")
        self.name = parts[parts.index("games") + 1] if "games" in parts[:-1] else parts[0]
        self.title, self.about, self.unit, self.seats = title, about, unit, seats
        self.minutes, self.weight = minutes, weight
        self.version, self.open_at_end, self.options = version, open_at_end, options
        self.steps: dict[str, Callable[..., None]] = {}
        self.choices: dict[str, AnyChoice] = {}
        self._state = state
        self._copy: Callable[[S], S] = copier(state)
        check_hidden(state)
        self._json = TypeAdapter(state)
        self._upgrade = upgrade
        self.said_to_you: dict[str, str] = {}
        """What a seat reads of itself, by the template of what all others read or of the label of
        the move; see `receipts`.
        """
        self._sentences: dict[str, str] = {}
        self._commands: dict[str, str] = {}
        self._setup: Callable[[S, Any], None] = _set_up_nothing
        self._derived: Callable[[S, int | None], dict[str, Any]] = _derive_nothing
        self._evaluate: Callable[[S], list[float]] | None = None
        self._standing: Callable[[S], list[int]] | None = None
        self._last_round: Callable[[S], str] | None = None
        self._cards: Callable[[], list[Card]] = list[Card]

    # --- what a game's rules are written with ----------------------------------------------------

    def setup(self, run: Callable[[S, Any], None]) -> Callable[[S, Any], None]:
        """Registers the function of a new state and the options that sets the game up."""
        self._setup = run
        return run

    def step(self, run: Rule) -> Rule:
        """Registers a step under the function's name."""
        self.steps[run.__name__] = run
        return run

    def choice(
        self,
        prompt: Prompt[S],
        *,
        secret: bool = False,
        always: bool = False,
        may_pass: str | Callable[..., str] = "",
        grid: Iterable[Iterable[str]] = (),
        dials: str = "",
        picks: str = "",
    ) -> Callable[[Callable[[S, P, *Args], Iterable[str]]], Choice[S, P, *Args]]:
        """Registers a choice under the function's name; the function lists the moves of a player.

        It is planned with the seat that is asked, or `EVERYBODY` or several seats: these answer at
        once, in secret. The prompt is for all to read: a text, or a function of the state and the
        arguments. A single legal move is made by the kernel, unless the choice is `always` asked
        because a missing wait would tell a secret; `secret` ones are, and are asked in private.
        `may_pass` adds the move "pass" behind all others and is its label, a text or a function of
        state, player and arguments; `Choice.passes` says what it does beside ending the question.

        Three hints for menus: `grid` lays moves out as on a board, row by row, open or not (moves
        that are not in it are drawn as ever); `dials` is the pattern of moves whose numbers are
        set one by one and then given together. If such moves are too many to list, the function
        returns `Dials`: the numbers of each dial, and what fits together. `picks` is the pattern
        of moves that are several things of one list, picked together: "choose {card} …".
        """

        def register(options: Callable[[S, P, *Args], Iterable[str]]) -> Choice[S, P, *Args]:
            choice = Choice(options, prompt, secret, always, may_pass, grid, dials, picks)
            self.choices[options.__name__] = choice
            return choice

        return register

    def verb(self, name: str, sentence: str, *firsts: str) -> None:
        """Names the command for moves that begin with one of these words, by default `name`.

        Discord shows the sentence as the help of the command. Words that share a command are told
        apart by what is open. ValueError where a word has a command already.
        """
        for first in firsts or (name,):
            if first in self._commands:
                raise ValueError(f"{self.title} has two commands for moves “{first} …”.")
            self._commands[first] = name
        self._sentences[name] = sentence

    def receipts(self, texts: Mapping[str, str]) -> None:
        """Says what players read of their own moves, by the template of the news that all others
        read: "You sold {n} silk." for "{who:seat} sells {n} silk.". For a move that has no such
        news, or in secret, it is by the template of its label: "You sold {n} silk." for "Sell {n}
        silk".
        """
        self.said_to_you.update(texts)

    def receipt(self, label: str) -> str:
        """What a player reads after making the move with this label."""
        if isinstance(label, Phrase):
            return phrase(self.said_to_you.get(label.template, label.template), **label.values)
        return self.said_to_you.get(label, label)

    def derived(
        self, work_out: Callable[[S, int | None], dict[str, Any]]
    ) -> Callable[[S, int | None], dict[str, Any]]:
        """Registers a function of state and seat: arithmetic from what it sees, for its view."""
        self._derived = work_out
        return work_out

    def evaluation(self, weigh: Callable[[S], list[float]]) -> Callable[[S], list[float]]:
        """Registers a function of the state: how each seat stands, in points of the final score.

        It judges games that thinking players break off, so it is cheap and need not be exact.
        """
        self._evaluate = weigh
        return weigh

    def standing(self, count: Callable[[S], list[int]]) -> Callable[[S], list[int]]:
        """Registers a function of the state: the points of each seat as the rulebook counts them,
        if the game ended now, as far as all seats know them.
        """
        self._standing = count
        return count

    def last_round(self, tell: Callable[[S], str]) -> Callable[[S], str]:
        """Registers a function of the state: what all are told while the round that is played is
        surely the last, from what all can see; "" before.
        """
        self._last_round = tell
        return tell

    def cards(self, list_all: Callable[[], list[Card]]) -> Callable[[], list[Card]]:
        """Registers a function that lists every card and tile of the game, to be looked up.

        Each has an `id`, a `name`, a `kind`, its `text` in sentences and `facts`, values by label;
        more plain data may stand beside these for its picture. Ids are texts; no two cards share an
        id or a name. They are listed once, so their texts are phrases, of no language.
        """
        self._cards = cache(list_all)
        return list_all

    # --- what everything else uses ---------------------------------------------------------------

    @property
    def has_secret_choices(self) -> bool:
        """Whether a choice of the rules is asked in private."""
        return any(choice.secret for choice in self.choices.values())

    @property
    def lookup(self) -> dict[str, Card]:
        """Every card and tile of the game by its id, in the order of the game."""
        return {card["id"]: card for card in self._cards()}

    @property
    def verbs(self) -> dict[str, Verb]:
        """What commands are made from, by their names, in the order of `Game.verb`.

        RuntimeError where moves begin with a word that has no command, or a command has no moves.
        """
        forms: dict[str, list[Effect]] = {name: [] for name in self._sentences}
        for effect in (effect for choice in self.choices.values() for effect in choice.effects):
            first = effect.pattern.split(" ")[0]
            if first not in self._commands:
                raise RuntimeError(
                    f"{self.title} has moves “{effect.pattern}” and no command for them: "
                    f'say game.verb("{first}", ...).'
                )
            forms[self._commands[first]].append(effect)
        for name, effects in forms.items():
            if not effects:
                raise RuntimeError(f"{self.title} has a command “{name}” and no move for it.")
        return {name: Verb.of(self._sentences[name], forms[name]) for name in forms}

    def new(self, seats: int, seed: int, options: BaseModel | dict[str, Any] | None = None) -> S:
        """A game at its first question; ValueError where the seats or the options do not fit."""
        if seats not in self.seats:
            most = self.seats[-1]
            raise ValueError(f"{self.title} is for {self.seats[0]} to {most} players, not {seats}.")
        g = self._state(seats=seats, rng=chance.begin(seed))
        self._setup(g, self._chosen(options))
        g = self._advance(g)
        self.seats_asked(g)
        return g

    def seats_asked(self, g: S) -> list[int]:
        """The seats that must answer now; RuntimeError where the rules forgot how to go on."""
        if not g.asked and g.scores is None:
            raise RuntimeError(
                f"{self.title} has nothing planned and no scores: plan a step with g.then, or end "
                "the game by setting g.scores."
            )
        return g.asked

    def legal(self, g: S, seat: int) -> list[str]:
        """The moves of a seat; [] unless it is asked or may still change its secret answer.

        Of `Dials` with very many moves it is a sample, in which every move is that is open.
        """
        moves = self._options(g, seat)
        return SampledMoves(moves) if isinstance(moves, Dials) else list(moves)

    def candidate_moves(self, g: S, seat: int) -> list[str]:
        """The legal moves without the rarely useful ones, unless there are no others."""
        moves = self.legal(g, seat)
        if not moves:
            return moves
        name, _, *args = g.agenda[-1]
        return self.choices[name].candidate_moves(g, seat, args, moves)

    def random_candidate(self, g: S, seat: int, rng: random.Random) -> str:
        """One of the candidate moves of a seat that is asked, at random."""
        name, _, *args = g.agenda[-1]
        return self.choices[name].random_candidate(g, seat, args, self.legal(g, seat), rng)

    def label(self, g: S, seat: int, move: str) -> str:
        """What a legal move is called for people."""
        if self.is_premove(move):
            return premoves.label(self.choices, g, seat, move)
        name, _, *args = g.agenda[-1]
        return self.choices[name].label(g, seat, args, move)

    def outlook(self, g: S, seat: int, move: str) -> str:
        """What a legal move would bring, worked out for the seat that is asked, or ""."""
        name, _, *args = g.agenda[-1]
        return self.choices[name].outlook(g, seat, args, move)

    def cards_of(self, g: S, seat: int, move: str) -> list[str]:
        """The ids in `lookup` of the cards that a legal move is about."""
        name, _, *args = g.agenda[-1]
        return self.choices[name].cards_of(g, seat, args, move)

    def worth(self, g: S) -> list[float] | None:
        """How each seat stands, in points of the final score; None where the game cannot tell."""
        return self._evaluate(g) if self._evaluate else None

    def points(self, g: S) -> list[int] | None:
        """The points of each seat that everybody can count, at the end the scores; None where the
        game does not count before its end.
        """
        if self._standing is None or g.scores is not None:
            return g.scores
        return self._standing(g)

    def premoves(self, g: S, seat: int) -> dict[str, list[str]]:
        """The questions a seat may answer before they are asked, each with its moves.

        The answer to one is the move "ahead QUESTION MOVE", taken back by "forget QUESTION". It is
        given when the question is asked and dropped as soon as it is not open any more. Where
        somebody is asked what can be declined, "passing" stands for all such questions of the
        phase: "rest" passes on each, "idle" as long as no other move is useful.
        """
        return {each.question: each.moves for each in premoves.upcoming(self.choices, g, seat)}

    def premove_labels(self, g: S, seat: int, question: str, *more: str) -> dict[str, str]:
        """The moves of a question that a seat may answer in advance, with their labels; of `Dials`
        a sample, and `more` moves as far as they are open.
        """
        return {
            move: each.choice.label(g, seat, each.args, move)
            for each in premoves.upcoming(self.choices, g, seat)
            if each.question == question
            for move in [*each.moves, *(move for move in more if move in each.moves)]
        }

    def dials(self, g: S, seat: int, later: str = "") -> Dials | None:
        """The dials with which a seat answers what is asked, or a `later` question in advance; None
        where that has no dials, or no move of their form is open.
        """
        for choice, _args, moves in self._open(g, seat, later):
            found = Dials.over(choice.dials, moves) if choice.dials else None
            return found if found and found.numbers else None
        return None

    def picks(self, g: S, seat: int, later: str = "") -> Picks | None:
        """The things that a seat picks together to answer what is asked, or a `later` question in
        advance; None where its moves are not made of such.
        """
        for choice, args, moves in self._open(g, seat, later):
            return choice.picked_from(g, seat, args, moves)
        return None

    def unusual_moves(self, g: S, seat: int, later: str = "") -> list[str]:
        """The moves that stay in the background among those that answer what is asked, or a `later`
        question in advance: what declines it, what gives something up for good, and what is seldom
        wanted.
        """
        return [
            move
            for choice, args, moves in self._open(g, seat, later)
            for move in moves
            if choice.is_unusual(g, seat, args, move)
        ]

    def is_premove(self, move: str) -> bool:
        """Whether a text answers a question in advance, or takes such an answer back."""
        return self._has_premoves and move.split(" ", 1)[0] in (premoves.SET, premoves.FORGET)

    def play(self, g: S, seat: int, move: str) -> S:
        """The state after a move; `g` is not touched. IllegalMove, with a sentence, if not open."""
        if self.is_premove(move):
            g = self._copy(g)
            premoves.set_premove(self.choices, g, seat, move)
            return g
        if move not in self._options(g, seat):
            raise IllegalMove(self._refuse(g, seat, move))
        return self._play(self._copy(g), seat, move)

    def is_open(self, g: S) -> bool:
        """Whether all see what was hidden: once the scores of a game with `open_at_end` are set."""
        return self.open_at_end and g.scores is not None

    def view(self, g: S, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as plain JSON-able data.

        A hidden list of somebody else is its length, a hidden value None; beside a list, under the
        name with `_seen`, stands what of it this seat knows. Added are game, title, viewer, choice,
        prompt, secret, winners, answered, answer, what the rules derive, where the choice has one
        its grid or dials, in games with premoves the seat's own ones: `ahead`, while the last
        round is played what says so: `last_round`, and at the end the `places`, by seat.
        """
        view: dict[str, Any] = shown(g, g, seat, everything=self.is_open(g))
        choice = self.choices[g.agenda[-1][0]] if g.asked else None
        view["game"], view["title"], view["viewer"] = self.name, self.title, seat
        view["choice"] = g.agenda[-1][0] if g.asked else None
        view["prompt"] = choice.asks(g, g.agenda[-1][2:]) if choice else ""
        several = choice is not None and not isinstance(g.agenda[-1][1], int)
        view["secret"] = several or (choice is not None and choice.secret)
        view["winners"] = winners(g)
        if g.scores is not None:
            view["places"] = places(g)
        view["answered"] = sorted(g.answers)
        view["answer"] = None if seat is None else g.answers.get(seat)
        if self._has_premoves:
            view["ahead"] = {} if seat is None else premoves.shown(g, seat)
        view["news"] = [[text, values] for text, values, to in g.news if to is None or to == seat]
        if choice and choice.grid:
            view["grid"] = [list(row) for row in choice.grid]
        if choice and choice.dials:
            view["dials"] = choice.dials
        if self._last_round and g.asked and (last := self._last_round(g)):
            view["last_round"] = last
        view.update(self._derived(g, seat))
        return view

    def guess(self, g: S, seat: int, rng: random.Random) -> S:
        """A state with the same view for this seat: the unseen dealt afresh, chance drawn anew.

        Whoever must answer in it has a move; where no such deal turns up, the true one stays.
        """
        truth = g
        for _ in range(MAX_DEALS):
            g = self._copy(truth)
            if not self.is_open(g):
                deal(g, seat, rng)
            if all(self.legal(g, each) for each in (*g.asked, *g.answers)):
                break
        else:
            g = self._copy(truth)
        g.rng = rng.getrandbits(64)
        watchers = ("all", str(seat))
        g.seen = {key: seen for key, seen in g.seen.items() if key.split("/")[0] in watchers}
        g.news = [item for item in g.news if item[2] is None or item[2] == seat]
        g.premoves = {own: answers for own, answers in g.premoves.items() if own == seat}
        for other in g.answers:
            if other != seat:
                g.answers[other] = rng.choice(self.legal(g, other))
        return g

    def hide_unknown(self, g: S, seat: int) -> S:
        """A state with nothing of the truth that a seat cannot see: the same one for all states
        that it cannot tell apart, so that what is guessed from it tells no secret.
        """
        g = self._copy(g)
        if not self.is_open(g):
            hide_unknown(g, seat)
        return g

    def default(self, g: S, seat: int) -> str:
        """A cheap sensible move for somebody absent."""
        name, _, *args = g.agenda[-1]
        choose = self.choices[name].default_move
        return choose(g, players(g)[seat], *args) if choose else next(iter(self._options(g, seat)))

    def expert(self, g: S, seat: int) -> str:
        """The move of a good player, where the game knows one; else the default."""
        name, _, *args = g.agenda[-1]
        choose = self.choices[name].expert_move
        return choose(g, players(g)[seat], *args) if choose else self.default(g, seat)

    def has_expert(self, g: S) -> bool:
        """Whether the game knows what a good player does with the question that is asked."""
        return self.choices[g.agenda[-1][0]].expert_move is not None

    def dump(self, g: S) -> bytes:
        """The state as bytes, for `load` of this version or a later one."""
        return self._json.serializer.to_json(g, by_alias=True)

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

    def playout(
        self,
        g: S,
        rng: random.Random,
        most: int = 1_000_000,
        sensible: float = 0.0,
        usual: Callable[[S, int], str] | None = None,
        mover: int | None = None,
    ) -> S:
        """The state after random candidate moves to the end, or `most`; `g` is not touched.

        `sensible` is the share of moves that are the `usual` ones instead: the default, or what
        this function of state and seat says. With the seat that moved last, chance begins afresh
        whenever another one is asked: after other moves with the same `rng`, dice fall the same.
        """
        usual, turns = usual or self.default, rng
        if mover is not None:
            rng = random.Random(turns.getrandbits(64))
        g = self._copy(g)
        while g.scores is None and most:
            seat = self.seats_asked(g)[0]
            if mover is not None and seat != mover:
                mover, rng = seat, random.Random(turns.getrandbits(64))
                g.rng = rng.getrandbits(64)
            if sensible and rng.random() < sensible:
                self._play(g, seat, usual(g, seat))
            else:
                self._play(g, seat, self.random_candidate(g, seat, rng))
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

    def _options(self, g: S, seat: int) -> Iterable[str]:
        if seat not in g.asked and not (g.asked and seat in g.answers):
            return ()
        step = g.agenda[-1]
        return self.choices[step[0]].open_moves(g, seat, step[2:])

    def _open(
        self, g: S, seat: int, later: str
    ) -> Iterator[tuple[AnyChoice, Iterable[Any], list[str]]]:
        """What is asked of a seat, or a question that it may answer in advance: the choice, its
        arguments and the open moves.
        """
        if later:
            for each in premoves.upcoming(self.choices, g, seat):
                if each.question == later:
                    yield each.choice, each.args, each.moves
        elif g.asked:
            name, _, *args = g.agenda[-1]
            yield self.choices[name], args, self.legal(g, seat)

    def _refuse(self, g: S, seat: int, move: str) -> str:
        legal = self.legal(g, seat)
        if not legal:
            over = g.scores is not None
            return phrase("The game is over." if over else "You are not asked to move now.")
        name, _, *args = g.agenda[-1]
        explain = self.choices[name].refusal
        readable = move.isascii() and len(move) <= MAX_EXPLAINED_CHARS
        if explain and readable:
            reason = explain(g, players(g)[seat], *args, move.split(" "))
            if reason:
                return reason
        sentence = "“{move:text}” is not open to you now. You can: {moves}."
        return phrase(sentence, move=move[:60], moves=premoves.some(legal))

    def _play(self, g: S, seat: int, move: str) -> S:
        if self.is_premove(move):
            premoves.set_premove(self.choices, g, seat, move)
            return g
        name, who, *args = g.agenda[-1]
        if seat not in g.answers:  # that an answer is changed shows in nothing
            g.news.clear()
        if isinstance(who, int):
            g.agenda.pop()
            self.choices[name].run(g, seat, args, move)
            return self._advance(g, seat)
        g.answers[seat] = move
        if seat in g.asked:
            g.asked.remove(seat)
        return g if g.asked else self._advance(self._open_answers(g), seat, alone=False)

    def _open_answers(self, g: S) -> S:
        name, _, *args = g.agenda.pop()
        answers, g.answers = g.answers, {}
        g.reveal()
        for seat in sorted(answers):
            self.choices[name].run(g, seat, args, answers[seat])
        return g

    def _advance(self, g: S, mover: int | None = None, *, alone: bool = True) -> S:
        for _ in range(MAX_STEPS):
            if g.scores is not None or not g.agenda:
                g.asked = []
                g.agenda.clear()
                g.premoves.clear()
                if self.is_open(g):
                    g.reveal()
                return g
            if g.premoves:
                premoves.end_passing(self.choices, g)
            step = g.agenda[-1]
            choice = self.choices.get(step[0])
            if choice is None:
                if step[0] not in self.steps:
                    raise KeyError(self._unknown(step[0]))
                g.agenda.pop()
                self.steps[step[0]](g, *step[1:])
            elif self._ask(g, choice, step, mover, alone):
                if g.premoves:
                    premoves.drop_passed(self.choices, g)
                return g
        raise RuntimeError(f"{self.title} asks nobody and does not end: {g.agenda[-5:]}")

    def _ask(self, g: S, choice: AnyChoice, step: Step, mover: int | None, alone: bool) -> bool:
        """Whether somebody has to answer; a choice that is none is carried out.

        Where several answered, `alone` is false: who was the last of them makes no difference to an
        answer that stays.
        """
        if not _names_seats(step, g.seats):
            whom = f"a seat from 0 to {g.seats - 1}, several seats, or EVERYBODY"
            raise RuntimeError(f"{self.title} plans the choice “{step[0]}” without {whom}.")
        who, args = step[1], step[2:]
        if isinstance(who, int):
            only = choice.only_move(g, who, args)
            given = premoves.given(g, choice, who, args) or only
            if given is None:
                g.asked = [who]
                return True
            if only is None and (who != mover or (choice.stays and not alone)):
                g.reveal()  # the mover may not look at it and take the move back
            g.agenda.pop()
            choice.run(g, who, args, given)
            return False
        g.asked = []
        for seat in range(g.seats) if who is None else who:
            given = premoves.given(g, choice, seat, args) or choice.only_move(g, seat, args)
            if given is None:
                g.asked.append(seat)
            else:
                g.answers[seat] = given
        if g.asked:
            return True
        self._open_answers(g)
        return False

    def _unknown(self, name: str) -> str:
        known = [*self.steps, *self.choices]
        near = get_close_matches(name, known, 1) or known
        return f"{self.title} has no step or choice “{name}”; there is: {', '.join(near)}."

    @cached_property
    def _has_premoves(self) -> bool:
        return any(choice.upcoming or choice.passing for choice in self.choices.values())


def _set_up_nothing(g: State, options: BaseModel) -> None:
    pass


def _derive_nothing(g: State, seat: int | None) -> dict[str, Any]:
    return {}


def _names_seats(step: Step, seats: int) -> bool:
    """Whether a planned choice says which seats are asked."""
    if len(step) < 2:
        return False
    who = step[1]
    if isinstance(who, int):
        return 0 <= who < seats
    if isinstance(who, tuple | list | set | range):
        return all(each in range(seats) for each in cast("Iterable[Any]", who))
    return who is None


def _frozen(step: Any) -> Step:
    """A step as it was planned: JSON knows only lists, a step has only tuples."""
    return tuple([_frozen(each) if type(each) is list else each for each in step])
