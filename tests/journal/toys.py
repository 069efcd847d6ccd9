"""Small events and their codec, so that the journal is tested without the game; also run inside the child processes."""

from pathlib import Path

import msgspec

from table_controller.core.cards import Card, HiddenCard
from table_controller.core.ids import DeviceId, Millis, PieceNo, TableId
from table_controller.journal import DevicePosition, Moment, SplitEvent, SqliteJournal
from table_controller.sealing import MasterKey, load_or_create_master_key

TABLE = TableId("t1")
SHOE = DeviceId("00000000000000a1")


class Toy(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """Base of the toy events."""

    hand: int = 1
    attempt: int = 1


class HandOpened(Toy, frozen=True, tag="hand_opened"):
    note: str = ""


class Checkpoint(Toy, frozen=True, tag="checkpoint"):
    pass


class CardDealt(Toy, frozen=True, tag="card_dealt"):
    """Number `number` of its journal; `hidden` None: unknown here."""

    number: int
    group: str = "seat 1"
    hidden: tuple[HiddenCard, ...] | None = None


class KeyDestroyed(Toy, frozen=True, kw_only=True, tag="key_destroyed"):
    """Written out as the real one."""

    places: tuple[str, ...]


AnyToy = HandOpened | Checkpoint | CardDealt | KeyDestroyed
_PUBLIC = msgspec.json.Decoder(AnyToy)
_HIDDEN = msgspec.json.Decoder(tuple[HiddenCard, ...])


class ToyCodec:
    """As `EventCodec`. `leaky` writes hidden cards into the public part: the planted fault of the leak test."""

    def __init__(self, leaky: bool = False) -> None:
        self._leaky = leaky

    def split(self, event: AnyToy) -> SplitEvent:
        kind = str(event.__struct_config__.tag)
        if not isinstance(event, CardDealt):
            return (kind, 1, msgspec.json.encode(event), None, None, event.hand, event.attempt)
        public = msgspec.json.encode(event if self._leaky else msgspec.structs.replace(event, hidden=None))
        hidden = None if event.hidden is None else msgspec.json.encode(event.hidden)
        return (kind, 1, public, hidden, event.group, event.hand, event.attempt)

    def join(self, kind: str, version: int, public: bytes, hidden: bytes | None) -> AnyToy:
        if version != 1:
            raise ValueError("unknown version")
        event = _PUBLIC.decode(public)
        if isinstance(event, CardDealt) and hidden is not None:
            return msgspec.structs.replace(event, hidden=_HIDDEN.decode(hidden))
        return event


def dealt(number: int, piece: int = 7, face: int = 51, hand: int = 1, group: str = "seat 1") -> CardDealt:
    """A hidden card."""
    hidden = (HiddenCard(PieceNo(piece), Card(face)),)
    return CardDealt(number=number, hand=hand, group=group, hidden=hidden)


def at(ms: int) -> Moment:
    """A moment, `ms` after an arbitrary one."""
    return Moment(1_700_000_000_000 + ms, Millis(ms))


def position(next_event: int, life: int = 1) -> dict[DeviceId, DevicePosition]:
    """The shoe has been recorded up to before this event."""
    return {SHOE: DevicePosition(life, next_event, Millis(next_event))}


def open_journal(path: Path, table: TableId = TABLE, codec: ToyCodec | None = None) -> SqliteJournal[AnyToy]:
    """The journal in this file, with the master key beside it."""
    master: MasterKey = load_or_create_master_key(path.with_name("master.key"))
    return SqliteJournal.open(path, table, master, codec or ToyCodec())
