"""Pots go out: as computed at the dealer's word, or one by one by hand, and then perhaps to the wrong seat (RULEBOOK G8, TDA 22).

What physically was pushed is recorded as it was, and with it what it should have been; until when that can be put right is asked
here. Who wins what is computed in `showdown`.
"""

from table_controller.core.act_events import PotMisawarded
from table_controller.core.act_state import MisawardedPot
from table_controller.core.cards import text_of
from table_controller.core.draft import Draft
from table_controller.core.events import HandEnded, PotAwarded, RakeTaken, Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person, PushPot
from table_controller.core.places import Place
from table_controller.core.procedure import to_be_mucked
from table_controller.core.questions import close_all, close_board
from table_controller.core.ranking import BadCardsError
from table_controller.core.rules import Cutoff
from table_controller.core.showdown import awards_of, rakes, seen_twice
from table_controller.core.signing import FLOOR
from table_controller.core.state import HandState, TableState, passed

_OVER = Street.OVER
_SHOWDOWN = Street.SHOWDOWN

Transfer = tuple[SeatNo, SeatNo, Chips]
"""From, to, amount."""


def award(draft: Draft) -> Rejection | None:
    """Pushes every pot to its winners, rake first, and ends the hand. Refused while somebody still has to show."""
    shares = _still_due(draft.state)
    if isinstance(shares, Rejection):
        return shares
    close_board(draft)
    if draft.state.stakes.rake.per_mille:
        _take_rake(draft)
    for share in shares:
        draft.add(share)
    _end(draft)
    return None


def _still_due(state: TableState) -> list[PotAwarded] | Rejection:
    """What is still to be pushed, as computed; or why nothing can be."""
    hand = state.hand
    if hand is None or hand.street is _OVER:
        return Rejection("no_hand")
    if state.locked:
        return Rejection("table_locked")
    if not hand.pots_only:
        return Rejection("hands_not_shown" if hand.street is _SHOWDOWN else "hand_not_over")
    dead = to_be_mucked(state)
    if dead is not None:
        return Rejection("dead_hand_lies", {"seat": dead})
    try:
        shares = awards_of(state, hand, _rakes(state, hand))
    except BadCardsError:
        return _not_comparable(state, hand)
    if not hand.awards:
        return shares
    pushed = {(award.pot, award.seat) for award in hand.awards}
    return [share for share in shares if (share.pot, share.seat) not in pushed and left_in(state, hand, share.pot) > 0]


def _not_comparable(state: TableState, hand: HandState) -> Rejection:
    twice = seen_twice(state, hand)
    if twice is None:
        return Rejection("cards_unknown")
    return Rejection("card_twice", {"card": text_of(twice[0]), "seat": twice[1]})


def _rakes(state: TableState, hand: HandState) -> list[Chips]:
    return rakes(state.stakes, hand, len(state.at(Place.BOARD)) >= 3)


def due(state: TableState) -> tuple[PotAwarded, ...]:
    """What the dealer's word would push now, as computed; nothing while nothing can be pushed."""
    shares = _still_due(state)
    return () if isinstance(shares, Rejection) else tuple(shares)


def rake_due(state: TableState) -> Chips:
    """What the house takes before the first pot goes out; nothing once one has."""
    hand = state.hand
    return Chips(0) if hand is None or hand.awards else Chips(sum(_rakes(state, hand)))


def left_in(state: TableState, hand: HandState, pot: int) -> int:
    """Chips of a pot that have not been pushed yet, less the house's rake."""
    return hand.pots[pot].amount - _rakes(state, hand)[pot] - sum(award.amount for award in hand.awards if award.pot == pot)


def _take_rake(draft: Draft) -> None:
    """Before the first pot goes out."""
    hand = draft.state.hand
    if hand is None or hand.awards:
        return
    for number, amount in enumerate(_rakes(draft.state, hand)):
        if amount:
            draft.add(RakeTaken(pot=number, amount=amount))


def _end(draft: Draft) -> None:
    """All pots are out."""
    hand = draft.state.hand
    if hand is not None:
        outcome = "uncontested" if hand.contending == 1 else "showdown"
        draft.add(HandEnded(hand=hand.number, attempt=hand.attempt, outcome=outcome))
        close_all(draft, "hand_over")


def push_pot(draft: Draft, order: PushPot, by: Person) -> Rejection | None:
    """One pot, or a winner's part of it, goes to this seat. Whatever goes elsewhere than it should is recorded as such."""
    if by.role not in FLOOR:
        return Rejection("floor_needed")
    state, hand = draft.state, draft.state.hand
    shares = _still_due(state)
    if isinstance(shares, Rejection):
        return shares
    if hand is None or not 0 <= order.pot < len(hand.pots) or left_in(state, hand, order.pot) <= 0:
        return Rejection("no_such_pot", {"pot": order.pot})
    if order.seat not in hand.order:
        return Rejection("not_in_showdown", {"seat": order.seat})
    close_board(draft)
    _take_rake(draft)
    wanted = [share for share in shares if share.pot == order.pot]
    right = next((share for share in wanted if share.seat == order.seat), None)
    draft.add(right if right is not None else _wrong(state, hand, order, wanted))
    after = draft.state.hand
    if after is not None and all(left_in(draft.state, after, pot) <= 0 for pot in range(len(after.pots))):
        _end(draft)
    return None


def _wrong(state: TableState, hand: HandState, order: PushPot, due: list[PotAwarded]) -> PotMisawarded:
    """All that is left of the pot went to a seat that has nothing to get of it any more."""
    return PotMisawarded(
        pot=order.pot,
        seat=order.seat,
        amount=Chips(left_in(state, hand, order.pot)),
        due=tuple((share.seat, share.amount) for share in due),
        why=_what_went_wrong(hand, order),
    )


def _what_went_wrong(hand: HandState, order: PushPot) -> str:
    """A hand was read wrongly, a seat got more than its part, or a pot it does not play for."""
    if order.pot and order.seat not in hand.pots[order.pot].seats:
        return "side_pot_wrong"
    again = any(award.pot == order.pot and award.seat == order.seat for award in hand.awards)
    return "split_wrong" if again else "wrong_award"


def correctable(state: TableState, wrong: MisawardedPot) -> bool:
    """Hands may be read again until the next hand begins; amounts until substantial action in it (TDA 22, M21)."""
    now = state.hands
    if now == wrong.hand:
        return True
    return wrong.why != "wrong_award" and now == wrong.hand + 1 and not passed(state, Cutoff.SUBSTANTIAL_ACTION)


def transfers(state: TableState) -> tuple[Transfer, ...]:
    """What has to move from stack to stack for every pot that went wrong and can be put right; no more than still lies there."""
    moves: list[Transfer] = []
    left = {seat.seat: int(seat.stack) for seat in state.seats}
    for wrong in state.misawarded:
        for seat, amount in wrong.due if correctable(state, wrong) else ():
            part = min(amount, left[wrong.seat])
            left[wrong.seat] -= part
            if part > 0 and seat != wrong.seat:
                moves.append((wrong.seat, seat, Chips(part)))
    return tuple(moves)
