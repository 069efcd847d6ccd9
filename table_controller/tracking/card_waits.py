"""What only time says of cards: one that is seen nowhere for too long, one that stays in two places, one the shoe never spoke of;
and where one lies that was picked up at once, pushed onto a pile or put back unread.

Works on a `CardDesk`. Owns when time matters next.
"""

from collections.abc import Iterator

import msgspec

from table_controller.core.expect import expected
from table_controller.core.facts import CardInTwoPlaces, CardMissing
from table_controller.core.ids import Millis, PieceNo
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.core.state import SeatStatus
from table_controller.tracking import optics, strangers, timing
from table_controller.tracking.arbiter import beside, clashes, settle_due
from table_controller.tracking.belief import CardBelief, Sight, Track
from table_controller.tracking.bindings import ZONE_OF_PLACE, Bindings, Zone, place_of
from table_controller.tracking.card_desk import CardDesk
from table_controller.tracking.ears import outlasts
from table_controller.tracking.evidence import MISDEALT, PUT_RIGHT, rounds_silent, weighs
from table_controller.tracking.patience import Silence, waits_until
from table_controller.tracking.piles import STACKED, covered

_replace = msgspec.structs.replace
_HAND = 2
"""Cards of a seat in hold'em."""


def believed(desk: CardDesk) -> CardBelief:
    """What is believed after this step."""
    return desk.belief(_due(desk))


def tick(desk: CardDesk) -> None:
    """Concludes what only time says."""
    for piece in list(desk.tracks):
        track = desk.tracks.get(piece)
        if track is not None and not track.stale:
            _wait_over(desk, piece, track)
    strangers.settle(desk)
    if desk.hold_until is not None and desk.now >= desk.hold_until:
        desk.flush()


def unsure(cards: CardBelief, now: Millis, bindings: Bindings) -> bool:
    """Whether a card is on its way, lies there and is not told, or may be unseen."""
    passage = cards.passage
    unread = bool(bindings.round_ms) and passage is not None and passage.unread and now - passage.ended <= timing.LANDING
    untold = any(track.told is Zone.SHOE and not track.stale for track in cards.tracks.values())
    return unread or untold or cards.blind or cards.mute


def _wait_over(desk: CardDesk, piece: PieceNo, track: Track) -> None:
    if track.sights:
        desk.settle(piece)
    if len(track.sights) > 1:
        _clash(desk, piece)
    track = desk.tracks[piece]
    due = _waits_until(desk, piece, track)
    if due is None or desk.now < due:
        return
    if track.told is Zone.SHOE and not track.draw:
        _never_drawn(desk, piece, track)
    elif track.told is Zone.SHOE and (here := _heard_last(desk, piece, track)) is not None:
        desk.land(piece, here, over=True)
    elif track.told is not Zone.SHOE and (there := _moved_together(desk, piece, track)) is not None:
        desk.move(piece, there)
    elif _put_back_unread(desk, track):
        desk.returned(piece)
    else:
        _missing(desk, piece, track)


def _never_drawn(desk: CardDesk, piece: PieceNo, track: Track) -> None:
    """It lies somewhere, and the shoe knows of no draw. A shoe that holds all cards and let none out has it too (H3)."""
    none_out = not desk.draws and desk.passage is None and bool(desk.context.bindings.gates)
    if not (none_out and track.sights and desk.deck_count == desk.context.deck.size()):
        stuck = _second_of_two(desk)
        if desk.passage is not None:
            desk.passage = _replace(desk.passage, unread=False)
        desk.number(piece, _replace(track, stuck=stuck, unnamed=True, landed=None if desk.round_ms else track.landed))
        if desk.round_ms:  # where it was seen first it may only have passed
            desk.settle(piece)
    else:
        desk.tracks[piece] = _replace(track, told=track.sights[-1].zone, landed=None, clashed=True)
        places = (Place.SHOE, place_of(track.sights[-1].zone))
        desk.facts.append(CardInTwoPlaces(at=desk.now, card=desk.context.deck.hidden(piece), places=places))


