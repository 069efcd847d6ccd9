"""Runs the real firmware on the virtual board, a program of its own, and moves its pins, keys and cables from outside.

Owns the program and its control socket. Knows nothing of frames; who listens to the board opens its terminals as those of any
board, or in virtual time moves its bytes with `to_board` and `from_board`.
"""

import os
import select
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from zlib import crc32

from hardware.protocol.wire import SERIAL_BYTES

HOST_PORT: Final = 0
FELT_PORT: Final = 1
SHOE_PORT: Final = 3
"""Numbers of the serial ports: the host, the reader of the felt, the reader of the shoe."""
EEPROM_BYTES: Final = 4096
_SERIAL_AT: Final = 16
_SERIAL_SEED: Final = crc32(b"serial number")
_PATIENCE_S: Final = 20.0
_LONGEST_RUN_MS: Final = 1000


class BoardError(RuntimeError):
    """The virtual board does not run, or does not do what it is asked."""


def eeprom_image(serial: bytes) -> bytes:
    """An EEPROM with this serial number and nothing else, as a board leaves the bench.

    Raises ValueError when there are not 8 bytes.
    """
    if len(serial) != SERIAL_BYTES:
        raise ValueError("a serial number has 8 bytes")
    cell = serial + crc32(serial, _SERIAL_SEED).to_bytes(4, "little")
    return (b"\xff" * _SERIAL_AT + cell).ljust(EEPROM_BYTES, b"\xff")


class VirtualBoard:
    """A context manager: the board has power inside, and none after. Every call raises BoardError when it does not answer."""

    def __init__(
        self, program: Path, image: Path, folder: Path, eeprom: Path, *, manual: bool = False, options: Sequence[str] = ()
    ):
        """`manual`: virtual time, which only `run` lets pass, and no terminals. `folder`: of terminals and control socket."""
        self.folder = folder
        self._command = [str(program), "--image", str(image), "--dir", str(folder), "--eeprom", str(eeprom), *options]
        self._command += ["--manual"] * manual

    def __enter__(self) -> "VirtualBoard":
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        try:
            self._connect()
        except (OSError, BoardError):
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._socket.close()
        self._end()

    @property
    def pid(self) -> int:
        """The program's process."""
        return self._process.pid

    def terminal(self, port: int) -> Path:
        """The link to a port's terminal."""
        return self.folder / f"tty{port}"

    def ask(self, *words: object) -> str:
        """One command of the control socket (docs/firmware.md); what follows its `ok`."""
        return self._ask_all([" ".join(map(str, words))])[0]

    def run(self, milliseconds: int) -> None:
        """Let virtual time pass."""
        while milliseconds > 0:
            part = min(milliseconds, _LONGEST_RUN_MS)
            if self.ask("run", part * 1000):
                raise BoardError("the processor has halted")
            milliseconds -= part

    def exchange(self, said: Mapping[int, bytes], milliseconds: int) -> dict[int, bytes]:
        """Put bytes on the wires to the board, let virtual time pass, and take what it sent to each of these ports meanwhile.

        At most 2000 bytes each way; what was not taken comes the next time.
        """
        asked = [f"tx {port} {data.hex()}" for port, data in said.items() if data]
        asked += [f"run {milliseconds * 1000}", *(f"rx {port}" for port in said)]
        answers = self._ask_all(asked)[-len(said) :]
        return {port: bytes.fromhex(answer) for port, answer in zip(said, answers, strict=True)}

    def to_board(self, port: int, data: bytes) -> None:
        """Put at most 2000 bytes on the wire to the board, in virtual time."""
        self.ask("tx", port, data.hex())

    def from_board(self, port: int) -> bytes:
        """The bytes the board sent since the last call, in virtual time."""
        data = b""
        while part := self.ask("rx", port):
            data += bytes.fromhex(part)
        return data

    def pin(self, name: str, level: bool) -> None:
        """Drive a pin from outside (`A0`)."""
        self.ask("pin", name, int(level))

    def kill(self) -> None:
        """Power is lost, in the middle of whatever it was doing."""
        self._process.kill()
        self._process.wait(_PATIENCE_S)

    def _ask_all(self, lines: list[str]) -> list[str]:
        """All in one go: each there and back costs two changes of process."""
        try:
            self._socket.sendall(b"".join(line.encode() + b"\n" for line in lines))
            answers = [self._lines.readline() for _ in lines]
        except OSError as error:
            raise BoardError("the virtual board does not answer") from error
        for line, answer in zip(lines, answers, strict=True):
            if not answer.startswith(b"ok ") or not answer.endswith(b"\n"):
                raise BoardError(f"refused: {line[:80]}")
        return [answer[3:-1].decode() for answer in answers]

    def _connect(self) -> None:
        assert self._process.stdout is not None
        said = select.select([self._process.stdout], [], [], _PATIENCE_S)[0]
        if not said or self._process.stdout.readline() != b"ready\n":
            raise BoardError("the virtual board does not start")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_PATIENCE_S)
        folder = os.open(self.folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:  # a socket's address holds 107 bytes, and folders may be deeper
            self._socket.connect(f"/proc/self/fd/{folder}/control")
        finally:
            os.close(folder)
        self._lines = self._socket.makefile("rb")

    def _end(self) -> None:
        """Closing its standard input ends the program; one that does not hear that is killed."""
        with suppress(subprocess.TimeoutExpired):
            self._process.communicate(timeout=_PATIENCE_S)
        self._process.kill()
        self._process.wait(_PATIENCE_S)
