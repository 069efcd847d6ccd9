"""`burnturn doctor` on the image that would be flashed: the virtual board under a simulated table, its pins moved as asked."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from table_controller.bootstrap.doctor.checks import Part
from table_controller.bootstrap.doctor.conclude import Finding
from table_controller.bootstrap.doctor.examine import Patience
from table_controller.bootstrap.doctor.visit import visit
from table_controller.bootstrap.live_rehearsal import firmware_table
from table_controller.bootstrap.simulated import SimulatedPlan, furnish

from .bench_table import STAKES
from .installer import SimulatedInstaller

SETTLE = Patience(touch=20_000, settle=500)


@pytest.mark.slow
def test_one_board_with_every_wire_is_examined(tmp_path: Path, firmware: Callable[..., Path]) -> None:
    plan = msgspec.structs.replace(SimulatedPlan(tmp_path, 1, STAKES), firmware=firmware("image", "board"))
    furnish(plan)
    text = plan.config.read_text()
    wrong = text.replace('"seat 3 cards"', '"?"').replace('"seat 4 cards"', '"seat 3 cards"').replace('"?"', '"seat 4 cards"')
    plan.config.write_text(wrong)
    with firmware_table(plan, plan.firmware or tmp_path, None) as table:
        installer = SimulatedInstaller(table, broken={"seat 2 bet", "undo"}, caps={"fold": "floor", "floor": "fold"})
        found = visit(plan.config, installer, SETTLE, [Part.ANTENNA, Part.INPUT, Part.KEY, Part.SHOE], write=True)
    assert {one.place: one.finding for one in found.wires if one.finding is not Finding.OK} == {
        "seat 3 cards": Finding.SWAPPED,
        "seat 4 cards": Finding.SWAPPED,
        "seat 2 bet": Finding.DEAD,
        "undo": Finding.DEAD,
        "fold": Finding.SWAPPED,
        "floor": Finding.SWAPPED,
    }
    assert (found.absent, found.silent_readers) == ((), ())
    assert sorted(plan.config.read_text().splitlines()) == sorted(text.splitlines())
