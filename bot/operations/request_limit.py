"""Discord's limit on all requests of a bot: waiting before a request, so that none exceeds it.

discord.py keeps the limits of channels, but learns of this one only when a request is refused. A
bot with too many refused requests is locked out.
"""

from __future__ import annotations

from typing import Any

import aiohttp
from aiolimiter import AsyncLimiter

REQUESTS_PER_S, BURST = 45, 3
"""The bot makes so many requests a second, and so many at once after a pause. Discord allows 50 a
second; the rest is for delays on the way.
"""


def limit_requests(trace: aiohttp.TraceConfig, share: float) -> None:
    """Makes the requests of an aiohttp session wait. `share` is the part of Discord's limit that
    this process may use, from 0 to 1.
    """
    burst = max(1.0, BURST * share)
    limiter = AsyncLimiter(burst, burst / (REQUESTS_PER_S * share))

    async def wait(
        _: aiohttp.ClientSession, __: Any, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if is_counted(request):
            await limiter.acquire()

    trace.on_request_start.append(wait)


def is_counted(request: aiohttp.TraceRequestStartParams) -> bool:
    """Whether Discord counts a request. It does not count responses to interactions, which are made
    by the token of the interaction.
    """
    return "Authorization" in request.headers
