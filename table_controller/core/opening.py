"""Who may see sealed cards, and when: the auditor with a reason, a second person beside him, and never while the hand runs.

Says only that they may, and puts it on record; the core holds no key and opens nothing.
"""

from table_controller.core.draft import Draft
from table_controller.core.ids import HandNo, Seq
from table_controller.core.messages import Rejection
from table_controller.core.order_base import Person
from table_controller.core.persons import same
from table_controller.core.record_events import RecordCopied, SealedAsked, SealedOpened
from table_controller.core.record_orders import NoteCopy, OpenSealed
from table_controller.core.signing import SECOND
from table_controller.core.state import TableState

MOST_OLD_MS = 24 * 60 * 60 * 1000
"""What was asked longer ago is asked anew."""


def open_sealed(draft: Draft, order: OpenSealed, by: Person) -> Rejection | None:
    """The first of the two."""
    refused = _not_over(draft.state, order.hand)
    if refused is None:
        asked = SealedAsked(hand=order.hand, attempt=order.attempt, places=order.places, reason=order.reason, by=by)
        draft.add(asked)
    return refused


def countersigned(state: TableState, asked: SealedAsked, at: Seq, age_ms: int, by: Person) -> SealedOpened | Rejection:
    """What the second person's signature under `asked`, record `at`, leads to. `age_ms`: how long ago it was asked."""
    if by.role not in SECOND or same(by, asked.by):
        return Rejection("second_person_needed")
    if age_ms > MOST_OLD_MS:
        return Rejection("asked_too_long_ago")
    refused = _not_over(state, asked.hand)
    return refused or SealedOpened(asked=at, hand=asked.hand, attempt=asked.attempt, places=asked.places, by=by)


def note_copy(draft: Draft, order: NoteCopy, by: Person) -> Rejection | None:
    """A backup was made, whatever goes on at the table."""
    draft.add(RecordCopied(up_to=order.up_to, hash=order.hash, by=by))
    return None


def _not_over(state: TableState, number: HandNo) -> Rejection | None:
    """A voided hand is dealt again: it is not over before that."""
    hand = state.hand
    if hand is not None and hand.number == number and (state.in_hand or hand.outcome == "void"):
        return Rejection("hand_not_over")
    return Rejection("no_such_hand") if number > state.hands else None
