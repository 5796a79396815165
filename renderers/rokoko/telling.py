"""The pictures told at length, `tell`: all that they show, a section for each part."""

from collections.abc import Iterator

from renderers.canvas import names_of, seats_asked, winners
from renderers.telling import amounts, joined, told

from .board import FAVOR_LIVRE
from .finale import PARTS, results
from .header import reason
from .private import chosen_by, lacking, rivals_of
from .reading import Facts, View, call, fresh_ids, hire_hint, in_colours, in_order, lately, phase_of

LACKS = {"R": "red", "Y": "yellow", "B": "blue", "G": "green", "y": "yarn", "l": "lace",
         "livre": "Livre"}  # fmt: skip
GIFTS: dict[str, str] = {"livre": "Livre", "free_tile": "tile"}


def tell(view: View) -> str:
    """Return all that the board and the viewer's own picture show, by sections."""
    if phase_of(view) == "over":
        return told(
            (f"{view['title']}, the end", [verdict(view)]),
            ("Prestige", scores(view)),
            *palace(view),
        )
    return told(
        (f"{view['title']}, round {view['round']} of {view['rounds']}", now_words(view)),
        ("You", own_words(view)),
        ("Players", (player_words(view, who) for who in range(view["seats"]))),
        ("Workshop", (window_words(view, k) for k in range(len(view["workshop"])))),
        ("Warehouse", warehouse(view)),
        ("For hire", hire(view)),
        *palace(view),
    )


# ------------------------------------------------------------- where it stands


def now_words(view: View) -> list[str]:
    """Say who is asked, and what happened last."""
    words, hint = call(view)
    who = " and ".join(names_of(view)[seat] for seat in seats_asked(view))
    starts = f"{names_of(view)[view['starting']]} starts this round."
    last = lately(view)
    return [
        f"{who}{words}: {hint}.",
        making(view),
        f"{last}." if last else "",
        starts,
        favor_words(view),
    ]


def favor_words(view: View) -> str:
    """Say who has the Queen's letter."""
    if view["favor"] is None:
        return f"The Favor is free to take, with {FAVOR_LIVRE} Livre."
    return f"{names_of(view)[view['favor']]} has the Favor and starts the next round."


def making(view: View) -> str:
    """Say which dress is being paid for or has been made."""
    made = view["making"]
    return f"In the making: {dress_words(made)}." if made else ""


def verdict(view: View) -> str:
    """Say who has won, and why."""
    best = " and ".join(names_of(view)[who] for who in winners(view))
    verb = "share the win" if len(view["winners"]) > 1 else "wins"
    return f"{best} {verb}: {reason(view)}."


def scores(view: View) -> Iterator[str]:
    """Yield every player's score, part by part."""
    for it in sorted(results(view), key=lambda it: it.place):
        parts = zip(PARTS, it.parts, strict=True)
        told_parts = ", ".join(f"{name} {n}" for (name, _), n in parts)
        yield f"{it.place}. {it.name}, {it.total}: {told_parts}."


# --------------------------------------------------------------------- players


def player_words(view: View, who: int) -> str:
    """Say what everybody knows of a player."""
    player, table = view["players"][who], view["tables"][who]
    return joined(
        f"{names_of(view)[who]}: {view['sheets'][who]['total']} prestige",
        f"{player['livre']} Livre, income {table['income']}",
        f"{player['lace']} lace, {player['yarn']} yarn",
        silk_words(table),
        f"{table['dresses']} rented out",
        f"hand {table['hand']}, supply {table['supply']}, discard {len(player['discard'])}",
        "has answered" if who in view["answered"] else "",
    ) + "."  # fmt: skip


def silk_words(table: Facts) -> str:
    """Say how much silk there is of each colour, and on which tiles."""
    tiles = [amounts(it["silk"]).replace(", ", " ") for it in table["tiles"]]
    if not tiles:
        return "no silk"
    return f"silk {amounts(dict(in_colours(table['silk'])))}, on tiles {' / '.join(tiles)}"


def own_words(view: View) -> Iterator[str]:
    """Yield what only the viewer sees: cards, tiles, what can be made, the score."""
    who = view["viewer"]
    if who is None:
        return
    me, table, now, chosen = view["players"][who], view["tables"][who], view["now"], chosen_by(view)
    yield f"You are {names_of(view)[who]}."
    if now and now["seat"] == who:
        yield f"In play: {card_words(view, now['card'])}."
    if view["answer"]:
        yield f"You answered: {view['answer']}."
    supply = [card for card in me["supply"] if card not in chosen]
    piles = {"Hand": me["hand"], "Chosen": chosen, "Supply": supply, "Discard": me["discard"]}
    for pile, cards in piles.items():
        if cards or pile != "Chosen":
            shown = "; ".join(card_words(view, card) for card in cards)
            yield f"{pile}: {shown or 'empty'}."
    tiles = "; ".join(f"{it['id']} {amounts(it['silk'])}" for it in table["tiles"])
    yield f"Silk tiles: {tiles or 'none'}."
    yield from chances(view)
    rivals = [f"{name} {own} to {other}" for name, own, other, _ in rivals_of(view)]
    yield f"Strength in the halls, you to the best other: {', '.join(rivals)}."
    sheet = view["sheets"][who]
    parts = zip(PARTS, view["steps"], strict=True)
    score = [f"{name} {sheet[step]}" for (name, _), step in parts if sheet[step]]
    yield f"Your prestige as it stands, {sheet['total']}: {', '.join(score) or 'none'}."


def card_words(view: View, card: str) -> str:
    """Return an employee of one's own with what it brings."""
    face = view["faces"][card]
    return f"{card} {face['name']}, {face['grade']}, {face['text'].rstrip('.')}"


