"""The two commands of the README, and the check that runs them."""

import re
import subprocess
from pathlib import Path

import pytest


def _make(root: Path, target: str) -> str:
    """What `make TARGET` would do."""
    run = subprocess.run(["make", "-n", target], cwd=root, capture_output=True, text=True, check=False, timeout=30)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_first_screen_of_the_readme_names_both_commands(root: Path) -> None:
    first_screen = "\n".join((root / "README.md").read_text(encoding="utf-8").splitlines()[:20])
    assert re.findall(r"^    (make \w+)", first_screen, re.MULTILINE) == ["make demo", "make test"]


@pytest.mark.parametrize("part", ["ruff check", "mypy", "lint-imports", "pytest -n 2"])
def test_make_test_runs_every_part(part: str, root: Path) -> None:
    assert f".venv/bin/{part}" in _make(root, "test")


def test_make_demo_runs_the_installed_command(root: Path) -> None:
    assert ".venv/bin/burnturn demo" in _make(root, "demo")


def test_tracking_is_measured_by_commands_of_make(root: Path) -> None:
    assert ".venv/bin/burnturn bench tracking --sweep docs/tracking" in _make(root, "tracking-plots")
    assert ".venv/bin/burnturn bench tracking --hands 50000" in _make(root, "soak")


def test_the_check_runs_the_command_of_the_readme(root: Path) -> None:
    script = root / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert "make test" in script.read_text(encoding="utf-8")
    assert subprocess.run(["bash", "-n", str(script)], check=False, timeout=10).returncode == 0
