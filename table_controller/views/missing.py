"""What the sensors do not show yet of the step under way, as messages of the room `missing`.

A card is named only where everybody has seen its face, and only where it is certain which one is meant.
"""

from collections.abc import Callable

from table_controller.core.cards import DECK_SIZE, LyingCard, texts_of
from table_controller.core.messages import Message
from table_controller.core.places import Place
from table_controller.core.procedure import STREETS, in_deck, missing, place_of_draw
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.ruling import BY_KEY
from table_controller.core.state import TableState
from table_controller.core.steps import Awaits, Need

Line = Callable[[TableState, ProcedureState, Need], Message | None]


def still_missing(state: TableState, procedure: ProcedureState) -> tuple[Message, ...]:
    """One line for each thing that has to be seen; a card that goes from one place to another makes one line, not two."""
    lines = (_LINES.get(need.what, _plain)(state, procedure, need) for need in missing(state, procedure))
    return tuple(line for line in lines if line is not None)


def may_say_done(state: TableState, procedure: ProcedureState) -> bool:
    """Whether the key may say what a sensor does not."""
    return procedure.failed is None and any(need.what in BY_KEY for need in missing(state, procedure))


def _plain(_state: TableState, _procedure: ProcedureState, need: Need) -> Message:
    return Message(need.what, {} if need.seat is None else {"seat": need.seat})


# --- cards ---------------------------------------------------------------------------------------------------------------


def _cards(state: TableState, procedure: ProcedureState, need: Need) -> Message | None:
    assert need.place is not None
    surplus = _surplus(state, need)
    if surplus < 0:
        return None if _comes_from_elsewhere(state, procedure, need.place) else _to(need.place, -surplus)
    to = _target(state, procedure, need.place)
    certain = need.count == 0 or to in (Place.HOLD, Place.SHOE)
    return _from(need.place, to, state.at(need.place)[-surplus:], named=certain)


def _surplus(state: TableState, need: Need) -> int:
    """Cards too many in the place of the need; less than nothing: too few."""
    return 0 if need.place is None else len(state.at(need.place)) - need.count


def _ways(awaits: Awaits, source: Place) -> list[Place]:
    """Where a card of this place may go now."""
    back = [Place.SHOE] if source in awaits.returns else []
    return back + [to for frm, to in awaits.moves if frm is source]


def _target(state: TableState, procedure: ProcedureState, source: Place) -> Place | None:
    """Where a card too many goes: where one is wanted, or the only way there is; None where the dealer may choose."""
    ways = _ways(procedure.awaits, source)
    short = [need.place for need in missing(state, procedure) if need.what == "cards" and _surplus(state, need) < 0]
    wanted = [place for place in ways if place in short] or ways
    return wanted[0] if len(wanted) == 1 else None


def _comes_from_elsewhere(state: TableState, procedure: ProcedureState, place: Place) -> bool:
    """Another line says already that a card comes here."""
    needs = (need for need in missing(state, procedure) if need.what == "cards" and _surplus(state, need) > 0)
    return any(_target(state, procedure, need.place) is place for need in needs if need.place is not None)


def _down(state: TableState, _procedure: ProcedureState, need: Need) -> Message:
    assert need.place is not None
    lying = tuple(card for card in state.at(need.place) if not card.up)
    if len(lying) > need.count:
        return _from(need.place, None, lying[need.count :], named=False)
    return Message("down", {"count": need.count - len(lying), "to": need.place.value})


def _up(state: TableState, procedure: ProcedureState, need: Need) -> Message:
    assert need.place is not None
    shown = tuple(card for card in state.at(need.place) if card.up)
    return _from(need.place, _target(state, procedure, need.place), shown, named=True)


def _lies(state: TableState, _procedure: ProcedureState, need: Need) -> Message:
    """`place`: where the card of one draw belongs."""
    source = place_of_draw(state, need.count)
    to = need.place or Place.SHOE
    if source is None:
        return _to(to, 1)
    return _from(source, to, tuple(card for card in state.at(source) if card.draw == need.count), named=True)


def _on(state: TableState, _procedure: ProcedureState, need: Need) -> Message:
    """`place`: where one card belongs, wherever it was moved by hand."""
    to = need.place or Place.SHOE
    source = place_of_draw(state, need.count)
    return _to(to, 1) if source is None else Message("move", {"source": source.value, "to": to.value, "count": 1})


def _to(place: Place, count: int) -> Message:
    return Message("to", {"count": count, "to": place.value})


def _from(source: Place, to: Place | None, lying: tuple[LyingCard, ...], *, named: bool) -> Message:
    faces = tuple(card.public for card in lying if card.public is not None)
    params: dict[str, str | int] = {"source": source.value}
    if to is not None:
        params["to"] = to.value
    key = "away" if to is None else "move"
    if named and len(faces) == len(lying) > 0:
        return Message(f"{key}_up", {**params, "cards": " ".join(texts_of(faces))})
    return Message(key, {**params, "count": len(lying)})


# --- the deck, the betting -----------------------------------------------------------------------------------------------


def _shuffled(state: TableState, procedure: ProcedureState, _need: Need) -> Message:
    """`count`: cards in the deck once those are in it that go back now."""
    if procedure.pool:
        return Message("shuffled", {"count": procedure.pool})
    going = ((need.place, _surplus(state, need)) for need in missing(state, procedure) if need.what == "cards")
    back = sum(more for place, more in going if place and more > 0 and _target(state, procedure, place) is Place.SHOE)
    return Message("shuffled", {"count": in_deck(state) + back})


def _whole(state: TableState, _procedure: ProcedureState, _need: Need) -> Message:
    out = sum(map(len, state.lying))
    return Message("whole", {"count": out}) if out else Message("counts", {"count": DECK_SIZE})


def _closed(_state: TableState, _procedure: ProcedureState, need: Need) -> Message:
    return Message("closed", {"street": STREETS[need.count].value})


_LINES: dict[str, Line] = {
    "cards": _cards,
    "down": _down,
    "up": _up,
    "lies": _lies,
    "on": _on,
    "shuffled": _shuffled,
    "mixed": _shuffled,
    "whole": _whole,
    "closed": _closed,
}
"""Needs that have something to say besides their name and seat."""
