"""Questions about running procedures: what of a step is met, what is missing, whether acts wait or the board does not count.

Reads what everybody may know. Where a card is told apart from another it is by the number of its draw.
"""

from collections.abc import Callable

from table_controller.core.cards import DECK_SIZE
from table_controller.core.events import Street
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.state import NOTHING_LIES, PLACES, SeatStatus, TableState
from table_controller.core.steps import FREELY, Awaits, Need, Step

STREETS = (Street.DEAL, Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER, Street.SHOWDOWN)


def running(state: TableState) -> ProcedureState | None:
    """The procedure whose step is to be done next: the one that began last."""
    return state.procedures[-1] if state.procedures else None


def awaits(state: TableState) -> Awaits:
    """What may happen now, as far as procedures go."""
    return state.procedures[-1].awaits if state.procedures else FREELY


def unconfirmed(state: TableState) -> tuple[int, ...]:
    """Numbers of the open findings that nobody has let be put right yet, oldest first."""
    if not state.findings:
        return ()
    busy = {one.finding for one in state.procedures}
    return tuple(finding.number for finding in state.findings if finding.number not in busy)


def follows_the_game(state: TableState) -> bool:
    """Cards leave the deck as the game wants them: no step asks for another order, and none that failed is put right by hand."""
    return all(one.awaits.game and one.failed is None for one in state.procedures)


def acts_held(state: TableState) -> bool:
    """Betting waits for a step."""
    return any(one.awaits.holds for one in state.procedures)


def board_held(state: TableState) -> bool:
    """What lies on the board does not count as a street: it came too early, or is being dealt again."""
    if not state.findings:
        return False
    if any(one.failed is not None or one.awaits.holds or one.awaits.keeps_board for one in state.procedures):
        return True
    busy = {one.finding for one in state.procedures}
    return any(finding.keeps_board and finding.number not in busy for finding in state.findings)


def missing(state: TableState, procedure: ProcedureState) -> tuple[Need, ...]:
    """What the sensors have not shown yet of the step under way."""
    step = procedure.step
    if step is None:
        return ()
    return tuple(need for need in step.needs if not _MET[need.what](state, procedure, need))


def to_be_mucked(state: TableState) -> SeatNo | None:
    """A seat whose hand is dead and whose cards have yet to go to the muck, before any pot is pushed (M10.2).

    Not while cards are keyed by hand, nor where the floor has let them lie for a recorded reason.
    """
    hand = state.hand
    if state.by_hand or hand is None:
        return None
    running = (seat for one in state.procedures for seat in one.awaits.mucking)
    dead = (seat for seat in hand.order if state.seat(seat).status is SeatStatus.DEAD and state.at(SEAT_PLACES[seat]))
    return next((seat for seat in (*running, *dead) if seat not in hand.let_lie), None)


def shuffle_due(state: TableState) -> bool:
    """A step waits for the deck to be shuffled, or for another one, and no hand begins before that (M1.5, M14.3)."""
    return any(need.what in ("shuffled", "second_deck") for one in state.procedures for need in missing(state, one))


OTHER_DECK = frozenset({"deck_fouled", "foreign_back"})
"""What a card of another deck is found as."""
_DECK_WRONG = OTHER_DECK | {"deck_count", "joker_or_foreign", "ghost_card"}


def deck_barred(state: TableState) -> bool:
    """No hand begins with a deck that is known to be wrong, before it has been put right (A1-A4, H3)."""
    if not state.findings:
        return False
    waiting = unconfirmed(state)
    if any(finding.code in _DECK_WRONG and finding.number in waiting for finding in state.findings):
        return True
    running_ones = [one for one in state.procedures if one.code in _DECK_WRONG]
    return any(need.what != "again" for one in running_ones for need in missing(state, one))


