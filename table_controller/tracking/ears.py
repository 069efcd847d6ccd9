"""How one card is heard: where it is awaited by the rules, what is heard from beside, and what was heard until it was lost.

Pure questions on one track.
"""

import msgspec

from table_controller.core.expect import after_the_betting, expected
from table_controller.core.ids import Millis
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.core.state import TableState
from table_controller.tracking import timing
from table_controller.tracking.arbiter import Ear, beside, lies_beside, neighbours
from table_controller.tracking.belief import BADLY, Sight, Track
from table_controller.tracking.bindings import PLACE_OF_ZONE, Zone, place_of
from table_controller.tracking.evidence import rounds_kept

_replace = msgspec.structs.replace
_BOARD_ZONES = {1: Zone.FLOP, 2: Zone.FLOP, 3: Zone.FLOP, 4: Zone.TURN, 5: Zone.RIVER}
"""Where the first, second... card of the board is laid."""


def ear(track: Track, table: TableState, round_ms: int, *, first: bool) -> Ear:
    """The next card of the deck to be told, which is `first`, is awaited where the rules want it, one of a seat in the muck."""
    if not round_ms:
        return Ear()
    if track.told is not None and track.told is not Zone.SHOE:
        place = PLACE_OF_ZONE[track.told]
        to = tuple(there for one in table.procedures for here, there in one.awaits.moves if here is place)
        return Ear(round_ms, Place.MUCK if place in SEAT_OF_PLACE else None, to)
    if track.told is not Zone.SHOE or not first:
        return Ear(round_ms)
    coming = expected(table)
    if coming.place is None:  # cards come ahead of the keys
        coming = after_the_betting(table) or coming
    return Ear(round_ms, coming.place, zone=_BOARD_ZONES.get(coming.nth) if coming.place is Place.BOARD else None)


def awaited_at(track: Track, zone: Zone, how: Ear) -> bool:
    """A card of the deck should land there."""
    return track.told is Zone.SHOE and place_of(zone) is how.awaited


def overheard(track: Track, zone: Zone, how: Ear) -> bool:
    """It may lie beside, where it is known to lie or should land."""
    return lies_beside(track.told, zone) or beside(how, zone)


def heard_so_far(track: Track, zone: Zone, now: Millis, round_ms: int) -> Track:
    """The track that is lost from this zone: unless it has long been heard well there it may still lie there."""
    sight = next(sight for sight in track.sights if sight.zone is zone)
    long = now - sight.since >= (timing.INVENTORIES + 1) * round_ms
    return track if long or zone is not track.told else _replace(track, heard=min(track.heard, BADLY))


def heard_again(track: Track, sight: Sight, how: Ear) -> Sight:
    """A card in flight that this antenna heard before: what that weighed, less what the silence between weighs, still counts."""
    last = track.last
    if last is None or track.told is not Zone.SHOE or not how.round_ms:
        return sight
    silent = (sight.since - track.lost) / how.round_ms + timing.MISSES_FOR_OUT
    rounds = rounds_kept((track.lost - last.since) / how.round_ms, silent, last.hits)
    return _replace(sight, since=Millis(sight.since - round(rounds * how.round_ms)))


def on_average(heard: float, hits: float) -> float:
    """How well it has been heard, after so many hits more; what was told long ago counts less and less."""
    return 0.6 * heard + 0.4 * hits


def last_seen(track: Track, zone: Zone, now: Millis, how: Ear) -> Track:
    """It was seen there, not long enough to be believed: picked up at once, or heard badly."""
    if track.landed is not None or zone is Zone.SHOE or place_of(zone) is place_of(track.told):
        return track
    sight = next(sight for sight in track.sights if sight.zone is zone)
    if track.last is not None and awaited_at(track, track.last.zone, how) and not _flew_over(track, track.last, sight, now):
        return _replace(track, lost=now)
    return _replace(track, last=sight, lost=now)


def _flew_over(track: Track, last: Sight, sight: Sight, now: Millis) -> bool:
    """It came to another place later than to that where it should land, which does not lie beside, and was heard there longer."""
    return not neighbours(last.zone, sight.zone) and sight.since > last.since and now - sight.since > track.lost - last.since


def outlasts(sight: Sight, how: Ear) -> bool:
    """It says where the card is only when it has lasted: while a reader is silent it lasts longer than anybody has heard it."""
    return bool(how.round_ms) and not sight.found and place_of(sight.zone) is not how.awaited


def told_by(track: Track, zone: Zone, now: Millis, round_ms: int) -> Track:
    """The track of a card of the board that another of its antennas hears, and its own does not, for longer than one hears what
    lies beside."""
    sight = next((sight for sight in track.sights if sight.zone is zone), None)
    alone = all(sight.zone is not track.told for sight in track.sights)
    if sight is None or not alone or place_of(zone) is not place_of(track.told):
        return track
    return _replace(track, told=zone) if now - sight.since >= timing.ROUNDS_STRAY * round_ms else track
