"""Real processes: a table's controller reads its felt from simulated readers on pseudo terminals, as it would from USB ports."""

from pathlib import Path

import pytest

from hardware.simulator.usb_reader import ANTENNAS, ReaderKind
from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.show import Show

from .live import STARTED_S, status_of
from .test_devices import PLAYED_S, TABLE_OF_THREE, playing


@pytest.mark.slow
@pytest.mark.parametrize("reader", ReaderKind)
def test_hands_over_readers_at_the_host(tmp_path: Path, reader: ReaderKind) -> None:
    show = Show(tmp_path, tables=4, hands=3, factor=8.0, seed=11, readers=reader)
    names = ["shoe", "board", "keypad", *ANTENNAS[reader]]
    with playing(show, TABLE_OF_THREE) as (plan, _table, people):

        def linked() -> list[str]:
            status = status_of(plan)
            return [] if status is None else [device.name for device in status.devices if device.state == "linked"]

        assert wait_for(lambda: linked() == names, STARTED_S)
        report = people.result(PLAYED_S)
    assert (report.finished, report.void, report.false_alarm_codes) == (3, 0, {})
    assert report.chips_conserved
    assert report.cards_conserved
    assert report.wrong_identities == 0
