"""The simulated readers, read by their makers' own libraries, unmodified, and by our drivers: with the same result."""

import asyncio
import socket

import pytest
from metratec_rfid import QuasarMX
from pepper_c1 import PepperC1
from pepper_c1.exceptions import CommandError
from pepper_c1.transport import Transport

from drivers.readers.metratec import METRATEC
from drivers.readers.pepper_c1 import PEPPER_C1
from drivers.readers.talk import Dialect
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.pepper_c1 import PepperReader
from table_controller.core import readings as rd

from .live_reader import Listener, Reader, on_tcp
from .reader_rig import uid

ANTENNAS = (1, 2, 3)
Found = set[tuple[int, bytes]]


def laid(reader: Reader) -> Found:
    """Tags on two of the three antennas, two of them alike but for one bit."""
    reader.field = {1: [uid(1)], 3: [uid(2), uid(3), uid(2 ^ 1 << 39)]}
    return {(antenna, bytes(tag)) for antenna, tags in reader.field.items() for tag in tags}


def by_our_driver(dialect: Dialect, port: int) -> Found:
    listener = Listener(f"socket://127.0.0.1:{port}", dialect, set(ANTENNAS))
    with listener.listening():
        listener.until(lambda: listener.came(rd.SnapshotValid))
    return listener.there()


async def by_metratecs_library(port: int) -> tuple[Found, list[bytes]]:
    """Antenna by antenna; and the three in one go, as the reader multiplexes them itself."""
    reader = QuasarMX("felt", hostname="127.0.0.1", port=port)
    await reader.connect()
    try:
        found: Found = set()
        for antenna in ANTENNAS:
            await reader.set_antenna(antenna)
            found |= {(antenna, bytes.fromhex(tag.get_tid())) for tag in await reader.get_inventory()}
        await reader.set_antenna_multiplex(max(ANTENNAS) + 1)
        return found, [bytes.fromhex(tag.get_tid()) for tag in await reader.get_inventory_multi()]
    finally:
        await reader.disconnect()


class SocketTransport(Transport):
    """What the library leaves to its user: how bytes come and go. Its own would wait out a timeout for each answer."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=2)

    def write(self, data: bytes) -> None:
        self._socket.sendall(data)

    def _read_chunk(self, n: int) -> bytes:
        return self._socket.recv(n)

    def close(self) -> None:
        self._socket.close()


def by_eccels_library(port: int) -> Found:
    """By its simple search, which finds five tags at most, and for one antenna by the full inventory it knows the start of."""
    with PepperC1(SocketTransport(port)) as reader:
        assert reader.get_version().startswith("2.4 ")
        found = set()
        for antenna in ANTENNAS:
            reader.set_active_antenna(antenna)
            found |= {(antenna, reader.get_uid(index)[2:][::-1]) for index in range(reader.get_tag_count())}
        reader.set_active_antenna(1)
        assert reader.icode_inventory_start() == bytes(uid(1))[::-1] + b"\0\0"
        reader.set_active_antenna(2)
        with pytest.raises(CommandError) as empty:
            reader.icode_inventory_start()
        assert 0x01 in empty.value.error_code.to_bytes(2, "little")
        return found


def test_metratec() -> None:
    reader = MetratecReader()
    lies = laid(reader)
    with on_tcp(reader) as (_, port):
        found, multiplexed = asyncio.run(by_metratecs_library(port))
        assert found == by_our_driver(METRATEC, port) == lies
        assert sorted(multiplexed) == sorted(tag for _, tag in lies)


def test_pepper_c1() -> None:
    reader = PepperReader()
    lies = laid(reader)
    with on_tcp(reader) as (_, port):
        assert by_eccels_library(port) == by_our_driver(PEPPER_C1, port) == lies
