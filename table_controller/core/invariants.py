"""What must be so in every state: chips and cards conserved, nothing negative, nothing in two places. Cheap: for every event."""

from table_controller.core.state import HandState, SeatState, TableState

DECK = 52
SPARE = 4
"""Jokers, cut cards and doubles that may lie out besides a whole deck."""


def broken(state: TableState, before: TableState | None = None) -> tuple[str, ...]:
    """What does not hold; empty when all is well. Names of laws, never of cards.

    `before`: a state already found well. Parts that are the very same objects in both are not looked at again.
    """
    if state is before:
        return ()
    wrong: list[str] = []
    if before is None or len(before.seats) != len(state.seats):
        _chips(state, wrong)
    elif state.seats is not before.seats or state.hand is not before.hand or state.bank != before.bank:
        _chips_since(state, before, wrong)
    if before is None:
        _cards(state, wrong)
    elif state.lying is not before.lying:
        _cards_since(state, before, wrong)
    return tuple(wrong)


def _chips(state: TableState, wrong: list[str]) -> None:
    """Stacks and middle add up to what was brought; the middle to what the seats put in, less what went out."""
    stacks = put_in = bets = 0
    for seat in state.seats:
        stacks += seat.stack
        put_in += seat.paid + seat.ante + seat.dead
        bets += seat.bet
        _seat(seat, wrong)
    hand = state.hand
    if hand is None:
        if stacks != state.bank:
            wrong.append("chips_not_conserved")
        return
    if stacks + hand.middle != state.bank:
        wrong.append("chips_not_conserved")
    if hand.outcome != "void" and hand.middle + _gone(hand) != put_in:
        wrong.append("middle_not_accounted_for")
    _hand(hand, wrong)


def _chips_since(state: TableState, before: TableState, wrong: list[str]) -> None:
    """The same from what has changed since a state that was well: only seats that are not the same are added up."""
    stacks = put_in = 0
    if state.seats is not before.seats:
        for seat, old in zip(state.seats, before.seats):  # noqa: B905 - equally long, and asked for every event
            if seat is not old:
                stacks += seat.stack - old.stack
                put_in += seat.paid + seat.ante + seat.dead - old.paid - old.ante - old.dead
                _seat(seat, wrong)
    hand, was = state.hand, before.hand
    if hand is was:
        if stacks != state.bank - before.bank or put_in:
            wrong.append("chips_not_conserved")
        return
    middle = 0 if hand is None else hand.middle
    if stacks + middle - (0 if was is None else was.middle) != state.bank - before.bank:
        wrong.append("chips_not_conserved")
    if hand is None:
        return
    if was is None or was.number != hand.number or was.attempt != hand.attempt:
        put_in = sum(seat.paid + seat.ante + seat.dead for seat in state.seats)
    else:
        put_in += was.middle + _gone(was)
    if middle + _gone(hand) != put_in and hand.outcome != "void":
        wrong.append("middle_not_accounted_for")
    _hand(hand, wrong)


def _seat(seat: SeatState, wrong: list[str]) -> None:
    if seat.stack < 0 or seat.bet < 0 or seat.paid < seat.bet or seat.ante < 0 or seat.dead < 0:
        wrong.append("negative_chips")


def _gone(hand: HandState) -> int:
    """What has left the middle: rake and pots."""
    return hand.rake + sum([award.amount for award in hand.awards]) if hand.awards else hand.rake


def _hand(hand: HandState, wrong: list[str]) -> None:
    """Once bets are pulled in, the pots are the middle; at the end the middle is empty."""
    if hand.middle < 0:
        wrong.append("negative_chips")
    if hand.outcome:
        if hand.middle:
            wrong.append("chips_left_in_the_middle")
    elif hand.pots and not hand.highest and not hand.awards and sum([pot.amount for pot in hand.pots]) != hand.middle + hand.rake:
        wrong.append("pots_not_accounted_for")


def _cards_since(state: TableState, before: TableState, wrong: list[str]) -> None:
    """The same as `_cards`, quickly where all that has changed is one more card lying in one place."""
    added = None
    for now, then in zip(state.lying, before.lying):  # noqa: B905 - equally long, and asked for every event
        if now is not then:
            if added is not None or now[:-1] != then:
                _cards(state, wrong)
                return
            added = now[-1]
    if added is None or added.hidden is None or added.hidden.piece <= 0:
        return
    piece, times = added.hidden.piece, 0
    for place in state.lying:
        for card in place:
            hidden = card.hidden
            if hidden is not None and hidden.piece == piece:
                times += 1
    if times != 1:
        wrong.append("card_in_two_places")


def _cards(state: TableState, wrong: list[str]) -> None:
    """No physical card lies twice, and no more lie out than a deck has."""
    pieces = [
        hidden.piece
        for place in state.lying
        if place
        for card in place
        if (hidden := card.hidden) is not None and hidden.piece > 0
    ]
    if len(set(pieces)) != len(pieces):
        wrong.append("card_in_two_places")
    if len(pieces) > DECK + SPARE:
        wrong.append("too_many_cards_out")
