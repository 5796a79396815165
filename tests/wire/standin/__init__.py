"""A stand-in for Discord on loopback: REST v10 and the gateway, only what the bot needs.

It is strict: it answers unknown requests with 404 and records them in `unknown`, and it refuses
messages that Discord would refuse. Nothing here knows the bot.
"""

from tests.wire.standin.faults import BY_TOKEN, Faults, FaultStrike
from tests.wire.standin.limits import AS_DISCORD
from tests.wire.standin.messages import labels, parts, text
from tests.wire.standin.server import StandIn, until
from tests.wire.standin.things import (
    BUTTON,
    CLOUDFLARE,
    EPHEMERAL,
    FLAGGED,
    LOST,
    NO_SHARED_SERVER,
    OPENED_WITHIN_S,
    TOO_FAST,
    UNANSWERED,
    Interaction,
    Place,
    Problem,
)
