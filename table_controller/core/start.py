"""How a hand begins: its first card lands, the whole table is put down as a checkpoint, the posts go in."""

from table_controller.core.blinds import post_all
from table_controller.core.button import plan
from table_controller.core.checkpoint import checkpoint_of
from table_controller.core.draft import Draft
from table_controller.core.events import HandStarted
from table_controller.core.ids import AttemptNo, HandNo
from table_controller.core.procedure_events import StakeBroughtIn


def start_hand(draft: Draft) -> bool:
    """Starts the next hand, or the next attempt of a voided one. False: nobody knows the button, or too few play."""
    state = draft.state
    coming = plan(state)
    if coming is None:
        return False
    again = state.hand if state.hand is not None and state.hand.outcome == "void" else None
    if again is None:
        checkpoint = checkpoint_of(state)
        if checkpoint is not None:
            draft.add(checkpoint)
    draft.add(
        HandStarted(
            hand=HandNo(state.hands + 1) if again is None else again.number,
            attempt=AttemptNo(1) if again is None else AttemptNo(again.attempt + 1),
            button=coming.positions.button,
            small_blind=coming.positions.small_blind,
            big_blind=coming.positions.big_blind,
            dealt_in=coming.order,
            away=coming.away,
            owing=coming.owing,
        )
    )
    post_all(draft)
    _bring_in_carried(draft)
    return True


def _bring_in_carried(draft: Draft) -> None:
    """What an absent player left behind in a dead hand lies in this pot (SK89)."""
    hand = draft.state.hand
    for seat, amount in draft.state.carried:
        if hand is not None and seat in hand.order:
            draft.add(StakeBroughtIn(seat=seat, amount=amount))
