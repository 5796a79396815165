"""Brick & Mortar: the worked examples of brick_and_mortar.scenarios.md."""

from games.brick_and_mortar import game
from tests.games.brick_and_mortar import *
from tests.games.scenarios import Example, examples


@examples("brick_and_mortar")
def test_an_example(example: Example) -> None:
    example.check(KIT)


@rule("3.12")
def test_the_public_row_unsold() -> None:
    row = ["gadget_shop", "corner_grocery", "art_gallery", "mall_gallery"]
    g = play(building(row=row, stores=["jeweler"]), "A pass", "B pass")
    assert g.row[0] == "souvenir_stand" and len(g.row) == 4 and g.on_deck
    assert g.store_discards == row and g.on_deck not in [*row, *g.row]


@rule("3.12")
def test_the_public_row_sold() -> None:
    g = building(row=["gadget_shop", "corner_grocery", "art_gallery", "mall_gallery"])
    g = play(g, "A pay otherwise", "A auction corner_grocery", "A bid 5", "B drop", "A pay")
    upper = g.on_deck
    assert g.row == ["gadget_shop", "art_gallery", "mall_gallery", "souvenir_stand"]
    g = play(g, "A scrap", "B pass")
    assert g.row == ["art_gallery", "mall_gallery", "souvenir_stand", upper]
    assert g.store_discards == ["gadget_shop"] and g.on_deck not in ["", upper]


@rule("4.3")
def test_advertisement_counts() -> None:
    four = ["starting_1, starting_2, starting_3, starting_4", ""]
    hands = ["m01 m02 m03 m04 m05", "m11 m12 m13 m14 m15"]
    g = advertisement(stores=four, cards=hands)
    assert {*legal(g)} == {
        "pass",
        "pass always",
        "redraw all",
        "redraw later",
        *(f"redraw m0{n}" for n in range(1, 6)),
    }
    g = play(g, "A redraw all")
    first, second, third, *_ = sorted(player(g, "A").cards)
    assert not {first, second, third} & {*hands[0].split()}
    g = play(g, f"A play {first} supply {second} supply {third} demand")
    g = play(g, "B play m11 supply m12 demand")
    assert (len(player(g, "A").cards), player(g, "A").redrawn, asked(g)) == (5, 5, "")
    g = advertisement(stores=["starting_1, starting_2, starting_3", ""], cards=hands)
    g = play(g, "A redraw later")
    assert refused(g, "A play m01 supply m02 supply m03 supply")
    g = play(g, "A play m01 supply m02 supply", "B play m11 supply m12 demand")
    left = {"redraw all", "redraw m03", "redraw m04", "redraw m05"}
    assert {*legal(g)} == {"pass", "pass always", *left}


@rule("1.5")
def test_preset_hands_for_two() -> None:
    g = game.new(2, 1, {"first_game": True})
    one, two = (g.players[seat] for seat in g.order)
    assert sorted(one.hand) == ["estate_seller", "food_distributor", "large_canning_factory"]
    assert sorted(two.hand) == ["art_purveyor", "consignment_store", "food_bank"]
    assert [each.card for p in (one, two) for each in p.stores] == ["starting_3", "starting_4"]
    assert sorted(one.cards) == ["m01", "m08", "m22", "m26", "m62"]
    assert sorted(two.cards) == ["m05", "m30", "m51", "m81", "m83"]
