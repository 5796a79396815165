"""Works out which messages a table should have, by place.

A place is a name within a table, such as "board", or "call:" and a user number. The outbox makes
Discord show what is wanted; nothing is sent here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from bot.outbox.automod import Form
from bot.pages import notifications, panels, watching
from bot.pages.board import (
    bare_board_page,
    board_page,
    ended_early_page,
    public_news,
    set_aside_page,
)
from bot.pages.lobby import lobby_page
from bot.pages.page import Page
from bot.pages.panels import NO_QUESTION
from bot.pages.review import review_page
from bot.pictures.pictures import Pictures, digest
from bot.standings.estimate import estimate
from bot.store import (
    ALL_TENTHS,
    CLOCK,
    InvitationRow,
    MoveRow,
    PersonRow,
    PingRow,
    PostRow,
    TableRow,
    WaitKind,
)
from bot.table import Table, forced, gone, votes
from bot.table.invitations import notified_in_lobby, unanswered
from bot.table.news import told_in_private
from bot.table.together import together
from bot.table.wall_time import after_quiet
from bot.texts.languages import _, using_language

BOARD, VOTE, OFFER, INVITATION, INVITATION_HERE, REMINDER, WATCHER, PANEL, REVIEW = (
    "board",
    "vote",
    "offer-",
    "invite:",
    "invited:",
    "call:",
    "watch:",
    "panel:",
    "review:",
)
"""Places of messages, or how they begin: the number of a seat follows OFFER, the number of a user
those after it. INVITATION is a direct message, INVITATION_HERE stands in the channel. The number of
a user alone is the place of the panel in their direct messages; PANEL is the one that they have
open in the channel, REVIEW their page of a review.
"""
GONE = "gone:"
"""How the place of a direct message to a user begins that says that the channel is gone."""
TOGETHER, TOGETHER_HERE = "together:", "meeting:"
"""How the places begin, in direct messages and in the channel, of what tells a user that half an
hour together begins.
"""
SHARED_REVIEW, WELCOME = "review", "welcome"
"""The places of a review that was shared in the channel, and of what stands above the table of a
lesson until its end.
"""
WATCHABLE = ("lobby", "running")
"""Statuses of a table that can be watched."""
DAY_S = 86400.0
TOKEN_VALID_S = 14 * 60.0
"""So long after an interaction the bot uses its token; Discord accepts it for 15 minutes."""
ONCE = 0
"""The question of a message that notifies people once."""
MAX_WATCHERS = 25
"""Watchers of one table: each has a message that follows every move."""


@dataclass(slots=True)
class Wanted:
    """The message that a place should have, in a channel or in the direct messages of a user."""

    page: Page
    question: int = NO_QUESTION
    channel: int = 0
    user: int = 0
    notifies: bool = False
    """Whether a new question gets a new message, which notifies people."""
    on_shown: Callable[[], Awaitable[None]] | None = None
    """Called when the message is there."""
    look_again_s: float = 0.0
    """Seconds after which to look again although the table has not changed; 0 for never."""
    adds_to_thread: tuple[int, int] | None = None
    """A private thread and a user who is added to it before the message is sent."""


Places = dict[str, Wanted | None]
"""What is wanted at each place; None if the message there stays as it is. Messages at places that
are not listed are deleted.
"""


@dataclass(slots=True)
class Snapshot:
    """A table and all else that decides which messages are wanted."""

    table: Table
    posts: dict[str, PostRow]
    """The messages that are there, by place."""
    pictures: Pictures
    language: str
    """The language of the table's channel."""
    now: float
    waits_long: Callable[[PersonRow], bool] = lambda person: False
    """Whether a direct message to somebody would have to wait."""
    present_s: float = 0.0
    """For so many seconds after a press on their panel somebody counts as present."""
    form: Form = Form.FULL
    """How much the messages in the channel say."""
    is_boardless: bool = False
    """Whether Discord refuses the board: then questions come in private."""
    replied_to: Collection[int] = ()
    """Users whose panel the reply to their press is about to replace."""
    persons: dict[int, PersonRow] = field(default_factory=dict[int, PersonRow])
    pings: dict[int, PingRow] = field(default_factory=dict[int, PingRow])
    """The settings of the players."""

    def __post_init__(self) -> None:
        """Keeps the table as it is. If the game goes on meanwhile, the next pass shows that."""
        self.table = self.table.snapshot()

    @property
    def has_started(self) -> bool:
        """Whether the game is running or has been played to its end."""
        return self.table.row.status in ("running", "over")

    def in_channel(self) -> Snapshot:
        """What the messages in the channel are made from: without the names of people if AutoMod
        blocks them.
        """
        if self.form is Form.FULL:
            return self
        table = self.table.snapshot()
        with using_language(self.language):
            names = [_("Player {n}", n=seat + 1) for seat in range(len(table.people))]
        pairs = zip(table.people, names, strict=True)
        table.people = [
            person if person.level else replace(person, name=name) for person, name in pairs
        ]
        return replace(self, table=table)

    def person(self, user: int) -> PersonRow:
        """The settings of a player."""
        return self.persons.get(user) or PersonRow(user)

    def asks(self, place: str) -> bool:
        """Whether the message at a place asks something, or may do so."""
        post = self.posts.get(place)
        return bool(post and post.message and (post.question != NO_QUESTION or post.next))

    def stays(self, place: str) -> Places:
        """Wants a message to stay as it is; one that never arrived is given up."""
        post = self.posts.get(place)
        return {place: None} if post and post.message else {}

    def present_for_s(self, user: int) -> float:
        """For how many more seconds somebody counts as present, so that they see their panel
        without being notified; 0 or less if they do not.
        """
        panel = self.posts.get(f"{PANEL}{user}")
        return panel.made + self.present_s - self.now if panel else 0.0

    def is_notified_in_channel(self, user: int) -> bool:
        """Whether to notify somebody in the channel now: if they want that, or if the bot cannot
        write to them and they want notifications at all.
        """
        person, ping = self.person(user), self.pings.get(user) or PingRow(user)
        closed = person.dms == "closed" or self.waits_long(person)
        here = (closed and ping.how != "none") or (ping.how, ping.place) == ("now", "channel")
        return here and after_quiet(self.now, person) <= self.now

    def wants_message(self, user: int) -> bool:
        """Whether to notify somebody by direct message now, if the channel does not."""
        how = (self.pings.get(user) or PingRow(user)).how
        closed = self.person(user).dms == "closed"
        return how != "none" and not closed and after_quiet(self.now, self.person(user)) <= self.now


