"""What the floor's word makes of an irregularity: a value of the setting that decides it, or one of four words."""

from collections.abc import Callable

from table_controller.core.deciding import with_ruling
from table_controller.core.places import Place
from table_controller.core.steps import Ruling
from table_controller.irregularities import CATALOGUE
from table_controller.recovery import names as m
from table_controller.recovery.case import FLOOR, Case
from table_controller.recovery.rulings import ruled

_WITH_THE_DECK = ("deck_fouled", "foreign_back")
"""A hand that is void because of these takes its deck with it."""


_STAND_BY_M19 = frozenset({"out_of_turn", "skipped_player", "wrong_amount_stated"})
"""What stands is the act behind a player who was passed over, or the amount as it truly was: M19 sees to it (TDA 49, 53)."""


def as_decided(case: Case, word: str) -> Ruling | None:
    """What is done about it now; None where the word is neither a value of such a setting nor one of the four."""
    if word == "stands" and case.finding.code in _STAND_BY_M19:
        return ruled(case)
    if word in _WORDS:
        return _WORDS[word](case)
    rules = with_ruling(case.rules, case.finding.code, word)
    return None if rules is None else ruled(case._replace(rules=rules))


def _again(case: Case) -> Ruling:
    """`redeal`: the street for a board error, the hand for everything else."""
    entry = CATALOGUE.get(case.finding.code)
    if entry is None or not entry.number.startswith("D") or case.hand is None:
        return Ruling(m.MISDEAL, FLOOR)
    flop = case.cards(Place.BOARD) <= 3 or case.finding.code.startswith("flop")
    return Ruling(m.FLOP_AGAIN if flop else m.RESHUFFLE, FLOOR)


def _void(case: Case) -> Ruling:
    return Ruling(m.VOID if case.finding.code in _WITH_THE_DECK else m.MISDEAL, case.finding.level)


_WORDS: dict[str, Callable[[Case], Ruling]] = {
    "stands": lambda _case: Ruling(m.STANDS, FLOOR),
    "redeal": _again,
    "kill": lambda _case: Ruling(m.KILL, FLOOR),
    "void": _void,
}