def chances(view: View) -> Iterator[str]:
    """Yield for which dresses the viewer has all, and what lacks for the others."""
    ready: list[str] = []
    lack: list[str] = []
    for it in view["workshop"]:
        if it["dress"]:
            lacks = [f"{n} {LACKS[what]}" for what, n in lacking(view, it["dress"], it["price"])]
            name = it["dress"]["id"]
            (lack if lacks else ready).append(f"{name} {', '.join(lacks)}".strip())
    yield f"You have all for: {', '.join(ready)}." if ready else ""
    yield f"You lack, for {'; for '.join(lack)}." if lack else ""


# ---------------------------------------------------------------------- market


def window_words(view: View, k: int) -> str:
    """Say what hangs in a window."""
    it = view["workshop"][k]
    dark = ", dark" if it["dark"] else ""
    shown = dress_words(it["dress"]) if it["dress"] else "empty"
    return f"Window {k + 1}{dark}, {it['price']} Livre: {shown}."


def dress_words(dress: Facts) -> str:
    """Return a dress with what it needs and what it is worth."""
    needs = amounts({**dress["silk"], "yarn": dress["yarn"], "lace": dress["lace"]})
    master = ", masters only" if dress["master"] else ""
    worth = f"sells for {dress['value']}, rents for {dress['prestige']} prestige"
    return f"{dress['id']} {dress['colour']}, needs {needs}{master}, {worth}"


def warehouse(view: View) -> Iterator[str]:
    """Yield the tiles of each segment with their price."""
    for it in view["segments"]:
        tiles = [tile for tile in it["tiles"] if tile]
        shown = "; ".join(f"{amounts(tile['silk'])} or {amounts(tile['goods'])}" for tile in tiles)
        places = f"{len(tiles)} of {len(it['tiles'])} places"
        price = f", {it['price']} Livre a tile" if tiles else ""
        yield f"{it['name']}, {places}{price}" + (f": {shown}." if shown else ".")


def hire(view: View) -> Iterator[str]:
    """Yield the price of the next employee, and who is for hire."""
    hiring = view["hiring"]
    found = [card for card in hiring["cards"] if card]
    yield f"Price {hiring['price']} Livre, {hire_hint(view)}." if found else "Nobody."
    for card in found:
        yield f"{card['id']} {card['name']}, {card['grade']}: {card['text']}"


# ---------------------------------------------------------------------- palace


def palace(view: View) -> list[tuple[str, Iterator[str]]]:
    """Return what the palace shows: halls, decorations, what all halls bring."""
    return [
        ("Halls", (hall_words(view, hall) for hall in view["halls"])),
        ("Terrace and roofs, each with its price or its owner", decorations(view)),
    ]


def hall_words(view: View, hall: Facts) -> str:
    """Say what a hall brings to whom, its musician, its guests and its free spaces."""
    names, fresh = names_of(view), fresh_ids(view)
    led = [
        f"{n} to {' and '.join(names[who] for who, k in enumerate(hall['points']) if k == n)}"
        for n in sorted(set(hall["points"]), reverse=True)
        if n
    ]
    spaces = in_order(hall["spaces"])
    guests = [guest_words(it, names, fresh) for it in spaces if it["dress"]]
    free = [f"{it['key'].upper()} {gift(it)}".strip() for it in spaces if not it["dress"]]
    return joined(
        f"{hall['name']}, {' and '.join(map(str, hall['majority']))} prestige",
        f"now {', '.join(led)}" if led else "",
        f"musician {bought(hall['musician'], names, fresh)}",
        f"guests {', '.join(guests)}" if guests else "no guest",
        f"free {', '.join(free)}" if free else "full",
    ) + "."  # fmt: skip


def guest_words(it: Facts, names: list[str], fresh: set[str]) -> str:
    """Return a rented dress with its owner."""
    dress = it["dress"]
    trims = joined(*(what for what in ("yarn", "lace") if dress[what]), between=" and ")
    where = "on the Master space " if it["master"] else ""
    new = ", new" if it["id"] in fresh else ""
    return f"{names[it['owner']]} {where}{joined(dress['colour'], trims, between=' with ')}{new}"


def gift(it: Facts) -> str:
    """Return what a free space gives."""
    bonus: dict[str, int] = it["bonus"]
    found = amounts({GIFTS.get(what, what): n for what, n in bonus.items()})
    return f"({found})" if found else ""


def bought(it: Facts, names: list[str], fresh: set[str]) -> str:
    """Return who has paid for a decoration, or its price."""
    if it["owner"] is None:
        return f"{it['cost']} Livre"
    return f"{names[it['owner']]}{' (new)' if it['id'] in fresh else ''}"


def decorations(view: View) -> Iterator[str]:
    """Yield statues, fireworks, fountain, and what being in all halls brings."""
    names, fresh, found = names_of(view), fresh_ids(view), view["decorations"]
    yield f"Statues: {', '.join(bought(it, names, fresh) for it in found['statue'])}."
    for title, kind in (("Fireworks", "fireworks"), ("Fountain, below", "lower")):
        shown = [f"{it['prestige']} prestige, {bought(it, names, fresh)}" for it in found[kind]]
        yield f"{title}: {'; '.join(shown)}."
        if kind == "fireworks":
            upper = [f"income {it['income']}, {bought(it, names, fresh)}" for it in found["upper"]]
            yield f"Fountain, above: {'; '.join(upper)}."
    yield "Below, each pays 1 Livre a round for each rented dress."
    values = [
        str(it["value"]) if it["owner"] is None else f"{it['value']} to {names[it['owner']]}"
        for it in view["all_halls"]
    ]
    yield f"In all halls: {', '.join(values)}."
