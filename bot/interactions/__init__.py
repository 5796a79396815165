"""Interactions: every press and command on its way in, and what their handlers are made with."""

from bot.interactions.client import Client, Interaction
from bot.interactions.commands import command, extension, group
from bot.interactions.completion import Names, completion
from bot.interactions.context import Context
from bot.interactions.controls import filled, picked, pressed

__all__ = [
    "Client",
    "Context",
    "Interaction",
    "Names",
    "command",
    "completion",
    "extension",
    "filled",
    "group",
    "picked",
    "pressed",
]
