"""One byte string for many fields, such that two different lists of fields never give the same bytes.

Used for associated data of seals and for the journal's hashes. Owns the encoding, must not know what the fields mean.
"""

import struct

Field = str | bytes | int | None
_LENGTH = struct.Struct(">cI")
_NUMBER = struct.Struct(">cIq")


def framed(*fields: Field) -> bytes:
    """Each field as a letter for its type, its length in bytes (u32, big endian) and its bytes.

    Whole numbers are 8 bytes, signed, big endian (OverflowError beyond); text is UTF-8; None has no bytes, and a
    letter of its own, so that "nothing" and "empty" differ.
    """
    return b"".join(map(_frame, fields))


def _frame(field: Field) -> bytes:
    if field is None:
        return _LENGTH.pack(b"n", 0)
    if isinstance(field, int):
        return _pack_number(field)
    if isinstance(field, str):
        encoded = field.encode()
        return _LENGTH.pack(b"s", len(encoded)) + encoded
    return _LENGTH.pack(b"b", len(field)) + field


def _pack_number(number: int) -> bytes:
    try:
        return _NUMBER.pack(b"i", 8, number)
    except struct.error:
        raise OverflowError("a number of a framed field is longer than eight bytes") from None
