"""Discord's documented limits of slash commands, and what breaks them in a payload."""

import re
from collections.abc import Iterator
from typing import Any

NAME = re.compile(r"[-_'\w]{1,32}")
"""Letters and digits of any script, in lower case where the script has cases."""
MAX_COMMANDS, MAX_OPTIONS, MAX_CHOICES = 100, 25, 25
MAX_ENTRY_NAME, MAX_DESCRIPTION, MAX_CHOICE_NAME, MAX_CHOICE_VALUE = 32, 100, 100, 100
MAX_TEXT = 6000
MAX_CHARACTERS = 8000
"""Of all texts of a command, each in its longest language."""
MAX_NUMBER = 2**53
CHAT_INPUT, OF_PEOPLE, OF_MESSAGES = 1, 2, 3
"""Slash commands, and entries of the context menus of people and of messages."""
MAX_ENTRIES = 5
"""Of each of both menus."""
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 1, 2, 3, 4, 5, 6, 7
ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 8, 9, 10, 11
OPTION_TYPES = {*range(SUBCOMMAND, ATTACHMENT + 1)}
CHANNEL_TYPES = {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15}
"""Those of the OpenAPI document; 16, media, is in the documentation alone."""
CONTEXTS = {0, 1, 2}
"""Servers, the direct messages of the bot, and those among people."""
INTEGRATION_TYPES = {0, 1}
"""Servers and people, where the bot can be installed."""
LOCALES = {
    *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl"),
    *("no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi"),
    *("th", "zh-CN", "ja", "zh-TW", "ko"),
}
COMMAND_KEYS = {
    *("name", "name_localizations", "description", "description_localizations", "type", "options"),
    *("default_member_permissions", "dm_permission", "nsfw", "contexts", "integration_types"),
}
OPTION_KEYS = {
    *("name", "name_localizations", "description", "description_localizations", "type", "options"),
    *("required", "choices", "channel_types", "min_value", "max_value", "min_length"),
    *("max_length", "autocomplete"),
}
Payload = dict[str, Any]


def problems(commands: list[Payload]) -> list[str]:
    """What Discord would refuse in the commands of an application, a sentence for each."""
    found: list[str] = []
    for kind in (CHAT_INPUT, OF_PEOPLE, OF_MESSAGES):
        names = [each["name"] for each in commands if each.get("type", CHAT_INPUT) == kind]
        if len(names) > (MAX_COMMANDS if kind == CHAT_INPUT else MAX_ENTRIES):
            found.append(f"{len(names)} commands")
        found += _repeated(names, "commands")
    for command in commands:
        found += [f"/{command['name']}: {problem}" for problem in _of_command(command)]
    return found


def characters(part: Payload) -> int:
    """The characters of a command, an option or a choice, each text in its longest language."""
    own = sum(
        max(len(text) for text in (part[key], *(part.get(f"{key}_localizations") or {}).values()))
        for key in ("name", "description")
        if key in part
    )
    value = part.get("value")
    own += len(value) if isinstance(value, str) else 0
    parts = [*part.get("options", ()), *part.get("choices", ())]
    return own + sum(characters(each) for each in parts)


def _of_command(command: Payload) -> Iterator[str]:
    if unknown := command.keys() - COMMAND_KEYS:
        yield f"unknown keys {unknown}"
    if command.get("type", CHAT_INPUT) not in (CHAT_INPUT, OF_PEOPLE, OF_MESSAGES):
        yield f"type {command['type']}"
    if (count := characters(command)) > MAX_CHARACTERS:
        yield f"{count} characters"
    for key, known in (("contexts", CONTEXTS), ("integration_types", INTEGRATION_TYPES)):
        values = command.get(key)
        if values is not None and (not values or not known.issuperset(values)):
            yield f"{key} {values}"
        yield from _repeated(values or [], key)
    contexts = command.get("contexts")
    if contexts is not None and command.get("dm_permission", True) != (1 in contexts):
        yield f"dm_permission contradicts the contexts {contexts}"
    if command.get("type", CHAT_INPUT) == CHAT_INPUT:
        yield from _of_texts(command)
        yield from _of_options(command, depth=0)
        return
    names = [command["name"], *(command.get("name_localizations") or {}).values()]
    yield from (f"name {name!r}" for name in names if not 1 <= len(name) <= MAX_ENTRY_NAME)
    if command.get("description") or command.get("options"):
        yield "an entry of a menu with a description or options"


