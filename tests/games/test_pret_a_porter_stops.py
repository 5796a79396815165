"""Prêt-à-Porter: what is asked on request alone, or said in one, takes no line of play."""

import random
from dataclasses import replace

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.company import owned, severance
from games.pret_a_porter.state import House, Player
from tests.games.pret_a_porter import *

# --- On request ----------------------------------------------------------------------------------


@rule("11.1", "14.3")
@pytest.mark.parametrize("where", ["place", "collection"])
def test_firing_is_asked_for_before_the_upkeep_on_request(where: str) -> None:
    steps = (("place", 0, 1),) if where == "place" else ()
    own = ["E01 $9 D31 green red", ""]
    g = position(*steps, "plan_exhibition", companies=own, month=3)
    shown = [*(["A place 1"] if steps else []), "A show D31"]
    assert asked(play(g, *shown)) == "B place", "nobody is asked without a wish"
    wished = play(g, "A ask firing")
    assert asked(wished) == f"A {where}" and "ask firing" not in legal(wished)
    wished = play(wished, *shown)
    assert asked(wished) == "A staff"
    assert "E01" not in play(wished, "A fire E01").players[0].cards
    assert play(wished, "A pass").players[0].asks_firing
    assert not play(wished, "A pass always").players[0].asks_firing


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("seed", range(6))
def test_only_firing_is_left_out_where_nobody_asks_for_it(seed: int) -> None:
    """Two games go alike but for the questions of one in which all want to be asked."""
    rng = random.Random(seed)
    g = every_stop = game.new(2 + seed % 3, seed)
    every_stop = game.load(game.dump(g), game.version)
    for p in every_stop.players:
        p.asks_firing = True
    more = 0
    while g.scores is None:
        seat = every_stop.asked[0]
        moves = game.legal(every_stop, seat)
        if g.asked != [seat] or g.agenda[-1] != every_stop.agenda[-1]:
            assert {move.split()[0] for move in moves} == {"fire", "pass"}
            every_stop, more = game.play(every_stop, seat, "pass"), more + 1
            continue
        wishes = {"ask firing", "pass always"}
        assert {*game.legal(g, seat)} - wishes == {*moves} - wishes
        move = rng.choice([move for move in moves if move.split()[0] not in ("ask", "fire")])
        move = "pass" if move == "pass always" else move
        g, every_stop = game.play(g, seat, move), game.play(every_stop, seat, move)
    while every_stop.scores is None:
        every_stop = game.play(every_stop, every_stop.asked[0], "pass")
    assert more and g.scores == every_stop.scores


# --- The collection at once ----------------------------------------------------------------------


@rule("8.2")
def test_every_collection_without_changes_is_shown_at_once_or_by_its_style() -> None:
    own = "D31 D33 D12 green red2 white black yellow"
    for cards in ("", " B14", " E13", " E24b $9"):
        g = showing(own + cards)
        direct = {move for move in legal(g) if move.startswith("show")}
        assert {"show D31+D33", "show D12", "show none"} <= direct
        by_style = {"show none"}
        for style in (move for move in legal(g) if move.startswith("style")):
            then = play(g, f"A {style}")
            then = play(then, "A pass") if asked(then) == "A change" else then
            if asked(then) == "A collection":
                by_style |= {move for move in legal(then) if move.startswith("show")}
        assert direct == by_style
        for shown in direct - {"show none"}:
            kind = "Evening" if shown == "show D12" else "Rock"
            then = play(g, f"A style {kind}")
            then = play(then, "A pass") if asked(then) == "A change" else then
            same = play(then, f"A {shown}")
            assert replace(play(g, f"A {shown}"), news=[]) == replace(same, news=[])


# --- Pawns that know what they take --------------------------------------------------------------

