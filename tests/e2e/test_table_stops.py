"""How a table's own process ends when it is told to."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.show import Show

from .live import STARTED_S, live_table


@pytest.mark.parametrize(("told", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_table_says_by_its_exit_code_who_ended_it(
    tmp_path: Path, show_in: Callable[..., Show], told: signal.Signals, code: int
) -> None:
    with live_table(show_in(tmp_path, seed=5, hands=1), 1) as table:
        assert wait_for(table.alive, STARTED_S)
        os.kill(table.controller.pid, told)
        assert wait_for(lambda: table.controller.ended() is not None, STARTED_S)
        assert table.controller.ended() == code
