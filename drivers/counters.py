"""Counters of one port and the device at it, for the status row.

Owns the numbers; each part of the link counts its own. Says nothing about the hand.
"""

from dataclasses import dataclass, field

from hardware.protocol.events import Event, Reader, TagIn, TagSeen
from hardware.protocol.frames import Deframer
from hardware.protocol.hello import Heartbeat

MOST_HITS = 8
"""TAG_SEEN counts among the last eight inventories."""


@dataclass(slots=True)
class AntennaTally:
    """How an antenna reads. `came`: tags told as come. `hits`: of the last tag that was not in every inventory, of MOST_HITS."""

    came: int = 0
    hits: int = MOST_HITS


@dataclass(slots=True)
class Tally:
    """What a link counts while it runs."""

    events: int = 0
    """Taken in order, each once."""
    doubled: int = 0
    """Came again and were dropped."""
    gaps: int = 0
    lost: int = 0
    """Known to be gone; a loss of unknown size counts in `losses` only."""
    losses: int = 0
    lives: int = 0
    negative_acks: int = 0
    foreign: int = 0
    """Frames of another epoch."""
    malformed: int = 0
    """Frames in good form with a payload that says nothing."""
    held_back: int = 0
    """Events left with the device because too much was under way to the journal."""
    opened: int = 0
    round_trip_ms: int | None = None
    heartbeat: Heartbeat | None = None
    antennas: dict[int, AntennaTally] = field(default_factory=dict)
    silent_readers: set[int] = field(default_factory=set)

    def note(self, event: Event | None) -> None:
        """What an event tells of readers and antennas."""
        match event:
            case TagIn(antenna):
                read = self.antennas.setdefault(antenna, AntennaTally())
                read.came += 1
            case TagSeen(antenna, _, int(hits)):
                self.antennas.setdefault(antenna, AntennaTally()).hits = hits
            case Reader(reader, ok, _):
                (self.silent_readers.discard if ok else self.silent_readers.add)(reader)
            case _:
                pass


@dataclass(frozen=True, slots=True)
class DeviceCounters:
    """The counters at one moment. Round trips in ms; None before the first PONG.

    `heartbeat`: the device's own counters as it sent them last. The rest as in `Tally`.
    """

    bad_frames: int
    events: int
    doubled: int
    gaps: int
    lost: int
    losses: int
    lives: int
    negative_acks: int
    foreign: int
    malformed: int
    held_back: int
    reopened: int
    commands_resent: int
    states_refused: int
    """Wanted states the device said it cannot have."""
    round_trip_ms: int | None
    heartbeat: Heartbeat | None
    antennas: tuple[tuple[int, int, int], ...]
    """Antenna, tags that came, hits of eight."""
    silent_readers: tuple[int, ...]


def counters_of(tally: Tally, deframer: Deframer, resent: int, refused: int) -> DeviceCounters:
    """All counters of a link as they stand."""
    return DeviceCounters(
        bad_frames=deframer.bad_crc + deframer.bad_form + deframer.too_long,
        events=tally.events,
        doubled=tally.doubled,
        gaps=tally.gaps,
        lost=tally.lost,
        losses=tally.losses,
        lives=tally.lives,
        negative_acks=tally.negative_acks,
        foreign=tally.foreign,
        malformed=tally.malformed,
        held_back=tally.held_back,
        reopened=max(0, tally.opened - 1),
        commands_resent=resent,
        states_refused=refused,
        round_trip_ms=tally.round_trip_ms,
        heartbeat=tally.heartbeat,
        antennas=tuple((number, one.came, one.hits) for number, one in sorted(tally.antennas.items())),
        silent_readers=tuple(sorted(tally.silent_readers)),
    )
