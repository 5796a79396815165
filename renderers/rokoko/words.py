"""The pictures in words."""

from collections.abc import Mapping

from renderers.canvas import by_place, names_of, seats_asked, winners

from .reading import (
    View,
    call,
    in_colours,
    lately,
    letters_of,
    phase_of,
    short,
    trims_of,
)

PARTS = ("tokens", "Favor", "cards", "majorities", "dresses", "terrace", "decorations", "statues",
         "All halls", "money")  # fmt: skip


def describe(view: View) -> str:
    """Return the picture in words, in at most a thousand characters."""
    text = ""
    for most, brief in ((40, False), (20, False), (20, True), (12, True), (7, True), (4, True)):
        names = [short(name, most) for name in names_of(view)]
        say = end_words if phase_of(view) == "over" else game_words
        text = "\n".join(line for line in say(view, names, brief) if line)
        if len(text) <= 1000:
            return text
    return text[:999] + "…"


def game_words(view: View, names: list[str], brief: bool) -> list[str]:
    """Say where the game stands, what can be bought, who leads in the halls, and the players."""
    words, hint = call(view)
    asked = seats_asked(view)
    who = names[asked[0]] if len(asked) == 1 else "All" if len(asked) == view["seats"] else "Some"
    event = "" if brief else f" {lately(view)}."
    return [
        f"{view['title']}, round {view['round']} of {view['rounds']}. {who}{words}: {hint}.{event}",
        *own_words(view),
        windows(view, brief),
        halls(view, names),
        "" if brief else offers(view),
        *(player_words(view, seat, names, brief) for seat in range(view["seats"])),
    ]


def own_words(view: View) -> list[str]:
    """Say what only the viewer knows: hand and supply, and what has been chosen."""
    if view["viewer"] is None:
        return []
    me = view["players"][view["viewer"]]
    hand, supply = ", ".join(me["hand"]) or "empty", ", ".join(me["supply"]) or "empty"
    chosen = f" You answered: {view['answer']}." if view["answer"] else ""
    return [
        f"Your hand: {hand}; supply: {supply}; discard: {', '.join(me['discard']) or 'empty'}."
        + chosen
    ]


def windows(view: View, brief: bool) -> str:
    """Say which dresses hang in the windows, for how much and of what."""
    shown = [
        f"{it['dress']['id']} {it['price']}"
        + ("" if brief else f" {letters_of(it['dress']['silk'])}{trims_of(it['dress'])}")
        for it in view["workshop"]
        if it["dress"]
    ]
    return f"Windows: {', '.join(shown) or 'empty'}."


def offers(view: View) -> str:
    """Say who is for hire and how many tiles lie in each segment."""
    hiring = view["hiring"]
    cards = " ".join(card["id"] for card in hiring["cards"] if card)
    hire = f"Hire for {hiring['price']}: {cards}" if cards else "Nobody for hire"
    tiles = [
        f"{it['name']} {sum(tile is not None for tile in it['tiles'])} at {it['price']}"
        for it in view["segments"]
        if it["price"] is not None
    ]
    favor = "Favor free" if view["favor"] is None else "Favor taken"
    return f"{hire}. Tiles: {', '.join(tiles) or 'none'}. {favor}."


def halls(view: View, names: list[str]) -> str:
    """Say who would get how much in each hall."""
    shown: list[str] = []
    for hall in view["halls"]:
        led = [f"{names[who]} {n}" for who, n in enumerate(hall["points"]) if n]
        if led:
            shown.append(f"{hall['name'].removeprefix('The ')}: {' '.join(led)}")
    return f"{'; '.join(shown)}." if shown else "The halls are empty."


def player_words(view: View, who: int, names: list[str], brief: bool) -> str:
    """Say what everybody knows of a player."""
    player, table = view["players"][who], view["tables"][who]
    silk = letters(table["silk"])
    text = (
        f"{names[who]}: {view['sheets'][who]['total']} prestige, {player['livre']} Livre, "
        f"{player['lace']} lace, {player['yarn']} yarn, silk {silk}"
    )
    if who in view["answered"]:
        text += ", has answered"
    if who == view["starting"]:
        text += ", starts"
    if brief:
        return text + f", hand {table['hand']}."
    return text + f", {table['dresses']} rented, hand {table['hand']}, supply {table['supply']}."


def letters(silk: Mapping[str, int]) -> str:
    """Say how much silk there is, as in "R3 B1"."""
    return " ".join(f"{colour[0].upper()}{n}" for colour, n in in_colours(silk)) or "none"


def end_words(view: View, names: list[str], brief: bool) -> list[str]:
    """Say who won and every player's score, part by part."""
    best = " and ".join(names[who] for who in winners(view))
    wins = "share the win" if len(view["winners"]) > 1 else "wins"
    lines = [f"{view['title']}, the end: {best} {wins}."]
    for who in by_place(view):
        sheet = view["sheets"][who]
        parts = [
            f"{name} {sheet[step]}"
            for name, step in zip(PARTS, view["steps"], strict=True)
            if sheet[step]
        ]
        lines.append(f"{names[who]} {sheet['total']}: {', '.join(parts)}.")
    return lines if not brief else [line.replace("decorations", "art") for line in lines]
