"""A link that a simulator left behind may mean somebody's terminal by now: nothing is read there and nothing written."""

import errno
import os
import pty
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers.serial_line import open_line, somebody_sits_at


@contextmanager
def session() -> Iterator[tuple[str, int]]:
    """A terminal with somebody at it: its name, and what its screen gets."""
    pid, master = pty.fork()
    if pid == 0:
        os.write(1, b"$")
        while True:
            time.sleep(1)
    try:
        assert os.read(master, 1) == b"$"
        yield str(Path(f"/proc/{pid}/fd/0").readlink()), master
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(master)


def test_a_terminal_somebody_sits_at_is_not_opened_through_an_old_link(tmp_path: Path) -> None:
    link = tmp_path / "T1-shoe"
    with session() as (name, screen):
        link.symlink_to(name)
        assert somebody_sits_at(str(link))
        with pytest.raises(OSError, match="somebody sits") as refused:
            open_line(str(link), 115_200)
        assert refused.value.errno == errno.EBUSY
        os.set_blocking(screen, False)
        with pytest.raises(BlockingIOError):
            os.read(screen, 1)
    assert not somebody_sits_at(str(link))


def test_a_simulated_device_is_nobodys_terminal(tmp_path: Path) -> None:
    master, slave = os.openpty()
    link = tmp_path / "T1-shoe"
    link.symlink_to(os.ttyname(slave))
    try:
        assert not somebody_sits_at(str(link))
        open_line(str(link), 115_200).close()
    finally:
        os.close(slave)
        os.close(master)
