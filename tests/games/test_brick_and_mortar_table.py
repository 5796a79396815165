"""Brick & Mortar as it is played in Discord: auctions, sealed bids, debt, closed DMs."""

from typing import Any

from bot.table import Table
from bot.table.news import news_of
from bot.table.records import record_of
from games import record
from games.brick_and_mortar.components import HIGHEST_AUCTION_BID
from tests.sim_server import SELECT, SimServer, buttons, fields, fill, options, reply_text, text


async def answer(sim: SimServer, name: str, move: str) -> Any:
    """Somebody makes a move with the panel behind the board's button."""
    panel = await sim.press(name, "Move")
    return await sim.make(name, move, panel.response)


def all_bid(table: Table) -> bool:
    """Whether everybody is asked for a sealed bid for the same goods."""
    return table.view(None)["question"]["name"] == "supply_bid" and len(table.state.asked) > 1


async def bid(sim: SimServer, table: Table, name: str, price: int) -> None:
    """Fills in the form twice, as somebody who looks at it again, and sends the second one."""
    private = sim.dms(name)
    panel = private[-1] if private else (await sim.press(name, "Move")).response
    actor = sim.people[name].user if private else sim.people[name]
    seat, before = table.names.index(name), table.seq
    for _ in range(2):
        form = await actor.click(panel, label="Other numbers …")
        assert table.seq == before and seat in table.state.asked, "an open form is no answer"
    assert table.game.consequence(table.state, seat, f"bid {price} 0")
    await fill(actor, form, **numbers(form, price, 0))


def numbers(form: Any, *wanted: int) -> dict[str, Any]:
    """The answers with which a form says these numbers."""
    parts = [label["component"] for label in fields(form)]
    return {
        part["custom_id"]: [str(n)] if part["type"] == SELECT else str(n)
        for part, n in zip(parts, wanted, strict=True)
    }


async def auctioned(sim: SimServer) -> tuple[Any, str]:
    """A table of three at which the first player has begun an auction, and the store."""
    await sim.gather(game="brick_and_mortar", computers=0, seats=3)
    table = await sim.play_until("store_action")
    store = table.state.row[0]
    await answer(sim, table.names[table.state.order[0]], f"auction {store}")
    return table, store


async def test_three_bid_for_a_store_and_the_winner_must_take_debt(sim: SimServer):
    table, store = await auctioned(sim)
    first, second, third = (table.names[seat] for seat in table.state.order)
    await answer(sim, second, "bid 30")
    await answer(sim, third, "bid 60")
    await answer(sim, first, "drop")
    assert "more than $60" in text(sim.board())
    await answer(sim, second, "drop")
    winner = table.state.players[table.names.index(third)]
    assert winner.debt, "who wins must pay, with tokens where money ends"
    assert "Debt Token" in text(sim.board())
    assert [each.card for each in winner.stores][-1] == store, "it is opened at once"
    assert await sim.asked() == [first]


async def test_of_many_bids_selects_offer_all_and_the_lowest_has_a_button(sim: SimServer):
    table, _store = await auctioned(sim)
    _first, second, third = (table.names[seat] for seat in table.state.order)
    lowest = table.state.auction.price + 1
    shown = (await sim.press(second, "Move")).response
    offered = [int(value.removeprefix("move:bid ")) for _id, value in options(shown).values()]
    assert offered == [*range(lowest, HIGHEST_AUCTION_BID + 1)]
    assert {f"Bid ${lowest}", "Drop out"} <= {*buttons(shown)}
    await sim.make(second, "bid 47", shown)
    assert table.state.auction.price == 47 and await sim.asked() == [third]


