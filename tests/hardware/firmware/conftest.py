"""The firmware on the virtual board, for the tests of this folder."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "drivers"))  # the owner of a port, and its journal
sys.path.insert(0, str(Path(__file__).parent))

from bench import Bench, Parts
from pairs import ForeignHost, OurHost, Pair
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


@pytest.fixture(scope="session")
def foreign(shared: Path) -> Path:
    folder = shared / "prototype"
    if not folder.is_dir():
        pytest.skip(f"BURNTURN_SHARED: no prototype at {folder}")
    return folder


@pytest.fixture(scope="session")
def foreign_image(foreign: Path, made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("foreign")
    shutil.copytree(foreign / "fw", folder / "fw")
    sources = [folder / "fw" / "avr" / "main.c", *sorted((folder / "fw" / "core").glob("*.c"))]
    flags = ["-mmcu=atmega2560", "-DF_CPU=16000000UL", "-Os", "-std=gnu99", "-w"]
    subprocess.run(["avr-gcc", *flags, "-o", str(folder / "image.elf"), *map(str, sources)], check=True, timeout=120)
    command = ["avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(folder / "image.elf"), str(folder / "image.hex")]
    subprocess.run(command, check=True, timeout=30)
    return folder / "image.hex"


@pytest.fixture(scope="session")
def foreign_host(foreign: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("foreign_host", foreign / "py" / "tbus.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["foreign_host"] = module  # its dataclasses look for it there
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=["our host, a foreign board", "a foreign host, our board"])
def pairing(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def pair(
    pairing: str, request: pytest.FixtureRequest, made: Path, foreign_image: Path, foreign_host: ModuleType, parts: Parts
) -> Iterator[Pair]:
    """One is ours and one is not. `indirect` parameters: options of the virtual board."""
    options: tuple[str, ...] = getattr(request, "param", ())
    ours = pairing == "our host, a foreign board"
    wires = Wires(parts.with_image(foreign_image) if ours else parts, *options)
    make = partial(OurHost, wires) if ours else partial(ForeignHost, foreign_host, wires)
    with wires.running():
        if ours:
            yield Pair(wires, make, foreign_image.with_suffix(".elf"), "ms", 115_200)
        else:
            yield Pair(wires, make, made / "table.elf", "milliseconds", 250_000)
