"""Small positions of Prêt-à-Porter, written as text, and what the tests ask of them.

Players are A, B, C and D and take their turns in this order. A company reads
"$9 E01 E02b D31 D33 red2 black Q3 PR1 credit2 loan1 vp5 prestige2 dress asks usedE17/0": a b behind
a card means that its second side lies up, "asks" that the player wants to be asked about firing,
"used" that an ability of a card has worked this month.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from games.kernel import IllegalMove, Step
from games.pret_a_porter import game
from games.pret_a_porter.calendar import ROUNDS
from games.pret_a_porter.company import (
    capacity,
    credit_room,
    payable_upkeep,
    severance,
    total_upkeep,
)
from games.pret_a_porter.components import (
    CARDS,
    COLOURS,
    DESIGNS,
    KINDS,
    LOCATIONS,
    ROWS,
    TOKENS,
    TYPES,
)
from games.pret_a_porter.state import House, Player, deck
from games.words import names_for, news_text
from tests.games.scenarios import Kit, Seats, each_player, panel

rule = pytest.mark.rule

LETTERS = "ABCD"
play = Seats(game, LETTERS).play
STOP = ("place", 1, 1)
"""A question to B, at which a position comes to rest."""
QUARTERS = (("S1",), ("S2", "S6"), ("S3", "S4", "S5"), ("S7", "S8", "S9", "S10"))
WORD = re.compile(r"([A-Za-z]+)(\d*)$")


# --- Positions -----------------------------------------------------------------------------------


def position(
    *steps: str | Step,
    companies: Sequence[str] = ("", ""),
    month: int = 1,
    rows: str = "",
    decks: str = "",
    discards: str = "",
    shows: Sequence[Sequence[str]] = QUARTERS,
    first: str = "A",
    pieces: str = "Q PR T cash",
    **fields: Any,
) -> House:
    """A position in which these steps come next, then a question to B.

    Rows, decks (the next card first) and discard piles are lists of cards of any kind.
    """
    g = House(seats=len(companies), rng=7)
    g.players = [company(seat, text) for seat, text in enumerate(companies)]
    start = LETTERS.index(first)
    g.order = [(start + i) % g.seats for i in range(g.seats)]
    g.round, g.shows, g.pieces = month, [list(each) for each in shows], pieces.split()
    g.spaces = {number: [] for number in LOCATIONS}
    g.card_spaces = {number: [] for number in LOCATIONS}
    g.rows, g.discards = by_kind(rows), by_kind(discards)
    for kind, cards in by_kind(decks).items():
        if kind == "design":
            g.design_deck = cards[::-1]
        else:
            g.tops[kind] = cards[0] if cards else ""
            deck(g, kind).extend(reversed(cards[1:]))
    for name, value in fields.items():
        setattr(g, name, value)
    g.then(*steps, STOP)
    return game._stack.advance(g)


def by_kind(cards: str) -> dict[str, list[str]]:
    """Cards sorted into contracts, buildings, employees and designs."""
    found: dict[str, list[str]] = {kind: [] for kind in ROWS}
    for card in cards.split():
        found["design" if card in DESIGNS else CARDS[card].kind].append(card)
    return found


def company(seat: int, text: str) -> Player:
    """A player with what the text says, dresses for clothing type and no money by default."""
    p = Player(seat, type="dress")
    for word in text.split():
        take(p, word)
    return p


def take(p: Player, word: str) -> None:
    if word.startswith("$"):
        p.cash = int(word[1:])
    elif word in DESIGNS:
        p.designs.append(word)
    elif word.rstrip("b") in CARDS:
        p.cards[word.rstrip("b")] = "b" if word.endswith("b") else "a"
    elif word in TYPES:
        p.type = word
    elif word.startswith("used"):
        p.used.append(word.removeprefix("used"))
    else:
        count(p, word)


def count(p: Player, word: str) -> None:
    """Gives a player a number of things, "red2"; one without a number."""
    found = WORD.match(word)
    assert found, word
    name, n = found[1], int(found[2] or 1)
    if name in COLOURS:
        p.material[name] = n
    elif name in TOKENS:
        p.tokens[name] = n
    elif name == "asks":
        p.asks_firing = True
    else:
        setattr(p, {"credit": "credits", "loan": "loans"}.get(name, name), n)


def pawns(**at: str) -> dict[int, list[int]]:
    """Pawns on spaces: `pawns(at5="ADA")`."""
    spaces: dict[int, list[int]] = {number: [] for number in LOCATIONS}
    for name, letters in at.items():
        spaces[int(name[2:])] = [LETTERS.index(letter) for letter in letters]
    return spaces


def acting(location: int, *companies: str, who: str = "A", **facts: Any) -> House:
    """A position in which pawns act at a location, A's alone unless `who` says otherwise."""
    spaces = pawns(**{f"at{location}": who})
    companies = companies if len(companies) > 1 else (*companies, "")
    steps = facts.pop("steps", (("resolve", location),))
    return position(*steps, companies=companies, spaces=spaces, phase="action", **facts)


