"""Royal Threadcount: the markets, the garments and the end of a turn."""

import random

import pytest

from bot.texts.rulebook import rulebook
from games.royal_threadcount import scoring
from games.royal_threadcount.components import CLASS, COLOURS, DYE_COST, GARMENTS, HUES, SILK_COST
from games.royal_threadcount.state import Player, game
from tests.games.royal_threadcount import *

# --- 6. The dye market ---------------------------------------------------------------------------


@rule("6.2", "6.3", "6.4")
@pytest.mark.parametrize("hue", HUES)
def test_what_a_dye_card_costs(hue: str) -> None:
    first, _, second = hue.partition("-")
    mixed = {"orange": "red yellow", "green": "yellow blue", "violet": "red blue"}
    if second:
        parts = mixed[second].split()
        other = next(part for part in parts if part != first)
        cost, silk = {first: 2, other: 1}, 3
    elif hue in mixed:
        cost, silk = dict.fromkeys(mixed[hue].split(), 1), 1
    else:
        cost, silk = {hue: 2}, 1
    assert (DYE_COST[hue], SILK_COST[hue]) == (cost, silk)
    exactly = " ".join(f"{each[0].upper()}{n}" for each, n in cost.items())
    g = shopping(silk=[silk], dye=[exactly], deck=["kikko"])
    assert f"buy {hue}" in legal(g)
    g = play(g, f"A buy {hue}")
    assert (g.players[0].silk, dyes(g), outfit(g)) == (0, "", f"{hue} -")
    short = shopping(silk=[silk - 1, 0], dye=[exactly], deck=["kikko"], slots=["", "", ""])
    assert not short.asked or f"buy {hue}" not in game.legal(short, short.asked[0])


@rule("1.3", "6.4")
def test_the_rules_list_every_tertiary_dye_and_its_cost() -> None:
    rules = rulebook("royal_threadcount").rules
    listed = rules["6.4"].text.rpartition(": ")[2].removesuffix(".").split(", ")
    assert listed == [
        f"{hue} {' and '.join(f'{n} {dye}' for dye, n in DYE_COST[hue].items())}"
        for hue in HUES
        if CLASS[hue] == "tertiary"
    ]
    assert f"each tertiary hue: {', '.join(text.split()[0] for text in listed)}." in (
        rules["1.3"].text
    )


@rule("1.5")
def test_the_rules_list_the_favourite_colours() -> None:
    text = rulebook("royal_threadcount").rules["1.5"].text
    assert f"six favourite colours ({', '.join(COLOURS)})" in text


@rule("6.5")
def test_nobody_owns_more_than_five_basic_or_three_tertiary_cards() -> None:
    for seed in range(12):
        for p in to_the_end(game.new(2, seed), seed).players:
            tertiary = sum("-" in hue for hue in scoring.owned_hues(p))
            basic = len(scoring.owned_hues(p)) - tertiary
            assert tertiary <= 3 and basic <= 5 and 3 * tertiary + 2 * basic <= 10


# --- 7. The silk market --------------------------------------------------------------------------


@rule("7.4")
def test_a_sale_that_brings_new_patterns_cannot_be_taken_back_and_others_can() -> None:
    g = shopping(silk=[3], slots=["", "", "asanoha"], deck=["kikko", "uroko"])
    assert play(g, "A pattern 3").rng != g.rng
    g = shopping(silk=[3, 1], slots=["uroko", "", "asanoha"], deck=["kikko", "uroko"])
    assert play(g, "A pattern 3").rng == g.rng


# --- 8. The garments -----------------------------------------------------------------------------


@rule("8.2", "15.5")
def test_eight_changes_a_turn() -> None:
    g = shopping(silk=[1], outfits=["red uroko"], deck=["kikko"])
    for garment in ["hakama", "kimono"] * 4:
        g = play(g, "A arrange", f"A arrange {garment} red uroko")
    assert legal(g) == ["refresh", "done"]


@rule("8.2")
def test_four_changes_reach_every_outfit() -> None:
    hues, patterns = ["red", "red", "blue", "violet", "green"], ["uroko", "kikko"]
    chance = random.Random(2)
    for _ in range(60):
        p, wanted = Player(0), Player(0)
        for who in (p, wanted):
            for owned, cards, spare in (
                ([*hues], who.hues, who.spare_hues),
                ([*patterns], who.patterns, who.spare_patterns),
            ):
                chance.shuffle(owned)
                for i in chance.sample(range(4), chance.randint(0, min(4, len(owned)))):
                    cards[i] = owned.pop()
                spare += owned
        g = shopping(silk=[1], deck=["kikko"])
        g.players[0].hues, g.players[0].patterns = p.hues, p.patterns
        g.players[0].spare_hues, g.players[0].spare_patterns = p.spare_hues, p.spare_patterns
        for i, garment in enumerate(GARMENTS):
            move = f"{garment} {wanted.hues[i] or 'none'} {wanted.patterns[i] or 'none'}"
            if (g.players[0].hues[i], g.players[0].patterns[i]) != (
                wanted.hues[i],
                wanted.patterns[i],
            ):
                g = play(g, "A arrange", f"A arrange {move}")
        assert (g.players[0].hues, g.players[0].patterns) == (wanted.hues, wanted.patterns)


# --- 9. The end of a turn ------------------------------------------------------------------------


FULL = "red kikko, red uroko, blue uroko, green kikko"


def after_turn(turn: int, worn: str, finished: int = 0, moves: tuple[str, ...] = ()) -> int:
    """Since when A has finished, at the end of a turn with this outfit and these moves."""
    g = shopping(silk=[1, 1], outfits=[worn], turn=turn, deck=["kikko"])
    g.players[0].finished = finished
    return play(g, *moves, "A done").players[0].finished


@rule("9.4")
def test_four_garments_are_finished_at_the_end_of_the_turn_that_completes_them() -> None:
    g = shopping(silk=[5], slots=["kikko"], outfits=[FULL[:-5] + "-"], turn=7, deck=["kikko"] * 9)
    g = play(g, "A pattern 1")
    assert (g.players[0].finished, outfit(g)) == (7, FULL)
    assert "A has finished all four garments." in told(g)
    assert after_turn(7, "red kikko, red -") == 0


@rule("9.4")
def test_cards_for_four_garments_do_not_finish_them() -> None:
    worn = "red kikko, red uroko, blue uroko, green -, spare kikko"
    assert after_turn(7, worn) == 0
    complete = ("A arrange", "A arrange sensu green kikko")
    assert after_turn(7, worn, moves=complete) == 7


@rule("9.4", "15.5")
def test_finished_garments_stay_finished_since_then_unless_they_are_taken_apart() -> None:
    assert after_turn(9, FULL, finished=5) == 5
    apart = ("A arrange", "A arrange sensu none kikko")
    assert after_turn(9, FULL, finished=5, moves=apart) == 0
    again = (*apart, "A arrange", "A arrange sensu green kikko")
    assert after_turn(9, FULL, finished=5, moves=again) == 5, "within a turn nothing was undone"