def _of_options(parent: Payload, depth: int) -> Iterator[str]:
    """What is wrong with the options of a command (0), or of a group or subcommand (1, 2)."""
    options = parent.get("options", [])
    if len(options) > MAX_OPTIONS:
        yield f"{len(options)} options"
    yield from _repeated([option["name"] for option in options], "options")
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        yield "subcommands beside other options"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield "an option that is required stands behind one that is not"
    for option in options:
        kind = option["type"]
        may_nest = {0: (SUBCOMMAND, GROUP), 1: (SUBCOMMAND,) if parent.get("type") == GROUP else ()}
        if kind in (SUBCOMMAND, GROUP) and kind not in may_nest.get(depth, ()):
            yield f"{option['name']}: nested too deep"
        of_option = [*_of_texts(option), *_of_option(option), *_of_options(option, depth + 1)]
        yield from (f"{option['name']}: {problem}" for problem in of_option)


def _of_option(option: Payload) -> Iterator[str]:
    kind, choices = option["type"], option.get("choices") or []
    if unknown := option.keys() - OPTION_KEYS:
        yield f"unknown keys {unknown}"
    if kind not in OPTION_TYPES:
        yield f"type {kind}"
    for keys, kinds in (
        (("choices", "autocomplete"), (STRING, INTEGER, NUMBER)),
        (("min_value", "max_value"), (INTEGER, NUMBER)),
        (("min_length", "max_length"), (STRING,)),
        (("channel_types",), (CHANNEL,)),
        (("options",), (SUBCOMMAND, GROUP)),
    ):
        yield from (
            f"{key} of type {kind}" for key in keys if option.get(key) and kind not in kinds
        )
    if choices and option.get("autocomplete"):
        yield "choices and autocomplete"
    if len(choices) > MAX_CHOICES:
        yield f"{len(choices)} choices"
    for key in ("name", "value"):
        yield from _repeated([choice[key] for choice in choices], f"choice {key}s")
    for choice in choices:
        for text in (choice["name"], *(choice.get("name_localizations") or {}).values()):
            if not 1 <= len(text) <= MAX_CHOICE_NAME:
                yield f"choice {text!r}"
        value = choice["value"]
        if kind == STRING and not (isinstance(value, str) and len(value) <= MAX_CHOICE_VALUE):
            yield f"value {value!r}"
    least, most = option.get("min_value"), option.get("max_value")
    if any(abs(number) > MAX_NUMBER for number in (least, most) if number is not None):
        yield f"numbers from {least} to {most}"
    shortest, longest = option.get("min_length", 0), option.get("max_length", MAX_TEXT)
    if not (0 <= shortest <= longest and 1 <= longest <= MAX_TEXT):
        yield f"texts of {shortest} to {longest} characters"
    if wrong := set(option.get("channel_types", ())) - CHANNEL_TYPES:
        yield f"channel types {wrong}"


def _of_texts(part: Payload) -> Iterator[str]:
    """What is wrong with name and description, in any language."""
    names = part.get("name_localizations") or {}
    descriptions = part.get("description_localizations") or {}
    if unknown := (names.keys() | descriptions.keys()) - LOCALES:
        yield f"unknown languages {unknown}"
    for name in (part["name"], *names.values()):
        if not NAME.fullmatch(name) or name != name.lower():
            yield f"name {name!r}"
    for text in (part["description"], *descriptions.values()):
        if not 1 <= len(text) <= MAX_DESCRIPTION:
            yield f"a description of {len(text)} characters"


def _repeated(values: list[Any], what: str) -> list[str]:
    return [] if len({*values}) == len(values) else [f"{what} that are not distinct: {values}"]
