"""Brick & Mortar, chapter 6: what is said of moving items and of buying surplus."""

from __future__ import annotations

from games.brick_and_mortar.components import name
from games.brick_and_mortar.money import debt_alarm, fewest_tokens, payment
from games.brick_and_mortar.rules.sale_modifiers import (
    buy_crate,
    buy_no_more,
    move_crates,
    move_no_more,
    surplus_price,
)
from games.brick_and_mortar.state import Brick, Player
from games.kernel import Said, phrase


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
) -> Said:
    price = surplus_price(store, kind)
    fewest = fewest_tokens(p, price)
    alarm = debt_alarm(fewest if tokens is None else tokens)
    if tokens is None:
        paid = payment(price, fewest)
        label = phrase(
            "Buy 1 {kind} from {whose:seat} for {paid}", kind=kind, whose=player - 1, paid=paid
        )
        return Said(label, alarm=alarm)
    label = phrase(
        "Buy 1 {kind} from {whose:seat} for {paid} (as you choose)",
        kind=kind,
        whose=player - 1,
        paid=payment(price, tokens),
    )
    return Said(label, tone="unusual", alarm=alarm)


buy_no_more.says("Buy no more")
