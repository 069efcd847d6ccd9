"""The felt of a scenario as a simulated table: hands move cards, chips and people, and the devices tell the controller.

Every movement is waited for until the table has come to rest: hands still, sensors at ease, events acknowledged, tracking sure.
What sensors cannot find out is not waited for, such as a card on the floor.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from hardware.simulator.faults import Plug, Unplug
from hardware.simulator.hands import Hands
from hardware.simulator.table import DEVICES, SimulatedTable
from hardware.simulator.zones import SEAT_ZONES, Zone
from table_controller.bootstrap.serial_deck import ScenarioDeck
from table_controller.bootstrap.serial_rest import restless
from table_controller.bootstrap.serial_rigs import Rig
from table_controller.core.cards import DECK_SIZE
from table_controller.core.events import BlindPosted
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.rehearsal.dealer import APART_MS
from table_controller.rehearsal.scenario.deck import Physical
from table_controller.rehearsal.scenario.player import ImpossibleError, UnsettledError
from table_controller.tracking.unsettled import missed_since

T = TypeVar("T")

PATIENCE_MS: Final = 30_000
"""Longer than any conclusion of tracking takes but those about cards that lie nowhere, and than any device needs to come back."""
_SLOTS: Final = (Zone.FLOP, Zone.FLOP, Zone.FLOP, Zone.TURN)
_ZONES: Final = {
    Place.BURN: Zone.BURN,
    Place.MUCK: Zone.MUCK,
    Place.HOLD: Zone.HOLD,
    Place.OUT: Zone.OUT,
    Place.DROPPED: Zone.DROPPED,
    Place.NOWHERE: Zone.STUCK,
    **{place: SEAT_ZONES[seat] for place, seat in SEAT_OF_PLACE.items()},
}


class SerialFelt:
    """See `Felt`. `silent`: devices whose cable is out."""

    def __init__(self, rig: Rig, deck: ScenarioDeck) -> None:
        self.silent: set[str] = set()
        self._rig = rig
        self._deck = deck
        self._begun = self._since = rig.now
        self._fallen: set[Physical] = set()
        self._pushed_in = False
        self._posts_seen = 0
        self._pressed = (-1, 0)

    # --- coming to rest ----------------------------------------------------------------------------------------------

    def press(self, keys: Sequence[int]) -> None:
        """Keys of the dealer's keypad, one after another."""
        for key in keys:
            if key == self._pressed[0]:
                self.wait_until(self._pressed[1] + APART_MS)
            self._pressed = (key, self._rig.now)
            self._do(partial(Hands.press, key=key))

    def rest(self) -> None:
        """Until everything that was done is known, and what the rules have posted lies in front of the seats."""
        self._come_to_rest()
        for seat in self._unpaid_posts():
            self.chips_crossed(seat)

    def _come_to_rest(self) -> None:
        self._wait_until(lambda: restless(self._rig, self.silent), "the table does not come to rest: it waits for {}")

    def _wait_until(self, why: Callable[[], str], words: str) -> None:
        """UnsettledError with what was waited for when it does not come."""
        limit = self._rig.now + PATIENCE_MS
        while waits_for := why():
            if self._rig.now >= limit:
                raise UnsettledError(words.format(waits_for))
            self._rig.go_on(limit)

    def _unpaid_posts(self) -> Sequence[SeatNo]:
        events = self._rig.events
        posts = {event.seat for event in events[self._posts_seen :] if isinstance(event, BlindPosted)}
        self._posts_seen = len(events)
        lines = self._rig.node.tracker.chips.lines
        return sorted(seat for seat in posts if seat in lines and lines[seat].wanted is not None)

    def _do(self, movement: Callable[[Hands], int]) -> None:
        begun = self._rig.now
        self.wait_until(begun + self._rig.act(movement))
        self._begun, self._since = begun, self._rig.now

    def wait_until(self, at: int) -> None:
        """Time passes, and whatever is due by itself happens."""
        while self._rig.now < at:
            self._rig.go_on(at)

    def wait(self, ms: int) -> None:
        """See `Felt`. It counts from when the last movement was over, or noticed where something is missed since.

        What the table needed to come to rest is part of it: nobody at the table waits for that.
        """
        missed = [since for since in missed_since(self._rig.node.tracker) if since >= self._begun]
        self._since = self._begun = max(missed, default=self._since) + ms
        self.wait_until(self._since)

    # --- cards -------------------------------------------------------------------------------------------------------

    def drawn(self, card: Physical, to: Place | None, *, fell: bool = False) -> None:
        """See `Felt`. What fell off the table is missed before the next card comes."""
        self._miss_the_fallen()
        self._lay_on_top(card)
        zone = Zone.DROPPED if fell else self._zone(Place.NOWHERE if to is None else to)
        self._do(lambda hands: hands.draw(zone))
        if fell:
            self._fallen.add(card)
        self.rest()

    def _lay_on_top(self, *cards: Physical) -> None:
        """The deck lies in the shoe, and these cards come next: its order is the scenario's affair."""
        if self._pushed_in:
            self.deck_out()
            self._insert()
        self._look(partial(_next_are, [self._deck.pieces[card] for card in cards]))

    def _miss_the_fallen(self) -> None:
        if self.silent:  # nothing is concluded from silence now
            return
        known = {self._deck.known[card] for card in self._fallen if card in self._deck.known}
        self._wait_until(
            lambda: "a card on the floor to be missed" if known & set(self._rig.node.tracker.cards.queue) else "",
            "tracking waits for {}",
        )
        self._fallen.clear()

    def drawn_together(self, cards: tuple[Physical, Physical], to: Place) -> None:
        """See `Felt`: both are in the mouth of the shoe at once."""
        self._miss_the_fallen()
        self._lay_on_top(*cards)
        zone = self._zone(to)
        self._do(lambda hands: max(hands.draw(zone), hands.draw(zone)))
        self.rest()

    def cloned(self, card: Physical, lies: Place, to: Place) -> None:  # noqa: ARG002 - the simulated table knows it
        """See `Felt`."""
        piece, zone = self._deck.clones[card], self._zone(to)
        self._do(lambda hands: hands.move(piece, zone))
        self.rest()

    def moved(self, card: Physical, source: Place, to: Place) -> None:  # noqa: ARG002 - the simulated table knows it
        """See `Felt`."""
        self._fallen.discard(card)
        zone = self._zone(to)
        self._do(lambda hands: hands.move(self._deck.pieces[card], zone))
        self.rest()

    def returned(self, card: Physical, source: Place) -> None:  # noqa: ARG002 - the same
        """Through the mouth of the shoe, or under a deck that is not in it."""
        self._fallen.discard(card)
        piece = self._deck.pieces[card]
        in_shoe = self._look(_in_shoe)
        self._do(lambda hands: hands.put_on_top(piece) if in_shoe else hands.put_under([piece]))
        self.rest()

    def all_back(self) -> None:
        """The shoe counts its deck only when it is put in."""
        self._pushed_in = True

    def drawn_for_button(self, cards: Sequence[tuple[SeatNo, Physical]]) -> None:
        """See `Felt`."""
        for seat, card in cards:
            self.drawn(card, SEAT_PLACES[seat])

    def _zone(self, place: Place) -> Zone:
        """The board's three antennas are filled one after another."""
        if place is not Place.BOARD:
            return _ZONES[place]
        lying = self._look(_on_board)
        return _SLOTS[lying] if lying < len(_SLOTS) else Zone.RIVER

    # --- the deck ----------------------------------------------------------------------------------------------------

    def deck_out(self) -> None:
        """See `Felt`."""
        self._do(lambda hands: hands.take_out_deck())
        self.rest()

    def deck_in(self, deck: Sequence[Physical]) -> None:
        """See `Felt`. A whole deck leaves no card of another one on the table. Its order is made as cards come out."""
        pieces = [self._deck.pieces[card] for card in deck]
        self._look(partial(_clear, pieces, everywhere=len(deck) == DECK_SIZE))
        outside = self._look(partial(_outside, pieces))
        if outside:
            self._do(lambda hands: hands.put_under(outside))
        self._insert()

    def _insert(self) -> None:
        self._do(lambda hands: hands.insert_deck())
        self._pushed_in = False
        self.rest()

    def stacked(self, deck: Sequence[Physical]) -> None:
        """See `Felt`."""
        pieces = [self._deck.pieces[card] for card in deck]
        self._look(partial(_clear, pieces, everywhere=False))
        self._look(partial(_fetch, pieces))

    # --- chips, seats, devices ---------------------------------------------------------------------------------------

    def chips_crossed(self, seat: SeatNo) -> None:
        """See `Felt`. Bet lines feel that chips cross, not how many."""
        self._do(lambda hands: hands.push(seat, 0))
        self._come_to_rest()

    def chips_wanted(self, seat: SeatNo) -> None:
        """Nothing moves."""

    def chips_unkeyed(self, seat: SeatNo) -> None:
        """Tracking asks by itself."""

    def seat_taken(self, seat: SeatNo, *, present: bool) -> None:
        """See `Felt`."""
        self._do(lambda hands: hands.walk(seat, away=not present))
        self.rest()

    def button_lies(self, seat: SeatNo) -> None:
        """See `Felt`."""
        self._do(lambda hands: hands.place_button(seat))
        self.rest()

    def device(self, name: str, *, speaks: bool) -> None:
        """See `Felt`: the cable is pulled or put in."""
        if name not in DEVICES:
            raise ImpossibleError(f"the simulated table has no device {name}; it has {', '.join(DEVICES)}")
        self._look(lambda table: table.order(Plug(name) if speaks else Unplug(name)))
        (self.silent.discard if speaks else self.silent.add)(name)
        self.rest()

    def _look(self, question: Callable[[SimulatedTable], T]) -> T:
        return self._rig.look(question)


