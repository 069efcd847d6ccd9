"""A visit to one table: its devices opened as the table would, everything asked, and the file mended if wanted.

Owns the ports while the visit lasts. Refused while a hand runs, and while the table's process has the ports.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import msgspec

from drivers.plugged import holder
from drivers.ports import Delivery
from drivers.serial_line import resolve
from hardware.protocol.commands import Beep, Lamps
from hardware.protocol.wire import LampPattern
from table_controller.bootstrap.at_rest import at_rest
from table_controller.bootstrap.doctor.checks import Check, Part, Source, lamp_checks, touch_checks
from table_controller.bootstrap.doctor.conclude import Concluded, Move, conclude, moves
from table_controller.bootstrap.doctor.examine import BEEPER, Examination, Installer, LampConcluded, Patience
from table_controller.bootstrap.doctor.mend import mend
from table_controller.bootstrap.doctor.wires import Wires
from table_controller.bootstrap.find_board import NotThere
from table_controller.bootstrap.ports import port_of
from table_controller.config import TableConfig, load_table_config
from table_controller.core.messages import Message
from table_controller.tracking.bindings import InputRole

START_S = 10.0
"""For all devices to speak; what does not by then is absent."""
_INBOX = 1024
_BEEP = 1


class Visit(msgspec.Struct, frozen=True):
    """What was found. `moves`: what the file should say instead; `written`: it does now. `silent_readers`: device and number."""

    table: str
    ok: bool
    wires: tuple[Concluded, ...]
    lamps: tuple[LampConcluded, ...]
    absent: tuple[str, ...]
    silent_readers: tuple[tuple[str, int], ...]
    moves: tuple[Move, ...]
    written: bool


class LiveBench:
    """The table's devices over their ports; everything heard counts as taken."""

    def __init__(self, table: TableConfig) -> None:
        self.wires = Wires()
        self._inbox: Queue[Delivery] = Queue(_INBOX)
        self._ports = [port_of(device, table.bindings, self._inbox) for device in table.devices]

    @contextmanager
    def open(self) -> Iterator[None]:
        """The ports are open inside."""
        for port in self._ports:
            port.start()
        try:
            yield
        finally:
            for port in self._ports:
                port.stop()

    def pump(self, wait_ms: int) -> None:
        """See `Bench`."""
        until = time.monotonic() + wait_ms / 1000
        while (left := until - time.monotonic()) > 0:
            try:
                delivery = self._inbox.get(timeout=left)
            except Empty:
                return
            self.wires.hear(delivery.reading)
            if delivery.reading.position is not None:
                delivery.port.recorded(delivery.reading.position)

    def light(self, lamp: int, pattern: LampPattern) -> None:
        """See `Bench`."""
        for port in self._ports:
            if lamp != BEEPER:
                port.want(Lamps(1 << lamp, pattern))
            elif pattern is LampPattern.ON:
                port.order(Beep(_BEEP))


def visit(config: Path, installer: Installer, patience: Patience, parts: Sequence[Part], *, write: bool) -> Visit:
    """Walks the installer through these parts of the table. HandRunning, NotThere, NotEditable; ConfigError, OSError."""
    table = load_table_config(config)
    at_rest(table, "doctor")
    _not_in_use(table)
    bench = LiveBench(table)
    with bench.open():
        _start(bench, table, installer)
        examination = Examination(bench, installer, patience, _companion(table))
        wires = conclude(tuple(examination.touch_all(one for one in touch_checks(table) if one.part in parts)))
        lamps = tuple(examination.light_all(lamp_checks(table) if Part.LAMP in parts else ()))
    wanted = moves(wires)
    if write and wanted:
        mend(config, table, wanted)
    return _told(table, bench, wires, lamps, wanted, written=write and bool(wanted))


def _not_in_use(table: TableConfig) -> None:
    for device in table.devices:
        try:
            path = resolve(device.address)
        except (OSError, ValueError):
            continue
        if (pid := holder(path)) is not None:
            raise NotThere(f"{device.name}: {path} is open in process {pid}; stop the table first")


def _start(bench: LiveBench, table: TableConfig, installer: Installer) -> None:
    installer.show(Message("begin", {"table": table.name}))
    serials = {device.serial for device in table.devices}
    until = time.monotonic() + START_S
    while not serials <= bench.wires.ready and time.monotonic() < until:
        bench.pump(50)
    for device in table.devices:
        if device.serial not in bench.wires.ready:
            installer.show(Message("absent", {"device": device.name}))


def _companion(table: TableConfig) -> Callable[[Check, Source], bool]:
    """Who reaches for a bet line or lays the button leans over a seat's sensor. Covering that one must move no other wire."""
    inputs = table.bindings.inputs.items()
    seats = {Source(device, "input", index) for (device, index), entry in inputs if entry.role is InputRole.OCCUPIED}
    return lambda check, source: source in seats and check.source not in seats


def _told(
    table: TableConfig,
    bench: LiveBench,
    wires: tuple[Concluded, ...],
    lamps: tuple[LampConcluded, ...],
    wanted: tuple[Move, ...],
    *,
    written: bool,
) -> Visit:
    names = {device.serial: device.name for device in table.devices}
    absent = tuple(name for serial, name in names.items() if serial not in bench.wires.ready)
    silent = tuple(sorted((names[device], reader) for device, reader in bench.wires.lost_readers))
    moved = {move.was for move in wanted} if written else set()
    well = all(one.well or one.source in moved for one in wires) and all(lamp.well for lamp in lamps)
    return Visit(table.id, well and not absent and not silent, wires, lamps, absent, silent, wanted, written)
