"""Rokoko: the bonuses of employees and guest spaces, a small function for each word."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from games.kernel import Phrase, phrase
from games.rokoko.halls import funded, halls_present
from games.rokoko.state import Player, Rokoko, game, turn_of

Word = Callable[..., None]
WORDS: dict[str, Word] = {}
"""What the words of a bonus in cards.toml do."""
AMOUNTS = {
    "livre": "{n} Livre",
    "yarn": "{n} yarn",
    "lace": "{n} lace",
    "prestige": "{n} prestige",
    "red": "{n} red",
    "yellow": "{n} yellow",
    "blue": "{n} blue",
    "green": "{n} green",
}
"""Templates for an amount of Livre or goods, and for bales of a colour."""
CACHE_SIZE = 256

COUNTED: dict[str, Callable[[Rokoko, Player], int]] = {
    "halls_present": lambda g, p: len(halls_present(g, p.seat)),
    "decoration_kinds_owned": lambda g, p: sum(map(bool, funded(g, p.seat).values())),
}
"""What bonuses count, at the moment they are used."""


def word(run: Word) -> Word:
    WORDS[run.__name__] = run
    return run


def use(g: Rokoko, p: Player, bonus: dict[str, Any]) -> None:
    """Carries a bonus out, or asks for the choice that it needs."""
    WORDS[bonus["word"]](g, p, **{name: value for name, value in bonus.items() if name != "word"})


def add(p: Player, **gained: int) -> None:
    """Livre, goods and prestige by name."""
    for name, n in gained.items():
        setattr(p, name, getattr(p, name) + n)


@lru_cache(CACHE_SIZE)
def amount(name: str, n: int) -> Phrase:
    """Of Livre, goods, prestige or silk of a colour."""
    return phrase(AMOUNTS[name], n=n)


def amounts(of: dict[str, int]) -> list[Phrase]:
    """Amounts in words, without those that are 0: "3 Livre" and "1 yarn"."""
    return [amount(name, n) for name, n in of.items() if n]


def for_price(n: int) -> Phrase:
    """As in "a tile for 2 Livre"."""
    return phrase("for {n} Livre", n=n) if n else phrase("for nothing")


@word
def gain(g: Rokoko, p: Player, **gained: int) -> None:
    add(p, **gained)
    g.say("{who:seat gains|You gained} {amounts:commas}.", who=p.seat, amounts=amounts(gained))


@word
def gain_per(g: Rokoko, p: Player, what: str, **gained: int) -> None:
    """Adds the amounts as many times as something is counted now."""
    times = COUNTED[what](g, p)
    if times:
        gain(g, p, **{name: n * times for name, n in gained.items()})
    else:
        say_unusable(g, p)


@word
def choose(g: Rokoko, p: Player, options: list[dict[str, Any]]) -> None:
    """Asks which of the options is used, if any."""
    ask(g, p, "bargain")


@word
def trade(g: Rokoko, p: Player, pay: dict[str, int], gain: dict[str, int]) -> None:
    """Asks whether something is given for something else."""
    ask(g, p, "bargain")


@word
def acquire(g: Rokoko, p: Player, discount: int) -> None:
    """Asks for one more tile, cheaper."""
    ask(g, p, "extra_tile", discount)


@word
def fund(g: Rokoko, p: Player, discount: int) -> None:
    """Asks for one more decoration, cheaper."""
    ask(g, p, "extra_decoration", discount)


@word
def make_dress(g: Rokoko, p: Player, sell_only: bool) -> None:
    """Asks for one more dress by the same employee."""
    turn_of(g).must_sell = sell_only
    ask(g, p, "extra_dress")


@word
def final_per(g: Rokoko, p: Player, what: str, prestige: int) -> None:
    """Does nothing before the final scoring."""


def ask(g: Rokoko, p: Player, choice: str, *args: int) -> None:
    """Plans a choice that can be passed, unless it has nothing else."""
    if len(list(game.choices[choice].options(g, p, *args))) > 1:
        g.then((choice, p.seat, *args))
    else:
        say_unusable(g, p)


def say_unusable(g: Rokoko, p: Player) -> None:
    g.say("{who:seat cannot|You could not} use the bonus.", who=p.seat)
