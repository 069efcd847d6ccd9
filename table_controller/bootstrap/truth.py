"""The referee's look at what is really so at a simulated table. The robot is never given this."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from hardware.simulator.table import SimulatedTable
from hardware.simulator.zones import Zone
from table_controller.core.cards import JOKER, Card
from table_controller.core.ids import Chips, SeatNo
from table_controller.rehearsal.hands import Spot

T = TypeVar("T")


class SimulatedTruth:
    """See `rehearsal.score.Truth`. `look` asks the table a question at this moment."""

    def __init__(self, look: Callable[[Callable[[SimulatedTable], object]], object]) -> None:
        self._look = look

    def stacks(self) -> Mapping[SeatNo, Chips]:
        """See `Truth`."""
        return self._ask(lambda table: {SeatNo(s): Chips(n) for s, n in table.truth.chips.stacks.items()})

    def loose_chips(self) -> Chips:
        """See `Truth`."""
        return self._ask(lambda table: Chips(table.truth.chips.pot + sum(table.truth.chips.bets.values())))

    def chips_unaccounted(self) -> int:
        """See `Truth`."""
        return self._ask(lambda table: table.truth.chips.total())

    def faces(self, spot: Spot) -> tuple[Card, ...]:
        """See `Truth`."""
        return self._ask(lambda table: tuple(Card(card.face) for card in table.truth.zone(Zone(spot)) if card.face <= JOKER))

    def cards(self) -> int:
        """See `Truth`."""
        return self._ask(lambda table: len({card.piece for zone in Zone for card in table.truth.zone(zone)}))

    def _ask(self, question: Callable[[SimulatedTable], T]) -> T:
        answer: T = self._look(question)  # type: ignore[assignment]
        return answer
