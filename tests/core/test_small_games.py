"""Every sequence of bets in small games, step by step beside PokerKit: whose turn, what a call costs, who may raise, who wins.

PokerKit is asked only where it can be (FINDINGS): no folds by a player who faces no bet; no limit all-ins of part of a bet,
where it knows no half-bet rule; no big blind that is short before others act, where it takes what lies for the bring-in and
the rules take the whole blind (TDA 54-B). Where a round's first bet or raise is a short all-in it lets players raise who had
acted; the rules do not (TDA 47, example 3-A). Everywhere else both must say the same.
"""

import copy
from typing import Any

import pokerkit as kit
import pytest

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK, Card, HiddenCard, cards, text_of
from table_controller.core.decide import advance
from table_controller.core.events import Street
from table_controller.core.expect import expected
from table_controller.core.facts import AnyFact
from table_controller.core.ids import Chips, Millis, PieceNo, SeatNo
from table_controller.core.limits import LegalActs, legal
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import TableState
from tests.core.felt import DEALER, Felt, stakes

AUTOMATIC = (
    kit.Automation.ANTE_POSTING,
    kit.Automation.BET_COLLECTION,
    kit.Automation.BLIND_OR_STRADDLE_POSTING,
    kit.Automation.HAND_KILLING,
    kit.Automation.CHIPS_PUSHING,
    kit.Automation.CHIPS_PULLING,
)
FIRST = cards("Ac Kd 7h Ad 7c 2s 3c Qh 7d 9s 4c 2h 5c Jd")
DECK: tuple[Card, ...] = (*FIRST, *(card for card in FULL_DECK if card not in FIRST))


class PotLimitHoldem(kit.NoLimitTexasHoldem):  # type: ignore[misc]
    """PokerKit has the structure but not the game."""

    betting_structure = kit.BettingStructure.POT_LIMIT


class Both:
    """The same hand at our table and in PokerKit."""

    def __init__(self, state: TableState, theirs: Any, order: tuple[SeatNo, ...], draws: int = 0) -> None:
        self.state, self.theirs, self.order, self.draws = state, theirs, order, draws
        self.flop: list[str] = []

    def branch(self) -> "Both":
        other = Both(self.state, copy.deepcopy(self.theirs), self.order, self.draws)
        other.flop = list(self.flop)
        return other

    def say(self, said: AnyFact | AnyOrder) -> None:
        result = advance(self.state, said, DEALER)
        assert not isinstance(result, Rejection), (said, result)
        self.state = result.state

    def deal(self) -> None:
        """Cards to both until somebody has to act or show. PokerKit asks a player to check who has nobody left to bet against."""
        while legal(self.state) is None and self.theirs.actor_index is not None:
            assert self.theirs.checking_or_calling_amount == 0
            assert not self.theirs.can_complete_bet_or_raise_to()
            self.theirs.check_or_call()
        while (place := expected(self.state).place) is not None and (self.state.in_hand or not self.draws):
            face = DECK[self.draws]
            self.draws += 1
            hidden = HiddenCard(PieceNo(self.draws), face)
            self.say(seen.CardArrived(at=Millis(0), card=hidden, source=Place.SHOE, to=place, draw=self.draws))
            self._deal_theirs(place, text_of(face))

    def _deal_theirs(self, place: Place, face: str) -> None:
        if place in SEAT_OF_PLACE:
            self.theirs.deal_hole(face)
        elif place is Place.BURN:
            while self.theirs.can_show_or_muck_hole_cards():
                self.theirs.show_or_muck_hole_cards(True)
            self.theirs.burn_card(face)
        else:
            self.flop.append(face)
            if len(self.flop) >= 3:
                self.theirs.deal_board("".join(self.flop) if len(self.flop) == 3 else face)

    def finish(self) -> None:
        """Everybody shows; the stacks must be the same."""
        hand = self.state.hand
        assert hand is not None
        while self.theirs.can_show_or_muck_hole_cards():
            self.theirs.show_or_muck_hole_cards(True)
        if not hand.pots_only:
            for seat in hand.show_order:
                self.say(ask.Show(seat=seat))
        self.say(ask.Award())
        ours = [self.state.seats[seat - 1].stack for seat in self.order]
        assert ours == list(self.theirs.stacks), (ours, self.theirs.stacks)


