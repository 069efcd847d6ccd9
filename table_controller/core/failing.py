"""What a running step does not want: a card dealt, moved or put back that has no business there. Says what was seen instead.

Told by places and draws. A step that has failed asks for nothing more until somebody has it looked at again, and nobody has
before the cards lie as they may (`astray`).
"""

from collections.abc import Callable
from typing import Any

from table_controller.core import events as did
from table_controller.core.cards import LyingCard
from table_controller.core.events import AnyEvent
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.state import PLACE_INDEX, PLACES, TableState
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
        return _not_asked_back(before, event) if ok else Message("returned", {"place": event.source.value})
    if event.source not in _CENTRE and event.to not in _CENTRE and not _asked_back(before, event):
        return None
    if any((event.source, event.to) in awaits.moves for awaits in allowed):
        return _wrong_hole_card(before, event)
    return Message("moved", {"place": event.source.value, "to": event.to.value})


def _back_by_draw(state: TableState) -> dict[int, ProcedureState]:
    """Cards that a running step wants back in the deck, or lets go back, by the number of their draw."""
    return {
        need.count: one
        for one in state.procedures
        for step in one.steps[one.at :]
        for need in step.needs
        if need.what == "lies" and need.place in (Place.SHOE, Place.BOARD)
    }


def _asked_back(before: TableState, event: did.CardMoved) -> bool:
    """Of a hand, this one card has to go on top of the deck: nowhere else (M4.2)."""
    there = before.at(event.source)
    return event.index < len(there) and there[event.index].draw in _back_by_draw(before)


def _not_asked_back(before: TableState, event: did.CardMoved) -> Message | None:
    """Where one card is to go on top, no other one does."""
    wanted = _back_by_draw(before)
    from_here = any(card.draw in wanted for card in before.at(event.source))
    if not from_here or _asked_back(before, event):
        return None
    return Message("other_card", {"place": event.source.value})


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


# --- put right again -----------------------------------------------------------------------------------------------------


def astray(state: TableState, one: ProcedureState) -> tuple[Place, ...]:
    """Where cards lie that spoil the step still, as against how they lay before it failed: in order of places; SHOE: one is in
    the deck that may not go there. What is keyed by hand nobody can tell apart.
    """
    if one.failed is None or not one.lay or state.by_hand:
        return ()
    was = {_same(card): (place, card) for place, cards in zip(PLACES, one.lay, strict=True) for card in cards}
    found = [
        place
        for place in PLACES
        for card in state.at(place)
        if not _may_lie(state, one, card, was.pop(_same(card), (Place.SHOE, card))[0], place)
    ]
    returned = any(not _may_be_back(state, one, card, source) for source, card in was.values())
    return (*dict.fromkeys(found), *((Place.SHOE,) if returned else ()))


def _same(card: LyingCard) -> tuple[bool, int]:
    """What tells a card from others: which one it is, where this process knows that, else its draw."""
    known = card.hidden is not None and card.hidden.piece > 0
    return known, card.hidden.piece if card.hidden is not None and known else card.draw


def _may_be_back(state: TableState, one: ProcedureState, card: LyingCard, source: Place) -> bool:
    """Whether a card that lay there may be in the deck now."""
    if source in _NOWHERE:
        return True
    wanted = _back_by_draw(state)
    chosen = any(other.draw in wanted for other in one.lay[PLACE_INDEX[source]])
    return any(source in awaits.returns for awaits in _allowed(state)) and (not chosen or card.draw in wanted)


def _may_lie(state: TableState, one: ProcedureState, card: LyingCard, source: Place, place: Place) -> bool:
    """Whether a card that lay there may lie here now."""
    if source is place or place in _NOWHERE or source in _NOWHERE:
        return True
    if source is Place.SHOE:
        return _may_come(state, one, place)
    if any((source, place) in awaits.moves for awaits in _allowed(state)):
        return True
    return source not in _CENTRE and place not in _CENTRE and card.draw not in _back_by_draw(state)


def _may_come(state: TableState, one: ProcedureState, place: Place) -> bool:
    """Whether a card may have come here out of the deck meanwhile."""
    if one.step is not None and any(need.what == "top" for need in one.step.needs):
        return False
    wanted = next((awaits for awaits in reversed(_allowed(state)) if not awaits.game), None)
    return wanted is None or place is wanted.place or place in wanted.tolerates
