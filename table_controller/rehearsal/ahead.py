"""Players who do not wait for the keys: whose turn it is in truth, and what may be done before the screen knows of it.

Owns the truth of one betting round as the people at the table know it: who has acted, what lies in front of whom. What has not
been keyed yet counts. Knows no limit of the game: nobody bets or raises ahead of the keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from table_controller.core.events import (
    ActUndone,
    AnyEvent,
    BetMade,
    Called,
    Checked,
    DealCompleted,
    Folded,
    HandStarted,
    Raised,
    StreetOpened,
)
from table_controller.core.ids import Chips, SeatNo
from table_controller.rehearsal.players import Act, ActKind
from table_controller.rehearsal.purse import Purse
from table_controller.views.shapes import ActKeys, DealerView

_NONE = Chips(0)
_ACTS = (Folded, Checked, Called, BetMade, Raised)


@dataclass(slots=True)
class Turns:
    """Whose turn it is. Tell it every event of the record (`follow`)."""

    purse: Purse
    keyed: int = 0
    """Acts in the record, less those taken back."""
    _acted: set[SeatNo] = field(default_factory=set)
    """Who has acted in this round, by the record."""

    def follow(self, event: AnyEvent) -> None:
        """An event of the record."""
        match event:
            case HandStarted() | DealCompleted() | StreetOpened():
                self._acted.clear()
            case ActUndone(seat=seat):
                self.keyed -= 1
                self._acted.discard(seat)
            case _ if isinstance(event, _ACTS):
                self.keyed += 1
                self._acted.add(event.seat)
            case _:
                pass

    def after(self, view: DealerView, made: Sequence[tuple[SeatNo, Act]]) -> SeatNo | None:
        """Who acts after these acts, which are not on the screen yet; None: the round is over."""
        able = self._able(view, made)
        if self.contenders(view, made) < 2:
            return None
        last, price = made[-1][0], self.price(view)
        acted = self._acted | {seat for seat, _ in made}
        most = max(self.purse.bets.values(), default=_NONE)
        for seat in (*(one for one in able if one > last), *(one for one in able if one <= last)):
            bet = self.purse.bet(seat)
            if (seat not in acted or bet < price) and (bet < most or len(able) > 1):
                return seat
        return None

    def contenders(self, view: DealerView, made: Sequence[tuple[SeatNo, Act]]) -> int:
        """How many hands play for the pot."""
        return len(self._playing(view, made, "live", "all_in"))

    def _able(self, view: DealerView, made: Sequence[tuple[SeatNo, Act]]) -> list[SeatNo]:
        """Who has a hand and chips behind, in order of their seats."""
        return sorted(seat for seat in self._playing(view, made, "live") if self.purse.stacks.get(seat, _NONE))

    @staticmethod
    def _playing(view: DealerView, made: Sequence[tuple[SeatNo, Act]], *standing: str) -> list[SeatNo]:
        """Who stands so and has not folded."""
        folded = {seat for seat, act in made if act.kind is ActKind.FOLD}
        seats = () if view.pit.hand is None else view.pit.hand.seats
        return [one.seat for one in seats if one.status in standing and one.seat not in folded]

    def price(self, view: DealerView) -> Chips:
        """What has to be matched in this round."""
        blind = view.pit.game.big_blind if view.pit.hand is not None and view.pit.hand.street == "preflop" else _NONE
        return max(blind, *self.purse.bets.values(), _NONE)

    def choices(self, view: DealerView, seat: SeatNo) -> ActKeys:
        """What the seat may do, as the screen would show it; any raise stands for all of them."""
        bet, stack = self.purse.bet(seat), self.purse.stacks.get(seat, _NONE)
        due = Chips(max(0, self.price(view) - bet))
        raises = Chips(bet + stack) if stack > due else None
        return ActKeys(
            seat=seat,
            fold=True,
            check=not due,
            call=Chips(min(due, stack)) if due else None,
            wager="raise" if raises else None,
            min_to=raises,
            max_to=raises,
            half_pot_to=None,
            pot_to=None,
            all_in_to=raises,
        )
