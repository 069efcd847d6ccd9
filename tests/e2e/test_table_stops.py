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


def test_a_table_whose_socket_cannot_be_made_says_so_in_one_line(
    tmp_path: Path, show_in: Callable[..., Show], capfd: pytest.CaptureFixture[str]
) -> None:
    with live_table(show_in(tmp_path, seed=5, hands=1), 1) as table:
        socket = table.plan.journals / f"{table.plan.id}.sock"
        assert wait_for(table.alive, STARTED_S)
        table.controller.stop()
        socket.mkdir()
        capfd.readouterr()
        table.start_again()
        assert wait_for(lambda: table.controller.ended() is not None, STARTED_S)
        assert table.controller.ended() == 2
        (line,) = [one for one in capfd.readouterr().err.splitlines() if str(socket) in one]
        assert line.startswith("burnturn: ")
