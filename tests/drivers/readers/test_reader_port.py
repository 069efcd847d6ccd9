"""A reader on a real pseudo terminal, run by the thread of its port: plugged, unplugged, hanging, and let go."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers.ports import FaultCode
from drivers.readers.metratec import METRATEC
from drivers.readers.pepper_c1 import PEPPER_C1
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.pepper_c1 import PepperReader
from hardware.simulator.pty_carrier import PtyCarrier
from table_controller.core import readings as rd

from .live_reader import Listener, LiveReader, on_pty
from .reader_rig import uid

MAKERS = {"metratec": (METRATEC, MetratecReader), "pepper": (PEPPER_C1, PepperReader)}
both = pytest.mark.parametrize("maker", MAKERS)
Rig = tuple[LiveReader, PtyCarrier, Listener]


@contextmanager
def rig(maker: str, path: Path, **reader: str) -> Iterator[Rig]:
    dialect, make = MAKERS[maker]
    simulated = make(**reader)
    simulated.field = {1: [uid(1), uid(2)], 3: [uid(3)]}
    with on_pty(simulated, path / "felt") as (live, carrier):
        listener = Listener(str(path / "felt"), dialect, {1, 2, 3})
        with listener.listening():
            yield live, carrier, listener


ALL = {(1, bytes(uid(1))), (1, bytes(uid(2))), (3, bytes(uid(3)))}


@both
def test_what_lies_there_is_told_whole_after_each_opening(maker: str, tmp_path: Path) -> None:
    with rig(maker, tmp_path) as (live, carrier, listener):
        listener.until(lambda: listener.came(rd.SnapshotValid))
        assert listener.there() == ALL
        assert listener.port.status().fault is None
        carrier.unplug()
        listener.until(lambda: listener.came(rd.DeviceSilent))
        fault = listener.port.status().fault
        assert fault is not None
        assert fault.code is FaultCode.ABSENT
        live.act(lambda reader: reader.field.update({3: []}))
        carrier.plug(elsewhere=True)
        listener.until(lambda: listener.came(rd.SnapshotValid, 2))
        assert listener.there() == {entry for entry in ALL if entry[0] == 1}
        assert [reading.new_life for reading in listener.told if isinstance(reading, rd.DeviceUp)] == [True, True]


@both
def test_b1_a_reader_that_hangs_is_lost_and_back(maker: str, tmp_path: Path) -> None:
    with rig(maker, tmp_path) as (live, _carrier, listener):
        listener.until(lambda: listener.came(rd.SnapshotValid))
        hung = time.monotonic()
        live.act(lambda reader: setattr(reader, "hangs", True))
        listener.until(lambda: listener.came(rd.ReaderState))
        assert time.monotonic() - hung < 2.0
        assert not listener.linked
        assert listener.port.status().fault is None, "it is no stranger"
        live.act(lambda reader: setattr(reader, "hangs", False))
        listener.until(lambda: listener.came(rd.ReaderState, 2))
        assert [reading.ok for reading in listener.told if isinstance(reading, rd.ReaderState)] == [False, True]
        assert not listener.came(rd.TagAbsent)


@both
def test_b17_a_stranger_is_a_fault_of_the_port_in_words(maker: str, tmp_path: Path) -> None:
    with rig(maker, tmp_path, firmware="9901") as (_live, _carrier, listener):
        listener.until(lambda: listener.came(rd.ReaderState))
        fault = listener.port.status().fault
        assert fault is not None
        assert fault.code is FaultCode.STRANGER
        assert "felt" in fault.detail


@both
def test_a_stranger_is_shown_after_its_port_was_absent_or_silent(maker: str, tmp_path: Path) -> None:
    with rig(maker, tmp_path, firmware="9901") as (live, carrier, listener):

        def shown(code: FaultCode) -> None:
            listener.until(lambda: (fault := listener.port.status().fault) is not None and fault.code is code)

        shown(FaultCode.STRANGER)
        carrier.unplug()
        shown(FaultCode.ABSENT)
        carrier.plug()
        shown(FaultCode.STRANGER)
        live.act(lambda reader: setattr(reader, "hangs", True))
        shown(FaultCode.SILENT)
        live.act(lambda reader: setattr(reader, "hangs", False))
        shown(FaultCode.STRANGER)


def test_b14_a_table_that_takes_nothing_for_a_while_has_the_levels_right_afterwards(tmp_path: Path) -> None:
    with rig("metratec", tmp_path) as (live, _carrier, listener):
        for number in range(8):
            live.act(lambda reader, n=number: reader.field.update({1: [uid(100 * n + k) for k in range(12)]}))
            time.sleep(0.25)  # nobody takes anything
        live.act(lambda reader: reader.field.update({1: [uid(7)], 3: []}))
        there: set[bytes] = set()

        def settled() -> bool:
            there.clear()
            for reading in listener.told:
                if isinstance(reading, rd.TagPresent):
                    there.add(reading.tag.raw)
                elif isinstance(reading, rd.TagAbsent):
                    there.discard(reading.tag.raw)
            return there == {bytes(uid(7))}

        listener.until(settled)


def test_a_port_without_a_reader_costs_little(tmp_path: Path) -> None:
    listener = Listener(str(tmp_path / "nothing"), METRATEC, {0})
    with listener.listening():
        time.sleep(1.0)
        assert listener.port.status().wakeups < 30