def unread_before(desk: CardDesk, at: Millis) -> None:
    """Of a card that went out unread, before the one that is at the mouth now, and is seen on the felt: its draw was before."""
    passage = desk.passage
    if not desk.round_ms or passage is None or not passage.unread or at - passage.began <= timing.SAME_PASSAGE:
        return
    lying = [piece for piece, track in desk.tracks.items() if track.sights and not track.stale and _undrawn(track)]
    if len(lying) == 1:
        _never_drawn(desk, lying[0], desk.tracks[lying[0]])


def _undrawn(track: Track) -> bool:
    return track.told is Zone.SHOE and not track.draw


def _clash(desk: CardDesk, piece: PieceNo) -> None:
    track = desk.tracks[piece]
    if not clashes(track, desk.now, desk.ear(piece, track), blind=desk.blind):
        return
    first, second = (place_of(sight.zone) for sight in track.sights[-2:])
    desk.tracks[piece] = _replace(track, clashed=True)
    desk.facts.append(CardInTwoPlaces(at=desk.now, card=desk.context.deck.hidden(piece), places=(first, second)))


def _missing(desk: CardDesk, piece: PieceNo, track: Track) -> None:
    source = place_of(track.told)
    if optics.was_another(desk, piece, track):
        return
    desk.facts.append(CardMissing(at=desk.now, card=desk.context.deck.hidden(piece), source=source, draw=track.draw))
    desk.tracks[piece] = _replace(track, told=None, since=desk.now)
    if piece in desk.queue:
        desk.queue.remove(piece)
        desk.flush()


def _second_of_two(desk: CardDesk) -> bool:
    """The last passage took too long for one card, and the tag of only one was read (H2)."""
    passage = desk.passage
    return passage is not None and passage.double and not passage.unread and desk.now - passage.began <= timing.LANDING


def _heard_last(desk: CardDesk, piece: PieceNo, track: Track) -> Sight | None:
    """Where a card lies whose time to land is over: where it was heard, unless not for long: it flew over, or lies beside."""
    picked_up = _picked_up(desk, piece, track)
    heard, until = track.last, track.lost
    if track.sights:
        heard, until = max(track.sights, key=lambda sight: (sight.hits, sight.since)), desk.now
    ear = desk.ear(piece, track)
    if heard is None or heard.zone is Zone.SHOE:
        return picked_up if heard is None else None
    if ear.awaited is None:
        return heard
    near, long = beside(ear, heard.zone), weighs((until - heard.since) / desk.round_ms, heard.hits) >= MISDEALT
    if picked_up is not None and (near or not long):
        return picked_up
    return heard if long or not near else Sight(ZONE_OF_PLACE[ear.awaited], heard.since, timing.HITS_AT_FIRST)


def _picked_up(desk: CardDesk, piece: PieceNo, track: Track) -> Sight | None:
    """The other card of the seat where it should land was taken up just then: the player has both in his hand. One that is heard
    badly may have lain there unheard for a while before."""
    awaited = desk.ear(piece, track).awaited
    if awaited is None or awaited not in SEAT_OF_PLACE:
        return None
    for other in desk.tracks.values():
        before = rounds_silent(other.heard, PUT_RIGHT) * desk.round_ms if not other.sights else 0
        taken_up = place_of(other.told) is awaited and -before <= other.since - track.since <= timing.LANDING_IN_DEAL
        if taken_up and (not other.sights or other.sights[0].since >= other.since):
            return Sight(ZONE_OF_PLACE[awaited], other.since, timing.HITS_AT_FIRST)
    return None


def _moved_together(desk: CardDesk, piece: PieceNo, track: Track) -> Zone | None:
    """Cards of its place were put on a pile just then: it lies with them, where it may not be heard."""
    if not desk.round_ms:
        return None
    if place_of(track.told) in SEAT_OF_PLACE:
        return _folded_to(desk, track)
    if (back := _given_back(desk, piece, track)) is not None:
        return back
    for other in _from_there(desk, track):
        if other.told in STACKED and other.sights and abs(other.placed - track.since) <= timing.ONE_MOVE:
            return other.told
    return None


def _from_there(desk: CardDesk, track: Track) -> Iterator[Track]:
    """Those that lay where it lay, and were told elsewhere."""
    return (other for other in desk.tracks.values() if other.came is not None and place_of(other.came) is place_of(track.told))


