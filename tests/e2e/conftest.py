"""Folders and short shows for the tests of the whole product."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table_controller.bootstrap.show import Show

IN_MEMORY = Path("/dev/shm")


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: a power cut is not what these tests are about, and the disk is slow."""
    if not os.access(IN_MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="burnturn-test-", dir=IN_MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
def show_in() -> Callable[..., Show]:
    """Makes the show of a short rehearsal as quick as sensors allow: `show_in(folder, seed=..., hands=..., errors=...)`."""

    def make(folder: Path, *, seed: int, hands: int = 2, errors: float = 0.0) -> Show:
        folder.mkdir(exist_ok=True)
        return Show(folder, tables=4, hands=hands, factor=None, errors=errors, seed=seed)

    return make
