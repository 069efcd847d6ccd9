"""The gate and the deck sensor of a card shoe under noise.

Owns what they err in: passages that take too long, beams that something is in, tags of the deck that a count misses.
"""

import random
from typing import Final

from hardware.protocol.events import Deck, DeckState, Gate
from hardware.simulator.antenna import Emit
from hardware.simulator.chance import NEVER
from hardware.simulator.noise import Noise
from hardware.simulator.shoe_sensors import COUNT_MS, DeckSensor, ShoeGate
from hardware.simulator.troubles import spells
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone

DOUBLE_MS: Final = 400
"""A passage so long is taken for two cards (hardware/firmware/core/gate.h)."""
_COUNTS_FOR_MS: Final = 1_800
"""So long it counts on while cards are dealt."""
_BLOCKED_SHORTEST_S: Final = 0.1
_LONG_MS: Final = (250, 600)
"""A card that passes slowly takes so much longer (assumed)."""


class NoisyGate(ShoeGate):
    """As ShoeGate; it has something to do by itself."""

    def __init__(self, table: PhysicalTable, emit: Emit, noise: Noise, seed: int, now_ms: int) -> None:
        super().__init__(table, emit)
        self._long = noise.gate_long
        self._random = random.Random(f"gate {seed}")  # noqa: S311  (noise to repeat, not secrets)
        own, longest = random.Random(f"beam {seed}"), noise.gate_blocked_longest_s  # noqa: S311
        self._blocks = spells(own, noise.gate_blocked_per_hour, _BLOCKED_SHORTEST_S, longest, now_ms)
        self._block = next(self._blocks, (NEVER, NEVER))
        self._held: list[Gate] = []
        self._held_since = 0

    def next_deadline(self) -> int | None:
        """When what is in the beams leaves them."""
        return self._block[1] if self._block[1] < NEVER else None

    def forget(self) -> None:
        """The board restarts."""
        super().forget()
        self._held = []

    def run(self, now_ms: int) -> None:
        """What was in the beams may have left them."""
        while self._block[1] <= now_ms:
            self._free(self._block[1])
            self._block = next(self._blocks, (NEVER, NEVER))

    def tell(self, passage: Gate, began: int, now_ms: int) -> None:
        """Something has passed."""
        lasted = passage.duration_ms or 0
        if self._random.random() < self._long:
            lasted += self._random.randint(*_LONG_MS)
        if self._block[0] < now_ms and began < self._block[1]:  # told when the beams are free, as one
            self._held_since = self._held_since if self._held else min(began, self._block[0])
            self._held.append(passage)
        else:
            self._emit(Gate(passage.direction, min(lasted, 0xFFFF), passage.double or lasted >= DOUBLE_MS), began)

    def _free(self, now_ms: int) -> None:
        if self._held:
            lasted = now_ms - self._held_since
            double = any(one.double for one in self._held) or lasted >= DOUBLE_MS
            self._emit(Gate(self._held[-1].direction, min(lasted, 0xFFFF), double), self._held_since)
            self._held = []


class NoisyDeck(DeckSensor):
    """As DeckSensor; a count may be short, and is told again when a later one finds more. Once cards are dealt it is told again
    only when all have been found that were there, those included that have left since.
    """

    def __init__(self, table: PhysicalTable, emit: Emit, noise: Noise, seed: int) -> None:
        super().__init__(table, emit)
        self._miss = noise.deck_miss
        self._random = random.Random(f"deck count {seed}")  # noqa: S311  (noise to repeat, not secrets)
        self._missing = 0
        self._there = self._until = 0
        self._more: int | None = None

    def touch(self, now_ms: int) -> None:
        """The deck or the lid may have been moved."""
        super().touch(now_ms)
        if self.deadline is not None:
            self._more = None

    def settle(self, now_ms: int) -> None:
        """Tell a new state, or a better count."""
        if self._more is not None and self._more <= now_ms:
            self._count_on(now_ms)
        counts = self.deadline is not None and self.deadline <= now_ms and self._state() is DeckState.INSERTED
        if counts:
            self._there = len(self._table.zone(Zone.DECK))
            self._missing = self._missed(self._there)
            self._more = now_ms + COUNT_MS if self._missing and self.counts else None
            self._until = now_ms + _COUNTS_FOR_MS
        super().settle(now_ms)

    def next_deadline(self) -> int | None:
        """When to settle."""
        return min((at for at in (self.deadline, self._more) if at is not None), default=None)

    def level(self) -> Deck:
        """The state and the number of tags found so far."""
        state = self._state()
        found = max(0, len(self._table.zone(Zone.DECK)) - self._missing)
        return Deck(state, found if state is DeckState.INSERTED and self.counts else 0)

    def _count_on(self, now_ms: int) -> None:
        """One more inventory; what it was counted with goes out at the mouth, where it is read."""
        still = self._missed(self._missing)
        self._more = now_ms + COUNT_MS if still else None
        dealt = len(self._table.zone(Zone.DECK)) != self._there
        if self._state() is not DeckState.INSERTED or (dealt and now_ms > self._until):
            self._more, self._missing = None, 0
            return
        news = still < self._missing if not dealt else not still
        self._missing = still
        if news:
            self._emit(Deck(DeckState.INSERTED, self._there - still), now_ms)

    def _missed(self, tags: int) -> int:
        return sum(self._random.random() < self._miss for _ in range(tags)) if self._miss else 0
