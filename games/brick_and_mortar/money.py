"""Brick & Mortar: what things cost, and paying for them with money and Debt Tokens."""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, DATA, SLOT_COSTS
from games.brick_and_mortar.state import Brick, Player
from games.kernel import Phrase, phrase

TOKEN_DOLLARS: int = DATA["debt"]["money"]
"""What a Debt Token brings."""
TOKEN_POINTS: int = DATA["debt"]["points"]
"""What it costs at the end."""


def tokens_for(amount: int) -> int:
    return max(0, -(-amount // TOKEN_DOLLARS))


def fewest_tokens(p: Player, price: int) -> int:
    """The Debt Tokens that a price takes beyond the player's money."""
    return tokens_for(price - p.money)


def most_tokens(price: int) -> int:
    """The tokens that may be taken for a price (12.2)."""
    return tokens_for(price)


def pay(g: Brick, p: Player, price: int, tokens: int = 0) -> None:
    """Takes tokens and pays; a dollar too much stays."""
    p.money += TOKEN_DOLLARS * tokens - price
    take_tokens(g, p, tokens)


def take_tokens(g: Brick, p: Player, tokens: int) -> None:
    """Takes Debt Tokens, with news."""
    if tokens:
        p.debt += tokens
        g.say("{who:seat takes|You took} {n:Debt Token|Debt Tokens}.", who=p.seat, n=tokens)


def payment(price: int, tokens: int) -> Phrase:
    """As in "$7 with 2 Debt Tokens"."""
    if not tokens:
        return phrase("${price}", price=price)
    return phrase("${price} with {n:Debt Token|Debt Tokens}", price=price, n=tokens)


def debt_alarm(tokens: int) -> str:
    """What Debt Tokens cost in the end; "" for none."""
    if not tokens:
        return ""
    return phrase("Debt Tokens cost you {n:point|points} at the end.", n=TOKEN_POINTS * tokens)


def bill_alarm(p: Player, left: int) -> str:
    """That the money left does not reach for the bill of this month; "" if it does."""
    bill = utility_bill(p)
    if left >= bill:
        return ""
    return phrase("The bill of ${bill} is still due, and ${left} is left.", bill=bill, left=left)


def utility_bill(p: Player) -> int:
    """The utilities of a player's stores and of the slots they occupy (8.1)."""
    return bill_for([store.card for store in p.stores])


def bill_for(stores: list[str]) -> int:
    """The utilities of stores and of the slots they occupy."""
    return sum(CARD[store].utilities for store in stores) + sum(SLOT_COSTS[: len(stores)])


def earned(money: int, points: int) -> Phrase:
    """As in "$7 and 2 points"."""
    if not points:
        return phrase("${money}", money=money)
    return phrase("${money} and {points:point|points}", money=money, points=points)
