"""What a step leads to when it is done: hands killed or void, burns owed, the pool of a reshuffle, hands that come back.

An effect is a word with numbers, as the steps carry it; here it becomes events with all that follows from them.
"""

from collections.abc import Callable, Sequence

from table_controller.core.amends import amend
from table_controller.core.awarding import transfers
from table_controller.core.draft import Draft
from table_controller.core.events import BlindKind, BlindPosted, FindingClosed, HandVoided
from table_controller.core.floor import carry_on, unchanged
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.killing import kill, retrieve
from table_controller.core.orders import Person, Role
from table_controller.core.places import SEAT_PLACES
from table_controller.core.procedure import in_deck
from table_controller.core.procedure_events import (
    BlindWithdrawn,
    BurnsOwed,
    DeckReshuffled,
    PotCorrected,
    ProcedureFinished,
    Transfer,
)
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.questions import close_all
from table_controller.core.rules import DeadHandAbsentStake, ExtraCard
from table_controller.core.signing import signers
from table_controller.core.state import TableState
from table_controller.recovery.case import Case, absent
from table_controller.recovery.plans_deal import COUNT_CODES

RULES = Person(Role.SYSTEM, via="rules")
"""Who closes what closes by itself."""


def take_effect(draft: Draft, procedure: ProcedureState, effect: str) -> None:
    """Adds what the effect of a step makes happen."""
    word, *numbers = effect.split()
    _EFFECTS[word](draft, procedure, [int(number) for number in numbers])


def signer(draft: Draft, finding: int) -> Person:
    """Who signed for the finding last."""
    people = signers(draft.state, finding)
    return people[-1] if people else RULES


def _void(draft: Draft, procedure: ProcedureState, _numbers: Sequence[int]) -> None:
    """Every chip goes back, but for an absent player's stake in a dead hand (SK88, SK89); everything else open is over."""
    hand = draft.state.hand
    if hand is None or hand.outcome == "void" or not (hand.live or unchanged(draft.state, hand)):
        return
    finding = draft.state.finding(procedure.finding)
    left = [] if finding is None else _left_behind(Case(draft.state, finding, draft.state.rules))
    again = [stake for stake in hand.brought_in if all(seat != stake[0] for seat, _ in left)]
    by = signer(draft, procedure.finding)
    draft.add(HandVoided(hand=hand.number, attempt=hand.attempt, reason=procedure.code, by=by))
    carry_on(draft, (*left, *again))
    close_others(draft, procedure.finding, "voided", by)
    close_all(draft, "voided")


def _left_behind(case: Case) -> list[tuple[SeatNo, Chips]]:
    next_pot = case.rules.dead_hand_absent_stake is DeadHandAbsentStake.NEXT_POT
    if not next_pot or case.finding.code not in COUNT_CODES:
        return []
    stakes = ((seat, case.state.seat(seat).total_in) for seat in absent(case))
    return [(seat, amount) for seat, amount in stakes if amount > 0]


def close_others(draft: Draft, but: int, how: str, by: Person, but_codes: frozenset[str] = frozenset()) -> None:
    """Closes every other finding, and ends what is being put right for it."""
    for procedure in draft.state.procedures:
        if procedure.finding != but and procedure.code not in but_codes:
            draft.add(ProcedureFinished(finding=procedure.finding, procedure=procedure.procedure, how="replaced"))
    for finding in draft.state.findings:
        if finding.number != but and finding.code not in but_codes:
            draft.add(FindingClosed(number=finding.number, how=how, by=by))


def _kill(draft: Draft, procedure: ProcedureState, numbers: Sequence[int]) -> None:
    """Chips stay; what nobody called goes back, but not in a house where a wrong number of cards loses all (SK87)."""
    give_back = procedure.code not in COUNT_CODES or not _loses_all(draft.state)
    for number in numbers:
        kill(draft, SeatNo(number), procedure.code, give_back=give_back)


def _loses_all(state: TableState) -> bool:
    """In a house where the number of cards that lie there makes a dead hand."""
    extras = sum(max(0, len(state.at(place)) - 2) for place in SEAT_PLACES.values())
    house = state.rules.extra_more if extras > 1 else state.rules.extra_one_to_first_seat
    return house is ExtraCard.DEAD_HAND


def _retrieve(draft: Draft, procedure: ProcedureState, numbers: Sequence[int]) -> None:
    for number in numbers:
        retrieve(draft, SeatNo(number), procedure.code)


def _blinds(draft: Draft, procedure: ProcedureState, _numbers: Sequence[int]) -> None:
    """Before the first card the wrong blind is taken back; in the deal the right ones go in."""
    hand = draft.state.hand
    if hand is None or not hand.live:
        if procedure.seat is not None:
            draft.add(BlindWithdrawn(seat=procedure.seat))
        return
    stakes = draft.state.stakes
    due = ((hand.small_blind, BlindKind.SB, stakes.small_blind), (hand.big_blind, BlindKind.BB, stakes.big_blind))
    for number, what, amount in due:
        seat = None if number is None or number not in hand.order else draft.state.seat(number)
        wanting = 0 if seat is None else min(amount - seat.bet, seat.stack)
        if seat is not None and wanting > 0 and hand.acts == 0:
            all_in = wanting == seat.stack
            draft.add(BlindPosted(seat=seat.seat, what=what, live=Chips(wanting), dead=Chips(0), all_in=all_in))


def _owe(draft: Draft, _procedure: ProcedureState, numbers: Sequence[int]) -> None:
    hand = draft.state.hand
    if hand is not None and hand.live:
        draft.add(BurnsOwed(burns=tuple(numbers)))


def _reshuffled(draft: Draft, _procedure: ProcedureState, _numbers: Sequence[int]) -> None:
    draft.add(DeckReshuffled(pool=in_deck(draft.state)))


def _amend(draft: Draft, procedure: ProcedureState, _numbers: Sequence[int]) -> None:
    finding = draft.state.finding(procedure.finding)
    if finding is not None:
        amend(draft, finding)


def _pot(draft: Draft, procedure: ProcedureState, _numbers: Sequence[int]) -> None:
    """Chips that went to the wrong seat move on, as long as that may be (TDA 22)."""
    moves = tuple(Transfer(*move) for move in transfers(draft.state))
    if moves:
        draft.add(PotCorrected(transfers=moves, by=signer(draft, procedure.finding)))


_EFFECTS: dict[str, Callable[[Draft, ProcedureState, Sequence[int]], None]] = {
    "void": _void,
    "kill": _kill,
    "retrieve": _retrieve,
    "owe": _owe,
    "blinds": _blinds,
    "reshuffled": _reshuffled,
    "amend": _amend,
    "pot": _pot,
}
