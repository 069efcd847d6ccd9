"""The C made from the schema: the header of the wire and the table of pins.

Owns the text only.
"""

from collections.abc import Iterable, Iterator

from hardware.generate.python_side import MADE
from hardware.generate.schema import Field, Message, Schema

_C_TYPES = {"u8": "uint8_t ", "flag": "bool ", "u16": "uint16_t ", "u32": "uint32_t ", "i32": "int32_t "}
_PUT = {"u8": "bytes_put8", "flag": "bytes_put8", "u16": "bytes_put16", "u32": "bytes_put32", "i32": "bytes_put32"}
_KEYWORDS = {"double", "switch"}


def wire_header(schema: Schema) -> str:
    """`hardware/firmware/core/protocol.h`."""
    lines = [f"/* Numbers and layouts of the table bus.\n *\n * {MADE} */", *_guard("PROTOCOL_H"), '#include "bytes.h"', ""]
    lines += [f"#define TB_{one.name} {one.value}u /* {one.doc} */" for one in schema.limits]
    lines += [f"#define TB_SCHEMA_HASH 0x{schema.hash:08X}uL /* CRC-32 of the schema */"]
    for enum in schema.enums:
        lines += ["", f"/* {enum.doc} */", *_enum(enum.c, enum.values)]
    lines += ["", "/* First byte of an event's payload. */", *_enum("EVENT", _numbers(schema.events))]
    lines += ["", "/* First byte of a command's payload. */", *_enum("COMMAND", _numbers(schema.commands))]
    for message in schema.commands:
        lines += ["", *_offsets(f"COMMAND_{message.name}", message)]
    lines += ["", *(f"#define TB_{one.name} {one.value}u /* {one.doc} */" for one in schema.board)]
    lines += ["", "/* Packers: each writes one payload and returns its length. */"]
    for message in (*schema.events, *schema.control):
        lines += ["", *_packer(message, "event" if message.number is not None else "pack")]
    for message in schema.answers:
        lines += ["", *_packer(message, "answer")]
    return "\n".join([*lines, "", "#endif"]) + "\n"


def pins_header(schema: Schema) -> str:
    """`hardware/firmware/board/pins.h`: each row of pins as a list macro, X(number, port letter, bit)."""
    lines = [f"/* Pins of the table board, as lists: X(number, port, bit).\n *\n * {MADE} */", *_guard("PINS_H")]
    for row in schema.pins:
        calls = " ".join(f"X({n}, {pin[0]}, {pin[1]})" for n, pin in enumerate(row.pins))
        lines += ["", f"/* {row.doc} */", f"#define {row.name}_PINS(X) {calls}"]
    return "\n".join([*lines, "", "#endif"]) + "\n"


def _guard(name: str) -> list[str]:
    return [f"#ifndef {name}", f"#define {name}"]


def _numbers(messages: Iterable[Message]) -> dict[str, int]:
    return {message.name: message.number or 0 for message in messages}


def _enum(prefix: str, values: dict[str, int]) -> list[str]:
    return ["enum {", *(f"    TB_{prefix}_{name} = {value}," for name, value in values.items()), "};"]


def _offsets(prefix: str, message: Message) -> Iterator[str]:
    """Where the fields of a received payload begin, and how long it must be at least."""
    at = 1
    for field in message.fields:
        yield f"#define TB_{prefix}_{field.name.upper()} {at}u"
        at += field.size
    yield f"#define TB_{prefix}_SIZE {message.least}u"


def _packer(message: Message, word: str) -> Iterator[str]:
    names = [field.name + "_" * (field.name in _KEYWORDS) for field in message.fields]
    arguments = ", ".join(_argument(field, name) for field, name in zip(message.fields, names, strict=True))
    yield f"static inline uint8_t {word}_{message.name.lower()}(uint8_t *out, {arguments})"
    yield "{"
    at = 0
    if message.number is not None:
        yield f"    bytes_put8(out, TB_EVENT_{message.name});"
        at = 1
    for field, name in zip(message.fields, names, strict=True):
        yield _put(field, name, at)
        at += field.size
    yield f"    return {at}u;"
    yield "}"


def _argument(field: Field, name: str) -> str:
    return _C_TYPES.get(field.type, "const uint8_t *") + name


def _put(field: Field, name: str, at: int) -> str:
    if field.type in _PUT:
        value = f"(uint32_t){name}" if field.type == "i32" else name
        return f"    {_PUT[field.type]}(out + {at}, {value});"
    return f"    memcpy(out + {at}, {name}, {field.size});"
