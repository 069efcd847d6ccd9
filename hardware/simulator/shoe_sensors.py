"""What a card shoe feels besides its antenna: cards passing the gate, and the deck being put in or taken out.

Owns the gate's passages and the deck's state with its counted tags. Knows nothing of which card it was.
"""

from typing import Final

from hardware.protocol.events import Deck, DeckState, Gate, GateDirection
from hardware.simulator.antenna import Emit
from hardware.simulator.contacts import DEBOUNCE_MS
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone

COUNT_MS: Final = 500
"""Time a reader needs for a deck of 52 tags (ISO 15693, 16 slots, 95 of 100 cases: 534 ms)."""


class ShoeGate:
    """Two beams across the mouth of the shoe: one passage for whatever breaks them without a gap."""

    def __init__(self, table: PhysicalTable, emit: Emit) -> None:
        self._table = table
        self._emit = emit
        self.forget()

    def forget(self) -> None:
        """The board restarts."""
        self._began: int | None = None
        self._seen: dict[int, None] = {}
        self._most = 0

    def stir(self, now_ms: int) -> None:
        """Something came into the mouth of the shoe or left it."""
        inside = self._table.zone(Zone.EXIT)
        self._seen |= dict.fromkeys(card.piece for card in inside)
        self._most = max(self._most, len(inside))
        if inside and self._began is None:
            self._began = now_ms
        elif not inside and self._began is not None:
            self._passed(self._began, now_ms)

    def _passed(self, began: int, now_ms: int) -> None:
        back = all(self._table.where(piece) is Zone.DECK for piece in self._seen)
        direction = GateDirection.BACK_IN if back else GateDirection.OUT
        passage = Gate(direction, min(now_ms - began, 0xFFFF), self._most > 1)
        self._began, self._seen, self._most = None, {}, 0
        self.tell(passage, began, now_ms)

    def tell(self, passage: Gate, began: int, now_ms: int) -> None:
        """Something has passed, as felt now."""
        del now_ms
        self._emit(passage, began)

    def next_deadline(self) -> int | None:
        """When `run` is due, in ms: never by itself."""
        return None

    def run(self, now_ms: int) -> None:
        """Nothing happens by itself."""


class DeckSensor:
    """Whether the deck is in the shoe and the lid is closed; when it comes in, its tags are counted."""

    def __init__(self, table: PhysicalTable, emit: Emit) -> None:
        self._table = table
        self._emit = emit
        self.counts = True
        """The shoe has a tag reader: one with a camera cannot count a deck."""
        self._told: DeckState | None = None
        self._edge = 0
        self.deadline: int | None = None

    def forget(self, now_ms: int) -> None:
        """The board restarts: the state is told anew."""
        self._told = None
        self.deadline = None
        self.touch(now_ms)

    def touch(self, now_ms: int) -> None:
        """The deck or the lid may have been moved."""
        state = self._state()
        if state is self._told:
            self.deadline = None
        elif self.deadline is None:
            self._edge = now_ms
            self.deadline = now_ms + (COUNT_MS if state is DeckState.INSERTED else DEBOUNCE_MS)

    def next_deadline(self) -> int | None:
        """When to settle, in ms."""
        return self.deadline

    def settle(self, now_ms: int) -> None:
        """Tell the new state when it has stood long enough and the tags are counted."""
        if self.deadline is not None and self.deadline <= now_ms:
            self.deadline = None
            self._told = self._state()
            self._emit(self.level(), self._edge)

    def level(self) -> Deck:
        """The state and the number of tags in the deck now."""
        state = self._state()
        return Deck(state, len(self._table.zone(Zone.DECK)) if state is DeckState.INSERTED and self.counts else 0)

    def _state(self) -> DeckState:
        if not self._table.deck_in_shoe:
            return DeckState.REMOVED
        return DeckState.LID_OPEN if self._table.lid_open else DeckState.INSERTED
