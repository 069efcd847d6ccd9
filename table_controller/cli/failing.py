"""What a command does when it cannot begin: one clear line, exit code 2."""

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec


@contextmanager
def clear_faults(busy: int = 2) -> Iterator[None]:
    """Turns the named faults of starting into one line that names the field, file and line, and exit code 2.

    `busy`: the exit code when another process writes the journal.
    """
    from table_controller.config import ConfigError
    from table_controller.core.toml_lines import TomlError
    from table_controller.decks import EnrolmentFault
    from table_controller.house_rules import SettingError
    from table_controller.journal import FaultReason, HeadsFault, JournalFault
    from table_controller.journal.escrow import EscrowFault
    from table_controller.sealing import MasterKeyFault

    try:
        yield
    except (ConfigError, TomlError, SettingError, EnrolmentFault, JournalFault, HeadsFault, EscrowFault, MasterKeyFault) as wrong:
        click.echo(f"burnturn: {wrong}", err=True)
        sys.exit(busy if isinstance(wrong, JournalFault) and wrong.reason is FaultReason.BUSY else 2)


@contextmanager
def refusals() -> Iterator[None]:
    """Turns what cannot be done now into one line and exit code 1."""
    from table_controller.bootstrap.at_rest import HandRunning
    from table_controller.bootstrap.find_board import NotThere
    from table_controller.bootstrap.flash import FlashFailed
    from table_controller.bootstrap.replace_device import WrongBoard
    from table_controller.bootstrap.table_file import NotEditable
    from table_controller.sealing import SealBroken

    try:
        yield
    except (HandRunning, NotThere, WrongBoard, NotEditable, FlashFailed, SealBroken, OSError) as wrong:
        click.echo(f"burnturn: {wrong}", err=True)
        sys.exit(1)


@contextmanager
def workers_kept() -> Iterator[None]:
    """Turns the loss of a process that works for this one into one line and exit code 1."""
    from table_controller.bootstrap.workers import WorkerLost

    try:
        yield
    except WorkerLost as lost:
        click.echo(f"burnturn: {lost}", err=True)
        sys.exit(1)


@contextmanager
def clear_text(*files: Path) -> Iterator[None]:
    """While these files are read: what is not written as it should be, or cannot be read, is said in one line; exit code 2."""
    try:
        yield
    except (msgspec.MsgspecError, UnicodeDecodeError, OSError, RecursionError) as wrong:
        click.echo(f"burnturn: {', '.join(map(str, files))}: {wrong}", err=True)
        sys.exit(2)


class TextFile(click.Path):
    """A file to be read whole: never a device such as /dev/zero, which has no end, nor a named pipe, which nobody may be writing
    to. The shell's own pipe or a terminal is somebody's own hand.
    """

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See click."""
        path = Path(str(super().convert(value, param, ctx)))
        endless = path.is_char_device() or path.is_block_device()
        if endless and not str(path.resolve()).startswith(("/dev/pts/", "/dev/tty")):
            self.fail(f"{path} is a device, and no file", param, ctx)
        if path.is_fifo() and not str(path).startswith("/dev/"):
            self.fail(f"{path} is a pipe, and no file", param, ctx)
        return path


class Number(click.FloatRange):
    """A number in a range; `nan` is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """See click."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number", param, ctx)
        return number
