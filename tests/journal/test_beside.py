"""A socket beside a journal is reached however deep its folder lies."""

import socket
from pathlib import Path

import pytest

from table_controller.journal.beside import short_address


def test_a_socket_in_a_folder_deeper_than_an_address_is_long(tmp_path: Path) -> None:
    path = tmp_path / ("deep" * 30) / "T1.sock"
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        with pytest.raises(OSError, match="path too long"):
            server.bind(str(path))
        with short_address(path) as address:
            server.bind(address)
        server.listen()
        assert path.is_socket()
        with short_address(path) as address:
            client.connect(address)
        accepted, _ = server.accept()
        accepted.close()


def test_nothing_is_held_open_and_a_missing_folder_is_said(tmp_path: Path) -> None:
    open_files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    with short_address(tmp_path / "T1.sock"):
        pass
    with pytest.raises(FileNotFoundError), short_address(tmp_path / "nowhere" / "T1.sock"):
        pass
    assert sum(1 for _ in Path("/proc/self/fd").iterdir()) == open_files
