"""Others' boards and hosts, as the contract keeps them: an image and a host written apart from ours, over pseudo terminals.

They agree with the contract in frames, the first 18 bytes of HELLO, INPUT, TAG_IN and TAG_OUT, acknowledgement and ECHO.
"""

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bench import SERIAL, Bench, Parts
from wires import Wires

from drivers.port import monotonic_ms
from hardware.protocol.commands import Echo, Response
from hardware.protocol.events import Uid
from hardware.simulator.virtual_board import FELT_PORT, HOST_PORT
from table_controller.core import readings as rd

CARDS = [Uid(b"\xe0\x04\x01\x50" + n.to_bytes(4, "big")) for n in (1, 2)]
pytestmark = pytest.mark.shared


def test_our_host_hears_a_foreign_board(foreign_image: Path, parts: Parts) -> None:
    with Bench(parts.with_image(foreign_image)).running() as bench:
        bench.link.opened(bench.now)
        bench.until(lambda: bool(bench.of(rd.DeviceUp)))
        up = bench.of(rd.DeviceUp)[0]
        assert (up.device, up.life) == (b"TBL\0\0\0\0\1".hex(), 1)
        assert (up.firmware, up.schema, up.device_class, up.antennas) == (None, None, None, None)  # it does not say
        bench.board.pin("A3", False)
        bench.until(lambda: any((row.index, row.level) == (3, False) for row in bench.of(rd.InputLevel)))
        bench.readers[FELT_PORT].field = {0: list(CARDS)}
        bench.until(lambda: {row.tag.raw for row in bench.of(rd.TagPresent)} == set(CARDS))
        bench.readers[FELT_PORT].field = {}
        bench.until(lambda: {row.tag.raw for row in bench.of(rd.TagAbsent)} == set(CARDS))


def test_our_host_acknowledges_and_orders_at_a_foreign_board(foreign_image: Path, parts: Parts) -> None:
    with Bench(parts.with_image(foreign_image)).running() as bench:
        bench.link.opened(bench.now)
        bench.until(lambda: bench.linked)
        for n in range(60):
            bench.board.pin(f"A{n % 8}", bool(n // 8 & 1))
            bench.run(32)
        bench.run(200)
        numbers = [row.position.number for row in bench.journal.rows if row.position]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert len(bench.of(rd.InputLevel)) >= 60
        outcome = bench.order(Echo(b"there?"))
        assert isinstance(outcome, Response)
        assert outcome.fields == b"there?"
        heartbeat = bench.link.counters().heartbeat
        assert heartbeat
        assert heartbeat.waiting == 0  # all it had is acknowledged


class ForeignLink:
    """The foreign host on our board's terminal, and all it was told."""

    def __init__(self, module: ModuleType, wires: Wires) -> None:
        self.events: list[tuple[int, bytes]] = []
        self.link: Any = module.Link(str(wires.board.terminal(HOST_PORT)), self._told, baud=250_000)

    def _told(self, _epoch: int, seq: int, _device_ms: int, _host_time: float, payload: bytes) -> None:
        self.events.append((seq, payload))

    @contextmanager
    def running(self, wires: Wires) -> Iterator["ForeignLink"]:
        self.link.start()
        try:
            wait(wires, lambda: self.link.up)
            yield self
        finally:
            self.link.close()

    def has(self, payload: bytes) -> bool:
        return any(told.startswith(payload) for _, told in self.events)


def wait(wires: Wires, true: Any) -> None:
    end = monotonic_ms() + 10_000
    while not true():
        assert monotonic_ms() < end, "never came true"
        wires.settle(seconds=0.01)


def test_a_foreign_host_hears_our_board(foreign_host: ModuleType, wires: Wires) -> None:
    with ForeignLink(foreign_host, wires).running(wires) as host:
        wires.board.pin("A5", False)
        wait(wires, lambda: host.has(b"\x01\x05\x01"))
        wires.readers[FELT_PORT].field = {2: list(CARDS)}
        wait(wires, lambda: all(host.has(b"\x02\x02" + card) for card in CARDS))
        wires.readers[FELT_PORT].field = {}
        wait(wires, lambda: all(host.has(b"\x03\x02" + card) for card in CARDS))
        answer = host.link.command(b"\x01there?")
        assert answer == b"\x00there?"
        numbers = [seq for seq, _ in host.events]
        assert numbers == [(numbers[0] + n) & 0xFFFF for n in range(len(numbers))]
        assert host.link.stats["reboots"] == 0


def test_a_foreign_host_loses_nothing_of_our_board_on_bad_wires(foreign_host: ModuleType, wires: Wires) -> None:
    with ForeignLink(foreign_host, wires).running(wires) as host:
        wires.board.ask("fault", HOST_PORT, "flip", 1e-3)
        wires.edges(60)
        wires.board.ask("fault", HOST_PORT, "flip", 0)
        wait(wires, lambda: sum(told[0] == 1 and told[1] < 20 for _, told in host.events) >= 60)
        numbers = [seq for seq, _ in host.events]
        assert numbers == [(numbers[0] + n) & 0xFFFF for n in range(len(numbers))]
        assert host.link.stats["lost_events"] == 0


def test_both_sides_say_the_same_serial_number(foreign_host: ModuleType, wires: Wires) -> None:
    """The first 18 bytes of HELLO, as the foreign codec reads them."""
    terminal = os.open(wires.board.terminal(HOST_PORT), os.O_RDWR | os.O_NOCTTY)
    try:
        splitter = foreign_host.Splitter()
        os.write(terminal, b"\0" + foreign_host.encode(foreign_host.Frame(foreign_host.HELLO_REQ)))
        hellos: list[Any] = []
        while not hellos:
            assert select.select([terminal], [], [], 5.0)[0]
            hellos += [frame for frame in splitter.feed(os.read(terminal, 512)) if frame.type == foreign_host.HELLO]
        assert hellos[0].payload[6:14] == SERIAL
        assert hellos[0].payload[5] == 8
    finally:
        os.close(terminal)
