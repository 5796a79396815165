"""Faults of the wire are told from bugs."""

import logging
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.operations.discord_errors import (
    SeenInteractions,
    downgrade_library_errors,
    is_external,
    log_error,
)


def error(status: int, code: int, kind: Any = discord.HTTPException) -> discord.HTTPException:
    """What the library raises for an answer of Discord."""
    return kind(SimpleNamespace(status=status, reason="x"), {"code": code, "message": "x"})


@pytest.mark.parametrize(
    "fault",
    [
        error(404, 10062, discord.NotFound),
        error(403, 50001, discord.Forbidden),
        error(400, 40060),
        error(400, 50083),
        error(401, 50027),
        error(429, 30046),
        error(503, 0, discord.DiscordServerError),
        discord.RateLimited(90),
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
    ],
    ids=str,
)
def test_what_discord_or_the_way_there_did_is_a_warning_of_one_line(fault: Any, caplog: Any):
    log_error(logging.getLogger("x"), "it failed", fault)
    [line] = caplog.records
    assert is_external(fault) and (line.levelname, line.exc_info) == ("WARNING", None)


@pytest.mark.parametrize("bug", [error(400, 50035), error(401, 0), KeyError("x")], ids=str)
def test_what_we_did_wrong_is_an_error_with_all_there_is_to_know(bug: Any, caplog: Any):
    log_error(logging.getLogger("x"), "it failed", bug)
    [line] = caplog.records
    assert not is_external(bug) and line.levelname == "ERROR" and line.exc_info[1] is bug


def test_the_librarys_errors_of_the_wire_are_warnings_of_one_line(caplog: Any):
    downgrade_library_errors()
    log = logging.getLogger("discord.shard")
    with caplog.at_level(logging.INFO):
        log.error("Attempting a reconnect", exc_info=aiohttp.ClientError("gone"))
        log.error("A bug", exc_info=KeyError("x"))
    wire, bug = caplog.records
    assert (wire.levelname, wire.exc_info) == ("WARNING", None)
    assert wire.getMessage() == "Attempting a reconnect: gone"
    assert bug.levelname == "ERROR" and bug.exc_info


def test_an_interaction_comes_in_once_and_long_ago_is_forgotten(monkeypatch: Any):
    monkeypatch.setattr("bot.operations.discord_errors.MAX_REMEMBERED", 2)
    seen_interactions = SeenInteractions()
    assert [seen_interactions.is_new(n) for n in (1, 2, 1, 3, 1)] == [True, True, False, True, True]
