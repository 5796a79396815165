"""Notifications: messages to people for whom something waits, beside the board."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from bot.operations.markdown import escape_markdown
from bot.pages.names import (
    asked_in_public,
    due_suffix,
    heading,
    link,
    seat_name,
    table_name,
    when,
    with_bold_label,
)
from bot.pages.news import join_sentences
from bot.pages.page import Button, Page, Part, Row, page
from bot.store import ASKED_NEXT, OfferRow, Store, TurnRow, WaitKind
from bot.table import Refused, Table, Tables, format_names, votes, why_set_aside
from bot.table.gone import END_AFTER_S
from bot.table.seating import OFFER_S
from bot.table.votes import OUT
from bot.texts.languages import _, current_language, translate, using_language
from games.kernel import Question

MAX_PROPOSALS = 9
"""Proposals that a message has room for; others wait until one of these is decided."""


def reminder_page(table: Table, turn: TurnRow) -> Page:
    """The reminder that an answer is due soon or overdue, for the channel."""
    who, mention = seat_name(table, turn.seat, mention=True), f"<@{turn.user}>"
    if turn.due is None or turn.stage > 2:
        text = _("⏰ {who:text}: this table still waits for you.", who=who)
        rings = _(
            "{who:text} {table:text} still waits for you.", who=mention, table=table_name(table)
        )
    else:
        text = _(
            "⏰ {who:text}: your answer is due {when:text}.",
            who=who,
            when=when(turn.due),
        )
        rings = _(
            "{who:text} {table:text}: your time is running out.",
            who=mention,
            table=table_name(table),
        )
    button = Button("panel", table.id, label=_("Move"), style="primary")
    return page(text, Row(button), mentions=[turn.user], notification=rings)


def offer_page(table: Table, offered: OfferRow) -> Page:
    values = {
        "to": f"<@{offered.user}>",
        "name": seat_name(table, offered.seat),
        "n": table.id,
        "game": table.game.title,
        "when": when(offered.made + OFFER_S),
    }
    if offered.moderator:
        text = _(
            "{to:text}: a moderator offers you the seat of {name:text} at table {n}, {game}. The"
            " offer ends {when:text}.",
            **values,
        )
    else:
        text = _(
            "{to:text}: {name:text} offers you their seat at table {n}, {game}. The offer ends"
            " {when:text}, or with their next move.",
            **values,
        )
    seat = str(offered.seat)
    buttons = [
        Button("accept", table.id, seat, label=_("Take the seat"), style="success"),
        Button("end-offer", table.id, seat, label=_("Decline or withdraw")),
    ]
    rings = _(
        "{to:text} You are offered a seat: {table:text}.",
        to=f"<@{offered.user}>",
        table=table_name(table),
    )
    return page(text, Row(*buttons), mentions=[offered.user], notification=rings)


def invitation_page(table: Table, user: int, *, here: bool) -> Page:
    """An invitation to a lobby, with buttons to join and to decline; `here` for the channel of the
    table, else for a direct message.
    """
    game = table.game
    host = table.seat_of(table.row.host)
    name = "" if host is None else table.escaped_names[host]
    values = {"host": name, "game": game.title, "n": table.id}
    if here:
        text = _("{to:text}: {host:text} invites you to this table.", to=f"<@{user}>", **values)
    else:
        text = _(
            "### {host:text} invites you\n{game}, [table {n}]({link:text}). {about}",
            about=game.about,
            link=link(table),
            **values,
        )
    buttons = [
        Button("welcome", table.id, str(user), label=_("Join"), style="success"),
        Button("decline", table.id, str(user), label=_("Decline")),
    ]
    rings = _("{host:text} invites you: {table:text}.", table=table_name(table), **values)
    if here:
        return page(text, Row(*buttons), mentions=[user], notification=f"<@{user}> {rings}")
    return page(text, Row(*buttons), notification=rings)


def together_page(table: Table, user: int, users: list[int], *, here: bool) -> Page:
    """The message to somebody who wanted half an hour together, when it begins; `here` for the
    channel of the table, else for a direct message.
    """
    others = [table.escaped_names[table.own_seat(each)] for each in users if each != user]
    text = _(
        "Half an hour together at {table:text}, with {names:text}: come and play.",
        table=table_name(table),
        names=format_names(others),
    )
    rings = f"<@{user}> {text}" if here else text
    button = Button("panel", table.id, label=_("Move"), style="primary")
    shown = rings if here else f"{heading(table)}\n{text}"
    return page(shown, Row(button), mentions=[user] if here else [], notification=rings)


async def vote_page(
    table: Table, proposals: dict[str, list[int]], end: float | None = None
) -> Page:
    """The open votes of a table, who has not agreed yet, and when they end."""
    title = _("### Table {n}: a vote", n=table.id)
    if end is not None:
        ends = _(
            "It ends {when:text}; unless enough agree by then, nothing changes.", when=when(end)
        )
        title += f"\n{ends}"
    parts: list[Part] = [title]
    mentions: set[int] = set()
    texts: list[str] = []
    for proposal, agreed in list(proposals.items())[:MAX_PROPOSALS]:
        missing = sorted(votes.voters(table, proposal) - set(agreed))
        mentions.update(missing)
        seats = [seat for seat, person in enumerate(table.people) if person.user in agreed]
        names = [table.escaped_names[seat] for seat in seats]
        texts.append(escape_markdown(await votes.proposal_text(table, proposal)))
        lines = [
            f"**{texts[-1]}**",
            _(
                "{names:text} agreed. {missing:text} can agree as well.",
                names=format_names(names),
                missing=format_names([f"<@{user}>" for user in missing]),
            ),
        ]
        most = _("More than half of the others must agree.")
        lines.append(most if proposal.startswith(OUT) else _("All must agree."))
        buttons = [
            Button("agree", table.id, proposal, label=_("Agree")),
            Button("refuse", table.id, proposal, label=_("No")),
        ]
        parts += ["\n".join(lines), Row(*buttons)]
    who = " ".join(f"<@{user}>" for user in sorted(mentions))
    rings = _(
        "{who:text} A vote at {table:text}: {proposal:text}",
        who=who,
        table=table_name(table),
        proposal=" ".join(texts),
    )
    return page(*parts, mentions=sorted(mentions), notification=rings)


def gone_page(table: Table, waits: Mapping[WaitKind, float]) -> Page:
    """The direct message to a player of a table whose channel is gone, or was gone."""
    title = f"### {table_name(table)}"
    if table.row.status == "abandoned":
        return page(f"{title}\n{_('Nobody plays on, so this game has ended, without a result.')}")
    if table.row.status == "over":
        return page(f"{title}\n{_('This game has ended.')}")
    how = _("**/move** in this chat makes a move, **/game text** shows the table.")
    if "stays" in waits:
        goes_on = _("This game goes on by direct message.")
        end = Button("end-gone", table.id, label=_("End the game"))
        return page(f"{title}\n{goes_on} {how}", Row(end))
    if "asked" not in waits:
        return page(
            f"{title}\n{_('The game goes on in [its channel]({link:text}).', link=link(table))}"
        )
    gone = _("I can no longer reach the channel of this game.")
    question = _(
        "Do you want to go on by direct message? {how:text} If nobody does, the game ends"
        " {when:text}, without a result.",
        how=how,
        when=when(waits["asked"] + END_AFTER_S),
    )
    buttons = [
        Button("go-on", table.id, label=_("Go on"), style="success"),
        Button("end-gone", table.id, label=_("End the game")),
    ]
    rings = _("{table:text}: its channel is gone. Go on, or end?", table=table_name(table))
    return page(f"{title}\n{gone} {question}", Row(*buttons), notification=rings)


async def waiting_page(store: Store, tables: Tables, user: int, as_of: float | None = None) -> Page:
    """All tables that wait for a person, longest wait first, then their other tables. On a message
    that stands while games go on, `as_of` says when that was so.
    """
    waiting = await waiting_tables(store, tables, user)
    lines = [await _waiting_line(store, table, turn) for table, turn in waiting]
    asked: dict[int, str] = {}
    for table, _turn in waiting:
        with using_language(current_language(), table.game.name):
            asked[table.id] = asked_in_public(table)
    early: list[str] = []
    for table, questions in await invited_tables(store, tables, user):
        board = (await store.posts.of(table.id)).get("board")
        where = link(table, board.message if board else 0)
        with using_language(current_language(), table.game.name):
            told = ", ".join(translate(each.called) for each in questions)
            asked[table.id] = _(
                "{table:text}: you can answer already: {questions:text}.",
                table=table_name(table),
                questions=told,
            )
        early.append(f"· {with_bold_label(_linked(table, where), told)}")
    nexts = await tables_asked_next(store, tables, user)
    offers: list[str] = []
    for offered in await store.offers.to_user(user):
        with contextlib.suppress(Refused):
            offers.append(await _offer_line(store, await tables.get(offered.table_id), offered))
    others: list[str] = []
    for row in await store.tables.open(user=user):
        if row.id not in asked and row.status == "running":
            with contextlib.suppress(Refused):
                others.append(_other_line(await tables.get(row.id)))
    more = [_("### You can answer already"), early] if early else []
    more += [_next_text([_linked(each, link(each)) for each in nexts])] if nexts else []
    more += [_("### Seats offered to you"), offers] if offers else []
    aside = [f"· {why_set_aside(row)}" for row in await store.tables.set_aside(user)]
    more += [_("### Your other games"), others + aside] if others or aside else []
    rings = " ".join(asked.values()) if len(asked) == 1 else ""
    if len(asked) > 1:
        rings = _(
            "{n} tables wait for you. {first:text}", n=len(asked), first=next(iter(asked.values()))
        )
    if nexts:
        soon = _next_text([table_name(each) for each in nexts])
        rings = join_sentences(filter(None, [rings, soon]))
    title = _("### Waiting for you")
    if as_of is not None:
        title = _("### Waiting for you, as of {when:text}", when=when(as_of, "f"))
    return page(title, lines or _("Nothing."), *more, notification=rings)


def _linked(table: Table, where: str) -> str:
    game = table.game.title
    return _("[{game:text}, table {n}]({link:text})", game=game, n=table.id, link=where)


def _next_text(tables_named: list[str]) -> str:
    return _("You are probably next: {table:text}.", table=format_names(tables_named))


async def waiting_tables(store: Store, tables: Tables, user: int) -> list[tuple[Table, TurnRow]]:
    """The tables that wait for a person, the longest wait first."""
    found: list[tuple[Table, TurnRow]] = []
    for turn in await store.turns.of_user(user):
        with contextlib.suppress(Refused):
            table = await tables.get(turn.table_id)
            if turn.seat in table.waiting_people() and table.seat_of(user) == turn.seat:
                found.append((table, turn))
    return found


async def invited_tables(
    store: Store, tables: Tables, user: int
) -> list[tuple[Table, list[Question]]]:
    """The tables that ask others, where a person can answer already and has not, and what."""
    found: list[tuple[Table, list[Question]]] = []
    for turn in await store.turns.of_user(user):
        with contextlib.suppress(Refused):
            table = await tables.get(turn.table_id)
            invited = turn.seat in table.invited_people() and table.seat_of(user) == turn.seat
            if invited and (questions := table.game.invitation(table.state, turn.seat)):
                found.append((table, questions))
    return found


async def tables_asked_next(store: Store, tables: Tables, user: int) -> list[Table]:
    """The tables that probably ask a person next, if they want to be told that early."""
    found: list[Table] = []
    for turn in await store.turns.of_user(user):
        with contextlib.suppress(Refused):
            table = await tables.get(turn.table_id)
            is_next = turn.invited == ASKED_NEXT and turn.seat in table.next_people()
            if is_next and table.seat_of(user) == turn.seat:
                found.append(table)
    return found


async def _offer_line(store: Store, table: Table, offered: OfferRow) -> str:
    post = (await store.posts.of(table.id)).get(f"offer-{offered.seat}")
    return _(
        "· [{game:text}, table {n}]({link:text}): the seat of {name:text}; the offer ends"
        " {when:text}",
        game=table.game.title,
        n=table.id,
        link=link(table, post.message if post else 0),
        name=table.escaped_names[offered.seat],
        when=when(offered.made + OFFER_S),
    )


async def _waiting_line(store: Store, table: Table, turn: TurnRow) -> str:
    board = (await store.posts.of(table.id)).get("board")
    return _(
        "· [{game:text}, table {n}]({link:text}) · asked {since:text}{due:text}",
        game=table.game.title,
        n=table.id,
        link=link(table, board.message if board else 0),
        since=when(turn.since),
        due=due_suffix(table, turn),
    )


def _other_line(table: Table) -> str:
    asked = [table.escaped_names[seat] for seat in table.state.asked]
    if table.row.paused:
        return _(
            "· [{game:text}, table {n}]({link:text}): paused until {when:text}",
            game=table.game.title,
            n=table.id,
            link=link(table),
            when=when(table.row.paused, "f"),
        )
    return _(
        "· [{game:text}, table {n}]({link:text}): waits for {names:text}",
        game=table.game.title,
        n=table.id,
        link=link(table),
        names=format_names(asked),
    )
