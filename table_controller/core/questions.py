"""Questions to the dealer, never findings: chips without a key, a key without chips, cards thrown away that may play the board.

A question closes when what was missing comes (the key, the chips), when the dealer answers, and when the hand is over.
"""

from table_controller.core import facts as seen
from table_controller.core.draft import Draft
from table_controller.core.events import BoardPlayed, QuestionAsked, QuestionClosed
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnswerQuestion, Person

CHIPS_WITHOUT_KEY = "chips_without_key"
KEY_WITHOUT_CHIPS = "key_without_chips"
PLAYING_BOARD = "playing_board"


def chips_unexplained(draft: Draft, fact: seen.ChipsUnexplained) -> None:
    """Chips crossed the line and no key said why, or the other way round."""
    key = KEY_WITHOUT_CHIPS if fact.keyed else CHIPS_WITHOUT_KEY
    if any(question.key == key and question.seat == fact.seat for question in draft.state.questions):
        return
    draft.add(QuestionAsked(number=draft.state.question_no + 1, key=key, seat=fact.seat))


def chips_crossed(draft: Draft, fact: seen.ChipsCrossed) -> None:
    """The chips a key spoke of have come."""
    close_for(draft, fact.seat, KEY_WITHOUT_CHIPS, "chips_came")


def ask_board(draft: Draft, seat: SeatNo) -> None:
    """Cards are thrown away unshown at the showdown, whatever they are (CZ28, UA26, HU24)."""
    if not any(question.key == PLAYING_BOARD and question.seat == seat for question in draft.state.questions):
        draft.add(QuestionAsked(number=draft.state.question_no + 1, key=PLAYING_BOARD, seat=seat))


def close_board(draft: Draft) -> bool:
    """Play has gone on, or the dealer said no. False: nothing was asked."""
    if not draft.state.questions:
        return False
    asked = [question for question in draft.state.questions if question.key == PLAYING_BOARD]
    for question in asked:
        draft.add(QuestionClosed(number=question.number, answer="no"))
    return bool(asked)


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
    asked = next((question for question in draft.state.questions if question.number == order.question), None)
    if asked is None:
        return Rejection("no_such_question", {"question": order.question})
    if asked.key == PLAYING_BOARD and asked.seat is not None and order.answer == "yes":
        draft.add(BoardPlayed(seat=asked.seat))
    draft.add(QuestionClosed(number=order.question, answer=order.answer))
    return None
