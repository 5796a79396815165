"""The small changes that a mutation run makes to a module of rules, in its syntax tree.

Nothing is changed in texts, docstrings, type annotations, assertions, imports, or in arguments that
only name a move, hint at a menu or size a cache.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
"""What stands in the place of an operator."""
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
"""What is called in the place of a function."""
OPTIONAL = {
    "sorted": ("key", "reverse"),
    "min": ("key", "default"),
    "max": ("key", "default"),
    "sum": ("start",),
    "choice": ("secret", "always", "may_pass", "menu", "they", "you"),
}
"""Named arguments that a call can do without, and that matter."""
PLANS = ("then",)
"""Calls that do several things, one for each argument."""
NO_RULES = (
    "strict",
    "slots",
    "frozen",
    "maxsize",
    "version",
    "minutes",
    "weight",
)
"""Named arguments that are no rules."""
UNTOUCHED = ("cache", "lru_cache", "CACHE_SIZE", "dataclass", "verb", "NamedTuple")
"""Calls, decorators and constants in which nothing is changed."""
BODIES = ("body", "orelse", "finalbody", "handlers")
SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Place(NamedTuple):
    """A node by what holds it: a field of another node, and the number in it if that is a list."""

    holder: ast.AST
    field: str
    number: int | None

    def put(self, node: ast.AST) -> None:
        if self.number is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.number] = node


class Edit(NamedTuple):
    """Another node for a place."""

    place: Place
    old: ast.AST
    new: ast.AST
    statement: ast.stmt
    """The statement around it, or it."""
    scope: tuple[str, ...]
    """The names of the classes and functions around it."""


@dataclass(frozen=True)
class Mutant:
    """A module with one small change."""

    module: str
    """Its name in the package of its game."""
    function: str
    """The function, or the class, in which it is; "" outside of all."""
    before: str
    """The statement without and with the change; of one with a body its first line alone."""
    after: str
    nth: int
    """1, or more where the same change can be made several times in the function."""
    lines: range
    """The lines of the file on which the statement stands."""
    number: int
    """Which change of the module it is."""

    @property
    def id(self) -> str:
        """Eight letters and digits that stay as long as the statement stays in its function."""
        words = (self.module, self.function, self.before, self.after, str(self.nth))
        return blake2b("\0".join(words).encode(), digest_size=4).hexdigest()

    @property
    def key(self) -> tuple[str, str, str, str]:
        """By what it is listed as equivalent."""
        return self.module, self.function, self.before, self.after


def mutants(module: str, source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    found: list[Mutant] = []
    same = Counter[tuple[str, ...]]()
    for number, edit in enumerate(edits(ast.parse(source))):
        before, after = first_line(edit.statement), changed(edit)
        function = ".".join(edit.scope)
        same[function, before, after] += 1
        found.append(
            Mutant(
                module,
                function,
                before,
                after,
                same[function, before, after],
                lines_of(edit.statement),
                number,
            )
        )
    return found


def mutated(source: str, number: int) -> ast.Module:
    """The tree of a module with one of its changes."""
    tree = ast.parse(source)
    edit = next(edit for n, edit in enumerate(edits(tree)) if n == number)
    ast.copy_location(edit.new, edit.old)
    edit.place.put(edit.new)
    return ast.fix_missing_locations(tree)


def changed(edit: Edit) -> str:
    """The first line of the statement after a change."""
    if edit.old is edit.statement:
        return ast.unparse(edit.new)
    edit.place.put(edit.new)
    text = first_line(edit.statement)
    edit.place.put(edit.old)
    return text


def first_line(statement: ast.stmt) -> str:
    """A statement as one text, without its body if it has one."""
    head = copy.copy(statement)
    for field in BODIES:
        if hasattr(head, field):
            setattr(head, field, [])
    return ast.unparse(head).strip()


def lines_of(statement: ast.stmt) -> range:
    """The lines of a statement; of one with a body those above it."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    end = body[0].lineno if body else (statement.end_lineno or statement.lineno) + 1
    return range(statement.lineno, max(end, statement.lineno + 1))


# --- Where something can be changed --------------------------------------------------------------


def edits(tree: ast.Module) -> Iterator[Edit]:
    """Every change of a module, in the order of its lines."""
    for n, statement in enumerate(tree.body):
        yield from edits_of(Place(tree, "body", n), statement, statement, ())


def edits_of(
    place: Place, node: ast.AST, statement: ast.stmt, scope: tuple[str, ...]
) -> Iterator[Edit]:
    """The changes of a node and of all in it."""
    if is_untouched(place, node):
        return
    for new in others(place, node):
        yield Edit(place, node, new, statement, scope)
    inner = (*scope, node.name) if isinstance(node, SCOPES) else scope
    for field, number, child in children(node):
        yield from edits_of(
            Place(node, field, number),
            child,
            child if isinstance(child, ast.stmt) else statement,
            inner,
        )


