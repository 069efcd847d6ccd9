"""Every way a serial line and a board can fail, provoked on the real image over pseudo terminals, with the product's port.

Each test names its failure. The clock's wrap, the watchdog, the reset and the stale command are tested in virtual time
(test_board_lives.py, test_board_obeys.py), a port that may not be opened in tests/drivers.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from bench import Parts
from bus_journal import Journal
from pty_rig import Owner
from wires import Wires

from drivers.ports import FaultCode
from hardware.protocol.commands import Echo
from hardware.protocol.events import Uid
from hardware.protocol.frames import Frame, FrameType, encode
from hardware.simulator.virtual_board import FELT_PORT, HOST_PORT
from table_controller.core import readings as rd


def uid(number: int) -> Uid:
    return Uid(b"\xe0\x04\x01\x50" + number.to_bytes(4, "big"))


@pytest.fixture
def owner(wires: Wires) -> Iterator[Owner]:
    with wires.owner().listening() as owner:
        wires.meet(owner)
        yield owner


def lost(owner: Owner) -> list[int | None]:
    """Losses after that of a device never met before."""
    return [row.count for row in owner.journal.rows if isinstance(row, rd.EventsLost)][1:]


def spoilt(wires: Wires, fault: str) -> int:
    """Bytes of the host's line to which this fault came."""
    words = wires.board.ask("stat", HOST_PORT).split()
    return int(words[words.index(fault) + 1])


def test_unplugged_and_plugged_in_elsewhere(wires: Wires, owner: Owner) -> None:
    """Failure "unplug, other ttyUSBn comes back"."""
    before = wires.board.terminal(HOST_PORT).readlink()
    wires.edges(20, owner)
    wires.board.ask("unplug", HOST_PORT)
    wires.edges(40)
    wires.board.ask("plug", HOST_PORT, 1)
    assert wires.board.terminal(HOST_PORT).readlink() != before
    wires.edges(20, owner)
    wires.all_told(owner)
    assert lost(owner) == []


def test_absent_and_found_later(wires: Wires) -> None:
    """Failure "device absent, appears later"."""
    wires.board.ask("unplug", HOST_PORT)
    with wires.owner().listening() as owner:
        owner.work(lambda: owner.port.status().fault is not None)
        fault = owner.port.status().fault
        assert fault
        assert fault.code is FaultCode.ABSENT
        wires.board.ask("plug", HOST_PORT, 0)
        wires.meet(owner)


@pytest.mark.parametrize(("fault", "chance"), [("flip", 1e-3), ("flip", 5e-3), ("drop", 0.02), ("dup", 0.02)])
def test_bad_wires_cost_time_and_nothing_else(wires: Wires, owner: Owner, fault: str, chance: float) -> None:
    """Failures "bit flips" and "dropped / doubled bytes"."""
    wires.board.ask("fault", HOST_PORT, fault, chance)
    wires.edges(60, owner)
    while spoilt(wires, fault) < 5:
        wires.edges(20, owner)
    wires.board.ask("fault", HOST_PORT, fault, 0)
    wires.all_told(owner)
    assert lost(owner) == []


def test_garbage_at_boot_and_half_a_frame(wires: Wires) -> None:
    """Failure "garbage at boot, partial frame", towards the host and towards the board."""
    random.seed(1)
    with serial.Serial(str(wires.board.terminal(HOST_PORT)), 250_000, timeout=0) as line:
        line.write(random.randbytes(2000))
        line.flush()
        time.sleep(0.2)
    with wires.owner().listening() as owner:
        wires.board.ask("inject", HOST_PORT, "deadbeef0405aa")
        wires.meet(owner)
        wires.board.ask("inject", HOST_PORT, "ff00aa55c3c30001020304")
        wires.edges(20, owner)
        wires.all_told(owner)


