"""Fixtures every test may use, and the guard that no test leaves a thread behind.

Owns where the reference texts, the browser and the tools of the firmware are. A test that misses one of them is skipped with a
reason that names it; `.ci/run` does not accept such a skip.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
"""The project's own folder."""

FIRMWARE_FILES = [Path("/usr/include/simavr/sim_avr.h"), Path("/usr/include/cmocka.h"), Path("/usr/lib/avr/include/avr/io.h")]
"""Header files of Debian packages the firmware's tests need."""

SECONDS_TO_END = 5.0
"""How long a thread may take to end after its test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--soak`: the long runs and nothing else; without it they are left out."""
    parser.addoption("--soak", action="store_true", help="run what is marked `soak`, and only that")


def pytest_configure() -> None:
    """A shell starts what runs behind it deaf to Ctrl-C, and with it all that the tests start and want to interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture(scope="session")
def firmware(root: Path) -> Callable[..., Path]:
    """Makes targets of `hardware/firmware/Makefile`; gives back the folder of what was made."""
    missing = [tool for tool in ("gcc", "avr-gcc", "avr-objcopy", "make") if shutil.which(tool) is None]
    missing += [str(file) for file in FIRMWARE_FILES if not file.exists()]
    if missing:
        pytest.skip(f"firmware tools are not installed (make debian-firmware): {', '.join(missing)}")
    folder = root / "build" / "firmware"
    folder.mkdir(parents=True, exist_ok=True)

    def made(*targets: str) -> Path:
        with (folder / "lock").open("w") as lock:  # tests run in several processes
            fcntl.flock(lock, fcntl.LOCK_EX)
            command = ["make", "-C", str(root / "hardware" / "firmware"), f"PYTHON={sys.executable}", *targets]
            run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        assert run.returncode == 0, run.stdout + run.stderr
        return folder

    return made


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
