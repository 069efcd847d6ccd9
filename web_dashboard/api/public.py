"""Events as JSON for everybody who may see a table: faces as two characters, hidden parts left out by name."""

from typing import Any

import msgspec

from table_controller.core.cards import text_of, texts_of
from table_controller.core.events import AlarmsCarried, Checkpoint
from web_dashboard.feed import HandRecord, Recorded

_SECRET = ("hidden", "pieces")
_CARRIED = (Checkpoint, AlarmsCarried)
"""Whole states for those who begin to follow here; nothing that happened."""


def public_hand(table: str, record: HandRecord) -> dict[str, Any]:
    """One attempt of a hand with every public event."""
    events = [public_event(recorded) for recorded in record.events if not isinstance(recorded.event, _CARRIED)]
    return {"table": table, "number": record.number, "attempt": record.attempt, "events": events}


def public_event(recorded: Recorded) -> dict[str, Any]:
    """`seq`, `at` (UTC milliseconds), `kind`, and the event's own public fields."""
    event = recorded.event
    fields = {name: _public(name, getattr(event, name)) for name in event.__struct_fields__ if name not in _SECRET}
    return {"seq": recorded.seq, "at": recorded.at, "kind": event.__struct_config__.tag, **fields}


def _public(name: str, value: object) -> object:
    if name == "up":
        return None if value is None else text_of(value)  # type: ignore[arg-type]  # the field's type is Card
    if name in ("cards", "best"):
        return texts_of(value)  # type: ignore[arg-type]  # tuple[Card, ...]
    return msgspec.to_builtins(value)
