"""One card under two antennas: which of them really has it (RULEBOOK H3). Pure judgement over the sights of one track.

A card that was moved is seen by both for a moment, a neighbour may hear it all the time, a clone is in both.
"Not known" is an answer.
"""

from table_controller.core.ids import Millis
from table_controller.tracking import timing
from table_controller.tracking.belief import Sight, Track
from table_controller.tracking.bindings import PLACE_OF_ZONE, Zone


def neighbours(one: Zone, other: Zone) -> bool:
    """Seats side by side, and the zones in front of the dealer among each other."""
    if Zone.SEAT_1 <= one <= Zone.SEAT_10 and Zone.SEAT_1 <= other <= Zone.SEAT_10:
        return abs(one - other) == 1
    return one > Zone.SEAT_10 and other > Zone.SEAT_10


def where(track: Track, now: Millis) -> Sight | None:
    """The sight that tells where the card is; None while that is not known. The mouth of the shoe gives way to any other."""
    sights = tuple(sight for sight in track.sights if sight.zone is not Zone.SHOE) or track.sights
    if not sights:
        return None
    if len({PLACE_OF_ZONE[sight.zone] for sight in sights}) == 1:
        return sights[-1]
    first, second = sights[-2:]
    lasted = now - second.since
    needed, patience = _margin(track, first, second)
    more = first if first.hits > second.hits else second
    if lasted >= patience and abs(first.hits - second.hits) >= needed:
        return more
    return None


def overlap_due(track: Track, now: Millis, *, blind: bool) -> Millis | None:
    """When time alone may decide more about an overlap; None when it cannot, or nothing overlaps."""
    places = {PLACE_OF_ZONE[sight.zone] for sight in track.sights if sight.zone is not Zone.SHOE}
    if len(places) < 2:
        return None
    begun = track.sights[-1].since
    for patience in (timing.OVERLAP_NEIGHBOURS, timing.OVERLAP_CLASH):
        if now < begun + patience:
            return Millis(begun + patience)
    return now if clashes(track, now, blind=blind) else None


def clashes(track: Track, now: Millis, *, blind: bool) -> bool:
    """Whether this is a conflict that has not been told. None while an antenna is `blind`: its last word may long not be so."""
    places = {PLACE_OF_ZONE[sight.zone] for sight in track.sights if sight.zone is not Zone.SHOE}
    over = len(places) > 1 and now >= track.sights[-1].since + timing.OVERLAP_CLASH
    return over and not blind and not track.clashed and where(track, now) is None


def _margin(track: Track, first: Sight, second: Sight) -> tuple[int, int]:
    """How many hits more are needed, and after how long. A card already told somewhere does not move for one hit."""
    if not neighbours(first.zone, second.zone):
        return timing.HITS_CLEAR, timing.OVERLAP_CLASH
    told_here = track.told in (first.zone, second.zone)
    return timing.HITS_CLEAR if told_here else 1, timing.OVERLAP_NEIGHBOURS
