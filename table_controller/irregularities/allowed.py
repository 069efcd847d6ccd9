"""The table of allowed next events (RULEBOOK 4): what a card of the deck may do in each phase, and the code of what differs.

Read like the rulebook's: phase, where the card landed, on what condition, code. The first row that fits decides. A card that
lands where `core.expect` wants the next one is never looked up here.
"""

from collections.abc import Callable

import msgspec

from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.irregularities import scene as ask
from table_controller.irregularities.counts import wrong_count
from table_controller.irregularities.finding import Finding, Where, finding
from table_controller.irregularities.scene import Landing, Phase, Scene, landing_on, phase_of

NOTHING_WRONG = ""
"""The card is welcome although the next step was another."""
BY_COUNTS = "?"
"""The dealer takes the deal for complete: the counts at the seats give the code."""


class Row(msgspec.Struct, frozen=True):
    """One row of the table. `clauses` of a code stand in the catalogue."""

    phases: tuple[Phase, ...]
    landed: tuple[Landing, ...]
    when: Callable[[Scene], bool]
    code: str


_DEAL = (Phase.DEAL,)
_BEFORE_FLOP = (Phase.PREFLOP_BETTING, Phase.FLOP_DUE)
_LATER = (Phase.FLOP_BETTING, Phase.TURN_DUE, Phase.TURN_BETTING, Phase.RIVER_DUE)
_BETTING = (Phase.PREFLOP_BETTING, Phase.FLOP_BETTING, Phase.TURN_BETTING)
_SEAT, _BURN, _BOARD, _ASTRAY = (Landing.SEAT,), (Landing.BURN,), (Landing.BOARD,), (Landing.ASTRAY,)
_ANYWHERE = tuple(Landing)

ROWS: tuple[Row, ...] = (
    # phase                        card landed           when                         code                            no.
    Row((Phase.IDLE,), _ANYWHERE, ask.found_lying, "leftover_card"),  # A8
    Row((Phase.IDLE,), _ANYWHERE, ask.left_from_last_hand, "leftover_card"),  # A8
    Row((Phase.IDLE, Phase.DONE), _ANYWHERE, ask.always, "no_more_cards_needed"),  # D14
    Row((Phase.DRAW,), _ANYWHERE, ask.always, "deal_out_of_sequence"),  # C9
    # the deal
    Row(_DEAL, _SEAT, ask.first_card, "deal_first_wrong_seat"),  # C8
    Row(_DEAL, _SEAT, ask.same_seat_again, "hole_extra_mid_deal"),  # C14
    Row(_DEAL, _SEAT, ask.round_goes_on, NOTHING_WRONG),  # counted when the deal is complete (C15b)
    Row(_DEAL, _SEAT, ask.dealt_in, "deal_out_of_sequence"),  # C9
    Row(_DEAL, _SEAT, ask.always, "deal_to_unentitled_seat"),  # C10
    Row(_DEAL, _BURN + _BOARD, ask.always, BY_COUNTS),  # C11, C15, C15b, C16
    Row(_DEAL, _ASTRAY, ask.always, "deal_out_of_sequence"),  # C9
    # the deal is complete: no seat gets a card any more
    Row(_BEFORE_FLOP + _LATER, _SEAT, ask.completes_hand, NOTHING_WRONG),
    Row(_BEFORE_FLOP + _LATER, _SEAT, ask.not_dealt_in, "deal_to_unentitled_seat"),  # C10
    Row(_BEFORE_FLOP + _LATER, _SEAT, ask.counts_are_a_dead_hand, "hole_wrong_count"),  # C15
    Row(_BEFORE_FLOP, _SEAT, ask.more_than_one_extra, "hole_extra_multiple"),  # C13
    Row(_BEFORE_FLOP, _SEAT, ask.third_at_first_seat, "hole_extra_one_after_deal"),  # C12
    Row(_BEFORE_FLOP + _LATER, _SEAT, ask.always, "hole_wrong_count"),  # C15
    # a burn while there is betting: harmless, but the board must not follow
    Row((*_BETTING, Phase.RIVER_BETTING), _BURN, ask.no_burn_is_open, "order_burn_board_swapped"),  # D18
    Row(_BETTING, _BURN, ask.unburned, "burn_early"),  # D21
    Row(_BETTING, _BURN, ask.always, "burn_double"),  # D8
    # flop
    Row((Phase.PREFLOP_BETTING,), _BOARD, ask.always, "flop_premature"),  # D6
    Row((Phase.FLOP_DUE,), _BOARD, ask.burn_wanted, "flop_no_burn_before_action"),  # D1
    Row((Phase.FLOP_DUE,), _BURN, ask.unburned, "order_burn_board_swapped"),  # D18
    Row((Phase.FLOP_DUE,), _BURN, ask.always, "flop_double_burn"),  # D3
    Row((Phase.FLOP_BETTING,), _BOARD, ask.unburned_and_untouched, "flop_too_many"),  # D4
    # turn
    Row((Phase.FLOP_BETTING,), _BOARD, ask.five_on_board, "board_two_streets"),  # D11
    Row((Phase.FLOP_BETTING,), _BOARD, ask.always, "turn_premature"),  # D9
    Row((Phase.TURN_DUE,), _BOARD, ask.burn_wanted, "turn_no_burn"),  # D7
    Row((Phase.TURN_DUE, Phase.RIVER_DUE), _BURN, ask.always, "burn_double"),  # D8
    Row((Phase.TURN_BETTING,), _BOARD, ask.unburned_and_untouched, "turn_two_cards"),  # D12
    # river
    Row((Phase.TURN_BETTING,), _BOARD, ask.always, "river_premature"),  # D10
    Row((Phase.RIVER_DUE,), _BOARD, ask.burn_wanted, "river_no_burn"),  # D7
    Row((Phase.RIVER_BETTING,), _BOARD, ask.unburned_and_untouched, "turn_two_cards"),  # D12, M17
    Row((Phase.RIVER_BETTING,), _ANYWHERE, ask.always, "no_more_cards_needed"),  # D14
    # nowhere a card of the deck is ever dealt to
    Row(_BEFORE_FLOP + _LATER, _ASTRAY, ask.always, "stub_mucked"),  # A7
)


def code_of(scene: Scene) -> str:
    """The code of the first row that fits; `NOTHING_WRONG` where the card was wanted."""
    if scene.wanted.place is scene.place:
        return NOTHING_WRONG
    phase, landed = phase_of(scene.before), landing_on(scene.place)
    return next((row.code for row in _ROWS_OF[phase, landed] if row.when(scene)), NOTHING_WRONG)


_ROWS_OF: dict[tuple[Phase, Landing], tuple[Row, ...]] = {
    (phase, landed): tuple(row for row in ROWS if phase in row.phases and landed in row.landed)
    for phase in Phase
    for landed in Landing
}


def judge_card(scene: Scene) -> Finding | None:
    """What is wrong with a card of the deck that landed, if anything."""
    code = code_of(scene)
    if code == NOTHING_WRONG:
        return None
    if code == BY_COUNTS:
        return judge_counts(scene)
    where = Where(seat=scene.seat, place=scene.place, position=scene.position)
    return finding(code, scene.after.rules, where)


def judge_counts(scene: Scene) -> Finding | None:
    """The deal was taken for complete by a card on burn area or board."""
    found = wrong_count(scene.after, scene.hand)
    return None if found is None else finding(found[0], scene.after.rules, at_seat(found[1]))


def at_seat(seat: SeatNo) -> Where:
    """A whole seat."""
    place: Place = SEAT_PLACES[seat]
    return Where(seat=seat, place=place)
