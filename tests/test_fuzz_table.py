"""Tables under anything people may do, in any order: nothing is lost, and no refusal changes
anything.

`python -m benchmarks fuzz --examples N` does the same for as long as one likes.
"""

import asyncio
import time
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from bot.pages.lobby import LEVEL
from bot.players.levels import levels
from bot.store import TurnRow
from bot.table import (
    CLOCK,
    NewTable,
    Person,
    Refused,
    Table,
    Tables,
    lobby,
    moderation,
    seating,
    undo,
    votes,
)
from bot.table.names import Named
from bot.table.settings import LATE, PACE
from games import discover
from tests.fuzzed import SENTENCE_ENDS, Watched, rows_of
from tests.tables import choose_option

NAMES = {101: "Ada", 102: "Ben", 103: "Cleo", 104: "Dora", 105: "Eve *_~`||@everyone"}
GAMES = sorted(discover())
DAY = 86400.0

PACES = ["none", "3d", "1d", "1h", "36h reserve 3d", "21:00 off sat sun Europe/Berlin"]
users = st.sampled_from(sorted(NAMES))
numbers = st.integers(0, 10_000)
"""Which of some things; there are as many as there are."""
absurd = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 10**6), st.text(max_size=8), st.just([]), st.just({})
)


class TableMachine(Watched):
    """Some people at some tables of one process, which is started anew now and then."""

    # --- the lobby -------------------------------------------------------------------------------

    @initialize(seed=st.integers(0, 2**64 - 1), game=st.sampled_from(GAMES), n=numbers)
    def begin(self, seed: int, game: str, n: int) -> None:
        """A running game, with a computer player here and there."""
        self.chance.seed(seed)
        seats = list(discover()[game].seats)[n % len(discover()[game].seats)]
        self.open(game, seats, 101, 1, {}, "none", "wait")
        table = self.table(self.ids[-1])
        for user in list(NAMES)[1 : seats - n % 2]:
            self.run(lobby.join(table, user, NAMES[user]))
        if len(table.people) < seats:
            self.run(lobby.add_computer(table, 101))
        self.attempt("start", lambda: lobby.start(table, 101))

    @rule(
        game=st.sampled_from(GAMES),
        seats=st.integers(-1, 7),
        user=users,
        channel=st.integers(1, 3),
        options=st.dictionaries(st.text(max_size=5), absurd, max_size=1),
        pace=st.sampled_from(PACES),
        late=st.sampled_from(["wait", "once", "seat"]),
    )
    def open(
        self,
        game: str,
        seats: int,
        user: int,
        channel: int,
        options: dict[str, Any],
        pace: Any,
        late: Any,
    ) -> None:
        table = self.attempt(
            "open",
            lambda: self.tables.open(
                NewTable(
                    discover()[game],
                    guild=1,
                    channel=channel,
                    people=[Person(NAMES[user], user=user)],
                    seats=seats,
                    options=options,
                    pace=pace,
                    late=late,
                )
            ),
        )
        if table is not None:
            self.ids.append(table.id)

    @rule(which=numbers, user=users)
    def join(self, which: int, user: int) -> None:
        table = self.some_table(which)
        self.attempt("join", lambda: lobby.join(table, user, NAMES[user]))

    @rule(which=numbers, user=users)
    def leave(self, which: int, user: int) -> None:
        table = self.some_table(which)
        self.attempt("leave", lambda: seating.leave(table, user))

    @rule(which=numbers, user=users, level=st.sampled_from(["", *levels()]))
    def add_computer(self, which: int, user: int, level: str) -> None:
        """Somebody seats a computer player, and settles how it plays."""
        table = self.some_table(which)
        self.attempt("add computer", lambda: lobby.add_computer(table, user, level))
        self.attempt("set level", lambda: lobby.choose(table, user, (LEVEL, level or "steady")))

    @rule(which=numbers, user=users, nth=numbers, value=absurd)
    def set_option(self, which: int, user: int, nth: int, value: Any) -> None:
        table = self.some_table(which)
        names = [*table.game.options.model_fields, "nothing"]
        name = names[nth % len(names)]
        self.attempt("set option", lambda: choose_option(table, user, name, value))

    @rule(which=numbers, user=users, pace=st.sampled_from(PACES))
    def start(self, which: int, user: int, pace: Any) -> None:
        """Somebody settles the pace and presses Start."""
        table = self.some_table(which)
        self.attempt("set pace", lambda: lobby.choose(table, user, (PACE, pace)))
        self.attempt("set late", lambda: lobby.choose(table, user, (LATE, "seat")))
        self.attempt("start", lambda: lobby.start(table, user))

    # --- moves -----------------------------------------------------------------------------------

    @rule(which=numbers, nth=numbers, who=numbers)
    def move(self, which: int, nth: int, who: int) -> None:
        """Somebody who is asked, or may change their mind, makes a legal move."""
        self._move(self.some_table(which), nth, who)

    def _move(self, table: Table, nth: int, who: int) -> int | None:
        """The seat that made a move; None where none could."""
        if table.g is None or not table.g.asked:
            return None
        seats = [*table.g.asked, *table.g.answers]
        seat = seats[who % len(seats)]
        moves = table.game.legal(table.g, seat)
        question = table.question
        made = self.submit("move", table, seat, moves[nth % len(moves)], question=question)
        return None if made is None else seat

    @rule(which=numbers, n=st.integers(1, 40))
    def go_on(self, which: int, n: int) -> None:
        """The game goes on for a while, as computer players or the clock would play it."""
        table = self.some_table(which)
        for _ in range(n):
            if table.row.status != "running" or not table.state.asked:
                return
            seat = table.state.asked[0]
            begins = CLOCK if n % 2 else "computer:"
            move = table.game.default(table.state, seat)
            self.submit("go on", table, seat, move, token=f"{begins}{table.seq}:{seat}")

    @rule(which=numbers)
    def all_at_once(self, which: int) -> None:
        """Everybody who is asked answers at the same time, and one of them twice."""
        table = self.some_table(which)
        asked = list(table.g.asked) if table.g else []
        if not asked or table.row.status != "running" or table.row.paused:
            return
        legal = {seat: table.game.legal(table.state, seat)[-1] for seat in asked}
        question, tokens = table.question, {seat: self.token() for seat in asked}

        async def together() -> list[Any]:
            return await asyncio.gather(
                *(
                    table.submit(seat, legal[seat], tokens[seat], question)
                    for seat in [*asked, asked[0]]
                ),
                return_exceptions=True,
            )

        results = self.run(together())
        bugs = [each for each in results if isinstance(each, Exception)]
        assert all(isinstance(each, Refused) for each in bugs), bugs
        assert results[-1].repeated and results[-1].seq == results[0].seq

    @rule(which=numbers, seat=numbers, text=st.text(max_size=70))
    def illegal(self, which: int, seat: int, text: str) -> None:
        """Somebody types what is no move."""
        table = self.some_table(which)
        if table.g is not None:
            self.submit("illegal", table, seat % len(table.people), text)

    @rule(which=numbers, nth=numbers, seat=numbers)
    def out_of_turn(self, which: int, nth: int, seat: int) -> None:
        """Somebody tries the move of another, or of another question."""
        table = self.some_table(which)
        if table.g is None or not self.tokens:
            return
        move = self.tokens[nth % len(self.tokens)][2]
        self.submit("out of turn", table, seat % len(table.people), move)

    @rule(which=numbers, behind=st.integers(1, 9))
    def stale(self, which: int, behind: int) -> None:
        """Somebody answers a question that is past."""
        table = self.some_table(which)
        for seat in table.g.asked if table.g else ():
            move = table.game.default(table.state, seat)
            question = table.question - behind
            receipt = self.submit("stale", table, seat, move, question=question)
            assert receipt is None

    @precondition(lambda self: self.tokens)
    @rule(nth=numbers, move=st.one_of(st.none(), st.text(max_size=5)))
    def again(self, nth: int, move: str | None) -> None:
        """Discord delivers a move a second time: it is answered, and not played."""
        table_id, seat, made, token = self.tokens[nth % len(self.tokens)]
        before = rows_of(self.path)
        receipt = self.run(self.table(table_id).submit(seat, move or made, token))
        assert receipt.repeated and (receipt.seat, receipt.move) == (seat, made)
        assert rows_of(self.path) == before

    @rule(which=numbers, seat=numbers, nth=numbers, mth=numbers, forget=st.booleans())
    def in_advance(self, which: int, seat: int, nth: int, mth: int, forget: bool) -> None:
        """Somebody answers in advance, passes the rest, or forgets what they set."""
        table = self.some_table(which)
        if table.g is None:
            return
        seat %= len(table.people)
        questions = table.game.premoves(table.g, seat)
        own = table.view(seat).get("ahead", {})
        if forget and own:
            question = list(own)[nth % len(own)]
            self.submit("forget", table, seat, f"forget {question}")
        elif questions:
            question = list(questions)[nth % len(questions)]
            move = questions[question][mth % len(questions[question])]
            self.submit("ahead", table, seat, f"ahead {question} {move}")

    # --- taking back -----------------------------------------------------------------------------

    @rule(which=numbers, user=users, again=st.booleans())
    def undo(self, which: int, user: int, again: bool) -> None:
        """Somebody takes their last move back, or makes it after all."""
        table = self.some_table(which)
        self._return("redo" if again else "undo", table, user)

    @rule(which=numbers, nth=numbers, times=st.integers(1, 3), ahead=numbers)
    def to_and_fro(self, which: int, nth: int, times: int, ahead: int) -> None:
        """Somebody makes a move, takes it back and makes it after all, while others look ahead."""
        table = self.some_table(which)
        seat = self._move(table, nth, 0)
        user = None if seat is None else table.people[seat].user
        for n in range(times):
            self.in_advance(which, ahead + n, ahead, nth, forget=n > 1)
            if user is not None:
                self._return("undo", table, user)
                self.in_advance(which, ahead, nth, ahead, forget=n > 1)
                self._return("redo", table, user)

    def _return(self, what: str, table: Table, user: int) -> None:
        """Delivered a second time it does nothing."""
        token = self.token()
        act = undo.redo if what == "redo" else undo.undo
        if self.attempt(what, lambda: act(table, user, token)) is not None:
            before = rows_of(self.path)
            assert self.run(act(table, user, token)) == ""
            assert rows_of(self.path) == before

    @rule(which=numbers, user=users, nth=numbers, voters=st.integers(0, 5))
    def propose_undo(self, which: int, user: int, nth: int, voters: int) -> None:
        """Somebody proposes to take back moves, one of those listed or any number; others agree."""
        table = self.some_table(which)
        lines = [line for line, _told in self.run(undo.rewind_targets(table))] if table.g else []
        line = [*lines, *lines, *lines, nth][nth % (3 * len(lines) + 1)]
        self.attempt("propose undo", lambda: votes.propose_undo(table, user, line))
        self._all_agree(table, voters)

    @rule(which=numbers, seat=numbers, voters=st.integers(0, 5))
    def replace_silent(self, which: int, seat: int, voters: int) -> None:
        """Those who are asked have been asked for days; some vote to go on without one."""
        table = self.some_table(which)
        past = time.time() - 9 * DAY
        turns = [
            TurnRow(table.id, seat, table.people[seat].user or 0, table.question, past, None, None)
            for seat in table.waiting_people()
        ]
        self.run(self.store.turns.save(turns))
        for user in list(NAMES)[:voters]:
            proposal = f"out {seat % 5} {table.question}"
            self.attempt("put out", lambda u=user, p=proposal: votes.agree(table, u, p))

    def _all_agree(self, table: Table, voters: int) -> None:
        for proposal in self.run(votes.proposals(table)):
            for user in list(NAMES)[:voters]:
                self.attempt("agree in a row", lambda u=user, p=proposal: votes.agree(table, u, p))

    @rule(
        which=numbers,
        user=users,
        nth=numbers,
        other=st.one_of(
            st.just("end"),
            st.text(max_size=12),
            st.integers(-2, 40).map(lambda days: f"pause {days}"),
            st.just("resume"),
            st.tuples(st.integers(-2, 9), st.integers(0, 9)).map(lambda at: f"out {at[0]} {at[1]}"),
            st.tuples(st.sampled_from(["undo", "out", "end"]), st.text(max_size=6)).map(" ".join),
        ),
        no=st.booleans(),
    )
    def vote(self, which: int, user: int, nth: int, other: str, no: bool) -> None:
        """Somebody agrees to what is proposed, or to anything else, or does not."""
        table = self.some_table(which)
        proposals = [*self.run(votes.proposals(table)), other]
        proposal = proposals[nth % len(proposals)]
        what = "refuse" if no else f"agree to {proposal.split(' ')[0][:4]}"
        act = votes.refuse if no else votes.agree
        self.attempt(what, lambda: act(table, user, proposal))
        for open_one in self.run(votes.proposals(table)):
            assert self.run(votes.proposal_text(table, open_one)).endswith(SENTENCE_ENDS)

    # --- seats and order -------------------------------------------------------------------------

    @rule(which=numbers, user=users, back=st.booleans())
    def hand_over(self, which: int, user: int, back: bool) -> None:
        table = self.some_table(which)
        if back:
            self.attempt("take back", lambda: seating.reclaim(table, user))
        else:
            self.attempt("hand over", lambda: seating.hand_over(table, user))

    @rule(which=numbers, seat=numbers)
    def stand_in(self, which: int, seat: int) -> None:
        """Time is up for somebody."""
        table = self.some_table(which)
        if table.people:
            self.attempt("stand in", lambda: seating.stand_in_for(table, seat % len(table.people)))

    @rule(which=numbers, user=users, seat=st.integers(-2, 6))
    def take(self, which: int, user: int, seat: int) -> None:
        """Somebody takes a seat that was left."""
        table = self.some_table(which)
        self.attempt("take", lambda: seating.take(table, user, NAMES[user], seat))

    @rule(which=numbers, giver=users, user=users, back=st.booleans())
    def offer(self, which: int, giver: int, user: int, back: bool) -> None:
        table = self.some_table(which)
        seat = table.seat_of(giver)
        if seat is None:
            return
        if back:
            end = partial(seating.end_offer, table, seat, giver, moderator=False)
            self.attempt("take an offer back", end)
        else:
            self.attempt("offer", lambda: seating.offer(table, giver, seat, user, NAMES[user]))

    @rule(which=numbers, seat=st.integers(0, 6), user=users)
    def accept(self, which: int, seat: int, user: int) -> None:
        """Somebody takes a seat that was offered to them."""
        table = self.some_table(which)
        self.attempt("accept", lambda: seating.accept(table, seat, user, NAMES[user]))

    @rule(which=numbers, seat=st.integers(-2, 6), user=st.one_of(st.none(), users))
    def replace(self, which: int, seat: int, user: int | None) -> None:
        """A moderator gives a seat to a computer player, or offers it to a person."""
        table, by = self.some_table(which), Named(9, "Zoe")
        if user is None:
            self.attempt("replace", lambda: moderation.replace(table, by, seat, "quick"))
        else:
            name = NAMES[user]
            self.attempt(
                "offer as moderator", lambda: moderation.offer(table, by, seat, user, name)
            )

    @rule(which=numbers, nth=numbers, stays=st.integers(0, 5))
    def pause(self, which: int, nth: int, stays: int) -> None:
        """A moderator pauses a game, and mostly lets it go on."""
        table = self.some_table(which)
        moderator = Named(9, "Zoe")
        self.attempt("pause", lambda: moderation.pause(table, moderator))
        if table.row.paused:
            assert self._move(table, nth, nth) is None
        if stays:
            self.attempt("resume", lambda: moderation.resume(table, moderator))

    @rule(which=numbers, often=st.integers(0, 9))
    def end(self, which: int, often: int) -> None:
        """A moderator ends a game; seldom, lest nothing be played."""
        table = self.some_table(which)
        if often == 0:
            self.attempt("end", lambda: moderation.end(table, Named(9, "Zoe")))

    @rule(close=st.booleans())
    def restart(self, close: bool) -> None:
        """A new process over the same store, or only new tables."""
        if close:
            self.run(self.store.close())
            self.open_store()
        else:
            self.tables = Tables(self.store, lambda table: None)


def fuzz(examples: int, steps: int, number: int) -> None:
    """Does so much of anything, the same for one number; fails with the way to what is wrong."""
    run_state_machine_as_test(
        seed(number)(TableMachine),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],  # a shorter way takes minutes to find
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.sampled(one_in=3)
def test_whatever_people_do_a_table_stays_whole() -> None:
    fuzz(examples=8, steps=25, number=1)
