"""Decks in and out: which one is dealt from, and whether the registry may be changed now. Never while a hand runs.

What becomes of the registry is the node's affair, which has it; the core only says whether this is the moment.
"""

from table_controller.core import orders as ask
from table_controller.core.deck_events import DeckInPlay
from table_controller.core.deck_orders import DeckOrder
from table_controller.core.draft import Draft
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person


def swap_deck(draft: Draft, order: ask.SwapDeck, by: Person) -> Rejection | None:
    """Between hands another deck comes in."""
    state = draft.state
    if state.in_hand:
        return Rejection("hand_running")
    if order.deck and order.deck == state.deck_in_play:
        return Rejection("deck_in_play")
    draft.add(DeckInPlay(deck=order.deck, by=by))
    return None


def between_hands(draft: Draft, _order: DeckOrder, _by: Person) -> Rejection | None:
    """Why the registry may not be touched now."""
    return Rejection("hand_running") if draft.state.in_hand else None