def _cards(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    return need.place is not None and len(state.at(need.place)) == need.count


def _down(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    return need.place is not None and sum(not card.up for card in state.at(need.place)) == need.count


def _up(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    return need.place is not None and sum(card.up for card in state.at(need.place)) == need.count


def _lies(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    lying = place_of_draw(state, need.count)
    if need.place is Place.BOARD:  # it may also come back on top and be dealt once more
        return lying in (Place.BOARD, None)
    return lying is (None if need.place is Place.SHOE else need.place)


def _on(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    return need.place is not None and place_of_draw(state, need.count) is need.place


def place_of_draw(state: TableState, draw: int) -> Place | None:
    """Where the card of this draw lies; None: it is in the deck again."""
    for place in PLACES:
        if any(card.draw == draw for card in state.at(place)):
            return place
    return None


def _dealt(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    hand = state.hand
    return hand is None or all(len(state.at(SEAT_PLACES[seat])) + (seat == need.seat) >= 2 for seat in hand.order)


def _closed(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    hand = state.hand
    if hand is None or hand.street not in STREETS:
        return True
    at = STREETS.index(hand.street)
    return at > need.count or (at == need.count and not hand.betting)


def _shuffled(state: TableState, procedure: ProcedureState, need: Need) -> bool:
    return _pooled(state, procedure) and (procedure.confirmed or _mixed(state, procedure, need))


def _mixed(state: TableState, procedure: ProcedureState, need: Need) -> bool:
    return (procedure.shuffled and _pooled(state, procedure)) or (state.in_hand and _another(state, procedure, need))


def _pooled(state: TableState, procedure: ProcedureState) -> bool:
    """No card is wanting in the deck of those that had to be shuffled when the step began (RULEBOOK 4, sizes of the pools)."""
    return in_deck(state) >= procedure.pool


def in_deck(state: TableState) -> int:
    """How many cards lie nowhere else."""
    return DECK_SIZE - sum(map(len, state.lying))


def pool_of(state: TableState, step: Step) -> int:
    """How many cards this step has shuffled, when it begins now: the deck, and what goes into it from where it lies aside."""
    wanted = {need.what for need in step.needs}
    if "whole" in wanted or not wanted & {"shuffled", "mixed"}:
        return 0
    aside = (need for need in step.needs if need.what == "cards" and need.place in step.awaits.returns)
    return in_deck(state) + sum(len(state.at(need.place)) - need.count for need in aside if need.place is not None)


def _whole(state: TableState, procedure: ProcedureState, need: Need) -> bool:
    return _another(state, procedure, need) or (state.lying == NOTHING_LIES and state.deck.count in (None, DECK_SIZE))


def _another(state: TableState, procedure: ProcedureState, _need: Need) -> bool:
    return state.in_hand and state.hand is not None and state.hand.attempt != procedure.attempt


def _second_deck(state: TableState, procedure: ProcedureState, need: Need) -> bool:
    return procedure.top is None or procedure.confirmed or _another(state, procedure, need)


def _button(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    return state.button_sighted in (None, need.seat)


def _tag(state: TableState, procedure: ProcedureState, need: Need) -> bool:
    return procedure.confirmed or any(place is need.place for _tag, place in state.tags)


def _top(_state: TableState, procedure: ProcedureState, _need: Need) -> bool:
    return procedure.top_burned is True


def _ok(_state: TableState, procedure: ProcedureState, _need: Need) -> bool:
    return procedure.confirmed


def _unheld(state: TableState, _procedure: ProcedureState, need: Need) -> bool:
    held = () if state.hand is None or not state.hand.live else state.hand.held
    return all(act.seat != need.seat for act in held) if need.seat is not None else not held


_MET: dict[str, Callable[[TableState, ProcedureState, Need], bool]] = {
    "cards": _cards,
    "down": _down,
    "up": _up,
    "lies": _lies,
    "on": _on,
    "dealt": _dealt,
    "closed": _closed,
    "shuffled": _shuffled,
    "mixed": _mixed,
    "whole": _whole,
    "again": _another,
    "second_deck": _second_deck,
    "button": _button,
    "tag": _tag,
    "top": _top,
    "ok": _ok,
    "unheld": _unheld,
}


def seats_owed(state: TableState) -> frozenset[SeatNo]:
    """Seats that are owed a card of the deal, which they get when all others have theirs."""
    return frozenset(seat for one in state.procedures for seat in one.awaits.owed)


def seat_of(place: Place | None) -> SeatNo | None:
    """The seat a place belongs to."""
    return None if place is None else SEAT_OF_PLACE.get(place)
