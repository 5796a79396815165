"""A league: its message in the channel, its standings, and the messages that start threads."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from bot.operations.markdown import escape_markdown
from bot.pages.lobby import pace_text
from bot.pages.names import when
from bot.pages.page import Button, Entries, Page, Part, Picture, Row, page, truncate
from bot.pictures.drawing import describe_standings, run_in_language
from bot.pictures.pictures import Pictures, picture_key
from bot.standings.league import BYE_POINTS, MAX_POINTS, Standing, division_sizes, moving_count
from bot.standings.season import RoundTable, Season
from bot.store import LeagueMemberRow, LeagueRow
from bot.store.rows import Damaged, phrase_of
from bot.table import format_names
from bot.table.settings import TWO_ROUNDS
from bot.texts.languages import _, current_language, translate
from games import discover
from games.words import told_apart
from renderers.fonts import readable
from renderers.standings import figures

MAX_THREAD_NAME = 100
MAX_EVENT_NAME, MAX_EVENT_TEXT = 100, 900
DAY_S = 86400.0


def game_of(league: LeagueRow) -> str:
    """The title of the game of a league; its name if the game is not installed."""
    game = discover().get(league.game)
    return game.title if game else league.game


def league_page(season: Season, pictures: Pictures, trouble: str) -> Page:
    """The message of a league in its channel; `trouble` is the JSON of a phrase, or ""."""
    league = season.league
    parts: list[Part | Entries] = [_heading(season)]
    if trouble:
        with suppress(Damaged):
            parts.append(f"⚠ {translate(phrase_of(trouble))}")
    if league.status == "signup":
        parts += [_signed_up(season), _divisions_planned(season)]
    elif league.status == "running":
        parts.append(_round(season))
    parts += standings_parts(season, pictures)
    parts += _buttons(season)
    return page(*parts)


def standings_page(season: Season, pictures: Pictures) -> Page:
    """The standings of a league, with how points are counted."""
    parts: list[Part | Entries] = [_heading(season)]
    parts += standings_parts(season, pictures)
    if not season.divisions:
        parts.append(_("No season has begun yet."))
    return page(*parts, f"-# {points_explanation()}", f"-# {leaving_explanation()}")


def points_explanation() -> str:
    return _(
        "Points of a game: {won} for beating everybody at the table, else the share of the others"
        " whom you beat; an equal place counts half. A round that you sit out, or whose game ends"
        " without a result, counts {bye}. If you give up your seat, the game counts 0. Equal"
        " points: more wins, then the points of those you met (on average), then your score"
        " compared with the average at your tables. Those who are still equal share a place; their"
        " order at the beginning of the season decides who of them moves up or down.",
        won=MAX_POINTS,
        bye=int(BYE_POINTS),
    )


def leaving_explanation() -> str:
    return _(
        "People who leave keep the points of their finished games, and so do all whom they met. A"
        " computer player finishes their other games: these count 0 for them, and everybody who"
        " stays there has beaten them. They sit at no further tables and move neither up nor down."
        " The rounds that they miss count {bye} each in the average of those whom they met.",
        bye=int(BYE_POINTS),
    )


# --- The message ----------------------------------------------------------------------------------


def _heading(season: Season) -> str:
    league = season.league
    title = _("{league:text}: season {n}", league=escape_markdown(league.name), n=season.number)
    return f"## {title}\n{_status(season)}\n-# {_about(league)}"


def _about(league: LeagueRow) -> str:
    return _(
        "{game:text} · tables of {seats} · {rounds:round|rounds} · {pace:text}",
        game=game_of(league),
        seats=league.seats,
        rounds=league.rounds,
        pace=pace_text(league.pace, "seat"),
    )


def _status(season: Season) -> str:
    league = season.league
    if league.status == "signup":
        return _("Sign-up is open. Somebody who manages the server starts the season.")
    if league.status == "running":
        now = _("Round {n} of {rounds} is being played", n=league.round, rounds=league.rounds)
        return now + _next_round(season)
    if league.status == "over":
        return _("The season is over. Somebody who manages the server opens the next one.")
    return _("This league has ended.")


def _next_round(season: Season) -> str:
    league = season.league
    if league.round == league.rounds:
        return _(" · the season ends with its last table")
    if league.due is not None:
        return _(
            " · the next one opens when all tables have ended, or {when:text}; anybody "
            "still playing then sits out",
            when=when(league.due),
        )
    return _(" · the next one opens when all tables have ended")


def _signed_up(season: Season) -> Entries:
    active = season.active
    return [
        _("**Signed up: {n:person|people}**", n=len(active)),
        *(f"· {mention(each)}" for each in active),
    ]


def _divisions_planned(season: Season) -> str:
    """How people will be divided, and how many will move up and down."""
    size = season.league.division_size
    if not size:
        return f"-# {_('There is one division.')}"
    sizes = division_sizes(len(season.active), size)
    lines = [_("Divisions of about {n:person|people}, by rating.", n=size)]
    if len(sizes) > 1:
        moving = moving_count(sizes[0], sizes[-1])
        lines.append(
            _(
                "After the season {n:person moves|people move} up from each division, and as many"
                " down. People who join later begin in the lowest one.",
                n=moving,
            )
        )
    return f"-# {' '.join(lines)}"


def _round(season: Season) -> Entries:
    """A line for each table of this round, and for open tables of earlier rounds."""
    number = season.league.round
    new = [each for each in season.tables if each.row.round == number]
    old = [each for each in season.tables if each.row.round != number and each.is_open]
    lines = [_table(season, each) for each in [*old, *new]]
    sitting_out = [
        mention(season.members[each.member_id]) for each in season.byes if each.round == number
    ]
    if sitting_out:
        lines.append(_("Sitting out: {names:text}", names=format_names(sitting_out)))
    return [_("**Tables**"), *lines]


def _table(season: Season, table: RoundTable) -> str:
    values = {"n": table.row.number, "names": format_names(table_names(season, table))}
    if table.table is None:
        return _("· Table {n}: {names:text} (being opened)", **values)
    values["where"] = f"<#{table.table.channel}>"
    if table.is_open:
        return _("· {where:text}: {names:text}", **values)
    winners = [
        mention(season.members[table.members[row.seat]])
        + (_(" (handed over)") if row.handed_over else "")
        if row.seat in table.members
        else _("a computer player")
        for row in table.results
        if row.rank == 1
    ]
    if not winners:
        return _("· {where:text}: {names:text}, ended without a result", **values)
    return _(
        "· {where:text}: {names:text}, won by {winners:text}",
        winners=format_names(winners),
        **values,
    )


def table_names(season: Season, table: RoundTable) -> list[str]:
    """The mentions of those who sit at a table, and how many computer players do."""
    members = [season.members[table.members[seat]] for seat in sorted(table.members)]
    names = [*map(mention, members)]
    computers = table.row.seats - len(members)
    return [*names, _("{n:computer player|computer players}", n=computers)] if computers else names


def mention(member: LeagueMemberRow) -> str:
    """The mention of a member; their name if their data was deleted."""
    return f"<@{member.user}>" if member.user else name_of(member)


def name_of(member: LeagueMemberRow) -> str:
    """The name of a member; "somebody" if their data was deleted."""
    return member.name or _("somebody")


def without_names(season: Season) -> Season:
    """A season without the words of people: the league has the name of its game."""
    members = {number: replace(each, name="") for number, each in season.members.items()}
    league = replace(season.league, name=game_of(season.league))
    return replace(season, league=league, members=members)


def _buttons(season: Season) -> list[Row]:
    league = season.league
    join = Button("league-join", league.id, label=_("Join"), style="success")
    leave = Button("league-leave", league.id, label=_("Leave"))
    standings = Button("league-standings", league.id, label=_("Standings"))
    if league.status == "signup":
        start = Button("league-start", league.id, label=_("Start"), style="primary")
        return [Row(join, leave, start, standings)]
    if league.status == "running":
        two = [Button("league-two", league.id, label=_(TWO_ROUNDS.title))]
        return [Row(join, leave, *(two if league.days else []), standings)]
    if league.status == "over":
        next_season = Button("league-season", league.id, label=_("Next season"), style="primary")
        return [Row(join, leave, next_season, standings)]
    return []


# --- Standings ------------------------------------------------------------------------------------


def standings_parts(season: Season, pictures: Pictures) -> list[Part | Entries]:
    """The picture of the standings and the same in words; [] before a season, and no picture before
    its first result.
    """
    lines: list[str] = []
    moves = _moves(season)
    for number, division in enumerate(season.divisions):
        title = _division_name(season, number) or _("Standings")
        lines.append(f"**{title}**")
        lines += [_line(season, each, moves.get(each.member, "")) for each in division]
    if not lines:
        return []
    return [_picture(season, pictures), lines] if season.has_results else [lines]


def _division_name(season: Season, number: int) -> str:
    return _("Division {n}", n=number + 1) if len(season.divisions) > 1 else ""


def _line(season: Season, each: Standing, moves: str) -> str:
    points, wins, opponents, score = figures(_figures(each))
    line = _(
        "**{place}.** {who:text} · **{points:text}** points · wins {wins:text} · opponents"
        " {opponents:text} · score {score:text}",
        place=each.place,
        who=mention(season.members[each.member]),
        points=points,
        wins=wins,
        opponents=opponents,
        score=score,
    )
    if season.members[each.member].state != "active":
        return f"{line} · {_('has left')}"
    return line + {"up": " ▲", "down": " ▼"}.get(moves, "")


def _figures(each: Standing) -> dict[str, Any]:
    return {
        "points": float(each.points),
        "wins": each.wins,
        "opponents": float(each.opponents),
        "score": float(each.score),
    }


def _moves(season: Season) -> dict[int, str]:
    """Which members move "up" or "down" if the season ends now; {} before a result."""
    found: dict[int, str] = {}
    for upper, lower in pairwise(season.playing) if season.has_results else ():
        count = moving_count(len(upper), len(lower))
        found |= dict.fromkeys(upper[len(upper) - count :], "down")
        found |= dict.fromkeys(lower[:count], "up")
    return found


def standings_table(season: Season) -> dict[str, Any]:
    """The standings as plain data, for `renderers.standings`."""
    league, moves = season.league, _moves(season)
    names = _names_in_picture(season)
    rounds = _("round {n} of {rounds}", n=league.round, rounds=league.rounds)
    if league.status in ("over", "ended"):
        rounds = _("final standings")
    return {
        "title": _("{league:text}: season {n}", league=league.name, n=season.number),
        "subtitle": f"{game_of(league)} · {rounds}",
        "divisions": [
            {
                "name": _division_name(season, number),
                "rows": [
                    {
                        "place": each.place,
                        "name": names[each.member],
                        "moves": moves.get(each.member, ""),
                        **_figures(each),
                    }
                    for each in division
                ],
            }
            for number, division in enumerate(season.divisions)
        ],
    }


def _names_in_picture(season: Season) -> dict[int, str]:
    """The names of the members, told apart by when they signed up; a name without letters has that
    number, too, since a picture cannot show more of it.
    """
    names = [name_of(each) for each in season.members.values()]
    names = [name if readable(name) else f"{name} ({n})" for n, name in enumerate(names, 1)]
    return dict(zip(season.members, told_apart(names), strict=True))


def _picture(season: Season, pictures: Pictures) -> Picture:
    table, language = standings_table(season), current_language()
    drawing = partial(pictures.standings, table, language=language)
    words = partial(run_in_language, language, describe_standings, table)
    return Picture(f"standings-{picture_key(table)}.png", drawing, words)


# --- The thread of a table ------------------------------------------------------------------------


def table_page(season: Season, table: RoundTable) -> Page:
    """The message that starts the thread of a table."""
    names = format_names(table_names(season, table))
    title = escape_markdown(_title(season, table))
    return page(f"**{title}**\n{names}")


def thread_name(season: Season, table: RoundTable) -> str:
    """The name of a table's thread. It has no names of people, since threads keep theirs."""
    return truncate(_title(season, table), MAX_THREAD_NAME)


