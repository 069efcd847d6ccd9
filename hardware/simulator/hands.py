"""What hands do at a simulated table, with the time each movement takes.

Owns the movements and their steps; the truth they change is the table's. Every method returns how many milliseconds the
movement takes, and none waits. Knows no rules.
"""

import heapq
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from hardware.simulator.chips import NotThereError
from hardware.simulator.hand_times import HandTimes
from hardware.simulator.motion import Motion
from hardware.simulator.pieces import DECK_SIZE
from hardware.simulator.shoe_sensors import COUNT_MS
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import SEAT_ZONES, Zone

Step = Callable[[], None]
_SEAT_OF: Final = {zone: seat for seat, zone in SEAT_ZONES.items()}


_HOLE: Final = 2  # cards of a hand
_ABOUT: Final = tuple(zone for zone in Zone if zone not in (Zone.DECK, Zone.BOX))
"""Where cards are that do not lie in the deck, nor in the box beside the table."""
APART_MS: Final = 500
"""Nobody moves chips over the line twice in a shorter time; a bet line could not tell the motions apart (assumed)."""


class Hands:
    """Movements under way, as steps on a clock. Sans-I/O: `run` at `next_deadline`."""

    def __init__(self, table: PhysicalTable, now: Callable[[], int], times: HandTimes, motion: Motion | None = None) -> None:
        """`motion`: what moves besides; None: nothing."""
        self.times = times
        self._motion = motion
        self._table = table
        self._now = now
        self._queue: list[tuple[int, int, Step]] = []
        self._count = 0
        self._crossed: dict[int, int] = {}
        self._lifts: dict[int, int] = {}

    def next_deadline(self) -> int | None:
        """When the next step of a movement is due, in ms."""
        return self._queue[0][0] if self._queue else None

    def run_next(self) -> None:
        """Do the earliest step."""
        heapq.heappop(self._queue)[2]()

    # --- cards -------------------------------------------------------------------------------------------------------

    def draw(self, to: Zone, *, up: bool = False) -> int:
        """The top card leaves the shoe and lands there. NotThereError when there is none or the deck is not in the shoe."""
        table, times = self._table, self.times
        if not table.deck_in_shoe or not table.zone(Zone.DECK):
            raise NotThereError("no card can be drawn")
        piece = table.draw(Zone.EXIT).piece
        self._later(times.exit, lambda: self._pass(piece, Zone.EXIT, Zone.HAND))
        self._later(times.exit + times.flight, lambda: self._pass(piece, Zone.HAND, to, up=up))
        self._fly(piece, Zone.EXIT, to, times.exit, times.flight)
        return times.exit + times.flight

    def move(self, piece: int, to: Zone, *, up: bool | None = None) -> int:
        """A card is moved by hand."""
        source = self._table.where(piece)
        self._table.move(piece, Zone.HAND)
        self._fly(piece, source, to, 0, self.times.slide)
        self._later(self.times.slide, lambda: self._pass(piece, Zone.HAND, to, up=up))
        return self.times.slide

    def move_zone(self, source: Zone, to: Zone) -> int:
        """All cards of a zone are moved together, first come first."""
        for card in self._table.zone(source):
            self.move(card.piece, to)
        return self.times.slide

    def move_last(self, source: Zone, to: Zone) -> int:
        """The card that came last to a zone is moved. NotThereError when none lies there."""
        return self.move(self._last(source), to)

    def return_top(self, source: Zone) -> int:
        """The card that came last to a zone goes back through the mouth of the shoe. NotThereError when none lies there."""
        return self.put_on_top(self._last(source))

    def move_nth(self, source: Zone, nth: int, to: Zone) -> int:
        """One card of a zone, counted from 1 in the order in which they came, is moved. NotThereError when there are fewer."""
        return self.move(self._nth(source, nth), to)

    def return_nth(self, source: Zone, nth: int) -> int:
        """One card of a zone, counted so, goes back through the mouth of the shoe. NotThereError when there are fewer."""
        return self.put_on_top(self._nth(source, nth))

    def put_on_top(self, piece: int) -> int:
        """A card goes back through the mouth of the shoe."""
        slide, through = self.times.slide, self.times.exit
        self._table.move(piece, Zone.HAND)
        self._later(slide, lambda: self._pass(piece, Zone.HAND, Zone.EXIT))
        self._later(slide + through, lambda: self._pass(piece, Zone.EXIT, Zone.DECK))
        return slide + through

    def return_zones(self, *zones: Zone) -> int:
        """All cards of these zones go under the deck, which is taken out of the shoe for it."""
        self.take_out_deck()
        return self.put_under([card.piece for zone in zones for card in self._table.zone(zone)])

    def take_out_deck(self) -> int:
        """The deck is taken out of the shoe."""
        self._table.handle_deck(in_shoe=False)
        return self.times.slide

    def put_under(self, pieces: Sequence[int]) -> int:
        """These cards are picked up and go under the deck, wherever it is."""
        for piece in pieces:
            self._table.move(piece, Zone.HAND)
        self._later(self.times.gather, lambda: self._into_deck(pieces))
        return self.times.gather

    def gather(self) -> int:
        """Every card of the table goes into the deck, which is taken out of the shoe for it."""
        return self.return_zones(*_ABOUT)

    def gather_but(self, zone: Zone) -> int:
        """The same, but the card that came last to this zone stays where it lies. NotThereError when none lies there."""
        stays = self._last(zone)
        self.take_out_deck()
        return self.put_under([card.piece for other in _ABOUT for card in self._table.zone(other) if card.piece != stays])

    def shuffle(self, seed: str) -> int:
        """What is in the deck is shuffled in an order that the seed gives."""
        self._table.shuffle(seed)
        return 0

    def stack(self, faces: Sequence[int]) -> int:
        """These faces come to the top of the deck in this order. NotThereError when one is not in the deck."""
        self._table.stack([self._table.piece_of(face) for face in faces])
        return 0

    def insert_deck(self) -> int:
        """The deck goes into the shoe, which counts it."""
        self._table.handle_deck(in_shoe=True)
        return COUNT_MS

    def leave_out(self, to: Zone) -> int:
        """The bottom card of the deck comes to lie there. NotThereError when the deck is empty."""
        deck = self._table.zone(Zone.DECK)
        if not deck:
            raise NotThereError("the deck is empty")
        return self.move(deck[-1].piece, to)

    def slip_in(self, piece: int, nth: int) -> int:
        """A card out of the box takes the place of one in the deck, counted from the top, which goes into the box.

        Where the deck has the same face, that card comes to the top first. NotThereError when there are fewer cards, or the card
        is not in the box.
        """
        table = self._table
        deck = [card.piece for card in table.zone(Zone.DECK)]
        if table.where(piece) is not Zone.BOX or not 0 < nth <= len(deck):
            raise NotThereError(f"no card can be slipped in as number {nth}")
        double = table.piece_of(table.face_of(piece))
        if double in deck and double != piece:
            deck.remove(double)
            deck.insert(0, double)
        table.move(deck[nth - 1], Zone.BOX)
        table.move(piece, Zone.DECK)
        table.order([*deck[: nth - 1], piece, *deck[nth:]])
        return self.times.slide

    def sort_out(self) -> int:
        """The deck is made up of its own 52 cards again, and all others go into the box; it is out of the shoe for it."""
        own = {card.piece for card in self._table.cards[:DECK_SIZE]}
        for zone in Zone:
            for card in self._table.zone(zone):
                if card.piece not in own and zone is not Zone.BOX:
                    self._table.move(card.piece, Zone.BOX)
        for card in self._table.zone(Zone.BOX):
            if card.piece in own:
                self._table.slip_under(card.piece)
        return self.times.gather

    def lift(self, seat: int, for_ms: int) -> int:
        """The player lifts the cards to look, and lays them down again."""
        self._table.lift(seat, up=True)
        self._lifts[seat] = this = self._lifts.get(seat, 0) + 1
        self._later(for_ms, lambda: self._lay_down(seat, this))
        return for_ms

    # --- chips, button, keys -----------------------------------------------------------------------------------------

    def push(self, seat: int, amount: int) -> int:
        """Chips go from the stack over the line. NotThereError when there are too few."""
        table = self._table
        table.chips.push(seat, amount)
        rest = max(0, self._crossed.get(seat, -APART_MS) + APART_MS - self._now())
        self._crossed[seat] = self._now() + rest
        self._later(rest, lambda: table.cross(seat, moving=True))
        self._later(rest + self.times.cross, lambda: table.cross(seat, moving=False))
        return rest + self.times.cross

    def pull_back(self, seat: int, amount: int) -> int:
        """Chips in front of a seat go back to its stack."""
        self._table.chips.pull_back(seat, amount)
        return self.times.slide

    def collect(self) -> int:
        """All bets go into the pot."""
        self._table.chips.collect()
        return self.times.slide

    def collect_from(self, seat: int, amount: int) -> int:
        """Dead chips go from in front of a seat into the pot."""
        self._table.chips.collect_from(seat, amount)
        return self.times.slide

    def pay(self, seat: int, amount: int) -> int:
        """Chips go from the pot to a stack."""
        self._table.chips.pay(seat, amount)
        return self.times.slide

    def rake(self, amount: int) -> int:
        """Chips go from the pot into the drop box."""
        self._table.chips.rake(amount)
        return self.times.slide

    def sit(self, seat: int, chips: int) -> int:
        """A player takes a seat, or one who sits brings more chips."""
        self._table.sit(seat, chips)
        return self.times.slide

    def stand_up(self, seat: int) -> int:
        """A player leaves with the stack."""
        self._table.stand_up(seat)
        return self.times.slide

    def count_anew(self, stacks: Mapping[int, int], drop: int) -> int:
        """Every stack and the drop box are made so; nothing is left in the middle."""
        self._table.chips.count_anew(stacks, drop)
        return self.times.slide

    def walk(self, seat: int, *, away: bool) -> int:
        """A player steps away from the table or comes back."""
        self._table.walk(seat, away=away)
        return self.times.slide

    def place_button(self, seat: int) -> int:
        """The button is lifted and laid at a seat."""
        self._table.place_button(None)
        self._later(self.times.slide, lambda: self._table.place_button(seat))
        return self.times.slide

    def press(self, key: int) -> int:
        """A key of the keypad is pressed and let go."""
        self._table.press(key, down=True)
        self._later(self.times.key_down, lambda: self._table.press(key, down=False))
        return self.times.key_down + self.times.key_gap

    def _nth(self, zone: Zone, nth: int) -> int:
        cards = self._table.zone(zone)
        if not 0 < nth <= len(cards):
            raise NotThereError(f"no card {nth} lies in {zone}")
        return cards[nth - 1].piece

    def _last(self, zone: Zone) -> int:
        cards = self._table.zone(zone)
        if not cards:
            raise NotThereError(f"no card lies in {zone}")
        return cards[-1].piece

    def _pass(self, piece: int, source: Zone, to: Zone, *, up: bool | None = None) -> None:
        if self._table.where(piece) is source:  # else another hand took it meanwhile
            self._table.move(piece, to, up=up)
            if self._motion is not None and to in _SEAT_OF and len(self._table.zone(to)) == _HOLE:  # its player will look
                for begin, for_ms in self._motion.looks():
                    self._later(begin, partial(self._look, _SEAT_OF[to], piece, for_ms))

    def _lay_down(self, seat: int, lift: int) -> None:
        if self._lifts[seat] == lift and seat in self._table.lifted:  # else they lie already
            self._table.lift(seat, up=False)

    def _fly(self, piece: int, source: Zone, to: Zone, after: int, ms: int) -> None:
        """The card is over other antennas on its way."""
        for zone, begin, end in () if self._motion is None else self._motion.way(source, to, ms):
            self._later(after + begin, partial(self._table.fly, piece, zone, over=True))
            self._later(after + end, partial(self._table.fly, piece, zone, over=False))

    def _look(self, seat: int, piece: int, for_ms: int) -> None:
        if self._table.where(piece) is SEAT_ZONES[seat] and seat not in self._table.lifted:
            self.lift(seat, for_ms)

    def _into_deck(self, pieces: Sequence[int]) -> None:
        for piece in pieces:
            if self._table.where(piece) is Zone.HAND:
                self._table.slip_under(piece)

    def _later(self, ms: int, step: Step) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self._now() + ms, self._count, step))
