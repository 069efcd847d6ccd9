"""Byte layouts of payloads: little-endian fields whose last ones may be missing.

Owns the one rule of the contract that "at the end of any payload bytes may be missing (unknown) or more (ignored)".
Knows nothing about what the fields mean.
"""

import struct
from typing import Any, NamedTuple


class Layout:
    """A row of little-endian fields; the first `required` must be there, each later one may be missing.

    `codes` are struct codes of one field each ("B", "H", "8s"). A field of which only some bytes arrived is missing.
    """

    __slots__ = ("_count", "_structs")

    def __init__(self, *codes: str, required: int) -> None:
        self._count = len(codes)
        self._structs = [struct.Struct("<" + "".join(codes[:n])) for n in range(len(codes), required - 1, -1)]

    def unpack(self, payload: bytes) -> tuple[Any, ...] | None:
        """The fields of a payload, None for each missing one at the end; None when a required field is missing."""
        size = len(payload)
        for missing, layout in enumerate(self._structs):
            if size >= layout.size:
                values = layout.unpack_from(payload)
                return values if not missing else values + (None,) * missing
        return None

    def pack(self, *values: Any) -> bytes:
        """The bytes of the fields; values of None at the end are left out.

        Raises ValueError when a value does not fit its field or a required one is None.
        """
        missing = 0
        while missing < len(self._structs) - 1 and values[-1 - missing] is None:
            missing += 1
        try:
            return self._structs[missing].pack(*values[: self._count - missing])
        except struct.error as error:
            raise ValueError("a value does not fit its field on the table bus") from error


class Message(NamedTuple):
    """A payload of the schema: the names of its fields and their layout, which begins with the number if it has one."""

    names: tuple[str, ...]
    layout: Layout