def test_a_wrong_speed_is_never_linked_and_harms_nothing(parts: Parts) -> None:
    """Failure "baud mismatch": garbage both ways; the port is opened again and again, and the right speed links at once."""
    with Wires(parts, "--baud-check").running() as wires:
        with wires.owner(baud=57_600).listening() as slow:
            slow.work(lambda: slow.port.status().counters.reopened >= 2)
            assert not slow.linked
            assert slow.journal.rows == []
        with wires.owner().listening() as owner:
            wires.meet(owner)


def test_a_board_that_resets_when_the_port_is_opened(parts: Parts) -> None:
    """Failure "DTR reset on open" (B56)."""
    with Wires(parts, "--dtr-reset").running() as wires, wires.owner().listening() as owner:
        wires.meet(owner)
        assert int(wires.board.ask("resets")) == 2  # power, and the opening
        wires.edges(20, owner)
        wires.all_told(owner)


def test_a_stalled_line_is_opened_again_and_loses_nothing(wires: Wires, owner: Owner) -> None:
    """Failure "OS hands nothing on 3 s"."""
    reopened = owner.port.status().counters.reopened
    wires.board.ask("hold", HOST_PORT, 1)
    wires.edges(40, owner)
    owner.work(lambda: owner.port.status().counters.reopened > reopened)
    wires.settle(owner, 1.5)
    wires.board.ask("hold", HOST_PORT, 0)
    wires.all_told(owner)
    assert lost(owner) == []


def test_minutes_of_greetings_handed_over_at_once_do_not_starve_the_board(wires: Wires) -> None:
    """What a host said into a line that was held up comes in one piece, as quickly as the wire carries it."""
    ask = encode(Frame(FrameType.HELLO_REQ))
    with serial.Serial(str(wires.board.terminal(HOST_PORT)), 250_000, timeout=0, write_timeout=20) as line:
        for _ in range(20):  # the kernel keeps some 4 kB
            line.write(ask * 100)
            line.read(100_000)
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            line.read(100_000)
    assert wires.board.ask("resets") == "1"  # that of its power: the watchdog has not bitten
    with wires.owner().listening() as owner:
        wires.meet(owner)


def test_more_events_than_the_board_can_keep_are_lost_by_count(wires: Wires, owner: Owner) -> None:
    """Failure "buffer overrun": the host gets what is kept and is told exactly how many are not."""
    before = [row.position for row in owner.journal.rows if row.position][-1]
    wires.board.ask("unplug", HOST_PORT)
    wires.edges(220)
    wires.board.ask("plug", HOST_PORT, 0)
    owner.work(lambda: bool(lost(owner)))
    loss = [row for row in owner.journal.rows if isinstance(row, rd.EventsLost)][-1]
    assert loss.count == (loss.position.number - before.number) & 0xFFFF
    assert 88 <= loss.count <= 96  # 3 times the oldest 32, less what the host had and could not say so
    kept = 20 + 220 - (loss.count or 0)  # the first snapshot named 20
    owner.work(lambda: sum(isinstance(row, rd.InputLevel) and row.index < 20 for row in owner.journal.rows) >= kept)
    after = owner.journal.rows[owner.journal.rows.index(loss) :]
    numbers = [row.position.number for row in after if row.position]
    assert numbers == [(loss.position.number + n) & 0xFFFF for n in range(len(numbers))]
    wires.meet(owner)  # and a new snapshot puts the levels right
    owner.work(lambda: len(owner.journal.of(rd.SnapshotValid)) >= 2)
    assert [owner.journal.inputs[row][n] for row in owner.journal.inputs for n in range(20)] == wires.levels


