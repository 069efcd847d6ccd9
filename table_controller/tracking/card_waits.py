"""What only time says of cards: one that is seen nowhere for too long, one that stays in two places, one the shoe never spoke of.

Works on a `CardDesk`. Owns when time matters next.
"""

import msgspec

from table_controller.core.facts import CardInTwoPlaces, CardMissing
from table_controller.core.ids import Millis, PieceNo
from table_controller.core.places import Place
from table_controller.tracking.arbiter import clashes, settle_due
from table_controller.tracking.belief import CardBelief, Track
from table_controller.tracking.bindings import Zone
from table_controller.tracking.card_desk import CardDesk
from table_controller.tracking.patience import place_of, waits_until

_replace = msgspec.structs.replace


def believed(desk: CardDesk) -> CardBelief:
    """What is believed after this step."""
    return desk.belief(_due(desk))


def tick(desk: CardDesk) -> None:
    """Concludes what only time says."""
    for piece in list(desk.tracks):
        track = desk.tracks.get(piece)
        if track is not None and not track.stale:
            _wait_over(desk, piece, track)
    if desk.hold_until is not None and desk.now >= desk.hold_until:
        desk.flush()


def _wait_over(desk: CardDesk, piece: PieceNo, track: Track) -> None:
    if track.sights:
        desk.settle(piece)
    if len(track.sights) > 1:
        _clash(desk, piece)
    track = desk.tracks[piece]
    due = _waits_until(desk, track)
    if due is None or desk.now < due:
        return
    if track.told is Zone.SHOE and not track.draw:
        _never_drawn(desk, piece, track)
    else:
        _missing(desk, piece, track)


def _never_drawn(desk: CardDesk, piece: PieceNo, track: Track) -> None:
    """It lies somewhere, and the shoe knows of no draw. A shoe that holds all cards and let none out has it too (H3)."""
    none_out = not desk.draws and desk.passage is None and bool(desk.context.bindings.gates)
    if not (none_out and track.sights and desk.counted_whole()):
        desk.number(piece, track)
    else:
        desk.tracks[piece] = _replace(track, told=track.sights[-1].zone, landed=None, clashed=True)
        places = (Place.SHOE, place_of(track.sights[-1].zone))
        desk.facts.append(CardInTwoPlaces(at=desk.now, card=desk.context.deck.hidden(piece), places=places))


def _clash(desk: CardDesk, piece: PieceNo) -> None:
    track = desk.tracks[piece]
    if not clashes(track, desk.now, desk.ear(piece, track), blind=desk.blind):
        return
    first, second = (place_of(sight.zone) for sight in track.sights[-2:])
    desk.tracks[piece] = _replace(track, clashed=True)
    desk.facts.append(CardInTwoPlaces(at=desk.now, card=desk.context.deck.hidden(piece), places=(first, second)))


def _missing(desk: CardDesk, piece: PieceNo, track: Track) -> None:
    source = place_of(track.told)
    desk.facts.append(CardMissing(at=desk.now, card=desk.context.deck.hidden(piece), source=source, draw=track.draw))
    desk.tracks[piece] = _replace(track, told=None, since=desk.now)
    if piece in desk.queue:
        desk.queue.remove(piece)
        desk.flush()


def _waits_until(desk: CardDesk, track: Track) -> Millis | None:
    watched = desk.in_hand and desk.deck != 0
    dealing = desk.dealing or not desk.in_hand  # the first card of a hand is a hole card too
    return waits_until(track, blind=desk.blind, mute=desk.mute, watched=watched, dealing=dealing)


def _due(desk: CardDesk) -> Millis | None:
    times = [desk.hold_until, desk.deck_due]
    for piece, track in desk.tracks.items():
        if len(track.sights) == 1 and track.told is track.sights[0].zone:
            continue
        if track.sights and not track.stale and not (track.told is Zone.SHOE and track.landed is not None):
            times.append(settle_due(track, desk.now, desk.ear(piece, track), blind=desk.blind))
        if len(track.sights) != 1 or track.told is Zone.SHOE:
            times.append(_waits_until(desk, track))
    return min((time for time in times if time is not None), default=None)
