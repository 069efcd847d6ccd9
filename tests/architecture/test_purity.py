"""Who may import what, and where a broad `except` may stand."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.architecture.conftest import Module

PURE = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "tomllib",
    "types",
    "typing",
    "unicodedata",
}
"""The part of the standard library that reads no clock and no chance, opens nothing and starts nothing."""

MAY_IMPORT = {
    "table_controller/core": PURE | {"msgspec", "phevaluator", "table_controller.core"},
    "hardware/protocol": set(sys.stdlib_module_names) | {"cobs", "hardware.protocol"},
    "hardware/simulator": set(sys.stdlib_module_names) | {"hardware.protocol", "hardware.simulator"},
    "hardware/simulator/camera": set(sys.stdlib_module_names) | {"cv2", "numpy", "hardware.simulator.camera"},
}
"""Folder -> what its files may import: names of packages."""

ASIDE = {"print", "input", "open", "breakpoint", "exec", "eval", "compile", "__import__"}
"""Built-in functions the core does not call."""

LAST_LINES_OF_DEFENCE = {
    "the driver supervisor": "drivers/port.py",
    "the node's loop": "table_controller/service/loop.py",
    "the HTTP error handler": "web_dashboard/errors.py",
}
"""The three places where every exception may be caught for good. Cleaning up and raising it again is no catching."""

BROAD = {"Exception", "BaseException"}


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their package in full"
            yield node.module or ""


def _within(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _owner(path: str) -> str:
    """The innermost of the folders that holds the file."""
    return max((folder for folder in MAY_IMPORT if path.startswith(f"{folder}/")), key=len, default="")


def _is_broad(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    if isinstance(last, ast.Raise) and last.exc is None:
        return False
    caught = handler.type
    types = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in BROAD) for kind in types)


def test_the_import_contracts_hold(root: Path) -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert " 0 broken" in run.stdout


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_pure_folder_imports_only_what_it_may(folder: str, product: "list[Module]") -> None:
    inside = [module for module in product if _owner(module.path) == folder]
    assert inside
    wrong = {(m.path, name) for m in inside for name in _imports(m.tree) if not _within(name, MAY_IMPORT[folder])}
    assert wrong == set()


def test_the_core_prints_and_opens_nothing(product: "list[Module]") -> None:
    wrong = {
        f"{module.path}:{node.lineno} {node.func.id}"
        for module in product
        if module.path.startswith("table_controller/core/")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASIDE
    }
    assert wrong == set()


def test_nothing_is_printed_but_by_the_command_line(product: "list[Module]") -> None:
    wrong = {
        f"{module.path}:{node.lineno}"
        for module in product
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert wrong == set()


def test_every_exception_is_caught_at_three_places_only(product: "list[Module]") -> None:
    broad = {
        f"{module.path}:{node.lineno}"
        for module in product
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node)
    }
    elsewhere = {place for place in broad if place.rpartition(":")[0] not in LAST_LINES_OF_DEFENCE.values()}
    assert elsewhere == set()
    assert len(broad) <= len(LAST_LINES_OF_DEFENCE)


def test_every_file_says_what_it_is(modules: "list[Module]") -> None:
    assert [module.path for module in modules if module.text.strip() and not ast.get_docstring(module.tree)] == []
