"""What sensors would tell of a scenario's physical table, as facts, in the order in which tracking tells them.

Draws are told in the order in which they left the deck: one that lies nowhere holds up those behind it until it is found or given
up. What a silent device feels is told when it is back. Must not know what a fact means to the game.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from table_controller.core import facts as seen
from table_controller.core.cards import DECK_SIZE
from table_controller.core.events import BlindPosted, Street
from table_controller.core.ids import DeviceId, Millis, PieceNo, SeatNo
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.rehearsal.scenario.chips_sensed import ChipsSensed
from table_controller.rehearsal.scenario.deck import Physical, other_deck
from table_controller.rehearsal.scenario.stage import Stage
from table_controller.tracking import timing
from table_controller.tracking.waiting import WAITING_EVENTS, Waits, after_event, over

NOT_NEEDED = frozenset({"camera"})
"""Devices without which a hand can still be followed."""
_SHOE, _BOARD = "shoe", "board"


class Hearing(Stage, Protocol):
    """A stage that takes facts from outside."""

    def tell(self, fact: seen.AnyFact) -> None:
        """Decided, judged and recorded."""
        ...

    def pass_time(self, ms: int) -> None:
        """Time passes, in milliseconds."""
        ...


class _Flight(msgspec.Struct):
    """A card that left the deck and is not told yet. `to` None: it lies nowhere. `fell`: nothing came out of the deck with it."""

    card: Physical
    draw: int
    due: Millis
    to: Place | None
    fell: bool
    stuck: bool = False


class Senses:
    """See `Felt`: the sensors of one stage. Cards nobody registered are told by their tags only."""

    def __init__(self, stage: Hearing) -> None:
        self._stage = stage
        self._silent: set[str] = set()
        self._untold: list[tuple[seen.AnyFact, tuple[str, ...]]] = []
        self._deck_out = False
        self._under: list[tuple[Physical, Place]] = []
        self._waits = Waits()
        self._heard = 0
        self.all_back()

    def all_back(self) -> None:
        """See `Felt`."""
        self._draws = 0
        self._flights: list[_Flight] = []
        self._gone: dict[PieceNo, tuple[Physical, Place, Millis]] = {}
        self._missing: dict[PieceNo, int] = {}
        self._chips = ChipsSensed()

    # --- cards -------------------------------------------------------------------------------------------------------

    def drawn_together(self, cards: tuple[Physical, Physical], to: Place) -> None:
        """See `Felt`."""
        self.drawn(cards[0], to)
        self.drawn(cards[1], to, stuck=True)

    def cloned(self, card: Physical, lies: Place, to: Place) -> None:
        """Nothing tells the two apart for a second."""
        self._stage.pass_time(timing.OVERLAP_CLASH)
        self._say(seen.CardInTwoPlaces(at=self._stage.now, card=card.hidden, places=(lies, to)))

    def drawn(self, card: Physical, to: Place | None, *, fell: bool = False, stuck: bool = False) -> None:
        """See `Felt`. `stuck`: to the card before it."""
        for flight in [flight for flight in self._flights if flight.fell]:
            self.wait(max(0, flight.due - self._stage.now))
        if card.tag:
            self._tag(card, Place.SHOE)
            if to is not None:
                self._tag(card, to)
            return
        self._draws += 1
        self._flights.append(_Flight(card, self._draws, self._after(self._patience()), to, fell, stuck))
        so_far = len(self._stage.events)
        self._tell_landed()
        posts = [event.seat for event in self._stage.events[so_far:] if isinstance(event, BlindPosted)]
        self._chips.posted(posts, self._stage.now)

    def moved(self, card: Physical, source: Place, to: Place) -> None:
        """See `Felt`."""
        flight = self._flight_of(card)
        if card.tag:
            if to is not Place.DROPPED:
                self._tag(card, to)
        elif flight is not None:
            flight.to = None if to is Place.DROPPED else to
            self._tell_landed()
        elif to is Place.DROPPED:
            self._gone[card.piece] = (card, source, self._after(timing.missing_after(source)))
        else:
            self._arrived(card, source, to)

    def returned(self, card: Physical, source: Place) -> None:
        """See `Felt`."""
        flight = self._flight_of(card)
        if self._deck_out:  # it is counted when the deck is put in again
            self._under.append((card, source))
        elif card.tag:
            self._tag(card, Place.SHOE)
        elif flight is not None:  # out and in again before it lay anywhere: nothing has happened
            self._flights.remove(flight)
            self._draws -= flight.draw == self._draws
            self._tell_landed()
        else:
            self._arrived(card, source, Place.SHOE)

    def _arrived(self, card: Physical, source: Place, to: Place) -> None:
        draw = 0
        if card.piece in self._gone:
            source = self._gone.pop(card.piece)[1]
        elif card.piece in self._missing:
            source, draw = Place.NOWHERE, self._missing.pop(card.piece)
        if source is not to:
            waiting = any(isinstance(fact, seen.CardArrived) and fact.card == card.hidden for fact, _ in self._untold)
            devices = () if waiting or to is Place.SHOE else (_BOARD,)
            self._say(seen.CardArrived(at=self._stage.now, card=card.hidden, source=source, to=to, draw=draw), *devices)

    def _tell_landed(self) -> None:
        while self._flights and (to := self._flights[0].to) is not None:
            flight, now = self._flights.pop(0), self._stage.now
            if flight.card.name.other:
                self._say(other_deck(to, now, in_hand=self._stage.state.in_hand))
            card, draw, stuck = flight.card.hidden, flight.draw, flight.stuck
            self._say(seen.CardArrived(at=now, card=card, source=Place.SHOE, to=to, draw=draw, stuck=stuck))

    def _tag(self, card: Physical, place: Place) -> None:
        device = _SHOE if place is Place.SHOE else _BOARD
        self._say(seen.UnknownTag(at=self._stage.now, tag=card.tag, place=place), device)

    def _flight_of(self, card: Physical) -> _Flight | None:
        return next((flight for flight in self._flights if flight.card is card), None)

    def _patience(self) -> int:
        state = self._stage.state
        dealing = not state.in_hand or (state.hand is not None and state.hand.street is Street.DEAL)
        return timing.LANDING_IN_DEAL if dealing else timing.LANDING

    # --- the deck ----------------------------------------------------------------------------------------------------

    def deck_out(self) -> None:
        """See `Felt`."""
        self._deck_out = True
        self._say(seen.DeckSeen(at=self._stage.now, present=False), _SHOE)

    def deck_in(self, deck: Sequence[Physical]) -> None:
        """The shoe counts the tags in it, whosever they are."""
        under, self._under, self._deck_out = self._under, [], False
        for card, source in under:
            if not card.tag:
                self.returned(card, source)
        if len(deck) == DECK_SIZE:
            self.all_back()
        elif not self._stage.state.in_hand:  # what lies nowhere is forgotten, what lies behind it on the felt is not
            lying = [flight for flight in self._flights if flight.to is not None]
            self.all_back()
            self._flights = lying
        self._say(seen.DeckSeen(at=self._stage.now, present=True, count=len(deck)), _SHOE)

    def stacked(self, deck: Sequence[Physical]) -> None:
        """Nobody knows."""

    def drawn_for_button(self, cards: Sequence[tuple[SeatNo, Physical]]) -> None:
        """Everybody sees these."""
        for number, (seat, card) in enumerate(cards, start=1):
            to = SEAT_PLACES[seat]
            fact = seen.CardArrived(at=self._stage.now, card=card.hidden, source=Place.SHOE, to=to, draw=number, up=True)
            self._say(fact)

    # --- chips, seats, devices ---------------------------------------------------------------------------------------

    def chips_crossed(self, seat: SeatNo) -> None:
        """See `Felt`."""
        self._chips.crossed(seat, self._stage.now)
        self._say(seen.ChipsCrossed(at=self._stage.now, seat=seat), _BOARD)

    def chips_wanted(self, seat: SeatNo) -> None:
        """See `Felt`."""
        self._chips.wanted(seat, self._stage.now)

    def chips_unkeyed(self, seat: SeatNo) -> None:
        """See `Felt`."""
        hand = self._stage.state.hand
        betting = hand is not None and hand.street not in (Street.SHOWDOWN, Street.OVER) and not hand.pots_only
        self._chips.unkeyed(seat, self._stage.now, betting=betting)

    def seat_taken(self, seat: SeatNo, *, present: bool) -> None:
        """See `Felt`."""
        self._say(seen.SeatSensed(at=self._stage.now, seat=seat, present=present), _BOARD)

    def button_lies(self, seat: SeatNo) -> None:
        """See `Felt`."""
        self._say(seen.ButtonSeen(at=self._stage.now, seat=seat), _BOARD)

    def device(self, name: str, *, speaks: bool) -> None:
        """See `Felt`."""
        at, device = self._stage.now, DeviceId(name)
        if speaks:
            self._silent.discard(name)
            self._stage.tell(seen.DeviceBack(at=at, device=device, name=name))
            self._tell_the_untold()
        else:
            self._silent.add(name)
            self._stage.tell(seen.DeviceLost(at=at, device=device, name=name, needed=name not in NOT_NEEDED))

    def _tell_the_untold(self) -> None:
        """What it felt meanwhile; and whatever lies nowhere is given all its time again."""
        untold, self._untold = self._untold, []
        for fact, devices in untold:
            self._say(fact, *devices)
        for flight in self._flights:
            flight.due = self._after(self._patience())
        for piece, (card, source, _) in self._gone.items():
            self._gone[piece] = (card, source, self._after(timing.missing_after(source)))

    # --- time --------------------------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """What is concluded from time is told at its moment."""
        end = self._after(ms)
        self._note_waits()
        while (due := min(self._dues(), default=end + 1)) <= end:
            self._stage.pass_time(max(0, due - self._stage.now))
            self._conclude()
        self._stage.pass_time(end - self._stage.now)

    def _dues(self) -> Iterator[int]:
        if not self._silent & {_SHOE, _BOARD}:
            yield from (flight.due for flight in self._flights[:1])
            yield from (due for _, _, due in self._gone.values())
        yield from self._chips.dues()
        if self._waits.due is not None:
            yield self._waits.due

    def _note_waits(self) -> None:
        """Whether a player was put on the clock, a flop begun, or a hand thrown in, since time passed last."""
        for event in self._stage.events[self._heard :]:
            if type(event) in WAITING_EVENTS:
                self._waits = after_event(self._waits, event, self._stage.state, self._stage.now)
        self._heard = len(self._stage.events)

    def _conclude(self) -> None:
        now = self._stage.now
        if self._flights and self._flights[0].due <= now:
            flight = self._flights.pop(0)
            self._lost(flight.card, Place.SHOE, flight.draw)
            self._tell_landed()
        for piece, (card, source, _) in [one for one in self._gone.items() if one[1][2] <= now]:
            del self._gone[piece]
            self._lost(card, source, 0)
        for unexplained in self._chips.unexplained(now):
            self._say(unexplained, _BOARD)
        unsure = bool(self._flights or self._silent & {_SHOE, _BOARD})
        self._waits, fact = over(self._waits, now, self._stage.state, unsure=unsure)
        if fact is not None:
            self._say(fact)

    def _lost(self, card: Physical, source: Place, draw: int) -> None:
        self._missing[card.piece] = draw
        self._say(seen.CardMissing(at=self._stage.now, card=card.hidden, source=source, draw=draw))

    def _after(self, ms: int) -> Millis:
        return Millis(self._stage.now + ms)

    def _say(self, fact: seen.AnyFact, *devices: str) -> None:
        """`devices`: those that must speak for it; cards are told by shoe and board together."""
        needed = devices or (_SHOE, _BOARD)
        if self._silent.isdisjoint(needed):
            self._stage.tell(fact)
        else:
            self._untold.append((fact, needed))