def for_unreadable(row: TableRow | None, posts: dict[str, PostRow]) -> Places:
    """What is wanted for a table that cannot be read: its messages stay, and the board says so if
    it was set aside.
    """
    places: Places = {place: None for place, post in posts.items() if post.message}
    if row is not None and row.status == "broken":
        page = set_aside_page(row)
        places[BOARD] = Wanted(page, ONCE, channel=row.channel, notifies=True)
    return places


# --- Players --------------------------------------------------------------------------------------


async def for_players(it: Snapshot) -> Places:
    """What is wanted in the channel and in the direct messages of the players. Direct messages come
    first, so that the game goes on there if the channel is gone.
    """
    table, store = it.table, it.table.store
    users = [player.user for player in table.people if player.user]
    it.persons = await store.people.of(users)
    it.pings = await store.pings.of(users, table.id)
    running = table.row.status == "running"
    secret: bool = running and (it.is_boardless or table.view(None)["question"]["secret"])
    last_mover = await _last_mover(table)
    places = await _private(it, last_mover, secret)
    replied = {user for user in it.replied_to if it.stays(str(user))}
    asked_in_private = {each.user for each in places.values() if each}
    asked = {
        user
        for user in asked_in_private | {each for each in replied if it.person(each).dms == "wanted"}
        if secret and not it.waits_long(it.person(user))
    }
    waits = await store.waits.of(table.id)
    places |= _gone(it, waits)
    here = it.in_channel()
    with using_language(it.language, table.game.name):
        if it.has_started:
            places[BOARD] = await _board(here, asked | {last_mover})
        elif table.row.status == "lobby":
            invited = await store.invitations.of(table.id)
            places[BOARD] = await _lobby(here, invited)
            by_message = [row for row in invited if row.notice == "message"]
            places |= await _invitations(here, unanswered(table, by_message))
        elif table.g is not None or BOARD in it.posts:
            places[BOARD] = Wanted(ended_early_page(table), channel=table.row.channel)
        board = places.get(BOARD)
        if board and not waits.keys().isdisjoint(gone.KINDS):
            board.on_shown = partial(store.waits.end, table.id, *gone.KINDS)
        if table.row.status in WATCHABLE:
            places |= it.stays(WELCOME)
        places |= await _vote(here.table) | await _offers(here.table) | await _reminders(here)
        places |= await _together(it)
    return places | await _panels(it) | await _reviews(it)