ROWS = "C01 C02 B01 B03 E01 E02 D01 D02"
ALL = {
    "1": ["10", "20"],
    "2": ["C01", "C02"],
    "3": ["B01", "B03"],
    "4": ["E01", "E02"],
    "5": ["D01", "D02", "deck"],
    "9": ["Q", "PR", "T", "cash"],
}


def planning(*companies: str, **facts: object) -> House:
    """A position in which A and B place a pawn each, and the locations come next."""
    steps = ("place", 0, 1), ("place", 1, 1), "action_phase"
    facts = {"rows": ROWS, "decks": "D05 D07", "phase": "planning"} | facts
    return position(*steps, companies=companies, **facts)


@rule("4.1")
def test_a_pawn_may_be_told_at_once_what_it_takes() -> None:
    g = planning("$7 D31 D33", "")
    said = [move.split()[1:] for move in legal(g) if move.startswith("place")]
    assert [words[0] for words in said if len(words) == 1] == list("123456789")
    assert {n: [what for at, *what in said if at == n and what] for n in ALL} == {
        n: [[what] for what in some] for n, some in ALL.items()
    }
    assert not any(len(words) == 2 for words in said if words[0] in "678")


@rule("4.1", "14.1")
@pytest.mark.parametrize(("location", "what"), [(n, some[0]) for n, some in ALL.items()])
def test_such_a_pawn_does_what_it_would_do_if_it_were_asked(location: str, what: str) -> None:
    g = planning("$7 D31 D33", "", pieces="Q PR T cash")
    answer = f"credit {what}" if location == "1" else f"take {what}"
    later = play(g, f"A place {location}", "B place 6")
    assert later.asked == [0] and answer in legal(later)
    later = play(later, f"A {answer}")
    said = play(g, f"A place {location} {what}", "B place 6")
    same = {"news": [], "rng": 0}
    assert replace(said, **same) == replace(later, **same) and at_rest(said)


@rule("4.1", "14.1")
def test_nobody_else_learns_what_a_pawn_was_told() -> None:
    g = planning("$7 D31", "$7")
    plain, wished = play(g, "A place 5"), play(g, "A place 5 D02")
    assert game.view(wished, 0)["ahead"] == {"design": "take D02"}
    for viewer in (1, None):
        assert game.view(plain, viewer) == game.view(wished, viewer)
    assert plain.rng == wished.rng, "it can be taken back as well as a plain one"


@rule("4.1")
def test_two_pawns_at_a_location_take_what_they_were_told() -> None:
    steps = ("place", 0, 1), ("place", 0, 2), "action_phase"
    g = position(*steps, companies=["$7", ""], rows=ROWS, phase="planning")
    g = play(g, "A place 2 C02", "A place 2 C01")
    assert [*g.players[0].cards] == ["C02", "C01"]


@rule("15.9")
@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("seed", range(6))
def test_between_the_moments_for_firing_nobody_is_made_poorer_by_others(seed: int) -> None:
    """Whatever others do before upkeep is paid: no cash falls, and no firing becomes dearer."""
    rng = random.Random(seed)
    g, kept = game.new(2 + seed % 3, seed), 0
    while g.scores is None:
        seat, due = g.asked[0], payments_due(g)
        after = game.play(g, seat, rng.choice(game.legal(g, seat)))
        after.premoves.clear()  # what is set in advance is an own choice
        if due == payments_due(after):
            for p, q in zip(g.players, after.players, strict=True):
                if p.seat != seat:
                    assert q.cash >= p.cash
                    assert all(severance(q, card) <= severance(p, card) for card in employed(p, q))
                    kept += len(employed(p, q))
        g = after
    assert kept > 20


def payments_due(g: House) -> tuple[int, bool]:
    """The month, and whether its upkeep is still to be paid."""
    return g.round, any(step[0] in ("pay_upkeep", "settle") for step in g.agenda)


def employed(p: Player, q: Player) -> list[str]:
    """The employees of a player before and after a move of another."""
    return [card for card in owned(p, "employee") if card in q.cards]
