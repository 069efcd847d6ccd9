"""What people say about irregularities: confirm, cancel, rule, an act keyed late, a step overridden, a hand killed.

Says who may, and records it; what a confirmed finding leads to is for `recovery`.
"""

from collections.abc import Callable

from table_controller.core import betting, dealing, held
from table_controller.core import orders as ask
from table_controller.core.deciding import is_ruling
from table_controller.core.draft import Draft
from table_controller.core.events import FindingClosed, FindingRaised
from table_controller.core.failing import astray
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.killing import kill
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person
from table_controller.core.places import SEAT_PLACES
from table_controller.core.procedure import running, unconfirmed
from table_controller.core.procedure_events import (
    FindingConfirmed,
    LateActKeyed,
    RulingGiven,
    StepConfirmed,
    StepOverridden,
    StepRetried,
)
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.questions import CHIPS_WITHOUT_KEY
from table_controller.core.rounds import after_card
from table_controller.core.signing import FLOOR, may_override, may_sign, signers
from table_controller.core.state import NOTHING_LIES, TableState

LATE_CODES = frozenset({"flop_premature", "turn_premature", "river_premature", "burn_early", "skipped_player", "out_of_turn"})
"""What acts that were keyed late can explain (RULEBOOK 4)."""
_OF_TURN = ("out_of_turn", "skipped_player")
BY_KEY = ("ok", "shuffled", "tag", "second_deck")
"""Needs that somebody may say are met."""


def confirm_step(draft: Draft, _order: ask.ConfirmStep, by: Person) -> Rejection | None:
    """Whatever waits for a yes: an open finding, a failed step, a step no sensor sees, the pots, the gathering."""
    finding = _newest(draft.state)
    if finding is not None:
        return _sign(draft, finding, by)
    procedure = running(draft.state)
    if procedure is not None:
        said = _confirm_procedure(draft, procedure, by)
        if said is not _NOTHING:
            return said
    return dealing.confirm_end(draft, by)


_NOTHING = Rejection("nothing_to_confirm")


def _newest(state: TableState) -> FindingRaised | None:
    numbers = unconfirmed(state)
    return next((one for one in reversed(state.findings) if one.number in numbers), None)


def _sign(draft: Draft, finding: FindingRaised, by: Person) -> Rejection | None:
    refused = may_sign(draft.state, finding, by)
    if refused is None:
        draft.add(FindingConfirmed(number=finding.number, by=by))
    return refused


def _confirm_procedure(draft: Draft, procedure: ProcedureState, by: Person) -> Rejection | None:
    step = procedure.step
    if step is None:
        return _NOTHING
    if procedure.failed is not None:
        if procedure.level > 1 and by.role not in FLOOR:
            return Rejection("floor_needed")
        if astray(draft.state, procedure):
            return Rejection("not_put_right")
        draft.add(StepRetried(finding=procedure.finding, n=step.n, by=by))
        return None
    if any(need.what == "second_deck" for need in step.needs):
        if by.role not in FLOOR:
            return Rejection("floor_needed")
        if draft.state.lying != NOTHING_LIES:
            return Rejection("cards_not_gathered")
    if not procedure.confirmed and any(need.what in BY_KEY for need in step.needs):
        draft.add(StepConfirmed(finding=procedure.finding, n=step.n, by=by))
        return None
    return _NOTHING


def countersign(draft: Draft, _order: ask.Countersign, by: Person) -> Rejection | None:
    """The second person's signature; the first must be there."""
    finding = half_signed(draft.state)
    return Rejection("nothing_to_countersign") if finding is None else _sign(draft, finding, by)


def half_signed(state: TableState) -> FindingRaised | None:
    """The newest open finding that one person has signed for and that waits for another."""
    numbers = unconfirmed(state)
    return next((one for one in reversed(state.findings) if one.number in numbers and signers(state, one.number)), None)


def cancel(draft: Draft, _order: ask.Cancel, by: Person) -> Rejection | None:
    """No irregularity: play goes on as the cards lie. The floor still hears of what was its own to decide."""
    finding = _newest(draft.state)
    if finding is None:
        return Rejection("nothing_to_cancel")
    draft.add(FindingClosed(number=finding.number, how="cancelled", by=by))
    after_card(draft)
    return None


def rule(draft: Draft, order: ask.Rule, by: Person) -> Rejection | None:
    """The floor's decision about an open finding, or about one that is being put right."""
    if by.role not in FLOOR:
        return Rejection("floor_needed")
    finding = next((one for one in reversed(draft.state.findings) if one.code == order.code), None)
    if finding is None:
        return Rejection("no_such_finding", {"code": order.code})
    if not is_ruling(order.code, order.ruling):
        return Rejection("no_such_ruling", {"ruling": order.ruling})
    hand = draft.state.hand
    if order.ruling == "kill" and (hand is None or order.seat not in hand.order):
        return Rejection("no_such_seat", {"seat": order.seat or 0})
    if finding.number in unconfirmed(draft.state):
        refused = may_sign(draft.state, finding, by)
        if refused is not None:
            return refused
    draft.add(
        RulingGiven(number=finding.number, code=order.code, ruling=order.ruling, by=by, seat=order.seat, reason=order.reason)
    )
    return None