def children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """What a node holds: field, number in it, child."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            yield from ((field, n, each) for n, each in enumerate(value))
        elif isinstance(value, ast.AST):
            yield field, None, value


def is_untouched(place: Place, node: ast.AST) -> bool:
    """Whether neither a node nor anything in it is changed."""
    if place.field in ("annotation", "returns", "bases") or not isinstance(node, ast.AST):
        return True
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr):
        return True
    if isinstance(node, ast.keyword):
        return node.arg in NO_RULES
    if isinstance(node, ast.Assign):
        return name_of(node.targets[0]) in UNTOUCHED
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or name_of(node.value) in UNTOUCHED
    return isinstance(node, ast.Call | ast.Name) and name_of(node) in UNTOUCHED


def name_of(node: ast.AST) -> str:
    """The last name of what is called, or named: then, of g.then(...)."""
    called = node.func if isinstance(node, ast.Call) else node
    return getattr(called, "attr", getattr(called, "id", ""))


# --- What stands there instead -------------------------------------------------------------------


def others(place: Place, node: Any) -> Iterator[ast.AST]:
    """What can stand in the place of a node."""
    match node:
        case ast.stmt():
            yield from other_statements(node)
        case ast.Compare():
            for n, op in enumerate(node.ops):
                for swapped in SWAPS[type(op)]:
                    yield with_(node, ops=replaced(node.ops, n, swapped()))
        case ast.BoolOp():
            yield from swaps(node)
            for n in range(len(node.values)):
                yield without(node, "values", n) if len(node.values) > 2 else node.values[1 - n]
        case ast.BinOp() if not (is_list(node.left) or is_list(node.right)):
            yield from swaps(node)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() as n):
            yield ast.Constant(n + 1)
            yield ast.Constant(n - 1)
        case ast.Slice():
            for bound in ("lower", "upper", "step"):
                if getattr(node, bound):
                    yield with_(node, **{bound: None})
        case ast.Call():
            yield from other_calls(node)
        case _:
            pass
    if place.field == "ifs":
        yield ast.Constant(True)
    if place.field in ("test", "ifs") and isinstance(node, ast.Name | ast.Attribute | ast.Call):
        yield ast.UnaryOp(ast.Not(), node)


def other_statements(node: ast.stmt) -> Iterator[ast.AST]:
    """What can stand in the place of a statement."""
    match node:
        case ast.Expr() | ast.Delete() | ast.Raise() | ast.Return(value=None):
            yield ast.Pass()
        case ast.Continue():
            yield from (ast.Pass(), ast.Break())
        case ast.Break():
            yield from (ast.Pass(), ast.Continue())
        case ast.AugAssign():
            yield ast.Pass()
            yield from swaps(node)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript() | ast.Tuple(), *_]):
            if any(isinstance(each, ast.Attribute | ast.Subscript) for each in targets(node)):
                yield ast.Pass()
        case ast.Return(value=ast.expr() as value):
            if not isinstance(value, ast.Constant):
                yield ast.Return(ast.Constant(None))
        case _:
            pass


def targets(node: ast.Assign) -> list[ast.expr]:
    """What an assignment sets."""
    first = node.targets[0]
    return first.elts if isinstance(first, ast.Tuple) else node.targets


def other_calls(node: ast.Call) -> Iterator[ast.AST]:
    """What can stand in the place of a call."""
    name = name_of(node)
    if name in CALLS and isinstance(node.func, ast.Name):
        yield with_(node, func=ast.Name(CALLS[name], ast.Load()))
    for n, keyword in enumerate(node.keywords):
        if keyword.arg in OPTIONAL.get(name, ()):
            yield without(node, "keywords", n)
    if name in PLANS and len(node.args) > 1:
        for n in range(len(node.args)):
            yield without(node, "args", n)
    if name == "range" and not isinstance(node.args[-1], ast.Constant):
        for op in (ast.Add(), ast.Sub()):
            last = ast.BinOp(node.args[-1], op, ast.Constant(1))
            yield with_(node, args=[*node.args[:-1], last])


def swaps(node: Any) -> Iterator[ast.AST]:
    """An operation with each of the operators that can stand in the place of its own."""
    for swapped in SWAPS.get(type(node.op), ()):
        yield with_(node, op=swapped())


def is_list(node: ast.expr) -> bool:
    """Whether it is written as a list, a tuple or a text, which can only be joined."""
    written = ast.List | ast.Tuple | ast.ListComp | ast.JoinedStr
    return isinstance(node, written) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def with_(node: Any, **fields: Any) -> Any:
    """A copy of a node with other values of some fields."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def without(node: ast.AST, field: str, number: int) -> Any:
    """A copy of a node without one of the nodes that it holds."""
    held = getattr(node, field)
    return with_(node, **{field: [*held[:number], *held[number + 1 :]]})


def replaced(held: list[Any], number: int, new: ast.AST) -> list[Any]:
    """A list with another node in one place."""
    return [*held[:number], new, *held[number + 1 :]]
