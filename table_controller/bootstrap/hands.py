"""The robot's hands, put on a simulated table. Faces, seats and places become the simulator's plain numbers and zones here."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from hardware.simulator import pieces
from hardware.simulator.chips import NotThereError
from hardware.simulator.hands import Hands
from hardware.simulator.zones import Zone
from table_controller.core.cards import Card
from table_controller.core.ids import Chips, SeatNo
from table_controller.rehearsal.hands import NotThere, Spot, Strange

_PIECES = {Strange.TWIN: pieces.TWIN, Strange.JOKER: pieces.JOKER, Strange.FOREIGN: pieces.FOREIGN}

Reach = Callable[[Callable[[Hands], int]], int]
"""Lets hands begin a movement at the table now, and tells how long it takes."""


class SimulatedHands:
    """See `TableHands`."""

    def __init__(self, reach: Reach) -> None:
        self._at_table = reach

    def _reach(self, movement: Callable[[Hands], int]) -> int:
        try:
            return self._at_table(movement)
        except NotThereError as wrong:
            raise NotThere(str(wrong)) from wrong

    def draw(self, to: Spot, *, up: bool = False) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.draw(Zone(to), up=up))

    def move_zone(self, source: Spot, to: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.move_zone(Zone(source), Zone(to)))

    def move_last(self, source: Spot, to: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.move_last(Zone(source), Zone(to)))

    def return_top(self, source: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.return_top(Zone(source)))

    def move_nth(self, source: Spot, nth: int, to: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.move_nth(Zone(source), nth, Zone(to)))

    def return_nth(self, source: Spot, nth: int) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.return_nth(Zone(source), nth))

    def return_zones(self, *sources: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.return_zones(*map(Zone, sources)))

    def gather(self) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.gather())

    def gather_but(self, spot: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.gather_but(Zone(spot)))

    def shuffle(self, seed: str) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.shuffle(seed))

    def stack(self, faces: Sequence[Card]) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.stack(faces))

    def insert_deck(self) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.insert_deck())

    def take_out_deck(self) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.take_out_deck())

    def leave_out(self, to: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.leave_out(Zone(to)))

    def slip_in(self, strange: Strange, nth: int) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.slip_in(_PIECES[strange], nth))

    def lay(self, strange: Strange, to: Spot) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.move(_PIECES[strange], Zone(to)))

    def sort_out(self) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.sort_out())

    def press(self, key: int) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.press(key))

    def push(self, seat: SeatNo, amount: Chips) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.push(seat, amount))

    def pull_back(self, seat: SeatNo, amount: Chips) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.pull_back(seat, amount))

    def collect(self) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.collect())

    def collect_from(self, seat: SeatNo, amount: Chips) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.collect_from(seat, amount))

    def pay(self, seat: SeatNo, amount: Chips) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.pay(seat, amount))

    def rake(self, amount: Chips) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.rake(amount))

    def sit(self, seat: SeatNo, chips: Chips) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.sit(seat, chips))

    def stand_up(self, seat: SeatNo) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.stand_up(seat))

    def count_anew(self, stacks: Mapping[SeatNo, Chips], drop: Chips) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.count_anew({int(seat): int(chips) for seat, chips in stacks.items()}, drop))

    def walk(self, seat: SeatNo, *, away: bool) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.walk(seat, away=away))

    def place_button(self, seat: SeatNo) -> int:
        """See `TableHands`."""
        return self._reach(lambda hands: hands.place_button(seat))


class NotingHands(SimulatedHands):
    """Notes when each key goes down, one line each: monotonic ns of this computer, and the key."""

    def __init__(self, reach: Reach, note: Path) -> None:
        super().__init__(reach)
        self._note = note

    def press(self, key: int) -> int:
        """See `TableHands`."""
        went_down = 0

        def movement(hands: Hands) -> int:
            nonlocal went_down
            went_down = time.monotonic_ns()
            return hands.press(key)

        lasts = self._reach(movement)
        with self._note.open("a", encoding="ascii") as lines:
            lines.write(f"{went_down} {int(key)}\n")
        return lasts
