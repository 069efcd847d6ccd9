"""Keys for what only people see: words, intents, faces. Grouped by what a dealer would look for. Data; decides nothing.

An order is written as a key of the page carries it: `report code=string_bet seat` takes the seat that is chosen in the menu.
"""

import msgspec

_SEAT = " seat"


class ReportKey(msgspec.Struct, frozen=True):
    """`label`: full key of its text. `order` names `seat` where it is about one."""

    order: str
    label: str

    @property
    def wants_seat(self) -> bool:
        """Whether the chosen seat goes with it."""
        return self.order.endswith(_SEAT)


class ReportGroup(msgspec.Struct, frozen=True):
    """`name`: its text in the room `report`."""

    name: str
    keys: tuple[ReportKey, ...]


def _code(word: str) -> ReportKey:
    """`string_bet*`: the star says that it is about a seat."""
    code = word.rstrip("*")
    return ReportKey(f"report code={code}{_SEAT if word.endswith('*') else ''}", f"code.{code}")


def _key(order: str, label: str) -> ReportKey:
    return ReportKey(f"{order}{_SEAT}", f"act.{label}")


def _codes(words: str) -> tuple[ReportKey, ...]:
    return tuple(map(_code, words.split()))


REPORTS: tuple[ReportGroup, ...] = (
    ReportGroup(
        "words",
        (
            *_codes(
                "string_bet* wrong_amount_stated* chips_not_in_line* hidden_chips* bets_pulled_early kill_button_option* "
                "cash_or_plaque_bet* buyin_changed_in_hand* advice_or_proxy*"
            ),
            _key("clock", "clock"),
        ),
    ),
    ReportGroup(
        "cards",
        (
            _key("flashed by_dealer=true", "flashed_by_dealer"),
            _key("flashed by_dealer=false", "flashed_by_player"),
            *_codes(
                "player_exposes_cards* folded_over_line* mucked_by_mistake* killed_unprotected* fouled_hand* "
                "irregular_card_played* burn_exposed boxed_board deck_bottom_burn deck_laid_down stub_disordered "
                "shuffle_complaint deck_not_cut foreign_back* stuck_pair reader_conflict"
            ),
        ),
    ),
    ReportGroup("showdown", _codes("show_order* cards_not_compared right_to_see* board_not_declared* faceup_missing rake_wrong")),
    ReportGroup(
        "seats",
        _codes("blind_wrong_seat_or_amount* dead_small_blind* missed_blind* straddle* seat_taken_wrong* button_move heads_up"),
    ),
)
