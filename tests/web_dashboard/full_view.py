"""A table at which everything that can be open is open."""

from dashboard_fakes import alarm, locked_view, replace, seat, ukrainian_repair

from table_controller.core.messages import Message
from table_controller.views.shapes import PitView, QuestionView


def busy_view() -> PitView:
    """Everything that can be open at once."""
    base = locked_view("T1")
    question = QuestionView(4, Message("chips_without_key", {"seat": 3}))
    procedure = ukrainian_repair(5, None, Message("shuffled", {"count": 33}))
    alarms = tuple(alarm(n, code, id=f"a{n}") for n, code in ((3, "events_lost"), (1, "turn_premature"), (2, "floor_called")))
    hand = replace(base.hand, hold=2, out=("JK",), burns_shown=("3c",), board=("7s", "Qc", "Td", "2h", "As", "XX"))
    seats = (*base.seats, seat(10, status="absent", owes=("bb", "dead_sb"), present=False))
    return replace(base, questions=(question,), procedure=procedure, alarms=alarms, hand=hand, seats=seats)
