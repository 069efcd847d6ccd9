"""What is plugged in, what it says it is, and what the tables that use it say of it.

Owns the comparison of ports, configurations and status rows. A port that somebody has open is left alone and said to be busy.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from drivers.introduction import Introduction, introduce
from drivers.plugged import PluggedPort, folder_plugged, holder, once, usb_plugged
from drivers.ports import FaultCode, PortFault
from hardware.protocol.hello import Hello
from hardware.protocol.wire import SCHEMA_HASH, ResetCause
from table_controller.config import TableConfig, load_table_config
from table_controller.device_sections import DeviceConfig
from table_controller.journal import JournalFault, read_status
from table_controller.service.loop import DeviceAge, Status

_AT_ONCE = 16
_READER = "a tag reader, by the table's file: not asked here"
_BOARD, _ABSENT = "board", "absent"


class BoardSays(msgspec.Struct, frozen=True):
    """HELLO in words. None: the board does not say it. `schema_ours`: it speaks this program's wire."""

    serial: str
    kind: str | None
    firmware: str | None
    schema: str | None
    schema_ours: bool | None
    boot_count: int
    reset_cause: tuple[str, ...]
    antennas: int | None


class SeenDevice(msgspec.Struct, frozen=True):
    """One port, or one configured device that has none.

    `state`: board, or why it could not be asked (`busy`, `silent`, `absent`, `forbidden`, `broken`, `address`). `table`,
    `name`: whose it is. `now`: what the table that has it open says of it.
    """

    port: str | None
    state: str
    usb_serial: str | None = None
    label: str = ""
    detail: str | None = None
    held_by: int | None = None
    board: BoardSays | None = None
    table: str | None = None
    name: str | None = None
    now: DeviceAge | None = None

    @property
    def well(self) -> bool:
        """Nothing is wrong with it, as far as can be seen from here."""
        ours = self.board is None or self.board.schema_ours is not False
        return ours and self.state in (_BOARD, "busy", "silent")


def survey(folders: Sequence[Path], configs: Sequence[Path]) -> tuple[SeenDevice, ...]:
    """Looks at all ports and asks those nobody has open. ConfigError; OSError when a folder cannot be read."""
    tables = [load_table_config(config) for config in configs]
    configured = [PluggedPort(device.url) for table in tables for device in table.devices if device.url is not None]
    there = [port for port in configured if Path(port.path).is_char_device()]
    ports = once([*usb_plugged(), *there, *(port for folder in folders for port in folder_plugged(folder))])
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked = list(pool.map(lambda port: _asked(port, tables), ports))
    seen = [_seen(port, told, tables) for port, told in zip(ports, asked, strict=True)]
    return (*seen, *_missing(seen, tables))


def _asked(port: PluggedPort, tables: Iterable[TableConfig]) -> Introduction:
    """A tag reader of a table is not asked in words that it does not know."""
    _, device = _owner(port, None, tables)
    if device is None or device.reader is None:
        return introduce(port.path)
    pid = holder(port.path)
    return Introduction(fault=PortFault(FaultCode.BUSY if pid is not None else FaultCode.SILENT, _READER), held_by=pid)


def board_says(hello: Hello) -> BoardSays:
    """A HELLO in words."""
    firmware, schema = hello.firmware, hello.schema_hash
    return BoardSays(
        serial=hello.serial.hex(),
        kind=None if hello.device_class is None else hello.device_class.name.lower(),
        firmware=None if firmware is None else f"{firmware.major}.{firmware.minor}.{firmware.patch}",
        schema=None if schema is None else f"{schema:08x}",
        schema_ours=None if schema is None else schema == SCHEMA_HASH,
        boot_count=hello.boot_counter,
        reset_cause=tuple(cause.name.lower() for cause in ResetCause if hello.reset_cause & cause),
        antennas=hello.antennas,
    )


def _seen(port: PluggedPort, told: Introduction, tables: Iterable[TableConfig]) -> SeenDevice:
    board = None if told.hello is None else board_says(told.hello)
    table, device = _owner(port, told.serial, tables)
    return SeenDevice(
        port=port.path,
        state=_BOARD if told.fault is None else told.fault.code.value,
        usb_serial=port.usb_serial,
        label=port.label,
        detail=None if told.fault is None else told.fault.detail,
        held_by=told.held_by,
        board=board,
        table=None if table is None else table.id,
        name=None if device is None else device.name,
        now=None if table is None or device is None or told.held_by is None else _now(table, device),
    )


def _owner(
    port: PluggedPort, serial: str | None, tables: Iterable[TableConfig]
) -> tuple[TableConfig | None, DeviceConfig | None]:
    for table in tables:
        for device in table.devices:
            same_port = device.url is not None and os.path.realpath(device.url) == os.path.realpath(port.path)
            if device.serial == serial or (serial is None and (same_port or device.serial == port.usb_serial)):
                return table, device
    return None, None


def _missing(seen: Sequence[SeenDevice], tables: Iterable[TableConfig]) -> Iterator[SeenDevice]:
    found = {(one.table, one.name) for one in seen}
    for table in tables:
        for device in table.devices:
            in_network = device.url is not None and "://" in device.url
            if (table.id, device.name) not in found and not in_network:
                yield SeenDevice(
                    device.url, _ABSENT, detail=f"{device.serial} is not plugged in", table=table.id, name=device.name
                )


def _now(table: TableConfig, device: DeviceConfig) -> DeviceAge | None:
    try:
        row = read_status(table.journal_path)
        status = None if row is None else msgspec.json.decode(row, type=Status)
    except (JournalFault, msgspec.MsgspecError):
        return None
    return next((one for one in status.devices if one.name == device.name), None) if status is not None else None
