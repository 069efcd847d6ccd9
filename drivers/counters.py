"""Counters of one port and the device at it, for the status row.

Owns the numbers; each part of the link counts its own. Says nothing about the hand.
"""

from dataclasses import dataclass

from hardware.protocol.frames import Deframer
from hardware.protocol.hello import Heartbeat


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
    )
