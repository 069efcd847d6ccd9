"""The tracker: readings, recorded events and time in; facts and keyed orders out. One frozen state, pure functions.

Decides only what is where and what was pressed; what it means is the core's. Nothing is concluded from a reading being absent
while anything that could have brought it is silent, unsure or stalled.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from table_controller.core.cards import Card
from table_controller.core.events import AnyEvent, DealCompleted
from table_controller.core.facts import AnyFact, DeviceBack
from table_controller.core.ids import Millis
from table_controller.core.orders import AnyOrder
from table_controller.core.readings import (
    AnyReading,
    CardRead,
    DeckState,
    DeviceRefused,
    DeviceSilent,
    DeviceUp,
    EventsLost,
    GatePassed,
    InputLevel,
    KeyMoved,
    ReaderState,
    Reading,
    SnapshotValid,
    TagAbsent,
    TagHits,
    TagPresent,
)
from table_controller.core.state import TableState
from table_controller.tracking import (
    by_hand,
    card_waits,
    deck_desk,
    device_desk,
    gate_desk,
    key_desk,
    optics,
    seat_desk,
    strangers,
    timing,
    waiting,
)
from table_controller.tracking.belief import KeyBelief
from table_controller.tracking.bindings import InputRole, Zone
from table_controller.tracking.card_desk import CardDesk, Context
from table_controller.tracking.chip_desk import CHIP_EVENTS, ChipDesk
from table_controller.tracking.ground import Ground
from table_controller.tracking.tracker_state import TrackerState, deadline, moved_all, put_off_all

_replace = msgspec.structs.replace


TrackerInput = AnyReading | AnyEvent | None
"""None: time has passed, and nothing that was read before waits to be handled."""
Said = AnyFact | AnyOrder


def step(
    state: TrackerState, what: TrackerInput, now: Millis, ground: Ground, table: TableState
) -> tuple[TrackerState, tuple[Said, ...]]:
    """One input at a time. What is said stands in the order in which it is so; orders are those of keys."""
    handle = _HANDLERS.get(type(what))
    if handle is None:
        return state, ()
    if now < state.now:  # another run of the host's clock
        state = moved_all(state, now)
    return handle(state, what, now, Context(ground.bindings, ground.decks, table, ground.arbiter))


_Answer = tuple[TrackerState, tuple[Said, ...]]


def _with_desk(state: TrackerState, desk: CardDesk) -> _Answer:
    deck_desk.settle_deck(desk)
    if desk.start.deck_due is not None and desk.deck_due is None:  # its cards have waited for it
        desk.flush()
    by_hand.settle(desk)
    return _replace(state, cards=card_waits.believed(desk), now=desk.now), tuple(desk.facts)


def _unbound(state: TrackerState, reading: Reading, what: str) -> _Answer:
    devices, facts = device_desk.unbound(state.devices, reading.device, what, reading.at)
    return _replace(state, devices=devices), facts


def _tag_present(state: TrackerState, reading: TagPresent, now: Millis, context: Context) -> _Answer:
    zone = context.bindings.antennas.get((reading.device, reading.antenna))
    if zone is None:
        return _unbound(state, reading, f"antenna {reading.antenna}")
    desk = CardDesk(state.cards, context, now)
    piece = context.deck.find(reading.tag)
    if piece is None:
        strangers.seen(desk, zone, reading.tag, reading.at)
    else:
        if zone is Zone.SHOE:
            card_waits.unread_before(desk, reading.at)
        found = zone is not Zone.SHOE and reading.device in state.devices.unsure
        desk.seen(zone, piece, reading.at, found=found)
        if not reading.approximate:
            gate_desk.mark_pair(desk)
    return _with_desk(state, desk)


def _tag_absent(state: TrackerState, reading: TagAbsent, now: Millis, context: Context) -> _Answer:
    zone = context.bindings.antennas.get((reading.device, reading.antenna))
    if zone is None:
        return state, ()
    desk = CardDesk(state.cards, context, now)
    piece = context.deck.find(reading.tag)
    if piece is None:
        strangers.gone(desk, zone, reading.tag)
    else:
        desk.gone(zone, piece)
    return _with_desk(state, desk)


def _tag_hits(state: TrackerState, reading: TagHits, now: Millis, context: Context) -> _Answer:
    zone = context.bindings.antennas.get((reading.device, reading.antenna))
    piece = context.deck.find(reading.tag)
    if zone is None or piece is None:
        return state, ()
    desk = CardDesk(state.cards, context, now)
    desk.hits(zone, piece, reading.hits)
    return _with_desk(state, desk)


def _card_read(state: TrackerState, reading: CardRead, now: Millis, context: Context) -> _Answer:
    if (reading.device, 0) not in context.bindings.cards:
        return _unbound(state, reading, "card 0")
    piece = context.deck.only_piece(Card(reading.face)) if reading.confidence >= timing.GOOD_CONFIDENCE else None
    if piece is None or now - reading.at > timing.CAMERA_LATE:
        return state, ()  # its place in the order shows when it lands
    desk = CardDesk(state.cards, context, now)
    optics.read(desk, piece, reading.at)
    return _with_desk(state, desk)


def _gate_passed(state: TrackerState, reading: GatePassed, now: Millis, context: Context) -> _Answer:
    if (reading.device, 0) not in context.bindings.gates:
        return _unbound(state, reading, "gate 0")
    desk = CardDesk(state.cards, context, now)
    gate_desk.passed(desk, reading)
    return _with_desk(state, desk)


def _deck_state(state: TrackerState, reading: DeckState, now: Millis, context: Context) -> _Answer:
    if (reading.device, 0) not in context.bindings.decks:  # a board to which no shoe is wired rests so and says nothing
        return _unbound(state, reading, "deck 0") if reading.state != deck_desk.REMOVED else (state, ())
    desk = CardDesk(state.cards, context, now)
    deck_desk.deck_state(desk, reading.state, reading.tags, reading.at)
    return _with_desk(state, desk)


def _input(state: TrackerState, reading: InputLevel, now: Millis, context: Context) -> _Answer:
    bound = context.bindings.inputs.get((reading.device, reading.index))
    if bound is None:  # an input nothing is wired to rests low and says nothing
        return _unbound(state, reading, f"input {reading.index}") if reading.level else (state, ())
    if bound.role is InputRole.BET:
        desk = ChipDesk(state.chips, context.table, context.bindings.seats_with(InputRole.BET), now)
        desk.edge(bound.seat, reading.level, reading.at)
        return _replace(state, chips=desk.belief(), now=now), tuple(desk.facts)
    changed = seat_desk.hall if bound.role is InputRole.BUTTON else seat_desk.occupied
    seats, facts = changed(state.seats, bound.seat, reading.level, reading.at)
    return _replace(state, seats=seats, now=now), facts


def _key(state: TrackerState, reading: KeyMoved, now: Millis, context: Context) -> _Answer:
    if (reading.device, reading.keypad) not in context.bindings.keypads:
        return _unbound(state, reading, f"keypad {reading.keypad}")
    unsure = reading.device in state.devices.unsure
    keys, orders = key_desk.moved(state.keys, reading, context.table, unsure=unsure)
    return _replace(state, keys=keys, now=now, waits=waiting.after_key(state.waits, now)), orders


def _device(state: TrackerState, reading: Reading, now: Millis, context: Context) -> _Answer:
    devices, facts = device_desk.heard(state.devices, reading, context.bindings)
    state = _replace(state, devices=devices, now=now)
    if any(type(fact) is DeviceBack for fact in facts):  # nothing could be keyed meanwhile
        state = _replace(state, waits=waiting.after_key(state.waits, now))
    said: tuple[Said, ...] = facts
    if type(reading) is EventsLost and any(owner == reading.device for owner, _ in context.bindings.keypads):
        # Which keys are down nobody knows now, and a half-typed amount may lack a digit.
        state = _replace(state, keys=KeyBelief(doubtful=reading.count != 0))
    if type(reading) is SnapshotValid and reading.device in context.bindings.names:
        state, more = _snapshot(state, reading, now, context)
        said += more
    return _sighted(state, facts, now, context), said


def _snapshot(state: TrackerState, reading: SnapshotValid, now: Millis, context: Context) -> _Answer:
    """What of the scanned places was not named is not there; what was named and is new was not seen happening."""
    bindings, device = context.bindings, reading.device
    named = [(bindings.antennas.get((device, antenna)), context.deck.find(tag)) for antenna, tag in reading.tags]
    desk = CardDesk(state.cards, context, now)
    for (owner, antenna), zone in bindings.antennas.items():
        if owner == device and (reading.antennas is None or antenna in reading.antennas):
            for piece in desk.pieces_in(zone):
                if (zone, piece) not in named:
                    desk.gone(zone, piece)
    for zone_or_none, piece_or_none in named:
        if zone_or_none is not None and piece_or_none is not None:
            desk.seen(zone_or_none, piece_or_none, reading.at, found=zone_or_none is not Zone.SHOE)
    state, said = _with_desk(state, desk)
    for index, level in reading.inputs:
        state, more = _input(state, InputLevel(device=device, at=reading.at, index=index, level=level), now, context)
        said += more
    return state, said


def _sighted(state: TrackerState, facts: tuple[AnyFact, ...], now: Millis, context: Context) -> TrackerState:
    """Whether silence of antennas and lines says anything now, after what was heard of devices."""
    blind = device_desk.blind(state.devices, context.bindings)
    chips = ChipDesk(state.chips, context.table, frozenset(), now)
    chips.devices_told(facts)
    chips.blind(device_desk.blind_lines(state.devices, context.bindings))
    desk = CardDesk(state.cards, context, now)
    deck_desk.set_blind(desk, blind, device_desk.mute(state.devices, context.bindings))
    return _replace(state, cards=card_waits.believed(desk), chips=chips.belief())


def _event(state: TrackerState, event: AnyEvent, now: Millis, context: Context) -> _Answer:
    if type(event) in waiting.WAITING_EVENTS:
        state = _replace(state, waits=waiting.after_event(state.waits, event, context.table, now), now=now)
    if type(event) in CHIP_EVENTS:
        speaking = context.bindings.seats_with(InputRole.BET) - device_desk.blind_lines(state.devices, context.bindings)
        chips = ChipDesk(state.chips, context.table, speaking, now)
        chips.note_event(event)
        state = _replace(state, chips=chips.belief(), now=now)
    if type(event) is DealCompleted:
        state = _replace(state, seats=_replace(state.seats, dealt=now))
    if by_hand.concerns(event) or type(event) in deck_desk.DECK_EVENTS:
        desk = CardDesk(state.cards, context, now)
        deck_desk.note_event(desk, event)
        by_hand.note_event(desk, event)
        return _with_desk(state, desk)
    return state, ()


def _tick(state: TrackerState, _what: None, now: Millis, context: Context) -> _Answer:
    due = deadline(state)
    if due is None or now < due:
        return state, ()
    if now - due > timing.STALL:
        return put_off_all(state, now - due + timing.AFTER_STALL, now), ()
    cards = state.cards
    waits, fact = waiting.over(state.waits, now, context.table, unsure=card_waits.unsure(cards, now, context.bindings))
    seats, left = seat_desk.tick(state.seats, now)
    state = _replace(state, waits=waits, seats=seats)
    if fact is not None or left:
        return _replace(state, now=now), (*left, *(() if fact is None else (fact,)))
    desk = CardDesk(state.cards, context, now)
    card_waits.tick(desk)
    chip_desk = ChipDesk(state.chips, context.table, frozenset(), now)
    chip_desk.tick()
    state, said = _with_desk(_replace(state, chips=chip_desk.belief()), desk)
    return state, (*said, *chip_desk.facts)


_HANDLERS: dict[type, Callable[[TrackerState, Any, Millis, Context], _Answer]] = {
    TagPresent: _tag_present,
    TagAbsent: _tag_absent,
    TagHits: _tag_hits,
    CardRead: _card_read,
    GatePassed: _gate_passed,
    DeckState: _deck_state,
    InputLevel: _input,
    KeyMoved: _key,
    ReaderState: _device,
    SnapshotValid: _device,
    EventsLost: _device,
    DeviceUp: _device,
    DeviceSilent: _device,
    DeviceRefused: _device,
    type(None): _tick,
    **dict.fromkeys((*CHIP_EVENTS, *deck_desk.DECK_EVENTS, *waiting.WAITING_EVENTS, *by_hand.EVENTS), _event),
}
