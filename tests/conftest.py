"""Fixtures every test may use, and the guard that no test leaves a thread behind.

Owns where the reference texts and the browser are. A test that misses one of them is skipped with a reason that names it;
`.ci/run` does not accept such a skip.
"""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
"""The project's own folder."""

SECONDS_TO_END = 5.0
"""How long a thread may take to end after its test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--soak`: the long runs and nothing else; without it they are left out."""
    parser.addoption("--soak", action="store_true", help="run what is marked `soak`, and only that")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the ordinary suite and the long runs apart."""
    wanted: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        same = (item.get_closest_marker("soak") is not None) == config.getoption("--soak")
        (wanted if same else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = wanted


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's own folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference texts and real hands, which are not part of the project."""
    folder = Path(os.environ.get("BURNTURN_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"BURNTURN_SHARED: no folder of reference texts at {folder}")
    return folder


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Debian's browser."""
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("chromium is not installed")
    return Path(found)


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    """Fails a test whose threads still run after it, daemons too: they would act into the next test."""
    before = set(threading.enumerate())
    yield
    end = time.monotonic() + SECONDS_TO_END
    left = _new_threads(before)
    while left and time.monotonic() < end:
        left[0].join(0.05)
        left = _new_threads(before)
    assert not left, f"threads left running: {[thread.name for thread in left]}"


def _new_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
