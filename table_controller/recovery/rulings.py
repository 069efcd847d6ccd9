"""How each irregularity is treated: code and house rules and what has happened since, to a procedure and a level (RULEBOOK 5, 6).

One row a code. A level written in section 6 wins, else the procedure's own. Pure; asked again after every act while the finding
is open, because a cut-off that passes changes the answer.
"""

from collections.abc import Callable

from table_controller.core.events import FindingRaised, Street
from table_controller.core.places import Place
from table_controller.core.rules import (
    AfterAction,
    ButtonShortCard,
    DoubleBurn,
    ExposedReplace,
    ExtraCard,
    FlopTooMany,
    FoldOverLine,
    PrematureTurn,
)
from table_controller.core.state import TableState
from table_controller.core.steps import Ruling
from table_controller.irregularities import CATALOGUE
from table_controller.irregularities.detectors import shown
from table_controller.recovery import names as m
from table_controller.recovery import rulings_deck as deck
from table_controller.recovery import rulings_money as money
from table_controller.recovery.case import BOTH, DEALER, FLOOR, Case, flop_cards

_misdeal, _kill, _stands = Ruling(m.MISDEAL, FLOOR), Ruling(m.KILL, FLOOR), Ruling(m.STANDS, FLOOR)


def ruling(state: TableState, finding: FindingRaised) -> Ruling:
    """How this finding is treated as things stand now."""
    return ruled(Case(state, finding, state.rules))


def ruled(case: Case) -> Ruling:
    """The same under rules that may be the floor's for this case."""
    rule = _RULES.get(case.finding.code)
    if rule is not None:
        return rule(case)
    entry = CATALOGUE.get(case.finding.code)
    if entry is None:
        return Ruling(m.NOTHING, case.finding.level)
    return Ruling("" if entry.procedure == "M0" else entry.procedure, entry.level)


def _leftover(case: Case) -> Ruling:
    return Ruling(m.MISDEAL, DEALER) if case.hand is None else Ruling(m.STANDS, FLOOR) if case.too_late else _misdeal


# --- C: the deal -----------------------------------------------------------------------------------------------------


def _before_cutoff(late: Ruling) -> Callable[[Case], Ruling]:
    return lambda case: late if case.too_late or _by_the_floor(case) else _misdeal  # by `wrong_count_after`


def _swap(case: Case) -> Ruling:
    return Ruling(m.SWAP_NOW if case.rules.exposed_replace is ExposedReplace.AT_ONCE else m.SWAP, DEALER)


def _leading(number: int) -> Callable[[Case], Ruling]:
    """A card among the first of the deal: as many as the house says make a misdeal."""
    return lambda case: _misdeal if number <= case.rules.first_exposed_misdeal_n and not case.too_late else _swap(case)


def _exposed_multiple(case: Case) -> Ruling:
    """A misdeal, unless the floor rules that it takes more of them (`rule hole_exposed_multiple 3`)."""
    most = case.rules.exposed_misdeal_count
    few = _by_the_floor(case) and not 0 < most <= shown(case.state)
    return Ruling(m.SWAP, FLOOR) if case.too_late or few else _misdeal


def _boxed(case: Case) -> Ruling:
    """So many on the initial deal are a misdeal (A5): by the code the house's number, else the one the floor has ruled."""
    known_as_many = case.finding.code == "boxed_many"
    counts = _by_the_floor(case) and case.dealing
    many = 0 < case.rules.boxed_misdeal_count <= 1 + known_as_many if counts else known_as_many
    return _misdeal if many and not case.too_late else Ruling(m.SCRAP, FLOOR if known_as_many else DEALER)


def _by_the_floor(case: Case) -> bool:
    """Whether a setting is the floor's word now, not the house's."""
    return case.rules is not case.state.rules


def _flashed(case: Case) -> Ruling:
    """By the dealer: exposed. By the player: it plays where the house says so (K41)."""
    if case.finding.by_player and (case.rules.exposed_by_player_plays or not case.dealing):
        return Ruling(m.STANDS, DEALER)
    return _swap(case)


