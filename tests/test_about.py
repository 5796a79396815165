"""/about: the version, the games that are hosted, the source, and what is stored."""

import tomllib

from games.version import VERSION
from tests.sim_server import SimServer, ephemeral_text, reply_text
from tests.test_settings import ROOT

PEOPLE = ("Ada",)


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION


async def test_about_says_which_version_runs_and_what_it_stores(sim: SimServer):
    said = ephemeral_text(await sim.command("Ada", "about"))
    assert f"### Atelier {VERSION}" in said and "Powdered Wigs" in said
    numbers = {command.name: command.id for command in await sim.bot.tree.fetch_commands()}
    assert f"</mydata export:{numbers['mydata']}> gives you all" in said
    assert f"</mydata delete:{numbers['mydata']}>" in said
    assert "I am free software, under the MIT License." in said
    assert "http" not in said


async def test_about_links_to_the_pages_that_the_host_has_set(sim: SimServer):
    sim.bot.settings.source_url = "https://example.org/source"
    sim.bot.settings.privacy_url = "https://example.org/privacy"
    sim.bot.settings.terms_url = "https://example.org/terms"
    said = ephemeral_text(await sim.command("Ada", "about"))
    assert "[source code](https://example.org/source)" in said
    assert "[privacy](https://example.org/privacy)" in said
    assert "[terms of service](https://example.org/terms)" in said


async def test_about_counts_the_games_of_this_server_and_in_a_dm_those_of_all(sim: SimServer):
    await sim.open(seats=2, computers=1)
    assert "On this server: 0 games running, 0 games finished." in ephemeral_text(
        await sim.command("Ada", "about")
    )
    await sim.press("Ada", "Start")
    sim.sql(
        "INSERT INTO tables (game, guild, channel, status, host, seats, people, options, seed,"
        " salt, version, made) VALUES ('wigs', 5, 6, 'over', 1, 2, '[]', '{}', '1', 's', 1, 0)"
    )
    assert "On this server: 1 game running, 0 games finished." in ephemeral_text(
        await sim.command("Ada", "about")
    )
    assert "On all servers: 1 game running, 1 game finished." in reply_text(
        await sim.command_dm("Ada", "about")
    )
