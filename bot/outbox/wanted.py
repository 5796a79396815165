"""What should stand where: the messages of a table by place.

A place is a name within a table, such as "board" or "early:" and a user. Nothing is sent here: the
outbox makes Discord show what is wanted.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Container
from dataclasses import dataclass, field, replace
from functools import partial

from bot.pages import panels, reminders, watching
from bot.pages.board import board_page, ended_early, set_aside
from bot.pages.lobby import lobby_page
from bot.pages.page import Page
from bot.pages.panels import NO_QUESTION
from bot.pages.review import review_page
from bot.pictures.pictures import Pictures, digest
from bot.store import ALL_TENTHS, InvitationRow, PersonRow, PingRow, PostRow, TableRow
from bot.table import Table, votes
from bot.table.clock import after_quiet
from bot.table.invitations import notified_in_lobby, unanswered
from bot.texts.languages import speaking

BOARD, VOTE, OFFER, INVITATION, INVITATION_HERE, REMINDER, HEADS_UP, WATCHER, PANEL, REVIEW = (
    "board",
    "vote",
    "offer-",
    "invite:",
    "invited:",
    "call:",
    "early:",
    "watch:",
    "panel:",
    "review:",
)
"""Places of messages: an offer goes with the number of a seat, and those behind it with the number
of a user. A user's number alone is the place of the private panel in their direct messages; PANEL
is the one that they have open in the channel, REVIEW their page of a review. An invitation is sent
in private, or stands here.
"""
SHARED_REVIEW = "review"
"""The place of a review that everybody sees."""
OPEN = ("lobby", "running")
"""Tables that can be watched."""
DAY_S = 86400.0
TOKEN_S = 14 * 60.0
"""So long after an interaction its token surely edits the panel; Discord takes it for 15 minutes.
"""
MAX_WATCHERS = 25
"""Of a table: each has a message that follows every move."""


@dataclass(slots=True)
class Wanted:
    """What should stand at a place, in a channel or in the direct messages of a user."""

    page: Page
    question: int = NO_QUESTION
    channel: int = 0
    user: int = 0
    calls: bool = False
    """Whether a new question gets a new message, which notifies people."""
    then: Callable[[], Awaitable[None]] | None = None
    """What is to be stored once it stands there."""
    look_again_s: float = 0.0
    """Seconds after which something else is wanted though the table has not changed; 0 if never."""
    admits: tuple[int, int] | None = None
    """A private thread and a user who is added to it before the message is sent."""


Places = dict[str, Wanted | None]
"""What should stand at each place; None where a message stays as it is. A message at a place that
is not named is to be deleted.
"""


@dataclass(slots=True)
class Context:
    """What decides what should stand where."""

    table: Table
    posts: dict[str, PostRow]
    """What stands, by place."""
    pictures: Pictures
    language: str
    """The language of the table's channel."""
    now: float
    waits_long: Callable[[PersonRow], bool] = lambda person: False
    """Returns whether Discord does not let the bot write to somebody for now."""
    present_s: float = 0.0
    """How long after a press on their panel somebody is taken to be there still, in seconds."""
    replied_to: Container[int] = ()
    """Users whose panel the reply to their press is just about to replace."""
    persons: dict[int, PersonRow] = field(default_factory=dict[int, PersonRow])
    pings: dict[int, PingRow] = field(default_factory=dict[int, PingRow])
    """What the players have settled."""
    question: int = field(init=False)
    waiting: list[int] = field(init=False)
    """What was asked, and which seats, before anything else was read. Where the game goes on
    meanwhile, the next comparison calls those who are asked then.
    """

    def __post_init__(self) -> None:
        """Reads what is asked."""
        self.question, self.waiting = self.table.question, self.table.waiting_people()

    @property
    def has_started(self) -> bool:
        """Whether the game is played, or was played to its end."""
        return self.table.row.status in ("running", "over")

    def person(self, user: int) -> PersonRow:
        """Returns what somebody has settled."""
        return self.persons.get(user) or PersonRow(user)

    def asks(self, place: str) -> bool:
        """Returns whether a message stands at a place that asks something, or may ask it."""
        post = self.posts.get(place)
        return bool(post and post.message and (post.question != NO_QUESTION or post.next))

    def stays(self, place: str) -> Places:
        """Returns that a message stays as it is; one that never arrived is given up."""
        post = self.posts.get(place)
        return {place: None} if post and post.message else {}

    def present_for_s(self, user: int) -> float:
        """Returns how many more seconds somebody is taken to be there and to see their panel, which
        asks them by itself; 0 or less if they have to be notified.
        """
        panel = self.posts.get(f"{PANEL}{user}")
        return panel.made + self.present_s - self.now if panel else 0.0

    def called_in_channel(self, user: int) -> bool:
        """Returns whether somebody is to be called in the channel now. Somebody who cannot be
        written to is called there, unless they want no calls.
        """
        person, ping = self.person(user), self.pings.get(user) or PingRow(user)
        closed = person.dms == "closed" or self.waits_long(person)
        here = (closed and ping.how != "none") or (ping.how, ping.place) == ("now", "channel")
        return here and after_quiet(self.now, person) <= self.now


