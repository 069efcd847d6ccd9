"""What the camera over the shoe's mouth says: each card once, in the order of the shoe, and never against a tag.

Works on a `CardDesk`. A card it could not read is drawn all the same: its tag names it where it lands.
"""

import msgspec

from table_controller.core.facts import ReadersDisagree
from table_controller.core.ids import Millis, PieceNo
from table_controller.core.places import Place
from table_controller.tracking import timing
from table_controller.tracking.belief import Passage, Track
from table_controller.tracking.bindings import Zone, place_of
from table_controller.tracking.card_desk import CardDesk

_replace = msgspec.structs.replace


def belongs(passage: Passage, named_at: Millis) -> bool:
    """A card the camera saw then is the one of this passage of the gate."""
    return passage.began - timing.CAMERA_APART <= named_at <= passage.ended + timing.CAMERA_APART


def read(desk: CardDesk, piece: PieceNo, at: Millis) -> None:
    """It named a card: a sight at the mouth that is over at once."""
    if _other_tag(desk, piece, at):
        desk.facts.append(ReadersDisagree(at=desk.now, place=Place.SHOE))
        return
    desk.named_at = at
    if desk.passage is not None and belongs(desk.passage, at):
        desk.passage = _replace(desk.passage, unread=False)
    track = desk.tracks.get(piece)
    came_in = desk.gate_in is not None and at - desk.gate_in <= timing.GATE_PAIRS
    if track is not None and _in_flight(track) and came_in:
        desk.gate_in = None
        desk.pushed_back(piece, track)
    elif track is None or track.stale or track.told is Zone.SHOE or came_in:
        desk.seen(Zone.SHOE, piece, at)
        desk.gone(Zone.SHOE, piece)
        if (known := desk.tracks.get(piece)) is not None:
            desk.tracks[piece] = _replace(known, named=True)


def was_another(desk: CardDesk, piece: PieceNo, track: Track) -> bool:
    """A card that the camera named landed nowhere, and one that nothing named landed instead: they are one card, named twice."""
    if not track.named or track.told is not Zone.SHOE:
        return False
    later = [desk.tracks[other] for other in desk.queue if desk.tracks[other].draw > track.draw]
    instead = next((other for other in later if other.unnamed and other.landed is not None), None)
    if instead is None or instead.landed is None:
        return False
    desk.facts.append(ReadersDisagree(at=desk.now, place=place_of(instead.landed.zone)))
    desk.queue.remove(piece)
    del desk.tracks[piece]
    desk.draws -= 1
    for other in desk.queue:
        late = desk.tracks[other]
        desk.tracks[other] = _replace(late, draw=late.draw - (late.draw > track.draw))
    desk.flush()
    return True


def _in_flight(track: Track) -> bool:
    return track.told is Zone.SHOE and track.draw > 0 and track.landed is None and not track.stale


def _other_tag(desk: CardDesk, piece: PieceNo, at: Millis) -> bool:
    """The antenna at the mouth has just read another card's tag, and not this one's."""
    there = {
        other
        for other, track in desk.tracks.items()
        for sight in track.sights
        if sight.zone is Zone.SHOE and abs(sight.since - at) <= timing.CAMERA_APART
    }
    return bool(there) and piece not in there
