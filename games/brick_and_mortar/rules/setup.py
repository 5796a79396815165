"""Brick & Mortar: to come."""
