"""Questions to the dealer, never findings: chips without a key, a key without chips. Asked once, closed by the answer itself.

A question closes when what was missing comes (the key, the chips), when the dealer answers, and when the hand is over.
"""

from table_controller.core import facts as seen
from table_controller.core.draft import Draft
from table_controller.core.events import QuestionAsked, QuestionClosed
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnswerQuestion, Person

CHIPS_WITHOUT_KEY = "chips_without_key"
KEY_WITHOUT_CHIPS = "key_without_chips"


def chips_unexplained(draft: Draft, fact: seen.ChipsUnexplained) -> None:
    """Chips crossed the line and no key said why, or the other way round."""
    key = KEY_WITHOUT_CHIPS if fact.keyed else CHIPS_WITHOUT_KEY
    if any(question.key == key and question.seat == fact.seat for question in draft.state.questions):
        return
    draft.add(QuestionAsked(number=draft.state.question_no + 1, key=key, seat=fact.seat))


def chips_crossed(draft: Draft, fact: seen.ChipsCrossed) -> None:
    """The chips a key spoke of have come."""
    close_for(draft, fact.seat, KEY_WITHOUT_CHIPS, "chips_came")


def close_for(draft: Draft, seat: SeatNo, key: str, answer: str) -> None:
    """Closes the open questions of that kind for that seat."""
    for question in draft.state.questions:
        if question.key == key and question.seat == seat:
            draft.add(QuestionClosed(number=question.number, answer=answer))


def close_all(draft: Draft, answer: str) -> None:
    """The hand they were about is over."""
    for question in draft.state.questions:
        draft.add(QuestionClosed(number=question.number, answer=answer))


def answer_question(draft: Draft, order: AnswerQuestion, _by: Person) -> Rejection | None:
    """The dealer's word closes a question."""
    if all(question.number != order.question for question in draft.state.questions):
        return Rejection("no_such_question", {"question": order.question})
    draft.add(QuestionClosed(number=order.question, answer=order.answer))
    return None
