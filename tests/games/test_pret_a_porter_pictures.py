"""The pictures of the magazine: what is written small, what is said in few words, what is seen."""

import random
import re
from typing import Any

import pytest
from PIL import ImageColor

from atelier_testing.drawn_texts import drawn_texts, tracking_texts
from atelier_testing.pictures import course_of
from bot.table.story import with_course
from bot.texts.languages import LANGUAGES, using_language
from games import discover
from games.pret_a_porter.components import CARDS, DESIGNS
from games.pret_a_porter.view import card_facts, design_facts
from games.words import translate
from renderers.fonts import fitted
from renderers.pret_a_porter import describe, draw, shops, street, tell
from renderers.pret_a_porter.asked import PARTS, part_asked_about
from renderers.pret_a_porter.colours import (
    ALARM,
    CLOTHS,
    GAIN,
    GREY,
    INK,
    NOW,
    NOW_PALE,
    PAGE,
    PAPER,
    STYLES,
    ZERO,
    sheet,
)
from renderers.pret_a_porter.finale import results
from renderers.pret_a_porter.reading import (
    Entry,
    Look,
    design_of,
    holding,
    lines_of,
    offer,
    points_of_the_year,
    runway_of,
    shows_of_the_year,
    whose_turn,
)
from renderers.pret_a_porter.terms import cloth_letter, month_letters, short_month
from renderers.pret_a_porter.wardrobe import Group, rows
from tests.games.pret_a_porter import acting, new

game = discover()["pret_a_porter"]
INKS = [(ink, paper) for ink in (INK, GREY, ZERO, ALARM) for paper in (PAPER, NOW_PALE)]
INKS += [(INK, NOW), (INK, PAGE), (GREY, PAGE), (GAIN, PAPER), (PAPER, INK)]
INKS += [(style.body, PAPER) for style in STYLES.values()]
INKS += [(style.dark, style.tint) for style in STYLES.values()]
INKS += [(cloth.ink, cloth.fill) for cloth in CLOTHS.values()]


