"""Seat sensors and button halls: levels in, changes out. Knows nothing of who may sit where."""

import msgspec

from table_controller.core.facts import AnyFact, ButtonSeen, SeatSensed
from table_controller.core.ids import Millis, SeatNo
from table_controller.tracking.belief import SeatBelief
from table_controller.tracking.clock import later
from table_controller.tracking.timing import ABSENT

_replace = msgspec.structs.replace

LIFTED = 0
"""What `SeatBelief.button` holds while no hall feels the button."""


def occupied(belief: SeatBelief, seat: SeatNo, level: bool, at: Millis) -> tuple[SeatBelief, tuple[AnyFact, ...]]:
    """The level of a seat sensor. Somebody is told at once, nobody when it has lasted."""
    leaving = {other: since for other, since in belief.leaving.items() if other != seat}
    if belief.present.get(seat) == level:
        return _replace(belief, leaving=leaving), ()
    if not level and seat in belief.present:
        return _replace(belief, leaving={seat: belief.leaving.get(seat, at), **leaving}), ()
    present = {**belief.present, seat: level}
    return _replace(belief, present=present, leaving=leaving), (SeatSensed(at=at, seat=seat, present=level),)


def tick(belief: SeatBelief, now: Millis) -> tuple[SeatBelief, tuple[AnyFact, ...]]:
    """Who has been gone long enough has left. `at`: when he did."""
    gone = {seat: since for seat, since in belief.leaving.items() if now >= since + ABSENT}
    if not gone:
        return belief, ()
    dealt = Millis(-1) if belief.dealt is None else belief.dealt
    facts = tuple(SeatSensed(at=since, seat=seat, present=False, at_deal=since < dealt) for seat, since in gone.items())
    leaving = {seat: since for seat, since in belief.leaving.items() if seat not in gone}
    return _replace(belief, present={**belief.present, **dict.fromkeys(gone, False)}, leaving=leaving), facts


def put_off(belief: SeatBelief, by: int) -> SeatBelief:
    """The same with so many milliseconds more."""
    leaving = {seat: Millis(since + by) for seat, since in belief.leaving.items()}
    return _replace(belief, leaving=leaving, dealt=later(belief.dealt, by))


def hall(belief: SeatBelief, seat: SeatNo, level: bool, at: Millis) -> tuple[SeatBelief, tuple[AnyFact, ...]]:
    """The level of a button hall. While it is moved two may feel it, or none: only one alone says where it is."""
    if belief.halls.get(seat) == level:
        return belief, ()
    halls = {**belief.halls, seat: level}
    feeling = [number for number, felt in halls.items() if felt]
    button = belief.button if len(feeling) > 1 else feeling[0] if feeling else LIFTED
    # At the start each hall says in turn that it feels nothing; that is no news of a button never seen.
    if button == belief.button or (button == LIFTED and belief.button is None):
        return _replace(belief, halls=halls), ()
    seen = None if button == LIFTED else SeatNo(button or LIFTED)
    return _replace(belief, halls=halls, button=button), (ButtonSeen(at=at, seat=seen),)
