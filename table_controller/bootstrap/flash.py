"""New firmware for one board, by avrdude over the port the board speaks on, and the proof that it runs.

Owns the command line of avrdude and the waiting for the board afterwards. The board needs a bootloader as an Arduino Mega has
one (STK500 version 2, `wiring`): opening the port resets it through DTR into that.
"""

import hashlib
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from drivers.introduction import introduce
from drivers.plugged import holder
from table_controller.bootstrap.devices import BoardSays, board_says
from table_controller.bootstrap.find_board import NotThere, find_board

PROGRAMMER: Final = "wiring"
PART: Final = "atmega2560"
BOOTLOADER_BAUD: Final = 115_200
WRITING_S: Final = 180
"""64 kB at 115200 Bd, written and read back, take some 25 s."""
BACK_S: Final = 15.0
_ASK_MS: Final = 2_000


class FlashFailed(Exception):
    """The board has not the new firmware, or it is not known whether. The text says what happened."""


class Flashed(msgspec.Struct, frozen=True):
    """`before` None: the board said nothing before (an empty one). `after`: what it says now."""

    port: str
    image: str
    sha256: str
    before: BoardSays | None
    after: BoardSays


def image_digest(image: Path) -> str:
    """SHA-256 of an Intel HEX file. FlashFailed when it is none, OSError when it cannot be read."""
    content = image.read_bytes()
    lines = content.split()
    if not lines or lines[-1] != b":00000001FF" or not all(_is_record(line) for line in lines):
        raise FlashFailed(f"{image} is no whole Intel HEX file")
    return hashlib.sha256(content).hexdigest()


def expected_version(image: Path) -> str | None:
    """The version `make firmware` wrote beside the image; None: it is not said."""
    beside = image.with_suffix(".version")
    return beside.read_text(encoding="ascii").strip() if beside.exists() else None


def flash(serial: str, image: Path, folders: Sequence[Path], configs: Sequence[Path], version: str | None) -> Flashed:
    """Writes and proves it. `version`: which must come back; None: any. NotThere, FlashFailed; ConfigError; OSError."""
    digest = image_digest(image)
    found = find_board(serial, folders, configs)
    port = found.port or ""
    if (pid := holder(port)) is not None:
        raise NotThere(f"{port} is open in process {pid}: stop the table first")
    _write(port, image)
    after = _came_back(port)
    _prove(found.board, after, serial, version)
    return Flashed(port, str(image), digest, found.board, after)


def command_line(avrdude: str, port: str, image: Path) -> list[str]:
    """As avrdude(1) says; -D because the bootloader cannot erase the chip it runs on."""
    return [avrdude, "-p", PART, "-c", PROGRAMMER, "-P", port, "-b", str(BOOTLOADER_BAUD), "-D", "-U", f"flash:w:{image}:i"]


def _write(port: str, image: Path) -> None:
    avrdude = shutil.which("avrdude")
    if avrdude is None:
        raise FlashFailed("avrdude is not installed (Debian: apt-get install avrdude)")
    try:
        run = subprocess.run(  # noqa: S603 - the program found, our own arguments
            command_line(avrdude, port, image), capture_output=True, text=True, errors="replace", timeout=WRITING_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise FlashFailed(f"avrdude did not end in {WRITING_S} s; the board may have half an image") from None
    if run.returncode != 0:
        said = (run.stderr or run.stdout).strip().splitlines()[-3:]
        raise FlashFailed(f"avrdude ended with {run.returncode}: {' / '.join(said)}")


def _came_back(port: str) -> BoardSays:
    """What the board says, as soon as it does. The port may be gone for a moment meanwhile."""
    until = time.monotonic() + BACK_S
    told = introduce(port, _ASK_MS)
    while told.hello is None and time.monotonic() < until:
        time.sleep(0.1)
        told = introduce(port, _ASK_MS)
    if told.hello is None:
        raise FlashFailed(f"written, but nothing speaks the table bus at {port} after {BACK_S:.0f} s")
    return board_says(told.hello)


def _prove(before: BoardSays | None, after: BoardSays, serial: str, version: str | None) -> None:
    if before is not None and after.serial != serial:
        raise FlashFailed(f"the board was {serial} and says now that it is {after.serial}")
    if before is not None and after.boot_count == before.boot_count:
        raise FlashFailed("the board was not restarted: it still runs what it ran")
    if after.schema_ours is not True:
        raise FlashFailed(f"the new firmware speaks schema {after.schema or 'unknown'}, not ours")
    if version is not None and after.firmware != version:
        raise FlashFailed(f"the board says firmware {after.firmware}; {version} was written")


def _is_record(line: bytes) -> bool:
    """One line of Intel HEX: a colon, bytes, and a sum of nothing."""
    try:
        record = bytes.fromhex(line[1:].decode("ascii"))
    except ValueError:
        return False
    return line[:1] == b":" and len(record) >= 5 and len(record) == record[0] + 5 and sum(record) & 0xFF == 0
