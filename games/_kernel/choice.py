"""Choices: the moves of a seat as short texts, what each of them does, and what is said of it."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from types import CodeType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, TypeVarTuple, cast, overload

from games._kernel.dials import DIAL, Dials, SampledMoves, kinds_of, name_of
from games._kernel.forms import AnyForm, Form, Said, do_nothing
from games._kernel.state import State, players
from games.words import phrase

CACHED_TEXTS = 20_000
PASS = "pass"
PASSES = (PASS, "done")
"""Moves that decline a question; a choice uses the first that it has."""
ELSE = " else"
"""What the name of a later question has behind it for an answer that stands in for another one."""
MOST_ANSWERS = 3
"""The answers that a seat may give in advance to one question, in the order in which they count."""

Move = tuple[Callable[..., None], tuple[Any, ...], AnyForm]

S = TypeVar("S", bound=State)
P = TypeVar("P")
"""The class of a game's players."""
Args = TypeVarTuple("Args")
"""The arguments of a step."""
Words = ParamSpec("Words")
"""The words of a move."""
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
R = TypeVar("R")
Rule = TypeVar("Rule", bound=Callable[..., None])
OfMove = (
    Callable[[S, P, *Args], R]
    | Callable[[S, P, *Args, Any], R]
    | Callable[[S, P, *Args, Any, Any], R]
    | Callable[[S, P, *Args, Any, Any, Any], R]
    | Callable[[S, P, *Args, Any, Any, Any, Any], R]
    | Callable[[S, P, *Args, Any, Any, Any, Any, Any], R]
    | Callable[[S, P, *Args, Any, Any, Any, Any, Any, Any], R]
)
"""A function of the state, the player, the step's arguments and up to six words of a move."""
OfStep = (
    Callable[[S], R]
    | Callable[[S, Any], R]
    | Callable[[S, Any, Any], R]
    | Callable[[S, Any, Any, Any], R]
)
"""A function of the state and up to three arguments of the step."""
Prompt = str | OfStep[S, str]
"""A text for all, or such a function."""
OfPlayer = (
    str
    | Callable[[S, Any], str]
    | Callable[[S, Any, Any], str]
    | Callable[[S, Any, Any, Any], str]
    | Callable[[S, Any, Any, Any, Any], str]
)
"""A text, or a function of the state, the player and up to three arguments of the step."""
Upcoming = Iterable[tuple[tuple[Any, ...], Iterable[str]]]
ListsUpcoming = Callable[[S, P], Upcoming]


@dataclass(frozen=True, slots=True)
class Premove:
    """How a choice can be answered in advance; see `Choice.premove`."""

    question: str
    upcoming: Callable[..., Upcoming]
    stays: bool
    several: bool
    together: Callable[[Any, Any], bool] | None

    @property
    def begins(self) -> str:
        """What the names of all its questions begin with."""
        return self.question.partition("{")[0]

    def names(self, args: Iterable[Any]) -> list[str]:
        """The names of the answers to a question: the first one and those that stand in for it."""
        first = self.question.format(*args)
        return [first] if self.stays else [first + ELSE * n for n in range(MOST_ANSWERS)]


class Does(Generic[S, P, *Args]):
    """A decorator for what a move does: a function of the state, the player, up to four arguments
    of the step, and the words of the move. It makes a `Form` of it.
    """

    def __init__(self, keep: Callable[[Callable[..., None]], AnyForm]) -> None:
        """Takes a function that stores the decorated one as a form."""
        self._keep = keep

    @overload
    def __call__(
        self: Does[S, P], run: Callable[Concatenate[S, P, Words], None]
    ) -> Form[Concatenate[S, P, Words]]: ...
    @overload
    def __call__(
        self: Does[S, P, A], run: Callable[Concatenate[S, P, A, Words], None]
    ) -> Form[Concatenate[S, P, A, Words]]: ...
    @overload
    def __call__(
        self: Does[S, P, A, B], run: Callable[Concatenate[S, P, A, B, Words], None]
    ) -> Form[Concatenate[S, P, A, B, Words]]: ...
    @overload
    def __call__(
        self: Does[S, P, A, B, C], run: Callable[Concatenate[S, P, A, B, C, Words], None]
    ) -> Form[Concatenate[S, P, A, B, C, Words]]: ...
    @overload
    def __call__(
        self: Does[S, P, A, B, C, D], run: Callable[Concatenate[S, P, A, B, C, D, Words], None]
    ) -> Form[Concatenate[S, P, A, B, C, D, Words]]: ...
    def __call__(self, run: Callable[..., None]) -> AnyForm:
        """Stores the function."""
        return self._keep(run)


