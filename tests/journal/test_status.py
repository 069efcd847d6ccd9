"""The one line a second: old or new, never half, and readable by the group."""

import stat
import threading
from pathlib import Path

import pytest

from table_controller.journal import FaultReason, JournalFault, read_status, write_status


def test_there_is_no_status_before_the_first(path: Path) -> None:
    assert read_status(path) is None


def test_the_last_status_is_read(path: Path) -> None:
    write_status(path, b'{"alive_since":1,"queue":100}')
    write_status(path, b'{"alive_since":2}')
    assert read_status(path) == b'{"alive_since":2}'


def test_its_file_is_the_groups_to_read(path: Path) -> None:
    write_status(path, b"{}")
    (file,) = path.parent.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_reader_never_sees_half_of_it(path: Path) -> None:
    bodies = {b"a" * 10, b"b" * 60_000}
    write_status(path, b"a" * 10)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            for body in bodies:
                write_status(path, body)

    writing = threading.Thread(target=write)
    writing.start()
    try:
        assert {read_status(path) for _ in range(2000)} <= bodies
    finally:
        stop.set()
        writing.join()


def test_a_status_that_grows_without_end_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="at most"):
        write_status(path, b"x" * 65_537)


def test_a_directory_that_is_gone_is_a_fault(path: Path) -> None:
    with pytest.raises(JournalFault) as caught:
        write_status(path / "gone", b"{}")
    assert caught.value.reason in (FaultReason.NO_ACCESS, FaultReason.IO)