async def _last_mover(table: Table) -> int | None:
    """The person who moved last, who need not be notified. A vote that took moves back,
    or an answer for somebody who was late, comes when nobody need be there.
    """
    for row in reversed(await table.store.moves.of(table.id, 20)):
        if row.kind == "rewind" or (row.token or "").startswith(CLOCK):
            return None
        user = None if row.seat is None else table.people[row.seat].user
        if user is not None:
            return user
    return None


async def _private(it: Snapshot, last_mover: int | None, secret: bool) -> Places:
    """The panels in direct messages, where those who want that are asked for secrets."""
    table = it.table
    running = table.row.status == "running"
    places: Places = {}
    g = table.state if it.has_started else None
    start = await _start_to_tell(it) if g and not secret else None
    for seat, player in enumerate(table.people):
        if player.user is None:
            continue
        user, place = player.user, str(player.user)
        asked = panels.question_of(table, seat) >= 0
        wants, stands = it.person(user).dms == "wanted", it.stays(place)
        places |= stands
        if stands and user in it.replied_to:
            continue
        with using_language(it.person(user).reading_language, table.game.name):
            # If they play in direct messages, the reply to their press has shown the new question.
            now = asked and (secret or not stands or it.posts[place].question == table.question)
            if (it.asks(place) or (stands and not running)) and not now:
                places[place] = Wanted(await panels.answered_page(table, seat), user=user)
            elif wants and secret and asked:
                page = await panels.panel_page(table, seat, it.pictures)
                notifies = user != last_mover and not await forced.answer(table, seat)
                places[place] = Wanted(page, page.question, user=user, notifies=notifies)
            elif wants and start and not stands and (told := told_in_private(table, start, seat)):
                page = panels.secret_page(table, told)
                places[place] = Wanted(page, user=user, notifies=True)
    return places


async def _panels(it: Snapshot) -> Places:
    """The panels that people have open in the channel. One is edited when its seat is asked
    something else, or nothing any more; it is forgotten when its token has expired.
    """
    table = it.table
    places: Places = {}
    for seat, player in enumerate(table.people):
        place = f"{PANEL}{player.user}"
        post = it.posts.get(place)
        if post is None or player.user is None or it.now - post.made > TOKEN_VALID_S:
            continue
        question = panels.question_of(table, seat)
        places[place] = None
        # A secret answer may have been given, or taken back, in direct messages.
        may_differ = post.question != question or (
            question >= 0 and table.view(seat)["question"]["secret"]
        )
        if not may_differ or player.user in it.replied_to:
            continue
        with using_language(it.person(player.user).reading_language, table.game.name):
            ended = table.row.status not in ("running", "over")
            page = (
                ended_early_page(table)
                if ended
                else await panels.panel_page(table, seat, it.pictures)
            )
        places[place] = Wanted(page, question)
    return places


async def _reviews(it: Snapshot) -> Places:
    """The review in the channel, if it was shared, and the pages that people have open of it. These
    follow its progress; they are forgotten when their tokens have expired.
    """
    table, store = it.table, it.table.store
    row = await store.reviews.get(table.id) if table.row.status == "over" else None
    places: Places = {}
    if row is not None and row.shared:
        places |= it.stays(SHARED_REVIEW)
        if row.tenths == ALL_TENTHS:
            with using_language(it.language, table.game.name):
                page = await review_page(table, None, row, it.pictures, shared=True)
            places[SHARED_REVIEW] = Wanted(page, channel=table.row.channel)
    for place, post in it.posts.items():
        if not place.startswith(REVIEW) or it.now - post.made > TOKEN_VALID_S:
            continue
        user, tenths = int(place.removeprefix(REVIEW)), row.tenths if row else 0
        places[place] = None
        if post.question == tenths or user in it.replied_to:
            continue
        with using_language((await store.people.get(user)).reading_language, table.game.name):
            page = await review_page(table, table.seat_of(user), row, it.pictures)
        places[place] = Wanted(page, tenths)
    return places


