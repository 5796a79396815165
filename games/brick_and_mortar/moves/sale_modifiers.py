"""Brick & Mortar, chapter 6: what is said of moving items and of buying surplus."""

from __future__ import annotations

from games.brick_and_mortar.components import name
from games.brick_and_mortar.money import fewest_tokens, payment
from games.brick_and_mortar.rules.sale_modifiers import (
    buy_crate,
    buy_no_more,
    move_crates,
    move_no_more,
    surplus_price,
)
from games.brick_and_mortar.state import Brick, Player
from games.kernel import phrase


@move_crates.says
def moving(
    g: Brick, p: Player, to: str, kinds: tuple[str, ...], n: int, kind: str, card: str, shelf: int,
    target: str,
) -> str:  # fmt: skip
    it = name(card)
    return phrase(
        "Move {n} {kind} from the {store}, shelf {shelf}", n=n, kind=kind, store=it, shelf=shelf
    )


move_no_more.says("Move nothing more")


@buy_crate.says
def buying(
    g: Brick, p: Player, store: str, kind: str, player: int, tokens: int | None = None
) -> str:
    price = surplus_price(store, kind)
    if tokens is None:
        paid = payment(price, fewest_tokens(p, price))
        return phrase(
            "Buy 1 {kind} from {whose:seat} for {paid}", kind=kind, whose=player - 1, paid=paid
        )
    return phrase(
        "Buy 1 {kind} from {whose:seat} for {paid} (as you choose)",
        kind=kind,
        whose=player - 1,
        paid=payment(price, tokens),
    )


buy_no_more.says("Buy no more")