def _off_table(case: Case) -> Ruling:
    hand = case.hand
    if hand is None:
        return Ruling(m.NOTHING, BOTH)
    if case.finding.drawn <= case.rules.first_exposed_misdeal_n and not case.too_late:
        return _misdeal
    return _swap(case)


def _out_of_sequence(case: Case) -> Ruling:
    """The floor may have it put right while nothing followed (TDA RP-14); Robert's Rules know only the misdeal."""
    if case.too_late:
        return _stands
    return _misdeal if case.roberts or case.dealt_on else Ruling(m.MOVE, FLOOR)


def _extra_one(case: Case) -> Ruling:
    if case.rules.extra_one_to_first_seat is ExtraCard.TO_BURN:
        return Ruling(m.TO_BURN, DEALER) if not case.dealt_on else _misdeal if not case.too_late else _kill
    return _kill if case.too_late else _misdeal


def _extra_more(case: Case) -> Ruling:
    if case.rules.extra_more is ExtraCard.TO_BURN and not case.dealt_on:
        return Ruling(m.TO_BURN, DEALER)
    return _kill if case.too_late else _misdeal


def _button_short(case: Case) -> Ruling:
    """The button may get its card as long as it has not acted (TDA 37, RR misdeal e)."""
    hand = case.hand
    if hand is None:
        return _misdeal
    if case.rules.button_short_card is ButtonShortCard.SUPPLY:
        seat = case.finding.seat
        return _kill if seat is not None and case.state.seat(seat).acted else Ruling(m.SWAP, DEALER)
    return _kill if case.too_late else _misdeal


# --- D: burns and board ----------------------------------------------------------------------------------------------


def _burn_error(case: Case) -> Ruling:
    """D7, D8, D18: put in order before an act where the house does so; afterwards it stands, but for a surplus burn."""
    if case.finding.home is not None:  # a burn that was laid on the board goes back, whatever the house does with the order
        return Ruling(m.ORDER, FLOOR if case.acted else DEALER)
    if not case.acted:
        restore = case.rules.double_burn_before is DoubleBurn.RESTORE_ORDER
        return Ruling(m.ORDER, DEALER) if restore else _stands
    clean = case.rules.burn_error_after is AfterAction.CLEAN_HAND_CARDS
    surplus = case.finding.code in ("burn_double", "flop_double_burn")
    return Ruling(m.ORDER, FLOOR) if clean and surplus else _stands


def _flop_double_burn(case: Case) -> Ruling:
    """Put in order while the flop is not open; once it lies open it is dealt again (RR hold'em 4)."""
    restore = case.rules.double_burn_before is DoubleBurn.RESTORE_ORDER
    if not case.acted and restore and case.cards(Place.BOARD) >= 3:
        return Ruling(m.FLOP_AGAIN, FLOOR)
    return _burn_error(case)


def _flop_too_many(case: Case) -> Ruling:
    if case.acted and case.roberts:
        return _stands
    scramble = case.rules.flop_too_many is FlopTooMany.SCRAMBLE_FOUR and flop_cards(case) == 4
    return Ruling(m.SCRAMBLE if scramble else m.FLOP_AGAIN, FLOOR)


def _turn_premature(case: Case) -> Ruling:
    river = case.rules.premature_turn is PrematureTurn.RIVER_BECOMES_TURN
    return Ruling(m.RIVER_TURN if river else m.RESHUFFLE, FLOOR)


def _by_acts(procedure: str) -> Callable[[Case], Ruling]:
    return lambda case: Ruling(procedure, FLOOR if case.acted else DEALER)


# --- B, F ------------------------------------------------------------------------------------------------------------


def _blind(case: Case) -> Ruling:
    if case.hand is None:
        return Ruling(m.BUTTON, DEALER)
    return _stands if case.too_late else Ruling(m.BUTTON, FLOOR)