def for_unreadable(row: TableRow | None, posts: dict[str, PostRow]) -> Places:
    """Returns what players should see of a table that cannot be read: a sentence, where it is set
    aside.
    """
    places: Places = {place: None for place, post in posts.items() if post.message}
    if row is not None and row.status == "broken":
        page = set_aside(row)
        places[BOARD] = Wanted(page, 0, channel=row.channel, calls=True)
    return places


# --- Players --------------------------------------------------------------------------------------


async def for_players(it: Context) -> Places:
    """Returns what should stand in the channel and in the direct messages of the players. What is
    private comes first: it goes on where the channel is gone.
    """
    table, store = it.table, it.table.store
    users = [player.user for player in table.people if player.user]
    it.persons = await store.people.of(users)
    it.pings = await store.pings.of(users, table.id)
    secret: bool = table.row.status == "running" and table.view(None)["secret"]
    here = await _still_here(table)
    places = await _private(it, here, secret)
    asked = {
        each.user
        for each in places.values()
        if secret and each and each.question >= 0 and not it.waits_long(it.person(each.user))
    }
    places |= _heads_ups(it)
    with speaking(it.language, table.game.name):
        if it.has_started:
            places[BOARD] = await _board(it, asked | {here})
        elif table.row.status == "lobby":
            invited = await store.invitations.of(table.id)
            places[BOARD] = await _lobby(it, invited)
            by_message = [row for row in invited if row.notice == "message"]
            places |= await _invitations(it, unanswered(table, by_message))
        elif table.g is not None or BOARD in it.posts:
            places[BOARD] = Wanted(ended_early(table), channel=table.row.channel)
        places |= await _vote(table) | await _offers(table) | await _reminders(it)
    return places | await _panels(it) | await _reviews(it)


async def _still_here(table: Table) -> int:
    """Returns who moved last, if since then only computer players did: they need no call."""
    for row in reversed(await table.store.moves.of(table.id, 20)):
        user = None if row.seat is None else table.people[row.seat].user
        if user is not None and not table.game.is_premove(row.move or ""):
            return user
    return 0


async def _private(it: Context, here: int, secret: bool) -> Places:
    """Returns the private panels: what is secret is asked there, of those who want that."""
    table = it.table
    running = table.row.status == "running"
    places: Places = {}
    g = table.state if it.has_started else None
    dealt = await _dealt_in_private(it) if g and not secret else set[int]()
    for seat, player in enumerate(table.people):
        if player.user is None:
            continue
        user, place = player.user, str(player.user)
        asked = g is not None and not player.stand_in and seat in {*g.asked, *g.answers}
        wants, stands = it.person(user).dms == "wanted", it.stays(place)
        places |= stands
        with speaking(it.person(user).reading_language, table.game.name):
            # Where they play in private, what they pressed has shown them what is asked now.
            now = asked and (secret or not stands or it.posts[place].question == table.question)
            if (it.asks(place) or (stands and not running)) and not now:
                places[place] = Wanted(await panels.settled(table, seat), user=user)
            elif wants and secret and asked:
                page = await panels.panel(table, seat, it.pictures)
                calls = user != here or page.question != it.question
                places[place] = Wanted(page, page.question, user=user, calls=calls)
            elif wants and seat in dealt and not stands:
                page = await panels.panel(table, seat, it.pictures)
                question = page.question if asked else NO_QUESTION
                places[place] = Wanted(page, question, user=user, calls=True)
    return places


