"""Which role may give which order: the one table (HTTP API, "Kinds").

Until there is a sign-in a role is what somebody says of himself; it is refused all the same. What a level of a finding or a
second person asks for beyond that is for `signing`.
"""

from typing import Final

from table_controller.core import orders as ask
from table_controller.core.messages import Rejection
from table_controller.core.order_base import Order, Person, Role

_DEALER: Final = frozenset({Role.DEALER, Role.SYSTEM})
_FLOOR: Final = frozenset({Role.FLOOR, Role.PIT, Role.SYSTEM})
_TABLE: Final = _DEALER | _FLOOR
_SIGNING: Final = _TABLE | {Role.SURVEILLANCE}
_SEEING: Final = _FLOOR | {Role.SURVEILLANCE}
_WORKING: Final = _FLOOR | {Role.TECHNICIAN}
_KEEPING: Final = frozenset({Role.TECHNICIAN, Role.ADMINISTRATOR, Role.SYSTEM})

MAY: Final[dict[type[Order], frozenset[Role]]] = {
    **dict.fromkeys(
        (
            ask.Fold, ask.Check, ask.Call, ask.CheckOrCall, ask.Bet, ask.Raise, ask.BetOrRaise, ask.AllIn, ask.PushChips,
            ask.Show, ask.Muck, ask.PlayingBoard, ask.Undo, ask.Declare, ask.DealDone, ask.Misdeal, ask.Exposed, ask.Boxed,
            ask.Flashed, ask.Late, ask.Award, ask.NextHand, ask.AnswerQuestion, ask.LayCards, ask.NameCard, ask.ReportAbsent,
        ),
        _DEALER,
    ),
    **dict.fromkeys((ask.CallFloor, ask.Cancel, ask.Report, ask.Clock, ask.PostBlind, ask.ByHand), _TABLE),
    ask.ConfirmStep: _SIGNING,
    **dict.fromkeys((ask.Countersign, ask.ConfirmDeck, ask.RetireDeck), _SEEING),
    ask.EnrollDeck: _FLOOR,
    ask.OpenSealed: frozenset({Role.AUDITOR}),
    ask.NoteCopy: _KEEPING,
    ask.CheckDeck: _TABLE,
    **dict.fromkeys((ask.Acknowledge, ask.Shelve, ask.Unshelve), _SEEING),
    **dict.fromkeys((ask.OutOfService, ask.InService), _WORKING),
    **dict.fromkeys(
        (
            ask.Rule, ask.OverrideStep, ask.KillHand, ask.VoidHand, ask.Resume, ask.PushPot, ask.PauseTable, ask.CloseTable,
            ask.OpenTable, ask.TopUp, ask.Seat, ask.Leave, ask.Absent, ask.Back, ask.SitOut, ask.PlaceButton, ask.LastHand,
            ask.DrawForButton, ask.SetStakes, ask.SwapDeck, ask.DealerChange, ask.AssignFloor, ask.Level, ask.LevelClock,
        ),
        _FLOOR,
    ),
}  # fmt: skip
"""Every kind of order. SYSTEM is the product itself: what the rules do without anybody's word."""


REASONED: Final = (
    ask.VoidHand, ask.Resume, ask.OverrideStep, ask.KillHand, ask.RetireDeck, ask.Shelve, ask.OutOfService, ask.OpenSealed,
)  # fmt: skip
"""What is not done without saying why."""
_NEEDED: Final[dict[type[Order], str]] = {ask.OpenSealed: "auditor_needed", ask.NoteCopy: "technician_needed"}


def may_give(order: Order, by: Person) -> Rejection | None:
    """Why an order of this kind is not this role's, or lacks its reason."""
    if isinstance(order, REASONED) and not order.reason.strip():
        return Rejection("reason_needed")
    allowed = MAY[type(order)]
    if by.role in allowed:
        return None
    return Rejection(_NEEDED.get(type(order)) or ("floor_needed" if Role.DEALER not in allowed else "dealer_needed"))
