"""Finds one board by its serial number among all that is plugged in, and says clearly why it cannot be had."""

from collections.abc import Sequence
from pathlib import Path

from table_controller.bootstrap.devices import SeenDevice, survey


class NotThere(Exception):
    """The board cannot be had now: absent, in use, or silent. The text says which."""


def find_board(serial: str, folders: Sequence[Path], configs: Sequence[Path]) -> SeenDevice:
    """The port with this board, by its HELLO or by its USB serial number. NotThere; ConfigError."""
    seen = survey(folders, configs)
    for one in seen:
        if one.board is not None and one.board.serial == serial:
            return one
    for one in seen:
        if one.port is not None and one.usb_serial == serial:
            return one
    held = ", ".join(f"{one.port} (process {one.held_by or 'unknown'})" for one in seen if one.state == "busy")
    raise NotThere(f"{serial} is not plugged in, or is at a port in use: {held}" if held else f"{serial} is not plugged in")
