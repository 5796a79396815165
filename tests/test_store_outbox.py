"""The outbox in the store: what waits to be shown, and what was."""

from dataclasses import asdict, fields, replace

import pytest

from bot.store import ALL_TENTHS, Conflict, InvitationRow, PersonRow, PostRow, ReviewRow, Store
from tests.databases import Address
from tests.test_store import line, row


async def test_a_table_that_does_not_exist_gets_no_place_in_the_outbox(store: Store):
    await store.outbox.add(1)
    assert await store.outbox.waiting() == []
    assert await store.tables.add(row()) == 1


async def test_whatever_players_should_see_puts_the_table_into_the_outbox(store: Store):
    table = await store.tables.add(row())
    seated, voted = row(id=table, people="[]"), row(id=table, votes="[101]")
    settled, given_up = row(id=table, options='{"a": 1}'), row(id=table, status="abandoned")
    changes = [
        store.tables.save(seated, row()),
        store.tables.save(voted, seated),
        store.tables.save(settled, voted),
        store.tables.save(given_up, settled),
        store.moves.add(line(table, 0)),
        store.outbox.add(table),
    ]
    assert await store.outbox.waiting() == [table]
    for change in changes:
        ticket = await store.outbox.ticket(table)
        assert ticket is not None
        await store.outbox.done(table, ticket)
        assert await store.outbox.waiting() == [] and await store.outbox.ticket(table) is None
        await change
        assert await store.outbox.waiting() == [table]


async def test_a_review_is_stored_and_puts_its_table_into_the_outbox(store: Store):
    table = await store.tables.add(row())

    async def is_to_be_shown() -> bool:
        ticket = await store.outbox.ticket(table)
        if ticket is not None:
            await store.outbox.done(table, ticket)
        return ticket is not None

    await is_to_be_shown()
    made = ReviewRow(table, 7, 1, 5.0)
    await store.reviews.save(made)
    assert await store.reviews.get(table) == made and not await is_to_be_shown()
    assert await store.reviews.to_do(1) == [table] and await store.reviews.to_do(2) == []
    await store.reviews.save(replace(made, spent=1.0, found="[1]"))
    assert not await is_to_be_shown()
    await store.reviews.save(replace(made, tenths=ALL_TENTHS))
    assert await is_to_be_shown() and await store.reviews.to_do(1) == []
    await store.reviews.share(table)
    assert await is_to_be_shown()
    await store.reviews.save(replace(made, tenths=3))
    kept = await store.reviews.get(table)
    assert kept is not None and kept.shared == 1 and kept.tenths == 3
    await store.reviews.remove(table)
    assert await store.reviews.get(table) is None


async def test_a_change_during_a_delivery_is_not_lost(store: Store):
    table = await store.tables.add(row())
    ticket = await store.outbox.ticket(table)
    assert ticket is not None
    await store.moves.add(line(table, 0))
    await store.outbox.done(table, ticket)
    assert await store.outbox.waiting() == [table]
    newer = await store.outbox.ticket(table)
    assert newer is not None and newer != ticket
    await store.outbox.done(table, newer)
    assert await store.outbox.waiting() == []


async def test_a_late_receipt_of_an_earlier_delivery_does_not_take_a_later_change(store: Store):
    table = await store.tables.add(row())
    first = await store.outbox.ticket(table)
    assert first is not None
    await store.outbox.done(table, first)
    await store.moves.add(line(table, 0))
    await store.moves.add(line(table, 1))
    await store.outbox.done(table, first)
    assert await store.outbox.waiting() == [table]


async def test_where_others_write_a_ticket_is_never_given_twice(store: Store):
    table = await store.tables.add(row())
    first = await store.outbox.ticket(table)
    assert first is not None
    await store.outbox.done(table, first)
    await store.moves.add(line(table, 0))
    assert not store.shared or await store.outbox.ticket(table) != first


async def test_a_move_that_was_not_written_is_not_to_be_shown(store: Store):
    table = await store.tables.add(row())
    await store.moves.add(line(table, 0))
    ticket = await store.outbox.ticket(table)
    with pytest.raises(Conflict):
        await store.moves.add(line(table, 0))
    assert await store.outbox.ticket(table) == ticket


async def test_the_messages_of_a_table_are_kept_by_place(store: Store):
    table = await store.tables.add(row())
    board = PostRow(table, "board", 1, 2**63 - 1, "digest", 0, 1.5)
    private = PostRow(table, "101", 9, 8, "digest", 0, 1.5)
    await store.posts.save(board)
    await store.posts.save(private)
    await store.posts.save(replace(board, message=3, question=4))
    assert await store.posts.of(table) == {
        "board": replace(board, message=3, question=4),
        "101": private,
    }
    await store.posts.remove(table, "board")
    assert await store.posts.of(table) == {"101": private}
    assert await store.posts.of(table + 1) == {}


