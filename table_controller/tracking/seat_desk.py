"""Seat sensors and button halls: levels in, changes out. Knows nothing of who may sit where."""

from table_controller.core.facts import AnyFact, ButtonSeen, SeatSensed
from table_controller.core.ids import Millis, SeatNo
from table_controller.tracking.belief import SeatBelief

LIFTED = 0
"""What `SeatBelief.button` holds while no hall feels the button."""


def occupied(belief: SeatBelief, seat: SeatNo, level: bool, at: Millis) -> tuple[SeatBelief, tuple[AnyFact, ...]]:
    """The level of a seat sensor; told when it is new."""
    if belief.present.get(seat) == level:
        return belief, ()
    present = {**belief.present, seat: level}
    return SeatBelief(present, belief.halls, belief.button), (SeatSensed(at=at, seat=seat, present=level),)


def hall(belief: SeatBelief, seat: SeatNo, level: bool, at: Millis) -> tuple[SeatBelief, tuple[AnyFact, ...]]:
    """The level of a button hall. While it is moved two may feel it, or none: only one alone says where it is."""
    if belief.halls.get(seat) == level:
        return belief, ()
    halls = {**belief.halls, seat: level}
    feeling = [number for number, felt in halls.items() if felt]
    button = belief.button if len(feeling) > 1 else feeling[0] if feeling else LIFTED
    # At the start each hall says in turn that it feels nothing; that is no news of a button never seen.
    if button == belief.button or (button == LIFTED and belief.button is None):
        return SeatBelief(belief.present, halls, belief.button), ()
    seen = None if button == LIFTED else SeatNo(button or LIFTED)
    return SeatBelief(belief.present, halls, button), (ButtonSeen(at=at, seat=seen),)
