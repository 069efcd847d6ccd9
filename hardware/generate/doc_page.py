"""The page of documentation made from the schema.

Owns the text only; how both sides behave is described elsewhere.
"""

from collections.abc import Iterable, Iterator

from hardware.generate.schema import Message, Names, Schema

_INTRO = """# Bytes of the table bus, and pins of the board

Made by `make generate` from `hardware/protocol/schema.toml`. How both sides behave: [firmware.md](firmware.md).

A frame is COBS(head, payload, CRC-32) and one zero byte. The head is version and type (u8), epoch (u8), seq (u16), ack (u16),
t_ms (u32), all little endian. A field marked `?` may be missing, and bytes after the last field are ignored."""


def doc_page(schema: Schema) -> str:
    """`docs/table_bus.md`."""
    lines = [_INTRO, "", f"Schema hash: `{schema.hash:08x}`.", "", "| limit | value | meaning |", "|---|---|---|"]
    lines += [f"| {one.name} | {one.value} | {one.doc} |" for one in schema.limits]
    lines += ["", "## Events", "", *_messages(schema.events)]
    lines += ["", "## Commands", "", *_messages(schema.commands)]
    lines += ["", "## Answers (after the status) and other payloads", "", *_messages((*schema.answers, *schema.control))]
    lines += ["", "## Enumerations", ""]
    for enum in schema.enums:
        lines += [f"**{enum.name}**: {enum.doc} {_values(enum)}.", ""]
    lines += ["## The table board (ATmega2560)", "", "| constant | value | meaning |", "|---|---|---|"]
    lines += [f"| {one.name} | {one.value} | {one.doc} |" for one in schema.board]
    lines += ["", "| function | pins | part |", "|---|---|---|"]
    lines += [f"| {row.name} | {' '.join('P' + pin for pin in row.pins)} | {row.doc} |" for row in schema.pins]
    return "\n".join(lines) + "\n"


def _messages(messages: Iterable[Message]) -> Iterator[str]:
    yield "| number | name | fields | meaning |"
    yield "|---|---|---|---|"
    for message in messages:
        fields = ", ".join(f"{field.name} {field.type}{'?' * field.optional}" for field in message.fields)
        yield f"| {'' if message.number is None else message.number} | {message.name} | {fields} | {message.doc} |"


def _values(enum: Names) -> str:
    return ", ".join(f"{value} {name}" for name, value in enum.values.items())
