"""One table's process: configuration, key, deck, journal, node, ports, control socket, lamps; until it is told to stop."""

import logging
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import msgspec

from drivers.black_box.recorder import Recorder
from drivers.port import Port
from drivers.ports import TablePort
from hardware.protocol.commands import LampPattern, Lamps
from table_controller.bootstrap.black_boxes import open_box
from table_controller.bootstrap.links import link_from
from table_controller.bootstrap.room import Room, node_of, room_of
from table_controller.config import DeviceConfig
from table_controller.core.events import AnyEvent
from table_controller.journal import JournalFault, SqliteJournal, write_status
from table_controller.sealing import SealBroken
from table_controller.service.control import ControlServer
from table_controller.service.lamps import lamps_for
from table_controller.service.loop import DeviceAge, Loop, Status, real_moment
from table_controller.service.node import Node

log = logging.getLogger("burnturn.table")


class TableLights:
    """Lamps are wanted states of every device that has some; sent only when they change."""

    def __init__(self, ports: list[TablePort]) -> None:
        self._ports = ports
        self._shown: object = None

    def show(self, node: Node) -> None:
        """See `Lights`."""
        wanted = lamps_for(node.state)
        if wanted == self._shown:
            return
        self._shown = wanted
        for port in self._ports:
            port.want(Lamps(mask=0xFFFF & ~wanted.mask, pattern=LampPattern.OFF))
            if wanted.mask:
                port.want(Lamps(mask=wanted.mask, pattern=LampPattern(wanted.pattern)))


def run_table(config: Path) -> None:
    """Runs until SIGTERM or SIGINT. ConfigError, MasterKeyFault, EnrolmentFault or JournalFault when it cannot begin."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold every card of the hand
    room = room_of(config)
    journal = room.open_journal()
    try:
        with RunningTable(room, journal) as table:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: table.loop.stop())
            table.loop.run()
    finally:
        journal.close()


class RunningTable:
    """Node, ports and control socket of one table, up while the context lasts; whoever enters it runs `loop`.

    Leaving it records a clean stop. The journal is closed by its owner. `node` is the loop's own: others may only look at it.
    """

    def __init__(self, room: Room, journal: SqliteJournal[AnyEvent]) -> None:
        self.node = node_of(room, journal)
        self.node.start(real_moment())
        ports: list[TablePort] = []
        beat = Heartbeat(journal.path, ports)
        self.loop = Loop(self.node, room.device_names, TableLights(ports), beat)
        beat.queue = self.loop.inbox.qsize
        self._ports = [self._port(room, name) for name in room.device_names]
        ports.extend(self._ports)
        self._control = ControlServer(room.socket, self.loop.submit)

    def __enter__(self) -> "RunningTable":
        self._control.start()
        for port in self._ports:
            port.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
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

    def _port(self, room: Room, name: str) -> Port:
        device = room.device(name)
        address = device.url or f"usb:{device.serial}"
        link = link_from(self.node.positions)
        return Port(name, address, self.loop.inbox, link, baud=device.baud, box=_box(room, device))


def _box(room: Room, device: DeviceConfig) -> Recorder | None:
    """A black box that cannot be had is no reason to stop a game."""
    try:
        return open_box(room, device)
    except (OSError, SealBroken) as wrong:
        log.error("black box of %s: %s", device.name, wrong)
        return None


class Heartbeat:
    """Writes the status row; a status that cannot be written is no reason to stop a game."""

    def __init__(self, journal: Path, ports: list[TablePort]) -> None:
        self._since = real_moment().wall_ms
        self._journal = journal
        self._ports = ports
        self.queue: Callable[[], int] = lambda: 0

    def __call__(self, fault: str | None) -> None:
        now = real_moment()
        ages = tuple(DeviceAge(port.name, port.status().state.name.lower(), _age(port)) for port in self._ports)
        status = Status(alive_since=self._since, heartbeat=now.wall_ms, queue=self.queue(), devices=ages, fault=fault)
        try:
            write_status(self._journal, msgspec.json.encode(status))
        except JournalFault as wrong:
            log.error("status: %s", wrong)


def _age(port: TablePort) -> int | None:
    heard = port.status().heard_ms
    return None if heard is None else max(0, real_moment().mono_ms - heard)
