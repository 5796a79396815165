"""Interactions: every press and command on its way in."""
