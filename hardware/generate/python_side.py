"""The Python made from the schema: constants, enumerations and layouts of the wire, and the pins of the board.

Owns the text only. What the classes of events and commands mean is written by hand beside it.
"""

from collections.abc import Iterable, Iterator

from hardware.generate.schema import Constant, Message, Names, Schema

_ON_ONE_LINE = 4
MADE = "Made by `make generate` from hardware/protocol/schema.toml: change that, not this."


def wire_module(schema: Schema) -> str:
    """`hardware/protocol/wire.py`."""
    lines = [
        '"""Numbers and layouts of the table bus.',
        "",
        MADE,
        '"""',
        "",
        "from enum import IntEnum",
        "from typing import Final",
        "",
        "from hardware.protocol.layout import Layout, Message",
        "",
        *_constants(schema.limits),
        f"SCHEMA_HASH: Final = 0x{schema.hash:08X}",
        '"""CRC-32 of the schema: a board that says the same one means the same bytes."""',
    ]
    for enum in schema.enums:
        lines += ["", "", *_enum(enum)]
    lines += ["", "", *_enum(_numbers("EventKind", "First byte of an event's payload.", schema.events))]
    lines += ["", "", *_enum(_numbers("CommandCode", "First byte of a command's payload.", schema.commands)), "", ""]
    lines += _table("EVENTS", "EventKind", schema.events)
    lines += ["", *_table("COMMANDS", "CommandCode", schema.commands)]
    lines += ["", *_table("ANSWERS", "CommandCode", schema.answers)]
    lines += ["", *(f"{message.name}: Final = {_message(message)}" for message in schema.control)]
    return "\n".join(lines) + "\n"


def pins_module(schema: Schema) -> str:
    """`hardware/simulator/board_pins.py`."""
    lines = ['"""Pins and numbering of our own table board.', "", MADE, '"""', "", "from typing import Final", ""]
    lines += _constants(schema.board)
    for row in schema.pins:
        names = ", ".join(f'"{pin}"' for pin in row.pins)
        lines += [f"{row.name}: Final = ({names}{',' * (len(row.pins) == 1)})", f'"""{row.doc[0].upper()}{row.doc[1:]}."""']
    return "\n".join(lines) + "\n"


def _constants(constants: Iterable[Constant]) -> Iterator[str]:
    for one in constants:
        yield f"{one.name}: Final = {one.value}"
        yield f'"""{one.doc}"""'


def _numbers(name: str, doc: str, messages: tuple[Message, ...]) -> Names:
    return Names(name, "", doc, {message.name: message.number or 0 for message in messages})


def _enum(enum: Names) -> Iterator[str]:
    yield f"class {enum.name}(IntEnum):"
    yield f'    """{enum.doc}"""'
    yield ""
    yield from (f"    {name} = {value}" for name, value in enum.values.items())


def _table(name: str, key: str, messages: Iterable[Message]) -> Iterator[str]:
    yield f"{name}: Final = {{"
    yield from (f"    {key}.{message.name}: {_message(message, '    ')}," for message in messages)
    yield "}"


def _message(message: Message, indent: str = "") -> str:
    """A message with a number has that as the first field of its layout, without a name."""
    names = "".join(f'"{field.name}", ' for field in message.fields)
    codes = ["B"] * (message.number is not None) + [field.code for field in message.fields]
    layout = ", ".join([*(f'"{code}"' for code in codes), f"required={message.required}"])
    names = names.rstrip() if len(message.fields) == 1 else names.rstrip(", ")
    if len(message.fields) > _ON_ONE_LINE:
        return f"Message(\n{indent}    ({names}),\n{indent}    Layout({layout}),\n{indent})"
    return f"Message(({names}), Layout({layout}))"
