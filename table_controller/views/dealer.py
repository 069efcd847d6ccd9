"""The dealer's view: the next physical step in one line, whose action, which keys. Never depends on a card nobody has seen."""

from table_controller.core.awarding import due, rake_due
from table_controller.core.by_hand import open_cards
from table_controller.core.expect import expected
from table_controller.core.ids import Chips, SeatNo, TableId
from table_controller.core.limits import LegalActs, legal
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure import acts_held
from table_controller.core.ruling import late_finding
from table_controller.core.stakes import Limit
from table_controller.core.state import HandState, TableState
from table_controller.views.pit import award_view, showing, state_word
from table_controller.views.shapes import ActKeys, DealerView, LayKey, PitView

_CHIPS = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000)
"""What chips are commonly worth, in smallest units."""
_KINDS = 4


def dealer_view(table: TableId, state: TableState, pit: PitView) -> DealerView:
    """`pit` is the pit view of the same state."""
    hand = state.hand
    held = state.locked or state.paused is not None or acts_held(state)
    acts = None if held else legal(state)
    return DealerView(
        table=table,
        seq=pit.seq,
        state=state_word(state),
        prompt=expected(state).step,
        actor=None if hand is None else hand.actor,
        keys=None if acts is None or hand is None else _keys(state, hand, acts),
        may_undo=hand is not None and hand.before is not None,
        showing=showing(state),
        pit=pit,
        late=_late(state),
        silent=tuple(name for name, needed in state.lost if needed) if state.unheard else (),
        lay=_lay(state),
        keyed=tuple(nth for nth, card in enumerate(state.at(Place.BOARD), 1) if card.by_hand and state.in_hand),
        unnamed=tuple(seat for seat in showing(state) if _keyed(state, seat)),
        shown_by_hand=_shown_by_hand(state),
        chips=_chips(state.stakes.chip),
        due=tuple(map(award_view, shares := due(state))),
        rake=rake_due(state) if shares else Chips(0),
    )


def _chips(smallest: Chips) -> tuple[Chips, ...]:
    """The smallest chip in play and the next larger ones."""
    larger = (Chips(worth) for worth in _CHIPS if worth > smallest and worth % smallest == 0)
    return (smallest, *larger)[:_KINDS]


def _shown_by_hand(state: TableState) -> tuple[SeatNo, ...]:
    if state.hand is None or not state.hand.live:
        return ()
    return tuple(seat for seat in state.hand.order if state.seat(seat).tabled and _keyed(state, seat))


def _keyed(state: TableState, seat: SeatNo) -> bool:
    return any(card.by_hand for card in state.at(SEAT_PLACES[seat]))


def _lay(state: TableState) -> LayKey | None:
    if not state.by_hand:
        return None
    wanted = expected(state)
    return None if wanted.place is None else LayKey(open_cards(state, wanted))


def _late(state: TableState) -> ActKeys | None:
    hand = state.hand
    if hand is None or late_finding(state) is None:
        return None
    acts = legal(state)
    return None if acts is None else _keys(state, hand, acts)


def _keys(state: TableState, hand: HandState, acts: LegalActs) -> ActKeys:
    wager = acts.may_raise
    sized = wager and state.stakes.limit is not Limit.FIXED_LIMIT
    pot = hand.middle + acts.to_call
    return ActKeys(
        seat=acts.seat,
        fold=True,
        check=acts.may_check,
        call=acts.to_call if acts.may_call else None,
        wager=None if not wager else "bet" if acts.opens else "raise",
        min_to=acts.min_to if wager else None,
        max_to=acts.max_to if wager else None,
        half_pot_to=_within(acts, hand.bet + _whole_chips(pot / 2, state.stakes.chip)) if sized else None,
        pot_to=_within(acts, hand.bet + pot) if sized else None,
        all_in_to=acts.all_in_to if wager and acts.all_in_to <= acts.max_to else None,
    )


def _within(acts: LegalActs, to: int) -> Chips:
    return Chips(max(acts.min_to, min(to, acts.max_to)))


def _whole_chips(amount: float, chip: Chips) -> int:
    """Up to the next amount that can be put out in chips."""
    return -int(-amount // chip) * chip
