"""Makes SimCord's pages quicker. Each time that it publishes a page, it would make a parser of
Markdown for each text, and write all commands with Python's own JSON: more than half of the time.
"""

# SimCord has no public interface for this, so its version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import orjson
from simcord.preview import _commands, _markdown

_make_parser = _markdown._markdown_parser
_parsers: dict[int, tuple[Any, dict[str, Any]]] = {}
"""By the id of a policy, which is a constant of SimCord: its parser, and the names that it knows.
"""


def install() -> None:
    """Replaces two functions of SimCord."""
    _markdown._markdown_parser = _parser_of
    _commands._canonical = partial(orjson.dumps, option=orjson.OPT_SORT_KEYS)


def _parser_of(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    """The parser for a policy. It knows the names in `context` until the next call; SimCord parses
    before that.
    """
    if id(policy) not in _parsers:
        names: dict[str, Any] = {}
        _parsers[id(policy)] = _make_parser(policy, names), names
    parser, names = _parsers[id(policy)]
    names.clear()
    names.update(context)
    return parser