def exhibition(*companies: str, month: int = 3, **facts: Any) -> House:
    return position("plan_exhibition", companies=companies, month=month, **facts)


def showing(*companies: str, month: int = 3, **facts: Any) -> House:
    companies = companies if len(companies) > 1 else (*companies, "")
    return position(("show_turn", 0), companies=companies, month=month, phase="show", **facts)


def month_end(*companies: str, **facts: Any) -> House:
    """A position after the upkeep of a working month."""
    companies = companies if len(companies) > 1 else (*companies, "")
    return position("pay_upkeep", companies=companies, **facts)


def settled(*companies: str, month: int = 6, **facts: Any) -> House:
    """A position after the payments of an exhibition."""
    companies = companies if len(companies) > 1 else (*companies, "")
    return position("settle", companies=companies, month=month, **facts)


# --- Play ----------------------------------------------------------------------------------------


def asked(g: House) -> str:
    """Who is asked and by which question: "A bank"."""
    return f"{LETTERS[g.asked[0]]} {g.agenda[-1][0]}"


def at_rest(g: House) -> bool:
    """Whether nothing is left of a position but the question at its end."""
    return g.agenda == [STOP]


def legal(g: House) -> list[str]:
    """The moves of the player who is asked."""
    return game.legal(g, g.asked[0])


def refused(g: House, move: str) -> str:
    who, text = move.split(" ", 1)
    with pytest.raises(IllegalMove) as error:
        game.play(g, LETTERS.index(who), text)
    return str(error.value)


def told(g: House, who: str = "") -> str:
    """The news of the last move, to a player or all."""
    names = names_for(LETTERS.index(who), LETTERS) if who else LETTERS
    return " ".join(news_text(text, values, names) for text, values, _ in g.news)


def cash(g: House) -> list[int]:
    return [p.cash for p in g.players]


def prestige(g: House) -> list[int]:
    return [p.prestige for p in g.players]


def have(p: Player) -> str:
    """The materials of a player: "red2 black1"."""
    return " ".join(f"{colour}{n}" for colour, n in p.material.items() if n)


# --- Components ----------------------------------------------------------------------------------


def pieces(g: House) -> Counter[str]:
    cards = [*g.design_deck, *g.removed, *filter(None, g.tops.values())]
    for kind in KINDS:
        cards += [*deck(g, kind), *getattr(g, f"last_{kind}")]
    for pile in (*g.rows.values(), *g.discards.values()):
        cards += pile
    for p in g.players:
        cards += [*p.cards, *p.designs, *p.looked_at, *p.collection]
    shows = [show for quarter in g.shows for show in quarter]
    return Counter([*cards, *shows])


# --- Worked examples -----------------------------------------------------------------------------


def of_companies(begin: Callable[..., House]) -> Callable[..., House]:
    """A position that takes its companies in one list."""
    return lambda companies=("",), **facts: begin(*companies, **facts)


def steps(*planned: str | Step) -> Callable[..., House]:
    return partial(position, *planned)


def each(fact: Callable[[Player], Any]) -> Callable[..., list[Any]]:
    """A fact of the players that a row names, or of all."""
    return lambda g, *who: [fact(g.players[LETTERS.index(w)]) for w in who or LETTERS[: g.seats]]


def on(text: str) -> dict[int, list[int]] | str:
    """Pawns on spaces: "1A 3BA"; or the spaces of an option."""
    if text.isalpha():
        return text
    return pawns(**{f"at{word[0]}": word[1:] for word in text.split()})


