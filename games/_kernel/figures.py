"""The figures of a game, and its editions.

`cards.toml` has the figures of today, `cards-1.toml`, `cards-2.toml` and so on those of earlier
editions. An earlier edition is the same package imported once more as `games.NAME@1`. All that its
modules work out from figures, also while they are imported, is then of this edition, and a move
takes no longer.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import sys
import tomllib
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

EDITION = re.compile(r"@(\d+)")
"""What names the edition in the name of a module."""
FILE, EARLIER = "cards.toml", "cards-{}.toml"


def figures(module: str) -> dict[str, Any]:
    """The tables of `cards.toml`, in the edition of the module beside it (`__name__`)."""
    folder = Path(sys.modules[module].__file__ or "").parent
    earlier = folder / EARLIER.format(edition_of(module))
    file = earlier if earlier.exists() else folder / FILE
    return tomllib.loads(file.read_text(encoding="utf-8"))


def edition_of(module: str) -> int:
    """The edition of the figures beside a module: 1 for the first."""
    if named := EDITION.search(module):
        return int(named[1])
    file = getattr(sys.modules.get(module), "__file__", None)
    return 1 + len([*Path(file).parent.glob(EARLIER.format("*"))]) if file else 1


def import_edition(module: str, edition: int) -> ModuleType:
    """Imports a module and its whole package in an earlier edition."""
    package = importlib.import_module(module).__package__ or module
    return importlib.import_module(f"{package}@{edition}{module.removeprefix(package)}")


class _Finder(MetaPathFinder):
    """Finds the modules of earlier editions, which are the files of today's modules."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        today = EDITION.sub("", fullname)
        spec = importlib.util.find_spec(today) if today != fullname else None
        if spec is None or spec.origin is None:
            return None
        return importlib.util.spec_from_file_location(
            fullname,
            spec.origin,
            loader=_Loader(fullname, spec.origin),
            submodule_search_locations=spec.submodule_search_locations,
        )


class _Loader(SourceFileLoader):
    """Loads a module of an earlier edition, which imports its own package in that edition."""

    def get_code(self, fullname: str) -> CodeType:
        package, edition, _ = EDITION.split(fullname)
        tree = ast.parse(self.get_data(self.path))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and not node.level:
                node.module = _renamed(node.module or "", package, edition)
            elif isinstance(node, ast.Import):
                for each in node.names:
                    each.name = _renamed(each.name, package, edition)
        return compile(tree, self.path, "exec", dont_inherit=True)


def _renamed(module: str, package: str, edition: str) -> str:
    """The name of a module in this edition of the package; that of another one stays."""
    if f"{module}.".startswith(f"{package}."):
        return f"{package}@{edition}{module.removeprefix(package)}"
    return module


sys.meta_path.insert(0, _Finder())  # before the one that finds submodules by their folder
