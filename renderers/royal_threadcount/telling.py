"""The pictures told at length, `tell`: all that they show, a section for each part."""

from collections.abc import Iterator

from renderers.canvas import names_of, seats_asked
from renderers.telling import amounts, joined, told

from .board import PRINTED, buyer
from .patterns import GARMENTS, PRIMARY
from .reading import (
    View,
    Wear,
    call,
    dice_words,
    owned,
    pays,
    phase_of,
    results,
    roll_total,
    running_order,
    title_of,
    turn_words,
    verdict,
    wears_of,
    wishes,
)


def tell(view: View) -> str:
    """Return all that the board and the viewer's own picture show, by sections."""
    if phase_of(view) == "over":
        return told(
            (f"{view['title']}, the end", verdict_words(view)),
            ("Presented", result_words(view)),
        )
    return told(
        (f"{view['title']}, {turn_words(view)}", now_words(view)),
        ("You", own_words(view)),
        ("Silk board", board_words(view)),
        ("Patterns", pattern_words(view)),
        ("Dye cards", dye_words(view)),
        *(player_words(view, who) for who in running_order(view)),
    )


# -------------------------------------------------------------------- the turn


def now_words(view: View) -> Iterator[str]:
    """Yield who is asked what, the weeks that are left, and the order of turns."""
    words, hint = call(view)
    asked = " and ".join(names_of(view)[who] for who in seats_asked(view))
    yield f"{asked}{words}: {hint}." if asked else ""
    yield f"Turns are past for {view['weeks']} of 10 weeks." if view["weeks"] else ""
    order = [f"{names_of(view)[who]}, rolled {view['rolls'][who]}" for who in running_order(view)]
    yield f"Turn order: {'; '.join(order)}."


def board_words(view: View) -> Iterator[str]:
    """Yield where silk lies, the dice with what they do, and what was paid."""
    now, phase = view["now"], phase_of(view)
    yield f"Silk on {numbers(view['cubes'])}." if view["cubes"] else "No silk."
    if phase == "sow":
        yield f"Free to sow: {numbers(view['sowable'])}."
    total = roll_total(view)
    if total:
        who, _, silk, dye = total
        gained = f"{silk} silk" + (f" and 1 {dye}" if dye else "")
        yield f"Last roll, by {names_of(view)[who]}: {gained}."
    for n, (face, waits, first, second) in enumerate(dice_words(view), 1):
        die = f"Die {n}" if n < 4 else "Dye die"
        yield f"{die}, {face}: {joined(first, second, between=', ')}{', waits' if waits else ''}."
    zeros = [f"{n} for {it['silk']}" for n, it in view["zero_outcomes"].items()]
    yield f"The 0 named: {', '.join(zeros)} silk." if zeros and phase == "zero" else ""
    paid = [f"{space} pays {silk}" for space, silk in pays(view)]
    yield f"Spaces: {', '.join(paid)}." if paid and now else ""


def numbers(found: list[int]) -> str:
    """Return numbers as a list."""
    return ", ".join(map(str, found)) or "none"


# ------------------------------------------------------------------ the market


def pattern_words(view: View) -> Iterator[str]:
    """Yield the patterns on offer, with the worth of one to four of a kind, and the deck."""
    for offer in view["offers"]:
        pattern, player = offer["pattern"], buyer(view)
        if not pattern:
            yield f"Slot {offer['slot']}: sold out."
            continue
        worth = PRINTED[view["scoring"]].get(pattern, ())
        yield joined(
            f"Slot {offer['slot']}: {title_of(pattern)}, {offer['price']} silk",
            f"one to four are worth {numbers(list(worth))}",
            f"{names_of(view)[view['now']['seat']]} has {owned(player, pattern)}" if player else "",
            f"{len(offer['beneath'])} beneath",
            "can be paid" if offer["payable"] else "",
        ) + "."  # fmt: skip
    yield f"{view['deck']} in the deck; 1 silk for three new." if view["deck"] else "Deck empty."