def _title(season: Season, table: RoundTable) -> str:
    return _(
        "{league:text}, round {round}, table {n}",
        league=season.league.name,
        round=table.row.round,
        n=table.row.number,
    )


# --- Scheduled events -----------------------------------------------------------------------------


@dataclass(slots=True)
class RoundEvent:
    """What the scheduled event of a round says."""

    season: int
    number: int
    """The number of the round."""
    name: str
    description: str
    location: str
    begins: float | None
    """None while the round is being played."""
    end: float


def round_events(season: Season, now: float) -> list[RoundEvent]:
    """The events of a league: of the round that is being played and of the next one, if rounds have
    a time limit.
    """
    league = season.league
    if league.status != "running" or league.due is None or league.due <= now:
        return []
    events = [_event(season, league.round, None, league.due)]
    if league.round < league.rounds:
        end = league.due + league.days * DAY_S
        events.append(_event(season, league.round + 1, league.due, end))
    return events


def _event(season: Season, number: int, begins: float | None, end: float) -> RoundEvent:
    league = season.league
    name = _("{league:text}, round {n}", league=league.name, n=number)
    about = _("This round is being played in the channel. Everybody can watch.")
    if begins is not None:
        about = _(
            "This round opens at this time, or as soon as all tables of the one before have ended."
        )
    return RoundEvent(
        season.number,
        number,
        truncate(name, MAX_EVENT_NAME),
        truncate(f"{_about(league)}\n{about}", MAX_EVENT_TEXT),
        f"https://discord.com/channels/{league.guild}/{league.channel}",
        begins,
        end,
    )
