"""One table's process: configuration, key, deck, journal, node, ports, control socket, lamps; until it is told to stop."""

import logging
import signal
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.black_box.recorder import Recorder
from drivers.link.standing import Standing
from drivers.port import Port
from drivers.ports import TablePort
from hardware.protocol.commands import Echo, LampPattern, Lamps
from table_controller.bootstrap.black_boxes import open_box
from table_controller.bootstrap.console_keeper import ConsoleKeeper
from table_controller.bootstrap.kept_heads import JournalWithHeads
from table_controller.bootstrap.no_dumps import no_core_dumps
from table_controller.bootstrap.ports import port_of
from table_controller.bootstrap.room import Room, node_of, registry_fits, room_of
from table_controller.bootstrap.status_row import StatusRow, places_of
from table_controller.core.keypad import EMPTY
from table_controller.device_sections import DeviceConfig
from table_controller.journal import JournalFault
from table_controller.journal.faults import as_faults
from table_controller.sealing import SealBroken
from table_controller.service.control import ControlServer
from table_controller.service.display import display_text
from table_controller.service.lamps import Lamps as Lit
from table_controller.service.lamps import lamps_for
from table_controller.service.loop import Loop, real_moment
from table_controller.service.node import Node

if TYPE_CHECKING:
    from drivers.camera.camera_port import CameraPort

log = logging.getLogger("burnturn.table")


class TableLights:
    """Lamps are wanted states of every device that has some, displays are those of keypads; sent only when they change."""

    def __init__(self, ports: list[TablePort], keypads: Collection[str] = ()) -> None:
        """`keypads`: the names of the ports with one."""
        self._ports = ports
        self._keypads = keypads
        self._shown: object = None
        self._typed = EMPTY

    def show(self, node: Node, *, record_fails: bool = False) -> None:
        """See `Lights`."""
        self._light(lamps_for(node.state, node.alarms, record_fails=record_fails))
        if (typed := node.tracker.keys.typed) != self._typed:
            self._typed = typed
            for port in self._ports:
                if port.name in self._keypads:
                    port.order(Echo(display_text(typed)))

    def _light(self, wanted: tuple[Lit, ...]) -> None:
        if wanted == self._shown:
            return
        self._shown = wanted
        burning = sum(lamps.mask for lamps in wanted)
        for port in self._ports:
            port.want(Lamps(mask=0xFFFF & ~burning, pattern=LampPattern.OFF))
            for lamps in wanted:
                port.want(Lamps(mask=lamps.mask, pattern=LampPattern(lamps.pattern)))


def run_table(config: Path, *, new_record: bool = False) -> signal.Signals:
    """Runs until SIGTERM or SIGINT, and says which.

    ConfigError, MasterKeyFault, EnrolmentFault or JournalFault when it cannot begin; JournalFault when its record is lost.
    """
    no_core_dumps()
    room = room_of(config)
    journal = room.open_journal(new_record=new_record)
    try:
        with RunningTable(room, journal) as table:
            told: list[int] = []

            def stop(number: int, _frame: object) -> None:
                told.append(number)
                table.loop.stop()

            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, stop)
            table.loop.run()
            return signal.Signals(told[0])
    finally:
        journal.close()


class RunningTable:
    """Node, ports and control socket of one table, up while the context lasts; whoever enters it runs `loop`.

    Leaving it records a clean stop. The journal is closed by its owner. `node` is the loop's own: others may only look at it.
    """

    def __init__(self, room: Room, journal: JournalWithHeads) -> None:
        spent = room.spent_keys()
        self.node = node_of(room, journal, room.keep, spent=spent)
        self.node.recover(real_moment())
        registry_fits(room, self.node.state)
        self.node.begin(real_moment())
        ports: list[TablePort] = []
        boxless: dict[str, str] = {}
        console, bound = room.config.console, room.config.bindings
        beat = StatusRow(journal, spent, ports, boxless, places_of(bound))
        beat.console = None if console is None else console.address
        lights = TableLights(ports, {bound.names[device] for device, _ in bound.keypads})
        self.loop = Loop(self.node, {name: device for device, name in bound.names.items()}, lights, beat)
        beat.queue = self.loop.inbox.qsize
        self._ports = [self._port(room, name, boxless) for name in room.device_names]
        ports.extend(self._ports)
        self._control = ControlServer(room.socket, self.loop.submit)
        self._socket = room.socket
        self._console = None if console is None else ConsoleKeeper(room.config.file)

    def __enter__(self) -> "RunningTable":
        with as_faults(self._socket):
            self._control.start()
        for port in self._ports:
            port.start()
        if self._console is not None:
            self._console.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._console is not None:
            self._console.stop()
        self._control.stop()
        for port in self._ports:
            port.stop()
        if kind is None:  # after a bug the record ends where it is
            self._say_goodbye()

    def _say_goodbye(self) -> None:
        try:
            self.node.stop(real_moment())
        except JournalFault as fault:
            log.error("the clean stop could not be recorded: %s", fault)

    def _port(self, room: Room, name: str, boxless: dict[str, str]) -> "Port | CameraPort":
        device = room.device(name)

        def box_of(standing: Callable[[], Standing]) -> Recorder | None:
            return _box(room, device, standing, boxless)

        return port_of(device, room.config.bindings, self.loop.inbox, self.node.positions, box_of)


def _box(room: Room, device: DeviceConfig, standing: Callable[[], Standing], boxless: dict[str, str]) -> Recorder | None:
    """A black box that cannot be had is no reason to stop a game; why it cannot goes into `boxless`."""
    try:
        return open_box(room, device, standing)
    except (OSError, SealBroken) as wrong:
        log.error("black box of %s: %s", device.name, wrong)
        boxless[device.name] = getattr(wrong, "strerror", None) or str(wrong)
        return None
