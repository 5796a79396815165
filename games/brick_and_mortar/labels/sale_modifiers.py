"""Brick & Mortar: labels and consequences of moving items and buying surplus."""

from __future__ import annotations

from games.brick_and_mortar.components import name
from games.brick_and_mortar.money import fewest_tokens, payment
from games.brick_and_mortar.rules.sale_modifiers import buy_surplus, move_in, surplus_price
from games.brick_and_mortar.state import Brick, Player
from games.kernel import phrase


def label_move(
    g: Brick, p: Player, to: str, kinds: tuple[str, ...], n: int, kind: str, card: str, shelf: int,
    target: str,
) -> str:  # fmt: skip
    """The crates and where they are."""
    return phrase(
        "Move {n} {kind} from the {store}, shelf {shelf}",
        n=n,
        kind=kind,
        store=name(card),
        shelf=shelf,
    )


def label_surplus(
    g: Brick, p: Player, store: str, kind: str, player: int, tokens: int | None = None
) -> str:
    """The price, and the tokens it takes."""
    price = surplus_price(store, kind)
    if tokens is None:
        paid = payment(price, fewest_tokens(p, price))
        return phrase(
            "Buy 1 {kind} from player {player} for {paid}", kind=kind, player=player, paid=paid
        )
    return phrase(
        "Buy 1 {kind} from player {player} for {paid} (as you choose)",
        kind=kind,
        player=player,
        paid=payment(price, tokens),
    )


move_in.labels(
    {
        "move {count:d} {kind} {store} shelf {level:d} to {target}": label_move,
        "done": "Move nothing more",
    }
)
buy_surplus.labels(
    {
        "buy {kind} {player:d}": label_surplus,
        "buy {kind} {player:d} tokens {count:d}": label_surplus,
        "done": "Buy no more",
    }
)
