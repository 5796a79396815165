"""Rules whose functions do not take what they are given. Pyright goes over this file, too: it finds
an error where it is told to ignore one, and nowhere else.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Game, Said, State, phrase


@dataclass(slots=True)
class Player:
    seat: int


@dataclass(slots=True)
class Table(State):
    players: list[Player] = field(default_factory=list[Player])


game = Game("Typed", Table, seats=range(2, 3))


@game.setup
def setup(g: Table, options: Any) -> None:
    g.then(("buy", 0, "silk"), ("rest", 0))


@game.choice("Buy.", may_pass="Buy nothing")
def buy(g: Table, p: Player, good: str) -> Iterator[str]:
    yield "pay 1"


@game.choice("Rest.")
def rest(g: Table, p: Player) -> Iterator[str]:
    yield "sleep 1"


def cost(g: Table, p: Player, good: str, price: int) -> str:
    return phrase("{good} for {price}", good=good, price=price)


def cost_of_number(g: Table, p: Player, good: int, price: int) -> str:
    return phrase("{good} for {price}", good=good, price=price)


@buy.does("pay {price:d}")
def pay(g: Table, p: Player, good: str, price: int) -> None:
    pass


@buy.does("pay twice {price:d}")
def pay_twice(g: Table, p: Player, good: str, price: int, times: int = 2) -> None:
    pay(g, p, good, price=price)
    pay(g, p, price, good)  # pyright: ignore[reportArgumentType]


@buy.does("haggle {price:d}")
def haggle(g: Table, p: Player, good: str, price: int) -> None:
    pay_twice(g, p, good, price)


@buy.does("steal {price:d}")  # pyright: ignore[reportArgumentType]
def steal(g: Table, p: Player, good: int, price: int) -> None:
    pass


@rest.does("sleep {hours:d}")  # pyright: ignore[reportArgumentType]
def sleep(p: Player, g: Table, hours: int) -> None:
    pass


@rest.does("doze {hours:d}")
def doze(g: Table, p: Player, hours: int) -> None:
    pass


@pay.says
def paying(g: Table, p: Player, good: str, price: int) -> str:
    return cost(g, p, good, price)


@pay.refuses
def cannot_pay(g: Table, p: Player, good: str, price: int) -> str | None:
    return None


@pay_twice.says
def paying_twice(g: Table, p: Player, good: str, price: int, times: int = 2) -> Said:
    return Said(cost(g, p, good, price), cards=[good])


@pay_twice.says  # pyright: ignore[reportArgumentType, reportCallIssue, reportUntypedFunctionDecorator]
def paying_often(g: Table, p: Player, good: str, price: int, times: str = "") -> str:
    return good


@haggle.says  # pyright: ignore[reportArgumentType, reportCallIssue, reportUntypedFunctionDecorator]
def haggling(g: Table, p: Player, good: str) -> str:
    return good


@haggle.says  # pyright: ignore[reportArgumentType, reportCallIssue, reportUntypedFunctionDecorator]
def haggling_without(g: Table, p: Player, price: int) -> str:
    return ""


@haggle.says  # pyright: ignore[reportArgumentType, reportCallIssue, reportUntypedFunctionDecorator]
def haggling_cost(g: Table, p: Player, good: str, price: int) -> int:
    return price


@haggle.refuses  # pyright: ignore[reportArgumentType]
def cannot_haggle(g: Table, p: Player, good: str, price: str) -> str | None:
    return None


pay.says(cost)
pay.says(cost_of_number)  # pyright: ignore[reportArgumentType, reportCallIssue]
haggle.says("Haggle")
haggle.says(3)  # pyright: ignore[reportArgumentType, reportCallIssue]
haggle("", 3)  # pyright: ignore[reportCallIssue]
buy.thing(cost)
buy.thing(cost_of_number)  # pyright: ignore[reportArgumentType]
pay.rarely_useful()
pay.rarely_useful(cost)  # pyright: ignore[reportArgumentType]


@buy.default  # pyright: ignore[reportArgumentType]
def usual(g: Table, p: Player) -> str:
    return "pay 1"


@buy.expert
def best(g: Table, p: Player, good: str) -> str:
    return "pay 1"


@buy.passes  # pyright: ignore[reportArgumentType]
def buy_nothing(g: Table, p: Player, good: int) -> None:
    pass


@rest.premove("rest")  # pyright: ignore[reportArgumentType]
def rest_premoves(g: Table, p: Player, hours: int) -> Iterator[tuple[tuple[()], list[str]]]:
    yield (), ["sleep 1"]
