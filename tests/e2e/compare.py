"""What must be the same at a table after trouble as at one without: the state, and everything that happened in the game.

Owns the comparison. Clocks, sequence numbers and the life of devices and controller are left out; cards are compared unsealed.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

import msgspec

from table_controller.bootstrap.room import Room
from table_controller.core import events as happened
from table_controller.core.alarm_events import AlarmDue
from table_controller.core.events import AnyEvent
from table_controller.core.fold import fold_all
from table_controller.core.ids import Seq
from table_controller.core.state import TableState
from table_controller.journal import JournalReader, SqliteJournal
from table_controller.journal.record import MOST_RECORDS
from table_controller.journal.writing import read_event

NOT_OF_THE_GAME = (
    happened.NodeStarted,
    happened.NodeStopped,
    happened.ClockJumped,
    happened.DeviceSilenced,
    happened.DeviceRecovered,
    happened.DeviceRestarted,
    happened.AlarmsCarried,
    AlarmDue,
)
"""A loss of events is not among them: nothing may be lost."""

LEVELS = (happened.SeatPresence, happened.DeckCounted, happened.ButtonSighted)
"""What sensors say of themselves: how often, and when between other things, is theirs. Where it ends is part of the state."""

BY_HAND = (happened.CardMoved,)
"""Things people do without waiting for the screen: ordered among themselves, not against keys."""


class Happening(NamedTuple):
    """An event with the hand it was recorded for."""

    hand: int
    attempt: int
    event: AnyEvent


class Game(NamedTuple):
    """All that counts of a table's record."""

    state: TableState
    play: tuple[Happening, ...]
    by_hand: tuple[AnyEvent, ...]


def game_of(room: Room) -> Game:
    """From a table's journal, which nobody writes at the moment."""
    with closing(room.open_journal()) as journal:
        happenings = [one for one in _all(journal) if not isinstance(one.event, NOT_OF_THE_GAME)]
    play = tuple(_plain(one) for one in happenings if not isinstance(one.event, (*LEVELS, *BY_HAND)))
    by_hand = tuple(one.event for one in happenings if isinstance(one.event, BY_HAND))
    return Game(fold_all(TableState(), (one.event for one in happenings)), play, by_hand)


def _all(journal: SqliteJournal[AnyEvent]) -> Iterator[Happening]:
    reader, after = JournalReader(journal.path), Seq(0)
    while records := reader.tail(after, MOST_RECORDS):
        for record in records:
            yield Happening(record.hand, record.attempt, read_event(record, journal._codec, journal._ring, journal.path))
        after = records[-1].sequence


def _plain(one: Happening) -> Happening:
    """A checkpoint holds the levels of sensors, which may be told a moment later; its fold is compared with the rest."""
    if isinstance(one.event, happened.Checkpoint):
        return one._replace(event=msgspec.structs.replace(one.event, state=msgspec.Raw(b"")))
    return one


def in_order(play: Iterable[Happening]) -> Iterator[Happening]:
    """Draws by their order in the hand instead of their number.

    A card that goes back for a reshuffle while the controller is dead is counted once more by the antenna that still tells of it;
    the numbers of later draws are one higher then, and nothing else comes of it.
    """
    counted: dict[tuple[int, int], dict[int, int]] = {}
    for one in play:
        known = counted.setdefault((one.hand, one.attempt), {})
        draw = getattr(one.event, "draw", 0)
        yield one._replace(event=_drawn_as(one.event, known.setdefault(draw, len(known) + 1))) if draw else one


def _drawn_as(event: AnyEvent, draw: int) -> AnyEvent:
    return msgspec.structs.replace(event, draw=draw)  # type: ignore[call-arg,unused-ignore]
