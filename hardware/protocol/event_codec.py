"""Bytes of events: packs an event into the payload of an EVENT frame and reads one back.

Owns layout and limits of each kind's fields. What arrives from a wire is checked here and nowhere raises.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from hardware.protocol import events as ev
from hardware.protocol.events import Event, EventKind, Uid
from hardware.protocol.keys import KeyCode
from hardware.protocol.layout import Layout


class _BadFieldError(Exception):
    """A field is outside what the contract allows; never leaves this module."""


def _plain(value: Any) -> Any:
    return value


def _flag(value: Any) -> bool:
    return bool(_up_to(1)(value))


def _up_to(limit: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if value > limit:
            raise _BadFieldError
        return int(value)

    return check


def _card(value: Any) -> int:
    if value >= 52 and value not in (ev.CARD_UNREADABLE, ev.NOT_A_CARD):
        raise _BadFieldError
    return int(value)


def _member(enum: type[ev.GateDirection] | type[ev.DeckState]) -> Callable[[Any], Any]:
    members = {int(member): member for member in enum}

    def check(value: Any) -> Any:
        if value not in members:
            raise _BadFieldError
        return members[value]

    return check


class _Codec:
    """Layout of one kind: (attribute, struct code, check) for each field; the last `optional` ones may be missing."""

    __slots__ = ("_checks", "_kind", "_layout", "_make", "_values")

    def __init__(self, kind: EventKind, make: Callable[..., Event], *fields: tuple[str, str, Any], optional: int = 0):
        self._kind = kind
        self._make = make
        self._layout = Layout("B", *(code for _, code, _ in fields), required=1 + len(fields) - optional)
        self._checks = [check for _, _, check in fields]
        names = [name for name, _, _ in fields]
        self._values: Callable[[Event], tuple[Any, ...]] = (
            attrgetter(*names) if len(names) > 1 else lambda event: (getattr(event, names[0]),)
        )

    def pack(self, event: Event) -> bytes:
        return self._layout.pack(self._kind, *self._values(event))

    def parse(self, payload: bytes) -> Event | None:
        fields = self._layout.unpack(payload)
        if fields is None:
            return None
        try:
            checked = [v if v is None else check(v) for check, v in zip(self._checks, fields[1:], strict=True)]
        except _BadFieldError:
            return None
        return self._make(*checked)


_ANTENNA: Final = ("antenna", "B", _plain)
_UID: Final = ("uid", f"{ev.UID_BYTES}s", Uid)

_BY_CLASS: Final[dict[type[Event], _Codec]] = {
    ev.Input: _Codec(EventKind.INPUT, ev.Input, ("index", "B", _plain), ("level", "B", _flag)),
    ev.TagIn: _Codec(EventKind.TAG_IN, ev.TagIn, _ANTENNA, _UID),
    ev.TagOut: _Codec(EventKind.TAG_OUT, ev.TagOut, _ANTENNA, _UID),
    ev.Reader: _Codec(
        EventKind.READER, ev.Reader, ("reader", "B", _plain), ("ok", "B", _flag), ("reason", "B", _plain), optional=1
    ),
    ev.Key: _Codec(EventKind.KEY, ev.Key, ("keypad", "B", _plain), ("key", "B", _up_to(max(KeyCode))), ("pressed", "B", _flag)),
    ev.CardRead: _Codec(
        EventKind.CARD, ev.CardRead, ("card", "B", _card), ("confidence", "B", _plain), ("draw", "H", _plain), optional=2
    ),
    ev.Gate: _Codec(
        EventKind.GATE,
        ev.Gate,
        ("direction", "B", _member(ev.GateDirection)),
        ("duration_ms", "H", _plain),
        ("double", "B", _flag),
        optional=2,
    ),
    ev.Weight: _Codec(
        EventKind.WEIGHT, ev.Weight, ("cell", "B", _plain), ("decigrams", "i", _plain), ("stable", "B", _flag), optional=1
    ),
    ev.SnapshotBegin: _Codec(EventKind.SNAPSHOT_BEGIN, ev.SnapshotBegin, ("id", "B", _plain)),
    ev.SnapshotEnd: _Codec(EventKind.SNAPSHOT_END, ev.SnapshotEnd, ("id", "B", _plain), ("count", "H", _plain)),
    ev.Tamper: _Codec(EventKind.TAMPER, ev.Tamper, ("switch", "B", _plain), ("open", "B", _flag)),
    ev.Deck: _Codec(EventKind.DECK, ev.Deck, ("state", "B", _member(ev.DeckState)), ("tags_seen", "B", _plain), optional=1),
    ev.TagSeen: _Codec(EventKind.TAG_SEEN, ev.TagSeen, _ANTENNA, _UID, ("hits", "B", _up_to(8)), optional=1),
}
_BY_KIND: Final = {int(codec._kind): codec for codec in _BY_CLASS.values()}


def pack_event(event: Event) -> bytes:
    """The payload of an event. Raises ValueError when a value does not fit its field."""
    return _BY_CLASS[type(event)].pack(event)


def parse_event(payload: bytes) -> Event | None:
    """The event of a payload; None when the kind is unknown or a field is missing or outside its limits."""
    codec = _BY_KIND.get(payload[0]) if payload else None
    return None if codec is None else codec.parse(payload)
