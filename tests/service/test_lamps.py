"""The lamps of the table: the stack light says what state an alarm is in, beside the lamps of the next step or alone."""

import pytest

from table_controller.alarms import Alarms, fold_alarm
from table_controller.core import events as did
from table_controller.core.alarm_events import AlarmShelved
from table_controller.core.order_base import Person, Role
from table_controller.core.state import TableState
from table_controller.service.lamps import ALARM, FAST, SLOW, STEADY, Lamps, lamps_for

EVA = Person(Role.FLOOR, "Eva")
SILENT = did.DeviceSilenced(device="shoe", needed=True)
SEEN = did.AlarmAcknowledged(alarm="device-shoe", by=EVA)
SHELVED = AlarmShelved(alarm="device-shoe", minutes=5, reason="cable", by=EVA)
OVER = did.DeviceLostEvents(device="shoe", count=1)
CALLED = did.FloorCalled(by=EVA)


def after(*events: did.AnyEvent) -> Alarms:
    alarms = Alarms()
    for event in events:
        alarms = fold_alarm(alarms, event, 1_000)
    return alarms


@pytest.mark.parametrize(
    ("events", "pattern"),
    [
        ((), 0),
        ((SILENT,), FAST),
        ((SILENT, SEEN), STEADY),
        ((SILENT, SHELVED), 0),
        ((CALLED,), SLOW),
        ((SILENT, SEEN, CALLED), SLOW),
        ((OVER,), 0),
    ],
)
def test_the_stack_light_says_what_an_alarm_wants(events: tuple[did.AnyEvent, ...], pattern: int) -> None:
    assert {lamps.pattern for lamps in lamps_for(TableState(), after(*events)) if lamps.mask & ALARM} == ({pattern} - {0})


def test_a_locked_table_shows_nothing_else_and_never_goes_dark() -> None:
    locked = TableState(lost=(("shoe", True),))
    assert lamps_for(locked, after(SILENT)) == (Lamps(ALARM, FAST),)
    assert lamps_for(locked, after(SILENT, SHELVED)) == (Lamps(ALARM, STEADY),)


def test_a_record_that_cannot_be_written_is_said_by_light() -> None:
    assert Lamps(ALARM, FAST) in lamps_for(TableState(), Alarms(), record_fails=True)
