"""Bytes of events: packs an event into the payload of an EVENT frame and reads one back.

Owns the limits of each kind's fields; their layout is the schema's. What arrives from a wire is checked here and never raises.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from hardware.protocol import events as ev
from hardware.protocol.events import Event, EventKind, Uid
from hardware.protocol.keys import KeyCode
from hardware.protocol.wire import EVENTS


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
    """Layout of one kind from the schema, and a check for each field that has one."""

    __slots__ = ("_checks", "_kind", "_layout", "_make", "_values")

    def __init__(self, kind: EventKind, make: Callable[..., Event], **checks: Callable[[Any], Any]):
        names, self._layout = EVENTS[kind]
        self._kind = kind
        self._make = make
        self._checks = [checks.get(name, _plain) for name in names]
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


_BY_CLASS: Final[dict[type[Event], _Codec]] = {
    ev.Input: _Codec(EventKind.INPUT, ev.Input, level=_flag),
    ev.TagIn: _Codec(EventKind.TAG_IN, ev.TagIn, uid=Uid),
    ev.TagOut: _Codec(EventKind.TAG_OUT, ev.TagOut, uid=Uid),
    ev.Reader: _Codec(EventKind.READER, ev.Reader, ok=_flag),
    ev.Key: _Codec(EventKind.KEY, ev.Key, key=_up_to(max(KeyCode)), pressed=_flag),
    ev.CardRead: _Codec(EventKind.CARD, ev.CardRead, card=_card),
    ev.Gate: _Codec(EventKind.GATE, ev.Gate, direction=_member(ev.GateDirection), double=_flag),
    ev.Weight: _Codec(EventKind.WEIGHT, ev.Weight, stable=_flag),
    ev.SnapshotBegin: _Codec(EventKind.SNAPSHOT_BEGIN, ev.SnapshotBegin),
    ev.SnapshotEnd: _Codec(EventKind.SNAPSHOT_END, ev.SnapshotEnd),
    ev.Tamper: _Codec(EventKind.TAMPER, ev.Tamper, open=_flag),
    ev.Deck: _Codec(EventKind.DECK, ev.Deck, state=_member(ev.DeckState)),
    ev.TagSeen: _Codec(EventKind.TAG_SEEN, ev.TagSeen, uid=Uid, hits=_up_to(8)),
    ev.Supply: _Codec(EventKind.SUPPLY, ev.Supply, low=_flag),
}
_BY_KIND: Final = {int(codec._kind): codec for codec in _BY_CLASS.values()}


def pack_event(event: Event) -> bytes:
    """The payload of an event. Raises ValueError when a value does not fit its field."""
    return _BY_CLASS[type(event)].pack(event)


def parse_event(payload: bytes) -> Event | None:
    """The event of a payload; None when the kind is unknown or a field is missing or outside its limits."""
    codec = _BY_KIND.get(payload[0]) if payload else None
    return None if codec is None else codec.parse(payload)
