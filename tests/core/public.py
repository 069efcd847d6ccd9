"""What a reader without the key gets: the same events and states, hidden cards unknown unless they lie open.

Built by hand, so that it can be compared with what the fold of unsealed events gives.
"""

from msgspec.structs import replace

from table_controller.core import events as did
from table_controller.core.cards import HiddenCard, LyingCard
from table_controller.core.events import AnyEvent, CardEvent
from table_controller.core.fold_cards import SOME_PIECE
from table_controller.core.state import HandState, TableState


def public_event(event: AnyEvent) -> AnyEvent:
    """The event as the dashboard reads it."""
    if isinstance(event, CardEvent):
        return replace(event, hidden=None)
    return replace(event, pieces=None) if isinstance(event, did.HandTabled) else event


def _public_card(card: LyingCard) -> LyingCard:
    if card.up and card.hidden is not None:
        return replace(card, hidden=HiddenCard(SOME_PIECE, card.hidden.face))
    return replace(card, hidden=None)


def public_state(state: TableState) -> TableState:
    """The state as the dashboard has it."""
    hand: HandState | None = state.hand
    lying = tuple(tuple(map(_public_card, place)) for place in state.lying)
    return replace(state, lying=lying, out=0, hand=hand)
