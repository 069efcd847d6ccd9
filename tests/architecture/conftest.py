"""The project's own files as these tests read them: what git tracks, parsed once."""

import ast
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGES = ("table_controller", "drivers", "hardware", "web_dashboard")


@dataclass(frozen=True)
class Module:
    """One Python file: where it is (from the project's folder), its text and its tree."""

    path: str
    text: str
    tree: ast.Module


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[str]:
    """Every file git tracks; outside a clone, every file that is not made by a tool."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=False, timeout=30)
    if listed.returncode == 0:
        return [name for name in listed.stdout.split("\0") if name and (root / name).is_file()]
    files = (file.relative_to(root) for file in root.rglob("*") if file.is_file())
    return [str(file) for file in files if not any(part.startswith(".") or part.endswith("egg-info") for part in file.parts)]


@pytest.fixture(scope="session")
def modules(root: Path, tracked: list[str]) -> list[Module]:
    """Every Python file of the project, tests too."""
    found = []
    for path in tracked:
        if path.endswith(".py"):
            text = (root / path).read_text(encoding="utf-8")
            found.append(Module(path, text, ast.parse(text)))
    assert len(found) > 50
    return found


@pytest.fixture(scope="session")
def product(modules: list[Module]) -> list[Module]:
    """Every Python file of the four packages."""
    return [module for module in modules if module.path.split("/")[0] in PACKAGES]