class Choice(Generic[S, P, *Args]):
    """A decision: which moves a seat has, what each of them does, what an absent player does."""

    def __init__(
        self,
        options: Callable[[S, P, *Args], Iterable[str]],
        prompt: Prompt[S],
        secret: bool = False,
        always: bool | OfStep[S, bool] = False,
        may_pass: OfPlayer[S] = "",
        menu: str | Iterable[Iterable[str]] = "",
        they: Prompt[S] = "",
        you: OfPlayer[S] = "",
        at_once: bool = False,
    ) -> None:
        """Takes the function that lists the moves; see `Game.choice`. ValueError if an open
        question has no pass.
        """
        self.name = options.__name__
        self._listed: Callable[..., Iterable[str]] = options
        parameters, _, self._any_arguments = _parameters(options)
        self._arguments = parameters[2:]
        pattern, rows = (menu, ()) if isinstance(menu, str) else ("", menu)
        self.grid = [list(row) for row in rows]
        self.picks, self.dials = (pattern, "") if pattern.endswith("…") else ("", pattern)
        thing = "{dial} {word}" if self.dials else self.picks[self.picks.find("{") : -2]
        self._thing: AnyForm = Form(do_nothing, thing, check=self._check)
        self.prompt: str | Callable[..., str] = prompt
        self.they: str | Callable[..., str] = they
        self.you: str | Callable[..., str] = you
        self.secret, self.at_once = secret, at_once
        self.always: bool | Callable[..., bool] = secret or always
        self.forms: list[AnyForm] = []
        self.default_move: Callable[..., str] | None = None
        self.expert_move: Callable[..., str] | None = None
        self.premoves: list[Premove] = []
        self.orders: list[AnyForm] = []
        self._texts: dict[str, Move] = {}
        self._pass: AnyForm | None = None
        self._check("the prompt", prompt, player=False)
        self._check("they", they, player=False)
        self._check("you", you)
        self._check("always", always, player=False)
        self._may_pass: Callable[..., str] | None = None
        if at_once and not may_pass:
            raise ValueError(f"The open question “{self.name}” needs may_pass, or it never ends.")
        if may_pass:
            self._pass = Form(do_nothing, PASS, check=self._check)
            self.forms.append(self._pass)
            if isinstance(may_pass, str):
                self._pass.says(may_pass)
            else:
                self._check("may_pass", may_pass)
                self._may_pass = self._pass.says(may_pass)

    def options(self, g: State, p: Any, *args: Any) -> Iterable[str]:
        """The moves of a player in the order of the game; passing comes last."""
        moves = self._listed(g, p, *args)
        passes = self._pass and (self._may_pass is None or self._may_pass(g, p, *args))
        if isinstance(moves, Dials):
            self._set_up(moves)
            if passes and PASS not in moves.also:
                moves.also.append(PASS)
            return moves
        return chain(moves, (PASS,)) if passes else moves

    def is_always_asked(self, g: State, args: Iterable[Any]) -> bool:
        """Whether a seat is asked even if it has a single move."""
        return self.always(g, *args) if callable(self.always) else self.always

    def hides_answer(self, g: State, who: Any, args: Iterable[Any]) -> bool:
        """Whether the moment of an answer may tell others something: several seats answer in
        secret, or a seat is asked even if it has a single move. Then the kernel takes no premove.
        """
        secret = not isinstance(who, int) and not self.at_once
        return secret or self.is_always_asked(g, args)

    def _set_up(self, moves: Dials) -> None:
        """Gives dials the form of their moves."""
        if kinds_of(self.dials) != [*map(bool, moves.words)]:
            raise RuntimeError(
                f"the choice “{self.name}” needs menu=... with a number for each of its"
                f" {len(moves.numbers)} dials, as in {{price:d}}, or a word, as in {{order}}"
            )
        moves.pattern = self.dials

    def does(self, pattern: str) -> Does[S, P, *Args]:
        """Registers what a form of moves does.

        The function gets the state, the player, the step's arguments and the words: `{name:d}` in
        the pattern is a number, `{name}` a word. The last words may be left out if they are in
        brackets, "sell {wig:d} [{column}]"; then the function has defaults for them. It becomes a
        `Form`, with which a file beside the rules says what people read of the move. ValueError if
        the pattern is that of a menu.
        """
        if "…" in pattern:
            raise ValueError(
                f"The choice “{self.name}” has a move “{pattern}”: “…” is for menus alone. Write a"
                " form for each number of words, or brackets: “choose {card} [{second}]”."
            )
        form: AnyForm = Form(do_nothing, pattern, dials=self.dials, check=self._check)

        def keep(run: Callable[..., None]) -> AnyForm:
            form.does(run)
            self.forms.append(form)
            return form

        return Does(keep)

    def thing(self, said: str | OfMove[S, P, *Args, Said | str]) -> None:
        """Registers what is said of one thing of `picks`, as `Form.says`: a function of the state,
        the player, the step's arguments and the words of a thing; or of a word on a dial: then it
        is given the name of the dial, as in the pattern, and the word.
        """
        if isinstance(said, str):
            self._thing.says(said)
        else:
            self._thing.says(said)

    def words(self, move: str) -> tuple[Any, ...]:
        """The variable words of a move, typed: ("I", 3) for "buy I 3".

        LookupError if no form of the choice fits.
        """
        return self.read(move)[1]

    def _check(
        self, what: str, function: Any, *words: str, player: bool = True, optional: int = 0
    ) -> None:
        """Raises TypeError if a function cannot take the state, the player, the arguments of the
        step and these words, of which the last ones are `optional`. Types cannot check their
        number.
        """
        taken, least, more = _parameters(function)
        if more or self._any_arguments:
            return
        given = ["g", *(["p"] if player else []), *self._arguments, *words]
        if not least + optional <= len(given) <= len(taken):
            raise TypeError(
                f"In the choice “{self.name}” {what} takes ({', '.join(taken)}) and is given"
                f" ({', '.join(given)})."
            )

    @property
    def passes(self) -> Does[S, P, *Args]:
        """A decorator for what passing does: a function of the state, the player and the arguments.

        ValueError if the choice has no `may_pass`.
        """
        passing = self._pass
        if passing is None:
            raise ValueError(f"The choice “{self.name}” has no pass: say may_pass=... where it is.")

        def keep(run: Callable[..., None]) -> AnyForm:
            passing.does(run)
            return passing

        return Does(keep)

    def default(self, choose: Callable[[S, P, *Args], str]) -> Callable[[S, P, *Args], str]:
        """Registers the move of an absent player: sensible and found fast."""
        self._check("the default", choose)
        self.default_move = choose
        return choose

    def expert(self, choose: Callable[[S, P, *Args], str]) -> Callable[[S, P, *Args], str]:
        """Registers the move of a good player, from what they see; it may take longer to find than
        the default.
        """
        self._check("the expert", choose)
        self.expert_move = choose
        return choose

    def premove(
        self,
        question: str,
        *,
        stays: bool = False,
        several: bool = False,
        together: Callable[[S, P], bool] | None = None,
    ) -> Callable[[ListsUpcoming[S, P]], ListsUpcoming[S, P]]:
        """Registers a function of state and player: which later questions of this choice the
        player may answer now.

        It yields, for each question, all arguments of the step as a tuple and the moves that are
        allowed in advance, one at least. `question` is its name for people: a template over the
        arguments, "supply {0}", that begins with a letter; ValueError if it does not.
        What differs between two occasions belongs into the arguments and into that name, or an
        answer for one is used for the other. An answer that `stays` is given each time it is open,
        until its player clears it; while it is not open, the player is asked. Yield its question as
        long as the answer may still mean something, because it is dropped after that. A choice may
        have a premove that stays beside one for a single occasion, which counts first.

        Where a question may come `several` times, each time takes the first answer that is open and
        leaves those behind it for the next time. Yield it while it comes again: also while it is
        asked, if this is not the last time.

        Where answers do not touch each other, `together` has people asked at the same time: while
        it holds, all players whose question comes later are invited to answer it already. It and
        the premove's function get the state as a watcher sees it, so an invitation tells nothing.
        """

        if not question[:1].isalpha():
            raise ValueError(f"The name of a later question begins with a letter: “{question}”.")
        if stays and self.at_once:
            raise ValueError(
                f"The open question “{self.name}” would take such an answer for ever:"
                " leave out stays."
            )

        def register(upcoming: ListsUpcoming[S, P]) -> ListsUpcoming[S, P]:
            others = [each for each in self.premoves if each.stays != stays]
            new = Premove(question, upcoming, stays, several, together)
            self.premoves = sorted([*others, new], key=lambda each: each.stays)
            return upcoming

        return register

    def standing_order(self, pattern: str) -> Callable[[OfMove[S, P, *Args, str]], AnyForm]:
        """Registers a form of answers in advance that is a rule, such as "up to {limit:d}": the
        function gets what that of a move gets, and returns the move each time the question is
        asked, or "" to have the player asked. The function of `premove` lists such answers.

        It counts until its question is no longer yielded. Others learn its moves alone.
        """
        form: AnyForm = Form(do_nothing, pattern, check=self._check)

        def keep(answer: OfMove[S, P, *Args, str]) -> AnyForm:
            form.does(cast("Callable[..., None]", answer))
            self.orders.append(form)
            return form

        return keep

    def is_order(self, answer: str) -> bool:
        """Whether an answer in advance is a standing order."""
        return any(form.read(answer.split(" ")) is not None for form in self.orders)

    def as_ordered(self, g: State, seat: int, args: Iterable[Any], answer: str) -> str:
        """The move that an answer in advance stands for now."""
        for form in self.orders:
            if (words := form.read(answer.split(" "))) is not None:
                return cast("Callable[..., str]", form.run)(g, players(g)[seat], *args, *words)
        return answer

    @property
    def stays(self) -> bool:
        """Whether an answer in advance may stay."""
        return any(each.stays for each in self.premoves)

    @property
    def several(self) -> bool:
        """Whether the question may come several times and has answers in advance for each."""
        return any(each.several for each in self.premoves)

    def questions_ahead(
        self, g: State, p: Any, premove: Premove
    ) -> Iterator[tuple[tuple[Any, ...], Iterable[str]]]:
        """What the function of `premove` yields; RuntimeError if that is not all arguments of a
        question and its moves.
        """
        for each in premove.upcoming(g, p):
            wanted = ", ".join(self._arguments)
            if [type(part) for part in each[:1]] != [tuple] or len(each) != 2:
                raise RuntimeError(
                    f"The premove of the choice “{self.name}” yields {each!r} instead of a pair:"
                    f" the arguments ({wanted}) as a tuple, and the moves."
                )
            args = each[0]
            if len(args) != len(self._arguments) and not self._any_arguments:
                raise RuntimeError(
                    f"The premove of the choice “{self.name}” yields the arguments {args!r}; the"
                    f" choice has ({wanted})."
                )
            yield args, each[1]

    def set_premove(self, g: S, seat: int, move: str, *args: *Args, stays: bool = False) -> None:
        """Sets the premove of a seat for the question with these arguments. Where this may come
        several times, it counts after those that are set.
        """
        premove = self.premoves[-1] if stays else self.premoves[0]
        names = premove.names(args)
        first = self.answers_ahead(g, seat, *args, stays=stays) if premove.several else []
        answers = [*first[: len(names) - 1], move]
        g.premoves.setdefault(seat, {}).update(zip(names, answers, strict=False))

    def answers_ahead(self, g: S, seat: int, *args: *Args, stays: bool = False) -> list[str]:
        """The premoves of a seat for the question with these arguments, in the order in which they
        count; `stays` matters where there are premoves of both kinds.
        """
        premove, own = self.premoves[-1] if stays else self.premoves[0], g.premoves.get(seat, {})
        return [own[name] for name in premove.names(args) if name in own]

    def take_premove(self, g: S, seat: int, *args: *Args) -> str:
        """Clears the premoves of a seat for the question with these arguments and returns the
        first; "" if there is none.
        """
        own = g.premoves.get(seat, {})
        moves = [own.pop(name, "") for name in self.premoves[0].names(args)]
        if not own:
            g.premoves.pop(seat, None)
        return moves[0]

    def prompt_text(self, g: State, args: Iterable[Any], seat: int | None = None) -> str:
        """The prompt: for all to read, or for a seat that is asked."""
        own = self.you
        if seat is not None and own:
            return phrase(own) if isinstance(own, str) else own(g, players(g)[seat], *args)
        return phrase(self.prompt) if isinstance(self.prompt, str) else self.prompt(g, *args)

    def they_text(self, g: State, seat: int, args: Iterable[Any]) -> str:
        """What a seat that is asked does, for all to read, or ""."""
        if isinstance(self.they, str):
            return phrase(self.they, who=seat) if self.they else ""
        return self.they(g, *args)

    def reason(self, g: State, seat: int, args: Iterable[Any], text: str) -> str | None:
        """Why the rulebook forbids what a text says, if the game tells it."""
        words, p = text.split(" "), players(g)[seat]
        for form in self.forms:
            values = form.read(words) if form.reason else None
            if form.reason and values is not None and (told := form.reason(g, p, *args, *values)):
                return told
        return None

    def said(self, g: State, seat: int, args: Iterable[Any], move: str) -> Said:
        """What is said of a move."""
        _, words, form = self.read(move)
        return form.said(g, seat, args, words)

    def label(self, g: State, seat: int, args: Iterable[Any], move: str) -> str:
        """The label of a move."""
        return self.said(g, seat, args, move).label

    def consequence(self, g: State, seat: int, args: Iterable[Any], move: str) -> str:
        """What a move would bring the seat that is asked, or ""."""
        return self.said(g, seat, args, move).brings()

    def said_of_thing(self, g: State, seat: int, args: Iterable[Any], thing: str) -> Said:
        """What is said of one of the things that `picks` offer."""
        return self._thing.said(g, seat, args, self._thing.read(thing.split(" ")) or ())

    def label_of_word(self, g: State, seat: int, args: Iterable[Any], dial: int, word: str) -> str:
        """What people read for a word on a dial."""
        if not self._thing.is_said:
            return phrase(name_of(word))
        name = DIAL.findall(self.dials)[dial][0]
        return self._thing.said(g, seat, args, (name, word)).label

    def run(self, g: State, seat: int, args: Iterable[Any], move: str) -> None:
        """Carries a move out."""
        do, words, _ = self.read(move)
        do(g, players(g)[seat], *args, *words)

    def default_of(self, g: State, seat: int, args: Iterable[Any]) -> str:
        """The move of an absent player, by default the first one that is listed; they have nothing
        to say to an open question.
        """
        if self.default_move:
            return self.default_move(g, players(g)[seat], *args)
        moves = self.listed(self.open_moves(g, seat, args)) if self.at_once else []
        return PASS if PASS in moves else next(iter(self.open_moves(g, seat, args)))

    def expert_of(self, g: State, seat: int, args: Iterable[Any]) -> str:
        """The move of a good player if the game has one, else the default."""
        choose = self.expert_move
        return choose(g, players(g)[seat], *args) if choose else self.default_of(g, seat, args)

    @property
    def passing(self) -> str:
        """The move that declines the question; "" if there is none, or if the choice has its own
        move "pass all".
        """
        patterns = [pattern for form in self.forms for pattern in form.patterns]
        if "pass all" in (pattern.replace("{all}", "all") for pattern in patterns):
            return ""
        return next((each for each in PASSES if each in patterns), "")

    def candidate_moves(
        self, g: State, seat: int, args: Iterable[Any], moves: list[str]
    ) -> list[str]:
        """These moves without the rarely useful ones, unless there are no others."""
        if not self._has_rarely_useful:
            return moves
        return [move for move in moves if not self._rarely_useful(g, seat, args, move)] or moves

    def random_candidate(
        self, g: State, seat: int, args: Iterable[Any], moves: list[str], rng: random.Random
    ) -> str:
        """A random candidate move; it checks no more moves than needed."""
        left = [*moves] if self._has_rarely_useful else []
        while left:
            at = rng.randrange(len(left))
            move, left[at] = left[at], left[-1]
            if not self._rarely_useful(g, seat, args, move):
                return move
            left.pop()
        return rng.choice(moves)

    @cached_property
    def _has_rarely_useful(self) -> bool:
        """Whether it has moves that computer players may ignore, as it stands at the first game."""
        return any(form.is_rarely_useful for form in self.forms)

    def _rarely_useful(self, g: State, seat: int, args: Iterable[Any], move: str) -> bool:
        _, words, form = self.read(move)
        if callable(form.is_rarely_useful):
            return form.is_rarely_useful(g, players(g)[seat], *args, *words)
        return form.is_rarely_useful

    def open_moves(self, g: State, seat: int, args: Iterable[Any]) -> Iterable[str]:
        """The moves of a seat as the game lists them, perhaps as a generator."""
        return self.options(g, players(g)[seat], *args)

    def listed(self, moves: Iterable[str]) -> list[str]:
        """These moves as a list; for dials a sample that contains every move that fits."""
        return SampledMoves(moves) if isinstance(moves, Dials) else list(moves)

    def only_move(self, g: State, seat: int, args: Iterable[Any]) -> str | None:
        """The move if there is only one, unless the choice is always asked; RuntimeError if there
        is none.
        """
        if self.is_always_asked(g, args):
            return None
        moves = iter(self.open_moves(g, seat, args))
        first = next(moves, None)
        if first is None:
            raise RuntimeError(
                f"the choice “{self.name}” lists no move for seat {seat}: list one, say"
                " may_pass=..., or plan it only where there is one"
            )
        return first if next(moves, None) is None else None

    def read(self, text: str) -> Move:
        """The function of a move, its typed words and its form; LookupError if no form fits."""
        move = self._texts.get(text)
        if move is None:
            words = text.split(" ")
            for form in (*self.forms, *self.orders):
                values = form.read(words)
                if values is not None:
                    break
            else:
                raise LookupError(f"no form of words of the choice “{self.name}” fits {text!r}")
            if len(self._texts) >= CACHED_TEXTS:
                self._texts.clear()
            move = self._texts[text] = (form.run, values, form)
        return move


def _parameters(function: Any) -> tuple[list[str], int, bool]:
    """The names of a function's positional parameters, how many of them are required, and whether
    it takes any number. A callable that is no plain function is assumed to take any number.
    """
    code: CodeType | None = getattr(function, "__code__", None)
    if code is None:
        return [], 0, True
    names = [*code.co_varnames[: code.co_argcount]]
    least = len(names) - len(function.__defaults__ or ())
    return names, least, bool(code.co_flags & inspect.CO_VARARGS)


AnyChoice = Choice[Any, Any, *tuple[Any, ...]]
"""A choice of some game."""