# --- questions to the simulated table, and cards changed behind everybody's back -----------------------------------------


def _in_shoe(table: SimulatedTable) -> bool:
    return table.truth.deck_in_shoe


def _on_board(table: SimulatedTable) -> int:
    return sum(len(table.truth.zone(zone)) for zone in (Zone.FLOP, Zone.TURN, Zone.RIVER))


def _outside(pieces: Sequence[int], table: SimulatedTable) -> list[int]:
    return [piece for piece in pieces if table.truth.where(piece) is not Zone.DECK]


def _next_are(pieces: Sequence[int], table: SimulatedTable) -> None:
    """These cards lie on top of the deck."""
    truth = table.truth
    for piece in pieces:
        if truth.where(piece) is Zone.BOX:
            truth.move(piece, Zone.DECK)
    if [card.piece for card in truth.zone(Zone.DECK)[: len(pieces)]] != list(pieces):
        truth.stack(pieces)


def _clear(but: Sequence[int], table: SimulatedTable, *, everywhere: bool) -> None:
    """Every other card goes into the box, from the deck or from wherever it lies."""
    keep = set(but)
    for zone in Zone if everywhere else (Zone.DECK,):
        for card in table.truth.zone(zone):
            if card.piece not in keep and zone is not Zone.BOX:
                table.truth.move(card.piece, Zone.BOX)


def _fetch(pieces: Sequence[int], table: SimulatedTable) -> None:
    """Those of these cards that lie in the box are slipped into the deck."""
    for piece in _outside(pieces, table):
        table.truth.move(piece, Zone.DECK)
