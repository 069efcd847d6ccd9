"""The schema file as typed values, checked.

Owns what may stand in `hardware/protocol/schema.toml`. Knows nothing of what is made from it.
"""

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from zlib import crc32

TYPES: Final = {
    "u8": ("B", 1),
    "u16": ("H", 2),
    "u32": ("I", 4),
    "i32": ("i", 4),
    "flag": ("B", 1),
    "uid": ("8s", 8),
    "serial": ("8s", 8),
    "version": ("3s", 3),
}
"""Type of a field -> its struct code and its bytes."""

_FIELD: Final = re.compile(r"([a-z][a-z_0-9]*) ([a-z0-9]+)(\??)")
_PIN: Final = re.compile(r"[A-L][0-7]")


class SchemaError(ValueError):
    """The schema file contradicts itself."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a payload. `optional`: it, and all after it, may be missing."""

    name: str
    type: str
    optional: bool

    @property
    def code(self) -> str:
        """Its struct code."""
        return TYPES[self.type][0]

    @property
    def size(self) -> int:
        """Its bytes."""
        return TYPES[self.type][1]


@dataclass(frozen=True, slots=True)
class Message:
    """A payload. `number`: its first byte; None: it has none."""

    name: str
    number: int | None
    fields: tuple[Field, ...]
    doc: str

    @property
    def required(self) -> int:
        """How many fields must be there, the first byte included when the message has a number."""
        return sum(not field.optional for field in self.fields) + (self.number is not None)

    @property
    def least(self) -> int:
        """Bytes that must be there."""
        return sum(field.size for field in self.fields if not field.optional) + (self.number is not None)


@dataclass(frozen=True, slots=True)
class Constant:
    """A number with a name."""

    name: str
    value: int
    doc: str


@dataclass(frozen=True, slots=True)
class Names:
    """An enumeration. `c`: what its C names begin with."""

    name: str
    c: str
    doc: str
    values: dict[str, int]


@dataclass(frozen=True, slots=True)
class Pins:
    """Pins of the processor that do one thing, in order."""

    name: str
    pins: tuple[str, ...]
    doc: str


@dataclass(frozen=True, slots=True)
class Schema:
    """The whole file. `hash`: CRC-32 of what is on the wire; two sides with the same hash mean the same bytes."""

    limits: tuple[Constant, ...]
    enums: tuple[Names, ...]
    events: tuple[Message, ...]
    commands: tuple[Message, ...]
    answers: tuple[Message, ...]
    control: tuple[Message, ...]
    board: tuple[Constant, ...]
    pins: tuple[Pins, ...]
    hash: int


def load(path: Path) -> Schema:
    """Reads and checks the file. Raises SchemaError, OSError or tomllib.TOMLDecodeError."""
    with path.open("rb") as file:
        data = tomllib.load(file)
    schema = Schema(
        limits=_constants(data["limits"]),
        enums=tuple(Names(name, e["c"], e["doc"], dict(e["values"])) for name, e in data["enum"].items()),
        events=_messages(data["event"]),
        commands=_messages(data["command"]),
        answers=_messages(data["answer"]),
        control=_messages(data["control"]),
        board=_constants(data["board"]),
        pins=tuple(Pins(name, tuple(p["pins"]), p["doc"]) for name, p in data["pin"].items()),
        hash=_hash(data),
    )
    _check(schema)
    return schema


def _constants(section: dict[str, Any]) -> tuple[Constant, ...]:
    return tuple(Constant(name, one["value"], one["doc"]) for name, one in section.items())


def _messages(section: dict[str, Any]) -> tuple[Message, ...]:
    return tuple(
        Message(name, one.get("number"), tuple(map(_field, one["fields"])), one.get("doc", "")) for name, one in section.items()
    )


def _field(text: str) -> Field:
    match = _FIELD.fullmatch(text)
    if match is None or match[2] not in TYPES:
        raise SchemaError(f"not a field: {text!r}")
    return Field(match[1], match[2], bool(match[3]))


def _hash(data: dict[str, Any]) -> int:
    """Docs and pins do not count: they change nothing on the wire."""
    wire = {key: value for key, value in data.items() if key not in ("board", "pin")}
    return crc32(json.dumps(_without_docs(wire), sort_keys=True, separators=(",", ":")).encode())


def _without_docs(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_docs(inner) for key, inner in value.items() if key != "doc"}
    return value


def _check(schema: Schema) -> None:
    limits = {one.name: one.value for one in schema.limits}
    for message in (*schema.events, *schema.commands, *schema.answers, *schema.control):
        optional = [field.optional for field in message.fields]
        if optional != sorted(optional):
            raise SchemaError(f"{message.name}: a field that must be there after one that may be missing")
        if sum(field.size for field in message.fields) + 1 > limits["MAX_PAYLOAD"]:
            raise SchemaError(f"{message.name}: longer than a payload")
    for group in (schema.events, schema.commands):
        if len({message.number for message in group}) != len(group):
            raise SchemaError("a number is given twice")
    pins = [pin for row in schema.pins for pin in row.pins]
    if len(set(pins)) != len(pins) or not all(map(_PIN.fullmatch, pins)):
        raise SchemaError("a pin is used twice, or is none")