async def test_who_is_erased_leaves_no_message_or_invitation_at_an_open_table(store: Store):
    ben = 102
    own, other, over = [
        await store.tables.add(row(channel=n, host=host, status=status))
        for n, (host, status) in enumerate([(ben, "lobby"), (101, "lobby"), (ben, "over")])
    ]
    for table in (own, other, over):
        await store.invitations.save(InvitationRow(table, ben, 1.5))
        await store.posts.save(PostRow(table, str(ben), 9, 8, "digest", 0, 1.5))
    await store.posts.save(PostRow(own, f"watch:{ben}", 9, 0, "", 0, 1.5, "nonce"))
    erased = await store.privacy.erase(ben, "steady")
    assert (erased.tables, erased.open) == ([own, over], [own, other])
    assert [(post.table_id, post.message) for post in erased.posts] == [(own, 8), (other, 8)]
    for table in (own, other, over):
        assert not await store.invitations.of(table) and not await store.posts.of(table)


async def test_a_reply_is_noted_where_its_message_stands_and_has_no_successor(store: Store):
    table = await store.tables.add(row())
    panel = PostRow(table, "101", 9, 8, "before", 3, 1.5)
    await store.posts.save(panel)
    reply = replace(panel, shown="after", question=4, made=2.5, token="t")
    await store.posts.save_reply(replace(reply, message=7))
    assert await store.posts.of(table) == {"101": panel}
    await store.posts.save_reply(reply)
    assert await store.posts.of(table) == {"101": reply}
    await store.posts.save(replace(panel, next="nonce"))
    await store.posts.save_reply(reply)
    assert await store.posts.of(table) == {"101": replace(panel, next="nonce")}


async def test_release_0_1_0_stores_posts_beside_this_one(store: Store):
    table = await store.tables.add(row())
    board = PostRow(table, "board", 1, 2, "before", 0, 1.5, "nonce")
    await store.posts.save(board)
    columns = [field.name for field in fields(PostRow) if field.name != "next"]
    for post in (replace(board, message=3), PostRow(table, "vote", 1, 0, "", 7, 1.5)):
        known = asdict(post)
        await store.tables._upsert(
            "posts", "table_id, place", {name: known[name] for name in columns}
        )
    assert await store.posts.of(table) == {
        "board": replace(board, message=3),
        "vote": PostRow(table, "vote", 1, 0, "", 7, 1.5, ""),
    }


async def test_a_setting_that_nobody_made_is_no_damage(
    store: Store, caplog: pytest.LogCaptureFixture
):
    await store.people.save(7, language="de")
    assert (await store.people.get(7)).zone == "" and not caplog.records
    await store.people.save(7, zone="Nowhere")
    assert (await store.people.get(7)).zone == "" and "zone" in caplog.text


async def test_each_application_has_the_digest_of_its_commands(store: Store):
    assert await store.registrations.get(1) == ""
    for application, digest in ((1, "a"), (2, "b"), (1, "c")):
        await store.registrations.save(application, digest)
    assert [await store.registrations.get(each) for each in (1, 2, 3)] == ["c", "b", ""]


async def test_each_shard_has_its_last_session(store: Store):
    assert await store.sessions.latest(0) == (0.0, 0)
    for shard, begun, tries in ((0, 5.0, 1), (1, 6.0, 0), (0, 7.0, 2)):
        await store.sessions.save(shard, begun, tries)
    assert [await store.sessions.latest(each) for each in (0, 1, 2)] == [(7, 2), (6, 0), (0, 0)]


async def test_what_another_process_sets_is_read_after_a_time_or_once_there_is_no_room(
    store: Store, address: Address, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.store.people.MAX_CACHED", 2)
    for user in (1, 2, 3):
        assert (await store.people.cached(user)).language == ""
    other = await Store.open(address)
    for user in (1, 2, 3):
        await other.people.save(user, language="ja")
    await other.close()
    assert [(await store.people.cached(user)).language for user in (2, 3, 1)] == ["", "", "ja"]
    monkeypatch.setattr("bot.store.people.CACHE_S", -1.0)
    assert (await store.people.cached(3)).language == "ja"


async def test_what_a_person_settles_about_private_messages_is_kept(store: Store):
    assert await store.people.of([]) == {}
    await store.people.save_dms(101, "closed")
    await store.people.save_dms(102, "unwanted")
    await store.people.save_dms(101, "wanted")
    of_each = await store.people.of([101, 102, 103])
    assert of_each == {
        101: PersonRow(101),
        102: PersonRow(102, dms="unwanted"),
        103: PersonRow(103),
    }
    assert await store.people.get(102) == of_each[102]
