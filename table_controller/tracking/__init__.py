"""Readings to facts: what lies where, what was pressed, which device speaks. Still without judgement.

Must not know the rules of the game, but for asking the core where the next card is awaited, nor what a fact means for a hand.
"""

from table_controller.tracking.bindings import Bindings, InputBinding, InputRole, SourceKind, Zone
from table_controller.tracking.deck_desk import cleared
from table_controller.tracking.ground import Ground
from table_controller.tracking.tracker import TrackerInput, step
from table_controller.tracking.tracker_state import TrackerState, deadline, decode_state, encode_state

__all__ = [
    "Bindings",
    "Ground",
    "InputBinding",
    "InputRole",
    "SourceKind",
    "TrackerInput",
    "TrackerState",
    "Zone",
    "cleared",
    "deadline",
    "decode_state",
    "encode_state",
    "step",
]
