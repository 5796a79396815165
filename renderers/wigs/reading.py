"""What a view says, in values and short notes; nothing is drawn here."""

from collections import Counter
from typing import Any

from games.words import _, phrase, translate
from renderers.seats import by_place, place_of, winners

View = dict[str, Any]


def tiles_behind_screen(view: View, who: int) -> int:
    tiles = view["players"][who]["tiles"]
    return tiles if isinstance(tiles, int) else len(tiles)


def tiles_owned(view: View, who: int) -> int:
    """How many tiles a player owns, the worn one included."""
    return tiles_behind_screen(view, who) + (view["players"][who]["worn"] > 0)


def known_types(view: View, who: int) -> Counter[int]:
    """The types that a viewer knows behind a screen, with their numbers."""
    player = view["players"][who]
    tiles = player["tiles"]
    return Counter(player["tiles_seen"] if isinstance(tiles, int) else tiles)


def line_of_players(view: View) -> list[int]:
    """The seats in the order of the rows: the running order, else round the table."""
    seats = view["seats"]
    if view["phase"] == "over":
        return by_place(view)
    if view["order"]:
        return view["order"]
    start = view["first"] if view["phase"] == "draft" else 0
    return [(start + k) % seats for k in range(seats)]


def prices_on_offer(view: View) -> list[int]:
    return [
        price
        for column, squares in view["market"].items()
        for price, kind in zip(view["prices"][column], squares, strict=True)
        if kind
    ]


def purse(view: View, who: int) -> int:
    """The dearest price on the market that a player can pay, 0 if none."""
    gold = view["players"][who]["gold"]
    return max((p for p in prices_on_offer(view) if p <= gold), default=0)


def next_in_line(view: View) -> int | None:
    """Who comes after the one asked, as far as everybody can tell."""
    phase, asked = view["phase"], view["asked"]
    if phase not in ("draft", "sell", "buy") or len(asked) != 1:
        return None
    line = line_of_players(view)
    at = line.index(asked[0])
    if phase == "sell":
        return next(iter(line[at + 1 :]), None)
    others = line[at + 1 :] + line[:at]
    if phase == "draft":
        return others[0] if len(view["offer"]) > 1 else None
    return next((w for w in others if purse(view, w) and not view["players"][w]["out"]), None)


def whose_turn(view: View, who: int, names: list[str]) -> str:
    """What a player who is asked does; each of several picks a wig to wear."""
    they = view["question"]["they"] or phrase("{who:seat picks|You pick}", who=who)
    return translate(they, names)


def column_type(view: View, column: str) -> int:
    """0 if the column is open."""
    return next((kind for kind in view["market"][column] if kind), 0)


def chosen(view: View) -> int:
    """The type that the viewer has answered to wear, 0 if none."""
    word, _, kind = (view["answer"] or "").partition(" ")
    return int(kind) if word == "wear" else 0


def note(view: View, who: int) -> tuple[str, str]:
    """A few words about a player's state, and their tone: now, done or quiet."""
    phase, player = view["phase"], view["players"][who]
    now, following = who in view["asked"], next_in_line(view) == who
    if phase == "draft":
        if now:
            return _("picks now"), "now"
        return _("picks next") if following else _("waits"), "quiet"
    if phase == "wear":
        return (_("picks in secret"), "now") if now else (_("has picked"), "done")
    if phase == "market":
        return (_("sets the market"), "now") if now else ("", "quiet")
    if phase == "sell":
        return sell_note(player, now, following)
    if phase == "buy":
        return buy_note(view, who, now, following)
    if who in winners(view):
        return _("wins") if len(winners(view)) == 1 else _("shares the win"), "now"
    return translate(PLACES[place_of(view, who)]), "quiet"


PLACES = {2: phrase("second place"), 3: phrase("third place"), 4: phrase("fourth place")}


def sell_note(player: View, now: bool, following: bool) -> tuple[str, str]:
    """A few words about a player in the selling phase."""
    if now:
        return _("sells again") if player["sold"] else _("sells now"), "now"
    if player["done"] and player["sold"]:
        return _("sold {n} for {gold}", n=player["sold"], gold=player["earned"]), "done"
    if player["done"]:
        return _("sold nothing"), "done"
    return _("sells next") if following else _("sells later"), "quiet"


def buy_note(view: View, who: int, now: bool, following: bool) -> tuple[str, str]:
    """A few words about a player in the buying phase."""
    most = purse(view, who)
    if now:
        return _("buys now, up to {gold}", gold=most), "now"
    if view["players"][who]["out"]:
        return _("passed"), "done"
    if not most:
        return _("cannot buy"), "quiet"
    if following:
        return _("buys next, up to {gold}", gold=most), "quiet"
    return _("can pay up to {gold}", gold=most), "quiet"


def phase_hint(view: View) -> str:
    """What is worth knowing of this phase, where no coming order is shown."""
    phase, total = view["phase"], 4 * view["seats"]
    if phase == "draft":
        return _("pick {n} of {total}", n=total - len(view["offer"]) + 1, total=total)
    if phase == "over":
        reasons = [values["reason"] for _text, values in view.get("news", []) if "reason" in values]
        return translate(reasons[-1]) if reasons else _("most gold wins")
    return _("until all pass") if phase == "buy" else ""
