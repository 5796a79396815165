"""The bot: tables, the store, and what stands in Discord; it knows no game."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
__version__: str = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
