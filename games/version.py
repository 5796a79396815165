"""The release of Atelier that is installed."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
VERSION: str = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
