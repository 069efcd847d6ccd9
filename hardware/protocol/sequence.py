"""Arithmetic of the table bus' wrapping numbers: event numbers modulo 2^16, clocks modulo 2^32.

Owns the rule that numbers are never compared by sign alone. Knows neither frames nor payloads.
"""

from zlib import crc32

from hardware.protocol.wire import SERIAL_BYTES


def next16(number: int) -> int:
    """The number after this one, modulo 2^16."""
    return (number + 1) & 0xFFFF


def previous16(number: int) -> int:
    """The number before this one, modulo 2^16."""
    return (number - 1) & 0xFFFF


def distance16(start: int, end: int) -> int:
    """Steps forward from start to end, 0..65535."""
    return (end - start) & 0xFFFF


def within16(number: int, first: int, following: int) -> bool:
    """Whether a number lies in first..following, both included, modulo 2^16 (first = following: one number)."""
    return distance16(first, number) <= distance16(first, following)


def wrap32(milliseconds: int) -> int:
    """A clock in ms as the wire carries it, modulo 2^32."""
    return milliseconds & 0xFFFFFFFF


def difference32(later: int, earlier: int) -> int:
    """Signed ms from earlier to later for two clocks less than 2^31 ms (24.8 days) apart."""
    return ((later - earlier + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def first_event_number(serial: bytes, boot_counter: int) -> int:
    """The first event number of a life (TABLE_BUS.md, Lives): low 16 bits of CRC-32 of serial number and counter.

    Raises ValueError for a serial number that has not 8 bytes or a counter that is no u32.
    """
    if len(serial) != SERIAL_BYTES or not 0 <= boot_counter <= 0xFFFFFFFF:
        raise ValueError("a life is a serial number of 8 bytes and a boot counter of 32 bits")
    return crc32(serial + boot_counter.to_bytes(4, "little")) & 0xFFFF
