"""Files and functions stay small enough to be read at once. Longer is allowed only where a table of facts is long."""

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Module

FILE_LINES = 300
TEST_FILE_LINES = 400
FUNCTION_LINES = 25

TABLES_OF_FACTS: dict[str, int] = {
    "table_controller/core/events.py": 680,  # every event of the record, with what each field means
    "table_controller/core/orders.py": 360,  # every order, likewise
}
"""Files that may be longer, with the most they may have."""

LONG_FUNCTIONS: dict[str, int] = {
    # one constructor with a line for each field of a state or view: split, they would be harder to compare with the struct
    "table_controller/core/fold_acts.py::_wagered": 30,
    "table_controller/core/fold_hand.py::_hand_started": 36,
    "table_controller/core/fold_hand.py::_hand_voided": 34,
    "table_controller/views/pit.py::_hand_view": 26,
    "table_controller/views/pit.py::pit_view": 33,
}
"""Functions (`path::name`) that may be longer, with the most they may have."""


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the end, without the docstring."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or 0) - first.lineno + 1
    return lines


def _allowed(path: str) -> int:
    return TABLES_OF_FACTS.get(path, TEST_FILE_LINES if path.startswith("tests/") else FILE_LINES)


def test_files_are_at_most_300_lines(modules: "list[Module]") -> None:
    lengths = {module.path: module.text.count("\n") for module in modules}
    assert {path: n for path, n in lengths.items() if n > _allowed(path)} == {}


def test_c_files_are_at_most_300_lines_and_their_functions_25(root: Path, tracked: list[str]) -> None:
    """Tests may have 400, and what is made from the schema any number."""
    too_long = {}
    for path in tracked:
        text = (root / path).read_text(encoding="utf-8") if path.endswith((".c", ".h")) else ""
        lines = text.splitlines()
        if len(lines) > (TEST_FILE_LINES if "/test/" in path else FILE_LINES) and "Made by `make generate`" not in text:
            too_long[path] = len(lines)
        starts = [n for n, line in enumerate(lines) if line == "{"]
        for start in starts:
            length = lines.index("}", start) - start - 1
            if length > FUNCTION_LINES:
                too_long[f"{path}:{start}"] = length
    assert too_long == {}


def test_functions_are_at_most_25_lines(product: "list[Module]") -> None:
    too_long = {}
    for module in product:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{module.path}::{node.name}"
                if _length(node) > LONG_FUNCTIONS.get(name, FUNCTION_LINES):
                    too_long[name] = _length(node)
    assert too_long == {}


def test_the_lists_of_exceptions_hold_nothing_that_is_not_needed(modules: "list[Module]") -> None:
    lengths = {module.path: module.text.count("\n") for module in modules}
    functions = {
        f"{module.path}::{node.name}": _length(node)
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert [path for path in TABLES_OF_FACTS if lengths.get(path, 0) <= FILE_LINES] == []
    assert [name for name in LONG_FUNCTIONS if functions.get(name, 0) <= FUNCTION_LINES] == []
