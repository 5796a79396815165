"""Brick & Mortar: cheap greedy policies for comparison, and one that presses very little."""

from games.brick_and_mortar.components import CARD, HIGHEST, LOWEST
from games.brick_and_mortar.rules.building import price_for
from games.brick_and_mortar.rules.month_end import PRICES, is_last, purchase_limits
from games.brick_and_mortar.state import ALWAYS, Brick, Player, game
from games.brick_and_mortar.trade import most_placed

NOTHING = ("pass", "drop", "done", "offer 0", "supply 0", "points 0")
"""The moves that do nothing, where there is one."""


def brief(g: Brick, seat: int) -> str:
    """Default play that says for good what can be said for good."""
    return for_good(g, seat, game.default(g, seat))


def for_good(g: Brick, seat: int, usual: str) -> str:
    """The move that makes the usual one now and in every month, where there is such a move."""
    said = f"{usual} {ALWAYS}"
    return said if said in game.legal(g, seat) else usual


def idle(g: Brick, seat: int) -> str:
    moves = game.legal(g, seat)
    return next((move for move in NOTHING if move in moves), moves[0])


def miser(g: Brick, seat: int) -> str:
    """Buys no store and no stock, sells what they begin with, and turns all money into points."""
    question = g.agenda[-1][0]
    if question in ("sell", "sale_bid"):
        return seller(g, seat, dear=False)
    return investor(g, seat, kept=0) if question == "invest" else idle(g, seat)


def dear(g: Brick, seat: int) -> str:
    """Fills the cheapest stores at the least price, and sells everything at the highest."""
    return shopkeeper(g, seat, dear=True)


def cheap(g: Brick, seat: int) -> str:
    """Fills the cheapest stores at any price that brings more, and sells at half the highest."""
    return shopkeeper(g, seat, dear=False)


def shopkeeper(g: Brick, seat: int, dear: bool) -> str:
    """Buys the cheapest stores and all that money buys, and invests what is left in the end."""
    p, moves = g.players[seat], game.legal(g, seat)
    match g.agenda[-1][0]:
        case "store_action":
            return cheapest_store(p)
        case "manage":
            return moves[0]
        case "supply_bid":
            half = (LOWEST[g.kind] + HIGHEST[g.kind]) // 2
            return f"bid {LOWEST[g.kind] if dear else min(half, 20)} 0"
        case "stock":
            return moves[0] if moves[0].startswith("stock all") else stock_no_more(moves)
        case "sell" | "sale_bid":
            return seller(g, seat, dear)
        case "invest":
            return investor(g, seat, kept=20)
        case "play":
            return moves[1]
        case _:
            return game.default(g, seat)


def cheapest_store(p: Player) -> str:
    """Buys the cheapest store in hand that money pays, while there is a slot."""
    if len(p.stores) == 4:
        return "pass"
    cost = {store: price_for(p, store, CARD[store].cost) for store in p.hand}
    payable = [store for store in p.hand if cost[store] <= p.money]
    return f"buy {min(payable, key=cost.__getitem__)}" if payable else "pass"


def stock_no_more(moves: list[str]) -> str:
    """Stops stocking, or takes as little as is allowed."""
    return "done" if "done" in moves else moves[-1]


def seller(g: Brick, seat: int, dear: bool) -> str:
    """Sells everything, at the highest price or at half of it."""
    if g.agenda[-1][0] == "sell":
        return game.legal(g, seat)[0]
    most, price = most_placed(g, g.players[seat], g.kind), HIGHEST[g.kind]
    return f"offer {most} at {price if dear else price // 2}"


def investor(g: Brick, seat: int, kept: int) -> str:
    """Buys all points that the money beside this much pays, and in the last month all it pays."""
    p = g.players[seat]
    spare = p.money if is_last(g) else p.money - kept
    most = purchase_limits(p)[1]
    count = max((n for n in range(most + 1) if PRICES[n] <= spare), default=0)
    return f"buy {count}" if count else "pass"


SCRIPTS = {"idle": idle, "miser": miser, "dear": dear, "cheap": cheap}
