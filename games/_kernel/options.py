"""The options of a game, and what each of their values means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pydantic import Field
from pydantic.fields import FieldInfo


def option(title: str, default: Any, about: Mapping[Any, str]) -> Any:
    """A field for the options of a game, with a title, a default, and a sentence for each
    value.
    """
    sentences = {str(value): sentence for value, sentence in about.items()}
    return Field(default=default, title=title, json_schema_extra={"about": {**sentences}})


def option_values(known: FieldInfo) -> list[Any]:
    """The values of an option if it is a Literal or a bool; else []."""
    if known.annotation is bool:
        return [False, True]
    return list(getattr(known.annotation, "__args__", ()))


def about_value(known: FieldInfo, value: Any) -> str:
    """The sentence that says what a value of an option means, or ""."""
    extra = cast("dict[str, Any]", known.json_schema_extra or {})
    return extra.get("about", {}).get(str(value), "")
