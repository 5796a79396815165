"""What goes wrong for players of Brick & Mortar, by the alarm that warns of it."""

from collections.abc import Callable, Iterator
from typing import Any

from games.brick_and_mortar.points import EMPTY_SLOT_POINTS
from games.brick_and_mortar.rules.month_end import PRICES
from games.brick_and_mortar.state import Brick

Mishap = Callable[[Brick, Brick, int], bool]


def news_of(after: Brick, seat: int) -> Iterator[dict[str, Any]]:
    """The values of the news about a seat, also of those within a sentence for several."""
    for _, values, _ in after.news:
        for each in (
            values,
            *(
                phrase.values
                for phrase in (
                    values.get("lost", ()) if isinstance(values.get("lost"), list) else ()
                )
            ),
        ):
            if each.get("who") == seat:
                yield each


def borrows(before: Brick, after: Brick, seat: int) -> bool:
    return after.players[seat].debt > before.players[seat].debt


def borrows_for_the_bill(before: Brick, after: Brick, seat: int) -> bool:
    bills = any("bills" in values for _, values, _ in after.news)
    return bills and borrows(before, after, seat)


def borrows_for_a_purchase(before: Brick, after: Brick, seat: int) -> bool:
    """Only the move itself can warn of that."""
    return borrows(before, after, seat) and not borrows_for_the_bill(before, after, seat)


def loses_old_crates(before: Brick, after: Brick, seat: int) -> bool:
    return any("crates" in values for values in news_of(after, seat))


def finds_no_box(before: Brick, after: Brick, seat: int) -> bool:
    return any("lost" in values for values in news_of(after, seat))


def loses_a_store(before: Brick, after: Brick, seat: int) -> bool:
    """A store closes by itself, not by its owner's move."""
    open_after = {store.card for store in after.players[seat].stores}
    closed = {store.card for store in before.players[seat].stores} - open_after
    return bool(closed) and before.agenda[-1][0] != "manage"


def never_opens(before: Brick, after: Brick, seat: int) -> bool:
    bought = before.players[seat].bought
    return bool(bought) and bought in after.gone


def ends_without_a_store(before: Brick, after: Brick, seat: int) -> bool:
    """Nothing can be sold in a whole month."""
    sale = ("sale", "inventory", "utilities", "investment")
    comes = after.phase in sale and before.phase not in sale
    return comes and not after.players[seat].stores


def ends_with_empty_slots(before: Brick, after: Brick, seat: int) -> bool:
    return after.scores is not None and len(after.players[seat].stores) < len(EMPTY_SLOT_POINTS)


def ends_with_money(before: Brick, after: Brick, seat: int) -> bool:
    return after.scores is not None and after.players[seat].money >= PRICES[1]


MISHAPS: dict[str, Mishap] = {
    "debt": borrows_for_the_bill,
    "a purchase": borrows_for_a_purchase,
    "expired": loses_old_crates,
    "surplus": finds_no_box,
    "closing": loses_a_store,
    "unopened": never_opens,
    "no_store": ends_without_a_store,
    "empty_slots": ends_with_empty_slots,
    "unspent": ends_with_money,
}
