"""The black box of a port on real pseudo terminals: what it kept gives the same readings again, to the last that was flushed."""

import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pty_rig import LiveBoard, Owner

from drivers.black_box import recorder as recorder_module
from drivers.black_box.playback import Playback
from drivers.black_box.recorder import Recorder
from drivers.black_box.ring import BLOCK_BYTES, Ring, RingFault, read_blocks, read_note
from drivers.link.standing import Standing
from drivers.port import monotonic_ms
from hardware.protocol.events import Input
from hardware.simulator.board_data import ResetCause
from table_controller.core import readings as rd

SEALED = BLOCK_BYTES + 8
CHILD = Path(__file__).with_name("black_box_child.py")


def seal(number: int, plain: bytes) -> bytes:
    """As a seal does: one length, bound to its number, nothing to be read in it."""
    body = len(plain).to_bytes(4, "big") + bytes(byte ^ 0x5A for byte in plain.ljust(BLOCK_BYTES, b"\0"))
    return zlib.crc32(body, number).to_bytes(4, "big") + body


def unseal(number: int, sealed: bytes) -> bytes | None:
    check, body = sealed[:4], sealed[4:]
    if zlib.crc32(body, number).to_bytes(4, "big") != check:
        return None
    return bytes(byte ^ 0x5A for byte in body[4:])[: int.from_bytes(body[:4], "big")]


class TapedOwner(Owner):
    """Its port has a black box, `kept`."""

    def __init__(self, address: str, path: Path, slots: int = 64, **port: Any) -> None:
        self.kept = Recorder(Ring(path, slots, b"a note", SEALED), seal, self._standing)
        super().__init__(address, box=self.kept, **port)

    def _standing(self) -> Standing:
        return self.link.standing()


def played(path: Path) -> list[rd.Reading]:
    return list(Playback().readings(read_blocks(path, unseal)))


@contextmanager
def taped(tmp_path: Path, slots: int = 64, **owner: Any) -> Iterator[tuple[LiveBoard, Owner]]:
    host = TapedOwner(str(tmp_path / "shoe"), tmp_path / "box", slots, **owner)
    with LiveBoard(tmp_path / "shoe").running() as live, host.listening() as listening:
        listening.work(lambda: bool(listening.journal.of(rd.SnapshotValid)))
        yield live, listening


def heard(live: LiveBoard, owner: Owner) -> None:
    owner.work(lambda: bool(owner.gates) and owner.gates[-1] >= live.gates)


def test_the_same_readings_come_out_again(tmp_path: Path) -> None:
    with taped(tmp_path) as (live, owner):
        for _ in range(5):
            live.gate(20)
            heard(live, owner)
    assert len(owner.gates) == 100
    assert played(tmp_path / "box") == owner.journal.rows


def test_cables_bad_wires_and_another_life_are_played_again_too(tmp_path: Path) -> None:
    with taped(tmp_path) as (live, owner):
        live.spoil(flip=5e-3)
        live.gate(40)
        heard(live, owner)
        live.spoil()
        live.act(live.carrier.unplug)
        owner.work(lambda: bool(owner.journal.of(rd.DeviceSilent)))
        live.gate(10)
        live.act(lambda: live.carrier.plug(elsewhere=True))
        heard(live, owner)
        live.act(lambda: live.board.reset(ResetCause.WATCHDOG, monotonic_ms()))
        owner.work(lambda: len(owner.journal.of(rd.SnapshotValid)) == 2)
        live.gate(5)
        heard(live, owner)
    again = played(tmp_path / "box")
    assert [without_time(one) for one in again] == [without_time(one) for one in owner.journal.rows]
    assert all(abs(one.at - other.at) <= 5 for one, other in zip(again, owner.journal.rows, strict=True))


def without_time(reading: rd.Reading) -> str:
    return repr(reading).replace(f"at={reading.at}", "at")


def test_a_ring_that_is_full_keeps_the_end_and_its_size(tmp_path: Path) -> None:
    with taped(tmp_path, slots=4) as (live, owner):
        for _ in range(40):
            live.gate(50)
            heard(live, owner)
        live.act(lambda: live.board.post(Input(0, True), monotonic_ms()))
        owner.work(lambda: isinstance(owner.journal.rows[-1], rd.InputLevel))
    again = played(tmp_path / "box")
    assert 100 < len(again) < len(owner.journal.rows)
    rows = owner.journal.rows
    assert again == rows[-len(again) :]
    assert (tmp_path / "box").stat().st_size <= 512 + 4 * (SEALED + 8)


def test_what_lies_on_the_disk_is_sealed_and_for_its_owner_alone(tmp_path: Path) -> None:
    with taped(tmp_path) as (live, owner):
        live.gate(20)
        heard(live, owner)
    content = (tmp_path / "box").read_bytes()
    assert live.board.identity.serial not in content
    assert (tmp_path / "box").stat().st_mode & 0o777 == 0o600
    assert read_note(tmp_path / "box") == b"a note"


