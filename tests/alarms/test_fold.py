"""Alarms: what raises one, what clears it, and that acknowledging is neither."""

import pytest

from table_controller.alarms import Alarms, alarm_of_fault, due, fold_alarm
from table_controller.alarms.changing import MAX_OPEN
from table_controller.core import events as did
from table_controller.core.orders import Person, Role

FLOOR = Person(Role.FLOOR, "Eva")


def after(*events: did.AnyEvent, start: Alarms | None = None) -> Alarms:
    alarms = start or Alarms()
    for wall, event in enumerate(events, 1_000):
        alarms = fold_alarm(alarms, event, wall)
    return alarms


def raised(number: int = 1, *, locks: bool = True, replaces: int | None = None) -> did.FindingRaised:
    return did.FindingRaised(number=number, code="turn_premature", level=2, clauses=("SK44",), locks=locks, replaces=replaces)


def closed(number: int = 1) -> did.FindingClosed:
    return did.FindingClosed(number=number, how="resumed", by=FLOOR)


def ended(alarms: Alarms) -> Alarms:
    """Once everything that waits to be believed has been."""
    return after(*due(alarms, 10_000_000), start=alarms)


def states(alarms: Alarms) -> dict[str, str]:
    return {alarm.id: alarms.state_of(alarm) for alarm in alarms.listed}


def test_a_finding_that_locks_stops_the_deal_and_names_the_moment() -> None:
    alarm = after(raised()).by_id["finding-1"]
    assert (alarm.priority, alarm.code, alarm.since, alarm.state) == (1, "turn_premature", 1_000, "active_unacknowledged")


def test_a_finding_that_only_warns_comes_before_the_next_hand() -> None:
    assert after(raised(locks=False)).by_id["finding-1"].priority == 2


def test_acknowledging_does_not_clear() -> None:
    alarms = after(raised(), did.AlarmAcknowledged(alarm="finding-1", by=FLOOR))
    assert states(alarms) == {"finding-1": "active_acknowledged"}


def test_clearing_does_not_acknowledge() -> None:
    assert states(after(raised(), closed())) == {"finding-1": "cleared_unacknowledged"}


@pytest.mark.parametrize("clear_first", [True, False])
def test_an_alarm_is_gone_once_cleared_and_acknowledged_in_either_order(clear_first: bool) -> None:
    seen = did.AlarmAcknowledged(alarm="finding-1", by=FLOOR)
    assert after(raised(), *((closed(), seen) if clear_first else (seen, closed()))).listed == ()


def test_a_better_explanation_takes_the_place_of_the_alarm() -> None:
    assert list(after(raised(1), raised(2, replaces=1)).by_id) == ["finding-2"]


def test_a_silent_device_alarms_until_it_speaks() -> None:
    silent = did.DeviceSilenced(device="shoe", needed=True)
    assert after(silent).by_id["device-shoe"].priority == 1
    back = after(silent, did.DeviceRecovered(device="shoe"))
    assert states(ended(back)) == {"device-shoe": "cleared_unacknowledged"}


def test_a_device_silent_again_is_active_again() -> None:
    silent, back = did.DeviceSilenced(device="shoe", needed=True), did.DeviceRecovered(device="shoe")
    again = after(silent, start=ended(after(silent, back)))
    assert states(again) == {"device-shoe": "active_unacknowledged"}
    assert again.by_id["device-shoe"].count == 2


def test_the_same_alarm_keeps_its_first_moment() -> None:
    silent = did.DeviceSilenced(device="shoe", needed=True)
    assert after(silent, silent).by_id["device-shoe"].since == 1_000


def test_calling_the_floor_is_cleared_by_the_floors_word() -> None:
    called = did.FloorCalled(by=Person(Role.DEALER))
    assert states(after(called, did.PlayResumed(reason="settled", by=FLOOR))) == {"floor": "cleared_unacknowledged"}


def test_a_flood_stays_bounded_and_keeps_what_is_active() -> None:
    flood = [did.DeviceLostEvents(device=f"d{number}", count=1) for number in range(MAX_OPEN + 50)]
    alarms = after(raised(), *flood)
    assert len(alarms.by_id) <= MAX_OPEN
    assert "finding-1" in alarms.by_id


def test_a_flood_of_small_alarms_pushes_no_urgent_one_off_the_list() -> None:
    flood = [raised(number, locks=False) for number in range(2, 2 * MAX_OPEN)]
    assert "finding-1" in after(raised(1), *flood).by_id


def test_acknowledging_what_is_not_there_changes_nothing() -> None:
    assert after(did.AlarmAcknowledged(alarm="finding-9", by=FLOOR)).listed == ()


def test_a_fault_that_no_record_can_hold_is_an_alarm_all_the_same() -> None:
    assert alarm_of_fault("journal_write_failed", 5).priority == 1


def test_a_device_met_for_the_first_time_has_lost_nothing() -> None:
    assert after(did.DeviceLostEvents(device="shoe", count=0)).listed == ()
    assert states(after(did.DeviceLostEvents(device="shoe", count=None))) == {"lost-shoe": "cleared_unacknowledged"}
