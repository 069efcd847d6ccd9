"""Where each card is: levels of antennas in, arrivals out, every card in exactly one place.

A card is where the arbiter says, of what antennas see. What no antenna sees has not moved until it is seen elsewhere or is
missing for too long. Cards of the deck are told in the order in which they left it. Where the next card is awaited the core
says; no rule of the game is known here.
"""

from typing import NamedTuple

import msgspec

from table_controller.core.facts import AnyFact, CardArrived
from table_controller.core.ids import Millis, PieceNo
from table_controller.core.places import Place
from table_controller.core.state import TableState
from table_controller.decks import DeckMap
from table_controller.tracking import ears, ownership, timing
from table_controller.tracking.arbiter import Arbiter, Ear, neighbours
from table_controller.tracking.belief import BADLY, CardBelief, Sight, Track
from table_controller.tracking.bindings import Bindings, Zone, place_of

_replace = msgspec.structs.replace


class Context(NamedTuple):
    """What tracking is told with each step: how the table is wired, which cards there are, and what the rules know."""

    bindings: Bindings
    deck: DeckMap
    table: TableState
    arbiter: Arbiter


class CardDesk:
    """One step over a `CardBelief`: made from it, worked on, and read out again with `belief`. Facts gather in `facts`."""

    def __init__(self, start: CardBelief, context: Context, now: Millis) -> None:
        self.start = start
        self.context = context
        self.now = now
        self.facts: list[AnyFact] = []
        self.tracks = dict(start.tracks)
        self.queue = list(start.queue)
        self.draws = start.draws
        self.in_hand = start.in_hand
        self.dealing = start.dealing
        self.blind = start.blind
        self.mute = start.mute
        self.gate_in = start.gate_in
        self.hold_until = start.hold_until
        self.deck = start.deck
        self.deck_count = start.deck_count
        self.deck_due = start.deck_due
        self.foreign = start.foreign
        self.draws_when_out = start.draws_when_out
        self.passage = start.passage
        self.doubted = start.doubted
        self.named_at = start.named_at
        self.put_in_short = start.put_in_short
        self.round_ms = context.bindings.round_ms

    def belief(self, due: Millis | None) -> CardBelief:
        """What is believed after this step. `due`: when time says more."""
        deck = (self.deck, self.deck_count, self.deck_due)
        waits = (self.gate_in, self.hold_until, *deck, self.foreign, due, self.mute)
        rest = (*waits, self.draws_when_out, self.passage, self.doubted, self.named_at, self.put_in_short)
        return CardBelief(self.tracks, tuple(self.queue), self.draws, self.in_hand, self.dealing, self.blind, *rest)

    def count_anew(self) -> None:
        """The next card out of the deck is draw 1."""
        self.draws = self.draws_when_out = 0
        self.passage = None

    # --- what antennas and gate say ----------------------------------------------------------------------------------

    def seen(self, zone: Zone, piece: PieceNo, at: Millis, *, found: bool = False) -> None:
        """A registered tag is in the field of a zone."""
        track = self.tracks.get(piece)
        if track is not None and any(sight.zone is zone for sight in track.sights):
            return
        sight = Sight(zone, at, timing.HITS_UNTOLD if self.round_ms else timing.HITS_AT_FIRST, found)
        if zone is Zone.SHOE:
            self._at_mouth(piece, track, sight)
        elif track is None or track.stale:
            self._landed_unseen(piece, sight)
        else:
            self._seen_again(piece, track, sight)
            self.settle(piece)

    def _seen_again(self, piece: PieceNo, track: Track, sight: Sight) -> None:
        """One that is heard badly, under others, comes and goes: it has been there since it was first seen, and nowhere else.

        What is heard from beside, at moments, adds up to nothing unless they are long; and what was seen where the card should
        land is not forgotten for it.
        """
        last, how = track.last, self.ear(piece, track)
        track = _replace(track, heard=ears.on_average(track.heard, BADLY) if sight.zone is track.told else track.heard)
        if last is not None and not track.sights and place_of(last.zone) is place_of(sight.zone):
            beside = ears.overheard(track, sight.zone, how)
            sight = ears.heard_again(track, sight, how) if beside else _replace(sight, since=last.since)
        elif last is not None and ears.awaited_at(track, last.zone, how) and neighbours(last.zone, sight.zone):
            self.tracks[piece] = _replace(track, sights=(*track.sights, sight))
            return
        self.tracks[piece] = _replace(track, sights=(*track.sights, sight), last=None)

    def gone(self, zone: Zone, piece: PieceNo) -> None:
        """A registered tag has left the field of a zone."""
        track = self.tracks.get(piece)
        if track is None:
            return
        left = tuple(sight for sight in track.sights if sight.zone is not zone)
        if len(left) == len(track.sights):
            return
        if not left and (track.stale or self._never_left(track)):
            del self.tracks[piece]
            if not track.stale and self.went_out_unread():
                self._drawn_and_gone(piece, track, zone)
            self.flush()
            return
        track = ears.told_by(track, zone, self.now, self.round_ms)
        since = track.since if (left and zone is not track.told) or track.told is Zone.SHOE else self.now
        track, how = ears.heard_so_far(track, zone, self.now, self.round_ms), self.ear(piece, track)
        track = ears.last_seen(track, zone, self.now, how) if not left or ears.awaited_at(track, zone, how) else track
        self.tracks[piece] = _replace(track, sights=left, since=since, clashed=track.clashed and len(left) > 1)
        self.settle(piece)

    def _never_left(self, track: Track) -> bool:
        """Seen somewhere for a moment, and the shoe that speaks knows of no draw: a word that came late, or a ghost."""
        return track.told is Zone.SHOE and not track.draw and not self.mute

    def went_out_unread(self) -> bool:
        """A card has just passed the gate whose tag was not read: it is the one that is seen on the felt."""
        passage = self.passage
        return bool(self.round_ms) and passage is not None and passage.unread and self.now - passage.ended <= timing.LANDING

    def _drawn_and_gone(self, piece: PieceNo, track: Track, zone: Zone) -> None:
        """The shoe did not read it, and where it was seen it is not any more: a player may have picked it up at once."""
        if self.passage is not None:
            self.passage = _replace(self.passage, unread=False)
        track = _replace(track, landed=None, since=self.now)
        self.number(piece, ears.last_seen(track, zone, self.now, self.ear(piece, track)))
        self.tracks[piece] = _replace(self.tracks[piece], sights=())

    def hits(self, zone: Zone, piece: PieceNo, count: int) -> None:
        """How many of the antenna's last eight inventories showed the tag."""
        track = self.tracks.get(piece)
        before = None if track is None else next((sight for sight in track.sights if sight.zone is zone), None)
        if track and before:
            sights = tuple(_replace(sight, hits=count) if sight.zone is zone else sight for sight in track.sights)
            if zone is track.told:  # by the hits before: the last before it is gone say nothing
                track = _replace(track, heard=min(track.heard, before.hits))
            self.tracks[piece] = _replace(track, sights=sights)
            self.settle(piece)

    def pieces_in(self, zone: Zone) -> list[PieceNo]:
        """The cards this zone's antenna sees."""
        return [piece for piece, track in self.tracks.items() if any(sight.zone is zone for sight in track.sights)]

    # --- draws -------------------------------------------------------------------------------------------------------

    def _at_mouth(self, piece: PieceNo, track: Track | None, sight: Sight) -> None:
        if not self.in_hand and not self.draws:
            self._whose(piece, Place.SHOE)
        if track is None or track.stale:
            self.number(piece, Track(Zone.SHOE, 0, self.now, (sight,)))
        elif track.told is Zone.SHOE:
            seen = _replace(track, sights=(*track.sights, sight))
            if track.draw:
                self.tracks[piece] = seen
            else:  # it was seen on the felt before the shoe's word came
                self.number(piece, _replace(seen, landed=None))
                self.settle(piece)
        elif sight.since > track.since or not track.sights:
            self.tracks[piece] = _replace(track, sights=(*track.sights, sight))
            if not self.context.bindings.gates or (self.gate_in is not None and sight.since - self.gate_in <= timing.GATE_PAIRS):
                self.returned(piece)

    def number(self, piece: PieceNo, track: Track) -> None:
        """Gives a card the number of its draw and a place in the queue of draws to be told."""
        if not self.draws and any(other.stale for other in self.tracks.values()):
            self.hold_until = Millis(self.now + timing.LEFTOVER)
        self.draws += 1
        self.tracks[piece] = _replace(track, draw=self.draws)
        self.queue.append(piece)
        self.flush()

    def _whose(self, piece: PieceNo, place: Place) -> None:
        self.facts.extend(ownership.told(self.context.deck, self.context.table, piece, place, self.now))

    def _landed_unseen(self, piece: PieceNo, sight: Sight) -> None:
        """A card of the deck lies somewhere and the shoe has not said that it went out."""
        strange = ownership.strange(self.context.deck, self.context.table, piece) is not None
        if strange or (sight.found and self._known_to_lie(piece, sight.zone)):
            self.tracks[piece] = Track(sight.zone, 0, sight.since, (sight,))
            if strange:
                self._whose(piece, place_of(sight.zone))
            return
        track = Track(Zone.SHOE, 0, self.now, (sight,), sight)
        at_once = self.context.table.by_hand if self.mute else sight.found or self.blind  # by hand the shoe is not waited for
        if not self.context.bindings.shoe_sees or at_once:
            self.number(piece, track)
        else:
            self.tracks[piece] = track

    def _known_to_lie(self, piece: PieceNo, zone: Zone) -> bool:
        return any(card.hidden is not None and card.hidden.piece == piece for card in self.context.table.at(place_of(zone)))

    def flush(self) -> None:
        """Tells the draws that have landed, in their order, up to the first that has not."""
        if self.hold_until is not None:
            if self.now < self.hold_until and any(track.stale for track in self.tracks.values()):
                return
            self._tell_leftovers()
        while self.queue and (self.in_hand or self.deck_due is None):  # a deck that was put in is told before its cards
            track = self.tracks[piece := self.queue[0]]
            if (landed := self._judged_anew(piece, track)) is None:
                return
            del self.queue[0]
            self._tell(piece, track, landed)
            self.settle(piece)

    def _judged_anew(self, piece: PieceNo, track: Track) -> Sight | None:
        """Where it has landed, now that its turn has come and it is known where it is awaited."""
        awaited = self.ear(piece, track).awaited
        if track.landed is None or track.over or not track.sights or awaited in (None, place_of(track.landed.zone)):
            return track.landed
        track = _replace(track, landed=None)
        here = self.context.arbiter(track, self.now, self.ear(piece, track))
        if here is not None and here.zone is not Zone.SHOE:
            return here
        self.tracks[piece] = track
        return None

    def _tell_leftovers(self) -> None:
        self.hold_until = None
        for piece, track in list(self.tracks.items()):
            if track.stale:
                sight = _replace(track.sights[-1], found=True)
                self._tell(piece, _replace(track, stale=False, told=None, draw=0), sight)

    def pushed_back(self, piece: PieceNo, track: Track) -> None:
        """A card came out and went in again before it lay anywhere: nothing has happened."""
        if track.draw == self.draws:
            self.draws -= 1
        self.queue.remove(piece)
        del self.tracks[piece]
        self.flush()

    def returned(self, piece: PieceNo) -> None:
        """A card that lay out is in the deck again."""
        track = self.tracks.pop(piece)
        self.gate_in = None
        card = self.context.deck.hidden(piece)
        self.facts.append(CardArrived(at=self.now, card=card, source=place_of(track.told), to=Place.SHOE))

    # --- presence ----------------------------------------------------------------------------------------------------

    def land(self, piece: PieceNo, here: Sight, *, over: bool = False) -> None:
        """A card that was in flight lies there. `over`: its time to land is, and no more will be known."""
        track = self.tracks[piece] = _replace(self.tracks[piece], landed=here, over=over)
        if track.draw:
            self.flush()

    def move(self, piece: PieceNo, zone: Zone) -> None:
        """A card lies there now, though no antenna says so."""
        self._tell(piece, track := self.tracks[piece], Sight(zone, track.since, timing.HITS_AT_FIRST))

    def settle(self, piece: PieceNo) -> None:
        """Concludes from the sights of one card what can be concluded now."""
        track = self.tracks[piece]
        if track.stale or (track.told is Zone.SHOE and track.landed is not None):
            return
        here = self.context.arbiter(track, self.now, how := self.ear(piece, track))
        if here is None or here.zone is Zone.SHOE or (self.blind and ears.outlasts(here, how)):
            return
        if track.told is Zone.SHOE:
            self.land(piece, here)
        elif place_of(here.zone) is not place_of(track.told):
            self._tell(piece, track, here)
        else:
            self.tracks[piece] = ears.told_by(track, here.zone, self.now, self.round_ms)

    def _tell(self, piece: PieceNo, track: Track, here: Sight) -> None:
        card = self.context.deck.hidden(piece)
        source, to = place_of(track.told), place_of(here.zone)
        draw = track.draw if source in (Place.SHOE, Place.NOWHERE) else 0
        if source is Place.SHOE:
            self._whose(piece, to)
        arrived = CardArrived(at=here.since, card=card, source=source, to=to, draw=draw, found=here.found, stuck=track.stuck)
        self.facts.append(arrived)
        since = here.since if track.sights else self.now
        fresh = {"landed": None, "over": False, "stuck": False, "last": None, "heard": float(timing.INVENTORIES)}
        self.tracks[piece] = _replace(track, told=here.zone, since=since, placed=since, came=track.told, **fresh)

    def ear(self, piece: PieceNo, track: Track) -> Ear:
        """How the antennas hear this card, and where it is awaited."""
        return ears.ear(track, self.context.table, self.round_ms, first=bool(self.queue) and self.queue[0] == piece)
