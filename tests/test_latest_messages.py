"""The latest message of a channel, as interactions name it."""

from typing import Any

import pytest

from bot.outbox import latest_messages
from bot.outbox.latest_messages import VALID_S, LatestMessages

CHANNEL, BOARD, LATER = 11, 500, 501


def event(**channel: Any) -> dict[str, Any]:
    return {"channel": channel}


@pytest.fixture
def latest() -> LatestMessages:
    """The board is the latest message."""
    found = LatestMessages()
    found.note(event(id=str(CHANNEL), last_message_id=str(BOARD)))
    return found


def test_an_interaction_tells_which_message_is_the_latest_of_its_channel(latest: LatestMessages):
    assert latest.is_latest(CHANNEL, BOARD)
    assert not latest.is_latest(CHANNEL, LATER) and not latest.is_latest(CHANNEL + 1, BOARD)
    latest.note(event(id=str(CHANNEL), last_message_id=str(LATER)))
    assert latest.is_latest(CHANNEL, LATER) and not latest.is_latest(CHANNEL, BOARD)


@pytest.mark.parametrize(
    "other",
    [
        event(id=str(CHANNEL), last_message_id=None),
        event(id=str(CHANNEL)),
        {"channel": None},
        {},
    ],
)
def test_an_interaction_that_names_no_message_changes_nothing(
    latest: LatestMessages, other: dict[str, Any]
):
    latest.note(other)
    assert latest.is_latest(CHANNEL, BOARD)


def test_after_a_while_other_messages_may_have_come(
    latest: LatestMessages, monkeypatch: pytest.MonkeyPatch
):
    now = latest_messages.time.monotonic() + VALID_S
    monkeypatch.setattr(latest_messages.time, "monotonic", lambda: now)
    assert not latest.is_latest(CHANNEL, BOARD)


def test_channels_are_forgotten_where_nothing_happened_for_longest(
    latest: LatestMessages, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(latest_messages, "MAX_REMEMBERED", 2)
    latest.note(event(id="12", last_message_id="7"))
    latest.note(event(id=str(CHANNEL), last_message_id=str(BOARD)))
    latest.note(event(id="13", last_message_id="8"))
    assert latest.is_latest(CHANNEL, BOARD) and latest.is_latest(13, 8)
    assert not latest.is_latest(12, 7)
