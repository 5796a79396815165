"""What the kernel says of rules whose functions do not take what they are given.

What pyright says of them is in `typed_rules.py`.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.kernel import Choice


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


@pytest.mark.parametrize(
    ("how", "given"),
    [("always", "(g, good)"), ("may_pass", "(g, p, good)"), ("you", "(g, p, good)")],
)
def test_a_function_that_says_how_a_choice_is_asked_gets_the_arguments_of_the_step(
    how: str, given: str
) -> None:
    def buy(g: Any, p: Any, good: str) -> Iterator[str]:
        yield f"pay {good}"

    def of_nothing() -> str:
        return ""

    with pytest.raises(TypeError) as raised:
        Choice(buy, "Buy.", **{how: of_nothing})  # pyright: ignore[reportArgumentType]
    assert str(raised.value) == f"In the choice “buy” {how} takes () and is given {given}."


def test_a_prompt_gets_the_arguments_of_the_step() -> None:
    def buy(g: Any, p: Any, good: str) -> Iterator[str]:
        yield f"pay {good}"

    Choice(buy, lambda g, good: good)
    with pytest.raises(TypeError, match=r"the prompt takes .g. and is given .g, good."):
        Choice(buy, lambda g: "")
