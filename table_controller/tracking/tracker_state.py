"""Everything tracking remembers, as one frozen value, and its form in the journal."""

from collections.abc import Callable

import msgspec

from table_controller.core.ids import Millis
from table_controller.tracking import seat_desk, waiting
from table_controller.tracking.belief import CardBelief, ChipBelief, DeviceBelief, KeyBelief, SeatBelief
from table_controller.tracking.clock import moved, put_off

_replace = msgspec.structs.replace
Beliefs = tuple[CardBelief, ChipBelief]


class TrackerState(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Everything tracking remembers. `now`: time of the last step. Holds piece numbers, never faces or tags of cards."""

    cards: CardBelief = CardBelief()
    chips: ChipBelief = ChipBelief()
    seats: SeatBelief = SeatBelief()
    devices: DeviceBelief = DeviceBelief()
    keys: KeyBelief = KeyBelief()
    now: Millis = Millis(0)
    waits: waiting.Waits = waiting.Waits()


encode_state = msgspec.msgpack.Encoder().encode
"""A `TrackerState` as bytes, for the sealed part of a journal transaction."""
_decode = msgspec.msgpack.Decoder(TrackerState).decode


def decode_state(encoded: bytes, now: Millis) -> TrackerState:
    """The state that was journaled last, for a process that begins at `now`.

    No device has spoken since, so nothing is concluded from silence until each has. The time nobody was there does not count.
    """
    state = _decode(encoded)
    if now > state.now:  # else it is another run of the host's clock, and the first step sees to that
        state = put_off_all(state, now - state.now, now)
    cards = _replace(state.cards, blind=True, mute=True, due=None)
    return _replace(state, devices=_replace(state.devices, heard=()), cards=cards)


def put_off_all(state: TrackerState, by: int, now: Millis) -> TrackerState:
    """Everything that is waited for may come so many milliseconds later."""
    return _shifted(state, by, now, put_off)


def moved_all(state: TrackerState, now: Millis) -> TrackerState:
    """All of it on the clock that shows `now` since the last step, whatever the clock before it showed."""
    return _shifted(state, now - state.now, now, moved)


def _shifted(state: TrackerState, by: int, now: Millis, shift: Callable[[CardBelief, ChipBelief, int], Beliefs]) -> TrackerState:
    cards, chips = shift(state.cards, state.chips, by)
    seats = seat_desk.put_off(state.seats, by)
    return _replace(state, cards=cards, chips=chips, seats=seats, waits=waiting.put_off(state.waits, by), now=now)


def deadline(state: TrackerState) -> Millis | None:
    """When the passing of time matters next, host monotonic ms; None: time alone changes nothing."""
    ends = (state.cards.due, state.chips.due, state.waits.due, state.seats.due)
    return min((end for end in ends if end is not None), default=None)
