"""What is typed at a keypad stands on its display: eight characters, over real pseudo terminals and the table's own process."""

from pathlib import Path

import pytest

from hardware.simulator.realtime import RealtimeTable
from table_controller.bootstrap.processes import wait_for
from table_controller.core.keypad import EMPTY, SEAT, Typed, press
from table_controller.service.display import WIDTH, display_text

from .bench_table import plan_in, table_with_controller


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ((), b"        "),
        ((1, 2, 0, 0), b"    1200"),
        ((9, 8, 7, 6, 5, 4, 3, 2), b"98765432"),
        ((9, 8, 7, 6, 5, 4, 3, 2, 1), b">7654321"),
        ((SEAT,), b"S       "),
        ((SEAT, 1, 0), b"S     10"),
        ((5, SEAT), b"S       "),
        ((5, 23), b"        "),
    ],
)
def test_the_display_shows_what_is_typed_and_no_more(keys: tuple[int, ...], shown: bytes) -> None:
    typed: Typed = EMPTY
    for key in keys:
        typed, _ = press(typed, key, showdown=False)
    assert display_text(typed) == shown
    assert len(shown) == WIDTH


def test_each_key_reaches_the_display_and_clear_empties_it(tmp_path: Path) -> None:
    with table_with_controller(plan_in(tmp_path)) as (table, _):
        for key, shown in (
            (1, b"       1"),
            (5, b"      15"),
            (0, b"     150"),
            (23, b"        "),
            (19, b"S       "),
            (4, b"S      4"),
        ):
            strike(table, key)
            assert wait_for(lambda shown=shown: display(table, "keypad") == shown, 5.0), display(table, "keypad")
        assert display(table, "board") == b"", "only a keypad is asked"


def strike(table: RealtimeTable, key: int) -> None:
    for down in (True, False):
        table.look(lambda sim, down=down: sim.truth.press(key, down=down))
        assert wait_for(
            lambda down=down: table.look(lambda sim: sim.boards["keypad"].sensors.fittings.held[0].levels[key]) is down, 5.0
        )


def display(table: RealtimeTable, board: str) -> bytes:
    return table.look(lambda sim: sim.boards[board].device.outputs.display)
