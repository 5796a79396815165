"""What /stats and /leaderboard tell, and to whom."""

from typing import Any

from bot.store import ResultRow
from bot.table.records import record_of
from bot.table.whose import handed_over_at
from games import record
from tests.sim_server import SimServer, reply_text, text


async def played(
    sim: SimServer, table: int, *ranks: tuple[str, int], game: str = "wigs", **known: Any
) -> None:
    """Stores a game with these places; names without a person are levels of computers."""
    sim.sql(
        "INSERT OR IGNORE INTO tables (id, game, guild, channel, status, host, seats, people,"
        " options, seed, salt, version, made) VALUES (?, ?, 1, ?, 'abandoned', 1, 2, '[]', '{}',"
        " '1', '', 1, 0)",
        *(table, game, table),
    )
    rows = [
        ResultRow(
            table_id=table,
            seat=seat,
            game=game,
            guild=known.get("guild", sim.guild.id),
            user=sim.people[name].id if name in sim.people else None,
            level=known.get("handed", {}).get(name, "" if name in sim.people else name),
            score=30 - 5 * rank,
            rank=rank,
            resigned=int(name in known.get("left", ())),
            seats=len(ranks),
            made=float(table),
        )
        for seat, (name, rank) in enumerate(ranks)
    ]
    await sim.bot.store.results.add(rows)


async def test_stats_tell_games_wins_places_scores_and_rating(sim: SimServer):
    await played(sim, 1, ("Ada", 1), ("Ben", 2))
    await played(sim, 2, ("Ada", 1), ("Ben", 2), ("Cleo", 3))
    await played(sim, 3, ("Ben", 1), ("Ada", 2), left=["Ada"])
    shown = (await sim.command("Ada", "stats")).response
    assert shown.ephemeral
    said = text(shown)
    assert "Games of Ada" in said and "**Powdered Wigs**" in said
    assert "3 games, 2 won · average place 1.3 · best score 25 · rating **" in said
    assert "table 3: place 2 of 2, 20 points (left early)" in said
    assert said.index("table 3") < said.index("table 2") < said.index("table 1")


async def test_stats_of_somebody_else_and_of_one_game(sim: SimServer):
    await played(sim, 1, ("Ada", 1), ("Ben", 2))
    await played(sim, 2, ("Ada", 1), ("Ben", 2), game="rokoko")
    said = reply_text(await sim.command("Ada", "stats", player=sim.people["Ben"]))
    assert "Games of Ben" in said and "Powdered Wigs" in said and "Rokoko" in said
    said = reply_text(await sim.command("Ada", "stats", game="rokoko"))
    assert "Rokoko" in said and "Powdered Wigs" not in said
    assert "No game" in reply_text(await sim.command("Cleo", "stats"))


async def test_a_server_sees_its_own_games_and_a_dm_all_of_ones_own(sim: SimServer):
    await played(sim, 1, ("Ada", 1), ("Ben", 2))
    await played(sim, 2, ("Ada", 1), ("Ben", 2), guild=77)
    assert "1 game, 1 won" in reply_text(await sim.command("Ada", "stats"))
    said = reply_text(await sim.command_dm("Ada", "stats"))
    assert said.count("1 game, 1 won") == 2
    assert "SimServer" in said and "another server" in said
    answer = await sim.command_dm("Ada", "stats", player=sim.people["Ben"].user)
    assert "your own games only" in reply_text(answer)


async def test_a_game_against_computer_players_counts_for_the_person_and_rates_nobody(
    sim: SimServer,
):
    await played(sim, 1, ("Ada", 1), ("steady", 2))
    said = reply_text(await sim.command("Ada", "stats"))
    assert "1 game, 1 won" in said and "rating **" not in said
    assert "Nobody yet. You need" in reply_text(
        await sim.command("Ada", "leaderboard", game="wigs")
    )