async def _panels(it: Context) -> Places:
    """Returns the panels that people have open in the channel. One is edited when something else is
    asked of its seat, or nothing any more; what can be edited no longer is forgotten.
    """
    table = it.table
    places: Places = {}
    for seat, player in enumerate(table.people):
        place = f"{PANEL}{player.user}"
        post = it.posts.get(place)
        if post is None or player.user is None or it.now - post.made > TOKEN_S:
            continue
        question = panels.question_of(table, seat)
        places[place] = None
        if post.question == question or player.user in it.replied_to:
            continue
        with speaking(it.person(player.user).reading_language, table.game.name):
            ended = table.row.status not in ("running", "over")
            page = ended_early(table) if ended else await panels.panel(table, seat, it.pictures)
        places[place] = Wanted(page, question)
    return places


async def _reviews(it: Context) -> Places:
    """Returns the review that is shared in the channel, and the pages that people have of it. These
    are edited when it has come further; what can be edited no longer is forgotten.
    """
    table, store = it.table, it.table.store
    row = await store.reviews.get(table.id) if table.row.status == "over" else None
    places: Places = {}
    if row is not None and row.shared:
        places |= it.stays(SHARED_REVIEW)
        if row.tenths == ALL_TENTHS:
            with speaking(it.language, table.game.name):
                page = await review_page(table, None, row, it.pictures, shared=True)
            page.silent = True
            places[SHARED_REVIEW] = Wanted(page, channel=table.row.channel)
    for place, post in it.posts.items():
        if not place.startswith(REVIEW) or it.now - post.made > TOKEN_S:
            continue
        user, tenths = int(place.removeprefix(REVIEW)), row.tenths if row else 0
        places[place] = None
        if post.question == tenths or user in it.replied_to:
            continue
        with speaking((await store.people.get(user)).reading_language, table.game.name):
            page = await review_page(table, table.seat_of(user), row, it.pictures)
        places[place] = Wanted(page, tenths)
    return places


async def _dealt_in_private(it: Context) -> set[int]:
    """Returns the seats that the game told something in private at its start, such as a secret they
    were dealt; nobody where all have their panel.
    """
    if all(it.stays(str(player.user)) for player in it.table.people if player.user):
        return set()
    first = await it.table.store.moves.get(it.table.id, 0)
    return {seat for _template, _values, seat in json.loads(first.news)} if first else set()


def _heads_ups(it: Context) -> Places:
    """Returns what tells those who want to know it early that they are probably next."""
    table = it.table
    places: Places = {}
    if table.row.status != "running" or table.row.paused:
        return places
    for seat, player in enumerate(table.people):
        user = player.user
        if user is None or player.stand_in or not it.pings[user].early:
            continue
        if it.person(user).dms == "closed" or not reminders.is_next(table, seat):
            continue
        place = f"{HEADS_UP}{user}"
        post = it.posts.get(place)
        with speaking(it.person(user).reading_language, table.game.name):
            new = post is None or post.next
            page = reminders.heads_up(table) if new else None
        places[place] = Wanted(page, 0, user=user, calls=True) if page else None
    return places


async def _board(it: Context, not_called: set[int]) -> Wanted:
    """Returns the board, which calls those of whom something new is asked. Where all of them were
    there a moment ago, it calls them only if they have not answered after that moment.
    """
    table, post = it.table, it.posts.get(BOARD)
    new = post is None or post.question != it.question
    waiting = {table.people[seat].user or 0 for seat in it.waiting if new} - not_called
    called = sorted(user for user in waiting if it.called_in_channel(user))
    ended = table.row.status == "over" and post is not None
    present_s = min(map(it.present_for_s, called), default=0.0)
    if post and present_s > 0 and not ended:
        page = await board_page(table, it.pictures, [])
        channel = table.row.channel
        return Wanted(page, post.question, channel=channel, look_again_s=present_s)
    page = await board_page(table, it.pictures, called)
    return Wanted(page, it.question, channel=table.row.channel, calls=bool(called) or ended)


async def _lobby(it: Context, invited: list[InvitationRow]) -> Wanted:
    """Returns the board of a lobby. The first message of a rematch notifies its guests."""
    table, post = it.table, it.posts.get(BOARD)
    guests = [] if post and post.message else notified_in_lobby(table, invited)
    pinged = await _notified(it, guests)
    return Wanted(lobby_page(table, invited, sorted(pinged)), channel=table.row.channel)