def dye_words(view: View) -> Iterator[str]:
    """Yield the dye cards with their price and how many are left."""
    for it in view["dyes"]:
        yield joined(
            f"{title_of(it['hue'])}: {amounts(it['dye'])}, {it['silk']} silk",
            f"{it['left']} left" if it["left"] else "sold out",
            "can be paid" if it["payable"] else "",
        ) + "."  # fmt: skip


# ----------------------------------------------------------------- the players


def player_words(view: View, who: int) -> tuple[str, list[str]]:
    """Return a player's section: points, stocks, clothes, spare cards."""
    player, sheet = view["players"][who], view["sheets"][who]
    heading = f"{names_of(view)[who]}, {sheet['total']} points"
    dye = amounts({hue: player["dye"][hue] for hue in PRIMARY.values()})
    spare = [*player["spare_hues"], *map(title_of, player["spare_patterns"])]
    return heading, [
        f"{player['silk']} silk; dye {dye or 'none'}.",
        clothes_words(wears_of(player)),
        f"Spare: {', '.join(spare)}." if spare else "",
    ]


def clothes_words(wears: tuple[Wear, ...]) -> str:
    """Return the four garments with dye and pattern."""
    worn = [
        f"{kind} {joined(hue or 'undyed', title_of(pattern) or 'no pattern', between=', ')}"
        for kind, (hue, pattern) in zip(GARMENTS, wears, strict=True)
        if hue or pattern
    ]
    text = "; ".join(worn) or "no garment begun"
    return f"{text[:1].upper()}{text[1:]}."


def own_words(view: View) -> Iterator[str]:
    """Yield what only the viewer knows, the own points, and what the viewer can pay."""
    who = view["viewer"]
    if who is None:
        return
    me, sheet = view["players"][who], view["sheets"][who]
    yield f"You are {names_of(view)[who]}; your secret color is {me['favourite'][0]}."
    points = [
        f"{kind} {it['dye']}"
        for kind, it in zip(GARMENTS, sheet["garments"], strict=True)
        if it["dye"]
    ]
    yield f"Points for your dyes: {', '.join(points)}." if points else ""
    found = {state: [it for it in wishes(view) if it[2] == state] for state in ("can", "dear")}
    for state, label in (("can", "You can pay"), ("dear", "Too dear")):
        shown = [
            f"{title_of(what)}" + (f" (adds {gain})" if gain is not None else "")
            for what, _, _, gain in found[state]
        ]
        yield f"{label}: {', '.join(shown) or 'nothing'}."


# --------------------------------------------------------------------- the end


def verdict_words(view: View) -> Iterator[str]:
    """Yield who has won and why, and what the Empress likes."""
    name, words, why = verdict(view)
    yield f"{name}{words}; {why}.".strip()
    likes = zip(names_of(view), view["empress_colours"], strict=True)
    colours = ", ".join(f"{colour} ({name})" for name, colour in likes)
    yield f"The Empress likes the pattern {title_of(view['empress_pattern'])}; colors: {colours}."
    worth = PRINTED[view["scoring"]].items()
    printed = [f"{title_of(pattern)} {numbers(list(values))}" for pattern, values in worth]
    yield f"One to four of a pattern are worth: {'; '.join(printed)}."


def result_words(view: View) -> Iterator[str]:
    """Yield every player's score, its parts, and the clothes."""
    for it in results(view):
        garments, dyes, patterns, total = it.parts
        sets = [
            f"{count} {title_of(pattern)} {points}{' with the favourite' if liked else ''}"
            for pattern, count, points, liked in it.sets
        ]
        by_dye = [f"{kind} {n}" for kind, n in zip(GARMENTS, it.dyes, strict=True) if n]
        yield joined(
            f"{it.place}. {it.name}, {total}: garments {garments}",
            f"dyes {dyes}" + (f" ({', '.join(by_dye)})" if by_dye else ""),
            f"patterns {patterns}" + (f" ({', '.join(sets)})" if sets else ""),
            clothes_words(it.wears).rstrip("."),
        ) + "."  # fmt: skip
