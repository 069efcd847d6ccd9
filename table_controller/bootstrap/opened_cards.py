"""What the auditor and a second person are shown: the faces sealed in one hand, by place, never the tags.

Opens only what a record says may be opened (`SealedOpened`). Keys come from the journal, or from the escrow file where they went.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from table_controller.bootstrap.record_desk import NotDone
from table_controller.core.cards import Card, HiddenCard, text_of
from table_controller.core.codec import join
from table_controller.core.ids import AttemptNo, HandNo, Seq
from table_controller.core.record_events import KeyDestroyed, KeyEscrowed, SealedAsked, SealedOpened
from table_controller.journal import JournalReader, Record
from table_controller.journal.span import records
from table_controller.sealing import KeyRing, KeySlot, MasterKey, SealBroken

_BATCH = 1_000
"""More events than one batch of a table leads to."""
Escrow = Mapping[KeySlot, Sequence[bytes]]


class Shown(NamedTuple):
    """One place of one attempt: its cards in the order in which they came, and why some of them cannot be shown."""

    attempt: int
    place: str
    cards: tuple[str, ...]
    why: str | None


class Wanted(NamedTuple):
    """Which sealed cards. `attempt` 0: of all; no `places`: all of them."""

    hand: HandNo
    attempt: AttemptNo
    places: tuple[str, ...]

    def sealed_in(self, reader: JournalReader) -> list[Record]:
        """The records in which they are sealed, by attempt and place. NotDone where there is none."""
        everything = records(reader, Seq(1), Seq(reader.head().sequence + 1))
        found = [one for one in everything if one.sealed is not None and one.hand == self.hand and self._is_wanted(one)]
        if not found:
            raise NotDone("nothing_sealed", f"nothing of that is sealed in hand {self.hand}")
        return sorted(found, key=lambda one: (one.attempt, one.place, one.sequence))

    def _is_wanted(self, record: Record) -> bool:
        return self.attempt in (0, record.attempt) and (not self.places or record.place in self.places)


class Keys:
    """Where the wrapped keys of sealed records are: in the journal, or in the escrow file."""

    def __init__(self, reader: JournalReader, escrow: Escrow) -> None:
        self.reader = reader
        self._escrow = escrow
        self._gone: dict[KeySlot, Seq] = {}
        """Asked once of each: the answer takes a walk through the whole record."""

    def gone_at(self, record: Record) -> Seq:
        """The last record by which a key of its place was taken away."""
        slot = _slot(record)
        if slot not in self._gone:
            self._gone[slot] = self.reader.key_gone_at(slot)
        return self._gone[slot]

    def of(self, record: Record) -> list[bytes]:
        """Those that may open it."""
        slot = _slot(record)
        own = self.reader.wrapped_key(slot) if record.sequence > self.gone_at(record) else None
        return [own] if own is not None else list(self._escrow.get(slot, ()))


def _slot(record: Record) -> KeySlot:
    return KeySlot(record.hand, record.attempt, record.place or "")


def must_open(keys: Keys, wanted: Wanted) -> None:
    """NotDone when none of it can be opened any more, before anybody is bothered with it."""
    sealed = wanted.sealed_in(keys.reader)
    if not any(keys.of(one) for one in sealed):
        raise NotDone("no_key", why_closed(keys, sealed[0]))


def cards_of(keys: Keys, master: MasterKey, opened: SealedOpened) -> list[Shown]:
    """All that `opened` allows."""
    wanted = Wanted(opened.hand, opened.attempt, opened.places)
    shown: list[Shown] = []
    for (attempt, place), group in groupby(wanted.sealed_in(keys.reader), lambda one: (one.attempt, one.place)):
        faces: dict[Card, None] = {}
        why: str | None = None
        for record in group:
            cards = _opened(keys, master, record)
            faces |= dict.fromkeys(card.face for card in cards or ())
            why = why_closed(keys, record) if cards is None else why
        shown.append(Shown(attempt, place or "", tuple(map(text_of, faces)), why))
    return shown


def why_closed(keys: Keys, record: Record) -> str:
    """Why a sealed record has no key here."""
    gone = keys.gone_at(record)
    told = next(iter(keys.reader.tail(Seq(gone - 1), 1)), None) if gone >= record.sequence else None
    if told is None:
        return f"no key here opens {record.place}, and no record says why: `burnturn verify --key` tells more"
    said = join(told.kind, told.version, told.public, None)
    if isinstance(said, KeyDestroyed):
        return f"the key of {record.place} was destroyed, record {told.sequence}"
    if isinstance(said, KeyEscrowed):
        return f"the key of {record.place} went into escrow, record {told.sequence}: it opens with the escrow file"
    return f"the record was restored from a backup up to record {gone}, and backups hold no keys"


def _opened(keys: Keys, master: MasterKey, record: Record) -> tuple[HiddenCard, ...] | None:
    """None: no key opens it."""
    assert record.sealed is not None
    slot = _slot(record)
    for wrapped in keys.of(record):
        ring = KeyRing(master, keys.reader.owner.table, {slot: wrapped}.get)
        try:
            plain = ring.unseal(slot, record.sequence, record.sealed)
        except SealBroken:
            continue
        return _cards(join(record.kind, record.version, record.public, plain))
    return None


def _cards(event: object) -> tuple[HiddenCard, ...]:
    pieces = getattr(event, "pieces", None)
    return tuple(pieces) if pieces is not None else (event.hidden,)  # type: ignore[attr-defined]  # what is sealed has one


def must_ask(reader: JournalReader, asked: int) -> None:
    """NotDone when record `asked` asks for no sealed cards: signing it would sign something else."""
    record = next(iter(reader.tail(Seq(asked - 1), 1)), None)
    if record is None or record.sequence != asked or record.kind != SealedAsked.__struct_config__.tag:
        raise NotDone("not_asked", f"record {asked} asks for no sealed cards")


def signed_under(reader: JournalReader, asked: int, up_to: Seq) -> SealedOpened:
    """The second signature under `asked`, which stands in the last records up to `up_to`. NotDone when it does not."""
    for record in records(reader, Seq(max(asked, up_to - _BATCH) + 1), Seq(up_to + 1)):
        event = join(record.kind, record.version, record.public, None)
        if isinstance(event, SealedOpened) and event.asked == asked:
            return event
    raise NotDone("unknown", f"the signature under record {asked} is not there")
