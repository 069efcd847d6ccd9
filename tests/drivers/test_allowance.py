"""A port that is flooded costs a bounded part of a core, and what an honest device sends is never held up."""

import os
import threading
import time
from pathlib import Path

import pytest
from pty_rig import LiveBoard, Owner

from drivers.allowance import AT_ONCE, EACH, PER_SECOND, Allowance
from table_controller.core import readings as rd

WIRE = 25_000
"""Bytes a second at 250 000 Bd."""


@pytest.mark.parametrize("piece", [1, EACH, 500, 4_096])
def test_a_flood_is_taken_at_its_rate_and_no_faster(piece: int) -> None:
    allowance, now, taken, looks = Allowance(), 0, 0, 0
    while now < 10_000:
        rest = allowance.spend(piece, now)
        taken, looks = taken + piece, looks + 1
        now += rest
    assert taken <= AT_ONCE + 10 * PER_SECOND + 4_096
    assert looks <= (AT_ONCE + 10 * PER_SECOND) // EACH + 1


def test_a_whole_wire_is_never_held_up() -> None:
    allowance = Allowance()
    assert all(allowance.spend(WIRE // 1000, now) == 0 for now in range(10_000))


def test_the_time_of_rest_counts_as_it_passes() -> None:
    allowance = Allowance()
    rest = allowance.spend(2 * AT_ONCE, 0)
    assert rest >= 250
    assert allowance.spend(0, rest - 10) > 0
    assert allowance.spend(0, rest) == 0


def test_a_flooded_port_leaves_the_core_to_others_and_hears_its_device_again(tmp_path: Path) -> None:
    with LiveBoard(tmp_path / "shoe").running() as live, Owner(str(tmp_path / "shoe")).listening() as owner:
        owner.work(lambda: bool(owner.journal.of(rd.SnapshotValid)))
        taken, began = heard_bytes(owner), time.monotonic()
        flood(live, 2.0)
        assert sum(taken) < AT_ONCE + PER_SECOND * (time.monotonic() - began) + 4_096
        owner.work(lambda: owner.port.status().fault is None)
        live.gate(3)
        owner.work(lambda: bool(owner.gates) and owner.gates[-1] >= live.gates)


def heard_bytes(owner: Owner) -> list[int]:
    """How many bytes the link is given from now on, each time."""
    receive, taken = owner.link.receive, list[int]()

    def counted(data: bytes, now: int) -> None:
        taken.append(len(data))
        receive(data, now)

    owner.link.receive = counted  # type: ignore[method-assign]
    return taken


def flood(live: LiveBoard, seconds: float) -> None:
    """Broken frames, as fast as the terminal takes them."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while time.monotonic() < end:
        try:
            os.write(live.carrier.fileno(), b"\x02\x03\x00" * 1_365)
        except BlockingIOError:
            pause.wait(0.001)
