"""Opening serial ports by address.

Owns addresses (a pyserial URL, or `usb:SERIAL`) and the care taken before opening. Knows nothing of links.
"""

import errno
import os
import termios
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeAlias

import serial
from serial.tools import list_ports

USB: Final = "usb:"
"""Prefix of an address that names a USB serial number, for the number of a tty changes with each plugging."""
WRITE_TIMEOUT_S: Final = 0.5
TROUBLES: Final = (OSError, termios.error)
"""What pyserial raises when a port is absent, taken, broken or gone; its own SerialException is an OSError.

A pseudo terminal and some drivers let a bare termios.error through.
"""

_BY_ID: Final = Path("/dev/serial/by-id")
_PSEUDO: Final = "/dev/pts/"
UsbPorts: TypeAlias = Callable[[str], Iterable[str]]
"""Gives the device paths of the ports with a USB serial number."""


def usb_ports(number: str) -> list[str]:
    """The ports of this computer with this USB serial number."""
    found = [port.device for port in list_ports.comports() if port.serial_number == number]
    if found or not _BY_ID.is_dir():
        return found
    return [str(link.resolve()) for link in _BY_ID.iterdir() if f"_{number}-if" in link.name]


def resolve(address: str, ports: UsbPorts = usb_ports) -> str:
    """The pyserial URL of an address.

    Raises FileNotFoundError while no port has that USB serial number, ValueError when several have.
    """
    if not address.startswith(USB):
        return address
    number = address.removeprefix(USB)
    paths = sorted(set(ports(number)))
    if not paths:
        raise FileNotFoundError(errno.ENOENT, "no port with this USB serial number", number)
    if len(paths) > 1:
        raise ValueError(f"several ports have the USB serial number {number}")
    return paths[0]


def somebody_sits_at(path: str) -> bool:
    """Whether this is the terminal of a session: the link a simulator of an earlier run left may mean one by now."""
    if not str(Path(path).resolve()).startswith(_PSEUDO):
        return False
    try:
        number = _as_in_proc(Path(path).stat().st_rdev)
    except OSError:
        return False
    return any(_terminal_of(entry) == number for entry in Path("/proc").glob("[0-9]*/stat"))


def _as_in_proc(device: int) -> int:
    """A device number as proc(5) writes `tty_nr`."""
    minor = os.minor(device)
    return minor & 0xFF | os.major(device) << 8 | (minor & ~0xFF) << 12


def _terminal_of(stat: Path) -> int:
    try:
        return int(stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[4])
    except (OSError, ValueError, IndexError):
        return 0


def open_line(address: str, baud: int, ports: UsbPorts = usb_ports) -> serial.SerialBase:
    """An open port nobody else can open, empty, with reads that never wait.

    DTR and RTS are low before it is opened, so that a board that resets on them does not, where the driver allows it.
    Raises one of TROUBLES, or ValueError when the address can never be opened.
    """
    url = resolve(address, ports)
    if somebody_sits_at(url):
        raise OSError(errno.EBUSY, "somebody sits at this terminal", url)
    line = serial.serial_for_url(url, baud, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True, do_not_open=True)
    line.dtr = False
    line.rts = False
    line.open()
    line.reset_input_buffer()
    return line