def _given_back(desk: CardDesk, piece: PieceNo, track: Track) -> Zone | None:
    """Cards of its place are to be moved to a seat now. It was heard there, or the other is there: the player took it up."""
    table = desk.context.table
    wanted = [place for place in desk.ear(piece, track).to if place in SEAT_OF_PLACE and len(table.at(place)) < _HAND]
    if track.last is not None and place_of(track.last.zone) in wanted:
        return track.last.zone
    for other in _from_there(desk, track):
        if place_of(other.told) in wanted and abs(other.since - track.since) <= timing.LANDING_IN_DEAL:
            return other.told
    return None


def _folded_to(desk: CardDesk, track: Track) -> Zone | None:
    """The hand is folded, and its other card lies in the muck: it went there too, and lies deep. A player may just look at one of
    a hand that plays.
    """
    seat = SEAT_OF_PLACE[place_of(track.told)]
    if desk.context.table.seats[seat - 1].status is not SeatStatus.FOLDED:
        return None
    return next((other.told for other in _from_there(desk, track) if other.told is Zone.MUCK), None)


def _put_back_unread(desk: CardDesk, track: Track) -> bool:
    """A card went in through the gate whose tag was not read there, just when this one was taken from where it lay."""
    taken = track.told not in (None, Zone.SHOE) and not track.sights
    return taken and bool(desk.round_ms) and desk.gate_in is not None and abs(desk.gate_in - track.since) <= timing.ONE_MOVE


def _waits_until(desk: CardDesk, piece: PieceNo, track: Track) -> Millis | None:
    if track.told is Zone.SHOE and desk.deck == 0 and not desk.in_hand:  # gathered with the deck, before it was seen anywhere
        return None
    watched = desk.in_hand and desk.deck != 0 and not covered(desk, track)
    dealing = desk.dealing or not desk.in_hand  # the first card of a hand is a hole card too
    dealt_on = track.told is Zone.SHOE and 0 < track.draw < desk.draws
    silence = Silence(desk.blind, desk.mute, watched, dealing, desk.round_ms, dealt_on)
    due = waits_until(track, silence)
    gone = due is not None and track.told is not Zone.SHOE
    if gone and (_put_back_unread(desk, track) or _moved_together(desk, piece, track) is not None):
        sure = _put_back_unread(desk, track) or _given_back(desk, piece, track) is not None
        rounds = timing.ROUNDS_GONE if sure else max(timing.ROUNDS_GONE, rounds_silent(track.heard, PUT_RIGHT))
        return Millis(track.since + round(rounds * desk.round_ms))
    if due is not None and not track.draw and desk.went_out_unread() and _comes_next(desk, track):
        return min(due, Millis(track.since + round(timing.ROUNDS_LANDED * desk.round_ms)))
    if due is None or track.last is None or track.sights or track.told is not Zone.SHOE:
        return due
    here = place_of(track.last.zone) is desk.ear(piece, track).awaited
    return min(due, Millis(track.lost + round(timing.ROUNDS_STRAY * desk.round_ms))) if here else due


def _settle_due(desk: CardDesk, piece: PieceNo, track: Track) -> Millis | None:
    ear = desk.ear(piece, track)
    if desk.blind and any(outlasts(sight, ear) for sight in track.sights):
        return None
    return settle_due(track, desk.now, ear, blind=desk.blind)


def _comes_next(desk: CardDesk, track: Track) -> bool:
    """It lies where the game wants the next card: one elsewhere may be of a later draw that was heard sooner."""
    return track.landed is not None and place_of(track.landed.zone) is expected(desk.context.table).place


def _due(desk: CardDesk) -> Millis | None:
    times = [desk.hold_until, desk.deck_due, strangers.due(desk)]
    for piece, track in desk.tracks.items():
        if len(track.sights) == 1 and track.told is track.sights[0].zone:
            continue
        if track.sights and not track.stale and not (track.told is Zone.SHOE and track.landed is not None):
            times.append(_settle_due(desk, piece, track))
        if len(track.sights) != 1 or track.told is Zone.SHOE:
            times.append(_waits_until(desk, piece, track))
    return min((time for time in times if time is not None), default=None)
