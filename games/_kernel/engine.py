"""The engine: the facts of a game, and the interface that the bot uses."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from pydantic import BaseModel, TypeAdapter

from games._kernel import chance, plans, premoves
from games._kernel.choice import AnyChoice, S
from games._kernel.copies import copier
from games._kernel.dials import Dials, SampledMoves
from games._kernel.figures import EDITION, edition_of, import_edition
from games._kernel.forms import AnyForm, Verb
from games._kernel.options import NoOptions, validated
from games._kernel.question import Question
from games._kernel.rehearsal import Rehearsal
from games._kernel.rulebook import Card, Rulebook
from games._kernel.stack import Stack
from games._kernel.state import (
    IllegalMove,
    LaterRelease,
    Planned,
    State,
    Step,
    places,
    players,
    teams,
    winners,
)
from games._kernel.unseen import (
    check_hidden,
    deal_unseen,
    forget_private,
    hide_unknown,
    sees_secrets,
    visible_to,
)
from games.words import Phrase, phrase

TEAM_SEEDS = 24
"""In so many games teams are the same if they depend on the seats alone."""
MAX_DEALS = 100
"""How often `guess` deals again until the deal can be, and every seat that is asked can move."""
MOST_FORESEEN = 12
"""So many answers are looked ahead for who is asked next."""


class Game(Rulebook[S]):
    """A game: its rulebook, its facts, and the interface that the bot uses."""

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
        """Takes the facts of the game.

        `minutes` are for one sitting, `weight` is from 1 (light) to 5 (heavy), `about` says in a
        sentence or two what the game is like and for whom, `unit` is what its chart counts. With
        `open_at_end` everybody sees everything once the scores are set. `upgrade(data, version)`
        converts the data of an older version. TypeError, with the field, if a field of the state
        cannot be copied or hidden.
        """
        super().__init__(title)
        parts = EDITION.sub("", state.__module__).split(".")
        end = parts.index("games") + 2 if "games" in parts[:-1] else 1
        self.name, self.module = parts[end - 1].removeprefix("atelier_"), ".".join(parts[:end])
        self.edition = edition_of(state.__module__)
        self.about, self.unit, self.seats = about, unit, seats
        self.minutes, self.weight = minutes, weight
        self.version, self.open_at_end, self.options = version, open_at_end, options
        self._stack: Stack[S] = Stack(title, self.steps, self.choices, self.is_open)
        self._state = state
        self._copy: Callable[[S], S] = copier(state)
        check_hidden(state)
        self._json = TypeAdapter(state)
        self._upgrade = upgrade
        self._teams: dict[tuple[int, str], list[int]] = {}

    @property
    def has_secret_choices(self) -> bool:
        """Whether the game has choices that are asked in private."""
        return any(choice.secret for choice in self.choices.values())

    @property
    def sizes(self) -> Phrase:
        """How many can play, in words."""
        few, most = self.seats[0], self.seats[-1]
        if few == most:
            return phrase("{n:player|players}", n=few)
        return phrase("{few} to {most} players", few=few, most=most)

    @property
    def fewest_seats(self) -> int:
        """The fewest seats at which somebody plays with others; 1 in a game for one."""
        return next((n for n in self.seats if n > 1), 1)

    @property
    def lookup(self) -> dict[str, Card]:
        """Every card and tile of the game by its id, in the order of the game."""
        return {card["id"]: card for card in self._cards()}

    @property
    def verbs(self) -> dict[str, Verb]:
        """The slash commands by name, in the order of `Game.verb`.

        RuntimeError if moves begin with a word that has no command, or if a command has no moves.
        """
        forms: dict[str, list[AnyForm]] = {name: [] for name in self._verb_sentences}
        for form in (form for choice in self.choices.values() for form in choice.forms):
            first = form.pattern.split(" ")[0]
            if first not in self._commands:
                raise RuntimeError(
                    f"{self.title} has moves “{form.pattern}” and no command for them: "
                    f'say game.verb("{first}", ...).'
                )
            forms[self._commands[first]].append(form)
        for name, of_command in forms.items():
            if not of_command:
                raise RuntimeError(
                    f"{self.title} has a command “{name}” and no move for it: say first words of"
                    " moves in game.verb(...), or leave it out."
                )
        return {name: Verb.of(self._verb_sentences[name], forms[name]) for name in forms}

    def new(self, seats: int, seed: int, options: BaseModel | dict[str, Any] | None = None) -> S:
        """A game at its first question; ValueError if seats or options do not fit."""
        if seats not in self.seats:
            raise ValueError(f"{self.title} is for {self.sizes}, not {seats}.")
        g = self._state(seats=seats, rng=chance.begin(seed), edition=self.edition)
        self._setup(g, validated(self.options, options, self.title))
        g = self._stack.advance(g)
        self.seats_asked(g)
        return g

    def teams_of(self, seats: int, options: BaseModel | dict[str, Any] | None = None) -> list[int]:
        """The team of each seat, as `teams` has it, where everybody knows it before the game; [] if
        all play alone, chance decides, or the options do not fit so many.
        """
        if self._state.team is State.team:
            return []
        chosen = validated(self.options, options, self.title)
        key = seats, chosen.model_dump_json()
        if key not in self._teams:
            try:
                found = {tuple(teams(self.new(seats, seed, chosen))) for seed in range(TEAM_SEEDS)}
            except ValueError:
                return []
            known = [*found.pop()]
            self._teams[key] = [] if found or known == [*range(seats)] else known
        return self._teams[key]

    def seats_asked(self, g: S) -> list[int]:
        """The seats that must answer now; RuntimeError if the rules planned nothing."""
        if not g.asked and g.scores is None:
            raise RuntimeError(
                f"{self.title} has nothing planned and no scores: plan a step with g.then, or end "
                "the game by setting g.scores."
            )
        return g.asked

    def questions(self, g: S, seat: int) -> Iterator[Question]:
        """What a seat is asked now, if it is asked or may still change its secret answer; then what
        it may answer in advance.

        The move "ahead QUESTION MOVE" sets such an answer, a premove, and "forget QUESTION" clears
        it. The kernel plays it when the question is asked, and drops it when it is no longer open.
        The question "passing" stands for all questions of the phase that can be declined: "rest"
        passes on each of them, "idle" only while no other move is useful.
        """
        if (now := self.question(g, seat)) is not None:
            yield now
        yield from premoves.upcoming(self.choices, g, seat)

    def question(self, g: S, seat: int, name: str = "") -> Question | None:
        """The question that a seat is asked now, or the later one of this name; None if there is
        none.
        """
        if name:
            later = premoves.upcoming(self.choices, g, seat, [name])
            return next((each for each in later if each.name == name), None)
        if not self._answers_now(g, seat):
            return None
        choice, _, args = self._open(g)
        moves = choice.open_moves(g, seat, args)
        return Question(choice, g, seat, args, moves, given=g.answers.get(seat, ""))

    def legal(self, g: S, seat: int) -> list[str]:
        """The moves of a seat; [] unless it is asked or may still change its secret answer.

        Of `Dials` with very many moves it is a sample that contains (`in`) every open move.
        """
        moves = self._options(g, seat)
        return SampledMoves(moves) if isinstance(moves, Dials) else list(moves)

    def candidate_moves(self, g: S, seat: int) -> list[str]:
        """The legal moves without the rarely useful ones, unless there are no others."""
        moves = self.legal(g, seat)
        if not moves:
            return moves
        choice, _, args = self._open(g)
        return choice.candidate_moves(g, seat, args, moves)

    def random_candidate(self, g: S, seat: int, rng: random.Random) -> str:
        """A random candidate move of a seat that is asked."""
        choice, _, args = self._open(g)
        return choice.random_candidate(g, seat, args, self.legal(g, seat), rng)

    def label(self, g: S, seat: int, move: str) -> str:
        """The label of a legal move."""
        if plans.is_plan(move):
            return plans.label(self._plan(g, seat, move))
        if self.is_premove(move):
            return premoves.label(self.choices, g, seat, move)
        choice, _, args = self._open(g)
        return choice.label(g, seat, args, move)

    def consequence(self, g: S, seat: int, move: str) -> str:
        """What a legal move would bring the seat that is asked, or ""."""
        choice, _, args = self._open(g)
        return choice.consequence(g, seat, args, move)

    def forbids(self, g: S, seat: int, move: str) -> str | None:
        """Why the rulebook forbids a seat that is asked this move, if the game tells it."""
        choice, _, args = self._open(g)
        return choice.reason(g, seat, args, move)

    def evaluation_of(self, g: S) -> list[float] | None:
        """An estimate of each seat's final score; None if the game has no evaluation."""
        return self._evaluate(g) if self._evaluate else None

    def points_of(self, g: S) -> list[int] | None:
        """The points of each seat as everybody can count them, at the end the scores; None if the
        game does not count before its end.
        """
        if self._points is None or g.scores is not None:
            return g.scores
        return self._points(g)

    def parts_of(self, g: S, seat: int) -> list[Phrase]:
        """What a seat's points come from; [] if the game does not say."""
        return [*self._parts(g, players(g)[seat])] if self._parts else []

    def resources_of(self, g: S, seat: int) -> list[Phrase]:
        """What a seat has to spend; [] if the game does not say."""
        return [*self._resources(g, players(g)[seat])] if self._resources else []

    def alarms_of(self, g: S, seat: int) -> dict[str, str]:
        """The alarms that hold for a player, by name; `g` is a guess, or what the player sees."""
        p = players(g)[seat]
        return {name: told for name, warn in self.alarms.items() if (told := warn(g, p))}

    def premoves(self, g: S, seat: int) -> dict[str, list[str]]:
        """The moves of each later question that a seat may answer now, by the question's name."""
        return {each.name: each.moves for each in premoves.upcoming(self.choices, g, seat)}

    def answer_in_advance(self, g: S, seat: int) -> str:
        """The next step of its plan for the question that a seat is asked now, else the premove; ""
        if none is set and open. The kernel takes none where the moment of an answer may tell
        something: a program that plays the game makes this move after a time that is drawn.
        """
        if seat not in g.asked or not (seat in g.premoves or seat in g.plans):
            return ""
        choice, _, args = self._open(g)
        planned = plans.next_move(g, choice, seat, args)
        return planned or premoves.waiting_answer(g, choice, seat, args)[1]

    def invited(self, g: S) -> dict[int, list[str]]:
        """The seats that are not asked and are invited to answer later questions already, and the
        names of these, because people are asked `together` there. It depends on what a watcher
        sees, so it is the same whether or not somebody has answered.
        """
        if g.scores is not None or not self._has_invitations:
            return {}
        return premoves.invited(self.choices, self.hide_unknown(g, None))

    def invitation(self, g: S, seat: int) -> list[Question]:
        """The questions to which a seat is invited, and has neither given nor planned an answer."""
        found = premoves.unanswered(self.choices, g, seat, self.invited(g).get(seat, []))
        return [each for each in found if not plans.is_planned(g, each)]

    def is_premove(self, move: str) -> bool:
        """Whether a move sets or clears an answer in advance, or a plan."""
        return plans.is_plan(move) or (self._has_premoves and premoves.is_premove(move))

    def rehearse(self, g: S, seat: int, moves: Iterable[str] = ()) -> Rehearsal:
        """A copy of what a seat sees, in which it makes these moves from the question on that it is
        asked, else in its next turn, as far as they are open. Guesses of the seat share it.

        The move "plan MOVE / MOVE" has the kernel make these moves once their questions are asked,
        as long as each of them still means what the seat has read; "sketch MOVE / MOVE" only keeps
        them, and "plan" throws them away.
        """
        seen = self.guess(self.hide_unknown(g, seat), seat, random.Random(0))
        return Rehearsal(self._stack, self._copy, self._next_turn, seen, seat, moves)

    def play(self, g: S, seat: int, move: str) -> S:
        """The state after a move; `g` stays as it is. IllegalMove, with a sentence, if not open."""
        if not self.is_premove(move) and move not in self._options(g, seat):
            raise IllegalMove(self._refuse(g, seat, move))
        return self._play(self._copy(g), seat, move)

    def asks_on(self, before: S, after: S) -> bool:
        """Whether an open question is still asked some moves later."""
        if not before.asked or not after.asked or not self._open(before)[0].at_once:
            return False
        (name, _, *args), (later, _, *its_args) = before.agenda[-1], after.agenda[-1]
        return (name, args) == (later, its_args)

    def is_open(self, g: S) -> bool:
        """Whether everybody sees everything, because a game with `open_at_end` is over."""
        return self.open_at_end and g.scores is not None

    def hides_choice(self, g: S, seat: int) -> bool:
        """Whether others cannot see all that decides what a seat that is asked may and will answer:
        its hand, theirs, or whether it has a choice. If they cannot, the time of its answer may
        tell them.
        """
        return self.hides_answer(g) or sees_secrets(g, seat)

    def hides_answer(self, g: S) -> bool:
        """Whether others must not notice who gives an answer to the open question, the person or
        the bot for them; everybody knows that.
        """
        choice, who, args = self._open(g)
        return choice.hides_answer(g, who, args)

    def view(self, g: S, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a watcher) may know, as plain JSON-able data.

        Of a hidden list that the seat does not see it has the length, or None if that is hidden,
        too, and under the name with `_seen` what the seat knows of it; of a hidden value it has
        None. games/README.md lists the keys that are added to the fields of the state.
        """
        view: dict[str, Any] = visible_to(g, g, seat, everything=self.is_open(g))
        choice, _, args = self._open(g) if g.asked else (None, None, ())
        view["game"], view["title"], view["viewer"] = self.name, self.title, seat
        one = len(g.asked) == 1 and not g.answers
        asked = seat if seat is not None and self._answers_now(g, seat) else None
        view["question"] = {
            "name": choice.name if choice else "",
            "prompt": choice.prompt_text(g, args, asked) if choice else "",
            "they": choice.they_text(g, g.asked[0], args) if choice and one else "",
            "secret": choice is not None and (choice.secret or self._answers_are_secret(g)),
        }
        view["winners"] = winners(g)
        if g.scores is not None:
            view["places"], view["teams"] = places(g), teams(g)
        view["answered"] = sorted(g.answers)
        view["answer"] = None if seat is None else g.answers.get(seat)
        if self._has_premoves:
            view["ahead"] = {} if seat is None else premoves.premoves_of(g, seat)
        if plan := g.plans.get(-1 if seat is None else seat):
            view["plan"] = {"moves": [step.move for step in plan.steps], "used": plan.used}
        view["news"] = [[text, values] for text, values, to in g.news if to is None or to == seat]
        if self._last_round and g.asked and (last := self._last_round(g)):
            view["last_round"] = last
        if self._derived or self.alarms or self._forecast:
            seen = self.hide_unknown(g, seat)
            view.update(self._derived(seen, seat) if self._derived else {})
            if seat is not None and g.scores is None:
                view.update(self._outlook(seen, seat))
        return view

    def _outlook(self, seen: S, seat: int) -> dict[str, Any]:
        """The alarms that hold for a player, by name, and their forecast."""
        forecast = self._forecast(seen, players(seen)[seat]) if self._forecast else None
        found = {"alarms": self.alarms_of(seen, seat), "forecast": forecast}
        return {key: value for key, value in found.items() if value}

    def guess(self, g: S, seat: int | None, rng: random.Random) -> S:
        """A random state with the same view for this seat (None: a watcher): it deals what they
        cannot see, and has other chance.

        It `can_be`, and every seat that must answer in it has a move. If no such deal turns up, the
        true deal stays.
        """
        truth = g
        for _ in range(MAX_DEALS):
            g = self._copy(truth)
            if not self.is_open(g):
                deal_unseen(g, seat, rng)
            can_be = g.scores is not None or g.can_be()
            if can_be and all(any(self._options(g, each)) for each in (*g.asked, *g.answers)):
                break
        else:
            g = self._copy(truth)
        forget_private(g, seat)
        g.rng = rng.getrandbits(64)
        for other in g.answers:
            if other != seat:
                g.answers[other] = rng.choice(self.legal(g, other))
        return g

    def hide_unknown(self, g: S, seat: int | None) -> S:
        """A state without anything that a seat (None: a watcher) cannot see. It is the same for all
        states that the seat cannot tell apart, so guesses from it tell no secret.
        """
        g = self._copy(g)
        forget_private(g, seat)
        if not self.is_open(g):
            hide_unknown(g, seat)
        return g

    def asked_next(self, g: S) -> list[int]:
        """The seats that take no part in the open question and are probably asked next: those who
        would be if all made their default moves. It depends on what a watcher sees.
        """
        part, chance_to_come = {*g.asked, *g.answers}, random.Random(0)
        g = self.guess(self.hide_unknown(g, None), None, chance_to_come)
        for _ in range(MOST_FORESEEN):
            if g.scores is not None or not part.issuperset(g.asked):
                break
            if not all(any(self._options(g, seat)) for seat in g.asked):
                return []
            g = self.playout(g, chance_to_come, most=1, sensible=1.0)
        return [seat for seat in g.asked if seat not in part]

    def default(self, g: S, seat: int) -> str:
        """The move of an absent player: sensible and found fast."""
        choice, _, args = self._open(g)
        return choice.default_of(g, seat, args)

    def expert(self, g: S, seat: int) -> str:
        """The move of a good player if the game has one, else the default."""
        choice, _, args = self._open(g)
        return choice.expert_of(g, seat, args)

    def has_expert(self, g: S) -> bool:
        """Whether the game has an expert move for the question that is asked."""
        return self._open(g)[0].expert_move is not None

    def dump(self, g: S) -> bytes:
        """The state as bytes, for `load` of this version or a later one."""
        return self._json.serializer.to_json(g, by_alias=True)

    def load(self, data: bytes, version: int) -> S:
        """The state from bytes that this version of the game dumped; ValueError if it cannot. What
        goes on with the state needs the game `of` it.
        """
        if version == self.version:
            g: S = self._json.validator.validate_json(data)
        elif version > self.version or self._upgrade is None:
            raise (LaterRelease if version > self.version else ValueError)(
                f"{self.title} cannot open a state of version {version}; "
                f"this is version {self.version}."
            )
        else:
            g = self._json.validate_python(self._upgrade(json.loads(data), version))
        if g.edition != self.edition:
            return self.of(g).load(data, version)
        g.agenda = [_as_tuples(step) for step in g.agenda]
        return g

    def of(self, g: S) -> Game[S]:
        """This game with the figures with which a state began."""
        return self.in_edition(g.edition)

    def in_edition(self, edition: int) -> Game[S]:
        """This game with the figures of this edition or an earlier one; LaterRelease if it is
        neither.
        """
        if edition not in self.editions:
            raise LaterRelease(
                f"{self.title} has no edition {edition} here; this is edition {self.edition}."
            )
        return self.editions[edition]

    @cached_property
    def editions(self) -> dict[int, Game[S]]:
        """This game in each edition of its figures up to its own one. The first use imports them,
        which `discover` does.
        """
        found: dict[int, Game[S]] = {}
        for edition in range(1, self.edition):
            module = import_edition(self.module, edition)
            found[edition] = game = next(filter(_is_game, vars(module).values()))
            game.name, game.module = self.name, self.module
        return found | {self.edition: self}

    def replay(
        self, seats: int, seed: int, log: Iterable[tuple[int, str]], options: Any = None
    ) -> S:
        """The state after these moves of a log, which are not checked again."""
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
        watch: Callable[[S, int, str], None] | None = None,
    ) -> S:
        """The state after random candidate moves to the end, or `most` of them; `g` stays as it is.

        What a seat has set in advance is played. A share of `sensible` moves are the `usual` ones:
        defaults, or what this function of state and seat returns. With the seat that moved last as
        `mover`, chance is reseeded from `rng` whenever another seat is asked, so that playouts of
        different moves from the same `rng` get the same dice. `watch` is called with each state,
        seat and move before the move.
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
            if given := self.answer_in_advance(g, seat):
                move = given
            elif sensible and rng.random() < sensible:
                move = usual(g, seat)
            else:
                move = self.random_candidate(g, seat, rng)
            if watch is not None:
                watch(g, seat, move)
            self._play(g, seat, move)
            most -= 1
        return g

    # --- Internals --------------------------------------------------------------------------------

    def _open(self, g: S) -> tuple[AnyChoice, Any, Sequence[Any]]:
        """The choice that is open now, whom it asks, and its arguments."""
        name, who, *args = g.agenda[-1]
        return self.choices[name], who, args

    def _answers_are_secret(self, g: S) -> bool:
        """Whether the seats that are asked answer in secret, until all have answered."""
        choice, who, _ = self._open(g)
        return not isinstance(who, int) and not choice.at_once

    def _answers_now(self, g: S, seat: int) -> bool:
        """Whether a seat is asked, or may still change its secret answer."""
        return seat in g.asked or (bool(g.asked) and seat in g.answers)

    def _options(self, g: S, seat: int) -> Iterable[str]:
        if not self._answers_now(g, seat):
            return ()
        choice, _, args = self._open(g)
        return choice.open_moves(g, seat, args)

    def _refuse(self, g: S, seat: int, move: str) -> str:
        if question := self.question(g, seat):
            return question.refuse(move)
        over = g.scores is not None
        return phrase("The game is over." if over else "You are not asked to move now.")

    def _play(self, g: S, seat: int, move: str) -> S:
        if plans.is_plan(move):
            plans.set_plan(g, seat, self._plan(g, seat, move), used=plans.is_used(move))
            return g
        if self.is_premove(move):
            premoves.set_premove(self.choices, g, seat, move)
            return g
        return self._stack.answer(g, seat, move)

    def _plan(self, g: S, seat: int, text: str) -> list[Planned]:
        return self.rehearse(g, seat, plans.planned_moves(text)).whole_plan()

    @cached_property
    def _has_premoves(self) -> bool:
        return any(choice.premoves or choice.passing for choice in self.choices.values())

    @cached_property
    def _has_invitations(self) -> bool:
        return any(how.together for choice in self.choices.values() for how in choice.premoves)


def _is_game(thing: object) -> bool:
    return isinstance(thing, Game)


def _as_tuples(step: Any) -> Step:
    """A step with tuples again, where JSON has lists."""
    return tuple([_as_tuples(each) if type(each) is list else each for each in step])
