"""What is plugged into this computer, and who has it open: without opening anything.

Owns the list of ports (USB serial numbers, stable links, or a folder of links) and the look at locks. Speaks to nobody.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports

BY_ID: Final = Path("/dev/serial/by-id")
_LOCKS: Final = Path("/proc/locks")


@dataclass(frozen=True, slots=True)
class PluggedPort:
    """`path`: as stable a name as there is. `usb_serial`: None where the port is no USB port. `label`: what it says it is."""

    path: str
    usb_serial: str | None = None
    label: str = ""


def usb_plugged() -> list[PluggedPort]:
    """The USB serial ports of this computer, by their stable names."""
    links = {os.path.realpath(link): str(link) for link in BY_ID.iterdir()} if BY_ID.is_dir() else {}
    return [
        PluggedPort(links.get(os.path.realpath(port.device), port.device), port.serial_number, port.product or "")
        for port in list_ports.comports()
        if port.vid is not None
    ]


def folder_plugged(folder: Path) -> list[PluggedPort]:
    """The terminals a folder of links (as /dev/serial/by-id is one) leads to. OSError when it cannot be read."""
    return [PluggedPort(str(path)) for path in sorted(folder.iterdir()) if path.is_char_device()]


def once(ports: Iterable[PluggedPort]) -> list[PluggedPort]:
    """Each terminal once, under the name it was given first."""
    seen: dict[str, PluggedPort] = {}
    for port in ports:
        seen.setdefault(os.path.realpath(port.path), port)
    return list(seen.values())


def holder(path: str) -> int | None:
    """The process that has the port locked for itself, as this product's ports are; None: nobody, or nobody can tell.

    Opening a port to find out might reset the board behind it: DTR rises with the opening, before the lock is asked.
    """
    try:
        wanted = Path(path).stat()
        lines = _LOCKS.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    where = f"{os.major(wanted.st_dev):02x}:{os.minor(wanted.st_dev):02x}:{wanted.st_ino}"
    for line in lines:
        words = line.split()
        if words[1:2] == ["FLOCK"] and where in words[5:6]:
            return int(words[4])
    return None
