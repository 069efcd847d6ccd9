"""Which clauses a test names: a scenario file in its head or its wishes, a test of pytest in its own source or its parameter."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_HEAD = re.compile(r"^# clause: (.+)$", re.MULTILINE)
_WISH = re.compile(r"^expect (?:only )?finding .*\bclause ((?:SK|CZ|PL|UA|HU)\d\d)\b", re.MULTILINE)
_ID = re.compile(r"\b(?:SK|CZ|PL|UA|HU)\d\d\b")


def named_by(test: str) -> frozenset[str]:
    """The clauses that a test names. LookupError when there is no such test."""
    path, _, name = test.partition("::")
    if not (ROOT / path).is_file():
        raise LookupError(test)
    if not name:
        text = (ROOT / path).read_text(encoding="utf-8")
        return frozenset({*_WISH.findall(text), *(id for line in _HEAD.findall(text) for id in line.split())})
    function, _, parameter = name.partition("[")
    return frozenset(_ID.findall(f"{_source(path, function)}\n{parameter}"))


@cache
def _source(path: str, function: str) -> str:
    """The test with its decorators and docstring."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise LookupError(f"{path}::{function}")
