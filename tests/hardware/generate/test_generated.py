"""What is made from the schema is what the schema says, and a schema that contradicts itself is refused."""

from dataclasses import fields
from pathlib import Path

import pytest

from hardware.generate.__main__ import SCHEMA, made
from hardware.generate.schema import SchemaError, load
from hardware.protocol import hello, wire
from hardware.protocol.event_codec import _BY_CLASS


def test_no_made_file_is_stale(root: Path) -> None:
    """If this fails: `make generate`."""
    stale = [path for path, text in made(root).items() if (root / path).read_text() != text]
    assert stale == []


def test_every_event_class_has_the_fields_of_the_schema_in_its_order() -> None:
    assert len(_BY_CLASS) == len(wire.EVENTS)
    for kind, message in wire.EVENTS.items():
        made_by = next(make for make, codec in _BY_CLASS.items() if codec._kind is kind)
        assert tuple(field.name for field in fields(made_by)) == message.names


def test_hello_and_heartbeat_have_the_fields_of_the_schema_in_its_order() -> None:
    assert tuple(field.name for field in fields(hello.Hello)) == wire.HELLO.names
    assert tuple(field.name for field in fields(hello.Heartbeat)) == wire.HEARTBEAT.names


def changed(root: Path, folder: Path, old: str, new: str) -> Path:
    text = (root / SCHEMA).read_text()
    assert old in text
    path = folder / "schema.toml"
    path.write_text(text.replace(old, new))
    return path


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"index u8"', '"index u9"', "not a field"),
        ('"reader u8", "ok flag"', '"reader u8?", "ok flag"', "must be there"),
        ("BEEP = { number = 3", "BEEP = { number = 4", "given twice"),
        ('["H6"]', '["H4"]', "used twice"),
        ('["H6"]', '["M6"]', "used twice, or is none"),
        ('"mask u32"', '"mask u32", ' + ", ".join(f'"x{n} u32"' for n in range(12)), "longer than a payload"),
    ],
)
def test_a_schema_that_contradicts_itself_is_refused(root: Path, tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(SchemaError, match=words):
        load(changed(root, tmp_path, old, new))


def test_the_hash_is_of_the_wire_alone(root: Path, tmp_path: Path) -> None:
    same = changed(root, tmp_path, "Sound a pattern once.", "Beep.")
    assert load(same).hash == wire.SCHEMA_HASH
    moved = changed(root, tmp_path, '["H6"]', '["J7"]')
    assert load(moved).hash == wire.SCHEMA_HASH
    other = changed(root, tmp_path, '"duration_ms u16?"', '"duration_ms u32?"')
    assert load(other).hash != wire.SCHEMA_HASH