def begin(level: Stakes, stacks: tuple[int, ...], rules: HouseRules) -> Both:
    """Seats 1, 2 ...; the last has the button."""
    felt = Felt(level, rules).sit({number + 1: amount for number, amount in enumerate(stacks)}, button=len(stacks))
    order = tuple(SeatNo(number + 1) for number in range(len(stacks)))
    blinds = (level.small_blind, level.big_blind)
    if level.limit is Limit.FIXED_LIMIT:
        game = kit.FixedLimitTexasHoldem
        theirs = game.create_state(AUTOMATIC, True, level.ante, blinds, level.small_bet, level.big_bet, stacks, len(stacks))
    else:
        game = PotLimitHoldem if level.limit is Limit.POT_LIMIT else kit.NoLimitTexasHoldem
        theirs = game.create_state(AUTOMATIC, True, level.ante, blinds, level.big_blind, stacks, len(stacks))
    both = Both(felt.state, theirs, order)
    both.deal()
    return both


def explore(both: Both, path: tuple[str, ...] = ()) -> int:
    """Walks every sequence from here; the number of hands that ended."""
    may = legal(both.state)
    theirs = both.theirs
    actor = theirs.actor_index
    assert (None if may is None else may.seat) == (None if actor is None else both.order[actor]), path
    if may is None:
        both.finish()
        return 1
    assert may.to_call == theirs.checking_or_calling_amount, (path, may)
    raises = theirs.can_complete_bet_or_raise_to() and not _acted_before_a_short_first_raise(both.state, may)
    assert may.may_raise == raises, (path, may)
    if raises:
        assert may.min_to == theirs.min_completion_betting_or_raising_to_amount, (path, may)
        assert may.max_to == theirs.max_completion_betting_or_raising_to_amount, (path, may)
    ended = _act(both, path, ask.CheckOrCall(), "check_or_call")
    if may.to_call:
        ended += _act(both, path, ask.Fold(), "fold")
    for to in range(may.min_to, may.max_to + 1) if raises else ():
        ended += _act(both, path, ask.BetOrRaise(to=Chips(to)), "complete_bet_or_raise_to", to)
    return ended


def _acted_before_a_short_first_raise(state: TableState, may: LegalActs) -> bool:
    hand, seat = state.hand, state.seats[may.seat - 1]
    if hand is None or not seat.acted or hand.wagers > (hand.street is Street.PREFLOP):
        return False
    return 0 < hand.bet - seat.bet < state.stakes.big_blind


def _act(both: Both, path: tuple[str, ...], order: AnyOrder, method: str, *arguments: int) -> int:
    after = both.branch()
    after.say(order)
    getattr(after.theirs, method)(*arguments)
    after.deal()
    return explore(after, (*path, f"{method}{arguments or ''}"))


NL, PL = Limit.NO_LIMIT, Limit.POT_LIMIT
FIXED = stakes(Limit.FIXED_LIMIT, 1, 2, small_bet=Chips(2), big_bet=Chips(4))
SMALL = [
    (stakes(NL, 1, 2), (4, 4)),
    (stakes(NL, 1, 2), (3, 6)),
    (stakes(NL, 1, 2), (6, 3)),
    (stakes(NL, 1, 2), (1, 5)),
    (stakes(NL, 1, 2), (5, 1)),
    (stakes(NL, 1, 2, ante=Chips(1)), (4, 4)),
    (stakes(PL, 1, 2), (5, 5)),
    (stakes(NL, 1, 2), (3, 3, 3)),
    (stakes(NL, 1, 2), (2, 3, 4)),
    (stakes(NL, 1, 2), (4, 3, 2)),
    (stakes(NL, 1, 2), (5, 4, 3)),
    (stakes(NL, 1, 2), (3, 5, 6)),
    (stakes(NL, 1, 2), (6, 5)),
    (stakes(NL, 1, 2), (7, 7)),
    (stakes(NL, 1, 3), (5, 8)),
    (stakes(NL, 1, 2, ante=Chips(1)), (3, 4, 5)),
    (stakes(NL, 1, 2, ante=Chips(2)), (5, 4, 3)),
    (stakes(PL, 1, 2), (6, 6)),
    (stakes(PL, 1, 2), (5, 6, 4)),
    (stakes(NL, 1, 2), (2, 2, 6)),
    (stakes(NL, 1, 2), (1, 4, 3)),
    (stakes(PL, 1, 2), (3, 4, 3)),
    (FIXED, (8, 8)),
    (FIXED, (12, 10)),
    (FIXED, (6, 8, 6)),
]


@pytest.mark.parametrize(
    ("level", "stacks"), SMALL, ids=lambda value: str(value) if isinstance(value, tuple) else value.limit.value
)
def test_every_betting_sequence_of_a_small_game(level: Stakes, stacks: tuple[int, ...]) -> None:
    rules = HouseRules(raise_cap=None)
    assert explore(begin(level, stacks, rules)) >= 1
