"""The version of Atelier."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"
VERSION: str = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