async def _start_to_tell(it: Snapshot) -> MoveRow | None:
    """The first line of the log, which may tell seats something in private, such as a secret that
    they were dealt; None if all people have a direct message already.
    """
    if all(it.stays(str(player.user)) for player in it.table.people if player.user):
        return None
    return await it.table.store.moves.get(it.table.id, 0)


def _gone(it: Snapshot, waits: Mapping[WaitKind, float]) -> Places:
    """What the players of a table are told in direct messages because its channel is gone, or was:
    those who can be asked whether to go on, and later those who were.
    """
    table = it.table
    places: Places = {}
    for person in table.people:
        user = person.user
        if user is None or it.person(user).dms == "closed":
            continue
        place = f"{GONE}{user}"
        asks = "asked" in waits and table.row.status == "running"
        if asks or it.stays(place):
            with using_language(it.person(user).reading_language):
                page = notifications.gone_page(table, waits)
            places[place] = Wanted(page, ONCE, user=user, notifies=True)
    return places


async def _board(it: Snapshot, not_notified: set[int | None]) -> Wanted:
    """The board, which notifies those who are asked something new. If all of them are present, it
    waits before it notifies them.
    """
    table, post = it.table, it.posts.get(BOARD)
    new = post is None or post.next or post.question != table.question
    waiting = {table.people[seat].user or 0 for seat in table.waiting_people() if new}
    if post and waiting:
        waiting -= {table.people[seat].user for seat in await table.asked_since(post.question)}
    turns, seats = await table.store.turns.of(table.id), table.invited_people()
    waiting |= {
        turn.user
        for seat, turn in turns.items()
        if seat in seats and turn.invited and (post is None or turn.question > post.question)
    }
    waiting -= not_notified
    notified = sorted(user for user in waiting if it.is_notified_in_channel(user))
    ended = table.row.status == "over"
    present_s = min(map(it.present_for_s, notified), default=0.0)
    make_page = partial(bare_board_page, table)
    if it.form is not Form.BARE:
        with_news = it.form is Form.FULL
        make_page = partial(board_page, table, it.pictures, with_news=with_news)
    if table.row.paused:  # once it goes on, those who are asked are notified again
        return Wanted(await make_page([]), channel=table.row.channel)
    if post and present_s > 0 and not ended:
        page = await make_page([])
        channel = table.row.channel
        return Wanted(page, post.question, channel=channel, look_again_s=present_s)
    page = await make_page(notified)
    return Wanted(page, table.question, channel=table.row.channel, notifies=bool(notified) or ended)


async def _lobby(it: Snapshot, invited: list[InvitationRow]) -> Wanted:
    """The board of a lobby. The first message of a rematch notifies its guests."""
    table, post = it.table, it.posts.get(BOARD)
    guests = [] if post and post.message else notified_in_lobby(table, invited)
    pinged = await _notified(it, guests)
    news = (await public_news(table))[-1:]
    page = lobby_page(table, invited, sorted(pinged), await estimate(table), news)
    return Wanted(page, channel=table.row.channel)


async def _notified(it: Snapshot, guests: list[int]) -> set[int]:
    """The guests who want to be notified now."""
    store = it.table.store
    persons, pings = await store.people.of(guests), await store.pings.of(guests, it.table.id)
    return {
        user
        for user in guests
        if pings[user].how != "none" and after_quiet(it.now, persons[user]) <= it.now
    }


async def _invitations(it: Snapshot, guests: list[int]) -> Places:
    """The invitations to a lobby: by direct message if the bot has written to the guest before,
    else in the channel. They are silent for guests who do not want to be notified now.
    """
    table, store = it.table, it.table.store
    places: Places = {}
    persons, notified = await store.people.of(guests), await _notified(it, guests)
    for user in guests:
        person, place = persons[user], f"{INVITATION}{user}"
        knows_me = person.dms == "wanted" and person.dm_channel and not it.waits_long(person)
        if place in it.posts or (knows_me and f"{INVITATION_HERE}{user}" not in it.posts):
            with using_language(person.reading_language, table.game.name):
                wanted = Wanted(notifications.invitation_page(table, user, here=False), user=user)
        else:
            place, here = f"{INVITATION_HERE}{user}", table.row.channel
            wanted = Wanted(notifications.invitation_page(table, user, here=True), channel=here)
        if user not in notified:
            wanted.page.notification, wanted.page.mentions = "", []
        wanted.adds_to_thread = (table.row.channel, user) if table.row.private else None
        places[place] = wanted
    return places


