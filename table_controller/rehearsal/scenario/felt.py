"""The physical table of a scenario: what hands do to cards, chips, seats and devices, and that time passes.

Whoever stands behind it lets the product know, by facts at once or by what devices feel. Must not know what anything means to
the game: the truth goes in, and no answer comes out.
"""

from collections.abc import Sequence
from typing import Protocol

from table_controller.core.ids import SeatNo
from table_controller.core.places import Place
from table_controller.rehearsal.scenario.deck import Physical


class Felt(Protocol):
    """Each movement is over when its method returns, and as much of it is known as sensors can tell by then.

    ImpossibleError from any method for what this table cannot do.
    """

    def drawn(self, card: Physical, to: Place | None, *, fell: bool = False) -> None:
        """A card left the deck. `to` None: it lies nowhere yet; `fell`: it is off the table."""
        ...

    def drawn_together(self, cards: tuple[Physical, Physical], to: Place) -> None:
        """Two cards, stuck to each other, left the deck in one draw and landed there."""
        ...

    def cloned(self, card: Physical, lies: Place, to: Place) -> None:
        """A second tag with the number of this card, which `lies` elsewhere (SHOE: in the deck), comes to lie there."""
        ...

    def moved(self, card: Physical, source: Place, to: Place) -> None:
        """A card was moved by hand, found again (`source` is nowhere), or fell off the table (`to`)."""
        ...

    def returned(self, card: Physical, source: Place) -> None:
        """A card went into the deck."""
        ...

    def all_back(self) -> None:
        """The deck is whole: nothing is under way, and draws are counted anew."""
        ...

    def deck_out(self) -> None:
        """The deck is taken out of the shoe, or falls."""
        ...

    def deck_in(self, deck: Sequence[Physical]) -> None:
        """These cards are put into the shoe, wherever they were; whatever else was in the deck leaves the table."""
        ...

    def stacked(self, deck: Sequence[Physical]) -> None:
        """The deck in the shoe is another one in secret: this one."""
        ...

    def drawn_for_button(self, cards: Sequence[tuple[SeatNo, Physical]]) -> None:
        """The opening draw: each seat gets its open card."""
        ...

    def chips_crossed(self, seat: SeatNo) -> None:
        """Chips went over the line."""
        ...

    def chips_wanted(self, seat: SeatNo) -> None:
        """A key says that chips went in, and none did."""
        ...

    def chips_unkeyed(self, seat: SeatNo) -> None:
        """Chips went over the line, and no act is theirs."""
        ...

    def seat_taken(self, seat: SeatNo, *, present: bool) -> None:
        """Somebody sits there, or nobody does."""
        ...

    def button_lies(self, seat: SeatNo) -> None:
        """The button is laid there."""
        ...

    def device(self, name: str, *, speaks: bool) -> None:
        """A device goes silent or comes back."""
        ...

    def wait(self, ms: int) -> None:
        """Time passes, in milliseconds."""
        ...
