"""What pyright and the kernel say of rules whose functions do not take what they are given."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.kernel import Choice

ROOT = Path(__file__).parent.parent
RULES = """
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
    pay(g, p, price, good)  # wrong


@buy.does("haggle {price:d}")
def haggle(g: Table, p: Player, good: str, price: int) -> None:
    pay_twice(g, p, good, price)


@buy.does("steal {price:d}")  # wrong
def steal(g: Table, p: Player, good: int, price: int) -> None:
    pass


@rest.does("sleep {hours:d}")  # wrong
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


@pay_twice.says  # wrong
def paying_often(g: Table, p: Player, good: str, price: int, times: str = "") -> str:
    return good


@haggle.says  # wrong
def haggling(g: Table, p: Player, good: str) -> str:
    return good


@haggle.says  # wrong
def haggling_without(g: Table, p: Player, price: int) -> str:
    return ""


@haggle.says  # wrong
def haggling_cost(g: Table, p: Player, good: str, price: int) -> int:
    return price


@haggle.refuses  # wrong
def cannot_haggle(g: Table, p: Player, good: str, price: str) -> str | None:
    return None


@buy_all.says  # wrong
def buying_all(g: Table, p: Player, good: str) -> str:
    return good


pay.says(cost)
pay.says(cost_of_number)  # wrong
haggle.says("Haggle")
haggle.says(3)  # wrong
haggle(p, 3)  # wrong
buy.thing(cost)
buy.thing(cost_of_number)  # wrong
pay.rarely_useful()
pay.rarely_useful(cost)  # wrong


@buy.default  # wrong
def usual(g: Table, p: Player) -> str:
    return "pay 1"


@buy.expert
def best(g: Table, p: Player, good: str) -> str:
    return "pay 1"


@buy.passes  # wrong
def buy_nothing(g: Table, p: Player, good: int) -> None:
    pass


@rest.premove("rest")  # wrong
def rest_premoves(g: Table, p: Player, hours: int) -> Iterator[tuple[tuple[()], list[str]]]:
    yield (), ["sleep 1"]
"""


def test_functions_of_a_choice_with_wrong_arguments_are_errors_of_pyright(tmp_path: Path) -> None:
    file = tmp_path / "typed.py"
    file.write_text(RULES, encoding="utf-8")
    settings = {"include": [str(file)], "extraPaths": [str(ROOT)], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    run = subprocess.run(
        [*command, "--project", str(tmp_path)], capture_output=True, text=True, check=False
    )
    found = json.loads(run.stdout)["generalDiagnostics"]
    lines = RULES.splitlines()
    wrong = {n for n, line in enumerate(lines, 1) if line.endswith("# wrong")}
    errors = {each["range"]["start"]["line"] + 1 for each in found if each["severity"] == "error"}
    told = [each["message"] for each in found]
    assert (errors - wrong, wrong - errors) == (set(), set()), told


def buying() -> Choice[Any, Any, *tuple[Any, ...]]:
    """A choice of a step with one argument."""

    def buy(g: Any, p: Any, good: str) -> Iterator[str]:
        yield f"pay {good}"

    return Choice(buy, "Buy.", may_pass="Buy nothing")


def too_few(g: Any, p: Any) -> str:
    """What forgets the argument of the step."""
    return ""


def one_word(g: Any, p: Any, good: str, n: int) -> str:
    """What needs a word that may be left out."""
    return ""


def form(choice: Any) -> Any:
    """A form with a word that may be left out."""
    return choice.does("pay [{n:d}]")(lambda g, p, good, n=0: None)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda it: it.does("pay {n:d}")(too_few), "what “pay {n:d}” does takes (g, p)"),
        (
            lambda it: form(it).rarely_useful(too_few),
            "rarely_useful of “pay [{n:d}]” takes (g, p)",
        ),
        (lambda it: it.default(too_few), "the default takes (g, p)"),
        (lambda it: it.expert(too_few), "the expert takes (g, p)"),
        (lambda it: it.passes(too_few), "what “pass” does takes (g, p)"),
        (lambda it: form(it).says(too_few), "what is said of “pay [{n:d}]” takes (g, p)"),
        (lambda it: form(it).says(one_word), "what is said of “pay [{n:d}]” takes (g, p, good, n)"),
        (lambda it: form(it).refuses(too_few), "what refuses “pay [{n:d}]” takes (g, p)"),
        (
            lambda it: it.passes(lambda g, p, good: None).says(too_few),
            "what is said of “pass” takes (g, p)",
        ),
    ],
)
def test_a_function_that_does_not_take_the_words_of_a_move_is_named_at_once(
    wrong: Callable[[Any], Any], sentence: str
) -> None:
    with pytest.raises(TypeError) as raised:
        wrong(buying())
    assert str(raised.value).startswith(f"In the choice “buy” {sentence} and is given (g, p, good")


def test_a_prompt_gets_the_arguments_of_the_step() -> None:
    def buy(g: Any, p: Any, good: str) -> Iterator[str]:
        yield f"pay {good}"

    Choice(buy, lambda g, good: good)
    with pytest.raises(TypeError, match=r"the prompt takes .g. and is given .g, good."):
        Choice(buy, lambda g: "")