def override_step(draft: Draft, order: ask.OverrideStep, by: Person) -> Rejection | None:
    """The running step counts as done, for a reason that is recorded; the repair then ends as overridden."""
    if by.role not in FLOOR:
        return Rejection("floor_needed")
    procedure = running(draft.state)
    if procedure is None or procedure.step is None:
        return Rejection("no_procedure")
    draft.add(StepOverridden(finding=procedure.finding, n=procedure.step.n, reason=order.reason, by=by))
    return None


def kill_hand(draft: Draft, order: ask.KillHand, by: Person) -> Rejection | None:
    """Its chips stay, an uncalled bet goes back (TDA 15-B)."""
    refused = may_override(draft.state, by)
    if refused is not None:
        return refused
    if not kill(draft, order.seat, order.reason, give_back=True):
        return Rejection("no_live_hand", {"seat": order.seat})
    return None


# --- acts keyed late -------------------------------------------------------------------------------------------------


def late(draft: Draft, order: ask.Late, by: Person) -> Rejection | None:
    """Once the round is over by such acts, what was dealt meanwhile was dealt in time."""
    finding = late_finding(draft.state)
    if finding is None:
        return Rejection("nothing_late")
    make = _LATE_ACTS.get(order.act)
    if make is None:
        return Rejection("no_such_act", {"act": order.act})
    refused = _contradicted(draft.state, order) or make(draft, order, by)
    if refused is not None:
        return refused
    held.settle(draft, force=True)
    hand = draft.state.hand
    for one in draft.state.findings:
        explained = one.number == finding.number and (hand is None or not hand.betting)
        if explained or (one.code in _OF_TURN and hand is not None and not held.waits(hand, one)):
            draft.add(FindingClosed(number=one.number, how="late_entry", by=by))
            after_card(draft)
    return None


def choices(state: TableState, finding: FindingRaised) -> tuple[str, ...]:
    """What may be said about an open finding, the first choice first: late keys are ordinary life at a table."""
    if finding.number not in unconfirmed(state):
        return ()
    explains = finding.code in LATE_CODES and state.hand is not None and state.hand.betting
    return (("late",) if explains else ()) + ("confirm", "cancel")


def late_finding(state: TableState) -> FindingRaised | None:
    """The open finding that acts keyed now would explain."""
    numbers = unconfirmed(state)
    hand = state.hand
    if hand is None or not hand.betting:
        return None
    return next((one for one in reversed(state.findings) if one.number in numbers and one.code in LATE_CODES), None)


def _contradicted(state: TableState, order: ask.Late) -> Rejection | None:
    """Cards or chips that say otherwise."""
    if not 0 < order.seat <= len(state.seats):
        return Rejection("no_such_seat", {"seat": order.seat})
    cards = len(state.at(SEAT_PLACES[order.seat]))
    if cards > 1 if order.act == "fold" else not cards:  # of a hand in the muck one may be unheard, and thought to lie there
        return Rejection("cards_contradict", {"seat": order.seat})
    if state.hand is not None and order.to is not None and held.contradicts(state.hand, order.to):
        return Rejection("chips_contradict", {"seat": order.seat})
    chips = any(one.key == CHIPS_WITHOUT_KEY and one.seat == order.seat for one in state.questions)
    return Rejection("chips_contradict", {"seat": order.seat}) if chips and order.act in ("fold", "check") else None


def _act(order: Callable[[SeatNo, Chips], ask.Order], do: Callable[..., Rejection | None]) -> Callable[..., Rejection | None]:
    def keyed(draft: Draft, late_order: ask.Late, by: Person) -> Rejection | None:
        finding = late_finding(draft.state)
        assert finding is not None
        draft.add(LateActKeyed(seat=late_order.seat, finding=finding.number))
        refused: Rejection | None = do(draft, order(late_order.seat, late_order.to or Chips(0)), by)
        return refused

    return keyed


_LATE_ACTS: dict[str, Callable[..., Rejection | None]] = {
    "fold": _act(lambda seat, _to: ask.Fold(seat=seat), betting.fold_hand),
    "check": _act(lambda seat, _to: ask.Check(seat=seat), betting.check),
    "call": _act(lambda seat, _to: ask.Call(seat=seat), betting.call),
    "bet": _act(lambda seat, to: ask.Bet(seat=seat, to=to), betting.bet),
    "raise": _act(lambda seat, to: ask.Raise(seat=seat, to=to), betting.raise_to),
    "all_in": _act(lambda seat, _to: ask.AllIn(seat=seat), betting.all_in),
}
