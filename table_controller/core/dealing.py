"""The dealer's keys that are not acts: deal done, award, next hand, exposed, flashed, boxed, misdeal, clock, floor."""

from table_controller.core import orders as ask
from table_controller.core.awarding import award
from table_controller.core.cards import LyingCard
from table_controller.core.draft import Draft
from table_controller.core.events import (
    BoxedCardCalled,
    CardExposed,
    CardFlashed,
    ClockCalled,
    DeckGathered,
    FloorCalled,
    MisdealCalled,
    Street,
)
from table_controller.core.fold_cards import SEAT_INDEX
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person
from table_controller.core.questions import close_board
from table_controller.core.rounds import complete_deal


def deal_done(draft: Draft, _order: ask.DealDone, _by: Person) -> Rejection | None:
    """The dealer takes the deal for complete, whether it is or not; a seat that is short is then a finding."""
    hand = draft.state.hand
    if hand is None or hand.street is not Street.DEAL:
        return Rejection("not_dealing")
    if draft.state.locked:
        return Rejection("table_locked")
    complete_deal(draft)
    return None


def confirm_end(draft: Draft, by: Person) -> Rejection | None:
    """The pots are pushed, or the cards are gathered: what Enter means when no irregularity is open."""
    state = draft.state
    hand = state.hand
    if close_board(draft):
        return None
    if hand is not None and hand.live and hand.pots_only:
        return award_pots(draft, ask.Award(), by)
    if not state.in_hand and not state.ready:
        return next_hand(draft, ask.NextHand(), by)
    return Rejection("nothing_to_confirm")


def award_pots(draft: Draft, _order: ask.Award, _by: Person) -> Rejection | None:
    """The pots have been pushed as computed."""
    return award(draft)


def next_hand(draft: Draft, _order: ask.NextHand, _by: Person) -> Rejection | None:
    """The cards are gathered; the next card out of the deck begins a hand."""
    state = draft.state
    if state.in_hand:
        return Rejection("hand_running")
    if state.ready:
        return Rejection("already_gathered")
    draft.add(DeckGathered(count=None))
    return None


def exposed(draft: Draft, order: ask.Exposed, _by: Person) -> Rejection | None:
    """The card that landed last at the seat, or anywhere at a seat, lies face up."""
    seat = order.seat if order.seat is not None else _last_dealt(draft)
    cards = draft.state.lying[SEAT_INDEX[seat]] if seat in SEAT_INDEX else ()
    if seat is None or not cards:
        return Rejection("no_card_there")
    card: LyingCard = cards[-1]
    draft.add(CardExposed(seat=seat, index=len(cards) - 1, up=None if card.hidden is None else card.hidden.face))
    return None


def flashed(draft: Draft, order: ask.Flashed, _by: Person) -> Rejection | None:
    """The card that landed last at the seat was seen on its way (C5)."""
    cards = draft.state.lying[SEAT_INDEX[order.seat]] if order.seat in SEAT_INDEX else ()
    if not cards:
        return Rejection("no_card_there")
    hidden = cards[-1].hidden
    shown = order.by_dealer or not draft.state.rules.exposed_by_player_plays
    up = hidden.face if shown and hidden is not None else None
    draft.add(CardFlashed(seat=order.seat, index=len(cards) - 1, by_dealer=order.by_dealer, up=up))
    return None


def _last_dealt(draft: Draft) -> SeatNo | None:
    lying = [(cards[-1].draw, SeatNo(seat)) for seat, index in SEAT_INDEX.items() if (cards := draft.state.lying[index])]
    return max(lying)[1] if lying else None


def boxed(draft: Draft, _order: ask.Boxed, _by: Person) -> Rejection | None:
    """The card on top of the deck lies face up."""
    draft.add(BoxedCardCalled())
    return None


def misdeal(draft: Draft, _order: ask.Misdeal, by: Person) -> Rejection | None:
    """The dealer calls a misdeal; the floor decides."""
    if not draft.state.in_hand:
        return Rejection("no_hand")
    draft.add(MisdealCalled(by=by))
    return None


def clock(draft: Draft, order: ask.Clock, _by: Person) -> Rejection | None:
    """The player whose turn it is gets the clock."""
    hand = draft.state.hand
    actor = None if hand is None else hand.actor
    if actor is None or order.seat not in (None, actor):
        return Rejection("nobody_to_act")
    draft.add(ClockCalled(seat=actor))
    return None


def call_floor(draft: Draft, _order: ask.CallFloor, by: Person) -> Rejection | None:
    """Always heard."""
    draft.add(FloorCalled(by=by))
    return None