def test_a_reader_that_hangs_and_one_that_restarts(wires: Wires, owner: Owner) -> None:
    """Failure "reader hang / restart" (B1, B11)."""
    reader = wires.readers[FELT_PORT]
    reader.field = {2: [uid(7)]}
    owner.work(lambda: bool(owner.journal.of(rd.TagPresent)))

    def states() -> list[tuple[int, bool]]:
        return [(row.reader, row.ok) for row in owner.journal.rows if isinstance(row, rd.ReaderState)]

    for trouble in ("hangs", "restarts"):
        known = len(states())
        if trouble == "hangs":
            reader.hangs, began = True, time.monotonic()
            owner.work(lambda known=known: states()[known:] == [(0, False)])  # type: ignore[misc]
            assert time.monotonic() - began < 2.0  # RULEBOOK H6
            reader.hangs = False
        else:
            reader.restart(int(time.monotonic() * 1000))
        owner.work(lambda known=known: states()[known:] == [(0, False), (0, True)])  # type: ignore[misc]
    assert owner.journal.of(rd.TagAbsent) == []  # the card lay there all the time
    reader.field = {}
    owner.work(lambda: bool(owner.journal.of(rd.TagAbsent)))


def test_a_frozen_board_is_silent_and_up_again(wires: Wires, owner: Owner) -> None:
    """Failure "frozen MCU"."""
    wires.board.ask("stop")
    owner.work(lambda: bool(owner.journal.of(rd.DeviceSilent)) and not owner.linked)
    wires.board.ask("cont")
    owner.work(lambda: owner.linked)
    wires.edges(20, owner)
    wires.all_told(owner)
    assert lost(owner) == []


def test_power_is_lost_and_comes_back(parts: Parts) -> None:
    """Failure "power loss": noticed at once; the board comes back as a new life."""
    journal = Journal()
    with Wires(parts).running() as wires, wires.owner(journal).listening() as owner:
        wires.meet(owner)
        wires.board.kill()
        began = time.monotonic()
        owner.work(lambda: owner.port.status().fault is not None)
        assert time.monotonic() - began < 5
    with Wires(parts).running() as wires, wires.owner(journal).listening() as owner:
        owner.work(lambda: len(owner.journal.of(rd.DeviceUp)) >= 2)
        first, second = (row for row in owner.journal.rows if isinstance(row, rd.DeviceUp))
        assert second.life == first.life + 1
        assert lost(owner) == [None]


def test_a_port_that_another_program_has_open(wires: Wires, owner: Owner) -> None:
    """Failure "busy" (B49): the second opener is refused in clear words, the first notices nothing."""
    with wires.owner().listening() as second:
        second.work(lambda: second.port.status().fault is not None)
        fault = second.port.status().fault
        assert fault
        assert fault.code is FaultCode.BUSY
    wires.edges(20, owner)
    wires.all_told(owner)


OTHER_USER = 65_534
_OPENS = """
import os, sys
from drivers.ports import fault_of
from drivers.serial_line import TROUBLES, open_line
os.setgroups([]); os.setgid({user}); os.setuid({user})
try:
    open_line(sys.argv[1], 250_000)
except TROUBLES as error:
    print(fault_of(error, "the board").code.value)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_a_port_this_user_may_not_open(wires: Wires, owner: Owner, root: Path) -> None:
    """Failure "permission": said as such, and whoever may go on is not disturbed."""
    terminal = wires.board.terminal(HOST_PORT).resolve()
    program = _OPENS.format(user=OTHER_USER)
    opening = [sys.executable, "-c", program, str(terminal)]
    run = subprocess.run(opening, cwd=root, capture_output=True, text=True, check=True, timeout=30)
    assert run.stdout.strip() == FaultCode.FORBIDDEN.value
    wires.edges(20, owner)
    wires.all_told(owner)


def test_a_killed_host_goes_on_where_its_journal_ends(wires: Wires) -> None:
    """Of the contract: acknowledged means recorded."""
    journal = Journal()
    with wires.owner(journal).listening() as owner:
        wires.meet(owner)
        wires.edges(20, owner)
    wires.edges(40)
    with wires.owner(journal).listening() as owner:
        wires.all_told(owner)
        ticket = owner.port.order(Echo(b"again"))
        owner.work(lambda: ticket.outcome is not None)
