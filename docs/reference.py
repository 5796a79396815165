"""Writes the reference of what games are written with, from signatures and docstrings:
`python -m docs.reference`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).parent.parent
FILE = ROOT / "games" / "REFERENCE.md"
KERNEL = ROOT / "games" / "kernel.py"
SOURCES = (*sorted((ROOT / "games" / "_kernel").glob("*.py")), ROOT / "games" / "reading.py")
WORDS = ROOT / "games" / "words.py"
TESTING = sorted((ROOT / "atelier_testing").glob("*.py"))
WIDTH = 120
HEAD = """\
# Reference

What games import from `games.kernel`, and what every game must keep. `python -m docs.reference`
writes this page from the code; [README.md](README.md) is the guide.
"""
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


def reference() -> str:
    """The whole page."""
    known = dict(definitions(*SOURCES, WORDS, KERNEL))
    parts = [HEAD, "## games.kernel\n"]
    parts += [entry(name, *known[name]) for name in sorted(public(), key=str.lower)]
    parts.append("## atelier_testing\n")
    for path in TESTING:
        tests = [node for name, (node, _) in definitions(path) if name.startswith("test_")]
        if tests:
            about = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
            parts.append(f"### {path.stem}\n\n{wrapped(about)}\n")
            parts.append("\n".join(wrapped(sentence(test.name), "- ") for test in tests) + "\n")
    return "\n".join(parts)


def public() -> list[str]:
    """The names that games may import from the kernel."""
    [listed] = [node for name, (node, _) in definitions(KERNEL) if name == "__all__"]
    return ast.literal_eval(listed.value)


def definitions(*paths: Path) -> Iterator[tuple[str, tuple[Definition, str]]]:
    """What modules define, each with the text that is said of it; the last of overloads."""
    for path in paths:
        yield from said_in(ast.parse(path.read_text("utf-8")).body)


def said_in(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[Definition, str]]]:
    """The definitions of a module or a class."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                yield node.name, (node, ast.get_docstring(node) or "")
            case ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]):
                yield name, (node, text_of(after))
            case ast.Assign(targets=[ast.Tuple(names)], value=ast.Tuple(values)):
                for each, value in zip(names, values, strict=True):
                    yield ast.unparse(each), (ast.Assign([each], value, lineno=0), text_of(after))
            case _:
                pass


def text_of(after: ast.stmt | None) -> str:
    """What is said of a value in the statement after it."""
    is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    return str(ast.literal_eval(after.value)) if is_text else ""


def entry(name: str, node: Definition, text: str) -> str:
    """The part of the page about a name."""
    if not isinstance(node, ast.ClassDef):
        return wrapped(f"**`{signature(name, node)}`** {text}") + "\n"
    members = dict(said_in(node.body))
    begun, how = members.pop("__init__", (None, ""))
    made = signature(name, begun).removesuffix(" -> None") if begun else name
    lines = [wrapped(f"### {name}\n"), "", wrapped(f"**`{made}`** {text} {how}"), ""]
    lines += [
        wrapped(f"`{signature(each, member)}` {said}", "- ")
        for each, (member, said) in members.items()
        if not each.startswith("_")
    ]
    return "\n".join(lines).rstrip() + "\n"


def signature(name: str, node: Definition) -> str:
    """How a name is called, or what it is."""
    match node:
        case ast.FunctionDef():
            if any(
                each in ("property", "cached_property")
                for each in map(ast.unparse, node.decorator_list)
            ):
                return f"{name}: {ast.unparse(node.returns)}" if node.returns else name
            text = re.sub(r"^(?:self(?:: [^,]+)?|cls)(?:, |$)", "", ast.unparse(node.args))
            return f"{name}({text})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")
        case ast.AnnAssign():
            return f"{name}: {ast.unparse(node.annotation)}"
        case ast.Assign():
            return ast.unparse(node)
        case _:
            return name


def sentence(test: str) -> str:
    """What a test demands, as its name says it."""
    words = test.removeprefix("test_").replace("_", " ")
    return f"{words[0].upper()}{words[1:]}."


def wrapped(text: str, bullet: str = "") -> str:
    """A paragraph of the page."""
    if text.startswith("#"):
        return text.rstrip()
    return fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
    )


if __name__ == "__main__":
    FILE.write_text(reference(), encoding="utf-8")