async def _vote(table: Table) -> Places:
    proposals = await votes.proposals(table)
    if not proposals:
        return {}
    end = await votes.end_at(table)
    page = await notifications.vote_page(table, proposals, end)
    return {
        VOTE: Wanted(page, _number(sorted(proposals)), channel=table.row.channel, notifies=True)
    }


def _number(facts: list[Any]) -> int:
    """Stands for what a message is about, as its question."""
    return int(digest(facts)[:7], 16)


async def _offers(table: Table) -> Places:
    """The offers of seats in a running game; each mentions its user once."""
    if table.row.status != "running":
        return {}
    return {
        f"{OFFER}{seat}": Wanted(
            notifications.offer_page(table, offered),
            _number([offered.user, offered.moderator]),  # `made` moves by a gap
            channel=table.row.channel,
            notifies=True,
            adds_to_thread=(table.row.channel, offered.user) if table.row.private else None,
        )
        for seat, offered in (await table.store.offers.of(table.id)).items()
    }


async def _reminders(it: Snapshot) -> Places:
    """The reminders in the channel for people whose time runs out."""
    table = it.table
    places: Places = {}
    turns = await table.store.turns.of(table.id) if table.row.status == "running" else {}
    for turn in turns.values():
        place = f"{REMINDER}{turn.user}"
        if (
            turn.stage
            and turn.seat in table.waiting_people()
            and it.is_notified_in_channel(turn.user)
        ):
            places[place] = Wanted(
                notifications.reminder_page(table, turn),
                _number([turn.question, turn.stage]),
                channel=table.row.channel,
                notifies=True,
            )
        elif turn.stage:
            places |= it.stays(place)
    return places


async def _together(it: Snapshot) -> Places:
    """What tells each of those who wanted half an hour together that it begins, once."""
    table, places = it.table, Places()
    half_hour = await together(table)
    users = half_hour.users if half_hour and half_hour.has_begun else []
    for user in users:
        if stands := it.stays(f"{TOGETHER}{user}") | it.stays(f"{TOGETHER_HERE}{user}"):
            places |= stands
        elif it.is_notified_in_channel(user):
            page = notifications.together_page(it.in_channel().table, user, users, here=True)
            here = Wanted(page, ONCE, channel=table.row.channel, notifies=True)
            places[f"{TOGETHER_HERE}{user}"] = here
        elif it.wants_message(user):
            with using_language(it.person(user).reading_language, table.game.name):
                page = notifications.together_page(table, user, users, here=False)
            places[f"{TOGETHER}{user}"] = Wanted(page, ONCE, user=user, notifies=True)
    return places


# --- Watchers -------------------------------------------------------------------------------------


async def for_watchers(it: Snapshot) -> Places:
    """What is wanted in the direct messages of watchers. One message is kept up to date without a
    sound; a new one is sent when the game has ended, and at most once a day before. Somebody who
    has joined the table is no longer a watcher.
    """
    table, store = it.table, it.table.store
    places: Places = {}
    for place in it.posts:
        places |= it.stays(place)
    over = table.row.status not in WATCHABLE
    watchers = await store.watchers.of(table.id)
    persons = await store.people.of(watchers)
    news: dict[str, Page] = {}
    for user, notified_at in watchers.items():
        seated = table.seat_of(user) is not None
        reads = persons[user].reading_language
        with using_language(reads, table.game.name):
            if not seated and reads not in news:  # made once for all who read it
                news[reads] = await watching.watch_page(table, it.pictures)
            page = watching.seated_page(table) if seated else news[reads]
        notifies = over or it.now - notified_at >= DAY_S
        page = page if notifies else replace(page, notification="")
        wanted = Wanted(page, page.question, user=user, notifies=notifies)
        post = it.posts.get(f"{WATCHER}{user}")
        if over or seated:
            wanted.on_shown = partial(store.watchers.remove, table.id, user)
        elif notifies and (post is None or post.shown != page.digest):
            wanted.on_shown = partial(store.watchers.add, table.id, user, it.now)
        places[f"{WATCHER}{user}"] = wanted
    return places