async def _notified(it: Context, guests: list[int]) -> set[int]:
    """Returns the guests whom an invitation notifies: not those who want no calls for now."""
    store = it.table.store
    persons, pings = await store.people.of(guests), await store.pings.of(guests, it.table.id)
    return {
        user
        for user in guests
        if pings[user].how != "none"
        and after_quiet(it.now, persons.get(user) or PersonRow(user)) <= it.now
    }


async def _invitations(it: Context, guests: list[int]) -> Places:
    """Returns what asks guests to join a lobby: in private, where the bot has written to them
    before, else in the channel. It notifies nobody who wants no calls for now.
    """
    table, store = it.table, it.table.store
    places: Places = {}
    persons, notified = await store.people.of(guests), await _notified(it, guests)
    for user in guests:
        person, place = persons.get(user) or PersonRow(user), f"{INVITATION}{user}"
        knows_me = person.dms == "wanted" and person.dm_channel and not it.waits_long(person)
        if place in it.posts or (knows_me and f"{INVITATION_HERE}{user}" not in it.posts):
            with speaking(person.reading_language, table.game.name):
                wanted = Wanted(reminders.invitation(table, user, here=False), user=user)
        else:
            place, here = f"{INVITATION_HERE}{user}", table.row.channel
            wanted = Wanted(reminders.invitation(table, user, here=True), channel=here)
        if user not in notified:
            wanted.page.silent, wanted.page.mentions = True, []
        wanted.admits = (table.row.channel, user) if table.row.private else None
        places[place] = wanted
    return places


async def _vote(table: Table) -> Places:
    """Returns what asks the table to decide something together, as long as that is open."""
    proposals = await votes.proposals(table)
    if not proposals:
        return {}
    page, key = await reminders.vote(table, proposals), int(digest(sorted(proposals))[:7], 16)
    return {VOTE: Wanted(page, key, channel=table.row.channel, calls=True)}


async def _offers(table: Table) -> Places:
    """Returns what offers seats of a running game to people, each of whom is mentioned once."""
    if table.row.status != "running":
        return {}
    return {
        f"{OFFER}{seat}": Wanted(
            reminders.offer(table, offered),
            int(digest([offered.user, offered.made])[:7], 16),
            channel=table.row.channel,
            calls=True,
        )
        for seat, offered in (await table.store.offers.of(table.id)).items()
    }


async def _reminders(it: Context) -> Places:
    """Returns what reminds those in the channel whose time runs out, until they have answered."""
    table = it.table
    places: Places = {}
    turns = await table.store.turns.of(table.id) if table.row.status == "running" else {}
    for turn in turns.values():
        place = f"{REMINDER}{turn.user}"
        if turn.stage and turn.seat in table.waiting_people() and it.called_in_channel(turn.user):
            page, key = reminders.reminder(table, turn), turn.question * 10 + turn.stage
            places[place] = Wanted(page, key, channel=table.row.channel, calls=True)
        elif turn.stage:
            places |= it.stays(place)
    return places


# --- Watchers -------------------------------------------------------------------------------------


async def for_watchers(it: Context) -> Places:
    """Returns what should stand in the direct messages of those who watch a table. One message is
    kept up to date without a sound; a new one comes when the game has ended, and at most once a day
    before. Who has sat down at the table watches no more.
    """
    table, store = it.table, it.table.store
    places: Places = {}
    for place in it.posts:
        places |= it.stays(place)
    over = table.row.status not in OPEN
    told = await store.watchers.of(table.id)
    persons = await store.people.of(told)
    news: dict[str, Page] = {}
    for user, when in told.items():
        seated = table.seat_of(user) is not None
        reads = (persons.get(user) or PersonRow(user)).reading_language
        with speaking(reads, table.game.name):
            if not seated and reads not in news:  # made once for all who read it
                news[reads] = await watching.news(table, it.pictures)
            page = watching.seated(table) if seated else news[reads]
        calls = over or it.now - when >= DAY_S
        page = replace(page, silent=not calls)
        wanted = Wanted(page, page.question, user=user, calls=calls)
        post = it.posts.get(f"{WATCHER}{user}")
        if over or seated:
            wanted.then = partial(store.watchers.remove, table.id, user)
        elif calls and (post is None or post.shown != page.digest):
            wanted.then = partial(store.watchers.add, table.id, user, it.now)
        places[f"{WATCHER}{user}"] = wanted
    return places