def judged(month: int, shows: str, **facts: Any) -> House:
    """A position after the awards of a quarter with these shows."""
    tiles = [shows.split() if quarter == month // 3 else [] for quarter in range(1, 5)]
    return position("judge", month=month, shows=tiles, **facts)


def new(seats: int, seed: int = 1, **options: Any) -> House:
    return game.new(seats, seed, options)


def look(seat: int) -> Step:
    return "look_into_deck", seat, "C07/0"


def letters(seats: Sequence[int]) -> str:
    return "".join(LETTERS[seat] if seat >= 0 else "-" for seat in seats)


KIT = Kit(
    positions={
        **{f"location {n}": of_companies(partial(acting, n)) for n in LOCATIONS},
        "placing": steps(("place", 0, 1)),
        "action phase": steps("action_phase"),
        "plans": steps(("place", 0, 1), ("place", 1, 1), "action_phase"),
        "hiring and growth": of_companies(
            partial(acting, 4, steps=(("resolve", 4), ("growth_turn", 0)))
        ),
        "buildings, last of the phase": of_companies(
            partial(acting, 3, steps=(("resolve", 3), "actions_done"))
        ),
        "looks": steps(look(0), look(1)),
        "new game": new,
        "growth": steps(("growth_turn", 0)),
        "B's pawn, then growth": steps(STOP, ("growth_turn", 0)),
        "B's pawn, then the staff": steps(STOP, ("staff_turn", 0)),
        "growth twice": steps(("growth_turn", 0), ("place", 0, 1), ("growth_turn", 0)),
        "staff": steps(("staff_turn", 0)),
        "contracts": steps("turn_contracts"),
        "sale": steps(("sales_turn", 0)),
        "month's end": of_companies(month_end),
        "next month": steps("next_round"),
        "exhibition": of_companies(exhibition),
        "awards": judged,
        "show": of_companies(showing),
        "show and sale": steps(("show_turn", 0), ("sales_turn", 0)),
        "staff and settling": steps(("staff_turn", 0), "settle"),
        "settling": of_companies(settled),
        "settling and contracts": steps("settle", "turn_contracts"),
        "prestige": steps("exchange_prestige"),
        "last exchange": partial(position, "final_exchange", month=ROUNDS),
    },
    read={
        "companies": each_player,
        "pieces": lambda text: text.strip("-"),
        "spaces": on,
        **dict.fromkeys(("who", "shows"), lambda text: text.strip("-")),
        **dict.fromkeys(("month", "last_lines", "seats"), int),
        "by_points": lambda text: text == "yes",
    },
    play=play,
    legal=lambda g, who: game.legal(g, LETTERS.index(who)),
    facts={
        **panel(game, LETTERS),
        "asked": asked,
        "bankrupt": each(lambda p: p.bankrupt),
        "capacity": each(capacity),
        "card_spaces": lambda g, n: letters(g.card_spaces[int(n)]),
        "cards": each(lambda p: " ".join(card + side.strip("a") for card, side in p.cards.items())),
        "cash": each(lambda p: p.cash),
        "choices": lambda g: len(legal(g)),
        "counts": lambda g, who: [award.counts[LETTERS.index(who)] for award in g.awards],
        "credits": each(lambda p: p.credits),
        "designs": each(lambda p: " ".join(p.designs)),
        "discards": lambda g, kind: g.discards[kind],
        "deck": lambda g: g.design_deck,
        "done": at_rest,
        "firsts": lambda g: letters([award.first for award in g.awards]),
        "legal": legal,
        "loans": each(lambda p: p.loans),
        "materials": each(have),
        "order": lambda g: letters(g.order),
        "payable": each(payable_upkeep),
        "prestige": each(lambda p: p.prestige),
        "premoves": lambda g, who, name: game.premoves(g, LETTERS.index(who))[name],
        "raise": lambda g, who: credit_room(g.players[LETTERS.index(who)], raised=1),
        "row": lambda g, kind: sorted(g.rows[kind]),
        "set_aside": each(lambda p: " ".join(f"{c}{n}" for c, n in p.set_aside.items() if n)),
        "severance": lambda g, who, card: severance(g.players[LETTERS.index(who)], card),
        "shown": each(lambda p: p.shown),
        "spaces": lambda g, n: letters(g.spaces[int(n)]),
        "sold": lambda g, who: g.sold[LETTERS.index(who)],
        "takings": each(lambda p: p.takings),
        "token": lambda g, who, name: g.players[LETTERS.index(who)].tokens[name],
        "told": told,
        "tokens": each(lambda p: " ".join(f"{name}{p.tokens[name]}" for name in TOKENS)),
        "upkeep": each(total_upkeep),
        "vp": each(lambda p: p.vp),
        "who": lambda g, word: letters([it["who"] for text, it, _ in g.news if word in text]),
        "winners": lambda g: letters(game.view(g, None)["winners"]),
        "won": lambda g, who: [
            f"{award.category} {award.prestige[LETTERS.index(who)]}" for award in g.awards
        ],
    },
)
