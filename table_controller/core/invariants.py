"""What must be so in every state: chips and cards conserved, nothing negative, nothing in two places. Cheap: for every event.

Each law is looked at in full when a state stands alone, and by what has changed when the state before it is known to be well.
"""

from operator import is_

from table_controller.core.cards import DECK_SIZE
from table_controller.core.state import HandState, SeatState, TableState

SPARE = 4
"""Jokers, cut cards and doubles that may lie out besides a whole deck."""


def broken(state: TableState, before: TableState | None = None) -> tuple[str, ...]:
    """What does not hold; empty when all is well. Names of laws, never of cards.

    `before`: a state already found well. Parts that are the very same objects in both are not looked at again.
    """
    if before is None or len(before.seats) != len(state.seats):
        chips, cards = _chips(state), _cards(state)
    else:
        same = state.seats is before.seats and state.hand is before.hand and state.bank == before.bank
        chips = "" if same else _chips_since(state, before)
        cards = "" if state.lying is before.lying else _cards_since(state)
    if chips or cards:
        return tuple(law for law in (chips, cards) if law)
    return ()


def _chips(state: TableState) -> str:
    """Stacks and middle add up to what was brought; the middle to what the seats put in, less what went out."""
    stacks = put_in = 0
    for seat in state.seats:
        stacks += seat.stack
        put_in += seat.paid + seat.ante + seat.dead
        if _negative(seat):
            return "negative_chips"
    hand = state.hand
    if stacks + (0 if hand is None else hand.middle) != state.bank:
        return "chips_not_conserved"
    if hand is None or hand.outcome == "void":
        return ""
    return "middle_not_accounted_for" if hand.middle + _gone(hand) != put_in else _hand(hand)


def _chips_since(state: TableState, before: TableState) -> str:
    """The same from what has changed since a state that was well: only seats that are not the same are added up."""
    hand, was = state.hand, before.hand
    if hand is not was and (hand is None or was is None or hand.opening is not was.opening or hand.outcome == "void"):
        return _chips(state)
    stacks = put_in = 0
    if state.seats is not before.seats:
        same = list(map(is_, state.seats, before.seats))
        index = -1
        for _ in range(same.count(False)):
            index = same.index(False, index + 1)
            seat, old = state.seats[index], before.seats[index]
            stacks += seat.stack - old.stack
            put_in += seat.paid - old.paid + seat.ante - old.ante + seat.dead - old.dead
            if _negative(seat):
                return "negative_chips"
    if hand is was or hand is None or was is None:
        return "chips_not_conserved" if stacks != state.bank - before.bank or put_in else ""
    moved = hand.middle - was.middle
    if stacks + moved != state.bank - before.bank:
        return "chips_not_conserved"
    if moved + (_gone(hand) - _gone(was) if hand.awards or hand.rake else 0) != put_in:
        return "middle_not_accounted_for"
    return "" if hand.pots is was.pots and not hand.outcome and hand.middle >= 0 else _hand(hand)


def _negative(seat: SeatState) -> bool:
    return seat.stack < 0 or seat.bet < 0 or seat.paid < seat.bet or seat.ante < 0 or seat.dead < 0


def _gone(hand: HandState) -> int:
    """What has left the middle: rake and pots."""
    return hand.rake + sum([award.amount for award in hand.awards]) if hand.awards else hand.rake


def _hand(hand: HandState) -> str:
    """Once bets are pulled in, the pots are the middle; at the end the middle is empty."""
    if hand.middle < 0:
        return "negative_chips"
    if hand.outcome:
        return "chips_left_in_the_middle" if hand.middle else ""
    pulled_in = hand.pots and not hand.highest and not hand.awards
    return "pots_not_accounted_for" if pulled_in and sum([pot.amount for pot in hand.pots]) != hand.middle + hand.rake else ""


def _cards_since(state: TableState) -> str:
    """The same as `_cards`, quickly where every card is known: as many cards lie as different pieces are out."""
    return "" if sum(map(len, state.lying)) == state.out.bit_count() else _cards(state)


def _cards(state: TableState) -> str:
    """No physical card lies twice, and no more lie out than a deck has."""
    known = [card.hidden.piece for place in state.lying for card in place if card.hidden is not None]
    pieces = [piece for piece in known if piece > 0]
    if len(set(pieces)) != len(pieces):
        return "card_in_two_places"
    return "too_many_cards_out" if len(pieces) > DECK_SIZE + SPARE else ""
