"""The whole table between two hands as bytes, so that a fold may begin at the last one instead of at the first event.

Taken only while no card lies out: nothing hidden can be in it.
"""

import msgspec
from msgspec.structs import replace

from table_controller.core.events import Checkpoint
from table_controller.core.state import NOTHING_LIES, TableState

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(TableState)


def nothing_out(state: TableState) -> bool:
    """No hand runs, and no card lies outside the deck."""
    return not state.in_hand and state.lying == NOTHING_LIES


def checkpoint_of(state: TableState) -> Checkpoint | None:
    """The checkpoint of a table between hands; None while a hand runs or a card lies out."""
    if not nothing_out(state):
        return None
    hand = state.hand
    if hand is not None:
        state = replace(state, hand=replace(hand, before=None, opening=()))
    return Checkpoint(state=msgspec.Raw(_ENCODER.encode(state)))


def state_of_checkpoint(raw: msgspec.Raw) -> TableState | None:
    """The table a checkpoint holds; None if the bytes are not one."""
    try:
        return _DECODER.decode(raw)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
