"""Prêt-à-Porter: what collections would win now; does not change the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.pret_a_porter.calendar import is_exhibition, quarter_of
from games.pret_a_porter.company import abilities, change_style
from games.pret_a_porter.components import (
    DESIGNS,
    SHOWS,
    SIZE,
    STYLES,
    TOKENS,
    Ability,
    Effect,
)
from games.pret_a_porter.effects import rank
from games.pret_a_porter.judging import count, lines_that_count, prestige, strength
from games.pret_a_porter.making import makeable, powers_of, stock_of
from games.pret_a_porter.state import House, Player

MAX_DESIGNS = 8
"""Designs among which best collections are looked for."""
MAX_COLLECTIONS = 16
"""Collections of which it is worked out what they would win."""


class Line(NamedTuple):
    """A line of a fashion show as it would be judged."""

    show: str
    line: int
    category: str
    counts: list[int]
    prestige: int


class Prospect(NamedTuple):
    """What a collection would bring."""

    designs: tuple[str, ...]
    counts: dict[str, int]
    """What would be compared in each category."""
    lines: list[Line]
    prestige: int
    takings: int


def at_show(p: Player) -> list[Ability]:
    """What a player's cards do at the show, in the order in which they work."""
    found = [each for each in abilities(p, "show") if each.key not in p.used]
    return sorted(found, key=rank)


def tokens_with(p: Player, designs: Sequence[str]) -> dict[str, int]:
    """The counts in each category once a player has shown these designs."""
    tokens = Counter(p.tokens)
    for design in designs:
        tokens.update(DESIGNS[design].bonus)
    types = Counter(DESIGNS[design].type for design in designs)
    tokens["T"] += types.pop(p.type, 0)
    for each in at_show(p):
        if each.shown <= len(designs):
            for effect in each.do:
                add_effect(tokens, types, effect)
    return {**{name: tokens[name] for name in TOKENS}, SIZE: len(designs)}


def add_effect(tokens: Counter[str], types: Counter[str], effect: Effect) -> None:
    """Adds what an effect of the show brings; `types` are designs that gave no trend yet."""
    if effect["do"] == "gain":
        tokens[effect["res"]] += effect["n"]
    elif effect["do"] == "extra_type":
        best = sorted(types, key=lambda kind: (-types[kind], kind))[: effect["n"]]
        fitting = sum(types.pop(kind) for kind in best)
        given = min(fitting, effect.get("max_tokens", fitting))
        tokens["T"] += given
        types["beyond the limit"] += fitting - given
    elif effect["do"] == "count_as_type":
        tokens["T"] += min(effect["n"], sum(types.values()))


def has_shown(g: House, p: Player) -> bool:
    """Whether a player's show of the running exhibition is over."""
    to_come = any(step[:2] == ("show_turn", p.seat) for step in g.agenda)
    showing = g.runway is not None and g.runway.seat == p.seat
    return is_exhibition(g.round) and not to_come and not showing


def expected_counts(g: House, p: Player) -> dict[str, int]:
    """The counts of a player: those after the show, or those to be expected before it."""
    if has_shown(g, p):
        return {category: count(p, category) for category in (*TOKENS, SIZE)}
    return tokens_with(p, best_of_size(p))


def best_of_size(p: Player) -> tuple[str, ...]:
    """The dearest of a player's largest collections."""
    return max(
        collections_of(p),
        key=lambda each: (len(each), price(each)),
        default=(),
    )


def collections_of(p: Player) -> list[tuple[str, ...]]:
    """Every collection a player can make, changes of style counted; paid ones are not."""
    changes = change_style(p)
    stock, powers = stock_of(p), powers_of(p)
    single = [design for design in sorted(p.designs) if makeable((design,), stock, powers)]
    found: dict[tuple[str, ...], None] = {}
    for style in STYLES:
        grown: list[tuple[str, ...]] = [()]
        for design in single[:MAX_DESIGNS]:
            odd = DESIGNS[design].style != style
            grown += [
                (*some, design)
                for some in grown
                if foreign(some, style) + odd <= changes
                and makeable((*some, design), stock, powers)
            ]
        found.update(dict.fromkeys(grown[1:]))
    return list(found)


def foreign(designs: Sequence[str], style: str) -> int:
    """How many designs are of another style."""
    return sum(DESIGNS[design].style != style for design in designs)


def prospect(
    g: House, p: Player, designs: tuple[str, ...], others: dict[int, dict[str, int]] | None = None
) -> Prospect:
    """What a collection would win in each line and bring in its sale, as things stand.

    Of the others those who have not shown yet are taken with their largest collection.
    """
    own = tokens_with(p, designs)
    counts = {**(others or rivals(g, p)), p.seat: own}
    lines = [
        judged(g, p, show, line, counts)
        for show in g.shows[quarter_of(g.round) - 1]
        for line in range(1, lines_that_count(g, quarter_of(g.round)) + 1)
    ]
    won = sum(line.prestige for line in lines)
    kept = p.prestige if is_exhibition(g.round) else 0
    return Prospect(designs, own, lines, won, (won + kept) * len(designs) + price(designs))


def rivals(g: House, p: Player) -> dict[int, dict[str, int]]:
    return {each.seat: expected_counts(g, each) for each in g.players if each is not p}


def judged(g: House, p: Player, show: str, line: int, counts: dict[int, dict[str, int]]) -> Line:
    """A line as it would be judged with these counts of all seats, for one of them."""
    category = SHOWS[show].lines[line - 1]
    row, won = all_judged(g, show, line, counts)
    return Line(show, line, category, row, won[p.seat])


def all_judged(
    g: House, show: str, line: int, counts: dict[int, dict[str, int]]
) -> tuple[list[int], list[int]]:
    """What is compared on a line with these counts of all seats, and what each would win."""
    category = SHOWS[show].lines[line - 1]
    row = [counts[seat][category] for seat in range(g.seats)]
    strong = [
        strength(n, category in each.wins_ties) for n, each in zip(row, g.players, strict=True)
    ]
    return row, prestige(strong, line)


def promising(collections: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The largest and dearest of these collections, which are worth a closer look."""
    ranked = sorted(collections, key=lambda each: (-len(each), -price(each), each))
    return ranked[:MAX_COLLECTIONS]


def price(designs: Sequence[str]) -> int:
    return sum(DESIGNS[design].price for design in designs)


def best_collections(
    g: House, p: Player, most: int, counts: dict[int, dict[str, int]] | None = None
) -> list[Prospect]:
    """The collections that would bring most, the best first; `counts` are everybody's if known."""
    others = counts or rivals(g, p)
    found = [prospect(g, p, designs, others) for designs in promising(collections_of(p))]
    return sorted(found, key=lambda it: (-it.takings - it.prestige, it.designs))[:most]