def test_a_block_that_was_altered_is_missing_and_the_rest_is_played(tmp_path: Path) -> None:
    with taped(tmp_path, slots=32) as (live, owner):
        for _ in range(40):
            live.gate(50)
            heard(live, owner)
    blocks = [number for number, _ in read_blocks(tmp_path / "box", unseal)]
    with (tmp_path / "box").open("r+b") as file:
        file.seek(512 + blocks[2] % 32 * (SEALED + 8) + 1000)
        file.write(b"\xff\xff")
    playback = Playback()
    again = list(playback.readings(read_blocks(tmp_path / "box", unseal)))
    assert playback.missing == 1
    rows = owner.journal.rows
    assert len(again) < len(rows)
    assert again[-50:] == rows[-50:]


def test_a_box_that_was_cut_says_so_whatever_can_still_be_played(tmp_path: Path) -> None:
    with taped(tmp_path) as (live, owner):
        live.gate(20)
        heard(live, owner)
    whole = (tmp_path / "box").read_bytes()
    slot = SEALED + 8
    for length in (len(whole) - 1, 512 + 3 * slot, 512 + slot // 2, 512):
        (tmp_path / "box").write_bytes(whole[:length])
        with pytest.raises(RingFault, match="cut short"):
            played(tmp_path / "box")
    (tmp_path / "box").write_bytes(whole[:100])
    with pytest.raises(RingFault, match="no black box"):
        played(tmp_path / "box")


def test_the_newest_block_altered_is_missing_too(tmp_path: Path) -> None:
    with taped(tmp_path) as (live, owner):
        live.gate(20)
        heard(live, owner)
    newest = max(number for number, _ in read_blocks(tmp_path / "box", unseal))
    with (tmp_path / "box").open("r+b") as file:
        file.seek(512 + newest % 64 * (SEALED + 8) + 1000)
        file.write(b"\xff\xff")
    playback = Playback()
    list(playback.readings(read_blocks(tmp_path / "box", unseal)))
    assert playback.missing == 1


def test_a_pipe_in_the_place_of_a_box_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "box")
    for use in (lambda: read_note(tmp_path / "box"), lambda: played(tmp_path / "box")):
        with pytest.raises(RingFault, match="no regular file"):
            use()
    with pytest.raises(RingFault, match="no regular file"):
        Ring(tmp_path / "box", 4, b"", SEALED)


def test_a_host_that_starts_again_goes_on_in_the_same_box(tmp_path: Path) -> None:
    with LiveBoard(tmp_path / "shoe").running() as live:
        rows: list[rd.Reading] = []
        for _ in range(2):
            with TapedOwner(str(live.carrier.path), tmp_path / "box").listening() as owner:
                live.gate(10)
                heard(live, owner)
                owner.work(lambda owner=owner: bool(owner.journal.of(rd.SnapshotValid)))
            rows += owner.journal.rows
    assert played(tmp_path / "box") == rows


def test_a_kill_costs_what_was_not_flushed_and_no_more(tmp_path: Path) -> None:
    with LiveBoard(tmp_path / "shoe").running() as live:
        child = subprocess.Popen(
            [sys.executable, str(CHILD), str(live.carrier.path), str(tmp_path / "box")], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        with child, child.stdout:
            said = [int(child.stdout.readline())]
            while len(said) < 150:
                if said[-1] == live.gates or live.gates == 0:
                    live.gate(10)
                said.append(int(child.stdout.readline()))
            flushed = said[-1]
            told = time.monotonic()
            while time.monotonic() - told < 1.5:  # a flush comes each second while bytes do; the heartbeat sees to that
                time.sleep(0.05)
            os.kill(child.pid, signal.SIGKILL)
    gates = [one.duration_ms for one in played(tmp_path / "box") if isinstance(one, rd.GatePassed)]
    assert gates[:flushed] == list(range(1, flushed + 1))


def test_a_disk_that_takes_nothing_stops_no_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(recorder_module, "FLUSH_MS", 0)
    monkeypatch.setattr(Ring, "write", full)
    host = TapedOwner(str(tmp_path / "shoe"), tmp_path / "box")
    with LiveBoard(tmp_path / "shoe").running() as live, host.listening() as owner:
        live.gate(30)
        heard(live, owner)
        assert host.kept.fault == owner.port.status().black_box == "No space left on device"
        assert owner.port.status().fault is None


def test_another_size_begins_anew_and_puts_the_old_box_aside(tmp_path: Path) -> None:
    for slots in (4, 8):
        Ring(tmp_path / "box", slots, b"", SEALED).close()
    assert (tmp_path / "box.old").exists()
    (tmp_path / "other").write_bytes(b"something else")
    with pytest.raises(RingFault, match="no black box"):
        read_note(tmp_path / "other")
