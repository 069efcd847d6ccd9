"""Events to records and back: what of an event is public, what must be sealed, and under whose key.

The journal is generic over this; it never looks inside an event.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from table_controller.core.cards import HiddenCard
from table_controller.core.events import (
    AnyEvent,
    BoardCardDealt,
    CardBurned,
    CardDealt,
    CardDrawn,
    CardIdentified,
    CardMoved,
    Checkpoint,
    Event,
    HandStarted,
    HandTabled,
)
from table_controller.core.ids import AttemptNo, HandNo
from table_controller.core.places import SEAT_OF_PLACE, Place

_EVENTS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyEvent)
_SECRETS: msgspec.msgpack.Decoder[tuple[HiddenCard, ...]] = msgspec.msgpack.Decoder(tuple[HiddenCard, ...])


class _HandThen(msgspec.Struct, frozen=True):
    number: HandNo
    attempt: AttemptNo


class _TableThen(msgspec.Struct, frozen=True):
    """What a checkpoint says of the last hand; all else of it is for who folds."""

    hand: _HandThen | None = None


_TABLES: msgspec.json.Decoder[_TableThen] = msgspec.json.Decoder(_TableThen)
_to_json = msgspec.json.Encoder().encode
_to_msgpack = msgspec.msgpack.Encoder().encode

OTHER = "other"
BURNS = "burns"


def _group_of_place(place: Place) -> str:
    seat = SEAT_OF_PLACE.get(place)
    if seat is not None:
        return f"seat {seat}"
    return BURNS if place is Place.BURN else OTHER


_GROUPS: dict[type, Callable[[Any], str]] = {
    CardDealt: lambda event: f"seat {event.seat}",
    CardBurned: lambda _event: BURNS,
    BoardCardDealt: lambda _event: OTHER,
    CardDrawn: lambda _event: OTHER,
    CardIdentified: lambda event: _group_of_place(event.place),
    CardMoved: lambda event: _group_of_place(event.source),
}
"""Whose key seals the hidden card of each kind: a seat's cards can be destroyed without touching the burns."""


class Split(msgspec.Struct, frozen=True):
    """One event, ready for the record. `secret` is None where nothing is hidden; `group` names the key that seals it."""

    kind: str
    version: int
    public: bytes
    secret: bytes | None
    group: str | None


def kind_of(event: Event) -> str:
    """The snake-case name the record carries."""
    tag = event.__struct_config__.tag
    return str(tag)


def split(event: AnyEvent) -> Split:
    """The public and the hidden part of an event."""
    secrets: tuple[HiddenCard, ...] = ()
    public: AnyEvent = event
    group: str | None = None
    kind = type(event)
    if kind is HandTabled and event.pieces is not None:  # type: ignore[union-attr]
        secrets, group = event.pieces, OTHER  # type: ignore[union-attr]
        public = msgspec.structs.replace(event, pieces=None)
    elif kind in _GROUPS and event.hidden is not None:  # type: ignore[union-attr]
        secrets, group = (event.hidden,), _GROUPS[kind](event)  # type: ignore[union-attr]
        public = msgspec.structs.replace(event, hidden=None)
    secret = _to_msgpack(secrets) if secrets else None
    return Split(kind_of(event), event.VERSION, _to_json(public), secret, group)


def join(kind: str, version: int, public: bytes, secret: bytes | None) -> AnyEvent:
    """The event a record stands for; without `secret` its cards stay unknown. ValueError for another version."""
    event: AnyEvent = _EVENTS.decode(public)
    if kind_of(event) != kind or version != event.VERSION:
        raise ValueError(f"record of kind {kind} version {version} is not one this program writes")
    if secret is None:
        return event
    cards = _SECRETS.decode(secret)
    if type(event) is HandTabled:
        return msgspec.structs.replace(event, pieces=cards)
    return msgspec.structs.replace(event, hidden=cards[0])


class RecordCodec:
    """`split` and `join` with the hand each event belongs to; one per journal, told of every event in order."""

    def __init__(self) -> None:
        self.hand = HandNo(0)
        self.attempt = AttemptNo(0)

    def split(self, event: AnyEvent) -> tuple[str, int, bytes, bytes | None, str | None, int, int]:
        """(kind, version, public, secret, key group, hand, attempt)."""
        self._follow(event)
        parts = split(event)
        return parts.kind, parts.version, parts.public, parts.secret, parts.group, self.hand, self.attempt

    def join(self, kind: str, version: int, public: bytes, secret: bytes | None) -> AnyEvent:
        """See `join`; also remembers the hand."""
        event = join(kind, version, public, secret)
        self._follow(event)
        return event

    def _follow(self, event: AnyEvent) -> None:
        if type(event) is HandStarted:
            self.hand, self.attempt = event.hand, event.attempt
        elif type(event) is Checkpoint and (then := _TABLES.decode(event.state).hand) is not None:
            self.hand, self.attempt = then.number, then.attempt
