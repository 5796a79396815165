"""The rulebook: what rules register with a game, its steps and choices and what it can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Generic

from pydantic import BaseModel

from games._kernel.choice import AnyChoice, Args, Choice, OfPlayer, OfStep, P, Prompt, Rule, S
from games._kernel.state import State, Step
from games.words import Phrase

Card = dict[str, Any]


class Rulebook(Generic[S]):
    """The functions of a game, registered by decorators."""

    def __init__(self, title: str) -> None:
        """Begins empty."""
        self.title = title
        self.steps: dict[str, Callable[..., None]] = {}
        self.choices: dict[str, AnyChoice] = {}
        self._verb_sentences: dict[str, str] = {}
        self._commands: dict[str, str] = {}
        self._setup: Callable[[S, Any], None] = _no_setup
        self._derived: Callable[[S, int | None], dict[str, Any]] | None = None
        self._evaluate: Callable[[S], list[float]] | None = None
        self._points: Callable[[S], list[int]] | None = None
        self._parts: Callable[[S, Any], Iterable[Phrase]] | None = None
        self._resources: Callable[[S, Any], Iterable[Phrase]] | None = None
        self._next_turn: Callable[[S, Any], Step | None] | None = None
        self._last_round: Callable[[S], str] | None = None
        self.alarms: dict[str, Callable[[S, Any], str | None]] = {}
        self._forecast: Callable[[S, Any], str | None] | None = None
        self._cards: Callable[[], list[Card]] = list[Card]

    def setup(self, run: Callable[[S, Any], None]) -> Callable[[S, Any], None]:
        """Registers the setup, a function of a new state and the options."""
        self._setup = run
        return run

    def step(self, run: Rule) -> Rule:
        """Registers a step under the name of the function."""
        self.steps[run.__name__] = run
        return run

    def choice(
        self,
        prompt: Prompt[S],
        *,
        secret: bool = False,
        always: bool | OfStep[S, bool] = False,
        may_pass: OfPlayer[S] = "",
        menu: str | Iterable[Iterable[str]] = "",
        they: Prompt[S] = "",
        you: OfPlayer[S] = "",
        at_once: bool = False,
    ) -> Callable[[Callable[[S, P, *Args], Iterable[str]]], Choice[S, P, *Args]]:
        """Registers a choice under the name of the function, which lists the moves of a player.

        Steps plan it with the seat that is asked, or with several seats or `EVERYBODY`, who answer
        at the same time and in secret. The prompt is for all to read: a text, or a function of the
        state and the arguments. If there is a single legal move, the kernel makes it, unless the
        choice is `always` asked because a missing pause would tell a secret: True, or a function of
        the state and the arguments that uses only what everybody knows. `secret` choices are always
        asked, in private. `may_pass` adds the move "pass" after all others, with this label, or the
        one that a function of the state, the player and the arguments returns, "" for no passing;
        `Choice.passes` says what passing does.
        `they` is what is read of a player who is asked alone: "{who:seat buys|You buy}", or a
        function of the state and the arguments. `you` is the prompt that a player who is asked
        reads instead, alone: a text, or a function of the state, the player and the arguments that
        uses only what this player knows.

        A question `at_once` is open: each answer is carried out at once, for all to see, and the
        same seat may answer again until it passes; it ends when all have passed. Who can only pass
        is not asked, and not out of it: they are asked again when they can do more.

        The `menu` is one of three, by default a list. Rows of moves are a grid, whether the moves
        are open or not; other moves are shown as usual. A pattern of numbers, "bid {price:d}", or
        of words, "command {fleet} {army}", is for moves whose dials are set one by one and
        confirmed together; if they are too many to list, the function returns `Dials`. A pattern
        that ends with "…", "choose {card} …", is for moves that pick several things from one list.
        """

        def register(options: Callable[[S, P, *Args], Iterable[str]]) -> Choice[S, P, *Args]:
            choice = Choice(options, prompt, secret, always, may_pass, menu, they, you, at_once)
            self.choices[options.__name__] = choice
            return choice

        return register

    def verb(self, name: str, sentence: str, *firsts: str) -> None:
        """Names the slash command for moves that begin with one of these words, by default `name`.

        Discord shows the sentence as its help. Which of several words a command means depends on
        what is open. ValueError if a word has a command already.
        """
        for first in firsts or (name,):
            if first in self._commands:
                raise ValueError(
                    f"{self.title} has two commands for moves “{first} …”: leave out one"
                    " game.verb(...)."
                )
            self._commands[first] = name
        self._verb_sentences[name] = sentence

    def derived(
        self, work_out: Callable[[S, int | None], dict[str, Any]]
    ) -> Callable[[S, int | None], dict[str, Any]]:
        """Registers a function of a state without anything that the seat (None: a watcher) cannot
        see, and of the seat: more keys for its view.
        """
        self._derived = work_out
        return work_out

    def evaluation(self, weigh: Callable[[S], list[float]]) -> Callable[[S], list[float]]:
        """Registers a function of the state: an estimate of each seat's final score.

        Computer players use it where they stop playing ahead, so it must be fast but not exact.
        """
        self._evaluate = weigh
        return weigh

    def points(self, count: Callable[[S], list[int]]) -> Callable[[S], list[int]]:
        """Registers a function of the state: the points of each seat if the game ended now, from
        what everybody knows.
        """
        self._points = count
        return count

    def parts(
        self, list_all: Callable[[S, P], Iterable[Phrase]]
    ) -> Callable[[S, P], Iterable[Phrase]]:
        """Registers a function of a state and a player: what the player's points come from, as
        phrases with the number `n`, "{n:point|points} for dyes". Reasons say of what a better move
        brings more.
        """
        self._parts = list_all
        return list_all

    def resources(
        self, list_all: Callable[[S, P], Iterable[Phrase]]
    ) -> Callable[[S, P], Iterable[Phrase]]:
        """Registers a function of a state and a player: what the player has to spend, as phrases
        with the number `n`: "${n}" is money, "{n} {kind}" are goods. Reasons say with what a better
        move pays later on, and find money in news by the same sign or noun.
        """
        self._resources = list_all
        return list_all

    def next_turn(self, begin: Callable[[S, P], Step | None]) -> Callable[[S, P], Step | None]:
        """Registers a function of a copy of the state and a player: the step with which the
        player's next turn begins, so that they can plan it; None if nobody knows it yet. Then, and
        without such a function, it begins with the next question that is planned for them, if only
        questions come before it. The function may prepare the copy for that step.
        """
        self._next_turn = begin
        return begin

    def last_round(self, tell: Callable[[S], str]) -> Callable[[S], str]:
        """Registers a function of the state: the text for all while this is certainly the last
        round, from what everybody can see; "" before.
        """
        self._last_round = tell
        return tell

    def alarm(self, warn: Callable[[S, P], str | None]) -> Callable[[S, P], str | None]:
        """Registers, under its name, a function of a state without anything that a player cannot
        see, and of the player: a sentence for them while this danger is near, else None.
        """
        self.alarms[warn.__name__] = warn
        return warn

    def forecast(self, tell: Callable[[S, P], str | None]) -> Callable[[S, P], str | None]:
        """Registers a function of a state without anything that a player cannot see, and of the
        player: a sentence for them on what comes next and whether they are ready for it, or None.
        """
        self._forecast = tell
        return tell

    def cards(self, list_all: Callable[[], list[Card]]) -> Callable[[], list[Card]]:
        """Registers a function that lists every card and tile of the game for `/card`.

        Each has an `id`, a `name`, a `kind`, its `text` in sentences and `facts`, values by label.
        It may have more plain data for its picture. Ids are texts; no two cards share an id or a
        name. The list is made once, so its texts are phrases and not in one language.
        """
        self._cards = cache(list_all)
        return list_all


def _no_setup(g: State, options: BaseModel) -> None:
    pass
