"""A PostgreSQL that says no: each reason is an outage with its remedy, a conflict is none."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.store import InvitationRow, OutOfService, Store
from tests.databases import ask, run
from tests.test_store import line, row

REFUSAL = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'no' USING ERRCODE = '{}';
END $$;
CREATE TRIGGER refuse BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION refuse();
"""
ONCE = """
CREATE SEQUENCE tries;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries') <= {1} THEN RAISE EXCEPTION 'no' USING ERRCODE = '{0}'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER refuse BEFORE INSERT ON moves FOR EACH ROW EXECUTE FUNCTION refuse();
"""


@pytest_asyncio.fixture
async def store(fresh: str) -> AsyncIterator[Store]:
    """A store that notes its outages."""
    opened = await Store.open(fresh)
    yield opened
    await opened.close()


@pytest.fixture
def outages(store: Store) -> list[str]:
    """The remedies of the outages that the bot would report."""
    found: list[str] = []
    store.on_write_failure(lambda error: found.append(error.remedy))
    return found


@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        ("53100", "disk is full; make room"),
        ("53200", "too little memory"),
        ("53300", "no connection left"),
        ("53400", "too little of something"),
        ("25006", "takes no writes"),
        ("42501", "give this user the right"),
        ("58030", "disk fails"),
        ("XX001", "restore a backup"),
        ("57014", "cannot be reached"),
    ],
)
async def test_each_reason_is_an_outage_with_its_remedy(
    store: Store, fresh: str, outages: list[str], code: str, remedy: str
):
    table = await store.tables.add(row())
    before = await store.tables.get(table)
    assert before is not None
    await run(fresh, REFUSAL.format(code, "moves"))
    await ask(
        fresh,
        "CREATE TRIGGER refuse BEFORE INSERT ON trials FOR EACH ROW EXECUTE FUNCTION refuse()",
    )
    for changed in (before, replace(before, votes='{"end": [7]}')):
        with pytest.raises(OutOfService, match=remedy):
            await store.moves.add(line(table, 0), before, changed)
    assert len(outages) == 1 and not await store.is_writable()
    for name in ("moves", "trials"):
        await ask(fresh, f"DROP TRIGGER refuse ON {name}")
    assert await store.is_writable()
    await store.moves.add(line(table, 0), before, before)


async def test_a_server_that_is_read_only_is_left_as_soon_as_it_is_no_more(
    store: Store, fresh: str, server: str
):
    admin = server.format("postgres")
    table = await store.tables.add(row())
    name = fresh.split("?")[0].rpartition("/")[2]
    await ask(admin, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert not await store.is_writable()
    with pytest.raises(OutOfService, match="takes no writes"):
        await store.moves.add(line(table, 0))
    assert (await store.tables.get(table)) is not None
    await ask(admin, f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert await store.is_writable()
    await store.moves.add(line(table, 0))


@pytest.mark.parametrize("code", ["40P01", "40001"])
@pytest.mark.parametrize("with_table", [False, True])
async def test_what_the_server_breaks_off_is_repeated_once(
    store: Store, fresh: str, outages: list[str], code: str, with_table: bool
):
    table = await store.tables.add(row())
    before = await store.tables.get(table)
    assert before is not None
    changed = replace(before, votes='{"end": [7]}') if with_table else before
    await run(fresh, ONCE.format(code, 1))
    await store.moves.add(line(table, 0), before, changed)
    assert [each.seq for each in await store.moves.of(table)] == [0]
    await ask(fresh, "ALTER SEQUENCE tries RESTART MINVALUE -9 START -9")
    with pytest.raises(OutOfService):
        await store.moves.add(line(table, 1), changed, changed)
    assert outages == []


async def test_two_transactions_that_wait_for_each_other_both_succeed(
    store: Store, fresh: str, outages: list[str]
):
    one, two = [await store.tables.add(row(channel=n)) for n in (1, 2)]
    # Inviting somebody changes a table, then the other one.
    await run(
        fresh,
        f"""CREATE FUNCTION cross() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM pg_sleep(0.3);
            UPDATE tables SET version = version + 1 WHERE id = {one} + {two} - NEW.table_id;
            RETURN NEW;
        END $$;
        CREATE TRIGGER crosses BEFORE INSERT ON invitations
        FOR EACH ROW EXECUTE FUNCTION cross();""",
    )
    rows = [await store.tables.get(number) for number in (one, two)]
    await asyncio.gather(
        *(
            store.tables.save(replace(each, touched=5.0), each, InvitationRow(each.id, 7, 1.0))
            for each in rows
            if each is not None
        )
    )
    assert await ask(fresh, "SELECT COUNT(*) FROM invitations") == [(2,)] and outages == []