async def test_equal_bids_by_dm_and_by_the_board_are_turned_over_together(sim: SimServer):
    shut = sim.people["Cleo"].user.dm_channel
    sim.env.inject_error(
        "POST", f"/channels/{shut.id}/messages", status=403, code=50007, times=None
    )
    await sim.gather(game="brick_and_mortar", computers=0, seats=3)
    table = await sim.play_until(all_bid)
    g = table.state
    kind, bidders = g.kind, [table.names[seat] for seat in g.asked]
    behind = [table.names[seat] for seat in reversed(g.order) if seat in g.asked]
    for name in bidders:
        assert f"Bids for {kind}" not in text(sim.board())
        await bid(sim, table, name, 12)
    shown = text(sim.board())
    assert f"Bids for {kind}: {', '.join(f'{name} ($12)' for name in behind)}." in shown
    for seat, name in enumerate(table.names):
        told = [each.text for each in await news_of(table, seat=seat)]
        bids = ", ".join(f"{'you' if name == each else each} ($12)" for each in behind)
        assert f"Bids for {kind}: {bids}." in told
    assert not sim.dms("Cleo")
    assert g.kind == table.state.kind and table.names[table.state.turns[0]] == behind[0]


async def test_dials_are_set_in_advance_and_nobody_else_notices(sim: SimServer):
    await sim.gather(game="brick_and_mortar", computers=0, seats=3)
    table = await sim.play_until("play")
    kind = next(kind for kind in table.state.players[0].stores[0].items)
    name = table.names[0]
    before, seq = text(sim.board()), table.seq
    panel = await sim.press(name, "Move")
    page = await sim.people[name].click(panel.response, label="Answer in advance")
    shown = page.response
    shown = (await sim.people[name].click(shown, label=f"supply {kind} …")).response
    form = await sim.people[name].click(shown, label="Other numbers …")
    shown = (await fill(sim.people[name], form, **numbers(form, 15, 1))).response
    set_ = f"supply {kind}: Bid $15 for 1 crate"
    assert set_ in buttons(shown)
    assert table.state.premoves == {0: {f"supply {kind}": "bid 15 1"}} and table.seq == seq + 1
    assert text(sim.board()) == before
    assert "Bid $15" not in reply_text(await sim.press(table.names[1], "Move"))
    shown = (await sim.people[name].click(shown, label=set_)).response
    shown = (await sim.people[name].click(shown, label=f"Clear supply {kind}")).response
    assert not table.state.premoves and "Clear" not in str(buttons(shown))


async def test_what_somebody_set_in_advance_outlives_another_ones_taking_back(sim: SimServer):
    await sim.gather(game="brick_and_mortar", computers=0, seats=3)
    table = await sim.play_until("store_action")
    first, _, third = (table.names[seat] for seat in table.state.order)
    seat = table.names.index(third)
    panel = (await answer(sim, first, "pass")).response
    set_premove = await sim.command(third, "move", move="ahead store action pass")
    assert "In advance, store action" in reply_text(set_premove)
    refused = await sim.command(third, "move", move="ahead store action fly")
    assert "cannot be set in advance" in reply_text(refused)
    await sim.press(first, "Take back my last move", panel)
    assert await sim.asked() == [first] and table.view(None)["question"]["name"] == "store_action"
    assert table.state.premoves == {seat: {"store action": "pass"}}
    await answer(sim, first, "pass")
    await sim.play_until(lambda t: t.state.players[seat].acted)
    assert not table.state.premoves, "it was given when the question came"
    record.verify(await record_of(table))


async def test_a_limit_in_an_auction_is_picked_on_the_panel_and_told_to_nobody(sim: SimServer):
    table, _store = await auctioned(sim)
    first, second, third = (table.names[seat] for seat in table.state.order)
    price = table.state.auction.price
    panel = (await sim.press(first, "Move")).response
    limit = options(panel)[f"Bid up to ${price + 3}, $1 more at a time"]
    await sim.people[first].select(panel, [limit[1]], custom_id=limit[0])
    await answer(sim, second, "drop")
    await answer(sim, third, f"bid {price + 1}")
    assert table.state.auction.price == price + 2 and await sim.asked() == [third]
    for name in (second, third):
        assert "up to" not in reply_text(await sim.press(name, "Move"))
    assert f"Bid up to ${price + 3}" in reply_text(await sim.press(first, "Move"))
    record.verify(await record_of(table))