def _folded_over_line(case: Case) -> Ruling:
    """Thrown away is folded; the floor may give it back where the house allows that (`rule folded_over_line retrievable`)."""
    if _by_the_floor(case) and case.rules.fold_over_line is FoldOverLine.RETRIEVABLE:
        return Ruling(m.RETRIEVE, FLOOR)
    shown_down = case.hand is not None and case.hand.street is Street.SHOWDOWN
    return Ruling(m.KILL, FLOOR if shown_down and case.finding.home is not None else DEALER)


def _by_identity(case: Case) -> Ruling:
    """The sensors know the cards: the hand comes back, unless what is over the line is gone for good (SK78)."""
    final = case.rules.fold_over_line is FoldOverLine.FINAL and case.finding.code != "fouled_hand"
    return _kill if final else Ruling(m.RETRIEVE, FLOOR)


def _always(procedure: str, level: int) -> Callable[[Case], Ruling]:
    return lambda _case: Ruling(procedure, level)


_RULES: dict[str, Callable[[Case], Ruling]] = {
    "boxed_one": _boxed,
    "boxed_many": _boxed,
    "boxed_board": _always(m.SCRAP, DEALER),
    "stub_disordered": _always(m.RESHUFFLE, FLOOR),
    "stub_mucked": _always(m.RESHUFFLE, FLOOR),
    "leftover_card": _leftover,
    "shuffle_complaint": _before_cutoff(_stands),
    "deck_not_cut": _before_cutoff(_stands),
    "button_misplaced": _blind,
    "blind_wrong_seat_or_amount": _blind,
    "hole_exposed_first": _leading(1),
    "hole_exposed_second": _leading(2),
    "hole_exposed_single": _swap,
    "hole_exposed_last": _swap,
    "hole_flashed": _flashed,
    "hole_exposed_multiple": _exposed_multiple,
    "hole_off_table": _off_table,
    "deal_first_wrong_seat": _before_cutoff(_stands),
    "deal_out_of_sequence": _out_of_sequence,
    "deal_to_unentitled_seat": _before_cutoff(_stands),
    "deal_missed_seat": _before_cutoff(_kill),
    "hole_extra_one_after_deal": _extra_one,
    "hole_extra_multiple": _extra_more,
    "hole_extra_mid_deal": _out_of_sequence,
    "hole_wrong_count": _before_cutoff(_kill),
    "hole_too_few_not_button": _before_cutoff(_kill),
    "hole_too_few_button": _button_short,
    "deal_interrupted": _before_cutoff(_stands),
    "flop_no_burn_before_action": _always(m.FLOP_BURN, FLOOR),
    "flop_no_burn_after_action": _always(m.STANDS, FLOOR),
    "flop_double_burn": _flop_double_burn,
    "flop_too_many": _flop_too_many,
    "flop_too_few": _by_acts(m.SHORT_FLOP),
    "flop_premature": _always(m.FLOP_AGAIN, FLOOR),
    "turn_no_burn": _burn_error,
    "river_no_burn": _burn_error,
    "burn_double": _burn_error,
    "order_burn_board_swapped": _burn_error,
    "turn_premature": _turn_premature,
    "river_premature": _always(m.RESHUFFLE, FLOOR),
    "board_two_streets": _always(m.RESHUFFLE, FLOOR),
    "board_with_all_in_incomplete": _always(m.RESHUFFLE, FLOOR),
    "turn_two_cards": _by_acts(m.TWO_CARDS),
    "no_more_cards_needed": _always(m.SCRAP, DEALER),
    "board_card_lost_or_mucked": _always(m.RETRIEVE, FLOOR),
    "folded_over_line": _folded_over_line,
    "mucked_by_mistake": _by_identity,
    "killed_unprotected": _by_identity,
    "fouled_hand": _by_identity,
    "mucked_on_false_misdeal": _by_identity,
    "absent_player": _always(m.KILL, DEALER),
    "irregular_card_played": _always(m.KILL, FLOOR),
    "wrong_count_at_showdown": _always(m.KILL, FLOOR),
    "stuck_pair": _out_of_sequence,
    **deck.RULINGS,
    **money.RULINGS,
}
"""Codes that are not here take procedure and level of the catalogue (`M0`: stop and look, nothing to repair)."""
