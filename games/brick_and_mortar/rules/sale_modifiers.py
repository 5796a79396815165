"""Brick & Mortar, chapter 6 of RULES.md: stores that move items or buy surplus around a sale."""

from __future__ import annotations

from collections.abc import Iterator

from games.brick_and_mortar.components import CARD, name
from games.brick_and_mortar.effects import store_of
from games.brick_and_mortar.money import fewest_tokens, most_tokens, pay
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import room
from games.kernel import do_nothing, phrase

# --- 13.11, 13.12 Moving crates in ---------------------------------------------------------------


@game.choice(
    lambda g, store, kinds: phrase("{store}: which crates do you move here?", store=name(store)),
    they="{who:seat} moves goods",
)
def move_in(g: Brick, p: Player, store: str, kinds: tuple[str, ...]) -> Iterator[str]:
    """Crates of these kinds from any other own store, as long as there is room."""
    target = store_of(p, store)
    for source in p.stores:
        for kind in kinds if source is not target else ():
            space = room(target, kind)
            for shelf, n in enumerate(source.items.get(kind, ()), 1):
                for count in range(min(n, space), 0, -1):
                    yield f"move {count} {kind} {source.card} shelf {shelf} to {store}"
    yield "done"


@move_in.does("move {count:d} {kind} {store} shelf {level:d} to {target}")
def move_crates(
    g: Brick, p: Player, to: str, kinds: tuple[str, ...], n: int, kind: str, card: str, shelf: int,
    target: str,
) -> None:  # fmt: skip
    """Moves crates to a store that may take them from the player's others."""
    store_of(p, card).items[kind][shelf - 1] -= n
    store_of(p, target).items[kind][0] += n
    g.say(
        "{who:seat moves|You moved} {n} {kind} from the {store} to the {target}.",
        who=p.seat,
        n=n,
        kind=kind,
        store=name(card),
        target=name(target),
    )
    g.then(("move_in", p.seat, target, kinds))


move_no_more = move_in.does("done")(do_nothing)


# --- 13.13 Buying surplus ------------------------------------------------------------------------


@game.choice(
    lambda g, store: phrase("{store}: which surplus do you buy?", store=name(store)),
    they="{who:seat} buys surplus",
)
def buy_surplus(g: Brick, p: Player, store: str) -> Iterator[str]:
    """A crate of anybody else's surplus, as long as there is room."""
    price = surplus_price(store, g.kind)
    if room(store_of(p, store), g.kind):
        for seat in g.order:
            if seat != p.seat and g.surplus.get(seat):
                yield f"buy {g.kind} {seat + 1}"
                least = max(1, fewest_tokens(p, price))
                tokens = range(least, most_tokens(price) + 1)
                yield from (f"buy {g.kind} {seat + 1} tokens {n}" for n in tokens)
    yield "done"


def surplus_price(store: str, kind: str) -> int:
    """What a crate of surplus costs the owner of this store."""
    return next(m["prices"][kind] for m in CARD[store].modifiers if m.word == "buy_surplus")


@buy_surplus.does("buy {kind} {player:d} [tokens {count:d}]")
def buy_crate(
    g: Brick, p: Player, store: str, kind: str, player: int, tokens: int | None = None
) -> None:
    """Buys a crate that found no box, with as few Debt Tokens as possible or with so many."""
    price, seat = surplus_price(store, kind), player - 1
    g.say(
        "{who:seat buys|You bought} 1 {kind} from {whose:seat|you} for ${price}.",
        who=p.seat,
        kind=kind,
        whose=seat,
        price=price,
    )
    pay(g, p, price, fewest_tokens(p, price) if tokens is None else tokens)
    g.players[seat].money += price
    g.surplus[seat] -= 1
    store_of(p, store).items[kind][0] += 1
    g.then(("buy_surplus", p.seat, store))


buy_no_more = buy_surplus.does("done")(do_nothing)
