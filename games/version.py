"""The release of Atelier that is installed."""

import tomllib
from importlib.metadata import version
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
VERSION: str = (
    tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
    if PROJECT.is_file()
    else version("atelier")  # built for the tests of a game in a package of its own
)
