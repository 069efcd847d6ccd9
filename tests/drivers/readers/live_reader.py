"""A simulated reader in real time, in a thread of its own, on a pseudo terminal or a TCP port."""

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol

from drivers.link.liveness import LinkState
from drivers.port import Port, monotonic_ms
from drivers.ports import Delivery
from drivers.readers.reader_link import ReaderLink
from drivers.readers.talk import Dialect
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.pepper_c1 import PepperReader
from hardware.simulator.pty_carrier import PtyCarrier
from table_controller.core import readings as rd
from table_controller.core.ids import DeviceId

Reader = MetratecReader | PepperReader
PATIENCE_S = 20.0
LOOK_S = 0.002


class Wire(Protocol):
    """The reader's end of a line."""

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...


class TcpWire:
    """One client after the other."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.setblocking(False)
        self._client: socket.socket | None = None

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    def read(self) -> bytes:
        if self._client is None:
            with suppress(BlockingIOError):
                self._client, _ = self._listening.accept()
                self._client.setblocking(False)
        if self._client is None or not select.select([self._client], [], [], 0)[0]:
            return b""
        data = self._client.recv(512)
        if not data:
            self._client.close()
            self._client = None
        return data

    def write(self, data: bytes) -> None:
        if self._client is not None and data:
            self._client.sendall(data)

    def close(self) -> None:
        for one in (self._client, self._listening):
            if one is not None:
                one.close()


class LiveReader:
    """Use `serving`; `act` reaches in from the test's thread."""

    def __init__(self, reader: Reader, wire: Wire) -> None:
        self.reader = reader
        self.wire = wire
        self._lock = Lock()
        self._stopping = Event()

    @contextmanager
    def serving(self) -> Iterator["LiveReader"]:
        thread = Thread(target=self._serve, name="reader")
        thread.start()
        try:
            yield self
        finally:
            self._stopping.set()
            thread.join(PATIENCE_S)

    def act(self, what: Callable[[Reader], object]) -> None:
        with self._lock:
            what(self.reader)

    def _serve(self) -> None:
        while not self._stopping.wait(LOOK_S):
            with self._lock:
                if data := self.wire.read():
                    self.reader.receive(data, monotonic_ms())
                self.wire.write(self.reader.take(monotonic_ms()))


@contextmanager
def on_tcp(reader: Reader) -> Iterator[tuple[LiveReader, int]]:
    """The reader and the port it serves."""
    wire = TcpWire()
    try:
        with LiveReader(reader, wire).serving() as live:
            yield live, wire.port
    finally:
        wire.close()


@contextmanager
def on_pty(reader: Reader, path: Path) -> Iterator[tuple[LiveReader, PtyCarrier]]:
    """The reader and its cable; `path` is the name of its port, whichever terminal it is."""
    carrier = PtyCarrier(path, monotonic_ms)
    try:
        with LiveReader(reader, carrier).serving() as live:
            yield live, carrier
    finally:
        carrier.unplug()


class Listener:
    """The owner of a reader's port: what a table process is to it."""

    def __init__(self, address: str, dialect: Dialect, antennas: set[int]) -> None:
        self.link = ReaderLink(DeviceId("FT1"), dialect, antennas)
        self.inbox: Queue[Delivery] = Queue(64)
        self.port = Port("felt", address, self.inbox, self.link)
        self.told: list[rd.Reading] = []

    @contextmanager
    def listening(self) -> Iterator["Listener"]:
        self.port.start()
        try:
            yield self
        finally:
            assert self.port.stop(1.0), "the port must let go within a second"

    def until(self, done: Callable[[], bool]) -> None:
        end = monotonic() + PATIENCE_S
        while not done():
            assert monotonic() < end, f"never came true: {self.port.status()}, {self.told}"
            with suppress(Empty):
                self.told.append(self.inbox.get(timeout=0.02).reading)

    def came(self, kind: type[rd.Reading], count: int = 1) -> bool:
        return sum(type(reading) is kind for reading in self.told) >= count

    def there(self) -> set[tuple[int, bytes]]:
        """What lay where at the last snapshot."""
        found = [reading for reading in self.told if isinstance(reading, rd.SnapshotValid)]
        return {(antenna, tag.raw) for antenna, tag in found[-1].tags}

    @property
    def linked(self) -> bool:
        return self.port.status().state is LinkState.LINKED