def brightness(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [value / 255 for value in ImageColor.getrgb(colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("ink", "paper"), INKS)
def test_type_stands_out_from_its_paper(ink: str, paper: str):
    low, high = sorted((brightness(ink), brightness(paper)))
    assert (high + 0.05) / (low + 0.05) >= 4.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_listed_in_full_in_every_language(language: str, monkeypatch: pytest.MonkeyPatch):
    cut: list[str] = []

    def look(image: Any, xy: Any, text: str, kind: str, size: int, *_: Any, room: Any = None):
        shown = text if room is None else fitted(text, kind, size, room)[0]
        if shown.endswith("…"):
            cut.append(text)

    monkeypatch.setattr(street, "write", look)
    monkeypatch.setattr(shops, "write", look)
    with using_language(language):
        for card in CARDS:
            for entry in (offer(listing(card, "a"), card), *held(card)):
                street.draw_entry(sheet(485, 96), entry, 0, 0, 485)
            street.card_column((), (translate(CARDS[card].name), 19))
        for design in DESIGNS:
            shown = design_of({"facts": {design: design_facts(design)}}, design)
            shops.window(Look(shown, (False, False), False), shops.BOARD_WINDOW_SIZE)
    assert not cut


def listing(card: str, side: str) -> dict[str, Any]:
    """As much of a view as a card in a list needs."""
    return {"facts": {card: card_facts(card)}, "players": [{"cards": {card: side}}]}


def held(card: str) -> list[Entry]:
    """A card as a company has it, on both its sides."""
    return [holding(listing(card, side), 0, card) for side in CARDS[card].sides]


def test_few_words_keep_all_that_a_card_gains():
    for side in [side for card in CARDS.values() for side in card.sides.values()]:
        assert len(side.short) == len(side.text)
        for text, short in zip(side.text, side.short, strict=True):
            gains = re.findall(r"gain (\$?\d+)", text)
            assert all(f"+{gain}" in short for gain in gains), short
            assert set(re.findall(r"\d+", text)) <= set(re.findall(r"\d+", short)) | {"1", "2"}, (
                text
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_and_short_months_are_as_many_as_there_are(language: str):
    with using_language(language):
        assert len({cloth_letter(cloth) for cloth in CLOTHS}) == len(CLOTHS)
        assert len(month_letters()) == len({short_month(n) for n in range(1, 13)}) == 12


def shows(seats: int) -> list:
    """The positions of a game's exhibition months, as everybody sees them."""
    g, found = game.new(seats, 3), []
    for p in g.players:
        p.asks_firing = True
    while g.scores is None:
        if g.round % 3 == 0:
            found.append(game.view(g, None) | {"names": ["Ada", "Bo", "Cy", "Di"][:seats]})
        seat = random.Random(len(found)).choice(g.asked)
        g = game.play(g, seat, game.default(g, seat))
    return found


def test_lines_are_a_forecast_until_they_are_judged():
    before = next(view for view in shows(3) if view["phase"] == "show")
    after = next(view for view in shows(3) if view["phase"] == "upkeep")
    assert not any(line.judged for line in lines_of(before))
    assert all(line.judged for line in lines_of(after))
    awards = [tuple(award["prestige"]) for award in after["awards"]]
    assert [line.prestige for line in lines_of(after)] == awards


def test_the_board_before_a_show_tells_the_best_collection():
    view = next(view for view in shows(2) if view["phase"] == "show" and view["prospects"][0])
    best = view["prospects"][0][0]
    runway = runway_of(view, 0)
    assert {design.id for design in runway.designs} == set(best["designs"])
    assert f"{best['prestige']} prestige, sale ${best['takings']}" in runway.words
    assert runway.title in describe(view)


def test_debts_are_told_and_drawn_beside_the_upkeep():
    g = game.new(2, 1)
    free = game.view(g, None) | {"names": ["Ada", "Bo"]}
    g.players[0].loans = 2
    owing = game.view(g, None) | {"names": ["Ada", "Bo"]}
    assert "owes 2 loans: $56" in describe(owing) and "owes" not in describe(free)
    assert draw(owing).tobytes() != draw(free).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_asked_player_does_is_said_after_their_name(language: str):
    assert not [choice.name for choice in game.choices.values() if not choice.they]
    g = game.new(2, 1)
    view = game.view(g, None) | {"names": ["Ada", "Ben"]}
    with using_language(language, game.name):
        name, words = whose_turn(view)
        assert name in ("Ada", "Ben") and words[0] not in " は"
        assert f"{name} {words}" in describe(view) or f"{name}は{words}" in describe(view)


def test_every_question_has_its_part_of_the_board_in_the_private_picture():
    assert {*PARTS} == {*game.choices}


def test_what_is_asked_about_is_drawn_with_the_prices_that_count():
    g = game.new(2, 1)
    for location in (5, 7, 9):
        for seat in (*g.asked, 1 - g.asked[0]):
            g = game.play(g, seat, f"place {location}")
    seen = set[str]()
    while g.round == 1:
        view: dict[str, Any] = {**game.view(g, g.asked[0]), "names": ["Ada", "Ben"]}
        seen.add(view["question"]["name"])
        with tracking_texts():
            words = {each.text for each in drawn_texts(draw(view))}
        if view["question"]["name"] == "designs":
            assert {view["facts"][card]["name"] for card in view["rows"]["design"]} <= words
        if view["question"]["name"] == "warehouse":
            prices = view["locations"][6]["own_prices"].values()
            assert {f"${price}" for price in prices} <= words
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    assert seen >= {"designs", "warehouse", "last_minute"}


def test_who_is_not_asked_sees_the_street_until_their_pawns_have_acted():
    assert part_asked_about(game.view(acting(9, "", "", who="AB"), 1))
    assert not part_asked_about(game.view(acting(9, "", "", "", who="AB"), 2))
    placing = new(2)
    assert part_asked_about(game.view(placing, 1 - placing.asked[0]))


def test_designs_stand_in_the_first_row_with_room():
    card = next(iter(DESIGNS))
    design = design_of({"facts": {card: design_facts(card)}}, card)
    found = [Group("sport", (Look(design, (), False),) * n, 0, n, ()) for n in (4, 3, 3, 1, 1)]
    assert [[len(it.looks) for it in row] for row in rows(found)] == [[4, 1], [3, 1], [3]]
    assert rows(found[:1] + found[3:4])[-1] == [], "the stage has a row of its own"


def test_a_tie_behind_the_first_is_broken_in_the_score_sheet_too():
    g = game.playout(game.new(3, 1), random.Random(1))
    for company in g.players:
        company.bankrupt = False
    g.scores, g.tie_breaks = [9, 5, 5], [0, 1, 2]
    view = game.view(g, None)
    assert [(it.seat, it.place) for it in results(view)] == [(0, 1), (2, 2), (1, 3)]


def test_the_end_tells_of_all_shows_and_of_the_month_that_decided():
    g, played = game.new(2, 4), list[Any]()
    while g.scores is None:
        played.append(g)
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    view: dict[str, Any] = game.view(g, None) | {"names": ["Ada", "Ben"]}
    alone = shows_of_the_year(view)
    assert [it.month for it in alone] == [12] and not points_of_the_year(view)
    view = with_course(view, course_of(game, [*played, g]))
    view["story"]["decided"] = {"round": 7, "gained": 9, "seats": [0, 1]}  # it begins with February
    months = shows_of_the_year(view)
    assert [it.month for it in months] == [3, 6, 9, 12]
    assert [it.month for it in months if it.decided] == [9]
    assert months[-1] == alone[0] and len(points_of_the_year(view)) == 13
    for it in months[:-1]:
        shown = next(each for each in reversed(played) if each.round == it.month + 1)
        assert it.prestige == tuple(
            sum(award.prestige[who] for award in shown.awards) for who in (0, 1)
        )
    told = tell(view)
    assert "September decided it: +9 on Ben" in told
    assert all(f"{month}, " in told for month in ("March", "June", "September", "December"))
