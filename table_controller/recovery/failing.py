"""What a running step does not want: a card dealt, moved or put back that has no business there. Says what was seen instead.

Told by places and counts only. A step that has failed asks for nothing more until somebody has it looked at again.
"""

from collections.abc import Callable
from typing import Any

from table_controller.core import events as did
from table_controller.core.events import AnyEvent
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.state import TableState
from table_controller.core.steps import Awaits

_NOWHERE = (Place.NOWHERE, Place.DROPPED)
_CENTRE = (Place.BOARD, Place.BURN, Place.HOLD, Place.OUT)


def failed(before: TableState, event: AnyEvent) -> tuple[ProcedureState, Message] | None:
    """The procedure whose step this event spoils, and what was seen; None when nothing is wrong with it."""
    look = _LOOKS.get(type(event))
    if look is None or not before.procedures or any(one.failed is not None for one in before.procedures):
        return None
    seen: Message | None = look(before, event)
    return None if seen is None else (before.procedures[-1], seen)


def _allowed(state: TableState) -> list[Awaits]:
    return [one.awaits for one in state.procedures]


def _dealt_to(place: Callable[[Any], Place]) -> Callable[[TableState, Any], Message | None]:
    def look(before: TableState, event: Any) -> Message | None:
        landed = place(event)
        wanted = next((awaits for awaits in reversed(_allowed(before)) if not awaits.game), None)
        if event.found or landed in _NOWHERE:
            return None
        if wanted is not None and landed is not wanted.place and landed not in wanted.tolerates:
            return Message("dealt", {"place": landed.value})
        return _other_than_top(before, event, landed)

    return look


def _other_than_top(before: TableState, event: did.CardEvent, landed: Place) -> Message | None:
    """A card was put back to be burned next, and another one comes out, or it goes elsewhere."""
    for one in before.procedures:
        if one.top is None or one.top_burned is not None or one.step is None:
            continue
        if all(need.what != "top" for need in one.step.needs):
            continue
        hidden, top = event.hidden, one.top.hidden
        if landed is not Place.BURN:
            return Message("dealt", {"place": landed.value})
        if hidden is not None and top is not None and hidden.piece != top.piece:
            return Message("other_card", {"place": landed.value})
    return None


def _moved(before: TableState, event: did.CardMoved) -> Message | None:
    if event.source in _NOWHERE or event.to in _NOWHERE or before.hand is None or before.hand.outcome == "void":
        return None
    allowed = _allowed(before)
    if event.to is Place.SHOE:
        ok = any(event.source in awaits.returns for awaits in allowed)
        return None if ok else Message("returned", {"place": event.source.value})
    if event.source not in _CENTRE and event.to not in _CENTRE:
        return None
    if any((event.source, event.to) in awaits.moves for awaits in allowed):
        return _wrong_hole_card(before, event)
    return Message("moved", {"place": event.source.value, "to": event.to.value})


def _wrong_hole_card(before: TableState, event: did.CardMoved) -> Message | None:
    """Of a seat's cards only the exposed one may leave."""
    there = before.at(event.source)
    if event.source not in SEAT_OF_PLACE or event.to is not Place.BURN or event.index >= len(there):
        return None
    shown = any(card.up for card in there)
    return Message("other_card", {"place": event.source.value}) if shown and not there[event.index].up else None


_LOOKS: dict[type, Callable[[TableState, Any], Message | None]] = {
    did.CardMoved: _moved,
    did.CardDealt: _dealt_to(lambda event: SEAT_PLACES[event.seat]),
    did.CardBurned: _dealt_to(lambda _event: Place.BURN),
    did.BoardCardDealt: _dealt_to(lambda _event: Place.BOARD),
    did.CardDrawn: _dealt_to(lambda event: event.to),
}
