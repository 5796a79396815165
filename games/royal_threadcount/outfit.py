"""Royal Threadcount: which card is in which garment; points only compare patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from games.royal_threadcount.components import GARMENTS
from games.royal_threadcount.scoring import pattern_points, total
from games.royal_threadcount.state import NOTHING, Player, Threadcount

Worth = Callable[[Sequence[str]], int]


def add_hue(p: Player, hue: str) -> None:
    """Puts a new dye card into the first garment that lacks one, or else to the spare cards.

    It is never exchanged: what a dye is worth depends on secrets.
    """
    _add(p.hues, p.spare_hues, hue)


def add_pattern(p: Player, pattern: str, model: str) -> None:
    """Puts a new pattern card into the first garment that lacks one, or else to the spare cards.

    Then the garments hold those patterns that score most, not counting the unknown favourite,
    unless the player has arranged them by hand.
    """
    _add(p.patterns, p.spare_patterns, pattern)
    if not p.by_hand:
        _exchange(p.patterns, p.spare_patterns, _value(model))


def with_more(g: Threadcount, p: Player, hue: str, pattern: str) -> Player:
    """A player with one more dye or pattern, put where it goes by itself."""
    more = replace(
        p,
        hues=list(p.hues),
        patterns=list(p.patterns),
        spare_hues=list(p.spare_hues),
        spare_patterns=list(p.spare_patterns),
    )
    if hue:
        add_hue(more, hue)
    if pattern:
        add_pattern(more, pattern, g.scoring)
    return more


def worth(g: Threadcount, p: Player, hue: str, pattern: str) -> int:
    """What a player would score with one more dye or pattern, as far as the player knows."""
    return total(g, with_more(g, p, hue, pattern), p.favourite, "")


def put(cards: list[str], spare: list[str], i: int, card: str) -> None:
    """Makes a garment hold this card, from the spare ones or else in exchange with another."""
    old = cards[i]
    if old == card:
        return
    if not card or card in spare:
        _swap(cards, spare, i, card)
        return
    other = max(k for k, each in enumerate(cards) if each == card)
    cards[i], cards[other] = card, old


def _value(model: str) -> Worth:
    return lambda patterns: pattern_points([each for each in patterns if each], "", model)


def _add(cards: list[str], spare: list[str], card: str) -> None:
    if NOTHING in cards:
        cards[cards.index(NOTHING)] = card
    else:
        spare.append(card)


def _exchange(cards: list[str], spare: list[str], worth: Worth) -> None:
    # Of equal sets, max takes the first one, which is in the garments already.
    best = max(combinations([*cards, *spare], len(GARMENTS)), key=worth)
    going, coming = Counter(cards) - Counter(best), Counter(best) - Counter(cards)
    for old, new in zip(going.elements(), coming.elements(), strict=True):
        _swap(cards, spare, cards.index(old), new)


def _swap(cards: list[str], spare: list[str], i: int, card: str) -> None:
    if card:
        spare.remove(card)
    if cards[i]:
        spare.append(cards[i])
    cards[i] = card
