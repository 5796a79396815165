"""The program: the table, the store and what is shown; it knows no game."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
__version__: str = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