async def test_the_leaderboard_lists_players_with_two_games_best_first(sim: SimServer):
    await played(sim, 1, ("Ada", 1), ("Ben", 2), ("steady", 3))
    await played(sim, 2, ("Ada", 1), ("Ben", 2))
    await played(sim, 3, ("Cleo", 1), ("steady", 2))
    await played(sim, 4, ("Cleo", 1), ("Ada", 2), guild=77)
    shown = (await sim.command("Ben", "leaderboard")).response
    assert shown.ephemeral
    said = text(shown)
    ada, ben, cleo = (f"<@{sim.people[name].id}>" for name in ("Ada", "Ben", "Cleo"))
    assert f"1. {ada} · 2 games, 2 won" in said and f"2. {ben} · 2 games, 0 won" in said
    assert cleo not in said and "steady" not in said


async def test_the_leaderboard_shows_the_game_played_most(sim: SimServer):
    assert "No game" in reply_text(await sim.command("Ada", "leaderboard"))
    await played(sim, 1, ("Ada", 1), ("Ben", 2))
    for table in (2, 3):
        await played(sim, table, ("Ada", 1), ("Ben", 2), game="rokoko")
    assert "Leaderboard of Rokoko" in reply_text(await sim.command("Ada", "leaderboard"))
    said = reply_text(await sim.command("Ada", "leaderboard", game="wigs"))
    assert "Leaderboard of Powdered Wigs" in said


async def test_a_player_whose_data_was_deleted_is_no_longer_named(sim: SimServer):
    for table in (1, 2):
        await played(sim, table, ("Ada", 1), ("Ben", 2))
    await sim.bot.store.privacy.erase(sim.people["Ben"].id, "steady")
    said = reply_text(await sim.command("Ada", "leaderboard"))
    assert f"<@{sim.people['Ada'].id}> · 2 games, 2 won" in said
    assert str(sim.people["Ben"].id) not in said
    assert "No game" in reply_text(await sim.command("Ben", "stats"))


async def test_a_game_that_the_computer_played_is_not_ones_own_win(sim: SimServer):
    table = await sim.gather_two(pace="none")
    await sim.skip_the_middle(ahead=6)
    await sim.command("Ada", "game handover", level="strong")
    await sim.play_until(lambda table: table.row.status == "over")
    shown = text(sim.board())
    assert "Ada (handed over)" in shown and "Handed over: " in shown and "(away)" not in shown
    assert "Ben (handed over)" not in shown
    said = reply_text(await sim.command("Ada", "stats"))
    assert "won" not in said and "rating" not in said.split("-# Rating")[0]
    assert "table 1: place" in said and "(handed over)" in said
    others = reply_text(await sim.command("Ben", "stats"))
    assert "1 game, " in others and "(handed over)" not in others
    written = await record_of(table, await handed_over_at(table))
    assert f"\nhanded {table.names.index('Ada')}\n" in written
    record.verify(written)


async def test_a_board_says_nothing_of_seats_that_their_people_played(sim: SimServer):
    await sim.gather_two(pace="none")
    await sim.command("Ada", "game handover")
    await sim.command("Ada", "game handover", returning=True)
    table = await sim.play_out()
    assert "anded over" not in text(sim.board())
    assert "\nhanded " not in await record_of(table)


async def test_a_seat_that_was_handed_over_is_no_win_on_the_leaderboard(sim: SimServer):
    for table in (1, 2):
        await played(sim, table, ("Ada", 1), ("Ben", 2), ("Cleo", 3))
        await played(sim, 2 + table, ("Ada", 1), ("Ben", 2), ("Cleo", 3), handed={"Ada": "strong"})
    said = reply_text(await sim.command("Ada", "leaderboard"))
    assert f"<@{sim.people['Ada'].id}> · 2 games, 2 won" in said
    assert f"<@{sim.people['Ben'].id}> · 4 games, 0 won" in said
    own = reply_text(await sim.command("Ada", "stats"))
    assert "2 games, 2 won" in own and own.count("(handed over)") == 2
