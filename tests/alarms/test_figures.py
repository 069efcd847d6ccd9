"""What became of alarms, and the figures of a shift: each transition is one change with who did it."""

from table_controller.alarms import Alarms, fold_alarm
from table_controller.alarms.figures import Change, changes, figures
from table_controller.core import events as did
from table_controller.core.alarm_events import AlarmDue, AlarmShelved, AlarmUnshelved, Due
from table_controller.core.order_base import Person, Role

EVA = Person(Role.FLOOR, "Eva")
SYSTEM = Person(Role.SYSTEM)
SILENT = did.DeviceSilenced(device="shoe", needed=True)
BACK = did.DeviceRecovered(device="shoe")
SEEN = did.AlarmAcknowledged(alarm="device-shoe", by=EVA)
SHELVED = AlarmShelved(alarm="device-shoe", minutes=5, reason="cable", by=EVA)
MINUTE = 60_000


def became(*events: did.AnyEvent, every_ms: int = 10_000) -> list[Change]:
    alarms, told = Alarms(), list[Change]()
    for number, event in enumerate(events, start=1):
        after = fold_alarm(alarms, event, number * every_ms)
        told += changes(alarms, event, after, number, number * every_ms)
        alarms = after
    return told


def due(what: Due) -> AlarmDue:
    return AlarmDue(alarm="device-shoe", what=what, by=SYSTEM)


def test_each_transition_is_one_change_with_who_did_it() -> None:
    told = became(
        SILENT, due(Due.AGAIN), SEEN, SHELVED, due(Due.UNSHELVED), SHELVED, AlarmUnshelved(alarm="device-shoe", by=EVA), BACK,
        SILENT, BACK, due(Due.CLEARED),
    )  # fmt: skip
    assert [(change.what, change.by and change.by.role.value) for change in told] == [
        ("raised", None),
        ("again", "system"),
        ("acknowledged", "floor"),
        ("shelved", "floor"),
        ("unshelved", "system"),
        ("shelved", "floor"),
        ("unshelved", "floor"),
        ("came_back", None),
        ("cleared", "system"),
    ]
    assert told[3].reason == "cable"


def test_an_alarm_that_did_not_last_is_no_news() -> None:
    assert became(did.DeviceSilenced(device="shoe", needed=False), BACK) == []
    lasted = became(did.DeviceSilenced(device="shoe", needed=False), due(Due.RAISED))
    assert [change.what for change in lasted] == ["raised"]


def raised(at: int, code: str = "reader_down", alarm: str = "a", priority: int = 1, what: str = "raised") -> Change:
    return Change(1, at, alarm, code, priority, what)


def test_the_figures_of_a_shift() -> None:
    told = [raised(minute * MINUTE, alarm=f"a{minute}") for minute in (1, 2, 3, 14, 15)]
    told.append(raised(16 * MINUTE, code="floor_called", alarm="b", priority=2))
    told.append(raised(17 * MINUTE, alarm="a15", what="acknowledged"))
    told.append(raised(20 * MINUTE, alarm="a1", what="acknowledged"))
    found = figures(told, 0, 20 * MINUTE)
    assert (found.raised, found.last_ten_minutes, found.most_in_ten_minutes, found.mean_in_ten_minutes) == (6, 3, 3, 3.0)
    assert found.by_priority == {"1": 5, "2": 1, "3": 0}
    assert [(often.code, often.count) for often in found.top] == [("reader_down", 5), ("floor_called", 1)]
    assert (found.acknowledged, found.acknowledge_median_s, found.acknowledge_longest_s) == (2, 630.0, 1140.0)


def test_what_lies_outside_the_time_does_not_count() -> None:
    found = figures([raised(MINUTE), raised(5 * MINUTE, what="acknowledged")], 2 * MINUTE, 4 * MINUTE)
    assert (found.raised, found.acknowledged, found.acknowledge_median_s) == (0, 0, None)
