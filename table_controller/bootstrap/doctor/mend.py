"""Writes into a table's file which wire each place was found at.

Owns the order of the changes; the file's form and its check are `table_file`'s.
"""

from collections.abc import Sequence
from pathlib import Path

from table_controller.bootstrap.doctor.conclude import Move
from table_controller.bootstrap.table_file import TableFile
from table_controller.config import TableConfig


def mend(config: Path, table: TableConfig, moves: Sequence[Move]) -> None:
    """All moves at once. NotEditable, ConfigError, OSError: then the file is as before."""
    file = TableFile(config)
    numbers = {device.serial: number for number, device in enumerate(table.devices)}
    for move in moves:
        field = ("device", numbers[move.was.device], move.was.kind, str(move.was.number))
        file.move(field, move.is_at.number, numbers[move.is_at.device])
    with file.ready() as put:
        put()
