"""Slash commands and their components. Each module is an extension, except those with an underscore
in front.
"""
