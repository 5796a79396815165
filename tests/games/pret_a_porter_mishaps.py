"""What can go wrong for a company, by the alarm that warns of it, read from the news."""

from collections.abc import Iterator

from games.pret_a_porter.calendar import is_exhibition
from games.pret_a_porter.state import House

LOAN = "{who:seat has|You had} to take {n:loan|loans}."
NOTHING = "{who:seat shows|You showed} nothing."


def months_of(before: House, after: House, seat: int, news: str) -> Iterator[int]:
    """The month of each such news of the seat."""
    month = before.round
    for text, values, _to in after.news:
        month = values.get("round", month)
        if text == news and values["who"] == seat:
            yield month


def upkeep_unpaid(before: House, after: House, seat: int) -> bool:
    return not all(map(is_exhibition, months_of(before, after, seat, LOAN)))


def debts_unpaid(before: House, after: House, seat: int) -> bool:
    return any(map(is_exhibition, months_of(before, after, seat, LOAN)))


def nothing_to_show(before: House, after: House, seat: int) -> bool:
    return any(months_of(before, after, seat, NOTHING))


MISHAPS = {
    "upkeep_unpaid": upkeep_unpaid,
    "debts_unpaid": debts_unpaid,
    "nothing_to_show": nothing_to_show,
}
