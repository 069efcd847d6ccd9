"""What must be so in every state: chips and cards conserved, nothing negative, nothing in two places. Cheap: for every event."""

from table_controller.core.state import HandState, TableState

DECK = 52


def broken(state: TableState, before: TableState | None = None) -> tuple[str, ...]:
    """What does not hold; empty when all is well. Names of laws, never of cards.

    `before`: a state already found well. Parts that are the very same objects in both are not looked at again.
    """
    wrong: list[str] = []
    if before is None or state.seats is not before.seats or state.hand is not before.hand or state.bank != before.bank:
        _chips(state, wrong)
    if before is None or state.lying is not before.lying:
        _cards(state, wrong)
    return tuple(wrong)


def _chips(state: TableState, wrong: list[str]) -> None:
    """Stacks and middle add up to what was brought; the middle to what the seats put in, less what went out."""
    hand = state.hand
    stacks = put_in = bets = 0
    for seat in state.seats:
        stack, paid, bet = seat.stack, seat.paid, seat.bet
        stacks += stack
        if stack < 0 or bet < 0 or paid < bet or seat.ante < 0 or seat.dead < 0:
            wrong.append("negative_chips")
        put_in += paid + seat.ante + seat.dead
        bets += bet
    middle = 0 if hand is None else hand.middle
    if stacks + middle != state.bank:
        wrong.append("chips_not_conserved")
    if hand is not None:
        _middle(hand, put_in, bets, wrong)


def _middle(hand: HandState, put_in: int, bets: int, wrong: list[str]) -> None:
    gone = hand.rake + sum(award.amount for award in hand.awards) if hand.awards else hand.rake
    if hand.middle < 0 or (hand.outcome != "void" and hand.middle + gone != put_in):
        wrong.append("middle_not_accounted_for")
    if hand.pots and not hand.betting and not bets and not hand.awards and hand.outcome != "void":
        pots = sum(pot.amount for pot in hand.pots)
        if pots != hand.middle + hand.rake:
            wrong.append("pots_not_accounted_for")
    if not hand.live and hand.middle:
        wrong.append("chips_left_in_the_middle")


def _cards(state: TableState, wrong: list[str]) -> None:
    """No physical card lies twice, and no more lie out than a deck has."""
    seen = set()
    known = out = 0
    for place in state.lying:
        for card in place:
            out += 1
            hidden = card.hidden
            if hidden is not None and hidden.piece > 0:
                known += 1
                seen.add(hidden.piece)
    if len(seen) != known:
        wrong.append("card_in_two_places")
    if out > DECK + 4:
        wrong.append("too_many_cards_out")
