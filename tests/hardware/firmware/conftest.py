"""The firmware on the virtual board, for the tests of this folder."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "drivers"))  # the owner of a port, and its journal
sys.path.insert(0, str(Path(__file__).parent))

from bench import Bench, Parts
from wires import Wires


@pytest.fixture(scope="session")
def made(firmware: Callable[..., Path]) -> Path:
    """The image that is flashed, and the virtual board that runs it."""
    return firmware("image", "board")


@pytest.fixture
def parts(made: Path, tmp_path: Path) -> Parts:
    return Parts(made / "virtual_board", made / "table.hex", tmp_path / "board", tmp_path / "eeprom")


@pytest.fixture
def bench(parts: Parts) -> Iterator[Bench]:
    """A board in virtual time with the product's host, that has met and told its first snapshot."""
    with Bench(parts).running() as bench:
        bench.meet()
        yield bench


@pytest.fixture
def wires(parts: Parts) -> Iterator[Wires]:
    """A board in real time, on pseudo terminals, with readers on them."""
    with Wires(parts).running() as wires:
        yield wires
