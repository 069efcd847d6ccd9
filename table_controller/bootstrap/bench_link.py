"""How a board's line behaves under each fault of the wire: the real firmware image on the virtual board, the product's own port.

Owns what is done to the line and the reckoning. Events are edges at the inputs, each known by its input, level and moment: what
is lost, doubled or late is told from what was done, not from what the link says of itself.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from hardware.protocol.commands import Echo
from hardware.protocol.event_codec import pack_event
from hardware.protocol.events import Input
from hardware.protocol.frames import Frame, FrameType, encode
from hardware.simulator.virtual_board import HOST_PORT, VirtualBoard, eeprom_image
from table_controller.bootstrap.bench_line import Line

EDGES = 600
EDGES_ON_A_BAD_WIRE = 300
ECHOES = 200
ROUNDS = 5
KEPT = 110
"""Edges a board keeps behind a pulled cable, of the 128 events it has room for."""
BEHIND = 40
"""Edges made while the host hears nothing."""
STALL_S = 3.0
UNPLUGGED_S = 1.5
SPEED_BYTES = 20_000
SERIAL = b"BENCH_01"


class LinkCase(msgspec.Struct, frozen=True):
    """One fault. `sent`: edges made. Delays from the edge to the reading in the controller's inbox, the debounce in them.

    `by_snapshot`: edges just before a reboot that no event told, and what the board named anew after it did.
    """

    fault: str
    sent: int
    lost: int
    doubled: int
    max_delay_ms: float
    median_delay_ms: float
    by_snapshot: int = 0


class LinkBench(msgspec.Struct, frozen=True, kw_only=True):
    """`rtt_ms`: an ECHO there and back, median. `events_per_s`: while a full board empties itself, median of several times.

    The yardstick of the same run: `wire_bytes_per_s` is what the board takes from a line that is never idle, `wire_events_per_s`
    how many frames of such an event that would be.
    """

    lost: int
    doubled: int
    cases: tuple[LinkCase, ...]
    rtt_ms: float
    rtt_p99_ms: float
    events_per_s: float
    wire_events_per_s: float
    wire_bytes_per_s: float
    event_bytes: int
    debounce_ms: int = 20
    seconds: float


def bench_link(firmware: Path, folder: Path, said: Callable[[str], None] = lambda _what: None) -> LinkBench:
    """Everything, on one board. `folder`: for its terminals and EEPROM. BoardError when the virtual board does not run."""
    began = time.monotonic()
    eeprom = folder / "eeprom"
    eeprom.write_bytes(eeprom_image(SERIAL))
    with VirtualBoard(firmware / "virtual_board", firmware / "table.hex", folder / "board", eeprom) as board:
        for pin in ("D4", "E4", "E5"):  # the cover is closed, and nothing is in the gate
            board.pin(pin, False)
        speed = _wire_speed(board)
        line = Line(board)
        with line.open():
            rtt = _echoes(line)
            said("echo")
            rate = statistics.median(_emptied(line) for _ in range(ROUNDS))
            said("rate")
            cases = tuple(_told(case, said) for case in _cases(line))
    return _result(cases, rtt, rate, speed, time.monotonic() - began)


def _result(cases: tuple[LinkCase, ...], rtt: list[float], rate: float, speed: float, seconds: float) -> LinkBench:
    size = len(encode(Frame(FrameType.EVENT, 1, 1, 1, 1, pack_event(Input(1, True)))))
    return LinkBench(
        lost=sum(case.lost for case in cases),
        doubled=sum(case.doubled for case in cases),
        cases=cases,
        rtt_ms=round(statistics.median(rtt), 2),
        rtt_p99_ms=round(sorted(rtt)[int(len(rtt) * 0.99)], 2),
        events_per_s=round(rate, 1),
        wire_events_per_s=round(speed / size, 1),
        wire_bytes_per_s=round(speed, 1),
        event_bytes=size,
        seconds=round(seconds, 1),
    )


def _told(case: LinkCase, said: Callable[[str], None]) -> LinkCase:
    said(case.fault)
    return case


def _cases(line: Line) -> Iterator[LinkCase]:
    yield _case(line, "none", lambda: line.edges(EDGES))
    for chance in (1e-4, 1e-3, 5e-3):
        yield _spoilt(line, "flip", chance, EDGES)
    for kind in ("drop", "dup"):
        yield _spoilt(line, kind, 0.02, EDGES_ON_A_BAD_WIRE)
    yield _case(line, "unplug", lambda: _unplugged(line))
    yield _case(line, "stall", lambda: _stalled(line))
    yield _case(line, "reboot", lambda: _rebooted(line))


def _case(line: Line, name: str, trouble: Callable[[], None]) -> LinkCase:
    """The trouble, and then until all is told."""
    line.fresh()
    trouble()
    line.settle()
    delays = line.delays or [0.0]
    return LinkCase(
        fault=name,
        sent=line.sent,
        lost=line.missing,
        doubled=line.doubled,
        max_delay_ms=round(max(delays), 1),
        median_delay_ms=round(statistics.median(delays), 1),
        by_snapshot=line.by_snapshot,
    )


def _spoilt(line: Line, kind: str, chance: float, edges: int) -> LinkCase:
    """So many bytes of each line, both ways, until the last edge is told."""
    with _wire(line.board, kind, chance):
        return _case(line, f"{kind} {chance:g}", lambda: line.edges(edges))


@contextmanager
def _wire(board: VirtualBoard, kind: str, chance: float) -> Iterator[None]:
    board.ask("fault", HOST_PORT, kind, chance)
    try:
        yield
    finally:
        board.ask("fault", HOST_PORT, kind, 0)


def _unplugged(line: Line) -> None:
    """Comes back as another terminal under the same name."""
    line.edges(200)
    line.board.ask("unplug", HOST_PORT)
    line.edges(BEHIND, most_waiting=KEPT)
    line.work_for(UNPLUGGED_S)
    line.board.ask("plug", HOST_PORT, 1)
    line.edges(200)


def _stalled(line: Line) -> None:
    """The line is there and hands nothing on."""
    line.edges(200)
    line.board.ask("hold", HOST_PORT, 1)
    line.edges(BEHIND, most_waiting=KEPT)
    line.work_for(STALL_S)
    line.board.ask("hold", HOST_PORT, 0)
    line.edges(200)


def _rebooted(line: Line) -> None:
    """At the worst moment: edges that are still in the debounce or not acknowledged. People wait until the board is back."""
    line.edges(200)
    line.edges(10)
    line.reboot()
    line.edges(200)


def _emptied(line: Line) -> float:
    """Events a second of a board that is full when its cable comes back."""
    line.fresh()
    line.board.ask("unplug", HOST_PORT)
    line.edges(KEPT, most_waiting=KEPT)
    line.work_for(0.1)
    line.board.ask("plug", HOST_PORT, 1)
    line.settle()
    return (len(line.arrivals) - 1) / (line.arrivals[-1] - line.arrivals[0])


def _echoes(line: Line) -> list[float]:
    """There and back, ms."""
    return [line.echo(Echo(bytes(16))) for _ in range(ECHOES)]


def _wire_speed(board: VirtualBoard) -> float:
    """Bytes a second the board takes when the line is never idle; they are nonsense, and it throws them away."""
    terminal = os.open(board.terminal(HOST_PORT), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        left, began, before = SPEED_BYTES, time.monotonic(), _received(board)
        while (taken := _received(board) - before) < SPEED_BYTES:
            if left and taken >= SPEED_BYTES - left - 2048:
                left -= os.write(terminal, bytes(min(left, 1024)))
        return SPEED_BYTES / (time.monotonic() - began)
    finally:
        os.close(terminal)


def _received(board: VirtualBoard) -> int:
    words = board.ask("stat", HOST_PORT).split()
    return int(words[words.index("received") + 1])
