"""Who still has to speak at the showdown, and what keeps a claim: shown cards, or the word that one plays the board (K18).

Asks the house's rule and the seat; never looks at a hand that does not lie open.
"""

from table_controller.core.rules import HouseRules, PlayBoard
from table_controller.core.state import SeatState, SeatStatus

_CONTENDS = frozenset({SeatStatus.LIVE, SeatStatus.ALL_IN})
_DECLARE = PlayBoard.DECLARE
DECLARED = frozenset({PlayBoard.DECLARE, PlayBoard.DECLARE_AND_SHOW})
"""Where the word is asked for before cards are thrown away."""


def claims_unshown(rules: HouseRules, seat: SeatState) -> bool:
    """It announced that it plays the board, and where that is enough need not show (CZ28, UA26)."""
    return seat.plays_board and rules.play_board is _DECLARE


def undecided(rules: HouseRules, seat: SeatState) -> bool:
    """It may still show or give up."""
    return seat.status in _CONTENDS and not (seat.tabled or seat.gave_up or claims_unshown(rules, seat))


def asked_for(rules: HouseRules, seat: SeatState) -> bool:
    """Whether the dealer has to ask whether it plays the board, if it throws its cards away now (G2)."""
    return rules.play_board in DECLARED and not seat.plays_board and not seat.tabled
