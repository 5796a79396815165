"""The options of a game, and what each of their values means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel, Field, ValidationError
from pydantic.fields import FieldInfo


class NoOptions(BaseModel):
    """The options of a game without options."""


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


def validated(
    model: type[BaseModel], options: BaseModel | dict[str, Any] | None, title: str
) -> BaseModel:
    """The options of the game of this title; ValueError with a sentence if they do not fit."""
    if isinstance(options, BaseModel):
        return options
    for name in options or {}:
        if name not in model.model_fields:
            raise ValueError(f"{title} has no option “{name[:60]}”.")
    try:
        return model.model_validate(options or {})
    except ValidationError as error:
        wrong = error.errors()[0]
        where, why = ".".join(map(str, wrong["loc"])), wrong["msg"]
        raise ValueError(f"The option “{where}” does not fit: {why}.") from None
