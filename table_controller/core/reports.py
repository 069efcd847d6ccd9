"""Irregularities only people see, said by key: words, intents, chips that lie wrongly, a hand taken by mistake.

Says what may be reported; who may put it right and by which clause stands in the catalogue of `irregularities`.
"""

from table_controller.core.act_events import IrregularityReported
from table_controller.core.draft import Draft
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person, Report

SHOWN_EARLY = "player_exposes_cards"
"""A player turned his hand over while there is betting: the only report that lets `Show` open it then."""

REPORTABLE = frozenset(
    {
        "advice_or_proxy",
        "bets_pulled_early",
        "blind_wrong_seat_or_amount",
        "board_not_declared",
        "boxed_board",
        "burn_exposed",
        "button_move",
        "buyin_changed_in_hand",
        "cards_not_compared",
        "cash_or_plaque_bet",
        "chips_not_in_line",
        "dead_small_blind",
        "deck_bottom_burn",
        "deck_laid_down",
        "deck_not_cut",
        "faceup_missing",
        "folded_over_line",
        "foreign_back",
        "fouled_hand",
        "heads_up",
        "hidden_chips",
        "irregular_card_played",
        "kill_button_option",
        "killed_unprotected",
        "missed_blind",
        "mucked_by_mistake",
        SHOWN_EARLY,
        "rake_wrong",
        "reader_conflict",
        "right_to_see",
        "seat_taken_wrong",
        "show_order",
        "shuffle_complaint",
        "straddle",
        "string_bet",
        "stub_disordered",
        "stuck_pair",
        "wrong_amount_stated",
    }
)


def report(draft: Draft, order: Report, by: Person) -> Rejection | None:
    """Somebody says so. Where the house allows it, it is none (K36)."""
    state = draft.state
    if order.code not in REPORTABLE:
        return Rejection("not_reportable", {"code": order.code})
    if order.seat is not None and not 0 < order.seat <= len(state.seats):
        return Rejection("no_such_seat", {"seat": order.seat})
    if order.code == "cash_or_plaque_bet" and state.rules.cash_plays:
        return Rejection("allowed_here")
    draft.add(IrregularityReported(code=order.code, seat=order.seat, by=by))
    return None
