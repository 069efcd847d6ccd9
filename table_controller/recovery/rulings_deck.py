"""How irregularities about the deck itself are treated: rows of the table in `rulings` (RULEBOOK 6 A, H3, H4)."""

from collections.abc import Callable

from table_controller.core.places import Place
from table_controller.core.rules import DuplicateRule, JokerRule, MissingCard
from table_controller.core.steps import Ruling
from table_controller.recovery import names as m
from table_controller.recovery.case import BOTH, DEALER, FLOOR, Case, holder_of, joker_place

_NOT_DEALT = (Place.SHOE, Place.MUCK, Place.HOLD)
"""Where a card of another deck is in nobody's hand nor on the board (A4)."""
_misdeal, _kill, _stands = Ruling(m.MISDEAL, FLOOR), Ruling(m.KILL, FLOOR), Ruling(m.STANDS, FLOOR)


def _deck_count(case: Case) -> Ruling:
    if case.hand is None:
        return Ruling(m.MISDEAL, DEALER)
    stands = case.rules.missing_card is MissingCard.STANDS
    return _stands if stands or case.too_late else _misdeal


def _fouled(case: Case) -> Ruling:
    """Void whatever the action; it stands once the pots are pushed, unless it may be disputed until the next (TDA 22)."""
    if case.finding.place is Place.SHOE and case.hand is None:  # before a hand, and no hand is there that could be void
        return Ruling(m.MISDEAL, BOTH)
    pushed = case.hand is None and case.state.hand is not None and case.state.hand.outcome != "void"
    stands = pushed and case.rules.duplicate is DuplicateRule.VOID_ALWAYS
    return Ruling(m.STANDS if stands else m.VOID, BOTH)


def _joker(case: Case) -> Ruling:
    misdeal = case.rules.joker is JokerRule.MISDEAL_BEFORE_CUTOFF_THEN_SCRAP
    if misdeal and not case.too_late:
        return _misdeal
    seat = holder_of(joker_place(case))
    if not misdeal and seat is not None and case.state.seat(seat).acted:
        return _kill
    return Ruling(m.SCRAP, FLOOR)


def _foreign_back(case: Case) -> Ruling:
    if case.finding.sensed and case.hand is None:
        return Ruling(m.MISDEAL, BOTH)
    live = case.finding.place is not None and case.finding.place not in _NOT_DEALT
    return Ruling(m.VOID if live else m.SCRAP, BOTH)


def _ghost(case: Case) -> Ruling:
    return Ruling(m.MISDEAL if case.hand is None else m.NOTHING, FLOOR)


RULINGS: dict[str, Callable[[Case], Ruling]] = {
    "deck_count": _deck_count,
    "deck_fouled": _fouled,
    "joker_or_foreign": _joker,
    "unregistered_uid": lambda _case: Ruling(m.SCRAP, FLOOR),
    "foreign_back": _foreign_back,
    "ghost_card": _ghost,
}
