"""Interactions: every press, command and form comes in here; handlers are made with these tools."""

from bot.interactions.client import Client, Interaction
from bot.interactions.commands import command, context_menu, extension, group
from bot.interactions.completion import Choices, completion
from bot.interactions.context import Context, name_of
from bot.interactions.controls import form, picked, pressed, submitted

__all__ = [
    "Choices",
    "Client",
    "Context",
    "Interaction",
    "command",
    "completion",
    "context_menu",
    "extension",
    "form",
    "group",
    "name_of",
    "picked",
    "pressed",
    "submitted",
]
